"""The contracts of these tests as PDF and Word files, in several settings of the same words."""

from __future__ import annotations

import io

import docx
from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.pagesizes import A4, A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer

from pincite.ingest.office.docx import DocxParser
from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Document
from tests.audit.papers import Paper


def as_pdf(paper: Paper, *, small: bool = False) -> Document:
    """A PDF; `small` sets the same words in another font, on other pages, in justified lines."""
    body = ParagraphStyle(
        "body",
        fontName="Times-Roman" if small else "Helvetica",
        fontSize=9 if small else 11,
        leading=12 if small else 15,
        alignment=TA_JUSTIFY if small else 0,
        spaceAfter=6,
    )
    head = ParagraphStyle("head", parent=body, fontName="Helvetica-Bold", fontSize=12 if small else 14)
    flow = [Paragraph("SERVICES AGREEMENT", head), Spacer(1, 10)]
    for heading, section in zip(paper.headings(), paper.sections, strict=True):
        flow.append(Paragraph(heading, head))
        flow += (Paragraph(" ".join(each), body) for each in section.paragraphs)
    buffer = io.BytesIO()
    SimpleDocTemplate(buffer, pagesize=A5 if small else A4, invariant=1).build(flow)
    return PdfParser().read(buffer.getvalue(), "contract.pdf")


def as_docx(paper: Paper) -> Document:
    """A Word file with real headings."""
    made = docx.Document()
    made.add_heading("SERVICES AGREEMENT", 0)
    for heading, section in zip(paper.headings(), paper.sections, strict=True):
        made.add_heading(heading, 1)
        for each in section.paragraphs:
            made.add_paragraph(" ".join(each))
    buffer = io.BytesIO()
    made.save(buffer)
    return DocxParser().read(buffer.getvalue(), "contract.docx")
