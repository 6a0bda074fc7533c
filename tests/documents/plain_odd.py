"""Plain text set in columns by hand, and Markdown with what writers mix into it."""

from __future__ import annotations

from tests.documents.truth import Asked, Fact, Grid, Heading, InCell, InOrder, Kept, Paper, Unit

_STATEMENT = """\
                     HARROW COUNTY CREDIT UNION
                        STATEMENT OF TERMS

ARTICLE I.  THE LOAN

     The Lender lends the Borrower $25,000.00 (the "Loan") at a fixed rate of
6.75% per annum.  The Loan is repaid in 48 equal instal-
ments, the first on August 1, 2024.

     FEES                       AMOUNT        WHEN DUE
     ---------------------      --------      -----------------
     Origination                $375.00       at closing
     Late payment               $29.00        after 10 days
     Returned check             $35.00        on return

ARTICLE II.  DEFAULT

     (a)  Default means failure to pay for 30 days;
          or the death of the Borrower.

     (b)  On default the rate rises to 9.5%.

     * * *

     IN WITNESS WHEREOF, signed this 28th day of June, 2024.
"""

_README = """\
Guideline for infusion pumps
============================

Scope
-----
Applies to pumps of type **IP\\_200** and IP-300.  It does *not* apply to `IP-100`.

Model | Flow rate | Battery
--- | --- | ---
IP-200 | 250 mL/h | 6 hours
IP-300 | 999 mL/h | 10 hours

* Clean the pump every 8 hours.
    * Use alcohol of 70%.

      Do not use bleach.
* Calibrate it once a year.

1) First check the tube.
2) Then open the clamp.

<table><tr><th>Alarm</th><th>Delay</th></tr><tr><td>Air in line</td><td>2 seconds</td></tr></table>

Hard  
break here. See [the manual][m] or <https://pumps.example/ip>.

- [x] Approved by the board on 3 March 2025
- [ ] Translated

### Records ###

Keep records for 5 years\\. ~~Keep them for 7 years.~~

[m]: https://pumps.example/manual "Manual"
"""


def papers() -> tuple[Paper, ...]:
    return (
        Paper("terms.txt", _STATEMENT.encode("ascii"), _TERMS),
        Paper("pumps.md", _README.encode("utf-8"), _PUMPS),
    )


_TERMS: tuple[Fact, ...] = (
    Unit('The Lender lends the Borrower $25,000.00 (the "Loan") at a fixed rate of 6.75% per annum.'),
    Kept("The Loan is repaid in 48 equal instalments, the first on August 1, 2024."),
    Heading("ARTICLE II. DEFAULT", 1),
    Heading("ARTICLE I. THE LOAN", 1),
    Unit("(b) On default the rate rises to 9.5%.", "bullet"),
    Unit("(a) Default means failure to pay for 30 days; or the death of the Borrower.", "bullet"),
    Asked("What is the late payment fee?", {"value": "29.00", "currency": "USD"}, "$29.00"),
    Asked("How much is the fee for a returned check?", {"value": "35.00", "currency": "USD"}, "$35.00"),
    Asked(
        "What is the fixed rate?",
        {"value": "6.75"},
        "6.75%",
        broken="wrong answer: $25,000, the loan; a rate is taken for an amount",
    ),
    Asked("What is the rate on default?", {"value": "9.5"}, "9.5%"),
    Asked("How much is the Loan?", {"value": "25000.00", "currency": "USD"}, "$25,000.00"),
    Asked("When is the first instalment due?", {"iso": "2024-08-01"}, "August 1, 2024"),
    Asked("When was it signed?", {"iso": "2024-06-28"}, "28th day of June, 2024"),
    Asked(
        "What is the interest rate?",
        {"value": "6.75"},
        "6.75%",
    ),
    Asked("How many instalments are there?", {"value": "48"}, "48 equal instal"),
    Asked("What is the origination fee?", {"value": "375.00", "currency": "USD"}, "$375.00"),
)

_PUMPS: tuple[Fact, ...] = (
    Heading("Guideline for infusion pumps", 1),
    Heading("Scope", 2),
    Heading("Records", 3),
    Grid(1, 3, 3, 1),
    InCell("999 mL/h", 2, 1, ("Flow rate",)),
    InCell("6 hours", 1, 2, ("Battery",)),
    InOrder(
        ("Clean the pump", "Use alcohol", "Do not use bleach.", "Calibrate it", "First check", "Then open")
    ),
    Kept("Air in line"),
    Asked("How long does the battery of IP-300 last?", {"iso8601": "PT10H"}, "10 hours"),
    Asked("How long is the battery of IP-200?", {"iso8601": "PT6H"}, "6 hours"),
    Asked(
        "What is the flow rate of IP-300?",
        {"value": "999", "unit": "mL/h"},
        "999 mL/h",
        broken="missed: a flow rate is taken for an amount of money",
    ),
    Asked("How long must records be kept?", {"iso8601": "P5Y"}, "5 years"),
    Asked("When was it approved by the board?", {"iso": "2025-03-03"}, "3 March 2025"),
    Asked("Does it apply to IP-100?", {"value": False}, "IP-100"),
    Asked("How long is the delay for air in line?", {"iso8601": "PT2S"}, "2 seconds"),
)
