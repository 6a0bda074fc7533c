"""Build the tree of a web page from its tags, with the elements that browsers imply.

Nothing here calls itself: a page nested 10,000 deep is read like any other, only flatter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from pincite.errors import InputError
from pincite.ingest.html.tokens import Tag
from pincite.records.document import UnseenKind

# Deeper elements become children of the last one that fits, as in browsers.
MAX_DEPTH = 200
MAX_ELEMENTS = 2_000_000
_MAX_PATH_CHARS = 200

VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_IN_HEAD = frozenset("base link meta noscript script style template title".split())
_ENDS_PARAGRAPH = frozenset(
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer "
    "form h1 h2 h3 h4 h5 h6 header hr li main menu nav ol p pre section summary table ul dd dt".split()
)
HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
_CELLS = frozenset({"td", "th"})
_ROW_GROUPS = frozenset({"thead", "tbody", "tfoot"})
TABLE_PARTS = _CELLS | _ROW_GROUPS | {"tr", "caption", "colgroup", "col"}
_SCOPES = frozenset({"td", "th", "caption", "table", "body", "html"})
# An end tag of these does not end the blocks that were opened inside them.
_FORMATTING = frozenset("a b big code em font i nobr small span strong tt u".split())
# What the start of an element ends, and what it looks no further than.
_ENDED_BY: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset({"li"}), frozenset({"ul", "ol", "menu", "dir"}) | _SCOPES),
    "dt": (frozenset({"dt", "dd"}), frozenset({"dl"}) | _SCOPES),
    "dd": (frozenset({"dt", "dd"}), frozenset({"dl"}) | _SCOPES),
    "option": (frozenset({"option"}), frozenset({"select", "datalist"}) | _SCOPES),
    "optgroup": (frozenset({"option", "optgroup"}), frozenset({"select"}) | _SCOPES),
}


@dataclass(slots=True, eq=False)
class Node:
    """An element. `place` counts it among its siblings of the same name, from 1."""

    tag: str
    attributes: dict[str, str]
    parent: Node | None
    place: int = 1
    children: list[Node | str] = field(default_factory=list)
    named: dict[str, int] = field(default_factory=dict)
    """How many children of each name it has."""
    holds_table: bool = False
    unseen: UnseenKind | None = None
    """What the words right inside it are, where a reader does not see them or sees them struck out."""
    leaves_room: bool = False
    """Whether there is a gap where its unseen words stand."""
    shows: bool = False
    """Whether some words inside it, however deep, are seen."""

    @property
    def path(self) -> str:
        """Where it stands: `html/body/div[2]/p[3]`, a place only among several of one name."""
        steps: list[str] = []
        node: Node | None = self
        while node is not None:
            several = node.parent is not None and node.parent.named[node.tag] > 1
            steps.append(f"{node.tag[:40]}[{node.place}]" if several else node.tag[:40])
            node = node.parent
        path = "/".join(reversed(steps))
        return path if len(path) <= _MAX_PATH_CHARS else f"{path[:20]}…{path[-_MAX_PATH_CHARS + 21 :]}"

    @property
    def is_unseen(self) -> bool:
        """Whether its words, and all words inside it, are not seen or are struck out."""
        return self.unseen is not None and not self.shows

    def named_like(self, *tags: str) -> list[Node]:
        """Its children with one of these names."""
        return [child for child in self.children if isinstance(child, Node) and child.tag in tags]


def build(tokens: Iterable[Tag | str], is_xml: bool, name: str) -> Node:
    """The `html` element of a page."""
    builder = Builder(name, is_xml)
    for token in tokens:
        if isinstance(token, str):
            builder.text(token)
        elif token.closing:
            builder.end(token.name)
        else:
            builder.start(token)
    return builder.root


class Builder:
    """A tree that grows with every tag and text."""

    def __init__(self, name: str, is_xml: bool) -> None:
        self.root = Node("html", {}, None)
        self._name, self._is_xml = name, is_xml
        self._open = [self.root]
        self._opened: Counter[str] = Counter({"html": 1})
        self._elements = 0

    @property
    def open(self) -> tuple[Node, ...]:
        """The elements that are open, the innermost last."""
        return tuple(self._open)

    def leave_open(self, nodes: Sequence[Node]) -> None:
        """Close what is open now and was not when `nodes` were."""
        self._cut(sum(now is before for now, before in zip(self._open, nodes, strict=False)))

    def text(self, text: str) -> None:
        if self._open[-1].tag in ("html", "head"):
            if not text.strip():
                return
            self._enter_body()
        children = self._open[-1].children
        if children and isinstance(children[-1], str) and len(children[-1]) < 1000:
            children[-1] += text
        else:
            children.append(text)

    def start(self, tag: Tag) -> None:
        if tag.name == "html":
            self.root.attributes = {**tag.attributes, **self.root.attributes}
            return
        if tag.name == "head" and len(self._open) == 1 and not self.root.children:
            self._push("head", {})
            return
        if tag.name in ("body", "head"):
            self._enter_body(tag.attributes if tag.name == "body" else {})
            return
        if self._open[-1].tag in ("html", "head"):
            if tag.name in _IN_HEAD and self._open[-1].tag == "head":
                self._push_or_add(tag)
                return
            self._enter_body()
        self._end_implied(tag.name)
        if tag.name in TABLE_PARTS and self._opened["table"]:
            self._enter_table_part(tag.name)
        self._push_or_add(tag)

    def end(self, name: str) -> None:
        if name in ("html", "body") or not self._opened[name]:
            if name == "br":
                self.start(Tag("br"))
            return
        stop = {"table", "html"} if name in TABLE_PARTS else {"html"} if name == "table" else _SCOPES
        crossed = False
        for index in range(len(self._open) - 1, 0, -1):
            tag = self._open[index].tag
            if tag == name:
                if not (crossed and name in _FORMATTING):
                    self._cut(index)
                return
            if tag in stop:
                return
            crossed = crossed or tag in _ENDS_PARAGRAPH

    def _enter_body(self, attributes: Mapping[str, str] = MappingProxyType({})) -> None:
        if self._opened["body"]:
            # Browsers give what a second tag says to the first.
            self._open[1].attributes = {**attributes, **self._open[1].attributes}
            return
        self._cut(1)
        self._push("body", {name: attributes[name] for name in attributes if name != "role"})

    def _end_implied(self, name: str) -> None:
        if name in _ENDS_PARAGRAPH and self._opened["p"]:
            self._end_nearest(frozenset({"p"}), _SCOPES)
        if name in _ENDED_BY:
            self._end_nearest(*_ENDED_BY[name])
        if name in HEADINGS and self._open[-1].tag in HEADINGS:
            self._cut(len(self._open) - 1)
        # A table right inside the rows of another one ends it; inside a cell it is nested.
        if name == "table" and self._open[-1].tag in _ROW_GROUPS | {"table", "tr"}:
            self._end_nearest(frozenset({"table"}), frozenset({"html"}))

    def _end_nearest(self, ended: frozenset[str], stop: frozenset[str]) -> None:
        for index in range(len(self._open) - 1, 0, -1):
            if self._open[index].tag in ended:
                self._cut(index)
                return
            if self._open[index].tag in stop:
                return

    def _enter_table_part(self, name: str) -> None:
        """End and open what must stand between the table and its part."""
        if name in _CELLS:
            wanted = {"tr"}
        elif name == "tr":
            wanted = set(_ROW_GROUPS)
        else:
            wanted = {"colgroup"} if name == "col" else set()
        index = len(self._open) - 1
        while self._open[index].tag not in wanted | {"table", "html"}:
            index -= 1
        if self._open[index].tag == "html":
            return
        self._cut(index + 1)
        if self._open[-1].tag == "table" and name in _CELLS | {"tr"}:
            self._push("tbody", {})
        if name in _CELLS and self._open[-1].tag != "tr":
            self._push("tr", {})

    def _push_or_add(self, tag: Tag) -> None:
        self._push(tag.name, tag.attributes)
        if tag.name in VOID or (tag.empty and self._is_foreign()) or len(self._open) > MAX_DEPTH:
            self._cut(len(self._open) - 1)

    def _is_foreign(self) -> bool:
        return self._is_xml or any(self._opened[name] for name in ("svg", "math"))

    def _push(self, name: str, attributes: dict[str, str]) -> None:
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise InputError(
                f"{self._name} holds more than {MAX_ELEMENTS:,} elements.",
                hint="Split the page into smaller ones.",
            )
        parent = self._open[-1]
        parent.named[name] = parent.named.get(name, 0) + 1
        node = Node(name, attributes, parent, parent.named[name])
        parent.children.append(node)
        self._open.append(node)
        self._opened[name] += 1
        if name == "table":
            for outer in self._open[:-1]:
                outer.holds_table = True

    def _cut(self, index: int) -> None:
        """Close the open elements from `index` on."""
        for node in self._open[index:]:
            self._opened[node.tag] -= 1
        del self._open[index:]
