"""Hold the bytes of files: as rows of the database, or outside it under their SHA-256.

Two rules keep a row from ever being without its bytes, whatever is killed and whoever adds the same file at
once. A row is committed only by a transaction that holds the lock of its hash and saw the object. An object
is deleted only by a transaction that holds the same lock and saw no row. So a crash leaves at worst an object
too many, which `sweep` finds.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from pincite.errors import StoreError, TamperError
from pincite.records.library import Identity, Swept
from pincite.stores.database import Database
from pincite.stores.faults import tampered

if TYPE_CHECKING:
    from pincite.protocols import ObjectStore

_OBJECT = re.compile(r"[0-9a-f]{16}/[0-9a-f]{2}/([0-9a-f]{64})")
_UNFINISHED = re.compile(r"[0-9a-f]{16}/[0-9a-f]{2}/\.[0-9a-f]{64}\.[0-9a-f]{8}\.part")


@dataclass(frozen=True, slots=True)
class SourceBytes:
    """The bytes of one library's files; without `objects` new ones become rows."""

    database: Database
    objects: ObjectStore | None = None

    def send(self, sha256: str, content: bytes) -> None:
        """Put bytes outside before any transaction is open, so that no other writer waits for a network."""
        if self.objects and not self.objects.has(self._key(sha256)):
            self.objects.put(self._key(sha256), content)

    def hold(self, document: int, sha256: str, content: bytes) -> int:
        """The row of a document's bytes, which is made if there is none; inside of a transaction."""
        source = {"document": document, "sha256": sha256}
        if self.database.row("source", **source) is None:
            stored, outside = self.placed(sha256, content)
            self.database.run("insert_source", content=stored, outside=outside, **source)
        return self.database.number("source", **source)

    def placed(self, sha256: str, content: bytes) -> tuple[bytes, int]:
        """What a row of these bytes holds, and whether they are outside; inside of a transaction."""
        if self.objects is None:
            return content, 0
        self.database.run("take_turn", what=f"source {sha256}")
        # Who forgot the same bytes meanwhile has deleted the object.
        self.send(sha256, content)
        return b"", 1

    def read(self, identity: Identity) -> bytes | None:
        """The file's own bytes, or a TamperError; None where there is no such row."""
        row = self.database.row("content", **asdict(identity))
        if row is None:
            return None
        content, outside = row
        if outside:
            content = self._opened().get(self._key(identity.source))
            if content is None:
                raise self._missing(identity.name, identity.source)
        if not isinstance(content, bytes) or hashlib.sha256(content).hexdigest() != identity.source:
            raise tampered(identity.name)
        return content

    def fetch(self, sha256: str) -> bytes:
        """Bytes that are outside, or a TamperError that names their documents."""
        content = self._opened().get(self._key(sha256))
        if content is None or hashlib.sha256(content).hexdigest() != sha256:
            raise self._missing(", ".join(self._names([sha256])), sha256)
        return content

    def outside_of(self, collection: str, name: str) -> list[str]:
        """The hashes of a document's files that are kept outside, where they can be deleted now."""
        rows = self.database.rows("outside_sources_of", collection=collection, name=name)
        if rows:
            # Asked before any row is deleted: a place that does not answer must not keep what is forgotten.
            self._opened().has(self._key(rows[0][0]))
        return [sha256 for (sha256,) in rows]

    def drop(self, hashes: Iterable[str]) -> int:
        """Delete objects that no row of the library needs any more; how many."""
        try:
            return sum(self._drop(sha256, self._key(sha256)) for sha256 in hashes)
        except StoreError as error:
            place = self._opened().place
            raise StoreError(
                f"The document is forgotten, but its file may still be in {place}: {error.message}",
                hint="Run `pincite library sweep` when the place answers again.",
                retryable=error.retryable,
            ) from error

    def sweep(self) -> Swept:
        """Delete what a killed process left outside, and tell which files are missing there."""
        missing = {sha256 for (sha256,) in self.database.rows("outside_hashes")}
        if self.objects is None and not missing:
            return Swept()
        objects = dropped = size = 0
        for key, length in self._opened().keys(self._under):
            found = _OBJECT.fullmatch(key)
            objects += found is not None
            missing.discard(found[1] if found else "")
            if self._is_left(key) and self._drop(found[1] if found else "", key):
                dropped, size = dropped + 1, size + length
        # One that came while we looked is no longer missing.
        lost = sorted(sha256 for sha256 in missing if not self._opened().has(self._key(sha256)))
        return Swept(objects, dropped, size, tuple(self._names(lost)))

    def _is_left(self, key: str) -> bool:
        found = _OBJECT.fullmatch(key)
        if found is None:
            return bool(_UNFINISHED.fullmatch(key))
        return self.database.row("needs_outside", sha256=found[1]) is None

    def _drop(self, sha256: str, key: str) -> bool:
        with self.database.writing():
            self.database.run("take_turn", what=f"source {sha256}")
            if self.database.row("needs_outside", sha256=sha256):
                return False
            self._opened().delete(key)
            return True

    def _names(self, hashes: Iterable[str]) -> Iterator[str]:
        for sha256 in hashes:
            for collection, name in self.database.rows("outside_names", sha256=sha256):
                yield f"{collection}/{name}"

    @property
    def _under(self) -> str:
        row = self.database.row("library")
        if row is None:
            raise StoreError("The library is damaged: it has lost its own row.")
        # Libraries may share a place, and none deletes what another needs.
        return f"{row[0]:016x}/"

    def _key(self, sha256: str) -> str:
        return f"{self._under}{sha256[:2]}/{sha256}"

    def _opened(self) -> ObjectStore:
        if self.objects is None:
            raise StoreError(
                "The bytes of some files are kept outside this library, and no place is set.",
                hint="Set `sources` (PINCITE_SOURCES) to the folder or bucket they were kept in.",
            )
        return self.objects

    def _missing(self, name: str, sha256: str) -> TamperError:
        return TamperError(
            f"The file of {name} is not in {self._opened().place}, or it was changed "
            f"(SHA-256 {sha256[:12]}…).",
            hint="Check the setting `sources`. If the file is lost, forget the document and add it again.",
        )
