"""Turn raw scores into probabilities, and choose how probable an answer must be for each strictness.

All of it is measured on the validation fold and stored beside the weights: no threshold stands in code. A
document is judged by its best passage. "Right" means that this passage holds the answer, not only that the
document does: a product that shows the passage is wrong in both other cases.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Marks = NDArray[np.bool_]
Raw = Mapping[str, NDArray[Any]]
VERSION = 1
SILENT = {"lenient": 0.90, "balanced": 0.95, "strict": 0.98, "paranoid": 0.995}
# What share of the right answers may score below the chance at which a passage is refused.
LOST = {"lenient": 0.0, "balanced": 0.01, "strict": 0.02, "paranoid": 0.05}
FILES = ("reader.int8.onnx", "embedder.int8.onnx", "tokenizer.json")
_BINS = 10
_STEPS = 100
VALUE_TYPES = frozenset(
    (
        "Document Name",
        "Parties",
        "Agreement Date",
        "Effective Date",
        "Expiration Date",
        "Renewal Term",
        "Notice Period To Terminate Renewal",
        "Governing Law",
        "Warranty Duration",
    )
)
# Sets that may be measured on but mean something else by "supported", or hold one kind of text alone.
_NOT_JUDGED_BY = frozenset(("control", "covidfact", "healthver", "climate_fever", "attributionbench"))


@dataclass(frozen=True, slots=True)
class Scored:
    """Logits with what is true of each; `silent` marks those that nothing should be found in."""

    logits: Floats
    right: Marks
    silent: Marks
    documents: NDArray[Any]
    weights: Floats

    def only(self, kept: Marks) -> Scored:
        return Scored(
            self.logits[kept], self.right[kept], self.silent[kept], self.documents[kept], self.weights[kept]
        )


@dataclass(frozen=True, slots=True)
class Platt:
    """A probability out of a logit: sigmoid(slope * logit + intercept)."""

    slope: float
    intercept: float

    def __call__(self, logits: Floats) -> Floats:
        return 1 / (1 + np.exp(-np.clip(self.slope * logits + self.intercept, -60, 60)))


def calibration(
    raw: Raw, folder: Path, made_on: str, without: Raw | None = None, left_out: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """What calibration.json holds, for the files of a folder.

    `without` are the scores of a twin that was trained without the clause types `left_out`: it shows how
    much higher silent documents score for questions never trained on, and the default kind allows for that.
    """
    answerable = {kind: scored for kind, scored in _answerable(raw).items() if _fits(scored)}
    claims = {"supported": _claims(raw, "supported"), "contradicted": _claims(raw, "contradicted")}
    known = {name: scored for name, scored in claims.items() if _fits(scored)}
    return {
        "version": VERSION,
        "made_on": made_on,
        "files": {name: sha256(folder / name) for name in FILES if (folder / name).exists()},
        "answerable": {
            kind: refusing(scored, _allowing(without, left_out) if kind == "default" else SILENT)
            for kind, scored in answerable.items()
        },
        **{name: {"default": entry(scored)} for name, scored in known.items()},
        "reliability": {
            "answerable": {kind: reliability(scored) for kind, scored in answerable.items()},
            **{name: {"default": reliability(scored)} for name, scored in known.items()},
        },
    }


def entry(scored: Scored, silent: Mapping[str, float] = SILENT) -> dict[str, Any]:
    """Slope, intercept, and the probability needed for each strictness with what it lets through."""
    platt = fit(scored)
    probable = platt(scored.logits)
    needed = {name: _needed(probable, scored, share) for name, share in silent.items()}
    found = ~scored.silent
    kept = {
        name: _mean((probable >= least)[found & scored.right], scored.weights[found & scored.right])
        for name, least in needed.items()
    }
    return {
        "slope": round(platt.slope, 5),
        "intercept": round(platt.intercept, 5),
        "needed": {name: round(least, 5) for name, least in needed.items()},
        "kept_of_right": {name: round(share, 4) for name, share in kept.items()},
        "silent_here": {name: round(share, 4) for name, share in silent.items()},
        "n": len(scored.logits),
        "silent": int(scored.silent.sum()),
    }


def refusing(scored: Scored, silent: Mapping[str, float] = SILENT) -> dict[str, Any]:
    """The entry with the probability below which a passage is refused at each strictness.

    Nothing is refused at the most lenient level. What is enough at a level is never refused at it.
    """
    made = entry(scored, silent)
    probable = Platt(made["slope"], made["intercept"])(scored.logits)
    right = probable[scored.right & ~scored.silent]
    least = {
        name: min(float(np.quantile(right, lost)), made["needed"][name]) if lost else 0.0
        for name, lost in LOST.items()
    }
    spared = {
        name: _mean(probable[scored.silent] < low, scored.weights[scored.silent])
        for name, low in least.items()
    }
    return {
        **made,
        "least": {name: round(low, 5) for name, low in least.items()},
        "silent_below_least": {name: round(share, 4) for name, share in spared.items()},
    }


def share_for_unseen(without: Raw, left_out: frozenset[str], wanted: float) -> float:
    """The share of silent documents of known questions kept silent where `wanted` of unknown ones are."""
    known, unknown = [], []
    for name in ("cuad", "cuad-plain"):
        scored, groups = best_passages(without, name)
        new = np.isin(groups, list(left_out))
        known.append(scored.logits[scored.silent & ~new])
        unknown.append(scored.logits[scored.silent & new])
    threshold = np.quantile(np.concatenate(unknown), wanted)
    return float((np.concatenate(known) <= threshold).mean())


def _allowing(without: Raw | None, left_out: frozenset[str]) -> dict[str, float]:
    if without is None:
        return SILENT
    return {name: max(share, share_for_unseen(without, left_out, share)) for name, share in SILENT.items()}


def fit(scored: Scored) -> Platt:
    """The slope and intercept that make the marks, a little softened, most likely; by Newton's method."""
    x, weights = scored.logits, scored.weights / scored.weights.mean()
    yes, no = float(weights[scored.right].sum()), float(weights[~scored.right].sum())
    wanted = np.where(scored.right, (yes + 1) / (yes + 2), 1 / (no + 2))
    slope, intercept = 1.0, 0.0
    for _ in range(_STEPS):
        p = Platt(slope, intercept)(x)
        gap, bend = weights * (p - wanted), weights * np.maximum(p * (1 - p), 1e-9)
        gradient = np.array([(gap * x).sum(), gap.sum()])
        curve = np.array([[(bend * x * x).sum(), (bend * x).sum()], [(bend * x).sum(), bend.sum()]])
        step = np.linalg.solve(curve + 1e-6 * np.eye(2), gradient)
        step *= min(1.0, 2.0 / max(1e-12, float(np.abs(step).max())))
        slope, intercept = slope - float(step[0]), intercept - float(step[1])
        if np.abs(step).max() < 1e-9:
            break
    return Platt(slope, intercept)


def reliability(scored: Scored) -> list[dict[str, float]]:
    """Ten bins: how probable it was said to be, and how often it was so.

    Each half of the documents is judged by what the other half gave: no curve is fitted to itself.
    """
    half = np.array([_digest(str(name)) & 1 for name in scored.documents], bool)
    probable = np.zeros(len(scored.logits))
    for side in (half, ~half):
        if _fits(scored.only(~side)):
            probable[side] = fit(scored.only(~side))(scored.logits[side])
    bins = np.minimum((probable * _BINS).astype(int), _BINS - 1)
    return [
        {
            "from": at / _BINS,
            "to": (at + 1) / _BINS,
            "n": int((bins == at).sum()),
            "said": round(_mean(probable[bins == at], scored.weights[bins == at]), 4),
            "so": round(_mean(scored.right[bins == at], scored.weights[bins == at]), 4),
        }
        for at in range(_BINS)
        if (bins == at).any()
    ]


def expected_gap(curve: Sequence[Mapping[str, float]]) -> float:
    """The mean distance between what was said and what was so."""
    total = sum(one["n"] for one in curve)
    return sum(one["n"] * abs(one["said"] - one["so"]) for one in curve) / max(1, total)


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _answerable(raw: Raw) -> dict[str, Scored]:
    """Best passages of contracts by kind of question; passages of short texts are asked for values."""
    found, kinds = [], []
    for name in ("cuad", "cuad-plain"):
        if f"{name}_scores" in raw:
            scored, groups = best_passages(raw, name)
            found.append(scored)
            kinds += [str(group) in VALUE_TYPES for group in groups]
    if not found:
        return {}
    contracts, value = _joined(found), np.array(kinds, bool)
    values = [contracts.only(value)]
    if "case_scores" in raw:
        there = raw["case_there"].astype(bool)
        logits = raw["case_scores"].astype(np.float64)
        values.append(Scored(logits, there, ~there, raw["case_documents"], np.ones(len(logits))))
    return {"default": contracts, "clause": contracts.only(~value), "value": _joined(values)}


def best_passages(raw: Raw, name: str) -> tuple[Scored, NDArray[Any]]:
    """The best passage of every document for every question of a set, and the questions' groups."""
    counts = raw[f"{name}_counts"]
    cuts = np.cumsum(counts)[:-1]
    scores = np.split(raw[f"{name}_scores"].astype(np.float64), cuts)
    gold = np.split(raw[f"{name}_gold"], cuts)
    best = np.array([own.max() if len(own) else -99.0 for own in scores])
    right = np.array(
        [bool(g[own.argmax()]) if len(own) else False for own, g in zip(scores, gold, strict=True)]
    )
    silent = np.array([not own.any() for own in gold])
    documents = raw[f"{name}_documents"]
    return Scored(best, right, silent, documents, np.ones(len(best))), raw[f"{name}_groups"]


def _claims(raw: Raw, label: str) -> Scored:
    """Claims of every set, each set with the same weight: a large one would otherwise speak for all."""
    names = raw["claim_sets"]
    kept = ~np.isin(names, list(_NOT_JUDGED_BY))
    right = raw["claim_supported"].astype(bool)
    column = 1
    if label == "contradicted":
        contradicted = raw["claim_contradicted"]
        # Where only "not supported" is known, the source may contradict or not speak of it.
        kept &= contradicted >= 0
        right, column = contradicted == 1, 2
    names, right = names[kept], right[kept]
    logits = raw["claim_scores"][kept][:, column].astype(np.float64)
    sizes = {str(name): int((names == name).sum()) for name in np.unique(names)}
    weights = np.array([1 / sizes[str(name)] for name in names])
    return Scored(logits, right, ~right, np.arange(len(logits)), weights)


def _needed(probable: Floats, scored: Scored, share: float) -> float:
    """The least probability that leaves `share` of the silent ones silent."""
    own, weights = probable[scored.silent], scored.weights[scored.silent]
    order = np.argsort(own)
    below = np.cumsum(weights[order]) / weights.sum()
    at = int(np.searchsorted(below, share - 1e-9))
    # A hair above the last silent one that is allowed to stay below.
    return float(min(1.0, np.nextafter(own[order[min(at, len(own) - 1)]], 1.0) + 1e-5))


def _joined(parts: Sequence[Scored]) -> Scored:
    return Scored(
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("logits", "right", "silent", "documents", "weights")
        )
    )


def _fits(scored: Scored) -> bool:
    return bool(scored.right.any() and (~scored.right).any() and scored.silent.any())


def _mean(values: NDArray[Any], weights: Floats) -> float:
    return float(np.average(values, weights=weights)) if len(values) else float("nan")


def _digest(name: str) -> int:
    return hashlib.sha256(name.encode()).digest()[0]
