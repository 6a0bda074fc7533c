"""FinanceBench and TAT-QA in the gold form."""

from __future__ import annotations

import pytest

from evals.sets import financebench, tatqa
from evals.tests.score.raw_sets import write_rows, write_text
from pincite.ingest.markdown import MarkdownParser


def asked(
    answer: str, question: str = "What is it?", pages: tuple = (3,), doc_name: str = "ALBA_10K"
) -> dict:
    return {
        "financebench_id": f"fb-{doc_name}",
        "doc_name": doc_name,
        "doc_type": "10K",
        "question_type": "metrics",
        "question": question,
        "answer": answer,
        "evidence": [
            {"evidence_text": f"page {page}", "page_verified": True, "pdf_page_1based": page}
            for page in pages
        ],
        "pdf_file": f"pdf/{doc_name}.pdf",
    }


def read_financebench(data, *questions):
    write_text(data / "financebench/pdf/ALBA_10K.pdf", "%PDF")
    write_rows(data / "financebench/qa.dev.jsonl", *questions)
    return financebench.read(data, "dev")


def test_answer_has_the_page_of_its_evidence(tmp_path):
    gold = read_financebench(tmp_path, asked("Alba sells bricks.", pages=(3, 5, 3)))
    (row,) = gold.rows
    assert [answer.page for answer in row.answers] == [3, 5]
    assert {answer.text for answer in row.answers} == {"Alba sells bricks."}
    assert (row.document, row.strata.doc_type, row.strata.field) == ("ALBA_10K.pdf", "10k", "metrics")
    assert gold.sources[0].key == "ALBA_10K"


def test_page_that_nobody_verified_is_not_known(tmp_path):
    question = asked("Yes")
    question["evidence"][0]["page_verified"] = None
    (row,) = read_financebench(tmp_path, question).rows
    assert row.answers[0].page is None


@pytest.mark.parametrize(
    ("answer", "question", "answer_type", "value"),
    [
        ("2.8%", "What is the margin?", "percentage", {"value": "2.8"}),
        ("$5,466.00", "In USD?", "amount", {"value": "5466.00", "currency": "USD", "unit": None}),
        ("$59.5", "In USD millions?", "amount", {"value": "59500000.0", "currency": "USD", "unit": None}),
        ("77", "In USD thousands?", "amount", {"value": "77000", "currency": "USD", "unit": None}),
        ("1.25", "What is the ratio?", "number", {"value": "1.25", "unit": None}),
        ("36%. This assumes a year.", "What share?", None, None),
        ("Yes", "Did it grow?", None, None),
    ],
)
def test_value_is_known_where_the_answer_is_a_bare_number(tmp_path, answer, question, answer_type, value):
    (row,) = read_financebench(tmp_path, asked(answer, question)).rows
    assert (row.answer_type, row.answers[0].value) == (answer_type, value)


def test_question_on_a_filing_that_is_not_there_is_left_out_and_counted(tmp_path):
    gold = read_financebench(tmp_path, asked("Yes"), asked("No", doc_name="BROOK_10K"))
    assert [row.document for row in gold.rows] == ["ALBA_10K.pdf"]
    assert sum(gold.left_out.values()) == 1


TABLE = [["", "2019", "2018"], ["Sales\nin total", "$ 1,496", "1,202"], ["Other", "44", "44"]]
PARAGRAPHS = [{"order": 2, "text": "In millions,\nas reported."}, {"order": 1, "text": "Sales rose."}]


def read_tatqa(data, answer, kind="span", source="table", paragraphs=(), scale=""):
    question = {
        "uid": "q1",
        "question": "How much?",
        "answer": answer,
        "answer_type": kind,
        "answer_from": source,
        "rel_paragraphs": list(paragraphs),
        "scale": scale,
    }
    page = {"table": {"uid": "t1", "table": TABLE}, "paragraphs": PARAGRAPHS, "questions": [question]}
    write_rows(data / "tatqa/hybrid.dev.jsonl", page)
    return tatqa.read(data, "dev")


def test_page_is_a_markdown_file_with_a_table_that_the_parser_reads(tmp_path):
    (source,) = read_tatqa(tmp_path, ["1,202"]).sources
    document = MarkdownParser().read(source.content(), source.name)
    assert document.text == source.text
    assert source.text.startswith("Sales rose.\n\nIn millions, as reported.\n\n|")
    (table,) = document.tables
    assert [cell.span.of(document.text) for cell in table.cells] == [
        *("2019", "2018"),
        *("Sales in total", "$ 1,496", "1,202"),
        *("Other", "44", "44"),
    ]


@pytest.mark.parametrize(
    ("answer", "paragraphs", "quote"),
    [
        ("1,202", (), "1,202"),
        ("Sales in total", (), "Sales in total"),
        ("as reported", ("2",), "as reported"),
        ("as reported", ("1",), ""),
        ("44", (), ""),
        ("496", (), ""),
    ],
)
def test_place_is_known_where_the_answer_stands_just_once(tmp_path, answer, paragraphs, quote):
    gold = read_tatqa(tmp_path, [answer], paragraphs=paragraphs)
    ((given,), (source,)) = gold.rows[0].answers, gold.sources
    assert given.text == answer
    assert given.quote == quote
    assert [source.text[s:e] for s, e in given.spans or ()] == ([quote] if quote else [])


def test_several_marked_texts_are_a_list(tmp_path):
    (row,) = read_tatqa(tmp_path, ["2019", "", "2018"], "multi-span").rows
    assert row.answer_shape == "list"
    assert [answer.text for answer in row.answers] == ["2019", "2018"]


@pytest.mark.parametrize(
    ("answer", "kind", "scale", "answer_type", "value"),
    [
        (154, "arithmetic", "million", None, {"value": "154000000", "unit": None}),
        (-0.5, "arithmetic", "", None, {"value": "-0.5", "unit": None}),
        (104.05, "arithmetic", "percent", "percentage", {"value": "104.05"}),
        ("3", "count", "", "number", {"value": "3", "unit": None}),
    ],
)
def test_result_of_arithmetic_is_a_number_in_full(tmp_path, answer, kind, scale, answer_type, value):
    (row,) = read_tatqa(tmp_path, answer, kind, scale=scale).rows
    assert (row.answer_type, row.answers[0].value, row.answers[0].text) == (answer_type, value, str(answer))
    assert row.strata.field == f"{kind} from table"


def test_question_without_an_answer_is_left_out_and_counted(tmp_path):
    gold = read_tatqa(tmp_path, [""], "multi-span")
    assert gold.rows == ()
    assert gold.left_out == {"no answer is given": 1}
