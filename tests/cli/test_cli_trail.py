"""`pincite why` and `pincite why --rejected`: what was considered, and what stopped it."""

from __future__ import annotations

import json

from command_line import CommandLine


def test_not_found_names_the_command_that_shows_everything_considered(pincite: CommandLine):
    answer = pincite("ask", pincite.file("agreement.txt"), "What is the annual deductible?")
    assert answer.code == 10
    command = next(line for line in answer.stdout.splitlines() if "pincite why" in line).split()
    shown = pincite(*command[command.index("pincite") + 1 :])
    assert shown.code == 0
    assert "What is the annual deductible?" in shown.stdout
    assert "✗ answers: Probably about something else" in shown.stdout


def test_why_without_a_run_is_about_the_last_one_and_has_json(pincite: CommandLine):
    pincite("ask", pincite.file("agreement.txt"), "What is the monthly fee?")
    shown = json.loads(pincite("why", "--json").stdout)
    assert shown["question"] == "What is the monthly fee?"
    assert shown["outcome"] == "answered"
    assert [each["kept"] for each in shown["candidates"]][:1] == [True]


def test_why_before_anything_was_asked_says_what_to_do(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))
    result = pincite("why")
    assert result.code == 2
    assert "Ask first" in result.stderr


def test_rejections_are_grouped_by_question(pincite: CommandLine):
    pincite("ask", pincite.file("agreement.txt"), "What is the annual deductible?")
    shown = pincite("why", "--rejected")
    assert shown.code == 0
    assert shown.stdout.count("What is the annual deductible?") == 1
    listed = json.loads(pincite("why", "--rejected", "--json").stdout)["rejections"]
    assert listed[0]["question"] == "What is the annual deductible?"
    assert listed[0]["stopped_by"]
    assert listed[0]["reason"]
    assert listed[0]["quote"]


def test_check_narrows_rejections_and_nothing_else(pincite: CommandLine):
    pincite("ask", pincite.file("agreement.txt"), "What is the annual deductible?")
    assert "refused nothing" in pincite("why", "--rejected", "--check", "quote").stdout
    assert pincite("why", "--check", "quote").code == 2
    assert pincite("why", "3f2a", "--rejected").code == 2


def test_library_without_rejections_says_so(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))
    assert pincite("why", "--rejected").stdout.strip() == "Nothing has been refused."


def test_run_that_is_not_kept_is_not_offered_to_why(pincite: CommandLine):
    question = ["--temporary", pincite.file("agreement.txt"), "What is the annual deductible?"]

    assert "pincite why" not in pincite("ask", *question).stdout
    assert json.loads(pincite("ask", "--json", *question).stdout)["run"] == ""


def test_question_that_was_never_asked_has_no_run(pincite: CommandLine):
    result = pincite("ask", "--json", "nowhere.txt", "What is the fee?")

    assert result.code == 2
    assert json.loads(result.stdout)["run"] == ""
