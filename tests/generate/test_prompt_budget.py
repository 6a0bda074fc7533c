"""No prompt of any stage holds more than it is allowed to, whatever the document's length and form."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.dialogue.test_replies import ITEM, SIGNALS
from tests.effort import examples
from tests.factories import held, question
from tests.question.test_planner import reply as plan
from tests.stages import judged_by, pipeline
from tests.test_pipeline import FEE

from pincite.ask.planner_advice import Planning
from pincite.ask.reading_list import ReadingList
from pincite.errors import TruncatedReply
from pincite.generate.fragments import question_of
from pincite.generate.model import FromModel
from pincite.providers.judge import LONGEST_EVIDENCE, Judge
from pincite.question.planner import ModelPlanner
from pincite.records.completion import Completion, Prompt
from pincite.records.run import Run
from pincite.retrieve.paths import ByScan

# Instructions, question and what was wrong with an earlier reply; the lines come on top.
MOST_BESIDE_LINES = 12_000
LINE = "The monthly fee of EUR 4,500.00 is due. "


@dataclass
class Records:
    """A model that is shown prompts and always points at the first line of them, with a wrong value."""

    says: str = ""
    breaks_off_above: int = 10**9
    prompts: list[Prompt] = field(default_factory=list)
    name: str = "fake"
    rungs: tuple[str, ...] = ("structured",)

    def complete(self, prompt: Prompt) -> Completion:
        self.prompts.append(prompt)
        if len(prompt.context.splitlines()) > self.breaks_off_above:
            return Completion('{"items": [', "length")
        if self.says:
            return Completion(self.says)
        number, _, text = prompt.context.partition(": ")
        value = {**ITEM["value"], "value": "9900.00"}
        quote = text[:2_000] or "x"
        evidence = [{"first_line": int(number), "last_line": int(number), "quote": quote}]
        item = {**ITEM, "value": value, "original": quote, "evidence": evidence}
        return Completion(json.dumps({"items": [item], "signals": SIGNALS}))


documents = st.lists(
    st.tuples(st.sampled_from([LINE, "x", "Fee ", "1.2.3 ", "é€𝄞"]), st.integers(1, 60)),
    min_size=1,
    max_size=10,
).map(lambda parts: "\n".join((words * times)[:1_500] for words, times in parts))


def ask(text: str, **stages: object) -> None:
    source = held(text)
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    with suppress(TruncatedReply):
        pipeline(scan=ByScan(least=0.0), **stages).ask(FEE, reading_list, Run("run"))


@given(text=documents, tokens=st.integers(32, 300), breaks_off_above=st.sampled_from([1, 3, 10**9]))
@settings(max_examples=10, deadline=None)
def test_no_prompt_of_a_question_holds_more_lines_than_its_budget(
    text: str, tokens: int, breaks_off_above: int
):
    model = Records(breaks_off_above=breaks_off_above)
    ask(text, generator=FromModel(model, context_tokens=tokens))
    assert model.prompts
    for prompt in model.prompts:
        assert len(prompt.context) <= 4 * tokens
        assert len(prompt.instructions) + len(prompt.question) <= MOST_BESIDE_LINES


def test_law_about_the_budget_can_be_broken():
    model = Records()
    ask(LINE * 200, generator=FromModel(model, context_tokens=600))
    assert max(len(prompt.context) for prompt in model.prompts) > 4 * 500


@given(text=documents)
@settings(max_examples=examples(25), deadline=None)
def test_no_prompt_of_a_judge_or_a_planner_is_longer_than_its_bound(text: str):
    judge = Records(json.dumps({"supported": "yes", "why": ""}))
    planner = Records(plan())
    ask(text, judged=judged_by(verifiers=[Judge(judge)]))
    ask(text, planning=Planning(ModelPlanner(planner)))
    assert all(len(prompt.context) <= LONGEST_EVIDENCE for prompt in judge.prompts)
    assert planner.prompts
    assert all(len(prompt.context) <= 60_000 for prompt in planner.prompts)


@pytest.mark.parametrize("evidence", ["\n" * LONGEST_EVIDENCE, "a\n" * (LONGEST_EVIDENCE // 2)])
def test_evidence_of_many_short_lines_is_too_long_with_their_numbers(evidence: str):
    model = Records(json.dumps({"supported": "yes", "why": ""}))
    assert Judge(model).supports("a", evidence) == 0.0
    assert not model.prompts


def test_reason_with_a_long_quote_in_it_is_told_in_short():
    refused = tuple(f"the quote {number} {'x' * 5_000} stands nowhere" for number in range(8))
    told = question_of(replace(question(FEE, held()).generation, refused=refused))
    assert "- the quote 7 xxx" in told
    assert len(told) < 3_000
