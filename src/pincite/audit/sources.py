"""The documents that an answer cites, in the versions that it cites, as far as the library still has them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pincite.answer.answers import Evidence
from pincite.errors import InputError, NotHeld
from pincite.records.document import Document
from pincite.records.library import Held, Identity


@dataclass(slots=True)
class Sources:
    """Gives cited documents; each is looked for once."""

    collection: str
    load: Callable[[Identity], Held]
    content: Callable[[Identity], bytes]
    password: str | None = None
    """Opens encrypted files; it is never stored."""
    _known: dict[Identity, Document | None] = field(default_factory=dict, init=False)

    def identity(self, evidence: Evidence) -> Identity:
        """The version that is cited."""
        return Identity(self.collection, evidence.name, evidence.document, evidence.version)

    def document(self, identity: Identity) -> Document | None:
        """The document; None where the library does not hold this version any more."""
        if identity not in self._known:
            try:
                self._known[identity] = self.load(identity).document
            except (NotHeld, InputError):
                self._known[identity] = None
        return self._known[identity]

    @property
    def seen(self) -> dict[Identity, Document | None]:
        """Every version that was looked for, in the order in which it was."""
        return dict(self._known)
