"""A library with language models: each stage is given the one that the settings name, and the trace tells."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from tests.factories import write
from tests.scripted import Scripted

import pincite
from pincite import registry
from pincite.answer.answers import Answer
from pincite.errors import ConfigError
from pincite.records.completion import Completion, Prompt
from pincite.registry import build
from pincite.settings import Settings, StageChoice

FEE = "What is the monthly fee?"
PLAN = json.dumps(
    {
        "documents": [1],
        "sections": ["1.1"],
        "keywords": ["retainer"],
        "answer_type": None,
        "context": "usual",
    }
)


@dataclass
class Listens:
    """A model that gives one reply and keeps what it was asked."""

    text: str
    prompts: list[Prompt] = field(default_factory=list)
    name: str = "listens"
    rungs: tuple[str, ...] = ("structured",)

    def complete(self, prompt: Prompt) -> Completion:
        self.prompts.append(prompt)
        return Completion(self.text)


@pytest.fixture
def asking(tmp_path) -> Callable[..., tuple[Answer, list[str]]]:
    """Ask the agreement under some settings; the answer and the decisions of its run."""

    def ask(asked: str = FEE, **settings: object) -> tuple[Answer, list[str]]:
        with pincite.open(tmp_path / "library", settings={"isolated": False, **settings}) as library:
            library.add(write(tmp_path))
            answer = library.ask(asked)
            return answer, json.loads(library.why(answer.run).trace)["decisions"]

    return ask


def test_planner_of_the_settings_is_asked_and_its_advice_taken_down(asking):
    model = Listens(PLAN)
    answer, decisions = asking(planner={"name": "language_model", "options": {"model": model}})
    assert answer.items[0].original == "EUR 4,500.00"
    assert "planner: documents agreement.txt; sections '1. Fees'; words retainer" in decisions
    assert "likely_section" in {path.name for path in answer.coverage.paths}
    (prompt,) = model.prompts
    assert "EUR" not in prompt.context


def test_planner_that_is_down_changes_no_answer(asking):
    ruled, _ = asking()
    down = Scripted(("no JSON",))
    answer, decisions = asking(planner={"name": "language_model", "options": {"model": down}})
    assert [item.original for item in answer.items] == [item.original for item in ruled.items]
    assert any("so the rules plan" in decision for decision in decisions)


def test_judge_of_the_settings_withholds_what_it_does_not_find_supported(asking):
    judge = Scripted((json.dumps({"supported": "no", "why": "it is said of something else"}),))
    answer, _ = asking(verifiers=[{"name": "judge", "options": {"model": judge}}])
    assert (answer.outcome, answer.items) == ("unverified", [])


def test_two_verifiers_that_must_agree_are_both_asked(asking):
    judges = [Scripted((json.dumps({"supported": said, "why": ""}),)) for said in ("yes", "no")]
    verifiers = [{"name": "judge", "options": {"model": judge}} for judge in judges]
    assert asking(verifiers=verifiers)[0].outcome == "answered"
    assert asking(verifiers=verifiers, agreeing_verifiers=2)[0].outcome == "unverified"


def test_more_agreement_than_verifiers_is_a_fault_of_the_settings(asking):
    answer, _ = asking(agreeing_verifiers=3, verifiers=[])
    assert (answer.outcome, answer.exit_code) == ("failed", 3)


@dataclass(frozen=True)
class Named:
    """A model as a provider's adapter is one: a stage with options."""

    model: str
    base_url: str = ""
    name: str = "named"
    rungs: tuple[str, ...] = ("structured",)

    def complete(self, prompt: Prompt) -> Completion:
        return Completion(PLAN)


@pytest.fixture
def provider(monkeypatch) -> None:
    known = {**registry.BUILT_IN["language_model"], "named": f"{__name__}:Named"}
    monkeypatch.setitem(registry.BUILT_IN, "language_model", known)
    registry.available.cache_clear()
    yield
    registry.available.cache_clear()


@pytest.mark.parametrize(
    "choice",
    ["named/tiny", {"name": "named", "options": {"model": "tiny"}}, StageChoice(name="named/tiny")],
)
def test_stage_is_given_the_model_that_its_option_names(provider, choice):
    judge = build("verifier", "judge", {"model": choice})
    assert judge.model.model == "tiny"


def test_name_of_a_model_may_hold_a_slash(provider):
    assert build("verifier", "judge", {"model": "named/lab/tiny"}).model.model == "lab/tiny"


@pytest.mark.parametrize("choice", [7, None, ["named/tiny"], "nobody/tiny"])
def test_option_that_names_no_model_is_a_fault_of_the_settings(provider, choice):
    with pytest.raises(ConfigError):
        build("verifier", "judge", {"model": choice})


def test_stage_that_names_no_model_asks_the_one_of_all(provider):
    settings = Settings.model_validate({"language_model": "named/tiny"})
    judge = settings.with_model(StageChoice(name="judge"))
    assert build("verifier", judge.name, judge.options).model.model == "tiny"
    own = settings.with_model(StageChoice(name="judge", options={"model": "named/own"}))
    assert build("verifier", own.name, own.options).model.model == "own"


def test_library_without_language_models_settles_nothing_beside_the_rules(asking):
    _, decisions = asking()
    assert not any(decision.startswith(("planner:", "model:")) for decision in decisions)
