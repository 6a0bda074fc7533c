"""Find a value that a sentence gives twice, in words and in figures, and not the same."""

from __future__ import annotations

import itertools
import re

from pydantic import BaseModel

from pincite.answer.verdicts import Judged
from pincite.decide.conflicts.claiming import claim_at
from pincite.decide.conflicts.places import place_of
from pincite.structure.cells import values_in
from pincite.values.agreement import differ
from pincite.values.readings import Reading
from pincite.values.registered import OF_WHOLE_BLOCKS

# "EUR 15,000 (in words: fifty thousand euros)", "fifty thousand euros (EUR 15,000)".
_AGAIN = re.compile(
    r"\s*[,(\[]\s*"
    r"(?:(?:(?:stated |expressed )?in (?:words|figures|letters|numbers)|say|in full|i\.e\.|being)[:,]?\s*)?",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_MOST_QUOTED = 2_000


def doubled(judged: Judged) -> Judged | None:
    """The other value that the sentence of a claim gives in its stead; None where it gives only one."""
    place = place_of(judged)
    if judged.claim.answer_type in OF_WHOLE_BLOCKS or len(place.text) > _MOST_QUOTED:
        return None
    text = place.text
    readings = values_in(judged.claim.answer_type, place.document, place.block)
    for first, second in itertools.pairwise(readings):
        again = _AGAIN.fullmatch(text, first.end, second.start)
        if (
            not again
            or not _in_words_and_figures(text, first, second)
            or not differ(first.value, second.value)
        ):
            continue
        for own, other in ((first, second), (second, first)):
            if own.original(text) == judged.claim.original and not other.ambiguous:
                return claim_at(place, other, judged, "the sentence gives it for the same thing")
    return None


def _in_words_and_figures(text: str, a: Reading[BaseModel], b: Reading[BaseModel]) -> bool:
    return bool(_DIGIT.search(a.original(text))) != bool(_DIGIT.search(b.original(text)))
