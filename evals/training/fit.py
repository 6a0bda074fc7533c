"""Make trees and bars of what `decide collect` wrote, and say what each group of features earns."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from pincite.quality.fitting import (
    Floats,
    Marks,
    Outcome,
    Rows,
    bar_at,
    chance,
    decided,
    line,
    out_of_fold,
    told,
)
from pincite.relevance.judging import Model, Tree, Weights

# Chosen on documents left out in turn; fewer or more leaves, and the mean of three, do no better.
_TREES = {
    "max_iter": 300,
    "learning_rate": 0.03,
    "max_leaf_nodes": 16,
    "min_samples_leaf": 40,
    "l2_regularization": 5.0,
    "max_features": 0.4,
}
# Teaching rows ask for yes or no in half of all cases, as that is hard to learn. Strangers do so for 6 %
# (the teaching set) to 12 % (the arbiter): bars hold for such a mix.
_YES_NO = 0.125
VECTORS = ("cosine", "cosine_lead", "cosine_rank", "no_vectors")
GROUPS: dict[str, tuple[str, ...]] = {
    "sentences": ("sentence", "sentence_lead", "sentence_rank", "sharp", "points_inside", "both_point"),
    "yes and no": ("certain_yes_no", "says_yes_or_no", "passage_yes_no", "polarity"),
    "rivals": (
        *("passage_lead", "passage_lead_of_next", "passage_rank"),
        *("sentence_lead", "sentence_rank", "seconded"),
    ),
    "vectors": VECTORS,
    "words": ("words_said", "words_around", "unseen", "year"),
    "type": ("type_rank", "is_text", "is_name", "other_values", "value_is_meant"),
    "column": ("column",),
}
READER = (
    *("passage", "passage_lead", "passage_lead_of_next", "passage_rank", "passage_sharp", "passages"),
    *("sentence", "sentence_lead", "sentence_rank", "sharp", "points_inside", "both_point"),
    *("certain_yes_no", "says_yes_or_no", "passage_yes_no", "seconded", "value_is_meant"),
)


@dataclass(frozen=True, slots=True)
class Trees:
    """Gradient-boosted trees as the product reads them."""

    grown: HistGradientBoostingClassifier

    @classmethod
    def fit(cls, table: Floats, right: Marks) -> Trees:
        return cls(HistGradientBoostingClassifier(random_state=1, **_TREES).fit(table, right))

    def logits(self, table: Floats) -> Floats:
        found: Floats = self.grown.decision_function(table)
        return found

    def model(self, names: Sequence[str], slope: float, intercept: float) -> Model:
        base = float(self.grown._baseline_prediction[0, 0])
        trees = tuple(_tree(tree.nodes) for (tree,) in self.grown._predictors)
        return Model(names=tuple(names), base=base, trees=trees, slope=slope, intercept=intercept)


def _tree(nodes: Any) -> Tree:
    inner = ~nodes["is_leaf"].astype(bool)
    return Tree(
        feature=tuple(int(feature) for feature in np.where(inner, nodes["feature_idx"], 0)),
        threshold=tuple(round(float(value), 4) for value in np.where(inner, nodes["num_threshold"], 0.0)),
        left=tuple(int(node) for node in np.where(inner, nodes["left"].astype(int), -1)),
        right=tuple(int(node) for node in np.where(inner, nodes["right"].astype(int), -1)),
        value=tuple(round(float(value), 4) for value in nodes["value"]),
    )


def ablation(rows: Rows) -> dict[str, Any]:
    """What is lost without each group: right answers among present questions at a tenth, a quarter wrong."""
    said = {}
    for name, dropped in {"nothing": (), **GROUPS}.items():
        less = rows.without(dropped)
        logits = out_of_fold(less, Trees.fit)
        best = less.best(logits)
        known = best >= 0
        chances = chance(logits, *line(logits[best[known]], less.right[best[known]]))
        first, right = chances[best[known]], less.right[best[known]]
        said[name] = {
            f"right at {allowed:.0%} wrong": round(
                float(((first >= bar_at(first, right, allowed).chance) & right).sum() / less.present.sum()), 3
            )
            for allowed in (0.10, 0.25)
        }
    return said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("collected", type=Path)
    parser.add_argument("--words", type=Path, help="what was collected without a reader")
    parser.add_argument(
        "--weights", type=Path, required=True, help="folder of the reader; decision.json goes there"
    )
    parser.add_argument("--ablation", action="store_true")
    options = parser.parse_args()
    rows = _read(options.collected)
    if options.ablation:
        print(json.dumps(ablation(rows), indent=1))
        return
    found: dict[str, Outcome] = {
        "full": decided(rows, Trees.fit, _YES_NO),
        "no_vectors": decided(rows.without(VECTORS), Trees.fit, _YES_NO),
    }
    for name, each in found.items():
        print(name, json.dumps(told(rows, each), indent=1))
    if options.words:
        words = _read(options.words).without(READER)
        found["no_reader"] = decided(words, Trees.fit, _YES_NO)
        print("no_reader", json.dumps(told(words, found["no_reader"]), indent=1))
    files = json.loads((options.weights / "calibration.json").read_text("utf-8"))["files"]
    weights = Weights(
        version=1,
        made_on=f"{len(rows.present)} questions on {len(set(rows.documents))} documents kept from the reader",
        files={name: files[name] for name in ("reader.int8.onnx", "embedder.int8.onnx")},
        variants={name: each.judging for name, each in found.items()},
    )
    (options.weights / "decision.json").write_text(weights.model_dump_json() + "\n", "utf-8")


def _read(file: Path) -> Rows:
    return Rows.of([json.loads(line) for line in file.read_text("utf-8").splitlines()])


if __name__ == "__main__":
    main()
