"""Read what a contract is called: its title where it stands by itself, or the name that opens it.

The title seldom has a block to itself: a number of an exhibit stands before it, the first sentence after it.
So the name is read out of the block, by generators and by the check that reads it again.
"""

from __future__ import annotations

import re

from pincite.records.span import Span

# Titles are set over lines; two blanks or an empty line part a title from what stands beside it.
_GAP = r"(?:[ \t]|[ \t]*\r?\n[ \t]*)"
_KIND = r"(?:agreement|contract|lease|deed|undertaking)"
# Who makes the contract often stands before its name, and so does what the copy is.
_NO_PART = (
    r"(?!(?i:exhibit|version|copy|draft|inc|llc|llp|ltd|limited|corp|corporation|company|this|the)\b"
    r"(?!-))"
)
_CAPITALS = rf"(?:{_NO_PART}[A-Z0-9][A-Z'’&/®™-]+,?|&)"
_CAPITALISED = rf"(?:{_NO_PART}[A-Z][\w'’&/®™-]*,?|&)"
_SMALL = r"(?:and|of|for|to|on|in|or)"


def _named(word: str, small: str) -> str:
    return rf"{word}{_GAP}(?:(?:{word}|{small}){_GAP}){{0,9}}?"


# "THIS CO-BRANDING AGREEMENT (the “Agreement”) is made": the name, and that this document is meant by it.
_OPENS = re.compile(
    rf"(?:^|[\s(“\"])(?i:this){_GAP}(?P<name>{_named(_CAPITALISED, _SMALL)}(?i:{_KIND}))\b"
    r"(?=[^.;]{0,40}?(?:[(,]|\b(?:is|was|dated|made|entered)\b))"
)
# In capitals the title is told from what stands before it; in small letters it has to be all there is.
_IN_CAPITALS = re.compile(
    r"(?:^|[\d.:)][ \t]|[ \t]{2}|\n\s*|(?i:inc|llc|llp|ltd|limited|corp|corporation|company)[.,]?\s)"
    r"[“\"]?"
    rf"(?P<name>{_named(_CAPITALS, _SMALL.upper())}{_KIND.upper()})(?![\w-])(?!{_GAP}*(?i:number|no\b))"
)
_ALONE = re.compile(
    rf"\W*(?:(?i:exhibit|annex|schedule)\s+[\w.()-]{{1,10}}\s+)?"
    rf"(?P<name>{_named(_CAPITALISED, _SMALL)}(?i:{_KIND}))\W*"
)
_FAR = 400
# "Entire Agreement" and "Term of Agreement" head a clause, and a form is of another contract.
_OF_CLAUSE = re.compile(
    rf"(?i:entire|whole|form|amendment)\b.*|.*\s{_SMALL}\s+{_KIND}", re.IGNORECASE | re.DOTALL
)


def name_in(text: str) -> Span | None:
    """The words that name the contract, in a text that opens it or is its title; None elsewhere."""
    near = text[:_FAR]
    alone = _ALONE.fullmatch(text)
    found = [each for each in (alone, _OPENS.search(near), _IN_CAPITALS.search(near)) if each]
    named = [each for each in found if not _OF_CLAUSE.fullmatch(each["name"])]
    first = min(named, key=lambda each: each.start("name"), default=None)
    return Span(first.start("name"), first.end("name")) if first else None
