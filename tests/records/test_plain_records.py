"""Questions are written as plain JSON, whatever they ask for."""

from __future__ import annotations

import json

import pytest

from pincite.question.dictionary.entries import starters
from pincite.question.parse import RuleParser
from pincite.records.as_plain import to_plain

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
def test_question_is_written_as_json_says_it(asked: str):
    plain = to_plain(RuleParser(starters()).read(asked))
    assert json.loads(json.dumps(plain)) == plain
    assert plain["generation"]["asked"] == asked
