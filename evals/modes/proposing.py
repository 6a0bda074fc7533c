"""Passages of a document as claims, for a proposer of known honesty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from evals.score.observation import ObservedItem, Place
from pincite.answer.claims import LONGEST_QUOTE, Claim
from pincite.generate.citing import cite
from pincite.prove.quote import locate
from pincite.quality.likeness import says
from pincite.quality.observing import Range
from pincite.quality.questions import GoldAnswer, GoldRow
from pincite.records.document import FURNITURE, Block
from pincite.records.library import Held
from pincite.records.span import Span
from pincite.structure.cells import values_in
from pincite.values.readings import Reading
from pincite.values.registered import find, value_types
from pincite.values.types import Text

WORDS = "text"
SAYS_NOTHING = FURNITURE | {"heading"}


@dataclass(frozen=True, slots=True)
class Passage:
    """Words of a document that a claim may quote."""

    held: Held
    span: Span
    page: int | None

    @classmethod
    def of(cls, held: Held, blocks: Sequence[Block]) -> Passage:
        return cls(held, Span(blocks[0].span.start, blocks[-1].span.end), blocks[0].page)

    @property
    def words(self) -> str:
        return self.span.of(self.held.document.text)

    @property
    def quotable(self) -> bool:
        return len(self.words) <= LONGEST_QUOTE

    @property
    def place(self) -> Place:
        return Place(start=self.span.start, end=self.span.end, page=self.page, snippet=self.words)

    def claims(self, answer_type: str) -> Iterator[Claim]:
        """A claim for every value of the type that is read from the words; of words one with all of them."""
        if answer_type == WORDS:
            yield self.claim(WORDS, Text(text=self.words), self.words)
        elif answer_type in value_types():
            for reading in self._values(answer_type):
                yield self.claim(answer_type, reading.value, reading.original(self.words))

    def _values(self, answer_type: str) -> list[Reading[BaseModel]]:
        """The values that are read here; a figure of a table with the scale that its table states."""
        blocks = self.held.document.blocks_of(self.span)
        if len(blocks) == 1 and blocks[0].span == self.span:
            return values_in(answer_type, self.held.document, blocks[0])
        return find(answer_type, self.words)

    def claim(self, answer_type: str, value: BaseModel, original: str) -> Claim:
        """What a model would say that points at these words."""
        cited = cite(self.held.identity, self.held.document, self.span)
        return Claim(answer_type=answer_type, value=value, original=original, citations=(cited,), score=1.0)

    def item(self, claim: Claim) -> ObservedItem:
        """The claim as it would be observed if it were believed."""
        return ObservedItem(
            answer_type=claim.answer_type,
            value=claim.value.model_dump(mode="json"),
            original=claim.original,
            confidence=1.0,
            proved=True,
            places=(self.place,),
        )


def places_of(row: GoldRow, gold: GoldAnswer, held: Held) -> list[Range]:
    """Where a gold answer is in a document: at its places, or wherever its quote or else its value is."""
    text = held.document.text
    if gold.spans:
        return [span for span in gold.spans if span[1] <= len(text)]
    if gold.quote:
        return [(match.start, match.end) for match in locate(gold.quote, text)]
    passages = (Passage.of(held, [block]) for block in held.document.blocks if block.kind not in SAYS_NOTHING)
    return [(each.span.start, each.span.end) for each in passages if _gives(row, gold, each)]


def _gives(row: GoldRow, gold: GoldAnswer, passage: Passage) -> bool:
    """Whether the value of a gold answer is read from a passage."""
    claims = passage.claims(row.answer_type or WORDS)
    return passage.quotable and any(says(row.answer_type, gold, passage.item(claim)) for claim in claims)


def each_once(names: Iterable[str | None]) -> list[str]:
    """The names in their order, without those that are missing or come again."""
    return list(dict.fromkeys(name for name in names if name))
