"""The versions of a name, and the runs that read each of them."""

from __future__ import annotations

from tests.factories import AGREEMENT, entry

from pincite.records.library import Identity, RunRecord
from pincite.stores.library_store import LibraryStore


def run(id: str, at: str, *read: Identity) -> RunRecord:
    return RunRecord(id, "default", at, "How much?", "not_found", "{}", "{}", read)


def test_versions_of_a_name_are_listed_in_the_order_they_came(store: LibraryStore):
    first, second = entry(), entry(AGREEMENT.replace("4,500", "5,100"))
    store.add([first])
    store.add([second])
    store.add([entry(name="other.txt")])

    assert store.versions("default", "agreement.txt") == [first.identity, second.identity]
    assert store.versions("default", "nothing.txt") == []
    assert store.versions("elsewhere", "agreement.txt") == []


def test_runs_of_a_version_are_those_that_read_it_newest_first(store: LibraryStore):
    first, second = entry(), entry(AGREEMENT.replace("4,500", "5,100"))
    store.add([first])
    store.add([second])
    store.record(run("a", "2026-01-01", first.identity))
    store.record(run("b", "2026-01-02", first.identity, second.identity))
    store.record(run("c", "2026-01-03", second.identity))

    assert [each.id for each in store.runs_of(first.identity)] == ["b", "a"]
    assert [each.id for each in store.runs_of(second.identity)] == ["c", "b"]
    assert set(store.runs_of(first.identity)[0].documents) == {first.identity, second.identity}
