"""What is no plain document is named with the reason, and the documents beside it are added all the same."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from command_line import CommandLine


def test_folder_with_odd_files_adds_the_others_and_lists_the_odd_ones(pincite: CommandLine):
    folder = odd_folder(pincite)

    result = pincite.run("add", str(folder))

    lines = dict(reversed(line.split(maxsplit=1)) for line in result.stdout.splitlines() if line[0] != " ")
    assert {Path(path).name: status for path, status in lines.items()} == {
        "a.txt": "added",
        "dangling.txt": "failed",
        "leaves.txt": "skipped",
        "loop.txt": "failed",
        "one.exe": "skipped",
        "pipe": "skipped",
        "up": "skipped",
        ".hidden.txt": "skipped",
    }
    assert "is a link to nowhere.txt, which does not exist" in result.stderr
    assert "is a link that leads back to itself" in result.stderr
    assert "5 skipped (see the notes)" in result.stderr
    assert result.code == 8


def test_link_that_leaves_the_folder_is_added_with_follow(pincite: CommandLine):
    folder = odd_folder(pincite)

    result = pincite("add", "--follow", "--json", str(folder))

    statuses = {each["name"]: each["status"] for each in json.loads(result.stdout)["results"]}
    assert statuses["leaves.txt"] == "added"


def test_answer_about_a_folder_names_what_is_missing_and_nothing_else(pincite: CommandLine):
    folder = odd_folder(pincite)

    result = pincite("ask", "--json", str(folder), "What is the monthly fee?")

    (caveat,) = [each for each in json.loads(result.stdout)["caveats"] if "could not be read" in each]
    assert caveat.startswith("5 files could not be read")
    assert "hidden" not in caveat
    assert "/up" not in caveat


@pytest.mark.parametrize("name", ["pipe", "/dev/zero", "dangling.txt", "loop.txt", "one.exe"])
def test_odd_file_that_is_named_is_refused(pincite: CommandLine, name: str):
    folder = odd_folder(pincite)

    result = pincite.run("add", str(folder / name))

    assert result.code == 2
    assert result.stdout.startswith("failed")


def test_same_file_named_twice_is_unchanged_the_second_time(pincite: CommandLine):
    file = pincite.file("contract.txt")

    result = pincite("add", file, file)

    assert [line.split()[0] for line in result.stdout.splitlines()] == ["added", "unchanged"]
    assert result.code == 0


def test_of_two_processes_that_add_one_file_at_once_one_says_unchanged(pincite: CommandLine):
    file = pincite.file("contract.txt")
    pincite("add", pincite.file("other.txt", "The weather is fine today.\n"))

    both = [pincite.start("add", file, PINCITE_ISOLATED="false") for _ in range(2)]
    said = [process.communicate(timeout=60)[0].split()[0] for process in both]

    assert sorted(said) == ["added", "unchanged"]
    assert [process.returncode for process in both] == [0, 0]


@pytest.mark.parametrize("emptied", [True, False])
@pytest.mark.parametrize(
    "arguments", [["documents"], ["ask", "What is the fee?"], ["add", "contract.txt"], ["why"]]
)
def test_library_without_its_database_is_an_error_of_the_library(
    pincite: CommandLine, arguments: list[str], emptied: bool
):
    pincite("add", pincite.file("contract.txt"))
    (pincite.library / "library.db").unlink()
    if emptied:
        (pincite.library / "library.db").touch()

    result = pincite(*arguments)

    assert result.code == 5
    assert "Restore library.db from a back-up" in result.stderr


def test_doctor_says_that_the_database_is_gone(pincite: CommandLine):
    pincite("add", pincite.file("contract.txt"))
    (pincite.library / "library.db").unlink()

    result = pincite("doctor", "--json")

    findings = {each["name"]: each for each in json.loads(result.stdout)["findings"]}
    assert "is missing" in findings["database"]["detail"]


def test_doctor_says_that_the_database_is_of_another_library(pincite: CommandLine):
    for library in ("library", "other"):
        arguments = ["--library", str(pincite.folder / library), "add", pincite.file(f"{library}.txt")]
        pincite.without_library(*arguments)
    shutil.copy(pincite.folder / "other" / "library.db", pincite.library / "library.db")

    result = pincite("doctor", "--json")

    findings = {each["name"]: each for each in json.loads(result.stdout)["findings"]}
    assert "made from another library.db" in findings["word index"]["detail"]


def odd_folder(pincite: CommandLine) -> Path:
    """A contract among things that are none."""
    folder = pincite.folder / "papers"
    folder.mkdir()
    for name in ("papers/a.txt", "papers/.hidden.txt", "secret.txt"):
        pincite.file(name)
    (folder / "one.exe").write_bytes(b"M")
    os.mkfifo(folder / "pipe")
    for link, target in {
        "dangling.txt": "nowhere.txt",
        "leaves.txt": "../secret.txt",
        "loop.txt": "loop.txt",
        "up": ".",
    }.items():
        (folder / link).symlink_to(target)
    return folder
