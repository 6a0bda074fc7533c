"""A fact that only titles tell apart is taken from under the title that was asked about."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import pincite
from pincite.contract.answers import Answer

Ask = Callable[[str, str], Answer]


@pytest.fixture
def ask(tmp_path) -> Ask:
    def put(asked: str, text: str) -> Answer:
        path = tmp_path / "document.txt"
        path.write_text(text, "utf-8")
        with pincite.open(tmp_path / "library") as library:
            library.add(path)
            return library.ask(asked)

    return put


_HOTELS = """\
1. Rooms of the conference, Bergen

The rooms look upon the harbour. On public holidays a surcharge of 12% applies.

2. Meals of the conference, Oslo

The meals are served on deck. On public holidays a surcharge of 20% applies.

3. Rooms of the wedding, Oslo

The rooms look upon the hills. On public holidays a surcharge of 15% applies.
"""


def test_a_fact_under_the_title_of_something_else_does_not_answer(ask: Ask):
    answer = ask(
        "What surcharge applies on public holidays to the meals of the conference in Bergen?", _HOTELS
    )
    assert answer.outcome != "answered"


def test_a_fact_under_its_own_title_answers_beside_others_like_it(ask: Ask):
    answer = ask("What surcharge applies on public holidays to the meals of the conference in Oslo?", _HOTELS)
    assert [item.original for item in answer.items] == ["20%"]


_DOSES = """\
1. Tablets for children with fever

Give the tablets with milk. The maximum daily dose is 40 mg.

2. Syrup for adults with gout

Give the syrup at night. The maximum daily dose is 25 mg.

3. Tablets for adults with gout

Give the tablets at night. The maximum daily dose is 60 mg.
"""


def test_a_dose_for_others_does_not_answer_for_those_asked_about(ask: Ask):
    answer = ask("What is the maximum daily dose of the syrup for children with fever?", _DOSES)
    assert answer.outcome != "answered"


def test_a_dose_under_its_own_title_answers(ask: Ask):
    answer = ask("What is the maximum daily dose of the syrup for adults with gout?", _DOSES)
    assert [item.original for item in answer.items] == ["25 mg"]
