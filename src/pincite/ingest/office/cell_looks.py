"""Tell from the styles of a workbook (XLSX) whether what a cell holds is seen, and in which number format."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pincite.ingest.colours import BLACK, WHITE, Colour, alike, from_hex, tinted
from pincite.ingest.office.number_formats import BUILT_IN, GENERAL
from pincite.records.document import UnseenKind

_THEME = {"0": WHITE, "1": BLACK}
_INDEXED: dict[str, Colour] = {
    "0": BLACK, "1": WHITE, "2": (255, 0, 0), "3": (0, 255, 0), "4": (0, 0, 255), "5": (255, 255, 0),
    "8": BLACK, "9": WHITE, "10": (255, 0, 0), "11": (0, 255, 0), "12": (0, 0, 255), "13": (255, 255, 0),
    "64": BLACK, "65": WHITE,
}  # fmt: skip
_LEAST_SIZE = 1.0
_PAINT = re.compile(r"\[(black|blue|cyan|green|magenta|red|white|yellow|colou?r ?\d{1,2})\]", re.IGNORECASE)
_TABLE_STYLE = re.compile(r"TableStyle(Light|Medium|Dark)(\d{1,2})")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_OFF = frozenset({"0", "false"})


@dataclass(frozen=True, slots=True)
class Face:
    """How characters in a cell look, as far as it decides whether they are seen."""

    ink: Colour | None = BLACK
    """None where it is not known."""
    struck: bool = False
    tiny: bool = False

    def under(self, tag: str, attributes: Mapping[str, str]) -> Face:
        """The same with one more property of a font."""
        if tag == "strike":
            return replace(self, struck=attributes.get("val", "1") not in _OFF)
        if tag == "color":
            return replace(self, ink=colour(attributes))
        if tag == "sz":
            return replace(self, tiny=_number(attributes.get("val", ""), 11.0) <= _LEAST_SIZE)
        return self

    def unseen(self, ground: Colour | None) -> UnseenKind | None:
        if self.tiny or alike(self.ink, ground):
            return "hidden"
        return "struck" if self.struck else None


@dataclass(frozen=True, slots=True)
class CellLook:
    """What one cell style says."""

    code: str = GENERAL
    face: Face = Face()
    ground: Colour | None = WHITE
    """The colour of the cell; None where it is not known."""
    hides_text: bool = False
    unseen_text: UnseenKind | None = None
    """What a text in the cell is for a reader; None where it is simply seen."""
    unseen_number: UnseenKind | None = None


@dataclass(slots=True)
class StyleReader:
    """The cell styles of a workbook as its part for styles comes by."""

    _codes: dict[str, str] = field(default_factory=dict)
    _fonts: list[Face] = field(default_factory=list)
    _fills: list[Colour | None] = field(default_factory=list)
    _styles: list[tuple[str, int, int]] = field(default_factory=list)
    _inside: str = ""
    _is_solid: bool = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in ("numFmts", "fonts", "fills", "cellXfs", "cellStyleXfs", "dxfs", "borders"):
            self._inside = tag
        elif self._inside == "numFmts" and tag == "numFmt":
            self._codes[attributes.get("numFmtId", "")] = attributes.get("formatCode", GENERAL)
        elif self._inside == "fonts":
            if tag == "font":
                self._fonts.append(Face())
            elif self._fonts:
                self._fonts[-1] = self._fonts[-1].under(tag, attributes)
        elif self._inside == "fills":
            self._fill(tag, attributes)
        elif self._inside == "cellXfs" and tag == "xf":
            font, fill = attributes.get("fontId", "0"), attributes.get("fillId", "0")
            number = attributes.get("numFmtId", "0")
            self._styles.append((number, int(_number(font, 0)), int(_number(fill, 0))))

    def _fill(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "fill":
            self._fills.append(WHITE)
        elif tag == "gradientFill" and self._fills:
            self._fills[-1] = None
        elif tag == "patternFill" and self._fills:
            pattern = attributes.get("patternType", "none")
            self._is_solid = pattern == "solid"
            self._fills[-1] = WHITE if pattern == "none" else None
        elif tag == "fgColor" and self._fills and self._is_solid:
            self._fills[-1] = colour(attributes)

    def looks(self) -> list[CellLook]:
        """Every cell style in order."""
        return [self._look(*style) for style in self._styles]

    def _look(self, number: str, font: int, fill: int) -> CellLook:
        code = self._codes.get(number) or BUILT_IN.get(int(_number(number, 0)), GENERAL)
        face = self._fonts[font] if font < len(self._fonts) else Face()
        ground = self._fills[fill] if fill < len(self._fills) else WHITE
        kind = face.unseen(ground)
        # Positive, negative, zero, text: what has an empty section is not shown.
        sections = [section.strip() for section in code.split(";")]
        hides_numbers = len(sections) > 2 and not any(sections[:3])
        hides_text = len(sections) > 3 and not sections[3]
        return CellLook(
            code,
            face,
            ground,
            hides_text,
            unseen_text="hidden" if hides_text else kind,
            unseen_number="hidden" if hides_numbers else _painted(face, sections).unseen(ground),
        )


def _painted(face: Face, sections: Sequence[str]) -> Face:
    """How numbers look of which the format states the colour; it may do so only for some of them."""
    stated = [_PAINT.search(section) for section in sections if section]
    if not any(stated):
        return face
    white = all(found is not None and found[1].lower() == "white" for found in stated)
    return replace(face, ink=WHITE if white else None)


def colour(attributes: Mapping[str, str]) -> Colour | None:
    """A colour as workbooks state it; None where it is not known."""
    if attributes.get("auto") not in (None, *_OFF):
        return BLACK
    found = from_hex(attributes.get("rgb"))
    found = found or _THEME.get(attributes.get("theme", "")) or _INDEXED.get(attributes.get("indexed", ""))
    return None if found is None else tinted(found, min(max(_number(attributes.get("tint", ""), 0.0), -1), 1))


def shaded(style: str, area: str) -> str:
    """The part of a table's area that its style may give another colour; empty where it gives none."""
    found = _TABLE_STYLE.fullmatch(style)
    kind, number = (found[1], int(found[2])) if found is not None else ("", 0)
    if not style or (kind == "Light" and not 8 <= number <= 14):
        return ""
    if kind == "Light" or (kind == "Medium" and not 8 <= number <= 21):
        first, _, last = area.partition(":")
        return f"{first}:{last.rstrip('0123456789')}{first.lstrip(_LETTERS)}"
    return area


def _number(written: str, otherwise: float) -> float:
    try:
        found = float(written)
    except ValueError:
        return otherwise
    return found if 0 <= abs(found) < 1e9 else otherwise
