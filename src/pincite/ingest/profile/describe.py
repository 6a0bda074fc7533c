"""Describe a document: type, language, how well each page was read, and what it is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pincite.ingest.profile.doctype import document_type
from pincite.ingest.profile.language import language
from pincite.ingest.profile.opening import opening
from pincite.ingest.profile.subjects import subjects
from pincite.records.document import Document
from pincite.records.reading import PageQuality, Profile


def describe(document: Document, pages: Sequence[PageQuality]) -> Profile:
    """The profile of a document whose pages were read as `pages` says."""
    start = opening(document)
    kind = document_type(start, document.format)
    found_by = Counter(section.found_by for section in document.sections)
    return Profile(
        type=kind,
        language=language(start),
        pages=tuple(pages),
        sections_found_by=tuple(found_by.most_common()),
        subjects=subjects(start, kind),
    )
