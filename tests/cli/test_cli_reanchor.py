"""`pincite reanchor` as a user runs it."""

from __future__ import annotations

import json

import pytest
from command_line import AGREEMENT, CommandLine

FEE = "How much is the monthly fee?"
NEW = AGREEMENT.replace("EUR 48,500.00", "EUR 49,000.00")


@pytest.fixture
def asked(pincite: CommandLine) -> CommandLine:
    assert pincite("ask", pincite.file("lease.txt"), FEE).code == 0
    return pincite


def words(text: str) -> str:
    return " ".join(text.split())


def test_file_that_changed_is_compared_with_what_was_asked(asked):
    asked.file("lease.txt", NEW)
    shown = asked("reanchor", str(asked.folder / "lease.txt"))
    assert shown.code == 0
    assert ": 1 changed" in shown.stdout
    assert "[-48,500.00,-] {+49,000.00,+}" in words(shown.stdout)


def test_the_same_twice_shows_the_same(asked):
    path = asked.file("renewed.txt", NEW)
    first, second = (asked("reanchor", "lease.txt", path) for _ in range(2))
    assert first.stdout == second.stdout
    assert first.code == second.code == 0


def test_older_file_that_is_named_again_does_not_become_the_current_version(asked):
    old = asked.folder / "lease.txt"
    (asked.folder / "new").mkdir()
    new = asked.file("new/lease.txt", NEW)
    for _ in range(2):
        assert ": 1 changed" in asked("reanchor", str(old), new).stdout
    assert "49,000.00" in asked("ask", "--document", "lease.txt", FEE).stdout


def test_name_and_a_changed_file_of_that_name(asked):
    (asked.folder / "new").mkdir()
    new = asked.file("new/lease.txt", NEW)
    for _ in range(2):
        assert ": 1 changed" in asked("reanchor", "lease.txt", new).stdout


def test_report_is_written_and_json_has_its_form(asked):
    page = asked.folder / "report.html"
    shown = asked("reanchor", "lease.txt", asked.file("b.txt", NEW), "--output", str(page), "--json")
    made = json.loads(shown.stdout)
    assert (made["schema"], made["answers"][0]["status"]) == ("pincite.reanchoring/1", "changed")
    assert "<ins>49,000.00,</ins>" in page.read_text("utf-8")


def test_version_that_nobody_asked_points_to_the_one_that_was(asked):
    asked("add", asked.file("lease.txt", NEW))
    asked("add", asked.file("lease.txt", NEW.replace("60 days", "90 days")))
    shown = asked("reanchor", "lease.txt")
    assert "no past answers" in shown.stdout
    assert "Another version was asked: pincite reanchor lease.txt@" in words(shown.stdout)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["lease.txt"], "only one version"),
        (["lease.txt", "nothing.txt"], "no document named 'nothing.txt'"),
        (["lease.txt", ".", "--output", "a.html"], "is a folder"),
        (["lease.txt", "--output", "report.pdf"], "End its name with one of .html, .json"),
        (["lease.txt", "--output", "no/where.html"], "There is no folder"),
    ],
)
def test_what_cannot_be_done_is_told_with_code_2(asked, arguments, says):
    shown = asked("reanchor", *arguments)
    assert shown.code == 2
    assert says in shown.stderr


def test_without_a_library_nothing_is_made(pincite):
    assert pincite("reanchor", "a.txt", "b.txt").code == 2
    assert not pincite.library.exists()
