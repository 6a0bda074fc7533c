"""Write a table over documents as an Excel workbook (XLSX): sheets of rows, of citations and of the review.

Every cell is written as text, so no word of a document can become a formula.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from pincite.answer.document_tables import Table
from pincite.extract.as_csv import header_of, rows_of
from pincite.extract.cell_words import chance_of, citations_of, reason_of, state_of, value_of
from pincite.extract.deciding import in_words
from pincite.markup import Markup, element, joined

_LONGEST = 32_767  # characters that Excel takes in a cell
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_WIDE, _NARROW = 48, 14
_SHORT = frozenset(
    (
        "state",
        "chance",
        "place",
        "kind",
        "number",
        "type",
        "page",
        "printed page",
        "grade",
        "bar",
        "version",
        "outcome",
    )
)
_PANE: dict[str, str | int | float] = {
    **{"xSplit": 1, "ySplit": 1},
    **{"topLeftCell": "B2", "activePane": "bottomRight", "state": "frozen"},
}
_CITED = ("document", "field", "state", "value", "chance", "page", "place", "quote", "reason")
_DECLARED = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_WHEN = (1980, 1, 1, 0, 0, 0)  # the same table gives the same bytes


@dataclass(frozen=True, slots=True)
class SheetLook:
    """How a sheet looks: coloured rows, links, and a filter over its head."""

    colours: Sequence[str] = ()
    """Of each row after the head RRGGBB, or nothing."""
    links: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """By row and column, counted from 1, what a cell leads to."""


def to_xlsx(table: Table) -> bytes:
    """The whole file."""
    sheets = {"Table": [header_of(table), *rows_of(table)], "Citations": [list(_CITED), *_citations(table)]}
    if table.review:
        sheets["Review"] = [["review"], *([said] for said in in_words(table.review))]
    return workbook_of(sheets)


def workbook_of(
    sheets: Mapping[str, Sequence[Sequence[str]]], looks: Mapping[str, SheetLook] = MappingProxyType({})
) -> bytes:
    """Sheets of text as a file; the first row of each is its head."""
    numbered = dict(enumerate(sheets, start=1))
    colours = list(dict.fromkeys(each for look in looks.values() for each in look.colours if each))
    links = {f"rId{at}": (f"{_OFFICE}/worksheet", f"worksheets/sheet{at}.xml") for at in numbered} | {
        f"rId{len(sheets) + 1}": (f"{_OFFICE}/styles", "styles.xml")
    }
    files = {
        "[Content_Types].xml": _content_types(len(sheets)),
        "_rels/.rels": _relations({"rId1": (f"{_OFFICE}/officeDocument", "xl/workbook.xml")}),
        "xl/workbook.xml": _workbook(numbered),
        "xl/_rels/workbook.xml.rels": _relations(links),
        "xl/styles.xml": _styles(colours),
    }
    for at, name in numbered.items():
        look = looks.get(name)
        files[f"xl/worksheets/sheet{at}.xml"] = _sheet(sheets[name], look, colours)
        if look and look.links:
            targets = dict(enumerate(look.links.values(), start=1))
            kinds = {f"rId{n}": (f"{_OFFICE}/hyperlink", target) for n, target in targets.items()}
            files[f"xl/worksheets/_rels/sheet{at}.xml.rels"] = _relations(kinds, outside=True)
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in files.items():
            package.writestr(
                zipfile.ZipInfo(name, _WHEN), _DECLARED + content, compress_type=zipfile.ZIP_DEFLATED
            )
    return written.getvalue()


def _citations(table: Table) -> Iterable[list[str]]:
    """A row for each place; one without a place for a cell that has none."""
    for row, asked, cell in table.cells():
        known = [row.document, asked.name, state_of(cell), value_of(cell)]
        places, reason = citations_of(cell), reason_of(cell)
        for each in places:
            chance = "" if each.chance is None else f"{each.chance:.2f}"
            page = "" if each.page is None else str(each.page)
            yield [*known, chance, page, each.lines, each.quote, reason]
        if not places:
            yield [*known, chance_of(cell), "", "", "", reason]


def _sheet(rows: Sequence[Sequence[str]], look: SheetLook | None, colours: Sequence[str]) -> str:
    view = element("sheetView", {"workbookViewId": 0}, element("pane", _PANE))
    columns = [
        element("col", {"min": at, "max": at, "width": _width(name), "customWidth": 1})
        for at, name in enumerate(rows[0], start=1)
    ]
    painted = {
        at: 3 + colours.index(each) for at, each in enumerate(look.colours if look else (), start=2) if each
    }
    numbered = enumerate(rows, start=1)
    data = (_row(at, row, 1 if at == 1 else painted.get(at, 2)) for at, row in numbered)
    return element(
        "worksheet", {"xmlns": _MAIN, "xmlns:r": _OFFICE},
        element("sheetViews", {}, view),
        element("cols", {}, *columns),
        element("sheetData", {}, *data),
        *_filter_and_links(rows, look),
    )  # fmt: skip


def _filter_and_links(rows: Sequence[Sequence[str]], look: SheetLook | None) -> list[Markup]:
    if look is None:
        return []
    whole = f"A1:{_letters(len(rows[0]) - 1)}{len(rows)}"
    links = [
        element("hyperlink", {"ref": f"{_letters(column - 1)}{row}", "r:id": f"rId{number}"})
        for number, (row, column) in enumerate(look.links, start=1)
    ]
    return [element("autoFilter", {"ref": whole}), *([element("hyperlinks", {}, *links)] if links else [])]


def _width(name: str) -> int:
    return _NARROW if name.endswith(("(state)", "(chance)")) or name in _SHORT else _WIDE


def _row(at: int, cells: Sequence[str], style: int) -> Markup:
    return element("row", {"r": at}, *(_cell(f"{_letters(n)}{at}", style, c) for n, c in enumerate(cells)))


def _cell(place: str, style: int, words: str) -> Markup:
    text = element("t", {"xml:space": "preserve"}, words[:_LONGEST])
    return element("c", {"r": place, "s": style, "t": "inlineStr"}, element("is", {}, text))


def _letters(column: int) -> str:
    """A, B, … Z, AA, AB: what a spreadsheet calls a column that is counted from 0."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _content_types(sheets: int) -> str:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {"/xl/workbook.xml": f"{kind}.sheet.main+xml", "/xl/styles.xml": f"{kind}.styles+xml"}
    parts |= {f"/xl/worksheets/sheet{number}.xml": f"{kind}.worksheet+xml" for number in range(1, sheets + 1)}
    relations = "application/vnd.openxmlformats-package.relationships+xml"
    return element(
        "Types", {"xmlns": f"{_PACKAGE}/content-types"},
        element("Default", {"Extension": "rels", "ContentType": relations}),
        element("Default", {"Extension": "xml", "ContentType": "application/xml"}),
        *(element("Override", {"PartName": name, "ContentType": each}) for name, each in parts.items()),
    )  # fmt: skip


def _relations(targets: dict[str, tuple[str, str]], *, outside: bool = False) -> str:
    mode = {"TargetMode": "External"} if outside else {}
    links = (
        element("Relationship", {"Id": id, "Type": kind, "Target": target, **mode})
        for id, (kind, target) in targets.items()
    )
    return element("Relationships", {"xmlns": f"{_PACKAGE}/relationships"}, joined(links))


def _workbook(numbered: Mapping[int, str]) -> str:
    sheets = (
        element("sheet", {"name": name, "sheetId": number, "r:id": f"rId{number}"})
        for number, name in numbered.items()
    )
    return element("workbook", {"xmlns": _MAIN, "xmlns:r": _OFFICE}, element("sheets", {}, joined(sheets)))


def _styles(colours: Sequence[str]) -> str:
    """Plain; the bold head; text that is wrapped and begins at the top; and the same on each colour."""
    plain: dict[str, str | int | float] = {"numFmtId": 0, "fontId": 0, "fillId": 0, "borderId": 0}
    wrapped = element("alignment", {"vertical": "top", "wrapText": 1})
    fonts = (element("font", {}), element("font", {}, element("b", {})))
    kinds = ("none", "gray125")  # Excel expects both
    fills = [element("fill", {}, element("patternFill", {"patternType": kind})) for kind in kinds]
    for colour in colours:
        inside = element("fgColor", {"rgb": f"FF{colour}"})
        fills.append(element("fill", {}, element("patternFill", {"patternType": "solid"}, inside)))
    formats = (
        element("xf", plain),
        element("xf", plain | {"fontId": 1, "applyFont": 1, "applyAlignment": 1}, wrapped),
        element("xf", plain | {"applyAlignment": 1}, wrapped),
        *(
            element("xf", plain | {"fillId": at, "applyFill": 1, "applyAlignment": 1}, wrapped)
            for at in range(len(kinds), len(fills))
        ),
    )
    return element(
        "styleSheet", {"xmlns": _MAIN},
        element("fonts", {"count": 2}, *fonts),
        element("fills", {"count": len(fills)}, *fills),
        element("borders", {"count": 1}, element("border", {})),
        element("cellStyleXfs", {"count": 1}, element("xf", plain)),
        element("cellXfs", {"count": len(formats)}, *formats),
    )  # fmt: skip
