"""LegalBench-RAG in the gold form."""

from __future__ import annotations

import pytest

from evals.sets import legalbenchrag
from evals.tests.score.raw_sets import write_rows, write_text
from pincite.errors import InputError

TEXT = "Terms.\r\nWe keep your data for a year.\r\nWe never sell it.\r\n"


def query(number: int, benchmark: str, *found: str, file_name: str = "Some%20Policy.txt") -> dict:
    return {
        "query_id": f"{benchmark}-{number}",
        "benchmark": benchmark,
        "query": "Consider the policy; is data kept?",
        "snippets": [
            {
                "file_path": f"{benchmark}/{file_name}",
                "span": [TEXT.index(text), TEXT.index(text) + len(text)],
                "answer": text,
            }
            for text in found
        ],
    }


@pytest.fixture
def data(tmp_path):
    for benchmark in ("contractnli", "privacy_qa", "maud"):
        write_text(tmp_path / f"legalbenchrag/corpus/{benchmark}/Some%20Policy.txt", TEXT)
        rows = query(1, benchmark, "We keep your data for a year."), query(2, benchmark, "We never sell it.")
        write_rows(tmp_path / f"legalbenchrag/{benchmark}.queries.dev.jsonl", *rows)
    return tmp_path


def test_each_snippet_is_an_item_with_its_place(data):
    both = query(1, "maud", "We keep your data for a year.", "We never sell it.")
    write_rows(data / "legalbenchrag/maud.queries.dev.jsonl", both)
    gold = legalbenchrag.read_one(data, "dev", "maud")
    (row,), (source,) = gold.rows, gold.sources
    text = source.content().decode()
    assert [text[s:e] for answer in row.answers for s, e in answer.spans] == [a.quote for a in row.answers]
    assert len(row.answers) == 2
    assert (row.strata.doc_type, row.strata.field) == ("merger agreement", "maud")
    assert row.strata.position == "front"


def test_all_three_are_read_together_and_files_of_one_name_stay_apart(data):
    gold = legalbenchrag.read(data, "dev")
    assert len(gold.rows) == 6
    assert [source.name for source in gold.sources] == [
        "contractnli-Some%20Policy.txt",
        "privacy_qa-Some%20Policy.txt",
        "maud-Some%20Policy.txt",
    ]
    assert gold.sources[0].key == "contractnli/Some%20Policy.txt"


def test_one_benchmark_is_read_alone(data):
    gold = legalbenchrag.read_one(data / "legalbenchrag", "dev", "privacy_qa")
    assert gold.name == "legalbenchrag-privacy_qa"
    assert {row.strata.field for row in gold.rows} == {"privacy_qa"}


def test_question_with_evidence_in_two_files_is_left_out_and_counted(data):
    first, second = query(1, "maud", "Terms."), query(1, "maud", "Terms.", file_name="Other.txt")
    mixed = first | {"snippets": first["snippets"] + second["snippets"]}
    write_rows(data / "legalbenchrag/maud.queries.dev.jsonl", mixed, query(2, "maud", "Terms."))
    gold = legalbenchrag.read_one(data, "dev", "maud")
    assert len(gold.rows) == 1
    assert gold.left_out == {"evidence not in one file": 1}


def test_missing_document_is_named(data):
    (data / "legalbenchrag/corpus/maud/Some%20Policy.txt").unlink()
    with pytest.raises(InputError, match=r"Some%20Policy.txt cannot be read"):
        legalbenchrag.read(data, "dev")
