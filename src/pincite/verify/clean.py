"""Score how cleanly a quote is cut: whether it begins and ends where a sentence, an item or a cell does.

A quote that starts in the middle of a sentence can be true word for word and still mislead by what it leaves
out. So can one put together from two places: what stands between them is noted as a gap.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pincite.answer.claims import Claim
from pincite.answer.verdicts import Verdict
from pincite.records.document import Block, Document
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.structure.lead_ins import lead_in, numbering_of

# What may stand before the first word of a sentence, and after its last.
_OPENING = " \t\r\n•·▪◦‣*-–—\"“”'‘’([|"
_CLOSING = " \t\r\n.,;:!?\"”'’)]|"
# The stop of a sentence, and not that of "No." or "Inc.".
_STOP = re.compile(r"(?:[^\W\d_]{4,}|\d|[)%\]])[.!?][\"”'’)]*\s+\Z")
_NEAR = 40
_CUT = 0.5
_GAP = 0.9


@dataclass(frozen=True, slots=True)
class CleanCheck:
    """Every quote begins and ends at a boundary, as far as the level requires it; the rest is noted."""

    needed: float = 0.0
    name: ClassVar[str] = "clean"

    def judge(self, question: Question, claim: Claim, proofs: Sequence[Proof]) -> Verdict:
        score = 1.0
        notes: list[str] = []
        for proof in proofs:
            cuts = _cuts(proof.document, proof.span)
            score *= _CUT ** len(cuts)
            notes += cuts
        if skipped := sum(_between(a, b) for a, b in itertools.pairwise(proofs)):
            score *= _GAP
            notes.append(f"{skipped} sentences or items lie between the quotes")
        reason = f"{'; '.join(notes)} ({score:.2f})" if notes else "begins and ends at a boundary"
        # Where it is only noted it takes nothing from the confidence, by which answers are compared.
        shown = round(score, 4) if self.needed else 1.0
        passed = score >= self.needed
        return Verdict(
            check=self.name, passed=passed, score=shown, reason=reason, cause="" if passed else "cut"
        )


def _cuts(document: Document, span: Span) -> list[str]:
    """Where a quote cuts through a sentence."""
    blocks = document.blocks_of(span)
    if not blocks:
        return ["is not part of a sentence"]
    cuts = []
    if span.start > _first_word(document, blocks[0]) and not _begins(document, span):
        cuts.append("begins inside a sentence")
    if span.end < _last_word(document, blocks[-1]) and not _ends(document, span):
        cuts.append("ends inside a sentence")
    return cuts


def _begins(document: Document, span: Span) -> bool:
    """Whether a cell or another sentence of the same item begins there."""
    cell = document.cell_of(Span(span.start, span.start + 1))
    return (cell is not None and span.start <= cell.span.start) or _parts(document.text, span.start)


def _ends(document: Document, span: Span) -> bool:
    cell = document.cell_of(Span(span.end - 1, span.end))
    if cell is not None and span.end >= cell.span.end:
        return True
    rest = document.text[span.end : span.end + _NEAR]
    return _parts(document.text, span.end + len(rest) - len(rest.lstrip(_CLOSING)))


def _parts(text: str, at: int) -> bool:
    """Whether one sentence ends before `at` and another begins there."""
    return _STOP.search(text, max(0, at - _NEAR), at) is not None and text[at : at + 1].isupper()


def _first_word(document: Document, block: Block) -> int:
    text = block.span.of(document.text)
    start = max(numbering_of(text), len(text) - len(text.lstrip(_OPENING)))
    rest = text[start:]
    return block.span.start + start + len(rest) - len(rest.lstrip(_OPENING))


def _last_word(document: Document, block: Block) -> int:
    return block.span.start + len(block.span.of(document.text).rstrip(_CLOSING))


def _between(a: Proof, b: Proof) -> int:
    """How many blocks stand between two quotes; none where one introduces the other's list."""
    if a.document is not b.document:
        return 0
    first, second = (proof.document.blocks_of(proof.span) for proof in (a, b))
    if not first or not second or lead_in(b.document, second[0]) == first[-1]:
        return 0
    return max(0, max(first[0].number, second[0].number) - min(first[-1].number, second[-1].number) - 1)
