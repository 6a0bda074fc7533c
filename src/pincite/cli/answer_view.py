"""Show an answer to a person: the outcome, the value, the words that prove it, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import BaseModel
from rich.text import Text

from pincite.answer.answers import Answer, Conflict, Derivation, Evidence, Item, Lead, NearMiss
from pincite.cli.screen import one_line, output, print_text, printable, printable_name
from pincite.language import answer_words, value_words
from pincite.language.answer_words import (
    ONLY_LEADS,
    UNSETTLED,
    headline,
    likely,
    place_of,
    proof_in_words,
    what_was_read,
)
from pincite.language.value_words import item_in_words, shortened
from pincite.values.types import Clause
from pincite.values.types import Text as TextValue

_INDENT = 2
_LONGEST_NEAR_MISS = 240
_LONGEST_LEAD = 400
_MOST_LEADS = 5
# "Several places give different values: EUR 5 (a.pdf, page 2); EUR 7 (b.txt, line 9). Which one is meant?"
_CHOICES = re.compile(r"(?P<lead>[^:;]+:) (?P<values>.+\d\))\. (?P<question>Which .+)", re.DOTALL)
_STYLES = {"answered": "bold green", "probable": "bold cyan", "unverified": "bold red", "failed": "bold red"}
_SAID = {"answered", "probable"}
_OTHER_PLACES = (
    "The likeliest passages of the other documents, none of them sure enough:",
    "Other passages that may answer:",
)
_BETWEEN_CHOICES = re.compile(r"(?<=\d\)); ")


def show_answer(answer: Answer) -> None:
    """Print any outcome but `failed`, whose error goes to standard error."""
    print_text(_headline(answer))
    if not answer.items:
        _show_leads(answer.leads[:_MOST_LEADS])
    if answer.conflict:
        _show_sides(answer, answer.conflict)
    else:
        _show_items(answer.items)
    if said := _shared_judgement(answer.items):
        print_text(said, above=1)
    if answer.items and answer.leads:
        print_text(_OTHER_PLACES[answer.outcome == "probable"], above=1)
        _show_leads(answer.leads[:_MOST_LEADS])
    if len(answer.items) > 1 and (derivation := answer.items[0].derivation) and not answer.items[0].is_cell:
        _show_formula(derivation)
    if answer.clarification:
        _show_clarification(answer.clarification)
    if answer.outcome in {"not_found", "unverified", "incomplete"}:
        _show_coverage(answer)
        if answer.run:
            hint = f"Every passage considered: pincite why {answer.run[:12]}"
            print_text((hint, "dim"), above=1)
    if answer.outcome == "probable" and answer.run:
        accept = f"pincite runs review {answer.run[:12]} {answer.items[0].id} --accept"
        print_text((f"To accept it as your decision: {accept}", "dim"), above=1)
    for number, caveat in enumerate(answer.caveats):
        print_text(("Note: ", "yellow"), one_line(caveat), above=0 if number else 1)


def _headline(answer: Answer) -> Text:
    if answer.leads and not answer.items:
        return Text.assemble((ONLY_LEADS, "bold yellow"), " The likeliest:")
    (lead, rest), style = headline(answer), _STYLES.get(answer.outcome, "bold yellow")
    text = Text.assemble((lead, style))
    if rest:
        text.append(": ")
        said = printable(rest)
        text.append(said, "bold" if answer.outcome in _SAID and len(answer.items) == 1 else "")
    return text


def _show_sides(answer: Answer, conflict: Conflict) -> None:
    """Every side with all its places; that one of them prevails is said only in the document's own words."""
    items, shared = {item.id: item for item in answer.items}, bool(_shared_judgement(answer.items))
    for number, side in enumerate(conflict.sides, start=1):
        for place, id in enumerate(side):
            _show_item(items[id], str(number) if place == 0 else None, shared=shared)
    if conflict.rule is None:
        print_text(UNSETTLED, above=1)
        return
    print_text("By the document’s own rule, number 1 applies:", above=1)
    _show_place(conflict.rule.evidence, "")


def _value(item: Item) -> str:
    return printable(item_in_words(item))


def _show_leads(leads: Sequence[Lead]) -> None:
    """The places in order, each with its chance and what it says otherwise than the question."""
    for number, lead in enumerate(leads, start=1):
        place = lead.evidence[0]
        words = shortened(one_line(place.snippet), _LONGEST_LEAD)
        hanging = len(f"{number}. ")
        print_text((f"{number}. ", "dim"), words, indent=_INDENT, hanging=hanging, above=1)
        print_text(where(place), indent=_INDENT + hanging)
        told = [] if lead.chance is None else [likely(lead.chance)]
        if said := " · ".join([*told, *([one_line(lead.reason)] if lead.reason else [])]):
            print_text((said, "dim"), indent=_INDENT + hanging)


def _show_items(items: Sequence[Item]) -> None:
    """The items in order; those of a tree by their places, set in by as much as they stand under others."""
    nested, shared = any("." in item.id for item in items), bool(_shared_judgement(items))
    for number, item in enumerate(items, start=1):
        place = item.id.removeprefix("item-") if nested else str(number)
        _show_item(item, place if len(items) > 1 else None, _INDENT * place.count("."), shared=shared)


def _show_item(item: Item, number: str | None, under: int = 0, *, shared: bool) -> None:
    """One item; in a tree set in by as much as it stands under others."""
    if item.derivation and number is None and not item.is_cell:
        _show_computed(item, item.derivation)
        return
    titled = number is not None and not isinstance(item.value, TextValue | Clause)
    if titled:
        print_text((f"{number}. ", "dim"), (_value(item), "bold"), indent=under, above=1)
        number = None
    shown = item.evidence[:1] if item.is_cell else item.apart
    for place, evidence in enumerate(shown):
        _show_place(evidence, item.original, number, above=0 if titled and not place else 1, under=under)
    if item.is_cell:
        _show_names(item, _INDENT + under)
    _show_support(item, _INDENT + under, shared=shared)


def _show_names(item: Item, indent: int) -> None:
    """How a figure is read in full, with the words that state its scale; its names stand in the headline."""
    if item.derivation and len(item.derivation.operands) == 2:
        stated = one_line(item.derivation.operands[1].evidence.snippet)
        print_text(f"in full: {one_line(item.derivation.formula)}, “{stated}”", indent=indent)


def _shared_judgement(items: Sequence[Item]) -> str:
    """How likely the items answer, where there are several and it is the same for all of them."""
    said = set(map(judged, items))
    return said.pop() if len(items) > 1 and len(said) == 1 else ""


def _show_support(item: Item, indent: int, *, above: int = 0, shared: bool) -> None:
    """What is proved, and under it how likely it answers, unless that is said once for all items."""
    print_text(proved(item), indent=indent, above=above)
    if not shared and (said := judged(item)):
        print_text(said, indent=indent)


def _show_computed(item: Item, derivation: Derivation) -> None:
    """The formula, and every operand with its place."""
    _show_formula(derivation)
    for operand in derivation.operands:
        words = in_words(operand.value)
        # A cited sentence is its own name; a value is called what the formula calls it.
        named = "" if isinstance(operand.value, TextValue) else f": {words}"
        print_text((f"{one_line(operand.name)}{named}", "bold"), indent=_INDENT, above=1)
        _show_place(operand.evidence, words, above=0)
    _show_support(item, _INDENT, above=1, shared=False)


def _show_formula(derivation: Derivation) -> None:
    """How the result was computed, and by which rates of exchange."""
    print_text(f"computed: {one_line(derivation.formula)}", indent=_INDENT, above=1)
    for rate in derivation.rates:
        print_text(f"rate: {one_line(rate)}", indent=_INDENT)


def _show_place(
    evidence: Evidence, original: str, number: str | None = None, above: int = 1, under: int = 0
) -> None:
    snippet = emphasised(one_line(evidence.snippet), one_line(original))
    if number is not None:
        snippet = Text.assemble((f"{number}. ", "dim"), snippet)
    print_text(snippet, indent=_INDENT + under, above=above)
    print_text(where(evidence), indent=_INDENT + under)


def emphasised(snippet: str, original: str) -> Text:
    """The snippet with the value's own words standing out; plain when they are all of it."""
    text = Text(snippet)
    place = re.search(rf"(?<!\w){re.escape(original)}(?!\w)", snippet) if original else None
    if place is None or original == snippet:
        return text
    if output().color_system is None:
        return Text(f"{snippet[: place.start()]}«{original}»{snippet[place.end() :]}")
    text.stylize("bold underline", place.start(), place.end())
    return text


def where(evidence: Evidence) -> Text:
    """File, page and lines, or what the format calls the place, and its section."""
    named = evidence.model_copy(update={"name": printable_name(evidence.name)})
    place = Text(printable(place_of(named)), "cyan")
    if evidence.section:
        place.append(f" · {one_line(evidence.section)}", "dim")
    if evidence.recognised:
        place.append(" · read by text recognition", "yellow")
    return place


def _show_clarification(asked: str) -> None:
    """What to say more about; several values to choose from stand on a line each."""
    choices = _CHOICES.fullmatch(asked)
    if choices is None:
        print_text(one_line(asked), indent=_INDENT)
        return
    print_text(one_line(choices["lead"]), indent=_INDENT)
    for value in _BETWEEN_CHOICES.split(choices["values"]):
        print_text(f"- {one_line(value)}", indent=2 * _INDENT, hanging=2)
    print_text(one_line(choices["question"]), indent=_INDENT)


def _show_coverage(answer: Answer) -> None:
    """What was read, what was looked for, and where there are no leads the nearest places."""
    print_text(printable(" ".join(what_was_read(answer))), above=1)
    nearest = [] if answer.leads else answer.coverage.nearest
    if nearest:
        print_text("The nearest passages, and why they do not answer:", above=1)
    for miss in nearest:
        _show_near_miss(miss)


def _show_near_miss(miss: NearMiss) -> None:
    print_text(shortened(one_line(miss.snippet), _LONGEST_NEAR_MISS), indent=_INDENT, above=1)
    print_text(where(miss), indent=_INDENT)
    print_text(("✗ ", "red"), (one_line(miss.reason), "dim"), indent=_INDENT, hanging=2)


def in_words(value: BaseModel) -> str:
    """The value for a reader; a kind that is not known here is shown as its JSON."""
    return printable(value_words.in_words(value))


def proved(item: Item) -> Text:
    """A tick for each thing that code proved."""
    text = Text()
    for name, passed in proof_in_words(item):
        text.append("   " if text else "")
        text.append("✓ " if passed else "○ ", "green" if passed else "yellow")
        text.append(name if passed else f"{name} open", "dim")
    return text


def judged(item: Item) -> str:
    """How likely an item answers the question, and who says so where nobody measured it."""
    return f"Answers the question: {printable(answer_words.judged(item.judgement))}"
