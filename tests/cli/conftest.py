"""A command line for each test."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import CommandLine

# In memory where there is such a folder: otherwise most of the time goes into waiting for the disk.
_MEMORY = Path("/dev/shm")


@pytest.fixture
def pincite() -> Iterator[CommandLine]:
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as folder:
        yield CommandLine(Path(folder))
