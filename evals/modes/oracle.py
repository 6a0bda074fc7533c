"""A proposer that is always right: it quotes the passages of our own that hold the gold answers.

What it proposes meets the same checks as the claims of a language model. So the share that is believed says
how much of the truth the checks let through, whatever model is asked.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evals.modes.proposing import WORDS, Passage, each_once, places_of
from evals.score.observation import Place
from pincite.answer.claims import Claim, Proposal
from pincite.language.vocabulary import stems
from pincite.quality.likeness import says
from pincite.quality.observing import stands_right
from pincite.quality.questions import GoldAnswer, GoldRow
from pincite.records.document import Document
from pincite.records.evidence import Found
from pincite.records.library import Held, Identity
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.values.types import Boolean

_Proposed = tuple[Passage, Claim]


@dataclass(slots=True)
class Oracle:
    """The gold answers of one row as claims; nothing where the document is silent."""

    row: GoldRow
    held: Held
    proposed: tuple[Place, ...] = ()
    """Where the first proposal points; empty while nothing can be proposed."""

    def propose(
        self, question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
    ) -> Proposal:
        if not found or self.held.identity not in documents:
            return Proposal()
        made = self._answers(question)
        self.proposed = self.proposed or tuple(passage.place for passage, _ in made)
        rank = range(len(made), 0, -1)
        return Proposal(
            claims=tuple(
                claim.model_copy(update={"score": place / len(made)})
                for place, (_, claim) in zip(rank, made, strict=True)
            )
        )

    def _answers(self, question: Question) -> list[_Proposed]:
        """One claim, or of a list one for each item; none where some item cannot be claimed."""
        each = (self._answer(question, gold) for gold in self.row.answers)
        if question.generation.answer_shape == "single" or self.row.answer_shape in ("single", None):
            return list(itertools.islice((made for made in each if made), 1))
        items = list(each)
        return [made for made in items if made] if all(items) else []

    def _answer(self, question: Question, gold: GoldAnswer) -> _Proposed | None:
        """The first claim that would be marked right; None where no passage gives the gold's value."""
        types = each_once([*question.generation.answer_types, self.row.answer_type, WORDS])
        for answer_type in types:
            for passage in self._passages(gold):
                for claim in self._claims(answer_type, gold, passage):
                    item = passage.item(claim)
                    if says(self.row.answer_type, gold, item) and stands_right(item, gold):
                        return passage, claim
        return None

    def _claims(self, answer_type: str, gold: GoldAnswer, passage: Passage) -> Iterator[Claim]:
        said = (gold.value or {}).get("value")
        if answer_type == Boolean.answer_type and isinstance(said, bool):
            # A yes or no is not written in the text: a model that understands it says it all the same.
            yield passage.claim(answer_type, Boolean(value=said), passage.words)
            return
        yield from passage.claims(answer_type)

    def _passages(self, gold: GoldAnswer) -> Iterator[Passage]:
        """The blocks that hold the gold's words, the most of them first; then what stands together."""
        document = self.held.document
        places = [document.blocks_of(Span(*place)) for place in places_of(self.row, gold, self.held)]
        told = set(stems(f"{self.row.question} {gold.text}"))
        single = [Passage.of(self.held, [block]) for blocks in places for block in blocks]
        single.sort(key=lambda passage: -len(told & set(stems(passage.words))))
        together = [Passage.of(self.held, blocks) for blocks in places if len(blocks) > 1]
        yield from (passage for passage in (*single, *together) if passage.quotable)
