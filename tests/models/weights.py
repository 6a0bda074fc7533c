"""Whether the weights of the local models are there, for the tests that need them."""

from __future__ import annotations

import os

import pytest

from pincite.models.weight_files import are_installed

REQUIRED = "models" in os.environ.get("PINCITE_REQUIRE", "").split(",")

needs_weights = pytest.mark.skipif(
    not are_installed() and not REQUIRED, reason="this checkout comes without the weights of the local models"
)
