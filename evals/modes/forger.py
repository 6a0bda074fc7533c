"""A reader that forges what code can see: a digit, a currency, a unit, a scale, a sign, another row's cell, a
swapped operand, an item left out of a list that is called whole, a quote that ends within a word.

It points at the right lines, so nothing but the forgery is wrong. What it forges for a row follows from the
row's id. None of it may leave, neither as answered nor as probable.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import ClassVar

from pydantic import BaseModel, ValidationError

from evals.modes.oracle import Oracle, none, sure
from evals.score.observation import Place
from pincite.answer.answers import Answer, Item
from pincite.answer.view_and_form import AskedQuestion, Reading, ReadItem, View, ViewLine
from pincite.quality.questions import GoldRow
from pincite.read.view import MOST_CHARS
from pincite.records.library import Held
from pincite.values.types import Amount, Number

_LEFT = ("answered", "probable", "incomplete", "conflict")
_WHOLE = ("answered", "probable")
_FIGURE = re.compile(r"(?<![\w.,$€£])\d[\d,]*(?:\.\d+)?(?![\w,.]*\d)(?![\w%])")
_ITEM = re.compile(r"\[(\d+) of (\d+)\] ")
_YEAR = re.compile(r"(?:19|20)\d\d")
_CELL = re.compile(
    r"(?P<head>[^·]*?(?P<year>(?:19|20)\d\d)[^·]*?): \$? ?(?P<figure>\d[\d,]*(?:\.\d+)?)(?= ·|$)"
)
_WORD = re.compile(r"\w{2,}")
_SCALES = {
    10**3: ("thousand", "000s", "'000", "’000", "tsd", "teur"),
    10**6: ("million", "mio", " mn", "(m)", "£m", "$m", "€m"),
    10**9: ("billion", " bn", "mrd"),
}
# What no document of the sets prices or measures in.
_CURRENCIES, _UNIT = ("ISK", "MNT"), "furlongs"


@dataclass(frozen=True, slots=True)
class Forgery:
    """What was forged, how it is put, and how to tell that it left."""

    kind: str
    reading: Reading
    left: Callable[[Answer], bool]


@dataclass(slots=True)
class Forger:
    """Fills in the form as an oracle does, with one thing forged."""

    row: GoldRow
    held: Held
    name: str = "forger"
    proposed: tuple[Place, ...] = ()
    forgeries: list[Forgery] = field(default_factory=list)
    version: ClassVar[str] = ""
    most_chars: ClassVar[int] = MOST_CHARS

    def read(self, asked: Sequence[AskedQuestion], view: View) -> list[Reading]:
        return [self._reading(each, view) for each in asked]

    @property
    def kind(self) -> str:
        """What it forges; empty while there was nothing to forge."""
        return self.forgeries[0].kind if self.forgeries else ""

    def is_believed(self, answer: Answer) -> bool:
        """Whether something that it forged left."""
        return answer.outcome in _LEFT and any(each.left(answer) for each in self.forgeries)

    def _reading(self, asked: AskedQuestion, view: View) -> Reading:
        oracle = Oracle(self.row, self.held, self.name)
        (honest,) = oracle.read([asked], view)
        possible = {each.kind: each for each in _forgeries(honest, view)} if honest.items else {}
        if not possible:
            return none(self.name)
        kinds = sorted(possible)
        drawn = int(hashlib.sha256(f"forged {self.row.id}".encode()).hexdigest(), 16)
        chosen = possible.get(self.kind) or possible[kinds[drawn % len(kinds)]]
        self.forgeries.append(chosen)
        self.proposed = self.proposed or oracle.proposed
        return chosen.reading


def _forgeries(honest: Reading, view: View) -> Iterator[Forgery]:
    item = honest.items[0]
    lines = [line for number in item.lines if (line := view.line(number))]
    typed = _typed(item, view, lines)
    if typed is not None:
        yield from _values(honest, typed, view, lines)
    yield from _cut(honest, view, lines)
    yield from _swapped(honest, view)
    yield from _left_out(honest, view)


def _typed(item: ReadItem, view: View, lines: Sequence[ViewLine]) -> ReadItem | None:
    """The item with a value; of words alone a figure that stands in their line."""
    if item.value is not None and any(name in type(item.value).model_fields for name in _FORGED):
        return item
    for line in lines:
        figure = _FIGURE.search(_said(view, line))
        if figure:
            value = Number(value=Decimal(figure[0].replace(",", "")), unit=None)
            return ReadItem((line.number,), figure[0], value, "number")
    return None


_FORGED = ("value", "iso", "iso8601")


def _values(honest: Reading, item: ReadItem, view: View, lines: Sequence[ViewLine]) -> Iterator[Forgery]:
    value = item.value
    assert value is not None
    written = value.model_dump()
    key = next(name for name in _FORGED if name in written)
    said = "\n".join(_said(view, line) for line in lines)
    changes: dict[str, dict[str, object]] = {"digit": {key: _other_digit(str(written[key]))}}
    if isinstance(written[key], Decimal):
        if (times := _unstated_scale(view, lines)) is not None:
            changes["scale"] = {key: written[key] * times}
        changes["sign"] = {key: -written[key]}
        if figure := _of_another_row(view, lines, said):
            changes["row"] = {key: figure}
    if "unit" in written:
        changes["unit"] = {"unit": _UNIT}
    for kind, change in changes.items():
        yield from _with_value(honest, item, kind, type(value), written | change)
    if isinstance(written.get("value"), Decimal) and "currency" in {
        *written,
        *Number.model_fields,
        "currency",
    }:
        currency = next(each for each in _CURRENCIES if each not in said)
        money = {"value": written["value"], "currency": currency, "unit": None}
        yield from _with_value(honest, item, "currency", Amount, money)


def _with_value(
    honest: Reading, item: ReadItem, kind: str, model: type[BaseModel], fields: dict[str, object]
) -> Iterator[Forgery]:
    try:
        value = model.model_validate(fields)
    except ValidationError:
        return
    if value == item.value:
        return
    named = "amount" if model is Amount else item.answer_type
    forged = replace(item, value=value, answer_type=named)
    reading = sure(honest.by, "words", [forged])
    yield Forgery(kind, reading, lambda answer: any(_same(each, value) for each in answer.items))


def _same(item: Item, value: BaseModel) -> bool:
    return item.value.model_dump() == value.model_dump()


def _other_digit(written: str) -> str:
    """The same with its last digit another one."""
    at = max(at for at, sign in enumerate(written) if sign.isdecimal())
    return f"{written[:at]}{int(written[at]) % 9 + 1}{written[at + 1 :]}"


def _unstated_scale(view: View, lines: Sequence[ViewLine]) -> int | None:
    """A factor that the document does not speak of: what it says in full would be no forgery."""
    text = view.documents[lines[0].identity].text.casefold()
    return next((times for times, words in _SCALES.items() if not any(word in text for word in words)), None)


def _of_another_row(view: View, lines: Sequence[ViewLine], said: str) -> Decimal | None:
    """A figure of another row of the table, which the lines do not have."""
    if not lines or lines[0].kind != "table_row":
        return None
    for line in view.lines:
        if line.kind == "table_row" and line not in lines:
            for figure in _FIGURE.findall(_said(view, line)):
                if figure not in said and not _YEAR.fullmatch(figure):
                    return Decimal(figure.replace(",", ""))
    return None


def _cut(honest: Reading, view: View, lines: Sequence[ViewLine]) -> Iterator[Forgery]:
    """Words that end within a word or a number."""
    item = honest.items[0]
    words = item.words or (_said(view, lines[0]) if lines else "")
    last = next(iter(reversed(list(_WORD.finditer(words)))), None)
    if honest.kind in ("yes", "no") or last is None:
        return
    cut = words[: last.end() - 1]
    if any(re.search(rf"{re.escape(cut)}(?!\w)", _said(view, line)) for line in lines):
        return
    reading = sure(honest.by, "words", [ReadItem(item.lines, cut)])
    plain = " ".join(cut.split())
    yield Forgery(
        "cut", reading, lambda answer: any(" ".join(each.original.split()) == plain for each in answer.items)
    )


def _swapped(honest: Reading, view: View) -> Iterator[Forgery]:
    """The change between two years of one row, each figure under the name of the other's year."""
    for line in view.lines:
        cells = {each["year"]: each for each in _CELL.finditer(line.text)} if line.kind == "table_row" else {}
        if len(cells) < 2:
            continue
        (one, first), (other, second) = list(cells.items())[:2]
        if first["figure"] == second["figure"]:
            continue
        items = [
            ReadItem((line.number,), first["figure"], _number(first["figure"]), "number", label=other),
            ReadItem((line.number,), second["figure"], _number(second["figure"]), "number", label=one),
        ]
        reading = sure(honest.by, "compute", items, formula=f"{one} - {other}")
        yield Forgery("operand", reading, _computed)
        return


def _computed(answer: Answer) -> bool:
    derivations = [item.derivation for item in answer.items if item.derivation]
    return any(len(each.operands) > 1 and " " in each.formula for each in derivations if not _in_full(each))


def _in_full(derivation: object) -> bool:
    operands = getattr(derivation, "operands", ())
    return any(operand.name == "printed figure" for operand in operands)


def _number(figure: str) -> Number:
    return Number(value=Decimal(figure.replace(",", "")), unit=None)


def _left_out(honest: Reading, view: View) -> Iterator[Forgery]:
    """A list that says that it is whole, without its middle item."""
    run: list[ViewLine] = []
    for line in view.lines:
        place = _ITEM.match(line.text)
        if place is None:
            continue
        run = [*run, line] if int(place[1]) == len(run) + 1 else [line] if place[1] == "1" else []
        if run and len(run) == int(place[2]) >= 3:
            given = [each for each in run if each is not run[len(run) // 2]]
            items = [ReadItem((each.number,)) for each in given]
            reading = sure(honest.by, "list", items, whole_list=True)
            yield Forgery("left_out", reading, functools.partial(_is_given_whole, len(given)))
            return


def _is_given_whole(count: int, answer: Answer) -> bool:
    return answer.outcome in _WHOLE and answer.signals.complete and len(answer.items) == count


def _said(view: View, line: ViewLine) -> str:
    return line.span.of(view.documents[line.identity].text)
