"""The documents that rows are judged by: each is read once, when a row first needs it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from types import TracebackType
from typing import Self

from pincite.errors import InputError, PinciteError
from pincite.ingest.detect import detect
from pincite.ingest.watch import watched
from pincite.jobs.files import bytes_of, find
from pincite.jobs.isolation import Readers
from pincite.jobs.one_file import Job
from pincite.jobs.one_file import read as read_here
from pincite.records.library import Held, Identity, identify
from pincite.records.limits import Limits
from pincite.verification.cited_place import PageSizes, page_sizes_apart

_COLLECTION = ""
_NAMED = 3


@dataclass(slots=True)
class ReadDocuments:
    """Documents by name. What cannot be read stays so, and is told again for every row that names it."""

    names: Sequence[str] | None
    """All there are, in the order given; None for a library, which finds names by itself."""
    load: Callable[[str], Held]
    content: Callable[[Identity], bytes]
    close: Callable[[], None] = lambda: None
    _held: dict[str | None, Held | PinciteError] = field(default_factory=dict, init=False)
    _sizes: dict[Identity, Sequence[tuple[float, float]]] = field(default_factory=dict, init=False)

    @classmethod
    def of_files(
        cls,
        *paths: str | Path,
        password: str | None = None,
        isolated: bool = True,
        reading: Callable[[str], None] = lambda name: None,
    ) -> ReadDocuments:
        """Files, and those in folders; an InputError for one that is not there. `reading` is told each name.

        Each is read in a process of its own unless `isolated` is false.
        """
        files = _Files(_paths(paths), password, isolated, reading)
        return cls(list(files.paths), files.load, files.content, files.readers.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def held(self, name: str | None) -> Held:
        """The document of a row, or the error that says why there is none."""
        if name not in self._held:
            try:
                self._held[name] = self.load(self._meant(name))
            except PinciteError as error:
                self._held[name] = error
        found = self._held[name]
        if isinstance(found, PinciteError):
            raise found
        return found

    def sizes(self, held: Held) -> PageSizes:
        """The sizes of the pages of a PDF, read when they are needed."""

        def read() -> Sequence[tuple[float, float]]:
            if held.identity not in self._sizes:
                pages = page_sizes_apart(self.content(held.identity)) if held.document.format == "pdf" else ()
                self._sizes[held.identity] = pages
            return self._sizes[held.identity]

        return read

    def _meant(self, name: str | None) -> str:
        """The document that a row means by a name, a path, or a name without its ending."""
        if self.names is None:
            if not name:
                raise InputError("The row names no document.", hint="Give it one in the column `document`.")
            return name
        if not name:
            if len(self.names) == 1:
                return self.names[0]
            raise InputError(
                "The row names no document, and several are given.", hint="Add a column `document`."
            )
        for same in (
            str,
            _last,
            lambda each: _last(each).casefold(),
            lambda each: PurePath(_last(each)).stem.casefold(),
        ):
            found = [each for each in self.names if same(each) == same(name)]
            if len(found) == 1:
                return found[0]
            if found:
                raise InputError(
                    f"Several documents may be {name!r}: {_some(found)}.", hint="Name one of them."
                )
        raise InputError(
            f"No document given is called {name!r}: {_some(self.names)}.", hint="Pass that file, too."
        )


@dataclass(slots=True)
class _Files:
    """Files by the names that rows may call them."""

    paths: dict[str, Path]
    password: str | None = field(repr=False)
    isolated: bool
    reading: Callable[[str], None]
    readers: Readers = field(default_factory=Readers, init=False)
    _named: dict[Identity, str] = field(default_factory=dict, init=False)

    def load(self, name: str) -> Held:
        self.reading(name)
        content = self._bytes(name)
        format = detect(content, name)
        options: dict[str, object] = {"password": self.password} if self.password and format == "pdf" else {}
        job = Job(content, name, format, format, options)
        read = self.readers.read(job) if self.isolated else read_here(job)
        identity = identify(_COLLECTION, name, content, read.document.parse)
        self._named[identity] = name
        return Held(identity, read.document, b"")

    def content(self, identity: Identity) -> bytes:
        return self._bytes(self._named[identity])

    def _bytes(self, name: str) -> bytes:
        with watched(Limits()):
            return bytes_of(self.paths[name])


def _paths(given: Iterable[str | Path]) -> dict[str, Path]:
    paths: dict[str, Path] = {}
    for each in find(given):
        if each.skipped:
            continue
        if not each.path.exists():
            raise InputError(f"There is no file {each.path}.", hint="Check the spelling and the folder.")
        if paths.setdefault(each.name, each.path).absolute() != each.path.absolute():
            hint = "Rename one of them: rows name documents by their file names."
            raise InputError(f"{each.path} has the same name as another of these files.", hint=hint)
    return paths


def _last(name: str) -> str:
    return name.replace("\\", "/").rpartition("/")[2]


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
