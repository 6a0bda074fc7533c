"""Contracts that are written for tests of re-anchoring, as paragraphs of sentences under headings.

Nothing here knows how passages are matched: what a contract says is drawn at random, and an edit changes
the sentences themselves.
"""

from __future__ import annotations

import random
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field, replace

PARTIES = (
    "Alder Foods Ltd",
    "Birch Logistics GmbH",
    "Cedar Data Inc",
    "Dogwood Energy AG",
    "Elm Clinics plc",
)
MONTHS = ("January", "March", "April", "June", "August", "October", "November")
TOPICS = (
    "Definitions", "Services", "Fees", "Term", "Confidentiality", "Data Protection", "Liability",
    "Insurance", "Assignment", "Notices", "Audit", "Governing Law",
)  # fmt: skip
_SUBJECTS = ("The Supplier", "The Customer", "Each party", "The receiving party", "The Project Manager")
_DUTIES = (
    "shall keep complete records of {thing}",
    "shall inform the other party of any change to {thing} without delay",
    "may appoint a deputy who is responsible for {thing}",
    "shall store {thing} apart from its own property",
    "shall return {thing} when this Agreement ends",
    "must obtain written approval before {thing} is altered",
)
_THINGS = (
    "the Equipment", "the Deliverables", "all personal data", "the work schedule", "the spare parts",
    "the access cards", "the test reports", "the training material", "the source files", "the site plans",
    "the safety manual", "the maintenance log", "the price list", "the sample products", "the vehicle fleet",
)  # fmt: skip
_ENDS = (
    "at its own cost", "within the usual hours of business", "in the form set out in the Schedule",
    "unless the law forbids it", "for as long as the Services are provided",
    "with the care of a prudent merchant", "on the premises of the Customer", "by the end of each quarter",
)  # fmt: skip


@dataclass(frozen=True)
class Fact:
    """A sentence that answers a question, and the same sentence after each way of changing what it says."""

    question: str
    type: str
    sentence: str
    value: str
    """The words of the sentence that give the value."""
    other_value: str
    """What those words are retyped to."""
    negated: str
    reworded: str
    party: str = ""
    """The party that the sentence names; empty where it names none."""


@dataclass(frozen=True)
class Section:
    title: str
    paragraphs: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Setting:
    """How a contract is set: none of this changes a word."""

    width: int = 72
    numbered: bool = True
    hyphenate: bool = False
    indent: str = ""
    dress: Callable[[str], str] = field(default=lambda text: text)
    """What becomes of the finished text: other quotation marks, ligatures, spaces."""


@dataclass(frozen=True)
class Paper:
    sections: tuple[Section, ...]
    fact: Fact
    """The sentence that a past answer cites."""
    setting: Setting = Setting()
    first_number: int = 1

    @property
    def home(self) -> tuple[int, int]:
        """The section and the paragraph in which the fact stands."""
        for at, section in enumerate(self.sections):
            for number, paragraph in enumerate(section.paragraphs):
                if self.fact.sentence in paragraph:
                    return at, number
        raise LookupError(self.fact.sentence)

    def headings(self) -> list[str]:
        numbers = range(self.first_number, self.first_number + len(self.sections))
        titles = [section.title for section in self.sections]
        return (
            [f"{n}. {t}" for n, t in zip(numbers, titles, strict=True)] if self.setting.numbered else titles
        )

    def text(self) -> str:
        """The contract as a plain text file."""
        parts = ["SERVICES AGREEMENT"]
        for heading, section in zip(self.headings(), self.sections, strict=True):
            parts.append(heading if self.setting.numbered else heading.upper())
            parts += (self._wrapped(" ".join(paragraph)) for paragraph in section.paragraphs)
        return self.setting.dress("\n\n".join(parts) + "\n")

    def _wrapped(self, paragraph: str) -> str:
        setting = self.setting
        lines = textwrap.wrap(paragraph, setting.width, break_on_hyphens=False, break_long_words=False)
        if setting.hyphenate:
            lines = hyphenated(lines)
        return "\n".join(setting.indent + line for line in lines)

    def with_sections(self, sections: list[Section]) -> Paper:
        return replace(self, sections=tuple(sections))


def hyphenated(lines: list[str]) -> list[str]:
    """Every second line ends within the first long word of the next, as a typesetter would divide it."""
    out = list(lines)
    for at in range(0, len(out) - 1, 2):
        word, _, rest = out[at + 1].partition(" ")
        if len(word) >= 9 and word.isalpha() and word.islower():
            out[at] += f" {word[:4]}-"
            out[at + 1] = f"{word[4:]} {rest}".rstrip()
    return [line for line in out if line]


def filler(random: random.Random) -> str:
    """A sentence that answers nothing."""
    duty = random.choice(_DUTIES).format(thing=random.choice(_THINGS))
    return f"{random.choice(_SUBJECTS)} {duty} {random.choice(_ENDS)}."


def fillers(random: random.Random, count: int) -> tuple[str, ...]:
    found: dict[str, None] = {}
    while len(found) < count:
        found[filler(random)] = None
    return tuple(found)


def fact(random: random.Random) -> Fact:
    """One of the facts that contracts are asked for, with figures drawn anew."""
    party, other = random.sample(PARTIES, 2)
    makes = random.choice((_fee, _notice, _starts, _interest, _cap, _seats))
    return makes(random, party, other)


def _fee(random: random.Random, party: str, other: str) -> Fact:
    amount = f"{random.randint(2, 98)},{random.choice(('500', '250', '100'))}.00"
    more = f"{random.randint(101, 180)},{random.choice(('500', '250', '100'))}.00"
    period = random.choice(("monthly", "annual"))
    return Fact(
        "How much is the fee?", "amount",
        f"{party} shall pay {other} a {period} fee of EUR {amount} for the Services.",
        f"EUR {amount}", random.choice((f"EUR {more}", f"USD {amount}")),
        f"{party} shall not pay {other} a {period} fee of EUR {amount} for the Services.",
        f"For the Services a {period} charge in the amount of EUR {amount} is due from {party} to {other}.",
        party,
    )  # fmt: skip


def _notice(random: random.Random, party: str, other: str) -> Fact:
    days, more = random.sample((14, 20, 30, 45, 60, 75, 90, 120), 2)
    return Fact(
        "What is the notice period?", "duration",
        f"Either party may terminate this Agreement by giving at least {days} days written notice.",
        f"{days} days", random.choice((f"{more} days", f"{days} weeks")),
        f"Neither party may terminate this Agreement by giving at least {days} days written notice.",
        f"This Agreement can be ended by either party with written notice of no less than {days} days.",
    )  # fmt: skip


def _starts(random: random.Random, party: str, other: str) -> Fact:
    day, month, year = random.randint(2, 27), random.choice(MONTHS), random.randint(2015, 2025)
    later = random.choice((f"{day + 1} {month} {year}", f"{day} {month} {year + 1}", f"{day} May {year}"))
    return Fact(
        "When does the agreement start?", "date",
        f"This Agreement with {party} takes effect on {day} {month} {year}.",
        f"{day} {month} {year}", later,
        f"This Agreement with {party} never takes effect on {day} {month} {year}.",
        f"The effective date of this Agreement with {party} is {day} {month} {year}.",
        party,
    )  # fmt: skip


def _interest(random: random.Random, party: str, other: str) -> Fact:
    rate = f"{random.randint(2, 9)}.{random.randint(1, 9)}%"
    more = f"{random.randint(10, 15)}.{random.randint(1, 9)}%"
    return Fact(
        "What is the interest rate?", "percentage",
        f"Late payments of {party} shall bear interest at {rate} per annum.",
        rate, random.choice((more, f"-{rate}")),
        f"Late payments of {party} shall not bear interest at {rate} per annum.",
        f"Interest at {rate} per annum accrues on any payment that {party} makes late.",
        party,
    )  # fmt: skip


def _cap(random: random.Random, party: str, other: str) -> Fact:
    millions = random.randint(2, 9)
    return Fact(
        "How high is the liability cap?", "amount",
        f"The total liability of {party} in any year shall not exceed USD {millions},000,000.",
        f"USD {millions},000,000",
        random.choice((f"USD {millions}00,000", f"GBP {millions},000,000", f"USD {millions + 1},000,000")),
        f"The total liability of {party} in any year shall exceed USD {millions},000,000.",
        f"In no year is {party} liable for more than a total of USD {millions},000,000.",
        party,
    )  # fmt: skip


def _seats(random: random.Random, party: str, other: str) -> Fact:
    seats = random.randint(12, 90)
    return Fact(
        "How many users are allowed?", "number",
        f"{party} may allow up to {seats} users to work with the Software at the same time.",
        f"{seats} users", f"{seats + random.randint(1, 9)} users",
        f"{party} may not allow up to {seats} users to work with the Software at the same time.",
        f"No more than {seats} users of {party} may work with the Software at once.",
        party,
    )  # fmt: skip


def paper(random: random.Random) -> Paper:
    """A contract of six to ten sections, and one fact in it that is cited."""
    topics = random.sample(TOPICS, random.randint(6, 10))
    sentences = iter(fillers(random, 90))
    sections = [
        Section(topic, tuple(_paragraph(random, sentences) for _ in range(random.randint(2, 4))))
        for topic in topics
    ]
    cited = fact(random)
    at = random.randrange(1, len(sections) - 1)
    paragraphs = list(sections[at].paragraphs)
    number = random.randrange(len(paragraphs))
    paragraph = list(paragraphs[number])
    paragraph.insert(random.randint(0, len(paragraph)), cited.sentence)
    paragraphs[number] = tuple(paragraph)
    sections[at] = replace(sections[at], paragraphs=tuple(paragraphs))
    return Paper(tuple(sections), cited)


def _paragraph(random: random.Random, sentences: object) -> tuple[str, ...]:
    return tuple(next(sentences) for _ in range(random.randint(1, 3)))  # type: ignore[call-overload]
