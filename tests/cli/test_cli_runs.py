"""`pincite runs` and `pincite forget --purge`, as a user works with them."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from command_line import CommandLine

FEE, NOTHING = "What is the monthly fee?", "What is the annual deductible?"


@pytest.fixture
def asked(pincite: CommandLine) -> CommandLine:
    """A library with two questions."""
    assert pincite("ask", pincite.file("agreement.txt"), FEE).code == 0
    assert pincite("ask", "--document", "agreement.txt", NOTHING).code == 10
    return pincite


def ids(pincite: CommandLine) -> list[str]:
    return [each["run"] for each in json.loads(pincite("runs", "list", "--json").stdout)["runs"]]


def tamper(library: Path, statement: str) -> None:
    connection = sqlite3.connect(library / "library.db")
    connection.execute("DROP TRIGGER run_unchanged")
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_list_names_runs_and_filters_them(asked: CommandLine):
    listed = asked("runs", "list")
    assert listed.code == 0
    assert "monthly fee" in listed.stdout
    assert "not_found" in listed.stdout
    assert "deductible" not in asked("runs", "list", "--outcome", "answered").stdout
    assert asked("runs", "list", "--outcome", "conflict").stdout == "No run matches.\n"
    assert asked("runs", "list", "--since", "soon").code == 2


def test_show_tells_all_that_was_recorded(asked: CommandLine):
    run = ids(asked)[1]
    shown = asked("runs", "show", run[:10])
    assert shown.code == 0
    for word in (FEE, "Searches", "Claims", "Made by", "parser text", "of the chain, hash"):
        assert word in shown.stdout
    told = json.loads(asked("runs", "show", run, "--json").stdout)
    assert told["schema"] == "pincite.run/1"
    assert {"answer", "briefs", "searches", "claims", "made_by", "decisions", "steps", "chain"} <= set(told)


def test_verify_prints_the_hash_to_keep_and_finds_it_again(asked: CommandLine):
    shown = asked("runs", "verify")
    assert shown.code == 0
    assert "Intact: 3 entries, 2 runs and 0 decisions." in shown.stdout
    head = json.loads(asked("runs", "verify", "--json").stdout)["head"]["hash"]
    assert head in shown.stdout
    assert asked("runs", "verify", "--head", head).code == 0
    assert asked("runs", "verify", "--head", "0" * 64).code == 6


def test_answer_that_was_changed_in_the_database_is_found(asked: CommandLine):
    run = ids(asked)[1]
    tamper(asked.library, f"UPDATE run SET answer = replace(answer, '48,500', '98,500') WHERE id = '{run}'")
    shown = asked("runs", "verify")
    assert shown.code == 6
    assert "Broken at entry 2" in shown.stdout
    refused = asked("certify", run, "--output", "changed.json")
    assert refused.code == 2
    assert "was changed after it was recorded" in refused.stderr


def test_erased_runs_are_gone_and_counted(asked: CommandLine):
    run = ids(asked)[0]
    assert asked("runs", "erase", "--before", "2020-01-01", "--yes").stdout == "Nothing is that old.\n"
    refused = asked("runs", "erase", "--before", "2999-01-01")
    assert refused.code == 2
    assert "--yes" in refused.stderr
    assert asked("runs", "erase", "--before", "2999-01-01", "--yes").stdout.startswith("Erased 2 ")
    shown = asked("runs", "show", run)
    assert shown.code == 2
    assert "was erased on" in shown.stderr
    verified = asked("runs", "verify")
    assert verified.code == 0
    assert "2 entries erased (2 erased): only their hashes are left." in verified.stdout


def test_purge_erases_what_was_asked_too_also_afterwards(asked: CommandLine):
    assert asked("forget", "agreement.txt", "--yes").code == 0
    assert len(ids(asked)) == 2
    purged = asked("forget", "agreement.txt", "--purge", "--yes")
    assert purged.code == 0
    assert ids(asked) == []
    assert asked("runs", "verify").code == 0
    assert asked("forget", "agreement.txt", "--purge", "--yes").code == 2


def test_library_that_is_not_there_or_empty_is_said(pincite: CommandLine):
    assert pincite("runs", "list").code != 0
    pincite("add", pincite.file("agreement.txt"))
    assert pincite("runs", "list").stdout == "Nothing has been asked yet.\n"
    assert pincite("runs", "show").code == 2
    assert "Intact: 1 entry, 0 runs and 0 decisions." in pincite("runs", "verify").stdout


def test_item_is_accepted_by_name_and_the_run_shows_it(pincite: CommandLine):
    pincite("ask", pincite.file("agreement.txt"), "What is the monthly fee?")
    run = json.loads(pincite("why", "--json").stdout)["run"]

    kept = pincite("runs", "review", run[:8], "item-1", "--accept", "--by", "Anna", "--note", "as offered")

    assert kept.code == 0
    assert "no proof" in kept.stdout
    assert "item-1 accepted by Anna" in pincite("runs", "show", run).stdout
    (shown,) = json.loads(pincite("runs", "show", run, "--json").stdout)["reviews"]
    assert (shown["kind"], shown["by"], shown["note"]) == ("accepted", "Anna", "as offered")
    assert pincite("runs", "verify").code == 0


def test_review_that_says_nothing_or_is_of_no_part_says_what_to_write(pincite: CommandLine):
    pincite("ask", pincite.file("agreement.txt"), "What is the monthly fee?")
    run = json.loads(pincite("why", "--json").stdout)["run"]

    silent = pincite("runs", "review", run, "item-1")
    missing = pincite("runs", "review", run, "lead-7", "--reject")

    assert (silent.code, missing.code) == (2, 2)
    assert "--accept" in silent.stderr
    assert "item-1" in missing.stderr
