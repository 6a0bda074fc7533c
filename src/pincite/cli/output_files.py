"""Write what a verb made to the file that the command line names, and to no file that must stay."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pincite.cli.screen import printable_name
from pincite.cli.table_files import check_places, write_whole
from pincite.errors import InputError

OPTION = "--output"
Form = TypeVar("Form", bound=str)
_NOT_IN_NAMES = re.compile(r"[\x00-\x1f/\\:*?\"<>|]+")
_PDF = b"%PDF-"
_ENDINGS = {".htm": ".html"}


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
