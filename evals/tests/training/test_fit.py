"""Trees that are fitted give the product the same chance, and the curve of a passage rises."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install -e 'evals[train]'")

from evals.training.curve import answerable
from evals.training.fit import Trees
from pincite.quality.fitting import line


def test_product_gives_the_chance_that_the_fitted_model_gives():
    random = np.random.default_rng(1)
    table = random.normal(size=(400, 3)).round(4)
    right = table[:, 0] + 0.5 * table[:, 1] + random.normal(size=400) > 0
    trees = Trees.fit(table, right)
    logits = trees.logits(table)
    slope, intercept = line(logits, right)
    read = trees.model(("a", "b", "c"), slope, intercept)
    own = [read.chance(dict(zip("abc", row, strict=True))) for row in table.tolist()]
    differ = np.abs(np.array(own) - 1 / (1 + np.exp(-(slope * logits + intercept))))
    # Thresholds are written with four decimals: a row that lies on one may come to the other side.
    assert (differ > 0.01).mean() < 0.02
    assert differ.max() < 0.05


def test_curve_of_a_passage_rises(tmp_path: Path):
    lines = []
    for number in range(200):
        present = number % 2 == 0
        logit = (2.0 if present else -2.0) + (number % 37) / 10 - 1.8
        candidate = {"features": {"passage": logit}, "touches": present}
        lines.append(json.dumps({"present": present, "candidates": [candidate]}))
    file = tmp_path / "collected.jsonl"
    file.write_text("\n".join(lines), "utf-8")
    found = answerable(file)
    assert found["slope"] > 0
    assert found["n"] == 200
