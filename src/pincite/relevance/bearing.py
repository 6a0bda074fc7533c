"""How much of what a question asks for a block carries, itself or through where it stands.

It finds and ranks, and decides nothing: that a place answers is judged.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pincite.language.vocabulary import occurs, stems
from pincite.records.document import Block, Document
from pincite.records.question import Question, Term
from pincite.structure.lead_ins import (
    announcement_of,
    lead_in,
    name_above,
    neighbour,
    said_of_row,
    stems_of,
    title_stems,
    unasked_name,
)

# What a term counts for, by where it stands. A heading speaks for all that stands under it, but a
# block that says the word itself is the surer witness.
IN_BLOCK = 1.0
IN_LEAD_IN = 0.9
IN_TITLE = 0.85
IN_NEIGHBOUR = 0.6


@dataclass(frozen=True, slots=True)
class Bearing:
    """The share of the question's weight that a block carries, and the words that it lacks."""

    score: float
    missing: tuple[str, ...]


def bearing(question: Question, document: Document, block: Block) -> Bearing:
    """What `block` carries of the question's terms, with its lead-in, titles and neighbour."""
    around = surroundings(document, block)
    terms = question.retrieval.terms
    total = sum(term.weight for term in terms)
    if not total:
        return Bearing(0.0, ())
    strengths = _strengths(terms, around)
    missing = tuple(term for s, term in zip(strengths, terms, strict=True) if not s)
    if any(not term.common for term in missing) and (announced := _of_another_row(question, document, block)):
        strengths = _strengths(terms, [place for place in around if place[0] != announced])
        missing = tuple(term for s, term in zip(strengths, terms, strict=True) if not s)
    score = sum(s * term.weight for s, term in zip(strengths, terms, strict=True)) / total
    return Bearing(score, tuple(term.asked for term in missing))


def _strengths(terms: Sequence[Term], around: Sequence[tuple[list[str], float]]) -> list[float]:
    """How strongly each term is said, by the best of the texts around."""
    said = [(text, set(text), worth) for text, worth in around]
    return [max(_strength(term, text, present) * worth for text, present, worth in said) for term in terms]


def _of_another_row(question: Question, document: Document, block: Block) -> list[str]:
    """What announces a table, where the row has a name of its own that the question does not say."""
    asked = {stem for term in question.retrieval.terms for wording in term.wordings for stem in wording}
    asked.update(stems(question.generation.plain))
    return stems(announcement_of(document, block)) if unasked_name(document, block, asked) else []


def surroundings(document: Document, block: Block) -> list[tuple[list[str], float]]:
    """The stems of the block, of what introduces it, stands before and above it, and their worth."""
    found = [(stems_of(document, block), IN_BLOCK)]
    if introduction := lead_in(document, block):
        found.append((stems_of(document, introduction), IN_LEAD_IN))
        while introduction := name_above(document, introduction):
            found.append((stems_of(document, introduction), IN_LEAD_IN))
    found += [(stems(said), IN_LEAD_IN) for said in said_of_row(document, block)]
    if before := neighbour(document, block):
        found.append((stems_of(document, before), IN_NEIGHBOUR))
    titles = [stem for s in document.section_path(block.section) for stem in title_stems(s)]
    found.append((titles, IN_TITLE))
    return found


def _strength(term: Term, text: list[str], present: Collection[str]) -> float:
    return max(
        (worth for wording, worth in term.wordings.items() if occurs(wording, text, present)), default=0.0
    )
