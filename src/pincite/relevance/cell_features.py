"""Everything that speaks for or against a cell of a table as the answer, as numbers with names.

A row is known by its name, its groups and its table's title; a column by its heads. What is asked may stand
in either: in a table of years by measures the row is the year. So both are weighed, by themselves and
together, and against the other rows and columns.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from pincite.language.timing import Times, dated_years, others_stand, time_stems, times_of, years_stand
from pincite.language.vocabulary import occurs, stems, telling
from pincite.records.evidence import RawScores
from pincite.records.question import Question, Term
from pincite.structure.cell_facts import CellFact
from pincite.structure.table_rows import Named, TableRow
from pincite.values.bands import Quantity, narrowest, quantities, says_figure, stands_outside

NO_READING = -8.0
# "Total revenue" goes before "Total revenue from services".
_LEFT, _BAND = 0.3, 0.5
_FIGURES = frozenset({"amount", "number", "percentage"})


@dataclass(frozen=True, slots=True)
class RowMatch:
    """A row, and how the words of the question stand to its names."""

    row: TableRow
    said: float
    """The share of the question's words, by weight, that name the row, its group or one of its columns."""
    label: float
    groups: float
    title: float
    left: float
    """The share of the words of its own name that the question does not say."""
    band: float = 0.0
    """Whether the figures of its name hold for one of the question: 1, a wider band .5, others only -1."""

    @property
    def worth(self) -> float:
        """What its words speak for it: those that it does not share with the question take something off."""
        return self.said - _LEFT * self.left + _BAND * self.band


@dataclass(frozen=True, slots=True)
class RowReading:
    """What models make of a row; None where there is no such model."""

    cosine: float | None = None
    raw: RawScores | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as cells are compared with it."""

    question: Question
    terms: tuple[Term, ...]
    """What names a cell: without times, which are compared as times, and without what is told beside."""
    wanted: int
    """How many of them a cell may be expected to say."""
    total: float
    """What these weigh."""
    times: Times
    stems: tuple[str, ...] = field(repr=False)
    telling: frozenset[str] = field(repr=False)
    figures: tuple[Quantity, ...] = ()
    """What it says of weight, age, length, price: names of rows and columns may hold for these."""

    @classmethod
    def of(cls, question: Question, owner: frozenset[str] = frozenset()) -> Asked:
        """`owner`: the stems of the name of whom all tables are; a row need not repeat it."""
        plain = question.generation.plain
        times = replace(times_of(plain), dated=dated_years(plain))
        said = tuple(stems(plain))
        said_words, of_time = frozenset(said), time_stems(plain)
        terms = tuple(
            term
            for term in question.retrieval.terms
            if not of_time.issuperset(term.own) and not said_words.isdisjoint(term.own)
        )
        wanted = [term.weight for term in terms if not owner.issuperset(term.own)]
        words = frozenset(telling(said)) | {stem for term in terms for run in term.wordings for stem in run}
        return cls(
            question=question,
            terms=terms,
            wanted=len(wanted),
            total=sum(wanted) or 1.0,
            times=times,
            stems=said,
            telling=words | times.years,
            figures=quantities(plain),
        )

    @property
    def wants_latest(self) -> bool:
        """Whether it names the newest year by no other word than that."""
        return self.times.latest and not (self.times.years or self.times.spread)

    def share(self, *names: Named) -> float:
        """The share of the question's words that some names say, by weight."""
        return min(1.0, sum(self.said(names).values()) / self.total)

    def said(self, names: Iterable[Named]) -> dict[int, float]:
        """By number of the term its weight, for those that one of the names says."""
        found: dict[int, float] = {}
        for name in names:
            if name.present.isdisjoint(self.telling):
                continue
            for number, term in enumerate(self.terms):
                worth = max(
                    (worth for run, worth in term.wordings.items() if occurs(run, name.stems, name.present)),
                    default=0.0,
                )
                if worth:
                    found[number] = max(found.get(number, 0.0), worth * term.weight)
        return found

    def left_of(self, name: Named) -> float:
        """The share of a name's telling words that the question does not say."""
        own = telling(name.stems)
        return len(own - self.telling) / len(own) if own else 1.0


def matches(asked: Asked, rows: Sequence[TableRow]) -> list[RowMatch]:
    """How each row stands to the question by its words, in their order."""
    titles: dict[int, float] = {}
    found = []
    held = _bands(asked, [row.label for row in rows], [row.table.number for row in rows])
    for row, band in zip(rows, held, strict=True):
        if row.table.number not in titles:
            titles[row.table.number] = asked.share(row.title)
        heads = dict.fromkeys(row.heads)
        found.append(
            RowMatch(
                row=row,
                said=asked.share(row.label, row.groups, *heads),
                label=asked.share(row.label),
                groups=asked.share(row.groups),
                title=titles[row.table.number],
                left=asked.left_of(row.label),
                band=band or _bands(asked, [row.groups], [0])[0],
            )
        )
    return found


Features = Mapping[str, float]


def cell_features(
    asked: Asked, chosen: Sequence[tuple[RowMatch, RowReading]], rows: int
) -> list[tuple[CellFact, TableRow, Features]]:
    """One set of features for every cell of the chosen rows that says something."""
    found: list[tuple[CellFact, TableRow, Features]] = []
    for number, (match, reading) in enumerate(chosen):
        others = [each for at, each in enumerate(chosen) if at != number]
        whole = _of_row(asked, match, reading, others)
        held = _bands(asked, match.row.heads, [0] * len(match.row.heads))
        columns = [_Column.of(asked, match.row, at, band) for at, band in enumerate(held)]
        for at in unclear_columns(asked, match.row):
            columns[at] = replace(columns[at], years=0)
        for at, fact in enumerate(match.row.facts):
            # Words do not answer where a figure is asked for, unless they hold one: "60 °C", "5 ml".
            if fact.kind == "text" and not _asks_words(asked) and at not in match.row.digits:
                continue
            # A summary, a statement and its notes say the same figure: none of them is a rival of the others.
            rivals = [each for each in others if not _repeats(each[0].row, match.row, fact)]
            of_row = whole if len(rivals) == len(others) else _of_row(asked, match, reading, rivals)
            of_cell = _of_cell(asked, fact, match, reading, columns, at)
            found.append((fact, match.row, {**of_row, **of_cell, "rows": math.log1p(rows)}))
    return found


def unclear_columns(asked: Asked, row: TableRow) -> list[int]:
    """The columns of which nobody can tell which one is of the year that is asked for.

    Of years that end in January, 2018 may be the one that ended in that year or the next one. Where the whole
    question names several years that the columns have by the years of their days alone, these are meant.
    """
    years = asked.times.years if not asked.times.dated else frozenset[str]()
    early = [(at, head.times) for at, head in enumerate(row.heads) if head.times.either]
    printed = [at for at, times in early if years & times.years]
    other = [at for at, times in early if years & times.either and not years & times.years]
    named = years | asked.question.generation.years_beside
    by_day = {year for _, times in early for year in times.years}
    by_other = {year for _, times in early for year in times.either}
    settled = named <= by_day and not named <= by_other
    return sorted((*printed, *other)) if printed and other and not settled else []


@dataclass(frozen=True, slots=True)
class _Column:
    """How the heads of one column stand to the question."""

    said: float
    years: int
    others: int
    left: float
    more: float
    """What the heads say of the question that the row's own names do not."""
    band: float
    """Whether the figures of the heads hold for one of the question, as of a row."""

    @classmethod
    def of(cls, asked: Asked, row: TableRow, at: int, band: float) -> _Column:
        head = row.heads[at]
        by_row = asked.said((row.label, row.groups))
        by_head = asked.said((head,))
        more = sum(weight for number, weight in by_head.items() if number not in by_row)
        years = years_stand(asked.times, head.times)
        if asked.wants_latest and head.times.years:
            years = 1 if _is_latest(row, at) else -1
        return cls(
            said=sum(by_head.values()) / asked.total,
            years=years,
            others=others_stand(asked.times, head.times),
            left=asked.left_of(head) if head.stems else 1.0,
            more=more / asked.total,
            band=band,
        )

    @property
    def standing(self) -> tuple[int, int, float, float]:
        return self.years, self.others, self.band, round(self.more, 4)


def _of_row(
    asked: Asked, own: RowMatch, reading: RowReading, others: Sequence[tuple[RowMatch, RowReading]]
) -> dict[str, float]:
    row = own.row
    named = asked.said((row.label, row.groups))
    rivals = [each for each, _ in others if each.row.label.stems != row.label.stems]
    best = max((each.worth for each in rivals), default=0.0)
    mine = own.worth
    doubles = sum(each.row.label.stems == row.label.stems for each, _ in others)
    cosines = [r.cosine for _, r in others if r.cosine is not None]
    raws = [r.raw.answers for _, r in others if r.raw is not None]
    raw = reading.raw.answers if reading.raw else NO_READING
    return {
        "label_said": own.label,
        "groups_said": own.groups,
        "title_said": own.title,
        "named_said": sum(named.values()) / asked.total,
        "row_said": own.said,
        "all_said": asked.share(row.label, row.groups, row.title, *dict.fromkeys(row.heads)),
        "label_left": own.left,
        "label_words": float(min(10, len(telling(row.label.stems)))),
        "groups_left": asked.left_of(row.groups) if row.groups.stems else 0.0,
        "exact": float(_stands_in(row.label.stems, asked.stems)),
        "row_lead": mine - best,
        "row_rank": float(sum(each.worth > mine for each in rivals)),
        "doubles": float(min(5, doubles)),
        "asked": float(min(10, asked.wanted)),
        "no_vectors": float(reading.cosine is None),
        "row_cosine": reading.cosine if reading.cosine is not None else 0.0,
        "cosine_lead": (reading.cosine or 0.0) - max(cosines, default=0.0),
        "row_reader": raw,
        "reader_lead": raw - max(raws, default=NO_READING),
        "reader_rank": float(sum(each > raw for each in raws)),
        "row_sharp": reading.raw.sharp if reading.raw else 0.0,
        "row_band": own.band,
        "row_figure": float(says_figure(asked.figures, (*row.label.bands, *row.groups.bands))),
        "is_total": float("total" in row.label.stems),
        "asks_total": float("total" in asked.stems),
        "row_years": float(years_stand(asked.times, _joined(row.label.times, row.groups.times))),
        "title_years": float(years_stand(asked.times, row.title.times)),
    }


def _of_cell(
    asked: Asked, fact: CellFact, match: RowMatch, reading: RowReading, columns: Sequence[_Column], at: int
) -> dict[str, float]:
    own = columns[at]
    cells = [n for n, other in enumerate(match.row.facts) if n != at and other.kind != "text"]
    short = reading.raw.short if reading.raw else None
    years = max(own.years, years_stand(asked.times, match.row.label.times), key=abs)
    kinds = asked.question.generation.answer_types
    kind = "number" if fact.kind == "nil" else fact.kind
    return {
        "head_said": own.said,
        "head_more": own.more,
        "head_left": own.left,
        "head_band": own.band,
        "head_figure": float(says_figure(asked.figures, match.row.heads[at].bands)),
        "asks_size": float(min(3, len(asked.figures))),
        "years": float(years),
        "periods": float(own.others),
        "asks_years": float(len(asked.times.years) + len(asked.times.spread) or asked.wants_latest),
        "asks_latest": float(asked.times.latest),
        "is_latest": float(_is_latest(match.row, at)),
        "better_columns": float(sum(columns[n].standing > own.standing for n in cells)),
        "tied_columns": float(sum(columns[n].standing == own.standing for n in cells)),
        "columns": float(min(12, len(cells) + 1)),
        "place": float(at),
        "pointed": float(short is not None and _touch(short.start, short.end, fact)),
        "points_elsewhere": float(
            short is not None and any(_touch(short.start, short.end, match.row.facts[n]) for n in cells)
        ),
        "is_nil": float(fact.kind == "nil"),
        "is_words": float(fact.kind == "text"),
        "is_percent": float(fact.kind == "percentage"),
        "type_rank": float(kinds.index(kind)) if kind in kinds else (1.5 if kinds[0] == "text" else 3.0),
        "asks_figure": float(kinds[0] in _FIGURES),
        "asks_yes_no": float(kinds[0] == "boolean"),
    }


def _bands(asked: Asked, names: Sequence[Named], tables: Sequence[int]) -> list[float]:
    """How the figures of names stand to those of the question; of one table, the narrowest band holds."""
    if not asked.figures:
        return [0.0] * len(names)
    widths = [narrowest(asked.figures, name.bands) if name.bands else None for name in names]
    least: dict[int, Decimal] = {}
    for table, width in zip(tables, widths, strict=True):
        if width is not None:
            least[table] = min(width, least.get(table, width))
    found = []
    for name, table, width in zip(names, tables, widths, strict=True):
        if width is not None:
            found.append(1.0 if width == least[table] else 0.5)
        else:
            found.append(-1.0 if name.bands and stands_outside(asked.figures, name.bands) else 0.0)
    return found


def _repeats(other: TableRow, row: TableRow, fact: CellFact) -> bool:
    """Whether a row of the same name says the same figure in full, of the same years."""
    if other.label.stems != row.label.stems or fact.value is None:
        return False
    years = row.heads[row.facts.index(fact)].times.years
    return any(
        each.value == fact.value and each.kind == fact.kind and head.times.years == years
        for each, head in zip(other.facts, other.heads, strict=True)
    )


def _is_latest(row: TableRow, at: int) -> bool:
    """Whether no other column of the row is of a later year."""
    years = [max((*head.times.years, *head.times.spread), default="") for head in row.heads]
    return bool(years[at]) and years[at] == max(years)


def _asks_words(asked: Asked) -> bool:
    return asked.question.generation.answer_types[0] not in _FIGURES


def _joined(one: Times, other: Times) -> Times:
    return Times(one.years | other.years, one.spread | other.spread)


def _stands_in(name: Sequence[str], asked: Sequence[str]) -> bool:
    """Whether all words of a name stand one after the other in the question."""
    wanted = [stem for stem in name if stem in telling(name)]
    said = [stem for stem in asked if stem in telling(asked)]
    starts = range(len(said) - len(wanted) + 1)
    return bool(wanted) and any(said[start : start + len(wanted)] == wanted for start in starts)


def _touch(start: int, end: int, fact: CellFact) -> bool:
    return start < fact.cell.span.end and fact.cell.span.start < end
