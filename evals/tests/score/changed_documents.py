"""Documents with awkward evidence, and gold rows about them."""

from __future__ import annotations

from typing import Any

from pincite.quality.questions import GoldAnswer, GoldRow, GoldSet, Source, Strata

CONTRACT = """\
This Supply Agreement takes effect on 4 March 2024.

PARTIES

Tellwick Grain B.V., a company with its seat in Deventer (the "Seller"), and Ostrand Mills GmbH, a company
with its seat in Kassel (the "Buyer"), have agreed as follows.

1. PRICE

1.1 The Buyer shall pay a monthly price of EUR 4,500 for each silo. The price includes transport.

1.2 Invoices are payable within thirty (30) days of receipt. A late payment bears interest at 4.5 % a year.

1.3 The Seller may not assign this Agreement. The Buyer keeps records of every delivery for
seven years.

2. TERM

2.1 Either party may terminate this Agreement by giving notice of ninety (90)
days in writing. Notice is sent by registered letter to the seat of the other party.

2.2 The obligation to pay EUR 4,500 for each silo ends with the term. What was delivered before is paid for.

3. GENERAL

3.1 Changes need the written form. The courts of Deventer have jurisdiction over every dispute between the
parties. Headings are for convenience and do not change the meaning of a clause.

The law of Sweden governs this Agreement.

3.2 Each party bears its own costs of entering into this Agreement. A clause that is void leaves the others
as they are. The parties replace it with one that comes close to what they wanted.

3.3 Tellwick Grain B.V. and Ostrand Mills GmbH signed two copies.

Signed for the last time on 28 February 2024"""

POLICY = """\
HOUSEHOLD POLICY

The insurer pays for damage by storm up to a limit of USD 250,000 in any one period of insurance. The excess
for each claim is five hundred dollars ($500).

Damage by flood is not covered. Theft from a locked building is covered.

A claim must be notified within 14 days after the loss was discovered. The insured keeps damaged things for
inspection.

The policy ends on December 31, 2025 at noon.

The insurer may inspect the building at any reasonable time. What the insurer finds there gives no promise
that the building is safe. A change of the use of the building is told to the insurer before it takes place.
"""

LABEL = """\
VELORIN TABLETS

The recommended dose is 40 mg once daily with food. Do not crush the tablets.

In trials 12 % of patients had a headache. Store below 25 °C. Shelf life is 36 months.

Tell your doctor about all other medicines that you take. Do not share the tablets with others, even when they
have the same complaints as you. Return what is left to your pharmacy. Older patients need no other dose.
"""

TEXTS = {"contract.txt": CONTRACT, "policy.txt": POLICY, "label.txt": LABEL}


def row(
    name: str, question: str, kind: str, value: dict[str, Any] | None, text: str, quote: str, **more: Any
) -> GoldRow:
    """A row about the document that holds the quote, with the places of its answer's own words there."""
    (document,) = [each for each, content in TEXTS.items() if quote in content]
    content = TEXTS[document]
    at = content.index(quote)
    start = at + quote.index(text) if text in quote else at
    end = start + len(text) if text in quote else at + len(quote)
    answer = GoldAnswer(value=value, text=text, spans=((start, end),), quote=quote)
    return GoldRow(
        id=name,
        document=document,
        question=question,
        answer_type=kind,
        answer_shape="single",
        answers=(answer,),
        strata=Strata(doc_type="own", field=name, position="front"),
        **more,
    )


EFFECTIVE = row(
    "effective",
    "When does the agreement take effect?",
    "date",
    {"iso": "2024-03-04", "precision": "day"},
    "4 March 2024",
    "This Supply Agreement takes effect on 4 March 2024.",
)
SIGNED = row(
    "signed",
    "When was the agreement signed for the last time?",
    "date",
    {"iso": "2024-02-28", "precision": "day"},
    "28 February 2024",
    "Signed for the last time on 28 February 2024",
)
PRICE = row(
    "price",
    "What is the monthly price for each silo?",
    "amount",
    {"value": "4500", "currency": "EUR", "unit": None},
    "EUR 4,500",
    "The Buyer shall pay a monthly price of EUR 4,500 for each silo.",
)
PAYMENT = row(
    "payment",
    "Within how many days are invoices payable?",
    "duration",
    {"iso8601": "P30D"},
    "thirty (30) days",
    "Invoices are payable within thirty (30) days of receipt.",
)
NOTICE = row(
    "notice",
    "What is the notice for termination?",
    "duration",
    {"iso8601": "P90D"},
    "ninety (90)\ndays",
    "Either party may terminate this Agreement by giving notice of ninety (90)\ndays in writing.",
)
INTEREST = row(
    "interest",
    "At which rate does a late payment bear interest?",
    "percentage",
    {"value": "4.5"},
    "4.5 %",
    "A late payment bears interest at 4.5 % a year.",
)
SELLER = row(
    "seller",
    "Who is the seller?",
    "organisation",
    {"name": "Tellwick Grain B.V."},
    "Tellwick Grain B.V.",
    'Tellwick Grain B.V., a company with its seat in Deventer (the "Seller")',
)
ASSIGNMENT = row(
    "assignment",
    "May the seller assign the agreement?",
    "boolean",
    {"value": False},
    "No",
    "The Seller may not assign this Agreement.",
)
COURTS = row(
    "courts",
    "Which courts have jurisdiction?",
    "text",
    None,
    "The courts of Deventer have jurisdiction over every dispute between the\nparties.",
    "The courts of Deventer have jurisdiction over every dispute between the\nparties.",
)
LAW = row(
    "law",
    "Which law governs the agreement?",
    "text",
    None,
    "The law of Sweden governs this Agreement.",
    "The law of Sweden governs this Agreement.",
)
EXCESS = row(
    "excess",
    "What is the excess for each claim?",
    "amount",
    {"value": "500", "currency": "USD", "unit": None},
    "five hundred dollars ($500)",
    "The excess\nfor each claim is five hundred dollars ($500).",
)
POLICY_END = row(
    "policy-end",
    "When does the policy end?",
    "date",
    {"iso": "2025-12-31", "precision": "day"},
    "December 31, 2025",
    "The policy ends on December 31, 2025 at noon.",
)
THEFT = row(
    "theft",
    "Is theft from a locked building covered?",
    "boolean",
    {"value": True},
    "Yes",
    "Theft from a locked building is covered.",
)
DOSE = row(
    "dose",
    "What is the recommended dose?",
    "number",
    {"value": "40", "unit": "mg"},
    "40 mg",
    "The recommended dose is 40 mg once daily with food.",
)
SHELF = row(
    "shelf",
    "What is the shelf life?",
    "duration",
    {"iso8601": "P36M"},
    "36 months",
    "Shelf life is 36 months.",
)
NOTIFIED = row(
    "notified",
    "When must a claim be notified?",
    "text",
    None,
    "A claim must be notified within 14 days after the loss was discovered.",
    "A claim must be notified within 14 days after the loss was discovered.",
)
ROWS = (
    *(EFFECTIVE, SIGNED, PRICE, PAYMENT, NOTICE, INTEREST, SELLER, ASSIGNMENT, COURTS, LAW),
    *(EXCESS, POLICY_END, THEFT, NOTIFIED, DOSE, SHELF),
)
FLOOR = GoldRow(id="floor", document="contract.txt", question="What is the minimum quantity?", absent=True)


def gold_set(*rows: GoldRow) -> GoldSet:
    named = {each.document for each in rows}
    sources = tuple(Source(key=f"own-{name}", name=name, text=TEXTS[name]) for name in TEXTS if name in named)
    return GoldSet("own", "dev", sources, rows)
