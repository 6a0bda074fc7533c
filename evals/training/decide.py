"""Fit the decision: from the features of candidates to the chance that an answer is right.

`collect` asks every question of the documents that were kept from the reader, with the product's own code and
8-bit files, and writes the features of each candidate with whether it is right. `fit.py` makes trees and bars
of them. Nothing of the validation fold or of the arbiter's questions is used.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import tempfile
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.training.questions import clauses
from evals.training.sources.files import is_for_decision, is_validation
from evals.training.sources.teach import spaced, taught
from pincite.quality.measuring import collected
from pincite.quality.questions import GoldAnswer, GoldRow
from pincite.service import Library, open_with
from pincite.settings import Settings, StageChoice

_MOST_CLAUSES = 14
_CUAD_BELOW = 24


@dataclass(frozen=True, slots=True)
class Asking:
    """A document with the gold questions about it."""

    name: str
    text: str
    rows: tuple[GoldRow, ...]


def askings(data: Path) -> Iterator[Asking]:
    """The teaching documents that were kept from the reader, and contracts with the clauses they hold."""
    for document in taught(data):
        if document.is_kept:
            rows = [_taught_row(document.id, at, row, document.text) for at, row in enumerate(document.rows)]
            name = f"{document.id.removesuffix('.txt')}.txt"
            found = tuple(replace_document(each, name) for each in rows if each)
            yield Asking(name, document.text, found)
    yield from _contracts(data)


def replace_document(row: GoldRow, name: str) -> GoldRow:
    return row.model_copy(update={"document": name})


def _taught_row(document: str, at: int, row: Any, text: str) -> GoldRow | None:
    given = {"id": f"{document}-{at}", "document": document, "question": row["question"]}
    if row["absent"]:
        return GoldRow(**given, absent=True)
    found = spaced(row["quote"]).search(text)
    if found is None:
        return None
    value = {"value": row["yes_no"] == "yes"} if row.get("yes_no") else None
    kind = "boolean" if row.get("yes_no") else None
    inside = spaced(row["answer"]).search(text, found.start(), found.end()) or found
    answer = GoldAnswer(
        value=value,
        text=row["answer"],
        quote="" if value else row["quote"],
        spans=(inside.span(),),
    )
    return GoldRow(**given, answer_type=kind, answers=(answer,))


def _contracts(data: Path) -> Iterator[Asking]:
    """Contracts that have no teaching rows, asked by the set's own wording and by ours."""
    known = {document.id: document.is_kept for document in taught(data)}
    rows: dict[str, list[GoldRow]] = {}
    labels = (data / "cuad" / "labels.dev.jsonl").read_text("utf-8").splitlines()
    for at, line in enumerate(labels):
        label = json.loads(line)
        key = label["contract_id"]
        if key in known or not is_kept_contract(key, known):
            continue
        asked = (label["question"], *clauses().questions[label["clause_type"]])
        if not (label["is_absent"] or label["answers"]):
            continue
        spans = [
            (start, start + answer["end"] - answer["start"])
            for answer in label["answers"]
            for start in (answer["start"], *answer.get("other_starts", ()))
        ]
        for turn in (0, 1 + at % (len(asked) - 1)):
            given = {"id": f"{key}-{at}-{turn}", "document": f"{key}.txt", "question": asked[turn]}
            row = (
                GoldRow(**given, answers=(GoldAnswer(spans=tuple(spans)),))
                if spans
                else GoldRow(**given, absent=True)
            )
            if (at + turn) % 3 == 0:
                rows.setdefault(key, []).append(row)
    for key, found in rows.items():
        text = (data / "cuad" / "text" / f"{key}.txt").read_bytes().decode("utf-8")
        yield Asking(f"{key}.txt", text, tuple(found))


def is_kept_contract(key: str, known: Mapping[str, bool]) -> bool:
    """Whether a contract was kept from the reader; of those with teaching rows it is known."""
    if key in known:
        return known[key]
    return not is_validation(key) and is_for_decision(key, _CUAD_BELOW)


def collect(data: Path, weights: Path, target: Path, workers: int, sets: str, *, reader: bool = True) -> None:
    """Write one line for each question: its candidates with their features and whether each is right."""
    todo = list(askings(data)) if sets == "fit" else list(gold_askings(Path(sets)))
    print(f"{len(todo)} documents, {sum(len(each.rows) for each in todo)} questions", flush=True)
    todo.sort(key=lambda each: -len(each.text) * len(each.rows))
    with target.open("w", encoding="utf-8") as file:
        context = multiprocessing.get_context("spawn")
        with context.Pool(workers, initializer=_open, initargs=(weights, reader)) as pool:
            for done, lines in enumerate(pool.imap_unordered(_collected, todo), 1):
                file.writelines(f"{line}\n" for line in lines)
                file.flush()
                if done % 20 == 0:
                    print(f"{done} documents", flush=True)


def gold_askings(file: Path) -> Iterator[Asking]:
    """The questions of a gold file, whose documents lie beside it or in `docs`."""
    rows: dict[str, list[GoldRow]] = {}
    for line in file.read_text("utf-8").splitlines():
        row = GoldRow.model_validate_json(line)
        rows.setdefault(row.document, []).append(row)
    for name, found in rows.items():
        path = next(p for p in (file.parent / name, file.parent / "docs" / name) if p.exists())
        yield Asking(str(path), "", tuple(found))


_library: Library | None = None
_folder: tempfile.TemporaryDirectory[str] | None = None


def _open(weights: Path, reader: bool = True) -> None:
    global _library, _folder
    _folder = tempfile.TemporaryDirectory()
    settings = Settings(
        library=Path(_folder.name) / "library",
        weights=weights,
        embedder=StageChoice(name="local"),
        reader=StageChoice(name="local") if reader else None,
        threads=1,
        isolated=False,
    )
    _library = open_with(settings)


def _collected(asking: Asking) -> list[str]:
    assert _library is not None
    assert _folder is not None
    try:
        path = Path(asking.name)
        if asking.text:
            path = Path(_folder.name) / asking.name
            path.write_bytes(asking.text.encode())
        (added, *_) = _library.add(path, name=path.name)
        if added.error:
            raise added.error
        _library.work()
        found = [json.dumps(collected(_library, path.name, row)) for row in asking.rows]
        _library.forget(path.name)
        return found
    except Exception:  # one document must not lose the others; what failed is told
        traceback.print_exc()
        return []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("step", choices=("collect",))
    parser.add_argument("--data", type=Path)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--gold", default="fit", help="a gold file to collect from; without it the rows to fit on"
    )
    parser.add_argument("--words", action="store_true", help="without the reader, by words and vectors alone")
    options = parser.parse_args()
    collect(
        options.data, options.weights, options.out, options.workers, options.gold, reader=not options.words
    )


if __name__ == "__main__":
    main()
