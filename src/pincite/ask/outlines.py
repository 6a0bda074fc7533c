"""What the account of a scan says of a document, so that the document itself can stay closed."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.answer.answers import PageCoverage
from pincite.ask.report import page_coverage
from pincite.records.library import Held, Identity, ReadBy
from pincite.records.question import Scope
from pincite.records.reading import pages_waiting
from pincite.structure.unseen import left_out


@dataclass(frozen=True, slots=True)
class Outline:
    """What is said of a document that was scanned, whatever was asked."""

    read_by: ReadBy
    blocks: int
    pages: PageCoverage
    waiting: tuple[int, ...]
    """The pages with pictures that are not read yet."""
    left_out: str
    has_tables: bool

    @property
    def identity(self) -> Identity:
        return self.read_by.identity

    @classmethod
    def of(cls, held: Held) -> Outline:
        document, parse = held.document, held.document.parse
        return cls(
            read_by=ReadBy(held.identity, document.format, parse.parser, parse.version),
            blocks=len(document.blocks),
            pages=page_coverage(held, Scope(), len(document.pages)),
            waiting=pages_waiting(document.profile),
            left_out=left_out(document.unseen, held.identity.name),
            has_tables=bool(document.tables),
        )
