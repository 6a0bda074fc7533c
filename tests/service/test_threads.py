"""Any number of threads use one library, and any number of libraries one loaded model."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.factories import AGREEMENT
from tests.models.weights import needs_weights

import pincite
from pincite.models.pairs import pair_model
from pincite.models.weight_files import folder_of, once

QUESTIONS = [
    "What is the monthly fee?",
    "What law governs this agreement?",
    "How long is the notice period?",
    "Who pays the taxes on the moon?",
]


@pytest.fixture
def library(tmp_path: Path):
    for number in range(3):
        (tmp_path / f"{number}.txt").write_text(AGREEMENT.replace("monthly", "monthly " * number), "utf-8")
    with pincite.open(tmp_path / "library") as opened:
        opened.add(*tmp_path.glob("*.txt"), isolated=False)
        yield opened


def said(answer: pincite.Answer) -> str:
    """The answer without what differs from one asking to the next."""
    return answer.model_copy(update={"run": "", "seconds": 0.0}).to_json()


def test_threads_get_the_answers_that_one_thread_gets(library: pincite.Library):
    asked = [(question, name) for question in QUESTIONS for name in ("0.txt", "1.txt", None)]
    alone = [said(library.ask(question, documents=name)) for question, name in asked]

    library.forget("2.txt")  # nothing is remembered from here on
    library.add(Path(library.settings.library).parent / "2.txt", isolated=False)
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(lambda each: said(library.ask(each[0], documents=each[1])), asked * 3))

    assert together == alone * 3


def test_threads_ask_while_others_add_and_forget(library: pincite.Library, tmp_path: Path):
    more = tmp_path / "more.txt"
    more.write_text(AGREEMENT, "utf-8")
    ended = threading.Event()

    def change() -> None:
        while not ended.is_set():
            library.add(more, isolated=False)
            library.forget("more.txt")

    with ThreadPoolExecutor(4) as pool:
        changing = pool.submit(change)
        try:
            found = list(pool.map(lambda _: library.ask(QUESTIONS[0], documents="0.txt"), range(24)))
        finally:
            ended.set()
        changing.result()

    assert len({said(answer) for answer in found}) == 1
    assert found[0].outcome != "failed"


def test_runs_of_threads_are_told_apart(library: pincite.Library):
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(library.ask, QUESTIONS * 2))

    assert len({answer.run for answer in answers}) == len(answers)
    assert [library.why(answer.run).question for answer in answers] == QUESTIONS * 2


def test_what_is_heavy_is_loaded_once_however_many_threads_ask_for_it():
    loads = []

    @once
    def load(name: str) -> object:
        time.sleep(0.01)
        loads.append(name)
        return object()

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(load, ["reader", "embedder"] * 8))

    assert sorted(loads) == ["embedder", "reader"]
    assert len(set(map(id, found))) == 2


@needs_weights
@pytest.mark.usefixtures("models_as_by_default")
def test_libraries_share_one_loaded_model(tmp_path: Path):
    (tmp_path / "agreement.txt").write_text(AGREEMENT, "utf-8")

    def ask(number: int) -> str:
        settings = {"threads": number, "isolated": False}
        with pincite.open(tmp_path / str(number), settings=settings) as library:
            library.add(tmp_path / "agreement.txt")
            return library.ask(QUESTIONS[0]).outcome

    before = pair_model(folder_of(""))
    with ThreadPoolExecutor(2) as pool:
        outcomes = list(pool.map(ask, [1, 2]))

    assert len(set(outcomes)) == 1
    assert pair_model(folder_of("")) is before
