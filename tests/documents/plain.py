"""Plain text and Markdown: letters, minutes and a policy, in several encodings."""

from __future__ import annotations

from tests.documents import plain_odd
from tests.documents.truth import (
    About,
    Asked,
    Grid,
    Heading,
    InCell,
    InOrder,
    Kept,
    NotShown,
    Paper,
    Unit,
)

_MINUTES = """\
MINUTES OF THE BOARD OF DIRECTORS

Tarnwick Water plc

Held on 14 March 2025 at 9.30 a.m. at 12 Quay Street, Leeds

Present: Ms. A. Okafor (chair), Mr. J. St. Clair, Dr. M. Lindqvist
Apologies: none

1. Dividend

The board declared an interim dividend of 4.25 pence per share, payable on 30 May
2025 to holders on the register at close of business on 2 May 2025.
\f2. Reservoir works

Mr. St. Clair reported that the works at Low Fell were £1.2 million over budget.  It was
RESOLVED that further spending of up to £750,000 be approved, not to include
legal costs.

3. Next meeting

The next meeting will be held on 11 June 2025.
\f
\f4. Close

There being no other business, the meeting closed at 11.15 a.m.
"""

_LETTER = """\
Café Zürich GmbH
Bahnhofstraße 7
80335 München

12 January 2024

Dear Mr Brüning,

Thank you for your letter of 3 January 2024. Your membership costs €89.50 a month – that is “less than
ever” – and may be cancelled with four weeks’ notice to the end of a quarter.

Our naïve résumé of the façade works: 60 m² at €45 per m², finished on 31 August 2023.

Yours sincerely,

Zoë Fürst
"""

_POLICY = """\
---
title: Travel policy
owner: People team
---

# Travel policy

This policy applies to all staff of Brightloom Ltd. It is in force from 1 February 2025.

## Booking

Book trains at least **14 days** ahead. Flights need approval by a *head of department*;
the form is on the [intranet](https://intranet.example/travel "Travel form").

1. Ask your manager.
2. Book with the agency.
   - Rail: second class, unless the journey takes more than 4 hours.
   - Air: economy class only.
3. Keep every receipt.

## Allowances

| Country | Meals per day | Hotel, at most | Mileage |
|:--------|--------------:|---------------:|:-------:|
| Germany | €28 | €140 | €0.30 |
| France | €32 | €165 | €0.35 |
| United Kingdom | £25 | £150 | 45p \\| mile |

### Late claims

Claims sent in more than 60 days after the journey are not paid.[^1]

> Note: a claim for a *private* car needs form T-7.

```
# this is not a heading
rate = 0.30
```

Setext heading
--------------

Alcohol is not reimbursed.

<!-- draft: the limit was 90 days -->

[^1]: The head of finance may make an exception.
"""

_WIDE = """\
Clause 1
Le locataire paie un loyer mensuel de 1 250,50 €. Le préavis est de trois mois.
"""


def papers() -> tuple[Paper, ...]:
    return (
        _minutes(),
        _letter("letter-1252.txt", "cp1252"),
        _letter("letter-16.txt", "utf-16"),
        _bom(),
        _policy(),
        *plain_odd.papers(),
    )


def _minutes() -> Paper:
    return Paper(
        "minutes.txt",
        _MINUTES.replace("\n", "\r\n").encode(),
        (
            Heading("1. Dividend", 1, 1),
            Heading("2. Reservoir works", 1, 2),
            Heading("4. Close", 1, 4),
            Unit(
                "The board declared an interim dividend of 4.25 pence per share, payable on 30 May "
                "2025 to holders on "
                "the register at close of business on 2 May 2025.",
                page=1,
                section="1. Dividend",
            ),
            Unit(
                "Mr. St. Clair reported that the works at Low Fell were £1.2 million over budget.",
                page=2,
                section="2. Reservoir works",
            ),
            Unit(
                "It was RESOLVED that further spending of up to £750,000 be approved, not to "
                "include legal costs.",
                page=2,
            ),
            Unit("The next meeting will be held on 11 June 2025.", page=2),
            Unit("There being no other business, the meeting closed at 11.15 a.m.", page=4),
            Kept("Present: Ms. A. Okafor (chair), Mr. J. St. Clair, Dr. M. Lindqvist"),
            About("other", "en"),
            Asked(
                "When is the next meeting?",
                {"iso": "2025-06-11"},
                "11 June 2025",
                2,
                section="3. Next meeting",
            ),
            Asked(
                "How much further spending was approved?",
                {"value": "750000", "currency": "GBP"},
                "£750,000",
                2,
            ),
            Asked(
                "When is the interim dividend payable?", {"iso": "2025-05-30"}, "payable on 30 May 2025", 1
            ),
            Asked(
                "How much is the interim dividend per share?",
                {"value": "0.0425", "currency": "GBP"},
                "4.25 pence",
                1,
            ),
            Asked(
                "By how much were the works over budget?",
                {"value": "1200000", "currency": "GBP"},
                "£1.2 million",
                2,
            ),
            Asked(
                "When was the meeting held?",
                {"iso": "2025-03-14"},
                "Held on 14 March 2025",
                1,
            ),
        ),
    )


def _letter(name: str, encoding: str) -> Paper:
    return Paper(
        name,
        _LETTER.encode(encoding),
        (
            Unit("Thank you for your letter of 3 January 2024."),
            Unit(
                "Your membership costs €89.50 a month – that is “less than ever” – and may be "
                "cancelled with four "
                "weeks’ notice to the end of a quarter."
            ),
            Kept("Bahnhofstraße 7"),
            Kept("60 m² at €45 per m²"),
            Kept("Zoë Fürst"),
            About("letter", "en"),
            Asked(
                "What does the membership cost a month?",
                {"value": "89.50", "currency": "EUR"},
                "€89.50",
            ),
            Asked("How long is the notice of cancellation?", {"iso8601": "P4W"}, "four weeks’ notice"),
            Asked("When were the façade works finished?", {"iso": "2023-08-31"}, "31 August 2023"),
            Asked("How much does a m² of the façade cost?", {"value": "45", "currency": "EUR"}, "€45 per m²"),
        ),
    )


def _bom() -> Paper:
    return Paper(
        "bail.txt",
        b"\xef\xbb\xbf" + _WIDE.replace("\n", "\r").encode(),
        (
            Unit("Le locataire paie un loyer mensuel de 1 250,50 €."),
            Unit("Le préavis est de trois mois."),
            NotShown("\ufeff"),
        ),
    )


def _policy() -> Paper:
    return Paper(
        "travel.md",
        _POLICY.encode(),
        (
            Heading("Travel policy", 1),
            Heading("Booking", 2),
            Heading("Allowances", 2),
            Heading("Late claims", 3),
            Heading("Setext heading", 2),
            Unit("It is in force from 1 February 2025.", section="Travel policy"),
            Unit(
                "Claims sent in more than 60 days after the journey are not paid.[^1]", section="Late claims"
            ),
            Unit("Alcohol is not reimbursed.", section="Setext heading"),
            Grid(1, 4, 4, 1),
            InCell("€165", 2, 2, ("Hotel, at most",)),
            InCell("£25", 3, 1, ("Meals per day",)),
            InCell("45p \\| mile", 3, 3, ("Mileage",)),
            InOrder(("Ask your manager.", "Rail: second class", "Air: economy class", "Keep every receipt.")),
            Kept("rate = 0.30"),
            About("policy", "en"),
            Asked(
                "How much is paid per day for meals in France?",
                {"value": "32", "currency": "EUR"},
                "€32",
            ),
            Asked(
                "What is the most a hotel may cost in the United Kingdom?",
                {"value": "150", "currency": "GBP"},
                "£150",
            ),
            Asked("How much is the mileage in Germany?", {"value": "0.30", "currency": "EUR"}, "€0.30"),
            Asked(
                "How many days ahead must trains be booked?",
                {"iso8601": "P14D"},
                "14 days",
                section="Booking",
            ),
            Asked("From when is the policy in force?", {"iso": "2025-02-01"}, "1 February 2025"),
            Asked("Is alcohol reimbursed?", {"value": False}, "Alcohol is not reimbursed."),
        ),
    )
