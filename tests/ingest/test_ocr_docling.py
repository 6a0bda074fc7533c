"""What Docling found on a page becomes lines, words and tables of ours."""

from __future__ import annotations

import importlib.util

import pytest
from tests.ingest.printed import lines, pdf

from pincite.errors import MissingExtra
from pincite.ingest.ocr.docling import ByDocling, page_of
from pincite.ingest.pdf.reader import PdfParser

SIZE = (400.0, 600.0)


def docling_document():
    types = pytest.importorskip("docling_core.types.doc", reason="the extra docling is not installed")
    document = types.DoclingDocument(name="a")
    document.add_page(page_no=1, size=types.Size(width=400, height=600))
    document.add_page(page_no=2, size=types.Size(width=400, height=600))

    def at(page: int, left: float, top: float, right: float, bottom: float):
        # Docling counts from the bottom of the page, as PDF does.
        box = types.BoundingBox(
            l=left, t=600 - top, r=right, b=600 - bottom, coord_origin=types.CoordOrigin.BOTTOMLEFT
        )
        return types.ProvenanceItem(page_no=page, bbox=box, charspan=(0, 0))

    def cell(row: int, column: int, text: str):
        return types.TableCell(
            start_row_offset_idx=row, end_row_offset_idx=row + 1, start_col_offset_idx=column,
            end_col_offset_idx=column + 1, text=text, column_header=row == 0,
        )  # fmt: skip

    document.add_text(
        types.DocItemLabel.TEXT, "Fees are due within thirty days.", prov=at(1, 50, 90, 250, 102)
    )
    found = types.TableData(
        num_rows=2, num_cols=2,
        table_cells=[cell(0, 0, "Service"), cell(0, 1, "Fee"), cell(1, 0, "Support desk"), cell(1, 1, "500")],
    )  # fmt: skip
    document.add_table(found, prov=at(1, 50, 200, 350, 240))
    document.add_text(types.DocItemLabel.TEXT, "On another page.", prov=at(2, 50, 90, 250, 102))
    return document


def test_paragraph_becomes_words_inside_its_box():
    page = page_of(docling_document(), 1, SIZE)
    first = page.lines[0].words
    assert " ".join(word.text for word in first) == "Fees are due within thirty days."
    assert first[0].edges[:2] == (50, 90)
    assert first[-1].edges[2:] == pytest.approx((250, 102))
    assert len(page.lines) == 3


def test_table_becomes_one_line_for_each_row_with_its_cells():
    page = page_of(docling_document(), 1, SIZE)
    (table,) = page.tables
    texts = {
        (cell.row, cell.column): [word.text for word in page.lines[cell.line].words[cell.first : cell.last]]
        for cell in table.cells
    }
    assert texts == {(0, 0): ["Service"], (0, 1): ["Fee"], (1, 0): ["Support", "desk"], (1, 1): ["500"]}
    assert (table.rows, table.columns, table.header_rows) == (2, 2, 1)


@pytest.mark.skipif(importlib.util.find_spec("docling") is not None, reason="docling is installed")
def test_without_docling_the_extra_is_named():
    with pytest.raises(MissingExtra, match="docling"):
        PdfParser().reread([1], ByDocling()).read(pdf(lines("Fees.")), "a.pdf")
