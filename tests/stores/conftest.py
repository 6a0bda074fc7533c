"""A library to store in, and the notices it gave."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.stores.library_store import LibraryStore
from pincite.stores.sqlite import open_library

# In memory where there is such a folder: most of the time of these tests would be waiting for the
# disk, on which nothing here depends. A killed process leaves the same files behind either way.
_MEMORY = Path("/dev/shm")


@pytest.fixture
def scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as folder:
        yield Path(folder)


@pytest.fixture
def folder(scratch: Path) -> Path:
    return scratch / "library"


@pytest.fixture
def notices() -> list[str]:
    return []


@pytest.fixture
def store(folder: Path, notices: list[str]) -> Iterator[LibraryStore]:
    with open_library(folder, notices.append) as store:
        yield store
