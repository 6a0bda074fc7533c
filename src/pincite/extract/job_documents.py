"""Which documents a job is about: files and folders, which are added first, and those of the library."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pincite.ask.arguments import meant
from pincite.errors import InputError
from pincite.jobs.files import Found, bytes_of, check_name, find
from pincite.records.job import NewItem
from pincite.records.library import Identity


@dataclass(frozen=True, slots=True)
class JobDocuments:
    """The documents of a job that is about to be submitted."""

    items: tuple[NewItem, ...]
    stamps: tuple[str, ...]
    """For each what changes with its content, as far as can be told without reading it."""
    skipped: tuple[str, ...]
    """Why files of a folder are left out."""


def job_documents(
    given: Sequence[str | Path | Identity], matching: Callable[[object], list[Identity]], *, follow: bool
) -> JobDocuments:
    """An item for each file and for each name, or an InputError where there is none.

    An identity stands for a document of the library, also where a file of that name lies nearby.
    """
    paths = [each for each in given if not isinstance(each, Identity)]
    files = [each for each in paths if Path(each).exists() or not str(each)]
    found = find(files, follow=follow)
    for each in found:
        if each.path.is_dir() and not each.skipped:
            bytes_of(each.path)  # an InputError that says that it has no files
    taken: dict[str, Path] = {}
    items = [(_item(each, taken), _stamp(each.path)) for each in found if not each.skipped]
    for identity in dict.fromkeys(_named(given, matching)):
        items.append((NewItem("", identity.name, _refused_twice(identity.name, taken)), identity.version))
    if not items:
        raise InputError("There is no document to ask.", hint="Name files, folders or documents.")
    skipped = tuple(each.skipped for each in found if each.skipped and each.missed)
    return JobDocuments(tuple(item for item, _ in items), tuple(stamp for _, stamp in items), skipped)


def _named(
    given: Sequence[str | Path | Identity], matching: Callable[[object], list[Identity]]
) -> Iterator[Identity]:
    for each in given:
        if isinstance(each, Identity):
            yield each
        elif str(each) and not Path(each).exists():
            yield from meant(matching, str(each))


def _item(found: Found, taken: dict[str, Path]) -> NewItem:
    path = str(found.path.absolute())
    try:
        check_name(found, taken)
    except InputError as error:
        return NewItem(path, found.name, str(error))
    return NewItem(path, found.name)


def _refused_twice(name: str, taken: dict[str, Path]) -> str:
    if name not in taken:
        return ""
    return f"{taken[name]} takes the place of this document, and is asked in this job."


def _stamp(path: Path) -> str:
    try:
        status = path.stat()
    except OSError:  # reading it says why
        return ""
    return f"{status.st_size} {status.st_mtime_ns}"
