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
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pincite.account import Ledger
from pincite.close_reading import Asked
from pincite.contract.registry import find
from pincite.contract.verdicts import Judged
from pincite.evaluate.gold import GoldAnswer, GoldRow
from pincite.evaluate.marking import mark
from pincite.evaluate.observation import Observation, ObservedItem, Place
from pincite.likeliest import JudgedReading, Likeliest
from pincite.records.run import Run
from pincite.retrieve.vectors import ByVectors
from pincite.retrieve.weigh import weigh
from pincite.retrieve.words import load as load_words
from pincite.service import Library, open_with
from pincite.settings import Settings, StageChoice
from pincite.stages import pipeline_of
from pincite.verify.strictness import proofs_for
from training.questions import clauses
from training.sources.files import is_for_decision, is_validation
from training.sources.teach import spaced, taught, words_of

_MOST_CLAUSES = 14
_CUAD_BELOW = 24
_VALUES = ("amount", "percentage", "duration", "date", "person", "organisation", "number")
_MOST_OF_IT = 0.6


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
    words = words_of(text, row)
    given = {"id": f"{document}-{at}", "document": document, "question": row["question"]}
    if row["absent"]:
        return GoldRow(**given, absent=True)
    found = spaced(words["quote"]).search(text)
    if found is None:
        return None
    value = {"value": row["yes_no"] == "yes"} if row.get("yes_no") else None
    kind = "boolean" if row.get("yes_no") else None
    inside = spaced(words["answer"]).search(text, found.start(), found.end()) or found
    answer = GoldAnswer(
        value=value,
        text=words["answer"],
        quote="" if value else words["quote"],
        spans=(inside.span(),),
    )
    return GoldRow(**given, answer_type=kind, answers=(answer,))


def _contracts(data: Path) -> Iterator[Asking]:
    """Contracts that have no teaching rows, asked by the set's own wording and by ours."""
    known = {document.id for document in taught(data)}
    rows: dict[str, list[GoldRow]] = {}
    labels = (data / "cuad" / "labels.dev.jsonl").read_text("utf-8").splitlines()
    for at, line in enumerate(labels):
        label = json.loads(line)
        key = label["contract_id"]
        if key in known or is_validation(key) or not is_for_decision(key, _CUAD_BELOW):
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


def collect(data: Path, weights: Path, target: Path, workers: int, sets: str) -> None:
    """Write one line for each question: its candidates with their features and whether each is right."""
    todo = list(askings(data)) if sets == "fit" else list(gold_askings(Path(sets)))
    print(f"{len(todo)} documents, {sum(len(each.rows) for each in todo)} questions", flush=True)
    todo.sort(key=lambda each: -len(each.text) * len(each.rows))
    with target.open("w", encoding="utf-8") as file:
        context = multiprocessing.get_context("spawn")
        with context.Pool(workers, initializer=_open, initargs=(weights,)) as pool:
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


def _open(weights: Path) -> None:
    global _library, _folder
    _folder = tempfile.TemporaryDirectory()
    settings = Settings(
        library=Path(_folder.name) / "library",
        weights=weights,
        embedder=StageChoice(name="local"),
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
        found = [json.dumps(_row(_library, path.name, row)) for row in asking.rows]
        _library.forget(path.name)
        return found
    except Exception:  # one document must not lose the others; what failed is told
        traceback.print_exc()
        return []


def _row(library: Library, name: str, row: GoldRow) -> dict[str, Any]:
    pipeline = pipeline_of(library.settings, library._vectors())
    meaning = next((path for path in pipeline.paths if isinstance(path, ByVectors)), None)
    assert pipeline.reader is not None
    judged = JudgedReading(Likeliest(pipeline.reader, meaning), None, proofs_for("balanced"))
    reading = replace(pipeline, judged=judged)._close_reading()
    held = library.read(name)
    question = pipeline.parser.read(row.question)
    weighed = weigh(question, [load_words(held.postings)])
    asked = Asked(weighed, weighed)
    found = reading.candidates(judged, asked, held, pipeline.paths, Ledger(), Run(id="fit"))
    kept = []
    for each in found:
        proof = judged.proved(weighed, held, each)
        touches = _touches(row, held.document.text, each.candidate.block.span)
        kept.append(
            {
                "features": {key: round(value, 4) for key, value in each.features.items()},
                "type": each.candidate.claim.answer_type,
                "proved": proof.passed,
                "right": proof.passed
                and not row.absent
                and (_is_right(row, proof) or _says_it(row, proof, touches)),
                "place": [each.candidate.block.span.start, each.candidate.block.span.end],
                "touches": touches,
            }
        )
    return {
        "id": row.id,
        "document": name,
        "present": not row.absent,
        "shape": question.generation.answer_shape,
        "clarification": bool(question.clarification),
        "kinds": question.generation.answer_types,
        "wanted": row.answer_type,
        "field": row.strata.field,
        "candidates": kept,
    }


def _says_it(row: GoldRow, judged: Judged, touches: bool) -> bool:
    """Whether a yes-or-no question is answered by the right sentence, which says no wrong yes or no."""
    return row.answer_type == "boolean" and touches and judged.claim.answer_type in {"text", "clause"}


def _touches(row: GoldRow, text: str, span: Any) -> bool:
    """Whether a place shares characters with where the gold says that the answer stands."""
    places = [place for answer in row.answers for place in answer.spans or ()]
    if not places:
        quotes = [answer.quote or answer.text for answer in row.answers]
        places = [found.span() for quote in quotes if quote for found in spaced(quote).finditer(text)]
    return any(start < span.end and span.start < end for start, end in places)


def _is_right(row: GoldRow, judged: Judged) -> bool:
    proof = judged.proofs[0]
    page = proof.document.page_of(proof.span.start)
    place = Place(
        start=proof.span.start,
        end=proof.span.end,
        page=page.number if page else None,
        snippet=proof.span.of(proof.document.text)[:600],
    )
    item = ObservedItem(
        answer_type=judged.claim.answer_type,
        value=judged.claim.value.model_dump(mode="json"),
        original=judged.claim.original,
        confidence=0.5,
        proved=True,
        places=(place,),
    )
    marked = mark(row, Observation(key="", row=row.id, outcome="answered", items=(item,)))
    return bool(marked.right) and not _is_whole_sentence_for_value(row, judged)


def _is_whole_sentence_for_value(row: GoldRow, judged: Judged) -> bool:
    """Whether a value was wanted and only its sentence is given: whoever asked still has to read it out."""
    wanted = row.answers[0].text.strip()
    if judged.claim.answer_type not in {"text", "clause"} or not wanted:
        return False
    readings = [reading for kind in _VALUES for reading in find(kind, wanted)]
    return any(reading.end - reading.start >= _MOST_OF_IT * len(wanted) for reading in readings)


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
    options = parser.parse_args()
    collect(options.data, options.weights, options.out, options.workers, options.gold)


if __name__ == "__main__":
    main()
