"""Say an answer in plain words: its outcome, what was read, where a place is, how likely it answers."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.answer.answers import Answer, Coverage, Evidence, Item
from pincite.answer.checks import Check, Judgement
from pincite.answer.verdicts import Grade, weakest_grade
from pincite.language.how_many import how_many
from pincite.language.value_words import item_in_words
from pincite.values.types import Clause, Text

GRADES: dict[Grade, str] = {
    "exact": "word for word",
    "typesetting": "word for word except typesetting",
    "hyphen": "word for word except hyphens",
    "case": "word for word except capitals",
}
UNSETTLED = "Pincite does not choose between them: read each in its place."
ONLY_LEADS = "No passage is sure enough to be the answer."
_LIKELY = ((0.9, "very likely"), (0.75, "likely"), (0.5, "possible"), (0.0, "unlikely"))
OTHER_YEAR = "may differ in: year"


def headline(answer: Answer) -> tuple[str, str]:
    """The outcome in a word or two, and what more is to be said of it; the second may be empty."""
    return {
        "answered": ("Answered", _answered(answer)),
        "probable": ("Probably", _probable(answer)),
        "not_found": ("Not found", _not_found(answer.coverage)),
        "conflict": ("Conflict", _conflict(answer)),
        "incomplete": ("Incomplete", "these are proved; there may be more."),
        "needs_clarification": ("Please clarify", ""),
        "unverified": ("Withheld", "Pincite found something but could not prove all of it."),
        "failed": ("Failed", ""),
    }[answer.outcome]


def is_quoted(item: Item) -> bool:
    """Whether the value is the document's own words, so that to quote them is to say it."""
    return isinstance(item.value, Text | Clause) and not item.derivation


def what_was_read(answer: Answer) -> Iterator[str]:
    """Sentences on how much of the documents was read, and how well."""
    coverage, pages = answer.coverage, answer.coverage.pages
    # A page without readable text has nothing to read, so it is not among those that were read.
    some = f"{pages.read:,} of " if pages.read < pages.total else ""
    on_pages = f" on {some}{how_many(pages.total, 'page')}" if pages.total else ""
    place = f"{on_pages} of {how_many(coverage.documents, 'document')}"
    every = how_many(coverage.spans_total, "passage")
    if coverage.spans_read < coverage.spans_total:
        yield f"Read only {coverage.spans_read:,} of {every}{place}."
    elif coverage.spans_total == 1:
        yield f"Read the only passage{place}."
    else:
        yield f"Read all {every}{place}."
    if pages.low_quality:
        yield f"{how_many(pages.low_quality, 'page')} could be read only in part."
    if pages.waiting_pictures:
        yield f"Pictures on {how_many(pages.waiting_pictures, 'page')} are not read yet."


def place_of(evidence: Evidence) -> str:
    """Document, page and lines, or what the format calls the place."""
    return ", ".join([evidence.name, *_within(evidence)])


def likely(chance: float) -> str:
    """A chance in words and figures."""
    words = next(words for least, words in _LIKELY if chance >= least)
    return f"{words} ({figure(chance)})"


def figure(chance: float) -> str:
    """Two decimals, and never a plain nought: no measurement says that something cannot be."""
    return f"{chance:.2f}" if chance >= 0.01 else "below 0.01"


def judged(judgement: Judgement) -> str:
    """How likely an item answers the question, or who says so where nobody measured it."""
    if judgement.chance is not None:
        return likely(judgement.chance)
    if judgement.named:
        return f"judged by {' and '.join(judgement.named)}, not calibrated"
    return "judged by its words only, not measured"


def short_of(answer: Answer) -> str:
    """Why what is probable is no answer: the chance and what is needed, or who calls it a guess."""
    judgement = min((item.judgement for item in answer.items), key=lambda each: each.chance or 0.0)
    if judgement.chance is not None and judgement.bar is not None:
        return f"{figure(judgement.chance)}; {figure(judgement.bar)} is needed to answer"
    who = " and ".join(judgement.named) or "the reader"
    return f"{who} calls it a guess" if answer.signals.confidence == "guess" else f"{who} alone says so"


def proof_in_words(item: Item) -> list[tuple[str, bool]]:
    """What code looked at, in a word or two each, and whether it is proved."""
    return [(_check_in_words(item, check), check.state == "proved") for check in item.proof]


def _check_in_words(item: Item, check: Check) -> str:
    if check.check == "quote":
        return f"quote, {GRADES[weakest_grade(place.grade for place in item.evidence)]}"
    # That sentences mean yes or no is judged: of the value code proves only that they are cited whole.
    if check.check == "value" and item.type == "boolean":
        return "whole sentences"
    return check.check


def _answered(answer: Answer) -> str:
    if len(answer.items) != 1:
        return f"{len(answer.items)} items"
    (item,) = answer.items
    return "in the document’s own words" if is_quoted(item) else item_in_words(item)


def _probable(answer: Answer) -> str:
    return f"{_answered(answer)} ({short_of(answer)})" if answer.outcome == "probable" else ""


def _not_found(coverage: Coverage) -> str:
    if coverage.chance_held is None:
        return "no passage answers this."
    holds = "the document answers" if coverage.documents == 1 else "one of the documents answers"
    return f"the chance that {holds} this is {figure(coverage.chance_held)}."


def _conflict(answer: Answer) -> str:
    sides = len(answer.conflict.sides) if answer.conflict else len(answer.items)
    return f"{how_many(sides, 'different value')} for the same thing."


def _within(evidence: Evidence) -> Iterator[str]:
    first, last = evidence.lines
    if evidence.page is not None:
        has_label = evidence.page_label not in {None, "", str(evidence.page)}
        yield f"page {evidence.page}" + (f" (printed {evidence.page_label})" if has_label else "")
    if evidence.anchor and not evidence.anchor.startswith("line "):
        yield evidence.anchor
    else:
        yield f"line {first}" if first == last else f"lines {first}–{last}"
