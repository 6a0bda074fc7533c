"""What follows from the proved claims of a reader: an answer, a conflict, part of a list, or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.answer.verdicts import ABOUT_IT, Judged
from pincite.answer.view_and_form import Reading
from pincite.ask.list_answers import ending, listing_of, of_one_row
from pincite.decide.conflicts import conflict_of
from pincite.decide.outcome import Decision, with_parents
from pincite.read.resolve import Located
from pincite.records.evidence import Proof
from pincite.records.question import AnswerShape, Question
from pincite.records.run import Run
from pincite.retrieve.context import overlap_of
from pincite.values.agreement import differ
from pincite.values.types import same


def decided_by(
    question: Question,
    reading: Reading,
    judged: Sequence[Judged],
    rule: Proof | None,
    doubt: str,
    run: Run,
) -> Decision:
    """What follows from claims of which some passed every check."""
    passed = list(with_parents([each for each in judged if each.passed]))
    failed = [each for each in judged if not each.passed]
    if reading.kind == "words" and (clash := _conflict(reading, passed, rule)):
        return clash
    if reading.kind in ("words", "yes", "no") and len(passed) > 1 and _say_the_same(passed):
        passed = passed[:1]
    if failed and reading.kind in ("list", "compute"):
        count = "1 item" if len(failed) == 1 else f"{len(failed)} items"
        return Decision("incomplete", tuple(passed), f"{count} failed a check: {reason_of(failed[0])}")
    if is_whole(reading, passed) and not of_one_row(question, passed):
        listing = listing_of(passed)
        end = ending(listing, overlap_of(listing.document, listing.blocks[-1])) if listing else None
        if end:
            run.decide(f"{'bounded' if end.bounded else 'truncated'}: {end.reason}")
        if end and not end.bounded:
            return Decision("incomplete", tuple(passed), end.reason)
    if doubt:
        return Decision("probable", tuple(passed), doubt)
    return Decision("answered", tuple(passed), "what the reader points at is proved")


def _conflict(reading: Reading, passed: Sequence[Judged], rule: Proof | None) -> Decision | None:
    """All sides of values that cannot both be true; the document's own rule puts the first of them first."""
    sides: list[list[Judged]] = []
    for each in passed:
        side = next((one for one in sides if not _differ(one[0], each, reading)), None)
        if side is None:
            sides.append([each])
        else:
            side.append(each)
    return conflict_of(tuple(map(tuple, sides)), rule) if len(sides) > 1 else None


def _differ(one: Judged, other: Judged, reading: Reading) -> bool:
    """Whether two claims are sides: their values cannot both be true, or the reader says that they clash."""
    if reading.conflicting_evidence:
        return not same(one.claim.value, other.claim.value)
    return differ(one.claim.value, other.claim.value)


def _say_the_same(passed: Sequence[Judged]) -> bool:
    return all(same(passed[0].claim.value, each.claim.value) for each in passed)


def nothing_found(judged: Sequence[Judged]) -> Decision:
    if unproved := [each for each in judged if ABOUT_IT.isdisjoint(each.failed_checks)]:
        reason = reason_of(unproved[0])
        return Decision("unverified", (), f"{len(unproved)} proposed answers were refused: {reason}")
    return Decision("not_found", (), "the reader was shown the best places and none answers the question")


def shape_of(reading: Reading, passed: Sequence[Judged]) -> AnswerShape:
    if reading.kind == "table":
        return "table"
    if any(each.claim.place for each in passed):
        return "tree"
    return "list" if reading.kind == "list" else "single"


def reason_of(judged: Judged) -> str:
    return next((verdict.reason for verdict in judged.verdicts if not verdict.passed), "")


def agree_on(judged: Judged, other: Located) -> bool:
    """Whether another reader means the same: the same value, or words at the same place."""
    if judged.claim.answer_type == "boolean" or other.claim.answer_type == "boolean":
        return same(judged.claim.value, other.claim.value)
    if same(judged.claim.value, other.claim.value):
        return True
    one, two = _words(judged.claim.citations, judged.proofs), _words(other.claim.citations, other.proofs)
    return one.identity == two.identity and one.span.touches(two.span)


def _words(citations: Sequence[object], proofs: Sequence[Proof]) -> Proof:
    roles = [getattr(citation, "role", "answer") for citation in citations]
    return next((p for p, role in zip(proofs, roles, strict=True) if role == "words"), proofs[0])


def is_whole(reading: Reading, passed: Sequence[Judged]) -> bool:
    """Whether items are said to be all of a list whose items are sentences, bullets or rows of their own."""
    if reading.kind != "list" or reading.whole_list is False:
        return False
    own = [each.proofs[0].document.blocks_of(each.proofs[0].span) for each in passed if each.proofs]
    numbers = [block.number for blocks in own for block in blocks[:1]]
    return len(set(numbers)) == len(passed)
