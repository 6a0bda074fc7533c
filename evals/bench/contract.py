"""A long made-up contract of which every fact is known: what the suite asks, searches and quotes.

Each clause speaks of one act, one thing and one place. Its fee stands in a sentence that says all three, its
surcharge in a sentence that says none, so that only the clause's title tells whose it is.
"""

from __future__ import annotations

import random
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

LINES_PER_PAGE = 45
_WIDTH = 90
_ACTS = {
    "inspection": "inspecting",
    "replacement": "replacing",
    "calibration": "calibrating",
    "delivery": "delivering",
    "storage": "storing",
    "certification": "certifying",
    "removal": "removing",
    "installation": "installing",
    "lubrication": "lubricating",
}
_THINGS = (
    "pump turbine valve sensor gateway module cabinet pallet crane dock fence meter boiler transformer "
    "conveyor scanner printer terminal server router battery filter compressor"
).split()
_PLACES = (
    "Rotterdam Antwerp Hamburg Lisbon Gdansk Trieste Bilbao Marseille Genoa Aarhus Turku Riga Split Patras "
    "Cork Bremen Malmo Varna Tallinn Ghent"
).split()


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause's facts, and the sentences that state them."""

    number: int
    act: str
    thing: str
    place: str
    fee: Decimal
    surcharge: int
    days: int

    @property
    def title(self) -> str:
        return f"{self.number}. {self.act.capitalize()} of the {self.thing}, {self.place}"

    @property
    def fee_sentence(self) -> str:
        about = f"the {self.act} of a {self.thing} at {self.place}"
        return f"The fee for {about} is EUR {self.fee:,.2f}, payable against the Supplier’s invoice."

    @property
    def surcharge_sentence(self) -> str:
        return f"On public holidays a surcharge of {self.surcharge}% applies."

    @property
    def same_words(self) -> str:
        return f"What is the fee for the {self.act} of a {self.thing} at {self.place}?"

    @property
    def other_forms(self) -> str:
        return f"What fees are payable for {_ACTS[self.act]} {self.thing}s in {self.place}?"

    @property
    def by_title(self) -> str:
        about = f"the {self.act} of the {self.thing} at {self.place}"
        return f"What surcharge applies on public holidays to {about}?"

    @property
    def absent(self) -> str:
        return f"What is the deposit for the auction of a {self.thing} at {self.place}?"


def clauses(count: int) -> list[Clause]:
    """So many clauses, no two about the same act, thing and place."""
    draw = random.Random(7)
    every = [(act, thing, place) for act in _ACTS for thing in _THINGS for place in _PLACES]
    chosen = draw.sample(every, count)
    return [
        Clause(
            number,
            *about,
            Decimal(draw.randint(10_000, 9_999_999)) / 100,
            draw.randint(5, 95),
            draw.randint(5, 90),
        )
        for number, about in enumerate(chosen, start=1)
    ]


def paragraphs(clause: Clause) -> Iterator[str]:
    """A clause's text without its title; each paragraph one string without line breaks."""
    yield (
        f"The Supplier shall carry out the {clause.act} of each {clause.thing} at {clause.place} within "
        f"{clause.days} days after the Customer has asked for it. {clause.fee_sentence} Where the site "
        f"cannot be reached, the parties shall agree upon another day, and the {clause.thing} stays in the "
        "custody of the Customer."
    )
    yield (
        f"The Supplier’s staff may not enter the “Restricted Areas” of {clause.place} unless the "
        f"Customer’s safety officer has given a non-exclusive written permit. {clause.surcharge_sentence} "
        f"The first certified report on the {clause.thing} shall be filed no later than {clause.days + 7} "
        "days after the work is finished."
    )
    yield (
        f"The Customer shall notify the Supplier of any defect of the {clause.thing} without undue delay. "
        f"Neither party may assign its rights under this clause {clause.number} without the other’s "
        "prior consent."
    )


def text_of(chosen: list[Clause]) -> str:
    """The contract as plain text with form feeds between its pages."""
    lines: list[str] = []
    for clause in chosen:
        lines += [clause.title, ""]
        for paragraph in paragraphs(clause):
            lines += [*textwrap.wrap(paragraph, _WIDTH), ""]
    starts = range(0, len(lines), LINES_PER_PAGE)
    return "\f".join("\n".join(lines[start : start + LINES_PER_PAGE]) + "\n" for start in starts)


def clauses_for(pages: int) -> list[Clause]:
    """As many clauses as fill about so many pages."""
    lines = len(text_of(clauses(10)).splitlines()) / 10
    return clauses(round(pages * LINES_PER_PAGE / lines))
