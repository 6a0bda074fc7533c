"""Parts of a document are kept under all that they depend on, until a while after the field is done."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tests.factories import AGREEMENT, entry

from pincite.records.library import UnitKey
from pincite.stores.library_store import LibraryStore
from pincite.stores.sqlite import open_library

KEY = UnitKey("schema", "fees", 1, "hash")
NOON = datetime(2026, 11, 17, 12, tzinfo=UTC)


def test_unit_is_kept_under_schema_field_number_and_hash(store: LibraryStore):
    held = entry()
    store.add([held])
    others = [replace(KEY, **change) for change in ({"chunk": 2}, {"chunk_hash": "other"})]
    for number, key in enumerate((KEY, *others)):
        store.keep_unit(held.identity, key, f"unit {number}")
    store.keep_unit(held.identity, KEY, "again")

    assert store.units(held.identity, "schema", "fees") == {
        KEY: "again",
        others[0]: "unit 1",
        others[1]: "unit 2",
    }
    assert store.units(held.identity, "schema", "rents") == {}
    assert store.units(held.identity, "other", "fees") == {}


def test_unit_is_there_for_the_next_process_and_gone_with_its_document(store: LibraryStore, folder):
    first, second = entry(), entry(AGREEMENT.replace("4,500", "5,100"))
    store.add([first])
    store.keep_unit(first.identity, KEY, "unit")
    store.close()

    with open_library(folder, lambda message: None) as again:
        assert again.units(first.identity, "schema", "fees") == {KEY: "unit"}
        again.add([second])
        assert again.units(second.identity, "schema", "fees") == {}
        again.forget("default", first.identity.name)
        assert again.units(first.identity, "schema", "fees") == {}
        again.keep_unit(first.identity, KEY, "late")
        assert again.units(first.identity, "schema", "fees") == {}


def test_units_are_dropped_a_while_after_their_field_was_done_and_never_before(store: LibraryStore):
    held = entry()
    store.add([held])
    other = replace(KEY, field="rents")
    store.keep_unit(held.identity, KEY, "unit")
    store.keep_unit(held.identity, other, "not done")
    store.finish_units(held.identity, "schema", "fees", NOON)
    store.finish_units(held.identity, "schema", "fees", NOON + timedelta(days=9))

    store.drop_units(NOON - timedelta(seconds=1))
    assert store.units(held.identity, "schema", "fees") == {KEY: "unit"}
    store.drop_units(NOON + timedelta(seconds=1))
    assert store.units(held.identity, "schema", "fees") == {}
    assert store.units(held.identity, "schema", "rents") == {other: "not done"}
