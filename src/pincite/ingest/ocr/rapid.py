"""Recognise text with RapidOCR, whose models come inside its package.

RapidOCR finds lines and reads each. Its own boxes of words go astray on lines of mixed scripts, and it gives
a word the confidence of another. So words are put together in `letters` from what lies below: the column of
the line's image in which each character was read, and how surely.
"""

from __future__ import annotations

import functools
import importlib.metadata
import math
import os
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.errors import MissingExtra
from pincite.ingest.ocr.letters import Reads, is_tall, stroke, words
from pincite.records.reading import Raster, Reading, ReadLine

if TYPE_CHECKING:
    import numpy as np

_MAX_SIDE, _MIN_SIDE = 2600, 64
_FIND_SIDE = 2000
"""Longer side of the image in which lines are found: this takes most of the memory, and 1,400 would run the
figures of small tables together. They are read in the larger image."""
_MARGIN = 40
"""White pixels put around an image: lines that touch its edge are missed otherwise."""
_THREADS = 2
_MIN_LINE_SCORE = 0.5
_MAX_LINES = 5_000
"""Lines found on one page. RapidOCR's own 1,000 loses the upper part of a page of small tables."""
_LINE_HEIGHT = 48
_BATCH = 1
"""Lines read at once: more are padded to the widest of them, which costs a third more time, and memory."""
_REVISION = 3
"""Of what is done here with what RapidOCR finds; a change of it makes other words of the same image."""
_MODELS = {"Det": "det", "Cls": "cls", "Rec": "rec"}


@dataclass(frozen=True, slots=True)
class RapidOcr:
    """Reads print of most scripts, also small, skewed or photographed."""

    name: str = "rapidocr"

    @property
    def version(self) -> str:
        return f"{_version()}-{_REVISION}"

    def recognise(self, raster: Raster) -> Reading:
        import numpy as np

        pixels = np.frombuffer(raster.pixels, np.uint8).reshape(raster.height, raster.width, 3)
        image, scale = _prepared(pixels)
        quads, crops = _find_lines(image)
        if not crops:
            return Reading(())
        flipped = _turn_round(quads, crops)
        lines: list[ReadLine] = []
        for number, (reads, score) in enumerate(_read(crops)):
            if score >= _MIN_LINE_SCORE and reads.columns:
                place = stroke((quads[number] - _MARGIN) / scale, flipped[number])
                lines.append(ReadLine(tuple(words(reads, crops[number], place))))
        return Reading(tuple(lines), _angle(quads))


def is_installed() -> bool:
    return bool(_version())


@functools.cache
def _version() -> str:
    """Empty when it is not installed."""
    try:
        return importlib.metadata.version("rapidocr")
    except importlib.metadata.PackageNotFoundError:
        return ""


@functools.cache
def _engine() -> Any:
    try:
        import onnxruntime  # type: ignore[import-untyped]  # noqa: F401  (else only the first image would fail)
        import rapidocr
    except ImportError as error:
        raise MissingExtra("rapidocr", extra="ocr", needed_for="Reading text from images") from error
    threads = max(1, min(_THREADS, os.cpu_count() or 1))
    engine = rapidocr.RapidOCR(
        params={
            "Global.log_level": "error",
            "Global.use_vertical_padding": False,
            "Global.return_word_box": True,
            "EngineConfig.onnxruntime.intra_op_num_threads": threads,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            "Det.limit_type": "max",
            "Det.limit_side_len": _FIND_SIDE,
            "Det.max_candidates": _MAX_LINES,
            # Lines are padded to the widest of a batch, and to this: cells of a table are much narrower than
            # the 320 that RapidOCR pads them to, and read the same.
            "Rec.rec_img_shape": [3, _LINE_HEIGHT, _LINE_HEIGHT],
            "Rec.rec_batch_num": _BATCH,
            **_model_paths(Path(rapidocr.__file__).parent / "models"),
        }
    )
    engine.return_word_box = True
    return engine


def _model_paths(folder: Path) -> dict[str, str]:
    """The models inside the package by their path: asked for by name, RapidOCR might fetch others."""
    found = {part: sorted(folder.glob(f"*{name}*.onnx")) for part, name in _MODELS.items()}
    if not all(found.values()):
        raise MissingExtra("rapidocr with its models", extra="ocr", needed_for="Reading text from images")
    return {f"{part}.model_path": str(paths[0]) for part, paths in found.items()}


def _prepared(pixels: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], float]:
    """The image in the size and colour order that the models expect, and its scale."""
    import cv2

    height, width = pixels.shape[:2]
    scale = min(1.0, _MAX_SIDE / max(height, width))
    if min(height, width) * scale < _MIN_SIDE:
        scale = min(_MIN_SIDE / min(height, width), _MAX_SIDE / max(height, width))
    if scale != 1.0:
        size = max(round(width * scale), 1), max(round(height * scale), 1)
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    image = cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR)
    edge, white = _MARGIN, (255, 255, 255)
    return cv2.copyMakeBorder(image, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=white), scale


def _find_lines(image: np.ndarray[Any, Any]) -> tuple[Any, list[np.ndarray[Any, Any]]]:
    from rapidocr.main import RapidOCRError

    try:
        crops, found = _engine().detect_and_crop(image, {})
    except RapidOCRError:  # its way to say that there is no text
        return (), []
    return found.boxes, list(crops)


def _turn_round(quads: Any, crops: list[np.ndarray[Any, Any]]) -> list[bool]:
    """Turn the upended lines that came out head down in `crops`; whether each line was turned.

    Lines across the page are left alone: the classifier now and then turns a good one, and a whole page
    that stands on its head is noticed by its confidence.
    """
    tall = [number for number, quad in enumerate(quads) if is_tall(quad)]
    flipped = [False] * len(crops)
    if tall:
        _, found = _engine().cls_and_rotate([crops[number] for number in tall])
        for number, (label, sure) in zip(tall, found.cls_res, strict=True):
            if label == "180" and sure > 0.7:
                crops[number], flipped[number] = crops[number][::-1, ::-1], True
    return flipped


def _read(crops: Sequence[np.ndarray[Any, Any]]) -> Iterator[tuple[Reads, float]]:
    found = _engine().recognize_txt(crops)
    for text, score, info in zip(found.txts, found.scores, found.word_results, strict=True):
        columns = [column for word in info.word_cols or () for column in word]
        yield Reads(text, info.confs or (), columns, info.line_txt_len or 0.0), score


def _angle(quads: Any) -> float:
    """The usual slope of the longer lines."""
    slopes = [
        math.degrees(math.atan2(quad[1][1] - quad[0][1], quad[1][0] - quad[0][0]))
        for quad in quads
        if math.dist(quad[0], quad[1]) > 5 * math.dist(quad[0], quad[3])
    ]
    return statistics.median(slopes) if slopes else 0.0
