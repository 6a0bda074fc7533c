"""Find the files of a public set and read their rows, with an error that names file and line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from pincite.errors import InputError
from pincite.quality.questions import read_text, what_is_wrong


class RawRow(BaseModel):
    """A row as a set writes it, as far as we read it."""

    model_config = ConfigDict(frozen=True, extra="ignore")


_Row = TypeVar("_Row", bound=RawRow)
_Document = TypeVar("_Document")


def folder_of(data: Path, name: str, stems: Sequence[str]) -> Path:
    """The folder of one set, whether `data` is that folder or the one that holds it."""
    if not data.is_dir():
        raise InputError(
            f"There is no folder {data}.", hint=f"Name the folder that contains {name}/ with --data."
        )
    if (data / name).is_dir():
        return data / name
    if all(any(data.glob(f"{stem}.*.jsonl")) for stem in stems):
        return data
    raise InputError(
        f"{data} contains neither a folder {name}/ nor the files of that set.",
        hint=f"Name the folder that contains {name}/ with --data.",
    )


def split_file(folder: Path, stem: str, split: str) -> Path:
    """The file that holds one split of what is called `stem`."""
    path = folder / f"{stem}.{split}.jsonl"
    if path.is_file():
        return path
    before, after = f"{stem}.", ".jsonl"
    there = sorted(p.name[len(before) : -len(after)] for p in folder.glob(f"{before}*{after}"))
    hint = f"Splits that are there: {', '.join(there)}." if there else f"Check that {folder} is the set."
    raise InputError(f"{folder} has no split {split!r}: there is no {path.name}.", hint=hint)


def read_rows(path: Path, form: type[_Row]) -> list[_Row]:
    """Every row of a file of JSON lines."""
    rows = []
    # Only a line feed ends a row: a text may hold other line ends that str.splitlines would cut at.
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            rows.append(form.model_validate_json(line))
        except ValidationError as error:
            raise InputError(
                f"{path.name}, line {number}: {what_is_wrong(error)}",
                hint="Check that the file is the set it is named after, and whole.",
            ) from error
    if not rows:
        raise InputError(f"{path} is empty.", hint="Unpack the set again.")
    return rows


def document_of(documents: Mapping[str, _Document], key: str) -> _Document:
    """The document that a row is about."""
    try:
        return documents[key]
    except KeyError:
        raise InputError(
            f"The labels speak of {key}, which the list of documents does not have.",
            hint="Unpack the set again: the two files belong to one split.",
        ) from None
