"""The questions of examples/gold.jsonl: what code makes of the sentence that answers, and what models find.

By default the reader is told the sentence, so that only the work of code is measured: the typed value, its
page and its proof. That a sentence answers is measured with the models of the package, which takes minutes.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import pincite
from pincite.ask.reading_list import ReadingList
from pincite.records.library import Held
from pincite.records.run import Run
from tests.gold import EXAMPLES, Row, Scored, is_right, rows, score_all
from tests.gold_shapes.told import told
from tests.proving import proved_again
from tests.shapes import held_file
from tests.stages import pipeline

DOCUMENTS = ("services-agreement.pdf", "drug-label.pdf", "insurance-policy.pdf")


@pytest.fixture(scope="module")
def held() -> dict[str, Held]:
    return {name: held_file(name, (EXAMPLES / name).read_bytes()) for name in DOCUMENTS}


@pytest.fixture(scope="module")
def scored(held: dict[str, Held]) -> list[Scored]:
    return [answered(row, held[row["document"]]) for row in rows()]


def answered(row: Row, source: Held) -> Scored:
    """The answer of a reader that is told which sentences answer, and none where nothing does."""
    first = row["answers"][0] if row["answers"] else {"text": "", "value": {}}
    said = first["value"].get("value")
    judged = told(
        *(each["quote"] for each in row["answers"]),
        original=first["text"] or "",
        yes=said if isinstance(said, bool) else None,
    )
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    answer = pipeline(judged=judged).ask(row["question"], reading_list, Run("run"))
    return Scored(row, answer, is_right(row, answer))


def share(scored: list[Scored]) -> float:
    return sum(s.right for s in scored) / len(scored)


def count(scored: list[Scored]) -> str:
    return f"{sum(s.right for s in scored):3}/{len(scored):3}"


def half(scored: list[Scored], name: str, absent: bool) -> list[Scored]:
    return [s for s in scored if s.half == name and s.row["absent"] is absent]


def test_own_half_has_the_right_value_and_page(scored):
    assert share(half(scored, "own", False)) == 1.0


def test_blind_half_has_the_right_value_and_page_wherever_the_sentence_is_found(scored):
    found = [s for s in half(scored, "blind", False) if s.answer.outcome != "not_found"]
    assert len(found) >= 38
    assert share(found) >= 0.97


def test_every_item_is_proved_again_from_the_text_alone(scored, held):
    items = [item for s in scored for item in s.answer.items]
    assert items
    for item in items:
        assert proved_again(item, held[item.evidence[0].name].document.text), item.model_dump_json()


def test_what_no_sentence_answers_is_not_found_and_every_block_was_read(scored):
    absent = [s for s in scored if s.row["absent"]]
    assert {s.answer.outcome for s in absent} == {"not_found"}
    for s in absent:
        assert s.answer.coverage.spans_read == s.answer.coverage.spans_total > 0


def test_a_third_of_at_least_120_questions_is_about_what_is_absent():
    every = rows()
    assert len(every) >= 120
    assert sum(row["absent"] for row in every) >= len(every) / 3


@pytest.fixture
def library(models_as_by_default: None, tmp_path) -> Iterator[pincite.Library]:
    with pincite.open(tmp_path / "library") as library:
        assert [a.status for a in library.add(*(EXAMPLES / name for name in DOCUMENTS))] == ["added"] * 3
        yield library


@pytest.mark.long
def test_figures_of_the_models_of_the_package_are_printed(library, capsys):
    scored = list(score_all(library))
    with capsys.disabled():
        print("\nexamples/gold.jsonl       right value and page   wrong   absent: not answered")
        for name in ("own", "blind"):
            present, absent = half(scored, name, False), half(scored, name, True)
            wrong = sum(s.verdict == "wrong" for s in present + absent)
            silent = sum(s.answer.outcome != "answered" for s in absent)
            print(
                f"  {name:6} half      {count(present)} = {share(present):6.1%}"
                f"       {wrong:6}   {silent:3}/{len(absent):3}"
            )
        paraphrased = [s for s in half(scored, "blind", False) if s.paraphrased]
        print(f"  blind, no word shared with the answer: {share(paraphrased):.1%} of {len(paraphrased)}")
    texts = {name: library.read(name).document.text for name in DOCUMENTS}
    items = [item for s in scored for item in s.answer.items]
    assert items
    assert all(proved_again(item, texts[item.evidence[0].name]) for item in items)
