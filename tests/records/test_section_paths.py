"""Which sections a section stands in."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.factories import document

from pincite.records.document import Document, Section
from pincite.records.span import Span

_CHARS = 40
_spans = st.tuples(st.integers(0, _CHARS - 2), st.integers(1, _CHARS)).map(
    lambda edges: Span(edges[0], max(edges[1], edges[0] + 1))
)


@given(spans=st.lists(_spans, max_size=12))
def test_a_path_holds_every_section_up_to_it_that_covers_it(spans: list[Span]):
    read = _with_sections(spans)
    for section in read.sections:
        covering = [s for s in read.sections[: section.id + 1] if s.span.covers(section.span)]
        assert list(read.section_path(section.id)) == covering


def test_a_section_stands_in_what_its_heading_stands_under():
    read = document("1. Fees\n\n1.1 Late payment\n\nInterest is 4% a year.\n\n2. Term\n\nTwo years apply.\n")
    titles = {section.title: section.id for section in read.sections}
    assert [s.title for s in read.section_path(titles["1.1 Late payment"])] == ["1. Fees", "1.1 Late payment"]
    assert [s.title for s in read.section_path(titles["2. Term"])] == ["2. Term"]


def test_what_stands_in_no_section_has_no_path():
    assert document().section_path(None) == ()


def _with_sections(spans: list[Span]) -> Document:
    read = document("x" * _CHARS)
    sections = tuple(Section(at, f"{at}", 1, span, None, None, "test") for at, span in enumerate(spans))
    return replace(read, sections=sections)
