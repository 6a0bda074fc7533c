"""Write what a model is shown, with the heading above it, as the token numbers that it was trained on.

The form is that of training: `[CLS] question [SEP] heading passage [SEP]`, each part tokenised by itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.records.span import Span

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

# The longest that was trained on; the parts before the passage are cut where they would crowd it out.
MAX_TOKENS = 448
MAX_QUESTION_TOKENS = 112
MAX_HEADING_TOKENS = 24
# What two windows share, so that an answer of two sentences stands whole in one of them.
OVERLAP_TOKENS = 96
_CLS, _SEP = 101, 102


@dataclass(frozen=True, slots=True)
class Window:
    """What a model is given in one go: its tokens, and which of them are the passage's own."""

    ids: tuple[int, ...]
    kinds: tuple[int, ...]
    first: int
    """Where the passage's own tokens begin; they end before the last token."""
    places: tuple[tuple[int, int], ...]
    """The whole word around each of them, in characters of the passage."""

    def span(self, start: int, end: int) -> Span | None:
        """The characters from the word of one of the passage's tokens to that of another."""
        first, last = self.places[start][0], self.places[end][1]
        return Span(first, last) if first < last else None


def pair_windows(
    tokenizer: Tokenizer, before: str, heading: str, text: str, marked: Span | None = None
) -> list[Window]:
    """A question or claim with a passage or source; one window unless the passage is too long for it.

    The tokens of a marked sentence are of the question's kind, as they were in training.
    """
    asked = tuple(_encoded(tokenizer, before).ids[:MAX_QUESTION_TOKENS])
    above = tuple(_encoded(tokenizer, heading).ids[:MAX_HEADING_TOKENS]) if heading else ()
    body = _encoded(tokenizer, text)
    places = _word_places(body, text)
    front = (_CLS, *asked, _SEP, *above)
    kinds = (*(0,) * (len(asked) + 2), *(1,) * len(above))
    own = [1 if marked is None or a >= marked.end or b <= marked.start else 0 for a, b in body.offsets]
    return [
        Window(
            ids=(*front, *body.ids[start:end], _SEP),
            kinds=(*kinds, *own[start:end], 1),
            first=len(front),
            places=tuple(places[start:end]),
        )
        for start, end in _windows(len(body.ids), MAX_TOKENS - 1 - len(front))
    ]


def single(tokenizer: Tokenizer, text: str) -> Window:
    """One text by itself, as far as it is read."""
    ids = (_CLS, *_encoded(tokenizer, text).ids[: MAX_TOKENS - 2], _SEP)
    return Window(ids, (0,) * len(ids), 1, ())


def _encoded(tokenizer: Tokenizer, text: str) -> Encoding:
    # Half a surrogate pair, which a terminal may pass on, is no text; a sign in its place keeps the places.
    return tokenizer.encode(text.encode("utf-8", "replace").decode(), add_special_tokens=False)


def _windows(count: int, room: int) -> Iterator[tuple[int, int]]:
    """Ranges that cover all tokens; the last one reaches back so that it is as long as the others."""
    start = 0
    while start + room < count:
        yield start, start + room
        start += room - OVERLAP_TOKENS
    yield max(0, count - room), count


def _word_places(body: Encoding, text: str) -> Sequence[tuple[int, int]]:
    """For each token the characters of its whole word: half a word or number is no answer.

    Tokens leave out accents that are characters of their own; a place that cut one off would misquote.
    """
    around: dict[int | None, tuple[int, int]] = {}
    for word, (start, end) in zip(body.word_ids, body.offsets, strict=True):
        known = around.get(word, (start, end))
        around[word] = (min(known[0], start), max(known[1], end))
    whole = {word: (start, _after_accents(text, end)) for word, (start, end) in around.items()}
    return [whole[word] for word in body.word_ids]


def _after_accents(text: str, end: int) -> int:
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return end


MAX_CHARS = 80


def shown_heading(heading: str, text: str) -> str:
    """The heading as it is put before the passage, at most 80 characters; empty where the passage has it."""
    stands_there = after_heading(text, 0, len(text), heading) > 0
    return "" if stands_there else " ".join(heading.split())[:MAX_CHARS]


def under_heading(heading: str, text: str) -> str:
    """A passage as embedders are given it: with the heading on a line above, as in training."""
    shown = shown_heading(heading, text)
    return f"{shown}\n{text}" if shown else text


def after_heading(text: str, start: int, end: int, heading: str) -> int:
    """Where the words begin behind a heading that stands at the start; `start` where none does."""
    wanted = heading.split()
    if not wanted:
        return start
    pattern = r"\s*".join(re.escape(word) for word in wanted)
    match = re.compile(rf"\s*{pattern}[\s.:]*").match(text, start, end)
    return match.end() if match else start
