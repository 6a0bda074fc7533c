"""Write what a verb made to the files that the command line names, each whole or not at all."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pincite.cli.screen import printable_name
from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.answer.document_tables import Table

ENDINGS = (".jsonl", ".csv", ".xlsx", ".html", ".parquet")
_OPTION = "--output"
OPTION = "--output"
Form = TypeVar("Form", bound=str)
_NOT_IN_NAMES = re.compile(r"[\x00-\x1f/\\:*?\"<>|]+")
_PDF = b"%PDF-"
_ENDINGS = {".htm": ".html"}


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


def form_of(path: Path, form: str | None, forms: Sequence[Form]) -> Form:
    """The form that is named, or that the ending of the file says; an InputError where neither does."""
    endings = [each for each in forms if ending_of(each) == each]
    said = _ENDINGS.get(path.suffix.lower(), path.suffix.lower()).removeprefix(".") if form is None else form
    for each in endings if form is None else forms:
        if said == each:
            return each
    if form is not None:
        raise InputError(f"There is no report as {form!r}.", hint=f"Choose one of {', '.join(forms)}.")
    raise InputError(
        f"{printable_name(str(path))} does not say in which form the report is to be written.",
        hint=f"End its name with one of {', '.join(f'.{each}' for each in endings)}, or use --form.",
    )


def ending_of(form: str) -> str:
    """What the name of a file in this form ends with."""
    return "json" if form == "annotations" else form


def marked_name(name: str) -> str:
    """What the copy of a document with highlights is called; it has no folder, whatever the name holds."""
    plain = _NOT_IN_NAMES.sub("_", name)
    return f"{plain[:-4] if plain.lower().endswith('.pdf') else plain}-marked.pdf"


def require_copy(path: Path, source: str) -> None:
    """An InputError where writing would destroy the document itself, or a file that is no PDF."""
    check_places([(OPTION, path)], ())
    try:
        held = path.read_bytes()
    except FileNotFoundError:
        return
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(
            f"{printable_name(str(path))} cannot be read: {reason}.",
            hint=f"Choose another name: {OPTION} FILE",
        ) from error
    is_source = hashlib.sha256(held).hexdigest() == source
    if is_source or not held.startswith(_PDF):
        what = "is the document itself" if is_source else "exists and is no PDF"
        raise InputError(f"{printable_name(str(path))} {what}.", hint=f"Choose another name: {OPTION} FILE")


def write(path: Path, content: bytes) -> None:
    """The whole file, or nothing."""
    write_whole(path, content, OPTION, kept="")


def size_in_words(size: int) -> str:
    """48 kB, 3.1 MB."""
    return f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{max(1, round(size / 1_000))} kB"
