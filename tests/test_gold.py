"""The questions of examples/gold.jsonl, asked for real; prints the figures for both halves."""

from __future__ import annotations

import pytest

import pincite
from pincite.evaluate.proving import proved_again
from tests.gold import EXAMPLES, Scored, rows, score_all

DOCUMENTS = ("services-agreement.pdf", "drug-label.pdf", "insurance-policy.pdf")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    with pincite.open(tmp_path_factory.mktemp("gold")) as library:
        assert [a.status for a in library.add(*(EXAMPLES / name for name in DOCUMENTS))] == ["added"] * 3
        yield library


@pytest.fixture(scope="module")
def scored(library):
    return list(score_all(library))


def share(scored: list[Scored]) -> float:
    return sum(s.right for s in scored) / len(scored)


def count(scored: list[Scored]) -> str:
    return f"{sum(s.right for s in scored):3}/{len(scored):3}"


def half(scored: list[Scored], name: str, absent: bool) -> list[Scored]:
    return [s for s in scored if s.half == name and s.row["absent"] is absent]


def test_figures_are_printed(scored, capsys):
    with capsys.disabled():
        print("\nexamples/gold.jsonl       right value and page   wrong   absent: not_found")
        for name in ("own", "blind"):
            present, absent = half(scored, name, False), half(scored, name, True)
            wrong = sum(s.verdict == "wrong" for s in present + absent)
            print(
                f"  {name:6} half      {count(present)} = {share(present):6.1%}"
                f"       {wrong:6}   {count(absent)} = {share(absent):6.1%}"
            )
        paraphrased = [s for s in half(scored, "blind", False) if s.paraphrased]
        print(f"  blind, no word shared with the answer: {share(paraphrased):.1%} of {len(paraphrased)}")


def test_own_half_has_the_right_value_and_page(scored):
    assert share(half(scored, "own", False)) >= 0.85


@pytest.mark.parametrize("name", ["own", "blind"])
def test_what_is_absent_is_not_found(scored, name):
    assert share(half(scored, name, True)) >= 0.95


def test_every_item_is_proved_again_from_the_text_alone(scored, library):
    texts = {name: library.read(name).document.text for name in DOCUMENTS}
    items = [item for s in scored for item in s.answer.items]
    assert items
    assert all(proved_again(item, texts[item.evidence[0].name]) for item in items)


def test_a_not_found_has_read_every_fact_span(scored):
    for s in scored:
        if s.answer.outcome == "not_found":
            assert s.answer.coverage.spans_read == s.answer.coverage.spans_total > 0


def test_a_third_of_at_least_120_questions_is_about_what_is_absent():
    every = rows()
    assert len(every) >= 120
    assert sum(row["absent"] for row in every) >= len(every) / 3
