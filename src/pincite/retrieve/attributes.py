"""Note of each block which kinds of typed value stand in it, so that an attribute is a look-up.

"Half-life", "premium" or any other term is looked up together with the kind of value that is asked for:
the index knows where each word stands and where each kind of value does. So a new word in the
dictionary needs no new index.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pincite.patterns import pattern
from pincite.records.document import CELL_GAP, Document
from pincite.values.registered import holds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pincite.retrieve.texts import Marks

# The bits of a note, lowest first. Adding one changes what an index holds: see `words.MADE_BY`.
KINDS = ("amount", "date", "duration", "percentage", "number")
# What may be a value at all. The numbers of clauses are none, and contracts are full of them.
_FIGURE = pattern(
    r"\d|\wteen\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty"
    r"|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen)\b",
    re.IGNORECASE,
)
_REFERENCE = pattern(
    r"\b(?:sections?|articles?|clauses?|paragraphs?|schedules?|exhibits?|annex|appendix|pages?)\s+\d[\w.()]*",
    re.IGNORECASE,
)
# Digits, and marks that group them: without a sign, a unit, a letter or a second dot no other kind of value.
# Most cells of a financial statement are of this form.
_BARE_FIGURE = pattern(r"[0-9 ,()]*\.?[0-9 ,()]*")


def noted(document: Document) -> NDArray[np.uint8]:
    """For every block the kinds of value in it, one bit for each."""
    return np.fromiter((_kinds_in(block.span.of(document.text)) for block in document.blocks), np.uint8)


def holding(notes: NDArray[np.uint8], kinds: Sequence[str]) -> Marks:
    """For every block whether a value of one of these kinds stands in it."""
    wanted = sum(1 << bit for bit, kind in enumerate(KINDS) if kind in kinds)
    marks: Marks = (notes & np.uint8(wanted)) > 0
    return marks


def _kinds_in(text: str) -> int:
    """Any figure that is no reference counts as a number: reading it more closely is left to the answer."""
    if not _FIGURE.search(_REFERENCE.sub(" ", text)):
        return 0
    found = 1 << KINDS.index("number")
    # Cell by cell, as no value reaches out of one: so each is searched for numerals once and not once a kind.
    for cell in text.split(CELL_GAP):
        found |= _kinds_in_cell(cell)
    return found


# Tables say the same headings, signs and years again and again.
@functools.lru_cache(maxsize=4_000)
def _kinds_in_cell(cell: str) -> int:
    if _BARE_FIGURE.fullmatch(cell):
        return 0
    return sum(1 << bit for bit, kind in enumerate(KINDS) if kind != "number" and holds(kind, cell))
