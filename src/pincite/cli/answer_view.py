"""Show an answer to a person: the outcome, the value, the words that prove it, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.text import Text

from pincite.cli.screen import output, print_text, printable, printable_name
from pincite.cli.value_view import in_words, one_line
from pincite.contract.answers import Answer, Conflict, Coverage, Derivation, Evidence, Item, NearMiss
from pincite.contract.values.types import Clause
from pincite.contract.values.types import Text as TextValue
from pincite.contract.verdicts import Verdict

_INDENT = 2
# Checks that are worth a word to a person only where they fail; that they passed is in the JSON.
_QUIET = frozenset({"clean", "strictness"})
_LONGEST_NEAR_MISS = 240
# "Several places give different values: EUR 5 (a.pdf, page 2); EUR 7 (b.txt, line 9). Which one is meant?"
_CHOICES = re.compile(r"(?P<lead>[^:;]+:) (?P<values>.+\d\))\. (?P<question>Which .+)", re.DOTALL)
_RULES = {
    "amendment": "it amends the other",
    "as_amended": "it is stated as amended",
    "notwithstanding": "one clause overrides the other",
    "order_of_precedence": "order of precedence",
    "later_date": "the later one governs",
    "specific_over_general": "the specific governs over the general",
}
_BETWEEN_CHOICES = re.compile(r"(?<=\d\)); ")


def show_answer(answer: Answer) -> None:
    """Print any outcome but `failed`, whose error goes to standard error."""
    print_text(_headline(answer))
    if answer.conflict:
        _show_sides(answer, answer.conflict)
    else:
        _show_items(answer.items)
    if len(answer.items) > 1 and (derivation := answer.items[0].derivation):
        _show_formula(derivation)
    if answer.clarification:
        _show_clarification(answer.clarification)
    if answer.outcome in {"not_found", "unverified", "incomplete"}:
        _show_coverage(answer.coverage)
        hint = f"Everything that was considered: pincite why {answer.run[:12]}"
        print_text(Text(hint, "dim"), above=1)
    for number, caveat in enumerate(answer.caveats):
        print_text(Text.assemble(("Note: ", "yellow"), one_line(caveat)), above=0 if number else 1)


def _headline(answer: Answer) -> Text:
    lead, style, rest = {
        "answered": ("Answered", "bold green", _answered(answer)),
        "not_found": ("Not found", "bold yellow", "nothing in what was read answers this."),
        "conflict": ("Conflict", "bold yellow", _conflict(answer)),
        "incomplete": ("Incomplete", "bold yellow", "this is what is proved; more may be missing."),
        "needs_clarification": ("Please say more", "bold yellow", ""),
        "unverified": ("Withheld", "bold red", "something was found, but it did not pass every check."),
        "failed": ("Failed", "bold red", ""),
    }[answer.outcome]
    text = Text.assemble((lead, style))
    if rest:
        text.append(": ")
        text.append(rest, "bold" if answer.outcome == "answered" and len(answer.items) == 1 else "")
    return text


def _answered(answer: Answer) -> str:
    if len(answer.items) != 1:
        return f"{len(answer.items)} items"
    (item,) = answer.items
    quoted = isinstance(item.value, TextValue | Clause) and not item.derivation
    return "in the document’s own words" if quoted else _value(item)


def _conflict(answer: Answer) -> str:
    sides = len(answer.conflict.sides) if answer.conflict else len(answer.items)
    return f"{_count(sides, 'different value')} for the same thing."


def _show_sides(answer: Answer, conflict: Conflict) -> None:
    """Every side with all its places; that one of them prevails is said only in the document's own words."""
    items = {item.id: item for item in answer.items}
    for number, side in enumerate(conflict.sides, start=1):
        for place, id in enumerate(side):
            _show_item(items[id], str(number) if place == 0 else None)
    if conflict.rule is None:
        print_text(Text("Nothing that was read says which of them holds."), above=1)
        return
    rule = _RULES.get(conflict.rule.kind, printable(conflict.rule.kind))
    print_text(Text(f"By the document’s own rule number 1 prevails ({rule}):"), above=1)
    _show_place(conflict.rule.evidence, "")


def _value(item: Item) -> str:
    words = in_words(item.value)
    # A unit of the value may say the same: "EUR 700 per month".
    qualifiers = [one_line(qualifier) for qualifier in item.qualifiers if qualifier not in words]
    return f"{words} ({', '.join(qualifiers)})" if qualifiers else words


def _show_items(items: Sequence[Item]) -> None:
    """The items in order; those of a tree by their places, set in by as much as they stand under others."""
    nested = any("." in item.id for item in items)
    for number, item in enumerate(items, start=1):
        place = item.id.removeprefix("item-") if nested else str(number)
        _show_item(item, place if len(items) > 1 else None, _INDENT * place.count("."))


def _show_item(item: Item, number: str | None, under: int = 0) -> None:
    """One item; in a tree set in by as much as it stands under others."""
    if item.derivation and number is None:
        _show_computed(item, item.derivation)
        return
    titled = number is not None and not isinstance(item.value, TextValue | Clause)
    if titled:
        print_text(Text.assemble((f"{number}. ", "dim"), (_value(item), "bold")), indent=under, above=1)
        number = None
    for place, evidence in enumerate(item.evidence):
        _show_place(evidence, item.original, number, above=0 if titled and not place else 1, under=under)
    print_text(_checks(item), indent=_INDENT + under)


def _show_computed(item: Item, derivation: Derivation) -> None:
    """The formula, and every operand with its place."""
    _show_formula(derivation)
    for operand in derivation.operands:
        words = in_words(operand.value)
        # A cited sentence is its own name; a value is called what the formula calls it.
        named = "" if isinstance(operand.value, TextValue) else f": {words}"
        print_text(Text(f"{one_line(operand.name)}{named}", "bold"), indent=_INDENT, above=1)
        _show_place(operand.evidence, words, above=0)
    print_text(_checks(item), indent=_INDENT, above=1)


def _show_formula(derivation: Derivation) -> None:
    """How the result was computed, and by which rates of exchange."""
    print_text(Text(f"computed: {one_line(derivation.formula)}"), indent=_INDENT, above=1)
    for rate in derivation.rates:
        print_text(Text(f"rate: {one_line(rate)}"), indent=_INDENT)


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
    first, last = evidence.lines
    parts = [printable_name(evidence.name)]
    if evidence.page is not None:
        parts.append(f"page {evidence.page}")
        if evidence.page_label not in {None, "", str(evidence.page)}:
            parts[-1] += f" (printed {printable(str(evidence.page_label))})"
    if evidence.anchor and not evidence.anchor.startswith("line "):
        parts.append(printable(evidence.anchor))
    else:
        parts.append(f"line {first}" if first == last else f"lines {first}–{last}")
    place = Text(", ".join(parts), "cyan")
    if evidence.section:
        place.append(f" · {one_line(evidence.section)}", "dim")
    if evidence.recognised:
        place.append(" · read by text recognition", "yellow")
    return place


def _checks(item: Item) -> Text:
    text = Text()
    for verdict in item.verdicts:
        if verdict.passed and verdict.check in _QUIET:
            continue
        text.append("   " if text else "")
        text.append("✓ " if verdict.passed else "✗ ", "green" if verdict.passed else "red")
        text.append(_check(verdict, item), "dim")
    return text


def _check(verdict: Verdict, item: Item) -> str:
    if verdict.check == "quote" and verdict.passed:
        return {
            "exact": "quote, word for word",
            "typesetting": "quote, word for word but for typesetting",
            "hyphen": "quote, word for word but for hyphens",
            "case": "quote, word for word but for capitals",
        }[item.evidence[0].grade]
    if not verdict.passed:
        return f"{printable(verdict.check)}: {one_line(verdict.reason)}"
    return verdict.check if verdict.score == 1.0 else f"{verdict.check} {verdict.score:.2f}"


def _show_clarification(asked: str) -> None:
    """What to say more about; several values to choose from stand on a line each."""
    choices = _CHOICES.fullmatch(asked)
    if choices is None:
        print_text(Text(one_line(asked)), indent=_INDENT)
        return
    print_text(Text(one_line(choices["lead"])), indent=_INDENT)
    for value in _BETWEEN_CHOICES.split(choices["values"]):
        print_text(Text(f"- {one_line(value)}"), indent=2 * _INDENT, hanging=2)
    print_text(Text(one_line(choices["question"])), indent=_INDENT)


def _show_coverage(coverage: Coverage) -> None:
    print_text(Text(" ".join(_coverage(coverage))), above=1)
    if coverage.nearest:
        print_text(Text("Nearest places, and why they were not taken:"), above=1)
    for miss in coverage.nearest:
        _show_near_miss(miss)


def _coverage(coverage: Coverage) -> Iterator[str]:
    pages = coverage.pages
    # A page without readable text has no fact spans, so it is not among those that were read.
    some = f"{pages.read:,} of " if pages.read < pages.total else ""
    on_pages = f" on {some}{_count(pages.total, 'page')}" if pages.total else ""
    place = f"{on_pages} of {_count(coverage.documents, 'document')}"
    facts = _count(coverage.spans_total, "fact span")
    if coverage.spans_read < coverage.spans_total:
        yield f"Only {coverage.spans_read:,} of {facts}{place} were read."
    elif coverage.spans_total == 1:
        yield f"The only fact span{place} was read."
    else:
        yield f"Every one of the {facts}{place} was read."
    if pages.low_quality:
        yield f"{_count(pages.low_quality, 'page')} could be read only poorly."


def _show_near_miss(miss: NearMiss) -> None:
    snippet = one_line(miss.snippet)
    if len(snippet) > _LONGEST_NEAR_MISS:
        snippet = snippet[:_LONGEST_NEAR_MISS].rsplit(" ", 1)[0] + " …"
    print_text(Text(snippet), indent=_INDENT, above=1)
    print_text(where(miss), indent=_INDENT)
    print_text(Text.assemble(("✗ ", "red"), (one_line(miss.reason), "dim")), indent=_INDENT, hanging=2)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
