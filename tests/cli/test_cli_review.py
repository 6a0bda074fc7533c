"""`pincite review` as a user goes through a table."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from command_line import CommandLine

FIELDS = "monthly fee, written notice"


@pytest.fixture
def unsure(pincite: CommandLine) -> CommandLine:
    """A command line without a reader, so that everything is to review."""
    settings = pincite.file("settings.yaml", "reader: null\ndecision: null\nlocal_models: false\n")
    return replace(
        pincite, environment={"PINCITE_CONFIG": settings, "PINCITE_READER": "", "PINCITE_DECISION": ""}
    )


def made(pincite: CommandLine) -> dict:
    return json.loads(pincite("table", pincite.file("a.txt"), "--fields", FIELDS, "--json").stdout)


def decisions(pincite: CommandLine) -> list[tuple[str, str]]:
    cells = made(pincite)["rows"][0]["cells"].values()
    return [(cell["decision"]["kind"], cell["decision"]["by"]) for cell in cells if cell["decision"]]


def test_cells_are_decided_one_by_one_and_kept_with_the_name(unsure: CommandLine):
    table = made(unsure)["table"]
    shown = unsure("review", table[:8], "--by", "Anna", typed="a\nt 60 days @ 10\n")

    assert shown.code == 0
    assert "a.txt · monthly fee  1 of 2" in shown.stdout
    assert "2 decided, 0 left." in shown.stdout
    assert decisions(unsure) == [("picked", "Anna"), ("typed", "Anna")]
    again = unsure("review", table)
    assert again.stdout == "Nothing is to review.\n"
    grid = unsure("table", "a.txt", "--fields", FIELDS).stdout
    assert "60 days (Anna)" in grid
    assert "2 cells: 2 decided" in grid


def test_what_cannot_be_used_is_told_and_the_cell_stays(unsure: CommandLine):
    shown = unsure("review", made(unsure)["table"], "--by", "Anna", typed="x\n9\nt 61 days @ 10\ns\nn\n")

    assert "'x' is none of the choices." in shown.stderr
    assert "The cell has no passage 9." in shown.stderr
    assert "a.txt does not say “61 days” in line 10." in shown.stderr
    assert "1 decided, 1 left." in shown.stdout
    assert decisions(unsure) == [("not_stated", "Anna")]


def test_who_quits_keeps_what_was_decided_and_may_decide_anew(unsure: CommandLine):
    table = made(unsure)["table"]
    unsure("review", table, "--by", "Anna", typed="n\nq\n")
    assert decisions(unsure) == [("not_stated", "Anna")]

    unsure("review", table, "--by", "Ben", "--all", typed="1\nq\n")
    assert decisions(unsure) == [("picked", "Ben")]


def test_second_reviewer_sees_what_others_decided_and_confirms_it(unsure: CommandLine):
    table = made(unsure)["table"]
    unsure("review", table, "--by", "Anna", typed="a # looks right\nn\n")
    assert unsure("review", table, "--second", "--by", "Anna").stdout == "Nothing is to review.\n"

    shown = unsure("review", table, "--second", "--by", "Ben", typed="c\nt 60 days @ 10 # it is there\n")

    assert shown.code == 0, shown.stderr
    assert "picked by Anna" in shown.stdout
    assert "looks right" in shown.stdout
    first, second = made(unsure)["rows"][0]["cells"].values()
    assert (first["decision"]["by"], first["earlier"][0]["by"]) == ("Ben", "Anna")
    assert (second["decision"]["kind"], second["decision"]["note"]) == ("typed", "it is there")
    assert unsure("review", table, "--second", "--by", "Cem").stdout.count("1 of 1") == 1
    assert unsure("runs", "verify").code == 0


def test_table_that_nobody_made_is_an_error(unsure: CommandLine):
    made(unsure)
    shown = unsure("review", "zzz")

    assert shown.code == 2
    assert "There is no table 'zzz'." in shown.stderr


def test_table_names_the_command_that_reviews_the_same_cells(unsure: CommandLine):
    shown = unsure("table", unsure.file("a.txt"), "--fields", FIELDS, "--strictness", "strict")
    table = made(unsure)["table"]

    said = "".join(shown.stdout.split())
    assert f"pincite--library{unsure.library}review{table}--strictnessstrict" in said
    assert unsure("review", table, "--strictness", "strict", "--by", "Anna", typed="q\n").code == 0


def test_what_was_decided_says_how_right_the_answers_are(unsure: CommandLine):
    unsure("review", made(unsure)["table"], "--by", "Anna", typed="a\nn\n")
    shown = unsure("quality", "reviewed", "--json")
    assert shown.code == 0, shown.stderr
    evaluation = json.loads(shown.stdout)
    assert (evaluation["set"], evaluation["n"]) == ("reviewed", 2)
    assert "Only 2 cells were decided" in shown.stderr


def test_without_decisions_there_is_nothing_to_measure(unsure: CommandLine):
    made(unsure)
    shown = unsure("quality", "reviewed")
    assert shown.code == 2
    assert "pincite review" in shown.stderr


def test_too_few_decisions_are_refused_for_fitting(unsure: CommandLine):
    unsure("review", made(unsure)["table"], "--by", "Anna", typed="a\nn\n")
    shown = unsure("quality", "reviewed", "--fit", unsure.file("mine.json", ""))
    assert shown.code == 2
    assert "at least 60 are needed" in shown.stderr
