"""The cards of a report: an item with its proof, who judged it, what people decided; leads; near misses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.answer.answers import Derivation, Evidence, Item, Lead, NearMiss
from pincite.answer.checks import Check, JudgedBy, Judgement
from pincite.answer.reviews import Review
from pincite.answer.verdicts import weakest_grade
from pincite.audit.exhibits import Exhibits
from pincite.language.answer_words import GRADES, figure, is_quoted, likely
from pincite.language.line_ends import on_one_line
from pincite.language.value_words import in_words, item_in_words, shortened
from pincite.markup import Markup, element
from pincite.values.types import Text

_LONGEST_VALUE = 80
_READERS = {
    "words": "Shared words",
    "document": "The document",
}
_PROVED = {
    "place": "on the cited page and lines",
    "scope": "within what the question asks about",
    "computed": "by code, from the cited values",
}


def support_panels(item: Item) -> Markup:
    """Proof on the left, judgement on the right."""
    return element("div", {"class": "support"}, _proof(item), _judgement(item.judgement))


def _proof(item: Item) -> Markup:
    return element(
        "section", {"class": "proof"},
        element("h4", {}, "Proved by code"),
        element("ul", {}, *(_step(item, check) for check in item.proof)),
    )  # fmt: skip


def _step(item: Item, check: Check) -> Markup:
    """What was proved, or that it is open and why."""
    name, told = check.check.capitalize(), _PROVED.get(check.check, check.reason)
    if check.check == "quote":
        told = f"found in the document, {GRADES[weakest_grade(each.grade for each in item.evidence)]}"
    elif check.check == "value" and item.type == "boolean":
        # That sentences mean yes or no is judged: of it, code proves only that they are cited whole.
        name, told = "Sentences", "cited whole; that they mean yes or no is judged"
    elif check.check == "value":
        told = f"read again from the quote: {shortened(on_one_line(in_words(item.value)), _LONGEST_VALUE)}"
    if check.state != "proved":
        told = f"open: {check.reason}"
    words = element("span", {}, element("strong", {}, name), f" {told}")
    return element("li", {"class": "passed" if check.state == "proved" else "missed"}, words)


def _judgement(answers: Judgement) -> Markup:
    return element(
        "section", {"class": "judgement"},
        element("h4", {}, "Judged, not proved"),
        element("p", {}, "That this answers the question is a judgement."),
        *_chance(answers),
        element("ul", {}, *(_voice(each) for each in answers.by)),
    )  # fmt: skip


def _chance(answers: Judgement) -> list[Markup]:
    if answers.chance is None:
        return [element("p", {}, "Nobody measured how often it is right.")]
    needed = "" if answers.bar is None else f"; an answer needs {figure(answers.bar)}"
    said = element("p", {"class": "likely"}, element("strong", {}, likely(answers.chance)), needed)
    return [said, chance_bar(answers.chance, answers.bar)]


def chance_bar(chance: float, bar: float | None) -> Markup:
    """The chance as a length, with a line where an answer begins."""
    line = [] if bar is None else [_rect("bar", bar * 100 - 0.4, 0.0, 0.8, 6.0)]
    said = f"chance {figure(chance)}" + ("" if bar is None else f", bar {figure(bar)}")
    frame: dict[str, str | int | float] = {"viewBox": "0 0 100 6", "preserveAspectRatio": "none"}
    return element(
        "svg", {"class": "meter", "role": "img", "aria-label": said, **frame},
        _rect("all", 0.0, 1.5, 100.0, 3.0),
        _rect("part", 0.0, 1.5, chance * 100, 3.0),
        *line,
    )  # fmt: skip


def _rect(name: str, x: float, y: float, width: float, height: float) -> Markup:
    return element("rect", {"class": name, "x": x, "y": y, "width": width, "height": height})


def _voice(each: JudgedBy) -> Markup:
    name = _READERS.get(each.reader, each.reader)
    return element("li", {}, element("strong", {}, name), f" {on_one_line(each.says)}")


_LONGEST_QUOTE = 1_500
_OWN_WORDS = "In the document’s own words"


def item_card(exhibits: Exhibits, item: Item, card: str, number: str, *, level: str = "h3") -> Markup:
    """One item: its value, the words that prove it where they are, and what speaks for it."""
    title = _OWN_WORDS if is_quoted(item) else item_in_words(item)
    return element(
        "article", {"class": "card item", "id": card},
        element("header", {}, _number(number), element(level, {"class": "value"}, title)),
        *item_body(exhibits, item, card),
    )  # fmt: skip


def item_body(exhibits: Exhibits, item: Item, card: str) -> list[Markup]:
    """The same without its title, for a card that has several."""
    computed = item.derivation if item.derivation and not item.is_cell else None
    shown = [] if computed else [quoted(exhibits, card, each, item.original) for each in item.apart]
    inside = [*_computed(exhibits, card, computed)] if computed else shown
    if item.is_cell and item.derivation:
        inside.append(element("p", {"class": "formula"}, f"In full: {on_one_line(item.derivation.formula)}"))
    return [*inside, support_panels(item)]


def lead_card(exhibits: Exhibits, lead: Lead, card: str, label: str) -> Markup:
    """A passage that may hold the answer."""
    return element(
        "article", {"class": "card lead", "id": card},
        element("header", {}, _number(label), element("h3", {}, "Lead, not an answer")),
        *lead_body(exhibits, lead, card),
    )  # fmt: skip


def lead_body(exhibits: Exhibits, lead: Lead, card: str) -> list[Markup]:
    """Its words and their place, its chance, and what it says otherwise than the question."""
    return [
        *(quoted(exhibits, card, each) for each in lead.evidence),
        *([] if lead.chance is None else [_lead_chance(lead.chance)]),
        *([element("p", {"class": "reason"}, on_one_line(lead.reason))] if lead.reason else []),
    ]


def near_card(exhibits: Exhibits, miss: NearMiss, card: str, label: str) -> Markup:
    """A passage that came near, and why it does not answer."""
    return element(
        "article", {"class": "card near", "id": card},
        element("header", {}, _number(label), element("h3", {}, "Came near")),
        quoted(exhibits, card, miss),
        element("p", {"class": "reason"}, f"Does not answer: {on_one_line(miss.reason)}"),
    )  # fmt: skip


def quoted(exhibits: Exhibits, card: str, evidence: Evidence, original: str = "") -> Markup:
    """The document's own words with their place, and under them the place as it looks."""
    words = shortened(on_one_line(evidence.snippet), _LONGEST_QUOTE)
    cite = [exhibits.place_link(card, evidence)]
    cite += [element("span", {}, on_one_line(evidence.section))] if evidence.section else []
    cite += [element("span", {"class": "doubt"}, "read by text recognition")] if evidence.recognised else []
    return element(
        "div", {"class": "place"},
        element("blockquote", {}, *_emphasised(words, on_one_line(original)), element("cite", {}, *cite)),
        exhibits.shown(card, evidence),
    )  # fmt: skip


def _emphasised(words: str, original: str) -> Sequence[str]:
    """The words with those of the value standing out, where they are not all of them."""
    at = words.find(original) if original else -1
    if at < 0 or original == words:
        return [words]
    return [words[:at], element("mark", {}, original), words[at + len(original) :]]


def _computed(exhibits: Exhibits, card: str, derivation: Derivation) -> list[Markup]:
    """The formula, the rates, and every operand with its place."""
    parts = [element("p", {"class": "formula"}, f"Computed: {on_one_line(derivation.formula)}")]
    parts += [element("p", {"class": "formula"}, f"Rate: {on_one_line(rate)}") for rate in derivation.rates]
    for operand in derivation.operands:
        # A cited sentence is its own name; a value is called what the formula calls it.
        named = "" if isinstance(operand.value, Text) else f": {in_words(operand.value)}"
        parts.append(element("h4", {"class": "operand"}, f"{on_one_line(operand.name)}{named}"))
        parts.append(quoted(exhibits, card, operand.evidence))
    return parts


def _number(number: str) -> Markup:
    return element("span", {"class": "number"}, number) if number else Markup("")


def _lead_chance(chance: float) -> Markup:
    said = ("Judged, not proved. Chance that it answers: ", element("strong", {}, likely(chance)))
    return element("div", {"class": "judged"}, element("p", {}, *said), chance_bar(chance, None))


_KINDS = {
    "accepted": "Accepted as an answer",
    "rejected": "Rejected: it does not answer the question",
    "withdrawn": "What was decided before was withdrawn",
}


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The reviews of one answer, the oldest first."""

    reviews: Sequence[Review]

    def beside(self, part: str, card: Markup) -> Markup:
        """The card with what was decided about it under it; the last review first, because it counts."""
        found = [each for each in self.reviews if each.part == part]
        return element("div", {"class": "reviewed"}, card, _panel(found)) if found else card


def _panel(reviews: Sequence[Review]) -> Markup:
    *earlier, last = reviews
    before = (f"Decided before: {_said(each)}" for each in reversed(earlier))
    return element(
        "section", {"class": "decision"},
        element("h4", {}, "Decided by a person, not proved"),
        element("p", {}, _said(last)),
        *([element("p", {}, f"Note: {on_one_line(last.note)}")] if last.note else []),
        *(element("p", {"class": "reason"}, each) for each in before),
    )  # fmt: skip


def _said(review: Review) -> str:
    when = review.at[:16].replace("T", " ")
    return f"{_KINDS[review.kind]}, by {on_one_line(review.by)}, {when} UTC."
