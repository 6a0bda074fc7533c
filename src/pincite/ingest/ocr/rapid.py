"""Recognise text with RapidOCR, whose models come inside its package.

RapidOCR finds lines and reads each. Its own boxes of words go astray on lines of mixed scripts, and it gives
a word the confidence of another. So words are put together here from what lies below: the column of the
line's image in which each character was read, and how surely.
"""

from __future__ import annotations

import functools
import importlib.metadata
import math
import os
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pincite.errors import MissingExtra
from pincite.records.reading import Raster, Reading, ReadLine, ReadWord

if TYPE_CHECKING:
    import numpy as np

_MAX_SIDE, _MIN_SIDE = 2600, 64
_MARGIN = 40
"""White pixels put around an image: lines that touch its edge are missed otherwise."""
_THREADS = 2
_TALL = 1.5
"""From this height to width RapidOCR turns the image of a line before it reads it."""
_MIN_LINE_SCORE = 0.5
# Where two characters stand further apart than usual by this share of it, the model did not see a space.
_UNSEEN_SPACE = 0.8
_WIDTHS = {**dict.fromkeys("mwMW@%—&OQGCDHNU", 1.6), **dict.fromkeys("fijlrt.,:;'!|()[]I1", 0.8)}
_MODELS = {"Det": "det", "Cls": "cls", "Rec": "rec"}


@dataclass(frozen=True, slots=True)
class RapidOcr:
    """Reads print of most scripts, also small, skewed or photographed."""

    name: str = "rapidocr"

    @property
    def version(self) -> str:
        return _version()

    def recognise(self, raster: Raster) -> Reading:
        import numpy as np

        pixels = np.frombuffer(raster.pixels, np.uint8).reshape(raster.height, raster.width, 3)
        image, scale = _prepared(pixels)
        quads, crops = _find_lines(image)
        if not crops:
            return Reading(())
        flipped = _turn_round(quads, crops)
        lines: list[ReadLine] = []
        for (text, score, info), quad, is_flipped in zip(_read(crops), quads, flipped, strict=True):
            line = _Line((quad - _MARGIN) / scale, is_flipped)
            words = tuple(line.words(text, info)) if score >= _MIN_LINE_SCORE else ()
            if words:
                lines.append(ReadLine(words))
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
            "Det.limit_side_len": _MAX_SIDE + 2 * _MARGIN,
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
    image = cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR)
    if scale != 1.0:
        size = max(round(width * scale), 1), max(round(height * scale), 1)
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
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
    tall = [number for number, quad in enumerate(quads) if _is_tall(quad)]
    flipped = [False] * len(crops)
    if tall:
        _, found = _engine().cls_and_rotate([crops[number] for number in tall])
        for number, (label, sure) in zip(tall, found.cls_res, strict=True):
            if label == "180" and sure > 0.7:
                crops[number], flipped[number] = crops[number][::-1, ::-1], True
    return flipped


def _is_tall(quad: Any) -> bool:
    return math.dist(quad[0], quad[3]) >= _TALL * math.dist(quad[0], quad[1])


def _read(crops: Sequence[np.ndarray[Any, Any]]) -> Iterator[tuple[str, float, Any]]:
    found = _engine().recognize_txt(crops)
    yield from zip(found.txts, found.scores, found.word_results, strict=True)


def _angle(quads: Any) -> float:
    """The usual slope of the longer lines."""
    slopes = [
        math.degrees(math.atan2(quad[1][1] - quad[0][1], quad[1][0] - quad[0][0]))
        for quad in quads
        if math.dist(quad[0], quad[1]) > 5 * math.dist(quad[0], quad[3])
    ]
    return statistics.median(slopes) if slopes else 0.0


class _Letter(NamedTuple):
    sign: str
    sure: float
    column: int


class _Line:
    """Where the characters of one line stand. `quad`: its corners, clockwise from top left."""

    def __init__(self, quad: np.ndarray[Any, Any], is_flipped: bool) -> None:
        top_left, top_right, bottom_right, bottom_left = (tuple(map(float, point)) for point in quad)
        self._head, self._foot = (top_left, bottom_left), (top_right, bottom_right)
        if _is_tall(quad):  # read downwards: the line starts at the top, its own top is on the right
            self._head, self._foot = (top_right, top_left), (bottom_right, bottom_left)
        if is_flipped:
            self._head, self._foot = self._foot[::-1], self._head[::-1]

    def words(self, text: str, info: Any) -> Iterator[ReadWord]:
        """Its words. A space is where the model saw one, or where two characters stand too far apart."""
        columns = [column for word in info.word_cols for column in word]
        steps = [right - left for left, right in pairwise(columns)]
        step = max(statistics.median(steps), 1.0) if steps else 2.0
        places = iter(columns)
        word: list[_Letter] = []
        for sign, sure in zip(text, info.confs, strict=False):
            if sign.isspace():
                yield from self._word(word, step, info.line_txt_len)
                word = []
                continue
            letter = _Letter(sign, sure, next(places, columns[-1]))
            if word and _is_apart(word[-1], letter, step):
                yield from self._word(word, step, info.line_txt_len)
                word = []
            word.append(letter)
        yield from self._word(word, step, info.line_txt_len)

    def _word(self, word: Sequence[_Letter], step: float, columns: float) -> Iterator[ReadWord]:
        if not word:
            return
        first = max((word[0].column + 0.5 - step / 2) / max(columns, 1.0), 0.0)
        last = min((word[-1].column + 0.5 + step / 2) / max(columns, 1.0), 1.0)
        sides = zip(self._head, self._foot, strict=True)
        corners = [_between(head, foot, share) for head, foot in sides for share in (first, last)]
        xs, ys = zip(*corners, strict=True)
        # A number with one doubtful digit is a doubtful number.
        sure = min(letter.sure for letter in word)
        text = "".join(letter.sign for letter in word)
        yield ReadWord(text, (min(xs), min(ys), max(xs), max(ys)), max(0, min(round(100 * sure), 100)))


def _is_apart(left: _Letter, right: _Letter, step: float) -> bool:
    usual = step * (_WIDTHS.get(left.sign, 1.0) + _WIDTHS.get(right.sign, 1.0)) / 2
    return right.column - left.column - usual > _UNSEEN_SPACE * step


def _between(a: tuple[float, ...], b: tuple[float, ...], share: float) -> tuple[float, float]:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
