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
