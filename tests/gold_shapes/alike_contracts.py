"""Documents whose values only look like contradictions: other units, sites, years, parties, cases, rows."""

from __future__ import annotations

ALIKE: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "per claim and in the aggregate",
        "What is the deductible?",
        ("The deductible is USD 5,000 per claim.\n\nThe deductible is USD 50,000 in the aggregate.\n",),
    ),
    (
        "per claim and in the aggregate, in words",
        "What is the limit of liability?",
        (
            "1. Limits\n\nThe limit of liability for each claim is USD 100,000.\n\n"
            "The aggregate limit of liability is USD 300,000.\n",
        ),
    ),
    (
        "two sites by number",
        "What is the monthly rent?",
        ("The monthly rent of Site 1 is EUR 900.\n\nThe monthly rent of Site 2 is EUR 1,400.\n",),
    ),
    (
        "two sites by title",
        "What is the monthly rent?",
        (
            "Berlin Office\n\nThe monthly rent is EUR 900.\n\n"
            "Hamburg Office\n\nThe monthly rent is EUR 1,400.\n",
        ),
    ),
    (
        "two sites by heading",
        "What is the monthly rent?",
        ("1. Berlin\n\nThe monthly rent is EUR 900.\n\n2. Hamburg\n\nThe monthly rent is EUR 1,400.\n",),
    ),
    (
        "two years",
        "What is the annual fee?",
        ("The annual fee for 2024 is EUR 9,000.\n\nThe annual fee for 2025 is EUR 9,400.\n",),
    ),
    (
        "a price that rises at dates",
        "What is the annual fee?",
        (
            "From 1 January 2024 the annual fee is EUR 9,000.\n\n"
            "From 1 January 2025 the annual fee is EUR 9,400.\n",
        ),
    ),
    (
        "two parties",
        "What is the notice period?",
        (
            "The Customer may terminate with a notice period of 30 days.\n\n"
            "The Supplier may terminate with a notice period of 90 days.\n",
        ),
    ),
    (
        "two products",
        "What is the licence fee?",
        (
            "The licence fee for the Premium package is EUR 80.\n\n"
            "The licence fee for the Standard package is EUR 50.\n",
        ),
    ),
    (
        "an exception for one case",
        "What is the delivery time?",
        ("The delivery time is 5 days.\n\nThe delivery time for spare parts from abroad is 20 days.\n",),
    ),
    (
        "an exception that overrides",
        "What is the payment period?",
        (
            "1. Payment\n\nThe payment period is 30 days.\n\n2. Large Orders\n\n"
            "Notwithstanding Section 1, the payment period for orders above EUR 50,000 is 60 days.\n",
        ),
    ),
    (
        "a minimum and a maximum",
        "What is the order quantity?",
        ("The order quantity is at least 40 pallets.\n\nThe order quantity is at most 80 pallets.\n",),
    ),
    (
        "initial and renewal term",
        "What is the term of the agreement?",
        (
            "The initial term of the agreement is 24 months.\n\n"
            "Each renewal term of the agreement is 12 months.\n",
        ),
    ),
    (
        "the same value again",
        "What is the monthly fee?",
        (
            "1. Fees\n\nThe Customer shall pay a monthly fee of EUR 4,500.00.\n\n"
            "Summary of Terms\n\nMonthly fee: EUR 4,500\n\nTerm: 24 months\n",
        ),
    ),
    (
        "the same value in words and figures",
        "What is the notice period?",
        ("The notice period is sixty (60) days.\n\nSummary of Terms\n\nThe notice period is 60 days.\n",),
    ),
    (
        "an amendment of another thing",
        "What is the monthly fee?",
        (
            "1. Fees\n\nThe monthly fee is EUR 500.\n\n2. Setup\n\nThe setup charge is EUR 90.\n\n"
            "Amendment No. 1\n\nSection 2 is hereby amended to read: The setup charge is EUR 120.\n",
        ),
    ),
    (
        "an amendment of another contract",
        "What is the monthly fee?",
        (
            "SERVICES AGREEMENT\n\nbetween Alder Foods GmbH and Birch Systems Ltd\n\n"
            "The monthly fee is EUR 500.\n",
            "AMENDMENT NO. 1 TO THE SERVICES AGREEMENT\n\n"
            "between Corwen Trading Limited and Dalby Hosting Inc.\n\n"
            "The monthly fee is increased to EUR 700.\n",
        ),
    ),
    (
        "two contracts of their own",
        "What is the monthly fee?",
        (
            "Contract No. 4711\n\nThe monthly fee is EUR 500.\n",
            "Contract No. 4712\n\nThe monthly fee is EUR 700.\n",
        ),
    ),
    (
        "net and gross",
        "What is the price?",
        ("The net price is EUR 100.\n\nThe gross price is EUR 119.\n",),
    ),
    (
        "steps of a scale",
        "What is the royalty rate?",
        (
            "3. Royalty rate\n\nThe Licensee pays a royalty that grows with its sales.\n\n"
            "$0 - $25,000,000 1.75%\n\n>$25,000,000 - $50,000,000 2.25%\n\n>$50,000,000 2.50%\n",
        ),
    ),
    (
        "rows of a table",
        "What is the daily rate?",
        ("# Rates\n\n| Role | Daily rate |\n|---|---|\n| Architect | EUR 1,380 |\n| Tester | EUR 900 |\n",),
    ),
    (
        "yes with consent, no without it",
        "May the Tenant sublet the premises?",
        (
            "The Tenant may sublet the premises with the Landlord's consent.\n\n"
            "The Tenant may not sublet the premises without the Landlord's consent.\n",
        ),
    ),
    (
        "one may, the other may not",
        "Is assignment of the agreement permitted?",
        ("The Supplier may assign this agreement freely.\n\nThe Customer may not assign this agreement.\n",),
    ),
)
"""Name, question, files. None of them may be reported as a conflict."""
