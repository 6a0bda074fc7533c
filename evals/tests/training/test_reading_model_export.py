"""The exported reading model says what the trained weights say, and can be made trainable again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("onnx", reason="it writes the graph")

from evals.training.reading_model.blocks import in_blocks
from evals.training.reading_model.export import even, evened, logits_of, read_back, write
from pincite.read.reading_model import Session

_WIDTH, _INNER, _WORDS, _LAYERS = 128, 192, 320, 2
_IDS = [5, 77, 12, 300, 5, 8, 211]


def trained(seed: int = 1) -> dict[str, NDArray[Any]]:
    """Two layers with two heads that share one, and some columns much larger than the others."""
    random = np.random.default_rng(seed)
    sizes = {"q": (128, _WIDTH), "k": (64, _WIDTH), "v": (64, _WIDTH), "o": (_WIDTH, 128)}
    sizes |= {"gate": (_INNER, _WIDTH), "up": (_INNER, _WIDTH), "down": (_WIDTH, _INNER)}
    found: dict[str, NDArray[Any]] = {"norm": np.ones(_WIDTH, np.float32)}
    matrices = {"words": random.standard_normal((_WORDS, _WIDTH))}
    for number in range(_LAYERS):
        for place in ("before", "between"):
            found[f"layers.{number}.{place}"] = np.exp(random.standard_normal(_WIDTH) / 2).astype(np.float32)
        for key, size in sizes.items():
            small = 0.2 if key in ("o", "down") else 1.0
            matrices[f"layers.{number}.{key}"] = small * random.standard_normal(size) / np.sqrt(size[1])
    for key, values in matrices.items():
        found[f"{key}.weight.q"], found[f"{key}.weight.s"] = in_blocks(values.astype(np.float32))
    return found


def seen_by(arrays: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    found: dict[str, NDArray[Any]] = {}
    logits_of(arrays, _IDS, lambda place, values: found.update({place: np.abs(values).max(0)}))
    return found


def test_columns_made_alike_change_no_result():
    arrays = trained()
    factors = even(arrays, seen_by(arrays))
    alike = dict(arrays)
    for number in range(_LAYERS):
        for key, values in evened(arrays, factors, number).items():
            name = f"layers.{number}.{key}"
            if values.ndim == 1:
                alike[name] = values
            else:
                alike[f"{name}.weight.q"], alike[f"{name}.weight.s"] = in_blocks(values)
    spread = {key: np.ptp(np.log(values)) for key, values in factors.items()}
    assert all(each > 0.5 for each in spread.values())
    off = np.abs(logits_of(alike, _IDS) - logits_of(arrays, _IDS)).max()
    assert off < 0.02 * np.abs(logits_of(arrays, _IDS)).max()


def test_written_network_says_the_same_whole_and_in_parts_and_comes_back(tmp_path: Path):
    arrays = trained()
    write(arrays, even(arrays, seen_by(arrays)), tmp_path)
    due = logits_of(arrays, _IDS)
    session = Session.of(tmp_path, threads=1)
    whole, _ = session.run(_IDS, None)
    _, kept = session.run(_IDS[:3], None)
    parts, _ = session.run(_IDS[3:], kept)
    again = logits_of(read_back(tmp_path), _IDS)
    for got in (whole, parts, again):
        assert np.abs(got - due).max() < 0.04 * np.abs(due).max()
        assert got.argmax() == due.argmax()
