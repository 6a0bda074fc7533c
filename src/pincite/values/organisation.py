"""Find names of organisations by their legal form: "Nordwind Logistik GmbH & Co. KG", "Kite Pharma, Inc.".

A name is read backwards from its form, word by word, up to the first that can be no part of it. "The" and
what the organisation is called in the contract ("Supplier Acme Ltd") are left off. Where "and" may join
two names or stand in one, the reading says so: "Alpha and Beta GmbH".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.values.gaps import one_line
from pincite.values.legal_forms import (
    BEFORE_NAME,
    BEFORE_OF,
    FORM,
    GENERIC,
    PREFIXED,
    ROLES,
    TAKES_STOP,
    WEAK,
)
from pincite.values.readings import Reading, in_order
from pincite.values.types import Organisation

_MOST_CHARS, _MOST_WORDS = 140, 10
_WORD = re.compile(r"\S+")
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n|\t")
_OPENING = "\"“„«'‘([{/|"
_ABBREVIATION = re.compile(
    r"(?:[A-Z]|St|Ste|Mt|Ft|Dr|Mr|Bros|Messrs|Gebr|[A-Z](?:\.[A-Z])+|Int'l|Intl|Nat'l|Mfg|Ins|Assn|Univ"
    r"|Tech|Pharm"
    r"|Hldgs|Svcs)\."
)
_NAME_WORD = re.compile(
    r"[^\W\d_a-zß-öø-ÿ][\w&'’./+!-]*|[0-9]+[A-Za-z][\w&-]*|[0-9]{1,4}|[a-z][A-Z][\w&'’-]*|[\w-]+\.(?:com"
    r"|net|org|de|ai|io)|&|\+"
)
_PARTICLES = frozenset("of for de du des d’ van von der den la le di da del della dos y e et und the".split())
_JOINTS = frozenset({"and", "und", "et", "y", "e"})
_DASHES = frozenset("-–—")
# "Denver, CO 80202", "Reno NV 89501": a state, not a form.
_STATE = re.compile(r"(?:CO|NV|AS|SE|SA|AB)\Z")
_POSTAL_CODE = re.compile(r"\s+[0-9]{4,5}(?![\w])")


def find_organisations(text: str) -> list[Reading[Organisation]]:
    """All names with a legal form in the text, in order."""
    readings: list[Reading[Organisation]] = []
    for form in FORM.finditer(text):
        after = readings[-1].end if readings else 0
        if form.start() >= after and (reading := _read(text, form, after)):
            readings.append(reading)
    prefixed = [
        Reading(Organisation(name=one_line(found[0])), found.start(), found.end())
        for found in PREFIXED.finditer(text)
    ]
    return in_order([*readings, *prefixed]) if prefixed else readings


@dataclass(frozen=True, slots=True)
class _Token:
    written: str
    start: int
    end: int


def _read(text: str, form: re.Match[str], after: int) -> Reading[Organisation] | None:
    if _STATE.search(form[0]) and _POSTAL_CODE.match(text, form.end()):
        return None
    tokens = _before(text, form.start(), after)
    words = _name_words(tokens)
    if len(words) > _MOST_WORDS:
        return None
    while words and _leads(words):
        words = words[1:]
    if not words or _is_generic(words):
        return None
    start, end = words[0].start, _end(form)
    note = _doubt(tokens, words, form[0], one_line(text[start : form.start()].rstrip(", \n") + ", "))
    return Reading(Organisation(name=one_line(text[start:end])), start, end, note)


def _doubt(tokens: list[_Token], words: list[_Token], form: str, written: str) -> str:
    """What else the words may be; `written` are those before the form, with their commas."""
    if joint := next((word.written for word in words if word.written.lower() in _JOINTS), ""):
        return f"one name, or two joined by {joint!r}"
    if any(" " in part.strip() for part in written.split(",")[:-2]):
        return "one name, or a list of names"
    # "Boeing Company" is a name; "Project Company" and "Working Group" may be defined anywhere.
    if form.lower() in WEAK and len(words) == 1:
        return "a name, or a kind of organisation"
    at = next(place for place, token in enumerate(tokens) if token.end >= words[0].end)
    dashed = at > 1 and tokens[at - 1].written in _DASHES
    if (
        dashed
        and _NAME_WORD.fullmatch(tokens[at - 2].written)
        and tokens[at - 2].written.lower() not in ROLES
    ):
        return "the name may begin earlier"
    return ""


def _before(text: str, end: int, after: int) -> list[_Token]:
    """The words before a form, in its paragraph and behind the name before it."""
    start = max(after, end - _MOST_CHARS)
    for gap in _PARAGRAPH.finditer(text, start, end):
        start = gap.end()
    if start == end - _MOST_CHARS and text[start - 1 : start].strip():
        start = next((space.start() for space in re.finditer(r"\s", text[start:end])), 0) + start
    return [_Token(found[0], found.start(), found.end()) for found in _WORD.finditer(text, start, end)]


def _name_words(tokens: list[_Token]) -> list[_Token]:
    """The run of words that can be parts of a name, read from the form backwards."""
    kept: list[_Token] = []
    for at in range(len(tokens) - 1, -1, -1):
        token = _bare(tokens[at], directly_before=not kept, listed=_is_listed(kept))
        if token is None or len(kept) > _MOST_WORDS:
            break
        lowered = token.written.lower()
        opened = token.start > tokens[at].start
        if lowered in _PARTICLES or lowered == "and":
            part = not opened and _joins(tokens, at, lowered)
        else:
            part = lowered not in BEFORE_NAME and _NAME_WORD.fullmatch(token.written) is not None
        if not part:
            break
        kept.insert(0, token)
        if opened:
            break
    while kept and (kept[0].written.lower() in _PARTICLES | {"and", "&", "+"}):
        kept.pop(0)
    return kept


def _bare(token: _Token, directly_before: bool, listed: bool) -> _Token | None:
    """A word without the bracket before it; None where a sentence or remark ends with it."""
    written = token.written.lstrip(_OPENING)
    start = token.end - len(written)
    if written.endswith(",") and (directly_before or listed):
        written = written[:-1]
    if (
        not written
        or written[-1] in ',;:!?)]}"”“»'
        or (written.endswith(".") and not _ABBREVIATION.fullmatch(written))
    ):
        return None
    return _Token(written, start, start + len(written))


def _is_listed(kept: list[_Token]) -> bool:
    """Whether the words behind are the end of "Wachtel, Lipson & Katz": then a comma belongs to the name."""
    return any(word.written == "&" for word in kept[:5])


def _joins(tokens: list[_Token], at: int, word: str) -> bool:
    """Whether a small word stands inside a name: behind "Bank" for "of", behind a capital for the others."""
    if at == 0:
        return False
    before = tokens[at - 1].written.lstrip(_OPENING)
    if word in {"of", "for"}:
        return before.lower() in BEFORE_OF and before[:1].isupper()
    if word == "the":
        return before.lower() in {"of", "for"} and at > 1 and tokens[at - 2].written.lower() in BEFORE_OF
    if before.lower() in BEFORE_NAME | ROLES or before[-1:] in ",.;:)":
        return False
    return bool(_NAME_WORD.fullmatch(before)) or before.lower() in _PARTICLES


def _leads(words: list[_Token]) -> bool:
    """Whether the first word belongs to the sentence and not to the name; "Bank of …" begins one."""
    lowered = words[0].written.lower()
    in_name = len(words) > 1 and words[1].written.lower() in {"of", "for", "&"}
    return lowered in BEFORE_NAME or (lowered in ROLES and not in_name)


def _is_generic(words: list[_Token]) -> bool:
    """Whether no word tells one organisation from another."""
    said = [word.written for word in words if not FORM.fullmatch(word.written)]
    lowered = [word.lower().strip(".,") for word in said]
    return all(word in GENERIC or word in ROLES or word.isdigit() for word in lowered)


def _end(form: re.Match[str]) -> int:
    """Without the full stop that ends the sentence: "SE." is written "SE", "Inc." is not "Inc"."""
    last = form[0].split()[-1].removesuffix(".")
    keeps = not form[0].endswith(".") or "." in last or last.lower() in TAKES_STOP
    return form.end() if keeps else form.end() - 1
