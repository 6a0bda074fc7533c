"""Recognise text with the program Tesseract, where it is installed."""

from __future__ import annotations

import csv
import functools
import math
import os
import shutil
import statistics
import subprocess
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.errors import ConfigError, InputError, to_install
from pincite.records.reading import Raster, Reading, ReadLine, ReadWord

_PROGRAM = "tesseract"
_WORD_LEVEL = "5"
_SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class Tesseract:
    """Reads clean print many times faster than a neural reader; `languages` as in `eng+deu`."""

    languages: str = "eng"
    name: str = _PROGRAM

    @property
    def version(self) -> str:
        return f"{_version()}-{self.languages}"

    def recognise(self, raster: Raster) -> Reading:
        header = f"P6 {raster.width} {raster.height} 255\n".encode()
        # Tesseract takes the size of print from the resolution, and guesses badly where none is stated.
        table = _run(
            ["-", "-", "-l", self.languages, "--dpi", "200", "--psm", "3", "tsv"], header + raster.pixels
        )
        return _reading(table)


def is_installed() -> bool:
    return shutil.which(_PROGRAM) is not None


@functools.cache
def _version() -> str:
    words = _run(["--version"], b"").split()
    return words[1] if len(words) > 1 else "unknown"


def _run(arguments: Sequence[str], given: bytes) -> str:
    path = shutil.which(_PROGRAM)
    if path is None:
        raise ConfigError(
            "The program tesseract is not installed.",
            hint=f"Install it, or use the built-in text recognition: {to_install('ocr')}",
        )
    environment = os.environ | {"OMP_THREAD_LIMIT": "2"}
    try:
        done = subprocess.run(
            [path, *arguments],
            input=given,
            capture_output=True,
            timeout=_SECONDS,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise InputError(
            f"Tesseract did not finish an image within {_SECONDS:.0f} seconds.",
            hint="Save the document in a lower resolution and add that.",
        ) from error
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip().split("\n")[-1]
        raise ConfigError(
            f"Tesseract failed: {reason}.", hint="Run `tesseract --list-langs` to see what it can read."
        )
    return done.stdout.decode("utf-8", "replace")


def _reading(table: str) -> Reading:
    lines: dict[tuple[str, ...], list[ReadWord]] = defaultdict(list)
    for row in csv.DictReader(table.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
        text = (row["text"] or "").strip()
        if row["level"] != _WORD_LEVEL or not text:
            continue
        left, top, width, height = (float(row[key]) for key in ("left", "top", "width", "height"))
        sure = max(0, min(round(float(row["conf"])), 100))
        edges = left, top, left + width, top + height
        lines[row["block_num"], row["par_num"], row["line_num"]].append(ReadWord(text, edges, sure))
    found = tuple(ReadLine(tuple(words)) for words in lines.values())
    return Reading(found, _angle(found))


def _angle(lines: Sequence[ReadLine]) -> float:
    """The usual slope of the longer lines, from the middle of their first word to that of their last."""
    slopes = []
    for line in lines:
        first, last = line.words[0].edges, line.words[-1].edges
        run = last[0] + last[2] - first[0] - first[2]
        if run > 10 * (first[3] - first[1]):
            slopes.append(math.degrees(math.atan2(last[1] + last[3] - first[1] - first[3], run)))
    return statistics.median(slopes) if slopes else 0.0
