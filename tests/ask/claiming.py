"""Claims that our own code makes of a text, as short as a test can say them, and what is proved of them."""

from __future__ import annotations

from pincite.answer.claims import Claim
from pincite.answer.verdicts import Judged
from pincite.ask.claimed_items import own_proved
from pincite.generate.pointed import cite, cite_words
from pincite.records.library import Held
from pincite.records.span import Span
from pincite.values.types import Amount, Boolean, Text
from tests.factories import held, question


def claiming(source: Held, answer_type, value, original: str, *quotes: str, **changes) -> Claim:
    """A claim that cites the first place of each quote; `apart`: as words of their sentences, then these."""
    text = source.document.text
    spans = [Span(text.index(quote), text.index(quote) + len(quote)) for quote in quotes or (original,)]
    cited = tuple(cite(source.identity, source.document, span) for span in spans)
    if changes.pop("apart", False):
        cited = cite_words(source.identity, source.document, spans)
    return Claim(answer_type=answer_type, value=value, original=original, citations=cited, **changes)


def dollars(
    text: str, number: str, *quotes: str, asked: str = "What is the fee?", level="balanced"
) -> Judged:
    """What is proved of an amount in USD that is said to stand in the quotes, or in all of the text."""
    value = Amount(value=number.replace(",", ""), currency="USD", unit=None)
    source = held(text)
    claim = claiming(source, "amount", value, f"USD {number}", *(quotes or (text.strip(),)))
    return own_proved(question(asked, source), claim, source, level)


def said(text: str, words: str, *quotes: str, asked: str = "What is it?", level="balanced", **more) -> Judged:
    source = held(text)
    claim = claiming(source, "text", Text(text=more.pop("value", words)), words, *quotes, **more)
    return own_proved(question(asked, source), claim, source, level)


def yes_or_no(text: str, value: bool, *quotes: str, asked: str, level="balanced") -> Judged:
    source = held(text)
    claim = claiming(source, "boolean", Boolean(value=value), " ".join(quotes), *quotes)
    return own_proved(question(asked, source), claim, source, level)
