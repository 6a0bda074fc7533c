"""The command line as a process: streams, signals, terminals, pipes and sudden death."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import AGREEMENT, SOURCE, CommandLine

from pincite.service import open_library
from pincite.stores.opening import has_library

HEAVY = {"numpy", "pydantic", "yaml", "tantivy", "pypdfium2", "nupunkt", "markdown_it", "sqlite3"}


def many_files(pincite: CommandLine, count: int, paragraphs: int = 12) -> list[str]:
    """Texts that can be told apart: number 7 holds the word `marker7x`, and no other does."""
    return [
        pincite.file(f"text-{n:03}.txt", f"{AGREEMENT}\n" * paragraphs + f"The code word is marker{n}x.\n")
        for n in range(count)
    ]


def test_help_loads_nothing_heavy():
    probe = (
        "import sys; from pincite.cli.main import run; sys.argv = ['pincite', '--help']\n"
        "try: run()\n"
        "except SystemExit: pass\n"
        "print(*{m.split('.')[0] for m in sys.modules}, file=sys.stderr)"
    )

    result = subprocess.run(
        [sys.executable, "-c", probe],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
        check=True,
    )

    assert 'pincite ask contract.pdf "What is the notice period?"' in result.stdout
    assert not HEAVY & set(result.stderr.split())


def test_answer_goes_to_standard_output_and_progress_to_standard_error(pincite: CommandLine):
    result = pincite.run("ask", pincite.file("agreement.txt"), "What is the monthly fee?", "--json")

    assert result.code == 0
    assert json.loads(result.stdout)["outcome"] == "answered"
    assert "Reading" in result.stderr


def test_terminal_that_knows_only_ascii_gets_an_answer(pincite: CommandLine):
    file = pincite.file("café.txt", "Das Café zahlt eine Gebühr, the fee is EUR 5 — not more.\n")

    shown = pincite.run("ask", file, "What is the fee?", PYTHONIOENCODING="ascii")
    as_json = pincite.run("ask", "What is the fee?", "--json", PYTHONIOENCODING="ascii")

    assert (shown.code, as_json.code) == (0, 0)
    assert shown.stdout.isascii()
    assert "Caf? zahlt" in shown.stdout
    assert "Das Café" in json.loads(as_json.stdout)["items"][0]["evidence"][0]["snippet"]


def test_arguments_that_are_not_unicode_are_an_input_error(pincite: CommandLine):
    result = pincite.run("ask", "What is \udcff?", "--json")

    assert result.code == 2
    assert json.loads(result.stdout)["error"]["class"] == "InputError"


def test_file_is_added_from_a_folder_whose_name_is_no_unicode(pincite: CommandLine):
    folder = Path(os.fsdecode(os.fsencode(pincite.folder) + b"/b\xff"))
    folder.mkdir()
    (folder / "note.txt").write_text(AGREEMENT)
    assert pincite("add", str(folder / "note.txt")).code == 0


def test_file_name_that_is_not_unicode_fails_in_plain_words(pincite: CommandLine):
    Path(os.fsdecode(os.fsencode(pincite.folder) + b"/\xff.txt")).write_text(AGREEMENT)

    result = pincite.run("add", "\udcff.txt", "--json")

    assert result.code == 2
    assert json.loads(result.stdout)["results"][0]["status"] == "failed"
    assert "Traceback" not in result.stderr


def test_reader_that_has_seen_enough_causes_no_noise(pincite: CommandLine):
    pincite("add", *many_files(pincite, 1, paragraphs=600))

    process = pincite.start("show", "text-000.txt", "--lines", "1-")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    noise = process.stderr.read()

    assert (process.wait(60), noise) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize(
    "verb", [("documents",), ("documents", "--json"), ("--help",), ("show", "text-000.txt")]
)
def test_output_that_cannot_be_written_is_an_error_and_no_bug(pincite: CommandLine, verb: tuple[str, ...]):
    pincite("add", *many_files(pincite, 1))

    with Path("/dev/full").open("w") as full:
        process = pincite.start(*verb, stdout=full.fileno())
        _, told = process.communicate(timeout=60)

    assert process.returncode == 1
    assert told.startswith("Error: The output could not be written: No space left on device.\n")
    assert "bug" not in told


@pytest.mark.parametrize(
    ("verb", "told"),
    [
        (("ask", "What is the fee?"), "Interrupted."),
        (("documents",), "Interrupted."),
        (("add", "a.txt"), "Interrupted. Everything added so far is kept."),
        (("forget", "a.txt"), "Interrupted. Documents deleted so far are gone."),
    ],
)
def test_interruption_is_exit_130_and_says_only_what_is_true_of_the_verb(
    pincite: CommandLine, monkeypatch: pytest.MonkeyPatch, verb: tuple[str, ...], told: str
):
    pincite("add", *many_files(pincite, 1))

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pincite.stores.sqlite.open_library", interrupt)

    shown, as_json = pincite(*verb), pincite(*verb, "--json")

    assert (shown.code, shown.stdout, shown.stderr) == (130, "", f"{told}\n")
    assert as_json.code == 130
    error = {"class": "Interrupted", "message": told, "hint": "", "retryable": False}
    assert json.loads(as_json.stdout) == {"error": error}


def test_interrupted_add_keeps_a_usable_library(pincite: CommandLine):
    files = many_files(pincite, 200)
    process = pincite.start("add", *files)
    assert process.stderr is not None
    # The first fifty are stored together.
    for _ in range(60):
        process.stderr.readline()

    process.send_signal(signal.SIGINT)
    _, rest = process.communicate(timeout=60)

    assert process.returncode == 130
    assert "Interrupted. Everything added so far is kept." in rest
    assert "Traceback" not in rest
    assert 0 < holds_whole_documents(pincite) < len(files)
    assert pincite("add", *files).code == 0
    assert holds_whole_documents(pincite) == len(files)


@pytest.mark.parametrize(("reply", "code", "left"), [("y", 0, 0), ("n", 130, 1)])
def test_forget_asks_on_a_terminal(pincite: CommandLine, reply: str, code: int, left: int):
    pincite("add", *many_files(pincite, 1))
    keyboard, terminal = os.openpty()
    os.write(keyboard, f"{reply}\n".encode())

    process = pincite.start("forget", "text-000.txt", stdin=terminal)
    _, asked = process.communicate(timeout=60)

    assert process.returncode == code
    assert "Permanently delete text-000.txt and all versions?" in asked
    assert holds_whole_documents(pincite) == left


def test_two_adds_at_once_both_succeed(pincite: CommandLine):
    files = many_files(pincite, 30)
    one, two = pincite.start("add", *files[:15]), pincite.start("add", *files[15:])

    one.communicate(timeout=60)
    two.communicate(timeout=60)

    assert (one.returncode, two.returncode) == (0, 0)
    assert holds_whole_documents(pincite) == 30


def test_a_bug_is_reported_in_one_sentence_and_exit_1(pincite: CommandLine):
    shown, detailed = crash(pincite), crash(pincite, PINCITE_DEBUG="1")

    assert (shown.returncode, detailed.returncode) == (1, 1)
    assert "Bug in Pincite: the sky fell" in shown.stderr
    assert "Traceback" not in shown.stderr
    assert "Traceback" in detailed.stderr


def crash(pincite: CommandLine, **environment: str) -> subprocess.CompletedProcess[str]:
    """`pincite config` in a Pincite whose settings are broken by a bug."""
    program = (
        "import sys, pincite.settings\n"
        "def fall(*_): raise RuntimeError('the sky fell')\n"
        "pincite.settings.load = fall\n"
        "sys.argv = ['pincite', 'config']\n"
        "from pincite.cli.main import run; run()"
    )
    return subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(SOURCE)} | environment,
        check=False,
    )


@pytest.mark.parametrize("seed", range(2))
def test_killed_add_leaves_every_document_whole_or_absent(pincite: CommandLine, seed: int):
    kill_and_reopen(pincite, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_killed_add_leaves_every_document_whole_or_absent_twenty_times(pincite: CommandLine, seed: int):
    kill_and_reopen(pincite, seed)


def kill_and_reopen(pincite: CommandLine, seed: int) -> None:
    files = many_files(pincite, 60)
    chance = random.Random(seed)
    process = pincite.start("add", *files)
    assert process.stderr is not None
    for _ in range(chance.randint(1, 60)):
        process.stderr.readline()
    time.sleep(chance.uniform(0, 0.2))

    process.kill()
    process.communicate(timeout=60)

    if has_library(pincite.library):
        holds_whole_documents(pincite)
    assert pincite("add", *files).code == 0
    assert holds_whole_documents(pincite) == len(files)
    assert pincite("doctor").code == 0


def holds_whole_documents(pincite: CommandLine) -> int:
    """How many documents the library holds, after proving each whole and findable, and no other findable."""
    with open_library(pincite.library) as library:
        held = {listing.identity.name for listing in library.documents()}
        for file in sorted(pincite.folder.glob("text-*.txt")):
            number = int(file.stem.removeprefix("text-"))
            found = {hit.identity.name for hit in library.search(f"marker{number}x")}
            assert found == ({file.name} & held)
            if file.name in held:
                assert library.read(file.name).document.text == file.read_text("utf-8")
                identity = library.current(file.name)
                assert library.store.content(identity) == file.read_bytes()
    return len(held)
