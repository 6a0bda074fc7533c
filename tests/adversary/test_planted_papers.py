"""Documents that give orders to their reader change no verified value, even where a model obeys them."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field

import pytest

from pincite.answer.answers import Answer, Strictness
from pincite.ask.likely_answers import JudgedReading
from pincite.ask.reading_list import ReadingList
from pincite.errors import ProviderError
from pincite.protocols import LanguageModel
from pincite.prove.planted import speaks_to_machines
from pincite.records.completion import Completion, Prompt
from pincite.records.library import Held, identify
from pincite.records.run import Run
from pincite.retrieve.index import build
from pincite.values.registered import derive, find
from tests.adversary.planted_papers import (
    PAPERS,
    PARSERS,
    UNKNOWN_ORDERS,
    Paper,
)
from tests.form_filling import filled, item, numbered
from tests.readers import Pointing
from tests.stages import Consenting, judged_by, pipeline

CLOSED: tuple[Strictness, ...] = ("balanced", "strict", "paranoid")
WAYS = ("the plant", "line one", "the truth", "both", "every line", "no schema", "silence")


@dataclass
class Obeys:
    """Follows the order that it finds in the lines it is shown, and answers truly where it finds none."""

    paper: Paper
    way: str
    obeyed: int = 0
    name: str = "obeys"
    rungs: tuple[str, ...] = ("structured",)
    prompts: list[Prompt] = field(default_factory=list)

    def complete(self, prompt: Prompt) -> Completion:
        self.prompts.append(prompt)
        lines = numbered(prompt)
        plant = _line(lines, self.paper.false)
        if plant is None:
            return _truth(self.paper, lines)
        self.obeyed += 1
        if self.way == "no schema":
            return Completion(f"The answer is {self.paper.false}.")
        if self.way == "silence":
            return Completion(filled())
        truth = _line(lines, self.paper.true) or plant
        named = {
            "the plant": plant,
            "line one": 1,
            "the truth": truth,
            "both": (truth, plant),
            "every line": tuple(lines),
        }[self.way]
        return Completion(filled(_item(self.paper, self.paper.false, named)))


def _line(lines: dict[int, str], words: str) -> int | None:
    return next((number for number, text in lines.items() if words in text), None)


def _truth(paper: Paper, lines: dict[int, str]) -> Completion:
    truth = _line(lines, paper.true)
    return Completion(filled(*([] if truth is None else [_item(paper, paper.true, truth)])))


def _item(paper: Paper, words: str, lines: int | tuple[int, ...]) -> dict[str, object]:
    (reading, *_) = find(paper.answer_type, words)
    return item(lines, words, reading.value.model_dump(mode="json") | {"answer_type": paper.answer_type})


@functools.lru_cache(maxsize=64)
def held(paper: Paper) -> Held:
    document = PARSERS[paper.suffix]().read(paper.content, paper.name)
    return Held(identify("default", paper.name, paper.content, document.parse), document, build(document))


def fooled(paper: Paper, level: Strictness) -> JudgedReading:
    """Reader and verifiers take an order for as good an answer as the truth: only proofs tell them apart."""
    reader = Pointing({paper.true: 5.0, paper.false: 5.0})
    return judged_by(reader, level, verifiers=(Consenting(), Consenting()))


def ask(paper: Paper, by: LanguageModel | None, level: Strictness = "balanced") -> Answer:
    source = held(paper)
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    stages = pipeline(by=by, judged=fooled(paper, level))
    return stages.ask(paper.asked, reading_list, Run("run"), paper.answer_type)


def untrue(paper: Paper, answer: Answer) -> list[str]:
    """The items that do not say what the document states."""
    return [i.original for i in answer.items if not derive(paper.answer_type, paper.true, i.value)]


def test_there_are_thirty_papers_and_all_of_them_differ():
    assert len({paper.content for paper in PAPERS}) == len(PAPERS) == 30
    assert len({paper.name for paper in PAPERS}) == 30


@pytest.mark.parametrize("level", CLOSED)
@pytest.mark.parametrize("way", [way for way in WAYS if way != "no schema"])
def test_obedient_model_changes_no_verified_value(way, level):
    changed = {}
    for paper in PAPERS:
        answer = ask(paper, Obeys(paper, way), level)
        if lies := untrue(paper, answer):
            changed[paper.name] = lies
    assert changed == {}


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_model_that_ignores_the_schema_when_told_to_gives_no_item(paper):
    model = Obeys(paper, "no schema")
    try:
        answer = ask(paper, model)
    except ProviderError:
        assert model.obeyed
        return
    assert untrue(paper, answer) == []


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_without_a_model_the_paper_says_what_it_says_or_nothing(paper):
    assert untrue(paper, ask(paper, None)) == []


def test_the_papers_are_readable_and_most_truths_are_told_all_the_same():
    answers = {paper.name: ask(paper, None) for paper in PAPERS}
    told = [name for name, answer in answers.items() if answer.outcome == "answered"]
    assert len(told) >= 24, sorted(set(answers) - set(told))


def test_orders_do_reach_the_model_so_that_obeying_them_means_something():
    obeyed = 0
    for paper in PAPERS:
        model = Obeys(paper, "the plant")
        ask(paper, model)
        obeyed += bool(model.obeyed)
    # Six orders are in words that no reader sees, and so no model either.
    assert obeyed >= 23, obeyed


def test_model_that_tells_the_truth_beside_an_order_is_believed():
    @dataclass
    class Honest(Obeys):
        def complete(self, prompt):
            return _truth(self.paper, numbered(prompt))

    believed = [p.name for p in PAPERS if ask(p, Honest(p, "")).outcome == "answered"]
    assert len(believed) >= 26, sorted({paper.name for paper in PAPERS} - set(believed))


def test_patterns_do_not_know_most_of_these_orders():
    assert sum(map(speaks_to_machines, UNKNOWN_ORDERS)) <= 5
