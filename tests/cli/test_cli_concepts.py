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
    assert found_by_words(pincite("ask", document, question, "--json").stdout) == 0
    mine = pincite.file("mine.yaml", "due:\n  words: [gribbet]\n  asked: [membership due]\n")
    settings = pincite.file("settings.yaml", f"concepts: [{json.dumps(mine)}]\n")
    answer = pincite.run("ask", document, question, "--json", PINCITE_CONFIG=settings)
    assert found_by_words(answer.stdout) == 1


def found_by_words(answer: str) -> int:
    paths = json.loads(answer)["coverage"]["paths"]
    return next(path["hits"] for path in paths if path["name"] == "words")


GLOSSARY = """\
Terms of membership

Contribution

Each member pays a yearly contribution of EUR 120.00 to the treasurer.
"""


def test_suggest_proposes_the_words_of_the_nearest_places_and_can_be_pasted(pincite: CommandLine):
    document = pincite.file("terms.txt", GLOSSARY)
    question = "How much is the grobble of a member?"
    assert pincite("ask", document, question).code == 10
    proposed = pincite("concepts", "suggest").stdout
    assert "grobble:  # asked in 1 run: " in proposed
    assert "- contribution  # 1 run, nearest places" in proposed
    mine = pincite.file("mine.yaml", proposed)
    assert pincite("concepts", "check", mine).code == 0


def test_suggest_has_json_with_the_runs_that_it_comes_from(pincite: CommandLine):
    document = pincite.file("terms.txt", GLOSSARY)
    asked = json.loads(pincite("ask", document, "How much is the grobble of a member?", "--json").stdout)
    (suggestion,) = json.loads(pincite("concepts", "suggest", "--json").stdout)["suggestions"]
    assert suggestion["asked"] == "grobble"
    assert suggestion["runs"] == [asked["run"]]


def test_suggest_on_an_empty_log_says_that_there_is_nothing_to_propose(pincite: CommandLine):
    pincite("add", pincite.file("terms.txt", GLOSSARY))
    result = pincite("concepts", "suggest")
    assert result.code == 0
    assert result.stdout == ""
    assert "Nothing to suggest" in result.stderr


def test_suggest_without_a_library_says_how_to_make_one(pincite: CommandLine):
    assert pincite("concepts", "suggest").code == 2
