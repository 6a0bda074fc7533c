"""Tell by the label of a row which line of a financial statement it is.

A label counts only as a whole: "Cost of revenue" is no revenue, "Total other assets" no total of assets. Left
out of it are case, punctuation, notes and what many reports add to any line ("total", "net", "consolidated").
Where such a word changes the meaning, lines.yaml has the name with it, and that goes first.
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal, get_args

from pincite.patterns import pattern
from pincite.records.document import Document, Table
from pincite.structure.table_parts import body_rows

Statement = Literal["income_statement", "balance_sheet", "cash_flow", "comprehensive_income", "equity"]
STATEMENTS: tuple[Statement, ...] = get_args(Statement)

# What stands in brackets and does not change which line it is.
_ASIDE = pattern(
    r"[(\[](?:[a-z*†‡]|\d{1,2}(?:, ?\d)*|(?:see )?notes? [^)\]]*|(?:un)?audited|(?:as )?restated|usd|eur|gbp"
    r"|loss(?:es)?|income|earnings|profits?|deficit|benefits?(?: from| for)?|credits?|provision(?: for)?"
    r"|expenses?|charges?|used (?:in|for|by)|provided by|(?:de|in)crease|outflows?|inflows?"
    r"|(?:exclusive of|excluding) (?:items shown|depreciation)[^)]*|[$€£¥][^)\]]*"
    r"|[^)\]]*\b(?:thousands?|millions?|billions?|dollars|par value|shares|pence|cents)\b[^)\]]*)[)\]]"
)
_NOTE = pattern(
    r"[,;]?\s+(?:see )?notes? \d+[a-z]?(?:(?:,| and) \d+[a-z]?)*\s*$|(?<=[a-z]{2})\s?[1-9]$|[*†‡¹²³⁴⁵⁶⁷⁸⁹⁰]+"
)
_LEAD = pattern(r"^\s*(?:less|add|plus|deduct|of which)\s*[:—–-]\s*")
# "net of allowances of $23", "less allowance for doubtful accounts of $4".
_TAIL = pattern(
    r"(?<=\S)(?:[\s,—–-]+net of|[,—–-]\s*(?:less|at cost less))\s(?!current\b).*$", re.IGNORECASE | re.DOTALL
)
# A title that says what the rows below it are: under "Earnings per share" no row is a total.
_CARRIES = pattern(r"\bper (?:common |ordinary )?share\b|\bpaid\b.*\bfor:?$", re.IGNORECASE)
_BARE = frozenset(("basic", "diluted", "assuming dilution", "basic and diluted"))
_WORD = pattern(r"[a-z0-9%]+")
_FILLER = pattern(r" (?:during|for) the (?:year|period)(?= for\b)")
_ALIKE = str.maketrans({"’": "", "'": "", "&": " and ", "ﬁ": "fi", "ﬂ": "fl"})
_SAME = {"stockholders": "shareholders", "shareowners": "shareholders", "stockholder": "shareholders"}
_SAME |= {"shareholder": "shareholders", "amortisation": "amortization", "depreciations": "depreciation"}
# A label with one of these is never that of the owners of the whole, whatever goes before.
_OF_OTHERS = frozenset("noncontrolling minority continuing discontinued per adjusted participating".split())
_GROUP = pattern(r"([a-z_]+):")
_ENTRY = pattern(r"  ([a-z ]+): \[(.+)\]")
# What people add to the name of almost any line.
_EXTRAS = ("total", "consolidated")
# A cell with more than that is a text.
_LONGEST_NAME = 8
_LONGEST_LABEL = 250


@dataclass(frozen=True, slots=True)
class Names:
    """From what a row may be called to the keys that it is a name of."""

    whole: Mapping[str, frozenset[str]]
    beginnings: Mapping[str, frozenset[str]]
    """Of the names that end in a star."""

    def of(self, label: str) -> frozenset[str]:
        """The keys that the label is a usual name of; none for most labels."""
        for words in _readings(label) if len(label) <= _LONGEST_LABEL else ():
            if words in self.whole:
                return self.whole[words]
            if found := self._begun(words):
                return found
        return frozenset()

    def _begun(self, words: str) -> frozenset[str]:
        parts = words.split()
        for length in range(len(parts), 0, -1):
            found = self.beginnings.get(" ".join(parts[:length]))
            if found and _OF_OTHERS.isdisjoint(parts[length:]):
                return found
        return frozenset()


def line_names(label: str) -> frozenset[str]:
    """The concepts that a row's label is a usual name of; none where it is not the name of a line."""
    return _lines().names.of(label)


def lines_in(text: str) -> frozenset[str]:
    """The concepts whose lines a text names, the longest name first: "cost of revenue" is no revenue."""
    words, whole = plain_words(text).split(), _lines().names.whole
    found: frozenset[str] = frozenset()
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + _LONGEST_NAME), at, -1):
            if concepts := whole.get(" ".join(words[at:end])):
                found |= concepts
                at = end - 1
                break
        at += 1
    return found


def names_of_line(concept: str) -> tuple[str, ...]:
    """What the line of a concept is usually called, without names that only begin so."""
    return tuple(name for name, concepts in _lines().names.whole.items() if concept in concepts)


def statement_with(concept: str) -> Statement | None:
    """The statement on which the line of a concept is; None for what is on none of them."""
    return _lines().statements.get(concept)


def labels(document: Document, table: Table) -> Iterator[tuple[int, str]]:
    """The number and the label of each body row; under a row without figures both are in the label.

    "Basic" says nothing before "Earnings per share:", the row above it, is read with it.
    """
    above = ""
    for row in body_rows(table):
        own = " ".join(next(iter(row.cells.values())).span.of(document.text).split())
        if not any(character.isalpha() for character in own):
            continue
        if len(row.own) == 1:
            above = own
        elif own.rstrip(":").casefold() in _BARE or (
            _CARRIES.search(above) and "share" not in own.casefold()
        ):
            own = f"{above.rstrip(':')} {own}"
        yield row.number, own


def states_lines(of_rows: Iterable[str]) -> bool:
    """Whether rows with these labels state lines of the company, and not their taxes or those of another."""
    return not any(_lines().elsewhere.of(label) for label in of_rows)


def lines_of(document: Document, table: Table) -> dict[int, frozenset[str]]:
    """The rows with figures that are known lines, by their number, with the concepts that they are."""
    read = list(labels(document, table))
    if not states_lines(label for _, label in read):
        return {}
    filled = {row.number for row in body_rows(table) if len(row.own) > 1}
    named = ((number, line_names(label)) for number, label in read if number in filled)
    return {number: concepts for number, concepts in named if concepts}


def plain_words(label: str) -> str:
    """A label without case, punctuation, notes and asides, in one spelling."""
    text = label.casefold().translate(_ALIKE).replace("/(", " (")
    text = _NOTE.sub(" ", _ASIDE.sub(" ", _LEAD.sub("", text)).strip())
    words = " ".join(_SAME.get(word, word) for word in _WORD.findall(text))
    return _FILLER.sub("", words.replace("non controlling", "noncontrolling"))


def names(listed: Mapping[str, Sequence[str]]) -> Names:
    """A look-up from names to the keys that they are listed under."""
    whole: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
    beginnings: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
    for key, each in ((key, name) for key, own in listed.items() for name in own):
        kept = beginnings if each.endswith(" *") else whole
        kept[plain_words(each.removesuffix(" *"))] |= {key}
    return Names(dict(whole), dict(beginnings))


def groups(file: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """A file of this room: groups of keys, each with its list. It is YAML in its plainest form."""
    read: dict[str, dict[str, tuple[str, ...]]] = {}
    group: dict[str, tuple[str, ...]] = {}
    for line in files("pincite.structure").joinpath(file).read_text("utf-8").splitlines():
        if match := _GROUP.fullmatch(line):
            group = read[match[1]] = {}
        elif match := _ENTRY.fullmatch(line):
            group[match[1]] = tuple(match[2].split(", "))
        elif line and not line.startswith("#"):
            raise ValueError(f"{file} has a line that is not plain: {line[:40]!r}")
    return read


@dataclass(frozen=True, slots=True)
class _Lines:
    names: Names
    statements: Mapping[str, Statement]
    elsewhere: Names
    """What tells a table that does not state its lines."""


@functools.cache
def _lines() -> _Lines:
    read = groups("lines.yaml")
    # Names that are listed to be left out of what "total" is taken away from.
    unclear = names(read.pop("unclear")).whole
    elsewhere = names(read.pop("stated_elsewhere"))
    listed = {concept: own for group in read.values() for concept, own in group.items()}
    homes = {concept: statement for statement in STATEMENTS for concept in read.get(statement, ())}
    known = names(listed)
    whole = {**known.whole, **dict.fromkeys(unclear, frozenset[str]())}
    return _Lines(Names(whole, known.beginnings), homes, elsewhere)


@functools.lru_cache(maxsize=4096)
def _readings(label: str) -> tuple[str, ...]:
    """The label in full, and then with less and less of what may be added to any line."""
    readings = [plain_words(label)]
    without = _TAIL.sub("", label)
    if without != label:
        readings.append(plain_words(without))
    parts = readings[-1].split()
    while parts and parts[0] in _EXTRAS:
        parts = parts[1:]
        readings.append(" ".join(parts))
    if parts and parts[-1] == "net":
        readings.append(" ".join(parts[:-1]))
    return tuple(readings)
