"""The pictures of an image file as pages to draw, in the resolution of a report."""

from __future__ import annotations

import numpy as np

from pincite.ingest.image import frames
from pincite.records.document import Box
from pincite.records.reading import Raster

# Of a photograph some thousand pixels across are enough to read it.
_ACROSS = 1_000


class ImageSheets:
    """The pages of one image file."""

    def __init__(self, content: bytes, name: str) -> None:
        self._frames = list(frames(content, name))

    def size(self, page: int) -> tuple[float, float]:
        """Width and height in points, as they were read."""
        frame = self._frames[page - 1]
        return frame.raster.width * frame.points, frame.raster.height * frame.points

    def strip(self, part: Box, dpi: float) -> Raster:
        """A part of a page, which the box names."""
        raster, points = self._frames[part.page - 1].raster, self._frames[part.page - 1].points
        pixels = np.frombuffer(raster.pixels, np.uint8).reshape(raster.height, raster.width, 3)
        left, top, right, bottom = (round(edge / points) for edge in (part.x0, part.y0, part.x1, part.y1))
        cut = pixels[top : max(bottom, top + 1), left : max(right, left + 1)]
        wanted = max((part.x1 - part.x0) * dpi / 72, _ACROSS)
        every = max(1, int(cut.shape[1] / wanted))
        small = np.ascontiguousarray(cut[::every, ::every])
        return Raster(small.shape[1], small.shape[0], small.tobytes())
