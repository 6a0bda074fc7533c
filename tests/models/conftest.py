"""Here the local models take part, as they do for a user who has set nothing."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def taking_part(models_as_by_default: None) -> None:
    """Every test in this folder."""
