"""Every verb with a library in PostgreSQL, as a user writes them."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import CommandLine
from tests.postgres_server import Server

FEE = "What is the monthly fee?"
PASSWORD, WRITTEN = "s3cret/wi:th@signs", "s3cret%2Fwi:th%40signs"


@pytest.fixture
def pincite(postgres_url: str) -> Iterator[CommandLine]:
    with tempfile.TemporaryDirectory() as folder:
        yield CommandLine(Path(folder), address=postgres_url)


def test_every_verb_works_with_a_library_on_a_server(pincite: CommandLine):
    agreement, certificate = pincite.file("agreement.txt"), str(pincite.folder / "answer.json")
    assert pincite("documents").code == 2  # reading makes no library

    assert pincite("add", agreement).code == 0
    assert "agreement.txt" in pincite("documents").stdout
    asked = pincite("ask", "--document", "agreement.txt", FEE)
    assert (asked.code, "48,500.00" in asked.stdout) == (0, True)
    assert "48,500.00" in pincite("why").stdout
    assert pincite("why", "--rejected").code == 0
    assert "48,500.00" in pincite("show", "agreement.txt", "--lines", "1-8").stdout
    table = json.loads(pincite("table", "agreement.txt", "--fields", "monthly fee", "--json").stdout)
    assert table["rows"][0]["document"] == "agreement.txt"
    assert pincite("review", table["table"], typed="n\n").code == 0
    schema = pincite.file("s.yaml", f"name: s\nfields:\n  - {{name: fee, question: '{FEE}', type: amount}}\n")
    assert pincite("extract", "agreement.txt", "--schema", schema).code == 0
    assert pincite("jobs", "submit", "agreement.txt", "--fields", "monthly fee", "--wait").code == 0
    assert "done" in pincite("jobs", "list").stdout
    assert "Intact" in pincite("runs", "verify").stdout
    assert pincite("certify", "--output", certificate).code == 0
    assert pincite("check", certificate, agreement).code == 0
    assert pincite("keys", "new", "desk").code == 0
    assert "desk" in pincite("keys", "list").stdout
    told = " ".join(pincite("doctor").stdout.split())
    assert re.search(r"can be read and written; PostgreSQL 1\d\.\S+ .*pgvector", told)
    assert pincite("forget", "agreement.txt", "--purge", "--yes").code == 0
    assert "is empty" in pincite("documents").stdout
    assert "Intact" in pincite("runs", "verify").stdout


def test_back_ups_are_left_to_the_tools_of_the_server(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))

    made = pincite("backup", str(pincite.folder / "library.backup"))
    restored = pincite("restore", pincite.file("library.backup"))

    assert (made.code, restored.code) == (2, 2)
    assert "pg_dump" in made.stderr
    assert "pg_restore" in restored.stderr


def test_password_of_the_address_is_shown_nowhere(pincite: CommandLine, postgres_url: str):
    pincite("add", pincite.file("agreement.txt"))
    with_password = postgres_url.replace("postgres@", f"postgres:{WRITTEN}@")
    written_wrong = postgres_url.replace("postgres@", f"postgres:{PASSWORD}@")
    asking = CommandLine(pincite.folder, address=with_password)
    told = [
        asking("documents"),
        asking("config"),
        asking("config", "--json"),
        asking("doctor", "--json"),
        asking("documents", "--library", with_password),
        asking("ask", "no such file.pdf", FEE),
        asking("jobs", "submit", "agreement.txt", "--fields", "monthly fee", "--wait"),
        CommandLine(pincite.folder, address=written_wrong)("documents"),
        asking.run("documents", PINCITE_DEBUG="1"),
    ]
    job_rows = asking("jobs", "list", "--json").stdout

    for each in told:
        assert "s3cret" not in each.stdout + each.stderr
    assert "s3cret" not in job_rows
    assert told[0].code == 0


def test_hints_name_the_library_on_the_server(pincite: CommandLine):
    missing = pincite("documents")
    pincite("add", pincite.file("agreement.txt"))
    pending = pincite.run("documents", PINCITE_LOCAL_MODELS="true")

    assert "Check the address, or make a library there" in " ".join(missing.stderr.split())
    assert pending.stderr.splitlines()[-1].endswith("work")
    assert "--library 'postgresql://" in pending.stderr


def test_library_is_found_by_its_variable(pincite: CommandLine, postgres_url: str):
    alone = CommandLine(pincite.folder, {"PINCITE_LIBRARY": postgres_url})

    assert alone.without_library("add", pincite.file("agreement.txt")).code == 0
    assert "agreement.txt" in alone.without_library("documents").stdout
    assert not list(os.scandir(pincite.folder / "data")) if (pincite.folder / "data").exists() else True


@pytest.mark.parametrize("scheme", ["postgresql+psycopg", "mysql", "sqlite"])
def test_address_that_is_none_ends_with_the_code_of_the_store_and_makes_no_folder(
    pincite: CommandLine, monkeypatch: pytest.MonkeyPatch, scheme: str
):
    monkeypatch.chdir(pincite.folder)
    address = f"{scheme}://anna:s3cret@127.0.0.1/library"
    wrong = CommandLine(pincite.folder, address=address)
    by_variable = CommandLine(pincite.folder, {"PINCITE_LIBRARY": address})
    told = [
        wrong("add", pincite.file("agreement.txt")),
        wrong("documents", "--json"),
        by_variable.without_library("documents"),
        by_variable.without_library("library", "copy", address, "copy"),
    ]
    misplaced = pincite.without_library("documents", "--library", address)

    assert [each.code for each in told] == [5, 5, 5, 5]
    assert misplaced.code == 2
    for each in (*told, misplaced):
        assert "s3cret" not in each.stdout + each.stderr
    for each in (told[0], *told[2:]):
        assert "postgresql://USER@HOST/DATABASE" in " ".join(each.stderr.split())
    assert not [path for path in pincite.folder.rglob("*") if "s3cret" in str(path)]


def test_worker_that_may_only_read_says_so_and_does_not_wait(
    pincite: CommandLine, postgres: Server, postgres_url: str
):
    pincite("add", pincite.file("agreement.txt"))
    database = postgres_url.rpartition("@/")[2].partition("?")[0]
    postgres.run(f"ALTER DATABASE {database} SET default_transaction_read_only = on")

    told = pincite.run("worker")

    assert told.code == 5
    assert "is read-only" in told.stderr
