"""Read the workbooks that are not XLSX (XLS, XLSB, ODS) through calamine, which knows no number formats.

An open spreadsheet (ODS) says of each number whether it is a percentage or an amount; that is read, too.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from xml.parsers.expat import ExpatError
from zipfile import BadZipFile

from pincite.errors import InputError, MissingExtra
from pincite.ingest.office import open_sheets
from pincite.ingest.office.number_formats import plain
from pincite.ingest.office.sheet_cells import Area, Sheet

OF_OPEN = "Numbers are shown with all their digits: Pincite does not read how their format rounds them."
UNTOLD = "Pincite cannot recognise hidden rows, columns and cells in this format: they are part of the text."
_MAX_VALUES = 5_000_000


def sheets(content: bytes, name: str) -> Iterator[Sheet]:
    """The sheets of a workbook in their order."""
    try:
        import python_calamine
    except ImportError as error:
        raise MissingExtra("python-calamine", extra="office", needed_for="Reading this workbook") from error
    try:
        with python_calamine.load_workbook(io.BytesIO(content)) as book:
            found = list(_sheets(book, name))
        if is_open(content):
            open_sheets.complete(content, found)
        yield from found
    except python_calamine.PasswordError as error:
        raise InputError(
            f"{name} is encrypted.", hint="Remove the password in a spreadsheet program and save it again."
        ) from error
    except (python_calamine.CalamineError, OSError, ValueError, BadZipFile, ExpatError) as error:
        raise InputError(
            f"{name} is not a readable workbook: {error}.",
            hint="Open it in a spreadsheet program and save it as .xlsx.",
        ) from error


def is_open(content: bytes) -> bool:
    """Whether a workbook is an open spreadsheet (ODS)."""
    return content.startswith(b"PK") and b"content.xml" in content


def _sheets(book: object, name: str) -> Iterator[Sheet]:
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    assert isinstance(book, CalamineWorkbook)
    values = 0
    for known in book.sheets_metadata:
        if known.typ is not SheetTypeEnum.WorkSheet:
            continue
        source = book.get_sheet_by_name(known.name)
        sheet = Sheet(known.name, hidden=known.visible is not SheetVisibleEnum.Visible)
        sheet.merged = [Area(first, last) for first, last in source.merged_cell_ranges or ()]
        top, left = source.start or (0, 0)
        values += source.height * source.width
        if values > _MAX_VALUES:
            raise InputError(
                f"{name} has more than {_MAX_VALUES:,} cells.", hint="Divide it into smaller ones."
            )
        for row, cells in enumerate(source.to_python(), start=top):
            for column, value in enumerate(cells, start=left):
                sheet.put(row, column, _written(value))
        yield sheet


def _written(value: float | str | bool | date | time | timedelta) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return plain(value)
    if isinstance(value, datetime):
        return value.isoformat(" ") if value.time() != time() else value.date().isoformat()
    return value if isinstance(value, str) else str(value)
