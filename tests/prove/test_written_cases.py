"""The written cases are what they say: their words stand in their documents and their values are values."""

from __future__ import annotations

import pytest

from pincite.values.registered import value_types
from tests.prove.written_cases import FILES, Case, cases

ALL = [(file, case) for file in FILES for case in cases(file)]
STATES = {"proved", "open", "contradicted"}
CHECKS = {"place", "quote", "seen", "scope", "value", "plain", "cell", "list", "computed", "answer"}


@pytest.mark.parametrize(("file", "case"), ALL, ids=[f"{file}:{case.id}" for file, case in ALL])
def test_a_case_is_well_written(file: str, case: Case) -> None:
    assert case.expect.keys() <= CHECKS
    assert {state for states in case.expect.values() for state in states} <= STATES
    assert case.expect or case.refused or case.headline
    for item in (*case.items, *(case.computation.operands.values() if case.computation else ())):
        assert item.cites
        assert all(case.text[cite.start : cite.end] == cite.words for cite in item.cites)
        value_types()[item.type].model.model_validate(item.value)
    if not case.computation:
        assert all(any(item.original in cite.words for cite in item.cites) for item in case.items), (
            "the item's own words are cited"
        )
    for words in (case.headline, case.expression, case.missing):
        assert words is None or words in case.text.replace("\n", " ")


def test_there_are_as_many_as_were_promised() -> None:
    traps = [case for case in cases("plain") if case.expect["plain"] == ("open",)]
    forged = [case for case in cases("values") if case.refused]
    assert len(cases("negations")) == 40
    assert (len(traps), len(cases("plain")) - len(traps)) == (26, 14)
    assert len(forged) >= 60
    assert len(cases("values")) - len(forged) >= 40
    assert (len(cases("lists")), len(cases("computed"))) == (20, 20)


def test_the_names_of_the_cases_differ() -> None:
    for file in FILES:
        names = [case.id for case in cases(file)]
        assert len(set(names)) == len(names), file
