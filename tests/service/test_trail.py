"""What was proposed and refused can be listed afterwards, by run and by check."""

from __future__ import annotations

import json

import pytest
from tests.factories import AGREEMENT

import pincite
from pincite.errors import InputError


@pytest.fixture
def library(tmp_path):
    (tmp_path / "agreement.txt").write_text(AGREEMENT, "utf-8")
    with pincite.open(tmp_path / "library") as opened:
        opened.add(tmp_path / "agreement.txt")
        yield opened


def test_every_candidate_of_a_run_is_listed_with_what_became_of_it(library):
    answer = library.ask("What is the monthly fee?")
    record = library.why(answer.run)
    kept, *others = record.candidates
    assert kept.kept
    assert kept.stopped_by == ""
    assert "EUR 4,500.00" in kept.quote
    assert json.loads(kept.value)["currency"] == "EUR"
    assert all(not other.kept for other in others)


def test_refused_candidate_names_the_check_and_the_reason(library):
    answer = library.ask("What is the deductible of the Customer?")
    assert answer.outcome == "not_found"
    refused = library.why(answer.run).candidates
    assert refused
    assert {each.stopped_by for each in refused} == {"answers"}
    assert all(each.reason for each in refused)


def test_rejections_are_listed_newest_run_first_and_by_check(library):
    first = library.ask("What is the deductible of the Customer?")
    second = library.ask("What is the deductible of the Supplier?")
    runs = [each.run for each in library.rejections()]
    assert runs.index(second.run) < runs.index(first.run)
    assert {each.candidate.stopped_by for each in library.rejections(check="answers")} == {"answers"}
    assert library.rejections(check="no such check") == []


def test_start_of_an_id_is_enough_and_nothing_else_is(library):
    with pytest.raises(InputError, match="Nothing has been asked"):
        library.why()
    answer = library.ask("What is the monthly fee?")
    assert library.why(answer.run[:8]).id == library.why().id == answer.run
    with pytest.raises(InputError, match="no run"):
        library.why("zz")


def test_failed_run_is_listed_too(library):
    answer = library.ask("")
    record = library.why(answer.run)
    assert record.outcome == "failed"
    assert "empty" in record.trace


def test_run_that_could_not_be_recorded_is_not_offered_to_why(library):
    before = library.ask("What is the deductible of the Customer?")
    fill(library)

    answer = library.ask("What is the deductible of the Supplier?")

    assert answer.outcome == before.outcome
    assert answer.run == ""
    assert answer.caveats[-1].startswith("This run was not recorded: There is no space left")
    with pytest.raises(InputError, match="not recorded"):
        library.why(answer.run)
    assert library.why().id == before.run


def test_fault_of_a_run_that_could_not_be_recorded_does_not_point_to_it(library):
    class Broken:
        name, version, most_chars = "broken", "1", 24_000

        def read(self, *arguments):
            raise RuntimeError("Broken.")

    library.reader = Broken()
    assert "`pincite why` shows where" in library.ask("What is the monthly fee?").error.hint
    fill(library)

    answer = library.ask("What is the monthly fee?")

    assert answer.outcome == "failed"
    assert "pincite why" not in answer.error.hint


def test_run_of_a_library_that_is_only_read_has_no_id(library):
    with pincite.open(library.settings.library, read_only=True) as reader:
        assert reader.ask("What is the monthly fee?").run == ""


def fill(library):
    """Leave no room in the database, as a full disk does."""
    connection = library.store.database.connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
