"""`show`: what a document is and what it is about, its tables and figures."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import CommandLine
from rich.console import Console

from pincite.cli import document_json
from pincite.cli.document_view import show_summary, show_tables
from pincite.ingest.text import TextParser
from pincite.records.document import Box, Cell, Document, Figure, Table
from pincite.records.library import Held, identify
from pincite.records.reading import PageQuality
from pincite.records.span import Span

TEXT = """\
SUPPLY AGREEMENT

This agreement is entered into by and between Acme Widgets, Inc. ("Acme") and Beta LLC (the "Customer").

Table 1: Fees

Year Fee
2024 EUR 100
2025 EUR 120
"""


def tabular(header_rows: int = 1, anchor: str = "") -> Document:
    """The agreement with its table of fees, as a parser of another format would give it."""
    document = TextParser().read(TEXT.encode(), "supply.txt")
    start = TEXT.index("Year")
    places = [
        (0, 0, "Year"),
        (0, 1, "Fee\n"),
        (1, 0, "2024"),
        (1, 1, "EUR 100"),
        (2, 0, "2025"),
        (2, 1, "EUR 120"),
    ]
    cells = tuple(
        Cell(row, column, Span(at := TEXT.index(words, start), at + len(words.strip())), anchor=anchor)
        for row, column, words in places
    )
    caption = Span(at := TEXT.index("Table 1"), at + len("Table 1: Fees"))
    whole = Span(start, cells[-1].span.end)
    return replace(
        document,
        tables=(Table(1, whole, 3, 2, header_rows, cells, "lines", caption),),
        figures=(Figure(1, Box(1, 1.0, 2.0, 3.0, 4.0), None, caption, "a chart"),),
    )


def held(document: Document) -> Held:
    return Held(identify("default", "supply.txt", b"", document.parse), document, b"")


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Console:
    console = Console(
        record=True, width=100, highlight=False, markup=False, emoji=False, file=(tmp_path / "o").open("w")
    )
    for module in ("document_view", "screen"):
        monkeypatch.setattr(f"pincite.cli.{module}.output", lambda: console)
    return console


def test_summary_says_what_the_document_is_and_whom_it_is_about(pincite: CommandLine):
    pincite("add", pincite.file("supply.txt", TEXT))

    result = pincite("show", "supply.txt")

    assert "type        contract\n  language    en\n" in result.stdout
    assert "about       Acme Widgets, Inc. (Acme); Beta LLC (Customer)" in result.stdout


def test_type_that_is_unknown_is_left_out(pincite: CommandLine):
    pincite("add", pincite.file("note.txt", "The weather is fine today and the sun is out.\n"))

    result = pincite("show", "note.txt")

    assert "type" not in result.stdout
    assert "  language    en\n" in result.stdout


def test_blank_lines_count_alike_everywhere(pincite: CommandLine):
    pincite("add", pincite.file("note.md", "# Rent\n\nThe rent is EUR 5.\n\n## Deposit\n\nNone.\n"))

    summary, beyond, listed = (
        pincite("show", "note.md"),
        pincite("show", "note.md", "--lines", "9"),
        pincite("documents"),
    )

    assert "lines       4 with text, numbered from 1 to 7\n" in summary.stdout
    assert "numbered from 1 to 7, of which 4 have text" in beyond.stderr
    assert "text lines" in listed.stdout


def test_section_of_markdown_ends_before_the_next_heading(pincite: CommandLine):
    pincite(
        "add", pincite.file("note.md", "# Lease\n\n## Rent\n\nThe rent is EUR 5.\n\n## Deposit\n\nNone.\n")
    )

    result = pincite("show", "note.md", "--section", "Rent")

    assert result.stdout == "3  ## Rent\n\n5  The rent is EUR 5.\n"


def test_summary_as_json_holds_the_profile(pincite: CommandLine):
    pincite("add", pincite.file("supply.txt", TEXT))

    profile = json.loads(pincite("show", "supply.txt", "--json").stdout)["profile"]

    assert (profile["type"], profile["language"], profile["scanned_share"]) == ("contract", "en", 0.0)
    (acme, _) = profile["subjects"]
    assert (acme["name"], acme["aliases"]) == ("Acme Widgets, Inc.", ["Acme"])
    assert TEXT[acme["start"] : acme["end"]] == acme["text"] == "Acme Widgets, Inc."


def test_summary_counts_tables_and_figures_and_tells_of_pages_read_badly(shown: Console):
    document = tabular()
    quality = (
        PageQuality(1, "recognised", 900, 0.0, 0.5),
        PageQuality(2, "text", 900, 0.0),
        PageQuality(3, "text", 900, 0.4),
    )

    show_summary(held(replace(document, profile=replace(document.profile, pages=quality))))

    text = shown.export_text()
    assert "tables      1\n" in text
    assert "figures     1\n" in text
    assert "scanned     33% of the pages\n" in text
    assert "Note: pages 1, 3 may have been read badly" in text


def test_tables_are_shown_in_columns_with_where_they_stand(shown: Console):
    show_tables(tabular(anchor="Fees!A1"))

    text = shown.export_text()
    assert "Table 1, 3 x 2, found by lines: Table 1: Fees" in text
    assert "Fees!A1  2025  EUR 120" in text


def test_document_without_tables_says_so(pincite: CommandLine):
    pincite("add", pincite.file("supply.txt", TEXT))

    assert pincite("show", "supply.txt", "--tables").stdout == "No tables were found.\n"
    assert json.loads(pincite("show", "supply.txt", "--tables", "--json").stdout)["tables"] == []


def test_tables_and_figures_as_json_quote_the_text_they_point_to():
    document = tabular()

    table = document_json.table(document, document.tables[0])
    summary = document_json.summary(document)

    assert (table["rows"], table["columns"], table["header_rows"], table["page"]) == (3, 2, 1, None)
    assert [cell["text"] for cell in table["cells"]] == ["Year", "Fee", "2024", "EUR 100", "2025", "EUR 120"]
    assert table["caption"]["text"] == "Table 1: Fees"
    assert (summary["table_count"], summary["figure_count"]) == (1, 1)
    assert json.loads(json.dumps(summary))["figures"][0]["caption"]["text"] == "Table 1: Fees"


def test_sheet_of_any_size_is_shown_by_its_first_rows_and_columns(shown: Console):
    text = "\n".join(str(number) for number in range(3_000))
    document = TextParser().read(text.encode(), "sheet.txt")
    cells = tuple(Cell(number // 40, number % 40, line.span) for number, line in enumerate(document.lines))
    table = Table(1, Span(0, len(text)), 75, 40, 0, cells, "sheet")

    show_tables(replace(document, tables=(table,)))

    shown_text = shown.export_text()
    assert "The rest of it: --tables --json" in shown_text
    assert "2400" not in shown_text


def test_tables_and_lines_cannot_be_asked_for_together(pincite: CommandLine):
    pincite("add", pincite.file("supply.txt", TEXT))

    result = pincite("show", "supply.txt", "--tables", "--lines", "1-2")

    assert result.code == 2
    assert "--tables shows the whole document and cannot be combined with --lines" in result.stderr
