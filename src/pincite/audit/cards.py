"""The cards of a report: an item with its proof, a lead, a place that came near."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.answer.answers import Derivation, Evidence, Item, Lead, NearMiss
from pincite.audit.exhibits import Exhibits
from pincite.audit.warrant_panels import chance_bar, warrant_panels
from pincite.language.answer_words import differing, is_quoted, likely
from pincite.language.line_ends import on_one_line
from pincite.language.value_words import in_words, item_in_words, shortened
from pincite.markup import Markup, element
from pincite.values.types import Text

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
    shown = [] if computed else [quoted(exhibits, card, each, item.original) for each in item.evidence]
    inside = [*_computed(exhibits, card, computed)] if computed else shown
    if item.is_cell and item.derivation:
        inside.append(element("p", {"class": "formula"}, f"In full: {on_one_line(item.derivation.formula)}"))
    return [*inside, warrant_panels(item)]


def lead_card(exhibits: Exhibits, lead: Lead, card: str, label: str) -> Markup:
    """A passage that may hold the answer."""
    return element(
        "article", {"class": "card lead", "id": card},
        element("header", {}, _number(label), element("h3", {}, "Lead, not an answer")),
        *lead_body(exhibits, lead, card),
    )  # fmt: skip


def lead_body(exhibits: Exhibits, lead: Lead, card: str) -> list[Markup]:
    """Its words and their place, its chance, and what it says otherwise than the question."""
    said = [on_one_line(each) for each in (*differing(lead.lacks), lead.why) if each]
    return [
        *(quoted(exhibits, card, each) for each in lead.evidence),
        *([] if lead.chance is None else [_lead_chance(lead.chance)]),
        *(element("p", {"class": "reason"}, each) for each in said),
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
