"""Find the section beside a place whose title says what was asked for and what the place lacks.

"On public holidays a surcharge of 35% applies" stands in the clause on storage and in that on inspection, and
only the titles tell whose it is. A place that lacks what such a title says is about something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pincite.contract.cells import values_in
from pincite.contract.registry import OF_WHOLE_BLOCKS
from pincite.contract.relevance import occurs, stems_of, surroundings, title_stems
from pincite.records.document import Block, Document, Section
from pincite.records.question import Question, Term

_MOST_SECTIONS = 40
_MOST_BLOCKS = 60
_FIRST_LETTERS = 3


def rival_section(question: Question, document: Document, block: Block) -> tuple[str, Section] | None:
    """A term that a place lacks, and the section beside it that says the same fact of that term, if any."""
    if block.section is None or question.generation.answer_shape != "single":
        return None
    around = [text for text, _ in surroundings(document, block)]
    lacking = [t for t in question.retrieval.terms if not any(_says(text, t) for text in around)]
    own = [term for term in question.retrieval.terms if _says(around[0], term)]
    for term in lacking if own else ():
        for number, section in enumerate(_beside(document, block.section, term)):
            if number == _MOST_SECTIONS:
                break
            if _states_alike(question, document, section, own):
                return term.asked, section
    return None


def _says(text: list[str], term: Term) -> bool:
    present = set(text)
    return any(occurs(wording, text, present) for wording in term.wordings)


def _beside(document: Document, own: int, term: Term) -> Iterator[Section]:
    """The sections of the same level under the same title whose own title says the term."""
    level, above = document.sections[own].level, document.section_path(own)[:-1]
    # To look for a few letters first is many times as fast as to stem hundreds of titles.
    letters = {max(wording, key=len)[:_FIRST_LETTERS] for wording in term.wordings}
    for section in document.sections:
        if section.level != level or section.id == own:
            continue
        folded = section.title.lower()
        if not any(few in folded for few in letters) or not _says(title_stems(section), term):
            continue
        if document.section_path(section.id)[:-1] == above:
            yield section


def _states_alike(question: Question, document: Document, section: Section, own: Sequence[Term]) -> bool:
    """Whether a block there says itself all that the place says of the question, with a value of the kind."""
    kind = question.generation.answer_types[0]
    for block in document.blocks_of(section.span)[:_MOST_BLOCKS]:
        if block.kind == "heading":
            continue
        said = stems_of(document, block)
        if all(_says(said, term) for term in own):
            return kind in OF_WHOLE_BLOCKS or bool(values_in(kind, document, block))
    return False
