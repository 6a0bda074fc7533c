"""Write small business documents that carry text a reader cannot see, or that is struck through.

`build(folder)` writes every document. The PDFs are written byte by byte, the Office files as zip
archives of hand-written XML parts, and the rest as text. Only the standard library is used, and the
same bytes come out on every run.

`cases.jsonl` beside this file says, per document, what must never be taken as evidence and what must
stay readable.
"""

from __future__ import annotations

import sys
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

Colour = tuple[float, float, float]

BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)
GREY: Colour = (0.467, 0.467, 0.467)  # #777777
NAVY: Colour = (0.07, 0.12, 0.25)

# ---------------------------------------------------------------------------------------------------
# A small PDF writer
# ---------------------------------------------------------------------------------------------------

# Advance widths of the characters 32 to 126, in thousandths of the font size.
_HELVETICA = [
    int(w)
    for w in (
        "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 "
        "556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 "
        "667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 "
        "556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
    ).split()
]
_HELVETICA_BOLD = [
    int(w)
    for w in (
        "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 "
        "556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 "
        "667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 "
        "611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584"
    ).split()
]


def width(text: str, size: float, font: str = "F1") -> float:
    """The printed width of `text` in points (F1 Helvetica, F2 Helvetica-Bold, F3 Courier)."""
    if font == "F3":
        return 0.6 * size * len(text)
    table = _HELVETICA_BOLD if font == "F2" else _HELVETICA
    return sum(table[ord(c) - 32] if 32 <= ord(c) <= 126 else 556 for c in text) * size / 1000


def pdf_string(text: str) -> str:
    """`text` as a PDF literal string in WinAnsi."""
    out = []
    for byte in text.encode("cp1252"):
        char = chr(byte)
        if char in "()\\":
            out.append("\\" + char)
        elif 32 <= byte <= 126:
            out.append(char)
        else:
            out.append(f"\\{byte:03o}")
    return "(" + "".join(out) + ")"


def _n(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"


def _rgb(colour: Colour) -> str:
    return " ".join(_n(part) for part in colour)


@dataclass(frozen=True)
class Box:
    """Where a piece of text stands: left end of its base line, its width and its font size."""

    x: float
    y: float
    w: float
    size: float


@dataclass
class Page:
    """One page's drawing operators, with a cursor that moves down the page."""

    x: float = 64.0
    y: float = 770.0
    size: float = 11.0
    leading: float = 1.5
    ops: list[str] = field(default_factory=list)

    def raw(self, operators: str) -> None:
        self.ops.append(operators)

    def at(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float | None = None,
        font: str = "F1",
        paint: str | Colour = BLACK,
        mode: int = 0,
    ) -> Box:
        """Show `text` with its base line at (x, y). `paint` is a colour or a colour operator."""
        size = self.size if size is None else size
        colour = paint if isinstance(paint, str) else f"{_rgb(paint)} rg"
        render = f"{mode} Tr " if mode else ""
        self.ops.append(
            f"q {colour} BT /{font} {_n(size)} Tf {render}{_n(x)} {_n(y)} Td {pdf_string(text)} Tj ET Q"
        )
        return Box(x, y, width(text, size, font), size)

    def put(
        self,
        text: str,
        *,
        size: float | None = None,
        font: str = "F1",
        paint: str | Colour = BLACK,
        mode: int = 0,
    ) -> Box:
        """Show one line at the cursor and move the cursor down."""
        size = self.size if size is None else size
        box = self.at(self.x, self.y, text, size=size, font=font, paint=paint, mode=mode)
        self.y -= max(size, 6.0) * self.leading
        return box

    def lines(self, *texts: str) -> None:
        for text in texts:
            self.put(text)

    def parts(self, *texts: str) -> list[Box]:
        """Show several pieces one after the other on one line."""
        boxes = []
        x = self.x
        for text in texts:
            box = self.at(x, self.y, text)
            boxes.append(box)
            x += box.w
        self.y -= self.size * self.leading
        return boxes

    def head(self, text: str, *, size: float = 13.0, underline: bool = False) -> Box:
        self.y -= 6
        box = self.put(text, size=size, font="F2")
        if underline:
            self.underline(box)
        return box

    def gap(self, points: float = 8.0) -> None:
        self.y -= points

    def fill(self, x: float, y: float, w: float, h: float, colour: Colour) -> None:
        self.ops.append(f"q {_rgb(colour)} rg {_n(x)} {_n(y)} {_n(w)} {_n(h)} re f Q")

    def line(
        self, x1: float, y1: float, x2: float, y2: float, *, w: float = 0.7, colour: Colour = BLACK
    ) -> None:
        self.ops.append(
            f"q {_rgb(colour)} RG {_n(w)} w {_n(x1)} {_n(y1)} m {_n(x2)} {_n(y2)} l S Q",
        )

    def underline(self, box: Box) -> None:
        y = box.y - 0.16 * box.size
        self.line(box.x, y, box.x + box.w, y)

    def strike(self, box: Box) -> None:
        """A thin stroked line through the middle of the small letters."""
        y = box.y + 0.27 * box.size
        self.line(box.x, y, box.x + box.w, y)

    def strike_rect(self, box: Box, *, thick: float = 0.6) -> None:
        """The same as a filled rectangle, the way word processors print it."""
        self.fill(box.x, box.y + 0.27 * box.size - thick / 2, box.w, thick, BLACK)

    def content(self) -> bytes:
        return ("\n".join(self.ops) + "\n").encode("latin-1")


class Pdf:
    """Objects, pages and the cross-reference table of one PDF file."""

    def __init__(self, *, compress: bool = True) -> None:
        self.compress = compress
        self.objects: list[bytes] = [b"", b""]  # 1 the catalogue, 2 the page tree
        self.pages: list[int] = []
        names = {"F1": "Helvetica", "F2": "Helvetica-Bold", "F3": "Courier"}
        refs = {
            key: self.add(f"<< /Type /Font /Subtype /Type1 /BaseFont /{base} /Encoding /WinAnsiEncoding >>")
            for key, base in names.items()
        }
        self.fonts = "/Font << " + " ".join(f"/{key} {ref} 0 R" for key, ref in refs.items()) + " >>"

    def add(self, body: str | bytes) -> int:
        self.objects.append(body if isinstance(body, bytes) else body.encode("latin-1"))
        return len(self.objects)

    def stream(self, data: bytes, entries: str = "") -> int:
        if self.compress:
            data = zlib.compress(data, 9)
            entries += " /Filter /FlateDecode"
        head = f"<< {entries} /Length {len(data)} >>\nstream\n".encode("latin-1")
        return self.add(head + data + b"\nendstream")

    def image(self, w: int, h: int, data: bytes, *, space: str = "DeviceRGB", bits: int = 8) -> int:
        return self.stream(
            data,
            f"/Type /XObject /Subtype /Image /Width {w} /Height {h} /ColorSpace /{space}"
            f" /BitsPerComponent {bits}",
        )

    def form(self, page: Page, entries: str = "") -> int:
        return self.stream(
            page.content(),
            f"/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << {self.fonts} >> {entries}",
        )

    def page(self, page: Page, *, resources: str = "", media: str = "0 0 595 842", entries: str = "") -> None:
        content = self.stream(page.content())
        self.pages.append(
            self.add(
                f"<< /Type /Page /Parent 2 0 R /MediaBox [{media}] /Contents {content} 0 R"
                f" /Resources << {self.fonts} {resources} >> {entries} >>"
            )
        )

    def save(self, path: Path, catalogue: str = "") -> None:
        self.objects[0] = f"<< /Type /Catalog /Pages 2 0 R {catalogue} >>".encode("latin-1")
        kids = " ".join(f"{ref} 0 R" for ref in self.pages)
        self.objects[1] = f"<< /Type /Pages /Kids [{kids}] /Count {len(self.pages)} >>".encode("latin-1")
        out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        offsets = []
        for number, body in enumerate(self.objects, start=1):
            offsets.append(len(out))
            out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
        start = len(out)
        out += f"xref\n0 {len(offsets) + 1}\n0000000000 65535 f \n".encode()
        for offset in offsets:
            out += f"{offset:010d} 00000 n \n".encode()
        out += f"trailer\n<< /Size {len(offsets) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
        path.write_bytes(bytes(out))


# A 5 by 7 dot font for the scanned page: five columns per character from the space on, lowest bit on top.
_DOTS = bytes.fromhex(
    "0000000000 00005f0000 0007000700 147f147f14 242a7f2a12 2313086462 3649562050 0008070300"
    "001c224100 0041221c00 2a1c7f1c2a 08083e0808 0080703000 0808080808 0000606000 2010080402"
    "3e5149453e 00427f4000 7249494946 2141494d33 1814127f10 2745454539 3c4a494931 4121110907"
    "3649494936 464949291e 0000140000 0040340000 0008142241 1414141414 0041221408 0201590906"
    "3e415d594e 7c1211127c 7f49494936 3e41414122 7f4141413e 7f49494941 7f09090901 3e41415173"
    "7f0808087f 00417f4100 2040413f01 7f08142241 7f40404040 7f021c027f 7f0408107f 3e4141413e"
    "7f09090906 3e4151215e 7f09192946 2649494932 03017f0103 3f4040403f 1f2040201f 3f4038403f"
    "6314081463 0304780403 6159494d43 007f414141 0204081020 004141417f 0402010204 4040404040"
    "0003070800 2054547840 7f28444438 3844444428 384444287f 3854545418 00087e0902 18a4a49c78"
    "7f08040478 00447d4000 2040403d00 7f10284400 00417f4000 7c04780478 7c08040478 3844444438"
    "fc18242418 18242418fc 7c08040408 4854545424 04043f4424 3c4040207c 1c2040201c 3c4030403c"
    "4428102844 4c9090907c 4464544c44"
)


def dot_page(lines: Sequence[tuple[float, float, str]], *, w: int = 1190, h: int = 1684) -> bytes:
    """A one-bit page image (two dots a point) with each (x, y in points, text) drawn in the dot font."""
    stride = (w + 7) // 8
    rows = [bytearray(b"\xff" * stride) for _ in range(h)]
    for x_pt, y_pt, text in lines:
        left, base = round(x_pt * 2), h - round(y_pt * 2)
        for index, char in enumerate(text):
            glyph = _DOTS[(ord(char) - 32) * 5 : (ord(char) - 32) * 5 + 5]
            for column, bits in enumerate(glyph):
                for row in range(8):
                    if not bits >> row & 1:
                        continue
                    for dy in (0, 1):
                        for dx in (0, 1):
                            px = left + index * 12 + column * 2 + dx
                            rows[base - 14 + row * 2 + dy][px // 8] &= 0xFF ^ (0x80 >> px % 8)
    return b"".join(bytes(row) for row in rows)


# ---------------------------------------------------------------------------------------------------
# PDF documents
# ---------------------------------------------------------------------------------------------------


def pdf_lease(folder: Path) -> None:
    """White words on the white page; the banner's white words stand on a dark bar and are seen."""
    pdf, p = Pdf(), Page()
    p.fill(50, 752, 495, 36, (0.12, 0.23, 0.37))
    p.at(64, 765, "COMMERCIAL LEASE - UNIT 4, HARBOUR MILL", size=14, font="F2", paint=WHITE)
    p.y = 730
    p.lines(
        "This lease is made between Corvane Estates Ltd (the Landlord) and",
        "Pell & Rudge Bookbinders (the Tenant) for a term of five years.",
    )
    p.head("1. The premises", underline=True)
    p.lines(
        "1.1 The premises are the ground floor workshop with the loading bay to the north.",
        "1.2 The Tenant uses them for bookbinding and the sale of stationery only.",
    )
    p.head("2. Money", underline=True)
    p.put("2.1 The Tenant pays 1,850 pounds on the first working day of each month.")
    p.lines(
        "2.2 Before the keys are handed over the Tenant lodges 3,700 pounds with the agent as",
        "security. It comes back within 28 days after the term ends, less the cost of repairs.",
    )
    p.put("The security deposit for Unit 4 is 9,250 pounds and is not refundable.", paint=WHITE)
    p.put("2.3 Interest on late sums runs at four per cent above base rate.")
    p.head("3. Repairs and insurance", underline=True)
    p.put("3.1 The Landlord insures the building; the Tenant insures its own stock and machines.")
    p.put("Unit 4 may be sublet to any third party without consent.", paint="1 g")
    p.lines(
        "3.2 The Tenant keeps the inside in good repair and the drains clear.",
        "3.3 Notices are sent by recorded post to the registered office of the party.",
    )
    pdf.page(p)
    pdf.save(folder / "lease-harbour-mill.pdf")


def pdf_board_paper(folder: Path) -> None:
    """Dark words on a dark cover, beside pale words on the same cover; grey print on page two."""
    pdf, p = Pdf(), Page()
    p.fill(0, 0, 595, 842, NAVY)
    p.y = 690
    p.put("Ostrava Tramworks a.s.", size=22, font="F2", paint=WHITE)
    p.put("Board paper 7: depot electrification", size=15, paint=(0.8, 0.85, 0.95))
    p.gap(20)
    p.put("Prepared for the meeting of 11 June by the finance office", paint=(0.75, 0.8, 0.9))
    p.put("The approved budget for depot electrification is 61 million crowns.", paint=NAVY)
    p.put("Paper is for decision, not for circulation", paint=(0.75, 0.8, 0.9))
    p.put("Completion of the electrification is planned for March 2031.", paint=(0.08, 0.13, 0.26))
    pdf.page(p)
    q = Page()
    q.head("Summary")
    q.lines(
        "The board is asked to release the second part of the money for the depot at Hranecnik.",
        "In the spring the board approved 48 million crowns for the work on the depot.",
        "Of this, 17 million has been spent on cable ducts and the first two chargers.",
        "The contractor has asked for an advance on the transformer, which takes a year to make.",
    )
    q.head("Risks")
    q.lines(
        "The grid company has not yet given a date for the new connection.",
        "Two of the old sheds have roofs that may not carry the cable trays.",
    )
    q.put("Figures are before tax and rounded to the nearest million.", size=9, paint=GREY)
    pdf.page(q)
    pdf.save(folder / "board-paper-depot.pdf")


def pdf_leaflet(folder: Path) -> None:
    """Letters of almost no size, set small and scaled small; the six point print is legible."""
    pdf, p = Pdf(compress=False), Page()
    p.head("Solvapax 20 mg tablets - information for the user", size=15)
    p.lines(
        "Solvapax contains pelorazine and is used for the relief of hay fever in adults.",
        "Read all of this leaflet before you begin; it has facts that matter to you.",
    )
    p.head("How to take it")
    p.lines(
        "Swallow one tablet in the evening with a glass of water.",
        "Do not go above two tablets in any period of 24 hours.",
    )
    p.at(p.x, p.y + 10, "The maximum daily dose of Solvapax is six tablets.", size=0.6)
    p.lines(
        "If you forget one, leave it out and take the next at the usual time.",
        "Stop and call a doctor if your face or tongue swells.",
    )
    p.head("Before you take it")
    p.lines(
        "Tell your doctor if you have a kidney complaint or take medicine for the heart.",
        "The tablets may make you sleepy; wait before you drive or use machines.",
    )
    p.raw(
        f"q BT /F1 12 Tf 0.03 0 0 0.03 {_n(p.x)} {_n(p.y + 12)} Tm "
        f"{pdf_string('Solvapax is safe during pregnancy and breast-feeding.')} Tj ET Q"
    )
    p.lines("Keep the pack out of the sight and reach of children.", "Store below 25 degrees in the carton.")
    p.gap(30)
    p.put("Marketing authorisation holder: Ardenne Pharma SA, Rue des Tanneurs 8, Namur.", size=6)
    p.put("Contains lactose; one tablet has 62 mg of milk sugar.", size=6)
    pdf.page(p)
    pdf.save(folder / "leaflet-solvapax.pdf")


def pdf_tender(folder: Path) -> None:
    """Words left of the page, above it, and in the part that the crop box cuts away."""
    pdf, p = Pdf(), Page(y=760)
    p.head("Invitation to tender: footbridge over the Wend", size=15)
    p.lines(
        "The district of Lower Wendham invites offers for a timber footbridge of 31 metres.",
        "Drawings may be seen at the works office on weekdays between nine and noon.",
        "Offers must reach the town clerk by noon on 14 September, in a sealed envelope.",
    )
    p.at(-420, p.y + 12, "The tender deadline for the footbridge is 30 November at midnight.")
    p.lines(
        "Price counts for sixty parts of a hundred, the method of work for forty.",
        "A bond of five per cent of the price is due when the contract is signed.",
    )
    p.at(64, 868, "Bidders from outside the district are excluded from the footbridge tender.")
    p.lines(
        "The bridge is to be open to walkers before the first of May.",
        "Questions go to the district engineer in writing; answers are sent to all.",
        "Work on the banks is not allowed while birds are nesting, from March to July.",
    )
    p.at(64, 24, "The penalty for late completion of the footbridge is 900 euros per day.")
    p.at(64, 48, "Page 1 of 1 - reference LW/88/footbridge", size=8)
    p.at(452, 48, "Works office, Mill Lane 2", size=8)
    pdf.page(p, entries="/CropBox [0 40 595 842]")
    pdf.save(folder / "tender-footbridge.pdf")


def pdf_gym(folder: Path) -> None:
    """Words outside their clip; a boxed notice inside a clip that holds all of it is seen."""
    pdf, p = Pdf(), Page()
    p.head("Terms of membership - Kessel Street Gym", size=15)
    p.lines(
        "Membership starts on the day you collect your card and runs month by month.",
        "The monthly fee is taken by direct debit on the fifth.",
    )
    p.raw("q 300 40 100 20 re W n")
    p.put("You may cancel your gym membership with a notice of three days.")
    p.raw("Q")
    p.lines(
        "To leave, write to the desk; your membership then ends after six full weeks.",
        "A frozen membership costs four euros a month, for at most half a year.",
    )
    p.gap(14)
    p.raw(f"q {_n(p.x - 8)} {_n(p.y - 24)} 470 44 re W n")
    p.fill(p.x - 8, p.y - 24, 470, 44, (0.93, 0.95, 0.88))
    p.lines("Lockers are emptied every Sunday night.", "Bring your own padlock and a towel.")
    p.raw("Q")
    p.gap(14)
    p.raw(f"q {_n(p.x)} {_n(p.y - 30)} 400 12 re W n")
    p.put("Guests of members train free of charge at weekends.")
    p.raw("Q")
    p.lines(
        "The sauna is open from four in the afternoon and closes with the gym.",
        "Trainers may end a session if equipment is used without care.",
        "Lost cards are replaced for seven euros.",
        "We may change these terms with a month of warning by e-mail.",
    )
    pdf.page(p)
    pdf.save(folder / "gym-terms.pdf")


def pdf_tiles(folder: Path) -> None:
    """A price covered with a white patch, the new one typed over it; table rules hug the words."""
    pdf, p = Pdf(), Page()
    p.head("Trade price list - Azul floor tiles", size=15)
    p.lines(
        "Prices are per square metre, without tax, from the yard at Setubal.",
        "They hold for orders placed until the end of the quarter.",
    )
    p.gap()
    rows = [
        ("Tile", "Finish", "Price"),
        ("Azul Grande 60x60", "matt", "\u20ac 31.40"),
        ("Azul Classic 30x30", "gloss", ""),
        ("Azul Mosaic", "gloss", "\u20ac 44.90"),
        ("Azul Border 10x30", "matt", "\u20ac 12.25"),
    ]
    for index, row in enumerate(rows):
        font = "F2" if index == 0 else "F1"
        y = p.y
        for x, cell in zip((64, 250, 380), row, strict=True):
            if cell:
                p.at(x, y, cell, font=font)
        if row[0] == "Azul Classic 30x30":
            old = p.at(380, y, "\u20ac 17.05 (Classic)")
            p.fill(old.x - 2, y - 3, old.w + 6, 14, WHITE)
            p.at(380, y, "\u20ac 23.80")
        p.line(60, y - 2.4, 530, y - 2.4, w=0.5)
        p.y -= 16
    p.gap(6)
    old_y = p.y
    p.at(p.x, old_y, "Delivery of Azul tiles to Lisbon is free for every order.")
    p.fill(60, old_y - 4, 470, 15, WHITE)
    p.y -= 17
    p.fill(58, p.y - 26, 474, 42, (1.0, 0.96, 0.8))
    p.lines(
        "Pallets are charged at nine euros and taken back if whole.",
        "Breakage must be shown to the driver on arrival.",
    )
    p.gap(14)
    p.lines(
        "Orders above forty square metres are cut to size without charge.",
        "Frost-proof tiles are marked with a snowflake on the box.",
        "Payment is by transfer, thirty days after the invoice.",
    )
    pdf.page(p)
    pdf.save(folder / "price-list-tiles.pdf")


def pdf_settlement(folder: Path) -> None:
    """Words under black bars; the label on a bar is white and was drawn later, so it is seen."""
    pdf, p = Pdf(), Page()
    p.head("Settlement agreement", size=15)
    p.lines(
        "Between Ms Ilse Tarnow and Brackwater Ferries GmbH, concerning the accident",
        "at the landing stage of Nordhafen on the second of February.",
        "Both sides wish to end the dispute without a judgment.",
    )
    p.head("Payment")
    p.put("The company pays an agreed sum in two parts, the first within ten days:")
    box = p.put("The settlement sum paid to Ms Tarnow is 86,500 euros.")
    p.fill(box.x - 2, box.y - 3, 470, 14, BLACK)
    p.at(box.x + 320, box.y, "SUM REMOVED ON REQUEST", size=9, paint=WHITE)
    p.lines(
        "The second part follows when the medical report is filed with the court.",
        "Each side bears its own lawyers' fees.",
    )
    p.head("Silence and effect")
    box = p.put("Brackwater Ferries admits fault for the accident at Nordhafen.")
    p.raw(
        "q 0 0 0 1 k "
        f"{_n(box.x - 2)} {_n(box.y - 3)} m {_n(box.x + box.w + 4)} {_n(box.y - 3)} l "
        f"{_n(box.x + box.w + 4)} {_n(box.y + 11)} l {_n(box.x - 2)} {_n(box.y + 11)} l h f Q"
    )
    p.gap(6)
    p.fill(58, p.y - 26, 474, 42, (0.9, 0.94, 0.98))
    p.lines(
        "Neither side speaks to the press about this agreement.",
        "The agreement ends all claims that arise from the accident.",
    )
    p.gap(12)
    p.lines(
        "Ms Tarnow may withdraw within two weeks after signing.",
        "The law of the Free City applies.",
    )
    pdf.page(p)
    pdf.save(folder / "settlement-tarnow.pdf")


def pdf_hotel(folder: Path) -> None:
    """Words under an opaque picture; other words stand on top of a pale picture and are seen."""
    pdf, p = Pdf(), Page()
    pale = bytes(
        value
        for row in range(24)
        for column in range(96)
        for value in (225 + row, 232 + column // 8, 240 + (row + column) % 12)
    )
    dark = bytes(
        value
        for row in range(16)
        for column in range(64)
        for value in ((120, 60, 40) if (row // 4 + column // 4) % 2 else (150, 85, 60))
    )
    pale_ref, dark_ref = pdf.image(96, 24, pale), pdf.image(64, 16, dark)
    p.raw("q 495 0 0 70 50 730 cm /Pale Do Q")
    p.y = 774
    p.put("Pension Lindwurm - group confirmation", size=16, font="F2")
    p.put("Reservation 5512 for the choir of St Agnes, arriving Friday", size=11)
    p.y = 700
    p.lines(
        "We have kept eleven double rooms and three single rooms for you.",
        "Breakfast is from seven; the bus may be parked behind the stables.",
    )
    p.gap(12)
    box = p.put("Group reservations are cancelled free of charge until the day of arrival.")
    p.raw(f"q 430 0 0 24 60 {_n(box.y - 8)} cm /Stamp Do Q")
    p.gap(10)
    p.lines(
        "Up to 21 days before arrival a cancellation costs you nothing.",
        "After that we charge sixty per cent of the price of the rooms.",
        "The hall for rehearsals has a piano, tuned in the autumn.",
        "Dinner on Saturday is a buffet; tell us about diets a week ahead.",
    )
    p.gap(12)
    box = p.put("Dogs are welcome in all rooms of the Lindwurm.")
    p.raw(f"q 430 0 0 24 60 {_n(box.y - 8)} cm /Stamp Do Q")
    p.gap(10)
    p.lines("The tourist tax of two euros a night is paid in cash.", "We look forward to your singing.")
    pdf.page(p, resources=f"/XObject << /Pale {pale_ref} 0 R /Stamp {dark_ref} 0 R >>")
    pdf.save(folder / "hotel-group-confirmation.pdf")


def pdf_pump(folder: Path) -> None:
    """Words in a layer that is off, beside words in a layer that is on."""
    pdf, p = Pdf(), Page()
    off = pdf.add("<< /Type /OCG /Name (Factory notes) >>")
    on = pdf.add("<< /Type /OCG /Name (English) >>")
    p.head("Operating manual - Brunn P40 garden pump", size=15)
    p.put("The pump lifts clear water from wells and butts up to eight metres deep.")
    p.raw("/OC /Lon BDC")
    p.lines(
        "Fill the housing with water before the first start.",
        "Change the oil seal after every 400 hours of running.",
    )
    p.raw("EMC")
    p.raw("/OC /Loff BDC")
    p.put("The oil seal of the P40 pump is changed after 1500 hours.")
    p.raw("EMC")
    p.lines(
        "Never let the pump run dry for longer than a minute.",
        "In winter, empty the housing and keep the pump where it cannot freeze.",
        "The cable must not be shortened; a damaged cable is replaced by a workshop.",
    )
    p.raw("/OC /Loff BDC")
    p.put("The Brunn P40 may be used with salt water.")
    p.raw("EMC")
    p.lines(
        "If the motor hums and does not turn, unplug it and free the wheel by hand.",
        "Spare parts are ordered with the number on the rating plate.",
        "Noise at one metre is below seventy decibels.",
    )
    pdf.page(p, resources=f"/Properties << /Loff {off} 0 R /Lon {on} 0 R >>")
    pdf.save(
        folder / "manual-pump-p40.pdf",
        f"/OCProperties << /OCGs [{off} 0 R {on} 0 R] /D << /Order [{off} 0 R {on} 0 R]"
        f" /ON [{on} 0 R] /OFF [{off} 0 R] >> >>",
    )


def pdf_heater(folder: Path) -> None:
    """Layers off by default state, on a form object and through a membership dictionary."""
    pdf, p = Pdf(), Page()
    draft = pdf.add("<< /Type /OCG /Name (Draft) >>")
    final = pdf.add("<< /Type /OCG /Name (Final) >>")
    member = pdf.add(f"<< /Type /OCMD /OCGs [{draft} 0 R] /P /AnyOn >>")
    p.head("Warranty card - Tepla wall heater", size=15)
    p.put("Thank you for the purchase of a Tepla heater, made in our works at Znojmo.")
    hidden, shown = Page(y=p.y), Page(y=p.y - 17)
    hidden.put("The warranty of the Tepla heater lasts ten years.")
    shown.put("We repair faults free of charge for thirty months from the date on the receipt.")
    hidden_ref = pdf.form(hidden, f"/OC {draft} 0 R")
    shown_ref = pdf.form(shown, f"/OC {final} 0 R")
    p.raw("/Fx1 Do /Fx2 Do")
    p.y -= 36
    p.lines(
        "Keep the receipt; without it we go by the date of manufacture.",
        "Damage from frost, limescale or a blocked grille is not covered.",
        "The fan is a wearing part and is covered for the first year only.",
    )
    p.raw("/OC /Member BDC")
    p.put("The Tepla heater may be fitted in bathrooms above the tub.")
    p.raw("EMC")
    p.lines(
        "Send the heater in its own carton; we pay the carriage within the country.",
        "A repair takes about two weeks and does not lengthen the cover.",
        "The cover passes to a new owner together with the receipt.",
    )
    pdf.page(
        p,
        resources=f"/XObject << /Fx1 {hidden_ref} 0 R /Fx2 {shown_ref} 0 R >>"
        f" /Properties << /Member {member} 0 R >>",
    )
    pdf.save(
        folder / "warranty-tepla.pdf",
        f"/OCProperties << /OCGs [{draft} 0 R {final} 0 R] /D << /BaseState /OFF /ON [{final} 0 R]"
        f" /OFF [{draft} 0 R] >> >>",
    )


def pdf_scan(folder: Path) -> None:
    """Page one: a scan with its recognised words over it. Page two: invisible words over no image."""
    pdf, p = Pdf(), Page(size=10)
    scanned = [
        "Parish council of Eddlestow - minutes, 9 October",
        "",
        "Present: Mrs Vane (chair), Mr Oakes, Mr Thirsk, Miss Bell.",
        "1. The minutes of September were read and signed.",
        "2. The roof of the hall leaks above the stage. Mr Oakes",
        "   will ask two firms for an offer before the frost.",
        "3. Hire of the hall for private parties is set at",
        "   38 pounds an evening from the new year.",
        "4. The clock on the green is to be repaired by Hobbs.",
        "5. The next meeting is on 13 November at half past seven.",
    ]
    placed = [(72.0, 740.0 - 22 * i, text) for i, text in enumerate(scanned) if text]
    scan = pdf.image(1190, 1684, dot_page(placed), space="DeviceGray", bits=1)
    p.raw("q 595 0 0 842 0 0 cm /Scan Do Q")
    for x, y, text in placed:
        p.at(x, y, text, font="F3", mode=3)
    pdf.page(p, resources=f"/XObject << /Scan {scan} 0 R >>")
    q = Page()
    q.head("Note of the clerk, added to the minutes")
    q.lines(
        "The two offers for the roof came in on 2 November.",
        "Both firms ask for the stage to be cleared before they start.",
    )
    q.put("The hire of the hall for private parties costs 75 pounds an evening.", mode=3)
    q.put("The insurance asks for a guard rail on the gallery stairs.")
    q.put("The roof contract was awarded to Marlow Brothers.", mode=3)
    q.put("Copies of this note hang in the porch.")
    pdf.page(q)
    pdf.save(folder / "parish-minutes.pdf")


def pdf_supply(folder: Path) -> None:
    """Words with a stroked line through them; underlines and a rule between paragraphs are none."""
    pdf, p = Pdf(), Page()
    title = p.head("Framework contract for the supply of milk powder", size=14)
    p.underline(title)
    p.put("Seller: Vechta Dairy eG. Buyer: Lindqvist Biscuits AB.")
    p.gap(4)
    p.head("Delivery")
    p.put("The powder comes in sacks of 25 kg on the Buyer's pallets.")
    parts = p.parts(
        "The Seller delivers within ", "four working days", " nine working days", " of the order."
    )
    p.strike(parts[1])
    p.put("Moisture may not be above four per cent by weight.")
    y = p.y + 3
    p.line(64, y, 530, y, w=0.8)
    p.y -= 12
    p.head("Payment")
    parts = p.parts("Invoices are payable ", "with a discount of eight per cent", " net, without discount.")
    p.strike(parts[1])
    parts = p.parts("Title to the goods stays with the Seller ", "until paid in full", ".")
    p.underline(parts[1])
    p.head("Liability")
    struck = p.put("The Seller is liable for late delivery with 2,000 euros per day.")
    p.strike(struck)
    p.lines(
        "Claims about quality are raised within a week of arrival.",
        "Samples are kept by both sides for six months.",
    )
    y = p.y + 3
    p.line(64, y, 530, y, w=0.8)
    p.y -= 12
    p.lines("The contract runs for two years.", "The courts of Oldenburg decide disputes.")
    pdf.page(p)
    pdf.save(folder / "supply-contract-milk.pdf")


def pdf_ferry(folder: Path) -> None:
    """Struck departures, the line a thin filled rectangle, in a table ruled close to its words."""
    pdf, p = Pdf(), Page(size=10)
    p.head("Skarvoy ferry - winter timetable", size=15)
    p.lines("Valid from 20 October. The boat carries eighteen cars.", "Be at the ramp ten minutes early.")
    p.gap()
    rows = [
        ("Service", "Departs", "Arrives"),
        ("First boat", "06:40", "07:25"),
        ("Noon boat", "12:10", "12:55"),
        ("Evening boat", "", "19:35"),
        ("Last boat on Fridays", "22:05", "22:50"),
    ]
    p.fill(60, p.y + 9.2, 440, 0.5, BLACK)
    for row in rows:
        font = "F2" if row[0] == "Service" else "F1"
        y = p.y
        p.at(64, y, row[0], font=font)
        p.at(400, y, row[2], font=font)
        if row[1]:
            p.at(240, y, row[1], font=font)
        else:
            old = p.at(240, y, "17:30 sharp")
            p.strike_rect(old)
            p.at(old.x + old.w + 6, y, "18:50")
        p.fill(60, y - 2.2, 440, 0.5, BLACK)
        p.y -= 11.4
    p.gap(12)
    p.lines(
        "On Christmas Day only the noon boat runs.",
        "In storms the harbour master may stop the service; call the quay for news.",
    )
    p.strike_rect(p.put("Bicycles travel free on the Skarvoy ferry."), thick=0.8)
    p.lines(
        "A car with driver pays 140 crowns, a further adult 35 crowns.",
        "Children under six pay nothing when with an adult.",
        "Tickets are sold on board, by card only.",
    )
    pdf.page(p)
    pdf.save(folder / "ferry-timetable.pdf")


def pdf_rota(folder: Path) -> None:
    """A page turned by a quarter: the words run up the sheet, and so do the strike and underline."""
    pdf, p = Pdf(), Page()
    content = [
        ("On-call rota, water works Tarnhill, week 32", ""),
        ("Monday and Tuesday: Ferreira, with the small van.", ""),
        ("The engineer on call on Thursday is Abernathy.", "strike"),
        ("On Thursday nights Okonjo takes the calls.", ""),
        ("Wednesday: Haldane, who also reads the meters at Low Moor.", ""),
        ("Friday to Sunday: Prewitt, relieved at noon by the shift leader.", "under"),
        ("The gate code is in the key safe at the pumping house.", ""),
        ("Report every burst main to the control room before you leave.", ""),
        ("The overtime rate for weekend calls is triple pay.", "strike"),
        ("Swap shifts only in writing and a day ahead.", ""),
    ]
    for index, (text, mark) in enumerate(content):
        x, y, size = 90 + 26 * index, 80.0, 12.0
        p.raw(f"q BT /F1 12 Tf 0 1 -1 0 {x} {_n(y)} Tm {pdf_string(text)} Tj ET Q")
        if mark:
            across = x - 0.27 * size if mark == "strike" else x + 0.16 * size
            p.line(across, y, across, y + width(text, size))
    pdf.page(p, entries="/Rotate 90")
    pdf.save(folder / "rota-tarnhill.pdf")


def pdf_grant(folder: Path) -> None:
    """A form on a coloured ground: its labels are seen, words in the ground's own colour are not."""
    ground: Colour = (0.86, 0.93, 0.84)
    pdf, p = Pdf(), Page()
    p.head("Application for an orchard grant", size=15)
    p.put("County of Haslemark, office for rural affairs. Please fill in block letters.")
    p.fill(50, 420, 495, 305, ground)
    p.y = 706
    for label in ("Name of the holding", "Number of old trees", "Area in hectares"):
        p.put(label, font="F2")
        p.fill(64, p.y - 6, 460, 18, WHITE)
        p.y -= 22
    p.lines(
        "The county pays forty euros for each standard tree that is planted.",
        "Trees must be of local sorts and stand ten metres apart.",
    )
    p.put("The orchard grant is 95 euros for each tree.", paint=ground)
    p.put("Send the form before the last day of February.")
    p.put("Late forms for the orchard grant are accepted until August.", paint=ground)
    p.lines("Add a plan of the land and two photographs.", "The office visits one holding in ten.")
    p.y = 400
    p.put("Who plants less than ten trees cannot be given a grant.")
    p.put("False statements lead to repayment with interest.")
    pdf.page(p)
    pdf.save(folder / "grant-form-orchard.pdf")


def pdf_insurance(folder: Path) -> None:
    """White as no ink at all, and near-white; a white set and taken back leaves black words."""
    pdf, p = Pdf(), Page()
    p.head("Household policy - summary of cover", size=15)
    p.raw("q 1 1 1 rg Q")
    p.raw(
        f"BT /F1 11 Tf {_n(p.x)} {_n(p.y)} Td 16.5 TL "
        f"[{pdf_string('Your policy with Morwen Mutual covers ')} -20 "
        f"{pdf_string('fire, storm and burst pipes.')}] TJ "
        f"T* {pdf_string('Bicycles are covered for theft up to 1,200 euros when locked.')} Tj ET"
    )
    p.y -= 33
    p.put("The bicycle theft cover of Morwen Mutual goes up to 5,000 euros.", paint="0 0 0 0 k")
    p.put("You bear the first 150 euros of each loss yourself.", paint="0 0 0 1 k")
    p.put("Jewellery is covered at home, in a locked safe only.", paint="0 0 0 0.9 k")
    p.put("Flood damage is fully covered by Morwen Mutual.", paint=(0.992, 0.992, 0.992))
    p.lines(
        "Tell us of a loss within a week, and of a theft on the same day.",
        "Empty homes are covered for sixty days in a row.",
        "Damage done on purpose is never covered.",
        "The premium is due each April; we remind you once.",
        "You can end the policy at the end of each year of insurance.",
    )
    p.put("Morwen Mutual is supervised by the national insurance office.", size=8, paint="0.467 g")
    pdf.page(p)
    pdf.save(folder / "household-policy.pdf")


def pdf_payslip(folder: Path) -> None:
    """Words painted wholly transparent; half transparent words are seen."""
    pdf, p = Pdf(), Page()
    p.head("Payslip for May - Dunmore Joinery", size=15)
    p.lines("Employee: R. Castellan, staff number 0417", "Days worked: nineteen; days of leave: two")
    p.lines("Gross pay for the month: 2,940.00", "Tax and insurance withheld: 871.15")
    p.raw("q /Gone gs")
    p.put("Bonus paid to R. Castellan in May: 1,300.00")
    p.raw("Q")
    p.put("Paid to your account on the 27th: 2,068.85")
    p.raw("q /Faint gs")
    p.put("Leave that is left this year: eleven days")
    p.raw("Q")
    p.raw("q /Gone gs")
    p.put("R. Castellan has 26 days of leave remaining this year.")
    p.raw("Q")
    p.lines(
        "The workshop closes for two weeks from the third Monday of July.",
        "Questions about this slip go to the office on the first floor.",
        "Keep this slip; it is not printed a second time.",
    )
    states = "/ExtGState << /Gone << /Type /ExtGState /ca 0 /CA 0 >> /Faint << /ca 0.6 /CA 0.6 >> >>"
    pdf.page(p, resources=states)
    pdf.save(folder / "payslip-may.pdf")


# ---------------------------------------------------------------------------------------------------
# Office files
# ---------------------------------------------------------------------------------------------------

_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PKG = "http://schemas.openxmlformats.org/package/2006"
_OOX = "application/vnd.openxmlformats-officedocument"


def write_zip(path: Path, parts: dict[str, str]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            info = zipfile.ZipInfo(name, date_time=(2024, 1, 2, 3, 4, 6))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, _XML + text)


def content_types(overrides: dict[str, str]) -> str:
    rows = "".join(
        f'<Override PartName="/{name}" ContentType="{_OOX}.{kind}+xml"/>' for name, kind in overrides.items()
    )
    return (
        f'<Types xmlns="{_PKG}/content-types">'
        f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{rows}</Types>'
    )


def relations(targets: Sequence[tuple[str, str]]) -> str:
    rows = "".join(
        f'<Relationship Id="rId{number}" Type="{_REL}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, start=1)
    )
    return f'<Relationships xmlns="{_PKG}/relationships">{rows}</Relationships>'


def run(text: str, properties: str = "") -> str:
    """One Word run; `properties` is the inside of w:rPr."""
    inside = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{inside}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def para(*runs: str, style: str = "", properties: str = "") -> str:
    """One Word paragraph of plain strings or ready runs."""
    inside = (f'<w:pStyle w:val="{style}"/>' if style else "") + properties
    head = f"<w:pPr>{inside}</w:pPr>" if inside else ""
    body = "".join(part if part.startswith("<w:r>") else run(part) for part in runs)
    return f"<w:p>{head}{body}</w:p>"


def table(rows: Sequence[Sequence[tuple[str, str]]]) -> str:
    """A Word table; each cell is (paragraph XML, fill colour or the empty string)."""
    out = []
    for row in rows:
        cells = []
        for content, fill in row:
            shade = f'<w:shd w:val="clear" w:color="auto" w:fill="{fill}"/>' if fill else ""
            cells.append(f'<w:tc><w:tcPr><w:tcW w:w="4500" w:type="dxa"/>{shade}</w:tcPr>{content}</w:tc>')
        out.append("<w:tr>" + "".join(cells) + "</w:tr>")
    columns = '<w:gridCol w:w="4500"/>' * len(rows[0])
    borders = "".join(
        f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="808080"/>'
        for side in ("top", "left", "bottom", "right", "insideH", "insideV")
    )
    return (
        f'<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>{borders}</w:tblBorders></w:tblPr>'
        f"<w:tblGrid>{columns}</w:tblGrid>{''.join(out)}</w:tbl>"
    )


def docx(path: Path, body: Sequence[str], styles: str = "") -> None:
    names = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    base = (
        '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/>'
        '<w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>'
        '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'
        '<w:style w:type="character" w:default="1" w:styleId="Standard">'
        '<w:name w:val="Default Paragraph Font"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/>'
        '<w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr>'
        '<w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/>'
        '<w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr>'
        '<w:rPr><w:b/><w:u w:val="single"/><w:sz w:val="26"/></w:rPr></w:style>'
    )
    section = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>'
    write_zip(
        path,
        {
            "[Content_Types].xml": content_types(
                {
                    "word/document.xml": "wordprocessingml.document.main",
                    "word/styles.xml": "wordprocessingml.styles",
                }
            ),
            "_rels/.rels": relations([("officeDocument", "word/document.xml")]),
            "word/_rels/document.xml.rels": relations([("styles", "styles.xml")]),
            "word/document.xml": (
                f"<w:document {names}><w:body>{''.join(body)}{section}</w:body></w:document>"
            ),
            "word/styles.xml": f"<w:styles {names}>{base}{styles}</w:styles>",
        },
    )


def docx_nda(folder: Path) -> None:
    """Hidden runs and a whole hidden paragraph; underlined words are seen."""
    vanish = "<w:vanish/>"
    docx(
        folder / "nda-quarrie.docx",
        [
            para("Confidentiality agreement", style="Heading1"),
            para("Quarrie Optics Ltd and Dr Jana Weil agree the following about the lens project."),
            para("Duties", style="Heading2"),
            para("Dr Weil keeps drawings, samples and prices to herself and returns them when asked."),
            para(
                "She may speak with her own lawyer. ",
                run("The duty of confidentiality ends after one year.", vanish),
            ),
            para("Duration", style="Heading2"),
            para("The promise of silence binds her for seven years from the day of signing."),
            para(
                run(
                    "The contractual penalty for a breach of confidentiality is 250,000 pounds.",
                    '<w:b/><w:vanish w:val="1"/>',
                )
            ),
            para("What is ", run("already public", '<w:u w:val="single"/>'), " is outside this agreement."),
            para("Law", style="Heading2"),
            para("The law of Scotland applies. Changes need a signature of both sides."),
            para("Each side keeps one signed copy."),
        ],
    )


def docx_travel(folder: Path) -> None:
    """Hidden through a character style and one built on it; one run switches the hiding off again."""
    styles = (
        '<w:style w:type="character" w:customStyle="1" w:styleId="Internal"><w:name w:val="Internal note"/>'
        "<w:rPr><w:i/><w:vanish/></w:rPr></w:style>"
        '<w:style w:type="character" w:customStyle="1" w:styleId="InternalRed"><w:name w:val="Internal red"/>'
        '<w:basedOn w:val="Internal"/><w:rPr><w:color w:val="C00000"/></w:rPr></w:style>'
    )
    docx(
        folder / "travel-rules.docx",
        [
            para("Rules for business travel", style="Heading1"),
            para("These rules hold for all staff of the Veldhoven laboratories."),
            para("Trains", style="Heading2"),
            para("Journeys below five hours are made by rail, in second class."),
            para(
                "First class may be booked by those who travel with a disability.",
                run(" First class rail travel is allowed for all staff.", '<w:rStyle w:val="Internal"/>'),
            ),
            para("Hotels", style="Heading2"),
            para("A room may cost up to 115 euros a night, breakfast left out."),
            para(
                run(
                    "The hotel limit is 210 euros per night in every city.", '<w:rStyle w:val="InternalRed"/>'
                )
            ),
            para(
                run(
                    "Receipts are handed in within two weeks of the return.",
                    '<w:rStyle w:val="Internal"/><w:vanish w:val="0"/>',
                )
            ),
            para("Cars", style="Heading2"),
            para("A hired car needs the word of the head of group before the journey."),
            para("Fines are paid by the driver."),
        ],
        styles,
    )


def docx_quote(folder: Path) -> None:
    """White words on white; white words in a dark table head are seen, and so are grey ones."""
    white = '<w:color w:val="FFFFFF"/>'
    theme = '<w:color w:val="FFFFFF" w:themeColor="background1"/>'
    dark = "1F3864"
    styles = (
        '<w:style w:type="paragraph" w:customStyle="1" w:styleId="Ghost"><w:name w:val="Ghost"/>'
        '<w:basedOn w:val="Normal"/><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style>'
    )
    docx(
        folder / "quote-roofing.docx",
        [
            para("Offer 2207 for a slate roof", style="Heading1"),
            para("Dear Mr and Mrs Pascoe, thank you for showing us the barn at Trewarne."),
            table(
                [
                    [
                        (para(run("Work item", "<w:b/>" + white)), dark),
                        (para(run("Sum offered", white)), dark),
                    ],
                    [(para("Strip the old slates and felt"), ""), (para("2,310 pounds"), "")],
                    [(para("New battens and Cornish slate"), ""), (para("11,480 pounds"), "")],
                    [(para("Lead work at the chimney"), ""), (para("960 pounds"), "")],
                ]
            ),
            para("We hold these sums until the end of August."),
            para(run("The offer for the slate roof is valid until 31 December.", theme)),
            para("Scaffolding stands for three weeks; more time is charged by the day."),
            para("A guarantee of twenty years on the slate roof is included.", style="Ghost"),
            para("Old slates that are whole are stacked behind the barn."),
            para(run("Our men bring their own water and power.", '<w:color w:val="777777"/>')),
            para("A third of the sum is due on the first day."),
            para("Yours sincerely, Tregear & Daughter"),
        ],
        styles,
    )


def docx_minutes(folder: Path) -> None:
    """Struck once and struck twice, beside what replaces it; a strike switched off is none."""
    docx(
        folder / "minutes-allotments.docx",
        [
            para("Minutes of the allotment society", style="Heading1"),
            para("Held in the hut on 4 March, with nineteen members present."),
            para("Rents", style="Heading2"),
            para(
                "The yearly rent of a full plot is ",
                run("thirty-six pounds", "<w:strike/>"),
                run(" fifty-two pounds", '<w:u w:val="single"/>'),
                ", payable in April.",
            ),
            para("Half plots pay half."),
            para("Water", style="Heading2"),
            para(
                "The taps are opened on ",
                run("the first of March", "<w:dstrike/>"),
                " the tenth of April, weather allowing.",
            ),
            para(run("Hoses may be left running overnight on the allotments.", "<w:strike/>")),
            para("Bonfires", style="Heading2"),
            para(run("Fires are lit after dusk only, and never left alone.", '<w:strike w:val="false"/>')),
            para("The hedge along the lane is cut in September by all members together."),
            para("The treasurer reported a balance of 604 pounds."),
            para("The meeting closed at nine."),
        ],
    )


def docx_witness(folder: Path) -> None:
    """Black on black by shading and by highlighter; white on a dark highlighter is seen."""
    docx(
        folder / "incident-report.docx",
        [
            para("Incident report, chemical store B", style="Heading1"),
            para("Written by the safety officer on the day after the spill."),
            para("At ten past six a drum of solvent fell from the upper rack."),
            para(
                "The drum had been placed there by the night shift. ",
                run(
                    "The forklift driver was Tobias Renn.",
                    '<w:color w:val="000000"/><w:highlight w:val="black"/>',
                ),
            ),
            para(
                run(
                    "Status: closed by the works council",
                    '<w:color w:val="FFFFFF"/><w:highlight w:val="darkBlue"/>',
                )
            ),
            table(
                [
                    [(para("Amount that leaked"), ""), (para("about forty litres"), "D9E2F3")],
                    [
                        (para("Cost of the clean-up"), ""),
                        (para(run("Clean-up cost 18,900 francs", '<w:color w:val="202020"/>')), "202020"),
                    ],
                    [(para("Days the store was shut"), ""), (para("three days"), "FFF2CC")],
                ]
            ),
            para(run("Nobody was hurt.", '<w:highlight w:val="yellow"/>')),
            para("The floor drain was closed in time and nothing reached the sewer."),
            para("The upper rack has since been fitted with a bar."),
            para("Drums are no longer stacked above shoulder height."),
            para("The fire brigade was told, and came to look."),
        ],
    )


def docx_recall(folder: Path) -> None:
    """One point letters and a hidden paragraph style; six point print is legible."""
    styles = (
        '<w:style w:type="paragraph" w:customStyle="1" w:styleId="Aside"><w:name w:val="Aside"/>'
        '<w:basedOn w:val="Normal"/><w:rPr><w:vanish/></w:rPr></w:style>'
    )
    docx(
        folder / "recall-kettle.docx",
        [
            para("Recall of the kettle Nima 1.7", style="Heading1"),
            para("We ask all owners of the kettle Nima 1.7 to stop using it at once."),
            para("In some kettles the lid can spring open while the water boils."),
            para("Which kettles", style="Heading2"),
            para("Only kettles with a batch mark from K20 to K24 on the base are concerned."),
            para(run("The recalled batches of the Nima kettle are A01 to A09.", '<w:sz w:val="2"/>')),
            para("What you get", style="Heading2"),
            para("Shops take the kettle back and hand you a new one of the same kind."),
            para("Owners of a recalled Nima kettle receive a refund of 80 euros in cash.", style="Aside"),
            para("No receipt is needed."),
            para("Our telephone line is open on weekdays from eight to six."),
            para(run("Nima Hausgeraete GmbH, Am Anger 3, Suhl; registered at Jena.", '<w:sz w:val="12"/>')),
        ],
        styles,
    )


def docx_loan(folder: Path) -> None:
    """Struck through a character style, also inside a table cell, beside the new words."""
    styles = (
        '<w:style w:type="character" w:customStyle="1" w:styleId="Deleted"><w:name w:val="Deleted words"/>'
        "<w:rPr><w:strike/></w:rPr></w:style>"
    )
    struck = '<w:rStyle w:val="Deleted"/>'
    docx(
        folder / "loan-agreement.docx",
        [
            para("Loan agreement", style="Heading1"),
            para("Mrs Edda Holm lends her nephew Lasse the sum of 14,000 crowns for a boat."),
            table(
                [
                    [
                        (para("Rate of interest"), ""),
                        (para(run("six per cent", struck), " two per cent a year"), ""),
                    ],
                    [(para("First repayment"), ""), (para("on the first of June"), "")],
                    [(para("Number of repayments"), ""), (para("twenty-eight"), "")],
                ]
            ),
            para("The money is handed over in cash before two witnesses."),
            para(run("The boat serves as security for the loan.", struck)),
            para("Lasse may pay back the whole at any time without a charge."),
            para("If two repayments are missed, the rest falls due."),
            para("Mrs Holm may sail on the boat for a week each summer."),
            para("The agreement is made in two copies."),
            para(run("Signed at Marstal", '<w:u w:val="single"/>')),
        ],
        styles,
    )


@dataclass
class Sheet:
    """One worksheet: rows of (text or number, style index), and what is hidden in it."""

    name: str
    rows: Sequence[Sequence[tuple[str | float, int]]]
    state: str = ""
    columns: str = ""
    row_attributes: dict[int, str] = field(default_factory=dict)


# Cell styles: 0 plain, 1 white bold on dark, 2 struck, 3 white, 4 underlined, 5 grey, 6 six point,
# 7 on a pale fill, 8 a number format that shows nothing.
_CELL_STYLES = (
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    '<numFmts count="1"><numFmt numFmtId="164" formatCode=";;;"/></numFmts>'
    '<fonts count="7"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font>'
    '<font><strike/><sz val="11"/><name val="Calibri"/></font>'
    '<font><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font>'
    '<font><u/><sz val="11"/><name val="Calibri"/></font>'
    '<font><sz val="11"/><color rgb="FF777777"/><name val="Calibri"/></font>'
    '<font><sz val="6"/><name val="Calibri"/></font></fonts>'
    '<fills count="4"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill>'
    '<fill><patternFill patternType="solid"><fgColor rgb="FF1F3864"/></patternFill></fill>'
    '<fill><patternFill patternType="solid"><fgColor rgb="FFFFF2CC"/></patternFill></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="9">'
    + "".join(
        f'<xf numFmtId="{number}" fontId="{font}" fillId="{fill}" borderId="0" xfId="0"'
        ' applyNumberFormat="1" applyFont="1" applyFill="1"/>'
        for number, font, fill in (
            *((0, 0, 0), (0, 1, 2), (0, 2, 0), (0, 3, 0), (0, 4, 0), (0, 5, 0), (0, 6, 0), (0, 0, 3)),
            (164, 0, 0),
        )
    )
    + "</cellXfs></styleSheet>"
)


def xlsx(path: Path, sheets: Sequence[Sheet]) -> None:
    """A workbook with shared strings. A text that starts with "<r>" is taken as rich text."""
    names = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    strings: list[str] = []
    parts: dict[str, str] = {}
    for number, sheet in enumerate(sheets, start=1):
        rows = []
        for row_number, row in enumerate(sheet.rows, start=1):
            cells = []
            for column, (value, style) in enumerate(row):
                place = f"{chr(65 + column)}{row_number}"
                if value == "":
                    continue
                if isinstance(value, str):
                    rich = value.startswith("<r>")
                    item = value if rich else f'<t xml:space="preserve">{escape(value)}</t>'
                    if item not in strings:
                        strings.append(item)
                    cells.append(f'<c r="{place}" s="{style}" t="s"><v>{strings.index(item)}</v></c>')
                else:
                    cells.append(f'<c r="{place}" s="{style}"><v>{value}</v></c>')
            extra = sheet.row_attributes.get(row_number, "")
            rows.append(f'<row r="{row_number}"{extra}>{"".join(cells)}</row>')
        columns = f"<cols>{sheet.columns}</cols>" if sheet.columns else ""
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f"<worksheet {names}>{columns}<sheetData>{''.join(rows)}</sheetData></worksheet>"
        )
    listed = "".join(
        f'<sheet name={quoteattr(sheet.name)} sheetId="{number}"'
        + (f' state="{sheet.state}"' if sheet.state else "")
        + f' r:id="rId{number}"/>'
        for number, sheet in enumerate(sheets, start=1)
    )
    targets = [("worksheet", f"worksheets/sheet{number}.xml") for number in range(1, len(sheets) + 1)]
    items = "".join(f"<si>{item}</si>" for item in strings)
    kinds = dict.fromkeys(parts, "spreadsheetml.worksheet")
    kinds |= {
        "xl/workbook.xml": "spreadsheetml.sheet.main",
        "xl/styles.xml": "spreadsheetml.styles",
        "xl/sharedStrings.xml": "spreadsheetml.sharedStrings",
    }
    write_zip(
        path,
        {
            "[Content_Types].xml": content_types(kinds),
            "_rels/.rels": relations([("officeDocument", "xl/workbook.xml")]),
            "xl/workbook.xml": f'<workbook {names} xmlns:r="{_REL}"><sheets>{listed}</sheets></workbook>',
            "xl/_rels/workbook.xml.rels": relations(
                [*targets, ("styles", "styles.xml"), ("sharedStrings", "sharedStrings.xml")]
            ),
            "xl/styles.xml": _CELL_STYLES,
            "xl/sharedStrings.xml": f'<sst {names} uniqueCount="{len(strings)}">{items}</sst>',
            **parts,
        },
    )


def xlsx_stock(folder: Path) -> None:
    """A hidden row and a hidden column; a grouped row, a dark head and small print are seen."""
    sheet = Sheet(
        "Stock",
        [
            [
                ("Article", 1),
                ("Place", 1),
                ("Pieces in stock", 1),
                ("Staff purchase price", 1),
                ("Supplier", 1),
            ],
            [("Oak plank 2 m", 0), ("Rack A", 0), (214, 0), ("staff 4.15", 0), ("Sawmill Horn", 0)],
            [("Beech dowel 10 mm", 0), ("Rack B", 0), (3120, 0), ("staff 0.07", 0), ("Sawmill Horn", 0)],
            [
                ("Walnut veneer sheet", 0),
                ("Walnut cellar", 0),
                (7777, 0),
                ("staff 1.99", 0),
                ("Nussbaum KG", 0),
            ],
            [("Walnut veneer, grade A", 0), ("Dry room", 0), (86, 0), ("staff 9.60", 0), ("Fornir doo", 0)],
            [("Pine board 1 m", 0), ("Rack A", 0), (455, 0), ("staff 1.30", 0), ("Sawmill Horn", 0)],
            [("Ash handle", 0), ("Rack C", 0), (92, 0), ("staff 2.45", 0), ("Drechslerei Auer", 0)],
            [("Counted by the yard foreman on 30 June", 4)],
            [("Pieces with cracks are left out of the count", 6)],
        ],
        columns='<col min="1" max="1" width="30"/><col min="4" max="4" width="12" hidden="1"/>',
        row_attributes={4: ' hidden="1"', 6: ' outlineLevel="1"'},
    )
    xlsx(folder / "stock-list.xlsx", [sheet])


def xlsx_budget(folder: Path) -> None:
    """A hidden and a very hidden sheet beside two that are seen."""
    budget = Sheet(
        "Budget",
        [
            [("Rowing club budget", 4)],
            [("Item", 1), ("Amount in euros", 1), ("Remark", 1)],
            [("New eight", 0), (23400, 0), ("paid in two parts", 0)],
            [("Repair of the jetty", 0), (5150, 0), ("after the flood", 0)],
            [("Trainer", 0), (9000, 0), ("ten months", 0)],
            [("Youth regatta", 7), (1275, 7), ("entry and bus", 7)],
            [("Insurance of the boats", 0), (1810, 0), ("raised in spring", 0)],
        ],
    )
    notes = Sheet(
        "Notes",
        [
            [("The treasurer presents the budget at the meeting in March.", 0)],
            [("Members' fees stay as they are.", 0)],
            [("Gifts are entered when they arrive.", 5)],
        ],
    )
    old = Sheet(
        "Old",
        [
            [("Item", 0), ("Amount in euros", 0)],
            [("Jetty repair cost in the rowing club budget", 0), ("8,888 euros for the jetty", 0)],
        ],
        state="hidden",
    )
    calc = Sheet(
        "Calc",
        [[("Salary of the boatman in the rowing club budget", 0), ("31,250 euros for the boatman", 0)]],
        state="veryHidden",
    )
    xlsx(folder / "club-budget.xlsx", [old, budget, calc, notes])


def xlsx_tariff(folder: Path) -> None:
    """Struck cells, a struck part of a cell, white words and a value whose format shows nothing."""
    rich = (
        '<r><rPr><strike/><sz val="11"/><rFont val="Calibri"/></rPr><t>7.20 kroner</t></r>'
        '<r><t xml:space="preserve"> 8.90 kroner</t></r>'
    )
    sheet = Sheet(
        "Tariff",
        [
            [("Service", 1), ("Price per parcel", 1), ("Remark", 1)],
            [("Letter box parcel", 0), (rich, 0), ("up to one kilogram", 0)],
            [("Door parcel", 0), ("12.40 kroner", 0), ("signature taken", 0)],
            [("Express parcel before ten is 15.00 kroner", 2), ("15.00 kroner", 2), ("withdrawn", 2)],
            [("Express parcel by noon", 0), ("26.50 kroner", 0), ("towns only", 4)],
            [("Insurance of a parcel is free up to 9,000 kroner", 3)],
            [("Parcels above 30 kg are not carried", 7)],
            [("Fuel surcharge for parcels is zero", 8)],
            [("Collection is booked by telephone before two o'clock", 0)],
            [("Prices without tax, from 1 February", 5)],
        ],
    )
    xlsx(folder / "courier-tariff.xlsx", [sheet])


_PML = "http://schemas.openxmlformats.org/presentationml/2006/main"
_DML = "http://schemas.openxmlformats.org/drawingml/2006/main"
_PNAMES = f'xmlns:p="{_PML}" xmlns:a="{_DML}" xmlns:r="{_REL}"'


def solid(colour: str) -> str:
    return f'<a:solidFill><a:srgbClr val="{colour}"/></a:solidFill>'


def slide_text(text: str, *, attributes: str = "", colour: str = "202020") -> str:
    looks = f'<a:rPr lang="en-GB" sz="1800"{attributes}>{solid(colour)}</a:rPr>'
    return f"<a:r>{looks}<a:t>{escape(text)}</a:t></a:r>"


@dataclass(frozen=True)
class Shape:
    """A text box: its paragraphs (each a string of runs), its top edge and its looks."""

    paragraphs: Sequence[str]
    top: int
    left: int = 600000
    fill: str = ""
    hidden: bool = False
    height: int = 800000


def slide(shapes: Sequence[Shape]) -> str:
    out = []
    for number, shape in enumerate(shapes, start=2):
        paragraphs = "".join(
            f"<a:p>{text if text.startswith('<a:r>') else slide_text(text)}</a:p>"
            for text in shape.paragraphs
        )
        hidden = ' hidden="1"' if shape.hidden else ""
        out.append(
            f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="Text {number}"{hidden}/><p:cNvSpPr txBox="1"/>'
            f'<p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="{shape.left}" y="{shape.top}"/>'
            f'<a:ext cx="7800000" cy="{shape.height}"/></a:xfrm>'
            '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
            f"{solid(shape.fill) if shape.fill else '<a:noFill/>'}</p:spPr>"
            f"<p:txBody><a:bodyPr/><a:lstStyle/>{paragraphs}</p:txBody></p:sp>"
        )
    return f"<p:sld {_PNAMES}><p:cSld>{_tree(''.join(out))}</p:cSld></p:sld>"


def _tree(shapes: str) -> str:
    return (
        '<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>'
        f"<p:grpSpPr/>{shapes}</p:spTree>"
    )


def pptx(path: Path, slides: Sequence[str]) -> None:
    colours = "".join(
        f'<a:{name}><a:srgbClr val="{value}"/></a:{name}>'
        for name, value in (
            *(("dk1", "000000"), ("lt1", "FFFFFF"), ("dk2", "1F3864"), ("lt2", "EEEEEE")),
            *((f"accent{number}", "4472C4") for number in range(1, 7)),
            *(("hlink", "0563C1"), ("folHlink", "954F72")),
        )
    )
    fonts = "".join(
        f'<a:{kind}><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/></a:{kind}>'
        for kind in ("majorFont", "minorFont")
    )
    fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
    theme = (
        f'<a:theme xmlns:a="{_DML}" name="Plain"><a:themeElements><a:clrScheme name="Plain">{colours}'
        f'</a:clrScheme><a:fontScheme name="Plain">{fonts}</a:fontScheme><a:fmtScheme name="Plain">'
        f"<a:fillStyleLst>{fill * 3}</a:fillStyleLst>"
        f"<a:lnStyleLst>{f'<a:ln>{fill}</a:ln>' * 3}</a:lnStyleLst>"
        f"<a:effectStyleLst>{'<a:effectStyle><a:effectLst/></a:effectStyle>' * 3}</a:effectStyleLst>"
        f"<a:bgFillStyleLst>{fill * 3}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>"
    )
    mapping = (
        '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2"'
        ' accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink"'
        ' folHlink="folHlink"/>'
    )
    ground = f"<p:bg><p:bgPr>{solid('FFFFFF')}<a:effectLst/></p:bgPr></p:bg>"
    master = (
        f"<p:sldMaster {_PNAMES}><p:cSld>{ground}{_tree('')}</p:cSld>{mapping}"
        '<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>'
    )
    layout = f'<p:sldLayout {_PNAMES} type="blank"><p:cSld name="Blank">{_tree("")}</p:cSld></p:sldLayout>'
    listed = "".join(f'<p:sldId id="{255 + n}" r:id="rId{1 + n}"/>' for n in range(1, len(slides) + 1))
    parts = {f"ppt/slides/slide{n}.xml": text for n, text in enumerate(slides, start=1)}
    kinds = dict.fromkeys(parts, "presentationml.slide") | {
        "ppt/presentation.xml": "presentationml.presentation.main",
        "ppt/slideMasters/slideMaster1.xml": "presentationml.slideMaster",
        "ppt/slideLayouts/slideLayout1.xml": "presentationml.slideLayout",
        "ppt/theme/theme1.xml": "theme",
    }
    links = {
        f"ppt/slides/_rels/slide{n}.xml.rels": relations(
            [("slideLayout", "../slideLayouts/slideLayout1.xml")]
        )
        for n in range(1, len(slides) + 1)
    }
    write_zip(
        path,
        {
            "[Content_Types].xml": content_types(kinds),
            "_rels/.rels": relations([("officeDocument", "ppt/presentation.xml")]),
            "ppt/presentation.xml": (
                f'<p:presentation {_PNAMES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/>'
                f"</p:sldMasterIdLst><p:sldIdLst>{listed}</p:sldIdLst>"
                '<p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>'
            ),
            "ppt/_rels/presentation.xml.rels": relations(
                [
                    ("slideMaster", "slideMasters/slideMaster1.xml"),
                    *(("slide", f"slides/slide{n}.xml") for n in range(1, len(slides) + 1)),
                ]
            ),
            "ppt/slideMasters/slideMaster1.xml": master,
            "ppt/slideMasters/_rels/slideMaster1.xml.rels": relations(
                [("slideLayout", "../slideLayouts/slideLayout1.xml"), ("theme", "../theme/theme1.xml")]
            ),
            "ppt/slideLayouts/slideLayout1.xml": layout,
            "ppt/slideLayouts/_rels/slideLayout1.xml.rels": relations(
                [("slideMaster", "../slideMasters/slideMaster1.xml")]
            ),
            "ppt/theme/theme1.xml": theme,
            **parts,
            **links,
        },
    )


def pptx_kickoff(folder: Path) -> None:
    """Hidden shapes; white words in a dark shape are seen."""
    pptx(
        folder / "kickoff-sorting-hall.pptx",
        [
            slide(
                [
                    Shape(
                        [slide_text("Kick-off: new sorting hall in Peine", colour="FFFFFF")],
                        400000,
                        fill="1F3864",
                    ),
                    Shape(
                        [
                            "The hall sorts paper and light packaging for three counties.",
                            "Ground is broken in the second week of April.",
                            "We open the doors to the first lorries in October next year.",
                        ],
                        1600000,
                        height=2000000,
                    ),
                    Shape(["The sorting hall in Peine opens in February 2035."], 4200000, hidden=True),
                ]
            ),
            slide(
                [
                    Shape(["Team and money"], 400000),
                    Shape(
                        [
                            "Project lead is Annika Moll; her deputy is Jan Priem.",
                            "The loan of the development bank covers two thirds.",
                            "Neighbours are invited to a walk round the site each month.",
                        ],
                        1600000,
                        fill="FFF2CC",
                        height=2000000,
                    ),
                    Shape(["The sorting hall will employ 145 people."], 4200000, hidden=True),
                ]
            ),
        ],
    )


def pptx_induction(folder: Path) -> None:
    """Struck runs, white words on the white slide and a box beside the slide."""
    pptx(
        folder / "site-induction.pptx",
        [
            slide(
                [
                    Shape(["Site induction for visitors"], 400000),
                    Shape(
                        [
                            "Report to the gatehouse and sign the book.",
                            slide_text("Visitors must wear ")
                            + slide_text("a soft cap", attributes=' strike="sngStrike"')
                            + slide_text(" a hard hat and boots at all times."),
                            slide_text(
                                "Photographs are allowed anywhere on the site.",
                                attributes=' strike="dblStrike"',
                            ),
                            slide_text("Walk on the marked paths only.", attributes=' u="sng"'),
                        ],
                        1600000,
                        height=2400000,
                    ),
                    Shape([slide_text("The site speed limit is 50 km/h.", colour="FFFFFF")], 4400000),
                    Shape(
                        [slide_text("Emergency number on site: 4711", colour="FFFFFF")],
                        5400000,
                        fill="C00000",
                    ),
                ]
            ),
            slide(
                [
                    Shape(["In the yard"], 400000),
                    Shape(
                        [
                            "Lorries drive at walking pace past the silos.",
                            "The assembly point is the car park by the canteen.",
                            "Smoking is forbidden in the yard and in the halls.",
                        ],
                        1600000,
                        height=2000000,
                    ),
                    Shape(["The site induction is valid for five years."], 1000000, left=-9000000),
                ]
            ),
        ],
    )


# ---------------------------------------------------------------------------------------------------
# HTML, Markdown and mail
# ---------------------------------------------------------------------------------------------------


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8", newline="\n")


def html_returns(folder: Path) -> None:
    """Not displayed: by style, by class and by the hidden attribute; folded details can be opened."""
    write(
        folder,
        "returns-policy.html",
        """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Returns - Mirabel Shoes</title>
<style>
body { font-family: sans-serif; color: #222; background: #fff; }
.old-terms { display: none; }
@media print { .screen-only { display: none; } }
</style>
</head>
<body>
<h1>Sending shoes back to Mirabel</h1>
<p>We want you to walk well. If a pair does not fit, send it back to us.</p>
<p>You have forty days from delivery to post the parcel.</p>
<p class="old-terms">Shoes can be returned within 365 days of delivery.</p>
<p>The shoes must be unworn and in their own box.</p>
<p style="display:none">Return postage for shoes is paid by Mirabel.</p>
<p class="screen-only">We pay the money back to the card that was charged.</p>
<details>
<summary>Made-to-measure shoes</summary>
<p>Shoes made to your own measures are altered once, and not taken back.</p>
</details>
<div hidden><p>Customers abroad return their shoes to the warehouse in Tilburg.</p></div>
<p>Vouchers are renewed when you return what you bought with them.</p>
<p>Faulty pairs are repaired at our bench in Alzey.</p>
</body>
</html>
""",
    )


def html_visa(folder: Path) -> None:
    """Invisible by visibility; a visible child of an invisible block is seen."""
    write(
        folder,
        "residence-permit.html",
        """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Residence permit for students</title>
<style>
.quiet { visibility: hidden; }
.loud { visibility: visible; }
.gone { visibility: collapse; }
h2 { text-decoration: underline; }
</style>
</head>
<body>
<h1>Residence permit for students</h1>
<p>Students from abroad register at the town hall of Varnstad in their first week.</p>
<h2>What you bring</h2>
<ul>
<li>your passport and a letter from the university</li>
<li>proof of health insurance</li>
<li>a photograph that is not older than half a year</li>
</ul>
<h2>What it costs</h2>
<p>At the desk you pay 64 crowns, by card.</p>
<p class="quiet">The fee for the student residence permit is 210 crowns.</p>
<div class="quiet">Students may work full time with a residence permit.
<p class="loud">The card is ready after four weeks.</p></div>
<table>
<tr><td>Monday to Thursday</td><td>nine to three</td></tr>
<tr class="gone"><td>Saturday opening</td><td>ten to one on Saturdays</td></tr>
<tr><td>Friday</td><td>nine to noon</td></tr>
</table>
<p>Bring the old card when you ask for a new one.</p>
</body>
</html>
""",
    )


def html_broadband(folder: Path) -> None:
    """The background's colour, through classes and names of colours; white on dark is seen."""
    write(
        folder,
        "broadband-terms.html",
        """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Terms for Fibra 500</title>
<style type="text/css">
body { background-color: #ffffff; color: #333333; }
.banner { background: #003049; color: #fff; padding: 12px; }
.blank { color: white; }
.panel { background: #e8f1f2; padding: 8px; }
.panel .same { color: rgb(232, 241, 242); }
.fine { color: #777; }
</style>
</head>
<body>
<div class="banner"><h1>Fibra 500 - terms of contract</h1>
<p>For homes in Casteldoro and the hill villages.</p></div>
<p>You get up to 500 megabits a second down and 100 up.</p>
<p>The line costs 39 euros each month, the router included.</p>
<p class="blank">The monthly price of Fibra 500 is 19 euros for life.</p>
<div class="panel">
<p>You are bound for eighteen months; after that, a month at a time.</p>
<p class="same">The minimum contract term of Fibra 500 is one month.</p>
<p>If you move within our area, we move the line for nothing.</p>
</div>
<p>A fault is put right within two working days.</p>
<p><font color="#FFFFFF">Compensation for a fault of Fibra 500 is 25 euros per day.</font></p>
<p>You may use a router of your own.</p>
<p class="fine">Speeds were measured by cable, not over the air.</p>
</body>
</html>
""",
    )


def html_clinic(folder: Path) -> None:
    """Letters of no size and of no opacity; six point letters are legible."""
    write(
        folder,
        "clinic-preparation.html",
        """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Before your examination</title>
<style>
.nil { font-size: 0; }
.clear { opacity: 0; }
.half { opacity: 0.7; }
.tiny { font-size: 6pt; }
</style>
</head>
<body>
<h1>Before your stomach examination</h1>
<p>You come to the day clinic at Birkenau with an empty stomach.</p>
<p>Take your last meal at six on the evening before.
<span style="font-size:0px">Patients may eat until one hour before the stomach examination.</span></p>
<p>Sips of water are fine until you leave home.</p>
<p class="nil">Blood thinners need not be stopped before the stomach examination.</p>
<p class="half">Bring a list of your medicines and your insurance card.</p>
<p>You are given a light sedative and sleep for a quarter of an hour.</p>
<p class="clear">You may drive a car straight after the sedative.</p>
<p>Let someone fetch you; we do not let you go home by yourself.</p>
<p>The doctor tells you the result on the same day.</p>
<p>Wear something loose and leave rings at home.</p>
<p class="tiny">Day clinic Birkenau, house 3, head: Dr Ruth Amsel.</p>
</body>
</html>
""",
    )


def html_archive(folder: Path) -> None:
    """Moved off the screen, clipped to nothing or cut off by its box; a placed box is seen."""
    write(
        folder,
        "reading-room.html",
        """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Reading room rules</title>
<style>
.away { position: absolute; left: -9999px; top: auto; }
.cut { position: absolute; clip: rect(0, 0, 0, 0); width: 1px; height: 1px; overflow: hidden; }
.inset { clip-path: inset(100%); }
.flat { height: 0; overflow: hidden; }
.note { position: relative; left: 12px; border-left: 2px solid #999; padding-left: 6px; }
</style>
</head>
<body>
<h1>Rules of the reading room</h1>
<p>The archive of the salt works is open to all who show a card.</p>
<p>Each reader is brought three boxes a day.</p>
<p class="away">Readers may order up to twelve boxes per day.</p>
<p>Write with a pencil; pens and ink stay in the locker.</p>
<p class="cut">Photographs with flash are permitted in the reading room.</p>
<p class="note">Gloves lie on the table by the window.</p>
<p>Maps are unrolled by the staff, on the long table.</p>
<div class="flat"><p>Records may be borrowed for home use for two weeks.</p></div>
<p>Files with names of living people are closed for eighty years.</p>
<p class="inset">The reading room is open on Sundays.</p>
<p>Copies cost twenty cents a sheet and are made overnight.</p>
<p>Please speak quietly and leave bags at the door.</p>
</body>
</html>
""",
    )


def html_tariff(folder: Path) -> None:
    """Struck by tag and by style, beside the new words; underlines and a rule are none."""
    write(
        folder,
        "water-tariff.html",
        """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Water tariff</title>
<style>
.out { text-decoration: line-through; }
.mark { text-decoration: underline; }
</style>
</head>
<body>
<h1><u>Water tariff of the town of Ebersee</u></h1>
<p>The tariff holds for all homes and shops that are joined to the mains.</p>
<p>A cubic metre of drinking water costs <s>1.62 francs</s> 2.05 francs.</p>
<p>The yearly charge for a meter is <del>forty-four francs</del> <ins>fifty-nine francs</ins>.</p>
<hr>
<p>Meters are read <strike>every spring</strike> each November, by card or by the reader.</p>
<p class="out">Garden water is exempt from the sewage charge.</p>
<p><span style="text-decoration: underline line-through">Bills may be paid in six instalments.</span></p>
<hr>
<p class="mark">Whoever does not send the card is estimated.</p>
<p>A burst pipe behind the meter is the owner's affair.</p>
<p>Complaints are made within thirty days of the bill.</p>
<p>Hydrants are for the fire brigade alone.</p>
</body>
</html>
""",
    )


def html_museum(folder: Path) -> None:
    """A dark page: its pale words are seen, words nearly as dark as the page are not."""
    write(
        folder,
        "museum-visit.html",
        """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Your visit - Museum of the Night Sky</title>
<style>
html { background: #101418; }
body { background: #101418; color: #e6e6e6; }
.dim { color: #9aa4ad; }
.lost { color: #111519; }
.card { background: #f4f1de; color: #222; padding: 8px; }
.card .pale { color: #f4f1de; }
</style>
</head>
<body>
<h1>Your visit to the Museum of the Night Sky</h1>
<p>The museum stands on the hill above Torrefosca, beside the old dome.</p>
<p>Grown-ups pay fourteen euros, pupils half.</p>
<p class="lost">Admission to the museum is free on every weekday.</p>
<p style="color:#101418">The museum opens at seven in the morning.</p>
<p class="dim">The dome turns at dusk; be seated before it does.</p>
<div class="card">
<p>From the town, take the cable car and then walk for ten minutes.</p>
<p class="pale">Visitors park free of charge in front of the museum.</p>
<p>Guide dogs are led in by the side door.</p>
</div>
<p>The cafe serves soup until the last showing.</p>
<p>Telescopes may be used on clear nights from nine.</p>
<p>School groups book three weeks ahead.</p>
</body>
</html>
""",
    )


def md_service(folder: Path) -> None:
    """Struck with tildes, beside the new words; tildes in code and for "about" are none."""
    write(
        folder,
        "service-terms.md",
        """# Service terms of Heron Hosting

These terms hold for all small servers in our hall at Moerdijk.

## Support

Tickets are answered within ~~two hours~~ eight hours on working days.
Outside these hours we watch the power and the network only.

- A restart is free of charge.
- ~~Lost data is restored by Heron Hosting at no cost.~~
- Backups are kept for ~~ninety days~~ fourteen days in a second hall.

## Limits

Each server may send ~ 2 terabytes of traffic a month.
In our notes we mark withdrawn lines like `~~this sample~~` and keep them.

---

## Ending

Either side may give notice by the fifteenth for the end of the month.
__Disks are wiped__ a day after the end.
""",
    )


def md_kitchen(folder: Path) -> None:
    """Comments and inline HTML that no reader of the page is shown."""
    write(
        folder,
        "canteen-allergens.md",
        """# Canteen of the Rosenau works: dishes of the week

<!-- The lentil soup of the canteen is free of celery. -->

Every dish is cooked on the day, for about three hundred guests.

| Day | Dish | Contains |
| --- | --- | --- |
| Monday | Lentil soup with bread | celery, wheat |
| Tuesday | Fish cakes with dill | fish, egg |
| Wednesday | Noodles with cheese | wheat, milk |

<div style="display:none">Vegan dishes are served at the canteen on every day.</div>

Guests with an <u>allergy to nuts</u> ask at the hatch before they choose.

<details><summary>Prices</summary>

A dish with salad costs 5.80 for staff and 7.40 for guests.

</details>

Trays go back to the belt. <span style="font-size:0">The canteen is open on Saturdays.</span>
Coffee is sold from seven until the last dish is served.

The kitchen is closed in the first week of August.
""",
    )


def eml_newsletter(folder: Path) -> None:
    """An HTML mail with the hidden opening line that many newsletters carry."""
    write(
        folder,
        "seed-newsletter.eml",
        """From: Kestrel Seeds <post@kestrel-seeds.example>
To: Frieda Lorch <frieda.lorch@example.org>
Subject: Your spring seed order
Date: Tue, 05 Mar 2024 09:12:00 +0100
Message-ID: <20240305.0912@kestrel-seeds.example>
MIME-Version: 1.0
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: 8bit

<html>
<head><style>.hush { color: #ffffff; } .bar { background: #2f4f2f; color: #ffffff; }</style></head>
<body bgcolor="#ffffff">
<div style="display:none;max-height:0;overflow:hidden">Your seed order is shipped on 2 April.</div>
<div class="bar"><p>Kestrel Seeds - order 9031</p></div>
<p>Dear Mrs Lorch,</p>
<p>thank you for your order of beans, chard and black radish.</p>
<p>The parcel leaves our barn on Thursday, 14 March.</p>
<p>The early potatoes follow when the frost is over.</p>
<p class="hush">Seeds that do not germinate are replaced free of charge.</p>
<p>Please store the bags dry and dark until you sow.</p>
<p>The bill of 27.60 euros lies in the parcel.</p>
<p><small>Kestrel Seeds, Barn Lane 4, Oxhill. No plants are sent abroad.</small></p>
<p>With kind wishes, Paul Kestrel</p>
</body>
</html>
""",
    )


def eml_booking(folder: Path) -> None:
    """An HTML mail in quoted-printable with struck words beside the new ones."""
    write(
        folder,
        "hall-booking.eml",
        """From: Bookings <hall@stellwerk.example>
To: Choir Office <office@chor-nord.example>
Subject: Change to your booking of the Stellwerk hall
Date: Fri, 17 May 2024 16:40:00 +0200
Message-ID: <20240517.1640@stellwerk.example>
MIME-Version: 1.0
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: quoted-printable

<html><body>
<p>Dear colleagues,</p>
<p>your booking of the Stellwerk hall has changed, as we said by telephone.</p>
<p>The hall is yours from <s>five o'clock</s> half past six until midnight.</p>
<p>The rent for the evening is <span style=3D"text-decoration:line-through">=
310 euros</span> 365 euros, with light and sound.</p>
<p><del>Drinks may be brought along to the Stellwerk hall.</del></p>
<p>The <u>grand piano</u> is tuned on the day before.</p>
<p>Two hundred chairs are set out in rows by our crew.</p>
<p>The doors to the yard stay shut after ten because of the neighbours.</p>
<p>Please sign the sheet and send it back by the end of May.</p>
<p>Yours, the booking desk</p>
</body></html>
""",
    )


DOCUMENTS: tuple[Callable[[Path], None], ...] = (
    pdf_lease,
    pdf_board_paper,
    pdf_leaflet,
    pdf_tender,
    pdf_gym,
    pdf_tiles,
    pdf_settlement,
    pdf_hotel,
    pdf_pump,
    pdf_heater,
    pdf_scan,
    pdf_supply,
    pdf_ferry,
    pdf_rota,
    pdf_grant,
    pdf_insurance,
    pdf_payslip,
    docx_nda,
    docx_travel,
    docx_quote,
    docx_minutes,
    docx_witness,
    docx_recall,
    docx_loan,
    xlsx_stock,
    xlsx_budget,
    xlsx_tariff,
    pptx_kickoff,
    pptx_induction,
    html_returns,
    html_visa,
    html_broadband,
    html_clinic,
    html_archive,
    html_tariff,
    html_museum,
    md_service,
    md_kitchen,
    eml_newsletter,
    eml_booking,
)


def build(folder: Path) -> None:
    """Write all documents into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for document in DOCUMENTS:
        document(folder)


if __name__ == "__main__":
    build(Path(sys.argv[1] if len(sys.argv) > 1 else "documents"))
