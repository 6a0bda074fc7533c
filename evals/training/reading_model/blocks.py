"""Weights in blocks of 32 values of 8 bits, as MatMulNBits reads them, in pieces small enough to travel.

A value is (number - 128) times the scale of its block. Scales are rounded to 16 bits before the numbers are
chosen, so that they travel as such. What is no matrix stays in float32.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

BLOCK = 32
_ZERO = 128
_PIECE_BYTES = 15_900_000


def in_blocks(weights: NDArray[np.float32]) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
    """Numbers [rows, blocks, 32] and scales [rows, blocks] of a matrix with one row for each output."""
    rows, columns = weights.shape
    blocks = weights.astype(np.float32).reshape(rows, columns // BLOCK, BLOCK)
    largest = np.take_along_axis(blocks, np.abs(blocks).argmax(-1, keepdims=True), -1)
    # The largest value gets the number that has no counterpart on the other side: one step more of room.
    scales = (-largest / _ZERO).astype(np.float16)
    scales[scales == 0] = np.float16(1e-7)
    numbers = np.clip(np.rint(blocks / scales.astype(np.float32)) + _ZERO, 0, 255).astype(np.uint8)
    return numbers, scales[..., 0]


def from_blocks(numbers: NDArray[np.uint8], scales: NDArray[np.float16]) -> NDArray[np.float32]:
    values = (numbers.astype(np.float32) - _ZERO) * scales.astype(np.float32)[..., None]
    return values.reshape(len(numbers), -1)


def write_pieces(weights: Mapping[str, NDArray[np.float32]], folder: Path, told: Mapping[str, Any]) -> None:
    """All weights in blocks, in pieces; `told.json` says what they are."""
    arrays: dict[str, NDArray[Any]] = {}
    for name, values in weights.items():
        if values.ndim == 2:
            arrays[f"{name}.q"], arrays[f"{name}.s"] = in_blocks(values)
        else:
            arrays[name] = values.astype(np.float32)
    write_arrays(arrays, folder, told)


def write_arrays(arrays: Mapping[str, NDArray[Any]], folder: Path, told: Mapping[str, Any]) -> None:
    """Arrays as one archive, cut into pieces."""
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    content = buffer.getvalue()
    folder.mkdir(parents=True, exist_ok=True)
    for at, start in enumerate(range(0, len(content), _PIECE_BYTES)):
        (folder / f"weights.{at:02d}").write_bytes(content[start : start + _PIECE_BYTES])
    (folder / "told.json").write_text(json.dumps({**told, "bytes": len(content)}, indent=1), "utf-8")


def read_pieces(pieces: Iterable[Path]) -> dict[str, NDArray[Any]]:
    """The arrays of pieces that came home, in any order."""
    content = b"".join(piece.read_bytes() for piece in sorted(pieces, key=lambda each: each.name))
    stored = np.load(io.BytesIO(content))
    return {name: stored[name] for name in stored.files}
