"""Keep files beside a library that can be made again at any time, such as the packed words of many documents.

They may hold words of documents. So forgetting any document deletes all of them, and a process that knew of
it writes none any more.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path

from pincite.stores.private import make_folder, opener

FOLDER = "aside"
_UNFINISHED = ".part"
_HASH_BYTES = 32


@dataclass(frozen=True, slots=True)
class Aside:
    """The files of one library, as long as nothing of it is forgotten."""

    folder: Path
    writing: Callable[[], AbstractContextManager[bool]]
    """Keeps others from forgetting meanwhile; False where nothing may be written now."""

    def names(self) -> list[str]:
        """What there is to read, in order."""
        with suppress(OSError):
            found = (path.name for path in self.folder.iterdir() if path.suffix != _UNFINISHED)
            return sorted(found)
        return []

    def read(self, name: str) -> bytes | None:
        """What was written under a name; None where it is gone or damaged."""
        try:
            content = (self.folder / name).read_bytes()
        except OSError:
            return None
        body = content[_HASH_BYTES:]
        return body if hashlib.sha256(body).digest() == content[:_HASH_BYTES] else None

    def write(self, name: str, content: bytes) -> bool:
        """Whether it is there from now on, whole. Nothing is lost where it is not: it can be made again."""
        unfinished = self.folder / f"{name}.{os.getpid()}{_UNFINISHED}"
        with self.writing() as free:
            if not free:
                return False
            try:
                make_folder(self.folder)
                with open(unfinished, "wb", opener=opener) as file:
                    file.write(hashlib.sha256(content).digest() + content)
                unfinished.replace(self.folder / name)
            except OSError:
                with suppress(OSError):
                    unfinished.unlink(missing_ok=True)
                return False
        return True

    def drop(self, name: str) -> None:
        """Delete one that is of no more use, where that may be done."""
        with self.writing() as free, suppress(OSError):
            if free:
                (self.folder / name).unlink(missing_ok=True)


def clear(folder: Path) -> None:
    """Delete all of them; the caller keeps others from writing."""
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        path.unlink(missing_ok=True)
