"""Show a place in a report: a cut of its page with the words highlighted, or the lines around them.

Pictures are SVG in the page itself: one image for each page, which every cut of it uses again, with marks
whose coordinates are those of the citation. Nothing has to run for that, and it prints as it is seen.
"""

from __future__ import annotations

from base64 import b64encode
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pincite.answer.answers import Evidence
from pincite.audit.page_pictures import DrawnPage, PagePictures, draw, shown_part
from pincite.audit.places import Place, Sources
from pincite.language.answer_words import place_of
from pincite.language.how_many import how_many
from pincite.markup import Attributes, Markup, element, joined
from pincite.records.document import Box, Document, Line
from pincite.records.span import Span

_AROUND = 2
_MOST_BESIDE = 320
"""Characters before and after the words: a paragraph of a web page is one line of thousands."""


def text_lines(document: Document, span: Span) -> Markup:
    """The lines of the words and two on each side, numbered as everywhere."""
    cited = document.lines_of(span)
    if not cited:
        return Markup("")
    # Empty lines have numbers and are none of the lines, so a number is no place among them.
    at = bisect_left(document.lines, cited[0].number, key=lambda line: line.number)
    beside = document.lines[max(at - _AROUND, 0) : at + len(cited) + _AROUND]
    near = [line for line in beside if line.page == cited[0].page]
    return element("ol", {"class": "lines"}, *(_line(document, line, span) for line in near))


def _line(document: Document, line: Line, span: Span) -> Markup:
    """One line; of a long one what stands near the words."""
    start, end = line.span.start, line.span.end
    low, high = max(start, span.start - _MOST_BESIDE), min(end, span.end + _MOST_BESIDE)
    if low >= high:  # all of it is far away
        low, high = (max(start, end - _MOST_BESIDE), end) if end <= span.start else (start, end)
        high = min(high, low + _MOST_BESIDE)
    text = document.seen_text  # what a reader of the file does not see is not shown here either
    inner = max(low, min(span.start, high)), min(high, max(span.end, low))
    parts = ["… " if low > start else "", text[low : inner[0]]]
    if inner[0] < inner[1]:
        parts.append(element("mark", {}, text[inner[0] : inner[1]]))
    parts += [text[max(inner) : high], " …" if high < end else ""]
    return element("li", {"value": line.number}, *parts)


_INK = 1.0
"""Points by which a mark is larger than the words: ink may reach over the box of its letters."""
_LARGEST = 1.75
"""Pixels of a screen for a point of a page: a short cell of a table is not blown up."""
_CARDS = {"lead": "lead", "near": "near miss", "cell": "cell", "rule": "rule"}
GONE = "This version is no longer in the library, so its page cannot be shown."


@dataclass(slots=True)
class Exhibits:
    """All places of one report with what is shown of each."""

    sources: Sources
    places: dict[str, Place]
    pictures: PagePictures
    _placed: set[str] = field(default_factory=set, init=False)
    """Pictures that stand in the page already: every later cut uses them again."""

    @classmethod
    def of(cls, sources: Sources, places: Iterable[Place]) -> Exhibits:
        """Everything drawn that is to be shown."""
        known = {place.key: place for place in places}
        cited = [(sources.identity(each.evidence), each.boxes) for each in known.values()]
        return cls(sources, known, draw(sources, cited))

    def shown(self, card: str, evidence: Evidence) -> Markup:
        """A figure of the place, or the reason why there is none; empty where it is not to be drawn."""
        place = self._place(card, evidence)
        if place is None:
            return Markup("")
        identity = self.sources.identity(evidence)
        document = self.sources.document(identity)
        if document is None:
            return element("p", {"class": "gone"}, GONE)
        cuts = [
            self._cut(place, document, drawn, words)
            for drawn, words in self.pictures.of(identity, place.boxes)
        ]
        if cuts:
            return joined(cuts)
        lines = text_lines(document, Span(evidence.start, evidence.end))
        return element("figure", {"class": "text"}, lines) if lines else Markup("")

    def place_link(self, card: str, evidence: Evidence) -> Markup:
        """Where it is, in words; where its whole page is shown, a link to the words on it."""
        said = place_of(evidence)
        place = self._place(card, evidence)
        if place and self._has_mark(place):
            return element("a", {"href": f"#{_mark_id(place)}"}, said)
        return element("span", {}, said)

    def whole_pages(self) -> list[Markup]:
        """Every page that is shown whole, with all words that are cited on it, each linked to its card."""
        return [self._page(drawn) for drawn in self.pictures.whole]

    def notes(self) -> Iterator[str]:
        """What could not be drawn, and why."""
        for name in dict.fromkeys(self.pictures.locked):
            yield f"{name} is encrypted: its pages are drawn only with its password (--password)."
        if self.pictures.left_out:
            left = how_many(self.pictures.left_out, "page")
            verb = "is" if self.pictures.left_out == 1 else "are"
            yield f"To keep this file small, {left} {verb} shown as text and not as a picture."

    def _place(self, card: str, evidence: Evidence) -> Place | None:
        return self.places.get(Place(card, "proof", "", evidence).key)

    def _has_mark(self, place: Place) -> bool:
        """Whether the page on which its words begin is shown whole, so that a link can lead there."""
        first = place.boxes[:1]
        drawn = self.pictures.of(self.sources.identity(place.evidence), first)
        return any(each.is_whole for each, _ in drawn)

    def _cut(self, place: Place, document: Document, drawn: DrawnPage, words: Box) -> Markup:
        part = shown_part(document, drawn, words)
        boxes = [box for box in place.boxes if box.page == words.page]
        wide = f"max-width: {(part.x1 - part.x0) * _LARGEST:.0f}px"
        mark = _mark(place, boxes)
        if self._has_mark(place):
            mark = element("a", {"href": f"#{_mark_id(place)}"}, mark)
        figure = _svg(
            part, f"{place_of(place.evidence)}: the quoted words, highlighted", self._image(drawn), mark
        )
        return element("figure", {"class": "cut", "style": wide}, figure)

    def _page(self, drawn: DrawnPage) -> Markup:
        number = drawn.part.page
        marks: list[Markup] = []
        cards: dict[str, Place] = {}
        for place in self.places.values():
            boxes = [box for box in place.boxes if box.page == number]
            if self.sources.identity(place.evidence) != drawn.identity or not boxes:
                continue
            cards.setdefault(place.card, place)
            id: Attributes = {"id": _mark_id(place)} if number == place.boxes[0].page else {}
            marks.append(element("a", {"href": f"#{place.card}", **id}, _mark(place, boxes, labelled=True)))
        title = f"{drawn.identity.name}, page {number}"
        back = [element("a", {"href": f"#{card}"}, f"↩ {_called(place)}") for card, place in cards.items()]
        return element(
            "figure", {"class": "page", "id": drawn.id},
            element("figcaption", {}, element("strong", {}, title), " ", joined(back)),
            _svg(drawn.part, f"{title}, with the cited words highlighted", self._image(drawn), *marks),
        )  # fmt: skip

    def _image(self, drawn: DrawnPage) -> Markup:
        """The picture where it is first needed, and from then on a reference to it."""
        id = f"image-{drawn.id}"
        if id in self._placed:
            return element("use", {"href": f"#{id}"})
        self._placed.add(id)
        part, picture = drawn.part, drawn.picture
        data = f"data:{picture.media_type};base64,{b64encode(picture.content).decode()}"
        return element(
            "image",
            {
                **{"id": id, "x": part.x0, "y": part.y0, "href": data, "preserveAspectRatio": "none"},
                **{"width": part.x1 - part.x0, "height": part.y1 - part.y0},
            },
        )


def _called(place: Place) -> str:
    """How the page names what it leads back to."""
    return f"{_CARDS.get(place.card.split('-')[0], 'item')} {place.label}"


def _svg(part: Box, label: str, *inside: Markup) -> Markup:
    frame = f"{part.x0:.2f} {part.y0:.2f} {part.x1 - part.x0:.2f} {part.y1 - part.y0:.2f}"
    return element("svg", {"viewBox": frame, "role": "group", "aria-label": label}, *inside)


def _mark(place: Place, boxes: Sequence[Box], *, labelled: bool = False) -> Markup:
    shapes = [
        element(
            "rect",
            {
                **{"x": box.x0 - _INK, "y": box.y0 - _INK},
                **{"width": box.x1 - box.x0 + 2 * _INK, "height": box.y1 - box.y0 + 2 * _INK},
            },
        )
        for box in boxes
    ]
    if labelled:
        first = boxes[0]
        shapes.append(element("text", {"x": max(first.x0 - 4, 9.0), "y": first.y0 + 7}, place.label))
    return element("g", {"class": f"mark {place.kind}"}, *shapes)


def _mark_id(place: Place) -> str:
    return f"on-page-{place.key}"
