"""Give an organisation another name, in every place of a text where it is named."""

from __future__ import annotations

from collections.abc import Iterator

from evals.modes.edits import Edit
from pincite.values.legal_forms import FORM
from pincite.verify.quote import locate

# Invented, and nothing that any word of a document begins with.
_NAMES = ("Tarrowick", "Velmoorn", "Quillbrand", "Ostervane", "Meridock", "Zandrifell", "Kolbeyra", "Wexholt")


def renamed(name: str, text: str, turn: int) -> tuple[str, list[Edit]] | None:
    """The other name, with the same legal form, and the edits; None when the name has no form to keep.

    The name alone, without its form, is the same organisation and is changed as well, unless it is also a
    word of the text: of "First Ltd" the "first" of a sentence stays.
    """
    form = next((found for found in FORM.finditer(name) if found.end() >= len(name.rstrip())), None)
    own = name[: form.start()].rstrip(" ,") if form else ""
    free = [each for each in _NAMES if each.lower() not in text.lower()]
    if len(own) < 3 or len(free) < 2:
        return None
    words = [free[turn % len(free)], free[(turn + 1) % len(free)]][: len(own.split())]
    other, rest = " ".join(words), name[len(own) :]
    if any(text[match.start : match.end].islower() for match in locate(own, text)):
        return other + rest, list(_edits(name, other + rest, text))
    return other + rest, list(_edits(own, other, text))


def _edits(old: str, new: str, text: str) -> Iterator[Edit]:
    for match in locate(old, text):
        shouted = text[match.start : match.end].isupper() and not old.isupper()
        yield Edit(match.start, match.end, new.upper() if shouted else new)
