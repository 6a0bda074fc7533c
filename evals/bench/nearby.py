"""Search a library of 200,000 vectors by vector: time, and what of the ten nearest is found.

Run: python evals/bench/nearby.py [--quick]
The vectors are made up: passages lie around topics in a space of few directions, all a little to one side, as
those of text do. Questions lie near a passage. Vectors without any such order are the hardest there are; they
have a row of their own.
"""

from __future__ import annotations

import hashlib
import tempfile
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np
from figures import Figure, Row, Spent, Table, percentile_95, run, spend
from numpy.typing import NDArray

from pincite.records.document import Block, Chunk, Document, Line, Paragraph, Parse, Passage, Words
from pincite.records.library import DEFAULT_COLLECTION, Entry, identify
from pincite.records.span import Span
from pincite.stores.library_store import LibraryStore
from pincite.stores.sqlite import open_library

Vectors = NDArray[np.float32]
Find = Callable[[Vectors], Sequence[int]]

DIMENSIONS, NEAREST, BUDGET_MS = 384, 10, 20
_EACH, _QUESTIONS, _WIDTH = 500, 100, 32
_DIRECTIONS, _PER_TOPIC = 64, 200
_KEPT_AT_ONCE = 512


def measure(quick: bool) -> list[Table]:
    count = 10_000 if quick else 200_000
    columns = (
        "p50, wall time",
        "p95, wall time",
        "p50",
        "p95",
        f"of the {NEAREST} nearest",
        "adding a vector",
        "index",
    )
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder, open_library(Path(folder) / "library", print) as store:
        hashes = _fill(store, count)
        for model, make in (("passages around topics", _around_topics), ("no order at all", _noise)):
            vectors = make(np.random.default_rng(0), count)
            spent = _keep(store, model, hashes, vectors)
            rows += _measured(store, model, vectors, spent)
    about = (
        f"{count:,} vectors of {DIMENSIONS} dimensions; {_QUESTIONS} questions for {NEAREST} passages. "
        "*Library*: signs from the mapped index, the best compared exactly from the rows, passages "
        "of current versions looked up. *All compared*: every vector in memory as 32-bit floats, by one "
        "product, with no library around it. Times are processor time unless called wall time. *Adding*: "
        "from vector to found, kept in groups of 512."
    )
    return [Table("Search by vector", "nearby.py", columns, tuple(rows), about)]


def _measured(store: LibraryStore, model: str, vectors: Vectors, spent: Spent) -> list[Row]:
    questions, held = _questions(vectors), model != "no order at all"
    exact, truth = _timed(partial(_all_compared, vectors), questions)
    store.nearest(questions[0], model, DEFAULT_COLLECTION, NEAREST)
    ours, found = _timed(partial(_in_library, store, model), questions)
    shares = [len(set(a) & set(b)) / NEAREST for a, b in zip(found, truth, strict=True)]
    signs = max((store.database.folder / "vectors").glob("*.signs"), key=lambda file: file.stat().st_mtime)
    figures = (
        *_latency(ours, held=held),
        Figure(sum(shares) / len(shares), least=1.0 if held else None),
        Figure(spent.processor / len(vectors) * 1000, "µs"),
        Figure(signs.stat().st_size / len(vectors), "bytes/vector"),
    )
    return [
        Row(f"library, {model}", figures, ours=True),
        Row(f"all compared, {model}", (*_latency(exact, held=False), Figure(1.0), None, None)),
    ]


def _in_library(store: LibraryStore, model: str, asked: Vectors) -> list[int]:
    hits = store.nearest(asked, model, DEFAULT_COLLECTION, NEAREST)
    return [int(hit.identity.name) * _EACH + hit.passage - 1 for hit in hits]


def _all_compared(vectors: Vectors, asked: Vectors) -> list[int]:
    return [int(place) for place in np.argpartition(-(vectors @ asked), NEAREST)[:NEAREST]]


def _fill(store: LibraryStore, count: int) -> list[str]:
    """Hold a document for each 500 vectors; the hashes of their passages."""
    entries = [_entry(number) for number in range(count // _EACH)]
    for first in range(0, len(entries), 100):
        store.add(entries[first : first + 100])
    return [passage.content_hash for entry in entries for passage in entry.passages]


def _keep(store: LibraryStore, model: str, hashes: Sequence[str], vectors: Vectors) -> Spent:
    """What keeping the vectors took, group by group as they are made."""
    stored = [vector.tobytes() for vector in vectors.astype("<f2")]
    wall = processor = 0.0
    for first in range(0, len(hashes), _KEPT_AT_ONCE):
        group = slice(first, first + _KEPT_AT_ONCE)
        kept = dict(zip(hashes[group], stored[group], strict=True))
        spent, _ = spend(partial(store.keep_vectors, model, kept))
        wall, processor = wall + spent.wall, processor + spent.processor
    return Spent(wall, processor)


def _entry(number: int) -> Entry:
    """A document whose lines are its passages."""
    lines = [f"passage {number * _EACH + place}".ljust(_WIDTH) for place in range(_EACH)]
    text = "\n".join(lines)
    spans = [Span(place * (_WIDTH + 1), place * (_WIDTH + 1) + _WIDTH) for place in range(_EACH)]
    parse = Parse("made up", "1")
    document = Document(
        text=text,
        format="txt",
        parse=parse,
        pages=(),
        lines=tuple(Line(n, None, span, None) for n, span in enumerate(spans, start=1)),
        sections=(),
        paragraphs=tuple(Paragraph(n, span, None) for n, span in enumerate(spans, start=1)),
        blocks=tuple(Block(n, "sentence", span, None, None) for n, span in enumerate(spans, start=1)),
        words=Words(array("I"), array("I"), array("I"), array("f")),
    )
    passages = tuple(
        Passage(n, span, None, hashlib.sha256(line.encode()).hexdigest())
        for n, (span, line) in enumerate(zip(spans, lines, strict=True), start=1)
    )
    content = text.encode()
    whole = Chunk(1, Span(0, len(text)), hashlib.sha256(content).hexdigest())
    return Entry(
        identify(DEFAULT_COLLECTION, f"{number:04}", content, parse),
        content,
        document,
        passages,
        (whole,),
        b"",
    )


def _around_topics(draw: np.random.Generator, count: int) -> Vectors:
    directions = draw.normal(size=(_DIRECTIONS, DIMENSIONS)).astype(np.float32) / _DIRECTIONS**0.5
    topics = draw.normal(size=(max(2, count // _PER_TOPIC), _DIRECTIONS)).astype(np.float32)
    about = topics[draw.integers(0, len(topics), count)]
    about += 0.6 * draw.normal(size=about.shape).astype(np.float32)
    vectors = about @ directions + draw.normal(size=DIMENSIONS).astype(np.float32)
    return _unit(vectors + 0.25 * draw.standard_normal((count, DIMENSIONS), dtype=np.float32))


def _noise(draw: np.random.Generator, count: int) -> Vectors:
    return _unit(draw.standard_normal((count, DIMENSIONS), dtype=np.float32))


def _questions(vectors: Vectors) -> Vectors:
    draw = np.random.default_rng(1)
    near = vectors[draw.integers(0, len(vectors), _QUESTIONS)]
    return _unit(near + (0.5 / DIMENSIONS**0.5 * draw.normal(size=near.shape)).astype(np.float32))


def _unit(vectors: Vectors) -> Vectors:
    """Of unit length, and rounded as they are stored."""
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(unit.astype(np.float16), dtype=np.float32)


def _timed(find: Find, questions: Vectors) -> tuple[list[Spent], list[Sequence[int]]]:
    done = [spend(partial(find, question)) for question in questions]
    return [spent for spent, _ in done], [found for _, found in done]


def _latency(times: Sequence[Spent], *, held: bool) -> tuple[Figure, ...]:
    walls, processors = [each.wall for each in times], [each.processor for each in times]
    return (
        Figure(median(walls), "ms"),
        Figure(percentile_95(walls), "ms"),
        Figure(median(processors), "ms"),
        Figure(percentile_95(processors), "ms", most=BUDGET_MS if held else None),
    )


if __name__ == "__main__":
    run(measure, __doc__)
