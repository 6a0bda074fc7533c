"""Read a mail message: its headers as lines, then its body as it is shown.

Of a body that is sent both plain and as a page, the plain form is read, unless it only says that
there is a page. Attachments are documents of their own (`mail.attachments`); here they are listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pincite.errors import InputError
from pincite.ingest.html.reader import PageContent, read_page
from pincite.ingest.layout import assemble
from pincite.ingest.mail.attachments import attached
from pincite.ingest.mail.message import Part, part_text, take_apart
from pincite.ingest.stack import Grid, Shown, stack
from pincite.ingest.text import text_pieces
from pincite.ingest.versions import VERSIONS
from pincite.records.document import UNSEEN, Document, Parse

# A plain form this much shorter than the page is a note such as "This message needs an HTML viewer".
_STUB_SHARE = 0.25


@dataclass(frozen=True, slots=True)
class MailParser:
    """Reads .eml files."""

    @property
    def parse(self) -> Parse:
        return Parse(parser="eml", version=VERSIONS["eml"])

    def read(self, content: bytes, name: str) -> Document:
        message = take_apart(content, name)
        files = list(attached(message.attached))
        written = _Written(name)
        for header, text in message.headers:
            written.shown.append(Shown("line", f"{header}: {text}", f"header {header}"))
        for number, file in enumerate(files, start=1):
            written.shown.append(Shown("line", f"Attachment: {file.name}", f"attachment {number}"))
        for forms in message.body:
            written.add(forms)
        if not written.shown:
            raise InputError(f"{name} contains no text.", hint="Check that it is the right message.")
        if files:
            names = ", ".join(file.name for file in files)
            written.caveats.append(f"Attachments are not part of this text: {names}.")
        caveats = tuple(dict.fromkeys(written.caveats))
        return assemble(stack(written.shown, written.grids, caveats), "eml", self.parse)


@dataclass(slots=True)
class _Written:
    """What the message shows so far."""

    name: str
    shown: list[Shown] = field(default_factory=list)
    grids: list[Grid] = field(default_factory=list)
    caveats: list[str] = field(default_factory=list)

    def add(self, forms: Sequence[Part]) -> None:
        """Add one text of the body, in the form that holds all of it."""
        plain = [self._plain(part) for part in forms if part.get_content_type() == "text/plain"]
        pages = [part for part in forms if part.get_content_type() == "text/html"]
        typed = [piece for pieces in plain for piece in pieces]
        if not pages:
            self.shown += typed
            return
        read = [self._page(part) for part in pages]
        if _length(typed) > _STUB_SHARE * sum(_length(page.shown) for page in read):
            self.shown += typed
            return
        for page in read:
            first = len(self.grids)
            self.grids += page.grids
            self.caveats += page.caveats
            self.shown += [
                piece if piece.table is None else replace(piece, table=first + piece.table)
                for piece in page.shown
            ]

    def _plain(self, part: Part) -> list[Shown]:
        text, caveats = part_text(part, self.name)
        self.caveats += caveats
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        _, pieces = text_pieces(text)
        shown: list[Shown] = []
        line, at = 1, 0
        for piece in pieces:
            line += text.count("\n", at, piece.span.start)
            at = piece.span.start
            shown.append(Shown(piece.kind, piece.span.of(text), f"body line {line}", piece.found_by))
        return shown

    def _page(self, part: Part) -> PageContent:
        source, caveats = part_text(part, self.name)
        self.caveats += caveats
        return read_page(source, self.name)


def _length(shown: Sequence[Shown]) -> int:
    return sum(len(piece.text) for piece in shown if piece.kind not in UNSEEN)
