"""What a file is, is told from its bytes."""

from __future__ import annotations

import io
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from printed import lines, pdf

from pincite.errors import InputError, UnsupportedFormat
from pincite.ingest.detect import detect
from pincite.ingest.watch import watched
from pincite.records.limits import Limits

JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + bytes(range(200))
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
MAIL = (
    b"From: Ann <ann@example.org>\r\nTo: Bob <bob@example.org>\r\n"
    b"Subject: Fee\r\nMIME-Version: 1.0\r\n\r\nFive.\r\n"
)


def archive(*names: str, types: str = "", mimetype: str = "", size: int = 1, comment: bytes = b"") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        file.comment = comment
        if mimetype:
            file.writestr("mimetype", mimetype, zipfile.ZIP_STORED)
        for name in names:
            file.writestr(name, types if name == "[Content_Types].xml" and types else "x" * size)
    return buffer.getvalue()


def content_types(kind: str) -> str:
    return f'<Types><Override PartName="/main.xml" ContentType="application/{kind}"/></Types>'


def container(*streams: str) -> bytes:
    """An OLE2 file with nothing in it but a directory."""
    entries = b"".join(
        (name + "\0").encode("utf-16-le").ljust(128, b"\0") for name in ("Root Entry", *streams)
    )
    return OLE.ljust(512, b"\0") + entries


def refusal_of(content: bytes, name: str) -> InputError | None:
    try:
        detect(content, name)
    except InputError as error:
        return error
    return None


def test_pdf_is_recognised_whatever_its_name():
    assert detect(pdf(lines("Fees.")), "notes.txt") == "pdf"


def test_pdf_header_may_stand_anywhere_in_the_first_kilobyte():
    assert detect(b"\r\n junk" * 50 + pdf(lines("Fees.")), "a.pdf") == "pdf"


def test_text_about_pdf_headers_is_text():
    assert detect(b"A file that begins with %PDF-1.7 is a PDF.\n", "notes.txt") == "text"


def test_file_that_is_both_a_pdf_and_an_archive_is_the_pdf():
    assert detect(pdf(lines("Fees.")) + archive("a.txt"), "a.zip") == "pdf"


def test_archive_with_a_pdf_in_it_is_an_archive():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as file:
        file.writestr("a.pdf", pdf(lines("Fees.")))
    with pytest.raises(UnsupportedFormat, match="a ZIP archive"):
        detect(buffer.getvalue(), "a.pdf")


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("a.md", "markdown"),
        ("A.MARKDOWN", "markdown"),
        ("a.txt", "text"),
        ("README", "text"),
        ("a.log", "text"),
        ("a.docx", "text"),
        ("a.csv", "text"),
        ("a.eml", "text"),
    ],
)
def test_name_does_not_make_prose_anything_but_markdown(name, format):
    assert detect(b"# Fees\n\nFive euros, paid monthly.", name) == format


def test_empty_file_is_refused():
    with pytest.raises(InputError, match=r"a\.pdf is empty\."):
        detect(b"", "a.pdf")


@pytest.mark.parametrize(
    "content",
    [
        JPEG,
        b"\x89PNG\r\n\x1a\n" + bytes(50),
        b"GIF89a" + bytes(50),
        b"II*\0" + bytes(50),
        b"RIFF\x10\0\0\0WEBPVP8 ",
        b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0",
    ],
)
def test_image_is_recognised_whatever_its_name(content):
    assert detect(content, "contract.pdf") == "image"


@pytest.mark.parametrize(
    ("content", "format"),
    [
        (archive("[Content_Types].xml", "word/document.xml"), "docx"),
        (archive("[Content_Types].xml", "xl/workbook.xml"), "xlsx"),
        (archive("[Content_Types].xml", "ppt/presentation.xml"), "pptx"),
        (
            archive(
                "[Content_Types].xml",
                "main.xml",
                types=content_types("vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"),
            ),
            "docx",
        ),
        (archive("[Content_Types].xml", "xl/workbook.xml", comment=b"saved by a tool"), "xlsx"),
    ],
)
def test_office_document_is_recognised_by_the_directory_of_its_archive(content, format):
    assert detect(content, "download") == format


def test_workbook_embedded_in_a_word_document_does_not_make_it_a_workbook():
    content = archive(
        "[Content_Types].xml",
        "word/document.xml",
        "word/embeddings/xl/workbook.xml",
        types=content_types("vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"),
    )
    assert detect(content, "a.xlsx") == "docx"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (archive("a.txt"), "a ZIP archive"),
        (archive("word/notes.txt", "word/document.xml"), "a ZIP archive"),
        (archive("OEBPS/a.html", mimetype="application/epub+zip"), "an EPUB book"),
        (archive("content.xml", mimetype="application/vnd.oasis.opendocument.text"), "an OpenDocument text"),
        (
            archive("content.xml", mimetype="application/vnd.oasis.opendocument.spreadsheet"),
            r"an OpenDocument spreadsheet \(\.ods\)",
        ),
        (archive("[Content_Types].xml", "xl/workbook.bin"), r"a binary Excel workbook \(\.xlsb\)"),
        (
            archive(
                "[Content_Types].xml", types=content_types("vnd.ms-excel.sheet.binary.macroEnabled.main")
            ),
            r"a binary Excel workbook \(\.xlsb\)",
        ),
        (container("WordDocument"), r"a Word document in the old format \(\.doc\)"),
        (container("Workbook"), r"an Excel workbook in the old format \(\.xls\)"),
        (container("PowerPoint Document"), r"a PowerPoint presentation in the old format \(\.ppt\)"),
        (container("__nameid_version1.0", "WordDocument"), "an Outlook message"),
        (OLE + bytes(50), "an old Microsoft program"),
        (b"7z\xbc\xaf\x27\x1c" + bytes(50), "a 7-Zip archive"),
        (b"Rar!\x1a\x07\x01\0", "a RAR archive"),
        (b"\x1f\x8b\x08\0", "a gzip file"),
        (b"{\\rtf1\\ansi Fees}", "an RTF document"),
        (b"%!PS-Adobe-3.0\n", "a PostScript file"),
        (b"\0\0\0\x18ftypheic" + bytes(50), "HEIF"),
        (b"\x7fELF\x02\x01\x01\0" + bytes(range(256)), "a binary file"),
    ],
)
def test_kind_that_cannot_be_read_is_named_with_a_next_step(content, what):
    with pytest.raises(UnsupportedFormat, match=what) as caught:
        detect(content, "input")
    assert {"add", "reads"} & set(caught.value.hint.lower().split())


def test_encrypted_office_document_is_said_to_be_encrypted():
    with pytest.raises(InputError, match=r"^a\.docx is encrypted\."):
        detect(container("EncryptionInfo", "EncryptedPackage"), "a.docx")


def test_archive_that_is_cut_off_is_said_to_be_damaged():
    content = archive("[Content_Types].xml", "word/document.xml", size=5000)
    with pytest.raises(InputError, match="damaged archive"):
        detect(content[:-60], "a.docx")


@pytest.mark.parametrize("content", [b"Just some words.", b"<!DOCTYPE html><html><body>Log in</body></html>"])
def test_text_or_web_page_called_pdf_is_refused(content):
    with pytest.raises(InputError, match="is not a PDF"):
        detect(content, "a.pdf")


@pytest.mark.parametrize("name", ["setup.exe", "SETUP.EXE", "library.dll", "module.pyc"])
def test_program_cut_off_after_its_first_byte_is_not_text(name):
    with pytest.raises(UnsupportedFormat, match="has the name of a program, not of a document"):
        detect(b"M", name)


def test_utf16_text_is_not_taken_for_binary():
    assert detect("Fees".encode("utf-16"), "a.txt") == "text"


@pytest.mark.parametrize(
    "content",
    [
        b"<!DOCTYPE html><html><body>Fees</body></html>",
        b"\xef\xbb\xbf\r\n<!-- saved -->\n<!-- twice -->\n<HTML><p>Fees",
        b"<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN'>\n<html/>",
        b"<!--" + b" x" * 3000 + b"--><html><body>Fees",
        b"<DOCUMENT>\n<TYPE>10-K\n<TEXT>\n<html>\n<body>Fees",
        b"<div class='a'><p>Fees</p></div>",
        "<html><body>Gebühr".encode("utf-16"),
    ],
)
def test_html_is_recognised_behind_comments_wrappers_and_as_a_fragment(content):
    assert detect(content, "page") == "html"


@pytest.mark.parametrize(
    ("content", "name", "format"),
    [
        (b"<div align='center'><p>Read me</p></div>\n\n# Fees\n", "README.md", "markdown"),
        (b"<?xml version='1.0'?><invoice><p>5</p><p>6</p></invoice>", "a.xml", "text"),
        (b"<b>Note</b> that this is mostly text.", "a.txt", "text"),
        (b'{"fee": 5, "tax": 6,\n"a": 1, "b": 2,\n"c": 1, "d": 2}', "a.json", "text"),
        (b"a < b and c > d", "a.txt", "text"),
    ],
)
def test_angle_brackets_alone_do_not_make_a_web_page(content, name, format):
    assert detect(content, name) == format


@pytest.mark.parametrize(
    "content",
    [
        MAIL,
        b"From ann@example.org Mon Jan  1 00:00:00 2024\n" + MAIL,
        b"Received: from a\r\n\tby b; Mon\r\nMessage-ID: <1@a>\r\nSubject: x\r\n\r\nbody",
    ],
)
def test_mail_is_recognised_by_its_headers(content):
    assert detect(content, "message.txt") == "eml"


def test_memo_is_text_unless_it_is_called_a_mail():
    memo = b"TO: All staff\nFROM: The board\nDATE: 1 May\nSUBJECT: Fees\n\nFees go up.\n"
    assert detect(memo, "memo.txt") == "text"
    assert detect(memo, "memo.eml") == "eml"


@pytest.mark.parametrize(
    "content",
    [
        b"item,net,gross\nfee,5,6\ntax,1,2\n",
        b"item;net\nfee;5,00\ntax;1,00\n",
        b"item\tnet\nfee\t5\ntax\t1\n",
        b'name,city,note\n"Smith, Ann",Delft,"two\nlines"\nBob,Ghent,none\n',
    ],
)
def test_table_of_values_is_recognised_by_its_columns(content):
    assert detect(content, "export.txt") == "csv"


@pytest.mark.parametrize(
    "content",
    [
        b"Dear Sir,\nwith thanks,\nyours truly,\n",
        b"The fee, the tax, and the rest are due.\nThe rent, the heat, and the light are due.\n"
        b"The first, the second, and the third are due.\n",
        b"2024-01-01 12:00:00,123 INFO started\n2024-01-01 12:00:01,456 INFO stopped\n2024,1 x\n",
        b"| a | b |\n|---|---|\n| 1 | 2 |\n",
    ],
)
def test_commas_alone_do_not_make_a_table(content):
    assert detect(content, "notes.txt") == "text"


def test_uneven_table_is_one_where_its_name_says_so():
    content = b"title of the export,\nitem,net\nfee,5\ntax,1\nall,6,7\n"
    assert detect(content, "a.txt") == "text"
    assert detect(content, "a.csv") == "csv"


def test_archive_with_too_many_files_is_refused_with_the_setting_to_raise():
    content = archive("[Content_Types].xml", "word/document.xml", *(f"word/{n}.xml" for n in range(30)))
    with watched(Limits(archive_members=20)), pytest.raises(InputError, match="holds 32 files") as caught:
        detect(content, "a.docx")
    assert "limits.archive_members (now 20)" in caught.value.hint


def test_archive_that_states_a_huge_directory_is_refused_before_it_is_read():
    content = archive(*(f"word/{n:0200}.xml" for n in range(30)))
    with watched(Limits(archive_members=1)), pytest.raises(InputError, match="too many files"):
        detect(content, "a.docx")


def test_archive_that_unpacks_to_too_much_is_refused():
    content = archive("[Content_Types].xml", "word/document.xml", size=3_000_000)
    with watched(Limits(archive_megabytes=2)), pytest.raises(InputError, match="would unpack to 6 MB"):
        detect(content, "a.docx")


def test_bomb_is_refused_by_how_far_it_was_packed():
    content = archive("[Content_Types].xml", "word/document.xml", size=25_000_000)
    with pytest.raises(InputError, match="packed to 1/") as caught:
        detect(content, "a.docx")
    assert "limits.archive_ratio" in caught.value.hint


MAGIC = (
    b"", b"PK\x03\x04", b"PK\x05\x06", OLE, b"%PDF-1.7\n", b"\xff\xd8\xff", b"<html>", b"<?xml", b"<!--",
    b"From: a\n", b"a,b,c\n", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"{\\rtf", b"BM", b"RIFF",
)  # fmt: skip
names = st.sampled_from(["a", "a.pdf", "a.md", "a.csv", "a.eml", "a.docx", "ä\udcff.html"])


@given(magic=st.sampled_from(MAGIC), rest=st.binary(max_size=400), name=names)
def test_any_bytes_have_a_format_or_an_input_error(magic, rest, name):
    refusal = refusal_of(magic + rest, name)
    assert refusal is None or (refusal.message and refusal.hint)


@given(cut=st.integers(0, 400), place=st.integers(0, 600), byte=st.integers(0, 255), name=names)
def test_any_damage_to_an_archive_gives_a_format_or_an_input_error(cut, place, byte, name):
    content = bytearray(archive("[Content_Types].xml", "word/document.xml", mimetype="x", size=100))
    content[place % len(content)] = byte
    refusal = refusal_of(bytes(content[: len(content) - cut % 30]), name)
    assert refusal is None or (refusal.message and refusal.hint)


@given(text=st.text(alphabet="ab,;\t\n\"<>!-?|: '.{[=", max_size=300), name=names)
def test_any_text_has_a_format_or_an_input_error(text, name):
    refusal = refusal_of(text.encode(), name)
    assert refusal is None or (refusal.message and refusal.hint)


def test_detection_of_a_file_of_comment_marks_is_quick():
    started = time.process_time()
    detect(b"<!--" * 100_000, "a.txt")
    detect(b"<" * 400_000, "a.txt")
    detect(b'"' * 400_000, "a.csv")
    detect(b"<p " * 100_000, "a.txt")
    assert time.process_time() - started < 8


def test_examples_are_what_they_look_like():
    examples = Path(__file__).parents[2] / "examples"
    expected = {".md": "markdown", ".txt": "markdown", ".pdf": "pdf"}
    for path in sorted(p for p in examples.rglob("*") if p.suffix in expected):
        marked = path.suffix != ".txt" or b"\n## " in path.read_bytes()
        format = expected[path.suffix] if marked else "text"
        assert detect(path.read_bytes(), path.name) == format, path.name


def test_text_whose_headings_are_marked_is_markdown_whatever_its_name():
    text = b"# Agreement\n\nText.\n\n## 1. Fees\n\nMore text.\n\n## 2. Term\n\nThe end.\n"
    assert detect(text, "agreement.txt") == "markdown"


def test_comments_of_a_script_are_not_headings():
    script = b"# Copy the files.\ncp a b\n\n# Delete them.\nrm a\n\n# Say so.\necho done\n\n# The end\n\n"
    assert detect(script, "notes.txt") == "text"
