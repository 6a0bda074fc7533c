"""Write for every row the views that the product would show, each with the reply that is right for it.

`python -m evals.training.reading_model.views --rows DIR --workers 2` reads what `rows.py` wrote and fills
`DIR/views/` with one file for each document; what is there and still fits is not made again. Documents are
read by the product's parsers, searched by its paths and shown by `read.view`. Of each row there are two
views, the second found by words alone and of another size. In some the answer is held back: then `none` is
right.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import time
import traceback
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from evals.training.reading_model.targets import Targets
from pincite.models.embedder import LocalEmbedder
from pincite.models.tokens import under_heading
from pincite.protocols import Path as SearchPath
from pincite.question.dictionary.entries import dictionary
from pincite.question.parse import RuleParser
from pincite.read.reading_model import MOST_CHARS
from pincite.read.reply import VERSION as REPLY
from pincite.read.view import VERSION as VIEW
from pincite.read.view import Source, view_of
from pincite.records.document import Document
from pincite.records.evidence import Found, Fused, Hit
from pincite.records.library import Held, Identity
from pincite.records.question import Question
from pincite.registry import BUILT_IN, build, load
from pincite.retrieve.index import build as index_of
from pincite.retrieve.index import load as load_index
from pincite.retrieve.query import weigh
from pincite.retrieve.search import ScoreSum, search
from pincite.retrieve.vectors import ByVectors, PassageVectors, embedded
from pincite.settings import Settings
from pincite.structure.excerpts import Cut

_MADE_BY = f"1 {VIEW} {REPLY}"
_PARSERS = {".txt": "text", ".md": "markdown", ".html": "html", ".csv": "csv", ".pdf": "pdf"}
_MOST_PLACES, _MOST_EMBEDDED = 30, 4_000
_OTHER_ROOMS = (2_800, 3_600, 5_500)
# How often the answer is held back, of first and of second views.
_HELD_BACK = (0.08, 0.16)
_NO_VECTORS = PassageVectors(np.empty((0, 0), np.float32), ())


@dataclass(frozen=True, slots=True)
class _Known:
    """A path whose hits are known."""

    name: str
    hits: Sequence[Hit]

    def find(self, question: Question, held: Held) -> list[Hit]:
        return list(self.hits)


class Searching:
    """Finds places of one document as the product does, without the encoder that ranks them again."""

    def __init__(self, threads: int = 1) -> None:
        self.parser = RuleParser(dictionary(Settings().concepts))
        self.embedder = LocalEmbedder(threads=threads)
        self._vectors = _NO_VECTORS
        by_words = [build("path", each.name, each.options) for each in Settings().paths]
        self.paths: list[SearchPath] = [*by_words, ByVectors(self.embedder, lambda held: self._vectors)]

    def opened(self, name: str, content: bytes, *, by_words: bool = False) -> Held:
        """A document as the product reads it, with its vectors unless words alone search it."""
        document: Document = load(BUILT_IN["parser"][_PARSERS[Path(name).suffix]])().read(content, name)
        version = hashlib.sha256(content).hexdigest()
        held = Held(Identity("", name, "", version), document, index_of(document))
        self._vectors = _NO_VECTORS
        if not by_words:
            cut = Cut.of(document)
            texts = [under_heading(e.heading, e.text)[:_MOST_EMBEDDED] for e in cut.excerpts(cut.passages)]
            first = {block.span.start: block.number for block in document.blocks}
            last = {block.span.end: block.number for block in document.blocks}
            blocks = tuple(range(first[p.span.start], last[p.span.end] + 1) for p in cut.passages)
            self._vectors = PassageVectors(embedded(self.embedder, texts, "passage"), blocks)
        return held

    def found(self, asked: str, held: Held) -> Iterator[Sequence[Found]]:
        """The places by all paths, then by words alone."""
        question = weigh(self.parser.read(asked), [load_index(held.postings)])
        known: dict[str, Sequence[Hit]] = {}

        def order(hits: Mapping[str, Sequence[Hit]]) -> list[Fused]:
            known.update(hits)
            return ScoreSum().fuse(hits)

        yield search(question, held, self.paths, _MOST_PLACES, order).found
        by_words = [_Known(name, hits) for name, hits in known.items() if name != ByVectors.name]
        yield search(question, held, by_words, _MOST_PLACES).found


def written(
    searching: Searching, document: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]
) -> list[Any]:
    """The views of one document, each with its reply."""
    held = searching.opened(document["name"], document["text"].encode(), by_words=document["by_words"])
    targets, made = Targets(held.document), []
    for row in rows:
        random = Random(row["id"])
        meant = targets.of(row)
        if meant is None:
            continue
        seen: set[str] = set()
        found = list(searching.found(row["question"], held))
        if document["by_words"]:
            found = found[-1:]
        for at, places in enumerate(found, start=2 - len(found)):
            hides = bool(meant.items) and random.random() < _HELD_BACK[at]
            inside = None
            if hides:
                inside = {block.number for block in held.document.blocks} - meant.blocks
            room = random.choice((MOST_CHARS, *_OTHER_ROOMS)) if at else MOST_CHARS
            view = view_of([Source(held.identity, held.document, places, inside=inside)], room)
            reply = meant.reply(view)
            if not view.lines or view.text in seen or reply is None:
                continue
            seen.add(view.text)
            told = {key: row[key] for key in ("id", "group", "question", "visits")}
            made.append({**told, "kept": document["kept"], "view": view.text, "reply": asdict(reply)})
    return made


_searching: Searching | None = None


def _work(job: tuple[Path, Mapping[str, Any], Sequence[Mapping[str, Any]]]) -> int:
    global _searching
    _searching = _searching or Searching()
    target, document, rows = job
    try:
        made = written(_searching, document, rows)
    except Exception:  # one document must not lose the others; what failed is told
        print(document["key"], traceback.format_exc(), flush=True)
        return 0
    text = "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in made)
    target.with_suffix(".part").write_text(text, "utf-8")
    target.with_suffix(".part").rename(target)
    return len(made)


def jobs(folder: Path) -> list[tuple[Path, Mapping[str, Any], Sequence[Mapping[str, Any]]]]:
    """Every document with its rows, and where its views lie."""
    rows = defaultdict(list)
    for line in (folder / "rows.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        rows[row["document"]].append(row)
    found = []
    for line in (folder / "documents.jsonl").read_text("utf-8").splitlines():
        document = json.loads(line)
        said = json.dumps([_MADE_BY, document, rows[document["key"]]])
        name = f"{hashlib.sha256(said.encode()).hexdigest()[:24]}.jsonl"
        found.append((folder / "views" / name, document, rows[document["key"]]))
    return found


def by_words(document: Mapping[str, Any], most: int) -> Mapping[str, Any]:
    """The same document; to be searched by words alone if it is long, since its vectors take a minute."""
    return {**document, "by_words": document["by_words"] or len(document["text"]) > most}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--rows", type=Path, required=True, help="the folder that rows.py wrote")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--limit", type=int, help="so many documents, for a try")
    parser.add_argument(
        "--kept", type=float, default=1.0, help="share of the documents that are kept for the chance"
    )
    parser.add_argument(
        "--words-from", type=int, help="search documents of so many characters by words alone"
    )
    options = parser.parse_args()
    (options.rows / "views").mkdir(exist_ok=True)
    every = [job for job in jobs(options.rows) if not job[0].exists()]
    todo = [job for job in every if not job[1]["kept"] or Random(job[1]["key"]).random() < options.kept]
    if options.words_from:
        todo = [(file, by_words(each, options.words_from), rows) for file, each, rows in todo]
    # The quick ones first: whoever stops it early loses few rows.
    todo.sort(key=lambda job: len(job[1]["text"]) / (4 if job[1]["by_words"] else 1))
    todo = todo[:: max(1, len(todo) // options.limit)] if options.limit else todo
    start, made = time.monotonic(), 0
    with multiprocessing.get_context("spawn").Pool(options.workers) as pool:
        for done, count in enumerate(pool.imap_unordered(_work, todo, chunksize=2), 1):
            made += count
            if done % 100 == 0 or done == len(todo):
                print(
                    f"{done} of {len(todo)} documents, {made} views, {time.monotonic() - start:.0f} s",
                    flush=True,
                )


if __name__ == "__main__":
    main()
