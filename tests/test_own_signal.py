"""A signal of one's own is seen in the schema, in the prompt and in the JSON of the answer."""

from __future__ import annotations

import json
import runpy
from dataclasses import dataclass, field
from pathlib import Path

import jsonschema
import pytest

from pincite.answer import own_signals
from pincite.answer.answers import Answer
from pincite.answer.json_schema import answer_schema
from pincite.answer.own_signals import OwnSignal, register_signal, together
from pincite.answer.view_and_form import AskedQuestion, View
from pincite.errors import ConfigError, ProviderError
from pincite.read.form import schema_of
from pincite.read.language_model import instructions_for
from pincite.records.completion import Completion, Prompt
from tests.form_filling import FEE, filled, item, line_with, objects
from tests.test_pipeline import ask

EXAMPLE = Path(__file__).parents[1] / "examples" / "own_signal.py"
REDACTED = OwnSignal("redacted", bool, "true when words are blacked out.")
AMOUNT = AskedQuestion("What is the fee?", ("amount",), demanded=True)
EMPTY = View((), "", {})
PLACES = OwnSignal("places", list[str], "every place that is named.")


@pytest.fixture(autouse=True)
def own_registrations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_signals, "_OWN_SIGNALS", {})


@dataclass
class Says:
    """A model that gives the fee, and of our own signals what it was told to say."""

    own: object = None
    prompts: list[Prompt] = field(default_factory=list)
    name: str = "says"
    rungs: tuple[str, ...] = ("structured",)

    def complete(self, prompt: Prompt) -> Completion:
        self.prompts.append(prompt)
        own = {} if self.own is None else {"own": self.own}
        fee = item(line_with(prompt, "EUR 4,500.00"), "EUR 4,500.00", FEE)
        return Completion(filled(*([fee] if "fee?" in prompt.question else []), **own))


def test_example_prints_the_signals_of_the_answer(capsys):
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    shown = capsys.readouterr().out
    assert "EUR 2,400.00 in “The monthly rent is EUR 2,400.00" in shown
    assert 'own signals: {"redacted": true, "jurisdiction": null}' in shown


def test_signal_is_asked_for_in_a_strict_schema_with_its_fragment():
    register_signal(REDACTED)
    schema = schema_of([AMOUNT], 9)
    for each in objects(schema):
        assert each["additionalProperties"] is False
        assert sorted(each["required"]) == sorted(each["properties"])
    assert schema["$defs"]["OwnSignals"]["properties"]["redacted"]["description"] == REDACTED.fragment


def test_prompt_of_a_model_tells_what_the_signal_means():
    register_signal(REDACTED)
    model = Says({"redacted": False})
    ask(by=model)
    assert f"- `redacted`: {REDACTED.fragment}" in model.prompts[0].instructions


def test_trace_tells_a_prompt_with_an_own_signal_from_one_without():
    plain, parts = instructions_for([AMOUNT], EMPTY)
    register_signal(REDACTED)
    own, own_parts = instructions_for([AMOUNT], EMPTY)
    assert own != plain
    assert own_parts == (*parts, "own-signals/1")


def test_every_reply_about_a_document_is_heard():
    @dataclass
    class SaysByLine(Says):
        def complete(self, prompt):
            self.own = {"redacted": "[REDACTED]" in prompt.context}
            return super().complete(prompt)

    register_signal(REDACTED)
    text = "The monthly deductible is said below.\n\n" * 300 + "The monthly sum goes to [REDACTED].\n"
    answer = ask("What is the monthly deductible?", text, by=SaysByLine())
    assert dict(answer.signals.own_values()) == {"redacted": True}


def test_answer_carries_the_signal_and_is_read_back_the_same():
    register_signal(REDACTED)
    answer = ask(by=Says({"redacted": True}))
    said = json.loads(answer.to_json())
    assert said["signals"]["own"] == {"redacted": True}
    jsonschema.validate(said, answer_schema())
    assert Answer.model_validate_json(answer.to_json()) == answer


def test_answer_without_a_model_says_that_nobody_spoke():
    register_signal(REDACTED)
    said = json.loads(ask().to_json())
    assert said["signals"]["own"] == {"redacted": None}
    jsonschema.validate(said, answer_schema())


def test_published_form_is_unchanged_where_nothing_is_registered():
    plain = answer_schema()
    assert "own" not in json.loads(ask().to_json())["signals"]
    assert "own" not in schema_of([AMOUNT], 9)["$defs"]["Reading"]["properties"]
    register_signal(REDACTED)
    own = answer_schema()
    assert own != plain
    for each in objects(own):
        assert sorted(each["required"]) == sorted(each["properties"])


def test_answer_is_readable_where_nobody_registered_its_signals(monkeypatch):
    register_signal(REDACTED)
    written = ask(by=Says({"redacted": True})).to_json()
    monkeypatch.setattr(own_signals, "_OWN_SIGNALS", {})
    read = Answer.model_validate_json(written)
    assert dict(read.signals.own_values()) == {"redacted": True}
    assert read.to_json() == written


@pytest.mark.parametrize("own", [None, {}, {"redacted": "yes, I think"}, {"redacted": True, "more": 1}])
def test_reply_without_the_signal_or_with_another_form_is_a_fault(own):
    register_signal(REDACTED)
    with pytest.raises(ProviderError):
        ask(by=Says(own))


def test_signal_lets_no_claim_through_and_stops_none():
    register_signal(REDACTED)
    for flag in (True, False):
        answer = ask(by=Says({"redacted": flag}))
        assert (answer.outcome, answer.items[0].original) == ("answered", "EUR 4,500.00")
        assert ask("What is the deductible?", by=Says({"redacted": flag})).outcome == "not_found"


def test_silent_document_still_says_what_was_seen_in_it():
    register_signal(REDACTED)
    answer = ask("What is the deductible of the policy?", by=Says({"redacted": True}))
    assert (answer.outcome, dict(answer.signals.own_values())) == ("not_found", {"redacted": True})


def test_replies_are_taken_together():
    register_signal(REDACTED)
    register_signal(PLACES)
    said = together(
        [{"redacted": False, "places": ["Rome"]}, {"redacted": True, "places": ["Oslo", "Rome"]}, {}]
    )
    assert said == {"redacted": True, "places": ["Rome", "Oslo"]}
    assert together([{"redacted": False}]) == {"redacted": False, "places": None}


def test_fragments_name_each_signal():
    assert own_signals.fragments() == ""
    register_signal(REDACTED)
    assert f"- `redacted`: {REDACTED.fragment}" in own_signals.fragments()


@pytest.mark.parametrize(
    "signal",
    [
        OwnSignal("Redacted", bool, "x"),
        OwnSignal("a b", bool, "x"),
        OwnSignal("", bool, "x"),
        OwnSignal("redacted", bool, " "),
        OwnSignal("redacted", bool, "x" * 700),
        OwnSignal("redacted", object(), "x"),
    ],
)
def test_signal_that_cannot_be_asked_for_is_refused(signal):
    with pytest.raises(ConfigError):
        register_signal(signal)


def test_name_that_is_taken_is_refused_and_the_same_signal_is_not():
    register_signal(REDACTED)
    register_signal(REDACTED)
    with pytest.raises(ConfigError, match="already a signal"):
        register_signal(OwnSignal("redacted", str, "something else"))
