"""Tell writing from the signs that a broken font or encoding leaves."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

_CODE = re.compile(r"\(cid:\d{1,6}\)")
_NO_SIGN = re.compile(
    "[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffd-\uffff\ue000-\uf8ff\U000f0000-\U0010ffff\ud800-\udfff]"
)
_WORD = re.compile(r"[^\W\d_]+")
_CONSONANTS = "[bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ]"
# Nobody writes nine consonants in a row (German comes to eight), or one letter four times.
_IMPOSSIBLE = re.compile(rf"{_CONSONANTS}{{9}}|([a-z])\1{{3}}")
_NO_VOWEL = re.compile(rf"{_CONSONANTS}{{6,}}")
_NEVER_MIXED = {"LATIN", "GREEK", "CYRILLIC"}
_OTHER_SCRIPT = re.compile("[\u0250-\u1fff\u2c00-\ud7ff]")


def garbled(text: str) -> float:
    """Share of the characters, 0 to 1, that are no writing. Spaces do not count; 0 for an empty text."""
    characters = len(text) - sum(map(text.count, " \n"))
    if not characters:
        return 0.0
    broken = 0
    if "(cid:" in text:
        broken += sum(len(code[0]) for code in _CODE.finditer(text))
        text = _CODE.sub(" ", text)
    broken += len(_NO_SIGN.findall(text))
    if _has_doubtful_words(text):
        broken += sum(len(word[0]) for word in _WORD.finditer(text) if _is_no_word(word[0]))
    return min(broken / characters, 1.0)


def _has_doubtful_words(text: str) -> bool:
    """Quickly, as it is asked of every page."""
    if _NO_VOWEL.search(text) or _IMPOSSIBLE.search(text):
        return True
    return not text.isascii() and _OTHER_SCRIPT.search(text) is not None


def _is_no_word(word: str) -> bool:
    """Whether letters stand together that make no word. Capitals, alone or mixed in, may make a code."""
    if len(word) < 6:
        return False
    if word.isascii():
        if not word[1:].islower():
            return False
        return _NO_VOWEL.fullmatch(word) is not None or _IMPOSSIBLE.search(word) is not None
    scripts = [unicodedata.name(letter, "?").split()[0] for letter in word]
    turns = sum(left != right and {left, right} <= _NEVER_MIXED for left, right in pairwise(scripts))
    return turns >= 3
