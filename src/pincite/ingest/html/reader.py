"""Read a web page: the text as it is shown, with the DOM path of every block."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.errors import InputError
from pincite.ingest.decode import decode_declared
from pincite.ingest.html.css import Sheet
from pincite.ingest.html.flow import Flow
from pincite.ingest.html.looks import mark
from pincite.ingest.html.selectors import attributes_asked
from pincite.ingest.html.tokens import KEPT, Tokens
from pincite.ingest.html.tree import Node, build
from pincite.ingest.layout import assemble
from pincite.ingest.stack import Grid, Shown, stack
from pincite.ingest.versions import VERSIONS
from pincite.records.document import FURNITURE, UNSEEN, Document, Parse

_HEAD_BYTES = 4096
_XML = re.compile(rb"\s*<\?xml[^>]*?encoding\s*=\s*[\"']([\w.:-]+)[\"']", re.I)
_META = re.compile(rb"<meta\b[^>]*?\bcharset\s*=\s*[\"']?\s*([\w.:-]+)", re.I)
# Where headings are marked up, bold paragraphs are emphasis.
_FEW_HEADINGS = 2


@dataclass(frozen=True, slots=True)
class HtmlParser:
    """Reads web pages (HTML and XHTML), well formed or not."""

    @property
    def parse(self) -> Parse:
        return Parse(parser="html", version=VERSIONS["html"])

    def read(self, content: bytes, name: str) -> Document:
        source, caveats = decode_declared(content, declared_encoding(content), name)
        page = read_page(source, name)
        if all(piece.kind in UNSEEN for piece in page.shown):
            raise InputError(
                f"{name} shows no text.",
                hint="If a script fills the page, save it from the browser once it is complete, or as PDF.",
            )
        return assemble(stack(page.shown, page.grids, (*caveats, *page.caveats)), "html", self.parse)


@dataclass(frozen=True, slots=True)
class PageContent:
    """What a page shows, piece by piece."""

    shown: Sequence[Shown]
    grids: Sequence[Grid]
    caveats: tuple[str, ...]


def read_page(source: str, name: str) -> PageContent:
    """What a page shows, given its source; nothing when all of it is scripts or hidden."""
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    tokens = Tokens(source, KEPT | attributes_asked(source))
    root = build(tokens, source.lstrip()[:5].lower() == "<?xml", name)
    sheet = Sheet()
    for media, rules in tokens.sheets:
        sheet.read(rules, media)
    caveats = mark(root, sheet)
    headings = _count_headings(root)
    flow = Flow(sets_apart=True, bold_is_heading=headings < _FEW_HEADINGS)
    flow.read(root)
    if all(piece.kind in FURNITURE or piece.kind in UNSEEN for piece in flow.shown):
        # A page that is all frame: what stands in it is the text.
        flow = Flow(sets_apart=False, bold_is_heading=headings < _FEW_HEADINGS)
        flow.read(root)
    if tokens.cut:
        caveats += ("The page ends inside a tag or a comment: some of it may be missing.",)
    return PageContent(flow.shown, flow.grids, caveats)


def declared_encoding(content: bytes) -> str:
    """The encoding that a page states in its first lines; empty when it states none."""
    head = content[:_HEAD_BYTES]
    found = _XML.match(head) or _META.search(head)
    stated = found[1].decode("ascii", "replace").lower() if found is not None else ""
    # Bytes that could be read up to here are not UTF-16, whatever they say.
    return "utf-8" if stated.startswith(("utf-16", "utf16", "ucs-2")) else stated


def _count_headings(root: Node) -> int:
    count, waiting = 0, [root]
    while waiting:
        node = waiting.pop()
        count += sum(node.named.get(f"h{level}", 0) for level in range(1, 7))
        waiting += [child for child in node.children if isinstance(child, Node)]
    return count
