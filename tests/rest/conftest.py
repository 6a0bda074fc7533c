"""A server for each test, with a library in memory where there is such a folder."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rest.servers import Here, served

_MEMORY = Path("/dev/shm")


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as made:
        yield Path(made)


@pytest.fixture
def here(folder: Path) -> Iterator[Here]:
    with served(folder) as server:
        yield server


@pytest.fixture(scope="module")
def refusing() -> Iterator[Here]:
    """One server for all tests of a file that see it refuse something, which leaves nothing behind."""
    memory = tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None)
    with memory as made, served(Path(made), requests_per_minute=1_000_000) as server:
        yield server
