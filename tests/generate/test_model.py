"""A model is shown every place that was found, some lines at a time, and can cite nothing else."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.dialogue.test_replies import ITEM, SIGNALS, reply
from tests.effort import examples
from tests.factories import held, question
from tests.scripted import Scripted
from tests.stages import pipeline
from tests.test_pipeline import FEE

from pincite.ask.reading_list import ReadingList
from pincite.errors import ConfigError, TruncatedReply
from pincite.generate.batches import batches
from pincite.generate.fragments import instructions, question_of
from pincite.generate.model import FromModel
from pincite.generate.prompting import offered
from pincite.generate.showing import showings
from pincite.records.completion import Completion
from pincite.records.evidence import Found
from pincite.records.question import AnswerShape
from pincite.records.run import Run
from pincite.records.span import Span
from pincite.values.registered import value_types

# Each line is about the fee and only the last says it.
LONG = "The monthly fee is said below.\n\n" * 401 + "The monthly fee is EUR 4,500.00.\n"


@dataclass
class Reads:
    """A model that finds the fee where it is shown it, and says nothing elsewhere."""

    prompts: list[str] = field(default_factory=list)
    signals: dict[str, object] = field(default_factory=dict)
    name: str = "reads"
    rungs: tuple[str, ...] = ("structured",)

    def complete(self, prompt):
        self.prompts.append(prompt.context)
        said = re.search(r"^(\d+): The monthly fee is EUR 4,500\.00\.$", prompt.context, re.M)
        signals = {**SIGNALS, "new_keywords": [], "found": said is not None, **self.signals}
        items = []
        if said:
            line = int(said[1])
            quoted = {"first_line": line, "last_line": line, "quote": "The monthly fee is EUR 4,500.00."}
            items = [{**ITEM, "evidence": [quoted]}]
        return Scripted((json.dumps({"items": items, "signals": signals}),)).complete(prompt)


def places(source, *numbers: int) -> list[Found]:
    """The blocks so numbered, each with nothing around it."""
    blocks = [source.document.blocks[number - 1] for number in numbers]
    return [Found(source.identity, b.number, b.span, b.span, 1.0, ("scan",)) for b in blocks]


def propose(model, found, source, max_lines: int = 200):
    return FromModel(model, max_lines).propose(question(FEE), found, {source.identity: source.document})


def test_every_place_is_shown_however_many_prompts_it_takes():
    source, model = held(LONG), Reads()
    proposal = propose(model, places(source, *range(1, 403)), source)
    assert [len(context.splitlines()) for context in model.prompts] == [200, 200, 2]
    assert [claim.original for claim in proposal.claims] == ["EUR 4,500.00"]


def test_question_about_a_long_document_is_answered_from_its_last_line():
    source, model = held(LONG), Reads()
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    answer = pipeline(generator=FromModel(model)).ask(FEE, reading_list, Run("run"))
    assert answer.items[0].original == "EUR 4,500.00"
    assert all(len(context.splitlines()) <= 200 for context in model.prompts)


def test_context_that_is_too_long_is_shrunk_to_its_place():
    source = held(LONG)
    (place,) = places(source, 300)
    wide = Found(place.identity, place.block, place.anchor, Span(0, place.anchor.end), 1.0, ("scan",))
    (line,) = source.document.lines_of(place.anchor)
    assert batches(source.document, [wide], 200) == [(line.number,)]


def test_place_that_is_too_long_itself_is_shown_in_parts():
    source = held("The fee\n" * 7 + "is EUR 5.\n")
    whole = Found(source.identity, 1, Span(0, 64), Span(0, 64), 1.0, ("scan",))
    assert batches(source.document, [whole], 3) == [(1, 2, 3), (4, 5, 6), (7, 8)]


@pytest.mark.parametrize("max_lines", [1, 2, 3, 7, 50, 1_000])
def test_no_batch_is_too_long_and_no_line_is_left_out(max_lines):
    source = held(LONG)
    found = places(source, *range(402, 0, -3), *range(1, 403))
    laid = batches(source.document, found, max_lines)
    assert max(map(len, laid)) <= max_lines
    assert {n for batch in laid for n in batch} == {line.number for line in source.document.lines}


def test_replies_to_several_prompts_are_one_account_of_the_work():
    source = held(LONG)
    found = places(source, *range(1, 403))
    signals = propose(Reads(), found, source).signals
    assert (signals.found, signals.complete, signals.context_structured) == (True, True, True)
    garbled = propose(Reads(signals={"context_structured": False}), found, source).signals
    assert garbled.garbled
    words = propose(Reads(signals={"new_keywords": ["rent"]}), found, source).signals
    assert words.new_keywords == ["rent"]


def test_item_of_a_model_is_judged_by_that_model_and_has_no_chance():
    source = held()
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    model = Scripted((reply(),))
    (item,) = pipeline(generator=FromModel(model)).ask(FEE, reading_list, Run("run")).items
    assert item.judgement.by[0].reader == model.name
    assert item.chance is None


def test_line_that_was_found_and_not_shown_cannot_be_cited():
    @dataclass(frozen=True)
    class Guesses:
        """Looks at the first line that it is given and cites the third."""

        def propose(self, question, found, documents):
            said = FromModel(Scripted((reply(),))).propose(question, found, documents)
            shown = said.shown[0].model_copy(update={"lines": (1, 1)})
            return said.model_copy(update={"shown": (shown,)})

    source = held()
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    answer = pipeline(generator=Guesses()).ask(FEE, reading_list, Run("run"))
    assert (answer.outcome, answer.items) == ("unverified", [])
    assert "was not shown to the generator" in answer.coverage.nearest[0].reason


def test_generator_cannot_have_looked_at_more_than_it_was_given():
    @dataclass(frozen=True)
    class Boasts:
        """Says that it looked at the whole document, and cites what nobody handed to it."""

        def propose(self, question, found, documents):
            liability = "The Supplier's total liability in any year shall not exceed EUR 2,000,000."
            claimed = reply(
                value={**ITEM["value"], "value": "2000000"},
                original="EUR 2,000,000",
                evidence=[{"first_line": 11, "last_line": 11, "quote": liability}],
            )
            said = FromModel(Scripted((claimed,))).propose(question, found, documents)
            return said.model_copy(
                update={"shown": (said.shown[0].model_copy(update={"lines": (1, 10**12)}),)}
            )

    source = held()
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    answer = pipeline(generator=Boasts()).ask(FEE, reading_list, Run("run"))
    assert (answer.outcome, answer.items) == ("unverified", [])


def test_model_that_may_be_shown_nothing_is_a_fault_of_the_settings():
    with pytest.raises(ConfigError, match="0 lines"):
        FromModel(Reads(), max_lines=0)


def test_item_of_a_list_of_which_a_model_saw_another_is_a_guess():
    text = "1. Fees\n\nThe fees are:\n\n- the monthly fee: EUR 4,500.00\n- the yearly fee: EUR 90.00\n"
    source = held(text)
    (seen,) = places(source, 4)

    @dataclass(frozen=True)
    class Cites:
        quote: str
        line: int

        def propose(self, question, found, documents):
            evidence = [{"first_line": self.line, "last_line": self.line, "quote": self.quote}]
            model = Scripted((reply(evidence=evidence),))
            return FromModel(model).propose(question, [seen], documents)

    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    (line,) = source.document.lines_of(seen.anchor)
    assert line.span.of(text).startswith("- the yearly fee")
    answer = pipeline(generator=Cites("- the monthly fee: EUR 4,500.00", 5)).ask(
        FEE, reading_list, Run("run")
    )
    assert (answer.outcome, answer.items) == ("unverified", [])


@dataclass
class Cut:
    """A model whose reply breaks off whenever it is shown more lines than it can speak about."""

    most_lines: int
    shown: list[int] = field(default_factory=list)
    name: str = "cut"
    rungs: tuple[str, ...] = ("structured",)

    def complete(self, prompt):
        lines = len(prompt.context.splitlines())
        self.shown.append(lines)
        if lines > self.most_lines:
            return Completion('{"items": [', "length")
        return Reads().complete(prompt)


def test_reply_that_breaks_off_is_asked_for_again_with_half_of_the_lines():
    source, model = held(LONG), Cut(60)
    proposal = propose(model, places(source, *range(1, 403)), source)
    assert model.shown == [200, 100, 50, 50, 100, 50, 50] * 2 + [2]
    assert [claim.original for claim in proposal.claims] == ["EUR 4,500.00"]
    assert len(proposal.shown) == len(propose(Reads(), places(source, *range(1, 403)), source).shown)


def test_reply_that_breaks_off_however_little_is_shown_is_an_error_and_never_silence():
    source, model = held(LONG), Cut(0)
    with pytest.raises(TruncatedReply):
        propose(model, places(source, *range(1, 403)), source)
    assert len(model.shown) <= 5


@dataclass
class BreaksOff(Reads):
    """A model whose reply breaks off whenever it is shown one of the lines that it cannot speak about."""

    def complete(self, prompt):
        if "hopeless" in prompt.context:
            self.prompts.append(prompt.context)
            return Completion('{"items": [', "length")
        return super().complete(prompt)


def hopeless_from(line: int) -> str:
    lines = ["The monthly fee is EUR 4,500.00.", *["The monthly fee is said above."] * 600]
    return "\n\n".join([*lines[:line], *(f"hopeless {each}" for each in lines[line:])]) + "\n"


def test_lines_that_a_reply_breaks_off_on_count_as_unread_and_not_as_silent():
    source, model = held(hopeless_from(200)), BreaksOff()

    proposal = propose(model, places(source, *range(1, 602)), source)

    assert [claim.original for claim in proposal.claims] == ["EUR 4,500.00"]
    unread = {line for each in proposal.unread for line in range(each.lines[0], each.lines[1] + 1)}
    shown = {line for each in proposal.shown for line in range(each.lines[0], each.lines[1] + 1)}
    assert unread
    assert unread.isdisjoint(shown)
    assert {source.document.lines_of(place.anchor)[0].number for place in places(source, *range(1, 602))} == (
        unread | shown
    )
    assert len(model.prompts) <= 12


@pytest.mark.parametrize(("hopeless", "outcome"), [(20, "incomplete"), (601, "answered")])
def test_answer_is_incomplete_where_a_reply_about_other_lines_broke_off(hopeless: int, outcome: str):
    source = held(hopeless_from(hopeless))
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)

    answer = pipeline(generator=FromModel(BreaksOff(), 10), most_places=601).ask(
        FEE, reading_list, Run("run")
    )

    assert (answer.outcome, [item.original for item in answer.items]) == (outcome, ["EUR 4,500.00"])
    assert any("broke off" in caveat for caveat in answer.caveats) is (outcome == "incomplete")


def test_document_that_a_reply_broke_off_on_is_not_said_to_be_silent():
    text = hopeless_from(200).replace("EUR 4,500.00", "said elsewhere")
    source = held(text)
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)

    with pytest.raises(TruncatedReply, match="before it reached"):
        pipeline(generator=FromModel(BreaksOff()), most_places=601).ask(FEE, reading_list, Run("run"))


def test_rung_that_was_not_kept_to_is_not_tried_again_for_the_next_lines():
    @dataclass
    class Ignores(Reads):
        rungs: tuple[str, ...] = ("structured", "json", "prompt")
        heard: list[str] = field(default_factory=list)

        def complete(self, prompt):
            self.heard.append(prompt.rung)
            return super().complete(prompt) if prompt.rung == "prompt" else Completion("EUR 4,500.00")

    source, model = held(LONG), Ignores()
    proposal = propose(model, places(source, *range(1, 403)), source)
    assert model.heard == ["structured", "json", "prompt", "prompt", "prompt"]
    assert "form enforced by prompt" in proposal.notes[0]
    assert [note.split(":")[0] for note in proposal.notes[1:]] == ["structured", "json"]


def test_prompt_is_known_by_its_parts_and_a_fingerprint_of_its_words():
    source = held(LONG)
    (line, *_) = propose(Reads(), places(source, 402), source).notes
    told = instructions(offered(question(FEE)), "single")
    assert f"prompt {told.fingerprint} ({' '.join(told.parts)})" in line
    assert told.parts[:2] == ("base/4", "type_amount/1")
    assert "type_text/2" in told.parts
    assert told.fingerprint != instructions(("date",), "single").fingerprint


def test_every_type_and_shape_has_words_of_its_own():
    for name in value_types():
        assert any(part.startswith(f"type_{name}/") for part in instructions((name,), "single").parts), name
    for shape in get_args(AnswerShape):
        assert f"shape_{shape}/1" in instructions(("text",), shape).parts, shape


def test_type_of_the_users_own_needs_no_words_of_ours():
    assert instructions(("parcel",), "single").parts == ("base/4", "shape_single/1")


def test_kinds_that_the_question_suggests_are_offered_first_and_the_common_ones_after_them():
    guessed = question(FEE).generation.answer_types
    kinds = offered(question(FEE))
    assert kinds[: len(guessed)] == guessed
    assert {"text", "boolean", "amount", "percentage", "duration", "date"} <= set(kinds)
    assert {"number", "person", "organisation", "address"} <= set(kinds)
    assert len(set(kinds)) == len(kinds)


def test_kind_that_the_user_demands_is_the_only_one_offered():
    asked = question(FEE)
    demanded = replace(asked, generation=replace(asked.generation, answer_types=("date",), demanded=True))
    assert offered(demanded) == ("date",)


def test_answer_of_a_kind_that_the_question_does_not_suggest_is_proved_like_any_other():
    sentence = "The monthly fee is waived in the first year."
    said = {
        **ITEM,
        "value": {"answer_type": "text", "text": sentence},
        "original": sentence,
        "evidence": [{"first_line": 1, "last_line": 1, "quote": sentence}],
    }
    source = held(sentence + "\n")
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    model = Scripted((json.dumps({"items": [said], "signals": SIGNALS}),))
    answer = pipeline(generator=FromModel(model)).ask(FEE, reading_list, Run("run"))
    assert "text" not in question(FEE).generation.answer_types
    assert [item.original for item in answer.items] == [sentence]


def test_what_is_not_wanted_is_told_to_the_model():
    brief = replace(question(FEE).generation, excluded=("the deposit",), refused=("line 9 was not shown",))
    assert question_of(brief).split("\n\n") == [
        FEE,
        "Not wanted, though it may look alike: the deposit.",
        "An earlier reply was refused:\n- line 9 was not shown",
    ]


@given(
    lengths=st.lists(st.integers(1, 900), min_size=1, max_size=30),
    tokens=st.integers(16, 200),
)
@settings(max_examples=examples(60), deadline=None)
def test_no_prompt_holds_more_than_its_budget_and_every_line_is_shown_whole(lengths, tokens):
    counting = ",".join(map(str, range(400)))
    source = held("\n".join(counting[:length] for length in lengths))
    numbers = [line.number for line in source.document.lines]
    shown = showings(source.document, numbers, tokens * 4)
    assert all(len(each.text) <= tokens * 4 for each in shown)
    assert list(dict.fromkeys(n for each in shown for n in each.numbers)) == numbers
    for line in source.document.lines:
        parts = [
            part.partition(": ")[2]
            for each in shown
            for part in each.text.split("\n")
            if part.startswith(f"{line.number}: ")
        ]
        assert _joined(parts) == line.span.of(source.document.text)


def _joined(parts: list[str]) -> str:
    """Parts that overlap, each with the one before it, as one text."""
    text = parts[0]
    for part in parts[1:]:
        common = max(n for n in range(min(len(part), len(text)) + 1) if text.endswith(part[:n]))
        text += part[common:]
    return text


def test_budget_that_nothing_fits_into_is_a_fault_of_the_settings():
    with pytest.raises(ConfigError, match="3 tokens"):
        FromModel(Reads(), context_tokens=3)


def test_only_lines_that_are_shown_are_in_the_schema():
    source, prompts = held(LONG), []

    @dataclass
    class Keeps(Reads):
        def complete(self, prompt):
            prompts.append(prompt)
            return super().complete(prompt)

    propose(Keeps(), places(source, 10, 402), source)
    cited = prompts[0].schema["$defs"]["CitedLines"]["properties"]
    numbers = [int(line.partition(":")[0]) for line in prompts[0].context.splitlines()]
    assert (cited["first_line"]["minimum"], cited["last_line"]["maximum"]) == (numbers[0], numbers[-1])
