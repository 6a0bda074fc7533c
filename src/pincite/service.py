"""Every verb once: open, add, work, ask, table, jobs, compare, why, rejections, documents, read, forget …

The Python API, the command line and every later surface call these methods and nothing below them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event, Lock
from types import MappingProxyType, TracebackType
from typing import TYPE_CHECKING, Any, Self

from pincite.errors import InputError, PinciteError, StoreError, TamperError
from pincite.logs import log
from pincite.records.bounds import Over, bounded
from pincite.records.levels import Strictness
from pincite.records.library import DEFAULT_COLLECTION, Held, Identity, Listing, ReadBy, RunRecord, SearchHit
from pincite.records.recent import Recent
from pincite.settings import Settings, StageChoice
from pincite.settings import load as load_settings
from pincite.telemetry import span

# Every verb loads what it needs when it is called: `documents` and `why` need none of the stages.
if TYPE_CHECKING:
    from pydantic import BaseModel

    from pincite.access import Keys
    from pincite.answer.answers import Answer, Evidence
    from pincite.answer.document_tables import Comparison, Decision, Table, TableField
    from pincite.answer.reanchorings import Reanchoring
    from pincite.ask.arguments import Named, Names
    from pincite.ask.choose_documents import DocumentChooser
    from pincite.ask.conversation import Conversation
    from pincite.ask.library_scan import Outline, Shelves
    from pincite.ask.pipeline import Pipeline
    from pincite.ask.quoting import QuotePlaces
    from pincite.ask.reading_list import ReadingList
    from pincite.audit.marked_files import MarkedFiles
    from pincite.audit.places import Sources
    from pincite.audit.recorded_runs import Runs
    from pincite.audit.report_files import ReportForm, Subjects
    from pincite.extract.bulk import Jobs
    from pincite.extract.field_questions import FieldQuestions
    from pincite.extract.fields import Fields
    from pincite.extract.making_tables import MadeTable, MakingTables
    from pincite.extract.rounds import ByBatch
    from pincite.extract.schema_file import SchemaLike
    from pincite.jobs.adding import Progress as AddingProgress
    from pincite.jobs.batch import Added
    from pincite.jobs.embedding import Embedding
    from pincite.jobs.isolation import Readers
    from pincite.jobs.lacking import Pending
    from pincite.jobs.pending import Finishing, Progress, Worked
    from pincite.protocols import Embedder, LanguageModel, Reader, Store
    from pincite.records.candidate import Rejection
    from pincite.records.completion import SubmittedBatch
    from pincite.records.evidence import FoundPassage
    from pincite.records.library import BackUp, Swept
    from pincite.records.run import Asking, Exchange, Run
    from pincite.records.span import Span
    from pincite.stores.place import Place

Notice = Callable[[str], None]
# A document takes about a second, and nobody waits for a question as for a table.
_MOST_OVER = 200
_BETWEEN_ERASURES_SECONDS = 600.0
# More than are asked one by one for a question, and no more text than sixteen long documents have.
_HELD_DOCUMENTS, _HELD_CHARACTERS = 64, 16_000_000


def open_library(
    path: str | Place | None = None,
    *,
    collection: str | None = None,
    strictness: Strictness | None = None,
    max_risk: float | None = None,
    preset: str | None = None,
    settings: Mapping[str, Any] | None = None,
    notice: Notice = lambda message: None,
    read_only: bool = False,
) -> Library:
    """Open the library at `path`, or create it; without a path, the one in the settings.

    `path` is a folder, or a database: "postgresql://user@host/database" (docs/postgres.md).

    `max_risk` is the share of answers that may be wrong, as measured (docs/quality.md). It replaces the bar
    of `strictness`, which still says what must be proved. `settings` sets anything that a settings file
    can, and goes before the file. `notice` gets messages for a user who waits, for example that another
    process is writing. With `read_only` nothing is created, repaired or recorded.

    Any number of threads may use one library, and libraries share the models that are loaded.
    """
    named = {
        **{"library": path, "collection": collection, "preset": preset},
        **{"strictness": strictness, "max_risk": max_risk},
    }
    given = dict(settings or {}) | {key: value for key, value in named.items() if value is not None}
    return open_with(load_settings(given), notice, read_only)


def open_with(
    settings: Settings,
    notice: Notice = lambda message: None,
    read_only: bool = False,
    connections: int | None = None,
) -> Library:
    """The library that the settings name, with these settings and no others."""
    from pincite.stores.opening import open_store

    sources = settings.sources
    store = open_store(
        settings.library, notice, read_only=read_only, sources=sources, connections=connections
    )
    return Library(settings, store, read_only, notice)


def restore_library(
    file: str | Path,
    path: str | Place,
    *,
    sha256: str = "",
    keep_keys: bool = False,
    progress: Callable[[int, int], None] = lambda done, all: None,
    notice: Notice = lambda message: None,
) -> BackUp:
    """Make a library at `path`, where nothing is yet, of a file that `backup` made: whole or not at all.

    With `sha256` the file must have that hash. The indexes are made again from it, which takes a while. API
    keys are revoked unless `keep_keys`: one that was revoked since the back-up would be good again.
    """
    from pincite.stores.backing_up import restore
    from pincite.stores.opening import open_store
    from pincite.stores.place import place_of

    place = place_of(path)
    if not isinstance(place, Path):
        raise InputError(
            f"{place} is in PostgreSQL, and a back-up in a file becomes a library in a folder.",
            hint="Restore what pg_dump made with pg_restore, or restore to a folder: --library FOLDER",
        )
    restored = restore(Path(file), place, sha256, progress, keep_keys=keep_keys)
    open_store(place, notice).close()
    return restored


@dataclass(slots=True, repr=False)
class Library:
    """An open library. Use it as a context manager, or call `close`."""

    settings: Settings
    store: Store
    read_only: bool = False
    notice: Notice = lambda message: None
    reader: Reader | None = None
    """Reads in place of the language model of the settings; for measuring what is made of its readings."""
    second: Reader | None = None
    """Must agree with it at the stricter levels, in place of the judge of the settings."""
    temporary: bool = False
    """Whether it is about to be deleted: then nobody can look up later what was asked."""
    _held: Recent[Identity, Held] = field(
        default_factory=lambda: Recent(_HELD_DOCUMENTS, _HELD_CHARACTERS, _characters), init=False
    )
    _shelves: Shelves | None = field(default=None, init=False)
    _started: Readers | None = field(default=None, init=False)
    _choosing: DocumentChooser | None = field(default=None, init=False)
    _lock: Lock = field(default_factory=Lock, init=False)
    """Threads that ask at once start one of each."""
    _embedding: tuple[StageChoice, Embedding] | None = None
    _retention_due: float = field(default=0.0, init=False)

    def __repr__(self) -> str:
        """One line that holds no text of a document."""
        rights = ", read only" if self.read_only else ""
        return f"<Library {str(self.settings.library)!r}, collection {self.settings.collection!r}{rights}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._started:
            self._started.close()
        self.store.close()

    @property
    def _readers(self) -> Readers:
        """The processes in which files are read, which are started when one is needed."""
        from pincite.jobs.isolation import Readers

        with self._lock:
            self._started = self._started or Readers()
            return self._started

    @property
    def _chooser(self) -> DocumentChooser:
        """Knows the covers of all documents as long as they stay the same."""
        from pincite.ask.choose_documents import DocumentChooser

        collection, most = self.settings.collection, self.settings.shortlist
        with self._lock:
            self._choosing = self._choosing or DocumentChooser(self.store, collection, most)
            return self._choosing

    @property
    def _remembered(self) -> Shelves:
        """The words of documents that a question has scanned, up to a size."""
        from pincite.ask.library_scan import PackedShelves, Shelves

        with self._lock:
            if self._shelves is None:
                packed = PackedShelves(self.store.aside(), self.settings.collection)
                self._shelves = Shelves(packed=packed)
            return self._shelves

    def add(
        self,
        *paths: str | Path,
        name: str | None = None,
        part_of: str | None = None,
        password: str | None = None,
        progress: AddingProgress = lambda path, doing: None,
        report: Callable[[Added], None] = lambda added: None,
        isolated: bool | None = None,
        wait: bool = False,
        follow: bool = False,
    ) -> list[Added]:
        """Add files, each as the current version of its name; one that fails does not stop the others.

        A folder adds the files in it, an e-mail also its attachments. An unchanged file changes nothing.
        `part_of` names the document in the library that these files belong to, such as the agreement that
        they amend: different values in them are shown as a conflict, and `table(families=True)` makes one
        row of them. An empty name takes that back.
        `progress` hears what is being done to each file, `report` the result once it is certain. Files are
        stored together, so reports may come in another order than the results. `isolated` overrides the
        setting that reads each file in its own process. Afterwards the text can be searched; `wait` also
        reads the pictures beside it, which otherwise `work` does, and makes the vectors, which otherwise
        `work` or a question does. Links that lead out of a folder are
        followed only with `follow`.
        """
        from pincite.jobs.adding import Adding
        from pincite.jobs.batch import Added, Batch
        from pincite.jobs.files import check_name, find

        files = find(paths, follow=follow)
        if name is not None and (len(paths) != 1 or Path(paths[0]).is_dir()):
            raise InputError("--name works for one file only.", hint="Add them one at a time.")
        main = self._main(part_of)
        embedding = self._vectors()
        batch = Batch(self.store, report)
        apart = self.settings.isolated if isolated is None else isolated
        readers = self._readers if apart else None
        pictures = "now" if wait else self.settings.pictures
        adding = Adding(batch, self.settings, readers, password, progress, pictures=pictures)
        taken: dict[str, Path] = {}
        for number, found in enumerate(files, start=1):
            found = replace(found, name=name or found.name)
            try:
                check_name(found, taken)
            except InputError as error:
                batch.settle(Added(str(found.path), "failed", error=error, within=found.within))
            else:
                adding.add(found, more=number < len(files))
        batch.flush()
        self._say_part_of(batch.results, main)
        if embedding and wait:
            self._finish_added(embedding, batch.results, progress)
        return batch.results

    def add_bytes(
        self,
        content: bytes,
        name: str,
        *,
        part_of: str | None = None,
        password: str | None = None,
        wait: bool = False,
    ) -> list[Added]:
        """Add bytes that the caller holds as the current version of a name, and what is attached to them.

        `part_of` and `wait` are as with `add`.
        """
        from pincite.jobs.adding import Adding
        from pincite.jobs.batch import Batch
        from pincite.jobs.files import refuse_as_own

        refuse_as_own(name)
        main = self._main(part_of)
        batch = Batch(self.store, lambda added: None)
        readers = self._readers if self.settings.isolated else None
        given = readers, password, lambda path, doing: None
        pictures = "now" if wait else self.settings.pictures
        Adding(batch, self.settings, *given, pictures=pictures).add_bytes(content, name)
        batch.flush()
        self._say_part_of(batch.results, main)
        embedding = self._vectors() if wait else None
        if embedding:
            self._finish_added(embedding, batch.results, lambda path, doing: None)
        return batch.results

    def _main(self, part_of: str | None) -> str | None:
        """The document that others are said to be part of in the end; empty to take that back."""
        from pincite.decide.families import main_of

        if not part_of:
            return part_of
        return main_of(self.current(part_of).name, self.store.parts(self.settings.collection))

    def _say_part_of(self, results: Sequence[Added], main: str | None) -> None:
        """Keep that all that was added is part of another document, as far as it is not that itself."""
        if main is None:
            return
        names = [each.identity.name for each in results if each.identity and each.identity.name != main]
        self.store.say_part_of(self.settings.collection, names, main)

    def reread(
        self, name: str, pages: Iterable[int], *, by: str = "ocr", password: str | None = None
    ) -> Added:
        """Read some pages of a document another way, for example by `ocr`, and make that the current version.

        With `vision`, the language model in the setting `vision` reads them. With `describe`, it says what
        their pictures show; a description is not part of the text and proves nothing.

        Use it for badly read pages. The earlier version stays readable, as after any change.
        """
        from pincite.ask.build import patient, reading_options
        from pincite.jobs.adding import Adding
        from pincite.jobs.batch import Batch
        from pincite.jobs.recognition import Reread

        identity = self.current(name)
        content = self.store.content(identity)
        batch = Batch(self.store, lambda added: None)
        again = Reread(tuple(sorted(set(pages))), by, reading_options(self.settings, by))
        readers = self._readers if self.settings.isolated else None
        settings = patient(self.settings, by)
        adding = Adding(batch, settings, readers, password, lambda path, doing: None, (again,))
        adding.add_content(content, identity.name)
        batch.flush()
        return batch.results[0]

    def outdated(self) -> list[ReadBy]:
        """The documents that an older version of their parser read, sorted by name."""
        from pincite.jobs.outdated import outdated

        return outdated(self.store.read_by(self.settings.collection), self.settings)

    def reread_outdated(
        self, progress: Callable[[int, int, str], None] = lambda done, all, name: None
    ) -> list[Added]:
        """Read every document again that an older version of its parser has read.

        The earlier version stays readable. Pages that `reread` had read another way are read normally again.
        `progress` hears how many are done, of how many, and which is next.
        """
        from pincite.jobs.adding import Adding
        from pincite.jobs.batch import Batch

        found = self.outdated()
        batch = Batch(self.store, lambda added: None)
        readers = self._readers if self.settings.isolated else None
        adding = Adding(batch, self.settings, readers, None, lambda path, doing: None)
        for done, each in enumerate(found):
            progress(done, len(found), each.identity.name)
            adding.add_content(self.store.content(each.identity), each.identity.name)
        batch.flush()
        return batch.results

    def work(self, progress: Callable[[Progress], None] = lambda progress: None) -> Worked:
        """Make all vectors that documents of the collection lack, and read the pictures that wait.

        Without an embedder there are no vectors. Reading pictures makes a new version of their document.
        """
        return self._work(progress, self._readers if self.settings.isolated else None)

    def working_behind(self) -> AbstractContextManager[None]:
        """Meanwhile, do in a thread what `work` does, and stop at the end; the rest waits as before.

        Pictures are read at the lowest priority, by processes of their own. Where the settings read files in
        this process, or the library is only read, nothing is done.
        """
        from contextlib import closing, nullcontext

        from pincite.jobs.isolation import Readers
        from pincite.jobs.pending import behind

        if self.read_only or self.temporary or not self.settings.isolated:
            return nullcontext()

        def work() -> None:
            with closing(Readers(yields=True)) as readers:
                self._work(lambda progress: None, readers)

        return behind(work)

    def _work(self, progress: Callable[[Progress], None], readers: Readers | None) -> Worked:
        from pincite.jobs.pending import Worked
        from pincite.jobs.waiting_pictures import PictureWork

        worked = self._make_vectors(progress)
        pictures = PictureWork(self.store, self.settings, readers, self._load, progress)
        read = pictures.run(self.settings.collection)
        again = self._make_vectors(progress) if read.documents else Worked(0, 0)
        failed = dict((*worked.failed, *read.failed, *again.failed))
        documents, passages = worked.documents + again.documents, worked.passages + again.passages
        return Worked(documents, passages, tuple(failed.items()), read.documents)

    def waiting_pictures(self) -> list[Identity]:
        """The documents with pictures that are not read yet, in order of name."""
        return self.store.waiting_for_pictures(self.settings.collection)

    def pending(self) -> list[Pending] | None:
        """The documents whose vectors are not all made, in order of name; None where there is no embedder."""
        from pincite.jobs.lacking import model_name, pending
        from pincite.local_models import chosen

        choice = chosen(self.settings).embedder
        if choice is None:
            return None
        return pending(self.store, model_name(_embedder(choice)), self.settings.collection)

    def documents(self) -> list[Listing]:
        """The current version of every document of the collection, in order of name."""
        return self.store.listing(self.settings.collection)

    def collections(self) -> list[tuple[str, int]]:
        """Every collection that holds documents, and how many; adding to a new one makes it."""
        return self.store.collections()

    def read(self, name: str) -> Held:
        """One document with all its ranges."""
        return self._load(self.current(name))

    def content(self, name: str) -> bytes:
        """The bytes of a document's file, as they were added."""
        return self.store.content(self.current(name))

    def attached_to(self, name: str) -> list[str]:
        """The names of the documents that came attached to another, or to one of those."""
        from pincite.jobs.files import came_with

        try:
            held = [listing.identity.name for listing in self.documents()]
        except TamperError:  # some document is damaged, and forgetting it is how to get rid of it
            return []
        return [each for each in held if came_with(each, name)]

    def picture(self, name: str, page: int, *, password: str | None = None) -> bytes:
        """A PNG of one page that marks everything read on it; the password is never stored."""
        from pincite.picture.page import page_picture

        held = self.read(name)
        return page_picture(held, self.store.content(held.identity), page, password)

    def page_image(self, name: str, page: int, *, spans: Sequence[Span] = (), dpi: int = 110) -> bytes:
        """A PNG of one page as it is printed, with the words of some spans highlighted."""
        from pincite.picture.cited import highlighted_page

        held = self.read(name)
        return highlighted_page(held, self.store.content(held.identity), page, spans, dpi)

    def report(
        self,
        subject: Answer | Table | str | None = None,
        *,
        form: ReportForm = "html",
        password: str | None = None,
        progress: Callable[[Progress], None] = lambda progress: None,
    ) -> bytes:
        """One file that shows a run, a table or a job to whoever must trust it; the last run by default.

        `subject` is an answer, a table, or the beginning of an id. As `html` it shows each item on its page,
        with what code proved and who judged apart; `csv`, `xlsx` and `json` have the same places as data,
        and `annotations` those of a run as W3C Web Annotations.
        The password opens encrypted files, and is never stored. `progress` hears of cells of a table that
        are asked again, because something changed.
        """
        from datetime import UTC, datetime

        from pincite.audit.report_files import ReportFiles

        found = self._subjects(progress).found(subject)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return ReportFiles(self._sources(password), now).written(found, form)

    def highlight(
        self, run: Answer | str | None = None, *, document: str | None = None, password: str | None = None
    ) -> MarkedFiles:
        """Copies of the PDFs that a run cites, with the quoted words highlighted and a note on each.

        The highlights are annotations, as PDF readers show and print them. `document` names one of several.
        """
        from pincite.audit.marked_files import marked_files

        answer = run if run is not None and not isinstance(run, str) else self._subjects().answer(run)
        return marked_files(answer, self._sources(password), document)

    def _subjects(self, progress: Callable[[Progress], None] = lambda progress: None) -> Subjects:
        from pincite.audit.report_files import Subjects

        return Subjects(
            *(self.store, self.settings.collection, self._as_recorded),
            made_table=lambda id: self.made_table(id, progress=progress),
            job_results=lambda id: self.jobs.results(id),
        )

    def _as_recorded(self, run: str | None) -> RunRecord:
        """A run, or a TamperError where its rows are no longer what was recorded."""
        from pincite.audit.chain_check import as_recorded

        return as_recorded(self.store.trail(), self.why(run))

    def _sources(self, password: str | None) -> Sources:
        from pincite.audit.places import Sources

        return Sources(self.settings.collection, self._load, self.store.content, password)

    def forget(self, name: str, *, purge: bool = False) -> int:
        """Delete all versions of a document and of its attachments; return how many there were.

        What was asked about it stays on record. With `purge` that is erased, too: every run that read it,
        and every decision about it, with all that they quote. The chain keeps their hashes.
        """
        if purge and self.runs.is_only_on_record(name):
            self.runs.purge([name])
            return 0
        identity = self.current(name)
        self._held.clear()
        self._embedding = self._shelves = None
        # The document last: if this is interrupted, it can be forgotten again and takes the rest along.
        names = [*self.attached_to(name), identity.name]
        versions = sum(self.store.forget(identity.collection, each) for each in names)
        if purge:
            self.runs.purge(names)
        return versions

    def sweep(self) -> Swept:
        """Delete what a killed process left where `sources` keeps files, and tell what is missing.

        Where it names no place, there is nothing to do.
        """
        return self.store.sweep()

    def backup(
        self, file: str | Path, progress: Callable[[int, int], None] = lambda done, all: None
    ) -> BackUp:
        """Copy the whole library as it is at this moment into a new file, while others may use it.

        The copy is proved by its hashes before it gets its name. `restore_library` makes a library of it.
        """
        return self.store.back_up(Path(file), progress)

    def search(self, words: str, limit: int = 20) -> list[SearchHit]:
        """The blocks of the whole collection that best match some words, best first."""
        return self.store.search(words.split(), self.settings.collection, limit)

    def found(self, words: str, limit: int = 20) -> list[Evidence]:
        """What `search` finds, as places: the document's own words with page, lines and section."""
        from pincite.ask.quoting import block_place

        return [block_place(self._load(hit.identity), hit.block) for hit in self.search(words, limit)]

    def quoted(self, name: str, quote: str) -> QuotePlaces:
        """Where a document says a quote, word for word; hidden and struck-out text is never a place."""
        from pincite.ask.quoting import quoted

        return quoted(self.read(name), quote)

    def retrieve(self, question: str, name: str, limit: int = 50) -> list[FoundPassage]:
        """The passages of one document that retrieval proposes for a question, best first."""
        embedding, held = self._vectors(), self.read(name)
        if embedding:
            self._finishing(embedding).finish(held)
        return self.pipeline(embedding).passages(question, held)[:limit]

    def ask(
        self,
        question: str,
        *,
        documents: Named = None,
        answer_type: str | type[BaseModel] | None = None,
        unread: Sequence[str] = (),
        progress: Callable[[int, int], None] = lambda read, documents: None,
        timeout: float | None = None,
        cancel: Event | None = None,
    ) -> Answer:
        """The answer to a question about some documents, or about all of the collection.

        `documents` names one or several; the beginning of a name is enough if it fits only one, and a
        pattern ("lease-*") means all that match. An empty list is refused. `answer_type` is the kind of
        value, by name or class; without it, the wording of the question decides. `unread` names files that
        `add` could not read: a caveat says that the answer may be in them. `progress` hears how many
        documents have been read, and of how many; before "not found" that is all of them.

        After `timeout` seconds, or soon after another thread sets `cancel`, the answer is `failed` with the
        error `Stopped`. A call to a language model gets the time that is left; `cancel` waits for its end.

        Always returns an Answer: an error is the outcome `failed`, with the reason, and never `not_found`.
        """
        from pincite.ask.arguments import asking_of, checked_bounds
        from pincite.ask.failures import failed
        from pincite.records.run import Run

        try:
            asking = asking_of(question, documents, answer_type, unread, progress)
            checked_bounds(timeout, cancel)
        except InputError as error:
            return failed(str(question), self.settings.strictness, error, Run(""))
        is_cancelled = cancel.is_set if cancel else asking.is_cancelled
        return self._answer(replace(asking, timeout_seconds=timeout, is_cancelled=is_cancelled))

    def conversation(
        self,
        documents: Named = None,
        answer_type: str | None = None,
        unread: Sequence[str] = (),
        *,
        earlier: Sequence[Exchange] = (),
    ) -> Conversation:
        """A conversation about some documents, or about all of the collection; `earlier` takes one up again.

        The language model completes a follow-up ("and after that?") into a whole question; without a model,
        rules do, for few follow-ups. The turn shows the question that was asked, and its answer is proved
        like any other.
        """
        from pincite.ask.arguments import names_of
        from pincite.ask.build import language_model_of
        from pincite.ask.conversation import Conversation
        from pincite.question.dictionary.entries import dictionary
        from pincite.question.follow_ups import MOST_EARLIER, Joining
        from pincite.question.parse import RuleParser

        return Conversation(
            self._answer,
            Joining(RuleParser(dictionary(self.settings.concepts))),
            lambda: language_model_of(self.settings, self.reader),
            names_of(documents) or (),
            answer_type,
            tuple(unread),
            deque(earlier, MOST_EARLIER),
        )

    def table(
        self,
        documents: Named = None,
        fields: Fields = (),
        *,
        where: str | Sequence[str] = (),
        sort: str = "",
        families: bool = False,
        unread: Mapping[str, PinciteError] = MappingProxyType({}),
        progress: Callable[[Progress], None] = lambda progress: None,
        batch: bool | ByBatch = False,
    ) -> Table:
        """What each document says of each field: a row for each document, a cell for each field.

        `documents` is as for `ask`. `fields` is a list of plain words ("effective date"), questions, or
        "name: question"; a mapping from names to questions; or a pydantic model, whose fields give name,
        type and description. `where` keeps only the rows that meet all conditions ("end date < 2021"), and
        `sort` orders them by a field ("-fee": the largest first); documents of which that cannot be told are
        named in `table.selection`. With `families` a row is a contract with all that changed it, and a cell
        shows all that its papers say (`add` is told what belongs together: `part_of`).
        `unread` gives rows to files that `add` could not read, with the reason.

        Each cell is kept as soon as it is known. The same table again asks only what is not known, or what
        may have changed: another version of the document, other settings, models or code. A cell that
        failed is asked again. An error in one cell is the state `failed` and never `not_stated`.

        With `batch` the language model is asked in batches of its provider, which take up to a day and cost
        less. The call submits what is lacking and returns; cells that are still to come have the standing
        `waiting`. The same call again goes on, until there are none. Pass a `pincite.ByBatch` to wait, or
        to agree to the cost of every round first.
        """
        from pincite.ask.build import rates_of
        from pincite.extract.fields import fields_of
        from pincite.extract.selecting import Selecting

        asked = fields_of(fields, self._field_questions().ask_for)
        if families:
            asked = tuple(each.model_copy(update={"of": "family"}) for each in asked)
        selecting = Selecting.of(where, sort, asked)
        chosen = self._tabulated(documents, unread)
        making = self._making_tables
        if batch:
            made = making.by_batches(chosen, asked, unread, progress, batch)
        else:
            made = making.table(chosen, asked, unread, progress)
        return selecting.select(made, rates_of(self.settings))

    def rows(
        self, documents: Named, fields: Sequence[TableField], *, unread: Mapping[str, PinciteError]
    ) -> Table:
        """Rows of a larger table, such as a job makes document by document; `tables` does not list them."""
        chosen = self._tabulated(documents, unread)
        return self._making_tables.rows(chosen, fields, unread, lambda progress: None)

    def extract(
        self,
        documents: Named = None,
        schema: SchemaLike = "",
        *,
        unread: Mapping[str, PinciteError] = MappingProxyType({}),
        progress: Callable[[Progress], None] = lambda progress: None,
    ) -> Table:
        """What each document says of each field of a schema: a row for each document.

        `schema` is a YAML file, the name of a starter, a pydantic model, or a `Schema` (docs/extract.md).
        `documents` and `unread` are as for `table`, whose cells these are: kept as soon as they are known,
        and asked again only where something changed. For a field with many values the document is read
        part by part, and each part is kept, too. A value that breaks a rule of the schema makes its cell
        one to review. Where nothing can be kept any more, this stops with a StoreError.
        """
        chosen = self._tabulated(documents, unread)
        fields = self.fields_of_schema(schema)
        return self._making_tables.table(chosen, fields, unread, progress, must_keep=True)

    def fields_of_schema(self, schema: SchemaLike) -> tuple[TableField, ...]:
        """The fields that a schema asks for, each with its question; `jobs.submit` takes them, too."""
        from pincite.extract.schema_file import schema_of

        return schema_of(schema).asked(self._field_questions().ask_for)

    def made_table(self, id: str, *, progress: Callable[[Progress], None] = lambda progress: None) -> Table:
        """A table that was made before, by its id or the beginning of it, with all that was decided since."""
        from pydantic import TypeAdapter

        from pincite.answer.document_tables import TableField

        found = self.store.held_tables(self.settings.collection, id) if id else []
        if len(found) != 1:
            said = (
                f"Several tables have an id that starts with {id!r}" if found else f"There is no table {id!r}"
            )
            raise InputError(f"{said}.", hint="`pincite extract --list` lists those that were made.")
        _, written, names = found[0]
        fields = TypeAdapter(list[TableField]).validate_json(written)
        return self._making_tables.table([self.current(name) for name in names], fields, {}, progress)

    def tables(self, limit: int = 1_000) -> list[MadeTable]:
        """The tables that were made of the collection, each by its id with its fields and documents."""
        from pincite.extract.making_tables import made_tables

        return made_tables(self.store, self.settings.collection, limit)

    def compare(
        self,
        first: str,
        second: str,
        fields: Fields,
        *,
        progress: Callable[[Progress], None] = lambda progress: None,
    ) -> Comparison:
        """Two documents field by field: same, changed (with both wordings), only in one of them, or open.

        `fields` is as for `table`, whose cells these are: each is kept as soon as it is known.
        """
        from pincite.extract.comparing import compared
        from pincite.extract.fields import fields_of

        pair = [self.matching(name) for name in (first, second)]
        chosen = [each[0] for each in pair]
        if any(len(each) > 1 for each in pair) or chosen[0] == chosen[1]:
            raise InputError(
                f"{first!r} and {second!r} are not two documents.", hint="Name two, each by its whole name."
            )
        asked = fields_of(fields, self._field_questions().ask_for)
        return compared(self._making_tables.table(chosen, asked, {}, progress))

    def versions(self, name: str) -> list[Identity]:
        """Every version of a document that the library holds, the oldest first."""
        return self.store.versions(self.settings.collection, self.current(name).name)

    def reanchor(self, old: str, new: str | None = None) -> Reanchoring:
        """What became of the past answers about `old` in `new`: holds, moved, changed or vanished.

        Both are names, or "NAME@VERSION" with the beginning of a version's id. Without `new`, or with the
        same name twice, the version before the current one is compared with it. Nothing is asked again.
        """
        from pincite.audit.past_answers import NamedVersions, PastAnswers

        first, second = NamedVersions(self.store, self._names).pair(old, new)
        past = PastAnswers(self._load(first), self._load(second))
        return past.reanchored(self.store.runs_of(first))

    def decide(self, document: str, field: TableField, decision: Decision) -> None:
        """Add what somebody decided about a cell; it holds in every table that asks this version the same."""
        from pincite.extract.cell_keys import field_key

        self.store.add_decision(self.current(document), field_key(field), decision.model_dump_json())

    @property
    def jobs(self) -> Jobs:
        """Work over many documents that survives any interruption: submit, work, show, pause, results …"""
        from pincite.extract.bulk import Jobs

        def ask_for(words: str, kind: str | None) -> tuple[str, str | None]:
            return self._field_questions().ask_for(words, kind)

        def check_models() -> None:
            self._making_tables.check_models()

        return Jobs(self.store, self.settings, self.matching, ask_for, self._everything, check_models)

    @property
    def keys(self) -> Keys:
        """Who may use this library through the server: new, list, revoke …"""
        from pincite.access import Keys

        return Keys(self.store.access())

    def under(self, **changes: object) -> Library:
        """The same library under other settings, such as another collection; closing one closes both."""
        other = Library(self.settings.model_copy(update=changes), self.store, self.read_only, self.notice)
        other.reader, other.second, other.temporary = self.reader, self.second, self.temporary
        # What is held is known by its version, and that by its collection.
        other._held, other._started = self._held, self._readers
        return other

    @property
    def runs(self) -> Runs:
        """What was asked, and the chain of it: list, show, review, verify and erase."""
        from pincite.audit.recorded_runs import Runs

        return Runs(self.store, self.settings.collection, self.notice)

    def pipeline(
        self,
        embedding: Embedding | None = None,
        *,
        at_once: bool = False,
        through: Callable[[LanguageModel], LanguageModel] | None = None,
    ) -> Pipeline:
        """The stages that a question goes through, as the settings describe them.

        With `at_once`, a document whose vectors are not made is searched by meaning among what words find.
        `through` puts something between the stages and every language model.
        """
        from pincite.ask.build import pipeline_of

        given = self.settings, embedding or self._vectors(), self.reader, self.second
        return pipeline_of(*given, at_once=at_once, through=through)

    def preparing(self, question: str) -> AbstractContextManager[None]:
        """While files are being added, load what a question about them needs."""
        from pincite.ask.preparing import preparing

        return preparing(self.pipeline, question)

    def why(self, run: str | None = None) -> RunRecord:
        """What a run asked, what was proposed and which check stopped it; without an id, the last run.

        The beginning of an id is enough if it fits only one run. If a run was not recorded, its answer has an
        empty id.
        """
        if run == "":
            raise InputError("This run was not recorded.", hint="The notes of its answer say why.")
        found = self.store.runs(self.settings.collection, run or "", limit=2)
        if not found and run:
            raise self.runs.missing(run)
        if not found:
            raise InputError("Nothing has been asked yet.", hint='Ask first: pincite ask FILE "QUESTION"')
        if run and len(found) > 1:
            raise InputError(
                f"Several runs have an id that starts with {run!r}.", hint="Write more of the id."
            )
        return found[0]

    def certify(
        self, run: str | None = None, *, with_text: bool = True, key: str | Path | None = None
    ) -> bytes:
        """The certificate of a run, as it is written to a file; without an id, of the last run.

        Anybody proves it again with `pincite.check`, with no library and no model. `with_text` puts the text
        of the documents into it; without it, they are needed to prove anything. `key` is the file of a
        private key to sign it with. An InputError says why a run cannot be certified.
        """
        from pincite.audit.library_certificates import Certificates

        record = self.why(run)
        making = Certificates(self.store, self.settings, self._load)
        return making.of(record, with_text, Path(key) if key is not None else None)

    def rejections(self, *, check: str = "", limit: int = 50) -> list[Rejection]:
        """What checks refused, the newest run first. Most entries point to a gap in retrieval."""
        return self.store.rejections(self.settings.collection, check, limit)

    def current(self, name: str) -> Identity:
        """The current version of a name, or an InputError that suggests one the library holds."""
        return self._names.current(name)

    def matching(self, name: object) -> list[Identity]:
        """The document with this name, else the one whose name begins so, else all that a pattern matches."""
        return self._names.matching(name)

    @property
    def _names(self) -> Names:
        from pincite.ask.arguments import Names

        return Names(self.store, self.settings.collection)

    def _answer(self, asking: Asking) -> Answer:
        """Always an Answer, which is recorded with all that was decided on the way to it."""
        import uuid

        from pincite.records.run import Run

        run = Run(uuid.uuid4().hex, decisions=list(asking.decisions), calls=list(asking.calls))
        run.of_a_cell = asking.of_a_cell
        with span("ask", run=run.id) as told:
            answer = self._answer_in(asking, run)
            told.note(outcome=answer.outcome, recorded=bool(answer.run))
            if answer.error:
                told.fail(answer.error.error_class)
        return answer

    def _answer_in(self, asking: Asking, run: Run) -> Answer:
        import traceback

        from pincite.ask.failures import failed, stopped, unforeseen
        from pincite.ask.recording import recorded, unrecorded
        from pincite.ask.report import (
            with_calls,
            with_caveats,
            with_outdated,
            with_unread,
            with_unread_pictures,
        )
        from pincite.jobs.outdated import outdated
        from pincite.records.reading import pages_waiting

        question = asking.question
        read: dict[Identity, ReadBy] = {}
        unread_pictures: dict[str, tuple[int, ...]] = {}

        def load(identity: Identity) -> Held:
            held = self._load(identity)
            parse = held.document.parse
            read[identity] = ReadBy(identity, held.document.format, parse.parser, parse.version)
            unread_pictures[identity.name] = pages_waiting(held.document.profile)
            return held

        def scanned(outline: Outline) -> None:
            read[outline.identity] = outline.read_by
            unread_pictures[outline.identity.name] = outline.waiting

        try:
            with bounded(asking.timeout_seconds, asking.is_cancelled):
                answer = self._found(asking, load, scanned, run)
        except Over as over:
            run.decide(f"stopped: {over}")
            answer = failed(question, self.settings.strictness, stopped(over), run)
        except PinciteError as error:
            run.decide(f"failed: {error}")
            answer = failed(question, self.settings.strictness, error, run)
        except Exception as error:  # a plug-in's fault or our own: an answer all the same, and never silence
            run.decide("failed: " + "".join(traceback.format_exception(error)))
            answer = failed(question, self.settings.strictness, unforeseen(error), run)
        # Of a document that was read again meanwhile, the version that came of it.
        last = {each.identity.name: each for each in read.values()}
        older = sorted(each.identity.name for each in outdated(last.values(), self.settings))
        answer = with_outdated(with_unread(answer, asking.unread), older)
        answer = with_unread_pictures(answer, unread_pictures)
        answer = with_calls(with_caveats(answer, asking.caveats), run.calls)
        if self.read_only or self.temporary:
            answer = unrecorded(answer)
        else:
            answer = recorded(self.store, self.settings, answer, read.values(), run)
            self._apply_retention()
        kind = answer.error.error_class if answer.error else None
        seconds = round(answer.seconds, 3)
        log("asked", run=answer.run, outcome=answer.outcome, error=kind, seconds=seconds, documents=len(read))
        return answer

    def _apply_retention(self) -> None:
        """Erase what the settings do not keep: with the first question, then every ten minutes at most."""
        import time

        days, megabytes, now = self.settings.retention_days, self.settings.runs_megabytes, time.monotonic()
        if (days is None and megabytes is None) or now < self._retention_due:
            return
        self._retention_due = now + _BETWEEN_ERASURES_SECONDS
        try:
            if days is not None and (count := self.runs.apply_retention(days)):
                self.notice(
                    f"Erased {count:,} runs and decisions older than {days:,} days (`retention_days`)."
                )
            if megabytes is not None and (count := self.runs.apply_limit(megabytes)):
                self.notice(f"Erased the {count:,} oldest runs: `runs_megabytes` is {megabytes:,}.")
        except StoreError as error:
            self.notice(f"Old runs could not be erased: {error}")

    def _found(
        self,
        asking: Asking,
        load: Callable[[Identity], Held],
        scanned: Callable[[Outline], None],
        run: Run,
    ) -> Answer:
        """What the stages answer; what goes wrong is raised."""
        from pincite.ask.choose_documents import with_choice
        from pincite.jobs.pending import Reach, with_pending
        from pincite.local_models import chosen, described

        if asking.part or asking.read is not None:
            return self._found_in_parts(asking, load, run)
        if over := self._over_documents(asking, load, run):
            return over
        question, reach = asking.question, Reach()
        reading_list = replace(
            self._reading_list(question, asking.documents),
            load=load,
            progress=asking.progress,
            shelves=self._remembered,
            scanned=scanned,
        )
        for said in described(chosen(self.settings)):
            run.decide(said)
        embedding = self._vectors()
        if embedding:
            run.decide(f"embedder: {embedding.model}")
            self._tell_lacking(embedding, reading_list, run)
            finish = self._finishing(embedding).before_reading
            reach = run.step("finish vectors", finish, reading_list.shortlist)
        pipeline = self.pipeline(embedding, at_once=reach.at_once, through=asking.models)
        pipeline = replace(pipeline, asks_cell=asking.of_a_cell, shared=asking.shared)
        if asking.guessed:
            pipeline = replace(pipeline, judged=pipeline.judged.warier())
        if asking.of_a_cell and question in pipeline.judged.fields:
            asked = [load(each).document.profile.type for each in reading_list.shortlist]
            if set(asked) == {"contract"}:
                run.decide("chance: that of this field of contracts")
                pipeline = replace(pipeline, judged=pipeline.judged.of_field(question))
        answer = pipeline.ask(question, reading_list, run, asking.answer_type, asking.hints)
        answer = with_choice(answer, reading_list.plan) if reading_list.plan else answer
        return with_pending(answer, reach)

    def _found_in_parts(self, asking: Asking, load: Callable[[Identity], Held], run: Run) -> Answer:
        """What one part of a version answers, or all of its parts once they are read."""
        from pincite.local_models import chosen, described

        assert asking.identity is not None
        for said in described(chosen(self.settings)):
            run.decide(said)
        held = load(asking.identity)
        pipeline = self.pipeline(self._vectors())
        if asking.part:
            return pipeline.ask_part(asking.question, held, asking.part, run, asking.answer_type)
        return pipeline.ask_read(asking.question, held, asking.read or (), run, asking.answer_type)

    def _over_documents(self, asking: Asking, load: Callable[[Identity], Held], run: Run) -> Answer | None:
        """The answer to a question over a field of each document; None for any other question."""
        from pincite.question.dictionary.entries import dictionary
        from pincite.question.parse import RuleParser

        # What rules made up from two questions must be surer than a cell is.
        if asking.of_a_cell or asking.guessed:
            return None
        read = RuleParser(dictionary(self.settings.concepts)).read(asking.question, asking.answer_type)
        over = read.generation.over
        documents = self._tabulated(asking.documents or None, {}) if over else []
        if over is None or len(documents) < 2:
            return None
        run.questions.append(read)
        from pincite.ask.build import language_model_of, rates_of
        from pincite.extract.asking_over import AskingOver

        has_model = language_model_of(self.settings, self.reader) is not None
        return AskingOver(
            lambda chosen, field, progress: self._making_tables.table(chosen, [field], {}, progress),
            self._making_tables.families,
            *(self._field_questions().ask_for, load, rates_of(self.settings), self.settings.strictness),
            covers=self._chooser.covers(self._everything()),
            reviewable=not (self.read_only or self.temporary),
            most_asked=self.settings.most_documents if has_model else _MOST_OVER,
        ).answer(asking, over, documents, run)

    def _reading_list(self, question: str, names: Sequence[str] | None) -> ReadingList:
        """The documents that the caller names, or else those that the question's own words choose."""
        from pincite.ask.reading_list import ReadingList
        from pincite.question.dictionary.entries import dictionary
        from pincite.question.parse import RuleParser

        read_again = None if self.read_only else self._read_again
        part_of = self.store.parts(self.settings.collection)
        if names:
            named = tuple(dict.fromkeys(meant for name in names for meant in self.matching(name)))
            return ReadingList(named, named, self._load, read_again, part_of=part_of)
        everything = self._everything()
        chooser = self._chooser
        embedding = self._vectors()
        read = RuleParser(dictionary(self.settings.concepts)).read(question)
        plan = chooser.plan(read, everything, embedding.nearest if embedding else None)
        return ReadingList(
            *(plan.shortlist, plan.everything, self._load, read_again, plan),
            part_of=part_of,
            choose=lambda part: chooser.choose(part, everything),
        )

    def _everything(self) -> tuple[Identity, ...]:
        """All documents of the collection; an InputError where there is none."""
        everything = tuple(listing.identity for listing in self.documents())
        if not everything:
            collection = self.settings.collection
            empty = "library" if collection == DEFAULT_COLLECTION else f"collection {collection!r}"
            raise InputError(
                f"The {empty} is empty.",
                hint='Run: pincite ask FILE "QUESTION", or pincite add FILE',
                elsewhere="Add a document first.",
            )
        return everything

    def _tabulated(self, documents: Named, unread: Mapping[str, PinciteError]) -> list[Identity]:
        """The documents that are asked; none only where every file of the table failed."""
        from pincite.ask.arguments import names_of

        if unread and documents == []:
            return []
        names = names_of(documents)
        if names is None:
            return list(self._everything())
        return list(dict.fromkeys(meant for name in names for meant in self.matching(name)))

    @property
    def _making_tables(self) -> MakingTables:
        from pincite.extract.making_tables import MakingTables
        from pincite.ingest.chunk import chunks

        return MakingTables(
            settings=self.settings,
            store=self.store,
            keeps=not (self.read_only or self.temporary),
            reader=self.reader,
            answer=self._answer,
            load=self._load,
            current=self.current,
            prepare=self._prepare,
            chunks=chunks,
            pipeline=lambda through: self.pipeline(through=through),
            notice=self.notice,
        )

    def batches(self) -> list[SubmittedBatch]:
        """Every batch that was submitted to a provider, the oldest first, with what it took and cost."""
        return self.store.replies().batches()

    def _field_questions(self) -> FieldQuestions:
        from pincite.extract.field_questions import FieldQuestions
        from pincite.question.dictionary.entries import dictionary
        from pincite.question.kinds import kinds_of

        return FieldQuestions(dictionary(self.settings.concepts), kinds_of)

    def _prepare(self, identity: Identity) -> str:
        """Have the vectors of a document made that is about to be asked, and say whether all are there."""
        embedding = self._vectors()
        if embedding is None:
            return ""
        if embedding.lacks(identity):
            self._finishing(embedding).finish(self._load(identity))
        return "by words only" if embedding.lacks(identity) else ""

    def _read_again(self, identity: Identity, pages: Sequence[int]) -> Identity:
        """The version that comes of having some pages recognised, or an error that says why there is none."""
        added = self.reread(identity.name, pages)
        if added.identity is None:
            raise added.error or InputError(f"{identity.name} cannot be read again.")
        if embedding := self._vectors():
            self._finishing(embedding).finish(self._load(added.identity))
        return added.identity

    def _load(self, identity: Identity) -> Held:
        held = self._held.get(identity)
        return held or self._held.keep(identity, self.store.load(identity))

    def _vectors(self) -> Embedding | None:
        """What gives documents their vectors; None when the settings name no embedder."""
        from pincite.jobs.embedding import Embedding, Remembering
        from pincite.local_models import chosen

        choice = chosen(self.settings).embedder
        if choice is None:
            return None
        with self._lock:
            known = self._embedding
            if known is None or known[0] != choice:
                given = Remembering(_embedder(choice)), not self.read_only, self.notice
                known = self._embedding = choice, Embedding(self.store, *given)
        return known[1]

    def _make_vectors(self, progress: Callable[[Progress], None]) -> Worked:
        from pincite.jobs.pending import Work, Worked

        embedding = self._vectors()
        if embedding is None:
            return Worked(0, 0)
        return Work(embedding, self._load, progress).run(self.settings.collection)

    def _tell_lacking(self, embedding: Embedding, reading_list: ReadingList, run: Run) -> None:
        """Take down that some documents have no vectors yet by which they could be proposed."""
        if reading_list.plan is None or len(reading_list.shortlist) == len(reading_list.everything):
            return
        # Counted and not looked for: which documents they are takes ten times as long to find out.
        if lacking := self.store.count_without_vectors(embedding.model):
            run.decide(f"{lacking:,} passages have no vectors yet: their documents are found by words only")

    def _finish_added(self, embedding: Embedding, results: Iterable[Added], progress: AddingProgress) -> None:
        """Make the vectors of what was added; where that fails it is held all the same."""
        for added in results:
            if added.identity is None or not embedding.lacks(added.identity):
                continue
            progress(Path(added.path), "making vectors of")
            try:
                embedding.finish(self._load(added.identity))
            except PinciteError as error:
                self.notice(f"Preparing for search by meaning failed; `pincite work` tries again: {error}")
                return

    def _finishing(self, embedding: Embedding) -> Finishing:
        from pincite.jobs.pending import Finishing

        return Finishing(embedding, self._load, self.notice)


def _embedder(choice: StageChoice) -> Embedder:
    from pincite.registry import build

    embedder: Embedder = build("embedder", choice.name, choice.options)
    return embedder


def _characters(held: Held) -> int:
    return len(held.document.text)
