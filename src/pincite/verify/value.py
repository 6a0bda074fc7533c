"""Read the value again from the cited text: it must come out the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pincite.answer.claims import Claim
from pincite.answer.verdicts import Cause, Verdict
from pincite.language.capitals import stands_for
from pincite.language.vocabulary import stems
from pincite.prove.quote import locate
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.values.polarity import DENIAL, tempers
from pincite.values.types import Boolean, Text
from pincite.verify.derive import Derived, covers_whole, derive, linked
from pincite.verify.paraphrase import paraphrases
from pincite.verify.support import evidence_of

_STOPS = " \t\r\n.,;:"


@dataclass(frozen=True, slots=True)
class ValueCheck:
    """One cited place gives the value, currency, unit and sign by itself, and in the words claimed.

    A text in the generator's own words stands nowhere: it passes only where `inferred` lets it, and where
    its words are those of the cited text.
    """

    inferred: bool = False
    polarity: bool = True
    """Whether code must read the same yes or no from the sentence; else whole sentences are proof enough."""
    name: ClassVar[str] = "value"

    def judge(self, question: Question, claim: Claim, proofs: Sequence[Proof]) -> Verdict:
        if claim.method == "inferred":
            return self._of_own_words(claim, proofs)
        if claim.named:
            return self._of_named_item(claim, proofs)
        if not self.polarity and isinstance(claim.value, Boolean):
            return self._of_whole_sentence(claim, proofs)
        if part := _part_of_sentence(claim, proofs):
            reason = f"the cited sentence contains these words ({part})"
            return Verdict(check=self.name, passed=True, score=1.0, reason=reason)
        # Each place by itself: words of two places that do not touch must never be read as one value.
        chain = linked(question, claim, proofs)
        derived = [derive(question, claim, proof) for proof in proofs]
        problems = [self._problem(claim, proof, read) for proof, read in zip(proofs, derived, strict=True)]
        if chain:
            # Where one place leads to the next, only the last of them gives the value.
            problems = problems[-1:]
        elif len(proofs) > 1 and (problem := _tempered(claim, proofs, problems)):
            problems = [problem]
        passed = "" in problems
        reason = f"reading the cited text again gave the same {_called(claim)}" if passed else problems[0]
        ambiguous = any(read and read.doubt for read in derived)
        cause: Cause = "" if passed else "value_ambiguous" if ambiguous else "value_not_read"
        return Verdict(check=self.name, passed=passed, score=float(passed), reason=reason, cause=cause)

    def _of_whole_sentence(self, claim: Claim, proofs: Sequence[Proof]) -> Verdict:
        """A yes or no stands nowhere: code proves that whole sentences are cited, so that no "not" is cut.

        That they mean yes, or no, is judged with all else that speaks for the answer.
        """
        whole = all(covers_whole(proof) for proof in proofs)
        words = " ".join(proof.span.of(proof.document.text) for proof in proofs)
        passed = whole and _within_words(claim.original, words)
        reason = (
            "whole sentences are cited"
            if passed
            else "only part of a sentence is cited, which may leave out a “not”"
        )
        cause: Cause = "" if passed else "value_not_read"
        return Verdict(check=self.name, passed=passed, score=float(passed), reason=reason, cause=cause)

    def _of_named_item(self, claim: Claim, proofs: Sequence[Proof]) -> Verdict:
        """A thing that sentences name: every place has its words, and nothing in its sentence denies it."""
        problem = next(filter(None, (_not_named(claim, proof) for proof in proofs)), "")
        said = isinstance(claim.value, Text) and claim.value.text == claim.original
        if not said or claim.original.split() != proofs[0].span.of(proofs[0].document.text).split():
            problem = "the cited text does not contain this item in these words"
        reason = problem or "every cited place names it, and nothing in its sentence denies it"
        cause: Cause = "value_not_read" if problem else ""
        return Verdict(
            check=self.name, passed=not problem, score=float(not problem), reason=reason, cause=cause
        )

    def _of_own_words(self, claim: Claim, proofs: Sequence[Proof]) -> Verdict:
        same_words = isinstance(claim.value, Text) and claim.value.text.split() == claim.original.split()
        passed = self.inferred and same_words and paraphrases(claim.original, evidence_of(proofs)) > 0
        reason = "these are the model's own words, which no quote can prove"
        cause: Cause = "" if passed else "own_words"
        return Verdict(
            check=self.name, passed=passed, score=0.5 if passed else 0.0, reason=reason, cause=cause
        )

    def _problem(self, claim: Claim, proof: Proof, derived: Derived | None) -> str:
        """Why this place does not give the value; empty when it does."""
        if derived is None:
            return f"the cited text does not contain this {_called(claim)} in these words"
        if derived.doubt:
            return f"the cited text contains this {_called(claim)}, but {derived.doubt}"
        if _denied_around(proof):
            return "the quote leaves out a “not” or another denial of its sentence"
        # What else is cited, as the name of a table's column, was found word for word before this check.
        cited = [citation.quote for citation in claim.citations]
        around = "\n".join([*(block.span.of(proof.document.text) for block in derived.blocks), *cited])
        for qualifier in claim.qualifiers:
            if not locate(qualifier, around):
                return f"the cited text does not contain {qualifier!r}"
        return ""


def _not_named(claim: Claim, proof: Proof) -> str:
    """Why a place does not name an item; empty when it does. Singular and plural are one item."""
    if len(proof.document.blocks_of(proof.span)) != 1:
        return "the item runs on from one sentence into another"
    if stems(proof.span.of(proof.document.text)) != stems(claim.original):
        return "the cited text names something else"
    if _denied_around(proof):
        return "the sentence has a “not” or another denial"
    return ""


def _called(claim: Claim) -> str:
    """The kind of value in the words of a user."""
    return "yes or no" if claim.answer_type == "boolean" else claim.answer_type.replace("_", " ")


def _within_words(said: str, cited: str) -> bool:
    """Whether words are those of a text, or a run of them."""
    wanted, whole = ([word.strip(_STOPS) for word in text.split()] for text in (said, cited))
    starts = range(len(whole) - len(wanted) + 1)
    return bool(wanted) and any(whole[start : start + len(wanted)] == wanted for start in starts)


def _denied_around(proof: Proof) -> bool:
    """Whether a quote leaves out words of its sentence that deny: "No fee of USD 500 is payable"."""
    document = proof.document
    for block in document.blocks_of(proof.span):
        if block.kind == "table_row":  # what the cell beside it denies is no matter of this one
            continue
        before = document.text[block.span.start : max(block.span.start, proof.span.start)]
        behind = document.text[min(block.span.end, proof.span.end) : block.span.end]
        if DENIAL.search(before) or DENIAL.search(behind):
            return True
    return False


def words_in(claim: Claim, proof: Proof) -> list[Span]:
    """Where a text that is part of the cited sentence stands; nothing where it is all of it."""
    cited = proof.span.of(proof.document.text)
    if (
        not isinstance(claim.value, Text)
        or claim.method != "verbatim"
        or claim.original.split() == cited.split()
    ):
        return []
    found = [match for match in locate(claim.original, cited) if match.grade != "case"]
    start = proof.span.start
    return [Span(start + match.start, start + match.end) for match in found[:1]]


def _part_of_sentence(claim: Claim, proofs: Sequence[Proof]) -> str:
    """By which grade a name stands in a sentence that is cited whole; empty where it does not.

    Any other part of a sentence may leave out what turns it round.
    """
    if not isinstance(claim.value, Text) or claim.value.text != claim.original:
        return ""
    for proof in proofs:
        text, start = proof.document.text, proof.span.start
        for match in locate(claim.original, proof.span.of(text)) if covers_whole(proof) else ():
            place = Span(start + match.start, start + match.end)
            if match.grade != "case" and stands_for(text, proof.span, place):
                return match.grade
    return ""


def _tempered(claim: Claim, proofs: Sequence[Proof], problems: Sequence[str]) -> str:
    """Why a yes or no of one cited place is not that of all: another of them denies or limits something."""
    others = [proof for proof, problem in zip(proofs, problems, strict=True) if problem]
    if isinstance(claim.value, Boolean) and any(tempers(p.span.of(p.document.text)) for p in others):
        return "another cited place denies or limits this"
    return ""
