"""A question for the parties of a contract is answered with the names that it introduces, each proved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pincite.answer.answers import Answer
from pincite.records.reading import Subject
from pincite.records.span import Span
from pincite.relevance.party_chance import party_features
from pincite.service import Library, open_with
from pincite.settings import Settings
from tests.models.weights import needs_weights

CONTRACT = """\
SERVICES AGREEMENT

This Services Agreement is made on 4 May 2021 by and between Northwind Traders, Inc., a Delaware corporation
("Northwind"), and Jane Miller ("Consultant").

1. Fees. Northwind pays EUR 4,500 a month.

Signed: NORTHWIND TRADERS, INC.          JANE MILLER
"""
# The second party has neither a company's ending nor a short name, so that the list is cut.
CUT = CONTRACT.replace('Jane Miller ("Consultant")', "the City of Ashford")
# Neither of the two looks like the name of a company or a person.
UNNAMED = """\
SERVICES AGREEMENT

This Services Agreement is made by and between the City of Ashford and the County of Kent.

1. Fees. The City of Ashford pays EUR 4,500 a month.
"""
QUESTION = "Who are the parties to the agreement?"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with opened(tmp_path) as library:
        yield library


def opened(folder: Path, **chosen: Any) -> Library:
    return open_with(Settings(library=folder / "library", local_models=False, **chosen))


def asked(library: Library, folder: Path, text: str, question: str = QUESTION) -> Answer:
    path = folder / "contract.txt"
    path.write_text(text, "utf-8")
    library.add(path)
    return library.ask(question)


def test_parties_are_given_as_a_list_of_names(library, tmp_path):
    answer = asked(library, tmp_path, CONTRACT)

    assert answer.outcome == "answered"
    assert [item.original for item in answer.items] == ["Northwind Traders, Inc.", "Jane Miller"]
    assert [item.type for item in answer.items] == ["organisation", "person"]
    assert all(item.evidence[0].snippet for item in answer.items)


def test_each_name_says_that_code_found_it_and_that_a_chance_judged_it(library, tmp_path):
    answer = asked(library, tmp_path, CONTRACT)

    for item in answer.items:
        assert {check.check: check.state for check in item.proof}["value"] == "proved"
        assert [voice.reader for voice in item.judgement.by] == ["parties"]
        assert item.judgement.bar <= item.judgement.chance < 1


def test_list_that_may_lack_a_party_is_not_given(library, tmp_path):
    answer = asked(library, tmp_path, CUT)

    assert "Northwind Traders, Inc." not in [item.original for item in answer.items]


@needs_weights
@pytest.mark.usefixtures("models_as_by_default")
def test_cell_for_parties_has_names_or_leads_and_no_sentence(tmp_path):
    path = tmp_path / "contract.txt"
    path.write_text(UNNAMED, "utf-8")
    with open_with(Settings(library=tmp_path / "library", strictness="lenient")) as library:
        library.add(path)
        ((_, _, cell),) = library.table(["contract.txt"], ["parties"]).cells()

    assert (cell.state, cell.items) == ("to_review", [])
    assert "City of Ashford" in cell.leads[0].evidence[0].snippet


def test_level_that_no_list_ever_reached_gives_none(tmp_path):
    with opened(tmp_path, strictness="strict") as strict:
        assert not asked(strict, tmp_path, CONTRACT).items


@pytest.mark.parametrize(
    "question", ["Who are the parties' insurers?", "What must the parties do at the end of the term?"]
)
def test_question_that_asks_for_more_is_not_answered_with_the_parties(library, tmp_path, question):
    answer = asked(library, tmp_path, CONTRACT, question)

    assert "Jane Miller" not in [item.original for item in answer.items]


def test_who_signs_in_capitals_over_two_lines_is_known_again():
    text = f"between Acme Widgets, Inc. and Bo Ray{' .' * 2_000}\nACME\nWIDGETS, INC.   x"
    parties = [
        Subject("party", "Acme Widgets, Inc.", (), Span(8, 26)),
        Subject("party", "Bo Ray", (), Span(31, 37)),
    ]

    features = party_features(text, parties)

    assert features["at_the_end"] == 0.5
    assert features["are_two"] == 1
