"""Find names of people: "Dr. Maria L. Kessler", "John Q. Public, Jr.", "By: /s/ Anna Keller".

Two words with capitals may name anything, so a name needs a sign that somebody is meant: a title before
it, a suffix or position after it, a label such as "Name:", or a given name that is common. What is
written last name first says so. Titles and degrees are no part of the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.records.span import Span
from pincite.values.gaps import GAP, SPACE
from pincite.values.legal_forms import FORM
from pincite.values.person_words import (
    DEGREES,
    GIVEN,
    NO_NAME,
    NOUN_ENDINGS,
    PARTICLES,
    POSITIONS,
    SUFFIXES,
    TITLES,
)
from pincite.values.readings import Reading, in_order
from pincite.values.types import PersonName

_CAPITAL = r"[^\W\d_a-zß-öø-ÿ]"
_NEAR = r"(?:[ \xa0]{1,3}\n?[ ]{0,20}|\n[ ]{0,20})"
_AFTER_NAME = "|".join(re.escape(word) for word in sorted([*SUFFIXES, *DEGREES], key=len, reverse=True))
_WORD = (
    rf"(?!(?:{_AFTER_NAME})(?![\w]))(?:{_CAPITAL}\.(?:-?{_CAPITAL}\.)*"
    rf"|{_CAPITAL}[^\W\d_]*(?:['’-]{_CAPITAL}?[^\W\d_]+)*(?![\w]))"
)
_PARTICLE = rf"(?:{'|'.join(sorted(PARTICLES))})"
_NAME = rf"{_WORD}(?:{_NEAR}(?:{_PARTICLE}{_NEAR}){{0,2}}{_WORD}){{0,4}}"
_TITLE = (
    rf"(?:(?:{'|'.join(sorted(TITLES, key=len, reverse=True))})(?:\.|(?![\w])){GAP}(?:med\.|jur\.|h\.c\."
    rf"|iur\.|rer\.{GAP}nat\.|phil\.)?{GAP})"
)
_SUFFIX = rf"(?:,?{_NEAR}(?P<suffix>{'|'.join(sorted(SUFFIXES, key=len, reverse=True))})(?![\w])\.?)"
_DEGREE = (
    rf"(?:,?{_NEAR}(?:{'|'.join(re.escape(degree) for degree in sorted(DEGREES, key=len, reverse=True))})("
    rf"?![\w])\.?)"
)
_PERSON = re.compile(
    rf"(?<![\w.&'’-])(?P<titles>{_TITLE}{{0,3}})(?P<name>{_NAME}){_SUFFIX}?(?P<degrees>{_DEGREE}{{0,3}})"
)
_LABEL = re.compile(
    rf"(?:/[sS]/|(?<![\w])(?:(?i:(?:printed{SPACE})?name|by|signed{SPACE}by|attn|attention"
    rf"|contact(?:{SPACE}person)?|witness(?:ed{SPACE}by)?"
    rf"|represented{SPACE}by|signatory|prepared{SPACE}by|gez)\.?{GAP}:?|{POSITIONS}(?:{GAP}:|{SPACE}(?:is"
    rf"|was|shall{SPACE}be)(?![\w])))){GAP}(?:/[sS]/{GAP})?[,:]?{GAP}\Z"
)
_POSITION_BEFORE = re.compile(
    rf"(?<![\w])(?i:{POSITIONS})(?:{SPACE}of{SPACE}[^.;:,\n]{{1,60}})?(?:{GAP}[,:–-]{GAP}|{SPACE}(?:is|was"
    rf"|shall{SPACE}be|named){SPACE})(?:\(?(?:Mr|Ms)\.?{GAP})?\Z"
)
_POSITION_AFTER = re.compile(
    rf"{GAP},{GAP}(?:(?:its|the|our|as|acting{SPACE}as|in{SPACE}h(?:is"
    rf"|er){SPACE}capacity{SPACE}as){SPACE}(?:the{SPACE}|its{SPACE})?)?(?i:{POSITIONS})(?![\w])"
    rf"|{SPACE}(?:(?:is|as|was|serves{SPACE}as|acts{SPACE}as){SPACE}(?:the{SPACE}|its{SPACE}"
    rf"|our{SPACE})?)(?i:{POSITIONS})(?![\w])"
    rf"|{GAP}\((?i:{POSITIONS})\)"
)
_INVERTED = re.compile(
    rf"(?<![\w])(?i:name|surname){GAP}:?{GAP}(?P<last>{_WORD}),{SPACE}(?P<first>{_WORD})(?P<middle>(?"
    rf":{_NEAR}{_WORD}){{0,2}})(?![\w,])"
)
_WORDS = re.compile(rf"{_WORD}|{_PARTICLE}(?![\w])")
_TO_FORM = re.compile(r",?[ \xa0]?(?:(?:&|and)[ ]\w+,?[ ])?\n?[ ]?")
_REACH = 120


def find_persons(text: str) -> list[Reading[PersonName]]:
    """All names that the text shows to be those of people, in order."""
    companies = [Span(*form.span()) for form in FORM.finditer(text)]
    inverted = [_inverted(found) for found in _INVERTED.finditer(text)]
    names = (reading for found in _PERSON.finditer(text) for reading in _read(text, found, companies))
    return in_order([*inverted, *names])


def _inverted(found: re.Match[str]) -> Reading[PersonName]:
    first, middle = found["first"], " ".join(found["middle"].split()) or None
    value = PersonName(first=first, middle=middle, last=found["last"])
    note = "the last name first, or two names"
    return Reading(value, found.start("last"), found.end(), note, Span(*found.span()))


def _read(text: str, found: re.Match[str], companies: Sequence[Span]) -> Iterator[Reading[PersonName]]:
    words = list(_WORDS.finditer(text, found.start("name"), found.end("name")))
    titled, closed = bool(found["titles"]), bool(found["suffix"] or found["degrees"])
    while words and not titled and (_is_no_name(words[0][0]) or words[0][0] in PARTICLES):
        words.pop(0)
    whole, note = len(words), ""
    words = _in_one_line(text, words)
    if len(words) < whole:
        closed = False
        goes_on = _WORDS.match(text, words[-1].end() + 1)
        note = "" if goes_on and _is_no_name(goes_on[0]) else "the name may go on in the next line"
    if not words or any(_is_no_name(word[0]) for word in words):
        return
    name = Span(
        found.start("titles") if titled else words[0].start(), found.end() if closed else words[-1].end()
    )
    if _belongs_to_company(text, name, companies):
        return
    sign = _sign(text, [word[0] for word in words], name, titled or (closed and len(words) > 1))
    value = _value([word[0] for word in words], found["suffix"] if closed else None, titled)
    if sign is None or value is None:
        return
    yield Reading(value, name.start, name.end, note, sign if sign != name else None)


def _is_no_name(word: str) -> bool:
    lowered = word.lower().strip(".")
    return lowered in NO_NAME or (len(lowered) > 6 and lowered.endswith(NOUN_ENDINGS))


def _in_one_line(text: str, words: list[re.Match[str]]) -> list[re.Match[str]]:
    """The words before a line end, if they can be a name: below it may stand what the person is."""
    for at in range(1, len(words)):
        before = words[at - 1]
        complete = at > 1 and not before[0].endswith(".") and before[0].lower() not in PARTICLES
        if "\n" in text[before.end() : words[at].start()] and complete:
            return words[:at]
    return words


def _belongs_to_company(text: str, name: Span, companies: Sequence[Span]) -> bool:
    """Whether a legal form stands in or behind it: "John Deere Inc.", "Smith & Sons Ltd"."""
    behind = _TO_FORM.match(text, name.end)
    end = behind.end() if behind else name.end
    return any(company.start <= end and name.start < company.end for company in companies)


def _sign(text: str, words: Sequence[str], name: Span, is_clear: bool) -> Span | None:
    """The stretch that shows the name to be that of a person; the name itself where it does."""
    if words[-1].endswith(".") or words[-1] in PARTICLES:
        return None
    if is_clear:
        return name
    if len(words) < 2:
        return None
    if any(part in GIVEN for part in words[0].lower().split("-")):
        return name
    earliest = max(0, name.start - _REACH)
    before = _LABEL.search(text, earliest, name.start) or _POSITION_BEFORE.search(text, earliest, name.start)
    if before:
        return Span(before.start(), name.end)
    after = _POSITION_AFTER.match(text, name.end)
    return Span(name.start, after.end()) if after else None


def _value(words: Sequence[str], suffix: str | None, titled: bool) -> PersonName | None:
    """First, middle and last name; particles belong to the last: "Mies van der Rohe"."""
    at = len(words) - 1
    while at > 1 and words[at - 1].lower() in PARTICLES:
        at -= 1
    last = " ".join(words[at:]) + _generation(suffix)
    if len(words) == 1:
        return PersonName(first=None, middle=None, last=last) if titled else None
    return PersonName(first=words[0], middle=" ".join(words[1:at]) or None, last=last)


def _generation(suffix: str | None) -> str:
    if not suffix:
        return ""
    return f" {suffix}." if suffix in {"Jr", "Sr"} else f" {suffix}"
