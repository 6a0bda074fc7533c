"""Have a model read single sentences, each with those beside it: does this one answer?

A passage answers when any of its sentences does. Which one, and whether the one before or after takes it
back, the model is asked of each sentence by itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pincite.errors import ProviderError
from pincite.protocols import PassageReader
from pincite.records.document import FURNITURE, Block, Document
from pincite.records.evidence import Excerpt, Extract, ReadPassage
from pincite.records.question import Question
from pincite.structure.excerpts import Cut, placed
from pincite.structure.lead_ins import names_columns

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
    try:
        extracts = reader.read(question.generation.plain, excerpts, "value")
    except OSError as error:
        raise ProviderError(
            f"The reader {reader.name} failed: {error}.", hint="Try again.", retryable=True
        ) from error
    if len(extracts) != len(excerpts):
        raise ProviderError(
            f"The reader {reader.name} gave {len(extracts)} scores for {len(excerpts)} sentences.",
            hint="Choose another one, or none, in the setting `reader`.",
        )
    return extracts


def _pointed(cut: Cut, passage: ReadPassage) -> list[Block]:
    """The sentences in which its short and its long place begin."""
    raw = passage.raw
    spans = [passage.pointed] if raw is None else [raw.short, raw.long]
    touched = [block for span in spans if span for block in cut.document.blocks_of(span)[:1]]
    kept = {block.number: block for block in touched if says_something(cut.document, block)}
    return list(kept.values())[:_PER_PASSAGE]
