"""What introduces a passage: the words before a list, the head of a table, the start of a long sentence.

"(a) sublet the premises" says one thing after "The Tenant may:" and the opposite after "The Tenant may not:".
"""

from __future__ import annotations

from pincite.audit.alignment import Alignment
from pincite.audit.cited_sentences import sentence_of
from pincite.records.document import Block, Document
from pincite.records.span import Span
from pincite.structure.lead_ins import lead_in
from pincite.verify.quote import locate


def introduction(document: Document, span: Span) -> Span | None:
    """What introduces the list, table or long sentence that a passage is part of; None where nothing does."""
    blocks = document.blocks_of(span)
    if not blocks:
        return None
    before = lead_in(document, blocks[0]) or _first_part(document, blocks[0])
    return sentence_of(document, before.span).span if before else None


def _first_part(document: Document, block: Block) -> Block | None:
    """The start of a sentence that was too long to be one block; None where it is that itself."""
    first = block
    while first.split and first.number > 1:
        before = document.blocks[first.number - 2]
        if not before.split or before.section != block.section:
            break
        first = before
    return None if first is block else first


def introduced_alike(
    old: Document, new: Document, alignment: Alignment, was: Span | None, now: Span | None
) -> bool:
    """Whether two passages are introduced in the same words.

    Parsers differ in what they take for a list: words that only one of them takes for an introduction count
    as the same where the other text has them at the corresponding place.
    """
    if was and now and _reads(was.of(old.seen_text), now.of(new.seen_text)):
        return True
    kept = was is None or _stands(was.of(old.seen_text), new.seen_text, alignment.in_new(was))
    known = now is None or _stands(now.of(new.seen_text), old.seen_text, alignment.in_old(now))
    return kept and known


def _reads(one: str, other: str) -> bool:
    return any((match.start, match.end) == (0, len(other)) for match in locate(one, other))


def _stands(words: str, text: str, gap: tuple[int, int]) -> bool:
    return bool(locate(words, text[gap[0] : gap[1]]))
