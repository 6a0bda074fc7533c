"""A reader that knows where the gold says the answer stands: that a sentence answers is not tested."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pincite.ask.likely_answers import JudgedReading
from pincite.records.evidence import Excerpt, Extract
from pincite.records.span import Span
from tests.readers import StandIn
from tests.stages import judged_by


@dataclass(frozen=True)
class Told(StandIn):
    """Gives a text that holds one of the quotes a high score and points at it; all else answers nothing."""

    quotes: tuple[str, ...] = ()
    original: str = ""
    """The value in the quote; where it is not told, the stand-in looks for it."""
    yes: bool | None = None
    """What a quote says to a yes-or-no question; where it is not told, the stand-in tells."""
    name: str = "told"

    def _extract(self, question: str, excerpt: Excerpt) -> Extract:
        found = super()._extract(question, excerpt)
        assert found.raw is not None
        meant = excerpt.marked or Span(0, len(excerpt.text))
        quoted = next((span for quote in self.quotes if (span := _found(quote, excerpt.text, meant))), None)
        if quoted is None:
            return Extract(0.01, found.span, replace(found.raw, answers=-6.0))
        own = super()._extract(question, replace(excerpt, marked=quoted))
        assert own.raw is not None
        short = (_found(self.original, excerpt.text, quoted) if self.original else None) or own.raw.short
        # Of several sentences that answer the stand-in prefers the one that it would have chosen.
        answers = 6.0 + found.raw.answers / 10
        yes = own.raw.yes if self.yes is None else 3.0 if self.yes else -3.0
        raw = replace(found.raw, answers=answers, yes=yes, no=-yes, short=short, long=quoted)
        return Extract(0.99, short, raw)


def told(*quotes: str, original: str = "", yes: bool | None = None) -> JudgedReading:
    """Judges by a reader that is told the sentences that answer."""
    return judged_by(Told(quotes=quotes, original=original, yes=yes))


def _found(words: str, text: str, inside: Span) -> Span | None:
    """Where the words stand, however they are spaced, and divided at the end of a line."""
    divided = (r"(?:-\n)?".join(map(re.escape, word)) for word in words.split())
    pattern = re.compile(r"\s+".join(divided))
    match = pattern.search(text, inside.start, inside.end)
    return Span(match.start(), match.end()) if match else None
