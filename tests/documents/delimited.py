"""CSV: quotes, semicolons, decimal commas, tabs and preambles."""

from __future__ import annotations

from tests.documents.truth import Asked, Grid, InCell, Kept, Paper, Unit

_PRICES = """\
Article,Description,"Price, net",Available from,Stock
A-100,"Hinge, brass, 2"" wide",$4.50,2025-01-15,120
A-200,"Bolt
with nut",$0.35,2025-02-01,"12,000"
A-300,Bracket,"$1,250.00",2025-03-10,0
A-400,,$7.00,,5
"""

_GERMAN = """\
Artikel;Preis;Menge;Rabatt
Schraube M6;0,35 €;12.000;5 %
Platte;1.250,00 €;3;12,5 %
Dübel;2,10 €;800;0 %
"""


def papers() -> tuple[Paper, ...]:
    return (
        Paper(
            "prices.csv",
            _PRICES.encode(),
            (
                Grid(1, 5, 5, 1),
                InCell("$1,250.00", 3, 2, ("Price, net",)),
                InCell("12,000", 2, 4, ("Stock",)),
                InCell("$7.00", 4, 2, ("Price, net",)),
                Kept("Bolt with nut"),
                Asked(
                    "What is the net price of the bracket?",
                    {"value": "1250.00", "currency": "USD"},
                    "$1,250.00",
                ),
                Asked("What is the price of A-400?", {"value": "7.00", "currency": "USD"}, "$7.00"),
                Asked("From when is A-300 available?", {"iso": "2025-03-10"}, "2025-03-10"),
                Asked("How many A-200 are in stock?", {"value": "12000"}, "12,000"),
                Asked(
                    "How much is the hinge?",
                    {"value": "4.50", "currency": "USD"},
                    "$4.50",
                ),
                Asked(
                    "What is the price of A-200?",
                    {"value": "0.35", "currency": "USD"},
                    "$0.35",
                ),
                Asked("How many A-300 are in stock?", {"value": "0"}, "A-300"),
            ),
        ),
        Paper(
            "preise.csv",
            _GERMAN.encode("cp1252"),
            (
                Grid(1, 4, 4, 1),
                InCell("1.250,00 €", 2, 1, ("Preis",)),
                InCell("12,5 %", 2, 3, ("Rabatt",)),
                Asked(
                    "How much is the Preis of Platte?", {"value": "1250.00", "currency": "EUR"}, "1.250,00 €"
                ),
                Asked(
                    "What percentage is the Rabatt of Platte?",
                    {"value": "12.5"},
                    "12,5 %",
                ),
                Asked(
                    "How much is the Preis of Dübel?",
                    {"value": "2.10", "currency": "EUR"},
                    "2,10 €",
                ),
            ),
        ),
        Paper(
            "lab.tsv",
            b"Analyte\tResult\tUnit\nSodium\t141\tmmol/L\nPotassium\t4.1\tmmol/L\n",
            (
                Grid(1, 3, 3, 1),
                InCell("4.1", 2, 1, ("Result",)),
                Unit("Sodium 141 mmol/L", "table_row"),
                Asked(
                    "What is the potassium result?",
                    {"value": "4.1"},
                    "4.1",
                ),
            ),
        ),
    )
