"""A model is held to the form by the strongest means that it keeps to, and each weaker one is recorded."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from decimal import Decimal

import pytest

from pincite.dialogue.ladder import obtain
from pincite.errors import ProviderError, RefusedByModel, TruncatedReply, UnreadableReply
from pincite.records.completion import Completion, Earlier, Prompt, Usage

PROMPT = Prompt("Find values.", "1: The fee is EUR 5.", "What is the fee?", {"type": "object"})
RUNGS = ("structured", "tool", "prompt")
TOOK = Usage(1, 100, 10, 20, Decimal("0.01"))


@dataclass
class Says:
    """Gives one completion after the other."""

    completions: list[Completion]
    prompts: list[Prompt] = field(default_factory=list)

    def __call__(self, prompt: Prompt) -> Completion:
        self.prompts.append(prompt)
        return self.completions[len(self.prompts) - 1]


def read(text: str) -> object:
    try:
        return json.loads(text)["fee"]
    except (ValueError, KeyError) as error:
        raise UnreadableReply(f"fee: {error!r}", hint="Ask again.") from error


def says(*texts: str | Completion) -> Says:
    return Says([text if isinstance(text, Completion) else Completion(text, usage=TOOK) for text in texts])


def test_first_rung_is_the_only_one_where_the_model_keeps_to_it():
    model = says('{"fee": 5}')
    obtained = obtain(model, RUNGS, PROMPT, read)
    assert (obtained.reply, obtained.rung, obtained.notes, obtained.usage) == (5, "structured", (), TOOK)
    assert [prompt.rung for prompt in model.prompts] == ["structured"]


def test_rung_that_is_not_offered_is_noted_and_the_next_is_tried():
    model = says(Completion("no output_config here", "unsupported"), '{"fee": 5}')
    obtained = obtain(model, RUNGS, PROMPT, read)
    assert obtained.rung == "tool"
    assert obtained.notes == ("structured: not offered: no output_config here",)


def test_schema_that_is_ignored_is_noticed_and_the_next_rung_is_tried():
    model = says("The fee is EUR 5.", '{"fee": 5}')
    obtained = obtain(model, RUNGS, PROMPT, read)
    assert (obtained.reply, obtained.rung) == (5, "tool")
    assert obtained.notes[0].startswith("structured: not kept to: fee: JSONDecodeError")
    assert model.prompts[1].earlier is None


def test_tool_that_is_ignored_is_noticed_and_the_next_rung_is_tried():
    ignored = Completion("EUR 5", usage=TOOK, ignored="the tool was not called")
    model = says("EUR 5", ignored, '{"fee": 5}')
    obtained = obtain(model, RUNGS, PROMPT, read)
    assert obtained.rung == "prompt"
    assert obtained.notes[1].startswith("tool: the tool was not called: fee: ")


def test_reply_in_text_that_keeps_to_the_form_counts_and_the_tool_it_left_out_is_noted():
    model = says(Completion('{"fee": 5}', ignored="the tool was not called"))
    obtained = obtain(model, ("tool",), PROMPT, read)
    assert (obtained.reply, obtained.notes) == (5, ("tool: the tool was not called",))


def test_last_rung_is_mended_once_with_the_exact_problem():
    model = says("nothing", "nothing", '{"cost": 5}', '{"fee": 5}')
    obtained = obtain(model, RUNGS, PROMPT, read)
    assert obtained.reply == 5
    assert model.prompts[3].rung == "prompt"
    assert model.prompts[3].earlier == Earlier('{"cost": 5}', "fee: KeyError('fee')")
    assert obtained.notes[-1] == "prompt: corrected after Pincite said what was wrong"
    assert obtained.usage == Usage(4, 400, 40, 80, Decimal("0.04"))


def test_reply_that_stays_unreadable_is_an_error_that_says_what_was_tried():
    model = says(*["nothing"] * 4)
    with pytest.raises(UnreadableReply) as caught:
        obtain(model, RUNGS, PROMPT, read)
    assert "Pincite told it once what was wrong." in caught.value.message
    assert all(f"{rung}: not kept to" in caught.value.hint for rung in RUNGS)
    assert len(model.prompts) == 4


def test_last_rung_that_is_not_offered_leaves_the_one_before_it_to_be_mended():
    model = says("nothing", Completion("no tools", "unsupported"), '{"fee": 5}')
    obtained = obtain(model, ("structured", "tool"), PROMPT, read)
    assert (obtained.reply, obtained.rung) == (5, "structured")


@pytest.mark.parametrize(
    ("completion", "error"),
    [
        (Completion("I cannot help with that.", "refusal"), RefusedByModel),
        (Completion('{"fee": 5', "length"), TruncatedReply),
        (Completion('{"fee": 5}', "length"), TruncatedReply),
    ],
)
@pytest.mark.parametrize("before", [[], ["nothing"], ["nothing"] * 3])
def test_refusal_and_truncation_are_told_apart_on_every_rung(completion, error, before):
    model = says(*before, completion)
    with pytest.raises(error) as caught:
        obtain(model, RUNGS, PROMPT, read)
    assert caught.value.hint
    assert len(model.prompts) == len(before) + 1


def test_model_that_offers_no_rung_is_an_error():
    refused = [Completion(f"no {rung}", "unsupported") for rung in RUNGS]
    with pytest.raises(ProviderError, match=r"no structured.*no tool.*no prompt"):
        obtain(says(*refused), RUNGS, PROMPT, read)
    with pytest.raises(ProviderError, match="no rung is set"):
        obtain(says(), (), PROMPT, read)
