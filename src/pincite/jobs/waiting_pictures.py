"""Read the pictures that `add` left for later, one document after the other, until none waits.

The library itself is the queue: a current version waits as long as its parse says that pictures of it were
not read. Reading them makes a new version of the same bytes in one transaction, and only if the version that
was waiting is still the current one. So nothing is lost when a process is killed, no document is read by two
processes at once, and a file that was changed or forgotten meanwhile stays as its owner left it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from pathlib import Path

from pincite.errors import NotHeld, PinciteError, TamperError
from pincite.jobs.adding import Adding
from pincite.jobs.batch import Batch
from pincite.jobs.isolation import Readers
from pincite.jobs.pending import Progress
from pincite.jobs.recognition import recogniser
from pincite.protocols import Store
from pincite.records.bounds import bounds
from pincite.records.library import Held, Identity
from pincite.settings import Settings

_POLL_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class ReadPictures:
    """What came of it: how many documents have their pictures read now, and which could not be read again."""

    documents: int = 0
    failed: tuple[tuple[Identity, PinciteError], ...] = ()


@dataclass(slots=True)
class PictureWork:
    """The pictures of all documents that wait for it."""

    store: Store
    settings: Settings
    readers: Readers | None
    load: Callable[[Identity], Held]
    progress: Callable[[Progress], None] = lambda progress: None
    clock: Callable[[], float] = time.monotonic
    _started: float = field(default=0.0, init=False)
    _made: int = field(default=0, init=False)
    _total: int = field(default=0, init=False)

    def run(self, collection: str) -> ReadPictures:
        """Until no current version of the collection waits, but for those that cannot be read."""
        if recogniser(self.settings.ocr) is None:
            return ReadPictures()
        done: set[Identity] = set()
        failed: dict[Identity, PinciteError] = {}
        self._started, self._made = self.clock(), 0
        while identities := self._waiting(collection, {*done, *failed}):
            pictures = {each: self._pictures(each) for each in identities}
            self._total = self._made + sum(sum(pages.values()) for pages in pictures.values())
            moved = False
            for each, pages in pictures.items():
                bounds().go_on()
                with self.store.reading_pictures(each) as free:
                    if not free or self.store.current(each.collection, each.name) != each:
                        continue
                    try:
                        self._read(each, pages)
                        done.add(each)
                    except NotHeld:
                        continue
                    except PinciteError as error:
                        failed[each] = error
                    moved = True
            if not moved:
                bounds().go_on()
                time.sleep(_POLL_SECONDS)
        return ReadPictures(len(done), tuple(failed.items()))

    def _waiting(self, collection: str, known: Set[Identity]) -> list[Identity]:
        return [each for each in self.store.waiting_for_pictures(collection) if each not in known]

    def _pictures(self, identity: Identity) -> dict[int, int]:
        """How many pictures wait on each page; what is damaged or gone is met when it is read."""
        try:
            quality = self.load(identity).document.profile.pages
        except (NotHeld, TamperError):
            return {}
        return {page.page: page.waiting_pictures for page in quality if page.waiting_pictures}

    def _read(self, identity: Identity, pages: dict[int, int]) -> None:
        """Read a document with its pictures and hold it, or raise why that is not possible."""
        content = self.store.content(identity)
        batch = Batch(self.store, lambda added: None)
        told = _Pages(self, identity.name, pages)
        told.say(0)
        adding = Adding(batch, self.settings, self.readers, None, told.heard, replaces=identity)
        adding.add_content(content, identity.name)
        batch.flush()
        (added,) = batch.results
        if added.error:
            raise added.error
        self._made += sum(pages.values())

    def tell(self, name: str, count: int) -> None:
        """Say how far it has got, with so many pictures of the current document."""
        made = self._made + count
        total, spent = max(self._total, made), self.clock() - self._started
        left = (total - made) * spent / made if made else None
        self.progress(Progress(name, made, total, left, "pictures"))


@dataclass(slots=True)
class _Pages:
    """Counts the pictures of a document by the pages that were read.

    A parser goes through the pages twice: for their text, which is quick, and for their pictures.
    """

    work: PictureWork
    name: str
    pictures: dict[int, int]
    _last: int = field(default=0, init=False)
    _is_second: bool = field(default=False, init=False)

    def heard(self, path: Path, doing: str) -> None:
        """Take in what is being done: only "reading page 3 of 10 of" tells anything."""
        words = doing.split()
        if words[:2] != ["reading", "page"]:
            return
        page = int(words[2].replace(",", ""))
        self._is_second |= page <= self._last
        self._last = page
        if self._is_second:
            self.say(sum(count for number, count in self.pictures.items() if number < page))

    def say(self, count: int) -> None:
        self.work.tell(self.name, count)
