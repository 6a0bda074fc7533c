"""How many examples of a law are made: all with `-m long`, else half of them and never more than usual."""

from __future__ import annotations

from hypothesis import settings

LONG, USUAL = 100, 50


def examples(most: int) -> int:
    return most if settings.default.max_examples == LONG else max(1, min(most // 2, USUAL))
