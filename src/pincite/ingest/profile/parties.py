"""Find the parties of a contract where it introduces them, with the short names it gives them.

`between Acme Widgets, Inc., a Delaware corporation ("Acme" or the "Supplier"), and Jo Ray ("Jo")`: from the
word that opens the list one party follows the other, each a name, what is said of it, and a bracket.
A name with neither a company's ending nor a bracket is passed over, and so is the rest of the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.ingest.profile.letters import parties_of_letter
from pincite.ingest.profile.names import NEXT_PARTY, SENTENCE_END, Name, Party, after, aliases_in, name_at
from pincite.records.reading import Subject

_MOST_PARTIES = 8
_MOST_OPENERS = 12
_WITHIN = 6_000
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
_SEVERAL = re.compile(
    r"\b(?:collectively|together|each|jointly|zusammen|gemeinsam|ensemble)\b", re.IGNORECASE
)
_LATER = re.compile(r"\b(?:together|collectively)\b.*", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Entry:
    """One party of the list, and where the list goes on."""

    party: Party
    end: int


def parties(text: str) -> tuple[Subject, ...]:
    """The parties in the order in which the contract introduces them; none where it does not say clearly."""
    best: list[_Entry] = []
    for start in sorted(_ends_of_openers(text))[:_MOST_OPENERS]:
        entries = _list_at(text, start)
        if _weight(entries) > _weight(best):
            best = entries
    if len(best) > 1 or any(entry.party.aliases for entry in best):
        return _merged([entry.party for entry in best])
    return () if _INTRODUCED.search(text, 0, _WITHIN) else _merged(parties_of_letter(text))


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
    return len(entries) > 1, sum(bool(entry.party.aliases) for entry in entries)


def _list_at(text: str, start: int) -> list[_Entry]:
    entries: list[_Entry] = []
    while len(entries) < _MOST_PARTIES:
        waiting = bool(entries) and not entries[-1].party.aliases
        entry = _entry(text, after(_BEFORE_NAME, text, start), waiting)
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
    if not name.is_company and not name.may_be_a_person:
        return None
    return _Entry(Party(name, aliases), _resumed(text, end, bool(bracket)))


def _said_until(text: str, start: int) -> tuple[int, str]:
    """Where what is said of a party ends, and the bracket that stands there; empty when none does."""
    window = text[start : start + _MOST_SAID]
    following = name_at(text, after(_COMMA, text, start))
    if window.startswith(",") and following is not None and following.is_company:
        return start, ""
    ends = [match.start() for match in (NEXT_PARTY.search(window), SENTENCE_END.search(window)) if match]
    limit = min(ends, default=len(window))
    for bracket in _BRACKET.finditer(window):
        if bracket.start() >= limit:
            break
        if aliases_in(bracket[1]):
            return start + bracket.end(), bracket[1]
    return start + limit, ""


_COMMA = re.compile(r",\s+")
_UNTIL_NEXT = re.compile(rf"{NEXT_PARTY.pattern}|,\s[^.;()]{{0,250}}?{NEXT_PARTY.pattern}")


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


def _merged(found: Sequence[Party]) -> tuple[Subject, ...]:
    """One subject for each name, with all its short names."""
    aliases: dict[str, tuple[str, ...]] = {}
    first: dict[str, Name] = {}
    for party in found:
        key = party.name.text.casefold()
        first.setdefault(key, party.name)
        aliases[key] = aliases.get(key, ()) + party.aliases
    return tuple(_subject(name, aliases[key]) for key, name in first.items())


def _subject(name: Name, aliases: tuple[str, ...]) -> Subject:
    others = (alias for alias in aliases if alias.casefold() != name.text.casefold())
    return Subject("party", name.text, tuple(dict.fromkeys(others)), name.span)
