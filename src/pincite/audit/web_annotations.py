"""Write the evidence of an answer as W3C Web Annotations that other programs read.

Each cited passage is an annotation. Its selectors are alternatives for the same words: the quote with what
stands around it, the position in our text, and for a PDF the page with a rectangle. Positions count Unicode
code points, as the W3C asks for and as all our offsets do; programs in JavaScript count UTF-16 units and have
to convert.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Iterator, Sequence

from pincite.answer.answers import Answer, Evidence, EvidenceBox, Item
from pincite.language.value_words import item_in_words
from pincite.records.document import Document

CONTEXT = "http://www.w3.org/ns/anno.jsonld"
PDF_FRAGMENTS = "http://tools.ietf.org/rfc/rfc8118"
CONTEXT_CHARS = 32
# Those of which another program could say the same; what has none is left out.
_MEDIA_TYPES = {
    "pdf": "application/pdf",
    "html": "text/html",
    "markdown": "text/markdown",
    "text": "text/plain",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "csv": "text/csv",
    "eml": "message/rfc822",
}

Json = dict[str, object]
Documents = Callable[[Evidence], Document | None]
"""The document of some evidence; None where the library no longer holds it."""


def web_annotations(answer: Answer, asked_at: str, documents: Documents) -> Json:
    """An AnnotationCollection with one annotation for each passage of each item."""
    made = [
        _annotation(answer, asked_at, item, number, evidence, documents(evidence))
        for item in answer.items
        for number, evidence in enumerate(item.evidence, start=1)
    ]
    collection: Json = {
        "@context": CONTEXT,
        "id": f"urn:pincite:run:{answer.run}",
        "type": "AnnotationCollection",
        "label": answer.question,
        "total": len(made),
    }
    if made:
        collection["first"] = {"type": "AnnotationPage", "startIndex": 0, "items": made}
    return collection


def source_id(sha256: str) -> str:
    """The name of a file by its own bytes (RFC 6920)."""
    digest = base64.urlsafe_b64encode(bytes.fromhex(sha256)).decode().rstrip("=")
    return f"ni:///sha-256;{digest}"


def _annotation(
    answer: Answer, asked_at: str, item: Item, number: int, evidence: Evidence, document: Document | None
) -> Json:
    return {
        "id": f"urn:pincite:run:{answer.run}:{item.id}:{number}",
        "type": "Annotation",
        "motivation": "describing",
        "created": asked_at,
        "generator": {"id": "urn:pincite", "type": "Software", "name": "Pincite"},
        "body": [_body("questioning", answer.question), _body("describing", item_in_words(item))],
        "target": {
            "source": _source(evidence, document),
            "selector": [*_quote(evidence, document), _position(evidence), *_fragments(evidence, document)],
        },
    }  # fmt: skip


def _body(purpose: str, said: str) -> Json:
    return {"type": "TextualBody", "purpose": purpose, "format": "text/plain", "value": said}


def _source(evidence: Evidence, document: Document | None) -> Json:
    media = _MEDIA_TYPES.get(document.format) if document else None
    named: Json = {"id": source_id(evidence.document), "dc:title": evidence.name}
    return named | ({"format": media} if media else {})


def _quote(evidence: Evidence, document: Document | None) -> Iterator[Json]:
    quote: Json = {"type": "TextQuoteSelector", "exact": evidence.snippet}
    if document:
        text = document.seen_text
        quote["prefix"] = text[max(0, evidence.start - CONTEXT_CHARS) : evidence.start]
        quote["suffix"] = text[evidence.end : evidence.end + CONTEXT_CHARS]
    yield quote


def _position(evidence: Evidence) -> Json:
    return {"type": "TextPositionSelector", "start": evidence.start, "end": evidence.end}


def _fragments(evidence: Evidence, document: Document | None) -> Iterator[Json]:
    """For each page of a PDF that the passage stands on, the page and the rectangle around its words."""
    if document is None or document.format != "pdf":
        return
    pages = sorted({box.page for box in evidence.boxes})
    for page in pages:
        boxes = [box for box in evidence.boxes if box.page == page]
        fragment: Json = {
            "type": "FragmentSelector",
            "conformsTo": PDF_FRAGMENTS,
            "value": f"page={page}&highlight={_rectangle(boxes)}",
        }
        if len(pages) == 1:
            fragment["refinedBy"] = {"type": "TextQuoteSelector", "exact": evidence.snippet}
        yield fragment


def _rectangle(boxes: Sequence[EvidenceBox]) -> str:
    """Left, right, top and bottom in whole points from the top left corner, as RFC 8118 has them."""
    edges = (
        math.floor(min(box.x0 for box in boxes)),
        math.ceil(max(box.x1 for box in boxes)),
        math.floor(min(box.y0 for box in boxes)),
        math.ceil(max(box.y1 for box in boxes)),
    )
    return ",".join(str(max(0, edge)) for edge in edges)
