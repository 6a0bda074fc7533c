"""Tell where a document says some words, with page, lines and section; never in text that nobody sees."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.answer.answers import Evidence
from pincite.errors import InputError
from pincite.prove.place import recover
from pincite.prove.quote import locate
from pincite.records.evidence import Proof
from pincite.records.library import Held
from pincite.records.span import Span

LONGEST_QUOTE = 20_000


@dataclass(frozen=True, slots=True)
class QuotePlaces:
    """Every place that reads as a quote, in order."""

    places: tuple[Evidence, ...]
    unseen: int
    """How often it is only in hidden or struck-out text, which proves nothing."""


def quoted(held: Held, quote: str) -> QuotePlaces:
    """The places of a quote, word for word up to typesetting, line-end hyphens and capitals."""
    if not any(map(str.isalnum, quote)):
        raise InputError("The quote has no words.", hint="Give the words that the document should say.")
    if len(quote) > LONGEST_QUOTE:
        raise InputError(
            f"The quote has {len(quote):,} characters; the most is {LONGEST_QUOTE:,}.",
            hint="Check it sentence by sentence.",
        )
    document = held.document
    found = [(Span(match.start, match.end), match.grade) for match in locate(quote, document.text)]
    seen = [(span, grade) for span, grade in found if not document.unseen_in(span)]
    places = tuple(recover(Proof(held.identity, document, span, grade)) for span, grade in seen)
    return QuotePlaces(places, len(found) - len(seen))


def block_place(held: Held, number: int) -> Evidence:
    """The place of one passage, by its number."""
    block = next(each for each in held.document.blocks if each.number == number)
    return recover(Proof(held.identity, held.document, block.span, "exact"))
