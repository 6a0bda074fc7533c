"""Measure what `gates.yaml` names, and say which gate a later run fails beside an earlier one.

    python -m evals.gates run quick --data DIR --into AFTER [--only NAME …]
    python -m evals.gates compare BEFORE AFTER
    python -m evals.gates commands

A folder of runs holds one file of figures for each run. Two runs are compared over the questions that both
asked. Exit code 7: a gate fails, or what it is about was not measured.
"""

from __future__ import annotations

import argparse
import fnmatch
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field

from evals.run.evaluating import Kind
from evals.score.rows import Change, RunFigures, change, read_runs
from pincite.errors import GATE_EXIT_CODE
from pincite.quality.scoring import reached

FILE = Path(__file__).with_name("gates.yaml")
Tier = Literal["quick", "full"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Run(_Record):
    """One set in one mode, with the rows of each tier; None in the full tier is all of them."""

    set: str
    mode: Kind = "answers"
    second: str = "nobody"
    strictness: str | None = None
    fold: str | None = None
    quick: int | None = None
    full: int | None = None

    def command(self, tier: Tier, data: Path, into: Path) -> list[str]:
        """How it is measured."""
        rows = self.quick if tier == "quick" else self.full
        options = {
            "--sample": rows,
            "--fold": self.fold,
            "--second": self.second if self.second != "nobody" else None,
            "--strictness": self.strictness,
            "--rows": into,
            "--data": data,
        }
        told = [part for name, value in options.items() if value is not None for part in (name, str(value))]
        mode = [] if self.mode == "answers" else [f"--{self.mode}"]
        return [sys.executable, "-m", "evals", self.set, *mode, *told, "--json"]


class Gate(_Record):
    """What a score must be in the later run, or how it may differ from the earlier one.

    A limit below 0 says how much the score may fall, one above 0 how much it may rise.
    """

    score: str
    runs: tuple[str, ...]
    bar: str | None = None
    unless_missing: bool = False
    pooled: float | None = None
    """For the change over the rows of all runs together."""
    single: float | None = None
    """For the change in each run."""
    each: float | None = None
    """For each run: its 90 % interval may not lie wholly beyond it."""


class Shown(_Record):
    """A score that is only looked at."""

    score: str
    runs: tuple[str, ...]


class Gates(_Record):
    """All that a change is held to."""

    runs: dict[str, Run]
    gates: tuple[Gate, ...]
    reported: tuple[Shown, ...] = ()
    commands: dict[str, str] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of one gate in one run, or in several together."""

    runs: str
    score: str
    said: str
    passed: bool


def read_gates(path: Path = FILE) -> Gates:
    """The gates as they are committed."""
    return Gates.model_validate(yaml.safe_load(path.read_text("utf-8")))


def findings(
    gates: Gates, before: Mapping[str, RunFigures], after: Mapping[str, RunFigures]
) -> Iterator[Finding]:
    """What every gate comes to, for the runs that the later side has or should have."""
    for gate in gates.gates:
        chosen = _chosen(gate.runs, gates.runs)
        for name in chosen:
            if gate.bar is not None:
                yield from _held(gate, gate.bar, name, after.get(name))
            if gate.single is not None or gate.each is not None:
                yield from _compared(gate, name, before.get(name), after.get(name))
        if gate.pooled is not None:
            pairs = [(before[name], after[name]) for name in chosen if name in before and name in after]
            yield _moved(gate.score, " + ".join(chosen), gate.pooled, change(gate.score, pairs))


def _chosen(patterns: Sequence[str], runs: Mapping[str, Run]) -> list[str]:
    return [name for name in runs if any(fnmatch.fnmatchcase(name, each) for each in patterns)]


def _held(gate: Gate, bar: str, name: str, run: RunFigures | None) -> Iterator[Finding]:
    got = run.scores.get(gate.score) if run else None
    if got is None:
        if not gate.unless_missing or run is None:
            yield Finding(name, gate.score, "was not measured", False)
        return
    yield Finding(name, gate.score, f"{got:.4g}, must be {bar}", reached(bar, got))


def _compared(
    gate: Gate, name: str, before: RunFigures | None, after: RunFigures | None
) -> Iterator[Finding]:
    """The change in one run; where neither the one nor the other side has the score, there is none."""
    if before is None or after is None:
        yield Finding(name, gate.score, "was not measured on both sides", False)
        return
    found = change(gate.score, [(before, after)])
    if found is None and not any(gate.score in run.scores for run in (before, after)):
        return
    if gate.single is not None:
        yield _moved(gate.score, name, gate.single, found)
    if gate.each is not None:
        yield _surely(gate.score, name, gate.each, found)


def _moved(score: str, name: str, limit: float, found: Change | None) -> Finding:
    """The change itself must keep within the limit."""
    if found is None:
        return Finding(name, score, "was not measured on both sides", False)
    within = found.difference >= limit - 1e-9 if limit <= 0 else found.difference <= limit + 1e-9
    return Finding(name, score, f"{_told(found)}; may change by {limit:+.3g}", within)


def _surely(score: str, name: str, limit: float, found: Change | None) -> Finding:
    """Only a change that surely goes beyond the limit counts."""
    if found is None:
        return Finding(name, score, "was not measured on both sides", False)
    within = found.high >= limit if limit <= 0 else found.low <= limit
    return Finding(name, score, f"{_told(found)}; may not surely change by more than {limit:+.3g}", within)


def _told(found: Change) -> str:
    return (
        f"{found.before:.4g} → {found.after:.4g} ({found.difference:+.4f}, 90 %: {found.low:+.4f} to "
        f"{found.high:+.4f}, {found.rows} rows)"
    )


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    verbs = asked.add_subparsers(dest="verb", required=True)
    run = verbs.add_parser("run", help="measure the runs of a tier")
    run.add_argument("tier", choices=("quick", "full"))
    run.add_argument("--data", type=Path, required=True)
    run.add_argument("--into", type=Path, required=True)
    run.add_argument("--only", action="append", metavar="NAME", help="a run, or several: oracle-*")
    run.add_argument("--workers", type=int)
    both = verbs.add_parser("compare", help="say which gate fails")
    both.add_argument("before", type=Path)
    both.add_argument("after", type=Path)
    both.add_argument("--only", action="append", metavar="NAME")
    verbs.add_parser("commands", help="run the commands that must succeed")
    wanted = asked.parse_args()
    gates = read_gates()
    if wanted.verb == "run":
        return _run(gates, wanted)
    if wanted.verb == "commands":
        return _commands(gates)
    chosen = _chosen(wanted.only or ["*"], gates.runs)
    kept = gates.model_copy(update={"runs": {name: gates.runs[name] for name in chosen}})
    return _compare(kept, read_runs(wanted.before), read_runs(wanted.after))


def _run(gates: Gates, wanted: argparse.Namespace) -> int:
    wanted.into.mkdir(parents=True, exist_ok=True)
    failed = []
    for name in _chosen(wanted.only or ["*"], gates.runs):
        run = gates.runs[name]
        if wanted.tier == "quick" and run.quick is None:
            continue
        command = run.command(wanted.tier, wanted.data, wanted.into / f"{name}.json")
        workers = ["--workers", str(wanted.workers)] if wanted.workers else []
        print(f"{name}: {shlex.join(command[1:])}", file=sys.stderr, flush=True)
        if subprocess.run([*command, *workers], stdout=subprocess.DEVNULL, check=False).returncode:
            failed.append(name)
    print(f"failed: {', '.join(failed)}" if failed else "all measured", file=sys.stderr)
    return 1 if failed else 0


def _compare(gates: Gates, before: Mapping[str, RunFigures], after: Mapping[str, RunFigures]) -> int:
    machines = {run.machine for run in (*before.values(), *after.values())}
    if len(machines) > 1:
        print(f"Measured on different machines ({', '.join(sorted(machines))}): small changes say nothing.")
    found = list(findings(gates, before, after))
    for each in sorted(found, key=lambda each: each.passed):
        print(f"{'ok  ' if each.passed else 'FAIL'} {each.score} of {each.runs}: {each.said}")
    for shown in gates.reported:
        for name in _chosen(shown.runs, gates.runs):
            old, new = (
                side[name].scores.get(shown.score) if name in side else None for side in (before, after)
            )
            if old is not None or new is not None:
                print(f"     {shown.score} of {name}: {_figure(old)} → {_figure(new)}")
    failed = sum(not each.passed for each in found)
    print(f"{failed} of {len(found)} gates fail" if failed else f"all {len(found)} gates hold")
    return GATE_EXIT_CODE if failed else 0


def _figure(score: float | None) -> str:
    return "not measured" if score is None else f"{score:.4g}"


def _commands(gates: Gates) -> int:
    failed = [
        name
        for name, command in gates.commands.items()
        if subprocess.run([sys.executable, *shlex.split(command)[1:]], check=False).returncode
    ]
    print(f"failed: {', '.join(failed)}" if failed else "all succeeded", file=sys.stderr)
    return GATE_EXIT_CODE if failed else 0


if __name__ == "__main__":
    sys.exit(main())
