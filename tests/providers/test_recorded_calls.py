"""Prompts and raw replies of language models are on record, and no key or path of the machine is."""

from __future__ import annotations

import json
import sqlite3
import zlib
from pathlib import Path

import pytest

import pincite
from pincite.ask.unsaid import Unsaid, without_paths
from tests.factories import write
from tests.form_filling import Reads, reply
from tests.providers.servers import KEY, Service
from tests.providers.speaking import speak
from tests.providers.test_models_in_a_library import FEE, settings

TOLD = "unit-test-secret-value"


def recorded_text(folder: Path) -> str:
    """All that the rows about runs say, unpacked."""
    connection = sqlite3.connect(folder / "library.db")
    told = []
    for table in ("run", "run_document", "candidate", "chain", "table_cell", "table_decision"):
        told += [str(row) for row in connection.execute(f"SELECT * FROM {table}")]
    told += [zlib.decompress(row[0]).decode() for row in connection.execute("SELECT content FROM run_part")]
    connection.close()
    return "\n".join(told)


def test_every_prompt_and_reply_is_recorded_as_it_came(service: Service, tmp_path: Path):
    speak(service, text=reply())
    with pincite.open(tmp_path / "library", settings=settings(service, "served")) as library:
        library.add(write(tmp_path))
        answer = library.ask(FEE)
        calls = library.runs.show(answer.run).part("calls", {})

    (proposed,) = calls["calls"]
    assert proposed["by"] == "reader"
    assert proposed["reply"]["text"] == reply()
    assert "4,500.00" in proposed["prompt"]["context"]
    assert proposed["prompt"]["question"].endswith(FEE) or FEE in proposed["prompt"]["question"]
    assert proposed["prompt"]["instructions"] in calls["texts"]
    assert len(proposed["prompt"]["sha256"]) == 64
    assert proposed["reply"]["usage"]["input_tokens"] == 100


@pytest.mark.parametrize("name", ["served", "openai", "anthropic"])
def test_no_key_and_no_path_of_the_machine_is_recorded(service: Service, name: str, tmp_path: Path):
    rates = tmp_path / "rates.yaml"
    rates.write_text('date: 2026-01-01\nsource: ours\nbase: EUR\nrates: {USD: "1.1"}\n', "utf-8")
    speak(service, text=reply())
    given = settings(service, name) | {"rates": str(rates)}
    given["vision"] = {"name": name, "options": {"api_key": TOLD}}
    folder = tmp_path / "library"
    with pincite.open(folder, settings=given) as library:
        library.add(write(tmp_path).absolute())
        library.ask(FEE, unread=[str(tmp_path / "lost.pdf")])
        library.ask(f"What did {tmp_path}/x/y cost?")
        library.table(None, "monthly fee")
        service.always(lambda right: service_fault(right))
        failed = library.ask("What is the notice period?")
        assert failed.outcome == "failed"

    told = recorded_text(folder)
    assert "rates.yaml" in told
    assert KEY not in told
    assert TOLD not in told
    questions = told.count(f"{tmp_path}/x/y")
    assert questions, "what the user asked is recorded as it is"
    assert told.replace(f"{tmp_path}/x/y", "").count(str(tmp_path)) == 0
    assert str(Path(pincite.__file__).parent) not in told


def service_fault(right):
    from tests.providers.servers import Answer

    said = f"Incorrect API key provided: {KEY} for {TOLD}"
    return Answer(401, json.dumps({"error": {"message": said, "code": "invalid_api_key"}}).encode())


def test_fault_of_our_own_is_recorded_without_the_folders_of_the_machine(tmp_path: Path):
    class Broken(Reads):
        def read(self, asked, view):
            raise RuntimeError(f"cannot open {tmp_path}/deep/down/file.txt")

    with pincite.open(tmp_path / "library") as library:
        library.reader = Broken()
        library.add(write(tmp_path))
        assert library.ask(FEE).outcome == "failed"
    told = recorded_text(tmp_path / "library")
    assert "RuntimeError" in told
    assert str(tmp_path) not in told
    assert str(Path(pincite.__file__).parent) not in told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("There is no /home/anna/docs/a.pdf.", "There is no …/a.pdf."),
        ("~/papers/rates.yaml cannot be read", "…/rates.yaml cannot be read"),
        (r"C:\Users\Anna\a.pdf is empty", "…/a.pdf is empty"),
        ('File "/usr/lib/python3/x.py", line 3', 'File "…/x.py", line 3'),
        ("and/or 1/2 at http://localhost:8080/v1/chat", "and/or 1/2 at http://localhost:8080/v1/chat"),
    ],
)
def test_only_paths_are_cut(said: str, told: str):
    assert without_paths(said) == told
    assert Unsaid.of({}).without(said) == told


def test_values_of_keys_are_hidden_wherever_they_come_from():
    options = {"language_model": {"options": {"api_key": "from-options-1", "max_tokens": "not-a-secret"}}}
    unsaid = Unsaid.of({"OWN_TOKEN": "from-variable", "EDITOR": "a-long-editor", "SHORT_KEY": "abc"}, options)
    assert unsaid.secrets == ("from-options-1", "from-variable")
    assert unsaid.without("a from-variable and abc") == "a (hidden) and abc"
