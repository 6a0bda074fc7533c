"""PPTX with groups, charts, two columns of boxes, footers and slide numbers."""

from __future__ import annotations

import io

from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from tests.documents.truth import Asked, Heading, InOrder, Kept, Paper, Unit


def papers() -> tuple[Paper, ...]:
    return (Paper("plan.pptx", _plan(), _FACTS),)


def _plan() -> bytes:
    deck = Presentation()
    two = deck.slides.add_slide(deck.slide_layouts[3])
    two.shapes.title.text = "Options"
    two.placeholders[1].text = "Option A costs $4.2 million"
    two.placeholders[1].text_frame.add_paragraph().text = "It takes 18 months"
    two.placeholders[2].text = "Option B costs $6.0 million"
    two.placeholders[2].text_frame.add_paragraph().text = "It takes 9 months"

    grouped = deck.slides.add_slide(deck.slide_layouts[6])
    group = grouped.shapes.add_group_shape()
    box = group.shapes.add_textbox(Inches(1), Inches(1), Inches(4), Inches(1))
    box.text_frame.text = "The go-live date is 1 September 2026."
    inner = group.shapes.add_group_shape().shapes.add_textbox(Inches(1), Inches(2), Inches(4), Inches(1))
    inner.text_frame.text = "Training takes four days."
    broken = grouped.shapes.add_textbox(Inches(1), Inches(4), Inches(5), Inches(1))
    paragraph = broken.text_frame.paragraphs[0]
    paragraph.add_run().text = "The contin"
    paragraph.add_run().text = "gency is 15% of"
    paragraph.add_line_break()
    paragraph.add_run().text = "the budget."

    chart = deck.slides.add_slide(deck.slide_layouts[5])
    chart.shapes.title.text = "Cost by year"
    figures = CategoryChartData()
    figures.categories = ["2025", "2026"]
    figures.add_series("Cost", (1.5, 2.7))
    chart.shapes.add_chart(
        XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(1), Inches(2), Inches(6), Inches(4), figures
    )
    buffer = io.BytesIO()
    deck.save(buffer)
    return buffer.getvalue()


_FACTS = (
    Heading("Options", 1),
    Heading("Cost by year", 1),
    Unit("The go-live date is 1 September 2026.", anchor="slide 2"),
    Unit("Training takes four days.", anchor="slide 2"),
    Unit("The contingency is 15% of the budget.", anchor="slide 2"),
    InOrder(("Option A costs", "18 months", "Option B costs", "9 months")),
    Kept("Option B costs $6.0 million"),
    Asked(
        "How much does option B cost?",
        {"value": "6000000", "currency": "USD"},
        "$6.0 million",
        anchor="slide 1",
    ),
    Asked("What is the go-live date?", {"iso": "2026-09-01"}, "1 September 2026", anchor="slide 2"),
    Asked("What percentage is the contingency?", {"value": "15"}, "15%", anchor="slide 2"),
    Asked("How long does training take?", {"iso8601": "P4D"}, "four days", anchor="slide 2"),
    Asked(
        "How much does option A cost?",
        {"value": "4200000", "currency": "USD"},
        "$4.2 million",
        anchor="slide 1",
    ),
)
