"""Make a claim of a value that code found beside the claims of the generator, with what proves it."""

from __future__ import annotations

from pydantic import BaseModel

from pincite.answer.claims import Citation, Claim
from pincite.answer.verdicts import ANSWERS, Judged, Judgement, Verdict, Voice
from pincite.decide.conflicts.places import Place
from pincite.values.readings import Reading


def as_bound(found: Judged, judged: Judged) -> Judged:
    """What the proofs say of a side that code found, with why it belongs to what was asked.

    An amendment says by which clause it is bound to what was asked, and need not repeat it.
    """
    return judged.answering_as(found)


def claim_at(place: Place, reading: Reading[BaseModel], beside: Judged, why: str) -> Judged:
    """The value that was read at a place, as relevant as the claim beside which it was found.

    Nothing here is proved yet: `as_bound` takes what the checks say of it.
    """
    lines = place.document.lines_of(place.block.span)
    cited = (lines[0].number, lines[-1].number)
    claim = Claim(
        answer_type=beside.claim.answer_type,
        value=reading.value,
        original=reading.original(place.text),
        citations=(
            Citation(
                version=place.identity.version,
                lines=cited,
                quote=place.text,
                start=place.block.span.start,
            ),
        ),
        score=beside.claim.score,
    )
    verdicts = (
        Verdict(check="quote", passed=True, score=1.0, reason="found word for word (exact)"),
        Verdict(check="value", passed=True, score=1.0, reason="read from the cited text"),
        Verdict(check=ANSWERS, passed=True, score=beside.confidence, reason=why),
    )
    warrant = Judgement((Voice("words", "document", why),))
    return Judged(claim, (place.proof,), verdicts, warrant=warrant)
