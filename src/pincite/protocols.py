"""Every stage as a Protocol, in the order in which data meets it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

if TYPE_CHECKING:
    from datetime import date, datetime
    from decimal import Decimal
    from pathlib import Path as FilePath

    import numpy as np
    from numpy.typing import NDArray

    from pincite.answer.view_and_form import AskedQuestion, Reading, View
    from pincite.records.api_keys import ApiKey
    from pincite.records.candidate import Rejection
    from pincite.records.chain import ChainEntry
    from pincite.records.chain import Kind as ChainKind
    from pincite.records.completion import (
        BatchProgress,
        BatchResult,
        BatchState,
        Completion,
        FailedRequest,
        ModelRequest,
        Prompt,
        Rung,
        SubmittedBatch,
        Usage,
    )
    from pincite.records.document import Document, Parse
    from pincite.records.evidence import Excerpt, Extract, Fused, Hit
    from pincite.records.job import (
        Attempt,
        Budget,
        Claimed,
        Finished,
        ItemState,
        Job,
        JobItem,
        JobState,
        Lease,
        NewItem,
        NewJob,
    )
    from pincite.records.library import (
        AskedFor,
        BackUp,
        Cover,
        Entry,
        Held,
        Identity,
        Listing,
        NearHit,
        ReadBy,
        RunLine,
        RunRecord,
        SearchHit,
        Swept,
        UnitKey,
    )
    from pincite.records.question import Question
    from pincite.records.reading import Raster, ReadPage
    from pincite.records.reading import Reading as RecognisedWords
    from pincite.records.run import Advice, Overview

    Vectors = NDArray[np.float32]
    """A row for each text."""

TextKind = Literal["query", "passage"]
AnswerKind = Literal["default", "clause", "value"]
"""What a reader looks for: words as they stand, a value among them, or either."""


class Parser(Protocol):
    """Bytes of one format into a Document."""

    @property
    def parse(self) -> Parse:
        """What a document is recorded as read by, known before reading: with who recognises words in images,
        who is named only if the document has such."""
        ...

    def read(self, content: bytes, name: str) -> Document:
        """The whole document, or an InputError that names it, the reason and the next step."""
        ...


class Recogniser(Protocol):
    """Reads the words of an image."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str:
        """Part of what a document is recorded as read by: another version may read other words."""
        ...

    def recognise(self, raster: Raster) -> RecognisedWords:
        """Every word with its box in pixels of the image; no lines when it holds no text."""
        ...


class SourcePage(Protocol):
    """One page of a file for a page reader: the file's bytes, or the page as an image."""

    @property
    def content(self) -> bytes: ...

    @property
    def number(self) -> int:
        """Which page it is, counted from 1."""
        ...

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the page as shown, in points."""
        ...

    def raster(self, dpi: float) -> Raster:
        """The page as shown."""
        ...


class PageReader(Protocol):
    """Reads one page in another way than by the text in the file: by recognition, a model, a service."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str:
        """Part of what a document is recorded as read by."""
        ...

    def read_page(self, source: SourcePage) -> ReadPage:
        """The lines of the page in reading order, every word with its box in points of the page as shown."""
        ...


class Describer(Protocol):
    """Says what a picture shows. What it says is its own words and never the document's."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str:
        """Part of what a document is recorded as read by."""
        ...

    def describe(self, raster: Raster) -> str:
        """A sentence or two; empty for a picture that only decorates. A ProviderError if there is none."""
        ...


class Aside(Protocol):
    """Files beside a library that can be made again at any time. Forgetting anything deletes all of them."""

    def names(self) -> list[str]:
        """What there is to read, in order."""
        ...

    def read(self, name: str) -> bytes | None:
        """What was written under a name; None where it is gone or damaged."""
        ...

    def write(self, name: str, content: bytes) -> bool:
        """Whether it is there from now on, whole."""
        ...

    def drop(self, name: str) -> None:
        """Delete one that is of no more use."""
        ...


class ObjectStore(Protocol):
    """Keeps bytes outside the library, each whole under its key."""

    @property
    def place(self) -> str:
        """Where that is, to be shown; it holds no credentials."""
        ...

    def put(self, key: str, content: bytes) -> None:
        """Keep bytes: when this returns they are safe, and before that nobody sees them."""
        ...

    def get(self, key: str) -> bytes | None:
        """What is kept under a key; None where nothing is."""
        ...

    def has(self, key: str) -> bool:
        """Whether anything is kept under a key."""
        ...

    def delete(self, key: str) -> None:
        """Keep nothing under a key; where nothing was, that is no error."""
        ...

    def keys(self, under: str) -> Iterator[tuple[str, int]]:
        """Every key that begins so, with the size of what is kept, in order of key."""
        ...


class Store(Protocol):
    """The library: documents, their versions and what was asked of them."""

    def add(self, entries: Sequence[Entry]) -> list[bool]:
        """Hold each entry as the current version of its name: whole or not at all, even after a crash.

        For each whether that changed anything: another process may have added the same meanwhile, or
        another version than the one that an entry replaces.
        """
        ...

    def require_writable(self) -> None:
        """A StoreError where nothing may be written."""
        ...

    def current(self, collection: str, name: str) -> Identity | None:
        """The current version of a name; None when the collection does not hold it."""
        ...

    def versions(self, collection: str, name: str) -> list[Identity]:
        """Every version of a name that is held, the oldest first."""
        ...

    def origin(self, collection: str, name: str) -> str:
        """The file that the current version of a name was read from; empty where nobody said."""
        ...

    def collections(self) -> list[tuple[str, int]]:
        """Every collection that holds documents, in order of name, and how many they are."""
        ...

    def listing(self, collection: str) -> list[Listing]:
        """The current version of every name, in order of name."""
        ...

    def parts(self, collection: str) -> dict[str, str]:
        """By name, what the user said that a document is part of; most are part of none."""
        ...

    def say_part_of(self, collection: str, names: Sequence[str], part_of: str) -> None:
        """Keep that some documents are part of another; an empty name takes that back."""
        ...

    def read_by(self, collection: str) -> list[ReadBy]:
        """Which parser has read the current version of each name, in order of name."""
        ...

    def covers(self, collection: str) -> list[Cover]:
        """What tells the current version of every name from the others, in order of name."""
        ...

    def load(self, identity: Identity) -> Held:
        """The document, equal in every range to the one that was added."""
        ...

    def content(self, identity: Identity) -> bytes:
        """The file's own bytes."""
        ...

    def forget(self, collection: str, name: str) -> int:
        """Delete every version of a name and its words; how many there were. Recorded answers stay."""
        ...

    def search(self, words: Sequence[str], collection: str, limit: int) -> list[SearchHit]:
        """The blocks of the collection's current versions that best match, best first."""
        ...

    def vectors(self, hashes: Sequence[str], model: str) -> dict[str, bytes]:
        """What is kept of a model's vectors of passages with these hashes, by hash."""
        ...

    def keep_vectors(self, model: str, vectors: Mapping[str, bytes]) -> None:
        """Keep vectors by the hash of their passage, as long as some document holds such a passage."""
        ...

    def without_vectors(self, collection: str, model: str) -> list[Identity]:
        """The current versions of which some passage has no vector of the model yet, in order of name."""
        ...

    def count_without_vectors(self, model: str) -> int:
        """How many different passages of the whole library have no vector of the model yet."""
        ...

    def lacking_vectors(self, identity: Identity, model: str) -> int:
        """How many passages of a version have no vector of the model yet; none of what is not held."""
        ...

    def making_vectors(self, identity: Identity) -> AbstractContextManager[bool]:
        """Keep others from making the vectors of a version meanwhile; False when another process does."""
        ...

    def waiting_for_pictures(self, collection: str) -> list[Identity]:
        """The current versions with pictures that are not read yet, in order of name."""
        ...

    def reading_pictures(self, identity: Identity) -> AbstractContextManager[bool]:
        """Keep others from reading the pictures of a version meanwhile; False when another process does."""
        ...

    def drop_older_vectors(self, embedder: str, model: str) -> None:
        """Delete what earlier models of an embedder have made, where this one has made it too."""
        ...

    def back_up(
        self, file: FilePath, progress: Callable[[int, int], None] = lambda done, all: None
    ) -> BackUp:
        """Copy the whole library as it is at this moment into a new file; others may use it meanwhile.

        The file is there only once it is whole and proved by its hashes; none is overwritten.
        """
        ...

    def sweep(self) -> Swept:
        """Delete what a killed process left where files are kept outside, and tell which are missing."""
        ...

    def aside(self) -> Aside:
        """Files that can be made again; nothing is written to them once anything more is forgotten."""
        ...

    def nearest(self, vector: Vectors, model: str, collection: str, limit: int) -> list[NearHit]:
        """The passages of the collection's current versions whose vectors are nearest, nearest first.

        `vector` is a single one of unit length. Only those that were kept for the model are compared.
        """
        ...

    def keep_table_cell(self, identity: Identity, key: str, cell: str) -> None:
        """Keep a cell of a table as long as the version is held; of what is not held, nothing."""
        ...

    def table_cells(self, identity: Identity, keys: Sequence[str]) -> dict[str, str]:
        """What is kept of a version's cells under these keys, by key."""
        ...

    def keep_unit(self, identity: Identity, key: UnitKey, unit: str) -> None:
        """Keep what came of a part of a document, as long as the version is held; again replaces it."""
        ...

    def units(self, identity: Identity, schema: str, field: str) -> dict[UnitKey, str]:
        """What is kept of the parts of a version for a field, in the order of the text."""
        ...

    def finish_units(self, identity: Identity, schema: str, field: str, at: datetime) -> None:
        """Note when all parts of a field were done: from then on they are kept for a while only."""
        ...

    def drop_units(self, before: datetime) -> None:
        """Delete the parts of what was done before a time."""
        ...

    def hold_table(self, collection: str, id: str, fields: str, names: Sequence[str]) -> None:
        """Know a table over documents by its id; the same again changes nothing."""
        ...

    def held_tables(self, collection: str, start: str, limit: int = 2) -> list[tuple[str, str, list[str]]]:
        """Id, fields and names of documents of the tables whose id starts so."""
        ...

    def add_decision(self, identity: Identity, field: str, decision: str) -> None:
        """Add what somebody decided about a cell, as long as the version is held."""
        ...

    def decisions(self, identity: Identity, fields: Sequence[str]) -> list[tuple[str, str]]:
        """What was decided about the cells of a version with their fields, the oldest first."""
        ...

    def jobs(self) -> JobQueue:
        """The jobs over many documents, and who is at which document of them."""
        ...

    def hearing_of_jobs(self, tell: Callable[[], None]) -> AbstractContextManager[float]:
        """Meanwhile, `tell` is called when a job may have come, as far as that can be known; how many seconds
        to wait before looking without having been told.
        """
        ...

    def replies(self) -> ReplyStore:
        """Replies of language models, and the batches in which they are asked for."""
        ...

    def access(self) -> AccessStore:
        """API keys, and replies to requests that must not be done twice."""
        ...

    def record(self, run: RunRecord) -> None:
        """Keep what was asked and answered."""
        ...

    def runs(self, collection: str, start: str = "", limit: int = 20) -> list[RunRecord]:
        """What was asked, the newest first; with `start`, only runs whose id starts so."""
        ...

    def runs_of(self, identity: Identity) -> list[RunRecord]:
        """The runs that read a version, the newest first, without what they proposed."""
        ...

    def trail(self) -> Trail:
        """The chain of what was recorded."""
        ...

    def rejections(self, collection: str, check: str = "", limit: int = 50) -> list[Rejection]:
        """What checks have stopped, the newest run first; with `check`, only by that one."""
        ...

    def close(self) -> None: ...


class AccessStore(Protocol):
    """API keys of a library."""

    def add_key(self, key: ApiKey) -> None: ...

    def keys(self) -> list[ApiKey]:
        """All that were ever made, the oldest first."""
        ...

    def key(self, id: str) -> ApiKey | None:
        """One by its whole id, also if it was revoked; None where there is none."""
        ...

    def count_keys(self) -> int: ...

    def revoke_key(self, id: str, at: str) -> None: ...


class Trail(Protocol):
    """What was recorded, entry by entry, each naming the one before it by its hash; and how to erase it.

    The chain is only ever added to. What an entry is about can be erased; another entry says so.
    """

    def entries(self) -> Iterator[ChainEntry]:
        """The whole chain, from its first entry on."""
        ...

    def entry_of(self, kind: ChainKind, subject: str) -> ChainEntry | None:
        """The entry of a run or a decision; None where the chain has none."""
        ...

    def entries_of_runs(self, start: str, limit: int = 2) -> list[ChainEntry]:
        """The entries of runs whose id starts so, also of those that were erased."""
        ...

    def tombstone_of(self, number: int) -> ChainEntry | None:
        """What says that the payload of an entry was erased; None where it was not."""
        ...

    def digest_of(self, entry: ChainEntry) -> str | None:
        """The hash of what is stored for an entry now; None where nothing is."""
        ...

    def unchained(self) -> list[str]:
        """Runs and decisions that no entry of the chain names."""
        ...

    def listed(
        self,
        collection: str,
        outcome: str = "",
        document: str = "",
        since: str = "",
        limit: int = 20,
        *,
        asked_for: AskedFor | None = None,
        after: str = "",
    ) -> list[RunLine]:
        """The runs of a collection, the newest first, behind `after`; what is empty leaves none out."""
        ...

    def parts(self, run: str) -> dict[str, str]:
        """What a run recorded beside its answer, by the name of the part, as JSON."""
        ...

    def runs_that_read(self, collection: str, name: str) -> list[str]:
        """The ids of the runs that read any version of a name, whether it is still held or not."""
        ...

    def erase_about(self, collection: str, names: Sequence[str], reason: str) -> int:
        """Erase all that was recorded about some documents; how many runs and decisions there were."""
        ...

    def erase_before(self, collection: str, before: str, reason: str) -> int:
        """Erase what was asked and decided before a time; how many runs and decisions there were."""
        ...

    def erase_beyond(self, collection: str, most_bytes: int, reason: str) -> int:
        """Erase the oldest questions, so that the others take no more than so much; how many there were."""
        ...

    def compact(self) -> bool:
        """Write the database anew, without what was erased; False while another process keeps the old log."""
        ...


class JobQueue(Protocol):
    """Jobs over many documents. Every method is one transaction: a killed process leaves all or nothing.

    `jobs` names the jobs that are meant by their ids; none stands for all of the library.
    """

    def submit(
        self, new: NewJob, *, again: bool = False, read: Callable[[NewItem], bytes | None] | None = None
    ) -> tuple[str, bool]:
        """The id of the job and whether it is new: one that does the same is taken, unless `again`.

        With `read` the bytes of files are kept with the job, for workers that cannot see them, until their
        document is done or the job is cancelled; None where an item has none.
        """
        ...

    def file(self, claimed: Claimed) -> bytes | None:
        """The bytes that are kept of the file of a document; None where none are."""
        ...

    def found(self, collection: str, start: str = "", limit: int = 1_000) -> list[Job]:
        """The jobs of a collection whose id starts so, the newest first."""
        ...

    def items(self, job: str, states: Sequence[ItemState]) -> list[JobItem]:
        """The documents of a job that are in one of these states, in order."""
        ...

    def attempts(self, job: str) -> list[Attempt]:
        """Every attempt at every document of a job."""
        ...

    def results(self, job: str) -> list[tuple[JobItem, list[str]]]:
        """Every document of a job with the rows that came of it, which may be none."""
        ...

    def claim(self, worker: str, jobs: Sequence[str] = ()) -> Claimed | None:
        """Take a document that waits; None where none does. Two workers never get the same one."""
        ...

    def beat(self, claimed: Claimed) -> JobState | None:
        """Renew the lease, and say how the job stands; None where the lease is lost."""
        ...

    def finish(self, claimed: Claimed, finished: Finished) -> bool:
        """Keep what came of a document, with its state; False, and nothing, where the lease is lost."""
        ...

    def exchange(self, claimed: Claimed, finished: Finished, jobs: Sequence[str] = ()) -> Claimed | None:
        """The same, and the next document that waits, in one transaction."""
        ...

    def release(self, worker: str) -> None:
        """Give back what a worker has, as if it had never been taken."""
        ...

    def crashed(self, worker: str, reason: str) -> None:
        """Give back what a worker had when it ended; set aside what has done that too often."""
        ...

    def leases(self, jobs: Sequence[str] = ()) -> list[Lease]:
        """Who has which document."""
        ...

    def lapse(self, lease: Lease) -> bool:
        """Take a document away from a worker that is lost; False where the lease was renewed meanwhile."""
        ...

    def open_items(self, jobs: Sequence[str] = ()) -> tuple[int, int]:
        """How many documents of running jobs wait, and how many somebody has."""
        ...

    def worked(self, seconds: float, jobs: Sequence[str] = ()) -> None:
        """Count time for the jobs that workers are at, and pause those whose time is up."""
        ...

    def pause(self, jobs: Sequence[str], reason: str) -> None:
        """Have nobody begin with another document of running jobs."""
        ...

    def resume(self, job: str, budget: Budget) -> None:
        """Have a job go on; limits that are given take the place of those before."""
        ...

    def retry(self, job: str) -> int:
        """Have documents that came to nothing tried again, and the job go on; how many there are."""
        ...

    def cancel(self, job: str) -> int:
        """Have nobody do any more of a job; what is done is kept. How many files it kept, which go."""
        ...


class Embedder(Protocol):
    """Texts as vectors that lie close together where the texts mean the same."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str:
        """The model and all else that its vectors depend on: they are kept under it."""
        ...

    @property
    def dimensions(self) -> int:
        """How many numbers each vector has."""
        ...

    def embed(self, texts: Sequence[str], kind: TextKind) -> Vectors:
        """A vector of finite numbers for each text, in their order; a ProviderError when there is none.

        The vector of a text does not depend on the other texts of the call.
        """
        ...


class Path(Protocol):
    """One way to find blocks that may answer a question."""

    @property
    def name(self) -> str: ...

    def find(self, question: Question, held: Held) -> list[Hit]:
        """Hits inside one document, best first. Never a block that the document does not have."""
        ...


class Fusion(Protocol):
    """Merges what several paths found."""

    @property
    def name(self) -> str: ...

    def fuse(self, hits: Mapping[str, Sequence[Hit]]) -> list[Fused]:
        """By path its hits, best first; back comes every block of them once, best first, and no other."""
        ...


class Reranker(Protocol):
    """Puts passages in a better order than words can, as a rule with a model."""

    @property
    def name(self) -> str: ...

    def rerank(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        """One score for each passage, the higher the better; a ProviderError or OSError if there is none."""
        ...


class PassageReader(Protocol):
    """A model that says whether a passage answers a question, and where in it."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str:
        """The weights and all else that its scores depend on: they are kept under it."""
        ...

    def read(
        self, question: str, excerpts: Sequence[Excerpt], kind: AnswerKind = "default"
    ) -> Sequence[Extract]:
        """One extract for each excerpt, in their order; a ProviderError or OSError if there is none.

        A score is the chance, as measured when the model was made, that the excerpt answers. It does not
        depend on the other excerpts of the call.
        """
        ...


class LanguageModel(Protocol):
    """A language model behind any provider."""

    @property
    def name(self) -> str:
        """Its provider and its own name, as the settings name it."""
        ...

    @property
    def rungs(self) -> Sequence[Rung]:
        """By which means it can be held to a form, strongest first."""
        ...

    def complete(self, prompt: Prompt) -> Completion:
        """Its reply by the rung that the prompt names, and why it ended; a ProviderError if there is none."""
        ...


@runtime_checkable
class NeedsKey(Protocol):
    """What cannot be called before the user has set a key or installed a package."""

    def check_ready(self) -> None:
        """Nothing, or the error with which every call would fail; nothing is sent."""
        ...


class BatchService(Protocol):
    """A provider that works on many requests to a language model together: later, and for less."""

    @property
    def most_requests(self) -> int:
        """How many one batch may hold."""
        ...

    @property
    def most_bytes(self) -> int: ...

    @property
    def prices(self) -> BatchPrices | None:
        """What tokens cost; None where nobody said."""
        ...

    def request(self, prompt: Prompt, quietly: bool) -> ModelRequest:
        """All that is sent for a prompt; `quietly` keeps the model from thinking first."""
        ...

    def submit(self, token: str, requests: Sequence[ModelRequest], sending: Callable[[], None]) -> str:
        """The provider's name of the batch. It is sent once, and `sending` is called right before.

        A ProviderError where it was refused; one that is `Unsure` where nobody knows whether it was.
        """
        ...

    def find(self, batch: SubmittedBatch, known: Collection[str]) -> str | None:
        """The provider's name of a batch whose submission was interrupted, None where it never arrived.

        `known` are names of other batches of ours. `Undecided`, a ProviderError, where it cannot be told.
        """
        ...

    def look(self, id: str) -> BatchProgress:
        """How far a batch has got; a ProviderError when that cannot be asked."""
        ...

    def results(self, id: str, token: str, rungs: Mapping[int, Rung]) -> Iterator[BatchResult]:
        """What came of the requests of a batch that has ended, in any order, and perhaps of others."""
        ...


class BatchPrices(Protocol):
    """What tokens cost, by prices that the user gives."""

    @property
    def as_of(self) -> date | None: ...

    @property
    def batch(self) -> Decimal:
        """What a request in a batch costs, as a share."""
        ...

    def of(self, usage: Usage) -> Decimal: ...


class ReplyStore(Protocol):
    """Keeps replies of language models by the hash of the request, and how far each batch has got.

    Whatever is done twice, because a process was killed in between, changes nothing more.
    """

    @property
    def submitting(self) -> Callable[[], AbstractContextManager[bool]]:
        """Keeps other processes from submitting meanwhile; False when another one does."""
        ...

    def reply(self, key: str) -> Completion | None:
        """What a model replied to a request; None where nothing is kept."""
        ...

    def keep_live(
        self, purpose: str, request: ModelRequest, about: Collection[Identity], said: Completion
    ) -> None:
        """Keep the reply of a call that was made for itself, and what it took."""
        ...

    def failed(self, key: str) -> FailedRequest:
        """How often a request came back without a reply since it was last forgiven."""
        ...

    def forgive(self, keys: Collection[str]) -> None:
        """Ask these anew the next time: forget replies that nothing came of, and failures so far."""
        ...

    def open(
        self,
        token: str,
        purpose: str,
        requests: Sequence[tuple[ModelRequest, Collection[Identity]]],
        now: float,
    ) -> tuple[int, list[ModelRequest]]:
        """A new batch of those requests that no other one holds, before it is sent: its number and them."""
        ...

    def in_flight(self, keys: Iterable[str]) -> set[str]:
        """Those of some requests that a batch holds which is not harvested yet."""
        ...

    def sending(self, number: int, now: float) -> None:
        """Note when a batch is sent."""
        ...

    def move(self, number: int, state: BatchState, provider_id: str = "", said: str = "") -> None:
        """Note how far a batch has got; one that is harvested or dropped stays so."""
        ...

    def rungs(self, number: int) -> dict[int, Rung]:
        """By the number of each request of a batch how it is held to a form."""
        ...

    def end(self, number: int, results: Sequence[tuple[int, BatchResult]]) -> None:
        """Keep what came of some requests of a batch, each by its number; what is known already stays."""
        ...

    def finish(self, number: int, missing: str) -> None:
        """The batch is harvested; of what has no result, `missing` says why."""
        ...

    def open_batches(self) -> list[SubmittedBatch]:
        """Those that are not harvested yet, the oldest first."""
        ...

    def batches(self, purpose: str = "") -> list[SubmittedBatch]:
        """All that were made for a table, the oldest first; without one, all there are."""
        ...

    def provider_ids(self) -> set[str]:
        """The provider's own names of all batches of ours."""
        ...


class Planner(Protocol):
    """Says where to look first; rules always make a plan, too, which applies alone if this fails."""

    @property
    def name(self) -> str: ...

    def plan(self, asked: str, overviews: Sequence[Overview]) -> Advice:
        """Advice that points only at what was shown; a ProviderError or OSError when there is none."""
        ...


class Reader(Protocol):
    """Names the lines of a view, and the words in them, that answer questions. Nobody trusts it yet."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str:
        """Of the model and all else that its readings depend on; empty where nobody can tell."""
        ...

    @property
    def most_chars(self) -> int:
        """How much it can be shown at a time."""
        ...

    def read(self, asked: Sequence[AskedQuestion], view: View) -> Sequence[Reading]:
        """One reading for each question, in their order; a ProviderError or OSError if there is none.

        It says `none` where the lines do not answer; a refusal, an outage and a broken reply are errors.
        """
        ...


class Verifier(Protocol):
    """A model that says how well a text supports a statement: one more tier of the support check."""

    @property
    def name(self) -> str: ...

    def supports(self, statement: str, evidence: str) -> float:
        """From 0 (contradicted, or not said) to 1 (said). The same pair always gets the same score."""
        ...
