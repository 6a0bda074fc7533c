"""A library for each test, and a browser for those that look at a report."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import pincite
from tests.browsers import opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def library(tmp_path: Path) -> Iterator[pincite.Library]:
    with pincite.open(tmp_path / "library") as library:
        yield library


# Of a module and not of the session: other tests open a browser of their own, and one is open at a time.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened() as browser:
        yield browser


@pytest.fixture(scope="session")
def pdftoppm() -> str:
    """The other reader of PDF files, by which highlights are looked at; it comes with the browser."""
    found = shutil.which("pdftoppm")
    if found is None:
        missing = "poppler is not installed: apt-get install poppler-utils"
        if "browser" in os.environ.get("PINCITE_REQUIRE", "").split(","):
            pytest.fail(missing)
        pytest.skip(missing)
    return found
