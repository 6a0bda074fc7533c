"""HTML: a drug label with nested lists, spanned tables, entities, small print and hidden text."""

from __future__ import annotations

from tests.documents import web_odd
from tests.documents.truth import (
    About,
    Asked,
    Fact,
    Grid,
    Heading,
    InCell,
    InOrder,
    Kept,
    NotShown,
    Paper,
    Unit,
)

_LABEL = """<!DOCTYPE html>
<html lang="en"><head><title>Velorin 20 mg tablets</title>
<meta charset="utf-8"><style>p::after { content: "styled" }</style>
<script>var dose = "900 mg";</script></head>
<body>
<nav><ul><li><a href="#d">Dosage</a></li><li><a href="#s">Storage</a></li></ul></nav>
<main>
<h1>VELORIN&reg; (taledrine) tablets, 20&nbsp;mg</h1>
<p>Velorin is indicated for the treatment of hypertension in adults with a body surface of
less than 2.1&nbsp;m<sup>2</sup>; 10<sup>3</sup> patients were studied, CO<sub>2</sub> was not measured.</p>
<h2 id="d">2 Dosage and administration</h2>
<p>The recommended starting dose is <b>20&nbsp;mg once daily</b>.<br>The maximum daily dose is 80&nbsp;mg.</p>
<p>Do <em>not</em> take Velorin with grapefruit&#x2019;s juice &mdash; see <a href="#s">storage</a>.
Levels rise if CrCl &lt; 30&nbsp;mL/min &amp; age &gt; 75.</p>
<ul>
 <li>Adults:
  <ol><li>start with one tablet</li><li>raise to two tablets after 14 days</li></ol>
 </li>
 <li>Children: not recommended</li>
</ul>
<p hidden>The recommended starting dose is 500 mg.</p>
<p style="display: none">Secret dose of 600 mg.</p>
<template><p>Template dose of 700 mg.</p></template>
<h3>2.1 Adjustment</h3>
<table>
<caption>Table 1. Dose by kidney function</caption>
<thead>
<tr><th rowspan="2">Kidney function</th><th colspan="2">Dose</th><th rowspan="2">Interval</th></tr>
<tr><th>Start</th><th>Maximum</th></tr>
</thead>
<tbody>
<tr><td>Normal</td><td>20 mg</td><td>80 mg</td><td rowspan="2">24 hours</td></tr>
<tr><td>Mild impairment</td><td>15 mg</td><td>60 mg</td></tr>
<tr><td>Severe impairment</td><td>5 mg</td><td>10 mg</td><td>48 hours</td></tr>
<tr><td colspan="4">CrCl = creatinine clearance</td></tr>
</tbody></table>
<h2>6 Adverse reactions</h2>
<table><tr><th></th><th>Velorin<br>(N = 412)</th><th>Placebo<br>(N = 405)</th></tr>
<tr><th>Headache</th><td>12.4%</td><td>9.1%</td></tr>
<tr><th>Dizziness</th><td>6.8%</td><td>2.2%</td></tr></table>
<h2 id="s">16 Storage</h2>
<div>Store below 25&nbsp;&deg;C.<div>Shelf life: 36 months.</div>Keep out of the reach of children.</div>
<dl><dt>Marketing authorisation holder</dt><dd>Norwell Pharma Ltd, Cork</dd>
<dt>Half-life</dt><dd>11 hours</dd></dl>
<pre>Lot:   A-77
Expiry: 2027-04</pre>
<p>Unclosed paragraph with a price of &euro;14.90 per pack
<p>The second one follows it.
</main>
<footer><p>Revised: March 2024</p></footer>
</body></html>
"""

_LAYOUT = """<html><body>
<h1>Tenancy notice</h1>
<table role="presentation" width="100%"><tr><td><p>The rent rises to $1,480 a month from 1 July 2025.</p>
<p>The deposit stays at $2,000.</p></td><td><p>Contact: Hill &amp; Vale Lettings</p></td></tr></table>
<p>The inventory fee is <del>$40</del><ins>$55</ins>.</p>
<p>The tenant, <del>Mr. Poe</del><ins>Ms. Roe</ins>, may object within 30&#8239;days.</p>
<details><summary>Appeals</summary><p>An appeal costs $25.</p></details>
<select><option>Alaska</option><option>Texas</option></select>
<p>H<sub>2</sub>O and x<sup>2</sup> and the 1<sup>st</sup> of May&hellip;</p>
</body></html>"""


def papers() -> tuple[Paper, ...]:
    return (
        Paper("velorin.html", _LABEL.encode(), _label_facts()),
        Paper("velorin-utf16.html", _LABEL.replace("utf-8", "utf-16").encode("utf-16"), _label_facts()[:6]),
        Paper(
            "notice.html",
            _LAYOUT.encode("ascii"),
            (
                Heading("Tenancy notice", 1),
                Unit("The rent rises to $1,480 a month from 1 July 2025."),
                Unit("The deposit stays at $2,000."),
                Unit("Contact: Hill & Vale Lettings"),
                Kept("within 30\u202fdays".replace("\u202f", " ")),
                Kept("An appeal costs $25."),
                Kept("H2O and x² and the 1st of May…"),
                NotShown("PoeMs."),
                Asked(
                    "How much is the inventory fee?",
                    {"value": "55", "currency": "USD"},
                    "$55",
                ),
                Asked(
                    "What is the rent a month?",
                    {"value": "1480", "currency": "USD"},
                    "$1,480",
                ),
                Asked("How much is the deposit?", {"value": "2000", "currency": "USD"}, "$2,000"),
                Asked("Within what time may the tenant object?", {"iso8601": "P30D"}, "may object within"),
            ),
        ),
        *web_odd.papers(),
    )


def _label_facts() -> tuple[Fact, ...]:
    return (
        Heading("VELORIN® (taledrine) tablets, 20 mg", 1),
        Heading("2 Dosage and administration", 2),
        Heading("2.1 Adjustment", 3),
        Unit("The maximum daily dose is 80 mg.", section="2 Dosage and administration"),
        Unit("The recommended starting dose is 20 mg once daily.", section="2 Dosage and administration"),
        Unit("Do not take Velorin with grapefruit’s juice — see storage."),
        Heading("16 Storage", 2),
        Unit("Levels rise if CrCl < 30 mL/min & age > 75."),
        Unit("Store below 25 °C."),
        Unit("Shelf life: 36 months."),
        Unit("Keep out of the reach of children."),
        Unit("The second one follows it."),
        InOrder(
            (
                "Adults:",
                "start with one tablet",
                "raise to two tablets after 14 days",
                "Children: not recommended",
            )
        ),
        NotShown("500 mg"),
        NotShown("600 mg"),
        NotShown("700 mg"),
        NotShown("900 mg"),
        NotShown("styled"),
        Kept("Revised: March 2024"),
        Kept("less than 2.1 m²; 10³ patients were studied, CO2 was"),
        Grid(1, 6, 4, 2, "Table 1. Dose by kidney function"),
        InCell("60 mg", 3, 2, ("Dose", "Maximum")),
        InCell("24 hours", 2, 3, ("Interval",), rows=2),
        InCell("Dose", 0, 1, columns=2),
        InCell("CrCl = creatinine clearance", 5, 0, columns=4),
        Grid(2, 3, 3, 1),
        InCell("9.1%", 1, 2, ("Placebo (N = 405)",), table=2),
        About("label", "en"),
        Asked("What is the maximum daily dose?", {"value": "80", "unit": "mg"}, "maximum daily dose is 80"),
        Asked("What is the recommended starting dose?", {"value": "20", "unit": "mg"}, "20 mg once daily"),
        Asked(
            "What is the maximum dose in severe impairment?",
            {"value": "10", "unit": "mg"},
            "10 mg",
        ),
        Asked("What is the start dose in mild impairment?", {"value": "15", "unit": "mg"}, "15 mg"),
        Asked("What percentage had headache on placebo?", {"value": "9.1"}, "9.1%"),
        Asked("What percentage had dizziness with Velorin?", {"value": "6.8"}, "6.8%"),
        Asked("What is the shelf life?", {"iso8601": "P36M"}, "36 months", section="16 Storage"),
        Asked(
            "What is the half-life?",
            {"iso8601": "PT11H"},
            "11 hours",
        ),
        Asked("What does a pack cost?", {"value": "14.90", "currency": "EUR"}, "14.90"),
        Asked(
            "How long is the interval in mild impairment?",
            {"iso8601": "PT24H"},
            "24 hours",
        ),
        Asked("When was it revised?", {"iso": "2024-03"}, "Revised: March 2024"),
        Asked(
            "How long is the interval in severe impairment?",
            {"iso8601": "PT48H"},
            "48 hours",
        ),
        Asked(
            "At what temperature is it stored?",
            {"text": "Store below 25\u00a0°C."},
            "Store below 25 °C.",
        ),
        Asked(
            "How many patients were studied?",
            {"value": "1000"},
            "10³ patients",
            broken="wrong answer: 2.1 m²",
        ),
    )
