"""Packages that some tests need: without one they are not run and say so, or fail where it must be there."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest


def required(module: str, command: str) -> Path:
    """Where a package lies."""
    try:
        found = importlib.util.find_spec(module)
    except ModuleNotFoundError:  # its parent is missing
        found = None
    if found and found.submodule_search_locations:
        return Path(next(iter(found.submodule_search_locations)))
    if "llm" in os.environ.get("PINCITE_REQUIRE", "").split(","):
        pytest.fail(f"{module} is required and not installed: {command}")
    pytest.skip(f"{module} is not installed: {command}", allow_module_level=True)
