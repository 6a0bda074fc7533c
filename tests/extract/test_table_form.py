"""The published form of a table, and the files that are made of it."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

import pincite
from pincite.answer.document_tables import Table
from pincite.answer.json_schema import table_schema
from pincite.errors import InputError
from pincite.extract.as_csv import to_csv
from pincite.extract.as_page import to_html
from pincite.extract.as_workbook import to_xlsx
from tests.factories import write
from tests.form_filling import objects

PUBLISHED = Path(__file__).parents[2] / "docs" / "table.schema.json"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    folder = tmp_path_factory.mktemp("table")
    planted = "The monthly fee is EUR 5.00 <script>alert(1)</script> & more.\n"
    with pincite.open(folder / "library") as library:
        library.add(write(folder, "a.txt"), write(folder, "=b.txt", planted))
        return library.table(
            None,
            {"monthly fee": "monthly fee", "@cap": "liability cap"},
            unread={"broken.pdf": InputError("It is broken.", hint="Mend it.")},
        )


def test_schema_in_the_docs_is_the_one_in_force():
    """Write it anew with: pincite extract --print-schema table > docs/table.schema.json"""
    assert json.loads(PUBLISHED.read_text("utf-8")) == table_schema()


def test_every_object_of_a_table_requires_all_its_keys_and_allows_no_other():
    for each in objects(table_schema()):
        if "properties" in each:
            assert each["additionalProperties"] is False, each
            assert sorted(each["required"]) == sorted(each["properties"]), each


def test_table_fulfils_the_schema_and_is_read_back_the_same(table):
    written = json.loads(table.to_json())

    jsonschema.validate(written, table_schema())
    assert Table.model_validate_json(table.to_json()) == table
    assert list(written) == ["schema", "table", "fields", "selection", "rows", "review"]


def test_csv_has_the_citations_of_each_field_and_no_formula(table):
    header, *rows = csv.reader(io.StringIO(to_csv(table)))

    assert header[:6] == [
        *("document", "monthly fee", "monthly fee (state)", "monthly fee (chance)"),
        *("monthly fee (citations)", "monthly fee (reason)"),
    ]
    by_name = {row[0]: row for row in rows}
    assert by_name["a.txt"][1:3] == ["EUR 4,500.00 (for the Services)", "answered"]
    assert re.match(r"a\.txt, lines? [\d–]+: “The Customer shall pay", by_name["a.txt"][4])
    assert by_name["broken.pdf"][2:6] == ["failed", "", "", "It is broken. Mend it."]
    assert "'=b.txt" in by_name
    assert "'@cap" in header


def test_workbook_is_read_by_a_spreadsheet_and_holds_only_text(table):
    calamine = pytest.importorskip("python_calamine")
    content = to_xlsx(table)

    book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(content))
    assert book.sheet_names == ["Table", "Citations"]
    rows = book.get_sheet_by_name("Table").to_python()
    assert rows[0][0] == "document"
    assert {row[0] for row in rows[1:]} == {"a.txt", "=b.txt", "broken.pdf"}
    cited = book.get_sheet_by_name("Citations").to_python()
    assert cited[0] == ["document", "field", "state", "value", "chance", "page", "place", "quote", "reason"]
    assert to_xlsx(table) == content
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        for name in package.namelist():
            ElementTree.fromstring(package.read(name))
        assert b"<f>" not in package.read("xl/worksheets/sheet1.xml")


def test_page_shows_every_cell_and_runs_nothing(table):
    page = to_html(table)

    assert page.count("<td") == 6
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "default-src &#x27;none&#x27;" in page
    assert "It is broken. Mend it." in page
    assert "What is the monthly fee?" in page
