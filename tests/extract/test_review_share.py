"""What people decided says how right a table is so far; a second reviewer confirms or decides otherwise."""

from __future__ import annotations

import io
import zipfile

import pytest

import pincite
from pincite.answer.document_tables import Cell, Review, Share, Table
from pincite.errors import InputError
from pincite.extract.as_csv import to_csv
from pincite.extract.as_page import to_html
from pincite.extract.as_workbook import to_xlsx
from pincite.extract.deciding import Reviewer, in_words, review_of
from tests.factories import write

ANNA = Reviewer("Anna", "2026-11-17T10:00:00+00:00")
BEN = Reviewer("Ben", "2026-11-18T10:00:00+00:00", "see annex 2")


@pytest.fixture
def library(tmp_path):
    with pincite.open(tmp_path / "library") as library:
        library.add(write(tmp_path, "a.txt"), write(tmp_path, "b.txt"))
        yield library


def table_of(library) -> Table:
    return library.table(None, "monthly fee")


def cell_of(library, row: int = 0) -> Cell:
    return table_of(library).rows[row].cells["monthly fee"]


def decide(library, name: str, decision) -> None:
    library.decide(name, table_of(library).fields[0], decision)


def test_table_that_nobody_reviewed_says_nothing(library):
    assert table_of(library).review is None


def test_accepted_answers_are_right_and_others_are_not(library):
    assert cell_of(library).state == "answered"
    decide(library, "a.txt", ANNA.accepted(cell_of(library)))
    decide(library, "b.txt", ANNA.not_stated())

    review = table_of(library).review
    assert review is not None
    assert (review.decided, review.confirmed, review.leads) == (2, 0, None)
    assert review.answers is not None
    assert (review.answers.right, review.answers.of, review.answers.share) == (1, 2, 0.5)
    assert review.answers.low == pytest.approx(0.0945, abs=1e-3)
    assert review.answers.high == pytest.approx(0.9055, abs=1e-3)


def test_first_lead_that_is_taken_counts_as_right(tmp_path):
    with pincite.open(tmp_path / "library", settings={"reader": None, "decision": None}) as library:
        library.add(write(tmp_path, "a.txt"))
        decide(library, "a.txt", ANNA.typed(library.read("a.txt"), "EUR 4,500.00", (3, 3)))
        review = review_of(table_of(library))
    assert review is not None
    assert review.answers is None
    assert review.leads is not None
    assert (review.leads.right, review.leads.of) == (1, 1)


def test_second_reviewer_confirms_what_another_decided(library):
    decide(library, "a.txt", ANNA.accepted(cell_of(library)))
    with pytest.raises(InputError, match="you decided it yourself"):
        ANNA.confirmed(cell_of(library))
    with pytest.raises(InputError, match="nobody has decided"):
        BEN.confirmed(cell_of(library, 1))

    decide(library, "a.txt", BEN.confirmed(cell_of(library)))

    cell = cell_of(library)
    assert cell.confirmed
    assert cell.decision
    assert (cell.decision.by, cell.decision.note) == ("Ben", "see annex 2")
    assert [each.by for each in cell.earlier] == ["Anna"]
    assert "1 of 1 decisions were confirmed by a second reviewer." in in_words(table_of(library).review)


def test_who_decides_otherwise_leaves_both_decisions_to_be_seen(library):
    decide(library, "a.txt", ANNA.accepted(cell_of(library)))
    decide(library, "a.txt", BEN.not_stated())

    table = table_of(library)
    assert not table.rows[0].cells["monthly fee"].confirmed
    for written in (to_csv(table), to_html(table)):
        assert "not stated by Ben, 2026-11-18 (“see annex 2”)" in written
        assert "before: accepted by Anna, 2026-11-17: EUR 4,500.00" in written


def test_share_with_its_interval_is_in_every_export(library):
    decide(library, "a.txt", ANNA.accepted(cell_of(library)))
    table, said = (
        table_of(library),
        "Of 1 answers that were reviewed, 1 were right: 100% (95 % interval 21% to 100%).",
    )

    assert in_words(table.review) == [said]
    assert said in to_html(table)
    assert Table.model_validate_json(table.to_json()) == table
    with zipfile.ZipFile(io.BytesIO(to_xlsx(table))) as book:
        assert said in book.read("xl/worksheets/sheet3.xml").decode()
        assert 'name="Review"' in book.read("xl/workbook.xml").decode()


def test_decisions_are_entries_of_the_chain(library):
    decide(library, "a.txt", ANNA.accepted(cell_of(library)))
    decide(library, "a.txt", BEN.confirmed(cell_of(library)))
    report = library.runs.verify()
    assert report.intact
    assert report.counts["decision"] == 2


def test_sentences_name_each_share():
    share = Share(right=3, of=4, share=0.75, low=0.3, high=0.95)
    said = in_words(Review(decided=8, confirmed=0, answers=share, probable=share, leads=share))
    assert [each.split(" that")[0] for each in said] == [
        "Of 4 answers",
        "Of 4 probable answers",
        "Of 4 likeliest passages",
    ]
