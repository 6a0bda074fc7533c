"""Tell that a place amends what stands elsewhere, by which words, and which of two amendments is later."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.decide.conflicts.dates import date_of
from pincite.decide.conflicts.places import (
    Place,
    blocks_of_part,
    heading_of,
    is_attached,
    part_of,
    title_of,
)
from pincite.decide.conflicts.references import References, aims_at, references_in
from pincite.patterns import pattern
from pincite.structure.lead_ins import lead_in

# What only an amendment says …
_AMENDS = pattern(
    r"\b(?:is|are|shall be|be|being)\s+(?:hereby\s+|further\s+|accordingly\s+|also\s+){0,2}"
    r"(?:amended|deleted|struck|stricken|restated|substituted|replaced)\b"
    r"|\bhereby\s+(?:amends?|replaces?|substitutes?|deletes?|changes?|modif(?:y|ies)|varie[sd]|var(?:y|ied)"
    r"|changed|modified|revised|increased|reduced|extended|shortened|superseded)\b"
    r"|\b(?:amended|changed|revised|modified)\s+(?:so\s+as\s+)?to\s+read\b|\b(?:shall|will)\s+(?:now\s+)?read\b"
    r"|\bby\s+(?:deleting|replacing|substituting|striking)\b",
    re.IGNORECASE,
)
# … and what says so only under its title: in a contract "the fee is increased to" tells of the next year.
_CHANGES = pattern(
    r"\b(?:amend|replac|delet|substitut|increas|reduc|decreas|extend|shorten|rais|lower|chang|modif|revis|var)"
    r"(?:e|es|ed|y|ied|ies|s|ing)?\b",
    re.IGNORECASE,
)
_OPENS = pattern(r"(?:as follows|following|to read|:)\W*$", re.IGNORECASE)
_TITLE = pattern(
    r"\W*(?:the\s+|this\s+)?(?:\w+\s+)?(?:amendment|addendum|amending agreement|deed of variation)\b"
    r"(?!\s*(?:,|and\b|or\b|&))|.*\b(?:amendment|addendum)\s+(?:no\b|number\b|to\b|\d)",
    re.IGNORECASE,
)
# What is attached under another name amends where it says so: "This endorsement changes the policy."
_THIS_AMENDS = pattern(
    r"\bthis\s+(?:[\w-]+\s+){1,3}?(?:hereby\s+)?(?:amends|modifies|changes|varies|alters)\b", re.IGNORECASE
)
_AGREED = pattern(
    r"\bagreed?\s+(?:to\s+(?:amend|change|modify|vary)\b|on\s+the\s+following\s+(?:changes|amendments))",
    re.IGNORECASE,
)
_CLAUSE_TITLE = pattern(r"\s*(?:\d+\.?|§)\s*|.*\bamendments\b", re.IGNORECASE)
_AS_AMENDED = pattern(
    r"\bas\s+(?:so\s+|last\s+)?amended\b"
    r"(?!\s*(?:,\s*)?(?:from time to time|or |and (?:supplemented|restated)))",
    re.IGNORECASE,
)
_OF_A_LAW = pattern(r"\b(?:act|law|code|regulations?|directive|statute|ordinance|rules?)\b", re.IGNORECASE)
_NUMBER = pattern(
    r"\b(?:amendment|addendum)\s+(?:no\.?|number|nr\.?|#)?\s*(?P<digits>\d{1,3})\b"
    r"|\b(?P<word>first|second|third|fourth|fifth|sixth|seventh|eighth)\s+(?:amendment|addendum)\b"
    r"|\b(?:amendment|addendum)\s+(?:no\.?|number)?\s*(?P<spelt>one|two|three|four|five|six)\b",
    re.IGNORECASE,
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_SPELT = ("one", "two", "three", "four", "five", "six")
_OWN_NAMES = {"amendment", "addendum"}
_LOOK_BACK = 4


@dataclass(frozen=True, slots=True)
class Amendment:
    """That a place amends: the sentence that says so, and what that sentence refers to."""

    words: Place
    names: References
    number: int | None
    date: str
    """When the amendment is dated, in ISO form; empty when it does not say."""

    def amends(self, place: Place) -> bool:
        """Whether nothing says that another clause than that of `place` is amended."""
        return aims_at(self.names, place, self.words) != "another"

    def later_than(self, other: Amendment) -> bool:
        """By number where both have one, or else by date."""
        if self.number is not None and other.number is not None:
            return self.number > other.number
        return bool(self.date and other.date) and self.date > other.date


def amendment_of(place: Place) -> Amendment | None:
    """The amendment that a place belongs to; None where it amends nothing."""
    title = amending_title(place)
    declared = _declared(place)
    words = _operative(place, under_title=bool(title or declared)) or declared
    if words is None:
        return None
    number = _number(title) if title else None
    named = references_in(words.text)
    # The amendment names itself, and the contract that it amends; neither says which clause.
    names = References(named.clauses, tuple(part for part in named.parts if part[0] not in _OWN_NAMES))
    return Amendment(words, names, number, date_of(place) if title else "")


def is_operative(place: Place) -> bool:
    """Whether the place itself, or what introduces it, does the amending: a recital does not."""
    return _says(place, under_title=bool(amending_title(place) or _declared(place))) is not None


def amending_title(place: Place) -> str:
    """The title of the amendment that a place stands in; empty when it stands in none."""
    for title in (*place.titles, title_of(place)):
        if is_amending_title(title):
            return title
    return ""


def is_amending_title(title: str) -> bool:
    """Whether a title is that of an amendment, and not of a clause about amendments."""
    return bool(_TITLE.match(title)) and not _CLAUSE_TITLE.match(title)


def as_amended(place: Place) -> Place | None:
    """The words "as amended" that a place states its value with; None where it has none of its own."""
    spoken = [place]
    if heading := heading_of(place):
        spoken.append(heading)
    for words in spoken:
        found = _AS_AMENDED.search(words.text)
        if found and not _OF_A_LAW.search(words.text[max(0, found.start() - 40) : found.start()]):
            return words
    return None


def _operative(place: Place, under_title: bool) -> Place | None:
    """The sentence that amends: the place itself, what introduces it, or else what opens its amendment."""
    if (said := _says(place, under_title)) or not under_title:
        return said
    before = [p for p in blocks_of_part(place) if p.block.number < place.block.number]
    opens = (
        p for p in before if p.block.kind != "heading" and (_AMENDS.search(p.text) or _AGREED.search(p.text))
    )
    said = next(opens, None)
    return said or (_declared(place) if not amending_title(place) else part_of(place) or heading_of(place))


def _declared(place: Place) -> Place | None:
    """The sentence by which something attached calls itself an amendment."""
    if not is_attached(title_of(place)):
        return None
    spoken = (p for p in blocks_of_part(place) if _THIS_AMENDS.search(p.text) or _AGREED.search(p.text))
    return next(spoken, None)


def _says(place: Place, under_title: bool) -> Place | None:
    words = _CHANGES if under_title else _AMENDS
    if _AMENDS.search(place.text) or (words.search(place.text) and place.block.kind != "heading"):
        return place
    introduction = lead_in(place.document, place.block)
    before = [introduction] if introduction else []
    before += reversed(
        place.document.blocks[max(0, place.block.number - 1 - _LOOK_BACK) : place.block.number - 1]
    )
    for block in before:
        said = place.at(block)
        if _AMENDS.search(said.text) and _OPENS.search(said.text):
            return said
        if block.kind == "heading" or _AMENDS.search(said.text):
            return None
    return None


def _number(title: str) -> int | None:
    found = _NUMBER.search(title)
    if found is None:
        return None
    if found["digits"]:
        return int(found["digits"])
    if found["word"]:
        return _ORDINALS.index(found["word"].lower()) + 1
    return _SPELT.index(found["spelt"].lower()) + 1
