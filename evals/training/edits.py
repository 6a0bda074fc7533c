"""Alter a sentence so that its source does not support it, a question so that its passage does not answer.

Numbers, dates, negations and names change; everything else stays, so that words in common prove nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

_NUMBER = re.compile(
    r"(?<![\w.,/-])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w/-])|(?<![\w.,/-])\d+(?:\.\d+)?(?![\w/-])"
)
_MONTHS = "January February March April May June July August September October November December".split()
_MONTH = re.compile(rf"\b(?:{'|'.join(_MONTHS)})\b")
_YEAR = re.compile(r"(?<![\d.,/-])(?:1[5-9]|20)\d{2}(?![\d,/-])")
_WORDS = "one two three four five six seven eight nine ten twelve fifteen twenty thirty sixty ninety".split()
_IN_WORDS = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)
_VERB = re.compile(
    r"\b(shall|will|may|must|can|should|is|are|was|were|has|have)\b(?!\s+not\b)", re.IGNORECASE
)
_DENIED = re.compile(
    r"\b(shall|will|may|must|can|should|is|are|was|were|has|have|does|did|do)\s+not\b", re.IGNORECASE
)
_OPPOSITES = {
    "before": "after",
    "after": "before",
    "more": "less",
    "less": "more",
    "increase": "decrease",
    "decrease": "increase",
    "higher": "lower",
    "lower": "higher",
    "minimum": "maximum",
    "maximum": "minimum",
    "first": "last",
    "last": "first",
    "all": "none",
    "always": "never",
    "never": "always",
    "include": "exclude",
    "exclude": "include",
    "including": "excluding",
    "excluding": "including",
    "with": "without",
    "without": "with",
    "prior": "subsequent",
    "exclusive": "non-exclusive",
    "non-exclusive": "exclusive",
}
_OPPOSITE = re.compile(rf"(?<![\w-])(?:{'|'.join(_OPPOSITES)})(?![\w-])", re.IGNORECASE)
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][\w’'-]+(?: (?:of |the |de )?[A-Z][\w’'-]+)*")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[\"“(]?[A-Z0-9])")

Edit = Callable[[str, Random], str | None]


def change_number(sentence: str, random: Random) -> str | None:
    """Another number in place of one, in figures or in words; None where there is none."""
    places = [*_NUMBER.finditer(sentence), *_IN_WORDS.finditer(sentence)]
    if not places:
        return None
    place = random.choice(places)
    old = place[0]
    new = _other_word(old, random) if old[0].isalpha() else _other_figures(old, random)
    return sentence[: place.start()] + new + sentence[place.end() :]


def change_date(sentence: str, random: Random) -> str | None:
    """Another month or year in place of one; None where there is neither."""
    places = [*_MONTH.finditer(sentence), *_YEAR.finditer(sentence)]
    if not places:
        return None
    place = random.choice(places)
    if place[0].isdigit():
        new = str(int(place[0]) + random.choice([-9, -5, -3, -2, -1, 1, 2, 3, 5, 9]))
    else:
        new = random.choice([month for month in _MONTHS if month != place[0]])
    return sentence[: place.start()] + new + sentence[place.end() :]


def deny(sentence: str, random: Random) -> str | None:
    """The sentence denied where it affirms, affirmed where it denies; None where neither is clear."""
    denied = list(_DENIED.finditer(sentence))
    if denied:
        place = random.choice(denied)
        return sentence[: place.start()] + place[1] + sentence[place.end() :]
    verbs = list(_VERB.finditer(sentence))
    if not verbs:
        return None
    place = verbs[0]
    return sentence[: place.end()] + " not" + sentence[place.end() :]


def reverse_word(sentence: str, random: Random) -> str | None:
    """A word turned into its opposite: before into after, minimum into maximum."""
    places = list(_OPPOSITE.finditer(sentence))
    if not places:
        return None
    place = random.choice(places)
    new = _OPPOSITES[place[0].lower()]
    new = new.capitalize() if place[0][0].isupper() else new
    return sentence[: place.start()] + new + sentence[place.end() :]


def names(text: str) -> list[str]:
    """Names inside sentences: capitalised words that do not start one."""
    return [found[0] for found in _NAME.finditer(text)]


def change_name(sentence: str, random: Random, others: Sequence[str]) -> str | None:
    """Another name in place of one, from `others`; None where no name stands or no other is known."""
    places = list(_NAME.finditer(sentence))
    if not places:
        return None
    place = random.choice(places)
    known = [name for name in others if name not in sentence and place[0] not in name]
    if not known:
        return None
    return sentence[: place.start()] + random.choice(known) + sentence[place.end() :]


EDITS: dict[str, Edit] = {
    "number": change_number,
    "date": change_date,
    "negation": deny,
    "opposite": reverse_word,
}


def unanswerable_question(question: str, context: str, others: Sequence[str], random: Random) -> str | None:
    """The question about another name, year or number, which the context does not speak of."""
    fitting = [name for name in others if name not in context]
    ways: list[str | None] = [change_name(question, random, fitting)]
    if _YEAR.search(question):
        ways.append(change_date(question, random))
    elif _NUMBER.search(question):
        ways.append(change_number(question, random))
    ways.append(reverse_word(question, random))
    return next((way for way in ways if way is not None and way != question), None)


def without_sentence(context: str, start: int, end: int) -> str | None:
    """The context without the sentence that holds the answer; None where the answer stands elsewhere too."""
    cuts = [0, *(found.end() for found in _SENTENCE_END.finditer(context)), len(context)]
    first = max(cut for cut in cuts[:-1] if cut <= start)
    last = min(cut for cut in cuts[1:] if cut >= end)
    rest = (context[:first] + context[last:]).strip()
    if len(rest) < 80 or context[start:end].lower() in rest.lower():
        return None
    return rest


def sentences_of(text: str) -> list[str]:
    """A plain division into sentences, good enough to make claims of."""
    return [piece.strip() for piece in _SENTENCE_END.split(" ".join(text.split())) if piece.strip()]


def _other_word(old: str, random: Random) -> str:
    new = random.choice([word for word in _WORDS if word != old.lower()])
    return new.capitalize() if old[0].isupper() else new


def _other_figures(old: str, random: Random) -> str:
    """The same number of digits, at least one of them different; grouping and zeros stay."""
    places = [at for at, digit in enumerate(old) if digit.isdigit() and (digit != "0" or len(old) == 1)]
    places = places or [0]
    at = random.choice(places)
    digit = random.choice([d for d in "123456789" if d != old[at]])
    return old[:at] + digit + old[at + 1 :]
