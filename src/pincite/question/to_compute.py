"""Read from a question which arithmetic it asks for, and the ordinary questions that its figures answer.

Only wordings that ask for a computation beyond doubt are read as one: any other question is left to the
documents' own words. Which wordings earn their place is measured by `evals/bench/computations.py`.

A question is read in three steps: the periods it names, the operation its first words name, and what is left,
the words of one or two rows. Each figure is then asked for in those words, "What is {row} in {period}?".
Without a period nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal

from pincite.patterns import pattern
from pincite.question import figure_words as words
from pincite.question.formulas import Formulas, formulas_in
from pincite.question.periods import Periods, periods_in, without
from pincite.question.quantities import kinds_of_phrase, named, quantity
from pincite.question.relations import read_comparison
from pincite.question.wishes import statement_in, wishes_in, without_wishes
from pincite.records.computation import FIGURES, Computation, Expression, OperandQuestion, Term, Wishes

_ASKED = pattern(
    r"(?:please\s+)?(?:(?:tell|give|show)\s+(?:me|us)\s+|calculate\s+|compute\s+|find\s+|determine\s+"
    r"|(?:what|how much)(?:['’]s|\s+(?:is|was|were|are|would be|has been))\s+|how does\s+)(?:the\s+)?"
    r"(?:company['’]s\s+|its\s+)?(?:value\s+of\s+(?:the\s+)?)?(?P<body>.+)",
    re.IGNORECASE,
)
_LEADING = pattern(
    r"(?P<before>[^?]*?)[,:]\s+(?P<asked>(?:what|how|by|which|in which|calculate|compute)\b.+)", re.IGNORECASE
)
_SCOPE = pattern(r"(?:for|of|in|within|at|on|from)\s+.+", re.IGNORECASE)
_RESPECTIVELY = pattern(r",?\s?\(?\brespectively\b\)?", re.IGNORECASE)
_ADDED_UP = pattern(
    r"what (?:do|does|did|would) (?P<parts>.+?) (?:add|sum) up to(?: in total)?", re.IGNORECASE
)
_AND = pattern(r",?\s+and\s+|,\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, what it asks without the words that ask for it, its periods, and the rest without them."""

    question: str
    body: str
    groups: tuple[Periods, ...]
    rest: str
    tail: str
    """Where all figures are looked for, in the question's words."""
    formulas: Formulas
    wishes: Wishes
    plain: bool = False
    """Whether it asks what something is, in words that ask for nothing else."""

    @property
    def periods(self) -> Periods | None:
        """The periods where they are named together, or one of them several times."""
        alike = {group.named for group in self.groups}
        return self.groups[0] if len(alike) == 1 else None

    @property
    def at(self) -> str:
        """The one period, as a question names it; empty where none or several are named."""
        periods = self.periods
        return f" {periods.by} {periods.named[0]}" if periods and len(periods.named) == 1 else ""

    def figure(self, row: str, at: str) -> OperandQuestion:
        row = " ".join(row.split()).strip(" ,.:")
        tail = "" if self.tail in f" {row}" else self.tail
        return OperandQuestion(named(row) + at, f"What is {row}{at}{tail}?", figure=True)

    def measure(self, row: str, at: str) -> Term:
        """The row's figure, or what the words say of several rows: a margin, a share, the user's formula."""
        return self.formulas.read(row, at, self.figure) or self.share(row, at) or self.figure(row, at)

    def share(self, row: str, at: str) -> Expression | None:
        if margin := _margin(row):
            return Expression("÷", (self.part(margin[0], at), self.part(margin[1], at)))
        found = words.first((words.SHARE_OF,), row)
        return Expression("÷", (self.part(found["a"], at), self.part(found["b"], at))) if found else None

    def part(self, row: str, at: str) -> Term:
        return self.formulas.read(row, at, self.figure) or self.figure(row, at)


def read_computation(asked: str, told: str = "") -> Computation | None:
    """The computation that a question asks for beyond doubt; None for every other question.

    `told` is the question with everything around it: how to round, and which statement to look in.
    """
    text = " ".join(asked.split()).strip(" ?.!")
    return read_comparison(text) or _added_up(text) or _of_figures(text, told or asked)


def _added_up(text: str) -> Computation | None:
    """ "What do the setup fee and the support fee add up to?" """
    found = _ADDED_UP.fullmatch(text)
    parts = [quantity(part) for part in _AND.split(found["parts"])] if found else []
    known = tuple(part for part in parts if part and part.answer_type in FIGURES)
    if len(known) < 2 or len(known) < len(parts) or len({part.answer_type for part in known}) > 1:
        return None
    return Computation.of(Expression("+", known), Wishes())


def _of_figures(text: str, told: str) -> Computation | None:
    question, formulas = formulas_in(text)
    question = without_wishes(question)
    # A second sentence may say how to compute in a way that nobody read.
    if "?" in question:
        return None
    asked = _asked(question, wishes_in(told), statement_in(told), formulas)
    for read in READERS:
        if computation := read(asked):
            return computation
    return None


def row_of_year_asked(text: str) -> str:
    """Of which figure a question wants the year of the most or the least, naming no years; else empty."""
    plain = " ".join(text.split()).strip(" ?.!")
    found = words.first(words.MOST, plain) if not periods_in(plain) else None
    return found["row"] if found and _is_row(found["row"]) else ""


def _asked(text: str, wishes: Wishes, tail: str, formulas: Formulas) -> _Asked:
    text = text.strip(" ?.!")
    question = f"{text}?"
    if (found := _LEADING.fullmatch(text)) and not words.first(words.MOST, without(text, periods_in(text))):
        before, text = found["before"], found["asked"]
        groups = periods_in(before)
        left = without(before, groups)
        if groups and not periods_in(text):
            text = f"{text} {before[groups[0].start : groups[0].end].strip(' ,').lower()}"
        if _SCOPE.fullmatch(left):
            tail = f" {left[:1].lower()}{left[1:]}{tail}"
    stripped = _ASKED.fullmatch(text)
    body = stripped["body"] if stripped else text
    found_groups = tuple(periods_in(body))
    rest = without(body, found_groups)
    return _Asked(question, body, found_groups, rest, tail, formulas, wishes, plain=stripped is not None)


def _growth(asked: _Asked) -> Computation | None:
    found = words.first(words.GROWTH, asked.rest)
    ends = _ends(asked)
    if not found or not ends or not _is_row(found["row"]):
        return None
    old, new = (asked.figure(found["row"], at) for at in ends)
    return Computation.of(Expression("growth", (new, old)), replace(asked.wishes, percent=True))


def _yearly_growth(asked: _Asked) -> Computation | None:
    found = words.first(words.YEARLY_GROWTH, asked.rest)
    ends, periods = _ends(asked), asked.periods
    if not found or not ends or not periods or not _is_row(found["row"]):
        return None
    years = Decimal(abs(periods.years[1] - periods.years[0]))
    if not years:
        return None
    old, new = (asked.figure(_whose(found), at) for at in ends)
    return Computation.of(Expression("yearly growth", (new, old, years)), replace(asked.wishes, percent=True))


def _change(asked: _Asked) -> Computation | None:
    found = words.first(words.CHANGE, asked.rest)
    ends = _ends(asked)
    if not found or not ends or not _is_row(found["row"]) or _is_average(found["row"]):
        return None
    old, new = (asked.figure(found["row"], at) for at in ends)
    if words.DIFFERENCE.match(asked.body):
        return Computation.of(Expression("difference", (new, old)), asked.wishes)
    told = words.TOLD_CHANGE.match(asked.body)
    stated = OperandQuestion("change", asked.question, None) if told else None
    return Computation.of(Expression("−", (new, old)), asked.wishes, stated)


def _average(asked: _Asked) -> Computation | None:
    found = words.first(words.AVERAGE, asked.rest)
    every = _every(asked)
    if not found or len(every) < 2 or not _is_row(found["row"]):
        return None
    parts = tuple(asked.measure(_whose(found), at) for at in every)
    wishes = replace(asked.wishes, percent=True) if asked.share(_whose(found), "") else asked.wishes
    return Computation.of(Expression("average", parts), wishes)


def _sum(asked: _Asked) -> Computation | None:
    found = words.first(words.SUM, asked.rest)
    if not found or not _is_row(found["row"]):
        return None
    if len(every := _every(asked)) > 1:
        return Computation.of(
            Expression("+", tuple(asked.figure(found["row"], at) for at in every)), asked.wishes
        )
    # "total accounts receivable and inventory" may be a row: only "the sum of" or "total of" adds them up.
    rows = _AND.split(found["row"]) if found.re.pattern == words.SUM_OF else []
    if (
        not asked.at
        or len(rows) < 2
        or len(rows) != found["row"].count(",") + 2
        or not all(map(_names_row, rows))
    ):
        return None
    return Computation.of(Expression("+", tuple(asked.figure(row, asked.at) for row in rows)), asked.wishes)


def _most(asked: _Asked) -> Computation | None:
    found = words.first(words.MOST, asked.rest)
    periods = asked.periods
    every = _every(asked)
    if not found or not periods or len(every) < 2 or not _is_row(found["row"]):
        return None
    operands = tuple(
        replace(asked.figure(found["row"], at), name=at.removeprefix(f" {periods.by} ")) for at in every
    )
    return Computation("choose", operands, descending=bool(found["larger"]))


def _share(asked: _Asked) -> Computation | None:
    parted = _parted((*words.SHARE, *words.SHARE_IN) if asked.groups else words.SHARE, asked)
    if not parted:
        return None
    expression = Expression("÷", parted)
    wishes = replace(asked.wishes, percent=True)
    if asked.groups:
        return Computation.of(expression, wishes)
    # Without a period the document may well say it itself: "a late fee of 5 % of the rent".
    stated = OperandQuestion("share", asked.question, None)
    return Computation.of(expression, wishes, stated)


def _ratio(asked: _Asked) -> Computation | None:
    found = words.first(("ratio of (?P<row>.+)",), asked.rest)
    periods = asked.periods
    if found and periods and len(periods.named) == 2 and _is_row(found["row"]):
        parts = tuple(asked.figure(found["row"], f" {periods.by} {each}") for each in periods.named)
        return Computation.of(Expression("÷", parts), asked.wishes)
    parted = _parted(words.RATIO, asked) if asked.groups else None
    return Computation.of(Expression("÷", parted), asked.wishes) if parted else None


def _margin_alone(asked: _Asked) -> Computation | None:
    expression = asked.share(asked.rest, asked.at) if _margin(asked.rest) and asked.at else None
    if not expression:
        return None
    stated = OperandQuestion("margin", asked.question, None)
    return Computation.of(expression, replace(asked.wishes, percent=True), stated)


def _more_than(asked: _Asked) -> Computation | None:
    found = words.first(words.MORE_THAN, asked.rest)
    if not found or not asked.at:
        return None
    rows = [f"{found['of']} from {found[name]}" for name in ("a", "b")]
    if not all(map(_is_row, rows)):
        return None
    first, second = (asked.figure(row, asked.at) for row in rows)
    return Computation.of(Expression("−", (first, second)), asked.wishes)


def _between_rows(asked: _Asked) -> Computation | None:
    found = words.first(words.BETWEEN_ROWS, asked.rest)
    if not found or not asked.at or " and " in found["b"]:
        return None
    of = found.groupdict().get("of")
    rows = [f"{of} of {found[name]}" if of else found[name] for name in ("a", "b")]
    if not all(map(_names_row, rows)) or any(map(_is_average, rows)):
        return None
    first, second = (asked.figure(row, asked.at) for row in rows)
    return Computation.of(Expression("difference", (first, second)), asked.wishes)


def _by_formula(asked: _Asked) -> Computation | None:
    expression = asked.formulas.read(asked.rest, asked.at, asked.figure) if asked.at else None
    if not isinstance(expression, Expression):
        return None
    return Computation.of(expression, asked.wishes)


def _each_period(asked: _Asked) -> Computation | None:
    """ "What was revenue in 2019 and 2018, respectively?" asks for two figures of one row."""
    periods, every = asked.periods, _every(asked)
    # "from 2019 to 2021" may be one time of three years.
    if not asked.plain or not periods or periods.whole_range or not 1 < len(set(every)) == len(every):
        return None
    row = _RESPECTIVELY.sub("", asked.rest)
    # Of "revenue and net income" one would be lost.
    if not _is_row(row) or _AND.search(row):
        return None
    # Who was chairman in two years is asked for in the same way: the wording says what kind of value it is.
    return Computation("each", tuple(replace(asked.figure(row, at), figure=False) for at in every))


READERS: tuple[Callable[[_Asked], Computation | None], ...] = (
    _by_formula, _most, _growth, _yearly_growth, _more_than, _average, _share, _ratio, _change,
    _between_rows, _sum, _margin_alone, _each_period,
)  # fmt: skip


def _parted(patterns: tuple[str, ...], asked: _Asked) -> tuple[Term, Term] | None:
    """Both rows, each with its period; a period that only one side names holds for both."""
    if asked.periods or not asked.groups:
        found = words.first(patterns, asked.rest)
        if not found or len(asked.groups and asked.groups[0].named) > 1:
            return None
        rows = [_first_row(found), found["b"]]
        if not all(map(_is_row, rows)):
            return None
        return asked.part(rows[0], asked.at), asked.part(rows[1], asked.at)
    found = words.first(patterns, asked.body)
    if not found or "a" not in found.groupdict():
        return None
    sides = [
        (without(side, groups), groups) for side in (found["a"], found["b"]) for groups in [periods_in(side)]
    ]
    if any(len(groups) != 1 or len(groups[0].named) != 1 or not _is_row(row) for row, groups in sides):
        return None
    first, second = (asked.figure(row, f" {groups[0].by} {groups[0].named[0]}") for row, groups in sides)
    return first, second


def _first_row(found: re.Match[str]) -> str:
    """The row whose share is asked: of "total revenue … came from Spain" the revenue from Spain."""
    groups = found.groupdict()
    if source := groups.get("source"):
        return re.sub(r"^(?:the\s+)?total\s+", "", found["b"], flags=re.IGNORECASE) + str(source)
    return f"{found['a']}{groups.get('tail') or ''}"


def _margin(row: str) -> tuple[str, str] | None:
    """The two rows of a margin that everybody computes alike; None for any other."""
    found = words.MARGIN.fullmatch(row)
    if not found:
        return None
    which = found["which"].lower().removeprefix((found["how"] or "").lower())
    of, tail = (found["who"] or "the "), (found["tail"] or "")
    return f"{of}{found['how'] or ''}{words.MARGINS[which]}{tail}", f"{of}revenue{tail}"


def _ends(asked: _Asked) -> tuple[str, str] | None:
    """The earlier and the later period, as questions name them."""
    periods = asked.periods
    ends = periods.ends if periods else None
    return (f" {periods.by} {ends[0]}", f" {periods.by} {ends[1]}") if periods and ends else None


def _every(asked: _Asked) -> list[str]:
    periods = asked.periods
    return [f" {periods.by} {each}" for each in periods.each] if periods else []


def _whose(found: re.Match[str]) -> str:
    return f"{found['who'] or ''}{found['row']}"


def _is_row(row: str) -> bool:
    return bool(re.search(r"[A-Za-z]{2}", row)) and not words.UNCLEAR.search(row)


def _names_row(row: str) -> bool:
    """Whether the words can stand alone: not "the low" of "the low and high price"."""
    return _is_row(row) and (len(named(row).split()) > 1 or kinds_of_phrase(f"the {named(row)}") != ("text",))


def _is_average(row: str) -> bool:
    return bool(re.match(r"(?:the\s+)?average\b", row, re.IGNORECASE))
