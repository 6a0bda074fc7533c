"""A proposer that is always wrong: it quotes the passage that is nearest in words and does not answer.

What it proposes meets the same checks as the claims of a language model. So the share that is believed says
how far the checks alone protect against a model that points at the wrong sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evals.modes.proposing import SAYS_NOTHING, WORDS, Passage, each_once, places_of
from evals.score.observation import ObservedItem, Place
from pincite.answer.claims import Claim, Proposal
from pincite.quality.likeness import says
from pincite.quality.observing import shared
from pincite.quality.questions import GoldRow
from pincite.records.document import Document
from pincite.records.evidence import Found
from pincite.records.library import Held, Identity
from pincite.records.question import Question
from pincite.retrieve.paths import ByWords


@dataclass(slots=True)
class Liar:
    """One claim for a row that is not its answer: the nearest passage, with its first value of the type."""

    row: GoldRow
    held: Held
    proposed: tuple[Place, ...] = ()
    """Where the first proposal points; empty while no passage has a word of the question."""

    def propose(
        self, question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
    ) -> Proposal:
        if not found or self.held.identity not in documents:
            return Proposal()
        for passage in self._nearest(question):
            claim = self._claim(question, passage)
            if not self._is_answer(passage.item(claim)):
                self.proposed = self.proposed or (passage.place,)
                return Proposal(claims=(claim,))
        return Proposal()

    def _nearest(self, question: Question) -> Iterator[Passage]:
        """What is said in the document, nearest in words first, without what holds a gold answer."""
        document = self.held.document
        gold = [place for answer in self.row.answers for place in places_of(self.row, answer, self.held)]
        for hit in ByWords(limit=len(document.blocks)).find(question, self.held):
            block = document.blocks[hit.block - 1]
            passage = Passage.of(self.held, [block])
            said = block.kind not in SAYS_NOTHING and passage.quotable
            if said and not any(shared((passage.span.start, passage.span.end), place) for place in gold):
                yield passage

    def _claim(self, question: Question, passage: Passage) -> Claim:
        for answer_type in each_once([*question.generation.answer_types, self.row.answer_type]):
            for claim in passage.claims(answer_type):
                return claim
        return next(passage.claims(WORDS))

    def _is_answer(self, item: ObservedItem) -> bool:
        """Whether it says what the gold says, only elsewhere: that would be no lie."""
        return any(says(self.row.answer_type, gold, item) for gold in self.row.answers)
