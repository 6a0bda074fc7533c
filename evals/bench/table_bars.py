"""How often cells of a table over documents are right, wrong or left to review, by gold of public sets.

    python -m evals.bench.table_bars kleister --data DIR
    python -m evals.bench.table_bars cuad --data DIR --documents 12

The fields are those that a user would type: four of Kleister's NDAs, the 41 clause types of CUAD by their
names. Documents are of the fold validation, drawn with a seed where `--documents` asks for fewer than all.
A cell is right if its value and its place are; it leads if its value or one of its first five passages
touches the marked place. Kleister marks no places, so nothing can be said of its leads.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import pincite
from evals.run.observe_cells import observed_cell
from evals.score.gold_set import within
from evals.score.marking import Mark, mark
from evals.sets import cuad_plain, kleister
from pincite.answer.document_tables import Cell, CellState
from pincite.quality.questions import GoldRow, GoldSet
from pincite.quality.scoring import mean_intervals

_FIELDS_OF_KLEISTER = {
    "effective_date": "effective date",
    "jurisdiction": "governing law",
    "party": "parties",
    "term": "term",
}


@dataclass(frozen=True, slots=True)
class Marked:
    """One cell with what its gold makes of it."""

    field: str
    state: CellState
    mark: Mark


def drawn(gold: GoldSet, documents: int | None, seed: int) -> GoldSet:
    """The set with so many of its documents, the same for the same seed."""
    names = sorted(source.name for source in gold.sources)
    if documents is None or documents >= len(names):
        return gold
    chosen = set(random.Random(seed).sample(names, documents))
    return gold.of(row for row in gold.rows if row.document in chosen)


def fields_of(gold: GoldSet) -> dict[str, str]:
    """By the name that the gold has for it, the field as somebody would type it."""
    if gold.name == "kleister":
        return _FIELDS_OF_KLEISTER
    return {name: name.lower() for name in dict.fromkeys(row.strata.field for row in gold.rows)}


def measured_by(workers: int, gold: GoldSet, fields: Mapping[str, str], folder: Path) -> list[Marked]:
    """The same by several processes, each with a library of its own."""
    if workers < 2:
        return measured(gold, fields, folder)
    names = [source.name for source in gold.sources]
    parts = []
    for number in range(workers):
        own = set(names[number::workers])
        parts.append((gold.of(row for row in gold.rows if row.document in own), fields, folder / f"{number}"))
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        return [each for some in pool.starmap(measured, parts) for each in some]


def measured(gold: GoldSet, fields: Mapping[str, str], folder: Path) -> list[Marked]:
    """Every cell of the table, marked."""
    folder.mkdir(exist_ok=True)
    rows = {(row.document, fields[row.strata.field]): row for row in gold.rows}
    texts: dict[str, str] = {}
    found: list[Marked] = []
    with pincite.open(folder / "library") as library:
        for number, source in enumerate(gold.sources, start=1):
            path = folder / source.name
            path.write_bytes(source.content())
            library.add(path, wait=True)
            texts[source.name] = library.read(source.name).document.text
            table = library.table([source.name], list(fields.values()))
            found += [
                _marked(rows[source.name, field.name], cell, texts)
                for row, field, cell in table.cells()
                if (row.document, field.name) in rows
            ]
            sys.stderr.write(f"{number} of {len(gold.sources)} documents\n")
    return found


def _marked(row: GoldRow, cell: Cell, texts: Mapping[str, str]) -> Marked:
    seen = observed_cell("", row.id, cell, texts.__getitem__)
    return Marked(row.strata.field, cell.state, mark(row, seen))


def columns(marked: Sequence[Marked]) -> dict[str, list[float]]:
    """By score what each cell counts for it; nan where it says nothing of it."""

    def share(each: Marked, of: bool, hit: object) -> float:
        return float(bool(hit)) if of else float("nan")

    def wants(score: str, each: Marked) -> float:
        present, answered = each.mark.present, each.state == "answered"
        match score:
            case "right":
                return share(each, present, answered and each.mark.right)
            case "risk":
                return share(each, answered, each.mark.wrong)
            case "led":
                return share(each, each.mark.led is not None, each.mark.led)
            case "absent answered":
                return share(each, not present, answered)
            case "absent to review":
                return share(each, not present, each.state in ("probable", "to_review"))
        return share(each, present, each.state == "not_stated")

    names = ("right", "risk", "led", "absent answered", "absent to review", "present not stated")
    return {name: [wants(name, each) for each in marked] for name in names}


def scored(marked: Sequence[Marked], seed: int) -> dict[str, tuple[float, int, tuple[float, float]]]:
    """By score its share, of how many cells, and the interval by resampling documents."""
    found = {}
    documents = [each.mark.document for each in marked]
    for name, column in columns(marked).items():
        values = np.array(column)
        count = int((~np.isnan(values)).sum())
        if count:
            ends = mean_intervals({name: values}, documents, seed).get(name, (0.0, 1.0))
            found[name] = float(np.nanmean(values)), count, ends
    return found


def told(scores: Mapping[str, tuple[float, int, tuple[float, float]]]) -> str:
    return " · ".join(
        f"{name} {share:.1%} [{low:.0%}–{high:.0%}] of {count}"
        for name, (share, count, (low, high)) in scores.items()
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("set", choices=("kleister", "cuad"))
    parser.add_argument("--data", type=Path, required=True, help="the folder of the public sets")
    parser.add_argument("--documents", type=int, help="how many documents; all of the fold by default")
    parser.add_argument("--seed", type=int, default=7, help="which documents are drawn")
    parser.add_argument("--questions", action="store_true", help="ask CUAD's fields by plain questions")
    parser.add_argument("--workers", type=int, default=1, help="so many processes")
    parser.add_argument("--fold", choices=("train", "validation"), default="validation")
    parser.add_argument("--json", type=Path, help="write every cell's mark to a file")
    chosen = parser.parse_args()
    read = kleister.read if chosen.set == "kleister" else cuad_plain.read
    gold = drawn(within(read(chosen.data, "dev"), chosen.fold), chosen.documents, chosen.seed)
    fields = fields_of(gold)
    if chosen.questions:
        fields = {name: cuad_plain.QUESTIONS[name] for name in fields}
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pincite-table-bars-") as folder:
        marked = measured_by(chosen.workers, gold, fields, Path(folder))
    spent = time.monotonic() - started
    say = sys.stdout.write
    asked = f"{len(gold.sources)} documents, {len(marked)} cells"
    say(f"{chosen.set}, fold {chosen.fold}: {asked}, {spent:.0f} s\n")
    say(f"{told(scored(marked, chosen.seed))}\n")
    for name in sorted({each.field for each in marked}):
        of_field = [each for each in marked if each.field == name]
        say(f"  {name}: {told(scored(of_field, chosen.seed))}\n")
    if chosen.json:
        rows = [
            (each.mark.row, each.state, each.mark.right, each.mark.led, each.mark.present) for each in marked
        ]
        chosen.json.write_text(json.dumps(rows, indent=0), "utf-8")


if __name__ == "__main__":
    main()
