"""Check what a caller asks with, and find the documents that it names.

A slip is told as one, and is never taken for a fault of ours. A document is named by its name, by the unique
beginning of it, or by a pattern.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from numbers import Real
from os import PathLike, fspath
from threading import Event

from pydantic import BaseModel

from pincite.errors import InputError
from pincite.jobs.files import came_with
from pincite.protocols import Store
from pincite.records.library import Identity
from pincite.records.run import Asking
from pincite.values.registered import value_types


def asking_of(
    question: str,
    documents: Named,
    answer_type: str | type[BaseModel] | None,
    unread: Iterable[str],
    progress: Callable[[int, int], None],
) -> Asking:
    """The question with what is said beside it, or an InputError that says what is wrong with it."""
    if not isinstance(question, str):
        raise InputError(f"The question is {question!r}, not a text.", hint="Write a string.")
    return Asking(question, names_of(documents), _type_name(answer_type), tuple(unread), progress)


def checked_bounds(timeout: float | None, cancel: Event | None) -> None:
    """Nothing, or an InputError."""
    if timeout is not None and not (isinstance(timeout, Real) and timeout > 0):
        raise InputError(
            f"The timeout is {timeout!r}; it must be a number of seconds above 0.",
            hint="Write for example timeout=30, or leave it out.",
        )
    if cancel is not None and not hasattr(cancel, "is_set"):
        raise InputError(f"{cancel!r} cannot be watched.", hint="Pass a threading.Event as cancel.")


def _type_name(answer_type: object) -> str | None:
    """The name of an answer type, also where its class is given."""
    if answer_type is None or isinstance(answer_type, str):
        return answer_type
    for name, known in value_types().items():
        if known.model is answer_type:
            return name
    raise InputError(
        f"{answer_type!r} is not an answer type.",
        hint=f"Write one of {', '.join(sorted(value_types()))}, or its class.",
    )


Named = str | PathLike[str] | Iterable[str | PathLike[str]] | None
_SHOWN = 5
_WRITE = "Write a string: documents='a.pdf'"


def names_of(documents: Named) -> tuple[str, ...] | None:
    """What a caller names, one or several; a path is taken by its words. None means all documents.

    A list that is empty is refused: whoever made one by filtering must not be answered from everything.
    """
    if documents is None:
        return None
    if not isinstance(documents, str | bytes | PathLike | Iterable):
        raise InputError(f"{documents!r} is not the name of a document.", hint=_WRITE)
    several = (documents,) if isinstance(documents, str | bytes | PathLike) else tuple(documents)
    if not several:
        raise InputError(
            "The list of documents is empty, so there is nothing to ask.",
            hint="Name a document, or leave `documents` out to ask all of them.",
        )
    return tuple(fspath(each) if isinstance(each, PathLike) else each for each in several)


def meant(matching: Callable[[object], list[Identity]], name: str) -> list[Identity]:
    """The documents with a name that is no file: where there are none, it may have been meant as one."""
    try:
        return matching(name)
    except InputError as error:
        raise InputError(f"There is no file {name!r}. {error.message}", hint=error.hint) from error


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one collection."""

    store: Store
    collection: str

    def current(self, name: str) -> Identity:
        """The current version of a name, or an InputError that suggests one the library holds."""
        identity = self.store.current(self.collection, name)
        if identity is None:
            raise InputError(f"The library has no document named {name!r}.", hint=self._close(name))
        return identity

    def matching(self, name: object) -> list[Identity]:
        """The document with this name, else the one whose name begins so, else all that a pattern matches."""
        if not isinstance(name, str):
            raise InputError(f"{name!r} is not the name of a document.", hint=_WRITE)
        if exact := self.store.current(self.collection, name):
            return [exact]
        held = self._held()
        begun = [each for each in held if name and each.name.startswith(name)]
        # An e-mail and what came attached to it begin alike: the e-mail is meant.
        begun = [each for each in begun if not any(came_with(each.name, other.name) for other in begun)]
        if len(begun) > 1:
            some = ", ".join(repr(each.name) for each in begun[:_SHOWN]) + (", …" if begun[_SHOWN:] else "")
            hint = f"Write more of the name. {name + '*'!r} means all of them."
            raise InputError(f"Several documents begin with {name!r}: {some}.", hint=hint)
        if begun or not any(sign in name for sign in "*?"):
            return begun or [self.current(name)]
        # Brackets are common in the names of files, and are no pattern.
        pattern = name.replace("[", "[[]")
        if found := [each for each in held if fnmatchcase(each.name, pattern)]:
            return found
        raise InputError(f"No document in the library matches {name!r}.", hint=self._close(name))

    def _held(self) -> Sequence[Identity]:
        return [listing.identity for listing in self.store.listing(self.collection)]

    def _close(self, name: str) -> str:
        names = [each.name for each in self._held()]
        # The path of a file is easily written in place of its name, and the other way round.
        for held in names:
            if name.endswith((f"/{held}", f"\\{held}")) or held.endswith(f"/{name}"):
                return f"Did you mean {held!r}?"
        if close := difflib.get_close_matches(name, names, n=1):
            return f"Did you mean {close[0]!r}?"
        return "`pincite documents` lists what it holds." if names else "It is empty: run pincite add FILE"
