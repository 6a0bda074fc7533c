"""A library for each test, and a browser for those that look at a report."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import pincite

if TYPE_CHECKING:
    from playwright.sync_api import Browser

REQUIRED = "browser" in os.environ.get("PINCITE_REQUIRE", "").split(",")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[pincite.Library]:
    with pincite.open(tmp_path / "library") as library:
        yield library


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium as the system has it; without it such tests are not run, or fail where it is required."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        _missing("Chromium is not installed: apt-get install chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("playwright is not installed: pip install playwright")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def pdftoppm() -> str:
    """The other reader of PDF files, by which highlights are looked at."""
    found = shutil.which("pdftoppm")
    if found is None:
        _missing("poppler is not installed: apt-get install poppler-utils")
    return str(found)


def _missing(reason: str) -> None:
    if REQUIRED:
        pytest.fail(reason)
    pytest.skip(reason)
