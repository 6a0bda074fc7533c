"""Work out a formula in a closed grammar: figures, named operands, + − × ÷, brackets, a few functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

from pydantic import BaseModel

from pincite.compute.dates import between, shift
from pincite.compute.results import Computed, Known
from pincite.values.types import Amount, DateValue, Duration, Number, Percentage

Operand = Decimal | BaseModel
_SIGNS = {"-": "−", "*": "×", "/": "÷", "·": "×"}


def _change(values: Sequence[Decimal]) -> Decimal:
    new, old = values
    return (new - old) / old


_FUNCTIONS: Mapping[str, Callable[[Sequence[Decimal]], Decimal]] = {
    "sum": lambda values: sum(values, Decimal(0)),
    "avg": lambda values: sum(values, Decimal(0)) / len(values),
    "average": lambda values: sum(values, Decimal(0)) / len(values),
    "min": min,
    "max": max,
    "change": _change,
}


class Formula:
    """A formula over the values of named operands. A ValueError or ArithmeticError where it is none."""

    def __init__(self, text: str, operands: Mapping[str, BaseModel]) -> None:
        self._operands = operands
        names = sorted(map(re.escape, operands), key=len, reverse=True)
        number = r"\d[\d,]*(?:\.\d+)?|\.\d+"
        words = "|".join([*names, *_FUNCTIONS, "count", "days", "shift"])
        token = re.compile(rf"\s*(?:({words})(?!\w)|({number})|([()+−×÷^,*/·-]))", re.IGNORECASE)
        self._tokens: list[str] = []
        at = 0
        while text[at:].strip():
            found = token.match(text, at)
            if found is None:
                raise ValueError(text)
            self._tokens.append(found[1] or found[2] or _SIGNS.get(found[3], found[3]))
            at = found.end()
        self._at = 0

    def result(self) -> Operand:
        """What comes of it: a number, or a day or length where it computes with days."""
        found = self._sum()
        if self._at != len(self._tokens):
            raise ValueError("it goes on")
        return found

    def number(self) -> Decimal:
        return _number(self.result())

    def _sum(self) -> Operand:
        found = self._product()
        while self._next() in ("+", "−"):
            sign = self._take()
            found = _added(found, self._product(), 1 if sign == "+" else -1)
        return found

    def _product(self) -> Operand:
        found = self._power()
        while self._next() in ("×", "÷"):
            sign = self._take()
            other = _number(self._power())
            found = _number(found) * other if sign == "×" else _number(found) / other
        return found

    def _power(self) -> Operand:
        found = self._single()
        if self._next() == "^":
            self._take()
            found = _number(found) ** _number(self._single())
        return found

    def _single(self) -> Operand:
        token = self._take()
        if token == "(":
            found = self._sum()
            self._close()
            return found
        if token == "−":
            return -_number(self._single())
        named = next((value for name, value in self._operands.items() if name.lower() == token.lower()), None)
        if named is not None:
            return named
        if token[0].isalpha():
            return self._function(token.lower())
        return Decimal(token.replace(",", ""))

    def _function(self, name: str) -> Operand:
        if self._take() != "(":
            raise ValueError(name)
        values = [self._sum()]
        while self._next() == ",":
            self._take()
            values.append(self._sum())
        self._close()
        if name == "days":
            return _days(values)
        if name == "shift":
            return _added(values[0], values[1], 1)
        if name == "count":  # also of words, which are no numbers
            return Decimal(len(values))
        return _FUNCTIONS[name]([_number(value) for value in values])

    def _close(self) -> None:
        if self._take() != ")":
            raise ValueError("a bracket is open")

    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        self._at += 1
        return self._tokens[self._at - 1]


def _number(value: Operand) -> Decimal:
    if isinstance(value, Decimal):
        return value
    if isinstance(value, Amount | Number | Percentage):
        return value.value
    raise ValueError(f"{value!r} is no number")


def _added(one: Operand, other: Operand, sign: int) -> Operand:
    if isinstance(one, DateValue) and isinstance(other, Duration):
        moved = shift(Known(one), Known(other), sign < 0)
        if not isinstance(moved, Computed):
            raise ValueError(moved.reason)
        return moved.value
    if isinstance(one, DateValue) and isinstance(other, DateValue):
        return _days([other, one])
    return _number(one) + sign * _number(other)


def _days(values: Sequence[Operand]) -> Operand:
    first, last = values
    if not isinstance(first, DateValue) or not isinstance(last, DateValue):
        raise ValueError("days are counted between two days")
    counted = between(Known(first), Known(last), "days")
    if not isinstance(counted, Computed):
        raise ValueError(counted.reason)
    return counted.value
