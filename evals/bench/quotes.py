"""Genuine and falsified quotes of the made-up contract, each with the part of the text it claims to be from.

Genuine ones differ from the text by typesetting alone. Falsified ones differ by one thing that changes the
meaning, or end inside a number. Which is which is certain, because the contract was made here.
"""

from __future__ import annotations

import random
import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from contract import Clause, clauses, paragraphs

AROUND = 1_500
_WIDTH = 90


@dataclass(frozen=True, slots=True)
class Quoted:
    quote: str
    source: str
    genuine: bool
    kind: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence without typesetting, and where it stands in the printed text."""

    words: str
    start: int
    end: int


def printed(chosen: list[Clause]) -> tuple[str, list[Sentence]]:
    """The contract as a typesetter leaves it, with words broken over lines; and where its sentences stand."""
    text, places = "", []
    for clause in chosen:
        text += f"{clause.title}\n\n"
        for paragraph in paragraphs(clause):
            set_in_lines = _broken(paragraph)
            places += list(_sentences(paragraph, set_in_lines, len(text)))
            text += f"{set_in_lines}\n\n"
    return text, places


def long_text(characters: int) -> tuple[str, list[Sentence]]:
    """A printed contract of about so many characters."""
    each = len(printed(clauses(10))[0]) / 10
    return printed(clauses(round(characters / each)))


def quotes(text: str, places: list[Sentence], count: int) -> list[Quoted]:
    """About `count` quotes of each kind, the same ones every time."""
    draw = random.Random(11)
    made: list[Quoted] = []
    for kind, change in GENUINE.items():
        chosen = draw.sample([each for each in places if _changed(each, text, change)], count)
        made += [Quoted(change(each, text), _around(text, each), True, kind) for each in chosen]
    for kind, alter in FALSE.items():
        altered = [(each, alter(each.words)) for each in places]
        possible = [(each, quote) for each, quote in altered if quote != each.words]
        for each, quote in draw.sample(possible, min(count, len(possible))):
            made.append(Quoted(quote, _around(text, each), False, kind))
    return made


def _changed(each: Sentence, text: str, change: Callable[[Sentence, str], str]) -> bool:
    """Whether a way of setting shows in this sentence; all do as printed."""
    return change in (as_printed, reflowed) or change(each, text) != each.words


def as_printed(each: Sentence, text: str) -> str:
    return text[each.start : each.end]


def reflowed(each: Sentence, text: str) -> str:
    return each.words


GENUINE: dict[str, Callable[[Sentence, str], str]] = {
    "as printed": as_printed,
    "line breaks moved": reflowed,
    "straight quotation marks": lambda each, _: each.words.translate(str.maketrans("“”’", '""\'')),
    "ligatures": lambda each, _: each.words.replace("fi", "ﬁ").replace("ff", "ﬀ"),
    "wider spacing": lambda each, _: each.words.replace(" the ", "\u00a0 the  "),
}

FALSE: dict[str, Callable[[str], str]] = {
    "a digit": lambda words: re.sub(r"(\d)(?=\D|$)", lambda d: str((int(d[1]) + 3) % 10), words, count=1),
    "a number cut at its end": lambda words: re.sub(r"(EUR \d+,\d)\d.*", r"\1", words),
    "a number cut at its start": lambda words: re.sub(r".*EUR \d(?=\d+,)", "", words),
    "the currency": lambda words: words.replace("EUR", "USD"),
    "a currency lost": lambda words: words.replace("EUR ", ""),
    "a percent sign lost": lambda words: words.replace("% ", " "),
    "not added": lambda words: re.sub(r"\bshall (?!not)", "shall not ", words, count=1),
    "not dropped": lambda words: words.replace("may not", "may"),
    "without to with": lambda words: words.replace("without", "with"),
    "shall to may": lambda words: words.replace("shall", "may"),
    "parties swapped": lambda words: _swapped(words, "Supplier", "Customer"),
    "days to weeks": lambda words: words.replace(" days ", " weeks "),
    "no later to no earlier": lambda words: words.replace("no later", "no earlier"),
    "a word dropped": lambda words: (
        words.replace(" prior ", " ").replace(" undue ", " ").replace(" written ", " ")
    ),
    "a word added": lambda words: words.replace(" invoice", " final invoice").replace(
        " defect", " major defect"
    ),
}


def _swapped(words: str, one: str, other: str) -> str:
    return re.sub(f"{one}|{other}", lambda found: other if found[0] == one else one, words)


def _around(text: str, each: Sentence) -> str:
    """The sentence with what stands before and after it, from line to line."""
    start = text.rfind("\n", 0, max(1, each.start - AROUND)) + 1
    end = text.find("\n", min(len(text) - 1, each.end + AROUND))
    return text[start:end]


def _broken(paragraph: str) -> str:
    """In lines, with every long word at the start of a line broken: its first letters end the line before."""
    lines = textwrap.wrap(paragraph, _WIDTH - 5)
    for at in range(1, len(lines)):
        if found := re.match(r"([a-z]{4})([a-z]{5,})", lines[at]):
            lines[at - 1] += f" {found[1]}-"
            lines[at] = lines[at][len(found[1]) :]
    return "\n".join(lines)


def _sentences(paragraph: str, set_in_lines: str, offset: int) -> Iterator[Sentence]:
    at = 0
    for words in re.split(r"(?<=\.) (?=[A-Z])", paragraph):
        parts = (re.escape(letter) for letter in words if letter != " ")
        found = re.compile(r"(?:\s|-\n)*".join(parts)).search(set_in_lines, at)
        assert found, words
        yield Sentence(words, offset + found.start(), offset + found.end())
        at = found.end()
