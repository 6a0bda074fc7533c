"""The documents that an answer cites, in the versions that it cites, as far as the library still has them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pincite.answer.answers import Evidence
from pincite.errors import NotHeld
from pincite.language.how_many import how_many
from pincite.records.document import Document
from pincite.records.library import Held, Identity


@dataclass(frozen=True, slots=True)
class Description:
    """What a report says of a document: a job may cite thousands, and all of them are not held at once."""

    kind: str
    read_by: str


@dataclass(slots=True)
class Sources:
    """Gives cited documents, and remembers which were asked for."""

    collection: str
    load: Callable[[Identity], Held]
    content: Callable[[Identity], bytes]
    password: str | None = None
    """Opens encrypted files; it is never stored."""
    described: dict[Identity, Description | None] = field(default_factory=dict, init=False)
    """Every version that was asked for; None where the library does not hold it any more."""

    def identity(self, evidence: Evidence) -> Identity:
        """The version that is cited."""
        return Identity(self.collection, evidence.name, evidence.document, evidence.version)

    def document(self, identity: Identity) -> Document | None:
        """The document; None where the library does not hold this version any more."""
        if identity in self.described and self.described[identity] is None:
            return None
        try:
            document = self.load(identity).document
        except NotHeld:
            self.described[identity] = None
            return None
        self.described[identity] = _described(document)
        return document


def _described(document: Document) -> Description:
    units = (document.pages, "page") if document.pages else (document.lines, "line")
    kind = f"{document.format}, {how_many(len(units[0]), units[1])}"
    return Description(kind, f"{document.parse.parser} {document.parse.version}")
