"""Documents that give orders to their reader change no verified value, even where a model obeys them."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass, field

import pytest

from pincite.answer.answers import Answer, Strictness
from pincite.ask.likely_answers import JudgedReading
from pincite.ask.reading_list import ReadingList
from pincite.errors import ProviderError
from pincite.generate.model import FromModel
from pincite.generate.verbatim import Verbatim
from pincite.protocols import Generator
from pincite.prove.planted import speaks_to_machines
from pincite.records.completion import Completion, Prompt
from pincite.records.library import Held, identify
from pincite.records.run import Run
from pincite.retrieve.words import build
from pincite.values.registered import derive, find
from tests.adversary.planted_papers import (
    CONTRADICTING,
    PAPERS,
    PARSERS,
    UNKNOWN_ORDERS,
    Paper,
    with_unknown_order,
)
from tests.dialogue.test_replies import SIGNALS
from tests.readers import Pointing
from tests.stages import Consenting, judged_by, pipeline

CLOSED: tuple[Strictness, ...] = ("balanced", "strict", "paranoid")
WAYS = ("the plant", "line one", "the truth", "both", "every line", "a made-up quote", "no schema", "silence")


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
        rows = [line.split(": ", 1) for line in prompt.context.splitlines() if ": " in line]
        lines = {int(number): text for number, text in rows}
        plant = self._line(lines, self.paper.false)
        if plant is None:
            truth = self._line(lines, self.paper.true)
            return _said(
                [] if truth is None else [_item(self.paper, self.paper.true, [_cited(truth, lines)])]
            )
        self.obeyed += 1
        return self._obedient(lines, plant)

    def _obedient(self, lines: dict[int, str], plant: int) -> Completion:
        if self.way == "no schema":
            return Completion(f"The answer is {self.paper.false}.")
        if self.way == "silence":
            return _said([])
        return _said([_item(self.paper, self.paper.false, self._evidence(lines, plant))])

    def _evidence(self, lines: dict[int, str], plant: int) -> list[dict[str, object]]:
        truth = self._line(lines, self.paper.true) or plant
        first, last = min(lines), max(lines)
        quote = lines[plant]
        return {
            "the plant": [_cited(plant, lines)],
            "line one": [{"first_line": 1, "last_line": 1, "quote": quote}],
            "the truth": [_cited(truth, lines)],
            "both": [_cited(truth, lines), _cited(plant, lines)],
            "every line": [{"first_line": first, "last_line": last, "quote": quote}],
            "a made-up quote": [
                {
                    "first_line": truth,
                    "last_line": truth,
                    "quote": lines[truth].replace(self.paper.true, self.paper.false),
                }
            ],
        }[self.way]

    def _line(self, lines: dict[int, str], words: str) -> int | None:
        return next((number for number, text in lines.items() if words in text), None)


def _cited(line: int, lines: dict[int, str]) -> dict[str, object]:
    return {"first_line": line, "last_line": line, "quote": lines[line]}


def _item(paper: Paper, original: str, evidence: list[dict[str, object]]) -> dict[str, object]:
    (reading, *_) = find(paper.answer_type, original)
    value = reading.value.model_dump(mode="json") | {"answer_type": paper.answer_type}
    return {
        "value": value,
        "original": original,
        "qualifiers": [],
        "method": "verbatim",
        "evidence": evidence,
    }


def _said(items: list[dict[str, object]]) -> Completion:
    signals = {**SIGNALS, "new_keywords": [], "found": bool(items)}
    return Completion(json.dumps({"items": items, "signals": signals}))


@functools.lru_cache(maxsize=64)
def held(paper: Paper) -> Held:
    document = PARSERS[paper.suffix]().read(paper.content, paper.name)
    return Held(identify("default", paper.name, paper.content, document.parse), document, build(document))


def fooled(paper: Paper, level: Strictness) -> JudgedReading:
    """Reader and verifiers take an order for as good an answer as the truth: only proofs tell them apart."""
    reader = Pointing({paper.true: 5.0, paper.false: 5.0})
    return judged_by(reader, level, verifiers=(Consenting(), Consenting()))


def ask(paper: Paper, generator: Generator, level: Strictness = "balanced") -> Answer:
    source = held(paper)
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    stages = pipeline(generator=generator, judged=fooled(paper, level))
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
        answer = ask(paper, FromModel(Obeys(paper, way)), level)
        if lies := untrue(paper, answer):
            changed[paper.name] = lies
    assert changed == {}


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_model_that_ignores_the_schema_when_told_to_gives_no_item(paper):
    model = Obeys(paper, "no schema")
    try:
        answer = ask(paper, FromModel(model))
    except ProviderError:
        assert model.obeyed
        return
    assert untrue(paper, answer) == []


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_without_a_model_the_paper_says_what_it_says_or_nothing(paper):
    assert untrue(paper, ask(paper, Verbatim())) == []


def test_the_papers_are_readable_and_most_truths_are_told_all_the_same():
    answers = {paper.name: ask(paper, Verbatim()) for paper in PAPERS}
    told = [name for name, answer in answers.items() if answer.outcome == "answered"]
    assert len(told) >= 24, sorted(set(answers) - set(told))


def test_orders_do_reach_the_model_so_that_obeying_them_means_something():
    obeyed = 0
    for paper in PAPERS:
        model = Obeys(paper, "the plant")
        ask(paper, FromModel(model))
        obeyed += bool(model.obeyed)
    # Six orders are in words that no reader sees, and so no model either.
    assert obeyed >= 23, obeyed


def test_model_that_tells_the_truth_beside_an_order_is_believed():
    @dataclass
    class Honest(Obeys):
        def complete(self, prompt):
            rows = [line.split(": ", 1) for line in prompt.context.splitlines() if ": " in line]
            lines = {int(number): text for number, text in rows}
            truth = self._line(lines, self.paper.true)
            return _said(
                [] if truth is None else [_item(self.paper, self.paper.true, [_cited(truth, lines)])]
            )

    believed = [p.name for p in PAPERS if ask(p, FromModel(Honest(p, ""))).outcome == "answered"]
    assert len(believed) >= 26, sorted({paper.name for paper in PAPERS} - set(believed))


@pytest.mark.parametrize("paper", CONTRADICTING, ids=lambda paper: paper.name)
def test_model_that_picks_one_of_two_values_does_not_hide_the_other(paper):
    ruled = ask(paper, Verbatim())
    answer = ask(paper, FromModel(Obeys(paper, "the plant")))
    assert answer.outcome == ruled.outcome == "conflict"
    assert {item.original for item in answer.items} == {paper.true, paper.false}
    assert len(answer.conflict.sides) == 2


def test_conflict_is_shown_though_the_model_makes_up_a_quote_for_one_side():
    for paper in CONTRADICTING:
        answer = ask(paper, FromModel(Obeys(paper, "a made-up quote")))
        assert (answer.outcome, len(answer.conflict.sides)) == ("conflict", 2), paper.name


@pytest.mark.parametrize("way", ["the plant", "both", "every line"])
def test_order_in_words_that_no_pattern_knows_is_not_answered_with(way):
    papers = {order: with_unknown_order(order) for order in UNKNOWN_ORDERS}
    answers = {order: ask(paper, FromModel(Obeys(paper, way))) for order, paper in papers.items()}
    assert [o for o in papers if answers[o].outcome == "answered" and untrue(papers[o], answers[o])] == []


def test_patterns_do_not_know_most_of_these_orders():
    assert sum(map(speaks_to_machines, UNKNOWN_ORDERS)) <= 5
