"""`pincite ask`: every outcome has its exit code, and a slip gets the right command line."""

from __future__ import annotations

import json
from email.message import EmailMessage
from typing import get_args

import pytest
from command_line import AGREEMENT, CommandLine

from pincite.answer.answers import Answer, Strictness
from pincite.cli.options import StrictnessOption

FEE = "What is the monthly fee?"


def test_answer_shows_value_words_place_and_checks(pincite: CommandLine):
    result = pincite("ask", pincite.file("agreement.txt"), FEE)

    assert result.code == 0
    assert result.stdout.splitlines() == [
        "Answered: EUR 48,500.00 (exclusive of value added tax)",
        "",
        "  The Customer shall pay the Supplier a monthly fee of «EUR 48,500.00»,",
        "  exclusive of value added tax.",
        "  agreement.txt, lines 5–6 · 1. Fees",
        "  ✓ place   ✓ quote, word for word   ✓ seen   ✓ scope   ✓ value   ✓ plain",
        "  Answers the question: very likely (0.95)",
    ]


def test_asked_file_stays_in_the_library(pincite: CommandLine):
    pincite("ask", pincite.file("agreement.txt"), FEE)

    assert pincite("ask", FEE).code == 0
    assert pincite("ask", FEE, "--document", "agreement.txt").code == 0


def test_temporary_keeps_nothing(pincite: CommandLine):
    result = pincite("ask", "--temporary", pincite.file("agreement.txt"), FEE)

    assert result.code == 0
    assert "EUR 48,500.00" in result.stdout
    assert not pincite.library.exists()


@pytest.mark.parametrize("arguments", [(FEE,), (FEE, "--document", "agreement.txt")])
def test_temporary_without_files_is_refused(pincite: CommandLine, arguments: tuple[str, ...]):
    result = pincite("ask", "--temporary", *arguments)

    assert result.code == 2
    assert 'pincite ask --temporary FILE "QUESTION"' in result.stderr


def test_only_the_given_files_are_asked(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))

    result = pincite("ask", pincite.file("other.txt", "The weather is fine today.\n"), FEE)

    assert result.code == 10
    assert "of 1 document" in result.stdout


def test_not_found_says_what_was_read_and_what_came_near(pincite: CommandLine):
    result = pincite("ask", pincite.file("agreement.txt"), "What is the monthly parking charge?", "--json")
    nearest = json.loads(result.stdout)["coverage"]["nearest"]

    shown = pincite("ask", "What is the monthly parking charge?")

    assert (result.code, shown.code) == (10, 10)
    assert shown.stdout.startswith("Not found: ")
    assert "Read all 5 passages of 1 document." in shown.stdout
    assert nearest
    assert all(miss["reason"] in " ".join(shown.stdout.split()) for miss in nearest)


def test_file_of_a_folder_that_cannot_be_read_is_named_in_the_answer(pincite: CommandLine):
    papers = pincite.folder / "papers"
    papers.mkdir()
    (papers / "agreement.txt").write_text(AGREEMENT)
    (papers / "annex.docx").write_bytes(b"PK\x03\x04word/document.xml")
    damaged = str(papers / "annex.docx")

    absent = pincite("ask", str(papers), "What is the parking charge?", "--json")
    found = pincite("ask", str(papers), FEE, "--json")
    shown = pincite("ask", str(papers), "What is the parking charge?")

    assert (absent.code, found.code) == (10, 0)
    said = f"1 file could not be read: {damaged}; the answer may be there."
    assert said in json.loads(absent.stdout)["caveats"]
    assert (
        f"1 file could not be read: {damaged}; the answer leaves them out."
        in (json.loads(found.stdout)["caveats"])
    )
    assert "could not be read" in " ".join(shown.stdout.split())


def test_attachment_that_cannot_be_read_is_named_in_the_answer(pincite: CommandLine):
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = "Offer", "a@example.com", "b@example.com"
    message.set_content("The offer is attached.\n")
    message.add_attachment(
        b"PK\x03\x04word/document.xml", maintype="application", subtype="octet-stream", filename="offer.docx"
    )
    (pincite.folder / "mail.eml").write_bytes(message.as_bytes())

    result = pincite("ask", str(pincite.folder / "mail.eml"), "What is the parking charge?", "--json")

    assert result.code == 10
    (caveat,) = json.loads(result.stdout)["caveats"]
    assert caveat.endswith("mail.eml › offer.docx; the answer may be there.")


def test_places_that_contradict_each_other_are_a_conflict(pincite: CommandLine):
    text = "The annual licence fee is EUR 900.\n\nThe annual licence fee is EUR 700.\n"

    result = pincite("ask", pincite.file("fees.txt", text), "What is the annual licence fee?")

    assert result.code == 11
    assert result.stdout.startswith("Conflict: 2 different values for the same thing.")
    assert "EUR 900" in result.stdout
    assert "EUR 700" in result.stdout
    assert "Pincite does not choose between them: read each in its place." in result.stdout
    assert "prevails" not in result.stdout


def test_unclear_question_asks_back(pincite: CommandLine):
    result = pincite("ask", pincite.file("agreement.txt"), "What?")

    assert result.code == 13
    assert result.stdout.startswith("Please clarify")


def test_json_is_the_answer_and_nothing_else(pincite: CommandLine):
    for _ in range(2):
        result = pincite("ask", pincite.file("agreement.txt"), FEE, "--json")
        answer = json.loads(result.stdout)
        assert (answer["schema"], answer["outcome"]) == ("pincite.answer/3", "answered")
        for evidence in answer["items"][0]["evidence"]:
            assert evidence["snippet"] == AGREEMENT[evidence["start"] : evidence["end"]]


def test_json_of_a_failure_is_an_answer_too(pincite: CommandLine):
    result = pincite("ask", "missing.pdf", FEE, "--json")

    answer = json.loads(result.stdout)
    assert result.code == 2
    assert (answer["outcome"], answer["question"]) == ("failed", FEE)
    assert answer["error"]["class"] == "InputError"
    assert answer["error"]["message"] == "There is no file missing.pdf."
    assert set(answer) == {field.alias or name for name, field in Answer.model_fields.items()}


def test_file_without_a_question_shows_how_to_ask(pincite: CommandLine):
    file = pincite.file("agreement.txt")

    result = pincite("ask", file)

    assert (result.code, result.stdout) == (2, "")
    assert f"{file} is a file, but there is no question." in result.stderr
    assert f'pincite ask {file} "What is the notice period?"' in result.stderr


def test_only_files_and_no_question_shows_how_to_ask(pincite: CommandLine):
    one, two = pincite.file("one.txt"), pincite.file("two words.txt")

    result = pincite("ask", one, two)

    assert result.code == 2
    assert f"pincite ask {one} '{two}' \"What is the notice period?\"" in result.stderr


def test_missing_file_alone_is_not_taken_for_a_question(pincite: CommandLine):
    result = pincite("ask", "missing.pdf")

    assert result.code == 2
    assert "There is no file missing.pdf." in result.stderr


def test_question_before_the_file_shows_the_right_order(pincite: CommandLine):
    file = pincite.file("agreement.txt")

    result = pincite("ask", FEE, file)

    assert result.code == 2
    assert "The question comes last" in result.stderr
    assert f'pincite ask {file} "{FEE}"' in result.stderr


def test_question_without_quotes_shows_them(pincite: CommandLine):
    file = pincite.file("agreement.txt")

    result = pincite("ask", file, "What", "is", "the", "fee")

    assert result.code == 2
    assert f'pincite ask {file} "What is the fee"' in result.stderr


def test_question_that_ends_in_a_file_name_is_still_a_question(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))

    assert pincite("ask", "What is the monthly fee in agreement.txt").code in {0, 10}


def test_question_longer_than_a_file_name_may_be_is_a_question(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))

    assert pincite("ask", "monthly fee " * 100).code in {0, 10}


@pytest.mark.parametrize("question", ["", "   "])
def test_empty_question_is_an_input_error(pincite: CommandLine, question: str):
    pincite("add", pincite.file("agreement.txt"))

    result = pincite("ask", question)

    assert result.code == 2
    assert "The question is empty." in result.stderr


def test_unknown_document_suggests_a_near_name(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))

    result = pincite("ask", FEE, "--document", "agreemnt.txt")

    assert result.code == 2
    assert "Did you mean 'agreement.txt'?" in result.stderr


def test_asking_without_a_library_makes_none(pincite: CommandLine):
    result = pincite("ask", FEE)

    assert result.code == 2
    assert "There is no library" in result.stderr
    assert not pincite.library.exists()


def test_unknown_strictness_is_a_usage_error(pincite: CommandLine):
    assert pincite("ask", FEE, "--strictness", "sloppy").code == 2


def test_strictness_is_passed_on(pincite: CommandLine):
    result = pincite("ask", pincite.file("agreement.txt"), FEE, "--strictness", "paranoid", "--json")

    assert json.loads(result.stdout)["strictness"] == "paranoid"


def test_strictness_names_are_those_of_the_contract():
    assert tuple(StrictnessOption) == get_args(Strictness)


def test_kind_of_value_can_be_named(pincite: CommandLine):
    path = pincite.file("agreement.txt")

    by_wording = pincite("ask", path, FEE, "--json")
    by_type = pincite("ask", path, FEE, "--type", "text", "--json")

    assert json.loads(by_wording.stdout)["items"][0]["type"] == "amount"
    assert json.loads(by_type.stdout)["items"][0]["type"] == "text"


def test_kind_of_value_that_does_not_exist_is_a_configuration_error(pincite: CommandLine):
    result = pincite("ask", pincite.file("agreement.txt"), FEE, "--type", "amuont")

    assert result.code == 3
    assert "amount" in result.stderr
