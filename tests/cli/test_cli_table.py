"""`pincite table` as a user runs it."""

from __future__ import annotations

import json

import pytest
from command_line import CommandLine
from tests.contract_papers import TEXTS as FAMILIES

FIELDS = "monthly fee, written notice, parking charge"


def test_table_of_files_is_shown_with_what_it_counts(pincite: CommandLine):
    shown = pincite("table", pincite.file("a.txt"), pincite.file("b.txt", "Nothing.\n"), "--fields", FIELDS)

    assert shown.code == 0
    assert "EUR 48,500.00" in shown.stdout
    assert "Either party may" in shown.stdout
    assert "6 cells: 2 answered · 4 not stated" in shown.stdout
    assert all(len(line) <= 80 for line in shown.stdout.splitlines())
    assert "Every cell with its quote: add --html FILE" in shown.stdout


def test_without_documents_the_whole_library_is_the_table(pincite: CommandLine):
    pincite("add", pincite.file("a.txt"), pincite.file("b.txt"))
    table = json.loads(pincite("table", "--fields", FIELDS, "--json").stdout)

    assert table["schema"] == "pincite.table/2"
    assert [row["document"] for row in table["rows"]] == ["a.txt", "b.txt"]
    assert [cell["state"] for cell in table["rows"][0]["cells"].values()] == [
        *("answered", "answered", "not_stated")
    ]


def test_names_and_patterns_of_the_library_choose_rows(pincite: CommandLine):
    pincite("add", pincite.file("lease-1.txt"), pincite.file("lease-2.txt"), pincite.file("other.txt"))
    table = json.loads(pincite("table", "lease-*", "--fields", "fee", "--json").stdout)

    assert [row["document"] for row in table["rows"]] == ["lease-1.txt", "lease-2.txt"]


def test_file_that_cannot_be_read_fails_and_the_others_are_asked(pincite: CommandLine):
    (pincite.folder / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing")
    given = ("table", str(pincite.folder / "broken.pdf"), pincite.file("a.txt"), "--fields", FIELDS)
    shown = pincite(*given)

    assert shown.code == 8
    assert "2 answered · 1 not stated · 3 failed" in shown.stdout
    assert "broken.pdf cannot be read as a PDF" in shown.stderr
    table = json.loads(pincite(*given, "--json").stdout)
    assert {cell["state"] for cell in table["rows"][1]["cells"].values()} == {"failed"}
    assert table["rows"][1]["version"] is None


def test_files_are_written(pincite: CommandLine):
    targets = {kind: pincite.folder / f"out.{kind}" for kind in ("csv", "xlsx", "html")}
    options = [part for kind, path in targets.items() for part in (f"--{kind}", str(path))]
    shown = pincite("table", pincite.file("a.txt"), "--fields", FIELDS, *options)

    assert shown.code == 0
    assert "EUR 48,500.00" in targets["csv"].read_text("utf-8")
    assert "EUR 48,500.00" in targets["html"].read_text("utf-8")
    assert targets["xlsx"].read_bytes()[:2] == b"PK"
    assert "Written: " in shown.stderr
    assert "add --html" not in shown.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "The list of fields is empty."),
        (("--fields", "fee, fee"), "The field 'fee' is in the list twice."),
        (("--fields", ",".join(map(str, range(200)))), "There are 200 fields; 100 is the limit."),
        (("--fields", "fee", "--csv", "a.txt"), "is one of the documents"),
        (("--fields", "fee", "--html", "none/out.html"), "There is no folder"),
        (("--fields", "fee", "--html", "same", "--csv", "same"), "name the same file"),
    ],
)
def test_slip_is_told_before_anything_is_asked(pincite: CommandLine, monkeypatch, options, said):
    monkeypatch.chdir(pincite.folder)
    pincite.file("a.txt")
    shown = pincite("table", "a.txt", *options)

    assert shown.code == 2
    assert said in " ".join(shown.stderr.split())
    assert not shown.stdout


def test_document_that_is_nowhere_is_named(pincite: CommandLine):
    pincite("add", pincite.file("a.txt"))
    shown = pincite("table", "b.txt", "--fields", "fee")

    assert shown.code == 2
    assert "The library has no document named 'b.txt'." in shown.stderr


def test_many_fields_stand_below_each_other(pincite: CommandLine):
    fields = ", ".join(f"field {number}" for number in range(8))
    shown = pincite("table", pincite.file("a.txt"), "--fields", f"monthly fee, {fields}")

    lines = shown.stdout.splitlines()
    assert lines[0] == "a.txt"
    assert lines[1].split(maxsplit=2)[:2] == ["monthly", "fee"]
    assert all(len(line) <= 80 for line in lines)


def test_long_values_are_cut(pincite: CommandLine):
    long = "The governing law is the law of " + "a very far and very old and very cold " * 6 + "country.\n"
    shown = pincite("table", pincite.file("a.txt", long), "--fields", "governing law")

    assert "…" in shown.stdout
    assert all(len(line) <= 80 for line in shown.stdout.splitlines())


def test_schema_of_a_table_is_printed(pincite: CommandLine):
    assert json.loads(pincite("extract", "--print-schema", "table").stdout)["$id"] == "pincite.table/2"


def test_temporary_table_leaves_nothing(pincite: CommandLine):
    shown = pincite("table", pincite.file("a.txt"), "--fields", "monthly fee", "--temporary")

    assert shown.code == 0
    assert not pincite.library.exists()


def test_documents_that_meet_a_condition_are_shown_and_the_open_ones_named(pincite: CommandLine):
    fees = {"a.txt": "The monthly fee is EUR 5.00.\n", "b.txt": "The monthly fee is EUR 9.00.\n"}
    files = [pincite.file(name, text) for name, text in fees.items()]
    given = ("table", *files, pincite.file("c.txt", "Nothing.\n"), "--fields", "monthly fee")
    shown = pincite(*given, "--where", "monthly fee > EUR 6")

    assert shown.code == 0
    assert "1 document of 3: monthly fee > EUR 6." in shown.stdout
    assert "It cannot be told of 1 document:\n  c.txt: monthly fee: not stated" in shown.stdout
    assert "a.txt" not in shown.stdout
    ordered = json.loads(pincite(*given, "--sort", "-monthly fee", "--json").stdout)
    assert [row["document"] for row in ordered["rows"]] == ["b.txt", "a.txt"]
    assert ordered["selection"]["untold"] == [{"document": "c.txt", "reason": "monthly fee: not stated"}]
    none = pincite(*given, "--where", "monthly fee > EUR 600")
    assert "0 documents of 3" in none.stdout


def test_families_are_rows_of_contracts_whose_papers_may_differ(pincite: CommandLine):
    paths = {name: pincite.file(name, text) for name, text in FAMILIES.items()}
    amendment = paths.pop("amendment.txt")
    assert pincite("add", *paths.values()).code == 0
    assert pincite("add", "--part-of", "master.txt", amendment).code == 0
    assert "part of" in pincite("documents").stdout
    listed = json.loads(pincite("documents", "--json").stdout)["documents"]
    assert {each["name"]: each["part_of"] for each in listed if each["part_of"]} == {
        "amendment.txt": "master.txt"
    }
    shown = pincite("table", "--families", "--fields", "end date")

    words = " ".join(shown.stdout.split())
    assert shown.code == 0
    assert "to review: 31 March 2023; 31 March 2020" in words, "no reader says which one is in force"
    assert "master.txt" in words
    assert (
        len(json.loads(pincite("table", "--families", "--fields", "end date", "--json").stdout)["rows"]) == 3
    )


def test_dates_go_into_a_calendar_and_those_without_a_day_are_counted(pincite: CommandLine):
    files = [
        pincite.file("a.txt", "The end date is 31 March 2020.\n"),
        pincite.file("b.txt", "The end date is May 2021.\n"),
    ]
    target = pincite.folder / "ends.ics"
    shown = pincite("table", *files, "--fields", "end date", "--ics", str(target))

    assert shown.code == 0
    assert b"DTSTART;VALUE=DATE:20200331\r\n" in target.read_bytes()
    assert "Not in the calendar: 1 date without a day." in shown.stderr
