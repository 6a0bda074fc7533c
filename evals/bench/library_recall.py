"""Whether a search of the whole library finds the place that answers, in SQLite and in PostgreSQL.

Run: python -m evals.bench.library_recall SET --data FOLDER --url URL [--fold validation] [--documents N]
The set is one of `python -m evals`. Its documents are put in two new libraries, one of each kind; each
question is a search for its words. A place is found when one of the first blocks overlaps it.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from evals.score.gold_set import within
from evals.sets.known import gold_set
from pincite.jobs.one_file import Job, read
from pincite.quality.questions import GoldRow, Source
from pincite.records.document import Document
from pincite.records.library import DEFAULT_COLLECTION, Entry, SearchHit, identify
from pincite.stores.library_store import LibraryStore
from pincite.stores.postgres import open_postgres
from pincite.stores.sqlite import open_library

_DEPTHS = (1, 5, 10, 50)


def main() -> None:
    chosen = _arguments()
    gold = within(gold_set(chosen.set, chosen.data, "dev"), chosen.fold)
    kept = {source.name for source in gold.sources[: chosen.documents]}
    rows = [row for row in gold.rows if row.document in kept and not row.absent]
    with (
        tempfile.TemporaryDirectory() as folder,
        open_library(Path(folder) / "library", print) as sqlite,
        open_postgres(chosen.url, print) as postgres,
    ):
        stores = {"SQLite and tantivy": sqlite, "PostgreSQL": postgres}
        documents = _fill(stores.values(), [each for each in gold.sources if each.name in kept])
        blocks = sum(len(document.blocks) for document in documents.values())
        print(
            f"{chosen.set}, fold {chosen.fold}: {len(rows)} questions, {len(kept)} documents, "
            f"{blocks:,} spans"
        )
        print(f"{'':20}" + "".join(f"{f'R@{depth}':>8}" for depth in _DEPTHS) + "   document first")
        for kind, store in stores.items():
            ranks = [_ranks(store, row, documents) for row in rows]
            shares = [sum(rank <= depth for rank, _ in ranks) / len(ranks) for depth in _DEPTHS]
            first = sum(right for _, right in ranks) / len(ranks)
            print(f"{kind:20}" + "".join(f"{share:8.3f}" for share in shares) + f"{first:17.3f}")


def _ranks(store: LibraryStore, row: GoldRow, documents: dict[str, Document]) -> tuple[float, bool]:
    """At which rank the first place of the answer is found, and whether the first hit is in its document."""
    hits = store.search(row.question.split(), DEFAULT_COLLECTION, max(_DEPTHS))
    spans = [span for answer in row.answers for span in answer.spans or ()]
    ranks = (rank for rank, hit in enumerate(hits, start=1) if _overlaps(hit, row.document, spans, documents))
    return next(ranks, float("inf")), bool(hits) and hits[0].identity.name == row.document


def _overlaps(
    hit: SearchHit, document: str, spans: Sequence[tuple[int, int]], documents: dict[str, Document]
) -> bool:
    if hit.identity.name != document:
        return False
    block = documents[document].blocks[hit.block - 1].span
    return any(block.start < end and start < block.end for start, end in spans)


def _fill(stores: Iterable[LibraryStore], sources: Sequence[Source]) -> dict[str, Document]:
    entries = {source.name: _entry(source) for source in sources}
    for store in stores:
        store.add(list(entries.values()))
    return {name: entry.document for name, entry in entries.items()}


def _entry(source: Source) -> Entry:
    content = source.content()
    reading = read(Job(content, source.name, "text", "text"))
    identity = identify(DEFAULT_COLLECTION, source.name, content, reading.document.parse)
    return Entry(identity, content, reading.document, reading.passages, reading.chunks, reading.postings)


def _arguments() -> argparse.Namespace:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("set")
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--url", required=True, help="an empty database of a PostgreSQL server")
    arguments.add_argument("--fold", default="validation", choices=("train", "validation", "all"))
    arguments.add_argument("--documents", type=int, help="only so many documents")
    return arguments.parse_args()


if __name__ == "__main__":
    main()
