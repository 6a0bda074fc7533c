"""Compare plain words and names of a row with the words that it quotes."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from pincite.language.vocabulary import stems, telling
from pincite.records.document import Document
from pincite.records.span import Span
from pincite.values.currencies import find_marks
from pincite.values.polarity import DENIAL
from pincite.values.registered import find
from pincite.verification.claim_rows import Change, ClaimRow
from pincite.verification.value_forms import FIGURES

_TERM = re.compile(r"[-−–]?\d+(?:[.,]\d+)*|[^\W_]+|[^\w\s.,;:()\[\]\"'“”‘’/-]")
_FORMS = {"incorporated": "inc", "corporation": "corp", "limited": "ltd", "company": "co"}
_DASH = re.compile(r"[‐‑‒–−]")
_ARTICLES = frozenset({"a", "an", "the", "The"})
_TOKEN = re.compile(r"[^\W_]+")
_LEAST_SHARED = 0.5
"""The share of its words that a value in other words than the quote must have in common with it."""


def run_of(value: str, words: str) -> Span | None:
    """Where some words stand one after the other, but for articles and with each figure read as one."""
    wanted, said = _terms(value), _terms(words)
    for at in range(len(said) - len(wanted) + 1 if wanted else 0):
        if [each for each, _ in said[at : at + len(wanted)]] == [each for each, _ in wanted]:
            return Span(said[at][1].start, said[at + len(wanted) - 1][1].end)
    return None


@functools.lru_cache(maxsize=256)
def _terms(text: str) -> list[tuple[str, Span]]:
    text = _DASH.sub("-", text)
    found: list[tuple[str, Span]] = []
    for kind in FIGURES:
        for each in find(kind, text):
            span = Span(each.start, each.end)
            if not any(other.start < span.end and span.start < other.end for _, other in found):
                found.append((f"{kind} {each.value!r} {each.ambiguous}", span))
    plain = without(text, [span for _, span in found], 0)
    words = [
        (_FORMS.get(each[0].casefold(), each[0].casefold()), Span(*each.span()))
        for each in _TERM.finditer(plain)
        if each[0] not in _ARTICLES
    ]
    figures = {span for _, span in found}
    terms = sorted([*found, *words], key=lambda each: each[1])
    # "1-4 weeks" is "1 to 4 weeks".
    return [
        each
        for at, each in enumerate(terms)
        if each[0] != "to" or at in (0, len(terms) - 1) or not {terms[at - 1][1], terms[at + 1][1]} <= figures
    ]


_PARTS = re.compile(r"[‰½⅓⅔¼¾⅛]|\d\s*/\s*\d")


def problem_of(row: ClaimRow, document: Document, value: str, words: str, changes: Sequence[Change]) -> str:
    """Why words that are not the quoted ones do not say the same; empty where they may."""
    is_none = value.casefold().split(maxsplit=1)[:1] in (["none"], ["no"], ["nil"], ["n/a"])
    if not is_none and any(DENIAL.search(each.claimed) or DENIAL.search(each.found) for each in changes):
        return "the value and the quoted words differ in what they deny"
    if any(each.claimed[:1].isupper() and each.found[:1].isupper() for each in changes):
        return "the value and the quoted words name different ones"
    if lacking := _lacking(row, document, value, words):
        return f"the quoted words do not say “{lacking}”"
    own = telling(stems(value))
    shared = own.intersection(stems(words))
    # A whole statement about the quote may well be in other words.
    is_other = row.type != "statement" and len(shared) < _LEAST_SHARED * len(own)
    return "the quoted words do not say this" if is_other else ""


def _lacking(row: ClaimRow, document: Document, value: str, words: str) -> str:
    """A figure or name of the value that is not in the quote; empty where all of them are."""
    said = {word.casefold() for word in _TOKEN.findall(words)}
    stated = {mark.code for mark in find_marks(f" {words} ")}
    if foreign := [mark.code for mark in find_marks(f" {value} ") if mark.code not in stated]:
        return str(foreign[0])
    elsewhere = _tokens(document.seen_text)
    for word in map(str, _TOKEN.findall(value)):
        if word.casefold() in said:
            continue
        # A capital may only begin the value: what the document writes small is no name.
        is_name = word[0].isupper() and word.lower() not in elsewhere and row.type != "statement"
        # "1‰" and "1 1/2%" have other digits than 0.1 % and 1.5 %.
        if is_name or (any(map(str.isdigit, word)) and not _PARTS.search(words)):
            return word
    return ""


def other_party(row: ClaimRow, document: Document, value: str) -> str:
    """How the document calls a party that a row takes for another one: a landlord named as the tenant."""
    asked = {word.casefold() for word in _TOKEN.findall(row.field)}
    parties = [each for each in document.profile.subjects if each.kind == "party"]
    meant = [each for each in parties if any(folded(a) and folded(a) <= asked for a in each.aliases)]
    named = [each for each in parties if folded(each.name) == folded(value)]
    if not meant or not named or any(each in meant for each in named):
        return ""
    return next(iter(named[0].aliases), "")


@functools.lru_cache(maxsize=8)
def _tokens(text: str) -> frozenset[str]:
    return frozenset(_TOKEN.findall(text))


def without(words: str, spans: Sequence[Span], start: int) -> str:
    """The words with spaces at some places; `start` is where they begin."""
    kept = list(words)
    for span in spans:
        for at in range(span.start - start, span.end - start):
            kept[at] = " "
    return "".join(kept)


def folded(name: str) -> frozenset[str]:
    """The words of a name, in any order."""
    return frozenset(word.casefold() for word in _TOKEN.findall(name))
