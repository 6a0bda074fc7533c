"""A page reader that is plugged in reads the pages it is given, words, tables and all."""

from __future__ import annotations

from dataclasses import dataclass

import pypdfium2 as pdfium
import pytest
from tests.ingest.printed import lines, pdf
from tests.ingest.scans import scan

from pincite import registry, testing
from pincite.errors import ConfigError
from pincite.ingest.ocr import tesseract
from pincite.ingest.ocr.page import ByRecognition
from pincite.ingest.ocr.rapid import RapidOcr
from pincite.ingest.pdf.render import RenderedPage
from pincite.jobs.recognition import Reread, parser_of
from pincite.protocols import Parser, SourcePage
from pincite.records.reading import Raster, ReadCell, ReadLine, ReadPage, ReadTable, ReadWord


@dataclass(frozen=True)
class ReadsATable:
    name: str = "table_model"
    version: str = "3"

    def read_page(self, source: SourcePage) -> ReadPage:
        assert source.content.startswith(b"%PDF")
        assert source.raster(72).width == round(source.size[0])
        rows = [("Service", "Fee"), ("Support", "500")]
        table = [
            ReadLine(
                tuple(
                    ReadWord(word, (50 + 90 * n, y, 110 + 90 * n, y + 10), 97) for n, word in enumerate(row)
                )
            )
            for y, row in zip((100, 120), rows, strict=True)
        ]
        cells = tuple(
            ReadCell(row, column, row + 1, column, column + 1) for row in (0, 1) for column in (0, 1)
        )
        title = ReadLine((ReadWord("Prices", (50, 40, 110, 50), 97),))
        return ReadPage((title, *table), (ReadTable(2, 2, 1, cells),))


def again(pages: list[int], by: str) -> Parser:
    return parser_of("pdf", {}, rereads=(Reread(tuple(pages), by),))


@pytest.fixture
def plugged_in(monkeypatch):
    target = f"{__name__}:ReadsATable"
    monkeypatch.setitem(registry.BUILT_IN["page_reader"], "table_model", target)
    registry.available.cache_clear()
    yield
    registry.available.cache_clear()


@pytest.mark.usefixtures("plugged_in")
def test_tables_of_a_page_reader_become_tables_of_the_document():
    document = again([2], "table_model").read(pdf(lines("Fees."), lines("Servi ceFee")), "a.pdf")
    (table,) = document.tables
    cells = [cell.span.of(document.text) for cell in table.cells]
    assert cells == ["Service", "Fee", "Support", "500"]
    assert [header.span.of(document.text) for header in table.headers_of(table.cells[3])] == ["Fee"]
    rows = [block.span.of(document.text) for block in document.blocks if block.kind == "table_row"]
    assert rows == ["Service\tFee", "Support\t500"]
    assert document.text.startswith("Fees.")
    assert document.words.confidence(table.cells[0].span) == 97


@pytest.mark.usefixtures("plugged_in")
def test_pages_read_again_make_another_version():
    parser = again([2, 1, 2], "table_model")
    assert "reread=1,2:table_model-3" in parser.parse.fingerprint
    assert parser_of("pdf", {}).parse.fingerprint in parser.parse.fingerprint


def test_page_reader_that_does_not_exist_is_refused():
    with pytest.raises(ConfigError, match="no page_reader named 'dockling'"):
        again([1], "dockling").read(pdf(lines("Fees.")), "a.pdf")


@pytest.mark.parametrize("recogniser", [RapidOcr(), tesseract.Tesseract()], ids=lambda r: r.name)
def test_recogniser(recogniser):
    if recogniser.name == "tesseract" and not tesseract.is_installed():
        pytest.skip("the program tesseract is not installed")
    image = scan(lines("Fees are due in May.")).crop((0, 100, 400, 200))
    raster = Raster(image.width, image.height, image.tobytes())
    reading = testing.recogniser_keeps_its_promise(recogniser, raster)
    assert [word.text for word in reading.lines[0].words] == ["Fees", "are", "due", "in", "May."]
    assert recogniser.recognise(Raster(40, 30, bytes([255]) * 3600)).lines == ()


@pytest.mark.parametrize("reader", [ByRecognition(RapidOcr(), dpi=110), ReadsATable()], ids=lambda r: r.name)
def test_page_reader(reader):
    content = pdf(lines("Fees are due in May."))
    with pdfium.PdfDocument(content) as document:
        testing.page_reader_keeps_its_promise(reader, RenderedPage(content, 1, document[0]))
