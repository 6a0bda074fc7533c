"""How many examples of a law are made: all with `-m long`, else half of them."""

from __future__ import annotations

from hypothesis import settings


def examples(most: int) -> int:
    return max(1, most * settings.default.max_examples // 100)
