"""Words of many documents are kept for the next process: the same answers, and nothing forgotten stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_many_documents import ABSENT, COUNT, QUESTIONS, folder, opened, opens, said
from tests.factories import write

from pincite.ask import library_scan
from pincite.ask.library_scan import PackedShelves, Shelves

__all__ = ["folder", "opens"]


@pytest.fixture(autouse=True)
def worth_keeping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library_scan, "_WORTH_KEEPING", 10)


def kept(folder: Path) -> list[Path]:
    return sorted((folder / "aside").glob("shelf-*")) if (folder / "aside").is_dir() else []


def test_next_process_opens_only_what_it_has_to_look_into(folder: Path, opens: list[str]):
    with opened(folder) as library:
        first = said(library, ABSENT)
    assert len(set(opens)) == COUNT
    assert len(kept(folder)) == 1
    opens.clear()
    with opened(folder) as library:
        again = said(library, ABSENT)
    assert again == first
    assert len(set(opens)) < COUNT


def test_answers_are_the_same_with_shelves_of_another_process(folder: Path):
    with opened(folder) as library:
        library._shelves = Shelves(most_bytes=0)
        one_by_one = [said(library, asked) for asked in QUESTIONS]
    for _ in range(3):
        with opened(folder) as library:
            assert [said(library, asked) for asked in QUESTIONS] == one_by_one


def test_document_that_was_replaced_meanwhile_is_read_as_it_is_now(folder: Path, tmp_path: Path):
    with opened(folder) as library:
        assert library.ask(ABSENT).outcome == "not_found"
    with opened(folder) as library:
        text = "Acme insures the greenhouse against hail.\n"
        library.add(write(tmp_path, "order-07.md", text), isolated=False)
    with opened(folder) as library:
        assert library.ask(ABSENT).outcome != "not_found"
        answer = library.ask("Who repairs the elevator?")
    assert answer.outcome == "not_found"
    assert answer.coverage.documents == COUNT


def test_forgetting_leaves_no_word_beside_the_library(folder: Path):
    with opened(folder) as library:
        library.ask(ABSENT)
        assert kept(folder)
        library.forget("order-07.md")
        assert kept(folder) == []
        library.ask(ABSENT)
    with opened(folder) as library:
        assert library.ask(ABSENT).coverage.documents == COUNT - 1


def test_process_that_remembers_what_another_has_forgotten_keeps_nothing(folder: Path):
    with opened(folder) as library, opened(folder) as other:
        packed = PackedShelves(library.store.aside(), "default")
        library._shelves = Shelves(packed=packed)
        other.forget("order-07.md")
        library.ask(ABSENT)
    assert kept(folder) == []


@pytest.mark.parametrize("damage", [b"", b"\0" * 40, b"x"])
def test_damaged_shelf_is_made_again(folder: Path, damage: bytes):
    with opened(folder) as library:
        first = said(library, ABSENT)
    (file,) = kept(folder)
    file.write_bytes(damage if damage != b"x" else file.read_bytes()[:-1] + b"x")
    with opened(folder) as library:
        assert said(library, ABSENT) == first
    with opened(folder) as library:
        assert said(library, ABSENT) == first


@pytest.mark.parametrize(("after", "to"), [(6, 255), (8, 1), (8, 64), (10, 14), (10, 99)])
def test_shelf_with_a_damaged_version_flag_or_method_is_made_again(folder: Path, after: int, to: int):
    with opened(folder) as library:
        first = said(library, ABSENT)
    (file,) = kept(folder)
    whole = bytearray(file.read_bytes())
    whole[whole.index(b"PK\1\2") + after] = to
    file.write_bytes(whole)
    with opened(folder) as library:
        assert said(library, ABSENT) == first
    assert kept(folder)[0].read_bytes() != bytes(whole)


def test_shelf_of_another_version_is_deleted(folder: Path, monkeypatch: pytest.MonkeyPatch):
    with opened(folder) as library:
        library.ask(ABSENT)
    (before,) = kept(folder)
    monkeypatch.setattr("pincite.__version__", "9.9")
    with opened(folder) as library:
        library.ask(ABSENT)
    (after,) = kept(folder)
    assert after != before


def test_library_that_is_only_read_uses_shelves_and_writes_none(folder: Path, opens: list[str]):
    import pincite

    with pincite.open(folder, settings={"local_models": False}, read_only=True) as library:
        library.ask(ABSENT)
    assert kept(folder) == []
    with opened(folder) as library:
        library.ask(ABSENT)
    opens.clear()
    with pincite.open(folder, settings={"local_models": False}, read_only=True) as library:
        library.ask(ABSENT)
    assert len(set(opens)) < COUNT
