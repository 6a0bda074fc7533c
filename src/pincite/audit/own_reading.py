"""Find what a certificate cites in our own reading of its source, and tell which claims the file bears out.

Which parser read a source, and on which pages words were recognised, is the word of whoever wrote the
certificate. Where the file, read here, gives another text, nothing but that text proves anything.
"""

from __future__ import annotations

from pincite.answer.answers import Evidence
from pincite.audit.certificate import Parsing
from pincite.records.document import PRINTED, Document, Parse
from pincite.records.span import Span
from pincite.verify.quote import locate

# A cell that prints "5" may stand a thousand times in a document.
_MOST_PLACES = 50


def located(place: Evidence, document: Document) -> list[Evidence]:
    """The places of our reading that say what is quoted, each in the words of our text, on any page."""
    found: list[Evidence] = []
    for match in locate(place.snippet, document.seen_text)[:_MOST_PLACES]:
        lines = document.lines_of(Span(match.start, match.end))
        if match.grade == "case" or not lines:
            continue
        here = {
            "start": match.start,
            "end": match.end,
            "snippet": document.text[match.start : match.end],
            "page": lines[0].page,
            "lines": (lines[0].number, lines[-1].number),
        }
        found.append(place.model_copy(update=here))
    return found


def on_its_page(place: Evidence, document: Document) -> list[Evidence]:
    """Those of them that stand on the page which is stated, if our reading has pages."""
    return [each for each in located(place, document) if place.page is None or each.page == place.page]


def may_be_recognised(document: Document, page: int) -> bool:
    """Whether words of this page may come from an image: a scan, a page with pictures, or garbled."""
    if document.format == "image":
        return page == 1
    # What a broken font garbles is read from the picture of its page, if a model that sees is there.
    if any(each.page == page and (each.source != "text" or each.poor) for each in document.profile.pages):
        return True
    if any(figure.box.page == page for figure in document.figures):
        return True
    words = document.words
    return any(
        at == page and confidence != PRINTED
        for at, confidence in zip(words.pages, words.confidences, strict=False)
    )


def same_parser(said: Parsing, document: Document) -> bool:
    """Whether the parser that is named must read the text that is read here.

    Another recognition of images reads another text only where there are images to recognise.
    """
    named = Parse(said.parser, said.version, said.options)
    if named == document.parse:
        return True
    pages = range(1, len(document.pages) + 1)
    images = document.format == "image" or any(may_be_recognised(document, page) for page in pages)
    return not images and named.without_recognition() == document.parse.without_recognition()
