"""A reader that is always right: it names the lines that hold the gold answers, with the gold's own words.

What it names meets the same checks as what a language model names. So the share that is believed says how
much of the truth the checks let through, whatever model reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from evals.modes.pointing import item_of, yes_or_no
from evals.score.observation import Place
from pincite.answer.answers import Answer, Item
from pincite.answer.view_and_form import AskedQuestion, Reading, ReadItem, View
from pincite.quality.marking import several
from pincite.quality.questions import GoldRow
from pincite.read.form import offered
from pincite.read.view import MOST_CHARS
from pincite.records.library import Held


@dataclass(frozen=True, slots=True)
class Proposed:
    """What was said of one view that held all of it."""

    asked: AskedQuestion
    view: View
    reading: Reading


@dataclass(slots=True)
class Oracle:
    """Fills in the form with the gold answers of one row; says `none` where the view does not hold them."""

    row: GoldRow
    held: Held
    name: str = "oracle"
    proposed: tuple[Place, ...] = ()
    """Where it pointed first; empty while nothing of it was shown."""
    whole: Proposed | None = None
    """The first view that held the whole answer; None while none did."""
    version: ClassVar[str] = ""
    most_chars: ClassVar[int] = MOST_CHARS

    def read(self, asked: Sequence[AskedQuestion], view: View) -> list[Reading]:
        return [self._reading(each, view) for each in asked]

    def _reading(self, asked: AskedQuestion, view: View) -> Reading:
        types = offered(asked)
        each = [item_of(self.row, gold, self.held, view, types) for gold in self.row.answers]
        found = [item for item in each if item]
        if not found:
            return none(self.name)
        lists = several(self.row) and len(self.row.answers) > 1
        chosen = found if lists else found[:1]
        reading = self._filled(
            [item for item, _ in chosen], lists, complete=len(found) == len(each) or not lists
        )
        self.proposed = self.proposed or tuple(place for _, place in chosen)
        if reading.complete and self.whole is None:
            self.whole = Proposed(asked, view, reading)
        return reading

    def _filled(self, items: Sequence[ReadItem], lists: bool, *, complete: bool) -> Reading:
        said = yes_or_no(self.row)
        kind = "list" if lists else "words" if said is None else "yes" if said else "no"
        # Its items are the answer, and not what one list of the document sets out.
        return sure(self.name, kind, items, whole_list=False if lists else None, complete=complete)

    def is_given(self, answer: Answer) -> bool:
        """Whether all that it proposed is answered, as it proposed it."""
        if self.whole is None or answer.outcome != "answered":
            return False
        said = yes_or_no(self.row)
        if said is not None:
            return any(item.value.model_dump().get("value") is said for item in answer.items)
        return all(any(_gives(given, item) for given in answer.items) for item in self.whole.reading.items)

    @property
    def gives_value(self) -> bool:
        """Whether what it proposed has a typed value."""
        return bool(self.whole and any(item.value is not None for item in self.whole.reading.items))


def _gives(given: Item, item: ReadItem) -> bool:
    """Whether an item says what was proposed: the same value, or words with the proposed ones in them."""
    if item.value is not None and given.value != item.value:
        return False
    return _letters(item.words) in _letters(given.original)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def sure(
    by: str,
    kind: str,
    items: Sequence[ReadItem],
    *,
    whole_list: bool | None = None,
    complete: bool = True,
    formula: str | None = None,
) -> Reading:
    """A reading by somebody who has no doubt."""
    return Reading(
        kind=kind,  # type: ignore[arg-type]  # one of its names
        items=tuple(items),
        whole_list=whole_list,
        formula=formula,
        found=True,
        complete=complete,
        context_completeness="complete" if complete else "partial",
        context_structured=True,
        confidence="sure",
        extraction_method="computed" if formula else "verbatim",
        by=by,
    )


def none(by: str) -> Reading:
    """A reading of lines that do not answer."""
    return Reading(
        kind="none", found=False, complete=True, context_completeness="none", context_structured=True, by=by
    )
