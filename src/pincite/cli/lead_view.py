"""Say in plain words what a lead says otherwise than the question."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.cli.running_text import one_line

_TAKEN_BACK = "taken_back"
_IN_PLAIN_WORDS = {
    "year": "year",
    "figure": "number",
    "name": "name",
    "party": "party",
    "bound": "at least or at most",
    "period": "per month, per year",
    "condition": "condition",
    "denial": "what it denies",
    "modality": "may or must",
    "force": "past, present or planned",
}


def differing(lacks: Sequence[str]) -> list[str]:
    """What to show of the differences that an answer names; those that it does not explain as they are."""
    told = ", ".join(_IN_PLAIN_WORDS.get(each, one_line(each)) for each in lacks if each != _TAKEN_BACK)
    said = [f"may differ in: {told}"] if told else []
    return said + ["a sentence next to it may correct it"] * (_TAKEN_BACK in lacks)
