"""Keep shelves beside the library, so that the first question of a process need not load every document.

A shelf is kept as it was built of documents that were loaded and checked. It is used by the same version of
Pincite only, and of it only documents that are still current.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from pincite.answer.answers import PageCoverage
from pincite.ask.outlines import Outline
from pincite.protocols import Aside
from pincite.records.library import Identity, ReadBy
from pincite.retrieve.index import MADE_BY
from pincite.retrieve.shelf import Shelf, packed, shelf_from
from pincite.retrieve.unpacking import UNREADABLE, unpacked

_SHELF, _FORM = "shelf-", 1


@dataclass(frozen=True, slots=True)
class PackedShelves:
    """The shelves of one collection that are kept."""

    aside: Aside
    collection: str

    def restored(self, wanted: Collection[Identity]) -> Iterator[tuple[tuple[Outline, ...], Shelf]]:
        """What is kept of current documents; what holds mostly others is deleted."""
        current, known = frozenset(wanted), set[Identity]()
        for name in self.aside.names():
            if name.startswith(_SHELF) and not name.startswith(_of_this_version()):
                self.aside.drop(name)
            if not name.startswith(self._prefix):
                continue
            found = self._read(name)
            identities = {each.identity for each in found[0]} if found else set()
            if not found or 2 * len(identities & current) <= len(identities) or identities & known:
                self.aside.drop(name)
                continue
            known |= identities
            yield found

    def keep(self, outlines: Sequence[Outline], shelf: Shelf) -> bool:
        """Whether a shelf is kept from now on."""
        about = json.dumps([_written(each) for each in outlines]).encode()
        arrays = {**packed(shelf), "about": np.frombuffer(about, dtype=np.uint8)}
        content = io.BytesIO()
        np.savez(content, allow_pickle=False, **arrays)
        return self.aside.write(self._prefix + hashlib.sha256(about).hexdigest()[:16], content.getvalue())

    def _read(self, name: str) -> tuple[tuple[Outline, ...], Shelf] | None:
        content = self.aside.read(name)
        if content is None:
            return None
        try:
            arrays = unpacked(content)
            outlines = tuple(_outline(each) for each in json.loads(arrays.pop("about").tobytes()))
            return outlines, shelf_from(arrays)
        except (*UNREADABLE, TypeError):
            return None

    @property
    def _prefix(self) -> str:
        return f"{_of_this_version()}{hashlib.sha256(self.collection.encode()).hexdigest()[:16]}-"


def _of_this_version() -> str:
    """What the names of shelves begin with that this version of Pincite reads."""
    from pincite import __version__

    made_by = f"{_FORM}/{__version__}/{MADE_BY}"
    return f"{_SHELF}{hashlib.sha256(made_by.encode()).hexdigest()[:16]}-"


def _written(outline: Outline) -> dict[str, Any]:
    return {**asdict(outline), "pages": outline.pages.model_dump()}


def _outline(written: Mapping[str, Any]) -> Outline:
    read_by = written["read_by"]
    return Outline(
        read_by=ReadBy(**{**read_by, "identity": Identity(**read_by["identity"])}),
        blocks=written["blocks"],
        pages=PageCoverage.model_validate(written["pages"]),
        waiting=tuple(written["waiting"]),
        left_out=written["left_out"],
        has_tables=written["has_tables"],
    )
