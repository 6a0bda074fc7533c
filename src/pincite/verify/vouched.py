"""Let a model that did not propose a claim vouch for it where the question's words do not stand there.

Words cannot tell that "Are we insured if the river bursts its banks?" is answered under "flood". A judge that
is another model than the one that proposed can. Its yes counts only where it says no to what must not be so:
the next value of the kind, the opposite, another place. Who says yes to everything vouches for nothing. Every
other check must have passed, and what rules a place out whatever its words is not a judge's to lift.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pincite.contract.cells import values_in
from pincite.contract.claims import Claim
from pincite.contract.registry import OF_WHOLE_BLOCKS
from pincite.contract.relevance import bearing
from pincite.contract.values.types import Boolean, same
from pincite.contract.verdicts import RELEVANCE, Judged, Judgement, Verdict, Voice
from pincite.protocols import Verifier
from pincite.records.document import FURNITURE, Block, Document
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.verify.answerable import speaks_of_another
from pincite.verify.support import score_of, statement_of, told

VOUCHED = 0.5
"""What a claim carries of the question that only judges speak for: less than words must at any level, so that
whatever words carry and says otherwise is heard."""
_YES = 0.85
_NO = 0.5
_MOST_CONTROLS = 3
# How many blocks on either side are looked through for values to ask the judge about.
_NEAR = 60
_TELLING_CHARS = 25

Pair = tuple[str, str]
"""A statement, and the text that is said to support it."""


def vouched(question: Question, judged: Judged, witnesses: Sequence[Verifier]) -> Judged:
    """The claim as relevant, where nothing but words fails and every witness tells it from what is not so."""
    if not witnesses or judged.failed_checks != (RELEVANCE,) or not _only_lacks_words(question, judged):
        return judged
    claim = statement_of(question, judged.claim), told(judged.proofs)
    controls = controls_of(question, judged.claim, judged.proofs)
    if not controls or not all(_tells_apart(witness, claim, controls) for witness in witnesses):
        return judged
    verdicts = tuple(_lifted(each, witnesses, len(controls)) for each in judged.verdicts)
    claimed = judged.claim.model_copy(update={"score": 0.0})
    return replace(judged, verdicts=verdicts, claim=claimed, warrant=_judgement(judged, witnesses))


def _judgement(judged: Judged, witnesses: Sequence[Verifier]) -> Judgement:
    """Every witness by the name of its model: no chance was measured of it."""
    said = judged.warrant or Judgement()
    names = dict.fromkeys(getattr(getattr(each, "model", each), "name", each.name) for each in witnesses)
    return replace(said, who=(*said.who, *(Voice("judge", name, "yes") for name in names)))


def controls_of(question: Question, claim: Claim, proofs: Sequence[Proof]) -> list[Pair]:
    """What a judge must not take for the answer, nearest to the claim first; empty where nothing is known."""
    asked, document = question.generation.asked, proofs[-1].document
    if isinstance(claim.value, Boolean):
        opposite = claim.model_copy(update={"value": Boolean(value=not claim.value.value)})
        return [(statement_of(question, opposite), told(proofs))]
    here, whole = told(proofs), claim.answer_type in OF_WHOLE_BLOCKS
    others = [] if whole else _other_values(claim, document, proofs)
    others = others or _sentences(document, proofs)
    # A text that orders its judge to say yes has it say yes to another answer, too.
    pairs = [(f"{asked} {said}", here) for said, _ in others[:1]]
    return pairs + [(f"{asked} {said}", told([replace(proofs[-1], span=at.span)])) for said, at in others]


def _only_lacks_words(question: Question, judged: Judged) -> bool:
    """Whether nothing but missing words speaks against a place, and no number of the question is missing.

    What a thing is called may differ; "Study 2" is no other word for Study 1.
    """
    verdict = next(each for each in judged.verdicts if each.check == RELEVANCE)
    if verdict.cause != "lacks_words":
        return False
    places = [(p.document, block) for p in judged.proofs for block in p.document.blocks_of(p.span)]
    if any(speaks_of_another(question, document, block) for document, block in places):
        return False
    numbered = {term.asked for term in question.retrieval.terms if any(map(str.isdigit, term.asked))}
    return all(
        any(name not in bearing(question, document, block).missing for document, block in places)
        for name in numbered
    )


def _tells_apart(witness: Verifier, claim: Pair, controls: Sequence[Pair]) -> bool:
    return score_of(witness, *claim) >= _YES and all(score_of(witness, *pair) < _NO for pair in controls)


def _lifted(verdict: Verdict, witnesses: Sequence[Verifier], controls: int) -> Verdict:
    if verdict.check != RELEVANCE:
        return verdict
    by = " and ".join(dict.fromkeys(witness.name for witness in witnesses))
    reason = f"{verdict.reason}; {by} says that it answers, and not so of {controls} other"
    return Verdict(check=RELEVANCE, passed=True, score=VOUCHED, reason=reason)


def _other_values(claim: Claim, document: Document, proofs: Sequence[Proof]) -> list[tuple[str, Block]]:
    """Other values of the kind with their blocks: in the block itself, then around it."""
    found: dict[str, Block] = {}
    for block in _outwards(document, proofs):
        text = block.span.of(document.text)
        for reading in values_in(claim.answer_type, document, block):
            if not same(reading.value, claim.value):
                found.setdefault(reading.original(text), block)
        if len(found) >= _MOST_CONTROLS:
            break
    return list(found.items())[:_MOST_CONTROLS]


def _sentences(document: Document, proofs: Sequence[Proof]) -> list[tuple[str, Block]]:
    """Sentences of other sections, nearest first."""
    cited = {block.section for proof in proofs for block in document.blocks_of(proof.span)}
    found: list[tuple[str, Block]] = []
    for block in _outwards(document, proofs):
        text = block.span.of(document.text)
        if block.section in cited or block.kind in (*FURNITURE, "heading") or len(text) < _TELLING_CHARS:
            continue
        found.append((text, block))
        if len(found) == _MOST_CONTROLS:
            break
    return found


def _outwards(document: Document, proofs: Sequence[Proof]) -> Iterator[Block]:
    """The cited block, and those around it, nearest first."""
    own = document.blocks_of(proofs[-1].span)[0]
    yield own
    for step in range(1, _NEAR + 1):
        for number in (own.number + step, own.number - step):
            if 1 <= number <= len(document.blocks):
                yield document.blocks[number - 1]
