"""Find where in the text words stood that a reader does not see."""

from __future__ import annotations

from collections.abc import Set

import numpy as np

from pincite.ingest.pdf.glyphs import UnseenLine
from pincite.records.document import Words


class Stood:
    """The words of some pages by where they are printed, as far as they are written."""

    def __init__(self, words: Words, pages: Set[int]) -> None:
        self._places: dict[tuple[float, ...], tuple[int, int]] = {}
        for word in np.flatnonzero(np.isin(words.pages, list(pages))).tolist():
            edges = words.edges[4 * word : 4 * word + 4]
            self._places[words.pages[word], *edges] = words.starts[word], words.ends[word]

    def at(self, page: int, unseen: UnseenLine) -> int | None:
        """Before which character a line stood; None where the word beside it was read in another way."""
        place = self._places.get((page, *unseen.beside)) if unseen.beside is not None else None
        return None if place is None else place[unseen.is_after]
