"""Write the results of a job to one file, whose ending says in which form."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.cli.screen import printable_name
from pincite.cli.table_files import check_places, write_whole
from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.answer.document_tables import Table

_OPTION = "--output"
_ENDINGS = (".jsonl", ".csv", ".xlsx", ".html")


def check_output(path: Path) -> None:
    """An InputError before any work where the file could not be written."""
    if path.suffix.lower() not in _ENDINGS:
        raise InputError(
            f"{printable_name(str(path))} does not say in which form the results are to be written.",
            hint=f"End its name with one of {', '.join(_ENDINGS)}.",
        )
    check_places([(_OPTION, path)], ())


def write_output(path: Path, table: Table) -> None:
    """The whole file, or nothing."""
    from pincite.extract.as_csv import to_csv
    from pincite.extract.as_lines import to_jsonl
    from pincite.extract.as_page import to_html
    from pincite.extract.as_workbook import to_xlsx

    writers: dict[str, Callable[[Table], bytes]] = {
        ".jsonl": lambda made: to_jsonl(made).encode("utf-8", "backslashreplace"),
        ".csv": lambda made: to_csv(made).encode("utf-8", "replace"),
        ".xlsx": to_xlsx,
        ".html": lambda made: to_html(made).encode("utf-8", "replace"),
    }
    write_whole(path, writers[path.suffix.lower()](table), _OPTION)
