"""Facts that a document may state, the questions they answer, and documents that state them."""

from __future__ import annotations

import random
from dataclasses import dataclass

from pydantic import BaseModel

from pincite.values.types import Amount, Boolean, DateValue, Duration, Percentage

THINGS = (
    "cleaning fee", "storage charge", "set-up fee", "security deposit", "cancellation fee", "annual retainer",
    "handling charge", "parking fee", "late payment fee", "inspection fee", "training fee", "licence fee",
)  # fmt: skip
EVENTS = ("handover", "closing", "completion", "delivery", "inspection", "commissioning", "renewal", "launch")
PERIODS = ("notice", "warranty", "retention", "grace", "cure", "acceptance", "lock-up", "probation")
RATES = ("interest", "discount", "commission", "royalty", "tax")
DEEDS = (
    "sublet the premises", "inspect the warehouse", "assign the lease", "publish the results",
    "copy the manual", "engage subcontractors", "store hazardous goods", "keep animals",
    "terminate the contract",
)  # fmt: skip
PARTIES = (
    ("Customer", "Supplier"), ("Tenant", "Landlord"), ("Licensee", "Licensor"), ("Buyer", "Seller"),
    ("Borrower", "Lender"), ("Northwind Ltd", "Castor GmbH"), ("Client", "Contractor"), ("Lessee", "Lessor"),
)  # fmt: skip
AMOUNT_PATTERNS = (
    "The {thing} is {words}.",
    "The {a} shall pay the {b} a {thing} of {words}.",
    "A {thing} of {words} is payable on signature.",
    "Under this contract the {thing} amounts to {words}.",
    "The parties agree that the {thing} shall be {words}.",
    "The {a} owes the {b} {words} as {thing}.",
    "For the {thing} the {b} charges {words}.",
    "The {thing} was fixed at {words} by the parties.",
)
DATE_PATTERNS = (
    "The {event} date is {words}.",
    "The {event} takes place on {words}.",
    "The parties fixed {words} as the {event} date.",
    "{words} is the {event} date.",
    "The {event} is scheduled for {words}.",
    "The {event} date shall be {words} at the {b}'s office.",
)
PERIOD_PATTERNS = (
    "The {period} period is {words}.",
    "The {period} period lasts {words}.",
    "A {period} period of {words} applies.",
    "The {period} period shall be {words} from receipt.",
    "The {a} has a {period} period of {words}.",
    "The parties agree on a {period} period of {words}.",
)
RATE_PATTERNS = (
    "The {rate} rate is {words}.",
    "The {b} applies a {rate} rate of {words}.",
    "A {rate} rate of {words} applies.",
    "The {rate} rate shall be {words} in every year.",
    "The parties agree on a {rate} rate of {words}.",
    "The {rate} rate was set at {words}.",
)
MAY_PATTERNS = (
    "The {a} may {deed}.",
    "The {a} is entitled to {deed}.",
    "The {a} is permitted to {deed}.",
    "The {a} may at any time {deed}.",
    "The {b} agrees that the {a} may {deed}.",
    "The {a} can {deed}.",
)
MAY_NOT_PATTERNS = (
    "The {a} may not {deed}.",
    "The {a} shall not {deed}.",
    "The {a} must not {deed}.",
    "Under no circumstances may the {a} {deed}.",
    "The {a} is not permitted to {deed}.",
    "In no event may the {a} {deed}.",
)
FILLER = (
    "This contract is governed by the laws of the place of performance.",
    "Notices are sent by registered mail to the address on the first page.",
    "Headings are for convenience and do not affect the meaning of any clause.",
    "The annexes form part of this contract.",
    "Both parties have taken legal advice before signing.",
    "Amendments are made in writing and signed by both parties.",
    "The goods remain in the warehouse at the expense of their owner.",
    "Each party bears the costs of its own advisers.",
)
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip


@dataclass(frozen=True)
class Fact:
    """A sentence, the question it answers, and the value it gives."""

    asked: str
    sentence: str
    answer_type: str
    value: BaseModel
    original: str
    parties: tuple[str, str]


def amount(draw: random.Random) -> Fact:
    a, b = draw.choice(PARTIES)
    thing, number = draw.choice(THINGS), draw.randrange(12, 9_900) * 10
    code = draw.choice(("EUR", "USD", "GBP", "CHF"))
    words = f"{code} {number:,}"
    sentence = draw.choice(AMOUNT_PATTERNS).format(a=a, b=b, thing=thing, words=words)
    asked = draw.choice(("What is the {}?", "How much is the {}?")).format(thing)
    return Fact(asked, sentence, "amount", Amount(value=str(number), currency=code, unit=None), words, (a, b))


def date(draw: random.Random) -> Fact:
    a, b = draw.choice(PARTIES)
    event = draw.choice(EVENTS)
    day, month, year = draw.randrange(13, 29), draw.randrange(1, 13), draw.randrange(2019, 2031)
    words = f"{day} {MONTHS[month - 1]} {year}"
    sentence = draw.choice(DATE_PATTERNS).format(a=a, b=b, event=event, words=words)
    value = DateValue(iso=f"{year}-{month:02}-{day:02}", precision="day")
    return Fact(f"What is the {event} date?", sentence, "date", value, words, (a, b))


def period(draw: random.Random) -> Fact:
    a, b = draw.choice(PARTIES)
    kind, number = draw.choice(PERIODS), draw.randrange(3, 96)
    unit, letter = draw.choice((("days", "D"), ("months", "M"), ("weeks", "W")))
    words = f"{number} {unit}"
    sentence = draw.choice(PERIOD_PATTERNS).format(a=a, b=b, period=kind, words=words)
    value = Duration(iso8601=f"P{number}{letter}")
    return Fact(f"What is the {kind} period?", sentence, "duration", value, words, (a, b))


def rate(draw: random.Random) -> Fact:
    a, b = draw.choice(PARTIES)
    kind, number = draw.choice(RATES), draw.randrange(1, 39) / 2
    words = f"{number:g}%"
    sentence = draw.choice(RATE_PATTERNS).format(a=a, b=b, rate=kind, words=words)
    return Fact(
        f"What is the {kind} rate?", sentence, "percentage", Percentage(value=f"{number:g}"), words, (a, b)
    )


def permission(draw: random.Random, granted: bool) -> Fact:
    a, b = draw.choice(PARTIES)
    deed = draw.choice(DEEDS)
    pattern = draw.choice(MAY_PATTERNS if granted else MAY_NOT_PATTERNS)
    sentence = pattern.format(a=a, b=b, deed=deed)
    return Fact(f"May the {a} {deed}?", sentence, "boolean", Boolean(value=granted), sentence, (a, b))


def valued(draw: random.Random) -> Fact:
    return draw.choice((amount, date, period, rate))(draw)


def any_fact(draw: random.Random) -> Fact:
    return permission(draw, draw.random() < 0.5) if draw.random() < 0.3 else valued(draw)


def document_with(draw: random.Random, *sentences: str) -> str:
    """A contract in numbered sections that states these sentences, each in a paragraph of its own."""
    filler = draw.sample(FILLER, 4)
    sections = (("1. Scope", filler[:1]), ("2. Terms", [*sentences, filler[1]]), ("3. General", filler[2:]))
    return "\n\n".join(part for title, paragraphs in sections for part in (title, *paragraphs)) + "\n"
