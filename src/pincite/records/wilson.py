"""The interval of a share that was seen in a number of tries, after Wilson: sound for few, and at 0 and 1."""

from __future__ import annotations

import math

TWO_SIDED = 1.960
ONE_SIDED = 1.645


def wilson(share: float, n: int, z: float = TWO_SIDED) -> tuple[float, float]:
    """Lower and upper end, 95 % sure together; with `ONE_SIDED`, each of them by itself."""
    middle = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    reach = z * math.sqrt(share * (1 - share) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)
    # Rounding must not part the interval from a share of 0 or 1.
    return max(0.0, min(middle - reach, share)), min(1.0, max(middle + reach, share))
