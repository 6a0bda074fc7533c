"""Describe a document: type, language, how well each page was read, and what it is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pincite.records.document import Document
from pincite.records.profile import PageQuality, Profile


def describe(document: Document, pages: Sequence[PageQuality]) -> Profile:
    """The profile of a document whose pages were read as `pages` says."""
    found_by = Counter(section.found_by for section in document.sections)
    return Profile(
        type="other",
        language="",
        pages=tuple(pages),
        sections_found_by=tuple(found_by.most_common()),
        subjects=(),
    )
