"""A real browser for tests: Chromium through playwright, or the reason why there is none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_NAMES = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def opened() -> Iterator[Browser]:
    """A browser; without one the test is skipped, or fails where PINCITE_REQUIRE names it."""
    found = next((path for name in _NAMES if (path := shutil.which(name))), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        found = None
    if found is None:
        missing = "needs playwright and Chromium"
        if "browser" in os.environ.get("PINCITE_REQUIRE", "").split(","):
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()
