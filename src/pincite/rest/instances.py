"""Know which serving processes of a library live, and clear away what a killed one left.

Each holds a lock in a folder of its own. The operating system gives the lock back when the process ends,
however it ends: so a folder whose lock is free belongs to nobody.
"""

from __future__ import annotations

import os
import shutil
import uuid
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from pincite.errors import StoreError
from pincite.stores.faults import in_plain_words
from pincite.stores.lock import hold_if_free

FOLDER, LOCK = "serving", "lock"


@dataclass(frozen=True, slots=True)
class Instance:
    """This process; files of uploads lie in its folder until they are stored."""

    id: str
    folder: Path
    _held: ExitStack = field(default_factory=ExitStack, repr=False)

    def new_file(self) -> Path:
        """A path for an upload; its name says nothing of what the caller called it."""
        return self.folder / uuid.uuid4().hex

    def lives(self, id: str) -> bool:
        """Whether another serving process is still there."""
        if id == self.id:
            return True
        lock = self.folder.parent / id / LOCK
        if not id.isalnum() or not lock.exists():
            return False
        try:
            with hold_if_free(lock) as free:
                return not free
        except StoreError:
            return False

    def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        self._held.close()


def begin(library: Path) -> Instance:
    """This process as one that serves the library; what killed ones left is deleted."""
    id = uuid.uuid4().hex
    instance = Instance(id, library / FOLDER / id)
    with in_plain_words(library):
        instance.folder.mkdir(parents=True, mode=0o700)
        os.chmod(instance.folder.parent, 0o700)
    instance._held.enter_context(hold_if_free(instance.folder / LOCK))
    for other in (library / FOLDER).iterdir():
        if other.is_dir() and not instance.lives(other.name):
            with suppress(OSError):
                shutil.rmtree(other)
    return instance
