"""Tell whether two claims state one fact with different values, or two facts that only look alike.

A deductible per claim is not one in the aggregate, the rent of one site not that of another. What tells
two facts apart is what their sentences, rows and titles say besides the question and the value.
"""

from __future__ import annotations

from pincite.decide.conflicts.distinctions import apart, times_apart, titles_apart
from pincite.decide.conflicts.facts import Fact
from pincite.decide.conflicts.wording import COMMON
from pincite.language.vocabulary import stems, telling
from pincite.values.types import Boolean

# Sentences that share this much of their wording say the same thing of the same thing …
_ALIKE = 0.6
# … and a yes and a no, this much of the shorter one.
_SAME_DEED = 0.6


def contradict(a: Fact, b: Fact) -> bool:
    """Whether two claims that no rule connects state the same fact with different values."""
    if apart(a, b) or titles_apart(a, b) or times_apart(a, b):
        return False
    if isinstance(a.judged.claim.value, Boolean):
        return a.scope == b.scope and _alike(a, b)
    return a.rest == b.rest or (a.scope == b.scope and _alike(a, b))


def speaks_of_same(a: Fact, b: Fact) -> bool:
    """Whether a yes and a no are said of the same deed; a value is told from another by `apart`."""
    if not isinstance(a.judged.claim.value, Boolean):
        return True
    first, second = (telling(stems(fact.said)) - COMMON for fact in (a, b))
    return len(first & second) >= _SAME_DEED * min(len(first), len(second))


def narrows(a: Fact, b: Fact) -> bool:
    """Whether a claim holds only for a case that the other does not speak of."""
    return bool(a.scope - b.scope - frozenset(telling(stems(b.said))))


def _alike(a: Fact, b: Fact) -> bool:
    first, second = (telling(stems(fact.said)) for fact in (a, b))
    return len(first & second) >= _ALIKE * len(first | second)
