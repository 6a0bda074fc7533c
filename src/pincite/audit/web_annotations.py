"""Write the evidence of an answer as W3C Web Annotations that other programs read.

Each cited passage is an annotation. Its selectors are alternatives for the same words. Positions count
Unicode code points, as the W3C asks for and as all our offsets do; programs in JavaScript count UTF-16 units.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Iterator

from pincite.answer.answers import Answer, Evidence, EvidenceBox, Item
from pincite.audit.sources import Sources
from pincite.language.value_words import item_in_words
from pincite.records.document import Document

_CONTEXT_CHARS = 32
Json = dict[str, object]


def web_annotations(answer: Answer, asked_at: str, sources: Sources) -> str:
    """An AnnotationCollection with one annotation for each passage of each item."""
    made = [
        _annotation(answer, asked_at, item, number, evidence, sources.document(sources.identity(evidence)))
        for item in answer.items
        for number, evidence in enumerate(item.evidence, start=1)
    ]
    page = {"first": {"type": "AnnotationPage", "startIndex": 0, "items": made}} if made else {}
    collection: Json = {
        "@context": "http://www.w3.org/ns/anno.jsonld",
        "id": f"urn:pincite:run:{answer.run}",
        "type": "AnnotationCollection",
        "label": answer.question,
        "total": len(made),
        **page,
    }
    return json.dumps(collection, ensure_ascii=False, indent=2) + "\n"


def _annotation(
    answer: Answer, asked_at: str, item: Item, number: int, evidence: Evidence, document: Document | None
) -> Json:
    said = {"questioning": answer.question, "describing": item_in_words(item)}
    digest = base64.urlsafe_b64encode(bytes.fromhex(evidence.document)).decode().rstrip("=")
    return {
        "id": f"urn:pincite:run:{answer.run}:{item.id}:{number}",
        "type": "Annotation",
        "motivation": "describing",
        **({"created": asked_at} if asked_at else {}),
        "generator": {"id": "urn:pincite", "type": "Software", "name": "Pincite"},
        "body": [{"type": "TextualBody", "purpose": why, "value": value} for why, value in said.items()],
        "target": {
            "source": {"id": f"ni:///sha-256;{digest}", "dc:title": evidence.name},
            "selector": list(_selectors(evidence, document)),
        },
    }


def _selectors(evidence: Evidence, document: Document | None) -> Iterator[Json]:
    """The quote with what stands around it, its position, and of a PDF the rectangle on each page."""
    quote = {"type": "TextQuoteSelector", "exact": evidence.snippet}
    start, end, text = evidence.start, evidence.end, document.seen_text if document else ""
    around = {
        "prefix": text[max(0, start - _CONTEXT_CHARS) : start],
        "suffix": text[end : end + _CONTEXT_CHARS],
    }
    yield {**quote, **(around if document else {})}
    yield {"type": "TextPositionSelector", "start": start, "end": end}
    pages = sorted({box.page for box in evidence.boxes}) if document and document.format == "pdf" else []
    for page in pages:
        rectangle = _rectangle([box for box in evidence.boxes if box.page == page])
        yield {
            "type": "FragmentSelector",
            "conformsTo": "http://tools.ietf.org/rfc/rfc8118",
            "value": f"page={page}&highlight={rectangle}",
            **({"refinedBy": quote} if len(pages) == 1 else {}),
        }


def _rectangle(boxes: list[EvidenceBox]) -> str:
    """Left, right, top and bottom in whole points from the top left corner, as RFC 8118 has them."""
    low = [math.floor(min(getattr(box, edge) for box in boxes)) for edge in ("x0", "y0")]
    high = [math.ceil(max(getattr(box, edge) for box in boxes)) for edge in ("x1", "y1")]
    return ",".join(str(max(0, edge)) for edge in (low[0], high[0], low[1], high[1]))
