"""Find the parties of an agreement in the form of a letter: whom it defines, and to whom it is addressed."""

from __future__ import annotations

import re

from pincite.ingest.profile.names import NEXT_PARTY, SENTENCE_END, Name, Party, after, aliases_in, name_at

_ROLE = frozenset(
    """company buyer seller supplier customer client employer employee executive consultant contractor
    purchaser vendor licensor licensee landlord tenant lessor lessee lender borrower provider recipient
    discloser bank distributor manufacturer franchisor franchisee""".split()
)
_DEFINED = re.compile(r"\([^()]{0,160}[“\"][^()]{1,80}\)")
_IS_A = re.compile(r",?\s+an?\s[^.;:()]{0,90}$|\s*$")
_CUT = re.compile(r"[^\W\d_a-z][\w&.'’\-]*\s+$")
_LOOK_BACK = 160
_WITHIN = 6_000
_CAPITAL = re.compile(r"(?<![\w&.'’/\-])[^\W\d_a-z]")
_SALUTATION = re.compile(r"^(?:Dear\b|Ladies and Gentlemen|Gentlemen)", re.MULTILINE)
_DATE_LINE = re.compile(r"^(?:[A-Z][a-z]+\s+\d{1,2},?|\d{1,2}\.?\s+[A-Z][a-z]+)\s+\d{4}\s*$", re.MULTILINE)
_BLANK = re.compile(r"\s*")
_END_OF_LINE = re.compile(r",?[ \t]*\n")


def parties_of_letter(text: str) -> list[Party]:
    """Those that it defines, and then the addressee; none where it defines nobody."""
    defined = _defined(text)
    addressee = _addressee(text) if defined else None
    return defined if addressee is None else [*defined, Party(addressee, ())]


def _addressee(text: str) -> Name | None:
    """The name that fills the line after the date, above the salutation."""
    salutation = _SALUTATION.search(text, 0, _WITHIN)
    date = _DATE_LINE.search(text, 0, salutation.start()) if salutation else None
    name = name_at(text, after(_BLANK, text, date.end())) if date else None
    if name is None or not (name.is_company or name.may_be_a_person):
        return None
    return name if _END_OF_LINE.match(text, name.span.end) else None


def _defined(text: str) -> list[Party]:
    """A company that a bracket gives a role, or a part of its own name; letters introduce parties so.

    Any other short name counts for the first company only: later ones may be anybody.
    """
    found: list[Party] = []
    for bracket in _DEFINED.finditer(text, 0, _WITHIN):
        aliases = aliases_in(bracket[0][1:-1])
        name = _company_before(text, bracket.start())
        if name is None or not aliases:
            continue
        known = {word.strip(".,").casefold() for word in name.text.split()} | _ROLE
        fits = any(alias.casefold().split()[0] in known for alias in aliases)
        if fits or (not found and _IS_A.match(text[name.span.end : bracket.start()])):
            found.append(Party(name, aliases))
    return found


def _company_before(text: str, end: int) -> Name | None:
    """The only company that the paragraph names shortly before `end`."""
    start = max(0, end - _LOOK_BACK, text.rfind("\n\n", 0, end))
    found: list[Name] = []
    position = start
    while capital := _CAPITAL.search(text, position, end):
        name = name_at(text, capital.start())
        position = max(capital.end(), name.span.end if name else 0)
        if name is not None and name.is_company and name.span.end <= end:
            found.append(name)
    (only,) = found if len(found) == 1 else (None,)
    if only is None or _CUT.search(text, max(0, only.span.start - 30), only.span.start):
        return None
    between = text[only.span.end : end]
    return None if SENTENCE_END.search(between) or NEXT_PARTY.search(between) else only
