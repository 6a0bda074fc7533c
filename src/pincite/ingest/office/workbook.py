"""Open a workbook (XLSX): its sheets, and the text that every cell shows.

Read straight from the file's XML, because cells are shown by their number format and the format is in
the XML only. A sheet is streamed, so a used area of a million rows costs what its cells cost.
"""

from __future__ import annotations

import io
import lzma
import posixpath
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import IO
from xml.parsers import expat

from pincite.errors import InputError
from pincite.ingest.office import cell_looks
from pincite.ingest.office.cell_looks import CellLook, Face, StyleReader
from pincite.ingest.office.sheet_cells import Run, Sheet, SheetReader, unescaped

MAX_PART_BYTES = 300_000_000
MAX_FILE_BYTES = 1_000_000_000
MAX_VALUES = 5_000_000
MAX_CHARACTERS = 100_000_000
_CHUNK_BYTES = 1 << 16
_BESIDE = (
    ("xl/comments", "comments"),
    ("xl/threadedComments", "comments"),
    ("xl/charts/", "charts"),
    ("xl/drawings/drawing", "drawings"),
    ("xl/media/", "pictures"),
)
# zipfile raises RuntimeError for a part with a password, and the rest for directories that lie.
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
    struct.error,
)


def sheets(content: bytes, name: str) -> Iterator[Sheet]:
    """The sheets of a workbook in their order."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            _refuse_bomb(package, name)
            yield from _Workbook(package, name).sheets()
    except _BROKEN as error:
        raise _damaged(name, str(error)) from error


def unread(content: bytes) -> str:
    """What a workbook holds beside its cells, in words; empty when there is nothing else."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        names = package.namelist()
    kinds = [kind for folder, kind in _BESIDE if any(name.startswith(folder) for name in names)]
    return ", ".join(dict.fromkeys(kinds))


def _refuse_bomb(package: zipfile.ZipFile, name: str) -> None:
    sizes = [part.file_size for part in package.infolist()]
    if max(sizes, default=0) > MAX_PART_BYTES or sum(sizes) > MAX_FILE_BYTES:
        raise InputError(
            f"{name} would unpack to {sum(sizes) // 1_000_000:,} MB, which is too much for a workbook.",
            hint="If it is genuine, divide it into smaller workbooks or save its sheets as CSV.",
        )


def _damaged(name: str, why: str) -> InputError:
    return InputError(
        f"{name} is a damaged workbook: {why}.",
        hint="Open it in a spreadsheet program and save it again.",
    )


class _Workbook:
    def __init__(self, package: zipfile.ZipFile, name: str) -> None:
        self._package, self._name = package, name
        self._values, self._characters = 0, 0
        self._main = self._target_of("_rels/.rels", "officeDocument") or "xl/workbook.xml"
        self._since_1904 = False

    def sheets(self) -> Iterator[Sheet]:
        folder, file = posixpath.split(self._main)
        relations = f"{folder}/_rels/{file}.rels".lstrip("/")
        listed: list[tuple[str, str, str]] = []

        def start(tag: str, attributes: dict[str, str]) -> None:
            if tag == "sheet":
                # The name of this attribute has a prefix, which every file may choose.
                identity = next((value for key, value in attributes.items() if key.endswith(":id")), "")
                listed.append((attributes.get("name", ""), identity, attributes.get("state", "visible")))
            elif tag == "workbookPr":
                self._since_1904 = attributes.get("date1904") in ("1", "true")

        self._parse(self._main, start)
        targets = {identity: (kind, target) for identity, kind, target in self._relations(relations)}
        texts = self._shared_texts(relations)
        looks = self._looks(relations)
        for title, identity, state in listed:
            kind, target = targets.get(identity, ("", ""))
            if kind == "worksheet":
                sheet = Sheet(title, hidden=state != "visible")
                reader = SheetReader(sheet, texts, looks, self._since_1904, self._count)
                self._parse(target, reader.start, reader.end, reader.text)
                for area in self._tables(target):
                    reader.paint(area)
                reader.finish()
                yield sheet

    def _count(self, characters: int) -> None:
        """Stop a workbook that shows too much: one long text can stand in millions of cells."""
        self._values += 1
        self._characters += characters
        if self._values > MAX_VALUES or self._characters > MAX_CHARACTERS:
            raise InputError(
                f"{self._name} holds more than {MAX_VALUES:,} cells or {MAX_CHARACTERS:,} characters.",
                hint="Divide it into smaller workbooks or save its sheets as CSV.",
            )

    def _relations(self, part: str) -> list[tuple[str, str, str]]:
        """Id, kind and part name of what a part refers to."""
        found: list[tuple[str, str, str]] = []
        folder = posixpath.dirname(posixpath.dirname(part))

        def start(tag: str, attributes: dict[str, str]) -> None:
            if tag == "Relationship" and attributes.get("TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/" + folder, attributes.get("Target", "")))
                kind = attributes.get("Type", "").rpartition("/")[2]
                found.append((attributes.get("Id", ""), kind, target.lstrip("/")))

        if part in self._package.namelist():
            self._parse(part, start)
        return found

    def _target_of(self, relations: str, kind: str) -> str:
        return next((target for _, found, target in self._relations(relations) if found == kind), "")

    def _tables(self, sheet: str) -> list[str]:
        """The areas of tables of a sheet whose style may give cells another colour."""
        folder, file = posixpath.split(sheet)
        found: list[str] = []
        area = [""]

        def start(tag: str, attributes: dict[str, str]) -> None:
            if tag == "table":
                area[0] = attributes.get("ref", "")
            elif tag == "tableStyleInfo" and (
                shaded := cell_looks.shaded(attributes.get("name", ""), area[0])
            ):
                found.append(shaded)

        for _, kind, target in self._relations(f"{folder}/_rels/{file}.rels".lstrip("/")):
            if kind == "table" and target in self._package.namelist():
                self._parse(target, start)
        return found

    def _shared_texts(self, relations: str) -> list[str | tuple[Run, ...]]:
        """The texts that cells refer to, in stretches where they have several looks."""
        part = self._target_of(relations, "sharedStrings")
        texts: list[str | tuple[Run, ...]] = []
        state = {"phonetic": 0, "open": 0}
        pieces: list[str] = []
        runs: list[Run] = []
        faces: list[Face] = []

        def start(tag: str, attributes: dict[str, str]) -> None:
            state["phonetic"] += tag == "rPh"
            state["open"] = int(tag == "t")
            if tag == "rPr":
                faces.append(Face())
            elif faces:
                faces[-1] = faces[-1].under(tag, attributes)

        def end(tag: str) -> None:
            state["phonetic"] -= tag == "rPh"
            state["open"] = 0
            if tag == "r":
                runs.append(Run(unescaped("".join(pieces)), faces[-1] if faces else None))
                pieces.clear()
                faces.clear()
            elif tag == "si":
                if any(run.face is not None and run.face != Face() for run in runs):
                    texts.append(tuple(runs))
                else:
                    texts.append("".join(run.text for run in runs) + unescaped("".join(pieces)))
                pieces.clear()
                runs.clear()

        def text(characters: str) -> None:
            if state["open"] and not state["phonetic"]:
                pieces.append(characters)

        if part:
            self._parse(part, start, end, text)
        return texts

    def _looks(self, relations: str) -> list[CellLook]:
        """How cells of every style look."""
        part = self._target_of(relations, "styles")
        reader = StyleReader()
        if part:
            self._parse(part, reader.start)
        return reader.looks()

    def _parse(
        self,
        part: str,
        start: Callable[[str, dict[str, str]], None],
        end: Callable[[str], None] | None = None,
        text: Callable[[str], None] | None = None,
    ) -> None:
        try:
            with self._package.open(part) as stream:
                _parse(stream, start, end, text)
        except KeyError as error:
            raise _damaged(self._name, f"its part {part} is missing") from error
        except expat.ExpatError as error:
            raise _damaged(self._name, f"its part {part} is cut off or no XML") from error


def _parse(
    stream: IO[bytes],
    start: Callable[[str, dict[str, str]], None],
    end: Callable[[str], None] | None,
    text: Callable[[str], None] | None,
) -> None:
    """Read XML by its local names. A document type, which could define entities, is refused."""
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def refuse(*_: object) -> None:
        raise expat.ExpatError("a document type is not allowed")

    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = lambda tag, attributes: start(tag.rpartition(":")[2], attributes)
    if end is not None:
        closing = end
        parser.EndElementHandler = lambda tag: closing(tag.rpartition(":")[2])
    if text is not None:
        parser.CharacterDataHandler = text
    while chunk := stream.read(_CHUNK_BYTES):
        parser.Parse(chunk, False)
    parser.Parse(b"", True)
