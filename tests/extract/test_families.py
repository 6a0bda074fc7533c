"""An agreement and what changed it are one contract: a cell says what is in force and what it replaced."""

from __future__ import annotations

import pytest

import pincite
from pincite.answer.answers import Answer, Conflict, DocumentCoverage, PrecedenceRule
from pincite.answer.checks import Judgement
from pincite.answer.document_tables import Cell, Table
from pincite.extract.as_csv import to_csv
from pincite.extract.cells import family_cell_of
from pincite.extract.deciding import Reviewer
from tests.contract_papers import AMENDMENT, MASTER, add_families
from tests.factories import write

ANNA = Reviewer("Anna", "2026-11-17T10:00:00+00:00")


@pytest.fixture
def library(tmp_path):
    with pincite.open(tmp_path / "library") as library:
        add_families(library, tmp_path)
        yield library


def made(library, fields: str = "end date", **more) -> Table:
    return library.table(None, fields, families=True, **more)


def cell(table: Table, field: str = "end date") -> Cell:
    return next(row for row in table.rows if row.document == "master.txt").cells[field]


def rows(library) -> dict[str, list[str]]:
    return {row.document: row.family for row in made(library).rows}


def test_papers_are_one_contract_as_the_user_said(library, tmp_path):
    assert rows(library) == {"master.txt": ["amendment.txt"], "other.txt": [], "work.txt": []}
    assert {each.identity.name: each.part_of for each in library.documents() if each.part_of} == {
        "amendment.txt": "master.txt"
    }
    library.add(tmp_path / "amendment.txt", part_of="")
    assert rows(library) == {"amendment.txt": [], "master.txt": [], "other.txt": [], "work.txt": []}


def test_new_version_stays_part_of_what_it_was(library, tmp_path):
    library.add(write(tmp_path, "amendment.txt", AMENDMENT.replace("2023", "2025")))
    assert rows(library)["master.txt"] == ["amendment.txt"]


def test_document_is_not_part_of_itself_nor_of_its_own_parts(library, tmp_path):
    library.add(tmp_path / "master.txt", part_of="master.txt")
    library.add(tmp_path / "master.txt", part_of="amendment.txt")
    assert rows(library)["master.txt"] == ["amendment.txt"]
    library.add(tmp_path / "work.txt", part_of="amendment.txt")
    assert library.store.parts("default")["work.txt"] == "master.txt"


def test_document_cannot_be_part_of_one_that_is_not_held(library, tmp_path):
    with pytest.raises(pincite.InputError):
        library.add(tmp_path / "work.txt", part_of="lease.txt")


def test_contract_whose_agreement_is_not_held_is_called_by_its_oldest_paper(library, tmp_path):
    later = AMENDMENT.replace("2 March 2020", "5 May 2021")
    library.add(write(tmp_path, "a.txt", later), part_of="master.txt")
    library.forget("master.txt")
    assert rows(library)["amendment.txt"] == ["a.txt"]


def test_row_is_a_contract_and_its_cell_shows_all_that_its_papers_say(library):
    table = made(library)
    assert [row.document for row in table.rows] == ["master.txt", "other.txt", "work.txt"]
    assert table.rows[0].family == ["amendment.txt"]
    end = cell(table)
    assert end.state == "to_review"
    given = {item.evidence[0].name: item.value.iso for item in end.items}
    assert given == {"amendment.txt": "2023-03-31", "master.txt": "2020-03-31"}
    assert Table.model_validate_json(table.to_json()) == table


def test_field_that_no_amendment_speaks_of_is_that_of_the_agreement(library):
    fee = cell(made(library, "monthly fee"), "monthly fee")
    assert (fee.state, fee.items[0].original, fee.replaced) == ("answered", "EUR 500.00", [])


def test_condition_is_held_against_what_is_in_force(library):
    table = made(library, where="end date = 2020")
    assert [row.document for row in table.rows] == ["other.txt", "work.txt"]
    answer = library.ask("Which contracts have an end date in 2020?")
    assert [item.evidence[0].name for item in answer.items] == ["other.txt", "work.txt"]
    assert "Counted as one contract: master.txt with amendment.txt." in answer.caveats
    assert answer.coverage.documents == 4
    each = library.ask("Which documents have an end date in 2020?")
    assert [item.evidence[0].name for item in each.items] == ["master.txt", "other.txt", "work.txt"]


def test_changed_amendment_is_asked_again(library, tmp_path):
    made(library)
    library.add(write(tmp_path, "amendment.txt", AMENDMENT.replace("2023", "2025")))
    assert cell(made(library)).items[0].value.iso == "2025-03-31"


def test_decision_about_a_contract_is_none_about_its_agreement_alone(library):
    table = made(library)
    library.decide("master.txt", table.fields[0], ANNA.not_stated())
    assert cell(made(library)).decision
    assert cell(library.table(None, "end date")).decision is None
    again = library.made_table(table.table)
    assert cell(again).decision
    assert again.fields[0].of == "family"


def settled(library, chance: float) -> Answer:
    """An answer in which an amendment prevails with a value of this chance; the bar is one half."""
    answer = library.ask("What is the end date?", documents=["master.txt"])
    (old,) = answer.items
    judged = Judgement(by=old.judgement.by, chance=chance, bar=0.5)
    new = old.model_copy(update={"id": "item-2", "judgement": judged})
    rule = PrecedenceRule(evidence=old.evidence[0])
    conflict = Conflict(sides=[["item-2"], ["item-1"]], rule=rule)
    return answer.model_copy(update={"outcome": "conflict", "items": [old, new], "conflict": conflict})


def test_what_a_cited_rule_puts_first_is_in_force_and_says_what_it_replaced(library):
    table = made(library)
    cell = family_cell_of(settled(library, 0.6), ["master.txt", "amendment.txt"])
    assert (cell.state, len(cell.items)) == ("answered", 1)
    assert [item.value.iso for item in cell.replaced] == ["2020-03-31"]
    assert "31 March 2020 (master.txt), by master.txt" in cell.reason
    row = table.rows[0].model_copy(update={"cells": {"end date": cell}})
    assert "(before: 31 March 2020)" in to_csv(table.model_copy(update={"rows": [row]}))


def test_amendment_that_is_not_sure_enough_is_to_review(library):
    names = ["master.txt", "amendment.txt"]
    doubtful = family_cell_of(settled(library, 0.1), names)
    assert doubtful.state == "to_review"
    assert doubtful.items[0].chance == 0.1
    assert "not sure enough" in doubtful.reason


def test_open_paper_of_a_contract_leaves_its_cell_to_review(library):
    answer = library.ask("What is the end date?", documents=["amendment.txt"])
    waiting = DocumentCoverage(name="master.txt", outcome="unverified", chance_held=None)
    coverage = answer.coverage.model_copy(update={"by_document": [*answer.coverage.by_document, waiting]})
    unclear = answer.model_copy(update={"outcome": "incomplete", "coverage": coverage})

    older = family_cell_of(unclear, ["master.txt", "amendment.txt"])
    later = family_cell_of(unclear, ["amendment.txt", "master.txt"])

    assert (older.state, later.state) == ("to_review", "to_review")
    assert later.reason == "master.txt may change it; no passage there is sure enough."
    assert older.reason.startswith("It may only recall what master.txt says")


def with_paper(answer: Answer, outcome: str) -> Answer:
    """The answer with one more paper, of which so much came."""
    paper = answer.coverage.by_document[0].model_copy(update={"name": "second.txt", "outcome": outcome})
    coverage = answer.coverage.model_copy(update={"by_document": [*answer.coverage.by_document, paper]})
    return answer.model_copy(update={"coverage": coverage})


def test_later_paper_that_is_open_leaves_a_changed_value_to_review(library):
    answer = with_paper(settled(library, 0.6), "unverified")
    names = ["master.txt", "amendment.txt", "second.txt"]
    open_later = family_cell_of(answer, names)
    assert open_later.state == "to_review"
    assert "second.txt may change it" in open_later.reason
    assert family_cell_of(answer, ["second.txt", "master.txt", "amendment.txt"]).state == "answered"


def test_paper_that_failed_makes_the_cell_a_failure_and_no_judgement(library):
    names = ["second.txt", "master.txt", "amendment.txt"]
    failed = family_cell_of(with_paper(settled(library, 0.6), "failed"), names)
    assert failed.state == "failed"
    assert failed.error is not None
    assert "second.txt could not be asked" in failed.error.message


def test_changes_are_in_the_order_of_their_days(tmp_path):
    second = (
        AMENDMENT.replace("NO. 1", "NO. 2").replace("No. 1", "No. 2").replace("2 March 2020", "5 May 2021")
    )
    second = second.replace("dated 4 May 2019", "dated 4 May 2019, as amended on 2 March 2020")
    texts = {"a.txt": second, "b.txt": AMENDMENT, "m.txt": MASTER}
    with pincite.open(tmp_path / "library") as library:
        library.add(write(tmp_path, "m.txt", texts.pop("m.txt")))
        library.add(*(write(tmp_path, name, text) for name, text in texts.items()), part_of="m.txt")
        assert rows(library) == {"m.txt": ["b.txt", "a.txt"]}
