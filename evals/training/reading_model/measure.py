"""Measure exported files on the arbiter's questions, by the product's own search, view and reader.

`python -m evals.training.reading_model.measure --data DATA --weights DIR` asks `lay` (dev), on which nothing
is fitted. Right is a reply whose first line stands in the passage that answers; "at 10 % wrong" takes the
best threshold on the set itself, so it shows what the log-probabilities are worth and is no promise.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from evals.training.reading_model.views import Searching
from pincite.answer.view_and_form import AskedQuestion
from pincite.read.decode import Chances
from pincite.read.reading_model import ReadingModel
from pincite.read.view import Source, view_of
from pincite.records.span import Span
from pincite.structure.excerpts import Cut

_LIMITS = (0.05, 0.10)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one question."""

    id: str
    field: str
    absent: bool
    shown: bool
    """Whether the view has a line of the passage that answers."""
    said: bool
    right: bool
    """Whether the first named line stands in that passage."""
    exact: bool
    """Whether that line holds the answer itself."""
    words: bool
    """Whether its words are those of an answer, or hold them."""
    reply: str
    chances: Chances
    seconds: float


def places(text: str, quote: str) -> list[Span]:
    """Where a quote stands, by letters and digits alone; else where its pieces do."""
    letters = [(sign, at) for at, raw in enumerate(text) if raw.isalnum() for sign in raw.lower()]
    flat = "".join(sign for sign, _ in letters)
    wanted = "".join(sign for raw in quote if raw.isalnum() for sign in raw.lower())
    for size in (len(wanted), 80, 50, 30, 20):
        if not wanted or size > len(wanted):
            continue
        found = []
        for first in range(0, len(wanted) - size + 1, max(1, size // 2)):
            at = flat.find(wanted[first : first + size])
            if at >= 0:
                found.append(Span(letters[at][1], letters[at + size - 1][1] + 1))
        if found:
            return found
    return []


def asked(
    searching: Searching, reader: ReadingModel, file: Path, rows: Sequence[Mapping[str, Any]]
) -> list[Outcome]:
    """Every question about one document."""
    held = searching.opened(file.name, file.read_bytes())
    document, cut, done = held.document, Cut.of(held.document), []
    for row in rows:
        start = time.monotonic()
        found = next(iter(searching.found(row["question"], held)))
        view = view_of([Source(held.identity, document, found)], reader.most_chars)
        read = reader.read_one(AskedQuestion(row["question"]), view)
        seconds = time.monotonic() - start
        gold = [
            span
            for each in row["answers"]
            for span in places(document.text, each.get("quote") or each["text"])
        ]
        passages = {cut.at(span.start) for span in gold} | {cut.at(span.end - 1) for span in gold}
        items = read.reading.items
        line = view.line(items[0].lines[0]) if items else None
        texts = [_plain(each["text"]) for each in row["answers"] if each.get("text")]
        said = _plain(items[0].words or (line.text if line else "")) if items else ""
        assert read.chances is not None
        done.append(
            Outcome(
                id=row["id"],
                field=row["strata"]["field"],
                absent=row["absent"],
                shown=any(cut.at(each.span.start) in passages for each in view.lines),
                said=bool(items),
                right=line is not None and not row["absent"] and cut.at(line.span.start) in passages,
                exact=line is not None
                and any(line.span.start < g.end and g.start < line.span.end for g in gold),
                words=any(text and (text in said or (said and said in text)) for text in texts),
                reply=f"{read.reading.kind} {[(i.lines, i.column, i.words) for i in items]}",
                chances=read.chances,
                seconds=seconds,
            )
        )
    return done


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .,;:")


CONFIDENCE: Mapping[str, Callable[[Outcome], float]] = {
    "number": lambda each: each.chances.number,
    "presence and number": lambda each: (
        math.log1p(-min(1 - 1e-9, math.exp(each.chances.none))) + each.chances.number
    ),
    "margin": lambda each: each.chances.margin,
    "all": lambda each: each.chances.number + each.chances.words,
}


def at_most(done: Sequence[Outcome], sure: Callable[[Outcome], float], limit: float) -> float:
    """The share of answerable questions that are right where at most so many of the answers are wrong."""
    right = wrong = best = 0
    for each in sorted((each for each in done if each.said), key=sure, reverse=True):
        right, wrong = right + each.right, wrong + (not each.right)
        if wrong <= limit * (right + wrong):
            best = max(best, right)
    return best / max(1, sum(not each.absent for each in done))


def told(done: Sequence[Outcome]) -> str:
    """All figures of some questions."""
    there, gone = [each for each in done if not each.absent], [each for each in done if each.absent]
    said = [each for each in done if each.said]
    right = [each for each in said if each.right]
    pairs = [(a.chances.none, b.chances.none) for a in there for b in gone]
    auroc = sum((a < b) + 0.5 * (a == b) for a, b in pairs) / max(1, len(pairs))
    shares = " · ".join(
        f"{name} {' / '.join(f'{at_most(done, sure, limit):.2f}' for limit in _LIMITS)}"
        for name, sure in CONFIDENCE.items()
    )
    parts = [
        f"{len(done)} questions, shown {_share(there, lambda each: each.shown)}",
        f"greedy: right {len(right) / max(1, len(there)):.2f}",
        f"wrong of answers {1 - len(right) / max(1, len(said)):.2f}",
        f"quiet on absent {_share(gone, lambda each: not each.said)}",
        f"line itself {_share(right, lambda each: each.exact)}",
        f"words {_share(right, lambda each: each.words)}",
        f"presence {auroc:.3f}",
        f"right at 5 % / 10 % wrong: {shares}",
        f"{sum(each.seconds for each in done) / max(1, len(done)):.2f} s a question",
    ]
    return ", ".join(parts)


def _share(some: Sequence[Outcome], has: Callable[[Outcome], bool]) -> str:
    return f"{sum(map(has, some)) / max(1, len(some)):.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--weights", required=True, help="the folder that export.py wrote")
    parser.add_argument("--out", type=Path, help="a file for every reply")
    parser.add_argument("--every", type=int, default=1, help="only every so-manieth question")
    parser.add_argument("--most-chars", type=int, default=ReadingModel().most_chars)
    options = parser.parse_args()
    rows = defaultdict(list)
    lines = (options.data / "lay" / "lay.dev.jsonl").read_text("utf-8").splitlines()
    for row in map(json.loads, lines[:: options.every]):
        rows[row["document"]].append(row)
    searching = Searching(threads=0)
    reader = ReadingModel(options.weights, most_chars=options.most_chars)
    done: list[Outcome] = []
    for name in sorted(rows):
        done += asked(searching, reader, options.data / "lay" / "docs" / name, rows[name])
        print(f"{name}: {told(done)}", flush=True)
    for field in sorted({each.field for each in done}):
        print(f"{field}: {told([each for each in done if each.field == field])}")
    if options.out:
        options.out.write_text("".join(f"{json.dumps(asdict(each))}\n" for each in done), "utf-8")


if __name__ == "__main__":
    main()
