"""`pincite add`, `documents`, `show` and `forget`: what happens to files, and what each exit code means."""

from __future__ import annotations

import json

import pytest
from command_line import AGREEMENT, CommandLine

from pincite import __version__


def test_file_is_added_then_unchanged_then_updated(pincite: CommandLine):
    file = pincite.file("agreement.txt")
    first, second = pincite("add", file), pincite("add", file)
    pincite.file("agreement.txt", AGREEMENT + "\nSigned in Delft.\n")
    third = pincite("add", file)

    results = (first, second, third)
    assert [result.code for result in results] == [0, 0, 0]
    assert [result.stdout.split()[0] for result in results] == ["added", "unchanged", "updated"]


def test_some_files_failing_is_exit_8_and_the_others_are_added(pincite: CommandLine):
    result = pincite("add", "nope.txt", pincite.file("agreement.txt"), pincite.file("empty.txt", ""))

    assert result.code == 8
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["failed", "added", "failed"]
    assert "There is no file nope.txt." in result.stderr
    assert "empty.txt is empty." in result.stderr


def test_all_files_failing_has_the_exit_code_of_the_first_error(pincite: CommandLine):
    assert pincite("add", "nope.txt", "neither.pdf").code == 2


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("empty.txt", b"", "empty"),
        ("picture.pdf", b"\x89PNG\r\n\x1a\n0000", "PNG image"),
        ("letter.docx", b"PK\x03\x04word/document.xml", "Word document"),
        ("cut.pdf", b"%PDF-1.7\n1 0 obj", "cut.pdf"),
        ("noise.txt", bytes(range(256)) * 4, "binary"),
    ],
)
def test_file_that_cannot_be_read_is_named_with_the_reason(
    pincite: CommandLine, name: str, content: bytes, reason: str
):
    (pincite.folder / name).write_bytes(content)

    result = pincite("add", str(pincite.folder / name))

    assert result.code == 2
    assert name in result.stderr
    assert reason in result.stderr


def test_folder_is_refused_with_a_next_step(pincite: CommandLine):
    result = pincite("add", str(pincite.folder))

    assert result.code == 2
    assert "is a folder" in result.stderr
    assert "*.pdf" in result.stderr


def test_add_as_json_tells_of_every_file(pincite: CommandLine):
    result = pincite("add", pincite.file("agreement.txt"), "nope.txt", "--json")

    added, failed = json.loads(result.stdout)["results"]
    assert result.code == 8
    assert (added["status"], added["name"], added["error"]) == ("added", "agreement.txt", None)
    assert (failed["status"], failed["error"]["class"]) == ("failed", "InputError")


def test_one_name_for_two_files_is_refused(pincite: CommandLine):
    result = pincite("add", pincite.file("a.txt"), pincite.file("b.txt"), "--name", "c", "--json")

    assert result.code == 2
    assert json.loads(result.stdout)["error"]["class"] == "InputError"


def test_caveat_of_a_file_is_shown(pincite: CommandLine):
    (pincite.folder / "old.txt").write_bytes(b"Caf\xe9 opens at 8 on every day of the week.\n")

    result = pincite("add", str(pincite.folder / "old.txt"))

    assert result.code == 0
    assert "Note: " in result.stdout


def test_documents_of_an_empty_library_show_the_next_step_and_make_none(pincite: CommandLine):
    result = pincite("documents")

    assert result.code == 0
    assert "pincite add FILE" in result.stdout
    assert json.loads(pincite("documents", "--json").stdout) == {"documents": []}
    assert not pincite.library.exists()


def test_documents_are_listed_with_their_versions(pincite: CommandLine):
    long_name = "a-very-long-name-that-would-not-fit-into-eighty-columns-beside-the-other-ones.txt"
    pincite("add", pincite.file(long_name))
    pincite.file(long_name, AGREEMENT + "\nSigned.\n")
    pincite("add", str(pincite.folder / long_name))

    (row,) = json.loads(pincite("documents", "--json").stdout)["documents"]
    assert (row["name"], row["format"], row["versions"]) == (long_name, "text", 2)
    assert long_name in pincite("documents").stdout


def test_collections_are_apart(pincite: CommandLine):
    pincite("--collection", "leases", "add", pincite.file("agreement.txt"))

    assert json.loads(pincite("documents", "--json").stdout)["documents"] == []
    assert "agreement.txt" in pincite("--collection", "leases", "documents").stdout


def test_summary_shows_sections_and_how_to_go_on(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))

    result = pincite("show", "agreement.txt")

    assert result.code == 0
    assert "2. Termination" in result.stdout
    assert "--lines 1-40" in result.stdout


def test_lines_have_the_numbers_of_an_editor(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))

    result = pincite("show", "agreement.txt", "--lines", "5-8")

    assert result.stdout.splitlines() == [
        "5  The Customer shall pay the Supplier a monthly fee of",
        "6  EUR 48,500.00, exclusive of value added tax.",
        "",
        "8  2. Termination",
    ]


@pytest.mark.parametrize("section", ["2", "2.", "Termination", "2. termination", "terminat"])
def test_section_is_found_by_number_or_title(pincite: CommandLine, section: str):
    pincite("add", pincite.file("agreement.txt"))

    result = pincite("show", "agreement.txt", "--section", section, "--json")

    assert [line["number"] for line in json.loads(result.stdout)["lines"]] == [8, 10, 11]


def test_pages_of_a_text_with_form_feeds_are_shown(pincite: CommandLine):
    pincite("add", pincite.file("two.txt", "First page here.\n\fSecond page here.\n"))

    shown = pincite("show", "two.txt", "--page", "2").stdout
    pages = json.loads(pincite("show", "two.txt", "--pages", "--json").stdout)["pages"]

    assert shown.splitlines()[0] == "--- page 2 ---"
    assert "Second page here." in shown
    assert "First page" not in shown
    assert [page["number"] for page in pages] == [1, 2]


@pytest.mark.parametrize(
    "options",
    [
        ("--page", "3"), ("--page", "0"), ("--lines", "9-2"), ("--lines", "x"), ("--lines", "900"),
        ("--section", "99"),
    ],
)  # fmt: skip
def test_place_that_does_not_exist_is_an_input_error(pincite: CommandLine, options: tuple[str, ...]):
    pincite("add", pincite.file("two.txt", "First page here.\n\fSecond page here.\n"))

    result = pincite("show", "two.txt", *options, "--json")

    assert result.code == 2
    error = json.loads(result.stdout)["error"]
    assert (error["class"], error["retryable"]) == ("InputError", False)
    assert error["hint"]


def test_document_cannot_steer_the_terminal(pincite: CommandLine):
    pincite("add", pincite.file("evil.txt", "Fine \x1b]0;owned\x07 words \x9b31m here.\n"))

    shown = pincite("show", "evil.txt", "--lines", "1").stdout

    assert "words" in shown
    assert not set("\x1b\x07\x9b") & set(shown)


def test_forget_needs_a_yes_without_a_terminal(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))

    assert pincite("forget", "agreement.txt").code == 2
    assert "agreement.txt" in pincite("documents").stdout


def test_forget_deletes_every_version(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))
    pincite.file("agreement.txt", AGREEMENT + "\nSigned.\n")
    pincite("add", str(pincite.folder / "agreement.txt"))

    result = pincite("forget", "agreement.txt", "--yes", "--json")

    assert json.loads(result.stdout) == {"forgotten": [{"name": "agreement.txt", "versions": 2}]}
    assert json.loads(pincite("documents", "--json").stdout)["documents"] == []


def test_forget_with_one_unknown_name_deletes_nothing(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))

    result = pincite("forget", "agreement.txt", "nobody.txt", "--yes")

    assert result.code == 2
    assert "nobody.txt" in result.stderr
    assert "agreement.txt" in pincite("documents").stdout


@pytest.mark.parametrize("verb", [("documents",), ("show", "x"), ("add", "x"), ("forget", "x", "--yes")])
def test_file_in_place_of_the_library_is_a_store_error(pincite: CommandLine, verb: tuple[str, ...]):
    pincite.library.write_text("I am a file.")

    result = pincite(*verb, "--json")

    assert result.code == 5
    assert json.loads(result.stdout)["error"]["class"] == "StoreError"
    assert "is a file, not a library" in result.stderr


def test_damaged_database_is_a_store_error_also_for_a_question(pincite: CommandLine):
    pincite.library.mkdir()
    (pincite.library / "library.db").write_bytes(b"not a database at all" * 500)

    asked = pincite("ask", "What is the fee?", "--json")

    assert (asked.code, pincite("documents").code) == (5, 5)
    assert json.loads(asked.stdout)["error"]["class"] == "StoreError"


def test_version_is_told(pincite: CommandLine):
    assert pincite("--version").stdout == f"pincite {__version__}\n"


def test_misspelt_verb_is_a_usage_error_with_a_suggestion(pincite: CommandLine):
    result = pincite("documets")

    assert (result.code, result.stdout) == (2, "")
    assert "documents" in result.stderr


def test_empty_path_of_the_library_is_a_usage_error(pincite: CommandLine):
    assert pincite("--library", "", "documents").code == 2
