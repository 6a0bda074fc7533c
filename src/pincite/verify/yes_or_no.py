"""Read a yes or no again from a sentence, or for an item of a list from the sentence before the list.

An item says neither by itself: "flood, which is …" under "We will not pay for loss by:" is a no, whatever
verbs it holds; one that denies or limits something itself is not read at all. And what the question names
denies nothing: "no right to suspend" is a plain no to who asks whether there is a right to suspend.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import BaseModel

from pincite.answer.claims import Claim
from pincite.language.vocabulary import stems
from pincite.patterns import pattern
from pincite.records.document import Block, Document
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.structure.lead_ins import lead_in
from pincite.values.polarity import DENIAL, tempers
from pincite.values.readings import Reading
from pincite.values.registered import find
from pincite.values.types import Boolean, same

# "We will pay for all loss except:" says of its items the opposite of what its verb says.
_SETS_APART = pattern(
    r"\b(?:except\w*|exclud\w*|exclusive|other\s+than|save|saving|but\s+for|unless|barring|besides|beside|apart"
    r"|aside|none|neither|outside|stops?|stopped|ceas\w+)\b",
    re.IGNORECASE,
)
_DONE = pattern(
    r"\b(?:is|are|was|were|be|been|being|has|have|had|hereby|having)\s+(?:\w+ly\s+)?\Z", re.IGNORECASE
)


def stated(question: Question, document: Document, block: Block) -> tuple[str, list[Reading[BaseModel]]]:
    """The sentence that affirms or denies for a block, and what is read from it; nothing where none does."""
    text, saying = block.span.of(document.text), stating(document, block)
    if saying is not block:
        introduced = saying.span.of(document.text)
        if tempers(text) or _SETS_APART.search(introduced):
            return text, []
        text = introduced
    if question.generation.denies:
        return text, find("boolean", text)
    return text, find("boolean", _without_what_is_asked(question.generation.plain, text))


def stating(document: Document, block: Block) -> Block:
    """The block that says yes or no for this one: what introduces its list, else itself."""
    introduction = lead_in(document, block) if block.kind == "bullet" else None
    if introduction is not None and introduction.span.of(document.text).endswith(":"):
        return introduction
    return block


def turned_round(question: Question, claim: Claim, proofs: Sequence[Proof]) -> bool:
    """Whether code reads the opposite of a claimed yes or no from a cited sentence, and reads it plainly."""
    if not isinstance(claim.value, Boolean):
        return False
    wanted = claim.value.value is not question.generation.denies
    for proof in proofs:
        for block in proof.document.blocks_of(proof.span):
            _, readings = stated(question, proof.document, block)
            note = readings[0].ambiguous if len(readings) == 1 else "none or several"
            plain = not note or note.startswith("limited by")
            if plain and same(readings[0].value, Boolean(value=not wanted)):
                return True
    return False


def _without_what_is_asked(asked: str, text: str) -> str:
    """The text with the verbs of refusal blotted out that the question asks about, offsets kept.

    What is waived or suspended is a no, whatever else the question says of waiving; only a right to do so,
    given or denied, is what is asked about.
    """
    named = set(stems(asked))
    for found in DENIAL.finditer(text):
        done = _DONE.search(text[: found.start()])
        if found["refusal"] and not done and set(stems(found[0])) <= named:
            text = text[: found.start()] + "x" * len(found[0]) + text[found.end() :]
    return text
