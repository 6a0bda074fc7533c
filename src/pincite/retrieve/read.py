"""Have a model read the best passages: what it makes of each, and the order that follows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, zip_longest

from pincite.errors import ProviderError
from pincite.protocols import AnswerKind, PassageReader
from pincite.records.document import Passage
from pincite.records.evidence import Fused, Hit, ReadPassage
from pincite.records.question import Question
from pincite.structure.excerpts import Cut, as_read

READER = "reader"
"""The path of blocks that a reading model points at."""


@dataclass(frozen=True, slots=True)
class Readings:
    """What a model made of some passages of one document, and of some of their sentences."""

    cut: Cut
    known: Mapping[Passage, ReadPassage] = field(default_factory=dict)
    sentences: Mapping[int, ReadPassage] = field(default_factory=dict)
    """By the number of the block."""

    def at(self, start: int) -> ReadPassage | None:
        """What was made of the passage that holds a character; None where no model has read it."""
        return self.known.get(self.cut.at(start))

    def ordered(self, found: Sequence[Fused]) -> list[Fused]:
        """The same blocks and those that the model points at: of passages that were read first, by score."""
        pointed = {block: Fused(block, 0.0, (READER,)) for block in self.pointed_blocks()}
        by_paths = [_also_pointed(each) if pointed.pop(each.block, None) else each for each in found]
        return sorted([*pointed.values(), *by_paths], key=lambda each: -self._score(each))

    def pointed_blocks(self) -> list[int]:
        """The blocks that the model points at, those of the best passage first."""
        read = sorted(self.known.values(), key=lambda each: -each.score)
        touched = (self.cut.document.blocks_of(each.pointed) for each in read if each.pointed)
        return [block.number for blocks in touched for block in blocks]

    def with_more(self, question: Question, starts: Iterable[int], reader: PassageReader) -> Readings:
        """These and what the model makes of the other passages that hold one of the characters."""
        chosen = [each for each in dict.fromkeys(map(self.cut.at, starts)) if each not in self.known]
        more = read_passages(question, self.cut, chosen, reader)
        return replace(self, known={**self.known, **more}) if more else self

    def _score(self, each: Fused) -> float:
        reading = self.at(self.cut.document.blocks[each.block - 1].span.start)
        return reading.score if reading else -math.inf


def _also_pointed(each: Fused) -> Fused:
    return replace(each, paths=(*each.paths, READER))


def starts_of(cut: Cut, found: Iterable[Fused], most: int, meant: Iterable[Hit] = ()) -> list[int]:
    """Where the passages to read start: those that hold something found, then others as they stand.

    `meant` is what vectors find. They choose better than all paths together what a model should read, and
    words find what vectors pass over: so both are taken in turn.
    """
    by_all = dict.fromkeys(cut.at_block(each.block) for each in found)
    by_meaning = dict.fromkeys(cut.at_block(each.block) for each in meant)
    both = (each for pair in zip_longest(by_meaning, by_all) for each in pair if each is not None)
    # A question in other words than the document's finds little, and a short document can be read whole.
    return [passage.span.start for passage in dict.fromkeys(chain(both, cut.passages))][:most]


def read_passages(
    question: Question, cut: Cut, chosen: Sequence[Passage], reader: PassageReader
) -> dict[Passage, ReadPassage]:
    """By passage what the model makes of it; a failure of the model is an error and no silence."""
    if not chosen:
        return {}
    asked, kind = question.generation.plain, kind_of(question)
    try:
        extracts = reader.read(asked, cut.excerpts(chosen), kind)
    except OSError as error:
        raise ProviderError(
            f"The reader {reader.name} failed: {error}.", hint="Try again.", retryable=True
        ) from error
    return as_read(chosen, extracts, reader.name)


def kind_of(question: Question) -> AnswerKind:
    """What is looked for in a passage: the words of a clause, a value among them, or either."""
    wanted = question.generation.answer_types
    if "clause" in wanted:
        return "clause"
    return "default" if wanted[0] in {"text", "boolean"} else "value"
