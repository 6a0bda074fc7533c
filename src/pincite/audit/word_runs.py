"""Set two wordings side by side: which words both have, and which only one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from pincite.answer.reanchorings import WordRun
from pincite.language.line_ends import on_one_line
from pincite.records.fold import fold

_LONGEST = 2_000
_WORD = re.compile(r"\S+")


def word_runs(old: str, new: str) -> list[WordRun]:
    """Both wordings as one run of words, in which what differs is marked; typesetting does not differ."""
    first, second = _words(old), _words(new)
    if max(len(first), len(second)) > _LONGEST:
        return [WordRun(kind="old", text=" ".join(first)), WordRun(kind="new", text=" ".join(second))]
    matcher = SequenceMatcher(None, list(map(_plain, first)), list(map(_plain, second)), autojunk=False)
    runs: list[WordRun] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            runs.append(WordRun(kind="same", text=" ".join(second[c:d])))
            continue
        runs += _only("old", first[a:b])
        runs += _only("new", second[c:d])
    return runs


def _only(kind: str, words: list[str]) -> Iterator[WordRun]:
    if words:
        yield WordRun(kind="old" if kind == "old" else "new", text=" ".join(words))


def _words(text: str) -> list[str]:
    return _WORD.findall(on_one_line(text))


def _plain(word: str) -> str:
    return fold(word).cased
