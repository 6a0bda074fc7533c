"""A conversation asks whole questions: as typed, rewritten by a model or joined by rules, and says which."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

import pincite
from pincite.ask.conversation import Conversation
from pincite.question.dictionary.entries import starters
from pincite.question.follow_ups import Joining
from pincite.question.parse import RuleParser
from pincite.records.completion import Completion, Prompt, Usage
from pincite.records.run import Asking
from tests.factories import AGREEMENT, write
from tests.form_filling import reply
from tests.judging import BARS
from tests.scripted import Fault, Scripted

FEE = "What is the monthly fee?"
TERM = "When does the agreement expire?"
DUE = "When must an invoice be paid?"


@dataclass
class Rewrites:
    """A model that rewrites as it is told to, and finds the fee; it keeps what it was shown."""

    replies: tuple[str | Fault, ...]
    shown: list[Prompt] = field(default_factory=list)
    name: str = "rewrites"
    rungs: tuple[str, ...] = ("structured",)

    def complete(self, prompt: Prompt) -> Completion:
        if "whole" not in prompt.schema["properties"]:
            return Completion(reply())
        self.shown.append(prompt)
        said = Scripted(self.replies[len(self.shown) - 1 :] or self.replies[-1:]).complete(prompt)
        return Completion(said.text, said.stopped, Usage(1, 20, 0, 5))

    @property
    def settings(self) -> dict[str, object]:
        return {"generator": {"name": "language_model", "options": {"model": self}}}


def whole(question: str, is_whole: bool = False) -> str:
    return json.dumps({"whole": is_whole, "question": question})


@contextmanager
def conversing(tmp_path, **settings: object) -> Iterator[tuple[pincite.Library, Conversation]]:
    with pincite.open(tmp_path / "library", settings={"isolated": False, **settings}) as library:
        library.add(write(tmp_path))
        yield library, library.conversation()


def decisions(library: pincite.Library, turn: pincite.Turn) -> list[str]:
    return json.loads(library.why(turn.answer.run).trace)["decisions"]


def test_first_message_is_asked_as_typed_and_no_model_rewrites_it(tmp_path):
    model = Rewrites((whole("Something else?"),))
    with conversing(tmp_path, **model.settings) as (_, conversation):
        turn = conversation.ask(FEE)
    assert (turn.said, turn.question, turn.rewritten_by, turn.answer.question) == (FEE, FEE, "", FEE)
    assert model.shown == []


def test_follow_up_is_rewritten_by_the_model_and_asked_as_a_whole_question(tmp_path):
    model = Rewrites((whole(DUE),))
    with conversing(tmp_path, **model.settings) as (library, conversation):
        conversation.ask(FEE)
        turn = conversation.ask("and when is that due?")
        told = decisions(library, turn)
    assert (turn.said, turn.question, turn.rewritten_by) == ("and when is that due?", DUE, "rewrites")
    assert turn.answer.question == DUE
    assert turn.answer.caveats == []
    assert "conversation: 'and when is that due?' was rewritten by rewrites" in told


def test_trace_tells_what_the_rewriting_cost(tmp_path):
    model = Rewrites((whole(DUE),))
    with conversing(tmp_path, **model.settings) as (library, conversation):
        conversation.ask(FEE)
        told = decisions(library, conversation.ask("and when is that due?"))
    (spent,) = [each for each in told if each.startswith("rewriter: model rewrites:")]
    assert "1 calls, 20 tokens in and 5 out" in spent


def test_message_that_the_model_finds_whole_is_asked_exactly_as_typed(tmp_path):
    model = Rewrites((whole("What is the fee per month?", is_whole=True),))
    with conversing(tmp_path, **model.settings) as (_, conversation):
        conversation.ask(TERM)
        turn = conversation.ask(FEE)
    assert (turn.question, turn.rewritten_by) == (FEE, "")


@pytest.mark.parametrize("fault", list(Fault))
def test_where_the_model_cannot_rewrite_the_rules_do_and_the_answer_says_so(tmp_path, fault):
    model = Rewrites((fault,))
    with conversing(tmp_path, **model.settings) as (library, conversation):
        conversation.ask(FEE)
        turn = conversation.ask("and why?")
        told = decisions(library, turn)
        kept = json.loads(library.why(turn.answer.run).answer)["caveats"]
    assert (turn.question, turn.rewritten_by) == ("What is the monthly fee. and why?", "rules")
    assert any("could not rewrite this message, so rules did" in caveat for caveat in turn.answer.caveats)
    assert any("could not rewrite this message" in each for each in told)
    assert kept == turn.answer.caveats


def test_where_the_model_cannot_rewrite_a_whole_question_it_is_asked_as_typed_and_the_answer_says_so(
    tmp_path,
):
    model = Rewrites((Fault.OUTAGE,))
    with conversing(tmp_path, **model.settings) as (_, conversation):
        conversation.ask(TERM)
        turn = conversation.ask(FEE)
    assert (turn.question, turn.rewritten_by, turn.answer.outcome) == (FEE, "", "answered")
    (caveat,) = turn.answer.caveats
    assert caveat.startswith("The language model could not rewrite this message, so it was asked as typed: ")


def test_model_that_cannot_be_made_does_not_end_the_conversation(tmp_path):
    with conversing(tmp_path, generator="language_model") as (_, conversation):
        first, second = conversation.ask(FEE), conversation.ask("and why?")
    assert (first.answer.outcome, second.answer.outcome) == ("failed", "failed")
    assert second.rewritten_by == "rules"


def test_model_is_shown_no_word_of_a_document_but_the_answers(tmp_path):
    model = Rewrites((whole(DUE), whole(TERM)))
    with conversing(tmp_path, **model.settings) as (_, conversation):
        turns = [conversation.ask(said) for said in (FEE, "and when is that due?", "until when?")]
    asked_and_answered = " ".join(
        [*(f"{turn.said} {turn.question}" for turn in turns)]
        + [item.original for turn in turns for item in turn.answer.items]
    )
    for prompt in model.shown:
        labels = {"1", "2", "asked", "outcome", "answer", "answered", "unverified", "incomplete", "not_found"}
        shown = {word.strip(":") for word in prompt.context.split()} - labels
        assert shown <= set(asked_and_answered.split())
        assert "Customer" not in prompt.context + prompt.question
        assert "EUR 4,500.00" in prompt.context
    assert "The Customer shall pay" in AGREEMENT


def test_without_a_model_a_whole_question_is_asked_as_typed(tmp_path):
    with conversing(tmp_path) as (_, conversation):
        conversation.ask(TERM)
        turn = conversation.ask(FEE)
    assert (turn.question, turn.rewritten_by, turn.answer.outcome) == (FEE, "", "answered")
    assert turn.answer.caveats == []


def test_without_a_model_a_message_that_names_nothing_is_joined_and_a_caveat_says_so(tmp_path):
    with conversing(tmp_path) as (library, conversation):
        conversation.ask(TERM)
        turn = conversation.ask("and after that?")
        told = decisions(library, turn)
    assert turn.question == turn.answer.question == "When does the agreement expire. and after that?"
    assert turn.rewritten_by == "rules"
    assert any("type the whole question" in caveat for caveat in turn.answer.caveats)
    assert "conversation: 'and after that?' was rewritten by rules" in told


def test_mark_that_joins_means_nothing_in_the_first_message(tmp_path):
    with conversing(tmp_path) as (_, conversation):
        turn = conversation.ask(f"+ {FEE}")
    assert (turn.question, turn.rewritten_by, turn.answer.caveats) == (FEE, "", [])


def test_mark_without_a_message_asks_nothing(tmp_path):
    with conversing(tmp_path) as (_, conversation):
        conversation.ask(FEE)
        turn = conversation.ask("+")
    assert (turn.question, turn.answer.outcome) == ("", "failed")


def test_model_that_breaks_while_rewriting_does_not_end_the_conversation(tmp_path):
    class Broken(Rewrites):
        def complete(self, prompt: Prompt) -> Completion:
            if "whole" in prompt.schema["properties"]:
                raise ValueError("odd reply")
            return super().complete(prompt)

    with conversing(tmp_path, **Broken(()).settings) as (_, conversation):
        conversation.ask(FEE)
        turn = conversation.ask("How much?")
    assert any("could not rewrite" in caveat for caveat in turn.answer.caveats)


def test_question_that_rules_joined_needs_the_bar_of_the_next_level(tmp_path):
    with conversing(tmp_path) as (library, conversation):
        conversation.ask(FEE)
        joined = conversation.ask("How much?")
        itself = library.ask(joined.question)
    assert [item.judgement.bar for item in itself.items] == [BARS["balanced"]]
    assert [item.judgement.bar for item in joined.answer.items] in ([], [BARS["strict"]])
    assert len(joined.answer.items) == (itself.items[0].chance >= BARS["strict"])
    assert joined.answer.strictness == itself.strictness


def test_reply_to_what_was_asked_back_is_joined_to_the_question(tmp_path):
    with conversing(tmp_path) as (_, conversation):
        unclear = conversation.ask("How much?")
        turn = conversation.ask("the monthly fee")
    assert unclear.answer.outcome == "needs_clarification"
    assert (turn.question, turn.rewritten_by) == ("the monthly fee. How much?", "rules")
    assert [item.original for item in turn.answer.items] == ["EUR 4,500.00"]


def test_model_is_told_what_was_asked_back(tmp_path):
    model = Rewrites((whole(FEE),))
    with conversing(tmp_path, **model.settings) as (_, conversation):
        conversation.ask("How much?")
        turn = conversation.ask("the monthly one")
    assert "1 asked back: Pincite looks up what documents say" in model.shown[0].context
    assert turn.question == FEE


def test_documents_can_be_changed_between_two_turns(tmp_path):
    with conversing(tmp_path) as (library, conversation):
        (tmp_path / "other.txt").write_text("The weather is fine today.\n")
        library.add(tmp_path / "other.txt")
        conversation.documents = ["agreement.txt"]
        there = conversation.ask(FEE)
        conversation.documents = ["other.txt"]
        not_there = conversation.ask(FEE)
    assert (there.answer.outcome, not_there.answer.outcome) == ("answered", "not_found")


def test_question_that_cannot_be_asked_is_a_turn_too(tmp_path):
    with conversing(tmp_path) as (_, conversation):
        conversation.documents = ["nowhere.txt"]
        assert conversation.ask(FEE).answer.outcome == "failed"
        conversation.documents = []
        assert conversation.ask("  ").answer.error.error_class == "InputError"
        assert conversation.ask("What is \udcff?").answer.error.error_class == "InputError"
        assert conversation.ask(FEE).answer.outcome == "answered"


def test_type_of_the_conversation_holds_for_every_turn(tmp_path):
    with conversing(tmp_path) as (library, _):
        conversation = library.conversation(answer_type="amount")
        said = [conversation.ask(said).answer.items for said in (FEE, TERM)]
        assert {item.type for items in said for item in items} == {"amount"}


def test_interrupted_question_is_forgotten():
    asked: list[str] = []

    def interrupted(asking: Asking) -> pincite.Answer:
        asked.append(asking.question)
        raise KeyboardInterrupt

    conversation = Conversation(interrupted, Joining(RuleParser(starters())), lambda: None)
    for said in (FEE, "and why?"):
        with pytest.raises(KeyboardInterrupt):
            conversation.ask(said)
    assert asked == [FEE, "and why?"]


def test_model_that_failed_once_is_asked_again_for_the_next_message(tmp_path):
    model = Rewrites((Fault.TIMEOUT, whole(DUE)))
    with conversing(tmp_path, **model.settings) as (_, conversation):
        turns = [conversation.ask(said) for said in (FEE, "and why?", "and when is that due?")]
    assert [turn.rewritten_by for turn in turns] == ["", "rules", "rewrites"]
