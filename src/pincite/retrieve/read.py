"""Have a model read the best passages, then single sentences of them, each with those beside it.

A passage answers when any of its sentences does. Which one, and whether the one before or after takes it
back, the model is asked of each sentence by itself.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, zip_longest

from pincite.errors import ProviderError
from pincite.protocols import AnswerKind, PassageReader
from pincite.records.document import FURNITURE, Block, Document, Passage
from pincite.records.evidence import Excerpt, Extract, Fused, Hit, ReadPassage
from pincite.records.question import Question
from pincite.structure.excerpts import Cut, as_read, placed
from pincite.structure.lead_ins import names_columns

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
    extracts = _extracts(question, cut.excerpts(chosen), kind_of(question), reader)
    return as_read(chosen, extracts, reader.name)


def kind_of(question: Question) -> AnswerKind:
    """What is looked for in a passage: the words of a clause, a value among them, or either."""
    wanted = question.generation.answer_types
    if "clause" in wanted:
        return "clause"
    return "default" if wanted[0] in {"text", "boolean"} else "value"


_PER_PASSAGE = 2
# Of the best passage two more sentences are read than it points at, of the next two what there is room for.
_OF_THE_BEST = 2
_FILLED_FROM = 3
_NUMBERED = re.compile(r"\W*(?:[A-Za-z]+\s+)?(?:\d[\d.]*|[IVXLC]+|[A-Z])\b\W*")


def pointed_blocks(cut: Cut, read: Sequence[ReadPassage], most: int) -> list[Block]:
    """The sentences that the model points at, of the best passages first; no headings and no page heads.

    Where these are few, as in a short document, others of the best passage are taken, too: the nearest first.
    """
    ranked = sorted(read, key=lambda each: -each.score)
    found: dict[int, Block] = {}
    for passage in ranked:
        for block in _pointed(cut, passage):
            found.setdefault(block.number, block)
    kept = list(found.values())[: most - _OF_THE_BEST if len(found) >= most else most]
    chosen = {block.number: block for block in kept}
    for passage in ranked[:_FILLED_FROM]:
        for block in _around(cut, passage):
            if len(chosen) >= most:
                return list(chosen.values())
            chosen.setdefault(block.number, block)
    return list(chosen.values())


def _around(cut: Cut, passage: ReadPassage) -> list[Block]:
    """The other sentences of a passage, those next to the one that it points at first."""
    whole = [each for each in cut.document.blocks_of(passage.span) if each.kind not in FURNITURE]
    blocks = [each for each in whole if says_something(cut.document, each)]
    pointed = _pointed(cut, passage)
    at = pointed[0].number if pointed else 0
    return sorted(blocks, key=lambda each: abs(each.number - at))


def says_something(document: Document, block: Block) -> bool:
    """Whether a block is more than a title or the names of columns; "Fee: EUR 500" is, set as what it may."""
    if block.kind == "heading":
        text = block.span.of(document.text)
        return any(map(str.isdigit, _NUMBERED.sub("", text, count=1)))
    return not names_columns(document, block)


def read_sentences(
    question: Question, cut: Cut, blocks: Sequence[Block], reader: PassageReader
) -> Mapping[int, ReadPassage]:
    """By number of the block what the model makes of it."""
    shown = [cut.sentence(block) for block in blocks]
    extracts = read_each(question, [excerpt for _, excerpt in shown], reader)
    return {
        block.number: placed(span, extract)
        for block, (span, _), extract in zip(blocks, shown, extracts, strict=True)
    }


def read_each(question: Question, excerpts: Sequence[Excerpt], reader: PassageReader) -> Sequence[Extract]:
    """What the model makes of each excerpt, in their order, or a ProviderError."""
    if not excerpts:
        return []
    extracts = _extracts(question, excerpts, "value", reader)
    if len(extracts) != len(excerpts):
        raise ProviderError(
            f"The reader {reader.name} gave {len(extracts)} scores for {len(excerpts)} sentences.",
            hint="Choose another one, or none, in the setting `reader`.",
        )
    return extracts


def _extracts(
    question: Question, excerpts: Sequence[Excerpt], kind: AnswerKind, reader: PassageReader
) -> Sequence[Extract]:
    try:
        return reader.read(question.generation.plain, excerpts, kind)
    except OSError as error:
        raise ProviderError(
            f"The reader {reader.name} failed: {error}.", hint="Try again.", retryable=True
        ) from error


def _pointed(cut: Cut, passage: ReadPassage) -> list[Block]:
    """The sentences in which its short and its long place begin."""
    raw = passage.raw
    spans = [passage.pointed] if raw is None else [raw.short, raw.long]
    touched = [block for span in spans if span for block in cut.document.blocks_of(span)[:1]]
    kept = {block.number: block for block in touched if says_something(cut.document, block)}
    return list(kept.values())[:_PER_PASSAGE]
