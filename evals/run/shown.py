"""What a report shows of the documents of its examples: the page with the words marked, or the text."""

from __future__ import annotations

from dataclasses import dataclass

from evals.run.gold_texts import Texts
from evals.score.evaluation import Example
from pincite.errors import PinciteError
from pincite.picture.cited import cited_page
from pincite.prove.quote import locate
from pincite.quality.questions import Source
from pincite.records.library import Held
from pincite.records.span import Span

_ANSWERED = (255, 190, 60, 90)
_EXPECTED = (60, 170, 110, 80)


@dataclass(frozen=True, slots=True)
class Shown:
    """The documents of a set, for its report."""

    texts: Texts

    def text(self, example: Example) -> str | None:
        """The text that the places of an example count in; None where it cannot be read."""
        try:
            return self.texts.of(example.row.document)
        except PinciteError:
            return None

    def page(self, example: Example) -> bytes | None:
        """The page that was cited, or else that should have been; None where the document has no pages."""
        source = next(each for each in self.texts.gold.sources if each.name == example.row.document)
        if source.path is None or source.path.suffix.lower() != ".pdf":
            return None
        try:
            held = self.texts.held(source)
        except PinciteError:
            return None
        return _drawn(held, source, example)


def _drawn(held: Held, source: Source, example: Example) -> bytes | None:
    places = [place for item in example.observation.items[:1] for place in item.places]
    expected = [
        Span(match.start, match.end)
        for answer in example.row.answers
        if answer.quote
        for match in locate(answer.quote, held.document.text)
    ]
    pages = [place.page for place in places if place.page]
    pages += [answer.page for answer in example.row.answers if answer.page]
    if not pages:
        return None
    answered = [Span(place.start, place.end) for place in places]
    marked = {_EXPECTED: expected, _ANSWERED: answered}
    return cited_page(held.document, source.content(), pages[0], marked)
