"""Find the company that files a report, and the insurer and the insured of a policy."""

from __future__ import annotations

import re

from pincite.ingest.profile.names import aliases_in, name_at
from pincite.records.reading import Subject
from pincite.records.span import Span

_LOOK_BACK = 200
_WITHIN = 8_000
_CHARTER = re.compile(r"\(\s*exact\s+name\s+of\s+(?:the\s+)?registrant", re.IGNORECASE)
_FILE_NUMBER = re.compile(r"commission\s+file\s+n(?:umber|o\.?)\s*:?\s*[\d-]+\s*\n", re.IGNORECASE)
_LINE = re.compile(r"[^\n]*[^\W_][^\n]*")
_TICKER = re.compile(
    r"(?:common|ordinary|capital)\s+(?:stock|shares?)\b[^\n]{0,120}?\s([A-Z]{1,5})\s+(?:the\s+)?"
    r"(?:nasdaq|new\s+york\s+stock|nyse|chicago\s+board|cboe|london\s+stock)",
    re.IGNORECASE,
)


def registrant(text: str) -> tuple[Subject, ...]:
    """The company under its exact name as the form gives it, with its trading symbol."""
    charter = _CHARTER.search(text)
    if charter is None:
        return _listed(text)
    start = max(0, charter.start() - _LOOK_BACK)
    lines = [line for line in _LINE.finditer(text, start, charter.start()) if any(map(str.isalpha, line[0]))]
    if not lines:
        return ()
    written = lines[-1][0].strip()
    at = lines[-1].start() + lines[-1][0].index(written)
    if len(written) > 90 or _FORM_WORDS.search(written):
        return ()
    symbol = _TICKER.search(text, charter.end())
    # The pattern ignores case for the other words; a symbol is written in capitals.
    aliases = (symbol[1],) if symbol and symbol[1].isupper() else ()
    return (Subject("organisation", " ".join(written.split()), aliases, Span(at, at + len(written))),)


_SYMBOL = re.compile(r"\((?:NYSE|NASDAQ|Nasdaq|LSE|TSX|ASX)\s?:\s?([A-Z.]{1,6})\)")
_CAPITAL = re.compile(r"(?<![\w&.'’/\-])[^\W\d_a-z]")


def _listed(text: str) -> tuple[Subject, ...]:
    """Forms that do not say what the name is, and announcements: MGM Resorts International (NYSE: MGM)."""
    number = _FILE_NUMBER.search(text)
    name = name_at(text, number.end()) if number else None
    if name is not None and name.is_company:
        return (Subject("organisation", name.text, (), name.span),)
    symbol = _SYMBOL.search(text, 0, 8_000)
    if symbol is None:
        return ()
    for capital in _CAPITAL.finditer(text, max(0, symbol.start() - 80), symbol.start()):
        name = name_at(text, capital.start())
        if name is not None and not text[name.span.end : symbol.start()].strip():
            return (Subject("organisation", name.text, (symbol[1],), name.span),)
    return ()


_FORM_WORDS = re.compile(
    r"\b(?:commission|file|number|report|period|act|date|form|transition)\b", re.IGNORECASE
)

_INSURER = re.compile(
    r"(?:underwritten\s+by|issued\s+by|insured\s+by|insurer\s*:|insurance\s+company\s*:|(?:applied|made|proposal)"
    r"\s+to|versicherer\s*:|assureur\s*:)\s+",
    re.IGNORECASE,
)
_INSURED = re.compile(
    r"^(?:policy\s?holder|name\s+of\s+(?:the\s+)?(?:policy\s?holder|insured|proposer)|named\s+insured"
    r"|versicherungsnehmer|souscripteur|preneur d’assurance)\s*:\s*",
    re.IGNORECASE | re.MULTILINE,
)
_BRACKET = re.compile(r"\s*\(([^()]{1,160})\)")
_REST_OF_LINE = re.compile(r"[^\n,;(]{2,80}")


def insurance(text: str) -> tuple[Subject, ...]:
    """The insurer, and the policyholder where the schedule names one."""
    found: list[Subject] = []
    for match in _INSURER.finditer(text, 0, _WITHIN):
        name = name_at(text, match.end())
        if name is not None and name.is_company:
            bracket = _BRACKET.match(text, name.span.end)
            aliases = aliases_in(bracket[1]) if bracket else ()
            found.append(Subject("organisation", name.text, aliases, name.span))
            break
    if (holder := _INSURED.search(text, 0, _WITHIN)) and (rest := _REST_OF_LINE.match(text, holder.end())):
        written = rest[0].rstrip()
        if len(written.split()) <= 8 and written:
            name_span = Span(rest.start(), rest.start() + len(written))
            found.append(Subject("party", " ".join(written.split()), (), name_span))
    return tuple(found)
