"""What tells the documents of a library apart can be listed without reading them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from store_documents import make_entry
from test_damaged_rows import change
from tests.stores.raw_rows import stored

from pincite.errors import TamperError
from pincite.records.library import Cover, Entry
from pincite.records.reading import Profile, Subject
from pincite.records.span import Span
from pincite.stores.library_store import LibraryStore
from pincite.stores.place import Place
from pincite.stores.rows import HEAD_CHARACTERS

PARTIES = (
    Subject("party", "Kestrel Optics GmbH", ("Kestrel", "Tenant"), Span(0, 7)),
    Subject("title", "Miete für Büros", (), Span(8, 9)),
)


def entry_about(*subjects: Subject, text: str = "Kestrel rents.", name: str = "lease.pdf") -> Entry:
    entry = make_entry(text, name=name)
    profile = Profile("contract", "en", (), (), subjects)
    return replace(entry, document=replace(entry.document, profile=profile))


def test_covers_tell_what_each_current_version_is_about_in_order_of_name(store: LibraryStore):
    old, new, other = entry_about(text="Old."), entry_about(*PARTIES), make_entry("Other.", name="a.pdf")

    store.add([old, new, other])

    assert store.covers("default") == [
        Cover(other.identity, "other", (), "Other."),
        Cover(new.identity, "contract", PARTIES, "Kestrel rents."),
    ]


def test_cover_holds_how_the_text_begins_and_no_more(store: LibraryStore):
    entry = make_entry("ä" * (HEAD_CHARACTERS + 5))
    store.add([entry])
    assert store.covers("default")[0].head == "ä" * HEAD_CHARACTERS


def test_covers_are_those_of_one_collection(store: LibraryStore):
    store.add([make_entry("One."), make_entry("Two.", collection="second")])
    assert [cover.head for cover in store.covers("second")] == ["Two."]
    assert store.covers("third") == []


def test_forgetting_a_document_takes_its_cover_along(store: LibraryStore, place: Place):
    store.add([entry_about(*PARTIES), make_entry("Other.", name="a.pdf")])

    store.forget("default", "lease.pdf")

    assert [cover.head for cover in store.covers("default")] == ["Other."]
    assert stored(place, "SELECT count(*) FROM cover") == [(1,)]


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM cover",
        "UPDATE cover SET subjects = '[{}]'",
        "UPDATE cover SET subjects = 'x'",
        "UPDATE cover SET type = 'recipe'",
        "DELETE FROM version",
    ],
)
def test_damaged_cover_is_noticed(store: LibraryStore, folder: Path, damage: str):
    store.add([entry_about(*PARTIES)])
    change(folder, damage)
    with pytest.raises(TamperError):
        store.covers("default")
