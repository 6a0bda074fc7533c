"""Examples of each kind of error: what was asked, what was expected, what came, and the page."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from evals.report.score_names import ERRORS
from evals.score.evaluation import Example
from evals.score.observation import ObservedItem, Place
from pincite.language.how_many import how_many
from pincite.markup import Child, Markup, element, joined
from pincite.quality.questions import GoldAnswer

Pictures = Callable[[Example], bytes | None]
Texts = Callable[[Example], str | None]

_EACH = 3
_MOST_PICTURE_BYTES = 8_000_000
_MOST_SHOWN = 4
_LONGEST, _NEIGHBOURS = 600, 180


def examples_of_errors(examples: Sequence[Example], pictures: Pictures | None, texts: Texts | None) -> Markup:
    """A few errors of each kind, the gravest kinds first, as far as pictures go with their pages."""
    shown, room = [], _MOST_PICTURE_BYTES
    for kind, (title, verdict) in ERRORS.items():
        of_kind = [example for example in examples if example.kind == kind]
        if not of_kind:
            continue
        more = (
            f" {how_many(len(of_kind) - _EACH, 'further example')} left out." if len(of_kind) > _EACH else ""
        )
        shown.append(element("h3", {"class": "kind"}, title))
        shown.append(element("p", {"class": "soft"}, verdict + more))
        for example in of_kind[:_EACH]:
            picture = pictures(example) if pictures and room > 0 else None
            if picture is not None and len(picture) > room:
                picture = None
            room -= len(picture or b"")
            shown.append(_example(example, picture, texts(example) if texts else None))
    return joined(shown)


def _example(example: Example, picture: bytes | None, text: str | None) -> Markup:
    row, observation = example.row, example.observation
    page = next((place.page for place in _places(example) if place.page), None)
    page = page or next((answer.page for answer in row.answers if answer.page), None)
    where = row.document + (f", page {page}" if page else "")
    listed = [
        *_entry("Expected", _expected(row.answers) if row.answers else ["No answer: the document has none."]),
        *_entry("What came", [element("p", {}, _outcome(example)), *_items(observation.items, text)]),
    ]
    if not observation.items and observation.nearest:
        nearest = [_quoted(place, text) for place in observation.nearest[:_MOST_SHOWN]]
        listed += _entry("Nearest places", nearest)
    if row.note:
        listed += _entry("Note", [row.note])
    image = [_image(picture, f"Page {page or ''} of {row.document}")] if picture else []
    asked = [element("p", {"class": "question"}, row.question), element("p", {"class": "soft"}, where)]
    return element("article", {"class": "example"}, *asked, element("dl", {}, *listed), *image)


def _places(example: Example) -> Iterator[Place]:
    for item in example.observation.items:
        yield from item.places
    yield from example.observation.nearest


def _entry(name: str, content: Sequence[Child]) -> list[Markup]:
    return [element("dt", {}, name), element("dd", {}, *content)]


def _expected(answers: Sequence[GoldAnswer]) -> list[Markup]:
    shown = []
    for answer in answers[:_MOST_SHOWN]:
        value = value_in_words(answer.value) or answer.text
        page = f" (page {answer.page})" if answer.page else ""
        if value and _folded(value) != _folded(answer.quote):
            shown.append(element("p", {}, element("b", {}, _short(value)), "" if answer.quote else page))
        if answer.quote:
            shown.append(element("blockquote", {}, _short(answer.quote), page))
    if len(answers) > _MOST_SHOWN:
        shown.append(_more(len(answers), "item"))
    return shown


def _outcome(example: Example) -> str:
    observation = example.observation
    said = {
        "answered": "Answered:", "probable": "Probably:", "not_found": "Not found.",
        "conflict": "A conflict:",
        "incomplete": "An incomplete answer:", "needs_clarification": "Pincite asked what you mean.",
        "unverified": "No answer: nothing was sure enough.", "failed": "It failed",
    }[observation.outcome]  # fmt: skip
    if observation.outcome != "failed":
        return said
    return f"{said}: {observation.error}" if observation.error else f"{said}."


def _items(items: Sequence[ObservedItem], text: str | None) -> Iterator[Markup]:
    for item in items[:_MOST_SHOWN]:
        yield _value_line(item)
        for place in item.places[:_MOST_SHOWN]:
            yield _quoted(place, text)
    if len(items) > _MOST_SHOWN:
        yield _more(len(items), "item")


def _value_line(item: ObservedItem) -> Markup:
    """The value and how sure it was; what is no more than the words cited below is not said twice."""
    value = value_in_words(item.value)
    said: list[Child] = []
    if not any(place.snippet and _begins(value, place.snippet) for place in item.places):
        said.append(element("b", {}, _short(value)))
        if _folded(value) != _folded(item.original):
            said.append(f" · written “{_short(item.original)}”")
        said.append(" · ")
    said.append(f"confidence {item.confidence:.2f}")
    return element("p", {}, *said, "" if item.proved else " · its proof does not hold")


def _quoted(place: Place, text: str | None) -> Markup:
    """The words at a place, between their neighbours where the text is at hand."""
    page = f" (page {place.page})" if place.page else ""
    # Another reading of the document counts its characters otherwise: nothing else may pass for cited.
    if text is None or not place.snippet or not _begins(text[place.start : place.end], place.snippet):
        return element("blockquote", {}, _short(place.snippet), page)
    before, after = text[: place.start][-_NEIGHBOURS:], text[place.end :][:_NEIGHBOURS]
    if place.start > _NEIGHBOURS:
        before = "… " + before.split(" ", 1)[-1]
    if place.end + _NEIGHBOURS < len(text):
        after = after.rsplit(" ", 1)[0] + " …"
    cited = element("mark", {}, _short(text[place.start : place.end]))
    return element("blockquote", {}, before, cited, after, page)


def _image(picture: bytes, title: str) -> Markup:
    source = "data:image/png;base64," + base64.b64encode(picture).decode("ascii")
    return element("img", {"src": source, "alt": title})


def value_in_words(value: Mapping[str, Any] | None) -> str:
    """A value by its parts: "48500.00", or "value 48500.00, currency EUR"."""
    told = {name: part for name, part in (value or {}).items() if part not in (None, "", [])}
    if len(told) == 1:
        return str(next(iter(told.values())))
    return ", ".join(f"{name.replace('_', ' ')} {part}" for name, part in told.items())


def _more(total: int, noun: str) -> Markup:
    return element("p", {"class": "soft"}, f"and {how_many(total - _MOST_SHOWN, f'more {noun}')}")


def _begins(whole: str, snippet: str) -> bool:
    """Whether a snippet is a text or, where it was cut, the beginning of one."""
    return _folded(whole).startswith(_folded(snippet))


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _short(text: str) -> str:
    text = text.strip()
    return text if len(text) <= _LONGEST else text[:_LONGEST].rsplit(" ", 1)[0] + " …"
