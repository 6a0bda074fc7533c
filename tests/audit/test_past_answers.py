"""Past answers of a library in a new version of their document."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import pincite
from pincite import InputError, Library
from pincite.answer.reanchorings import ReanchoredAnswer, Reanchoring
from pincite.audit.reanchoring_page import to_html
from tests.factories import AGREEMENT, write

FEE = "How much is the monthly fee?"
LIABLE = "Is the Supplier liable for loss of profit?"
SILENT = "What is the governing law?"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with pincite.open(tmp_path / "library") as library:
        library.add(write(tmp_path))
        for question in (FEE, LIABLE, SILENT, FEE):
            library.ask(question)
        yield library


def change(library: Library, folder: Path, old: str, new: str) -> Reanchoring:
    assert old in AGREEMENT
    library.add(write(folder, text=AGREEMENT.replace(old, new)))
    return library.reanchor("agreement.txt")


def of(made: Reanchoring, question: str) -> ReanchoredAnswer:
    (found,) = [each for each in made.answers if each.question == question]
    return found


def test_answers_hold_where_nothing_changed_for_them(library, tmp_path):
    made = change(library, tmp_path, "2. Term", "2. Duration")
    answer = of(made, FEE)
    assert (answer.status, answer.asked, answer.items[0].value_read_again) == ("holds", 2, True)
    assert made.count("holds") == 2


def test_changed_value_is_shown_with_both_wordings_and_the_words_that_differ(library, tmp_path):
    made = change(library, tmp_path, "EUR 4,500.00", "EUR 4,700.00")
    place = of(made, FEE).items[0].places[0]
    assert (of(made, FEE).status, place.status) == ("changed", "changed")
    assert "EUR 4,500.00" in place.old_wording
    assert "EUR 4,700.00" in (place.new_wording or "")
    assert [(run.kind, run.text) for run in place.words if run.kind != "same"] == [
        ("old", "4,500.00"),
        ("new", "4,700.00"),
    ]
    assert of(made, LIABLE).status == "holds"


def test_dropped_not_is_a_change(library, tmp_path):
    made = change(library, tmp_path, "shall not be liable", "shall be liable")
    assert of(made, LIABLE).status == "changed"


def test_past_silence_is_never_claimed_to_hold(library, tmp_path):
    answer = of(change(library, tmp_path, "EUR 4,500.00", "EUR 4,700.00"), SILENT)
    assert (answer.status, answer.items, answer.note) == ("silent", [], "It cited nothing. Ask again.")


def test_scale_that_changes_above_a_table_changes_the_value_though_its_row_is_the_same(tmp_path):
    table = "1. Results\n\n(in thousands of EUR)\n\n| Year | Revenue |\n|---|---|\n| 2023 | 1,250 |\n"
    with pincite.open(tmp_path / "library") as library:
        library.add(write(tmp_path, "figures.md", table))
        asked = library.ask("What was the revenue in 2023?", answer_type="amount")
        library.add(write(tmp_path, "figures.md", table.replace("thousands", "millions")))
        made = library.reanchor("figures.md")
    assert asked.items
    assert made.answers[0].status == "changed"


LAW = "What is the governing law?"
CLAUSES = """\
8. Notices

8.1 Every notice shall be in writing and sent to the address of the other party.

8.2 A notice takes effect when it arrives.

9. Law

9.1 This Agreement is governed by the laws of Ireland.

9.2 The courts of Dublin decide all disputes.
"""


@pytest.mark.parametrize(
    ("new", "status"),
    [
        (CLAUSES, "holds"),
        (
            CLAUSES.replace("9.1 This", "9.1 No other law applies.\n\n9.2 This").replace(
                "9.2 The", "9.3 The"
            ),
            "moved",
        ),
        (CLAUSES.replace("Ireland", "Iceland"), "changed"),
    ],
)
def test_clause_that_was_given_with_its_number_is_the_same_text_under_another_one(tmp_path, new, status):
    with pincite.open(tmp_path / "library") as library:
        library.add(write(tmp_path, "old.txt", CLAUSES))
        asked = library.ask(LAW, answer_type="clause")
        library.add(write(tmp_path, "new.txt", "A word before all.\n\n" + new))
        made = library.reanchor("old.txt", "new.txt")
    assert asked.items[0].original.startswith("9.1 ")
    assert made.answers[0].status == status


def test_another_document_is_compared_by_name(library, tmp_path):
    library.add(write(tmp_path, "renewed.txt", AGREEMENT.replace("EUR 4,500.00", "EUR 5,000.00")))
    made = library.reanchor("agreement.txt", "renewed.txt")
    assert (made.old, made.new, of(made, FEE).status) == ("agreement.txt", "renewed.txt", "changed")


def test_versions_are_named_by_the_beginning_of_their_id(library, tmp_path):
    change(library, tmp_path, "EUR 4,500.00", "EUR 4,700.00")
    first, second = library.versions("agreement.txt")
    made = library.reanchor(f"agreement.txt@{first.version[:6]}", f"agreement.txt@{second.version}")
    assert (made.old_version, made.new_version) == (first.version, second.version)
    # The current version was not asked anything.
    assert library.reanchor(f"agreement.txt@{second.version}", f"agreement.txt@{first.version}").answers == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("agreement.txt", None, "only one version"),
        ("agreement.txt@zz", None, "no version whose id starts with 'zz'"),
        ("nothing.txt", "agreement.txt", "no document named 'nothing.txt'"),
        ("nothing.txt@12", "agreement.txt", "no document named 'nothing.txt'"),
    ],
)
def test_what_cannot_be_compared_is_told(library, old, new, says):
    with pytest.raises(InputError, match=says):
        library.reanchor(old, new)


def test_answer_of_an_unreadable_record_is_told_and_nothing_fails(library, tmp_path):
    import sqlite3

    with sqlite3.connect(tmp_path / "library" / "library.db") as rows:
        rows.execute("DROP TRIGGER run_unchanged")
        rows.execute("UPDATE run SET answer = '' WHERE question = ?", (LIABLE,))
    answer = of(change(library, tmp_path, "2. Term", "2. Duration"), LIABLE)
    assert (answer.status, answer.note) == ("silent", "What was answered is no longer recorded. Ask again.")


def test_page_escapes_what_documents_say_and_runs_nothing(library, tmp_path):
    made = change(library, tmp_path, "EUR 4,500.00", "EUR 4,700.00 <script>alert(1)</script>")
    page = to_html(made)
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "<del>4,500.00</del>" in page
    assert "default-src &#x27;none&#x27;" in page
    assert "//" not in page
