"""`pincite annotations` as a user runs it."""

from __future__ import annotations

import json
import os
import stat

import pytest
from command_line import CommandLine

FEE = "How much is the monthly fee?"


@pytest.fixture
def asked(pincite: CommandLine) -> CommandLine:
    assert pincite("ask", pincite.file("lease.txt"), FEE).code == 0
    return pincite


def words(text: str) -> str:
    return " ".join(text.split())


def test_what_was_exported_is_imported_with_line_and_snippet(asked):
    path = str(asked.folder / "annotations.json")
    exported = asked("annotations", "export", "--output", path)
    shown = asked("annotations", "import", path, "lease.txt")
    assert exported.code == shown.code == 0
    assert exported.stdout.startswith("Wrote ")
    assert "a monthly fee of EUR 48,500.00" in words(shown.stdout)
    assert "line" in shown.stdout
    assert "1. Fees" in shown.stdout


def test_without_output_the_json_is_printed(asked):
    made = json.loads(asked("annotations", "export").stdout)
    assert made["type"] == "AnnotationCollection"


def test_json_has_our_form_of_evidence(asked):
    path = asked.file("a.json", asked("annotations", "export").stdout)
    made = json.loads(asked("annotations", "import", path, "lease", "--json").stdout)
    assert made["schema"] == "pincite.annotations/1"
    assert made["annotations"][0]["evidence"]["name"] == "lease.txt"


def test_what_is_not_there_is_said_and_the_exit_code_is_8(asked):
    selector = {"type": "TextQuoteSelector", "exact": "EUR 50,000.00"}
    path = asked.file("a.json", json.dumps({"type": "Annotation", "target": {"selector": selector}}))
    shown = asked("annotations", "import", path, "lease.txt")
    assert shown.code == 8
    assert "not found" in shown.stdout
    assert "The document does not have these words." in shown.stdout


@pytest.mark.parametrize(
    ("file", "name", "says"),
    [
        ("missing.json", "lease.txt", "cannot be read"),
        (".", "lease.txt", "cannot be read"),
        ("broken.json", "lease.txt", "is not JSON"),
        ("empty.json", "lease.txt", "is not JSON"),
        ("good.json", "nothing.txt", "no document named 'nothing.txt'"),
    ],
)
def test_what_cannot_be_imported_is_told_with_code_2(asked, file, name, says):
    asked.file("broken.json", "{")
    asked.file("empty.json", "")
    asked.file("good.json", "[]")
    shown = asked("annotations", "import", str(asked.folder / file), name)
    assert shown.code == 2
    assert says in shown.stderr


def test_run_that_is_not_there_is_told(asked):
    shown = asked("annotations", "export", "zzz")
    assert shown.code == 2
    assert "no run whose id starts with 'zzz'" in shown.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_folder_without_rights_is_told(asked):
    folder = asked.folder / "closed"
    folder.mkdir()
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    shown = asked("annotations", "export", "--output", str(folder / "a.json"))
    assert shown.code == 2
    assert "cannot be written" in shown.stderr
