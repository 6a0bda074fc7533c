"""Dictionaries of one's own, named in the settings."""

from __future__ import annotations

import json

from command_line import CommandLine


def test_fault_of_an_own_file_is_told_with_its_concept_and_exit_code_3(pincite: CommandLine):
    mine = pincite.file("mine.yaml", "fee:\n  words: [fee]\n  askd: [cost]\n")
    settings = pincite.file("settings.yaml", f"concepts: [{json.dumps(mine)}]\n")
    result = pincite.run("ask", pincite.file("a.txt", "The fee is 3."), "Fee?", PINCITE_CONFIG=settings)
    assert result.code == 3
    assert "mine.yaml" in result.stderr
    assert "fee.askd" in result.stderr


def test_file_that_is_not_there_is_a_config_error(pincite: CommandLine):
    settings = pincite.file("settings.yaml", "concepts: [none.yaml]\n")
    result = pincite.run("ask", pincite.file("a.txt", "The fee is 3."), "Fee?", PINCITE_CONFIG=settings)
    assert result.code == 3
    assert "none.yaml" in result.stderr


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
