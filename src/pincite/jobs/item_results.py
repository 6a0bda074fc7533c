"""Say what came of one document of a job: done, failed, set aside, to be tried again, or a reason to stop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pincite.answer.answers import Failure
from pincite.answer.document_tables import Row, Table
from pincite.errors import (
    ConfigError,
    InputError,
    NotHeld,
    PinciteError,
    ProviderError,
    StoreError,
    TamperError,
)
from pincite.records.job import Ended, Finished, ResultRow
from pincite.records.library import Identity

# The first that any cell calls for is what becomes of the document.
_GRAVEST_FIRST: tuple[Ended, ...] = ("stop", "interrupted", "again", "failed", "set_aside")


def finished_of(table: Table) -> Finished:
    """What the rows of a document say; those that failed in part are kept, too."""
    errors = [(cell.error, row.version is None) for row, _, cell in table.cells() if cell.error]
    rows = tuple(ResultRow(row.document, row.version, _written(row)) for row in table.rows)
    if not errors:
        return Finished("done", rows=rows)
    endings = [(_ended(error, unread=unread), error) for error, unread in errors]
    gravest, error = min(endings, key=lambda each: _GRAVEST_FIRST.index(each[0]))
    # Of a mail with one attachment that cannot be read, the rest was asked: it is not set aside.
    if gravest == "set_aside" and len(errors) < sum(len(row.cells) for row in table.rows):
        gravest = "failed"
    return Finished(gravest, _said(error), rows)


def added_only(held: Sequence[Identity], unread: Mapping[str, PinciteError]) -> Finished:
    """What came of a file that was only added: a row without cells for each document."""
    rows = tuple(
        ResultRow(each.name, each.version, _written(Row(document=each.name, version=each.version, cells={})))
        for each in held
    )
    if not unread:
        return Finished("done", rows=rows)
    finished = failed_with(next(iter(unread.values())))
    return replace(finished, ended="failed" if rows else finished.ended, rows=rows)


def failed_with(error: PinciteError) -> Finished:
    """What an error says that kept the document from being asked at all."""
    failure = Failure.of(error)
    return Finished(_ended(failure, unread=False), _said(failure))


def _ended(failure: Failure, *, unread: bool) -> Ended:
    kind = type(failure.as_error())
    if issubclass(kind, NotHeld | InputError):
        return "set_aside"
    if issubclass(kind, ConfigError):
        # A parser that is not installed is missing for some files, a model for every document.
        return "set_aside" if unread else "stop"
    if issubclass(kind, StoreError) and kind is not TamperError:
        return "interrupted" if failure.retryable else "stop"
    # What a model refuses or cannot finish is a matter of the document; no reply at all is not.
    return "again" if kind is ProviderError else "failed"


def _written(row: Row) -> str:
    return row.model_dump_json(by_alias=True)


def _said(failure: Failure) -> str:
    return f"{failure.message} {failure.hint}".strip()
