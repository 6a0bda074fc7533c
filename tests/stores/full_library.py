"""A library with something in every table that a copy is made of."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

from near_vectors import keep, many_passages
from recorded import make_run
from store_documents import make_entry
from test_layout_rows import priced_table

from pincite.records.api_keys import ApiKey
from pincite.records.completion import BatchResult, Completion, ModelRequest, Usage
from pincite.records.document import Parse, Unseen
from pincite.records.job import Budget, Finished, NewItem, NewJob, ResultRow
from pincite.records.library import Entry, UnitKey
from pincite.records.span import Span
from pincite.stores.library_store import LibraryStore

LEASE = make_entry("The rent is 500 euros.\nIt is due monthly. Ärger & Ølé 漢字 😀", name="lease.pdf")
AMENDED = make_entry("The rent is 600 euros.\nIt is due monthly.", name="lease.pdf")
REREAD = make_entry(
    "The rent is 600 euros.\nIt is due monthly.", name="lease.pdf", parse=Parse("factory", "2")
)
MANY = many_passages("many.pdf", 12)
OTHER = make_entry("The rent is 600 euros.\nIt is due monthly.", name="same bytes.pdf", collection="other")


def laid_out() -> Entry:
    """With tables, figures, anchors and hidden words."""
    entry = replace(priced_table(), origin="/somewhere/prices.xlsx")
    unseen = (Unseen(1, "hidden", Span(16, 17), 1, "", None),)
    document = replace(entry.document, unseen=unseen)
    return replace(entry, identity=replace(entry.identity, name="prices.xlsx"), document=document)


def fill(store: LibraryStore) -> None:
    """Put something into every table; nothing of it by hand."""
    store.add([LEASE, laid_out(), MANY, OTHER])
    store.add([AMENDED])
    store.add([REREAD])
    store.say_part_of(MANY.identity.collection, [MANY.identity.name], LEASE.identity.name)
    keep(store, [MANY])
    # Not in the order of their ids, and a part of what is recorded is erased again.
    for run in ("c1", "a2", "b3", "d4"):
        store.record(make_run(run, LEASE.identity))
    store.record(make_run("old", MANY.identity, asked_at="2020-01-01T00:00:00+00:00"))
    store.trail().erase_before("default", "2021-01-01T00:00:00+00:00", "retention")
    store.hold_table("default", "abc1", "[1]", ["lease.pdf", "many.pdf"])
    store.add_decision(LEASE.identity, "rent", '{"by": "Anna"}')
    store.keep_table_cell(LEASE.identity, "key", '{"cell": "\\u0000"}')
    store.keep_unit(LEASE.identity, UnitKey("schema", "field", 1, "hash"), "{}")
    store.finish_units(LEASE.identity, "schema", "field", datetime(2026, 1, 1, tzinfo=UTC))
    _work(store)
    _ask(store)
    key = ApiKey("k1", "Anna", "read", ("default",), "2026-01-01", secret_sha256="00" * 32)
    store.access().add_key(key)


def _work(store: LibraryStore) -> None:
    jobs = store.jobs()
    items = (NewItem("", "lease.pdf"), NewItem("/somewhere/many.pdf", "many.pdf"))
    job = NewJob("default", "key", "{}", "[]", "{}", items, Budget(cost=Decimal("1.50")), 3)
    jobs.submit(job, read=lambda item: b"bytes of a file that is still to be added")
    claimed = jobs.claim("worker")
    assert claimed
    row = ResultRow(claimed.name, LEASE.identity.version, '{"cells": {}}')
    jobs.finish(claimed, Finished("done", rows=(row,), seconds=0.25))


def _ask(store: LibraryStore) -> None:
    request = ModelRequest("anthropic/m", "https://here", {"asked": "1"}, "structured", 8_192)
    number, _ = store.replies().open("a", "table", [(request, [LEASE.identity])], 1.5)
    usage = Usage(1, 100, 15, 7, Decimal("0.0002"))
    store.replies().end(number, [(0, BatchResult("", "succeeded", Completion("first", usage=usage)))])
