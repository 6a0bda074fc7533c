"""Refuse a place that may not be cited, whatever it says: outside what was named, excluded, or an order."""

from __future__ import annotations

from pincite.answer.verdicts import Cause
from pincite.language.vocabulary import occurs, stems, wording
from pincite.prove.planted import planted
from pincite.records.document import Block, Document
from pincite.records.question import Question
from pincite.structure.lead_ins import title_stems
from pincite.structure.within import within


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
