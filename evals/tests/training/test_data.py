"""Folds, licences, wordings and the cutting of documents, without any public data."""

from __future__ import annotations

import hashlib
import json

import numpy as np
import pytest

from evals.sets.cuad_plain import QUESTIONS
from evals.training.corpus import Corpus
from evals.training.documents import cut, heading_question, place
from evals.training.licences import CLEAN, REFUSED, may_train_on
from evals.training.metrics import answer_f1, recall_at, recall_at_silent
from evals.training.pack import token_span
from evals.training.questions import HEADING_LEFT_OUT, clauses
from evals.training.sources.contracts import add_cuad
from evals.training.sources.files import Data, is_validation
from pincite.models.condense import condense

TEXT = (
    "1. Fees\n\nThe fee is 4,500 euros per year.\n\n"
    "2. Insurance\n\nThe supplier shall keep liability insurance of one million euros in force at all times, "
    "and shall show proof of it whenever the customer asks. The policy names the customer as insured.\n"
)


def test_the_fold_is_that_of_the_evaluation():
    key = next(k for k in map(str, range(100)) if hashlib.sha256(k.encode()).digest()[0] < 64)
    other = next(k for k in map(str, range(100)) if hashlib.sha256(k.encode()).digest()[0] >= 64)
    assert is_validation(key)
    assert not is_validation(other)


def test_sets_that_forbid_commercial_use_or_state_no_licence_are_refused():
    for name in ("anli_r1_dev", "control", "faithbench", "policyqa", "healthver", "rte_train"):
        assert not may_train_on(name)
    for name in ("cuad", "selqa_test", "bioasq_factoid", "snli_dev", "fever_dev_evidence"):
        assert may_train_on(name)
    assert not set(CLEAN) & set(REFUSED)


def test_a_set_without_a_known_licence_is_an_error():
    with pytest.raises(ValueError, match="not listed"):
        may_train_on("a set that nobody looked at")


def test_every_clause_type_is_asked_in_six_ways_that_the_evaluation_does_not_use():
    assert set(clauses().questions) == set(QUESTIONS)
    assert clauses().left_out <= set(QUESTIONS)
    for name, asked in clauses().questions.items():
        assert len(set(asked)) == 6
        assert QUESTIONS[name] not in asked


def test_headings_of_left_out_types_are_recognised():
    assert clauses().betrays("Assignment and Delegation")
    assert clauses().betrays("GOVERNING LAW")
    assert not clauses().betrays("Confidentiality")
    assert clauses().is_left_out(HEADING_LEFT_OUT)


@pytest.mark.parametrize(
    ("title", "asked"),
    [
        ("12.3 Limitation of Liability", "Limitation of Liability"),
        ("ARTICLE IV. CONFIDENTIALITY", "confidentiality"),
        ("Section 4.01 [Printing of Cards]", "Printing of Cards"),
        ("Confidential Information", "Confidential Information"),
        ("(a)", None),
        ("2019 2018 2017 in millions", None),
    ],
)
def test_a_heading_asks_for_what_it_names(title, asked):
    assert heading_question(title) == asked


def test_a_passage_under_a_heading_is_shown_with_and_without_it():
    corpus = Corpus()
    where = place(corpus, TEXT, cut(TEXT), validation=False)
    (number,) = where.touching(TEXT.index("liability"), TEXT.index("liability") + 9)
    passage = corpus.passages[number]
    assert corpus.texts[passage.body].startswith("2. Insurance")
    assert corpus.texts[passage.bare].startswith("The supplier")


def test_contracts_of_the_validation_fold_are_asked_and_never_trained_on(tmp_path):
    train = next(f"c{n}" for n in range(100) if not is_validation(f"c{n}"))
    held = next(f"c{n}" for n in range(100) if is_validation(f"c{n}"))
    write_cuad(tmp_path, (held, train))
    corpus = Corpus()
    add_cuad(corpus, Data(tmp_path))
    trained = [row for row in corpus.rows if row.source == "cuad"]
    assert {query.set for query in corpus.queries} == {"cuad", "cuad-plain"}
    assert len(trained) == 1
    (row,) = trained
    body = corpus.texts[corpus.passages[row.positives[0].passage].body]
    assert "liability insurance" in body[row.positives[0].start : row.positives[0].end]
    asked = {number for query in corpus.queries for number in range(*query.pool)}
    shown = {number for row in corpus.rows for number in range(*row.wide)}
    assert not asked & shown


def write_cuad(folder, keys):
    (folder / "cuad" / "text").mkdir(parents=True)
    contracts, labels = [], []
    start = TEXT.index("The supplier")
    end = TEXT.index(" in force")
    for key in keys:
        (folder / "cuad" / "text" / f"{key}.txt").write_text(TEXT, "utf-8", newline="")
        contracts.append({"contract_id": key, "text_file": f"text/{key}.txt"})
        labels.append(
            {
                "contract_id": key,
                "clause_type": "Insurance",
                "question": "Is there insurance?",
                "details": "Insurance that must be kept",
                "answers": [{"text": TEXT[start:end], "start": start, "end": end, "other_starts": []}],
                "is_absent": False,
            }
        )
    for name, rows in (("contracts", contracts), ("labels", labels)):
        lines = "".join(f"{json.dumps(row)}\n" for row in rows)
        (folder / "cuad" / f"{name}.dev.jsonl").write_text(lines, "utf-8")


def test_a_long_source_is_shortened_to_what_speaks_of_the_claim():
    source = " ".join(f"Sentence number {n} is about nothing in particular." for n in range(200))
    source += " The warranty lasts for eighteen months."
    short = condense("The warranty lasts for two years.", source, 300)
    assert len(short) <= 300
    assert "eighteen months" in short


def test_a_place_in_characters_becomes_the_tokens_that_touch_it():
    places = np.array([[0, 3], [4, 7], [8, 12]])
    assert token_span(places, 5, 9) == (1, 2)
    assert token_span(places, 20, 25) == (-1, -1)


def test_recall_at_silent_allows_one_false_alarm_in_twenty():
    scores = np.array([*range(20), 18.5, 5.0])
    present = np.array([False] * 20 + [True, True])
    assert recall_at_silent(scores, present) == 0.5


def test_recall_counts_any_right_place_among_the_first():
    assert recall_at(1, [[3, 1], [2, 5]], [frozenset({1}), frozenset({2})]) == 0.5


def test_answers_are_compared_word_by_word_without_articles():
    assert answer_f1("the Red House", ["red house!"]) == 1.0
    assert answer_f1("", []) == 1.0
    assert answer_f1("something", []) == 0.0
