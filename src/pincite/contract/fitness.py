"""Whether a value that truly stands in a block can be the one that was asked for.

Generators use it to pass over a value and checks to refuse it, so that no generator can hand in what
another would not have proposed.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel

from pincite.contract.affirming import no_answer
from pincite.contract.cases import another_case
from pincite.contract.columns import UNKNOWN, column_misfit
from pincite.contract.introductions import introduction_misfit
from pincite.contract.matters.asked import matter_of, name_of
from pincite.contract.matters.stated import gives
from pincite.contract.multiples import multiplied
from pincite.contract.relevance import is_row, lead_in
from pincite.contract.spreads import one_end
from pincite.contract.values.reading import Reading
from pincite.contract.values.types import Boolean
from pincite.contract.vocabulary import stems, telling, words
from pincite.records.document import Block, Document
from pincite.records.question import Question

_MEASURED = re.compile(r"\b(?:doses?|dosages?|strengths?|weight|volume|concentration)\b", re.IGNORECASE)
_TIMES = re.compile(r"\btimes\b", re.IGNORECASE)
_COLUMN_GAP = re.compile(r"[\s|]*")
_COUNTS = re.compile(
    r"\b(?:after|before|prior|following|until|within|in advance|notice|from|since)\b", re.IGNORECASE
)
_COUNTED_FROM = re.compile(
    r"[’']?\s*(?:after|before|prior\s+to|from|following|preceding|of|upon)\b[^,;.]{0,60}", re.IGNORECASE
)

# "10 weeks after the end of the quarter, which was 30 September" says another day than that.
_STARTS_A_COUNT = re.compile(
    r"\b(?:days?|weeks?|months?|years?)\s+(?:after|before|from|prior\s+to|following)\s+(?:the|its|their|our|this|that)\s+"
    r"(?:[\w’'-]+\s+){0,6}?[\w’'-]+\s*(?:,\s*(?:which|that)\s+(?:is|was)|,\s*being|\()?\s*$",
    re.IGNORECASE,
)
_TEMPERS = re.compile(
    r"\b(?:no|not|never|except|other than|excluding|but|unless|only|if|without|save)\b", re.IGNORECASE
)
# What stands before a value and makes it something else than the value of the thing, unless just that is
# asked: a denial, a change, a threshold, the day from which something is counted.
_OF_ANOTHER_MATTER = tuple(
    (re.compile(said, re.IGNORECASE), re.compile(meant, re.IGNORECASE), reason)
    for said, meant, reason in (
        (
            r"\bnot\b(?!\s+(?:to\s+)?(?:be\s+)?(?:exceed|less|more|later|fewer|earlier|greater|longer))"
            r"\s+(?:\w+\s+){0,3}$",
            r"\bnot\b",
            "it is denied",
        ),
        (
            r"\b(?:increas|decreas|reduc|rais|ris|lower|extend|prolong|fall|drop|cut|short)\w*\s+by\s+"
            r"(?:\w+\s+){0,2}$",
            r"\b(?:increas|decreas|reduc|rais|ris|lower|extend|extension|fall|drop|change|by how much)\w*",
            "it is what was added or taken away",
        ),
        (
            r"\b(?:increas|decreas|reduc|rais|ris|lower|chang|postpon|mov|extend)\w*\s+from\s+$"
            r"|\b(?:previously|formerly)\s+$",
            r"\b(?:previous|former|original|before|old)\w*",
            "it is what was so before a change",
        ),
        (
            r"(?<!not )(?<!not to )\b(?:above|exceeding|exceeds|in excess of)\s+$",
            r"\b(?:above|exceed|excess|over|threshold|more than)\w*",
            "it is a threshold of something else",
        ),
        (
            r"\b(?:days?|weeks?|months?|years?)\s+(?:after|before|from|prior\s+to|following)\s+(?:the\s+)?$",
            r"\b(?:after|before|from|since)\b",
            "it is the day from which another is counted",
        ),
    )
)
_NOT_IN_FORCE = re.compile(
    r"\b(?:abolished|repealed|proposed|for example|for instance|hypothetical)\b|\bexample:|\[?\bdraft:",
    re.IGNORECASE,
)


def misfit(
    question: Question,
    document: Document,
    block: Block,
    readings: Sequence[Reading[BaseModel]],
    reading: Reading[BaseModel],
) -> str:
    """Why a value cannot be what was asked; empty when nothing speaks against it.

    `readings` are all values of the kind in the block, `reading` is the one in question.
    """
    text, asked = block.span.of(document.text), question.generation.asked
    kind = getattr(reading.value, "answer_type", "")
    unit = getattr(reading.value, "unit", None)
    if isinstance(reading.value, Boolean):
        return no_answer(question, text, reading.value.value)
    if says(asked, reading.original(text)):
        return "the question itself says this value"
    if kind in {"person", "organisation"} and (reason := introduction_misfit(asked, text, readings, reading)):
        return reason
    multiple = unit == "times" and not _TIMES.search(asked)
    if multiple or (kind == "number" and not unit and _MEASURED.search(asked)):
        return "it is not measured in a unit of what was asked for"
    if kind in {"date", "duration"} and _counted_from(question, text, reading):
        return "it is counted from what was asked for and is not its own"
    if kind in {"date", "duration"} and (reason := _of_another_time(question, document, block, reading)):
        return reason
    before = text[: reading.start]
    if kind == "date" and _STARTS_A_COUNT.search(before) and not _COUNTS.search(asked):
        return "it is the day from which another is counted"
    for said, meant, reason in _OF_ANOTHER_MATTER:
        if said.search(before) and not meant.search(asked):
            return reason
    if end := one_end(asked, text, readings, reading):
        return end
    if _NOT_IN_FORCE.search(text):
        return "its sentence speaks of an example, a proposal or what is no longer so"
    if kind in {"amount", "number"} and multiplied(document, block, reading):
        return "what stands over it is in thousands or millions, which it does not say itself"
    column = column_misfit(question, document, block, readings, reading)
    if column is not None:
        return column
    # All cases are asked for where the answer has several.
    single = question.generation.answer_shape == "single"
    if single and (case := another_case(question, text, readings, reading)):
        return case
    return UNKNOWN if is_row(document, block) and _beside_another(text, readings) else ""


def _of_another_time(
    question: Question, document: Document, block: Block, reading: Reading[BaseModel]
) -> str:
    """Why a period or day is not that of the contract as a whole, where that is asked for."""
    matter = matter_of(question.generation.asked)
    if matter is None:
        return ""
    titles = [section.title for section in document.section_path(block.section)]
    introduction = lead_in(document, block) if block.kind == "bullet" else None
    said = f"{introduction.span.of(document.text)} " if introduction else ""
    text, at = said + block.span.of(document.text), len(said)
    fits = gives(matter, text, titles, replace(reading, start=reading.start + at, end=reading.end + at))
    return "" if fits else f"the text does not say of it {name_of(matter)}"


def says(asked: str, original: str) -> bool:
    """Whether a question says a value itself, in whole words: "A-300" does not say 0."""
    return re.search(rf"(?<!\w){re.escape(original)}(?!\w)", asked) is not None


def tempers(text: str) -> bool:
    """Whether a list item says yes or no itself, so that what introduces the list does not say it alone."""
    return _TEMPERS.search(text) is not None


def places_of(question: Question, text: str) -> list[tuple[float, list[tuple[int, int]]]]:
    """For every term of the question its weight and where words of it stand in the text."""
    stemmed = [(stem[0], start, end) for word, start, end in words(text) if (stem := stems(word))]
    found = []
    for term in question.retrieval.terms:
        known = telling(stem for wording in term.wordings for stem in wording)
        found.append((term.weight, [(start, end) for stem, start, end in stemmed if stem in known]))
    return found


def _counted_from(question: Question, text: str, reading: Reading[BaseModel]) -> bool:
    """ "Within 30 days after the expiration" does not say when anything expires. A question that itself
    says "after" or "before" asks for just that."""
    if _COUNTS.search(question.generation.asked):
        return False
    places = [place for _, found in places_of(question, text) for place in found]
    before = any(end <= reading.start for _, end in places)
    behind = [start for start, _ in places if start >= reading.end]
    return not before and any(_COUNTED_FROM.fullmatch(text, reading.end, start) for start in behind)


def _beside_another(text: str, readings: Sequence[Reading[BaseModel]]) -> bool:
    """Which column a value stands in is lost where a row of a table is a line of text."""
    return any(
        _COLUMN_GAP.fullmatch(text, left.end, right.start) for left, right in itertools.pairwise(readings)
    )
