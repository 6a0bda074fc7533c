"""What every language model took for a question stands in its trace, whatever came of it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest

import pincite
from pincite import registry
from pincite.ask.planner import ModelPlanner
from pincite.ask.reading_list import ReadingList
from pincite.dialogue.spending import metered, said_of, taken_down
from pincite.errors import ProviderError
from pincite.providers.judge import Judge
from pincite.records.completion import Completion, Prompt, Usage
from pincite.records.run import Run
from tests.ask.test_planner import reply as plan
from tests.factories import held, write
from tests.form_filling import reply
from tests.providers.test_model_judges import judged
from tests.readers import Pointing
from tests.scripted import Fault, Scripted
from tests.stages import judged_by, pipeline
from tests.test_pipeline import FEE

USAGE = Usage(1, 1_200, 200, 30, Decimal("0.00405"))
KNOWS = Pointing({"EUR 4,500.00": 5.0})
TAKEN = "1 calls, 1,200 tokens in (200 of them cached) and 30 out, cost 0.00405"


@dataclass
class Counted:
    """A model that says what another one says, and what that took."""

    says: Callable[[Prompt], Completion]
    name: str = "fake/m"
    rungs: tuple[str, ...] = ("structured", "prompt")

    def complete(self, prompt: Prompt) -> Completion:
        said = self.says(prompt)
        return Completion(said.text, said.stopped, USAGE, said.ignored)


def telling(*replies: str | Fault) -> Counted:
    return Counted(Scripted(replies).complete)


def decisions(**stages: object) -> list[str]:
    source = held()
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    run = Run("run")
    try:
        pipeline(**stages).ask(FEE, reading_list, run)
    except ProviderError:
        run.decide("failed")
    return run.decisions


def about(who: str, said: list[str]) -> list[str]:
    return [decision for decision in said if decision.startswith(f"{who}: ")]


def test_tokens_and_cost_of_a_planner_are_told():
    (advice, told) = about("planner", decisions(planner=ModelPlanner(telling(plan()))))
    assert told.startswith("planner: model fake/m: prompt ")
    assert told.endswith(f", form enforced by structured, {TAKEN}")
    assert "model" not in advice


def test_tokens_and_cost_of_a_judge_are_told():
    asked = judged_by(KNOWS, verifiers=[Judge(telling(judged("yes")))])
    (told,) = about("judge", decisions(judged=asked))
    assert told.endswith(f", form enforced by structured, {TAKEN}")


def test_several_calls_are_told_as_one_sum():
    judge = Judge(telling(judged("yes")))
    with taken_down() as spent:
        for statement in "abc":
            judge.supports(statement, "The fee is EUR 5.")
    (told,) = said_of(spent)
    assert told.endswith("3 calls, 3,600 tokens in (600 of them cached) and 90 out, cost 0.01215")


def test_what_was_judged_before_costs_nothing_and_is_not_told():
    asked = judged_by(KNOWS, verifiers=[Judge(telling(judged("yes")))])
    assert about("judge", decisions(judged=asked))
    assert not about("judge", decisions(judged=asked))


def test_rung_that_a_judge_did_not_keep_to_is_told():
    asked = judged_by(KNOWS, verifiers=[Judge(telling("It does.", judged("yes")))])
    told, note = about("judge", decisions(judged=asked))
    assert "form enforced by prompt, 2 calls, 2,400 tokens in" in told
    assert note.startswith("judge: structured: not kept to: The model's reply is not JSON")


@pytest.mark.parametrize("fault", [Fault.REFUSAL, Fault.BROKEN_JSON, Fault.TRUNCATION])
@pytest.mark.parametrize("who", ["planner", "judge", "reader"])
def test_what_came_to_nothing_is_told_as_well(who: str, fault: Fault):
    model = telling(fault)
    stages = {
        "planner": {"planner": ModelPlanner(model)},
        "judge": {"judged": judged_by(KNOWS, verifiers=[Judge(model)])},
        "reader": {"by": model},
    }
    told = about(who, decisions(**stages[who]))
    assert [each for each in told if "no usable reply, " in each and ", cost 0.0" in each]


def test_reply_that_broke_off_is_counted_beside_those_about_fewer_lines():
    told = about("reader", decisions(by=telling(Fault.TRUNCATION, reply())))
    assert told[0].endswith(f"no usable reply, {TAKEN}")
    assert "form enforced by structured" in told[1]


def test_model_that_was_never_reached_took_nothing():
    said = decisions(planner=ModelPlanner(telling(Fault.OUTAGE)))
    assert len(about("planner", said)) == 1


def test_questions_that_are_answered_at_the_same_time_are_not_mixed_up():
    told: dict[str, list[str]] = {}
    started = threading.Barrier(4)

    def ask(name: str) -> None:
        def says(prompt: Prompt) -> Completion:
            started.wait(timeout=20)
            return Completion(judged("yes"))

        asked = judged_by(KNOWS, verifiers=[Judge(Counted(says, name))])
        told[name] = about("judge", decisions(judged=asked))

    threads = [threading.Thread(target=ask, args=(f"fake/{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {name: [f"model {name}:" in line for line in lines] for name, lines in told.items()} == {
        f"fake/{number}": [True] for number in range(4)
    }


def test_nothing_is_kept_where_nobody_takes_it_down():
    Judge(telling(judged("yes"))).supports("a", "b")
    with taken_down() as spent:
        pass
    assert said_of(spent) == []


@dataclass
class Refusing:
    """A language model of a plug-in, which refuses everything."""

    model: str = ""
    name: str = "refusing"
    rungs: tuple[str, ...] = ("structured",)

    def complete(self, prompt: Prompt) -> Completion:
        return Completion("No.", "refusal", USAGE)


def test_trace_of_a_question_that_failed_says_what_it_cost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    known = {**registry.BUILT_IN["language_model"], "refusing": f"{__name__}:Refusing"}
    monkeypatch.setitem(registry.BUILT_IN, "language_model", known)
    registry.available.cache_clear()
    with pincite.open(
        tmp_path / "library", settings={"language_model": "refusing", "isolated": False}
    ) as library:
        library.add(write(tmp_path))
        answer = library.ask(FEE)
        trace = json.loads(library.why(answer.run).trace)
    registry.available.cache_clear()
    assert answer.outcome == "failed"
    told = [each for each in about("reader", trace["decisions"]) if "model refusing" in each]
    assert told[0].endswith(f"no usable reply, {TAKEN}")


def test_meter_counts_every_call_whatever_question_it_was_for():
    with metered() as meter:
        decisions(by=telling(reply()))
        first = meter.usage.calls
        decisions(by=telling(Fault.TRUNCATION, reply()))
    assert 0 < first < meter.usage.calls
    assert meter.usage.input_tokens >= 1_200 * meter.usage.calls
    before = meter.usage
    decisions(by=telling(reply()))
    assert meter.usage == before
