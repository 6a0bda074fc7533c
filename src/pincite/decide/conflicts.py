"""Find values of one answer that differ: all sides are shown, and none is chosen.

The likeliest value has a rival where another value of its type, proved at another place, stands out from all
that is left, is said in the same words, or stands in a sentence that changes something. What an author sets
side by side, in one table or in two sentences that differ by a word besides the value, tells two things apart
and is no contradiction. Which side prevails only a reader may say, by lines of the document that code quotes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from difflib import SequenceMatcher

from pydantic import BaseModel

from pincite.answer.answers import LEAST_PROBABLE
from pincite.answer.verdicts import ANSWERS, Judged
from pincite.decide.outcome import Decision, is_of_words
from pincite.language.vocabulary import stems, telling
from pincite.patterns import pattern
from pincite.records.document import Block, Document, Table
from pincite.records.evidence import Proof
from pincite.structure.lead_ins import numbering_of
from pincite.values.agreement import agree, differ, may_be_one
from pincite.values.registered import OF_WHOLE_BLOCKS
from pincite.values.types import Amount, Number

Side = tuple[Judged, ...]
Related = Callable[[Proof, Proof], bool]
"""Whether two places may speak of one thing: those of one document do."""

# All measured on `evals/bench/conflicts.py`, beside the conflicts shown on the public sets.
_LEAST = 0.02
_LEAST_BESIDE_AN_ANSWER = 0.05
# A chance is for one answer: of two equal ones each is given less, and what is left next to nothing.
_STANDS_OUT = 3
_BY_ITSELF = 0.4
_LIKELY_TOO = 0.25
# Beside a value that is as sure as this nothing but what is likely by itself counts.
_SURE = 0.9
_CASES = frozenset({"if", "unless", "when", "where", "except"})
_ROUNDED = Decimal("0.005")
# Sentences with so many words in common are of one pattern; then what differs in them is meant.
_ONE_PATTERN = 0.45
_SIDE_BY_SIDE = 2
_LEAST_WORDS = 3
_MOST_PER_SIDE = 3
# What a paper says of a value that it puts in the place of another; it chooses none, the other side is shown.
_CHANGES = pattern(
    r"\b(?:amended|replaced|substituted|superseded|corrected|revised|changed|increased|decreased|reduced|raised"
    r"|lowered|extended|shortened|(?:replac|substitut|chang)(?:es|ing)|correct(?:s|ing)"
    r"|now reads?|(?:shall|will) (?:now )?read|instead of|in (?:place|lieu) of)\b",
    re.IGNORECASE,
)
# By how much something changed is another thing than how much it is.
_DIFFERENCE = (
    r"\b(?:(?:in|de)creas(?:ed?|es)|reduced?|raised?|lowered|rises?|rose|fell|grew|declined|dropped)\W+"
    r"(?:(?:\w+\W+){0,6}?by\W+)?"
)
_WORD = re.compile(r"\w+")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def conflict_among(claims: Sequence[Judged], related: Related | None = None) -> Decision | None:
    """All sides, where the likeliest of these claims has a rival; None where it has none."""
    sides = sides_of(claims, related or _in_one_document)
    return conflict_of(sides, None) if sides else None


def conflict_of(sides: Sequence[Side], rule: Proof | None) -> Decision:
    """All sides are kept: a rule that a reader cited puts one of them first and drops none."""
    how = "a cited rule settles it" if rule else "nothing settles it"
    kept = tuple(judged for side in sides for judged in side)
    return Decision("conflict", kept, f"different values for the same thing; {how}", tuple(sides), rule)


def sides_of(claims: Sequence[Judged], related: Related) -> tuple[Side, ...]:
    """The claims by the value that they give, in the order of the text; empty where no two contradict."""
    ranked = sorted(claims, key=lambda each: -each.claim.score)
    if not ranked or not _is_proved(ranked[0]) or ranked[0].claim.answer_type in OF_WHOLE_BLOCKS:
        return ()
    best = ranked[0]
    if is_of_words(best) and not best.passed:
        return ()
    typed = [each for each in ranked if type(each.claim.value) is type(best.claim.value)]
    near = [each for each in typed if _is_proved(each) and related(best.proofs[-1], each.proofs[-1])]
    others = [each for each in near if differ(best.claim.value, each.claim.value)]
    rivals = [each for each in others if _is_rival(best, each, others)]
    if not rivals:
        return ()
    # Where places disagree, whatever is likely, too, is on one of the sides.
    likely = [each for each in near if each.claim.score >= _LIKELY_TOO and not _in_one_block(best, each)]
    return _grouped([best, *rivals, *likely])


def _is_proved(judged: Judged) -> bool:
    return bool(judged.proofs) and set(judged.failed_checks) <= {ANSWERS}


def _in_one_document(a: Proof, b: Proof) -> bool:
    return a.identity == b.identity


def _is_rival(best: Judged, other: Judged, others: Sequence[Judged]) -> bool:
    """Whether another value is of the same thing: said anew, changed by its words, or likely enough."""
    first, second = _Sentence.of(best), _Sentence.of(other)
    one_unit = may_be_one(getattr(best.claim.value, "unit", None), getattr(other.claim.value, "unit", None))
    if not one_unit or first.blocks_to(second) == 0 or (first.table and first.table == second.table):
        return False
    if first.is_difference is not second.is_difference:
        return False
    is_answer = best.passed or best.claim.score + other.claim.score > LEAST_PROBABLE
    answered = first.asked & first.meaning
    is_as_near = bool(answered) and answered <= second.meaning
    if is_answer and (second.changes(first, is_as_near) or first.changes(second, is_of_one_thing=False)):
        return True
    is_said_again = is_answer and len(first.words) >= _LEAST_WORDS and first.words == second.words
    return (is_said_again or _stands_out(best, other, others)) and _is_of_one_thing(best, other)


def _stands_out(best: Judged, rival: Judged, others: Sequence[Judged]) -> bool:
    """Whether nothing else is nearly as likely as a rival, and one of the two is likely the answer."""
    chance = rival.claim.score
    if chance >= _BY_ITSELF:
        return True
    left = (each.claim.score for each in others if differ(each.claim.value, rival.claim.value))
    least = _LEAST_BESIDE_AN_ANSWER if best.passed else _LEAST
    is_clear = chance >= least and chance >= _STANDS_OUT * max(left, default=0.0)
    return is_clear and best.claim.score < _SURE and best.claim.score + chance > LEAST_PROBABLE


def _is_of_one_thing(a: Judged, b: Judged) -> bool:
    """Whether neither the places nor the words of two values tell apart what they are of."""
    first, second = _Sentence.of(a), _Sentence.of(b)
    apart = first.blocks_to(second)
    if second.meaning.isdisjoint(first.meaning | first.asked):
        return False
    if (first.table or second.table) and _is_one_figure(a.claim.value, b.claim.value):
        return False
    words = SequenceMatcher(None, first.words, second.words, autojunk=False)
    if words.ratio() < _ONE_PATTERN:
        return apart is None or apart >= _SIDE_BY_SIDE
    if apart is None or apart > _SIDE_BY_SIDE:
        changes = ((i, j, k, m) for tag, i, j, k, m in words.get_opcodes() if tag == "replace")
        # Clause A2 and clause B2 may speak of one thing.
        return not any(_has_word(first.words[i:j]) and _has_word(second.words[k:m]) for i, j, k, m in changes)
    return first.repeats(second) and (apart < _SIDE_BY_SIDE or not first.is_titled_apart(second))


def _is_one_figure(a: BaseModel, b: BaseModel) -> bool:
    """Whether a sentence may repeat the figure of a table, rounded and without its sign."""
    if not (isinstance(a, Amount | Number) and isinstance(b, Amount | Number)):
        return False
    first, second = abs(a.value), abs(b.value)
    return abs(first - second) <= _ROUNDED * max(first, second)


def _has_word(words: Sequence[str]) -> bool:
    return any(word.isalpha() for word in words)


@dataclass(frozen=True, slots=True)
class _Sentence:
    """The block that a claim rests on."""

    judged: Judged
    block: Block
    words: tuple[str, ...]
    """Its words but for the value and the number that it is listed under."""

    @classmethod
    def of(cls, judged: Judged) -> _Sentence:
        # Of a list item and what introduces it, the item.
        proof = judged.proofs[-1]
        block = proof.document.blocks_of(proof.span)[0]
        text = block.span.of(proof.document.text)
        said = _without_value(text[numbering_of(text) :], judged)
        return cls(judged, block, tuple(word.casefold() for word in _WORD.findall(said)))

    @property
    def meaning(self) -> frozenset[str]:
        return frozenset(telling(stems(" ".join(word for word in self.words if word.isalpha()))))

    @property
    def question(self) -> str:
        return self.judged.put.generation.plain if self.judged.put else ""

    @property
    def asked(self) -> frozenset[str]:
        return frozenset(telling(stems(self.question)))

    @property
    def proof(self) -> Proof:
        return self.judged.proofs[-1]

    @property
    def document(self) -> Document:
        return self.proof.document

    def blocks_to(self, other: _Sentence) -> int | None:
        """How many blocks further another stands; None where that is in another document."""
        if self.proof.identity != other.proof.identity:
            return None
        return abs(self.block.number - other.block.number)

    @property
    def is_difference(self) -> bool:
        value = self.judged.claim.original
        told = re.search(_DIFFERENCE + re.escape(value), self._text_of(self.block), re.IGNORECASE)
        return told is not None or value.startswith("by ")

    def changes(self, other: _Sentence, is_of_one_thing: bool) -> bool:
        """Whether it puts its value in the place of the other; of another thing it must name that value."""
        said = self._text_of(self.block)
        before = self._text_of(self.document.blocks[self.block.number - 2]) if self.block.number > 1 else ""
        introduced = f"{before} {said}" if before.endswith(":") else said
        # Figures of two years are two things.
        asked, told = (set(_YEAR.findall(text)) for text in (self.question, introduced))
        if asked and told and not asked & told:
            return False
        is_named = is_of_one_thing or _holds(introduced, other.judged.claim.original)
        return is_named and _CHANGES.search(introduced) is not None

    def repeats(self, other: _Sentence) -> bool:
        """Whether one has all words of the other in a row: a case, or words between them, would narrow it."""
        short, long = sorted((self.words, other.words), key=len)
        is_of_a_case = not _CASES.isdisjoint(set(long) - set(short))
        return not is_of_a_case and f" {' '.join(short)} " in f" {' '.join(long)} "

    def is_titled_apart(self, other: _Sentence) -> bool:
        """Whether the lines above them each name something that neither the other nor a sentence has."""
        first, second = self._line_above(), other._line_above()
        said = {*self.words, *other.words}
        return bool(first - second - said) and bool(second - first - said)

    def _line_above(self) -> set[str]:
        number = self.block.number - 2
        text = self._text_of(self.document.blocks[number]) if number >= 0 else ""
        return {word.casefold() for word in _WORD.findall(text[numbering_of(text) :])}

    def _text_of(self, block: Block) -> str:
        return block.span.of(self.document.text).strip()

    @property
    def table(self) -> Table | None:
        return self.document.table_of(self.block.span)


def _holds(text: str, value: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text, re.IGNORECASE) is not None


def _without_value(text: str, judged: Judged) -> str:
    """A sentence without its value; what the value is paid for, or bounded by, is left in it."""
    value = judged.claim.original
    for limit in judged.claim.qualifiers:
        value = value.replace(limit, " ")
    value = value.strip()
    return text.replace(value if value and value in text else judged.claim.original, " ", 1)


def _grouped(claims: Sequence[Judged]) -> tuple[Side, ...]:
    """One side for each value, with the likeliest places that give it."""
    sides: list[list[Judged]] = []
    for judged in claims:
        side = next((one for one in sides if agree(one[0].claim.value, judged.claim.value)), None)
        if side is None:
            sides.append([judged])
        elif len(side) < _MOST_PER_SIDE and not any(_in_one_block(judged, other) for other in side):
            side.append(judged)
    return tuple(tuple(side) for side in sorted(sides, key=lambda side: _position(side[0])))


def _in_one_block(a: Judged, b: Judged) -> bool:
    return _Sentence.of(a).blocks_to(_Sentence.of(b)) == 0


def _position(judged: Judged) -> tuple[str, int]:
    return judged.proofs[-1].identity.name, judged.proofs[-1].span.start
