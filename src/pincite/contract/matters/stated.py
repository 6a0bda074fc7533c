"""Tell whether a text states a matter of the contract as a whole, and whether a value is what it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pydantic import BaseModel

from pincite.contract.matters import effect, founding, making, term
from pincite.contract.matters.asked import Matter
from pincite.contract.values.reading import Reading

_STATED: Mapping[Matter, Callable[[str, Sequence[str]], bool]] = {
    "term": term.stated,
    "effect": effect.stated,
    "effective date": effect.calls_day,
    "made": making.stated,
    "parties": founding.states_parties,
    "law": founding.states_law,
    "title": founding.states_title,
}


# What a text that states the matter carries of the question; that a contract is made on a day says less.
_OUTRIGHT, _BY_THE_WAY = 1.0, 0.9


def carries(matter: Matter, text: str, titles: Sequence[str]) -> float:
    """How much of a question about the matter a text carries, whatever words it shares with it."""
    if not states(matter, text, titles):
        return 0.0
    return _BY_THE_WAY if matter == "effect" and not effect.says_outright(text) else _OUTRIGHT


def states(matter: Matter, text: str, titles: Sequence[str]) -> bool:
    """Whether a text says it; `titles` are those it stands under, outermost first."""
    return _STATED[matter](text, titles)


def gives(matter: Matter, text: str, titles: Sequence[str], reading: Reading[BaseModel]) -> bool:
    """Whether a period or day is what the text says of the matter."""
    if matter in ("effect", "effective date"):
        return effect.given(text, reading.start, reading.end)
    if matter == "made":
        return making.given(text, reading.start, reading.end)
    if matter != "term":
        return True
    day = getattr(reading.value, "answer_type", "") == "date"
    said = term.given(text, titles, reading.start, reading.end)
    return said and (not day or term.given_as_end(text, reading.start))
