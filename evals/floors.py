"""What the weights of the package must reach on questions about our own documents: `.ci/run` asks them.

    python -m evals.floors            exit code 7 if a floor is missed, or was lowered
    python -m evals.floors --raise    write what was measured where it is better

`floors.yaml` has them. A floor is what was measured, less two questions, so that another processor's rounding
passes and a lost rule or weight does not. It only rises: what stood there in any earlier commit still holds,
as long as the questions, their documents and the sample are the same, which the hash says.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict

from evals.score.gold_set import sampled
from evals.score.rows import RunFigures
from pincite.errors import GATE_EXIT_CODE
from pincite.quality.questions import read_own

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "evals/floors.yaml"
NEVER = ("invented", "disagreements", "failed")
SPARE = 2


class Floor(BaseModel):
    """A set of questions, and how many of them must at least, or may at most, come out so."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    questions: Path
    sample: int
    hash: str
    least: dict[str, int]
    most: dict[str, int]

    def hash_now(self) -> str:
        """Of the questions that are asked and of what their documents hold."""
        gold = sampled(read_own(ROOT / self.questions, None), self.sample)
        found = hashlib.sha256()
        for row in sorted(gold.rows, key=lambda row: row.id):
            found.update(row.model_dump_json().encode())
        for source in sorted(gold.sources, key=lambda source: source.name):
            found.update(source.content())
        return found.hexdigest()

    def measured(self) -> RunFigures:
        """Asked anew with what the package ships."""
        with tempfile.TemporaryDirectory(prefix="pincite-floors-") as folder:
            rows = Path(folder) / "rows.json"
            told = ["--sample", str(self.sample), "--rows", str(rows), "--cache", folder, "--json"]
            subprocess.run(
                [sys.executable, "-m", "evals", str(self.questions), *told],
                cwd=ROOT, stdout=subprocess.DEVNULL, check=True,
            )  # fmt: skip
            return RunFigures.model_validate_json(rows.read_text("utf-8"))

    def raised(self, counts: dict[str, int]) -> Floor:
        """What was measured, less the spare questions; never lower than now for the same questions."""
        now = self.hash_now()
        least = {name: counts.get(name, 0) - SPARE for name in self.least}
        most = {name: counts.get(name, 0) + SPARE for name in self.most}
        if now == self.hash:
            least = {name: max(bar, least[name]) for name, bar in self.least.items()}
            most = {name: min(bar, most[name]) for name, bar in self.most.items()}
        return self.model_copy(update={"hash": now, "least": least, "most": most})


def counts(run: RunFigures) -> dict[str, int]:
    """By score the number of questions it is true of."""
    names = {name for row in run.rows.values() for name in row.scores}
    return {name: round(sum(row.scores.get(name, 0) for row in run.rows.values())) for name in names}


def missed(floor: Floor, run: RunFigures) -> Iterator[str]:
    """What a run of it does not come up to."""
    found = counts(run)
    for name, bar in floor.least.items():
        if found.get(name, 0) < bar:
            yield f"{floor.questions}: {name} {found.get(name, 0)}, at least {bar}"
    for name, bar in floor.most.items():
        if found.get(name, 0) > bar:
            yield f"{floor.questions}: {name} {found[name]}, at most {bar}"
    for name in NEVER:
        if run.scores.get(name):
            yield f"{floor.questions}: {name} {run.scores[name]:g}, must be 0"


def lowered(now: Sequence[Floor], before: Sequence[Floor]) -> Iterator[str]:
    """Where an earlier file asked for more of the same questions, or for questions that are asked no more."""
    today = {floor.questions: floor for floor in now}
    for old in before:
        new = today.get(old.questions)
        if new is None or new.sample < old.sample:
            yield f"{old.questions}: fewer questions than before"
        elif new.hash == old.hash:
            worse = [name for name, bar in old.least.items() if new.least.get(name, 0) < bar]
            worse += [name for name, bar in old.most.items() if name not in new.most or new.most[name] > bar]
            yield from (f"{old.questions}: the floor of {name} was lowered" for name in worse)


def read(text: str) -> tuple[Floor, ...]:
    return tuple(Floor.model_validate(each) for each in yaml.safe_load(text)["floors"])


def earlier() -> Iterator[tuple[Floor, ...]]:
    """The file in every commit that changed it; none where there is no history, as in an archive."""
    name = FILE.relative_to(ROOT).as_posix()
    try:
        commits = _git("log", "--format=%H", "--", name).split()
    except (OSError, subprocess.CalledProcessError):
        return
    for commit in commits:
        yield read(_git("show", f"{commit}:{name}"))


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True, text=True).stdout


def _write(floors: Sequence[Floor]) -> None:
    head = "".join(line for line in FILE.read_text("utf-8").splitlines(keepends=True) if line[0] == "#")
    told = {"floors": [floor.model_dump(mode="json") for floor in floors]}
    FILE.write_text(head + yaml.safe_dump(told, sort_keys=False), "utf-8")


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--raise", dest="higher", action="store_true", help="write what is better")
    higher = asked.parse_args().higher
    floors = read(FILE.read_text("utf-8"))
    faults = [fault for before in earlier() for fault in lowered(floors, before)]
    written = []
    for floor in floors:
        if not higher and floor.hash_now() != floor.hash:
            faults.append(f"{floor.questions}: questions or documents changed; --raise writes their hash")
            continue
        run = floor.measured()
        found = counts(run)
        told = ", ".join(f"{name} {found.get(name, 0)}" for name in (*floor.least, *floor.most))
        print(f"{floor.questions}: {run.n} questions, {told}", flush=True)
        faults += missed(floor, run)
        written.append(floor.raised(found))
    if higher:
        _write(written)
    for fault in dict.fromkeys(faults):
        print(f"FAIL {fault}")
    return GATE_EXIT_CODE if faults else 0


if __name__ == "__main__":
    sys.exit(main())
