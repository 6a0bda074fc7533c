"""Where a document says two things of one thing: are both shown, and is what only looks so left alone?

Run: PYTHONPATH=src:. python evals/bench/conflicts.py [--each]

`conflicts` and `amended` are the questions of these files in `evals/written`, `shapes` the contracts of
`tests/gold_shapes`. The thresholds were chosen on `conflicts` and on `shapes`, and on no row of `amended`.
Each is asked of the shipped weights. Of a conflict, `shown` gives every side; `one side` gives an answer that
leaves one out (`probable`: with its doubt), which is wrong; `nothing` gives none. Of a look-alike, `false` is
a conflict that is none, and `right` an answer that holds what was written down, where that was.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pincite
from pincite.answer.answers import Answer
from tests.gold_shapes.alike_contracts import ALIKE
from tests.gold_shapes.conflicting_contracts import contracts
from tests.gold_shapes.outsider.computed import COMPUTED
from tests.gold_shapes.outsider.conflicts import CONFLICTS
from tests.gold_shapes.outsider.definitions import DEFINED
from tests.gold_shapes.outsider.qualified import QUALIFIED

_WRITTEN = Path(__file__).parents[1] / "written"
# The question is about the very case of which one of the two clauses speaks.
_EXCEPTION = "conflict-subscription-royalty"


@dataclass(frozen=True, slots=True)
class Case:
    """A question about some files, with the words of each side: of a look-alike at most the right one."""

    group: str
    name: str
    asked: str
    files: tuple[str, ...]
    sides: tuple[str, ...]
    is_conflict: bool
    one_contract: bool = True
    """Whether the user said that the files are parts of one contract."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", action="store_true", help="show what became of every question")
    each = parser.parse_args().each
    counts: Counter[tuple[str, bool, str]] = Counter()
    with TemporaryDirectory() as folder, pincite.open(Path(folder) / "library") as library:
        for number, case in enumerate([*written("conflicts"), *written("amended"), *shapes()]):
            answer = _asked(library, case, number)
            mark = mark_of(case, answer)
            counts[case.group, case.is_conflict, mark] += 1
            if each:
                given = " | ".join(f"{i.original} ({i.chance})" for i in answer.items)
                print(
                    f"{mark:9} {case.group} {case.name}: {case.asked} → {answer.outcome} {given}", flush=True
                )
    for group in ("conflicts", "amended", "shapes"):
        for is_conflict, title in ((True, "conflicts"), (False, "look-alikes")):
            marks = {mark: n for (of, kind, mark), n in counts.items() if (of, kind) == (group, is_conflict)}
            told = ", ".join(f"{mark} {count}" for mark, count in sorted(marks.items()))
            print(f"{group}: {sum(marks.values())} {title}: {told}")


def written(group: str) -> Iterator[Case]:
    for row in map(json.loads, (_WRITTEN / f"{group}.jsonl").read_text("utf-8").splitlines()):
        text = (_WRITTEN / "conflict_docs" / row["document"]).read_text("utf-8")
        told = tuple(side["text"] for side in row["sides"])
        yield Case(group, row["id"], row["question"], (text,), told, row["conflict"])


def shapes() -> Iterator[Case]:
    for made in contracts(0):
        sides = made.prevails, made.yields
        yield Case("shapes", made.name, made.asked, made.files, sides, is_conflict=True)
    for gold in CONFLICTS:
        quotes = tuple(side.quote for side in gold.sides)
        yield Case("shapes", gold.id, gold.question, (gold.text,), quotes, gold.id != _EXCEPTION)
    for name, asked, files in ALIKE:
        yield Case("shapes", name, asked, files, (), is_conflict=False, one_contract=False)
    for other in (*COMPUTED, *DEFINED, *QUALIFIED):
        yield Case("shapes", other.id, other.question, (other.text,), (), is_conflict=False)


def _asked(library: pincite.Library, case: Case, number: int) -> Answer:
    names = [f"{number}-{part}.txt" for part in range(len(case.files))]
    for name, text in zip(names, case.files, strict=True):
        main = names[0] if case.one_contract and name != names[0] else None
        library.add_bytes(text.encode("utf-8"), name, part_of=main, wait=True)
    return library.ask(case.asked, documents=names)


def mark_of(case: Case, answer: Answer) -> str:
    """What became of a question: see the top of this module."""
    shown = [_plain(" ".join([i.original, *(e.snippet for e in i.evidence)])) for i in answer.items]
    if answer.outcome == "conflict":
        if not case.is_conflict:
            return "false"
        return (
            "shown" if all(any(_plain(side) in said for said in shown) for side in case.sides) else "others"
        )
    if not answer.items:
        return "nothing"
    if case.is_conflict:
        return "probable" if answer.outcome == "probable" else "one side"
    return "right" if any(_plain(side) in said for side in case.sides[-1:] for said in shown) else "given"


def _plain(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    main()
