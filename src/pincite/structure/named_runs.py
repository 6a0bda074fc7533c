"""Join words that are each likely part of an item to the items that they name.

An item stands in one sentence, list item or row, and is told from the next by whatever stands between two
items: a comma, a bracket, a word that is part of neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.records.document import FURNITURE, Block, Document
from pincite.records.evidence import NamedWord
from pincite.records.span import Span

# From which chance on a word may be part of an item; whether the item is one is judged as a whole.
LEAST = 0.25
# What joins two words to one: "pre-renal", "Crohn’s", "and/or".
_JOINING = frozenset("-‐‑'’/")


@dataclass(frozen=True, slots=True)
class Run:
    """Words that name something together, in one block."""

    block: Block
    words: tuple[NamedWord, ...]

    @property
    def span(self) -> Span:
        return Span(self.words[0].span.start, self.words[-1].span.end)

    @property
    def chance(self) -> float:
        return sum(word.named for word in self.words) / len(self.words)

    @property
    def least(self) -> float:
        return min(word.named for word in self.words)

    @property
    def passage(self) -> float:
        return max(word.passage for word in self.words)


def named_runs(document: Document, words: Sequence[NamedWord]) -> list[Run]:
    """The runs of a document, in the order of its text; `words` are all words that were read, in order."""
    runs: list[Run] = []
    open_run: list[NamedWord] = []

    def close() -> None:
        if open_run:
            blocks = document.blocks_of(Span(open_run[0].span.start, open_run[-1].span.end))
            if len(blocks) == 1 and blocks[0].kind not in FURNITURE:
                runs.append(Run(blocks[0], tuple(open_run)))
            open_run.clear()

    ends = {block.span.end for block in document.blocks}
    for word in words:
        text = word.span.of(document.text)
        if not any(map(str.isalnum, text)):
            if not (open_run and _joins(document.text, text, word.span.end)):
                close()
            continue
        if word.named < LEAST:
            close()
            continue
        open_run.append(word)
        if word.span.end in ends:
            close()
    close()
    return runs


def _joins(whole: str, sign: str, end: int) -> bool:
    return all(each in _JOINING for each in sign) and whole[end : end + 1].isalnum()
