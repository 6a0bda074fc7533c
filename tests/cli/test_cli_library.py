"""`pincite add`, `documents`, `show` and `forget`: what happens to files, and what each exit code means."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Sequence
from dataclasses import replace

import pytest
from command_line import AGREEMENT, CommandLine

from pincite import __version__
from pincite.errors import StoreError
from pincite.jobs.batch import Added
from pincite.records.library import Entry
from pincite.service import Library, open_library
from pincite.stores.library_store import LibraryStore


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
    assert sorted(line.split()[0] for line in result.stdout.splitlines()) == ["added", "failed", "failed"]
    assert "There is no file nope.txt." in result.stderr
    assert "empty.txt is empty." in result.stderr


def test_another_file_of_the_same_name_says_that_it_is_an_update(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))
    (pincite.folder / "other").mkdir()
    other = pincite.file("other/agreement.txt", "The weather is fine today.\n")

    result = pincite("add", other)

    note = "(now 2 versions of agreement.txt; earlier ones are kept)"
    assert result.stdout == f"updated   {other} {note}\n"


@pytest.mark.parametrize("verb", ["add", "ask"])
def test_file_that_replaces_one_from_another_folder_says_which_and_how_to_keep_both(
    pincite: CommandLine, verb: str
):
    first = pincite.file("agreement.txt")
    pincite("add", first)
    (pincite.folder / "other").mkdir()
    other = pincite.file("other/agreement.txt", "The fee is EUR 700 per month.\n")

    result = pincite(verb, other, *(["What is the fee?"] if verb == "ask" else []))

    said = f"this replaces the agreement.txt that you added from {first}."
    assert said in result.stderr
    assert f"pincite add {first} --name NAME" in result.stderr


def test_file_that_changed_where_it_is_replaces_no_other(pincite: CommandLine):
    file = pincite.file("agreement.txt")
    pincite("add", file)
    pincite.file("agreement.txt", AGREEMENT + "\nSigned in Delft.\n")

    result = pincite("add", file)

    assert "replaces" not in result.stderr


def test_file_that_is_given_the_name_of_another_is_its_new_version_without_a_note(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))

    result = pincite("add", pincite.file("signed.txt", "The fee is EUR 700.\n"), "--name", "agreement.txt")

    assert result.stdout.startswith("updated")
    assert "replaces" not in result.stderr


def test_replaced_file_is_named_as_json(pincite: CommandLine):
    first = pincite.file("agreement.txt")
    pincite("add", first)
    (pincite.folder / "other").mkdir()

    result = pincite("add", pincite.file("other/agreement.txt", "The fee is EUR 700.\n"), "--json")

    assert [each["replaced"] for each in json.loads(result.stdout)["results"]] == [first]


@pytest.mark.parametrize("arguments", [("add",), ("add", "--name", "lease.txt"), ("chat",)])
def test_empty_file_name_is_refused_and_stands_for_no_folder(
    pincite: CommandLine, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
):
    pincite.file("agreement.txt")
    monkeypatch.chdir(pincite.folder)

    result = pincite(*arguments, "")

    assert result.code == 2
    assert "The file name is empty." in result.stderr
    assert "A variable in your command may be empty." in result.stderr


def test_question_about_an_empty_file_name_is_refused(pincite: CommandLine, monkeypatch: pytest.MonkeyPatch):
    pincite.file("agreement.txt")
    monkeypatch.chdir(pincite.folder)

    result = pincite("ask", "", "What is the fee?")

    assert result.code == 2
    assert "The file name is empty." in result.stderr


def test_path_of_a_file_in_place_of_its_name_is_told_the_name(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))

    result = pincite("show", "docs/agreement.txt")

    assert result.code == 2
    assert "Did you mean 'agreement.txt'?" in result.stderr


def test_update_is_told_also_when_another_document_is_damaged(pincite: CommandLine):
    file = pincite.file("agreement.txt")
    pincite("add", file, pincite.file("broken.txt"))
    connection = sqlite3.connect(pincite.library / "library.db")
    connection.execute("DELETE FROM version WHERE document = (SELECT max(document) FROM version)")
    connection.commit()
    connection.close()
    pincite.file("agreement.txt", "The weather is fine today.\n")

    result = pincite("add", file)

    assert result.code == 0
    assert "(another version of agreement.txt; earlier ones are kept)" in result.stdout


def test_result_of_each_file_is_reported_once_when_it_is_stored(pincite: CommandLine):
    held = pincite.file("held.txt", "Held before.\n")
    files = [pincite.file("new.txt"), "nope.txt", held]
    pincite("add", held)
    reported: list[Added] = []

    with open_library(pincite.library) as library:

        def report(added: Added) -> None:
            reported.append(added)
            held_now = [listing.identity for listing in library.documents()]
            assert added.status == "failed" or added.identity in held_now

        results = library.add(*files, report=report)

    assert [added.path for added in results] == files
    assert [added.status for added in results] == ["added", "failed", "unchanged"]
    # On a slow machine a batch is stored before it is full, so their order is not certain.
    assert sorted(added.status for added in reported) == ["added", "failed", "unchanged"]


def test_library_that_can_neither_be_written_nor_read_fails_every_file_once(pincite: CommandLine):
    class Broken(LibraryStore):
        def add(self, entries: Sequence[Entry]) -> list[bool]:
            self.database.connection.execute("DROP TABLE version")
            raise StoreError("The disk is gone.")

    files = [pincite.file("one.txt"), pincite.file("two.txt", "Another text entirely.\n")]
    reported: list[Added] = []
    with open_library(pincite.library) as library:
        assert isinstance(library.store, LibraryStore)
        store = library.store
        parts = (store.database, store.words, store.near, store.guards, store.surroundings)
        broken = Library(library.settings, Broken(*parts))

        results = broken.add(*files, report=reported.append)

    assert [added.status for added in results] == ["failed", "failed"]
    assert reported == results


@pytest.mark.parametrize("verb", ["add", "documents", "ask"])
def test_name_with_a_line_break_stays_on_one_line(pincite: CommandLine, verb: str):
    file = pincite.file("two\nlines\x1b[31m\u2028.txt")
    pincite("add", pincite.file("other.txt", "The weather is fine today.\n"), file)
    arguments = {
        "add": ("add", file),
        "documents": ("documents",),
        "ask": ("ask", "What is the monthly fee?"),
    }

    result = pincite(*arguments[verb])

    assert result.code == 0
    assert "two\\nlines\\x1b[31m\\u2028.txt" in result.stdout


def test_all_files_failing_has_the_exit_code_of_the_first_error(pincite: CommandLine):
    assert pincite("add", "nope.txt", "neither.pdf").code == 2


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("empty.txt", b"", "empty"),
        ("page.pdf", b"<!doctype html><p>Please log in.", "not a PDF"),
        ("letter.docx", b"PK\x03\x04word/document.xml", "damaged archive"),
        ("letter.doc", b"{\\rtf1 Fees}", "RTF"),
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


def test_folder_adds_the_files_in_it_and_says_how_many_it_skipped(pincite: CommandLine):
    (pincite.folder / "papers" / "annex").mkdir(parents=True)
    (pincite.folder / "papers" / ".hidden").write_text("secret")
    (pincite.folder / "papers" / "noise.bin").write_bytes(bytes(range(256)) * 4)
    pincite.file("papers/agreement.txt")
    pincite.file("papers/annex/agreement.txt")

    result = pincite("add", str(pincite.folder / "papers"))

    names = [each["name"] for each in json.loads(pincite("documents", "--json").stdout)["documents"]]
    assert result.code == 0
    assert names == ["agreement.txt", "annex/agreement.txt"]
    assert "2 skipped (see the notes)" in result.stderr
    assert "binary" in result.stdout


def test_folder_with_nothing_to_read_is_an_input_error(pincite: CommandLine):
    (pincite.folder / "papers").mkdir()

    empty = pincite("add", str(pincite.folder / "papers"))
    (pincite.folder / "papers" / "noise.bin").write_bytes(bytes(range(256)) * 4)
    unreadable = pincite("add", str(pincite.folder / "papers"))

    assert (empty.code, unreadable.code) == (2, 2)
    assert "is a folder without files" in empty.stderr


def test_folder_that_holds_the_library_does_not_add_it_to_itself(pincite: CommandLine):
    pincite.file("agreement.txt")

    assert pincite("add", str(pincite.folder)).code == 0
    assert pincite("add", str(pincite.folder)).code == 0
    assert len(json.loads(pincite("documents", "--json").stdout)["documents"]) == 1


def test_help_of_add_teaches_formats_and_folders(pincite: CommandLine):
    shown = pincite("add", "--help").stdout

    assert "docx" in shown
    assert "pincite add contracts/" in shown


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


def test_documents_without_a_library_at_home_show_the_next_step_and_make_none(pincite: CommandLine):
    result = pincite.without_library("documents")

    assert result.code == 0
    assert "pincite add FILE" in result.stdout
    assert json.loads(pincite.without_library("documents", "--json").stdout) == {"documents": []}
    assert not (pincite.folder / "data").exists()


@pytest.mark.parametrize("verb", [("documents",), ("ask", "What is the fee?"), ("show", "a.txt")])
@pytest.mark.parametrize("by_variable", [True, False])
def test_path_without_a_library_is_an_input_error_when_it_was_named(
    pincite: CommandLine, verb: tuple[str, ...], by_variable: bool
):
    variable = {"PINCITE_LIBRARY": str(pincite.library)}
    by_name = replace(pincite, environment=variable).without_library if by_variable else pincite

    result = by_name(*verb)

    assert (result.code, result.stdout) == (2, "")
    assert f"There is no library in {pincite.library}." in result.stderr
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


def test_hidden_words_of_markdown_are_listed_with_their_lines_and_without_tags(pincite: CommandLine):
    file = pincite.folder / "papers" / "lease.md"
    file.parent.mkdir(exist_ok=True)
    file.write_text("The fee is 5.\n\n<div hidden>\n\nThe fee is 6.\n\n</div>\n\nIt is ~~due~~ paid.\n")
    pincite("add", str(file))

    rows = [line.split() for line in pincite("show", "lease.md", "--hidden").stdout.splitlines()]

    assert ["hidden", "lines", "3-7", "The", "fee", "is", "6."] in rows
    assert ["struck", "line", "9", "due"] in rows


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
        ("--section", "99"), ("--page", "2", "--lines", "1"), ("--page", "1", "--sections"),
        ("--lines", "1", "--pages"), ("--lines", "2"),
    ],
)  # fmt: skip
def test_place_that_does_not_exist_is_an_input_error(pincite: CommandLine, options: tuple[str, ...]):
    pincite("add", pincite.file("two.txt", "First page here.\n\n\fSecond page here.\n"))

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


STEERING = "\x7f\x80\x9b31m\x9f\u061c\u200e\u200f\u202a\u202e\u2066\u2069"


@pytest.mark.parametrize(
    "verb",
    [
        ("add", "{file}"), ("add", "{file}/nowhere.txt"), ("documents",), ("show", "{name}"),
        ("show", "{name}", "--lines", "1"), ("show", "{name}", "--sections"), ("show", "{name}x"),
        ("ask", "What is the fee?"), ("ask", "{file}", "What is the fee?"),
        ("ask", "What is the fee?", "--document", "{name}x"), ("forget", "{name}", "--yes"),
        ("--collection", "a{signs}", "config"), ("--collection", "a{signs}", "doctor"),
    ],
    ids=lambda verb: " ".join(verb).format(file="FILE", name="NAME", signs=""),
)  # fmt: skip
def test_json_cannot_steer_the_terminal(pincite: CommandLine, verb: tuple[str, ...]):
    name = f"evil{STEERING}.txt"
    file = pincite.file(name, f"# 1. Fees {STEERING}\n\nThe fee{STEERING} \\{STEERING} is EUR 5.\n")
    pincite("add", file)

    shown = pincite(*(part.format(file=file, name=name, signs=STEERING) for part in verb), "--json").stdout

    assert not set(STEERING) - set("31m") & set(shown)
    assert json.loads(shown)


def test_json_with_escapes_says_the_same(pincite: CommandLine):
    text = f"The fee{STEERING} \\{STEERING} is EUR 5."
    pincite("add", pincite.file("evil.txt", text + "\n"))

    shown = pincite("show", "evil.txt", "--lines", "1", "--json").stdout

    assert "\\u009b31m" in shown
    assert json.loads(shown)["lines"][0]["text"] == text


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


@pytest.mark.parametrize(("word", "verb"), [("list", "documents"), ("rm", "forget")])
def test_verb_of_other_programs_is_told_ours(pincite: CommandLine, word: str, verb: str):
    result = pincite(word)

    assert result.code == 2
    assert f"Did you mean '{verb}'?" in result.stderr


def test_collection_that_is_empty_is_named_in_the_next_step(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))

    result = pincite("--collection", "nope", "documents")

    assert f"pincite --library {pincite.library} --collection nope add FILE" in result.stdout


def test_file_of_a_folder_that_should_be_readable_and_is_not_fails(pincite: CommandLine):
    (pincite.folder / "papers").mkdir()
    (pincite.folder / "papers" / "noise.pdf").write_bytes(bytes(range(256)) * 4)
    pincite.file("papers/agreement.txt")

    result = pincite("add", str(pincite.folder / "papers"))

    assert result.code == 8
    assert "noise.pdf is damaged, or not what its name says" in result.stderr


def test_link_out_of_the_current_folder_names_that_folder(
    pincite: CommandLine, monkeypatch: pytest.MonkeyPatch
):
    (pincite.folder / "papers").mkdir()
    pincite.file("papers/agreement.txt")
    (pincite.folder / "papers" / "out").symlink_to(pincite.folder)
    monkeypatch.chdir(pincite.folder / "papers")

    result = pincite("add", ".")

    assert f"out is a link out of the folder {(pincite.folder / 'papers').resolve()};" in result.stdout


@pytest.mark.parametrize(
    ("before", "after", "right"),
    [
        ((), ("documents", "--library", "my lib"), "--library 'my lib' documents"),
        ((), ("documents", "--json", "--library=X"), "--library X documents --json"),
        ((), ("show", "a.txt", "--collection", "c", "--page", "1"), "--collection c show a.txt --page 1"),
        (("--library", "X"), ("ask", "--collection", "c", "Fee?"), "--library X --collection c ask 'Fee?'"),
        ((), ("add", "a.txt", "--library"), "--library PATH add a.txt"),
        ((), ("forget", "a.txt", "--library", "X"), "--library X forget a.txt"),
        ((), ("config", "--collection", "c"), "--collection c config"),
        ((), ("doctor", "--library", "X"), "--library X doctor"),
    ],
)
def test_option_of_pincite_after_the_verb_shows_the_right_command_line(
    pincite: CommandLine, before: tuple[str, ...], after: tuple[str, ...], right: str
):
    result = pincite.without_library(*before, *after)

    assert (result.code, result.stdout) == (2, "")
    assert result.stderr.endswith(f"before the verb. Write: pincite {right}\n")


def test_argument_after_two_dashes_is_never_an_option(pincite: CommandLine):
    assert "There is no file --library." in pincite("add", "--", "--library").stderr


@pytest.mark.parametrize(
    ("verb", "codes"),
    [
        ("add", ("0", "8", "2", "3", "4", "5")),
        ("ask", ("0", "10", "11", "12", "13", "14", "2", "3", "4", "5", "130")),
    ],
)
def test_help_lists_every_exit_code(pincite: CommandLine, verb: str, codes: tuple[str, ...]):
    listed = pincite(verb, "--help").stdout.partition("Exit codes:")[2].partition("Arguments:")[0]

    assert tuple(re.findall(r"\d+", listed)) == codes


def test_empty_path_of_the_library_is_a_usage_error(pincite: CommandLine):
    assert pincite("--library", "", "documents").code == 2


def test_adding_makes_no_vectors_unless_it_is_to_wait_for_them(pincite: CommandLine):
    nowhere = "{base_url: 'http://127.0.0.1:9/v1', dimensions: 4, calls: {attempts: 1, timeout_seconds: 1}}"
    settings = pincite.file("settings.yaml", f"embedder: {{name: openai, options: {nowhere}}}\n")
    embedding = replace(pincite, environment={"PINCITE_CONFIG": settings})

    later = embedding("add", pincite.file("agreement.txt"))
    now = embedding("add", pincite.file("agreement.txt"), "--wait")

    assert (later.code, now.code) == (0, 0)
    assert "not made yet" not in later.stderr
    assert "Preparing for search by meaning failed" in now.stderr


def test_adding_ends_with_a_line_that_counts_what_came_of_all_files(pincite: CommandLine):
    held = pincite.file("agreement.txt")
    pincite("add", held)

    result = pincite(
        "add", held, pincite.file("annex.txt", "The fee is EUR 7."), pincite.file("empty.txt", "")
    )

    assert result.stderr.splitlines()[-1] == "Added 1 document; 1 unchanged; 1 not added."


def test_document_is_shown_and_reread_by_the_beginning_of_its_name(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))

    assert "agreement.txt" in pincite("show", "agr").stdout
    assert "agreement.txt has no pages to read again." in pincite("reread", "agr").stderr


def test_several_documents_that_a_name_fits_are_listed(pincite: CommandLine):
    pincite("add", pincite.file("lease-1.txt"), pincite.file("lease-2.txt", "The fee is EUR 7."))

    result = pincite("show", "lease-*")

    assert result.code == 2
    assert "Several documents match 'lease-*': 'lease-1.txt', 'lease-2.txt'." in result.stderr


def test_forget_without_a_question_takes_whole_names_and_patterns_only(pincite: CommandLine):
    pincite("add", pincite.file("lease-1.txt"), pincite.file("lease-2.txt", "The fee is EUR 7."))

    begun = pincite("forget", "lease-1", "--yes")
    pattern = pincite("forget", "lease-*", "--yes")

    assert begun.code == 2
    assert "With --yes, write the whole name: 'lease-1.txt'" in begun.stderr
    assert pattern.code == 0
    assert pattern.stdout.splitlines() == [
        "Forgot lease-1.txt (1 version).",
        "Forgot lease-2.txt (1 version).",
    ]


def test_collections_and_tables_that_were_made_are_listed(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))
    pincite("--collection", "leases", "add", pincite.file("agreement.txt"))
    assert pincite("table", "--list").stdout.strip() == "No table has been made yet."
    made = json.loads(pincite("table", "--fields", "monthly fee", "--json").stdout)["table"]

    found = json.loads(pincite("documents", "--collections", "--json").stdout)["collections"]
    (listed,) = json.loads(pincite("extract", "--list", "--json").stdout)["tables"]

    assert found == [{"name": "default", "documents": 1}, {"name": "leases", "documents": 1}]
    assert listed == {"table": made, "fields": ["monthly fee"], "documents": ["agreement.txt"]}
    assert made in pincite("table", "--list").stdout
    assert "leases" in pincite("documents", "--collections").stdout
