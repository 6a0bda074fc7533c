"""What people decide about cells is checked, added and never deleted, and goes into every table and file."""

from __future__ import annotations

import pytest

import pincite
from pincite.answer.document_tables import Cell, Decision, Table
from pincite.errors import InputError
from pincite.extract.as_csv import to_csv
from pincite.extract.as_page import to_html
from pincite.extract.deciding import Reviewer
from tests.factories import AGREEMENT, write

ANNA = Reviewer("Anna", "2026-11-17T10:00:00+00:00")


@pytest.fixture
def library(tmp_path):
    with pincite.open(tmp_path / "library", settings={"reader": None, "decision": None}) as library:
        library.add(write(tmp_path, "a.txt"))
        yield library


def table_of(library) -> Table:
    return library.table(None, "monthly fee, parking charge")


def cell_of(library, field: str = "monthly fee") -> Cell:
    return table_of(library).rows[0].cells[field]


def decide(library, decision: Decision, at: int = 0) -> None:
    library.decide("a.txt", table_of(library).fields[at], decision)


def test_accepted_lead_is_the_value_and_what_the_machine_said_stays(library):
    before = cell_of(library)
    assert (before.state, before.standing) == ("to_review", "to_review")

    decide(library, ANNA.accepted(before))

    after = cell_of(library)
    assert (after.state, after.standing) == ("to_review", "decided")
    assert after.decision
    assert after.decision.evidence == before.leads[0].evidence
    assert "monthly fee of EUR 4,500.00" in after.decision.value
    assert after.leads == before.leads
    assert table_of(library).count("to_review") == 0


def test_typed_value_is_proved_by_its_lines(library):
    decide(library, ANNA.typed(library.read("a.txt"), "EUR 4,500.00", (3, 3)))

    decision = cell_of(library).decision
    assert decision
    assert (decision.kind, decision.evidence[0].snippet) == ("typed", "EUR 4,500.00")
    assert decision.evidence[0].lines == (3, 3)


@pytest.mark.parametrize(
    ("value", "lines"), [("EUR 4,500.01", (3, 3)), ("EUR 4,500.00", (7, 9)), ("4", (3, 3))]
)
def test_typed_value_that_does_not_stand_there_is_refused(library, value, lines):
    with pytest.raises(InputError, match="does not say") as raised:
        ANNA.typed(library.read("a.txt"), value, lines)
    assert "pincite show a.txt" in raised.value.hint


def test_option_that_there_is_not_is_refused(library):
    with pytest.raises(InputError, match="has no passage 9"):
        ANNA.picked(cell_of(library), 9)


def test_last_decision_counts_and_all_are_kept(library):
    decide(library, ANNA.accepted(cell_of(library)))
    decide(library, Reviewer("Ben", ANNA.at).not_stated())

    decision = cell_of(library).decision
    assert decision
    assert (decision.kind, decision.by, decision.value) == ("not_stated", "Ben", "")
    (kept,) = library.store.database.connection.execute("SELECT count(*) FROM table_decision").fetchone()
    assert kept == 2


def test_decision_holds_in_every_table_that_asks_the_same(library):
    decide(library, ANNA.not_stated())

    other = library.table("a.txt", "fee: What is the monthly fee?, notice period")
    assert other.rows[0].cells["fee"].standing == "decided"


def test_decision_is_about_one_version_and_goes_with_it(library, tmp_path):
    decide(library, ANNA.not_stated())
    library.add(write(tmp_path, "a.txt", AGREEMENT.replace("4,500", "5,100")))
    assert cell_of(library).decision is None

    library.forget("a.txt")
    (kept,) = library.store.database.connection.execute("SELECT count(*) FROM table_decision").fetchone()
    assert kept == 0


def test_decisions_go_into_the_files(library):
    decide(library, ANNA.typed(library.read("a.txt"), "EUR 4,500.00", (3, 3)))
    table = table_of(library)

    assert '"EUR 4,500.00","typed by Anna, 2026-11-17",,"a.txt, line 3: “EUR 4,500.00”"' in to_csv(table)
    assert "typed by Anna, 2026-11-17" in to_html(table)
    assert Table.model_validate_json(table.to_json()) == table


def test_table_is_found_again_by_the_beginning_of_its_id(library):
    made = table_of(library)
    decide(library, ANNA.not_stated())

    again = library.made_table(made.table[:6])
    assert (again.table, again.fields) == (made.table, made.fields)
    assert again.rows[0].cells["monthly fee"].standing == "decided"
    for wrong in ("", "zzz"):
        with pytest.raises(InputError, match="There is no table"):
            library.made_table(wrong)


def test_conditions_leave_open_what_a_person_decided_otherwise(library):
    decide(library, ANNA.not_stated())
    table = library.table(None, "monthly fee", where="monthly fee > EUR 5")

    assert table.selection
    assert table.selection.untold[0].reason == "monthly fee: decided by Anna: not stated"


def test_typed_and_picked_values_count_for_conditions_and_order(library):
    library.add(write(library.settings.library.parent, "b.txt", "The monthly fee is EUR 90.00.\n"))
    decide(library, ANNA.typed(library.read("a.txt"), "EUR 4,500.00", (3, 3)))
    cheaper = table_of(library).rows[1].cells["monthly fee"]
    library.decide("b.txt", table_of(library).fields[0], ANNA.picked(cheaper, 1))

    above = library.table(None, "monthly fee", where="monthly fee > EUR 4,000")
    ordered = library.table(None, "monthly fee", sort="monthly fee")

    assert [row.document for row in above.rows] == ["a.txt"]
    assert above.selection
    assert (above.selection.not_matching, above.selection.untold) == (["b.txt"], [])
    assert [row.document for row in ordered.rows] == ["b.txt", "a.txt"]


def test_picked_passage_with_two_values_leaves_the_condition_open(library):
    two = "The monthly fee is EUR 90.00 for one site and EUR 95.00 for another."
    library.add(write(library.settings.library.parent, "a.txt", two))
    decide(library, ANNA.picked(cell_of(library), 1))

    table = library.table(None, "monthly fee", where="monthly fee > EUR 50")

    assert not table.rows
    assert table.selection
    assert "gives several values" in table.selection.untold[0].reason


def test_typed_words_are_neither_yes_nor_no(library):
    asked = "Is the monthly fee due for the Services?"
    table = library.table(None, [asked])
    typed = ANNA.typed(library.read("a.txt"), "EUR 4,500.00", (3, 3))
    library.decide("a.txt", table.fields[0], typed)

    told = library.table(None, [asked], where=f"{asked} = yes")

    assert not told.rows
    assert told.selection
    assert "is neither yes nor no" in told.selection.untold[0].reason
