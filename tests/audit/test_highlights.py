"""Highlights in copies of PDFs: where the words are, in two readers, with a note, and the file as it was."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image
from pypdf import PdfReader

from pincite.audit.marked_files import MarkedFile
from pincite.errors import InputError
from pincite.records.document import Box
from pincite.records.library import Held
from pincite.service import Library
from tests.audit.citing import FEE_VALUE, QUESTION, added, answer, cited, item, lead
from tests.audit.report_papers import (
    CAP,
    FEE,
    LONG,
    agreement,
    cut,
    locked,
    restricted,
    signed,
    with_reference_stream,
)
from tests.audit.seen import outside, share_within, yellow

SHAPES = {
    "upright": agreement(),
    "turned by 90": agreement(90),
    "upside down": agreement(180),
    "turned by 270": agreement(270),
    "cut": cut(agreement()),
    "turned and cut": cut(agreement(90)),
    "newer": with_reference_stream(agreement()),
}


def one(library: Library, held: Held, *words: str) -> MarkedFile:
    items = [item(held, each, id=f"item-{number}") for number, each in enumerate(words, start=1)]
    (file,) = library.highlight(answer(items=items)).files
    return file


def boxes(held: Held, words: str) -> list[Box]:
    return [Box(each.page, each.x0, each.y0, each.x1, each.y1) for each in cited(held, words).boxes]


def in_pdfium(content: bytes, page: int) -> tuple[bytes, tuple[float, float]]:
    """A picture of a page, and how many pixels a point has."""
    with pdfium.PdfDocument(content) as pdf:
        width, height = pdf[page - 1].get_size()
        return _png(pdf[page - 1].render(scale=2, may_draw_forms=False).to_pil(), width, height)


def in_poppler(content: bytes, page: int, pdftoppm: str, folder: Path) -> tuple[bytes, tuple[float, float]]:
    (folder / "marked.pdf").write_bytes(content)
    command = [pdftoppm, "-r", "144", "-cropbox", "-png", "-f", str(page), "-l", str(page)]
    made = subprocess.run([*command, str(folder / "marked.pdf")], capture_output=True, check=True).stdout
    with pdfium.PdfDocument(content) as pdf:
        return _png(Image.open(io.BytesIO(made)), *pdf[page - 1].get_size())


def _png(picture: Image.Image, width: float, height: float) -> tuple[bytes, tuple[float, float]]:
    written = io.BytesIO()
    picture.convert("RGB").save(written, "PNG")
    return written.getvalue(), (picture.width / width, picture.height / height)


@pytest.mark.parametrize("shape", SHAPES)
def test_words_are_yellow_where_they_are_in_two_readers(
    library: Library, tmp_path: Path, pdftoppm: str, shape: str
):
    held = added(library, tmp_path, SHAPES[shape])
    marked = one(library, held, FEE, LONG)

    words = [*boxes(held, FEE), *boxes(held, LONG)]
    assert len(words) >= 3, "the long sentence runs over several lines"
    for picture, scale in (
        in_pdfium(marked.content, 1),
        in_poppler(marked.content, 1, pdftoppm, tmp_path),
    ):
        mask = yellow(picture)
        assert min(share_within(mask, words, scale, by=-1.0)) > 0.4  # the rest is ink
        assert outside(mask, words, scale, by=2.5) == 0


def test_another_reader_finds_the_annotation_with_question_and_answer(library: Library, tmp_path: Path):
    held = added(library, tmp_path, agreement())
    fee = item(held, FEE, FEE_VALUE)

    (file,) = library.highlight(answer(items=[fee])).files

    reader = PdfReader(io.BytesIO(file.content))
    (annotation,) = [each.get_object() for each in reader.pages[0]["/Annots"]]
    assert annotation["/Subtype"] == "/Highlight"
    assert QUESTION in annotation["/Contents"]
    assert "EUR 4,500.00" in annotation["/Contents"]
    assert "Judged, not proved: very likely (0.93)" in annotation["/Contents"]
    (box,) = boxes(held, FEE)
    assert list(annotation["/QuadPoints"]) == pytest.approx(
        [edge for y in (842 - box.y0, 842 - box.y1) for x in (box.x0, box.x1) for edge in (x, y)], abs=0.3
    )
    assert "/Annots" not in reader.pages[1]


def test_sentence_of_several_lines_has_a_quadrilateral_for_each(library: Library, tmp_path: Path):
    held = added(library, tmp_path, agreement())

    marked = one(library, held, LONG)

    (annotation,) = [each.get_object() for each in PdfReader(io.BytesIO(marked.content)).pages[0]["/Annots"]]
    assert len(annotation["/QuadPoints"]) == 8 * len(boxes(held, LONG))


def test_copy_begins_with_the_very_bytes_of_the_file(library: Library, tmp_path: Path):
    content = signed(agreement())
    held = added(library, tmp_path, content)

    marked = one(library, held, FEE)

    assert marked.content.startswith(content)
    assert marked.is_signed


def test_file_with_a_stream_of_references_is_read_by_strict_readers(library: Library, tmp_path: Path):
    """PDFium by itself writes one without its type, which no strict reader takes."""
    content = with_reference_stream(agreement())
    marked = one(library, added(library, tmp_path, content), FEE)

    reader = PdfReader(io.BytesIO(marked.content), strict=True)

    assert marked.content.startswith(content)
    assert len(reader.pages[0]["/Annots"]) == 1
    assert FEE in reader.pages[0].extract_text()


def test_text_and_other_pages_stay_as_they_are(library: Library, tmp_path: Path):
    held = added(library, tmp_path, agreement())

    marked = one(library, held, CAP)

    before, after = PdfReader(tmp_path / "agreement.pdf"), PdfReader(io.BytesIO(marked.content))
    assert [page.extract_text() for page in after.pages] == [page.extract_text() for page in before.pages]
    assert not marked.is_signed


def test_locked_file_needs_its_password_and_its_copy_keeps_it(library: Library, tmp_path: Path):
    path = tmp_path / "agreement.pdf"
    path.write_bytes(locked(agreement(), "secret"))
    library.add(path, password="secret")
    found = answer(items=[item(library.read("agreement.pdf"), FEE)])

    with pytest.raises(InputError, match=r"encrypted.*--password"):
        library.highlight(found)
    (file,) = library.highlight(found, password="secret").files

    reader = PdfReader(io.BytesIO(file.content))
    assert reader.is_encrypted
    assert reader.decrypt("secret")
    assert len(reader.pages[0]["/Annots"]) == 1


def test_restricted_file_is_marked_and_stays_restricted(library: Library, tmp_path: Path):
    held = added(library, tmp_path, restricted(agreement()))

    marked = one(library, held, FEE)

    reader = PdfReader(io.BytesIO(marked.content))
    assert reader.is_encrypted
    assert reader.decrypt("")
    assert len(reader.pages[0]["/Annots"]) == 1
    assert FEE in reader.pages[0].extract_text()


def test_leads_are_marked_as_no_answers(library: Library, tmp_path: Path):
    held = added(library, tmp_path, agreement())

    (file,) = library.highlight(answer("unverified", leads=[lead(held, FEE)])).files

    (annotation,) = [each.get_object() for each in PdfReader(io.BytesIO(file.content)).pages[0]["/Annots"]]
    assert "A lead, not an answer. Chance that it answers: unlikely (0.41)." in annotation["/Contents"]
    assert not yellow(in_pdfium(file.content, 1)[0]).any()


def test_each_document_of_an_answer_gets_its_own_copy(library: Library, tmp_path: Path):
    first = added(library, tmp_path, agreement())
    second = added(library, tmp_path, agreement(more=("It is signed.",)), "second.pdf")
    third = added(library, tmp_path, f"{FEE}\n", "third.txt")
    items = [item(each, FEE, id=f"item-{n}") for n, each in enumerate((first, second, third), start=1)]
    found = answer(items=items)

    made = library.highlight(found)
    (only,) = library.highlight(found, document="second.pdf").files

    assert [file.name for file in made.files] == ["agreement.pdf", "second.pdf"]
    assert made.not_pdf == ("third.txt",)
    assert (only.name, only.source) == (made.files[1].name, made.files[1].source)
    with pytest.raises(InputError, match=r"does not cite other\.pdf.*agreement\.pdf"):
        library.highlight(found, document="other.pdf")


def test_other_formats_are_sent_to_the_report(library: Library, tmp_path: Path):
    held = added(library, tmp_path, f"{FEE}\n", "agreement.txt")

    with pytest.raises(InputError, match=r"agreement\.txt is no PDF.*pincite report"):
        library.highlight(answer(items=[item(held, FEE)]))


def test_nothing_cited_is_nothing_to_highlight(library: Library):
    with pytest.raises(InputError, match=r"nothing to highlight"):
        library.highlight(answer("not_found"))


def test_forgotten_document_cannot_be_highlighted(library: Library, tmp_path: Path):
    found = answer(items=[item(added(library, tmp_path, agreement()), FEE)])
    library.forget("agreement.pdf")

    with pytest.raises(InputError, match=r"no longer holds.*agreement\.pdf"):
        library.highlight(found)
