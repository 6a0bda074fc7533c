"""Every true sentence as an answer: a generator that quotes and reads rightly, and answers another question.

For a question every block of the document is claimed as its answer, one after the other, with every value of
the type that it holds: the neighbour's row, the other column, the value before the amendment, the same words
about another party. None of it is false by itself. A block that gives the known answer is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pincite.contract.answers import Answer
from pincite.contract.cells import values_in
from pincite.contract.claims import Citation, Claim, Proposal
from pincite.contract.values.types import Boolean, Text
from pincite.generate.verbatim import Verbatim
from pincite.pipeline import Pipeline
from pincite.protocols import Verifier
from pincite.records.document import Block
from pincite.records.library import Held
from pincite.records.run import Run
from pincite.records.span import Span
from pincite.retrieve.weigh import weigh
from pincite.retrieve.words import load
from pincite.settings import Settings
from pincite.shelf import Shelf
from pincite.stages import pipeline_of
from pincite.verify.citation import judge
from pincite.verify.quote import locate
from pincite.verify.vouched import vouched
from tests.gold import Row, is_right

_NEAR = 12


@dataclass(frozen=True)
class Says:
    """A generator that proposes the one claim that it was made for."""

    claim: Claim

    def propose(self, question, found, documents):
        return Proposal(claims=(self.claim,))


@dataclass(frozen=True)
class Told:
    """What was claimed, and what became of it where every check let it pass."""

    row: Row
    claim: Claim
    answer: Answer

    @property
    def deceives(self) -> bool:
        return self.answer.outcome == "answered" and not is_right(self.row, self.answer)


def told_of(row: Row, held: Held, witnesses: Sequence[Verifier] = ()) -> Iterator[Told]:
    """Every claim about the document that passes the checks by itself, as it is answered in the end.

    Beside each place by itself, the place of the answer with a value from near by: its label, their value.
    """
    base = replace(pipeline_of(Settings(models=False), None), opposing=Verbatim(), witnesses=tuple(witnesses))
    asked = base.parser.read(row["question"], row["answer_type"])
    question = weigh(asked, [load(held.postings)])
    for claim in (*claims_of(row["answer_type"], held), *mislabelled(row, held)):
        judged = judge(question, claim, {held.identity.version: held}, base.checks)
        if vouched(question, judged, witnesses).passed:
            yield Told(row, claim, _answer(replace(base, generator=Says(claim)), row, held))


def claims_of(answer_type: str, held: Held) -> Iterator[Claim]:
    for block in held.document.blocks:
        text = block.span.of(held.document.text)
        for value, original in _values(answer_type, held, block):
            lines = [line.number for line in held.document.lines_of(block.span)]
            cited = Citation(version=held.identity.version, lines=(lines[0], lines[-1]), quote=text)
            yield Claim(
                answer_type=answer_type, value=value, original=original, citations=(cited,), score=0.9
            )


def mislabelled(row: Row, held: Held) -> Iterator[Claim]:
    """The quote that answers, cited before another place near it whose value is given for its own."""
    text = held.document.text
    for answer in row["answers"]:
        for match in locate(answer["quote"], text)[:1]:
            right = held.document.blocks_of(Span(match.start, match.end))[0]
            lines = [line.number for line in held.document.lines_of(right.span)]
            label = Citation(
                version=held.identity.version, lines=(lines[0], lines[-1]), quote=right.span.of(text)
            )
            for claim in claims_of(row["answer_type"], held):
                if 0 < abs(claim.citations[0].lines[0] - lines[0]) <= _NEAR:
                    yield claim.model_copy(update={"citations": (label, *claim.citations)})


def _values(answer_type: str, held: Held, block: Block) -> list[tuple[object, str]]:
    text = block.span.of(held.document.text)
    if answer_type == "text":
        return [(Text(text=text), text)]
    if answer_type == "boolean":
        return [(Boolean(value=True), text), (Boolean(value=False), text)]
    return [(each.value, each.original(text)) for each in values_in(answer_type, held.document, block)]


def _answer(pipeline: Pipeline, row: Row, held: Held) -> Answer:
    shelf = Shelf((held.identity,), (held.identity,), lambda identity: held)
    return pipeline.ask(row["question"], shelf, Run("run"), row["answer_type"])
