"""Write what was extracted, or a job found, to files whose form their names tell: .jsonl, .csv, .xlsx …"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.cli.screen import printable_name
from pincite.cli.table_files import check_places, write_whole
from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.answer.document_tables import Table

ENDINGS = (".jsonl", ".csv", ".xlsx", ".html", ".parquet")
_OPTION = "--output"


@dataclass(frozen=True, slots=True)
class Outputs:
    """The files that are wanted."""

    paths: Sequence[Path]

    def check(self, documents: Sequence[str]) -> None:
        """An error before any work where a file could not be written, or would destroy a document."""
        for path in self.paths:
            if path.suffix.lower() not in ENDINGS:
                raise InputError(
                    f"The name of {printable_name(str(path))} does not tell its form.",
                    hint=f"Let it end with {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}.",
                )
            if path.suffix.lower() == ".parquet":
                from pincite.extract.as_csv import pyarrow

                pyarrow()
        check_places([(_OPTION, path) for path in self.paths], documents)

    def write(self, table: Table) -> None:
        """All files, each whole or not at all."""
        from pincite.extract.as_csv import to_csv, to_jsonl, to_parquet
        from pincite.extract.as_page import to_html
        from pincite.extract.as_workbook import to_xlsx

        writers: dict[str, Callable[[Table], bytes]] = {
            ".jsonl": lambda made: to_jsonl(made).encode("utf-8", "replace"),
            ".csv": lambda made: to_csv(made).encode("utf-8", "replace"),
            ".xlsx": to_xlsx,
            ".html": lambda made: to_html(made).encode("utf-8", "replace"),
            ".parquet": to_parquet,
        }
        for path in self.paths:
            write_whole(path, writers[path.suffix.lower()](table), _OPTION)
