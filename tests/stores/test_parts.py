"""What the user said of which documents belong together is kept with their names."""

from __future__ import annotations

from store_documents import make_entry

from pincite.stores.library_store import LibraryStore


def test_what_a_document_is_part_of_stays_with_its_name(store: LibraryStore):
    lease, first, second = (make_entry("Rent.", name=name) for name in ("lease.pdf", "a1.pdf", "a2.pdf"))
    elsewhere = make_entry("Rent.", name="a1.pdf", collection="other")
    store.add([lease, first, second, elsewhere])

    store.say_part_of("default", ["a1.pdf", "a2.pdf", "lost.pdf"], "lease.pdf")
    store.add([make_entry("Another rent.", name="a1.pdf")])
    store.say_part_of("default", ["a2.pdf"], "")

    assert store.parts("default") == {"a1.pdf": "lease.pdf"}
    assert store.parts("other") == {}
    assert {each.identity.name: each.part_of for each in store.listing("default")} == {
        "a1.pdf": "lease.pdf",
        "a2.pdf": "",
        "lease.pdf": "",
    }
