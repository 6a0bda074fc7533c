"""ContractNLI and Kleister-NDA in the gold form."""

from __future__ import annotations

import pytest

from evals.sets import contractnli, kleister
from evals.tests.score.raw_sets import write_rows
from pincite.errors import InputError

NDA = "Alba GmbH shall keep secrets. It may not copy them. Ohio law applies."


def label(number: int, verdict: str, *evidence: str) -> dict:
    return {
        "doc_id": "cnli-1",
        "hypothesis_id": f"nda-{number}",
        "short": "No copies",
        "hypothesis": "Alba shall not copy secrets.",
        "label": verdict,
        "evidence": [
            {"start": NDA.index(text), "end": NDA.index(text) + len(text), "text": text} for text in evidence
        ],
    }


def read_contractnli(data, *labels):
    write_rows(data / "contractnli/documents.dev.jsonl", {"doc_id": "cnli-1", "text": NDA})
    write_rows(data / "contractnli/labels.dev.jsonl", *labels)
    return contractnli.read(data, "dev")


@pytest.mark.parametrize(("verdict", "value"), [("Entailment", True), ("Contradiction", False)])
def test_statement_is_one_yes_or_no_that_any_evidence_proves(tmp_path, verdict, value):
    gold = read_contractnli(tmp_path, label(1, verdict, "It may not copy them.", "Alba GmbH"))
    (row,) = gold.rows
    assert row.question == "Does the document say that: Alba shall not copy secrets."
    assert (row.answer_type, row.strata.field, row.strata.position) == ("boolean", "No copies", "front")
    (answer,) = row.answers
    assert answer.value == {"value": value}
    assert [NDA[s:e] for s, e in answer.spans] == ["It may not copy them.", "Alba GmbH"]
    assert gold.sources[0].content().decode() == NDA


def test_statement_that_is_not_mentioned_is_absent(tmp_path):
    (row,) = read_contractnli(tmp_path, label(1, "NotMentioned")).rows
    assert row.absent


def test_label_of_an_unlisted_document_is_an_error(tmp_path):
    with pytest.raises(InputError, match="cnli-9"):
        read_contractnli(tmp_path, label(1, "NotMentioned") | {"doc_id": "cnli-9"})


def read_kleister(data, **answers):
    row = {"doc_id": "d1", "pdf_file": None, "answers": answers, "absent": [], "text": NDA}
    write_rows(data / "kleister_nda/labels.dev.jsonl", row)
    gold = kleister.read(data, "dev")
    return {row.strata.field: row for row in gold.rows}


def test_four_facts_are_asked_with_their_types_and_values(tmp_path):
    rows = read_kleister(
        tmp_path,
        effective_date=["2017-02-10"],
        jurisdiction=["Ohio"],
        party=["Alba GmbH", "Brook Ltd."],
        term=["18 months"],
    )
    values = {field: [answer.value for answer in row.answers] for field, row in rows.items()}
    assert values == {
        "effective_date": [{"iso": "2017-02-10", "precision": "day"}],
        "jurisdiction": [{"text": "Ohio"}],
        "party": [{"name": "Alba GmbH"}, {"name": "Brook Ltd."}],
        "term": [{"iso8601": "P18M"}],
    }
    assert [row.answer_type for row in rows.values()] == ["date", "text", "organisation", "duration"]
    assert all(answer.spans is None for row in rows.values() for answer in row.answers)


def test_fact_that_the_agreement_does_not_state_is_absent(tmp_path):
    rows = read_kleister(tmp_path, jurisdiction=["Ohio"])
    assert {field for field, row in rows.items() if row.absent} == {"effective_date", "party", "term"}


@pytest.mark.parametrize(("key", "written"), [("term", "until revoked"), ("effective_date", "May 2017")])
def test_value_in_no_known_form_is_text_alone(tmp_path, key, written):
    (answer,) = read_kleister(tmp_path, **{key: [written]})[key].answers
    assert (answer.value, answer.text) == (None, written)
