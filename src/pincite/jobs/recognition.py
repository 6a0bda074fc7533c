"""Equip a parser with those who recognise text and read pages again, by their names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pincite.errors import InputError
from pincite.protocols import PageReader, Parser, Recogniser
from pincite.records.reading import When
from pincite.registry import available, build

if TYPE_CHECKING:
    from pincite.ingest.pdf.each_page import StartSecond

OFF, AUTO = "off", "auto"


@dataclass(frozen=True, slots=True)
class Reread:
    """Pages that are to be read by the page reader of that name, or their pictures by that describer."""

    pages: tuple[int, ...]
    by: str
    options: Mapping[str, Any] = field(default_factory=dict)


def parser_of(
    name: str,
    options: Mapping[str, object],
    ocr: str = AUTO,
    rereads: tuple[Reread, ...] = (),
    pictures: When = "now",
) -> Parser:
    """The parser of that name. `ocr` names the recogniser, or is `auto` or `off`."""
    parser: Any = build("parser", name, options)
    if any(each.name == "recogniser" for each in fields(parser)):
        parser = replace(parser, recogniser=recogniser(ocr))
    if any(each.name == "pictures_beside_text" for each in fields(parser)):
        parser = replace(parser, pictures_beside_text=pictures)
    if rereads and not hasattr(parser, "reread"):
        raise InputError(
            f"A document read as {name} has no pages to read again.",
            hint="Only PDF files have pages to read again.",
        )
    for again in rereads:
        if again.by in available("describer"):
            parser = parser.described(again.pages, build("describer", again.by, again.options))
        else:
            parser = parser.reread(again.pages, page_reader(again.by, ocr, again.options))
    equipped: Parser = parser
    return equipped


def helped(parser: Parser, second: StartSecond | None) -> Parser:
    """The same parser, with somebody to help it where it reads pages."""
    whole: Any = parser
    if second is None or all(each.name != "second" for each in fields(whole)):
        return parser
    equipped: Parser = replace(whole, second=second)
    return equipped


def recogniser(choice: str) -> Recogniser | None:
    """The one of that name, or for `auto` the best that is installed; None for `off` or when none is."""
    if choice == OFF:
        return None
    if choice != AUTO:
        named: Recogniser = build("recogniser", choice, {})
        return named
    from pincite.ingest.ocr import rapid, tesseract

    if rapid.is_installed():
        return rapid.RapidOcr()
    return tesseract.Tesseract() if tesseract.is_installed() else None


def page_reader(name: str, ocr: str = AUTO, options: Mapping[str, Any] = MappingProxyType({})) -> PageReader:
    """The page reader of that name."""
    reader: Any = build("page_reader", name, options)
    if any(each.name == "recogniser" for each in fields(reader)):
        reader = replace(reader, recogniser=recogniser(ocr))
    equipped: PageReader = reader
    return equipped
