"""Tell whether two claims state one fact with different values, or two facts that only look alike.

A deductible per claim is not one in the aggregate, the rent of one site not that of another. What tells
two facts apart is what their sentences, rows and titles say besides the question and the value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.contract.conflicts.overriding import without_overriding
from pincite.contract.conflicts.places import Place, place_of
from pincite.contract.conflicts.references import without_references
from pincite.contract.conflicts.wording import (
    ACTORS,
    COMMON,
    COMMON_TITLES,
    CONTRARY,
    EFFECT,
    NUMBERED_NAME,
    SCOPED,
    STRUCTURE,
    TEMPERED,
    bound_of,
)
from pincite.contract.registry import OF_WHOLE_BLOCKS
from pincite.contract.relevance import bearing, lead_in, numbering_of
from pincite.contract.values.types import Boolean
from pincite.contract.verdicts import Judged
from pincite.contract.vocabulary import stems, telling
from pincite.records.document import Table
from pincite.records.question import Question
from pincite.records.span import Span

# Sentences that share this much of their wording say the same thing of the same thing.
_ALIKE = 0.6
_SAME_DEED = 0.6
_MODAL = re.compile(r"\b(?:may|shall|must|will|can|is|are|has|have|cannot)\b", re.IGNORECASE)
_TITLE_LINE = re.compile(r"[A-Z\d][^.:;!?,\n]*")
_LONGEST_TITLE = 60
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


@dataclass(frozen=True, slots=True)
class Fact:
    """What a claim says besides its value, as far as it tells facts apart."""

    judged: Judged
    place: Place
    said: str
    """Its sentence without the value and without what says since when it holds."""
    asked: frozenset[str]
    """The stems of the question, which both sides carry."""

    @property
    def rest(self) -> frozenset[str]:
        """All telling words that are neither asked nor common to contracts."""
        return self._particular(self.said)

    @property
    def scope(self) -> frozenset[str]:
        """What the value is said to be for: "for a suite", "in Berlin", "if the building is vacant"."""
        return self._particular(" ; ".join(match["what"] for match in SCOPED.finditer(self.said)))

    def _particular(self, text: str) -> frozenset[str]:
        return frozenset(
            stem for stem in telling(stems(text)) - self.asked - COMMON if not _DIGIT.search(stem)
        )


def fact_of(question: Question, judged: Judged) -> Fact:
    """What the claim says, read from its whole block."""
    place = place_of(judged)
    text = place.text[numbering_of(place.text) :]
    said = (
        text if judged.claim.answer_type in OF_WHOLE_BLOCKS else text.replace(judged.claim.original, " ", 1)
    )
    asked = {stem for term in question.retrieval.terms for words in term.wordings for stem in words}
    asked |= set(stems(question.generation.asked))
    plain = without_references(without_overriding(EFFECT.sub(" ", said)))
    return Fact(judged, place, plain, frozenset(asked))


def carries_all(question: Question, fact: Fact) -> bool:
    """Whether all that was asked is said by the sentence or where it stands."""
    missing = bearing(question, fact.place.document, fact.place.block).missing
    return all(telling(stems(term)) <= COMMON for term in missing)


def apart(a: Fact, b: Fact) -> str:
    """Why two claims are about different facts, whatever a rule may say; empty when nothing shows it."""
    if _units_differ(a, b):
        return "they are counted by different units"
    if _named_apart(a, b):
        return "they name different things"
    if _rows_apart(a, b):
        return "they stand in different rows or columns"
    if {bound_of(a.place.text), bound_of(b.place.text)} == {"least", "most"}:
        return "one is the least and the other the most"
    if any(
        one.search(x) and two.search(y) and not (one.search(y) or two.search(x))
        for one, two in CONTRARY
        for x, y in ((a.said, b.said), (b.said, a.said))
    ):
        return "they say opposite things of what they give the value of"
    if _actors_apart(a, b):
        return "they are about different parties"
    if isinstance(a.judged.claim.value, Boolean) and (TEMPERED.search(a.said) or TEMPERED.search(b.said)):
        return "one holds under a condition only"
    return ""


def contradict(a: Fact, b: Fact) -> bool:
    """Whether two claims that no rule connects state the same fact with different values."""
    if apart(a, b) or _titles_apart(a, b) or _times_apart(a, b):
        return False
    if isinstance(a.judged.claim.value, Boolean):
        return a.scope == b.scope and _alike(a, b)
    return a.rest == b.rest or (a.scope == b.scope and _alike(a, b))


def speaks_of_same(a: Fact, b: Fact) -> bool:
    """Whether a yes and a no are said of the same deed; a value is told from another by `apart`."""
    if not isinstance(a.judged.claim.value, Boolean):
        return True
    first, second = (telling(stems(fact.said)) - COMMON for fact in (a, b))
    return len(first & second) >= _SAME_DEED * min(len(first), len(second))


def narrows(a: Fact, b: Fact) -> bool:
    """Whether a claim holds only for a case that the other does not speak of."""
    return bool(a.scope - b.scope - frozenset(telling(stems(b.said))))


def _alike(a: Fact, b: Fact) -> bool:
    first, second = (telling(stems(fact.said)) for fact in (a, b))
    return len(first & second) >= _ALIKE * len(first | second)


def _units_differ(a: Fact, b: Fact) -> bool:
    units = [getattr(fact.judged.claim.value, "unit", None) for fact in (a, b)]
    if all(units) and units[0] != units[1]:
        return True
    per = [frozenset(q.lower() for q in fact.judged.claim.qualifiers) for fact in (a, b)]
    return bool(per[0] and per[1]) and per[0] != per[1]


def _named_apart(a: Fact, b: Fact) -> bool:
    """Whether both name a thing of one kind by different numbers or letters: Site 1 and Site 2."""
    first, second = _names(a), _names(b)
    return any(first[kind].isdisjoint(second[kind]) for kind in first.keys() & second.keys())


def _names(fact: Fact) -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for text in (fact.said, *fact.place.titles):
        for found in NUMBERED_NAME.finditer(text):
            if (kind := found["kind"].lower()) not in STRUCTURE:
                names.setdefault(kind, set()).add(found["number"].upper())
    return names


def _rows_apart(a: Fact, b: Fact) -> bool:
    labels = [_label(fact) for fact in (a, b)]
    if labels[0] is None or labels[1] is None:
        return False
    return labels[0] != labels[1]


def _label(fact: Fact) -> frozenset[str] | None:
    """What names the row and the column of a value; None outside of tables."""
    block, document = fact.place.block, fact.place.document
    if block.kind != "table_row":
        return None
    said = fact.said
    table = document.table_of(block.span)
    if table is not None:
        said += " " + _column(fact, table)
    elif introduction := lead_in(document, block):
        said += " " + introduction.span.of(document.text)
    return frozenset(telling(stems(said))) - fact.asked - COMMON


def _column(fact: Fact, table: Table) -> str:
    text = fact.place.document.text
    at = text.find(fact.judged.claim.original, fact.place.block.span.start, fact.place.block.span.end)
    cell = table.cell_of(Span(at, at + len(fact.judged.claim.original))) if at >= 0 else None
    return " ".join(head.span.of(text) for head in table.headers_of(cell)) if cell else ""


def _actors_apart(a: Fact, b: Fact) -> bool:
    first, second = _actors(a), _actors(b)
    return bool(first and second) and first.isdisjoint(second)


def _actors(fact: Fact) -> frozenset[str]:
    """Who does it: the parties before the first verb."""
    modal = _MODAL.search(fact.said)
    subject = set(stems(fact.said[: modal.start()])) if modal else set()
    aliases = {
        s
        for subj in fact.place.document.profile.subjects
        for n in (subj.name, *subj.aliases)
        for s in telling(stems(n))
    }
    return frozenset(subject & (ACTORS | aliases)) - fact.asked


def _titles_apart(a: Fact, b: Fact) -> bool:
    """Whether titles name different things that the sentences under them are silently about."""
    first, second = (_subjects(fact) for fact in (a, b))
    return bool(first - second) and bool(second - first)


def _subjects(fact: Fact) -> frozenset[str]:
    titles = [*fact.place.titles, _line_above(fact.place)]
    words = {stem for title in titles for stem in telling(stems(title)) if not stem[0].isdigit()}
    return frozenset(words) - fact.asked - COMMON - COMMON_TITLES - frozenset(telling(stems(fact.said)))


def _line_above(place: Place) -> str:
    """The line before a place that reads like a title: in a plain text nothing else marks it as one."""
    before = place.document.blocks[place.block.number - 2] if place.block.number > 1 else None
    text = before.span.of(place.document.text) if before else ""
    return text if len(text) <= _LONGEST_TITLE and _TITLE_LINE.fullmatch(text) else ""


def _times_apart(a: Fact, b: Fact) -> bool:
    """Whether each side says for which year, or since when, it holds, and they differ."""
    first, second = (_times(fact) for fact in (a, b))
    return bool(first and second) and first != second


def _times(fact: Fact) -> frozenset[str]:
    text = fact.place.text
    if fact.judged.claim.answer_type == "date":
        text = text.replace(fact.judged.claim.original, " ", 1)
    return frozenset(m[0] for m in _YEAR.finditer(text)) | frozenset(
        " ".join(m[0].lower().split()) for m in EFFECT.finditer(text)
    )
