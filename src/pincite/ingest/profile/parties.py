"""Find the parties of a contract where it introduces them, with the short names it gives them.

`between Acme Widgets, Inc., a Delaware corporation ("Acme" or the "Supplier"), and Jo Ray ("Jo")`: from the
word that opens the list one party follows the other, each a name, what is said of it, and a bracket.
A name with neither a company's ending nor a bracket is passed over, and so is the rest of the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.ingest.profile.names import Name, aliases_in, name_at
from pincite.records.profile import Subject
from pincite.records.span import Span

_MOST_PARTIES = 8
_MOST_OPENERS = 12
_MOST_SAID = 420
"""Characters between a name and its bracket: an address and a register number have room."""

_OPENERS = tuple(
    form
    for word in ("between", "among", "amongst", "zwischen", "entre")
    for form in (word, word.title(), word.upper())
)
_INTRODUCED = re.compile(r"\b(?:by\s+and\s+(?:between|among)|BY\s+AND\s+(?:BETWEEN|AMONG))\b")
_BEFORE_NAME = re.compile(
    r"(?:[\s,;:]+|and\b|AND\b|und\b|et\b|the\b|The\b|THE\b|der\b|die\b|dem\b|la\b|La\b|société\b|\(?(?:\d{1,2}|[a-z]"
    r"|i{1,3}|iv|v)[.)]|(?:on\s+the\s+)?(?:one|other)\s+(?:hand|part)\b|undersigned\b|_+|\[[^\[\]]{0,40}\]"
    r"|\([^()]{0,160}\))*"
)
_BRACKET = re.compile(r"\(((?:[^()]|\([^()]{0,200}\)){1,300})\)")
# The next party, or the end of the sentence.
_NEXT = re.compile(r",?\s+(?:[Aa]nd|AND|und|et)\s+(?=[^\W\da-z]|\[|\(|(?:the|an?|you|each|der|die|la)\s)")
_SENTENCE_END = re.compile(
    r"[.;:]\s+(?=[A-Z][a-z]+\s+[a-z])|\n\s*\n(?=\d+\.|WHEREAS|W I T|WITNESS|RECITAL|BACKGROUND)"
)
_SEVERAL = re.compile(
    r"\b(?:collectively|together|each|jointly|zusammen|gemeinsam|ensemble)\b", re.IGNORECASE
)
_LATER = re.compile(r"\b(?:together|collectively)\b.*", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Entry:
    """One party of the list, and where the list goes on."""

    name: Name
    aliases: tuple[str, ...]
    end: int


def parties(text: str) -> tuple[Subject, ...]:
    """The parties in the order in which the contract introduces them; none where it does not say clearly."""
    best: list[_Entry] = []
    for start in sorted(_ends_of_openers(text))[:_MOST_OPENERS]:
        entries = _list_at(text, start)
        if _weight(entries) > _weight(best):
            best = entries
    entries = best if len(best) > 1 or any(entry.aliases for entry in best) else []
    return _merged(entries or (() if _INTRODUCED.search(text, 0, 6_000) else _letter(text)))


def _ends_of_openers(text: str) -> Iterator[int]:
    """Found word by word: a pattern of all of them would take ten times as long."""
    for word in _OPENERS:
        at = text.find(word)
        while at >= 0:
            end = at + len(word)
            if not (text[at - 1 : at].isalnum() or text[end : end + 1].isalnum()):
                yield end
            at = text.find(word, end)


def _weight(entries: list[_Entry]) -> tuple[bool, int]:
    """A list of two counts before one; after that the list that gives more short names."""
    return len(entries) > 1, sum(bool(entry.aliases) for entry in entries)


def _list_at(text: str, start: int) -> list[_Entry]:
    entries: list[_Entry] = []
    while len(entries) < _MOST_PARTIES:
        waiting = bool(entries) and not entries[-1].aliases
        entry = _entry(text, _after(_BEFORE_NAME, text, start), waiting)
        if entry is None:
            break
        entries.append(entry)
        start = entry.end
    return entries


def _entry(text: str, start: int, others_wait: bool) -> _Entry | None:
    name = name_at(text, start)
    if name is None:
        return None
    end, bracket = _said_until(text, name.span.end)
    aliases = _own_aliases(bracket, others_wait)
    if not aliases and not name.is_company:
        return None
    if not name.is_company and not _may_be_a_person(name):
        return None
    return _Entry(name, aliases, _resumed(text, end, bool(bracket)))


def _may_be_a_person(name: Name) -> bool:
    words = name.text.split()
    return 2 <= len(words) <= 5 and all(word[0].isupper() for word in words) and "AND" not in words


def _said_until(text: str, start: int) -> tuple[int, str]:
    """Where what is said of a party ends, and the bracket that stands there; empty when none does."""
    window = text[start : start + _MOST_SAID]
    following = name_at(text, _after(_COMMA, text, start))
    if window.startswith(",") and following is not None and following.is_company:
        return start, ""
    ends = [match.start() for match in (_NEXT.search(window), _SENTENCE_END.search(window)) if match]
    limit = min(ends, default=len(window))
    for bracket in _BRACKET.finditer(window):
        if bracket.start() >= limit:
            break
        if aliases_in(bracket[1]):
            return start + bracket.end(), bracket[1]
    return start + limit, ""


_COMMA = re.compile(r",\s+")
_UNTIL_NEXT = re.compile(rf"{_NEXT.pattern}|,\s[^.;()]{{0,250}}?{_NEXT.pattern}")


def _resumed(text: str, end: int, closed: bool) -> int:
    """After the bracket there may be an address before the next party."""
    if not closed:
        return end
    match = _UNTIL_NEXT.match(text, end, end + 300)
    return match.end() if match else end


def _own_aliases(bracket: str, others_wait: bool) -> tuple[str, ...]:
    """What the bracket calls the party itself, and not it together with others."""
    own = aliases_in(_LATER.sub("", bracket))
    return own if own or (others_wait and _SEVERAL.search(bracket)) else aliases_in(bracket)


_ROLE = frozenset(
    """company buyer seller supplier customer client employer employee executive consultant contractor
    purchaser vendor licensor licensee landlord tenant lessor lessee lender borrower provider recipient
    discloser bank distributor manufacturer franchisor franchisee""".split()
)
_DEFINED = re.compile(r"\([^()]{0,160}[“\"][^()]{1,80}\)")
_IS_A = re.compile(r",?\s+an?\s[^.;:()]{0,90}$|\s*$")
_CUT = re.compile(r"[^\W\d_a-z][\w&.'’\-]*\s+$")
_LOOK_BACK = 160
_CAPITAL = re.compile(r"(?<![\w&.'’/\-])[^\W\d_a-z]")


def _letter(text: str) -> list[_Entry]:
    """The parties of an agreement in the form of a letter: whom it defines, and to whom it is addressed."""
    defined = _defined(text)
    addressee = _addressee(text) if defined else None
    return defined if addressee is None else [*defined, _Entry(addressee, (), addressee.span.end)]


_SALUTATION = re.compile(r"^(?:Dear\b|Ladies and Gentlemen|Gentlemen)", re.MULTILINE)
_DATE_LINE = re.compile(r"^(?:[A-Z][a-z]+\s+\d{1,2},?|\d{1,2}\.?\s+[A-Z][a-z]+)\s+\d{4}\s*$", re.MULTILINE)


def _addressee(text: str) -> Name | None:
    """The name that fills the line after the date, above the salutation."""
    salutation = _SALUTATION.search(text, 0, 4_000)
    date = _DATE_LINE.search(text, 0, salutation.start()) if salutation else None
    name = name_at(text, _after(_BLANK, text, date.end())) if date else None
    if name is None or not (name.is_company or _may_be_a_person(name)):
        return None
    return name if _END_OF_LINE.match(text, name.span.end) else None


_BLANK = re.compile(r"\s*")
_END_OF_LINE = re.compile(r",?[ \t]*\n")


def _defined(text: str) -> list[_Entry]:
    """A company that a bracket gives a role, or a part of its own name; letters introduce parties so.

    Any other short name counts for the first company only: later ones may be anybody.
    """
    entries: list[_Entry] = []
    for bracket in _DEFINED.finditer(text, 0, 6_000):
        aliases = aliases_in(bracket[0][1:-1])
        name = _company_before(text, bracket.start())
        if name is None or not aliases:
            continue
        known = {word.strip(".,").casefold() for word in name.text.split()} | _ROLE
        fits = any(alias.casefold().split()[0] in known for alias in aliases)
        if fits or (not entries and _IS_A.match(text[name.span.end : bracket.start()])):
            entries.append(_Entry(name, aliases, bracket.end()))
    return entries


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
    between = Span(only.span.end, end).of(text) if only.span.end < end else ""
    return None if _SENTENCE_END.search(between) or _NEXT.search(between) else only


def _merged(entries: Sequence[_Entry]) -> tuple[Subject, ...]:
    """One subject for each name, with all its short names."""
    aliases: dict[str, tuple[str, ...]] = {}
    first: dict[str, Name] = {}
    for entry in entries:
        key = entry.name.text.casefold()
        first.setdefault(key, entry.name)
        aliases[key] = aliases.get(key, ()) + entry.aliases
    return tuple(name.subject(aliases[key]) for key, name in first.items())


def _after(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return match.end() if match else start
