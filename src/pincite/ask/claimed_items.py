"""Prove a claim and make the item of it that is published: a reader's and our own code's alike.

No reader has judged that the words mean what our own code claims. So there the value must be proved, not only
open, and where a sentence leaves a doubt about it the claim is a lead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import BaseModel

from pincite.answer.answers import Item, Strictness
from pincite.answer.checks import Check, JudgedBy, Judgement
from pincite.answer.claims import Citation, Claim, Role
from pincite.answer.verdicts import Cause, Judged, Verdict
from pincite.ask.cited_values import (
    called,
    in_full,
    limits,
    names_of,
    qualifiers,
    read_value,
    read_yes_or_no,
    unseen,
)
from pincite.ask.strictness import RULES
from pincite.language.vocabulary import occurs, stems, wording
from pincite.prove.adjoining import with_expression
from pincite.prove.against import Ground, contradiction
from pincite.prove.item import prove_item
from pincite.prove.place import recover
from pincite.prove.planted import planted
from pincite.prove.quote import locate
from pincite.prove.value import as_stated
from pincite.prove.whole import covers_sentences
from pincite.records.document import Block, Document
from pincite.records.evidence import Proof
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.structure.cell_facts import CellFact, fact_at
from pincite.structure.lead_ins import title_stems
from pincite.structure.within import within
from pincite.values.polarity import DENIAL, tempers
from pincite.values.types import Boolean, Clause, TableValue, Text

if TYPE_CHECKING:
    from pincite.read.resolve import Located, NotLocated

_ANSWERING: frozenset[Role] = frozenset({"answer", "words", "condition", "definition"})
_Place = tuple[Proof, Role]


def proved(question: Question, located: Located, level: Strictness) -> Judged:
    """A reader's claim with all that code proves of it, and what the level does not put up with."""
    judged = proved_as_claimed(question, Judged(located.claim, located.proofs, (), standing=1), level)
    value = located.claim.value
    if level == "strict" and judged.passed and judged.is_open("value") and _is_typed(value):
        # A value that is not proved is given as the words that say it.
        words = {"answer_type": "text", "value": Text(text=located.claim.original)}
        claim = located.claim.model_copy(update=words)
        return proved_as_claimed(question, replace(judged, claim=claim), level)
    if level == "paranoid" and judged.passed and (problem := _left_open(judged)):
        return judged.refused("strictness", problem, "not_at_this_level")
    return judged


def not_located(refused: NotLocated) -> Judged:
    """A claim whose place does not say it."""
    return Judged(refused.claim, (), (), standing=1).refused(refused.check, refused.reason, refused.cause)


def proved_as_claimed(question: Question, bare: Judged, level: Strictness) -> Judged:
    """A claim with what the prover says of it, and whether its places may be cited for this question."""
    grounds = {
        (proof.identity.name, proof.identity.version): Ground.of(proof.document, proof.identity.source)
        for proof in bare.proofs
    }
    places = _places(question, bare)
    item = as_stated(with_expression(_item(question, 1, bare, places), grounds), grounds)
    bare = replace(bare, claim=bare.claim.model_copy(update={"value": item.value}))
    checks = tuple(prove_item(item, grounds))
    verdicts = [
        Verdict(
            check=check.check,
            passed=check.state != "contradicted",
            score=float(check.state != "contradicted"),
            reason=check.reason,
            cause="contradicted" if check.state == "contradicted" else "",
        )
        for check in checks
    ]
    if contradiction(checks) is None:
        verdicts += _of_question(question, places, level)
    return replace(bare, verdicts=tuple(verdicts), checks=checks, put=question)


def claimed_item(question: Question, number: int, kept: Judged) -> Item:
    """A claim as it is published: its places with what they are cited for, and what limits it."""
    return _item(question, number, kept, _places(question, kept))


def _item(question: Question, number: int, kept: Judged, places: Sequence[_Place]) -> Item:
    claim, proofs = kept.claim, kept.proofs
    words = next((proof for proof, role in places if role == "words"), proofs[0])
    cell = _cell(claim, words)
    figure = cell if cell and cell.printed else None
    answering = [proof for proof, role in places if role == "answer"]
    # What limits a figure of a table is what names it.
    limiting = [] if figure else limits(question, claim, answering)
    cited = [*places, *((each, "limit") for each in unseen(limiting, proofs))]
    names = called(words.document, cell) if cell and not claim.place else []
    return Item(
        id=f"item-{'.'.join(map(str, claim.place or (number,)))}",
        type=claim.answer_type,
        value=claim.value,
        original=claim.original,
        limits=[*names, *qualifiers(claim, limiting, proofs)],
        evidence=[recover(place).model_copy(update={"role": role}) for place, role in cited],
        proof=list(kept.checks),
        judgement=judgement_of(kept),
        derivation=in_full(words, figure) if figure and _is_in_full(figure, claim.value) else None,
    )


def _places(question: Question, kept: Judged) -> list[_Place]:
    """What a claim cites, with what code adds to that, each place once."""
    cited: list[_Place] = list(
        zip(kept.proofs, (citation.role for citation in kept.claim.citations), strict=True)
    )
    known = {(proof.identity, proof.span) for proof, _ in cited}
    for proof, role in _added(kept, cited):
        if (proof.identity, proof.span) not in known:
            known.add((proof.identity, proof.span))
            cited.append((proof, role))
    return cited


def _added(kept: Judged, cited: Sequence[_Place]) -> Iterator[_Place]:
    """The value's own words, and what names its cell, states its scale and its currency."""
    claim, words = kept.claim, [proof for proof, role in cited if role == "words"]
    if not words:
        answering = [proof for proof, role in cited if role == "answer"]
        words = [replace(proof, span=span) for proof in answering for span in own_words(claim, proof)]
        yield from ((proof, "words") for proof in words)
    first = words[0] if words else kept.proofs[0]
    cell = _cell(claim, first)
    if cell is None:
        return
    for span, role in names_of(cell):
        # Of a record its row is named by the item above it, and its column by what it cites itself.
        if role != "head" or not claim.place:
            yield replace(first, span=span, grade="exact"), role


def own_words(claim: Claim, proof: Proof) -> Iterator[Span]:
    """The words of the value in a cited place; nothing where they are all of it."""
    if value := read_value(claim, proof):
        if value.span != proof.span:
            yield value.span
    elif isinstance(claim.value, Text):
        cited = proof.span.of(proof.document.text)
        found = locate(claim.original, cited) if claim.original.split() != cited.split() else ()
        for match in [each for each in found if each.grade != "case"][:1]:
            yield Span(proof.span.start + match.start, proof.span.start + match.end)


def _cell(claim: Claim, words: Proof) -> CellFact | None:
    return None if isinstance(claim.value, Boolean | TableValue) else fact_at(words.document, words.span)


def _of_question(question: Question, places: Sequence[_Place], level: Strictness) -> list[Verdict]:
    """What does not depend on the document alone: where the user wants it looked for, and how strictly."""
    answering = [proof for proof, role in places if role in _ANSWERING]
    problems = (
        problem_of(question, proof.document, block)
        for proof in answering
        for block in proof.document.blocks_of(proof.span)
    )
    outside, cause = next((each for each in problems if each[0]), ("", ""))
    # Of a sentence only the words that are meant have to be read surely.
    words = [proof for proof, role in places if role == "words"]
    refused = RULES[level].refuses(words or answering)
    return [
        _verdict("scope", outside, cause, "the cited text is where you asked to look"),
        _verdict("strictness", refused, "not_at_this_level", "this level accepts the evidence as it is"),
    ]


def _verdict(check: str, problem: str, cause: Cause, fine: str) -> Verdict:
    return Verdict(
        check=check,
        passed=not problem,
        score=float(not problem),
        reason=problem or fine,
        cause=cause if problem else "",
    )


def _left_open(judged: Judged) -> str:
    """What the strictest level does not leave open: all but that a sentence means yes or no."""
    cited = zip(judged.proofs, judged.claim.citations, strict=True)
    words = next((proof for proof, citation in cited if citation.role == "words"), None)
    if words and isinstance(judged.claim.value, Text | Clause) and (problem := only_part(words)):
        return problem
    still: list[Check] = [check for check in judged.checks if check.state == "open"]
    if isinstance(judged.claim.value, Boolean):
        still = [check for check in still if check.check != "value"]
    return still[0].reason if still else ""


def only_part(proof: Proof) -> str:
    """Why a place is not whole; empty where it is a sentence or stands in a cell."""
    document, span = proof.document, proof.span
    whole = covers_sentences(document, span) or document.cell_of(span) is not None
    return "" if whole else "these words are only part of a sentence"


def judgement_of(kept: Judged) -> Judgement:
    if kept.warrant is None:
        return Judgement()
    by = [JudgedBy(reader=voice.name, says=voice.says) for voice in kept.warrant.who]
    return Judgement(by=by, chance=kept.warrant.chance, bar=kept.warrant.bar)


def _is_in_full(cell: CellFact, value: BaseModel) -> bool:
    return cell.value is not None and getattr(value, "value", None) == cell.value


def _is_typed(value: BaseModel) -> bool:
    return not isinstance(value, Boolean | Text | Clause)


def own_proved(question: Question, claim: Claim, held: Held, level: Strictness) -> Judged:
    """A claim that code made of places of a document, with all that is proved of it."""
    proofs = tuple(_proof(citation, held) for citation in claim.citations)
    bare = Judged(claim, proofs, ())
    if question.generation.demanded and claim.answer_type not in question.generation.answer_types:
        reason = f"a value of type {claim.answer_type} was not asked for"
        return bare.refused("structure", reason, "malformed")
    judged = proved_as_claimed(question, bare, level)
    if not judged.passed:
        return judged
    if doubt := _doubt(question, judged):
        return judged.refused("value", doubt, "value_not_read")
    if RULES[level].whole and (problem := _not_whole(question, judged)):
        return judged.refused("strictness", problem, "not_at_this_level")
    return judged


def _proof(citation: Citation, held: Held) -> Proof:
    assert citation.start is not None, "our own code cites by characters"
    span = Span(citation.start, citation.start + len(citation.quote))
    return Proof(held.identity, held.document, span, "exact")


def _doubt(question: Question, judged: Judged) -> str:
    """Why a value is not given though nothing contradicts it; empty where nothing speaks against it."""
    claim = judged.claim
    if isinstance(claim.value, Boolean):
        return ""  # that the sentence means it is judged by the measured chance
    if judged.is_open("value"):
        reason = next(check.reason for check in judged.checks if check.check == "value")
        return f"the cited text contains this {claim.answer_type.replace('_', ' ')}, but {reason}"
    values = [value for proof in judged.proofs if (value := read_value(claim, proof))]
    if not question.generation.asks_end and values and all(value.is_end for value in values):
        return "it is only one end of a range"
    if any(map(_denied_around, _meant(judged))):
        return "the sentence has a “not” or another denial"
    return ""


def _meant(judged: Judged) -> list[Proof]:
    """The words that are meant in their sentences; all places where none are set apart."""
    cited = zip(judged.proofs, judged.claim.citations, strict=True)
    return [proof for proof, citation in cited if citation.role == "words"] or list(judged.proofs)


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


def _not_whole(question: Question, judged: Judged) -> str:
    """What the stricter levels ask beside: whole sentences, and a yes or no that code reads, too."""
    if isinstance(judged.claim.value, Boolean):
        wanted = judged.claim.value.value is not question.generation.denies
        said = [read_yes_or_no(proof)[0] for proof in judged.proofs]
        others = [p for p, each in zip(judged.proofs, said, strict=True) if each is not wanted]
        tempered = any(tempers(proof.span.of(proof.document.text)) for proof in others)
        reads = wanted in said and not tempered
        return "" if reads else "code does not read this yes or no from the sentence"
    return next(filter(None, map(only_part, _meant(judged))), "")


def problem_of(question: Question, document: Document, block: Block) -> tuple[str, Cause]:
    """Why a block may not be cited, and the cause; both empty where it may."""
    if not within(question.retrieval.scope, document)(block):
        return "This text is outside the pages or sections you named.", "outside_scope"
    if excluded := ruled_out(question, document, block):
        return f"You excluded {excluded!r}, and this text is about it.", "excluded"
    if planted(document, block):
        return "This text gives instructions to AI models, so it does not count as evidence.", "planted"
    return "", ""


def ruled_out(question: Question, document: Document, block: Block) -> str:
    """What the question does not want and the block, or a title above it, is about; empty if nothing."""
    texts = [stems(block.span.of(document.text))]
    texts += [title_stems(section) for section in document.section_path(block.section)]
    for excluded in question.generation.excluded:
        if any(occurs(wording(excluded), text, set(text)) for text in texts):
            return excluded
    return ""
