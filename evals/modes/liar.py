"""A reader that is always wrong: it names the line that is nearest in words and does not answer.

What it names meets the same checks as what a language model names. So the share that is believed says how far
the checks, and whoever must agree, protect against a model that points at the wrong sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from evals.modes.oracle import none, sure
from evals.modes.pointing import places_of
from evals.score.observation import ObservedItem, Place
from pincite.answer.view_and_form import AskedQuestion, Reading, ReadItem, View, ViewLine
from pincite.quality.likeness import says
from pincite.quality.observing import shared
from pincite.quality.questions import GoldRow
from pincite.read.form import offered
from pincite.read.view import MOST_CHARS
from pincite.records.document import FURNITURE
from pincite.records.library import Held
from pincite.structure.cells import values_in
from pincite.values.types import Text

_SAYS_NOTHING = FURNITURE | {"heading"}


@dataclass(slots=True)
class Liar:
    """One line for a row that is not its answer: the nearest in words, with its first value of the type."""

    row: GoldRow
    held: Held
    name: str = "liar"
    proposed: tuple[Place, ...] = ()
    """Where it pointed; empty while no line that is shown has a word of the question."""
    version: ClassVar[str] = ""
    most_chars: ClassVar[int] = MOST_CHARS

    def read(self, asked: Sequence[AskedQuestion], view: View) -> list[Reading]:
        return [self._reading(each, view) for each in asked]

    def _reading(self, asked: AskedQuestion, view: View) -> Reading:
        for line in self._nearest(view):
            item = self._item(asked, line)
            if not self._is_answer(item, line):
                self.proposed = (*self.proposed, self._place(line))
                return sure(self.name, "words", [item])
        return none(self.name)

    def _nearest(self, view: View) -> Iterator[ViewLine]:
        """What is shown of the document, nearest in words first, without what holds a gold answer."""
        document = self.held.document
        gold = [place for answer in self.row.answers for place in places_of(self.row, answer, self.held)]
        said = [line for line in view.lines if line.kind not in _SAYS_NOTHING]
        words = {line.number: _words(line.span.of(document.text)) for line in said}
        often = Counter(word for each in words.values() for word in each)
        asked = _words(self.row.question)
        near = {number: sum(1 / often[word] for word in asked & each) for number, each in words.items()}
        for line in sorted(said, key=lambda line: (-near[line.number], line.number)):
            own = (line.span.start, line.span.end)
            is_own = near[line.number] > 0 and line.identity == self.held.identity
            if is_own and not any(shared(own, place) for place in gold):
                yield line

    def _item(self, asked: AskedQuestion, line: ViewLine) -> ReadItem:
        document = self.held.document
        block = document.blocks[line.block - 1]
        wanted = [*asked.types, *([self.row.answer_type] if self.row.answer_type else [])]
        for kind in dict.fromkeys(each for each in wanted if each in offered(asked) and each != "text"):
            for reading in values_in(kind, document, block):
                words = reading.original(block.span.of(document.text))
                return ReadItem((line.number,), words, reading.value, kind)
        return ReadItem((line.number,))

    def _is_answer(self, item: ReadItem, line: ViewLine) -> bool:
        """Whether it says what the gold says, only elsewhere: that would be no lie."""
        words = item.words or line.span.of(self.held.document.text)
        value = item.value or Text(text=words)
        seen = ObservedItem(
            answer_type=item.answer_type or "text",
            value=value.model_dump(mode="json"),
            original=words,
            confidence=1.0,
            proved=True,
            places=(self._place(line),),
        )
        return any(says(self.row.answer_type, gold, seen) for gold in self.row.answers)

    def _place(self, line: ViewLine) -> Place:
        words = line.span.of(self.held.document.text)
        return Place(start=line.span.start, end=line.span.end, page=line.page, snippet=words)


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]{3,}", text.casefold()))
