"""Compute with the items of a list: read a value from each, count them, put them in order.

A list that is not clearly one value for each item is refused: what a section says beside its fees must
not be added to them.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cmp_to_key

from pincite.answer.answers import Item
from pincite.answer.claims import LONGEST_QUOTE, Citation, Claim
from pincite.answer.verdicts import Verdict
from pincite.compute.counting import text_of
from pincite.compute.nesting import on_one_level
from pincite.compute.operands import bound_of
from pincite.compute.plain import given_up, not_plainly_added
from pincite.compute.rates import RateTable
from pincite.compute.results import Computed, Known, Refused
from pincite.compute.scales import on_one_scale
from pincite.compute.wording import said
from pincite.language.vocabulary import stems
from pincite.patterns import pattern
from pincite.records.computation import OperandQuestion
from pincite.records.document import CELL_GAP
from pincite.values.registered import find

Prove = Callable[[str, Claim, str], Sequence[Verdict]]
"""Every check's verdict on a claim that answers an operand's question, and names the document it is about."""

_TOTAL = pattern(r"\W*(?:grand |sub-?|overall |in )?(?:totals?|sum)\b", re.IGNORECASE)
_PART = pattern(r"\b(?:of which|thereof|including|included in|part of)\b", re.IGNORECASE)
_RULE = pattern(r"[|\s:+-]+")
_LEADING = pattern(r"(?:[-*•–]|\(?\w{1,4}[.)])?\s*(?:(?:the|an?)\s+)?", re.IGNORECASE)
_TRAILING = pattern(r"(?:[\s:=,–-]|\b(?:is|are|was|of|at|amounts? to|shall be|will be))*$", re.IGNORECASE)
_LONGEST_LABEL = 80


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of a list with the value that was read from it, named by the item's own words."""

    item: Item
    known: Known


def entries_of(items: Sequence[Item], answer_type: str, noun: str) -> list[Entry] | Refused:
    """The value of every item, without heads and totals; a refusal where one item has none, or several."""
    entries: list[Entry] = []
    for item in items:
        text = text_of(item)
        readings = find(answer_type, text)
        if _RULE.fullmatch(text) or (not entries and not readings and text.rstrip().endswith(":")):
            continue
        if not entries and not readings and is_row(text):
            if not set(stems(noun)) & set(stems(text)):
                return Refused(f"No column of the table is called {noun}: “{_short(text)}”.")
            continue
        if len(readings) != 1:
            how_many = "several values" if readings else f"no {answer_type}"
            return Refused(f"One item of the list gives {how_many}: “{_short(text)}”.")
        if not is_row(text) and stems(noun)[-1:] and stems(noun)[-1] not in stems(text):
            return Refused(f"One item found is not about {noun}: “{_short(text)}”.")
        (reading,) = readings
        bound = bound_of("", text[: reading.start], text[reading.end :])
        known = Known(
            reading.value, _label(text, reading.start), reading.original(text), reading.ambiguous, bound
        )
        entries.append(Entry(item, known))
    if len(entries) < 2:
        return Refused(f"Only one item was found, and no list of {noun}.")
    return _refuse_given_up(entries, noun) or _refuse_parts(entries, noun) or entries


def plainly_added(entries: Sequence[Entry], noun: str) -> Refused | None:
    """A refusal where an item lowers the sum, or belongs to it in some cases only."""
    for entry in entries:
        text = text_of(entry.item)
        if words := not_plainly_added(noun, text, entry.known.value):
            return Refused(f"One item is not simply added to the others (“{words}”): “{_short(text)}”.")
    return None


def _refuse_given_up(entries: Sequence[Entry], noun: str) -> Refused | None:
    for entry in entries:
        text = text_of(entry.item)
        if words := given_up(noun, text):
            return Refused(f"One item says that it no longer applies (“{words}”): “{_short(text)}”.")
    return None


def _refuse_parts(entries: Sequence[Entry], noun: str) -> Refused | None:
    """A refusal where a value is part of another one: it must be neither added nor ranked beside it."""
    part = next((e for e in entries if _PART.search(text_of(e.item))), None)
    if part:
        return Refused(f"One item gives a part of another: “{_short(text_of(part.item))}”.")
    bulleted = [entry.item for entry in entries if not is_row(text_of(entry.item))]
    if not on_one_level(bulleted):
        return Refused(f"The list of {noun} seems to contain another list: its items differ in form.")
    return None


def without_totals(entries: Sequence[Entry]) -> tuple[list[Entry], list[Entry]]:
    """The items that are added up, and the rows that state a sum of them."""
    totals = [entry for entry in entries if _TOTAL.match(text_of(entry.item))]
    return [entry for entry in entries if entry not in totals], totals


def proved(entries: Sequence[Entry], operand: OperandQuestion, prove: Prove) -> list[Entry] | Refused:
    """The same entries; a refusal where the value of one fails a check.

    The items were proved as texts, which says nothing of the values in them: "No fee of EUR 200 is due" is a
    true text, and none of the fees.
    """
    for entry in entries:
        text, place = text_of(entry.item), entry.item.evidence[0]
        if len(place.snippet) > LONGEST_QUOTE:
            return Refused(f"One item of the list is too long to be proved: “{_short(text)}”.")
        citation = Citation(version=place.version, lines=place.lines, quote=place.snippet, start=place.start)
        claim = Claim(
            answer_type=kind_of(operand),
            value=entry.known.value,
            original=entry.known.wording,
            citations=(citation,),
        )
        verdicts = prove(operand.question, claim, place.name)
        if failed := next((verdict for verdict in verdicts if not verdict.passed), None):
            return Refused(f"The value of one item is not proved: “{_short(text)}”: {failed.reason}.")
    return list(entries)


def kind_of(operand: OperandQuestion) -> str:
    """The kind of value that is read from each item."""
    return operand.answer_type or "amount"


def sort(
    entries: Sequence[Entry], descending: bool, rates: RateTable | None
) -> tuple[list[Entry], Computed] | Refused:
    """The items in order, and the formula that says so."""
    first = entries[0]
    for entry in entries[1:]:
        pair = on_one_scale(entry.known, ">", first.known, rates)
        if isinstance(pair, Refused):
            return pair

    def more(left: Entry, right: Entry) -> int:
        pair = on_one_scale(left.known, ">", right.known, rates)
        sign = "" if isinstance(pair, Refused) else pair.sign
        return {"<": -1, ">": 1}.get(sign, 0)

    ordered = sorted(entries, key=cmp_to_key(more), reverse=descending)
    return _told(ordered, rates)


def is_row(text: str) -> bool:
    """Whether a text is a row of a table: its cells stand apart."""
    return CELL_GAP in text or text.lstrip().startswith("|")


def _told(ordered: list[Entry], rates: RateTable | None) -> tuple[list[Entry], Computed] | Refused:
    formula = _named(ordered[0])
    used: list[str] = []
    for left, right in itertools.pairwise(ordered):
        pair = on_one_scale(left.known, ">", right.known, rates)
        if isinstance(pair, Refused):
            return pair
        if not pair.sign:
            return Refused(f"{_named(left)} and {_named(right)} cannot be sorted.")
        formula += f" {pair.sign} {_named(right)}"
        used += pair.rates
    return ordered, Computed(ordered[0].known.value, formula, tuple(dict.fromkeys(used)))


def _named(entry: Entry) -> str:
    return f"{entry.known.name} {said(entry.known.value)}".strip()


def _label(text: str, start: int) -> str:
    """What the item calls its value: the first cell of a row, or the words before the value."""
    if is_row(text):
        cells = [" ".join(cell.split()) for cell in re.split(r"[|\t]", text)]
        return next((cell for cell in cells if cell), "")[:_LONGEST_LABEL]
    before = " ".join(text[:start].split())
    lead = _LEADING.match(before)
    return _TRAILING.sub("", before[lead.end() if lead else 0 :])[:_LONGEST_LABEL]


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST_LABEL else f"{words[: _LONGEST_LABEL - 1]}…"
