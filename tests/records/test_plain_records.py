"""Questions are written as plain JSON and read back the same, whatever they ask for."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from pincite.question.dictionary.entries import starters
from pincite.question.parse import RuleParser
from pincite.records.as_plain import from_plain, to_plain
from pincite.records.question import Question, Scope
from pincite.records.span import Span

ASKED = (
    "What is the monthly fee?",
    "Is assignment prohibited without consent in Endorsement No. 3?",
    "List all termination rights on pages 3 to 5, but not those of the Supplier.",
    "What is the total of the rent and the service charge in 2023, in million?",
    "By how much did revenue grow from 2021 to 2022, in percent with one decimal?",
    "In which year was revenue the highest?",
    "Which contracts end before 2026-01-01?",
    "How many contracts have a liability cap above EUR 1,000,000?",
    "What are fee, term and notice period?",
)


@pytest.mark.parametrize("asked", ASKED)
def test_question_is_read_back_as_it_was(asked: str):
    question = RuleParser(starters()).read(asked)
    written = json.dumps(to_plain(question))
    assert from_plain(Question, json.loads(written)) == question


def test_part_of_a_document_is_read_back():
    question = RuleParser(starters()).read("What is the fee?")
    scope = Scope(pages=((1, 2),), sections=("Fees",), part=Span(3, 9))
    question = replace(question, retrieval=replace(question.retrieval, scope=scope))
    assert from_plain(Question, to_plain(question)) == question


def test_fields_that_nobody_knows_are_left_out_and_what_is_no_question_is_refused():
    plain = to_plain(RuleParser(starters()).read("What is the fee?"))
    assert from_plain(Question, plain | {"of_tomorrow": 1}) == from_plain(Question, plain)
    with pytest.raises(ValueError, match="no Question"):
        from_plain(Question, {"retrieval": 3})
