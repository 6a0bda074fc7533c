"""Read the formulas that a question states itself: "FCF is defined as: cash from operations - capex"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from pincite.patterns import pattern
from pincite.question.periods import periods_in, without
from pincite.records.computation import Expression, OperandQuestion, Operation, Term

Figure = Callable[[str, str], OperandQuestion]
"""The operand for the words of a row and for its period."""

_DEFINED = (
    pattern(r"(?:please\s+)?define\s+(?P<name>.+?)\s+as\s*:?\s+(?P<formula>.+)", re.IGNORECASE),
    pattern(
        r"(?P<name>.+?)\s+(?:here\s+)?(?:is|are)\s+(?:here\s+)?(?:defined|calculated|computed)\s+as\s*:?\s+"
        r"(?P<formula>.+)",
        re.IGNORECASE,
    ),
)  # fmt: skip
_SENTENCE = re.compile(r"(?<=[?.!;])\s+(?=[A-Z(])")
_OPERATORS: tuple[tuple[str, Operation], ...] = (
    (r"\+|\bplus\b", "+"),
    (r"(?<=[\s)])[-−–](?=[\s(])|\bminus\b|\bless\b(?! than)", "−"),
    (r"[*×]|\btimes\b|\bmultiplied by\b", "×"),
    (r"(?<=[\s)])/(?=[\s(])|÷|\bdivided by\b|\bover\b(?= )", "÷"),
)
_TOKEN = pattern(
    "|".join(f"(?P<op{at}>{words})" for at, (words, _) in enumerate(_OPERATORS))
    + r"|(?P<open>\()|(?P<close>\))",
    re.IGNORECASE,
)
_WHO = pattern(
    r"(?P<who>(?:[^,]{1,60}?['’]s?)\s+)?(?P<name>.+?)(?P<tail>\s+(?:for|of)\s+(?:the\s+)?[A-Z].*)?"
)
_SHORT = pattern(r"\s*\((?!(?:from|in|of|per|at|as|on|net|less)\b)(?P<short>[^()]+)\)\s*$", re.IGNORECASE)
_AVERAGE = pattern(r"(?:the\s+)?average\s+(?:of\s+)?(?P<row>.+)", re.IGNORECASE)
_CHANGE = pattern(r"(?:the\s+)?change\s+in\s+(?P<row>.+)", re.IGNORECASE)
_WRITTEN_OUT = pattern(r"\s(?:[+×÷]|minus|divided by)\s", re.IGNORECASE)
_MOST_TOKENS = 60


@dataclass(frozen=True, slots=True)
class Formulas:
    """What the question defines, by the names it gives; these may use each other."""

    by_name: Mapping[str, str] = field(default_factory=dict)

    def read(self, asked: str, at: str, figure: Figure) -> Term | None:
        """The formula behind a name, or written out; None where the words are those of a row."""
        if term := self.behind(asked, at, figure):
            return term
        if not (self.by_name or _WRITTEN_OUT.search(asked)):
            return None
        whose = _Whose.of(asked, figure)
        parsed = _Parser(self, at, whose.figure).parse(_SHORT.sub("", whose.name))
        return parsed if isinstance(parsed, Expression) else None

    def behind(self, asked: str, at: str, figure: Figure) -> Term | None:
        """The formula of a name that the question defines; None of any other words."""
        if not self.by_name:
            return None
        whose = _Whose.of(asked, figure)
        short = _SHORT.search(whose.name)
        names = [whose.name, whose.name[: short.start()], short["short"]] if short else [whose.name]
        initials = "".join(word[0] for word in whose.name.split())
        for name in map(_plain, (*names, initials)):
            if formula := self.by_name.get(name):
                # A name in its own formula is that of a row, or it would never end.
                others = {each: other for each, other in self.by_name.items() if each != name}
                return _Parser(Formulas(others), at, whose.figure).parse(formula)
        return None


def formulas_in(text: str) -> tuple[str, Formulas]:
    """The question without the sentences that define something, and what they define."""
    asked: list[str] = []
    by_name: dict[str, str] = {}
    for sentence in _SENTENCE.split(text):
        found = next((found for each in _DEFINED if (found := each.fullmatch(sentence.strip(" .?;")))), None)
        if found and asked and _TOKEN.search(found["formula"]):
            by_name[_plain(found["name"])] = found["formula"]
            continue
        asked.append(sentence)
    return " ".join(asked), Formulas(by_name)


@dataclass(frozen=True, slots=True)
class _Whose:
    """A name, and what it is of: each row of its formula is of the same company."""

    name: str
    before: str
    after: str
    row: Figure

    @classmethod
    def of(cls, asked: str, figure: Figure) -> _Whose:
        found = _WHO.fullmatch(asked)
        return (
            cls(found["name"], found["who"] or "", found["tail"] or "", figure)
            if found
            else cls(asked, "", "", figure)
        )

    def figure(self, row: str, at: str) -> OperandQuestion:
        return self.row(f"{self.before}{row}{self.after}", at)


@dataclass(slots=True)
class _Parser:
    """Sums of products of rows, numbers and brackets, in the words of the question."""

    formulas: Formulas
    at: str
    figure: Figure
    _left: str = ""

    def parse(self, formula: str) -> Term | None:
        if len(_TOKEN.findall(formula)) > _MOST_TOKENS:
            return None
        self._left = re.sub(r"\[([^\]]*)\]", r"\1", formula).strip(" .;")
        term = self._sum()
        return term if not self._left.strip() else None

    def _sum(self) -> Term | None:
        return self._chain(("+", "−"), self._product)

    def _product(self) -> Term | None:
        return self._chain(("×", "÷"), self._single)

    def _chain(self, operations: tuple[Operation, ...], part: Callable[[], Term | None]) -> Term | None:
        term = part()
        while term is not None and (operation := self._take(operations)):
            right = part()
            if right is None:
                return None
            term = Expression(operation, (term, right))
        return term

    def _take(self, operations: tuple[Operation, ...]) -> Operation | None:
        found = _TOKEN.match(f" {self._left.lstrip()}", 1)
        operation = found and _operation(found)
        if not found or operation not in operations:
            return None
        self._left = f" {self._left.lstrip()}"[found.end() :]
        return operation

    def _single(self) -> Term | None:
        self._left = self._left.lstrip()
        if self._left.startswith("("):
            self._left = self._left[1:]
            inner = self._sum()
            self._left = self._left.lstrip()
            if not self._left.startswith(")"):
                return None
            self._left = self._left[1:]
            return inner
        return self._row()

    def _row(self) -> Term | None:
        """Words up to the next operator; brackets right behind words belong to them: "D&A (cash flow)"."""
        end, depth = len(self._left), 0
        for found in _TOKEN.finditer(self._left):
            if found["open"] and found.start() > 0:
                depth += 1
            elif found["close"] and depth:
                depth -= 1
            elif not depth:
                end = found.start()
                break
        words, self._left = self._left[:end].strip(" ,"), self._left[end:]
        return self._term(words) if words else None

    def _term(self, words: str) -> Term | None:
        if re.fullmatch(r"\d+(?:\.\d+)?", words):
            return Decimal(words)
        groups = periods_in(words)
        row = without(words, groups)
        if defined := self.formulas.behind(row, self.at, self.figure):
            return defined
        if not groups:
            return self.figure(row, self.at)
        periods = groups[0]
        if (found := _AVERAGE.fullmatch(row)) and len(periods.each) > 1:
            return Expression(
                "average", tuple(self.figure(found["row"], f" in {each}") for each in periods.each)
            )
        if (found := _CHANGE.fullmatch(row)) and periods.ends:
            old, new = (self.figure(found["row"], f" in {each}") for each in periods.ends)
            return Expression("−", (new, old))
        return self.figure(row, f" {periods.by} {periods.named[0]}") if len(periods.named) == 1 else None


def _operation(found: re.Match[str]) -> Operation | None:
    for at, (_, operation) in enumerate(_OPERATORS):
        if found[f"op{at}"]:
            return operation
    return None


def _plain(name: str) -> str:
    return " ".join(
        re.sub(r"^(?:the|an?)\s+", "", name.strip(" ,.:?\"“”'"), flags=re.IGNORECASE).lower().split()
    )
