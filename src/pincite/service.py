"""Every verb once: open, add, ask, documents, read, search, forget.

The Python API, the command line and every later surface call these methods and nothing below them.
"""

from __future__ import annotations

import json
import time
import uuid
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from pincite.contract.answers import Answer, Coverage, Failure, Signals, Strictness
from pincite.contract.vocabulary import telling
from pincite.errors import InputError, PinciteError, StoreError
from pincite.ingest.chunk import chunks, passages
from pincite.ingest.detect import detect
from pincite.pipeline import Pipeline, Shelf
from pincite.protocols import Generator, Parser, Store
from pincite.protocols import Path as RetrievalPath
from pincite.question.concepts import starters
from pincite.question.parse import RuleParser
from pincite.records.library import Entry, Held, Identity, Listing, RunRecord, SearchHit, identify
from pincite.records.run import Run
from pincite.registry import build
from pincite.retrieve.paths import ByScan
from pincite.retrieve.words import build as build_words
from pincite.settings import Settings
from pincite.settings import load as load_settings
from pincite.verify.relevance import RelevanceCheck
from pincite.verify.value import ValueCheck

Status = Literal["added", "updated", "unchanged", "failed"]
Notice = Callable[[str], None]
_HELD_DOCUMENTS = 16
_BATCH_DOCUMENTS = 50
_BATCH_SECONDS = 2.0
_MAX_FILE_BYTES = 1_000_000_000  # SQLite's own limit for one value


@dataclass(frozen=True, slots=True)
class Added:
    """What became of one file. `error` is set only when the status is failed."""

    path: str
    status: Status
    identity: Identity | None = None
    caveats: tuple[str, ...] = ()
    error: PinciteError | None = None


@dataclass(slots=True)
class _Batch:
    """Documents that wait to be stored together: the word index costs the same for one as for many."""

    store: Store
    report: Callable[[Added], None]
    results: list[Added] = field(default_factory=list)
    _waiting: list[tuple[Entry, int]] = field(default_factory=list)
    _since: float = field(default_factory=time.monotonic)

    def settle(self, result: Added) -> None:
        """Take the result of a file of which nothing is to be stored."""
        self.results.append(result)
        self.report(result)

    def put(self, entry: Entry, result: Added) -> None:
        self._waiting.append((entry, len(self.results)))
        self.results.append(result)
        if len(self._waiting) >= _BATCH_DOCUMENTS or time.monotonic() - self._since > _BATCH_SECONDS:
            self.flush()

    def flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        error = self._store([entry for entry, _ in waiting]) if waiting else None
        for entry, place in waiting:
            if error and not self._holds(entry.identity):
                self.results[place] = replace(self.results[place], status="failed", error=error)
            self.report(self.results[place])
        self._since = time.monotonic()

    def _store(self, entries: Sequence[Entry]) -> PinciteError | None:
        """The error that kept some of them from being stored; None when all are."""
        try:
            self.store.add(entries)
        except PinciteError as error:
            return error
        return None

    def _holds(self, identity: Identity) -> bool:
        try:
            return self.store.current(identity.collection, identity.name) == identity
        except StoreError:  # a library that cannot even be read does not count as holding anything
            return False


def open_library(
    path: str | Path | None = None,
    *,
    collection: str | None = None,
    strictness: Strictness | None = None,
    notice: Notice = lambda message: None,
    read_only: bool = False,
) -> Library:
    """The library at `path`, made if there is none; without a path the one in the settings.

    `notice` is told what the user should know while waiting, such as another process writing.
    With `read_only` nothing is created, repaired or recorded.
    """
    given: dict[str, Any] = {"library": path, "collection": collection, "strictness": strictness}
    settings = load_settings({key: value for key, value in given.items() if value is not None})
    return Library(settings, _open_store(settings.library, notice, read_only), read_only)


def has_library(path: Path) -> bool:
    """Whether there is anything at `path` to open. A fault counts: opening it says what is wrong."""
    from pincite.stores.database import FILE

    try:
        (path / FILE).stat()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return True


def _open_store(path: Path, notice: Notice, read_only: bool) -> Store:
    from pincite.stores import sqlite

    return sqlite.open_library_to_read(path, notice) if read_only else sqlite.open_library(path, notice)


@dataclass(slots=True)
class Library:
    """A library that is open. Use it as a context manager, or call `close`."""

    settings: Settings
    store: Store
    read_only: bool = False
    _held: OrderedDict[Identity, Held] = field(default_factory=OrderedDict)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self.store.close()

    def add(
        self,
        *paths: str | Path,
        name: str | None = None,
        password: str | None = None,
        progress: Callable[[Path, str], None] = lambda path, doing: None,
        report: Callable[[Added], None] = lambda added: None,
    ) -> list[Added]:
        """Add files, each as the current version of its name; one that fails does not stop the others.

        Bytes that the library holds already under that name change nothing. `progress` is told for
        each file what is being done to it, and `report` once what became of it, as soon as that is
        certain: files are stored together, so this need not be in their order, as the results are.
        """
        if name is not None and len(paths) != 1:
            raise InputError("One name cannot serve several files.", hint="Add them one at a time.")
        batch = _Batch(self.store, report)
        taken: Counter[str] = Counter()
        for given in paths:
            path = Path(given)
            called = name or path.name
            taken[called] += 1
            try:
                if taken[called] > 1:
                    raise InputError(
                        f"{path} has the same name as another file of this call.",
                        hint="Add it by itself with a name of its own: --name NAME",
                    )
                self._prepare(batch, path, called, password, progress)
            except PinciteError as error:
                batch.settle(Added(str(path), "failed", error=error))
        batch.flush()
        return batch.results

    def _prepare(
        self,
        batch: _Batch,
        path: Path,
        name: str,
        password: str | None,
        progress: Callable[[Path, str], None],
    ) -> None:
        content = _bytes_of(path)
        parser = _parser_for(content, path.name, password, self.settings.ocr)
        identity = identify(self.settings.collection, name, content, parser.parse)
        before = self.store.current(identity.collection, name)
        if before == identity:
            batch.settle(Added(str(path), "unchanged", identity))
            return
        progress(path, "reading")
        document = parser.read(content, path.name)
        entry = Entry(
            identity, content, document, passages(document), chunks(document), build_words(document)
        )
        progress(path, "storing")
        batch.put(entry, Added(str(path), "updated" if before else "added", identity, document.caveats))

    def documents(self) -> list[Listing]:
        """The current version of every document of the collection, in order of name."""
        return self.store.listing(self.settings.collection)

    def read(self, name: str) -> Held:
        """One document with all its ranges."""
        return self._load(self.current(name))

    def forget(self, name: str) -> int:
        """Delete every version of a document; how many there were."""
        identity = self.current(name)
        self._held.clear()
        return self.store.forget(identity.collection, identity.name)

    def search(self, words: str, limit: int = 20) -> list[SearchHit]:
        """The blocks of the whole collection that best match some words, best first."""
        return self.store.search(words.split(), self.settings.collection, limit)

    def ask(self, question: str, *, documents: Iterable[str] = ()) -> Answer:
        """The answer to a question about some documents, or about all of the collection.

        Always an Answer: what goes wrong is the outcome `failed`, with the reason, and is never
        mistaken for `not_found`.
        """
        run = Run(uuid.uuid4().hex)
        read: tuple[Identity, ...] = ()
        try:
            shelf = self._shelf(question, tuple(documents))
            read = shelf.everything
            answer = _pipeline(self.settings).ask(question, shelf, run)
        except PinciteError as error:
            run.decide(f"failed: {error}")
            answer = failed(question, self.settings.strictness, error, run)
        return answer if self.read_only else self._recorded(answer, read, run)

    def current(self, name: str) -> Identity:
        """The current version of a name, or an InputError that suggests one the library holds."""
        identity = self.store.current(self.settings.collection, name)
        if identity is None:
            raise InputError(f"The library holds no document named {name!r}.", hint=self._close_names(name))
        return identity

    def _close_names(self, name: str) -> str:
        import difflib

        names = [listing.identity.name for listing in self.documents()]
        close = difflib.get_close_matches(name, names, n=1)
        if close:
            return f"Did you mean {close[0]!r}?"
        return "See `pincite documents` for what it holds." if names else "It is empty: run pincite add FILE"

    def _shelf(self, question: str, names: Sequence[str]) -> Shelf:
        if names:
            everything = tuple(dict.fromkeys(self.current(name) for name in names))
        else:
            everything = tuple(listing.identity for listing in self.documents())
        if not everything:
            raise InputError(
                "The library holds no documents yet.",
                hint='Run: pincite ask FILE "QUESTION", or pincite add FILE',
            )
        if len(everything) <= self.settings.shortlist:
            return Shelf(everything, everything, self._load)
        return Shelf(self._shortlist(question, everything), everything, self._load)

    def _shortlist(self, question: str, everything: Sequence[Identity]) -> tuple[Identity, ...]:
        """The documents whose blocks match the question's words best."""
        known = set(everything)
        terms = RuleParser(starters()).read(question).retrieval.terms
        words = sorted(telling(stem for term in terms for wording in term.wordings for stem in wording))
        hits = self.store.search(words, self.settings.collection, 50 * self.settings.shortlist)
        proposed = dict.fromkeys(hit.identity for hit in hits if hit.identity in known)
        return tuple(proposed)[: self.settings.shortlist] or tuple(everything[: self.settings.shortlist])

    def _load(self, identity: Identity) -> Held:
        held = self._held.pop(identity, None) or self.store.load(identity)
        self._held[identity] = held
        if len(self._held) > _HELD_DOCUMENTS:
            self._held.popitem(last=False)
        return held

    def _recorded(self, answer: Answer, read: tuple[Identity, ...], run: Run) -> Answer:
        record = RunRecord(
            id=run.id,
            collection=self.settings.collection,
            asked_at=datetime.now(UTC).isoformat(timespec="seconds"),
            question=answer.question,
            outcome=answer.outcome,
            answer=answer.to_json(),
            trace=json.dumps({"steps": [asdict(step) for step in run.steps], "decisions": run.decisions}),
            documents=read,
        )
        try:
            self.store.record(record)
        except StoreError as error:
            note = f"This run was not recorded: {error.message}"
            return answer.model_copy(update={"caveats": [*answer.caveats, note]})
        return answer


def _bytes_of(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise InputError(f"{path} is a folder.", hint=f"Name the files in it, for example: {path}/*.pdf")
        if path.stat().st_size > _MAX_FILE_BYTES:
            raise InputError(f"{path} is larger than 1 GB.", hint="Split it into parts.")
        return path.read_bytes()
    except FileNotFoundError as error:
        raise InputError(f"There is no file {path}.", hint="Check the spelling and the folder.") from error
    except PermissionError as error:
        raise InputError(f"{path} may not be read.", hint="Give yourself the right to read it.") from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.", hint="Check the disk.") from error


def _parser_for(content: bytes, name: str, password: str | None, ocr: str) -> Parser:
    kind = detect(content, name)
    options = {"ocr": ocr} if kind in ("pdf", "image") else {}
    options |= {"password": password} if kind == "pdf" and password else {}
    parser: Parser = build("parser", kind, options)
    return parser


def _pipeline(settings: Settings) -> Pipeline:
    paths: list[RetrievalPath] = [build("path", stage.name, stage.options) for stage in settings.paths]
    generator: Generator = build("generator", settings.generator.name, settings.generator.options)
    threshold = settings.relevance.at(settings.strictness)
    return Pipeline(
        parser=RuleParser(starters()),
        paths=tuple(paths),
        scan=ByScan(least=min(0.5, threshold)),
        generator=generator,
        checks=(ValueCheck(), RelevanceCheck(threshold)),
        strictness=settings.strictness,
    )


def failed(question: str, strictness: Strictness, error: PinciteError, run: Run) -> Answer:
    """The answer of a run that could not take place, for whoever meets the error before `ask` does."""
    return Answer(
        outcome="failed",
        # A broken character cannot be written as JSON, and the answer must be.
        question=question.encode("utf-8", "replace").decode(),
        answer_type="text",
        answer_shape="single",
        strictness=strictness,
        method="none",
        items=[],
        conflict=None,
        signals=Signals.nothing(),
        clarification=None,
        caveats=[],
        coverage=Coverage.nothing(),
        error=Failure.of(error),
        run=run.id,
        seconds=0.0,
    )
