"""Tell which of several values in one sentence the words of a question belong to.

"Gross margin was 35% and operating margin was 12%" says both words and both values; who asks for the gross
margin is not answered by the 12%. What stands before the first value is said of all of them, unless a later
one has a verb, and so a clause, of its own.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from pincite.contract.relevance import occurs
from pincite.contract.vocabulary import stems, telling
from pincite.records.question import Question, Term
from pincite.records.span import Span

_STOP = re.compile(r"\.\s+(?=[A-Z])")
_BREAK = re.compile(
    r"(?-i:\.\s+(?=[A-Z]))|[;,](?!\s+(?:19|20)\d\d\b)|\s[–—]\s"
    r"|\b(?:and|or|but|while|whereas|compared|versus|against|plus)\b",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|shall|will|may|must|can|costs?|amounts?|appl(?:y|ies|ied)|pays?|paid"
    r"|comes?|came|equals?|totals?|totalled|falls?|fell|rises?|rose|reach(?:es|ed)?|starts?|started|begins?|began"
    r"|ends?|ended|expires?|expired|lasts?|lasted|receives?|received|charges?|charged|takes?|took|bears?|earns?"
    r"|accounts?|accounted|contains?|holds?|weighs?|runs?|ran|becomes?|became|remains?|remained|stands?|stood"
    r"|opens?|opened|closes?|closed|covers?|grants?|gets?|uses?|requires?|delivers?|reports?)\b",
    re.IGNORECASE,
)
# "EUR 500 until the review and EUR 600 thereafter": what is said before it is meant.
_AFTER = re.compile(r"\b(?:after|following|once|from)\b", re.IGNORECASE)
_BEFORE = re.compile(r"\b(?:before|until|till|prior\s+to|up\s+to)\b", re.IGNORECASE)
_THEN = re.compile(r"\b(?:thereafter|afterwards|then|after\s+(?:it|that|this|then))\b", re.IGNORECASE)


def said_of_another(question: Question, text: str, values: Sequence[Span], own: Span) -> str:
    """A term of the question that the sentence says of another value and not of this one; empty for none."""
    if len(values) < 2 or own not in values:
        return ""
    number, asked = values.index(own), question.generation.asked
    part = _parts(text, values)[number].of(text)
    if _AFTER.search(asked) and _THEN.search(part):
        return ""
    if _AFTER.search(asked) and _BEFORE.search(part) and not _AFTER.search(part):
        return "after"
    said = [_terms(question, stems(text), stems(part_about(text, values, at))) for at in range(len(values))]
    for others in said:
        more = [term for term in others if term not in said[number]]
        less = [term for term in said[number] if term not in others]
        # A later value may go without repeating what was said of the first; the first has nothing to repeat.
        excused = bool(less) if number else _weight(less) > _weight(more)
        if more and not excused:
            return more[0].asked
    return ""


def _weight(terms: Sequence[Term]) -> float:
    return sum(term.weight for term in terms)


def part_about(text: str, values: Sequence[Span], number: int) -> str:
    """What a sentence says of one of its values: its own part, and what it shares with all before it."""
    part, first = _parts(text, values)[number], values[0].start
    before = text[part.start : values[number].start]
    shared = text[:first]
    if number == 0 or _VERB.search(before) or _STOP.match(before) or _repeats(shared, before):
        return part.of(text)
    return f"{shared} {part.of(text)}"


def _repeats(shared: str, before: str) -> bool:
    """ "The interim analysis on 4 May and the final analysis on 6 May": the two stand side by side."""
    first, second = shared.split(), before.split()
    alike = first[-1:] == second[-1:] and bool(telling(stems(before)))
    return alike or bool(telling(stems(shared)) & telling(stems(before)))


def _terms(question: Question, sentence: list[str], part: list[str]) -> list[Term]:
    """The question's terms that a part says: in the user's own words where the sentence has them."""
    whole, present = set(sentence), set(part)
    said = []
    for term in question.retrieval.terms:
        wordings = (term.own,) if occurs(term.own, sentence, whole) else tuple(term.wordings)
        if any(occurs(wording, part, present) for wording in wordings):
            said.append(term)
    return said


def _parts(text: str, values: Sequence[Span]) -> list[Span]:
    """The sentence cut between each two values, at the last break that parts them."""
    cuts = [0]
    for left, right in itertools.pairwise(values):
        breaks = list(_BREAK.finditer(text, left.end, right.start))
        # "As amended on 2 July: The fee is EUR 5": what follows the colon is no more about the date.
        closed = text.startswith(": ", left.end)
        cuts.append(left.end if closed else _cut(text, breaks, right) if breaks else right.start)
    cuts.append(len(text))
    return [Span(a, max(b, a + 1)) for a, b in itertools.pairwise(cuts)]


def _cut(text: str, breaks: Sequence[re.Match[str]], right: Span) -> int:
    """The first break after which a clause of the next value's own begins, or else the last."""
    for found in breaks:
        if found[0].startswith("."):
            return found.start()
    for found in breaks:
        if _VERB.search(text, found.end(), right.start):
            return found.start()
    return breaks[-1].start()


_TO = re.compile(r"\s*(?:to|through|[-–—])\s*", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s+\Z", re.IGNORECASE)
# "Raised from EUR 5 to EUR 6" is no range: the second is what holds.
_CHANGED = re.compile(
    r"\b(?:increas|decreas|reduc|rais|ris|rose|lower|chang|extend|postpon|mov|cut|grew|grow|fell|fall|went|amend"
    r"|adjust)\w*\b[^.;]{0,40}\Z",
    re.IGNORECASE,
)
_ASKS_END = re.compile(
    r"\b(?:minim\w*|maxim\w*|at\s+(?:least|most)|lowest|highest|least|most|smallest|largest|up\s+to|from|start\w*|end\w*"
    r"|longest|shortest|limits?|cap|floor|ceiling|range|between)\b",
    re.IGNORECASE,
)


def end_of_range(asked: str, text: str, values: Sequence[Span], own: Span) -> bool:
    """Whether a value is but one end of a range, and the question does not ask for an end."""
    if _ASKS_END.search(asked):
        return False
    for left, right in itertools.pairwise(values):
        between = text[left.end : right.start]
        joined = _TO.fullmatch(between) or (_AND.fullmatch(between) and _BETWEEN.search(text[: left.start]))
        if own in (left, right) and joined and not _CHANGED.search(text, 0, left.start):
            return True
    return False
