"""Make trees and bars of what `decide collect` wrote, and say what each group of features earns."""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

from pincite.evaluate.wilson import wilson

Floats = NDArray[np.float64]
ALLOWED = {"lenient": 0.25, "balanced": 0.10, "strict": 0.04}
NOT_FOUND_RISK = 0.10
_FOLDS = 6
_TREES = {
    "n_estimators": 220,
    "learning_rate": 0.05,
    "max_depth": 3,
    "subsample": 0.6,
    "min_samples_leaf": 25,
}
_LEAST_ANSWERS = 30
VECTORS = ("cosine", "cosine_lead", "cosine_rank", "no_vectors")
GROUPS: dict[str, tuple[str, ...]] = {
    "sentences": ("sentence", "sentence_lead", "sentence_rank", "sharp", "points_inside", "both_point"),
    "yes and no": ("certain_yes_no", "says_yes_or_no", "polarity"),
    "rivals": ("passage_lead", "passage_lead_of_next", "passage_rank", "sentence_lead", "sentence_rank"),
    "vectors": VECTORS,
    "words": ("words_said", "words_around", "unseen"),
    "type": ("type_rank", "is_text", "is_name", "other_values", "value_is_meant"),
    "facets": ("year", "figure", "name", "party", "bound", "condition", "denial"),
}


@dataclass(frozen=True, slots=True)
class Rows:
    """All proved candidates as one table: their features, whether right, and the question each belongs to."""

    names: tuple[str, ...]
    table: Floats
    right: NDArray[np.bool_]
    owner: NDArray[np.int64]
    present: NDArray[np.bool_]
    """By question."""
    documents: NDArray[np.str_]
    """By question."""

    @classmethod
    def read(cls, file: Path, names: Sequence[str] | None = None) -> Rows:
        asked = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        asked = [each for each in asked if each["shape"] == "single" and not each["clarification"]]
        first = next(c for each in asked for c in each["candidates"])
        names = tuple(names or first["features"])
        table, right, owner = [], [], []
        for number, each in enumerate(asked):
            for candidate in each["candidates"]:
                if candidate["proved"]:
                    table.append([candidate["features"][name] for name in names])
                    right.append(candidate["right"])
                    owner.append(number)
        present = np.array([each["present"] for each in asked])
        documents = np.array([each["document"] for each in asked])
        return cls(tuple(names), np.array(table), np.array(right), np.array(owner), present, documents)

    def best(self, chances: Floats) -> NDArray[np.int64]:
        """By question the row of its likeliest candidate; -1 for one without any."""
        best = np.full(len(self.present), -1)
        for at in np.argsort(chances, kind="stable"):
            best[self.owner[at]] = at
        return best

    def without(self, dropped: Sequence[str]) -> Rows:
        kept = [at for at, name in enumerate(self.names) if name not in dropped]
        names = tuple(self.names[at] for at in kept)
        return Rows(names, self.table[:, kept], self.right, self.owner, self.present, self.documents)


def folds(documents: NDArray[np.str_]) -> NDArray[np.int64]:
    """By question its fold: all of one document together."""
    return np.array([hashlib.sha256(name.encode()).digest()[2] % _FOLDS for name in documents])


def fitted(table: Floats, right: NDArray[np.bool_], seed: int = 7) -> GradientBoostingClassifier:
    return GradientBoostingClassifier(random_state=seed, **_TREES).fit(table, right)


def out_of_fold(rows: Rows) -> Floats:
    """The logit of every candidate by a model that has not seen its document."""
    fold = folds(rows.documents)[rows.owner]
    logits = np.zeros(len(rows.right))
    for number in range(_FOLDS):
        held = fold == number
        model = fitted(rows.table[~held], rows.right[~held])
        logits[held] = model.decision_function(rows.table[held])
    return logits


def line(logits: Floats, right: NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and intercept that make a chance of a logit."""
    model = LogisticRegression(C=1e6).fit(logits[:, None], right)
    return float(model.coef_[0, 0]), float(model.intercept_[0])


def chance(logits: Floats, slope: float, intercept: float) -> Floats:
    return np.round(1 / (1 + np.exp(-(slope * logits + intercept))), 2)


def bar_at(chances: Floats, right: NDArray[np.bool_], allowed: float) -> dict[str, float]:
    """The lowest bar at which no more than `allowed` of the answers are wrong."""
    found = None
    for bar in np.unique(chances)[::-1]:
        given = chances >= bar
        wrong = int((given & ~right).sum())
        if wrong / given.sum() <= allowed and (given.sum() >= _LEAST_ANSWERS or found is None):
            found = _bar(float(bar), int(given.sum()), wrong)
    return found or _bar(1.0, 0, 0)


def _bar(at: float, answers: int, wrong: int) -> dict[str, float]:
    upper = wilson(wrong / answers, answers)[1] if answers else 1.0
    return {"chance": round(at, 2), "answers": answers, "wrong": wrong, "upper": round(upper, 4)}


def paranoid(chances: Floats, right: NDArray[np.bool_]) -> dict[str, float]:
    """The bar above which no row is wrong."""
    at = min(1.0, float(chances[~right].max(initial=0.0)) + 0.01)
    given = chances >= at
    return _bar(at, int(given.sum()), int((given & ~right).sum()))


def silence(held: Floats, present: NDArray[np.bool_]) -> dict[str, float]:
    """The highest bar below which no more than a tenth of the documents hold the answer after all."""
    found = _bar(0.0, 0, 0)
    for bar in np.unique(held):
        said = held < bar
        wrong = int((said & present).sum())
        if said.sum() >= _LEAST_ANSWERS and wrong / said.sum() <= NOT_FOUND_RISK:
            found = _bar(float(bar), int(said.sum()), wrong)
    return found


def trees(model: GradientBoostingClassifier, names: Sequence[str], at: tuple[float, float]) -> dict[str, Any]:
    """The model as the product reads it."""
    rate = model.learning_rate
    grown = []
    for (tree,) in model.estimators_:
        inner = tree.tree_
        grown.append(
            {
                "feature": [int(max(0, feature)) for feature in inner.feature],
                "threshold": [round(float(value), 5) for value in inner.threshold],
                "left": [int(node) for node in inner.children_left],
                "right": [int(node) for node in inner.children_right],
                "value": [round(float(value) * rate, 5) for value in inner.value[:, 0, 0]],
            }
        )
    prior = model.init_.class_prior_[1]
    base = float(np.log(prior / (1 - prior)))
    return {"names": list(names), "base": base, "trees": grown, "slope": at[0], "intercept": at[1]}


@dataclass(frozen=True, slots=True)
class Fitted:
    """One variant with how it does on documents that it was not fitted on."""

    judging: dict[str, Any]
    chances: Floats
    best: NDArray[np.int64]
    held: Floats


def variant(rows: Rows) -> Fitted:
    logits = out_of_fold(rows)
    best = rows.best(logits)
    known = best >= 0
    slope = line(logits[best[known]], rows.right[best[known]])
    chances = chance(logits, *slope)
    first, right = chances[best[known]], rows.right[best[known]]
    bars = {level: bar_at(first, right, allowed) for level, allowed in ALLOWED.items()}
    bars["paranoid"] = paranoid(first, right)
    held_rows = Rows(
        rows.names,
        rows.table[best[known]],
        rows.present[known],
        np.arange(int(known.sum())),
        rows.present[known],
        rows.documents[known],
    )
    held_logits = out_of_fold(held_rows)
    held_line = line(held_logits, held_rows.right)
    held = np.zeros(len(rows.present))
    held[known] = chance(held_logits, *held_line)
    silent = silence(held[known], rows.present[known])
    judging = {
        "answers": trees(fitted(rows.table, rows.right), rows.names, slope),
        "held": trees(fitted(held_rows.table, held_rows.right), rows.names, held_line),
        "bars": bars,
        "silent": silent,
    }
    return Fitted(judging, chances, best, held)


def shown(rows: Rows, found: Fitted) -> dict[str, Any]:
    """Risk and coverage on documents left out in turn."""
    known = found.best >= 0
    first, right = found.chances[found.best[known]], rows.right[found.best[known]]
    present = rows.present.sum()
    told: dict[str, Any] = {
        "questions": len(rows.present),
        "best candidate right, of present": round(float(right.sum() / present), 3),
        "calibration error": round(calibration_error(first, right), 3),
        "bars": found.judging["bars"],
        "silent": found.judging["silent"],
    }
    for level in ("lenient", "balanced", "strict"):
        given = first >= found.judging["bars"][level]["chance"]
        told[f"{level}: right of present"] = round(float((given & right).sum() / present), 3)
        told[f"{level}: risk"] = round(float((given & ~right).sum() / max(1, given.sum())), 3)
    return told


def calibration_error(chances: Floats, right: NDArray[np.bool_]) -> float:
    bins = np.minimum((chances * 10).astype(int), 9)
    return float(np.abs(np.bincount(bins, chances - right)).sum() / len(right))


def ablation(rows: Rows) -> dict[str, Any]:
    """What is lost without each group: right answers among present questions at a tenth wrong."""
    told = {}
    for name, dropped in {"nothing": (), **GROUPS}.items():
        less = rows.without(dropped)
        logits = out_of_fold(less)
        best = less.best(logits)
        known = best >= 0
        chances = chance(logits, *line(logits[best[known]], less.right[best[known]]))
        first, right = chances[best[known]], less.right[best[known]]
        bar = bar_at(first, right, 0.10)["chance"]
        told[name] = {
            "right at 10 % wrong": round(float(((first >= bar) & right).sum() / less.present.sum()), 3),
            "right at 25 % wrong": round(
                float(((first >= bar_at(first, right, 0.25)["chance"]) & right).sum() / less.present.sum()), 3
            ),
        }
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("collected", type=Path)
    parser.add_argument(
        "--weights", type=Path, required=True, help="folder of the reader; decision.json goes there"
    )
    parser.add_argument("--ablation", action="store_true")
    options = parser.parse_args()
    rows = Rows.read(options.collected)
    if options.ablation:
        print(json.dumps(ablation(rows), indent=1))
        return
    found = {"full": variant(rows), "no_vectors": variant(rows.without(VECTORS))}
    for name, each in found.items():
        print(name, json.dumps(shown(rows, each), indent=1))
    files = json.loads((options.weights / "calibration.json").read_text("utf-8"))["files"]
    made_on = f"{len(rows.present)} questions on {len(set(rows.documents))} documents kept from the reader"
    weights = {
        "version": 1,
        "made_on": made_on,
        "files": {name: files[name] for name in ("reader.int8.onnx", "embedder.int8.onnx")},
        "variants": {name: each.judging for name, each in found.items()},
    }
    (options.weights / "decision.json").write_text(json.dumps(weights) + "\n", "utf-8")


if __name__ == "__main__":
    main()
