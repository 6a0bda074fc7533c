"""Verify rows: read each document once, judge row after row, and keep no more than the verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from pincite.errors import InputError, PinciteError
from pincite.verification.claim_rows import ClaimRow, Verified
from pincite.verification.judging import judge
from pincite.verification.read_documents import ReadDocuments
from pincite.verification.row_files import rows_of

_BATCH = 500
Claims = str | Path | Mapping[str, Any] | Iterable[Any]
"""A file, a reply of a service, an Answer or a table of ours, or rows as mappings or pydantic objects."""


def verify(
    claims: Claims | Any,
    *documents: str | Path | ReadDocuments,
    columns: Mapping[str, str] | None = None,
    password: str | None = None,
    isolated: bool = True,
) -> list[Verified]:
    """A verdict on each row: proved, altered, elsewhere, does_not_follow, absent or open.

    `documents` are files or folders, or documents that were read before. `columns` says how your columns are
    called: {"quote": "Citation"}. No library, no model and no network are needed. An InputError means that
    the rows cannot be read; a document that cannot be read leaves its rows open.
    """
    if len(documents) == 1 and isinstance(documents[0], ReadDocuments):
        return list(verified(rows_of(claims, columns), documents[0]))
    paths = [each for each in documents if not isinstance(each, ReadDocuments)]
    if not paths or len(paths) < len(documents):
        raise InputError("Pass the documents that the rows speak of.", hint='verify(rows, "contract.pdf")')
    with ReadDocuments.of_files(*paths, password=password, isolated=isolated) as read:
        return list(verified(rows_of(claims, columns), read))


def verified(rows: Iterable[ClaimRow], documents: ReadDocuments) -> Iterator[Verified]:
    """The verdicts one by one, in the order of the rows."""
    waiting = iter(rows)
    while batch := list(islice(waiting, _BATCH)):
        # Only a few documents stay folded and indexed: rows of one document are judged together.
        by_document = sorted(range(len(batch)), key=lambda at: (batch[at].document or "", at))
        judged = {at: _judged(batch[at], documents) for at in by_document}
        yield from (judged[at] for at in range(len(batch)))


def _judged(row: ClaimRow, documents: ReadDocuments) -> Verified:
    try:
        held = documents.held(row.document)
    except PinciteError as error:
        return Verified.of(row, "open", str(error), unread=True)
    return judge(row, held, documents.sizes(held))
