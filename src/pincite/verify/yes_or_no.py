"""Read a yes or no again from a sentence, or for an item of a list from the sentence before the list.

An item says neither by itself: "flood, which is …" under "We will not pay for loss by:" is a no, whatever
verbs it holds; one that denies or limits something itself is not read at all. And what the question names
denies nothing: "no right to suspend" is a plain no to who asks whether there is a right to suspend.
"""

from __future__ import annotations

from pydantic import BaseModel

from pincite.contract.fitness import tempers
from pincite.contract.registry import find
from pincite.contract.relevance import lead_in
from pincite.contract.values.polarity import DENIAL
from pincite.contract.values.reading import Reading
from pincite.contract.vocabulary import stems
from pincite.records.document import Block, Document
from pincite.records.question import Question


def stated(question: Question, document: Document, block: Block) -> tuple[str, list[Reading[BaseModel]]]:
    """The sentence that affirms or denies for a block, and what is read from it; nothing where none does."""
    text = block.span.of(document.text)
    introduction = lead_in(document, block) if block.kind == "bullet" else None
    if introduction is not None and introduction.span.of(document.text).endswith(":"):
        if tempers(text):
            return text, []
        text = introduction.span.of(document.text)
    if question.generation.denies:
        return text, find("boolean", text)
    return text, find("boolean", _without_what_is_asked(question.generation.asked, text))


def _without_what_is_asked(asked: str, text: str) -> str:
    """The text with the verbs of refusal blotted out that the question asks about, offsets kept."""
    named = set(stems(asked))
    for found in DENIAL.finditer(text):
        if found["refusal"] and set(stems(found[0])) <= named:
            text = text[: found.start()] + "x" * len(found[0]) + text[found.end() :]
    return text
