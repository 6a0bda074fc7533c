"""`pincite concepts`: whether the dictionaries are in order, and what they could learn."""

from __future__ import annotations

import json

from command_line import CommandLine


def test_shipped_dictionaries_are_in_order(pincite: CommandLine):
    result = pincite("concepts", "check")
    assert result.code == 0
    assert "in order" in result.stdout


def test_fault_of_an_own_file_is_told_with_its_line_and_exit_code_3(pincite: CommandLine):
    result = pincite("concepts", "check", pincite.file("mine.yaml", "fee:\n  wrods: [fee]\n"))
    assert result.code == 3
    assert "mine.yaml, line 2" in " ".join(result.stdout.split())
    assert "did you mean 'words'?" in " ".join(result.stdout.split())


def test_overlap_with_a_starter_is_told_and_is_no_error(pincite: CommandLine):
    result = pincite(
        "concepts", "check", "--json", pincite.file("mine.yaml", "own risk:\n  words: [deductible]\n")
    )
    assert result.code == 0
    told = json.loads(result.stdout)
    assert told["ok"]
    assert any("insurance.yaml" in fault["message"] for fault in told["faults"])


def test_file_that_is_not_there_is_a_config_error(pincite: CommandLine):
    result = pincite("concepts", "check", str(pincite.folder / "none.yaml"))
    assert result.code == 3
    assert "none.yaml" in result.stderr


def test_list_shows_the_own_concept_in_place_of_the_starter(pincite: CommandLine):
    mine = pincite.file("mine.yaml", "half-life:\n  words: [Halbwertszeit]\n  type: duration\n")
    shown = json.loads(pincite("concepts", "check", mine, "--list", "--json").stdout)["concepts"]
    assert shown["half-life"] == {"words": ["Halbwertszeit"], "type": "duration"}
    assert "Halbwertszeit" in pincite("concepts", "check", mine, "--list").stdout


def test_own_words_of_the_settings_find_what_the_starters_do_not(pincite: CommandLine):
    document = pincite.file("terms.txt", "Terms\n\nThe gribbet is EUR 4,500.00.\n")
    question = "How much is the membership due?"
    assert pincite("ask", document, question).code == 10
    mine = pincite.file("mine.yaml", "due:\n  words: [gribbet]\n  asked: [membership due]\n")
    settings = pincite.file("settings.yaml", f"concepts: [{json.dumps(mine)}]\n")
    answer = pincite.run("ask", document, question, "--json", PINCITE_CONFIG=settings)
    assert answer.code == 0
    assert json.loads(answer.stdout)["items"][0]["value"]["value"] == "4500.00"
