"""Evaluations to show: only what matters to a test is said, the rest is plain."""

from __future__ import annotations

from typing import Any

from evals.score.evaluation import Evaluation, Example
from evals.score.observation import Observation, ObservedItem, Place
from pincite.quality.questions import GoldAnswer, GoldRow
from pincite.quality.scoring import Stratum


def make_evaluation(**changes: Any) -> Evaluation:
    plain: dict[str, Any] = {
        "set": "leases", "split": "dev", "fold": "validation", "limit": None, "n": 0, "settings": {},
        "scores": {}, "intervals": {}, "strata": (), "worst": None, "seconds": 0.0,
    }  # fmt: skip
    return Evaluation(**plain | changes)


def make_stratum(
    doc_type: str = "lease", field: str = "rent", position: str = "front", n: int = 20, **scores: float
):
    return Stratum(doc_type=doc_type, field=field, position=position, n=n, scores=scores)


def make_example(
    kind: str = "wrong",
    snippet: str = "The rent is EUR 900.",
    place: tuple[int, int] = (10, 30),
    value: dict[str, str] | None = None,
    **row: Any,
) -> Example:
    absent = kind == "not_absent"
    plain: dict[str, Any] = {
        "id": "q1", "document": "lease.pdf", "question": "What is the rent?", "absent": absent,
        "answers": () if absent else (GoldAnswer(text="EUR 950", quote="a rent of EUR 950", page=3),),
    }  # fmt: skip
    item = ObservedItem(
        answer_type="amount",
        value=value or {"value": "900", "currency": "EUR"},
        original="EUR 900",
        confidence=0.9,
        proved=kind != "invented",
        places=(Place(start=place[0], end=place[1], page=2, snippet=snippet),),
    )
    given = kind in {"wrong", "invented", "not_absent", "incomplete"}
    outcome = "answered" if given else {"failed": "failed", "withheld": "unverified"}.get(kind, "not_found")
    observation = Observation(
        key="k", row="q1", outcome=outcome, items=(item,) if given else (),
        nearest=() if given else item.places, error="The model did not reply." if kind == "failed" else "",
    )  # fmt: skip
    return Example(kind=kind, row=GoldRow(**plain | row), observation=observation)
