"""From parse to answer, what is cited is what stands in the document: on text and on generated PDFs."""

from __future__ import annotations

import io
import tempfile
from dataclasses import dataclass
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

import pincite
from pincite.answer.answers import Evidence
from pincite.language import vocabulary
from pincite.records.document import Document
from pincite.records.evidence import Excerpt, Extract, RawScores
from pincite.records.span import Span
from tests.effort import examples
from tests.readers import StandIn

SUBJECTS = ("pump", "turbine", "gateway", "cabinet", "conveyor", "boiler", "scanner", "terminal")
FILLER = (
    "Both parties shall keep records of all deliveries and make them available on request.",
    "Nothing in this document affects rights which cannot be excluded under mandatory provisions.",
    "Work outside normal hours is only done where the site manager has asked for it in writing.",
)


@dataclass(frozen=True)
class ByLastWord(StandIn):
    """Is sure of what says the last word of the question, and points at it."""

    def _extract(self, question: str, excerpt: Excerpt) -> Extract:
        meant = excerpt.marked or Span(0, len(excerpt.text))
        wanted = question.rstrip("?").split()[-1]
        said = [start for word, start, _ in vocabulary.words(excerpt.text) if word == wanted]
        places = [Span(start, start + 1) for start in said if meant.start <= start < meant.end]
        if not places:
            return Extract(0.01, None, RawScores(-5.0, -5.0, 0.0, 0.0, None, None))
        return Extract(0.99, places[0], RawScores(5.0, -0.5, 0.0, 0.0, places[0], places[0]))


READ = {"reader": f"{__name__}:ByLastWord"}
quick = settings(max_examples=examples(25), deadline=None, suppress_health_check=list(HealthCheck))
slow = settings(max_examples=examples(12), deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def agreements(draw) -> tuple[list[str], dict[str, str]]:
    """Sentences, and for each subject the amount that one of them states."""
    subjects = draw(st.lists(st.sampled_from(SUBJECTS), min_size=1, max_size=5, unique=True))
    amounts = {s: f"EUR {draw(st.integers(1, 999))},{draw(st.integers(100, 999))}.00" for s in subjects}
    sentences = []
    for subject, amount in amounts.items():
        sentences += draw(st.lists(st.sampled_from(FILLER), max_size=6))
        sentences.append(f"The maintenance fee for each {subject} is {amount} and is payable in advance.")
    return sentences, amounts


def wrapped(sentences: list[str], width: int, broken: bool) -> list[str]:
    """Lines of about `width` characters; long words are divided with a hyphen where `broken`."""
    lines, line = [], ""
    for word in " ".join(sentences).split():
        if line and len(line) + 1 + len(word) > width:
            if broken and len(word) > 8 and word.isalpha():
                lines.append(f"{line} {word[:4]}-")
                line = word[4:]
                continue
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line]


def answers(name: str, content: bytes, amounts: dict[str, str]):
    with (
        tempfile.TemporaryDirectory() as folder,
        pincite.open(Path(folder) / "library", settings=READ) as library,
    ):
        path = Path(folder) / name
        path.write_bytes(content)
        assert [a.status for a in library.add(path)] == ["added"]
        document = library.read(name).document
        for subject, amount in amounts.items():
            answer = library.ask(f"What is the maintenance fee for a {subject}?")
            assert answer.outcome == "answered", subject
            assert answer.items[0].original.split() == amount.split(), subject
            yield document, answer.items[0].evidence[0]


def check(document: Document, evidence: Evidence) -> None:
    assert document.text[evidence.start : evidence.end] == evidence.snippet
    cited = [line for line in document.lines if evidence.lines[0] <= line.number <= evidence.lines[1]]
    assert cited[0].span.start <= evidence.start < cited[0].span.end
    assert cited[-1].span.start < evidence.end <= cited[-1].span.end
    assert evidence.page == cited[0].page
    assert all(0 <= box.x0 < box.x1 and 0 <= box.y0 < box.y1 for box in evidence.boxes)


def words(text: str) -> str:
    return "".join(text.replace("-\n", "").replace("-\r\n", "").split())


@quick
@given(
    agreement=agreements(),
    width=st.integers(25, 90),
    broken=st.booleans(),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_snippet_of_a_text_is_its_own_characters(agreement, width, broken, end):
    sentences, amounts = agreement
    content = end.join(wrapped(sentences, width, broken)).encode()
    for document, evidence in answers("agreement.txt", content, amounts):
        check(document, evidence)
        assert words(evidence.snippet) in {words(sentence) for sentence in sentences}


@slow
@given(agreement=agreements(), width=st.integers(30, 80), broken=st.booleans(), per_page=st.integers(4, 12))
def test_snippet_of_a_pdf_is_one_whole_sentence_whatever_the_page_breaks(agreement, width, broken, per_page):
    sentences, amounts = agreement
    lines = wrapped(sentences * 3, width, broken)
    pages = [lines[start : start + per_page] for start in range(0, len(lines), per_page)]
    for document, evidence in answers("agreement.pdf", printed(pages), amounts):
        check(document, evidence)
        assert words(evidence.snippet) in {words(sentence) for sentence in sentences}
        assert evidence.boxes
        assert evidence.boxes[0].page == evidence.page


def printed(pages: list[list[str]]) -> bytes:
    """A PDF with a header and a numbered footer on every page."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(600, 400), invariant=1)
    for number, lines in enumerate(pages, start=1):
        canvas.setFont("Helvetica", 9)
        canvas.drawString(50, 380, "Supply terms, confidential")
        canvas.drawString(50, 20, f"Page {number} of {len(pages)}")
        canvas.setFont("Helvetica", 11)
        for place, line in enumerate(lines):
            canvas.drawString(50, 340 - 14 * place, line)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()
