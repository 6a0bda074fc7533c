"""`pincite compare` as a user runs it."""

from __future__ import annotations

import json

from command_line import CommandLine

OLD = "The monthly fee is EUR 500.00. The deposit is EUR 90.00.\n"
NEW = "The monthly fee is EUR 550.00.\n"


def test_changes_come_first_with_both_wordings_and_places(pincite: CommandLine):
    pair = pincite.file("old.txt", OLD), pincite.file("new.txt", NEW)
    shown = pincite("compare", *pair, "--fields", "deposit, monthly fee")

    words = " ".join(shown.stdout.split())
    assert shown.code == 0
    assert words.startswith("old.txt and new.txt: 1 changed, 1 only in old.txt Changed: monthly fee")
    assert "“The monthly fee is EUR 550.00.” new.txt, line 1" in words
    assert words.index("EUR 500.00") < words.index("EUR 550.00") < words.index("Only in old.txt: deposit")


def test_json_has_both_cells_of_each_field(pincite: CommandLine):
    pincite("add", pincite.file("old.txt", OLD), pincite.file("new.txt", NEW))
    shown = pincite("compare", "old.txt", "new.txt", "--fields", "monthly fee", "--json")

    made = json.loads(shown.stdout)
    assert (made["schema"], made["first"], made["second"]) == ("pincite.comparison/2", "old.txt", "new.txt")
    assert made["fields"][0]["verdict"] == "changed"
    assert made["fields"][0]["second"]["items"][0]["evidence"][0]["name"] == "new.txt"


def test_one_document_twice_is_told(pincite: CommandLine):
    path = pincite.file("old.txt", OLD)
    shown = pincite("compare", path, path, "--fields", "monthly fee")
    assert shown.code == 2
    assert "are not two documents" in shown.stderr


def test_folder_is_told(pincite: CommandLine):
    (pincite.folder / "some").mkdir()
    pincite.file("some/a.txt", OLD)
    shown = pincite("compare", str(pincite.folder / "some"), pincite.file("b.txt", NEW), "--fields", "fee")
    assert shown.code == 2
    assert "is a folder" in shown.stderr
