"""Collect what the shipped reading model says of kept documents, and fit the chance that it is right.

`python -m evals.training.reading_model.chance collect --rows ROWS --weights DIR --out FILE` asks a seeded
sample of the kept rows by the product's own search, view, reader and prover, and goes on where it stopped.
`… chance fit FILE --weights DIR` writes `DIR/reading/chance.json` and tells what it keeps to, documents left
out in turn. Kept documents were never taught; nothing is fitted on the arbiter's questions.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
import traceback
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from evals.training.reading_model.rows import YES_NO_FORM
from evals.training.reading_model.targets import Meant, Targets
from evals.training.reading_model.views import Searching
from evals.training.sources.teach import OURS
from pincite.answer.verdicts import Judged
from pincite.answer.view_and_form import Reading
from pincite.ask.likely_answers import JudgedReading, Likeliest, Places
from pincite.ask.list_answers import shaped
from pincite.ask.model_reading import ModelReading, Readers, asked_of
from pincite.ask.one_document import CloseReading
from pincite.ask.report import Ledger
from pincite.ask.shared_reading import Searched
from pincite.models.decision import fitted_for
from pincite.models.reader import LocalReader
from pincite.quality.fitting import Linear, Rows, decided, risks_of, told
from pincite.question.terms import in_likely_words
from pincite.read.chance import CHANCE, FittedChance, ShownPlaces, numbers_of
from pincite.read.reading_model import ReadingModel, folder_of, version_of
from pincite.records.library import Held
from pincite.records.run import Run
from pincite.records.span import Span
from pincite.retrieve.paths import ByScan
from pincite.retrieve.search import BY_SCORE
from pincite.retrieve.vectors import ByVectors
from pincite.settings import Settings

# Strangers ask about long documents, and the kept ones are mostly short papers full of traps: of a long one
# so many questions are asked, of a short one few.
_LONG, _OF_LONG, _OF_SHORT = 6_000, 16, 2
# Teaching rows ask for yes or no in half of all cases, as that is hard to learn; strangers for an eighth.
_YES_NO = 0.125
# Types that are no values: where one is given, its sentence is.
_WORDS = {"text", "clause"}
# Above it no bar asks for a second view.
_SURE = -0.1
_MOST_POINTED = 12


class Asking:
    """Asks one document after the other as the product does."""

    def __init__(self, weights: str) -> None:
        self.searching = Searching(threads=1)
        settings = Settings()
        meaning = next(path for path in self.searching.paths if isinstance(path, ByVectors))
        local = LocalReader(threads=1)
        variants = fitted_for(None, local, meaning.embedder.name)
        judged = JudgedReading(Likeliest(local, meaning), variants=variants)
        close = CloseReading(ByScan(), BY_SCORE, None, judged, settings.most_places, settings.most_read)
        reader = ReadingModel(weights, threads=1, says_none=False)
        self.reading = ModelReading(Readers(reader), close, tuple(self.searching.paths))

    def rows(self, document: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """What came of each question about a document."""
        held = self.searching.opened(document["name"], document["text"].encode())
        targets, done = Targets(held.document), []
        for row in rows:
            if (meant := targets.of(row)) is not None:
                done.append(self._asked(held, row, meant))
        return done

    def _asked(self, held: Held, row: Mapping[str, Any], meant: Meant) -> dict[str, Any]:
        own, run = self.reading, Run("run")
        question = self.searching.parser.read(row["question"])
        document = own.search(question, in_likely_words(question), held, run)
        views = [own.view(document)]
        told: dict[str, Any] = {key: row[key] for key in ("id", "group", "document", "question")}
        told |= {
            "present": bool(meant.items),
            "yes_no": bool(YES_NO_FORM.match(row["question"])),
            "views": [],
            "pointed": self._pointed(document, meant),
        }
        for at in range(2):
            started = time.monotonic()
            (reading,) = own.readers.first.read([asked_of(document.question, ())], views[at])
            seconds = time.monotonic() - started
            if reading.sure is None:
                break
            round_ = own.told(document, views[at], reading, (), run)
            shown = ShownPlaces(views[at], document.readings, bool(at))
            told["views"].append(
                {
                    "numbers": numbers_of(reading, shown),
                    "proved": bool(round_.passed),
                    "values": [each.claim.original for each in round_.passed],
                    "shown": bool((due := meant.reply(views[at])) and due.items),
                    "said": _said(reading, round_.passed, meant),
                    "blocks": list(dict.fromkeys(line.block for line in views[at].lines)),
                    "failed": [[*each.failed_checks] for each in round_.failed],
                    "spans": [_place(p.span) for each in round_.passed for p in each.proofs],
                    "seconds": round(seconds, 2),
                }
            )
            if at or reading.sure.number > _SURE:
                break
            following = own.further(document, round_, Ledger(), run)
            if following is None:
                break
            views.append(following)
        return told

    def _pointed(self, document: Searched, meant: Meant) -> list[dict[str, Any]]:
        """What the trees make of the places that the encoder points at, and of cells, likeliest first."""
        close, held = self.reading.close, document.held
        blocks = tuple(held.document.blocks[each.block - 1] for each in document.retrieved.found)
        single = shaped(document.question, "single")
        likely, _ = close.judged.candidates(single, held, document.readings, Places(blocks))
        found = []
        for each in sorted(likely, key=close.judged.chance, reverse=True)[:_MOST_POINTED]:
            judged = close.judged.proved(single, held, each)
            claim = each.candidate.claim
            found.append(
                {
                    "chance": close.judged.chance(each),
                    "span": _place(each.candidate.block.span),
                    "spans": [_place(proof.span) for proof in judged.proofs],
                    "is_cell": each.cell is not None,
                    "type": claim.answer_type,
                    "value": claim.original,
                    "says": getattr(claim.value, "value", None) if claim.answer_type == "boolean" else None,
                    "proved": judged.passed,
                    "right": _is_right_of(judged, meant, each.cell is not None),
                }
            )
        return found


def _place(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _is_right_of(judged: Judged, meant: Meant, is_cell: bool) -> bool:
    says = getattr(judged.claim.value, "value", None) if judged.claim.answer_type == "boolean" else None
    if not meant.items or (meant.says is not None and isinstance(says, bool) and says != meant.says):
        return False
    return _hits(judged, meant, is_cell)


def _said(reading: Reading, passed: Sequence[Judged], meant: Meant) -> dict[str, Any]:
    """A reading in short, and whether all that is proved of it is right."""
    assert reading.sure is not None
    items = [{"lines": each.lines, "words": each.words, "column": each.column} for each in reading.items]
    sure = reading.sure
    return {
        "kind": reading.kind,
        "items": items,
        "right": is_right(reading, passed, meant),
        "types": [each.claim.answer_type for each in passed],
        "sure": [round(each, 3) for each in (sure.none, sure.number, sure.second, sure.words)],
    }


def is_right(reading: Reading, passed: Sequence[Judged], meant: Meant) -> bool:
    """Whether every claim stands where the answer does: a value must be the right one, words have their line.

    So the product is measured: where no value is read, the whole sentence is shown. A yes or no must be the
    right one of the two.
    """
    if not meant.items or not passed:
        return False
    if meant.says is not None and reading.kind in ("yes", "no") and (reading.kind == "yes") != meant.says:
        return False
    of_cells = any(each.column for each in reading.items)
    return all(_hits(each, meant, of_cells) for each in passed)


def _hits(judged: Judged, meant: Meant, is_cell: bool) -> bool:
    claim = judged.claim
    said = " ".join(claim.original.casefold().split())
    for place in (place for item in meant.items for place in item):
        spans = [proof.span for proof in judged.proofs]
        if not any(each.start < place.span.end and place.span.start < each.end for each in spans):
            continue
        due = " ".join(place.words.casefold().split())
        is_words = meant.says is not None or not due or (claim.answer_type in _WORDS and not is_cell)
        if is_words or said in due or due in said:
            return True
    return False


def sample(
    folder: Path, seed: int, unseen: Sequence[str] = ()
) -> list[tuple[Mapping[str, Any], list[Mapping[str, Any]]]]:
    """The kept documents with the rows that are asked of each, in a seeded order.

    `unseen`: folders of `teach` that were written after the weights were trained.
    """
    documents = {}
    new = {key for name in unseen for key in _documents_of(name)}
    for line in (folder / "documents.jsonl").read_text("utf-8").splitlines():
        document = json.loads(line)
        if document["kept"] or document["key"] in new:
            documents[document["key"]] = document
    rows = defaultdict(list)
    for line in (folder / "rows.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["document"] in documents:
            rows[row["document"]].append(row)
    order = sorted(rows)
    Random(seed).shuffle(order)
    return [(documents[key], _drawn(documents[key], rows[key])) for key in order]


def _documents_of(name: str) -> set[str]:
    lines = (OURS / name / "rows.jsonl").read_text("utf-8").splitlines()
    return {json.loads(line)["file"].removesuffix(".txt") for line in lines}


def _drawn(document: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Some of the questions about a document; of those for yes or no one at most."""
    most = _OF_LONG if len(document["text"]) >= _LONG else _OF_SHORT
    shuffled = Random(document["key"]).sample(list(rows), len(rows))
    yes_no = [row for row in shuffled if YES_NO_FORM.match(row["question"])]
    others = [row for row in shuffled if row not in yes_no]
    return [*others[: most - 1], *yes_no[:1]]


_asking: Asking | None = None


def _work(job: tuple[str, Mapping[str, Any], Sequence[Mapping[str, Any]]]) -> tuple[str, str]:
    global _asking
    weights, document, rows = job
    _asking = _asking or Asking(weights)
    try:
        done = _asking.rows(document, rows)
    except Exception:  # one document must not lose the others; what failed is told
        return document["key"], traceback.format_exc()
    return document["key"], "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in done)


def collect(options: argparse.Namespace) -> None:
    done = set()
    if options.out.exists():
        done = {json.loads(line)["document"] for line in options.out.read_text("utf-8").splitlines()}
    todo = [
        (options.weights, *each)
        for each in sample(options.rows, options.seed, options.unseen)
        if each[0]["key"] not in done
    ]
    start, count = time.monotonic(), 0
    with (
        options.out.open("a", encoding="utf-8") as file,
        multiprocessing.get_context("spawn").Pool(options.workers) as pool,
    ):
        for key, text in pool.imap_unordered(_work, todo[: options.limit]):
            if text.startswith("Traceback"):
                print(key, text, flush=True)
                continue
            file.write(text)
            file.flush()
            count += text.count("\n")
            print(f"{count} questions, {time.monotonic() - start:.0f} s", flush=True)
            if time.monotonic() - start > options.seconds:
                pool.terminate()
                break


def asked_of_rows(lines: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What was collected in the form that is fitted on: each view of a question is a candidate."""
    return [
        {
            **{key: each[key] for key in ("present", "document")},
            **{"shape": "single", "clarification": "", "kinds": [""]},
            "wanted": "boolean" if each["yes_no"] else "",
            "candidates": [
                {"features": view["numbers"], "right": view["said"]["right"], "proved": view["proved"]}
                for view in each["views"]
            ],
        }
        for each in lines
    ]


def fit(options: argparse.Namespace) -> None:
    lines = [json.loads(line) for line in options.collected.read_text("utf-8").splitlines()]
    rows = Rows.of(asked_of_rows([each for each in lines if each["views"]]))
    found = decided(rows, Linear.fit, _YES_NO)
    folder = folder_of(options.weights)
    told_of = f"{len(rows.present)} questions on {len(set(rows.documents))} documents kept from the reader"
    fitted = FittedChance(reader=version_of(folder), made_on=told_of, judging=found.judging)
    (folder / CHANCE).write_text(fitted.model_dump_json(indent=1) + "\n", "utf-8")
    print(json.dumps(told(rows, found), indent=1))
    known = found.best >= 0
    chances, right = found.chances[found.best[known]], rows.right[found.best[known]]
    present = max(1, int(rows.present.sum()))
    print("risk allowed: right of present, wrong of answers")
    for bar in risks_of(chances, right):
        given = chances >= bar.chance
        answered = f"{(given & right).sum() / present:.3f}, {(given & ~right).sum() / given.sum():.3f}"
        print(f"{bar.risk:.2f}: {answered} at {bar.chance:.2f}")
    print("chance said: how many, how many of them right")
    for at in range(10):
        inside = (chances >= at / 10) & (chances < (at + 1) / 10 + (at == 9))
        print(f"{at / 10:.1f}: {inside.sum()}, {right[inside].mean() if inside.any() else 0:.2f}")
    for name in rows.names:
        less = rows.without([name])
        lost = told(less, decided(less, Linear.fit, _YES_NO))["balanced: right of present"]
        print(f"without {name}: balanced right {lost}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parts = parser.add_subparsers(dest="part", required=True)
    asking = parts.add_parser("collect", help="ask kept documents as the product does")
    asking.add_argument("--rows", type=Path, required=True)
    asking.add_argument("--weights", required=True)
    asking.add_argument("--out", type=Path, required=True)
    asking.add_argument("--workers", type=int, default=2)
    asking.add_argument("--limit", type=int, help="so many documents, for a try")
    asking.add_argument("--seconds", type=float, default=1e9)
    asking.add_argument("--seed", type=int, default=7)
    asking.add_argument(
        "--unseen", nargs="*", default=(), help="folders of teach that the weights were not taught"
    )
    asking.set_defaults(run=collect)
    fitting = parts.add_parser("fit", help="write chance.json, and tell what it keeps to")
    fitting.add_argument("collected", type=Path)
    fitting.add_argument("--weights", required=True)
    fitting.set_defaults(run=fit)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
