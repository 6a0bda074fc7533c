"""Prove again what a run proved: the checks that are code, on the claims that were recorded, without a model.

That a claim answers the question was judged, by a model or a measured chance: that is recorded, and it is
not proved again here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pincite.answer.answers import Answer, Evidence, Strictness
from pincite.answer.claims import Claim
from pincite.answer.verdicts import Verdict
from pincite.errors import PinciteError
from pincite.records.as_plain import from_plain
from pincite.records.evidence import Proof
from pincite.records.library import Held, Identity
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.values.registered import value_type
from pincite.verify.citation import QUOTE, STRUCTURE, judge
from pincite.verify.context import Context
from pincite.verify.recover import recover
from pincite.verify.strictness import proofs_for

Fate = Literal["same", "differs", "not_replayed"]


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of one claim, of one place of an answer, or of the record, when it was proved again."""

    what: Literal["record", "claim", "place"]
    document: str
    said: str
    """The value in the words of the document."""
    fate: Fate
    reasons: tuple[str, ...] = ()
    """What differs, or why it cannot be proved again."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A run proved again."""

    run: str
    results: tuple[Replayed, ...]

    def count(self, fate: Fate) -> int:
        return sum(each.fate == fate for each in self.results)

    @property
    def holds(self) -> bool:
        """Whether nothing came out otherwise."""
        return not self.count("differs")

    @property
    def proved_nothing(self) -> bool:
        """Whether something was claimed, and none of it could be proved again."""
        return bool(self.results) and self.count("not_replayed") == len(self.results)


@dataclass(frozen=True, slots=True)
class Replaying:
    """What a run recorded, and the documents that it read."""

    load: Callable[[Identity], Held]
    documents: Mapping[str, Identity]
    """By version."""

    def replay(self, run: str, answer: Answer, briefs: Sequence[Any], claims: Sequence[Any]) -> Replay:
        """Every recorded claim, then every place that the answer cites."""
        level = answer.strictness
        proved = [self._claim(each, briefs, level) for each in claims]
        places = [self._place(item.original, each) for item in answer.items for each in item.evidence]
        return Replay(run, (*proved, *places))

    def _claim(self, told: Mapping[str, Any], briefs: Sequence[Any], level: Strictness) -> Replayed:
        document, said = str(told.get("document", "")), str(told.get("claim", {}).get("original", ""))
        try:
            claim, recorded = _claim_of(told["claim"]), [Verdict.model_validate(v) for v in told["verdicts"]]
            if told["brief"] is None:
                return Replayed("claim", document, said, "not_replayed", ("no check made this claim",))
            question = from_plain(Question, briefs[told["brief"]])
            given = _given(told)
        except (PinciteError, ValueError, KeyError, IndexError, TypeError) as error:
            reason = f"this version of Pincite cannot read the record: {error}"
            return Replayed("claim", document, said, "not_replayed", (reason.splitlines()[0],))
        held = self._held(told["version"])
        if isinstance(held, str):
            return Replayed("claim", document, said, "not_replayed", (held,))
        checks, version = proofs_for(level), held.identity.version
        again = judge(question, claim, {version: held}, checks, None if given is None else {version: given})
        names = {STRUCTURE, QUOTE, *(check.name for check in checks)}
        reasons = _differences([each for each in recorded if each.check in names], again.verdicts)
        return Replayed("claim", document, said, "differs" if reasons else "same", reasons)

    def _place(self, said: str, evidence: Evidence) -> Replayed:
        held = self._held(evidence.version)
        if isinstance(held, str):
            return Replayed("place", evidence.name, said, "not_replayed", (held,))
        reasons = _moved(evidence, held)
        return Replayed("place", evidence.name, said, "differs" if reasons else "same", reasons)

    def _held(self, version: str) -> Held | str:
        """The document, or why it cannot be read."""
        identity = self.documents.get(version)
        if identity is None:
            return f"the run read no version {version}"
        try:
            return self.load(identity)
        except PinciteError as error:
            return error.message


def _claim_of(told: Mapping[str, Any]) -> Claim:
    """The claim with a value of its own type."""
    kind = value_type(told["answer_type"]).model
    return Claim.model_validate({**told, "value": kind.model_validate(told["value"])})


def _given(told: Mapping[str, Any]) -> Context | None:
    if told["shown"] is None:
        return None
    return Context(tuple(Span(start, end) for start, end in told["shown"]), told["alone"])


def _differences(recorded: Sequence[Verdict], again: Sequence[Verdict]) -> tuple[str, ...]:
    # As JSON: what a verdict comes from is told to code alone, and was not recorded.
    if [each.model_dump() for each in recorded] == [each.model_dump() for each in again]:
        return ()
    before, after = ({each.check: each for each in verdicts} for verdicts in (recorded, again))
    checks = dict.fromkeys((*before, *after))
    pairs = {check: (_said(before.get(check)), _said(after.get(check))) for check in checks}
    told = [f"{check}: was {was}, is {now}" for check, (was, now) in pairs.items() if was != now]
    return tuple(told) or ("the scores of the checks, or their order, differ",)


def _said(verdict: Verdict | None) -> str:
    if verdict is None:
        return "not checked"
    return f"{'passed' if verdict.passed else 'failed'} ({verdict.reason})"


def _moved(evidence: Evidence, held: Held) -> tuple[str, ...]:
    """In what a place that is read again differs from the one that was recorded."""
    length = len(held.document.text)
    if not 0 <= evidence.start < evidence.end <= length:
        return (f"characters {evidence.start} to {evidence.end} do not exist: the text has {length}",)
    proof = Proof(held.identity, held.document, Span(evidence.start, evidence.end), evidence.grade)
    again = recover(proof).model_dump()
    before = evidence.model_dump()
    return tuple(
        f"{name}: was {before[name]!r}, is {again[name]!r}"
        for name in again
        if name in before and before[name] != again[name]
    )
