"""PPTX: titles, nested bullets, a table with merged cells, text boxes and speaker's notes."""

from __future__ import annotations

import io

from pptx import Presentation
from pptx.util import Inches

from tests.documents import slides_odd
from tests.documents.truth import (
    About,
    Asked,
    Grid,
    Heading,
    InCell,
    InOrder,
    Kept,
    Paper,
    Unit,
)


def papers() -> tuple[Paper, ...]:
    return (Paper("results.pptx", _results(), _FACTS), *slides_odd.papers())


def _results() -> bytes:
    deck = Presentation()
    opening = deck.slides.add_slide(deck.slide_layouts[0])
    opening.shapes.title.text = "Half-year results"
    opening.placeholders[1].text = "Marlow Foods Inc. · 6 August 2025"

    points = deck.slides.add_slide(deck.slide_layouts[1])
    points.shapes.title.text = "Highlights"
    frame = points.placeholders[1].text_frame
    frame.text = "Revenue grew by 8.2% to $312 million"
    for text, level in (
        ("Growth came from frozen meals", 1),
        ("Prices rose by 3%", 1),
        ("Net debt fell to $95 million", 0),
    ):
        paragraph = frame.add_paragraph()
        paragraph.text, paragraph.level = text, level
    points.notes_slide.notes_text_frame.text = "Say that the covenant limit is $150 million."

    table_slide = deck.slides.add_slide(deck.slide_layouts[5])
    table_slide.shapes.title.text = "Segments"
    table = table_slide.shapes.add_table(4, 4, Inches(1), Inches(2), Inches(7), Inches(2)).table
    for row, texts in enumerate(
        (
            ("Segment", "Revenue", "", "Margin"),
            ("", "2024", "2025", ""),
            ("Frozen", "$140m", "$161m", "11.5%"),
            ("Chilled", "$148m", "$151m", "7.9%"),
        )
    ):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text
    table.cell(0, 1).merge(table.cell(0, 2))
    table.cell(0, 0).merge(table.cell(1, 0))
    table.cell(0, 3).merge(table.cell(1, 3))

    boxes = deck.slides.add_slide(deck.slide_layouts[6])
    # Drawn in the wrong order on purpose: a reader starts at the top.
    low = boxes.shapes.add_textbox(Inches(1), Inches(5), Inches(6), Inches(1))
    low.text_frame.text = "The interim dividend is 11 cents per share."
    high = boxes.shapes.add_textbox(Inches(1), Inches(1), Inches(6), Inches(1))
    high.text_frame.text = "The outlook for the full year is unchanged."

    hidden = deck.slides.add_slide(deck.slide_layouts[1])
    hidden.shapes.title.text = "Backup"
    hidden.placeholders[1].text = "Hidden slide: layoffs of 400 staff"
    hidden._element.set("show", "0")

    buffer = io.BytesIO()
    deck.save(buffer)
    return buffer.getvalue()


_FACTS = (
    About("presentation", "en"),
    Heading("Half-year results", 1),
    Heading("Highlights", 1),
    Heading("Segments", 1),
    Unit("• Revenue grew by 8.2% to $312 million", "bullet", anchor="slide 2", section="Highlights"),
    Unit("– Prices rose by 3%", "bullet", anchor="slide 2"),
    Unit("The outlook for the full year is unchanged.", anchor="slide 4"),
    InOrder(("The outlook for the full year is unchanged.", "The interim dividend is 11 cents per share.")),
    Kept("Say that the covenant limit is $150 million."),
    Grid(1, 4, 4, 2),
    InCell(
        "$161m",
        2,
        2,
        ("Revenue", "2025"),
    ),
    InCell("7.9%", 3, 3, ("Margin",)),
    InCell("Segment", 0, 0, rows=2),
    Asked(
        "By what percentage did revenue grow?",
        {"value": "8.2"},
        "8.2%",
        anchor="slide 2",
    ),
    Asked(
        "To what amount did net debt fall?",
        {"value": "95000000", "currency": "USD"},
        "$95 million",
        anchor="slide 2",
    ),
    Asked(
        "How much was the revenue of the frozen segment in 2025?",
        {"value": "161000000", "currency": "USD"},
        "$161m",
    ),
    Asked(
        "What is the margin of the chilled segment?",
        {"value": "7.9"},
        "7.9%",
        anchor="slide 3, table 1, row 4",
    ),
    Asked("What is the covenant limit?", {"value": "150000000", "currency": "USD"}, "$150 million"),
    Asked(
        "How much was the revenue?",
        {"value": "312000000", "currency": "USD"},
        "$312 million",
        anchor="slide 2",
    ),
)
