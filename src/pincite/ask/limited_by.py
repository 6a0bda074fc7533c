"""What limits a proved value: found by code in the cited places, whatever the claim says of it.

A claim that leaves out the "up to" before its amount is not refused for that: the item gets it back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pincite.answer.claims import Claim
from pincite.ask.read_values import read_value, read_yes_or_no
from pincite.prove.quote import locate
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.relevance.links import Chain, chain_of
from pincite.structure.qualifiers import limits_around, limits_at, worded
from pincite.values.boolean import condition_in
from pincite.values.types import Boolean, same


def limits(question: Question, claim: Claim, proofs: Sequence[Proof]) -> list[Proof]:
    """Where the limits of the claimed value stand, in the order in which its places are cited."""
    if isinstance(claim.value, Boolean):
        said = claim.value.value is not question.generation.denies
        # With the opposite of what its sentence says, a condition would mislead.
        return [each for proof in proofs if read_yes_or_no(proof)[0] is said for each in _conditions(proof)]
    found: list[Proof] = []
    if chain := _linked(question, claim, proofs):
        for proof, place in zip(proofs, chain.places, strict=False):
            spans = limits_around(proof.document, place.block, place.span, claim.answer_type)
            found += [replace(proof, span=span) for span in spans]
    for proof in proofs:
        value = read_value(claim, proof)
        if value is not None and not value.reading.ambiguous:
            spans = limits_at(proof.document, value.block, claim.answer_type, value.span)
            found += [replace(proof, span=span) for span in spans]
    return found


def _linked(question: Question, claim: Claim, proofs: Sequence[Proof]) -> Chain | None:
    """How the cited places lead from one to the next, in their order, to the value in the last."""
    blocks = [block for proof in proofs for block in proof.document.blocks_of(proof.span)]
    if len(proofs) < 2 or len(blocks) != len(proofs) or len({proof.identity for proof in proofs}) > 1:
        return None
    chain = chain_of(question, proofs[0].document, blocks, claim.answer_type)
    return chain if chain and same(chain.reading.value, claim.value) else None


def _conditions(proof: Proof) -> Iterator[Proof]:
    """The "unless" of a sentence that says yes or no."""
    for block in proof.document.blocks_of(proof.span):
        if condition := condition_in(block.span.of(proof.document.text)):
            at = block.span.start
            yield replace(proof, span=Span(at + condition.start, at + condition.end))


def qualifiers(claim: Claim, limits: Sequence[Proof], proofs: Sequence[Proof]) -> list[str]:
    """The claim's own qualifiers and those that were found, each once and the wider of two alike.

    Of what a claim says only the words that the cited sentences hold; of a yes or no only what code finds.
    """
    cited = "\n".join(b.span.of(p.document.text) for p in proofs for b in p.document.blocks_of(p.span))
    cited += "\n" + "\n".join(citation.quote for citation in claim.citations)
    stated = () if isinstance(claim.value, Boolean) else claim.qualifiers
    every = [" ".join(given.split()) for given in stated if locate(given, cited)]
    every += [worded(limit.document, limit.span) for limit in limits]
    once = list({words.casefold(): words for words in reversed(every)}.values())[::-1]
    return [words for words in once if not any(_within(words, other) for other in once)]


def unseen(limits: Sequence[Proof], proofs: Sequence[Proof]) -> list[Proof]:
    """The blocks that hold a limit and are not cited yet: the head of a table, what introduces a list."""
    blocks = []
    for limit in limits:
        if any(proof.identity == limit.identity and proof.span.covers(limit.span) for proof in proofs):
            continue
        holding = limit.document.blocks_of(limit.span)
        span = Span(holding[0].span.start, holding[-1].span.end) if holding else limit.span
        blocks.append(replace(limit, span=span, grade="exact"))
    return list({(block.identity, block.span): block for block in blocks}.values())


def _within(words: str, other: str) -> bool:
    return words != other and f" {words.casefold()} " in f" {other.casefold()} "
