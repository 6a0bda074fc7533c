"""Answer from all items of a list: their sum, their number, their order, or the first in that order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pincite.answer.answers import Answer, Item
from pincite.compute.arithmetic import add
from pincite.compute.assemble import Found, answered, computed_item, refused
from pincite.compute.counting import count
from pincite.compute.listing import (
    Entry,
    Prove,
    entries_of,
    kind_of,
    plainly_added,
    proved,
    sort,
    without_totals,
)
from pincite.compute.rates import RateTable
from pincite.compute.results import Computed, Known, Refused
from pincite.compute.wording import said
from pincite.records.computation import Computation
from pincite.values.types import Text, same

_ONE_LIST = "All values come from one list; {} elsewhere are not included."


def of_list(
    computation: Computation, asked: str, listed: Answer, prove: Prove, rates: RateTable | None
) -> Answer:
    """The answer that the items of a proved list give together, once the value of each is proved, too."""
    if computation.kind == "count":
        return _counted(computation, asked, listed)
    listed = listed.model_copy(update={"caveats": [*listed.caveats, _ONE_LIST.format(computation.noun)]})
    operand = computation.operands[0]
    entries = entries_of(listed.items, kind_of(operand), computation.noun)
    if isinstance(entries, Refused):
        return _refused(asked, entries, listed)
    parts, totals = without_totals(entries)
    if computation.kind == "add" and (refusal := plainly_added(parts, computation.noun)):
        return _refused(asked, refusal, listed)
    checked = proved(parts, operand, prove)
    if isinstance(checked, Refused):
        return _refused(asked, checked, listed)
    if computation.kind == "add":
        return _added(asked, computation.noun, checked, totals, listed, rates)
    return _ordered(computation, asked, checked, listed, rates)


def _refused(asked: str, refusal: Refused, listed: Answer) -> Answer:
    return refused(asked, refusal, [Found(Known(item.value), item) for item in listed.items[:1]], [listed])


def _counted(computation: Computation, asked: str, listed: Answer) -> Answer:
    counted = count(listed.items, computation.noun)
    found = [Found(Known(item.value, f"item {n}"), item) for n, item in enumerate(listed.items, start=1)]
    if isinstance(counted, Refused):
        return _refused(asked, counted, listed)
    return answered(asked, counted, found, [listed], [computed_item(counted, found)])


def _added(
    asked: str,
    noun: str,
    parts: Sequence[Entry],
    totals: Sequence[Entry],
    listed: Answer,
    rates: RateTable | None,
) -> Answer:
    """The sum of the items, which must be the total that the list itself states, if it does."""
    found = [Found(entry.known, entry.item) for entry in parts]
    if not parts:
        return refused(asked, Refused("The list contains totals only."), found, [listed])
    computed = add([entry.known for entry in parts], rates)
    if isinstance(computed, Refused):
        return refused(asked, computed, found, [listed])
    # That all of a list are added up is part of what is said, and can be proved with it.
    computed = replace(computed, formula=f"all {noun}: {computed.formula}")
    for total in totals:
        if not same(total.known.value, computed.value):
            reason = f"The list states {said(total.known.value)} as a total, but {computed.formula}."
            return refused(asked, Refused(reason), found, [listed])
    return answered(asked, computed, found, [listed], [computed_item(computed, found)])


def _ordered(
    computation: Computation, asked: str, parts: Sequence[Entry], listed: Answer, rates: RateTable | None
) -> Answer:
    found = [Found(entry.known, entry.item) for entry in parts]
    result = (
        sort(parts, computation.descending, rates) if len(parts) > 1 else Refused("There is only one item.")
    )
    if isinstance(result, Refused):
        return refused(asked, result, found, [listed])
    ordered, computed = result
    if computation.kind == "choose":
        ordered = [entry for entry in ordered if same(entry.known.value, ordered[0].known.value)]
    found = sorted(found, key=lambda each: each.item is not ordered[0].item)
    shown = [_shown(entry, computed, found, computation.kind == "choose") for entry in ordered]
    return answered(asked, computed, found, [listed], shown)


def _shown(entry: Entry, computed: Computed, found: Sequence[Found], by_name: bool) -> Item:
    """An item of the list in the document's own words, with how its place in the order was found."""
    whole = computed_item(computed, found)
    name = Text(text=entry.known.name or entry.item.original)
    return whole.model_copy(
        update={
            "type": "text" if by_name else entry.item.type,
            "value": name if by_name else entry.item.value,
            "original": computed.formula,
            "evidence": entry.item.evidence,
            "judgement": entry.item.judgement,
        }
    )
