"""Recognise an image once, however often a document shows it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from pincite.protocols import Recogniser
from pincite.records.reading import Raster, Reading


@dataclass(slots=True)
class Once:
    """A recogniser that remembers what it read, by the pixels of the image."""

    by: Recogniser
    _read: dict[bytes, Reading] = field(default_factory=dict, init=False)

    @property
    def name(self) -> str:
        return self.by.name

    @property
    def version(self) -> str:
        return self.by.version

    def recognise(self, raster: Raster) -> Reading:
        seen = hashlib.sha256(f"{raster.width}x{raster.height} ".encode())
        seen.update(raster.pixels)
        if (pixels := seen.digest()) not in self._read:
            self._read[pixels] = self.by.recognise(raster)
        return self._read[pixels]
