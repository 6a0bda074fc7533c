"""Contracts that contradict themselves, by a seeded generator: two values for one thing, a rule or none.

Each contract says which block states its rule, so that a test can tell a right citation from a near one.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Matter:
    """One thing that a contract settles: how it is asked for, how it is said, and its two values."""

    asked: str
    said: str
    said_otherwise: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Contract:
    """One or two files, the question, both values, and the rule with the words of its block; none without."""

    name: str
    files: tuple[str, ...]
    asked: str
    prevails: str
    yields: str
    kind: str | None = None
    rule: str = ""


FEE = Matter(
    "What is the monthly fee?",
    "The Customer shall pay the Supplier a monthly fee of {}.",
    "The monthly fee is {}.",
    ("EUR 4,200", "EUR 4,750", "EUR 5,100"),
)
NOTICE = Matter(
    "What is the notice period for termination?",
    "Either party may terminate this Agreement with a notice period of {}.",
    "The notice period for termination is {}.",
    ("thirty (30) days", "sixty (60) days", "ninety (90) days"),
)
START = Matter(
    "When do the services start?",
    "The services start on {}.",
    "The start date of the services is {}.",
    ("1 March 2026", "15 April 2026", "1 June 2026"),
)
INTEREST = Matter(
    "What is the interest rate on late payments?",
    "Late payments bear interest at a rate of {}.",
    "The interest rate on late payments is {}.",
    ("4%", "6.5%", "8%"),
)
LIABILITY = Matter(
    "What is the Supplier's total liability?",
    "The total liability of the Supplier shall not exceed {}.",
    "The Supplier's total liability is limited to {}.",
    ("USD 500,000", "USD 750,000", "USD 1,200,000"),
)
QUANTITY = Matter(
    "What is the minimum order quantity?",
    "Each order is subject to a minimum order quantity of {}.",
    "The minimum order quantity is {}.",
    ("40 pallets", "55 pallets", "80 pallets"),
)
MATTERS = (FEE, NOTICE, START, INTEREST, LIABILITY, QUANTITY)

DISTRACTORS = (
    "Confidentiality\n\nEach party keeps what it learns of the other secret for five years.",
    "Records\n\nThe Supplier keeps its records for seven years and shows them on request.",
    "Travel\n\nTravel is reimbursed at USD 0.55 per mile and needs approval.",
    "Insurance\n\nThe Supplier carries cover of at least USD 2,000,000.",
    "Notices\n\nA letter sent by courier is deemed received after two business days.",
    "Data\n\nBackups are deleted 45 days after they were made.",
    "Governing Law\n\nThe law of Ireland applies, and its courts decide.",
)
PARTIES = (
    ("Alder Foods GmbH", "Birch Systems Ltd"),
    ("Corwen Trading Limited", "Dalby Hosting Inc."),
    ("Elmet Retail plc", "Fenwick Software LLC"),
)


@dataclass(frozen=True)
class Draft:
    """What one contract is made of while it is written."""

    dice: random.Random
    matter: Matter
    old: str
    new: str

    @property
    def first(self) -> str:
        return self.matter.said.format(self.old)

    @property
    def second(self) -> str:
        return self.matter.said_otherwise.format(self.new)

    def body(self, clause: str, *more: str) -> str:
        """A contract whose clause 3 is the given one, among clauses of other matters."""
        customer, supplier = self.dice.choice(PARTIES)
        others = self.dice.sample(DISTRACTORS, 4)
        clauses = [*others[:2], f"Commercial Terms\n\n3.1 {clause}", *others[2:], *more]
        opening = (
            "SERVICES AGREEMENT\n\nThis Services Agreement is made on 12 January 2025 between "
            f'{customer} (the "Customer") and {supplier} (the "Supplier").\n\n'
        )
        return opening + "\n\n".join(f"{n}. {text}" for n, text in enumerate(clauses, start=1)) + "\n\n"

    def made(self, name: str, files: tuple[str, ...], kind: str | None = None, rule: str = "") -> Contract:
        return Contract(name, files, self.matter.asked, self.new, self.old, kind, rule)


Maker = Callable[[Draft], Contract]


def restated(d: Draft) -> Contract:
    lead = d.dice.choice(
        (
            "Section 3.1 of the Agreement is hereby amended to read as follows:",
            "Clause 3.1 is deleted in its entirety and replaced by the following:",
        )
    )
    text = d.body(d.first) + f'AMENDMENT NO. 1\n\ndated 4 May 2025\n\n{lead}\n\n"{d.second}"\n'
    return d.made("restated", (text,), "amendment", lead)


def words_replaced(d: Draft) -> Contract:
    rule = d.dice.choice(
        (
            f'In Section 3.1 the words "{d.old}" are deleted and replaced by "{d.new}".',
            f'Section 3.1 is amended by replacing "{d.old}" with "{d.new}".',
        )
    )
    text = (
        d.body(d.first)
        + f"First Amendment to the Services Agreement\n\n{rule}\n\nAll else remains unchanged.\n"
    )
    return d.made("words replaced", (text,), "amendment", rule)


def two_amendments(d: Draft) -> Contract:
    middle = next(v for v in d.matter.values if v not in {d.old, d.new})
    rule = f"Section 3.1 is hereby replaced by the following: {d.second}"
    text = (
        d.body(d.first)
        + "Amendment No. 1\n\nSection 3.1 is hereby replaced by the following: "
        + d.matter.said_otherwise.format(middle)
        + f"\n\nAmendment No. 2\n\n{rule}\n"
    )
    return d.made("two amendments", (text,), "amendment", rule)


def amendment_file(d: Draft) -> Contract:
    body = d.body(d.first)
    made = "This Services Agreement is made on 12 January 2025"
    amended = "This Amendment to the Services Agreement of 12 January 2025 is made"
    opening = body.split("\n\n")[1].replace(made, amended)
    rule = f"Section 3.1 of the Agreement is hereby amended to read: {d.second}"
    title = "AMENDMENT NO. 1 TO THE SERVICES AGREEMENT"
    other = f"{title}\n\n{opening}\n\n{rule}\n\nAll other terms stay in force.\n"
    return d.made("amendment as a file of its own", (body, other), "amendment", rule)


def as_amended(d: Draft) -> Contract:
    rule = f"As amended on 2 July 2025: {d.second}"
    text = d.body(d.first) + f"Summary of Terms\n\n{rule}\n"
    return d.made("as amended", (text,), "as_amended", rule)


def notwithstanding(d: Draft) -> Contract:
    words = d.dice.choice(
        (
            "Notwithstanding Section 3.1, ",
            "In deviation from Clause 3.1, ",
            "Notwithstanding anything to the contrary in this Agreement, ",
        )
    )
    rule = words + d.second[0].lower() + d.second[1:]
    return d.made(
        "notwithstanding", (d.body(d.first, f"Particular Arrangements\n\n{rule}"),), "notwithstanding", rule
    )


def subject_to(d: Draft) -> Contract:
    rule = "Subject to Section 6, " + d.first[0].lower() + d.first[1:]
    text = d.body(rule, f"Particular Arrangements\n\n6.1 {d.second}")
    return d.made("subject to", (text,), "notwithstanding", rule)


def order_form_prevails(d: Draft) -> Contract:
    rule = d.dice.choice(
        (
            "In the event of a conflict between the Order Form and this Agreement, "
            "the Order Form shall prevail.",
            "If the Order Form and this Agreement are inconsistent, "
            "the Order Form takes precedence over this Agreement.",
        )
    )
    text = d.body(d.first, f"Precedence\n\n{rule}") + f"ORDER FORM\n\n{d.second}\n"
    return d.made("order form prevails", (text,), "order_of_precedence", rule)


def order_of_precedence(d: Draft) -> Contract:
    rule = (
        "The documents apply in the following order of precedence: (a) the Special Conditions; "
        "(b) the Schedules; (c) the body of this Agreement."
    )
    text = d.body(d.first, f"Precedence\n\n{rule}") + f"Schedule 1 - Commercial Data\n\n{d.second}\n"
    return d.made("order of precedence", (text,), "order_of_precedence", rule)


def precedence_listed(d: Draft) -> Contract:
    rule = "Contradictions are resolved in the following order of precedence:"
    listed = "(a) the Annexes;\n\n(b) this Agreement."
    text = d.body(d.first, f"Precedence\n\n{rule}\n\n{listed}") + f"ANNEX A\n\n{d.second}\n"
    return d.made("order of precedence as a list", (text,), "order_of_precedence", rule)


def supersedes(d: Draft) -> Contract:
    rule = "This price list supersedes all previous price lists."
    text = (
        f"Price List of 1 February 2024\n\n{d.first}\n\nDelivery is free of charge.\n\n"
        f"Price List of 1 February 2025\n\n{rule}\n\n{d.second}\n"
    )
    return d.made("supersedes", (text,), "later_date", rule)


def later_governs(d: Draft) -> Contract:
    rule = "Of several letters the one with the later date prevails."
    text = (
        f"Letter dated 3 March 2024\n\n{d.first}\n\n{rule}\n\n"
        f"Letter dated 9 September 2024\n\n{d.second}\n\nWe remain at your disposal.\n"
    )
    return d.made("later governs", (text,), "later_date", rule)


def specific_prevails(d: Draft) -> Contract:
    rule = "Where they conflict, the specific provisions prevail over the general provisions."
    text = (
        f"GENERAL CONDITIONS\n\n{d.first}\n\n{rule}\n\n"
        f"SPECIAL CONDITIONS\n\n{d.second}\n\nNothing else is agreed.\n"
    )
    return d.made("specific prevails", (text,), "specific_over_general", rule)


def twice_in_the_body(d: Draft) -> Contract:
    return d.made("twice in the body", (d.body(d.first, f"General\n\n{d.second}"),))


def later_without_a_word(d: Draft) -> Contract:
    text = f"Letter dated 3 March 2024\n\n{d.first}\n\nLetter dated 9 September 2024\n\n{d.second}\n"
    return d.made("later date and no rule", (text,))


def schedule_without_a_word(d: Draft) -> Contract:
    return d.made(
        "schedule and no rule", (d.body(d.first) + f"Schedule 1 - Commercial Data\n\n{d.second}\n",)
    )


def rule_about_others(d: Draft) -> Contract:
    rule = "In case of a conflict between Annex A and Annex B, Annex A shall prevail."
    text = d.body(d.first, f"Precedence\n\n{rule}", f"General\n\n{d.second}")
    return d.made("rule about other parts", (text,))


def amendment_of_another_clause(d: Draft) -> Contract:
    text = d.body(d.first, f"General\n\n{d.second}") + (
        "AMENDMENT NO. 1\n\nSection 1 of the Agreement is hereby amended to read: "
        "Each party keeps what it learns of the other secret for nine years.\n"
    )
    return d.made("amendment of another clause", (text,))


def two_files_without_a_word(d: Draft) -> Contract:
    body = d.body(d.first)
    return d.made("two copies", (body, body.replace(d.first, d.second)))


SETTLED: tuple[Maker, ...] = (
    restated, words_replaced, two_amendments, amendment_file, as_amended, notwithstanding, subject_to,
    order_form_prevails, order_of_precedence, precedence_listed, supersedes, later_governs, specific_prevails,
)  # fmt: skip
OPEN: tuple[Maker, ...] = (
    twice_in_the_body, later_without_a_word, schedule_without_a_word, rule_about_others,
    amendment_of_another_clause, two_files_without_a_word,
)  # fmt: skip


def contracts(seed: int) -> list[Contract]:
    """One contract of every kind, each about a matter and with words that the seed decides."""
    dice = random.Random(seed)
    made = []
    for number, maker in enumerate((*SETTLED, *OPEN)):
        matter = MATTERS[(number + seed) % len(MATTERS)]
        old, new = dice.sample(matter.values, 2)
        made.append(maker(Draft(dice, matter, old, new)))
    return made
