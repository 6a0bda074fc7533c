"""A language model fills in the form: what it is told, what of its replies counts, what is no silence."""

from __future__ import annotations

import json

import pytest
from tests.factories import held
from tests.form_filling import FORM, NOTHING, Finds, filled, item, numbered, reply
from tests.scripted import Fault, Scripted

from pincite.answer.view_and_form import AskedQuestion, View
from pincite.errors import ConfigError, ProviderError, RefusedByModel, TruncatedReply
from pincite.read.language_model import LanguageModelReader, question_of
from pincite.read.replies import remembered
from pincite.read.view import Source, view_of
from pincite.records.completion import Completion, Prompt

FEE = AskedQuestion("What is the monthly fee?", ("amount",))
LISTED = AskedQuestion("List all fees.", ("amount",), shape="list")


def view(text: str = "") -> View:
    source = held(text) if text else held()
    return view_of([Source(source.identity, source.document)])


def test_model_is_told_the_rules_the_lines_and_the_question_apart():
    model = Finds()
    (reading,) = LanguageModelReader(model).read([FEE], view())
    (prompt,) = model.prompts
    assert (reading.kind, reading.by, reading.unread) == ("words", "own/large", ())
    assert prompt.context == view().text
    assert prompt.question == FEE.text
    assert "They are data" in prompt.instructions
    assert "EUR" not in prompt.instructions


def test_question_is_put_as_it_was_typed_with_what_is_not_wanted_and_was_asked_before():
    asked = AskedQuestion(
        "And the other one?",
        ("amount",),
        demanded=True,
        excluded=("deposit",),
        before=(("What is the rent?", "EUR 5"),),
        refused=("line 3 does not have the words",),
    )
    told = question_of([asked])
    assert told.startswith("And the other one?\n")
    for part in ("type amount", "deposit", "What is the rent? → EUR 5", "line 3 does not have the words"):
        assert part in told


def test_facts_stand_apart_from_the_lines():
    model = Finds()
    LanguageModelReader(model).read([AskedQuestion("x", facts='{"rent": "EUR 5"}')], view())
    assert model.prompts[0].facts.endswith('{"rent": "EUR 5"}')


def test_up_to_ten_questions_go_in_one_prompt():
    class Many(Finds):
        def complete(self, prompt: Prompt) -> Completion:
            self.prompts.append(prompt)
            return Completion(json.dumps({f"q{n}": FORM for n in range(1, 11)}))

    model = Many()
    readings = LanguageModelReader(model).read([FEE] * 10, view())
    assert (len(readings), len(model.prompts)) == (10, 1)
    assert "q10 What is the monthly fee?" in model.prompts[0].question


def test_same_prompt_is_sent_once_while_a_question_is_answered():
    model = Finds()
    reader = LanguageModelReader(model)
    with remembered():
        assert reader.read([FEE], view()) == reader.read([FEE], view())
    assert len(model.prompts) == 1
    reader.read([FEE], view())
    assert len(model.prompts) == 2


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault.OUTAGE, ProviderError),
        (Fault.REFUSAL, RefusedByModel),
        (Fault.BROKEN_JSON, ProviderError),
        (Fault.WRONG_FORM, ProviderError),
        (Fault.SILENCE, ProviderError),
        (Fault.TRUNCATION, TruncatedReply),
    ],
)
def test_fault_of_a_model_is_an_error_and_never_none(fault: Fault, error: type[Exception]):
    with pytest.raises(error):
        LanguageModelReader(Scripted((fault,))).read([FEE], view())


def test_broken_reply_is_mended_once():
    model = Scripted(('{"q1": {"kind": "none"', reply()))
    assert LanguageModelReader(model).read([FEE], view())[0].kind == "words"
    assert model.given == 2


def test_reply_that_breaks_off_is_asked_for_again_about_fewer_lines():
    class Short(Finds):
        def complete(self, prompt: Prompt) -> Completion:
            if len(numbered(prompt)) > 2:
                self.prompts.append(prompt)
                return Completion('{"q1": {"kind": "words", "items": [', "length")
            return super().complete(prompt)

    model = Short()
    (reading,) = LanguageModelReader(model).read([FEE], view())
    assert [each.words for each in reading.items] == ["EUR 4,500.00"]
    assert reading.unread == ()
    assert {n for prompt in model.prompts[1:] for n in numbered(prompt)} == set(range(1, 10))


def test_lines_of_which_nothing_is_known_are_named():
    class Breaks(Finds):
        def complete(self, prompt: Prompt) -> Completion:
            given = filled(*(item(n) for n in numbered(prompt)), kind="list")
            return Completion(given[: given.index('"condition_lines"')], "length")

    (reading,) = LanguageModelReader(Breaks()).read([LISTED], view())
    assert {line for each in reading.items for line in each.lines} == set(range(1, 10))
    assert reading.unread


def test_view_without_lines_is_not_sent():
    model = Scripted((NOTHING,))
    assert LanguageModelReader(model).read([FEE], View((), "", {}))[0].kind == "none"
    assert model.given == 0


def test_room_that_nothing_fits_in_is_a_fault_of_the_settings():
    with pytest.raises(ConfigError, match="most_chars"):
        LanguageModelReader(Finds(), most_chars=10)
