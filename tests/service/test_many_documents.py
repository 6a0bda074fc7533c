"""A question to many documents is answered as if each of them were opened for it, and few are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont
from tests.factories import write
from tests.ingest.printed import lines
from tests.ingest.scans import scanned_pdf

import pincite
from pincite.ask.library_scan import Shelves
from pincite.records.library import Held, Identity

COUNT = 50
ABSENT = "Who insures the greenhouse against hail?"
QUESTIONS = (
    ABSENT,
    "What is the deposit for the auction of the crane?",
    "What is the fee for the storage of machine 7?",
    "How long is the warranty?",
    "List all fees.",
)


def letter(number: int) -> str:
    # Some of each kind: with a table, with a list, and in plain words.
    more = {
        0: f"| machine | fee |\n|---|---|\n| {number} | EUR {number}00 |",
        1: "The work covers:\n\n- cleaning the crane\n- a report",
    }.get(number % 5, "Please keep the gate open.")
    return (
        f"# Order {number}\n\nThe fee for the storage of machine {number} is EUR {number + 100}. "
        f"It is due in 30 days.\n\n## Work\n\n{more}\n"
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    paths = [write(tmp_path, f"order-{number:02}.md", letter(number)) for number in range(COUNT)]
    with opened(tmp_path / "library") as library:
        library.add(*paths, isolated=False)
    return tmp_path / "library"


def opened(folder: Path) -> pincite.Library:
    return pincite.open(folder, settings={"local_models": False})


def said(library: pincite.Library, asked: str) -> dict[str, Any]:
    """All of an answer and of its record that does not differ each time."""
    answer = library.ask(asked)
    record = library.why(answer.run)
    told = json.loads(answer.to_json())
    del told["run"], told["seconds"]
    return {
        **told,
        "recorded": sorted(each.name for each in record.documents),
        "decisions": json.loads(record.trace)["decisions"],
        "candidates": [(each.name, each.lines, each.score) for each in record.candidates],
    }


@pytest.fixture
def opens(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the documents that were loaded from a store."""
    from pincite.stores.library_store import LibraryStore

    names: list[str] = []
    load = LibraryStore.load

    def counted(store: LibraryStore, identity: Identity) -> Held:
        names.append(identity.name)
        return load(store, identity)

    monkeypatch.setattr(LibraryStore, "load", counted)
    return names


def test_answers_are_the_same_whether_documents_are_scanned_together_or_opened(folder: Path):
    with opened(folder) as library:
        library._shelves = Shelves(most_bytes=0)
        one_by_one = [said(library, asked) for asked in QUESTIONS]
    with opened(folder) as library:
        first = [said(library, asked) for asked in QUESTIONS]
        again = [said(library, asked) for asked in QUESTIONS]
    assert first == one_by_one
    assert again == one_by_one


def test_second_absent_question_opens_only_what_it_has_to_look_into(folder: Path, opens: list[str]):
    with opened(folder) as library:
        library.ask(ABSENT)
        assert len(set(opens)) == COUNT
        opens.clear()
        answer = library.ask("Which court decides about hail?")
    assert answer.outcome == "not_found"
    assert answer.coverage.documents == COUNT
    assert answer.coverage.spans_read == answer.coverage.spans_total
    assert len(set(opens)) < COUNT


def test_document_that_changed_is_read_as_it_is_now(folder: Path, tmp_path: Path):
    with opened(folder) as library:
        before = said(library, ABSENT)
        library.add(
            write(tmp_path, "order-07.md", "Acme insures the greenhouse against hail.\n"), isolated=False
        )
        after = said(library, ABSENT)
    assert before["outcome"] == "not_found"
    assert after["outcome"] != "not_found"


def test_forgotten_document_is_not_counted_as_read(folder: Path):
    with opened(folder) as library:
        library.ask(ABSENT)
        library.forget("order-07.md")
        answer = library.ask(ABSENT)
    assert answer.coverage.documents == COUNT - 1
    assert "order-07.md" not in {each.name for each in answer.coverage.by_document}


def test_shelves_keep_to_their_size(folder: Path):
    with opened(folder) as library:
        library._shelves = shelves = Shelves(most_bytes=0)
        library.ask(ABSENT)
        identity = library.current("order-01.md")
        assert not shelves.has_room_for(identity)
        assert Shelves().has_room_for(identity)


def test_pictures_that_wait_in_a_document_that_stays_closed_are_named(tmp_path: Path):
    paths = [
        write(tmp_path, f"order-{number:02}.txt", "Please keep the gate open.") for number in range(COUNT)
    ]
    image = Image.new("RGB", (600, 400), "white")
    ImageDraw.Draw(image).text((60, 160), "Fee: EUR 500", "black", ImageFont.load_default(48))
    body = lines("The crane is red and stands in the yard.", "Please keep the gate open.", y=40)
    (tmp_path / "label.pdf").write_bytes(scanned_pdf((image, body), box=(50, 80, 350, 280)))
    with opened(tmp_path / "library") as library:
        library.add(*paths, tmp_path / "label.pdf", isolated=False)
        library.ask(ABSENT)
        answer = library.ask("Who insures the orchard against frost?")
        assert library.waiting_pictures()

    assert any("label.pdf" in caveat and "pictures" in caveat.lower() for caveat in answer.caveats)
