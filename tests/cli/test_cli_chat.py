"""`pincite chat`: lines are asked one after another, and nothing that goes wrong with one ends the chat."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from command_line import AGREEMENT, CommandLine

FEE = "What is the monthly fee?"
NOTICE = "How much notice must be given to terminate?"


def test_lines_of_a_pipe_are_shown_with_their_answers(pincite: CommandLine):
    result = pincite("chat", pincite.file("agreement.txt"), typed=f"{FEE}\n\n   \n{NOTICE}\n")

    assert result.code == 0
    lines = result.stdout.splitlines()
    assert lines[:2] == [f"> {FEE}", "Answered: EUR 48,500.00 (exclusive of value added tax)"]
    assert [line for line in lines if line.startswith("> ")] == [f"> {FEE}", f"> {NOTICE}"]
    assert "Asked as" not in result.stdout


def test_each_answer_is_shown_as_ask_shows_it(pincite: CommandLine):
    asked = pincite("ask", pincite.file("agreement.txt"), FEE)

    chatted = pincite("chat", typed=f"{FEE}\n")

    assert chatted.stdout == f"> {FEE}\n{asked.stdout}\n"


def test_follow_up_is_shown_as_it_was_asked(pincite: CommandLine):
    result = pincite("chat", pincite.file("agreement.txt"), typed=f"{FEE}\nand why?\n+ for the customer\n")

    assert result.code == 0
    assert "> and why?\nAsked as: What is the monthly fee. and why?\n" in result.stdout
    joined = "What is the monthly fee. and why. for the customer"
    assert f"> + for the customer\nAsked as: {joined}\n" in result.stdout
    assert "type the whole question" in " ".join(result.stdout.split())


@pytest.mark.parametrize("end", ["/quit\n", "/exit\n", "  /quit  \n", ""])
def test_chat_ends_with_exit_code_0(pincite: CommandLine, end: str):
    pincite("add", pincite.file("agreement.txt"))

    result = pincite("chat", typed=f"{FEE}\n{end}{'What else?' if end else ''}")

    assert result.code == 0
    assert "What else" not in result.stdout


def test_json_is_one_object_on_a_line_and_nothing_else(pincite: CommandLine):
    typed = f"{FEE}\n/documents\n/nonsense\nand why?\n"
    result = pincite("chat", pincite.file("agreement.txt"), "--json", typed=typed)

    first, second = (json.loads(line) for line in result.stdout.splitlines())
    assert (first["said"], first["question"], first["rewritten_by"]) == (FEE, FEE, "")
    assert first["answer"]["outcome"] == "answered"
    assert (second["question"], second["rewritten_by"]) == ("What is the monthly fee. and why?", "rules")
    assert second["answer"]["question"] == second["question"]
    assert "agreement.txt" in result.stderr
    assert "There is no command /nonsense." in result.stderr


def test_error_before_the_first_question_is_one_line_of_json(pincite: CommandLine):
    result = pincite("chat", "--json", typed=f"{FEE}\n")

    assert result.code == 2
    (line,) = result.stdout.splitlines()
    assert json.loads(line)["error"]["class"] == "InputError"


def test_documents_are_listed_and_chosen(pincite: CommandLine):
    other = pincite.file("other file.txt", "The weather is fine today.\n")
    typed = f'/documents\n/use "other file.txt"\n{FEE}\n/use\n{FEE}\n'

    result = pincite("chat", pincite.file("agreement.txt"), other, typed=typed)

    assert result.code == 0
    every, limited, absent, again, found = (part.splitlines() for part in result.stdout.split("> ")[1:])
    assert every[1:4] == ["Asked: 2 documents", "  agreement.txt", "  other file.txt"]
    assert limited[1:3] == ["Asked: 1 document", "  other file.txt"]
    assert absent[1].startswith("Not found")
    assert again[1] == "Asked: 2 documents"
    assert found[1].startswith("Answered")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("/nonsense", "There is no command /nonsense."),
        ("/use agreemnt.txt", "Did you mean 'agreement.txt'?"),
        ('/use "agreement.txt', "A quotation mark is missing."),
    ],
)
def test_command_that_cannot_be_obeyed_is_told_and_the_chat_goes_on(
    pincite: CommandLine, line: str, told: str
):
    result = pincite("chat", pincite.file("agreement.txt"), typed=f"{line}\n{FEE}\n")

    assert result.code == 0
    assert told in result.stderr
    assert "Answered: EUR 48,500.00" in result.stdout


def test_help_says_the_commands(pincite: CommandLine):
    result = pincite("chat", pincite.file("agreement.txt"), typed="/help\n")

    assert all(command in result.stdout for command in ("/documents", "/use NAME", "/quit", "Ctrl-D", "+ "))


def test_temporary_keeps_nothing(pincite: CommandLine):
    result = pincite("chat", "--temporary", pincite.file("agreement.txt"), typed=f"{FEE}\nand why?\n")

    assert result.code == 0
    assert "EUR 48,500.00" in result.stdout
    assert not pincite.library.exists()


def test_temporary_without_files_is_refused(pincite: CommandLine):
    result = pincite("chat", "--temporary", typed=f"{FEE}\n")

    assert result.code == 2
    assert "pincite chat --temporary FILE" in result.stderr


def test_question_on_the_command_line_is_told_where_to_go(pincite: CommandLine):
    result = pincite("chat", pincite.file("agreement.txt"), FEE)

    assert result.code == 2
    assert "type questions once the chat has started" in result.stderr


def test_document_that_is_not_held_is_an_error_before_the_first_question(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))

    result = pincite("chat", "--document", "agrement.txt", typed=f"{FEE}\n")

    assert result.code == 2
    assert "Did you mean 'agreement.txt'?" in result.stderr
    assert result.stdout == ""


def test_model_that_cannot_be_asked_fails_each_question_and_the_chat_goes_on(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))
    config = pincite.file("config.json", json.dumps({"generator": "language_model"}))
    command = CommandLine(pincite.folder, {"PINCITE_CONFIG": config})

    result = command("chat", typed=f"{FEE}\nand why?\n")

    assert result.code == 0
    assert result.stderr.count("needs a language model") >= 2
    assert "Note: The language model could not rewrite this message" in result.stderr


def test_control_characters_do_not_reach_the_terminal(pincite: CommandLine):
    typed = f"{FEE[:-1]}\x1b[31m?\n\x1b]0;title\x07 why?\n/use \x1b[2J\n/\x1b[2J\n"

    shown = pincite("chat", pincite.file("agreement.txt"), typed=typed)
    as_json = pincite("chat", "--json", typed=typed)

    assert shown.code == 0
    assert not set("\x1b\x07\x9b") & set(shown.stdout + shown.stderr + as_json.stdout + as_json.stderr)


def test_what_is_no_text_is_asked_all_the_same(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))
    process = pincite.start("chat", "--json", stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.buffer.write(FEE.encode() + b" \xff\n")

    stdout, _ = process.communicate(timeout=60)

    assert process.returncode == 0
    assert len(stdout.splitlines()) == 1


def test_program_can_hold_a_conversation_with_one_process(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))
    process = pincite.start("chat", "--json", stdin=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None

    outcomes = []
    for said in (FEE, NOTICE):
        process.stdin.write(f"{said}\n")
        process.stdin.flush()
        outcomes.append(json.loads(process.stdout.readline())["answer"]["outcome"])
    process.communicate(timeout=60)

    assert process.returncode == 0
    assert outcomes[0] == "answered"
    assert len(outcomes) == 2


def test_ctrl_d_ends_a_chat_on_a_terminal(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))
    keyboard, terminal = os.openpty()
    process = pincite.start("chat", stdin=terminal, stdout=terminal)
    shown = read_until(keyboard, "> ")

    os.write(keyboard, b"/documents\n")
    shown += read_until(keyboard, "agreement.txt")
    shown += read_until(keyboard, "> ")
    os.write(keyboard, b"\x04")
    process.communicate(timeout=60)

    assert process.returncode == 0
    assert "Asked: 1 document" in shown


def test_ctrl_c_stops_a_question_and_at_the_prompt_ends_the_chat(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt", AGREEMENT))
    config = pincite.file("config.json", json.dumps({"generator": "tests.cli.slow:Slow"}))
    keyboard, terminal = os.openpty()
    process = pincite.start("chat", stdin=terminal, PINCITE_CONFIG=config)
    assert process.stderr is not None
    told = process.stderr.fileno()
    read_until(told, "> ")

    os.write(keyboard, f"{FEE}\n".encode())
    read_until(told, "begun")
    process.send_signal(signal.SIGINT)
    stopped = read_until(told, "> ")
    process.send_signal(signal.SIGINT)
    ended = process.communicate(timeout=60)[1]

    assert "Stopped." in stopped
    assert process.returncode == 130
    assert "Traceback" not in stopped + ended


def test_interrupted_pipe_ends_the_chat(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))
    config = pincite.file("config.json", json.dumps({"generator": "tests.cli.slow:Slow"}))
    questions = Path(pincite.file("questions.txt", f"{FEE}\n{NOTICE}\n"))
    with questions.open() as typed:
        process = pincite.start("chat", stdin=typed.fileno(), PINCITE_CONFIG=config)
    assert process.stderr is not None
    read_until(process.stderr.fileno(), "begun")

    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)

    assert process.returncode == 130


def read_until(stream: int, wanted: str) -> str:
    """What comes from a stream up to some words; the test's own time limit ends it where they never come."""
    shown = b""
    while wanted.encode() not in shown:
        shown += os.read(stream, 1)
    return shown.decode(errors="replace")
