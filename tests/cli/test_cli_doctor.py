"""`pincite config` and `pincite doctor`: what is in force, and whether all is well."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from dataclasses import replace

import pytest
from command_line import AGREEMENT, CommandLine, Result
from tests.models.weights import needs_weights


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


def test_setting_of_a_variable_that_cannot_be_used_names_variable_and_value(pincite: CommandLine):
    result = replace(pincite, environment={"PINCITE_THREADS": "abc"})("config")

    assert result.code == 3
    assert "PINCITE_THREADS sets threads to 'abc', which cannot be used" in result.stderr


def test_settings_file_that_is_not_yaml_names_the_line_and_what_is_expected(pincite: CommandLine):
    file = pincite.file("config.yaml", "threads: 2\n  collection: [a\n")

    result = replace(pincite, environment={"PINCITE_CONFIG": file})("config")

    assert result.code == 3
    assert f"The settings file {file} is not YAML in line 2" in result.stderr
    assert "as `name: value`" in result.stderr


def test_settings_in_a_pipe_are_no_wider_than_a_page(pincite: CommandLine):
    lines = pincite("config").stdout.splitlines()[1:]

    assert max(map(len, lines)) <= 120


def test_doctor_finds_a_new_installation_in_order_and_makes_no_library(pincite: CommandLine):
    result = pincite("doctor")

    assert result.code == 0
    assert not pincite.library.exists()


def test_doctor_finds_a_library_in_use_in_order(pincite: CommandLine):
    pincite("ask", pincite.file("agreement.txt"), "What is the monthly fee?")

    assert all(findings(pincite).values())
    assert pincite("doctor").code == 0


def test_doctor_finds_a_library_in_order_after_many_questions_to_many_documents(pincite: CommandLine):
    files = [pincite.file(f"agreement-{n}.txt", f"{AGREEMENT}\nSigned by party {n}.\n") for n in range(4)]
    pincite("add", *files)
    for question in ("What is the monthly fee?", "What is the notice period?", "Who is the king?"):
        pincite("ask", question)
        pincite("ask", question, "--document", "agreement-2.txt")
    pincite("forget", "agreement-1.txt", "--yes")

    assert all(findings(pincite).values())
    assert execute(pincite, "PRAGMA integrity_check") == [("ok",)]
    assert execute(pincite, "PRAGMA foreign_key_check") == []


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM block WHERE number = 2",
        "UPDATE block SET \"end\" = 'far'",
        "UPDATE version SET postings = x'00'",
        "DELETE FROM version",
        "DELETE FROM source",
        "UPDATE version SET format = CAST(x'ff' AS TEXT)",
    ],
)
def test_damaged_document_is_exit_5_for_a_question_and_for_doctor(pincite: CommandLine, damage: str):
    pincite("add", pincite.file("agreement.txt"))
    execute(pincite, damage)

    asked = pincite("ask", "What is the monthly fee?", "--json")

    assert (asked.code, json.loads(asked.stdout)["error"]["class"]) == (5, "TamperError")
    assert pincite("show", "agreement.txt").code == 5
    assert pincite("doctor").code == 5


def test_doctor_names_the_documents_that_are_damaged(pincite: CommandLine):
    pincite("add", *(pincite.file(name, f"{AGREEMENT}\n{name}\n") for name in ("a.txt", "b.txt", "c.txt")))
    execute(pincite, "UPDATE line SET number = number + 90 WHERE version = 2")

    result = pincite("doctor")

    assert result.code == 5
    told = "3 in the collection 'default', all checked: 1 damaged: b.txt."
    assert told in " ".join(result.stdout.split())


def test_doctor_says_how_many_of_many_documents_it_looked_at(pincite: CommandLine):
    pincite("add", *(pincite.file(f"note-{n:03}.txt", f"Note number {n}.\n") for n in range(201)))

    shown = " ".join(pincite("doctor").stdout.split())

    assert "201 in the collection 'default', the first 200 checked: intact" in shown


def test_doctor_gives_no_hint_on_what_is_in_order(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))

    report = json.loads(pincite("doctor", "--json").stdout)

    assert report["ok"]
    assert {finding["hint"] for finding in report["findings"]} == {""}


def test_doctor_finds_a_library_that_may_only_be_read_in_order(
    pincite: CommandLine, monkeypatch: pytest.MonkeyPatch
):
    pincite("add", pincite.file("agreement.txt"))
    shutil.rmtree(pincite.library / "words")
    # Root may write wherever a file system lets it, so permissions would not make this library read-only.
    monkeypatch.setattr(os, "access", lambda path, mode, **options: not mode & os.W_OK)
    monkeypatch.setattr(os, "supports_effective_ids", set())

    result = pincite("doctor")

    shown = " ".join(result.stdout.split())
    assert result.code == 0
    assert "is read-only: questions work, adding and forgetting do not" in shown
    assert "not used, because the library is read-only: questions work without it" in shown
    assert "repair" not in shown


def execute(pincite: CommandLine, statement: str) -> list[tuple[object, ...]]:
    """Run a statement on the library as any other program could."""
    connection = sqlite3.connect(pincite.library / "library.db")
    rows = connection.execute(statement).fetchall()
    connection.commit()
    connection.close()
    return rows


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
    pincite("add", pincite.file("agreement.txt"))
    shutil.rmtree(pincite.library / "words")

    before = findings(pincite)["word index"]
    pincite("documents")

    assert (before, findings(pincite)["word index"]) == (False, True)


def test_doctor_tells_of_a_file_in_place_of_the_library(pincite: CommandLine):
    pincite.library.write_text("I am a file.")

    assert findings(pincite)["library"] is False
    assert pincite("doctor").code == 5


def test_config_shows_the_preset_and_what_comes_from_it(pincite: CommandLine):
    file = pincite.file("settings.yaml", "preset: strict\nmost_places: 7\n")
    configured = replace(pincite, environment={"PINCITE_CONFIG": file})

    by_file = json.loads(configured("config", "--json").stdout)
    by_option = json.loads(configured("--preset", "paranoid", "config", "--json").stdout)

    assert (by_file["settings"]["preset"], by_file["sources"]["preset"]) == ("strict", file)
    assert by_file["sources"]["strictness"] == "preset strict"
    assert by_option["settings"]["strictness"] == "paranoid"
    assert by_option["settings"]["most_places"] == 7
    assert by_option["sources"] | {} == by_option["sources"] | {
        "preset": "--preset",
        "strictness": "preset paranoid",
        "most_places": file,
    }
    assert "preset strict" in configured("config").stdout


def test_preset_that_does_not_exist_is_exit_3_with_a_suggestion(pincite: CommandLine):
    for verb in (("config",), ("ask", "Fee?"), ("documents",)):
        result = pincite("--preset", "max-recal", *verb)
        assert result.code == 3
        assert "Did you mean 'max-recall'?" in result.stderr


def test_preset_after_the_verb_is_told_where_it_belongs(pincite: CommandLine):
    assert "--preset fast config" in pincite("config", "--preset", "fast").stderr


def test_models_are_switched_off_before_the_verb_or_by_the_environment(
    pincite: CommandLine, models_as_by_default: None
):
    def shown(line: CommandLine, *options: str) -> tuple[object, object]:
        report = json.loads(line(*options, "config", "--json").stdout)
        return report["settings"]["local_models"], report["sources"]["local_models"]

    by_variable = replace(pincite, environment={"PINCITE_LOCAL_MODELS": "false"})

    assert shown(pincite) == (True, "default")
    assert shown(pincite, "--no-local-models") == (False, "--no-local-models")
    assert shown(by_variable) == (False, "PINCITE_LOCAL_MODELS")
    assert shown(by_variable, "--local-models") == (True, "--local-models")


def test_switch_after_the_verb_is_told_with_the_right_command_line(pincite: CommandLine):
    result = pincite("doctor", "--no-local-models")

    assert result.code == 2
    written = f"Write: pincite --library {pincite.library}"
    assert f"Put --no-local-models before the verb. {written}" in flat(result)
    assert "--no-local-models doctor" in flat(result)


def test_doctor_says_that_models_are_switched_off(pincite: CommandLine):
    report = json.loads(pincite("--no-local-models", "doctor", "--json").stdout)

    (found,) = [finding for finding in report["findings"] if finding["name"] == "models"]
    assert found["ok"]
    assert "switched off" in found["detail"]


def test_doctor_says_how_to_install_what_reads_scans_and_office_files(
    pincite: CommandLine, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("pincite.diagnosis.find_spec", lambda module: None)

    result = pincite("doctor")

    assert result.code == 0
    said = " ".join(result.stdout.split())
    assert "– ocr not installed, so scans and images cannot be read." in said
    assert "To install: pip install 'pincite[ocr]'" in said
    assert "– office not installed, so Word and PowerPoint" in said


def test_doctor_gives_no_tick_to_vectors_that_are_not_made(pincite: CommandLine, models_as_by_default: None):
    pincite("add", pincite.file("agreement.txt"))

    result = pincite("doctor")

    assert result.code == 0
    assert "– vectors     not made yet for 1 document; to make them:" in result.stdout


def test_doctor_says_what_is_wrong_with_a_folder_of_weights(pincite: CommandLine, models_as_by_default: None):
    named = replace(pincite, environment={"PINCITE_WEIGHTS": str(pincite.folder)})

    report = json.loads(named("doctor", "--json").stdout)

    (found,) = [finding for finding in report["findings"] if finding["name"] == "models"]
    assert not found["ok"]
    assert "calibration.json" in found["detail"]
    assert "--no-local-models" in found["hint"]
    assert named("doctor").code == 3


@needs_weights
def test_doctor_says_which_models_read_and_how_fast(pincite: CommandLine, models_as_by_default: None):
    report = json.loads(pincite("doctor", "--json").stdout)

    (found,) = [finding for finding in report["findings"] if finding["name"] == "models"]
    assert found["ok"]
    assert all(
        word in found["detail"] for word in ("reader-", "embedder-", "passages/s", "threads", "SHA-256")
    )


def flat(result: Result) -> str:
    return " ".join(result.stderr.replace("│", " ").split())
