"""Prove what a certificate says was read: which pages and passages there are, and what cannot be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pincite.answer.answers import Coverage, PageCoverage
from pincite.ask.report import page_coverage
from pincite.audit.certificate import Certificate, Source
from pincite.audit.findings import Finding, disproved, proved, recorded
from pincite.audit.grounds import Ground, Key
from pincite.audit.place_proof import of_places
from pincite.records.document import Document
from pincite.records.library import Held, Identity
from pincite.records.question import Scope

# What the pages of a document are, whatever was asked of it; how many of them were read, a question decides.
_OF_PAGES = ("low_quality", "unreadable", "waiting_pictures")


def of_coverage(says: Certificate, grounds: Mapping[Key, Ground]) -> Iterator[Finding]:
    coverage = says.coverage
    for near in coverage.nearest:
        yield from (found for found in of_places("nearest", [near], grounds) if found.status == "disproved")
    if coverage.nearest:
        told = f"Why {len(coverage.nearest)} places that came near were refused is recorded."
        yield recorded("nearest", "coverage", told)
    if coverage.spans_read > coverage.spans_total or coverage.pages.read > coverage.pages.total:
        yield disproved("coverage", "coverage", "More is said to have been read than there is.")
    elif says.question.outcome == "not_found":
        yield from _of_all(says, coverage, grounds)
    else:
        told = f"That {_read(coverage)} were read for it is recorded."
        yield recorded("coverage", "coverage", told)


def _of_all(says: Certificate, coverage: Coverage, grounds: Mapping[Key, Ground]) -> Iterator[Finding]:
    """Where nothing was found: all documents that were read are sources."""
    read = {each.name for each in coverage.by_document}
    sources = [source for source in says.sources if source.name in read]
    pages, passages = sum(each.pages for each in sources), sum(each.passages for each in sources)
    stated = coverage.documents, coverage.pages.total, coverage.spans_total
    # One that could not be read is named, and counts for nothing.
    claimed = {each.name for each in coverage.by_document if each.outcome != "failed"}
    known = {source.name for source in sources}
    if not sources or not claimed <= known or stated != (len(sources), pages, passages):
        problem = "What is said to have been read is not what its documents have."
        yield disproved("coverage", "coverage", problem)
        return
    # Only our own reading of a file counts its pages and passages; else they are what somebody wrote.
    documents = [grounds[source.name, source.version].document for source in sources]
    found = [document for document in documents if document is not None]
    tell = proved if len(found) == len(sources) else recorded
    if tell is proved and (wrong := _miscounted(coverage.pages, sources, found)):
        yield disproved("coverage", "coverage", wrong)
        return
    has = "1 document has" if len(sources) == 1 else f"{len(sources)} documents have"
    left = coverage.pages.unreadable + coverage.pages.waiting_pictures
    unread = f"; on {left:,} pages nothing could be read, or pictures were left unread" if left else ""
    yield tell("coverage", "coverage", f"{has} {pages:,} pages and {passages:,} passages, as stated{unread}.")
    told = f"That {_read(coverage)} were read, with which chance they hold it, is recorded."
    yield recorded("coverage", "coverage", told)


def _miscounted(stated: PageCoverage, sources: Sequence[Source], documents: Sequence[Document]) -> str:
    """What the documents, read again, say otherwise of their pages; empty where nothing."""
    here = [
        page_coverage(
            Held(Identity("", source.name, source.sha256, source.version), document, b""), Scope(), 0
        )
        for source, document in zip(sources, documents, strict=True)
    ]
    for name in _OF_PAGES:
        count = sum(getattr(each, name) for each in here)
        if count != getattr(stated, name):
            called = name.replace("_", " ")
            return f"The documents have {count:,} pages as {called}, not {getattr(stated, name):,}."
    return ""


def _read(coverage: Coverage) -> str:
    return f"{coverage.spans_read:,} of {coverage.spans_total:,} passages on {coverage.pages.read:,} pages"
