"""A paper with blanks, what can be asked about it, and its filled-in editions.

In a body `[[key|sentence]]` marks a sentence that claims can cite and `{slot}` a value.
Paragraphs whose first line is indented keep their lines (tables, contents, letterheads);
the others are wrapped anew for each edition, so that quotes run over line ends.
"""

import functools
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from string import Formatter

from .claims import Cited
from .wordings import Slot, Worded

EDITIONS = 6
_MARK = re.compile(r"\[\[(\w+)\|(.*?)\]\]", re.DOTALL)
_WIDTHS = (68, 76, 84, 92, 100)


@dataclass(frozen=True, slots=True)
class Asked:
    """Questions that one slot of one sentence answers.

    `dropped` are words of the sentence whose loss changes its sense, `condition` the
    part without which it would promise too much, `qualifiers` what limits the value.
    """

    topic: str
    questions: tuple[str, ...]
    sentence: str
    slot: str
    qualifiers: tuple[str, ...] = ()
    dropped: str = ""
    condition: str = ""


@dataclass(frozen=True, slots=True)
class YesNo:
    """A question that one sentence answers with yes or no."""

    questions: tuple[str, ...]
    sentence: str
    answer: bool
    dropped: str = ""
    condition: str = ""


@dataclass(frozen=True, slots=True)
class Mirror:
    """Two questions, each of which a careless reader answers with the other's value."""

    kind: str
    one: tuple[str, str, str]
    other: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Absent:
    """A question the paper does not answer, a similar value, and an answer made up for it."""

    question: str
    sentence: str
    slot: str
    invented: str


@dataclass(frozen=True, slots=True)
class Computed:
    """A question that only arithmetic answers: sum, difference, times 12, date plus duration."""

    question: str
    operation: str
    operands: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Headed:
    """A question answered by a sentence, and the bare heading or contents line for it."""

    question: str
    heading: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Paper:
    """One base document with everything that can be asked about it."""

    name: str
    currency: str
    body: str
    slots: Mapping[str, Slot]
    asked: tuple[Asked, ...]
    yes_no: tuple[YesNo, ...]
    mirrors: tuple[Mirror, ...]
    absent: tuple[Absent, ...]
    computed: tuple[Computed, ...]
    headed: tuple[Headed, ...]
    swaps: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A marked sentence on one line, and where each slot's words stand in it."""

    text: str
    places: Mapping[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Edition:
    """A paper with its blanks filled in."""

    paper: Paper
    number: int
    text: str
    sentences: Mapping[str, Sentence]
    values: Mapping[str, Worded]

    def cite(self, quote: str) -> Cited:
        """The quote with the lines it stands in; it must stand there exactly once."""
        first, last = locate_lines(self.text, quote)
        return first, last, quote

    def with_paragraph(self, paragraph: str, rng: Random) -> "Edition":
        """The same edition with one more paragraph somewhere in the middle."""
        return self.with_lines(
            textwrap.fill(paragraph, 84, break_on_hyphens=False, break_long_words=False), rng
        )

    def with_lines(self, lines: str, rng: Random) -> "Edition":
        """The same edition with these lines, such as a table, somewhere in the middle."""
        paragraphs = self.text.split("\n\n")
        paragraphs.insert(rng.randrange(2, len(paragraphs)), lines)
        return Edition(self.paper, self.number, "\n\n".join(paragraphs), self.sentences, self.values)


def editions(paper: Paper) -> Iterator[Edition]:
    """The paper's editions, the same on every run."""
    for number in range(EDITIONS):
        yield _fill(paper, number, Random(f"{paper.name}/{number}"))


@functools.cache
def locate_lines(text: str, quote: str) -> tuple[int, int]:
    """First and last line of the quote, whatever line breaks stand inside it."""
    matches = list(re.finditer(r"\s+".join(map(re.escape, quote.split())), text))
    if len(matches) != 1:
        raise ValueError(f"found {len(matches)} times: {quote!r}")
    start, end = matches[0].span()
    return text.count("\n", 0, start) + 1, text.count("\n", 0, end) + 1


def squeeze(text: str) -> str:
    """The text with every run of white space as one space, in small letters."""
    return " ".join(text.split()).casefold()


def _fill(paper: Paper, number: int, rng: Random) -> Edition:
    values = _distinct_values(paper, rng)
    sentences = {key: _sentence(template, values) for key, template in _MARK.findall(paper.body)}
    bare = _MARK.sub(lambda mark: mark.group(2), paper.body.strip("\n"))
    filled = bare.format_map({name: worded.text for name, worded in values.items()})
    width = _WIDTHS[number % len(_WIDTHS)]
    paragraphs = [_wrapped(paragraph, width) for paragraph in re.split(r"\n\s*\n", filled)]
    return Edition(paper, number, "\n\n".join(paragraphs) + "\n", sentences, values)


def _distinct_values(paper: Paper, rng: Random) -> dict[str, Worded]:
    """A value for each slot; no two slots with the same words, so that a quote has one place."""
    values: dict[str, Worded] = {}
    for name, slot in paper.slots.items():
        taken = {worded.text for worded in values.values()}
        values[name] = next(w for w in (slot(rng) for _ in range(1000)) if w.text not in taken)
    return values


def _sentence(template: str, values: Mapping[str, Worded]) -> Sentence:
    text, places = "", {}
    for literal, slot, _, _ in Formatter().parse(" ".join(template.split())):
        text += literal
        if slot:
            places[slot] = (len(text), len(text) + len(values[slot].text))
            text += values[slot].text
    return Sentence(text, places)


def _wrapped(paragraph: str, width: int) -> str:
    if paragraph.startswith("  ") or ("\n" not in paragraph and len(paragraph) < width):
        return paragraph
    return textwrap.fill(" ".join(paragraph.split()), width, break_on_hyphens=False, break_long_words=False)
