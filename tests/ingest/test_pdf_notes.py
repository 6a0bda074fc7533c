"""Notes at the foot of a column and in the margin, which stand after the body."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from printed import HEIGHT, WIDTH, Drawn, lines
from reportlab.pdfgen.canvas import Canvas

from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Document

LEFT = [
    "The first column tells how the",
    "supplier brings the goods to the",
    "warehouse and what it may ask for",
    "the carriage of them. It also says",
    "who pays when a part of them is",
]
RIGHT = [
    "lost on the way to the warehouse.",
    "A second column then says that",
    "neither party is bound by what a",
    "third one does. Where that leads",
    "to a delay, the time is extended.",
]


def page(drawn: Sequence[Drawn], rules: Sequence[tuple[float, float, float]] = ()) -> Document:
    """A page with these words, and rules across it of (x0, x1, y)."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(WIDTH, HEIGHT), invariant=1)
    for one in drawn:
        canvas.setFont(one.font, one.size)
        canvas.drawString(one.x, HEIGHT - one.y, one.text)
    for x0, x1, y in rules:
        canvas.line(x0, HEIGHT - y, x1, HEIGHT - y)
    canvas.save()
    return PdfParser().read(buffer.getvalue(), "test.pdf")


def flat(text: str) -> str:
    return " ".join(text.split())


def notes(document: Document) -> list[str]:
    return [flat(block.span.of(document.text)) for block in document.blocks if block.kind == "footnote"]


@pytest.mark.parametrize("mark", ["*", "†"])
def test_note_under_a_short_rule_does_not_cut_the_sentence_that_goes_on_in_the_next_column(mark):
    text = [*lines(*LEFT, size=9), Drawn(f"{mark} Goods are those of the list.", 530, size=7)]

    document = page([*text, *lines(*RIGHT, size=9, x=215)], rules=[(50, 110, 520)])

    assert notes(document) == [f"{mark} Goods are those of the list."]
    assert "It also says who pays when a part of them is lost on the way to the warehouse." in [
        flat(block.span.of(document.text)) for block in document.blocks
    ]


def test_notes_under_one_rule_are_told_apart_by_their_marks():
    text = [*lines(*LEFT), Drawn("* Goods are those of the list.", 530, size=7)]
    text.append(Drawn("† Carriage is by road.", 540, size=7))

    document = page(text, rules=[(50, 110, 520)])

    assert notes(document) == ["* Goods are those of the list.", "† Carriage is by road."]


def test_small_line_under_a_rule_as_wide_as_the_column_stays_in_the_body():
    text = [*lines(*LEFT, size=9), Drawn("* Goods are those of the list.", 530, size=7)]

    document = page([*text, *lines(*RIGHT, size=9, x=215)], rules=[(50, 190, 520)])

    assert notes(document) == []


SECTIONS = [
    (
        ["Levy on", "ships."],
        ["1. The board may charge a levy of not more", "than £120 for a ship that is in port", "for long."],
    ),
    (
        ["Exempt", "craft."],
        ["2. No levy is payable for a lifeboat, a tug or", "any boat that is shorter than", "ten metres."],
    ),
    (["Appeals."], ["3. An owner may appeal to the board within 21", "days after the levy was demanded."]),
]


def act(note_x: float, note_leading: float, drawn_in: str) -> list[Drawn]:
    """Sections with notes in the margin; the first line of each stands at the height of its section's."""
    found: list[Drawn] = []
    for number, (note, text) in enumerate(SECTIONS):
        y = 100 + number * 55.0
        found += [Drawn(line, y + row * 14, x=110) for row, line in enumerate(text)]
        found += [Drawn(line, y + row * note_leading, x=note_x, size=8) for row, line in enumerate(note)]
    if drawn_in == "rows":
        found.sort(key=lambda one: (one.y, one.x))
    if drawn_in == "notes first":
        found.sort(key=lambda one: one.size)
    return found


@pytest.mark.parametrize("drawn_in", ["sections", "rows", "notes first"])
@pytest.mark.parametrize("note_leading", [9.5, 14.0], ids=["set tightly", "on the lines of the text"])
@pytest.mark.parametrize("note_x", [50.0, 356.0], ids=["left", "right"])
def test_side_notes_of_an_act_stand_after_its_sections(note_x, note_leading, drawn_in):
    document = page(act(note_x, note_leading, drawn_in))

    assert notes(document) == [" ".join(note) for note, _ in SECTIONS]
    body = flat(" ".join(b.span.of(document.text) for b in document.blocks if b.kind != "footnote"))
    assert body == " ".join(line for _, text in SECTIONS for line in text)


def test_small_labels_beside_the_values_of_a_form_stay_on_their_lines():
    values = ["Harbour Board of the North", "12 Quay Street, second floor", "1 May 2024 to 30 April 2025"]
    labels = ["Owner", "Address", "Period of cover"]
    rows = [
        one
        for number, (label, value) in enumerate(zip(labels, values, strict=True))
        for one in (Drawn(label, 100 + number * 20, size=8), Drawn(value, 100 + number * 20, x=170))
    ]

    document = page([*rows, *lines("The owner pays within 30 days after the invoice.", y=200)])

    assert notes(document) == []
    assert "Period of cover 1 May 2024 to 30 April 2025" in flat(document.text)
