"""Read the teaching rows: questions in everyday and trade words about whole documents, with near misses.

Rows lie in `teach/rows.jsonl` of the data folder and in `evals/training/teach/`, which are ours. Ours name
places in public documents by characters, so that none of their words are kept with us.
"""

from __future__ import annotations

import functools
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.training.corpus import Corpus, Gold, Query, Range, Row
from evals.training.documents import Placed, cut_all, place
from evals.training.sources.files import Data, is_for_decision

OURS = Path(__file__).parent.parent / "teach"
_CONTRAST = re.compile(r"contrast|trap|table", re.IGNORECASE)
_YES_NO = re.compile(
    r"^(?:\W*)(?:is|are|was|were|do|does|did|can|could|may|might|must|shall|should|will|would|has|have|had|am)\b",
    re.IGNORECASE,
)
_SAID = {"yes": 1, "no": 0}


@dataclass(frozen=True, slots=True)
class Taught:
    """A document with the rows about it."""

    id: str
    text: str
    rows: tuple[Mapping[str, Any], ...]

    @property
    def is_kept(self) -> bool:
        """Whether it is kept from the reader: the decision is fitted on it."""
        return is_for_decision(self.id)

    @property
    def is_contrast(self) -> bool:
        return bool(_CONTRAST.search(self.id))


def taught(folder: Path, limit: int | None = None, more: Path | None = None) -> list[Taught]:
    """Every document with its rows, in order of id; `more` has further rows in folders such as ours."""
    texts: dict[str, str] = {}
    rows = defaultdict(list)
    agreements = {
        each["doc_id"]: each["text"] for each in _lines(folder / "contractnli" / "documents.dev.jsonl")
    }
    ids = {each["file"]: each["id"] for each in _json(folder / "teach" / "documents.json")}
    for row in _lines(folder / "teach" / "rows.jsonl"):
        rows[ids[row["file"]]].append(row)
        texts[ids[row["file"]]] = _text(folder / "teach" / "docs" / row["file"])
    for file in sorted([*OURS.glob("*/rows.jsonl"), *(more.glob("*/rows.jsonl") if more else ())]):
        for row in _lines(file):
            key = row["file"].removesuffix(".txt")
            texts[key] = agreements.get(key) or _ours(file.parent, folder, row["file"])
            rows[key].append(row)
    found = [
        Taught(key, texts[key], tuple(in_words(texts[key], row) for row in rows[key]))
        for key in sorted(texts)
    ]
    return found[:limit]


def _ours(own: Path, folder: Path, name: str) -> str:
    """A document that we wrote, or a contract of the public set."""
    mine = own / "docs" / name
    return _text(mine if mine.exists() else folder / "cuad" / "text" / name)


@functools.cache
def _text(file: Path) -> str:
    return file.read_bytes().decode("utf-8")


def add_teach(corpus: Corpus, data: Data) -> None:
    """Rows of documents for the reader; of those that are kept from it, queries that measure it."""
    documents = sorted(taught(data.folder, data.limit), key=lambda each: each.is_kept)
    cuts = cut_all([each.text for each in documents], data.workers)
    first = len(corpus.passages)
    placed = [
        place(corpus, each.text, pieces, validation=each.is_kept)
        for each, pieces in zip(documents, cuts, strict=True)
    ]
    last = next((where.pool[0] for each, where in zip(documents, placed, strict=True) if each.is_kept), None)
    wide = (first, len(corpus.passages) if last is None else last)
    for each, where in zip(documents, placed, strict=True):
        for row in each.rows:
            _add(corpus, each, where, row, wide)


def _add(corpus: Corpus, document: Taught, where: Placed, row: Mapping[str, Any], wide: Range) -> None:
    asked = corpus.text(row["question"].strip())
    gold = () if row["absent"] else _gold(document.text, where, row["quote"], row["answer"])
    if not row["absent"] and not gold:
        return
    near = row.get("near")
    misses = _gold(document.text, where, near, near) if near else ()
    if document.is_kept:
        group = ("absent-near" if misses else "absent-far") if row["absent"] else row["wording"]
        right = tuple(dict.fromkeys(each.passage for each in gold))
        corpus.queries.append(Query("teach", asked, where.pool, right, group, gold))
        return
    said = _SAID.get(row.get("yes_no", ""), -1)
    corpus.rows.append(
        Row(
            "teach_contrast" if document.is_contrast else "teach",
            (asked,),
            gold,
            pool=where.pool,
            wide=wide,
            misses=misses,
            said=said,
            yes_no=said >= 0 or bool(_YES_NO.match(row["question"])),
        )
    )


def in_words(text: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """The row with the words of each place that it names by characters: of `quote_at` comes `quote`.

    A list, and an answer of several places, has its first one as `quote` and `answer` as well.
    """
    found = dict(row)
    for key, given in row.items():
        name = key.removesuffix("_at")
        if key == "items":
            found[key] = [in_words(text, each) for each in given]
        elif key == "quotes_at":
            found[name] = [text[slice(*each)] for each in given]
        elif name != key:
            found[name] = text[slice(*given)]
    if several := found.get("items") or found.get("quotes"):
        first = several[0] if isinstance(several[0], dict) else {"quote": several[0]}
        found = first | found
    return {"answer": found["quote"]} | found if "quote" in found else found


def _gold(text: str, where: Placed, quote: str, answer: str) -> tuple[Gold, ...]:
    """The passages that hold the words that answer, with their characters."""
    found = spaced(quote).search(text)
    if found is None:
        return ()
    inside = spaced(answer).search(text, found.start(), found.end())
    start, end = (inside or found).span()
    gold = []
    for passage in where.touching(start, end):
        piece = where.cuts[passage - where.pool[0]]
        gold.append(Gold(passage, max(start, piece.start) - piece.start, min(end, piece.end) - piece.start))
    return tuple(gold)


def spaced(words: str) -> re.Pattern[str]:
    """The words with any white space between them."""
    return re.compile(r"\s+".join(re.escape(word) for word in words.split()))


def _lines(file: Path) -> Iterable[Mapping[str, Any]]:
    return (json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip())


def _json(file: Path) -> Any:
    return json.loads(file.read_text("utf-8"))
