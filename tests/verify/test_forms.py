"""Rows in the forms of others, in files that follow their documentation, and under other column names."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from pydantic import BaseModel

import pincite
from pincite.errors import InputError
from pincite.verification.row_files import rows_of
from pincite.verification.verifying import verify
from tests.verify.papers import RENT, write_lease


@pytest.fixture
def lease(tmp_path: Path) -> Path:
    return write_lease(tmp_path)


def written(folder: Path, name: str, whole: Any) -> Path:
    path = folder / name
    path.write_text(json.dumps(whole))
    return path


def verdicts(claims: Any, lease: Path, **options: Any) -> list[str]:
    return [row.verdict for row in verify(claims, lease, isolated=False, **options)]


ROWS = [
    {"document": "lease.pdf", "field": "rent", "value": "EUR 2,400.00", "quote": RENT, "page": 2},
    {"document": "lease.pdf", "field": "rent", "value": "EUR 2,500.00", "quote": RENT, "page": 2},
]


def test_rows_come_as_json_lines_csv_and_workbook(tmp_path: Path, lease: Path):
    written(tmp_path, "rows.json", ROWS)
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, ROWS)) + "\n\n")
    with (tmp_path / "rows.csv").open("w", newline="", encoding="utf-8-sig") as file:
        writer = csv.DictWriter(file, list(ROWS[0]), delimiter=";")
        writer.writeheader()
        writer.writerows(ROWS)
    with xlsxwriter.Workbook(str(tmp_path / "rows.xlsx")) as book:
        sheet = book.add_worksheet()
        for at, row in enumerate([list(ROWS[0]), *(list(row.values()) for row in ROWS)]):
            sheet.write_row(at, 0, row)

    for name in ("rows.json", "rows.jsonl", "rows.csv", "rows.xlsx"):
        assert verdicts(tmp_path / name, lease) == ["proved", "does_not_follow"], name


def test_columns_with_other_names_are_guessed_and_said(tmp_path: Path, lease: Path):
    other = {
        "File Name": "lease.pdf",
        "Question": "rent",
        "Answer": "EUR 2,400.00",
        "Citation": RENT,
        "Page No.": 2,
    }
    said: list[str] = []

    (row,) = rows_of(written(tmp_path, "rows.json", [other]), None, said.append)

    assert (row.document, row.field, row.value, row.quote, row.page) == (
        "lease.pdf",
        "rent",
        "EUR 2,400.00",
        RENT,
        2,
    )
    assert "Column 'Citation' is read as the quote." in said


def test_columns_are_what_the_user_says(tmp_path: Path, lease: Path):
    path = written(tmp_path, "rows.json", [{"beleg": RENT, "betrag": "EUR 2,400.00", "note": "mine"}])

    (told,) = verify(path, lease, columns={"quote": "beleg", "value": "betrag"}, isolated=False)

    assert told.verdict == "proved"
    assert told.model_dump()["note"] == "mine"


def test_replies_with_citations_of_anthropic(tmp_path: Path, lease: Path):
    cited = {
        "type": "page_location",
        "cited_text": RENT,
        "document_index": 0,
        "document_title": "lease.pdf",
        "start_page_number": 2,
        "end_page_number": 3,
    }
    wrong = cited | {"start_page_number": 1, "end_page_number": 2}
    reply = {
        "type": "message",
        "role": "assistant",
        "content": [
            {"type": "text", "text": "Here is what I found: "},
            {"type": "text", "text": "According to the lease, it is EUR 2,400.00.", "citations": [cited]},
            {"type": "text", "text": "It is paid in advance, every month.", "citations": [cited, wrong]},
            {"type": "text", "text": "The monthly rent is EUR 2,900.00.", "citations": [cited]},
        ],
    }

    assert verdicts(written(tmp_path, "reply.json", reply), lease) == [
        "open",
        "proved",
        "elsewhere",
        "does_not_follow",
    ]


def test_annotated_documents_of_langextract(tmp_path: Path, lease: Path):
    found = {
        "extraction_class": "rent",
        "extraction_text": RENT,
        "char_interval": {"start_pos": 0, "end_pos": 62},
        "alignment_status": "match_exact",
        "extraction_index": 1,
        "group_index": 0,
        "description": None,
        "attributes": {"amount": "EUR 2,400.00", "currency": "GBP"},
    }
    fuzzy = found | {"extraction_text": RENT.replace("advance", "arrears"), "attributes": None}
    path = tmp_path / "extraction.jsonl"
    path.write_text(
        json.dumps({"extractions": [found, fuzzy], "text": "…", "document_id": "doc_1f2e"}) + "\n"
    )

    assert verdicts(path, lease) == ["proved", "proved", "does_not_follow", "altered"]


def test_results_of_llamaextract_with_boxes(tmp_path: Path, lease: Path):
    box = verify([{"quote": RENT}], lease, isolated=False)[0].evidence[0].boxes[0]
    place = {"x": box.x0, "y": box.y0, "w": box.x1 - box.x0, "h": box.y1 - box.y0}
    citation = {
        "page": 2,
        "matching_text": RENT,
        "bounding_boxes": [place],
        "page_dimensions": {"width": 595.28, "height": 841.89},
    }
    far = citation | {"bounding_boxes": [place | {"y": 700}]}
    result = {
        "data": {"rent": {"amount": "EUR 2,400.00"}, "dates": [{"due": "EUR 1.00"}]},
        "extraction_metadata": {
            "field_metadata": {
                "rent": {"amount": {"citation": [citation, far]}},
                "dates": [{"due": {"citation": [citation]}}],
            }
        },
    }

    told = verify(written(tmp_path, "result.json", result), lease, isolated=False)

    assert [row.verdict for row in told] == ["proved", "elsewhere", "does_not_follow"]
    assert [row.field for row in told] == ["rent.amount", "rent.amount", "dates.0.due"]


def test_results_of_reducto_in_both_forms(tmp_path: Path, lease: Path):
    box = verify([{"quote": RENT}], lease, isolated=False)[0].evidence[0].boxes[0]
    place = {"left": box.x0 / 595.28, "top": box.y0 / 841.89, "width": 0.5, "height": 0.02, "page": 2}
    cited = {"bbox": place | {"original_page": 2}, "content": RENT, "type": "Text", "confidence": "high"}
    beside = {"result": {"rent": {"value": "EUR 2,400.00", "citations": [cited]}}}
    apart = {"result": [{"rent": "EUR 2,400.01"}], "citations": [{"rent": [cited]}]}

    assert verdicts(written(tmp_path, "beside.json", beside), lease) == ["proved"]
    assert verdicts(written(tmp_path, "apart.json", apart), lease) == ["does_not_follow"]


def test_answers_and_tables_of_our_own_are_proved_again(tmp_path: Path):
    note = tmp_path / "note.txt"
    note.write_text("Terms\n\nThe monthly rent is EUR 2,400.00. Notice is given in writing.\n")
    settings = {"isolated": False, "local_models": False}
    with pincite.open(tmp_path / "library", strictness="lenient", settings=settings) as library:
        library.add(note)
        answer = library.ask("How much is the monthly rent?")
        table = library.table(fields="monthly rent")

    assert verdicts(answer, note) == ["proved"]
    assert verdicts(
        written(tmp_path, "answer.json", answer.model_dump(mode="json", by_alias=True)), note
    ) == ["proved"]
    assert set(verdicts(table, note)) == {"proved"}


def test_pydantic_objects_are_rows_or_hold_them(lease: Path):
    class Row(BaseModel):
        field: str
        value: str
        quote: str

    class Field(BaseModel):
        value: float
        quote: str

    class Lease(BaseModel):
        rent: Field

    assert verdicts([Row(field="rent", value="EUR 2,400.00", quote=RENT)], lease) == ["proved"]
    assert verdicts(Lease(rent=Field(value=2400.0, quote=RENT)), lease) == ["proved"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("rows.json", "[]", "no rows"),
        ("rows.json", "{", "no JSON"),
        ("rows.jsonl", '{"quote": "a"}\n{', "Line 2"),
        ("rows.csv", "colour,size\nred,2\n", "no column for a quote or a value"),
        ("rows.txt", "a", "does not say by its name"),
        ("rows.json", '[{"quote": "a", "box": [1, 2]}]', "Row 1"),
        ("rows.json", '[{"quote": "a", "page": [1, 2]}]', "Row 1"),
    ],
)
def test_rows_that_cannot_be_read_are_an_error_that_says_why(
    tmp_path: Path, lease: Path, name: str, content: str, said: str
):
    (tmp_path / name).write_text(content)

    with pytest.raises(InputError, match=said):
        verify(tmp_path / name, lease, isolated=False)


def test_column_that_is_not_there_is_an_error(tmp_path: Path, lease: Path):
    with pytest.raises(InputError, match="no column 'Zitat'"):
        verify(ROWS, lease, columns={"quote": "Zitat"}, isolated=False)
