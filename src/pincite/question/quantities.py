"""Recognise in a question what stands for a value: a value itself, or the name of one in the documents."""

from __future__ import annotations

import re

from pincite.patterns import pattern
from pincite.question.kinds import kinds_of
from pincite.records.computation import Constant, OperandQuestion
from pincite.values.date import find_years
from pincite.values.registered import find

QUANTITIES = frozenset({"amount", "date", "duration", "percentage", "number"})
_CONSTANTS = ("amount", "percentage", "duration", "date", "number")
# What cannot stand in the name of a value: then the words say what may, must or does happen.
_SAYS_MORE = pattern(
    r"\b(?:liable|obliged|obligated|required|entitled|allowed|permitted|able|responsible|subject|paid|payable"
    r"|due|given|made|covered|excluded|charged|limited|capped|restricted|valid|available|owed|received|used"
    r"|not|no|if|when|unless|while|who|whom|whose|that|which|what|why|how|must|shall|may|can|could|will|would"
    r"|should|has|have|had|is|are|was|were|be|been|does|do|did|to|than|or|and|also|still|ever|only|too"
    r"|there|it"
    r"|he|she|they|we|you|i|anyone|someone)\b",
    re.IGNORECASE,
)
_DETERMINED = pattern(r"(?:the|its|their|our|your|my|his|her|this|[A-Z][\w.]*[’']s)\s+\S", re.IGNORECASE)
_DETERMINER = pattern(r"^(?:the|an?|its|their|our|your|my|this|all(?: of)?(?: the)?)\s+", re.IGNORECASE)
_PLURAL = pattern(r"^[\w’'-]*[^s\W]s\b(?!['’])|\b[\w-]+[^s\W]s$")
_BEHIND = pattern(r"\s+(?:of|for|in|under|on|per|with|from|at)\s.*$", re.IGNORECASE)
_MULTIPLE = pattern(
    r"(?:the\s+)?(?:\d+|half|twice|double|two|three|four|five|six|seven|eight|nine|ten|twelve"
    r"|several)\b(?:\s+times\b)?",
    re.IGNORECASE,
)
_MOST_WORDS = 12

Value = OperandQuestion | Constant


def constant(text: str) -> Constant | None:
    """The value that the whole text says; None when it says anything else."""
    wording = text.strip(" ?.,")
    for answer_type in _CONSTANTS:
        readings = find(answer_type, wording)
        if not readings and answer_type == "date":
            readings = list(find_years(wording))
        if len(readings) == 1 and (readings[0].start, readings[0].end) == (0, len(wording)):
            return Constant(wording, answer_type)
    return None


def quantity(phrase: str, answer_type: str | None = None) -> OperandQuestion | None:
    """The operand that a noun phrase names; None when the phrase does not clearly name a value.

    With `answer_type` that kind of value is wanted: then sums of money and percentages may also be called
    by a name that no rule knows.
    """
    phrase = phrase.strip(" ?.,:")
    kinds = kinds_of_phrase(phrase)
    # "Three months' rent" is the rent three times over.
    if not kinds or _MULTIPLE.match(phrase):
        return None
    if kinds == ("text",):
        by_name = answer_type in ("amount", "percentage") and _DETERMINED.match(phrase)
        return _operand(phrase, answer_type) if by_name else None
    if answer_type and answer_type not in kinds:
        return None
    return _operand(phrase, answer_type or kinds[0])


def pair_of(a: str, b: str) -> tuple[Value, Value] | None:
    """Two values of one kind, at least one of which is named; None where the kinds do not agree."""
    given = constant(a) or constant(b)
    if given:
        kind: str | None = given.answer_type
    else:
        kinds = kinds_of_phrase(a.strip()), kinds_of_phrase(b.strip())
        kind = next((each for each in kinds[0] if each in kinds[1] and each in QUANTITIES), None)
    if kind is None:
        return None
    first, second = (constant(each) or quantity(each, kind) for each in (a, b))
    if not first or not second or (isinstance(first, Constant) and isinstance(second, Constant)):
        return None
    return (first, second) if first.answer_type == second.answer_type else None


def kinds_of_phrase(phrase: str) -> tuple[str, ...]:
    """The kinds of value that a noun phrase names, `text` when no rule knows it; none for other words."""
    if not phrase or _SAYS_MORE.search(phrase) or len(phrase.split()) > _MOST_WORDS or "," in phrase:
        return ()
    return kinds_of(f"What is {phrase}?") if _is_quantity(_BEHIND.sub("", phrase)) else ("text",)


def named(phrase: str) -> str:
    """The phrase without its article: what the value is called."""
    return _DETERMINER.sub("", phrase.strip(" ?.,:"))


def _is_quantity(head: str) -> bool:
    """Whether the last word, or the last two as one, name a value: a premium plan is no premium."""
    *_, before, last = ("", *head.split())
    if _names(last):
        return True
    return not _names(before) and _names(f"{before} {last}")


def _names(words: str) -> bool:
    return any(kinds_of(f"What is the {each}?") != ("text",) for each in (words, words.removesuffix("s")))


def _operand(phrase: str, answer_type: str | None) -> OperandQuestion:
    # "What are the fees?" would ask for a list.
    asks = "How much are" if _is_plural(phrase) and answer_type == "amount" else "What is"
    return OperandQuestion(named(phrase), f"{asks} {phrase}?", answer_type)


def _is_plural(phrase: str) -> bool:
    """Whether the phrase speaks of several: "all fees for services"."""
    head = _BEHIND.sub("", named(phrase))
    return bool(_PLURAL.search(head)) and head.split()[-1].lower().endswith("s")
