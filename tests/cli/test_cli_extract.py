"""`pincite extract` and `pincite schema init|validate` as a user runs them."""

from __future__ import annotations

import csv
import importlib.util
import json
import zipfile

import pytest
from command_line import CommandLine

SCHEMA = """\
name: services
fields:
  - name: fee
    type: amount
    question: What is the monthly fee?
  - name: notice
    question: What is the notice period?
    cardinality: many
  - name: parking
    question: How much is the parking charge?
    type: amount
    required: true
"""


FEE = "EUR 48,500.00 (exclusive of value added tax)"


def extract(pincite: CommandLine, *more: str, schema: str = SCHEMA):
    return pincite("extract", pincite.file("a.txt"), "--schema", pincite.file("s.yaml", schema), *more)


def test_row_for_each_document_has_values_states_and_citations(pincite: CommandLine):
    target = pincite.folder / "out.jsonl"
    shown = extract(pincite, pincite.file("b.txt", "Nothing.\n"), "--output", str(target))
    first, second = [json.loads(line) for line in target.read_text("utf-8").splitlines()]

    assert shown.code == 0
    fee = first["cells"]["fee"]
    assert (first["document"], fee["state"], fee["items"][0]["original"]) == (
        "a.txt",
        "answered",
        "EUR 48,500.00",
    )
    assert fee["items"][0]["value"] == {"value": "48500.00", "currency": "EUR", "unit": None}
    place = fee["items"][0]["evidence"][0]
    assert "EUR 48,500.00" in place["snippet"]
    assert place["lines"] == [5, 6]
    parking = first["cells"]["parking"]
    assert parking["state"] == "to_review"
    assert parking["reason"].startswith("The schema requires a value.")
    walked = first["cells"]["notice"]["walked"]
    assert walked["blocks"] == walked["of_blocks"]
    assert second["cells"]["fee"]["state"] == "not_stated"


def test_summary_counts_cells_tells_what_was_read_and_how_long_it_took(pincite: CommandLine):
    shown = extract(pincite, "-o", str(pincite.folder / "out.csv"))

    assert "3 cells: " in shown.stdout
    assert "1 to review" in shown.stdout
    assert "Read for notice: 5 of 5 passages, in 1 part." in shown.stderr
    assert "Time: " in shown.stderr
    assert "Language model" not in shown.stderr
    assert f"Written: {pincite.folder / 'out.csv'}" in shown.stderr


def test_csv_and_excel_have_a_column_of_citations_for_each_field(pincite: CommandLine):
    targets = [pincite.folder / name for name in ("out.csv", "out.XLSX")]
    shown = extract(pincite, *(part for target in targets for part in ("-o", str(target))))

    assert shown.code == 0
    with targets[0].open(newline="", encoding="utf-8") as written:
        header, row = csv.reader(written)
    assert header[:5] == ["document", "fee", "fee (state)", "fee (chance)", "fee (citations)"]
    assert header[9:11] == ["notice (citations)", "notice (reason)"]
    assert row[1] == FEE
    assert row[4].startswith("a.txt, line")
    assert "xl/worksheets/sheet2.xml" in zipfile.ZipFile(targets[1]).namelist()


def test_second_run_asks_nothing_again(pincite: CommandLine):
    first = json.loads(extract(pincite, "--json").stdout)
    again = json.loads(extract(pincite, "--json").stdout)
    assert again == first  # the ids of the runs, too


def test_review_of_what_was_extracted_goes_on_where_it_is(pincite: CommandLine):
    made = json.loads(extract(pincite, "--json").stdout)
    reviewed = pincite("review", made["table"], typed="n\n")
    assert reviewed.code == 0
    again = json.loads(extract(pincite, "--json").stdout)
    assert again["rows"][0]["cells"]["parking"]["decision"]["kind"] == "not_stated"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--schema", "s.yaml", "-o", "out.doc"], 2, "does not tell its form"),
        (["--schema", "s.yaml", "-o", "nowhere/out.csv"], 2, "There is no folder nowhere"),
        (["--schema", "s.yaml", "-o", "out.csv", "-o", "out.csv"], 2, "name the same file"),
        (["-o", "out.csv"], 2, "No schema is given"),
        (["--schema", "none.yaml"], 2, "'none.yaml' cannot be read"),
    ],
)
def test_slip_is_told_before_any_work(pincite: CommandLine, monkeypatch, arguments, code, said):
    monkeypatch.chdir(pincite.folder)
    pincite.file("s.yaml", SCHEMA)
    shown = pincite("extract", pincite.file("a.txt"), *arguments)
    assert (shown.code, said in shown.stderr) == (code, True), shown.stderr
    assert not pincite.library.exists()


def test_model_without_its_key_is_told_before_any_cell_is_asked(pincite: CommandLine, monkeypatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    shown = extract(pincite, "--model", "anthropic/some-model")
    assert shown.code == 4
    assert "ANTHROPIC_API_KEY is not set" in shown.stderr
    assert shown.stdout == ""


def test_word_that_is_neither_file_nor_document_is_told_as_both(pincite: CommandLine):
    pincite.file("s.yaml", SCHEMA)
    pincite("add", pincite.file("a.txt"))
    shown = pincite("extract", "nosuch.pdf", "--schema", str(pincite.folder / "s.yaml"))
    assert shown.code == 2
    said = " ".join(shown.stderr.split())
    assert "There is no file 'nosuch.pdf'. The library has no document named 'nosuch.pdf'." in said


def test_bad_schema_names_file_line_and_field(pincite: CommandLine):
    shown = extract(pincite, schema=SCHEMA.replace("type: amount", "type: amonut", 1))
    assert shown.code == 2
    assert "s.yaml, line 4, field 'fee': there is no type 'amonut'; did you mean 'amount'?" in shown.stderr


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is not None, reason="pyarrow is installed")
def test_parquet_needs_an_extra_and_says_so_before_any_work(pincite: CommandLine):
    shown = extract(pincite, "-o", str(pincite.folder / "out.parquet"))
    assert shown.code == 3
    assert "pincite[parquet]" in shown.stderr
    assert not pincite.library.exists()


def test_parquet_has_the_columns_of_the_csv_file(pincite: CommandLine):
    parquet = pytest.importorskip("pyarrow.parquet")
    target = pincite.folder / "out.parquet"
    extract(pincite, "-o", str(target))
    table = parquet.read_table(target)
    assert table.column_names[:2] == ["document", "fee"]
    assert table.to_pylist()[0]["fee"] == FEE


def test_starters_are_listed_printed_and_written(pincite: CommandLine, tmp_path):
    target = tmp_path / "schema.yaml"
    assert "commercial-contracts: 41 fields." in pincite("schema", "init").stdout
    assert pincite("schema", "init", "nda").stdout.startswith("name: nda\n")
    assert pincite("schema", "init", "NDA", "--output", str(target)).code == 0
    assert "name: nda" in target.read_text("utf-8")
    again = pincite("schema", "init", "drug-labels", "-o", str(target))
    assert (again.code, "is there already" in again.stderr) == (2, True)
    assert "name: nda" in target.read_text("utf-8")
    assert pincite("schema", "init", "leases").code == 2
    unnamed = pincite("schema", "init", "--output", str(tmp_path / "other.yaml"))
    assert (unnamed.code, "Name one of: commercial-contracts, nda" in unnamed.stderr) == (2, True)


def test_schema_that_is_in_order_shows_what_is_asked(pincite: CommandLine):
    shown = pincite("schema", "validate", pincite.file("s.yaml", SCHEMA))
    assert shown.code == 0
    assert "fee [amount]: What is the monthly fee?" in shown.stdout
    assert "notice [many]: What is the notice period?" in shown.stdout
    read = json.loads(pincite("schema", "validate", str(pincite.folder / "s.yaml"), "--json").stdout)
    assert [field["name"] for field in read["fields"]] == ["fee", "notice", "parking"]
    broken = pincite("schema", "validate", pincite.file("s.yaml", "fields: [fee, fee]\n"))
    assert broken.code == 2


def test_json_schema_of_answers_tables_and_replies_is_printed(pincite: CommandLine):
    assert json.loads(pincite("extract", "--print-schema", "answer").stdout)["$id"] == "pincite.answer/3"
    assert "AmountValue" in json.loads(pincite("extract", "--print-schema", "amount,date").stdout)["$defs"]
    assert json.loads(pincite("extract", "--print-schema", "table").stdout)["$id"] == "pincite.table/2"
