"""Fit how cells of tables are judged: from the features of cells to the chance that one answers.

`collect` asks questions whose answer is a cell of pages of financial reports (TAT-QA, train fold) and of the
teaching documents that were kept from the reader, with the product's own code and 8-bit files; questions for
what stands in the text, for another year and of another page are asked too, and no cell answers them. `fit`
adds what it makes of them to `decision.json`. Nothing of the validation fold or of the arbiter is used.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import re
import tempfile
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from evals.sets.tatqa import read as read_tatqa
from evals.training.fit import Trees
from evals.training.sources.files import is_validation
from evals.training.sources.table_questions import TableQuestion, asked_tables
from evals.training.sources.teach import spaced, taught
from pincite.ask.likely_cells import LikelyCell, LikelyCells
from pincite.quality.fitting import (
    Outcome,
    Rows,
    bars_of,
    chance,
    decided,
    kept,
    line,
    out_of_fold,
    silence,
    told,
)
from pincite.records.computation import OperandQuestion
from pincite.records.document import Document
from pincite.records.library import Held
from pincite.records.span import Span
from pincite.registry import build
from pincite.relevance.judging import Bar, Weights
from pincite.retrieve.index import load as load_words
from pincite.retrieve.query import weigh
from pincite.retrieve.vectors import ByVectors
from pincite.service import Library, open_with
from pincite.settings import Settings
from pincite.structure.cell_facts import CellFact, path_words

_EVERYDAY, _PLAIN = re.compile(r"[a-e]-"), re.compile(r"[fg]-")
_REPORT = re.compile(r"[0-9a-f-]{36}\.md")
_YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)")
_OTHER_YEARS = ("2008", "2011", "2012", "2026", "2027")
_OTHER_YEAR, _OF_ANOTHER, _OPERANDS = 0.35, 2, 0.4
_FIGURE = re.compile(r"(?P<digits>\d[\d,]*(?:\.\d+)?)\s*(?P<many>thousand|million|billion)?", re.IGNORECASE)
_MANY = {"thousand": 3, "million": 6, "billion": 9}
_VECTORS = ("row_cosine", "cosine_lead", "no_vectors")
_READER = ("row_reader", "reader_lead", "reader_rank", "row_sharp", "pointed", "points_elsewhere")
# Numbers as small as these stand in many cells.
_TELLING = 12


@dataclass(frozen=True, slots=True)
class CellQuestion:
    """A question, and the words of the cells that answer it; none where no cell does."""

    id: str
    asked: str
    answers: tuple[str, ...] = ()
    within: tuple[int, int] | None = None
    """Where in the text the cell stands, if the source says."""
    names: tuple[str, ...] = ()
    """What names its row and column, if the source says."""


@dataclass(frozen=True, slots=True)
class Page:
    """A document with the questions about it."""

    name: str
    text: str
    questions: tuple[CellQuestion, ...]
    kept: bool
    """Whether it is kept from the reader, so that the decision can be fitted on it."""


def pages(data: Path) -> Iterator[Page]:
    """All documents with questions."""
    yield from _reports(data)
    for document in taught(data):
        found = [_taught(document.id, at, row, document.text) for at, row in enumerate(document.rows)]
        name = f"{document.id.removesuffix('.txt')}.txt"
        yield Page(name, document.text, tuple(each for each in found if each), document.is_kept)
    for asked in asked_tables():
        questions = [_of_table(asked.name, at, each) for at, each in enumerate(asked.questions)]
        yield Page(asked.name, asked.path.read_text("utf-8"), tuple(questions), asked.is_kept)


def _of_table(document: str, at: int, asked: TableQuestion) -> CellQuestion:
    answers = (asked.printed,) if asked.printed else ()
    return CellQuestion(f"{document}-{at}", asked.asked, answers, names=(*asked.row, *asked.column))


def _taught(document: str, at: int, row: Any, text: str) -> CellQuestion | None:
    if row.get("yes_no"):
        return None
    key = f"{document}-{at}"
    if row["absent"]:
        return CellQuestion(key, row["question"])
    found = spaced(row["quote"]).search(text)
    return CellQuestion(key, row["question"], (row["answer"],), found.span()) if found else None


def _reports(data: Path) -> Iterator[Page]:
    texts = {source.key: source.text for source in read_tatqa(data, "dev").sources}
    lines = (data / "tatqa" / "hybrid.dev.jsonl").read_text("utf-8").splitlines()
    hybrids = [each for each in map(json.loads, lines) if not is_validation(each["table"]["uid"])]
    random = Random(7)
    every = [question for each in hybrids for question in each["questions"]]
    for hybrid in hybrids:
        key = hybrid["table"]["uid"]
        own = [each for question in hybrid["questions"] for each in _asked(question, random)]
        others = [random.choice(every) for _ in range(_OF_ANOTHER)]
        foreign = [
            CellQuestion(f"{q['uid']}-of-{key[:6]}", q["question"])
            for q in others
            if q not in hybrid["questions"] and q["answer_type"] == "span"
        ]
        yield Page(f"{key}.md", texts[key] or "", (*own, *foreign), kept=True)


def _asked(question: Any, random: Random) -> Iterator[CellQuestion]:
    """What is asked of cells: the question itself, for another year, or for what it computes with.

    No one cell answers a question for several values or for a computed one.
    """
    key, asked = question["uid"], question["question"]
    if question["answer_type"] == "span":
        yield CellQuestion(key, asked, tuple(question["answer"]))
        if _YEAR.search(asked) and random.random() < _OTHER_YEAR:
            yield CellQuestion(f"{key}-year", _YEAR.sub(random.choice(_OTHER_YEARS), asked))
    if question["answer_type"] == "arithmetic" and random.random() < _OPERANDS:
        figures = tuple(found[0] for found in re.finditer(r"[\d,]+(?:\.\d+)?%?", question["derivation"]))
        yield CellQuestion(f"{key}-operands", asked, figures)
    if question["answer_type"] != "span":
        yield CellQuestion(f"{key}-whole", asked)


def collect(data: Path, target: Path, workers: int, only: str = "") -> None:
    """Write one line for each question: its cells with their features and whether each is right."""
    kept = [page for page in pages(data) if page.kept and page.name.startswith(only)]
    todo = sorted(kept, key=lambda page: -len(page.text) * len(page.questions))
    print(f"{len(todo)} documents, {sum(len(each.questions) for each in todo)} questions", flush=True)
    context = multiprocessing.get_context("spawn")
    pool = context.Pool(workers, initializer=_open)
    with target.open("w", encoding="utf-8") as file, pool:
        for done, lines in enumerate(pool.imap_unordered(_collected, todo), 1):
            file.writelines(f"{line}\n" for line in lines)
            file.flush()
            if done % 20 == 0:
                print(f"{done} documents", flush=True)


_library: Library | None = None
_folder: tempfile.TemporaryDirectory[str] | None = None
_cells: LikelyCells | None = None


def _open() -> None:
    global _library, _folder, _cells
    _folder = tempfile.TemporaryDirectory()
    settings = Settings(library=Path(_folder.name) / "library", threads=1, isolated=False, local_models=False)
    settings = settings.model_copy(update={"pictures": "now"})
    _library = open_with(settings)
    embedder = build("embedder", "local", {"threads": 1})
    reader = build("reader", "local", {"threads": 1})
    _cells = LikelyCells(reader, ByVectors(embedder, _no_vectors))


def _no_vectors(held: Held) -> Any:
    raise NotImplementedError("rows are compared, not passages")


def _collected(page: Page) -> list[str]:
    assert _library is not None
    assert _folder is not None
    try:
        path = Path(_folder.name) / page.name
        path.write_bytes(page.text.encode())
        (added, *_) = _library.add(path, name=path.name)
        if added.error:
            raise added.error
        held = _library.read(path.name)
        found = []
        if held.document.tables:
            asked = [each for question in page.questions for each in _with_operands(question)]
            found = [json.dumps(_row(held, each)) for each in asked]
        _library.forget(path.name)
        return found
    except Exception:  # one document must not lose the others; what failed is told
        traceback.print_exc()
        return []


def _with_operands(question: CellQuestion) -> Iterator[CellQuestion]:
    """The question, or the questions for the values that it is computed from."""
    assert _library is not None
    computation = _library.pipeline().parser.read(question.asked).generation.computation
    if not question.id.endswith("-operands"):
        if computation is None:
            yield question
        return
    operands = computation.operands if computation else ()
    figures = question.answers
    for number, operand in enumerate(operands):
        if isinstance(operand, OperandQuestion) and not operand.lists:
            yield replace(question, id=f"{question.id}-{number}", asked=operand.question, answers=figures)


def _row(held: Held, asked: CellQuestion) -> dict[str, Any]:
    assert _library is not None
    assert _cells is not None
    question = _library.pipeline().parser.read(asked.asked)
    weighed = weigh(question, [load_words(held.postings)])
    cells = _cells.of(weighed, held, ())
    kept = [
        {
            "features": {key: round(value, 4) for key, value in each.features.items()},
            "proved": True,
            "right": _is_right(held, each, asked),
        }
        for each in cells
    ]
    return {
        "id": asked.id,
        "document": held.identity.name,
        "asked": asked.asked,
        "present": any(each["right"] for each in kept),
        "answerable": bool(asked.answers),
        "shape": "single",
        "clarification": False,
        "kinds": question.generation.answer_types,
        "wanted": None,
        "candidates": kept,
    }


def _is_right(held: Held, cell: LikelyCell, asked: CellQuestion) -> bool:
    """Whether a cell prints what answers, or the same otherwise: $24.9 million is 24,900 in thousands."""
    if asked.id.rpartition("-")[0].endswith("-operands") and cell.features["years"] < 0:
        return False  # the figure of another year is another operand
    return answers_with(held.document, cell.fact, asked)


def answers_with(document: Document, fact: CellFact, asked: CellQuestion) -> bool:
    """The same of a fact."""
    text = document.text
    if asked.within and not _touch(fact.cell.span, asked.within):
        return False
    if asked.names and not _is_named(document, fact, asked.names):
        return False
    printed = {_plain(fact.cell.span.of(text)), _plain(fact.figure_span.of(text))}
    if any(_plain(each) in printed for each in asked.answers):
        return True
    if fact.printed is None:
        return False
    shown, full = abs(fact.printed.value), abs(fact.value if fact.value is not None else fact.printed.value)
    return any(_same_figure(figure, shown, full) for figure in map(_figure, asked.answers) if figure)


def _is_named(document: Document, fact: CellFact, names: Sequence[str]) -> bool:
    said = _plain(path_words(document, (*fact.row_path, *fact.column_path)))
    return all(_plain(name) in said for name in names)


def _same_figure(figure: tuple[Decimal, int], shown: Decimal, full: Decimal) -> bool:
    value, zeros = figure
    if value < _TELLING:
        return False
    return value == shown if not zeros else round(full.scaleb(-zeros), 1) == round(value, 1)


def _figure(words: str) -> tuple[Decimal, int] | None:
    found = _FIGURE.search(words)
    try:
        return (
            (Decimal(found["digits"].replace(",", "")), _MANY.get((found["many"] or "").lower(), 0))
            if found
            else None
        )
    except InvalidOperation:
        return None


def _plain(words: str) -> str:
    return re.sub(r"[\s$€£]", "", words).rstrip(".").casefold()


def _touch(span: Span, other: tuple[int, int]) -> bool:
    return span.start < other[1] and other[0] < span.end


def fit(collected: Path, weights: Path) -> None:
    """Add what is fitted to the decision that lies beside the reader.

    Which rows are read does not depend on the reader, so that the same rows tell how to do without it.
    """
    rows = _read(collected)
    fitted = {
        "cells": rows,
        "cells_no_vectors": rows.without(_VECTORS),
        "cells_no_reader": rows.without(_READER),
    }
    file = weights / "decision.json"
    known = Weights.model_validate_json(file.read_bytes())
    found = {name: decided(each, Trees.fit) for name, each in fitted.items()}
    for name, each in found.items():
        judging = each.judging.model_copy(
            update={
                "silent": _silence(fitted[name], each),
                "bars": _bars(fitted[name], each, known.variants["full"].bars),
            }
        )
        found[name] = each = replace(each, judging=judging)
        print(name, json.dumps(told(fitted[name], each), indent=1))
    variants = {**known.variants, **{name: each.judging for name, each in found.items()}}
    made_on = known.made_on.partition("; cells: ")[0]
    said = f"{made_on}; cells: {len(rows.present)} questions on {len(set(rows.documents))} documents"
    changed = known.model_copy(update={"variants": variants, "made_on": said})
    file.write_text(changed.model_dump_json() + "\n", "utf-8")


def _bars(rows: Rows, found: Outcome, sentences: Mapping[str, Bar]) -> dict[str, Bar]:
    """The bars: none below that of sentences, and each kind of question keeps its share by itself.

    Those who know a table's words are so often sure that they would pay for the others.
    """
    known = found.best >= 0
    first, right = found.chances[found.best[known]], rows.right[found.best[known]]
    kinds = np.array([_kind(name) for name in rows.documents[known]])
    own = [bars_of(first[kinds == kind], right[kinds == kind]) for kind in sorted(set(kinds))]
    bars = {}
    for level, bar in found.judging.bars.items():
        least = [each[level].chance for each in own if each[level].answers]
        bars[level] = kept(first, right, max(bar.chance, sentences[level].chance, *least))
    return bars


def _kind(document: str) -> str:
    """Who asked: in plain words, in everyday words, of reports, or of other documents."""
    if _REPORT.fullmatch(document):
        return "reports"
    return "plain" if _PLAIN.match(document) else "everyday" if _EVERYDAY.match(document) else "taught"


def _silence(rows: Rows, found: Outcome) -> Bar:
    """The bar of silence, from the teaching rows alone: who asks of a report repeats its words too often."""
    known = found.best >= 0
    held = replace(
        rows,
        table=rows.table[found.best[known]],
        right=rows.present[known],
        owner=np.arange(int(known.sum())),
        present=rows.present[known],
        documents=rows.documents[known],
        yes_no=rows.yes_no[known],
    )
    logits = out_of_fold(held, Trees.fit)
    taught = np.array([not _REPORT.fullmatch(name) for name in held.documents])
    return silence(chance(logits, *line(logits, held.right))[taught], held.right[taught])


def _read(file: Path) -> Rows:
    asked = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return Rows.of([each for each in asked if each["present"] or not _may_answer(each)])


def _may_answer(asked: Any) -> bool:
    """Whether a page that a question was not written for answers it all the same: it is not silent."""
    foreign = not asked["answerable"] and "-of-" in asked["id"]
    return foreign and any(
        not each["features"]["label_left"]
        and each["features"]["named_said"] > 0.6
        and each["features"]["years"] >= 0
        for each in asked["candidates"]
    )


def ablation(collected: Path) -> None:
    """What is lost without each group of features: right answers among present ones at a tenth wrong."""
    rows = _read(collected)
    groups: dict[str, Sequence[str]] = {
        "nothing": (),
        "reader": _READER,
        "vectors": _VECTORS,
        "names": ("label_said", "groups_said", "named_said", "row_said", "all_said", "exact", "label_left"),
        "rivals": ("row_lead", "row_rank", "doubles", "reader_lead", "cosine_lead"),
        "columns": ("head_said", "head_more", "head_left", "better_columns", "tied_columns"),
        "years": ("years", "periods", "row_years", "title_years", "asks_years"),
    }
    for name, dropped in groups.items():
        less = rows.without(dropped)
        found = decided(less, Trees.fit)
        known = found.best >= 0
        first, right = found.chances[found.best[known]], less.right[found.best[known]]
        given = first >= found.judging.bars["balanced"].chance
        print(f"{name}: {float((given & right).sum() / max(1, np.sum(less.present))):.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("step", choices=("collect", "fit", "ablation"))
    parser.add_argument("--data", type=Path, help="folder of the public sets")
    parser.add_argument("--rows", type=Path, required=True, help="what is collected, or was")
    parser.add_argument("--weights", type=Path, help="folder of the reader; its decision.json is extended")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="", help="collect from the documents alone whose name begins so")
    options = parser.parse_args()
    if options.step == "collect":
        collect(options.data, options.rows, options.workers, options.only)
    elif options.step == "fit":
        fit(options.rows, options.weights)
    else:
        ablation(options.rows)


if __name__ == "__main__":
    main()
