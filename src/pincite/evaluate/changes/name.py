"""Give an organisation another name, in every place of a text where it is named."""

from __future__ import annotations

from pincite.contract.values.legal_forms import FORM
from pincite.evaluate.edits import Edit
from pincite.verify.quote import locate

# Invented, and nothing that any word of a document begins with.
_NAMES = ("Tarrowick", "Velmoorn", "Quillbrand", "Ostervane", "Meridock", "Zandrifell", "Kolbeyra", "Wexholt")


def renamed(name: str, text: str, turn: int) -> tuple[str, list[Edit]] | None:
    """The other name, with the same legal form, and the edits; None when the name has no form to keep.

    The name alone, without its form, is the same organisation and is changed as well.
    """
    form = next((found for found in FORM.finditer(name) if found.end() >= len(name.rstrip())), None)
    own = name[: form.start()].rstrip(" ,") if form else ""
    if len(own) < 3:
        return None
    free = [each for each in _NAMES if each.lower() not in text.lower()]
    if len(free) < 2:
        return None
    words = [free[turn % len(free)], free[(turn + 1) % len(free)]][: len(own.split())]
    other = " ".join(words)
    places = {(match.start, match.end) for match in locate(own, text)}
    edits = [Edit(start, end, other.upper() if text[start:end].isupper() else other) for start, end in places]
    return other + name[len(own) :], edits
