"""P: what a document is once it is read."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tests.mission import documents, product
from tests.mission.model_server import ModelServer, Request

_FEE = "The monthly fee is EUR 500."


def _every_format(folder: Path) -> dict[str, Path]:
    """A file of each format that states the fee; no name tells what it is."""
    mail = f"From: a@b.example\nTo: c@d.example\nSubject: Fee\nMIME-Version: 1.0\nContent-Type: text/plain\n\n{_FEE}\n"  # noqa: E501
    scan = documents.picture([_FEE])
    (folder / "picture.dat").write_bytes(scan)

    def scanned(canvas: object) -> None:
        from reportlab.lib.utils import ImageReader

        canvas.setPageSize((520, 110))  # type: ignore[attr-defined]
        canvas.drawImage(ImageReader(str(folder / "picture.dat")), 10, 10, 500, 86)  # type: ignore[attr-defined]

    html = f"<!DOCTYPE html><html><head><title>x</title></head><body><p>{_FEE}</p></body></html>"
    return {
        "pdf": documents.pdf(folder / "born.dat", [_FEE]),
        "scan": documents.pdf(folder / "scan.dat", scanned),
        "image": folder / "picture.dat",
        "docx": documents.docx(folder / "word.dat", documents.paragraph(_FEE)),
        "html": documents.text(folder, "web.dat", html),
        "markdown": documents.text(folder, "notes.md", f"# Fees\n\n{_FEE}\n"),
        "text": documents.text(folder, "text.dat", _FEE),
        "xlsx": documents.xlsx(folder / "book.dat", ["Item", "Terms"], ["Service", _FEE]),
        "csv": documents.text(folder, "fees.csv", f"Item,Terms\nService,{_FEE}\n"),
        "eml": documents.text(folder, "mail.dat", mail),
        "pptx": documents.pptx(folder / "slides.dat", _FEE),
    }


def test_P1_every_format_is_read_by_its_bytes_and_not_by_its_name(
    plain: product.Library, tmp_path: Path
) -> None:
    files = _every_format(tmp_path)
    (tmp_path / "really-a-pdf.txt").write_bytes(files["pdf"].read_bytes())
    read = plain.add(*files.values(), tmp_path / "really-a-pdf.txt")
    assert [one.reason for one in read] == [""] * 12
    for kind, path in files.items():
        document = plain.document(path.name)
        assert _FEE in document.text, kind
        assert document.format == {"scan": "pdf"}.get(kind, kind)
        assert plain.locate(path.name, _FEE), f"a quote of {kind} has a place"
    assert plain.document("really-a-pdf.txt").format == "pdf"
    assert [plain.locate(name, _FEE)[0].recognised for name in ("born.dat", "scan.dat", "picture.dat")] == [
        False,
        True,
        True,
    ]


def test_P2_everything_is_a_range_of_one_text_from_parse_to_answer(
    shipped: product.Library, plain: product.Library, tmp_path: Path
) -> None:
    page = [
        "1. Fees",
        "",
        _FEE,
        "",
        "2. Term",
        "",
        "The term ends on 1 May 2027 unless it is re-",
        "newed in writing.",
    ]
    plain.add(documents.pdf(tmp_path / "a.pdf", page, documents.filler(30)))
    plain.add(
        documents.docx(
            tmp_path / "b.docx",
            documents.paragraph("Fees") + documents.word_table(["Item", "Fee"], ["A", "EUR 5"]),
        )
    )
    for library, name in ((plain, "a.pdf"), (plain, "b.docx"), (shipped, "lease.txt")):
        document = library.document(name)
        ranges = [*document.lines, *document.blocks, *document.sections, *document.words, *document.pages]
        assert len(ranges) > 4
        assert all(0 <= one.start <= one.end <= len(document.text) for one in ranges)
        # Lines and blocks cover every character that is not space: nothing is a copy, and nothing is left out.  # noqa: E501
        for kind in (document.lines, document.blocks):
            covered = {place for one in kind for place in range(one.start, one.end)}
            assert not document.text.translate({}).strip() or all(
                char.isspace() for place, char in enumerate(document.text) if place not in covered
            )
    asked = shipped.ask("What is the monthly rent?", of="lease.txt")
    assert asked.outcome == "answered"
    text = shipped.document("lease.txt").text
    assert (tmp_path.parent, text)[1] == documents.LEASE  # a text file is its own text
    for place in asked.items[0].places:
        assert place.snippet == text[place.start : place.end]


def test_P3_lines_carry_number_page_and_box_and_words_are_highlighted_alone(
    plain: product.Library, tmp_path: Path
) -> None:
    plain.add(
        documents.pdf(tmp_path / "two.pdf", ["First line here.", "Second line here."], [f"Well: {_FEE}"])
    )
    lines = plain.document("two.pdf").lines
    assert [(line.number, line.page) for line in lines] == [(1, 1), (2, 1), (3, 2)]
    # PDF points, origin top left: A4 is 842 high and the first line was drawn 760 from below.
    first, second = lines[0].box, lines[1].box
    assert 65 < first.x0 < 80
    assert 842 - 760 - 12 < first.y0 < first.y1 < 842 - 760 + 6
    assert first.y0 < second.y0
    (place,) = plain.locate("two.pdf", "monthly fee")
    (box,) = place.boxes
    whole = lines[2].box
    assert (place.page, place.lines, box["page"]) == (2, [3, 3], 2)
    assert whole.x0 + 40 < box["x0"] < box["x1"] < whole.x1 - 40, (
        "only the quoted words are covered, not their line"
    )


def test_P4_sections_are_found_by_the_surest_way_and_end_with_the_next(
    plain: product.Library, tmp_path: Path
) -> None:
    body = (
        ["1. Fees", *documents.filler(4), "1.1 Discounts", *documents.filler(4)],
        ["2. Term", *documents.filler(4)],
    )
    outline = [("1. Fees", 1, 1), ("1.1 Discounts", 2, 1), ("2. Term", 1, 2)]
    titles = ["Scope of Supply", "Charges", "Term", "Liability", "Notices"]

    def numbered(title: str, number: int) -> object:
        def draw(canvas: object) -> None:
            documents.lines(canvas, [title, "", *documents.filler(20)])
            canvas.drawString(290, 30, str(number))  # type: ignore[attr-defined]

        return draw

    contents = [
        "TABLE OF CONTENTS",
        "",
        *(f"{title} {'.' * (60 - len(title))} {n}" for n, title in enumerate(titles, 1)),
    ]
    plain.add(
        documents.pdf(tmp_path / "outline.pdf", *body, outline=outline),
        documents.pdf(
            tmp_path / "contents.pdf", contents, *(numbered(title, n) for n, title in enumerate(titles, 1))
        ),
        documents.lease(tmp_path),
    )
    by_title = {section.title: section for section in plain.document("outline.pdf").sections}
    assert [by_title[title].found_by for title, _, _ in outline] == ["outline"] * 3
    assert [by_title[title].level for title, _, _ in outline] == [1, 2, 1]
    fees, discounts, term = (by_title[title] for title, _, _ in outline)
    assert fees.start < discounts.start < discounts.end == fees.end == term.start
    assert (fees.start_page, fees.end_page, term.start_page) == (1, 1, 2)
    printed = {s.title: s for s in plain.document("contents.pdf").sections if s.found_by == "contents"}
    assert [printed[title].start_page for title in titles] == [2, 3, 4, 5, 6], (
        "printed labels are aligned to physical pages"
    )
    assert {s.found_by for s in plain.document("lease.txt").sections if s.title[0].isdigit()} == {"numbering"}


def test_P5_tables_are_cells_with_heads_and_each_row_can_be_cited(
    plain: product.Library, tmp_path: Path
) -> None:
    rows = [("Service", "Basic", "Premium"), ("Setup", "90", "95"), ("Support", "40", "44")]

    def ruled(canvas: object) -> None:
        for r, row in enumerate(rows):
            for c, cell in enumerate(row):
                canvas.drawString(80 + 150 * c, 700 - 24 * r, cell)  # type: ignore[attr-defined]
                canvas.rect(75 + 150 * c, 693 - 24 * r, 150, 24)  # type: ignore[attr-defined]

    markup = "".join(
        "<tr>" + "".join(f"<t{'h' if not r else 'd'}>{c}</t{'h' if not r else 'd'}>" for c in row) + "</tr>"
        for r, row in enumerate(rows)
    )
    plain.add(
        documents.pdf(tmp_path / "t.pdf", ruled),
        documents.text(
            tmp_path, "t.html", f"<!DOCTYPE html><html><body><table>{markup}</table></body></html>"
        ),
        documents.xlsx(tmp_path / "t.xlsx", *([int(c) if c.isdigit() else c for c in row] for row in rows)),
    )
    for name in ("t.pdf", "t.html", "t.xlsx"):
        document = plain.document(name)
        (table,) = document.tables
        assert table.cells == {(r, c): cell for r, row in enumerate(rows) for c, cell in enumerate(row)}, name
        assert table.heads == 1
        cited = [document.text[b.start : b.end].split() for b in document.blocks if b.kind == "table_row"]
        assert cited == [" ".join(row).split() for row in rows], name


def test_P6_columns_furniture_and_hyphens_do_not_break_the_running_text(
    plain: product.Library, tmp_path: Path
) -> None:
    left = [
        "The supplier shall insure the",
        "goods against loss and dam-",
        "age during carriage to the",
        "agreed place of delivery and",
    ]
    right = [
        "shall send the policy to the",
        "customer before dispatch. No",
        "other cover is owed under the",
        "present agreement by anyone.",
    ]

    def page(number: int) -> object:
        def draw(canvas: object) -> None:
            canvas.drawString(72, 810, "ACME SUPPLY TERMS")  # type: ignore[attr-defined]
            canvas.drawString(290, 30, str(number))  # type: ignore[attr-defined]
            for n in range(6):
                documents.lines(canvas, left if not n else documents.filler(2, 34)[:4], 72, 760 - n * 90)
            for n in range(6):
                documents.lines(canvas, right if not n else documents.filler(2, 34)[:4], 320, 760 - n * 90)

        return draw

    def straight(number: int) -> object:
        def draw(canvas: object) -> None:
            canvas.drawString(72, 810, "ACME SUPPLY TERMS")  # type: ignore[attr-defined]
            canvas.drawString(290, 30, str(number))  # type: ignore[attr-defined]
            said = (
                [*documents.filler(8, 80), "The cover begins when the goods leave the"]
                if number == 1
                else ["factory and ends on delivery.", *documents.filler(8, 80)]
            )
            documents.lines(canvas, said, 72, 760)

        return draw

    plain.add(
        documents.pdf(tmp_path / "columns.pdf", page(1)),
        documents.pdf(tmp_path / "pages.pdf", *(straight(n) for n in (1, 2, 3))),
    )
    columns = plain.document("columns.pdf").text
    assert columns.index("agreed place of delivery") < columns.index("shall send the policy")
    assert plain.locate("columns.pdf", "loss and damage during carriage")[0].grade == "hyphen"
    assert not plain.locate("columns.pdf", "loss and dam age during carriage")
    # The sentence runs on over the page break, and headers and page numbers stand behind the whole body.
    document = plain.document("pages.pdf")
    (place,) = plain.locate("pages.pdf", "when the goods leave the factory and ends on delivery.")
    assert place.snippet.count("\n") == 1
    apart = [b for b in document.blocks if b.kind in ("header", "footer")]
    assert {document.text[b.start : b.end] for b in apart} >= {"ACME SUPPLY TERMS", "1", "2", "3"}
    assert min(b.start for b in apart) > place.end


def test_P7_the_profile_says_what_a_document_is_and_what_it_is_about(
    plain: product.Library, tmp_path: Path
) -> None:
    label = "# FULL PRESCRIBING INFORMATION\n\nAXOLIN® (brelimab) tablets, for oral use\n\n## 1 INDICATIONS AND USAGE\n\nAXOLIN is indicated for adults.\n\n## 4 CONTRAINDICATIONS\n\nNone.\n"  # noqa: E501
    plain.add(
        documents.lease(tmp_path),
        documents.text(tmp_path, "label.md", label),
        documents.pdf(tmp_path / "a.pdf", [_FEE], [_FEE]),
    )
    profile = plain.document("lease.txt").profile
    assert (profile.type, profile.language) == ("contract", "en")
    assert dict(profile.sections_found_by)["numbering"] == 6
    assert {s.name: set(s.aliases) for s in profile.subjects} == {
        "Alder Estates Ltd": {"Landlord"},
        "Bright Books Ltd": {"Tenant"},
    }
    about = plain.document("label.md").profile
    assert about.type == "label"
    names = {name for s in about.subjects for name in (s.name, *s.aliases)}
    assert {"AXOLIN", "brelimab"} <= names
    pages = plain.document("a.pdf").profile.pages
    assert [(p.page, p.source, p.characters > 10, p.garbled) for p in pages] == [
        (1, "text", True, 0.0),
        (2, "text", True, 0.0),
    ]
    assert plain.document("a.pdf").profile.scanned_share == 0


def test_P8_a_page_is_read_again_by_another_reader_and_pictures_prove_nothing(
    model: ModelServer, tmp_path: Path
) -> None:
    def figure(canvas: object) -> None:
        from PIL import Image
        from reportlab.lib.utils import ImageReader

        canvas.setPageSize((320, 300))  # type: ignore[attr-defined]
        chart = Image.new("RGB", (400, 300), "white")
        chart.paste((200, 0, 0), (50, 100, 150, 300))
        chart.paste((0, 0, 200), (200, 20, 300, 300))
        documents.lines(canvas, [_FEE, "It is due on the first of each month."], 20, 270)
        canvas.drawImage(ImageReader(chart), 20, 20, 200, 150)  # type: ignore[attr-defined]

    def said(request: Request) -> str:
        assert request.pictures == 1
        return product.reply(request, lines=["The yearly fee is EUR 6,000."], shows="The profit is EUR 77.")

    model.script = said
    path = documents.pdf(tmp_path / "page.pdf", figure)
    with product.Library(tmp_path / "library", reads=False, vision=model) as library:
        before = library.add(path)[0].version
        library.reread("page.pdf", [1], by="describe")
        assert "EUR 77" not in library.document("page.pdf").text
        assert not library.locate("page.pdf", "profit is EUR 77")
        library.reread("page.pdf", [1], by="vision")
        (place,) = library.locate("page.pdf", "The yearly fee is EUR 6,000.")
        assert place.recognised
        assert place.version != before
        assert next(v.version for v in library.versions("page.pdf")) == before, "the earlier version stays"
    # A page whose text is noise is routed to text recognition by its own quality.
    with product.Library(tmp_path / "garbled", reads=False) as library:
        library.add(documents.garbled_pdf(tmp_path / "garbled.pdf", _FEE))
        assert library.document("garbled.pdf").text == _FEE
        assert library.document("garbled.pdf").profile.pages[0].source == "recognised"
    # A parser of the user's own takes the place of ours, by its name.
    with product.Library(tmp_path / "own", reads=False, parsers={"text": f"{__name__}:Shouting"}) as library:
        library.add(documents.text(tmp_path, "low.txt", _FEE))
        assert library.document("low.txt").text == _FEE.upper()


def test_P9_bad_input_is_named_with_reason_and_next_step_and_harms_nothing(
    plain: product.Library, tmp_path: Path
) -> None:
    good = documents.lease(tmp_path)
    plain.add(good)
    held = plain.document("lease.txt").text
    whole = documents.pdf(tmp_path / "whole.pdf", [_FEE]).read_bytes()
    (tmp_path / "cut.pdf").write_bytes(whole[: len(whole) // 3])
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "noise.pdf").write_bytes(b"%PDF-1.7\n" + bytes(range(256)) * 40)
    (tmp_path / "old.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)
    with zipfile.ZipFile(
        documents.docx(tmp_path / "bomb.docx", documents.paragraph("x")), "a", zipfile.ZIP_DEFLATED
    ) as bomb:
        bomb.writestr("word/media/zeros.bin", b"\0" * 40_000_000)
    from reportlab.lib.pdfencrypt import StandardEncryption
    from reportlab.pdfgen.canvas import Canvas

    locked = Canvas(str(tmp_path / "locked.pdf"), encrypt=StandardEncryption("secret", "owner"))
    locked.drawString(72, 700, _FEE)
    locked.save()
    (tmp_path / "really-text.pdf").write_text(_FEE)
    bad = [
        "really-text.pdf",
        "cut.pdf",
        "empty.txt",
        "noise.pdf",
        "old.doc",
        "bomb.docx",
        "locked.pdf",
        "missing.pdf",
    ]
    # The lease under its own name, broken: what is stored under that name stays.
    results = plain.add(*(tmp_path / name for name in bad), documents.text(tmp_path, "also-good.txt", _FEE))
    for name, one in zip(bad, results, strict=False):
        assert not one.added, name
        assert name in one.reason, one.reason
        assert len(one.reason) > len(name) + 10
        assert one.next_step, name
    assert "password" in results[6].next_step.lower() + results[6].reason.lower()
    assert results[-1].added
    good.write_bytes(b"")
    assert plain.add(good)[0].reason
    assert plain.document("lease.txt").text == held
    assert plain.add(tmp_path / "locked.pdf", password="secret")[0].added


def test_P10_hidden_and_struck_text_is_counted_and_never_evidence(model: ModelServer, tmp_path: Path) -> None:
    def unseen(canvas: object) -> None:
        documents.lines(canvas, [_FEE, "The deposit is EUR 900."])
        canvas.setFillColorRGB(1, 1, 1)  # type: ignore[attr-defined]
        canvas.drawString(72, 600, "The monthly fee is EUR 666.")  # type: ignore[attr-defined]

    web = f'<!DOCTYPE html><html><body><p>{_FEE}</p><p style="display:none">The monthly fee is EUR 666.</p><p><s>The monthly fee is EUR 400.</s></p></body></html>'  # noqa: E501
    word = (
        documents.paragraph(_FEE)
        + documents.paragraph("The monthly fee is EUR 666.", "<w:vanish/>")
        + documents.paragraph("The monthly fee is EUR 400.", "<w:strike/>")
    )
    lie = product.Claim(
        "The monthly fee is EUR 666.",
        "EUR 666",
        "amount",
        {"value": "666", "currency": "EUR", "unit": None},
        lines=(1, 3),
    )
    model.script = product.reader(lie)
    with product.Library(tmp_path / "library", reads=False, model=model, strictness="lenient") as library:
        library.add(
            documents.pdf(tmp_path / "a.pdf", unseen),
            documents.text(tmp_path, "b.html", web),
            documents.docx(tmp_path / "c.docx", word),
        )
        for name in ("a.pdf", "b.html", "c.docx"):
            document = library.document(name)
            assert any("EUR 666" in words for words in document.unseen), f"{name}: kept, and named"
            assert not library.locate(name, "The monthly fee is EUR 666.")
            assert not [hit for hit in library.search("EUR 666") if "666" in str(hit)]
            answer = library.ask("What is the monthly fee?", of=name)
            shown = [*answer.items, *(lead.places for lead in answer.leads), *answer.nearest]
            assert "666" not in str(shown)
            assert any("hidden" in note or "struck" in note for note in answer.caveats), (
                "the answer says what it left out"
            )
        assert any("EUR 400" in words for words in library.document("b.html").unseen)
        assert any("EUR 400" in words for words in library.document("c.docx").unseen)
    assert model.requests
    assert not any("666" in request.text or "EUR 400" in request.text for request in model.requests)


@dataclass(frozen=True)
class Shouting:
    """A parser of somebody's own: the text in capitals."""

    parse: Any = field(default_factory=lambda: product.Parse("shouting", "1", ""), init=False)

    def read(self, content: bytes, name: str) -> object:
        return replace(product.TextParser().read(content.decode().upper().encode(), name), parse=self.parse)
