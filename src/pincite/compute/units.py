"""Whether two values are measured in the same unit: per month and per year are never mixed."""

from __future__ import annotations

import re

from pincite.compute.results import Known, Refused
from pincite.compute.wording import said
from pincite.values.types import Amount, Number

_PERIOD = re.compile(r"\bper (?:\w+ )?(?:hour|day|week|fortnight|month|quarter|year|night)\b")
_PERIOD_NAMES = {
    "hourly": "per hour", "daily": "per day", "weekly": "per week", "monthly": "per month",
    "quarterly": "per quarter", "annual": "per year", "yearly": "per year",
}  # fmt: skip
_NAMED = re.compile(rf"\b(?:{'|'.join(_PERIOD_NAMES)})\b", re.IGNORECASE)


def named_period(known: Known) -> str | None:
    """ "per month" for a monthly fee; None when the name says nothing of a period."""
    found = _NAMED.search(known.name)
    return _PERIOD_NAMES[found[0].lower()] if found else None


def refuse_units(left: Known, right: Known) -> Refused | None:
    """A refusal where the units differ; None where the values can be held against each other."""
    ours, theirs = _unit(left), _unit(right)
    periods = named_period(left), named_period(right)
    if ours is None and theirs is None:
        return _different(left, right, *periods) if all(periods) else None
    effective = ours or periods[0], theirs or periods[1]
    if _same(ours, theirs) or _same(*effective):
        return None
    for of_document, of_question in ((left, right), (right, left)):
        if not of_question.name and _unit(of_question) is None:
            return _refuse_period(of_document, of_question)
    return _different(left, right, *effective)


def _refuse_period(of_document: Known, of_question: Known) -> Refused | None:
    """A bare value of the question stands for the unit of the document, but never for a period.

    "Is the deductible above USD 1,000?" means per claim where the document does; but a fee per month may
    be above or below what is meant per year.
    """
    unit = _unit(of_document) or ""
    if not _PERIOD.search(unit) or named_period(of_document) == unit:
        return None
    return Refused(
        f"The document gives {said(of_document.value)}, and the question does not say for which "
        f"period “{of_question.wording}” is.",
        "Add it, for example: per month.",
    )


def _different(left: Known, right: Known, ours: str | None, theirs: str | None) -> Refused | None:
    if _same(ours, theirs):
        return None
    units = " and ".join(unit or "no unit" for unit in (ours, theirs))
    return Refused(f"{said(left.value)} and {said(right.value)} are not in the same unit: {units}.")


def _unit(known: Known) -> str | None:
    return known.value.unit if isinstance(known.value, Amount | Number) else None


def _same(ours: str | None, theirs: str | None) -> bool:
    return ours is not None and theirs is not None and _plain(ours) == _plain(theirs)


def _plain(unit: str) -> list[str]:
    """Case and plural do not count in words; in "mM" and "mm" the case is all that tells them apart."""
    return [word.lower().removesuffix("s") if len(word) > 3 else word for word in unit.split()]
