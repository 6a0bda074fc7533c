"""Tests ask by rules unless they say otherwise: the local models have tests of their own, in `models`."""

from __future__ import annotations

import os

import pytest

# In the environment, so that the command line and the processes that tests start hear of it too.
os.environ.setdefault("PINCITE_MODELS", "false")


@pytest.fixture
def models_as_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a test of what a user gets who has set nothing: the models of the package take part."""
    monkeypatch.delenv("PINCITE_MODELS")
