from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.run.kept import kept
from evals.run.measuring import Asking, observe
from pincite.quality.questions import GoldAnswer, GoldRow, GoldSet, Source
from pincite.settings import load
from tests.factories import AGREEMENT

FEE = GoldRow(
    id="fee",
    document="agreement.txt",
    question="What is the monthly fee?",
    answers=(GoldAnswer(value={"value": "4500.00", "currency": "EUR", "unit": None}),),
)
RENT = GoldRow(id="rent", document="agreement.txt", question="What is the monthly rent?", absent=True)


def gold(*rows: GoldRow, text: str = AGREEMENT) -> GoldSet:
    return GoldSet("mine", "dev", (Source("agreement", "agreement.txt", text=text),), rows)


def asking(folder: Path, **options) -> Asking:
    return Asking(load({}), folder, workers=1, **options)


def lines(folder: Path) -> list[dict]:
    return [json.loads(line) for path in folder.rglob("*.jsonl") for line in path.read_text().splitlines()]


@pytest.mark.processes
def test_questions_go_through_the_service_and_come_back_in_their_order(tmp_path):
    rent, fee = observe(gold(RENT, FEE), asking(tmp_path))

    assert (rent.outcome, fee.outcome) == ("not_found", "answered")
    assert fee.items[0].value == {"value": "4500.00", "currency": "EUR", "unit": None}
    assert fee.items[0].proved
    assert fee.items[0].places[0].start == AGREEMENT.index("The Customer shall pay")
    assert "words" in fee.paths
    assert fee.presence > rent.presence


@pytest.mark.processes
def test_what_was_observed_is_not_asked_again(tmp_path):
    first = observe(gold(FEE), asking(tmp_path))
    told = []
    again = observe(gold(FEE, RENT), asking(tmp_path), lambda done, total: told.append((done, total)))

    assert again[0] == first[0]
    assert told == [(1, 2), (2, 2)]
    assert [line["row"] for line in lines(tmp_path)].count("fee") == 1


def test_a_changed_document_or_question_or_setting_is_asked_again(tmp_path):
    observe(gold(FEE), asking(tmp_path))
    observe(gold(FEE, text=AGREEMENT + "\nEnd.\n"), asking(tmp_path))
    observe(gold(FEE.model_copy(update={"question": "How much is the monthly fee?"})), asking(tmp_path))
    observe(gold(FEE), Asking(load({"strictness": "paranoid"}), tmp_path, workers=1))

    assert len({line["key"] for line in lines(tmp_path)}) == 4


def test_a_dictionary_that_changed_has_questions_asked_again(tmp_path):
    own = tmp_path / "own.yaml"
    own.write_text("rent:\n  words: [rent, lease payment]\n")
    settings = load({"concepts": [own]})
    observe(gold(FEE), Asking(settings, tmp_path / "cache", workers=1))
    own.write_text("rent:\n  words: [rent, hire]\n")
    observe(gold(FEE), Asking(settings, tmp_path / "cache", workers=1))

    assert len({line["key"] for line in lines(tmp_path / "cache")}) == 2


def test_all_is_asked_again_where_that_is_wanted(tmp_path):
    observe(gold(FEE), asking(tmp_path))
    observe(gold(FEE), asking(tmp_path, afresh=True))

    assert len(lines(tmp_path)) == 2


@pytest.mark.processes
def test_a_document_that_cannot_be_read_is_a_failure_and_is_tried_again(tmp_path):
    source = Source("broken", "agreement.txt", text="\0\0\0")
    broken = GoldSet("mine", "dev", (source,), (FEE,))

    (observation,) = observe(broken, asking(tmp_path))

    assert observation.outcome == "failed"
    assert observation.error
    assert kept(tmp_path / "mine", [observation.key]) == {}


def test_a_line_that_a_kill_cut_off_is_passed_over(tmp_path):
    (observation,) = observe(gold(FEE), asking(tmp_path))
    (path,) = tmp_path.rglob("*.jsonl")
    path.write_text(path.read_text() + observation.model_dump_json()[:50])

    assert kept(tmp_path / "mine", [observation.key]) == {observation.key: observation}


def test_retrieval_alone_gives_passages_and_asks_nothing(tmp_path):
    (observation,) = observe(gold(FEE), asking(tmp_path, mode="retrieval"))

    assert "monthly fee" in AGREEMENT[observation.passages[0].start : observation.passages[0].end]
    assert not observation.items


def test_the_same_question_twice_is_asked_once(tmp_path):
    twin = FEE.model_copy(update={"id": "twin"})
    first, second = observe(gold(FEE, twin), asking(tmp_path))

    assert (first.row, second.row) == ("fee", "twin")
    assert len(lines(tmp_path)) == 1


def proposing(folder: Path, mode, *rows: GoldRow, text: str = AGREEMENT):
    return observe(gold(*rows, text=text), asking(folder, mode=mode))


QUOTED = FEE.model_copy(
    update={
        "answers": (
            GoldAnswer(value={"value": "4500.00", "currency": "EUR"}, quote="a monthly fee of EUR 4,500.00"),
        )
    }
)


def test_right_answer_that_an_oracle_proposes_meets_the_checks_of_a_model(tmp_path):
    (fee,) = proposing(tmp_path, "oracle", QUOTED)

    assert (fee.outcome, fee.items[0].value["value"]) == ("answered", "4500.00")
    assert [AGREEMENT[place.start : place.end].split()[-1] for place in fee.proposed] == ["Services."]
    assert (fee.calls, fee.whole, fee.values, fee.watched) == (1, True, ("proved",), ("holds",))


def test_lie_goes_through_the_same_checks_and_is_told_by_its_place(tmp_path):
    lies = f"{AGREEMENT}\nThe monthly fee is explained to the Customer by telephone.\n"
    (fee,) = proposing(tmp_path, "liar", QUOTED, text=lies)

    (place,) = fee.proposed
    assert lies[place.start : place.end] == "The monthly fee is explained to the Customer by telephone."
    (item,) = fee.items
    assert any(place.start <= each.start < place.end for each in item.places), "nobody else was asked"


def test_modes_and_what_the_gold_says_are_observed_apart(tmp_path):
    other = QUOTED.model_copy(
        update={"answers": (QUOTED.answers[0].model_copy(update={"value": {"value": "1"}}),)}
    )
    for mode in ("ask", "oracle", "liar"):
        observe(gold(QUOTED), asking(tmp_path, mode=mode))
    observe(gold(other), asking(tmp_path, mode="oracle"))

    assert len({line["key"] for line in lines(tmp_path)}) == 4


def test_value_of_the_gold_alone_has_nothing_asked_again(tmp_path):
    observe(gold(FEE), asking(tmp_path))
    observe(gold(FEE.model_copy(update={"answers": (GoldAnswer(text="4,500"),)})), asking(tmp_path))

    assert len(lines(tmp_path)) == 1
