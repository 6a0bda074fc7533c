"""How much is tried: everything with `-m long`, else so much that a fault is hardly missed.

Of a law half of its examples are made, and never more than usual. Of cases that differ little some are tried.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

LONG, USUAL = 100, 50


def examples(most: int) -> int:
    return most if settings.default.max_examples == LONG else max(1, min(most // 2, USUAL))


def some_of(cases: Iterable[Any], usual: int = 1) -> list[Any]:
    """Cases for `parametrize`, of which only the first few are tried without `-m long`."""
    every = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [pytest.param(*case, marks=[pytest.mark.long] * (n >= usual)) for n, case in enumerate(every)]
