"""A model is shown every place that was found, some lines at a time, and can cite nothing else."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

import pytest
from tests.contract.test_replies import ITEM, SIGNALS, reply
from tests.factories import held, question
from tests.test_pipeline import FEE, pipeline

from pincite.errors import ConfigError
from pincite.generate.batches import batches
from pincite.generate.model import FromModel
from pincite.providers.scripted import Scripted
from pincite.records.evidence import Found
from pincite.records.run import Run
from pincite.records.span import Span
from pincite.shelf import Shelf
from pincite.verify.value import ValueCheck

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
    shelf = Shelf((source.identity,), (source.identity,), lambda identity: source)
    answer = pipeline(generator=FromModel(model)).ask(FEE, shelf, Run("run"))
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
    assert (signals.found, signals.complete, signals.context_well_parsed) == (True, True, True)
    garbled = propose(Reads(signals={"context_well_parsed": False}), found, source).signals
    assert not garbled.context_well_parsed
    words = propose(Reads(signals={"new_keywords": ["rent"]}), found, source).signals
    assert words.new_keywords == ["rent"]


def test_line_that_was_found_and_not_shown_cannot_be_cited():
    @dataclass(frozen=True)
    class Guesses:
        """Looks at the first line that it is given and cites the third."""

        def propose(self, question, found, documents):
            said = FromModel(Scripted((reply(),))).propose(question, found, documents)
            shown = said.shown[0].model_copy(update={"lines": (1, 1)})
            return said.model_copy(update={"shown": (shown,)})

    source = held()
    shelf = Shelf((source.identity,), (source.identity,), lambda identity: source)
    answer = pipeline(generator=Guesses()).ask(FEE, shelf, Run("run"))
    assert (answer.outcome, answer.items) == ("unverified", [])
    assert "was not in what the generator was given to read" in answer.coverage.nearest[0].reason


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
    shelf = Shelf((source.identity,), (source.identity,), lambda identity: source)
    answer = pipeline(generator=Boasts(), checks=(ValueCheck(),)).ask(FEE, shelf, Run("run"))
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

    shelf = Shelf((source.identity,), (source.identity,), lambda identity: source)
    (line,) = source.document.lines_of(seen.anchor)
    assert line.span.of(text).startswith("- the yearly fee")
    answer = pipeline(generator=Cites("- the monthly fee: EUR 4,500.00", 5)).ask(FEE, shelf, Run("run"))
    assert (answer.outcome, answer.items) == ("unverified", [])
