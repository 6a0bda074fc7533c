"""A question ends early where its time is up or the caller cancels it, and says so."""

from __future__ import annotations

import json
import math
import threading
from pathlib import Path

import pytest
from tests.embedders import Hashing
from tests.factories import AGREEMENT
from tests.providers.servers import Answer, serving
from tests.service.test_threads import said

import pincite
from pincite.jobs.embedding import Embedding
from pincite.records.bounds import Over, bounded, bounds

QUESTION = "What is the monthly fee?"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(3):
        (tmp_path / f"{number}.txt").write_text(f"{AGREEMENT}\nNumber {number}.\n", "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(*tmp_path.glob("*.txt"), isolated=False)
    return tmp_path / "library"


@pytest.fixture
def library(folder: Path):
    with pincite.open(folder) as opened:
        yield opened


def test_question_whose_time_is_up_has_failed_and_is_not_not_found(library: pincite.Library):
    answer = library.ask(QUESTION, timeout=1e-6)

    assert answer.outcome == "failed"
    assert answer.error.error_class == "Stopped"
    assert answer.error.retryable
    assert answer.exit_code == 130
    with pytest.raises(pincite.Stopped, match="its time is up"):
        answer.require()
    assert "stopped: its time is up" in json.loads(library.why(answer.run).trace)["decisions"]


def test_cancelled_question_reads_no_further_document(library: pincite.Library):
    cancel, read = threading.Event(), []

    def cancel_at_the_second(number: int, documents: int) -> None:
        read.append(number)
        if number == 1:
            cancel.set()

    answer = library.ask("Who pays for the moon?", progress=cancel_at_the_second, cancel=cancel)

    assert answer.error.message.endswith("it was cancelled.")
    assert max(read) == 1


def test_library_answers_as_ever_after_a_question_was_stopped(library: pincite.Library):
    before = library.ask(QUESTION, documents="0.txt")
    library.ask(QUESTION, documents="0.txt", timeout=1e-6)

    assert said(library.ask(QUESTION, documents="0.txt", timeout=600)) == said(before)


@pytest.mark.parametrize("timeout", [0, -1.0, math.nan])
def test_time_that_is_none_is_told(library: pincite.Library, timeout: float):
    answer = library.ask(QUESTION, timeout=timeout)
    assert answer.error.error_class == "InputError"
    assert "a number of seconds above 0" in answer.error.message


def test_language_model_is_waited_for_no_longer_than_the_question_may_take(folder: Path):
    ended = threading.Event()

    def never(path: str, body: object, headers: object) -> Answer:
        ended.wait(60)
        return Answer(500)

    with serving() as service:
        service.right = never
        chosen = {"language_model": {"name": f"{service.url}#m", "options": {"calls": {"attempts": 1}}}}
        with pincite.open(folder, settings=chosen) as library:
            answer = library.ask(QUESTION, documents="0.txt", timeout=1.0)
        ended.set()

    assert answer.error.error_class == "Stopped"


def test_message_of_a_conversation_is_stopped_with_its_rewriting(library: pincite.Library):
    conversation = library.conversation()
    conversation.ask(QUESTION)

    turn = conversation.ask("and after that?", timeout=1e-6)

    assert turn.answer.error.error_class == "Stopped"
    assert conversation.ask(QUESTION).answer.outcome != "failed"


def test_vectors_are_made_no_further_once_it_is_over(library: pincite.Library):
    held = library.read("0.txt")
    embedding = Embedding(library.store, Hashing())

    with bounded(None, lambda: True), pytest.raises(Over):
        embedding.make(held)
    assert embedding.lacks(held.identity)
    assert embedding.make(held)


def test_shorter_of_two_bounds_holds():
    with bounded(100), bounded(1_000):
        assert bounds().seconds_left(10_000) <= 100
    with bounded(None, lambda: True), bounded(1_000), pytest.raises(Over, match="cancelled"):
        bounds().go_on()
    bounds().go_on()
