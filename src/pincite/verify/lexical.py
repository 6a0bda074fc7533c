"""Find what in the cited text contradicts a claim, by its words alone.

This is the tier of support that always runs. It cannot tell that a text says something; it can tell that it
says something else: of another party, another time or another value, denied, given up, made up or cut short.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.contract.cells import values_in
from pincite.contract.claims import Claim
from pincite.contract.introductions import says_who
from pincite.contract.matters.asked import matter_of
from pincite.contract.relevance import is_row, lead_in, names_columns, occurs, surroundings
from pincite.contract.values.types import Boolean, Clause, Text
from pincite.contract.vocabulary import stems, telling
from pincite.records.document import FURNITURE, Block
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.verify.actors import another_actor
from pincite.verify.clause import denied, unreal, unreal_but_for_its_denial
from pincite.verify.derive import Derived, derive
from pincite.verify.frames import another_frame, another_rhythm
from pincite.verify.neighbours import end_of_range, part_about, said_of_another
from pincite.verify.planted import planted

_COMPOUND = re.compile(r"\b[A-Za-z]{2,}(?:-[A-Za-z]{2,})+\b")
_OF_SHAPE = re.compile(r"sub-(?:items?|points?|clauses?|lists?|headings?|sections?)", re.IGNORECASE)
# "The result was (EUR 44)" is below zero; in "the fee (EUR 44)" the brackets only explain.
_BRACKETED = re.compile(r"(?:\b(?:is|was|are|were|be|to|of|at|by)|[:=|\t])\s*\(\Z", re.IGNORECASE)
_LIMITS = re.compile(
    r"\b(?:if|unless|except(?:ing)?|provided|subject\s+to|in\s+the\s+event|in\s+case|only|save\s+for|other\s+than|as\s+long"
    r"\s+as|so\s+long\s+as|to\s+the\s+extent|excluding|but\s+not|on\s+condition|when|where|until|as\s+soon\s+as|once|upon)\b(?P<named>[^.;]*)",
    re.IGNORECASE,
)
_TELLING_WORDS = 2
# "99871-225-90" says something, unlike the number of a page or a clause.
_CODE = re.compile(r"\w+(?:[-/]\w+)+")
_CODE_DIGITS = 4
_NUMBERED_BY = "article section clause item chapter part schedule annex appendix page number"


@dataclass(frozen=True, slots=True)
class _Place:
    """One block that a claim rests on."""

    question: Question
    claim: Claim
    proof: Proof
    block: Block
    derived: Derived | None

    @property
    def text(self) -> str:
        return self.block.span.of(self.proof.document.text)

    @property
    def value(self) -> Span | None:
        """The value's place in the block; None for a yes or no, a text, and what was not read again.

        A clause may run over several blocks: then it is no value of any one of them.
        """
        if self.derived is None or isinstance(self.claim.value, Boolean | Text):
            return None
        if not self.block.span.covers(self.derived.span):
            return None
        start = self.block.span.start
        return Span(self.derived.span.start - start, self.derived.span.end - start)


def contradiction(question: Question, claim: Claim, proofs: Sequence[Proof]) -> str:
    """What in the cited text speaks against the claim; empty when nothing does."""
    for proof in proofs:
        derived = derive(question, claim, proof)
        blocks = derived.blocks if derived else proof.document.blocks_of(proof.span)
        for block in blocks:
            place = _Place(question, claim, proof, block, derived)
            if problem := next(filter(None, _problems(place)), ""):
                return problem
    return ""


def _problems(place: _Place) -> Iterator[str]:
    """Each way to contradict in turn, empty where the place does not."""
    if planted(place.proof.document, place.block):
        yield "the cited text gives orders to whoever reads it by machine and states no fact"
    if word := _unsaid(place):
        yield f"the cited text does not say {word!r}"
    if party := another_actor(place.question, _about_claim(place), place.proof.document.text):
        yield f"the cited text says what someone other than {party!r} does"
    if isinstance(place.claim.value, Text):
        yield _says_no_more(place)
    if place.value is not None:
        yield _of_value(place, place.value)
    elif _is_unreal(place):
        yield "the cited text is about something that is not, not yet or no longer true"


def _is_unreal(place: _Place) -> bool:
    # A clause that calls something void says just that, as a sentence does that says no.
    denies = isinstance(place.claim.value, Boolean | Clause)
    says = unreal_but_for_its_denial if denies else unreal
    return says(place.question.generation.asked, place.text)


def _of_value(place: _Place, value: Span) -> str:
    text, asked = place.text, place.question.generation.asked
    if not place.question.generation.denies and denied(text, value):
        return "the cited text says that this is not so"
    if _is_unreal(place):
        return "the cited text is about something that is not, not yet or no longer true"
    if _BRACKETED.search(text, 0, value.start) and text[value.end : value.end + 1] == ")":
        return "it stands in brackets, as numbers below zero do"
    about = _about_claim(place)
    rhythm = "" if place.claim.answer_type in {"date", "duration"} else another_rhythm(asked, about)
    if frame := another_frame(asked, about.replace(value.of(text), " ")) or rhythm:
        return f"the cited text is about something other than {frame!r}"
    if word := _of_another_value(place, value):
        return f"the cited text says {word!r} of another value"
    if place.claim.answer_type != "date" and end_of_range(asked, text, _values(place), value):
        return "it is one end of a range"
    if limit := _left_out(place):
        return f"the quote leaves out what limits it: {limit!r}"
    return ""


def _of_another_value(place: _Place, value: Span) -> str:
    # Where several values are asked for, each is said of its own name, which is checked by its place.
    if place.question.generation.answer_shape != "single":
        return ""
    spans = _values(place)
    return said_of_another(place.question, place.text, spans, value) if value in spans else ""


def _values(place: _Place) -> list[Span]:
    """All values of the kind in the block; none of a row, which is left to the heads of its columns."""
    if place.value is None or is_row(place.proof.document, place.block):
        return []
    readings = values_in(place.claim.answer_type, place.proof.document, place.block)
    return [Span(reading.start, reading.end) for reading in readings]


def _left_out(place: _Place) -> str:
    """The condition or limit that stands in the sentence, not in the quote, and that nobody asked about."""
    text, start = place.text, place.block.span.start
    begin, end = place.proof.span.start - start, place.proof.span.end - start
    before = re.split(r"[;.]\s", text[: max(0, begin)])[-1]
    after = re.split(r"[;.]\s", text[max(0, end) :])[0]
    asked = set(stems(place.question.generation.asked))
    for part in (before, after):
        for found in _LIMITS.finditer(part):
            if not telling(stems(found["named"])) <= asked:
                return " ".join(found[0].split())[:60]
    return ""


def _unsaid(place: _Place) -> str:
    """A compound like "set-up", of which no part is looked for by itself, that the place does not say."""
    looked_for = {stem for term in place.question.retrieval.terms for stem in term.own}
    for found in _COMPOUND.finditer(place.question.generation.asked):
        parts = tuple(stems(found[0]))
        if looked_for.isdisjoint(parts) and not _OF_SHAPE.fullmatch(found[0]):
            around = [text for text, _ in surroundings(place.proof.document, place.block)]
            if not any(occurs(parts, text, set(text)) for text in around):
                return found[0]
    return ""


def _says_no_more(place: _Place) -> str:
    """A title, or a line of a table of contents, names a matter and says nothing of it."""
    single = place.question.generation.answer_shape == "single"
    # In a list of several levels a title is the item that others stand under, which its place says.
    heads = place.block.kind == "heading" and bool(place.claim.place)
    matter = matter_of(place.question.generation.asked)
    # Who asks what a contract is called is answered by its title.
    is_title = place.block.kind == "heading" and matter != "title" and not heads
    if place.block.kind in FURNITURE or is_title:
        return "a title names the matter and says nothing of it"
    if names_columns(place.proof.document, place.block):
        return "the row only names the columns of its table"
    if single and not says_who(place.question.generation.asked, place.text):
        return "the cited text names who was asked for and does not say who that is"
    if matter:
        # What states the matter, which the relevance check demands, says what was asked in one word more.
        return ""
    terms = place.question.retrieval.terms
    asked = set(stems(place.question.generation.asked))
    asked |= {stem for term in terms for wording in term.wordings for stem in wording}
    more = {stem for stem in telling(stems(place.text)) - asked - set(stems(_NUMBERED_BY)) if stem.isalpha()}
    if any(code not in place.question.generation.asked for code in _codes(place.text)):
        return ""
    # An item of a list may say what it has to say in one word.
    needed = _TELLING_WORDS if single else 0 if heads else 1
    return "" if len(more) >= needed else "the cited text repeats the question and says no more"


def _codes(text: str) -> list[str]:
    written = [found[0] for found in _CODE.finditer(text)]
    return [each for each in written if sum(map(str.isdigit, each)) >= _CODE_DIGITS]


def _about_claim(place: _Place) -> str:
    """What is said of the claimed value, with what introduces the list it stands in."""
    values = _values(place)
    if place.value in values and len(values) > 1:
        return part_about(place.text, values, values.index(place.value))
    introduction = lead_in(place.proof.document, place.block) if place.block.kind == "bullet" else None
    if introduction is None:
        return place.text
    return f"{introduction.span.of(place.proof.document.text)} {place.text}"
