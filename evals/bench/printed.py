"""A generated PDF of any length, like a contract: headings, dense paragraphs, running header and footer."""

from __future__ import annotations

import random
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate

_WORDS = (
    "the supplier shall provide services under this agreement and customer pays fees within thirty days of "
    "receipt any notice given by either party must be in writing liability is limited to amount paid during "
    "preceding twelve months confidential information may not disclosed without prior consent termination"
).split()


def write_pdf(path: Path, pages: int) -> None:
    """A file of about so many pages, the same one every time."""
    styles = getSampleStyleSheet()
    source = random.Random(7)
    story: list[Flowable] = []
    for clause in range(1, pages * 5 // 2):
        story.append(Paragraph(f"{clause}. {source.choice(_WORDS).title()}", styles["Heading2"]))
        for number in range(1, 4):
            story.append(Paragraph(f"{clause}.{number} {_sentences(source, 4)}", styles["BodyText"]))
    template = SimpleDocTemplate(str(path), pagesize=A4, invariant=1)
    template.build(story, onFirstPage=_furniture, onLaterPages=_furniture)


def _sentences(source: random.Random, count: int) -> str:
    sentences = [" ".join(source.choices(_WORDS, k=source.randint(12, 30))) for _ in range(count)]
    return " ".join(f"{sentence.capitalize()}." for sentence in sentences)


def _furniture(canvas: Canvas, template: SimpleDocTemplate) -> None:
    canvas.setFont("Helvetica", 8)
    canvas.drawString(72, A4[1] - 40, "Generated Services Agreement")
    canvas.drawRightString(A4[0] - 72, 40, f"Page {template.page}")
