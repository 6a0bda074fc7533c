"""A library with language models: each stage is given the one that the settings name, and the trace tells."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from tests.choosing import choosing, is_choice
from tests.dialogue.test_replies import reply
from tests.factories import question, write

import pincite
from pincite import registry
from pincite.answer.answers import Answer
from pincite.errors import ConfigError
from pincite.providers.scripted import Scripted
from pincite.question.tiers import tier_for
from pincite.records.completion import Completion, Prompt
from pincite.registry import build
from pincite.settings import Settings, StageChoice

FEE = "What is the monthly fee?"
TRUE = reply()
WRONG = reply(
    value={"answer_type": "amount", "value": "9500.00", "currency": "EUR", "unit": None},
    original="EUR 9,500.00",
)
PLAN = json.dumps(
    {
        "documents": [1],
        "sections": ["1.1"],
        "keywords": ["retainer"],
        "answer_type": None,
        "answer_shape": None,
        "context": "usual",
    }
)


@dataclass
class Listens:
    """A model that gives one reply and keeps what it was asked; of sentences it chooses those of the fee."""

    text: str
    prompts: list[Prompt] = field(default_factory=list)
    choices: list[Prompt] = field(default_factory=list)
    name: str = "listens"
    rungs: tuple[str, ...] = ("structured",)

    def complete(self, prompt: Prompt) -> Completion:
        if is_choice(prompt):
            self.choices.append(prompt)
            return Completion(choosing(prompt.context, lambda words: "EUR 4,500.00" in words))
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


def test_reranker_of_the_settings_is_asked(asking):
    @dataclass
    class Rates(Listens):
        def complete(self, prompt):
            self.prompts.append(prompt)
            numbers = re.findall(r"^(\d+): ", prompt.context, re.M)
            return Completion(json.dumps({"ratings": [{"passage": int(n), "relevance": 5} for n in numbers]}))

    model = Rates("")
    answer, _ = asking(reranker={"name": "model_reranker", "options": {"model": model, "together": 3}})
    assert answer.outcome == "answered"
    assert model.prompts


def tiers(small: str, large: str) -> tuple[Listens, Listens, dict[str, object]]:
    """Two models, and settings by which nobody but them says what answers."""
    one, other = Listens(small, name="small"), Listens(large, name="large")
    tiered = {"name": "tiered", "options": {"small": one, "large": other}}
    return one, other, {"generator": tiered, "reader": None, "decision": None}


def test_simple_question_is_for_the_small_model(asking):
    small, large, settings = tiers(TRUE, TRUE)
    answer, decisions = asking(**settings)
    assert answer.items[0].original == "EUR 4,500.00"
    assert (len(small.prompts), len(large.prompts)) == (1, 0)
    assert (len(small.choices), len(large.choices)) == (1, 0), "who proposed judges itself"
    assert "model: small, because one value is asked of few documents" in decisions


def test_claim_of_the_small_model_that_is_refused_is_put_to_the_large_one_once(asking):
    small, large, settings = tiers(WRONG, TRUE)
    answer, decisions = asking(**settings)
    assert answer.items[0].original == "EUR 4,500.00"
    assert (len(small.prompts), len(large.prompts)) == (1, 1)
    assert len(large.choices) == 1, "of what code refused nobody is asked whether it answers"
    assert any(d.startswith("escalate: 1 answers of the small model were refused") for d in decisions)
    assert "An earlier reply was refused" in large.prompts[0].question


def test_large_model_is_held_to_the_same_proof(asking):
    _, large, settings = tiers(WRONG, WRONG)
    answer, decisions = asking(**settings)
    assert (answer.outcome, answer.items) == ("unverified", [])
    assert sum(decision.startswith("escalate:") for decision in decisions) == 1
    assert large.prompts


def test_strict_question_is_for_the_large_model_from_the_start(asking):
    small, large, settings = tiers(TRUE, TRUE)
    _, decisions = asking(strictness="strict", **settings)
    assert (small.prompts, bool(large.prompts)) == ([], True)
    assert "model: large, because strictness is strict" in decisions


@pytest.mark.parametrize(
    ("asked", "documents", "strictness", "tier"),
    [
        (FEE, 1, "balanced", "small"),
        (FEE, 1, "lenient", "small"),
        (FEE, 6, "balanced", "large"),
        (FEE, 1, "paranoid", "large"),
        ("Which obligations does the supplier have?", 1, "balanced", "large"),
    ],
)
def test_tier_is_chosen_by_shape_documents_and_strictness(asked, documents, strictness, tier):
    assert tier_for(question(asked), documents, strictness)[0] == tier


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


def test_model_is_named_by_its_size(provider):
    settings = Settings.model_validate(
        {"models_by_size": {"small": "named/tiny", "large": {"name": "named", "options": {"model": "huge"}}}}
    )
    sized = settings.sized(StageChoice(name="judge", options={"model": "large"}))
    assert build("verifier", sized.name, sized.options).model.model == "huge"
    tiered = settings.sized(StageChoice(name="tiered"))
    built = build("generator", tiered.name, tiered.options)
    assert (built.small.model, built.large.model) == ("tiny", "huge")


def test_size_that_is_not_set_is_told():
    with pytest.raises(ConfigError, match="No large language model is set"):
        Settings.model_validate({}).sized(StageChoice(name="judge", options={"model": "large"}))


def test_library_without_language_models_settles_nothing_beside_the_rules(asking):
    _, decisions = asking()
    assert not any(decision.startswith(("planner:", "model:", "escalate:")) for decision in decisions)
