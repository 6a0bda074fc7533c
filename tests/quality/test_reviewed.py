"""What people decided about cells becomes gold questions, with the truth and its place."""

from __future__ import annotations

from pathlib import Path

import pytest

import pincite
from pincite.errors import InputError
from pincite.extract.deciding import Reviewer
from pincite.quality.measuring import calibrated
from pincite.quality.questions import read_own, reviewed_rows, write_reviewed
from tests.factories import AGREEMENT, write

ANNA = Reviewer("Anna", "2026-11-17T10:00:00+00:00")
FIELDS = "monthly fee, parking charge, written notice"


@pytest.fixture
def library(tmp_path: Path):
    with pincite.open(tmp_path / "library", settings={"reader": None, "decision": None}) as library:
        library.add(write(tmp_path, "a.txt"))
        yield library


def decided(library) -> None:
    table = library.table(None, FIELDS)
    fee, parking, notice = table.fields
    cells = table.rows[0].cells
    library.decide("a.txt", fee, ANNA.accepted(cells["monthly fee"]))
    library.decide("a.txt", parking, ANNA.not_stated())
    library.decide("a.txt", notice, ANNA.not_stated())
    library.decide("a.txt", notice, ANNA.typed(library.read("a.txt"), "sixty (60) days", (7, 7)))


def test_accepted_and_typed_are_answers_at_their_place_and_not_stated_is_absent(library):
    decided(library)
    fee, parking, notice = (row for _, row in reviewed_rows(library))
    assert (fee.question, fee.strata.field, fee.absent) == (
        "What is the monthly fee?",
        "monthly fee",
        False,
    )
    ((start, end),) = fee.answers[0].spans or ()
    assert "monthly fee of EUR 4,500.00" in AGREEMENT[start:end] == fee.answers[0].quote
    assert parking.absent
    assert parking.answers == ()
    assert notice.answers[0].text == notice.answers[0].quote == "sixty (60) days"


def test_last_decision_counts_and_a_question_of_two_tables_is_put_once(library):
    decided(library)
    library.table(None, "monthly fee")
    fields = [row.strata.field for _, row in reviewed_rows(library)]
    assert sorted(fields) == ["monthly fee", "parking charge", "written notice"]


def test_decisions_about_an_older_version_do_not_count(library, tmp_path: Path):
    decided(library)
    library.add(write(tmp_path, "a.txt", AGREEMENT + "\nOne more line.\n"))
    assert list(reviewed_rows(library)) == []


def test_the_file_is_read_as_any_gold_file_with_its_documents(library, tmp_path: Path):
    decided(library)
    file = write_reviewed(library, tmp_path / "out")
    gold = read_own(file, None, "dev")
    assert (gold.name, len(gold.rows)) == ("reviewed", 3)
    assert gold.sources[0].content().decode() == AGREEMENT


def test_where_nobody_decided_the_error_says_what_to_do(library, tmp_path: Path):
    library.table(None, FIELDS)
    with pytest.raises(InputError, match="Nobody has decided") as caught:
        write_reviewed(library, tmp_path / "out")
    assert "pincite review" in caught.value.hint


def test_too_few_decisions_carry_no_bar(library, tmp_path: Path):
    decided(library)
    gold = read_own(write_reviewed(library, tmp_path / "out"), None, "dev")
    with pytest.raises(InputError, match="at least 60 are needed") as caught:
        calibrated(gold, library.settings)
    assert "pincite review" in caught.value.hint
