"""Open the library that is asked, and add to it the files that are asked about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.cli.screen import notice, printable_name
from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.cli.options import Named, StrictnessOption
    from pincite.errors import PinciteError
    from pincite.service import Library

_NAMED = 5


@dataclass(frozen=True, slots=True)
class Subject:
    """What is asked about, and how: files to add first, documents of the library, or all that it holds."""

    files: Sequence[str]
    documents: Sequence[str]
    temporary: bool
    strictness: StrictnessOption | None
    password: str | None


def one_document(library: Library, name: str) -> str:
    """The whole name of the one document that is meant, or an InputError that says which there are."""
    found = library.matching(name)
    if len(found) > 1:
        some = ", ".join(repr(each.name) for each in found[:_NAMED]) + (", …" if found[_NAMED:] else "")
        raise InputError(f"Several documents match {name!r}: {some}.", hint="Name one of them.")
    return found[0].name


def all_named(library: Library, names: Sequence[str]) -> list[str]:
    """The whole names of all documents that are meant by words that are no files."""
    from pincite.ask.arguments import meant

    return list(dict.fromkeys(each.name for name in names for each in meant(library.matching, name)))


@contextmanager
def opened(place: Named, subject: Subject, usage: str) -> Iterator[Library]:
    """The library, or one that is deleted afterwards; `usage` shows how files are asked so."""
    if not subject.temporary:
        with (
            place.open(subject.strictness) if subject.files else place.open_existing(subject.strictness)
        ) as library:
            yield library
        return
    if not subject.files or subject.documents:
        raise InputError("--temporary is for files, and leaves the library out.", hint=usage)
    from tempfile import TemporaryDirectory

    with (
        TemporaryDirectory(prefix="pincite-") as folder,
        replace(place, library=Path(folder)).open(subject.strictness) as library,
    ):
        library.temporary = True
        yield library


def added(library: Library, subject: Subject) -> tuple[list[str], list[str]]:
    """The names of the documents that are asked, and what of a folder or an e-mail could not be read.

    No names stand for everything. It is an error if a file that was named cannot be asked.
    """
    if not subject.files:
        return [*subject.documents], []
    from pincite.cli.add import Addition, add_with_progress, tell_replaced
    from pincite.records.reading import READ_LATER

    names: list[str] = []
    unread: list[str] = []
    # What is kept gets its vectors later, too; what is not, now or never.
    addition = Addition(subject.files, None, subject.password, subject.temporary)
    for each in add_with_progress(library, addition):
        if each.error and not each.within:
            raise each.error
        if each.error:
            notice(f"Not asked: {each.error}")
        # Of pictures that wait, the answer says itself whether what was asked may be in them.
        caveats = [said for said in each.caveats if not said.endswith(READ_LATER)]
        for caveat in caveats if each.missed else ():
            notice(f"Note on {printable_name(each.path)}: {caveat}")
        tell_replaced(each)
        if each.identity:
            names.append(each.identity.name)
        elif each.missed:
            # What failed within itself is what came attached to it.
            unread.append(f"attachments of {each.path}" if each.within == each.path else each.path)
    if not names:  # to ask none of them would be to ask the whole library
        raise InputError("None of these files can be read.", hint="Run pincite add on them to see why.")
    return [*names, *subject.documents], unread


def added_or_unread(library: Library, subject: Subject) -> tuple[list[str], dict[str, PinciteError]]:
    """The names of the documents that came of the files, and why others could not be read."""
    from pincite.cli.add import Addition, add_with_progress, tell_replaced

    if not subject.files:
        return [], {}
    names: list[str] = []
    unread: dict[str, PinciteError] = {}
    addition = Addition(subject.files, None, subject.password, subject.temporary)
    for each in add_with_progress(library, addition):
        tell_replaced(each)
        # What could not be stored has an identity all the same.
        if each.error:
            unread[_row_name(each.path, unread)] = _without_folders(each.error, each.path)
        elif each.identity:
            names.append(each.identity.name)
        elif each.missed:
            notice(f"Not asked: {printable_name(each.path)}: {' '.join(each.caveats)}")
    return names, unread


def _row_name(path: str, taken: Mapping[str, object]) -> str:
    """The file's name, with a number where another has it: tables are handed on, and tell no folders."""
    name = Path(path).name
    numbered = (f"{name} ({number})" for number in count(2))
    return next(each for each in chain([name], numbered) if each not in taken)


def _without_folders(error: PinciteError, path: str) -> PinciteError:
    """The same error with the file called by its name."""
    told = copy(error)
    told.message = error.message.replace(path, Path(path).name)
    return told
