"""Count how often a reader is asked, and how often the very same."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from pincite.answer.view_and_form import AskedQuestion, Reading, View
from pincite.protocols import Reader


@dataclass(slots=True)
class Counted:
    """A reader whose calls are noted by what it was shown and asked."""

    reader: Reader
    calls: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.reader.name

    @property
    def version(self) -> str:
        return self.reader.version

    @property
    def most_chars(self) -> int:
        return self.reader.most_chars

    @property
    def identical(self) -> int:
        """How many of the calls had been made before."""
        return len(self.calls) - len(set(self.calls))

    def read(self, asked: Sequence[AskedQuestion], view: View) -> Sequence[Reading]:
        self.calls.append(hashlib.sha256(repr((list(asked), view.text)).encode()).hexdigest())
        return self.reader.read(asked, view)
