"""Take one file into a library, and with it the files that came attached to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pincite.errors import InputError, PinciteError, UnsupportedFormat
from pincite.ingest.detect import detect
from pincite.ingest.watch import limits, over, watched
from pincite.jobs.batch import Added, Batch
from pincite.jobs.disk import require_free
from pincite.jobs.files import Found, bytes_of, names
from pincite.jobs.isolation import Readers
from pincite.jobs.one_file import Attached, Job, Reading, read
from pincite.jobs.recognition import Reread, parser_of
from pincite.records.document import Parse
from pincite.records.library import Entry, Identity, identify
from pincite.records.reading import When
from pincite.registry import available
from pincite.settings import Settings, StageChoice

Progress = Callable[[Path, str], None]
_WITH_PASSWORD = frozenset({"pdf"})


@dataclass(frozen=True, slots=True)
class _Source:
    """Bytes that are to become a document, and where they come from."""

    content: bytes = field(repr=False)
    name: str
    shown: str
    """The path of the file, or of the mail with the name of the attachment after it."""
    within: str = ""
    depth: int = 0
    more: bool = False
    """Whether another document is likely to follow."""
    alone: bool = False
    """Whether what is attached is left as it is."""
    origin: str = ""
    """The whole path of a file that was found; empty for an attachment, and for bytes."""


@dataclass(frozen=True, slots=True)
class Adding:
    """One call of `add`: what holds for all its files. Without `readers`, documents are read right here."""

    batch: Batch
    settings: Settings
    readers: Readers | None
    password: str | None = field(repr=False)
    progress: Progress
    rereads: tuple[Reread, ...] = ()
    pictures: When = "now"
    """Whether pictures beside text are read now; a password is not kept, so what needs one is read now."""
    replaces: Identity | None = None
    """The version that is to be replaced, if it still is the current one; None for any."""

    def add(self, found: Found, *, more: bool) -> None:
        """Add a file and what is attached to it. Whatever is wrong with it becomes its result."""
        if found.skipped:
            skipped = Added(str(found.path), "skipped", caveats=(found.skipped,), within=found.within)
            self.batch.settle(replace(skipped, missed=found.missed))
            return
        with watched(self.settings.limits):
            try:
                content = bytes_of(found.path)
            except PinciteError as error:
                self.batch.settle(Added(str(found.path), "failed", error=error, within=found.within))
                return
            # A folder may be called by bytes that are no Unicode, and only text can be kept.
            origin = str(found.path.absolute()).encode("utf-8", "backslashreplace").decode()
            self._add(_Source(content, found.name, str(found.path), found.within, more=more, origin=origin))

    def add_content(self, content: bytes, name: str) -> None:
        """The same for bytes that the caller holds, without what is attached to them."""
        with watched(self.settings.limits):
            self._add(_Source(content, name, name, alone=True))

    def add_bytes(self, content: bytes, name: str) -> None:
        """The same with what is attached to them."""
        with watched(self.settings.limits):
            self._add(_Source(content, name, name))

    def _add(self, source: _Source) -> None:
        try:
            reading = self._take_in(source)
        except UnsupportedFormat as error:
            result = Added(source.shown, "failed", error=error, within=source.within)
            if source.within:
                result = replace(result, status="skipped", error=None, caveats=(error.message,))
            self.batch.settle(result)
        except PinciteError as error:
            self.batch.settle(Added(source.shown, "failed", error=error, within=source.within))
        else:
            self._add_attached(source, () if reading is None or source.alone else reading.attached)

    def _take_in(self, source: _Source) -> Reading | None:
        """Read and store a document; None when it is held already, and holds no others."""
        job = self._job(source)
        if self.readers and self.batch.store.current(self.settings.collection, source.name) is None:
            # A file under a new name is read in any case: its process starts while its parser is loaded here.
            self.readers.expect(job.parser)
        parse = parser_of(job.parser, job.options, job.ocr, job.rereads, job.pictures).parse
        before = self.batch.store.current(self.settings.collection, source.name)
        # Whether there is anything to recognise in a document is known once it is read.
        parses = [parse, parse.without_recognition()]
        if job.pictures == "later":
            parses.append(parse.before_pictures())
        is_held = before in [self._identity(source, each) for each in parses]
        unchanged = Added(source.shown, "unchanged", before, within=source.within)
        # What is attached may have failed the last time, so it is looked at again.
        if is_held and job.format not in available("attachments"):
            self.batch.settle(unchanged)
            return None
        reading = self._read(job, source)
        identity = self._identity(source, reading.document.parse)
        if before == identity:
            self.batch.settle(unchanged)
        else:
            self._put(source, identity, reading, is_new=before is None)
        return reading

    def _identity(self, source: _Source, parse: Parse) -> Identity:
        return identify(self.settings.collection, source.name, source.content, parse)

    def _job(self, source: _Source) -> Job:
        format = detect(source.content, source.name)
        chosen = self.settings.parsers.get(format, StageChoice(name=format))
        options: dict[str, Any] = dict(chosen.options)
        if self.password and chosen.name in _WITH_PASSWORD:
            options["password"] = self.password
        return Job(
            source.content,
            source.name,
            format,
            chosen.name,
            options,
            self.settings.limits,
            self.settings.ocr,
            self.rereads,
            "now" if "password" in options else self.pictures,
        )

    def _read(self, job: Job, source: _Source) -> Reading:
        path = Path(source.shown)
        require_free(self.settings.library, self.settings.least_free_megabytes)
        self.progress(path, "reading")

        def told(page: int, pages: int) -> None:
            self.progress(path, f"reading page {page:,} of {pages:,} of")

        if self.readers is None:
            return read(job, told)
        return self.readers.read(job, told, more=source.more)

    def _put(self, source: _Source, identity: Identity, reading: Reading, *, is_new: bool) -> None:
        document = reading.document
        entry = Entry(
            *(identity, source.content, document, reading.passages, reading.chunks, reading.postings),
            origin=source.origin,
            replaces=self.replaces,
        )
        self.progress(Path(source.shown), "storing")
        result = Added(source.shown, "added" if is_new else "updated", identity, document.caveats)
        self.batch.put(
            entry, replace(result, within=source.within, replaced=self._replaced(source, identity))
        )

    def _replaced(self, source: _Source, identity: Identity) -> str:
        """The file in another folder that was held under this name; empty where there is none."""
        if Path(source.origin).name != Path(identity.name).name:  # another name was asked for
            return ""
        before = self.batch.store.origin(identity.collection, identity.name)
        return before if before != source.origin else ""

    def _add_attached(self, source: _Source, attached: tuple[Attached, ...]) -> None:
        if not attached:
            return
        if refusal := _refusal(source, len(attached)):
            self.batch.settle(Added(source.shown, "failed", error=refusal, within=source.shown))
        if source.depth >= limits().attachment_depth:
            return
        read = list(names(source.name, attached[: limits().attachments]))
        for number, (name, content) in enumerate(read, start=1):
            shown = source.shown + name.removeprefix(source.name)
            more = source.more or number < len(read)
            self._add(_Source(content, name, shown, source.shown, source.depth + 1, more))


def _refusal(source: _Source, count: int) -> InputError | None:
    """Why not all that is attached will be read; None when it will."""
    if source.depth >= limits().attachment_depth:
        return over(
            f"What is attached to {source.shown} was not read", "attachment_depth", "Add it separately"
        )
    if count > limits().attachments:
        return over(f"{source.shown} has {count:,} attachments", "attachments", "Add the others separately")
    return None
