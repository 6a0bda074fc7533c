"""Write a table over documents to the files that the command line names, each whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.cli.screen import printable_name
from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.answer.document_tables import Table


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which files are wanted; None leaves one out."""

    csv: Path | None
    xlsx: Path | None
    html: Path | None
    ics: Path | None = None

    @property
    def files(self) -> dict[str, Path]:
        """By the option that names them."""
        named = {"--csv": self.csv, "--xlsx": self.xlsx, "--html": self.html, "--ics": self.ics}
        return {option: path for option, path in named.items() if path is not None}

    def check(self, documents: Sequence[str]) -> None:
        """An InputError before any work where a file could not be written, or would destroy a document."""
        check_places(list(self.files.items()), documents)

    def write(self, table: Table) -> None:
        """All files that are wanted."""
        from pincite.extract.as_calendar import to_ics
        from pincite.extract.as_csv import to_csv
        from pincite.extract.as_page import to_html
        from pincite.extract.as_workbook import to_xlsx

        writers: dict[str, Callable[[Table], bytes]] = {
            "--csv": lambda made: to_csv(made).encode("utf-8", "replace"),
            "--xlsx": to_xlsx,
            "--html": lambda made: to_html(made).encode("utf-8", "replace"),
            "--ics": lambda made: to_ics(made, datetime.now(UTC)),
        }
        for option, path in self.files.items():
            write_whole(path, writers[option](table), option)


def check_places(files: Sequence[tuple[str, Path]], documents: Sequence[str]) -> None:
    """An InputError where a file, with the option that names it, could not be written as it should be."""
    asked = {Path(each).absolute() for each in documents}
    for option, path in files:
        shown = printable_name(str(path))
        if not path.absolute().parent.is_dir():
            raise InputError(
                f"There is no folder {printable_name(str(path.parent))} for {shown}.",
                hint=f"Make it first, or choose another place: {option} FILE",
            )
        if path.is_dir() or path.absolute() in asked:
            what = "a folder" if path.is_dir() else "one of the documents"
            raise InputError(f"{shown} is {what}.", hint=f"Choose another name: {option} FILE")
    if len({path.absolute() for _, path in files}) < len(files):
        named = " and ".join(dict.fromkeys(option for option, _ in files))
        raise InputError(f"{named} name the same file.", hint="Give each a name of its own.")


def write_whole(
    path: Path, content: bytes, option: str, kept: str = "The cells are kept: another run is quick."
) -> None:
    """The file with this content, or as it was before; an InputError where it cannot be written.

    `kept` says what is not lost then.
    """
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        new.write_bytes(content)
        new.replace(path)
    except OSError as error:
        new.unlink(missing_ok=True)
        reason = error.strerror or type(error).__name__
        raise InputError(
            f"{printable_name(str(path))} cannot be written: {reason}.",
            hint=f"Choose another place: {option} FILE. {kept}".rstrip(),
        ) from error
