"""`pincite config` and `pincite doctor`: what is in force, and whether all is well."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from command_line import CommandLine


def findings(pincite: CommandLine) -> dict[str, bool]:
    report = json.loads(pincite("doctor", "--json").stdout)
    return {finding["name"]: finding["ok"] for finding in report["findings"]}


def test_config_tells_where_each_setting_comes_from(pincite: CommandLine):
    file = pincite.file("settings.yaml", "collection: leases\n")
    variables = {"PINCITE_CONFIG": file, "PINCITE_STRICTNESS": "strict"}

    shown = json.loads(replace(pincite, environment=variables)("config", "--json").stdout)

    assert shown["file"] == {"path": file, "exists": True}
    assert shown["settings"]["collection"] == "leases"
    assert shown["sources"] | {} == shown["sources"] | {
        "library": "--library",
        "strictness": "PINCITE_STRICTNESS",
        "collection": file,
        "shortlist": "default",
    }


@pytest.mark.parametrize("content", ["strictness: sloppy\n", "nonsense: 1\n", "- a list\n", "a: [\n"])
def test_settings_that_cannot_be_used_are_exit_3_everywhere(pincite: CommandLine, content: str):
    broken = replace(pincite, environment={"PINCITE_CONFIG": pincite.file("settings.yaml", content)})

    codes = [broken(*verb).code for verb in [("config",), ("documents",), ("doctor",), ("ask", "Fee?")]]

    assert codes == [3, 3, 3, 3]


def test_doctor_finds_a_new_installation_in_order_and_makes_no_library(pincite: CommandLine):
    result = pincite("doctor")

    assert result.code == 0
    assert not pincite.library.exists()


def test_doctor_finds_a_library_in_use_in_order(pincite: CommandLine):
    pincite("ask", pincite.file("agreement.txt"), "What is the monthly fee?")

    assert all(findings(pincite).values())
    assert pincite("doctor").code == 0


def test_doctor_tells_of_a_damaged_database(pincite: CommandLine):
    pincite.library.mkdir()
    (pincite.library / "library.db").write_bytes(b"not a database at all" * 500)

    assert findings(pincite)["database"] is False
    assert pincite("doctor").code == 5


def test_doctor_tells_of_a_database_with_broken_pages(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))
    database = pincite.library / "library.db"
    content = bytearray(database.read_bytes())
    content[8192:-4096] = b"\xff" * (len(content) - 12288)
    database.write_bytes(content)

    assert pincite("doctor").code == 5


def test_doctor_tells_of_a_missing_word_index_and_opening_repairs_it(pincite: CommandLine):
    import shutil

    pincite("add", pincite.file("agreement.txt"))
    shutil.rmtree(pincite.library / "words")

    before = findings(pincite)["word index"]
    pincite("documents")

    assert (before, findings(pincite)["word index"]) == (False, True)


def test_doctor_tells_of_a_file_in_place_of_the_library(pincite: CommandLine):
    pincite.library.write_text("I am a file.")

    assert findings(pincite)["library"] is False
    assert pincite("doctor").code == 5
