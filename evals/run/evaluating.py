"""Evaluate a set of gold questions: read it, put its questions through the service, score what comes."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from evals.modes.counterfactual import counterfactuals, followed
from evals.modes.counterfactual import score as score_following
from evals.modes.mode import Mode
from evals.modes.silent import silent
from evals.modes.statements import as_gold
from evals.modes.variants import reasons
from evals.run.fingerprint import fingerprint
from evals.run.gold_texts import Texts
from evals.run.measuring import Asking, Progress, observe
from evals.score.assemble import About, evaluate
from evals.score.evaluation import Evaluation
from evals.score.gold_set import FoldChoice, sampled, within
from evals.score.marking import mark
from evals.score.observation import Observation
from evals.sets.known import NAMES, STATEMENTS, WITHOUT_FOLDS, gold_set, statements
from pincite.errors import InputError
from pincite.quality.questions import GoldSet

Kind = Literal["answers", "retrieval", "silent", "counterfactual", "oracle", "liar", "forger", "mixed"]
_NOTHING_SAID = {
    "oracle": "the gold gives no place that a view could show",
    "liar": "no wrong line has a word of the question",
    "forger": "there was nothing to forge",
}


@dataclass(frozen=True, slots=True)
class Order:
    """Which questions are put, and what is looked at."""

    set: str
    data: Path | None = None
    split: str = "dev"
    fold: FoldChoice | None = None
    """None: the validation fold of a public set, all of a file of one's own. A set without folds has all."""
    limit: int | None = None
    """Only the first so many."""
    sample: int | None = None
    """Only so many, chosen by their ids."""
    kind: Kind = "answers"
    target_risk: float = 0.01


@dataclass(frozen=True, slots=True)
class Measured:
    """An evaluation, the set that it is about, and how many rows could not be used, by the reason."""

    evaluation: Evaluation
    gold: GoldSet
    left_out: dict[str, int]
    notes: tuple[str, ...] = ()
    """What the user should know about the choice of rows."""


def measure(order: Order, asking: Asking, progress: Progress = lambda done, total: None) -> Measured:
    """The evaluation that an order comes to, from what was observed before and what is still open."""
    if order.set in STATEMENTS and order.kind != "answers":
        raise InputError(
            f"{order.set} contains statements, not questions: there is nothing to search or to change.",
            hint=f"Run: python -m evals {order.set} --data DIR",
        )
    measured = _measured(order, asking, progress)
    return replace(measured, notes=tuple(_notes(order)))


def _measured(order: Order, asking: Asking, progress: Progress) -> Measured:
    run = _Run(order, asking, progress, time.perf_counter())
    gold = run.gold()
    if order.set in STATEMENTS:
        return run.measured(gold, replace(asking, mode="support"))
    if order.kind == "retrieval":
        return run.measured(gold, replace(asking, mode="retrieval"))
    if order.kind == "answers":
        return run.measured(gold, asking)
    if order.kind == "oracle" or order.kind == "liar" or order.kind == "forger":
        return run.proposed(gold, order.kind)
    if order.kind == "mixed":
        return run.measured(gold, replace(asking, mode="mixed"))
    with Texts(gold, asking.settings) as texts:
        return run.silent(gold, texts) if order.kind == "silent" else run.counterfactual(gold, texts)


def _was_put(observation: Observation) -> bool:
    """Whether something was proposed, or could have been; a failure counts: it may have come before that."""
    return bool(observation.proposed) or observation.outcome == "failed"


def _left_out_share(seen: Sequence[Observation]) -> dict[str, float]:
    """Of the rows whose gold names a place, those whose place no view could show."""
    placed = [each.placed for each in seen if each.placed is not None]
    return {"left_out_share": placed.count(False) / len(placed)} if placed else {}


def _believed_by_kind(seen: Sequence[Observation]) -> dict[str, float]:
    """Of each thing that was forged, how often and how often it left."""
    kinds = sorted({each.forged for each in seen if each.forged})
    found = {kind: [bool(each.believed) for each in seen if each.forged == kind] for kind in kinds}
    return {f"forger_believed/{kind}": sum(left) / len(left) for kind, left in found.items()} | {
        f"forged/{kind}": float(len(left)) for kind, left in found.items()
    }


def _notes(order: Order) -> Iterator[str]:
    if order.set in WITHOUT_FOLDS and order.fold not in (None, "all"):
        yield f"The set {order.set} has no folds: all of its rows are asked."


@dataclass(frozen=True, slots=True)
class _Run:
    order: Order
    asking: Asking
    progress: Progress
    started: float

    @property
    def fold(self) -> FoldChoice:
        if self.order.set in WITHOUT_FOLDS:
            return "all"
        return self.order.fold or ("validation" if self.order.set in NAMES else "all")

    def gold(self) -> GoldSet:
        order = self.order
        if order.set in STATEMENTS:
            whole = as_gold(order.set, order.split, statements(order.set, order.data, order.split))
        else:
            whole = gold_set(order.set, order.data, order.split)
        chosen = sampled(within(whole, self.fold, order.limit), order.sample)
        if not chosen.rows:
            raise InputError(
                f"The fold {self.fold!r} of {order.set} has no questions.", hint="Write --fold all."
            )
        return chosen

    def measured(self, gold: GoldSet, asking: Asking) -> Measured:
        observations = observe(gold, asking, self.progress)
        evaluation = evaluate(gold, observations, self._about(asking))
        return Measured(evaluation, gold, dict(gold.left_out))

    def proposed(self, gold: GoldSet, mode: Mode) -> Measured:
        """How much is believed of what a proposer says that is always right, or always wrong."""
        asking = replace(self.asking, mode=mode)
        chosen = gold
        seen = observe(chosen, asking, self.progress)
        rows = zip(chosen.rows, seen, strict=True)
        # Where the document is silent, an oracle says that it found nothing: then nothing may leave.
        quiet = {row.id for row in gold.rows if mode == "oracle" and row.absent}
        pairs = [(row, each) for row, each in rows if row.id in quiet or _was_put(each)]
        if not pairs:
            raise InputError(
                f"There is nothing to propose for any of the {len(chosen.rows)} questions.",
                hint="Ask more questions: raise --limit, or write --fold all.",
            )
        put = chosen.of(row for row, _ in pairs)
        evaluation = evaluate(put, [each for _, each in pairs], self._about(asking))
        more = _left_out_share(seen) if mode == "oracle" else _believed_by_kind(seen)
        evaluation = evaluation.model_copy(update={"scores": evaluation.scores | more})
        silent = len(chosen.rows) - len(pairs)
        return Measured(
            evaluation, put, dict(gold.left_out) | ({_NOTHING_SAID[mode]: silent} if silent else {})
        )

    def silent(self, gold: GoldSet, texts: Texts) -> Measured:
        """How often a document that does not carry the answer is recognised as silent."""
        made = silent(gold, texts.of)
        measured = self.measured(made.gold, self.asking)
        return replace(measured, left_out=measured.left_out | reasons(made.left_out))

    def counterfactual(self, gold: GoldSet, texts: Texts) -> Measured:
        """How often right answers follow their evidence when it is changed, and vanish with it."""
        observations = observe(gold, self.asking, self.progress)
        rows = zip(gold.rows, observations, strict=True)
        right = {row.id: seen for row, seen in rows if not row.absent and mark(row, seen).right}
        made = counterfactuals(gold, right, texts.of)
        changed = made.gold(gold)
        if not changed.rows:
            raise InputError(
                f"None of the {len(gold.rows)} questions was answered rightly in a way that can be changed.",
                hint="Ask more questions: raise --limit, or write --fold all.",
            )
        again = observe(changed, self.asking, self.progress)
        following = score_following(
            (case, followed(case, seen)) for case, seen in zip(made.cases, again, strict=True)
        )
        evaluation = evaluate(changed, again, self._about(self.asking))
        scores = {**following, **evaluation.scores}
        scored = evaluation.model_copy(update={"scores": scores})
        return Measured(scored, changed, reasons(made.left_out))

    def _about(self, asking: Asking) -> About:
        settings = asking.settings.model_dump(mode="json", exclude={"library", "limits", "parsers"})
        made_by = fingerprint(asking.settings, asking.mode)
        return About(
            fold=self.fold,
            limit=self.order.limit,
            sample=self.order.sample,
            settings={"mode": asking.mode, "second": asking.second, "fingerprint": made_by, **settings},
            seconds=round(time.perf_counter() - self.started, 1),
            mode=asking.mode,
            target_risk=self.order.target_risk,
        )
