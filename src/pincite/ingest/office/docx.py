"""Read Word files: the text as shown, lists numbered, changes accepted, notes and headers after it.

There are no pages in a Word file: where one ends is decided by whoever prints it. A place is named by
its paragraph (`¶ 12`), its cell (`table 2, row 3, column 1`) or its note (`footnote 4`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pincite.errors import InputError
from pincite.ingest.colours import from_hex
from pincite.ingest.layout import PieceKind, assemble
from pincite.ingest.office.changes import Changes, accept
from pincite.ingest.office.content import Item, Shown
from pincite.ingest.office.fields import Fields, drop_stray_marks
from pincite.ingest.office.lists import read_numbering
from pincite.ingest.office.manuscript import shows_words, written
from pincite.ingest.office.notes import KINDS, Note, Notes, read_note_settings
from pincite.ingest.office.outline import settled
from pincite.ingest.office.package import Package, open_package
from pincite.ingest.office.runs import RunReader
from pincite.ingest.office.story import Story
from pincite.ingest.office.styles import read_styles
from pincite.ingest.office.word_names import RELATION, W, switch
from pincite.ingest.versions import VERSIONS
from pincite.records.document import Document, Parse

if TYPE_CHECKING:
    from lxml.etree import _Element as Element


@dataclass(frozen=True, slots=True)
class DocxParser:
    """Reads .docx and .docm files, transitional and strict."""

    @property
    def parse(self) -> Parse:
        return Parse(parser="docx", version=VERSIONS["docx"])

    def read(self, content: bytes, name: str) -> Document:
        file = _open(open_package(content, name))
        try:
            items = list(file.items())
        except RecursionError as error:
            raise InputError(
                f"{name} nests its contents too deeply to be read.",
                hint="Save it again in Word and pass that.",
            ) from error
        found = written(items, file.caveats())
        if not shows_words(found):
            raise InputError(
                f"{name} contains no text.",
                hint="If it contains pictures of pages, save them as PDF or images and add those.",
            )
        return assemble(found, "docx", self.parse)


@dataclass(slots=True)
class _File:
    """One Word file while it is read."""

    package: Package
    part: str
    body: Element
    settings: Element | None
    story: Story
    changes: Changes = field(default_factory=Changes)

    def items(self) -> Iterator[Item]:
        """Everything that is shown: the body, then notes, headers and footers."""
        yield from settled([*self.story.read(self._accepted(self.body))])
        yield from self._notes()
        yield from self._edges("header")
        yield from self._edges("footer")

    def caveats(self) -> Iterator[str]:
        """What the reader should know that the text does not say."""
        if changed := self.changes.caveat():
            yield changed
        comments = self.package.related(self.part, "comments")
        if comments is not None and (count := len(comments.findall(f"{W}comment"))):
            yield f"{count} comment{'s are' if count > 1 else ' is'} not part of the text."
        if self.story.charts:
            yield f"Charts and diagrams were not read ({self.story.charts})."
        if self.story.runs.notes.by_page:
            yield "Notes that start again on each page are numbered through: a Word file has no pages."
        if self.story.embedded:
            yield f"Files embedded in the document were not read ({_counted(self.story.embedded, 'file')})."

    def _accepted(self, root: Element) -> Element:
        accept(root, self.changes)
        drop_stray_marks(root)
        return root

    def _notes(self) -> Iterator[Item]:
        roots = {kind: self.package.related(self.part, f"{kind}s") for kind in KINDS}
        by_id = {
            (kind, note.get(f"{W}id", "")): note
            for kind, root in roots.items()
            if root is not None
            for note in self._accepted(root).iterfind(f"{W}{kind}")
        }
        # Notes may refer to notes, so the list can grow while it is read; none is shown twice.
        notes = self.story.runs.notes
        for kind in KINDS:
            seen: set[str] = set()
            for note in notes.referred:
                element = by_id.get((note.kind, note.id))
                if note.kind == kind and note.id not in seen and element is not None:
                    seen.add(note.id)
                    yield from self._note(element, note)

    def _note(self, element: Element, note: Note) -> Iterator[Item]:
        lines, unseen = self.story.lines(element, note.mark)
        first = (lines[0] if lines else "").lstrip()
        shows_mark = next(element.iter(f"{W}footnoteRef", f"{W}endnoteRef"), None) is not None
        words = first.removeprefix(note.mark if shows_mark else note.label).strip()
        anchor = f"{note.kind} {note.label}"
        for line in (f"{note.mark} {words}", *lines[1:]):
            yield Shown(line, "footnote", anchor)
        yield from (Shown(aside.text, aside.kind, anchor) for aside in unseen)

    def _edges(self, kind: PieceKind) -> Iterator[Item]:
        """The headers or the footers of all sections, each once."""
        relations = self.package.relations(self.part)
        seen: set[str] = set()
        for section in self.story.sections[:]:
            for reference in section.iterfind(f"{W}{kind}Reference"):
                relation = relations.get(reference.get(f"{RELATION}id", ""))
                if relation is None or not self._is_shown(section, reference.get(f"{W}type", "default")):
                    continue
                if relation.target in seen or not self.package.holds(relation.target):
                    continue
                seen.add(relation.target)
                lines, unseen = self.story.lines(self._accepted(self.package.xml(relation.target)))
                text = "\n".join(lines)
                if text.strip() and text not in seen:
                    seen.add(text)
                    yield Shown(text, kind, kind)
                yield from (Shown(aside.text, aside.kind, kind) for aside in unseen)

    def _is_shown(self, section: Element, kind: str) -> bool:
        """Whether a section has a first page, or even pages, of its own look."""
        if kind == "first":
            return switch(section, "titlePg") is True
        return kind != "even" or switch(self.settings, "evenAndOddHeaders") is True


def _open(package: Package) -> _File:
    part = package.main("a Word document")
    root = package.xml(part)
    body = root.find(f"{W}body")
    if root.tag != f"{W}document" or body is None:
        raise InputError(
            f"{package.name} is not a Word document: {part} holds something else.",
            hint="Open it to see what it is, and give it the right file name.",
        )
    styles = read_styles(package.related(part, "styles"))
    settings = package.related(part, "settings")
    notes = Notes()
    read_note_settings(notes, settings, next(body.iter(f"{W}sectPr"), None))
    numbering = read_numbering(package.related(part, "numbering"), styles)
    story = Story(styles, numbering, RunReader(styles, notes, Fields()))
    page = root.find(f"{W}background")
    if page is not None and switch(settings, "displayBackgroundShape"):
        story.ground = from_hex(page.get(f"{W}color"))
    return _File(package, part, body, settings, story)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count > 1 else ''}"
