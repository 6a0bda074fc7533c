"""A software subscription, a supply contract and a research grant."""

from ..template import Absent, Asked, Computed, Headed, Mirror, Paper, YesNo
from ..wordings import company, day, money, percent, person, quantity, span, stretch

SOFTWARE = Paper(
    name="software subscription",
    currency="USD",
    body="""
  MASTER SUBSCRIPTION AGREEMENT
  Order form no. 2024-0311

This agreement is between {vendor} ("Provider") and {client} ("Customer").

1. Subscription

[[effective|It takes effect on {effective} and expires on {expires}.]] [[seats|The subscription covers
{seats} and {storage} of storage.]] [[trial|The Customer may test new modules free of charge, provided
that it reports defects.]]

2. Fees

[[fee|The annual fee is {fee} and the set-up fee is {setup}.]] [[monthly|Additional seats cost {seat}
per seat and month.]] [[uplift|On renewal the fee may rise by no more than {uplift}.]] [[late|Late
payments bear interest of {late} per month.]]

[[travel|The Customer reimburses travel expenses of up to {travel} per visit.]] [[refund|Fees are not
refundable.]]

3. Service levels

[[uptime|Availability is at least {uptime} in each calendar month.]] [[support|Critical tickets are
answered within {critical} and minor tickets within {minor}.]] [[credit|A credit of {credit} is granted
if availability falls below the agreed level.]]

4. Liability

[[cap_p|The liability of the Provider is limited to {cap_p}.]] [[cap_c|The liability of the Customer is
limited to {cap_c}.]] [[data|The Provider shall not sell Customer data.]] [[indirect|Neither party is
liable for lost profit, unless it acted with intent.]]

5. Term and termination

[[term_p|The Provider may terminate on {term_p} of notice.]] [[term_c|The Customer may terminate on
{term_c} of notice.]] [[export|Data can be exported for a maximum of {export} after expiry.]]
[[renew|The agreement does not renew automatically.]]

Support desk: +1 415 555 0136. Last page of 14.
""",
    slots={
        "vendor": company("Pellucid Software Inc.", "Gridstone Cloud Inc.", "Ferrule Systems LLC"),
        "client": company("Abernathy Foods Co.", "Delmar County Hospital", "Weston Rail Corp."),
        "effective": day(2023, 2023, "%B %d, %Y"),
        "expires": day(2026, 2026, "%B %d, %Y"),
        "seats": quantity(210, 890, 10, "seats"),
        "storage": quantity(20, 90, 5, "TB"),
        "fee": money("USD", 110000, 290000, 2000, "sign"),
        "setup": money("USD", 11000, 29000, 500, "sign"),
        "seat": money("USD", 41, 89, 2, "sign"),
        "uplift": percent(31, 59),
        "late": percent(11, 19),
        "travel": money("USD", 1100, 1900, 50, "sign"),
        "uptime": percent(991, 999),
        "critical": stretch(30, 55, 5, "minute"),
        "minor": stretch(240, 480, 20, "minute"),
        "credit": percent(51, 99),
        "cap_p": money("USD", 510000, 990000, 10000, "sign"),
        "cap_c": money("USD", 310000, 490000, 10000, "sign"),
        "term_p": span("day", 60, 90, spelled=True),
        "term_c": span("day", 30, 45, spelled=True),
        "export": span("day", 14, 20, spelled=True),
    },
    asked=(
        Asked("annual fee", ("What is the annual fee?",), "fee", "fee"),
        Asked("set-up fee", ("What is the set-up fee?",), "fee", "setup"),
        Asked(
            "price of an additional seat",
            ("What does an additional seat cost per month?",),
            "monthly",
            "seat",
            ("per seat and month",),
        ),
        Asked(
            "rise of the fee on renewal",
            ("By how much may the fee rise on renewal?",),
            "uplift",
            "uplift",
            ("no more than",),
            dropped="no more than",
        ),
        Asked(
            "travel expenses",
            ("What travel expenses are reimbursed?",),
            "travel",
            "travel",
            ("up to", "per visit"),
            dropped="up to",
        ),
        Asked(
            "availability",
            ("What availability is agreed?",),
            "uptime",
            "uptime",
            ("at least", "in each calendar month"),
            dropped="at least",
        ),
        Asked(
            "credit",
            ("What credit is granted?",),
            "credit",
            "credit",
            ("if availability falls below the agreed level",),
            condition="if availability falls below the agreed level",
        ),
        Asked(
            "answer time for critical tickets",
            ("How fast are critical tickets answered?",),
            "support",
            "critical",
        ),
        Asked("answer time for minor tickets", ("How fast are minor tickets answered?",), "support", "minor"),
        Asked("effective date", ("When does the agreement take effect?",), "effective", "effective"),
        Asked("expiry date", ("When does the agreement expire?",), "effective", "expires"),
        Asked(
            "time for exporting data",
            ("How long can data be exported after expiry?",),
            "export",
            "export",
            ("for a maximum of", "after expiry"),
            dropped="for a maximum of",
        ),
    ),
    yes_no=(
        YesNo(("Are fees refundable?",), "refund", False, dropped="not"),
        YesNo(("Does the agreement renew automatically?",), "renew", False, dropped="not"),
        YesNo(("May the provider sell customer data?",), "data", False, dropped="not"),
        YesNo(
            ("May the customer test new modules free of charge?",),
            "trial",
            True,
            condition="provided that it reports defects",
        ),
    ),
    mirrors=(
        Mirror(
            "swapped_parties",
            ("What is the liability cap of the Provider?", "cap_p", "cap_p"),
            ("What is the liability cap of the Customer?", "cap_c", "cap_c"),
        ),
        Mirror(
            "swapped_parties",
            ("On what notice may the Provider terminate?", "term_p", "term_p"),
            ("On what notice may the Customer terminate?", "term_c", "term_c"),
        ),
        Mirror(
            "other_time_frame",
            ("What is the fee per year?", "fee", "fee"),
            ("What does one more seat cost per month?", "monthly", "seat"),
        ),
    ),
    absent=(
        Absent(
            "What is the early termination fee?",
            "fee",
            "setup",
            "A Customer that leaves early pays a termination fee of {}.",
        ),
        Absent(
            "What does extra storage cost?",
            "monthly",
            "seat",
            "Extra storage costs {} per terabyte and month.",
        ),
    ),
    computed=(
        Computed(
            "What is due in the first year, fee and set-up together?",
            "sum",
            (("fee", "fee"), ("fee", "setup")),
        ),
        Computed("What does one additional seat cost per year?", "times 12", (("monthly", "seat"),)),
    ),
    headed=(
        Headed("What does the agreement say on liability?", "4. Liability", "cap_p"),
        Headed("Which service levels are agreed?", "3. Service levels", "uptime"),
    ),
    swaps=(
        ("Provider", "Customer"),
        ("may", "shall"),
        ("annual", "monthly"),
        ("after", "before"),
        ("below", "above"),
        ("calendar month", "business week"),
    ),
)

SUPPLY = Paper(
    name="supply contract",
    currency="EUR",
    body="""
  FRAMEWORK SUPPLY CONTRACT FOR BOTTLE CLOSURES

Seller: {seller}. Buyer: {buyer}. Signed by {signer} for the Buyer.

Clause 1 Goods and quantity

[[volume|The Buyer orders at least {volume} a year.]] [[carton|A carton holds {carton} and a pallet
holds {pallet}.]]

Clause 2 Price

[[price|The price is {price} per carton and the pallet deposit is {pallet_fee}.]] [[index|If the resin
index moves by more than 10 points, a surcharge of {surcharge} applies.]] [[cap|Freight is charged up to
{freight} per delivery.]]

[[rebate|A rebate of {rebate} is granted on orders and {bonus} on prepaid orders.]] [[month_cap|The
Buyer may owe the Seller {open_month} at the end of a month.]] [[year_cap|The Buyer may owe the Seller
{open_year} at the end of the year.]]

Clause 3 Delivery

[[lead|The Seller delivers within {lead} of an order.]] [[pickup|The Buyer collects empty pallets within
{pickup} of a delivery.]] [[delay|For each week of delay the Seller pays a penalty of not more than
{penalty}.]]

Clause 4 Quality

[[reject|The Buyer may reject a lot, but only where more than 2 in 1,000 pieces leak.]] [[claims|Visible
defects are notified within {visible} and hidden defects within {hidden}.]] [[mix|Lots must not be
mixed.]] [[sub|The Seller may not use subcontractors.]]

Clause 5 Duration

[[from_to|The contract starts on {begin} and ends on {finish}.]] [[extend|It may be extended once,
unless either party objects in writing.]] [[exclusive|The Buyer is not bound to buy from the Seller
alone.]]

Purchasing: extension 4417, fax 0421 555 8830.
""",
    slots={
        "seller": company("Korken & Kapsel GmbH", "Closura S.p.A.", "Tappi Nordest S.r.l."),
        "buyer": company("Quellwasser Auental AG", "Fonte Alpina S.p.A."),
        "signer": person("Renate Kühn", "Paolo Ferri", "Anneke van Dijk"),
        "volume": quantity(2100, 6900, 100, "cartons"),
        "carton": quantity(1200, 1800, 50, "closures"),
        "pallet": quantity(24, 48, 2, "boxes"),
        "price": money("EUR", 31, 59, 1, "cents"),
        "pallet_fee": money("EUR", 9, 19, 1, "cents"),
        "surcharge": percent(21, 49),
        "freight": money("EUR", 210, 390, 10, "cents"),
        "rebate": percent(11, 19),
        "bonus": percent(31, 39),
        "open_month": money("EUR", 41000, 69000, 1000),
        "open_year": money("EUR", 11000, 19000, 1000),
        "lead": span("day", 10, 14),
        "pickup": span("day", 20, 30),
        "penalty": percent(5, 9),
        "visible": span("day", 5, 7),
        "hidden": span("month", 12, 18),
        "begin": day(2022, 2022, "%Y-%m-%d"),
        "finish": day(2025, 2025, "%Y-%m-%d"),
    },
    asked=(
        Asked(
            "yearly quantity",
            ("How many cartons does the Buyer order a year?",),
            "volume",
            "volume",
            ("at least", "a year"),
            dropped="at least",
        ),
        Asked("content of a carton", ("How many closures does a carton hold?",), "carton", "carton"),
        Asked("price per carton", ("What is the price per carton?",), "price", "price", ("per carton",)),
        Asked("pallet deposit", ("What is the pallet deposit?",), "price", "pallet_fee"),
        Asked(
            "surcharge",
            ("What surcharge applies?",),
            "index",
            "surcharge",
            ("If the resin index moves by more than 10 points",),
            condition="If the resin index moves by more than 10 points",
        ),
        Asked(
            "freight charge",
            ("How much freight is charged?",),
            "cap",
            "freight",
            ("up to", "per delivery"),
            dropped="up to",
        ),
        Asked("rebate on orders", ("What rebate is granted on orders?",), "rebate", "rebate", ("on orders",)),
        Asked(
            "rebate on prepaid orders",
            ("What rebate is granted on prepaid orders?",),
            "rebate",
            "bonus",
            ("on prepaid orders",),
        ),
        Asked(
            "penalty for delay",
            ("What is the penalty for delay?",),
            "delay",
            "penalty",
            ("For each week of delay", "not more than"),
            dropped="not more than",
        ),
        Asked(
            "time for notifying visible defects",
            ("Within what time are visible defects notified?",),
            "claims",
            "visible",
            ("Visible defects",),
        ),
        Asked("start of the contract", ("When does the contract start?",), "from_to", "begin"),
        Asked("end of the contract", ("When does the contract end?",), "from_to", "finish"),
    ),
    yes_no=(
        YesNo(("May lots be mixed?",), "mix", False, dropped="not"),
        YesNo(("May the seller use subcontractors?",), "sub", False, dropped="not"),
        YesNo(("Is the buyer bound to buy from the seller alone?",), "exclusive", False, dropped="not"),
        YesNo(
            ("May the contract be extended?",),
            "extend",
            True,
            condition="unless either party objects in writing",
        ),
        YesNo(
            ("May the buyer reject a lot?",),
            "reject",
            True,
            condition="but only where more than 2 in 1,000 pieces leak",
        ),
    ),
    mirrors=(
        Mirror(
            "swapped_parties",
            ("Within what time must the Seller act after an order?", "lead", "lead"),
            ("Within what time must the Buyer act after a delivery?", "pickup", "pickup"),
        ),
        Mirror(
            "other_time_frame",
            ("What may the Buyer owe at the end of a month?", "month_cap", "open_month"),
            ("What may the Buyer owe at the end of the year?", "year_cap", "open_year"),
        ),
    ),
    absent=(
        Absent(
            "What is the tooling cost?", "price", "price", "The tooling cost of {} is borne by the Buyer."
        ),
        Absent(
            "What payment discount is granted?",
            "delay",
            "penalty",
            "Invoices paid at once earn a discount of {}.",
        ),
    ),
    computed=(
        Computed(
            "What does a carton cost with the pallet deposit?",
            "sum",
            (("price", "price"), ("price", "pallet_fee")),
        ),
    ),
    headed=(
        Headed("What does the contract say about quality?", "Clause 4 Quality", "claims"),
        Headed("What are the rules on delivery?", "Clause 3 Delivery", "lead"),
    ),
    swaps=(
        ("Buyer", "Seller"),
        ("may", "must"),
        ("Visible", "Hidden"),
        ("carton", "pallet"),
        ("starts", "lapses"),
        ("week", "month"),
    ),
)

GRANT = Paper(
    name="grant letter",
    currency="EUR",
    body="""
  LETTER OF AWARD
  Reference HF-2023-0917

Dear Professor, the {funder} has decided on your application "Sediment archives of the inner fjord".

(1) Amount and period

[[award|The foundation awards {award} to the university and {partner} to the museum.]]
[[overhead|Overheads are accepted up to {overhead} of direct costs.]] [[period|The project runs for
{period} from {begin}.]]

(2) Payment

[[first|The first instalment is {first}.]] [[year1|Spending in year 1 is planned at {year1}.]]
[[year2|Spending in year 2 is planned at {year2}.]] [[reserve|A final {final} is paid out as soon as the
audited accounts are accepted.]]

(3) Staff and equipment

[[staff|Doctoral students are paid {doctoral} a month and student assistants {assistant} a month.]]
[[equipment|Devices above {device} must be tendered.]] [[travel|Conference travel may cost no more than
{conference} per person.]] [[vehicles|Vehicles are not funded.]] [[shift|Funds may be moved between
headings, provided that the foundation is told beforehand.]]

(4) Reports

[[report_u|The university sends its report within {report_u} of the end of the project.]] [[report_m|The
museum sends its report within {report_m} of the end of the project.]] [[data|Data may not be withheld
for more than two years.]] [[own|The recipients contribute at least {own} from their own funds.]]

(5) Withdrawal

[[withdraw|The award can be withdrawn if the project has not started by {latest}.]] [[interest|Sums to
be repaid carry interest of {interest}, and {interest2} after a reminder.]]

The officer in charge is {officer}, telephone 040 555 7716, room 3.118.
""",
    slots={
        "funder": company("Hagemann Foundation", "Nordlicht Stiftung"),
        "award": money("EUR", 410000, 690000, 5000),
        "partner": money("EUR", 110000, 190000, 5000),
        "overhead": percent(151, 229),
        "period": span("month", 30, 36, 42),
        "begin": day(2024, 2024),
        "first": money("EUR", 61000, 89000, 1000),
        "year1": money("EUR", 201000, 249000, 1000),
        "year2": money("EUR", 251000, 299000, 1000),
        "final": money("EUR", 31000, 49000, 1000),
        "doctoral": money("EUR", 2510, 2990, 20),
        "assistant": money("EUR", 510, 690, 10),
        "device": money("EUR", 10500, 19500, 500),
        "conference": money("EUR", 1510, 1990, 20),
        "report_u": span("month", 5, 6),
        "report_m": span("month", 3, 4),
        "own": percent(101, 149),
        "latest": day(2025, 2025),
        "interest": percent(21, 39),
        "interest2": percent(51, 69),
        "officer": person("Wiebke Petersen", "Ulrich Otto Brandt"),
    },
    asked=(
        Asked(
            "award to the university",
            ("How much is awarded to the university?",),
            "award",
            "award",
            ("to the university",),
        ),
        Asked(
            "award to the museum",
            ("How much is awarded to the museum?",),
            "award",
            "partner",
            ("to the museum",),
        ),
        Asked(
            "accepted overheads",
            ("What overheads are accepted?",),
            "overhead",
            "overhead",
            ("up to", "of direct costs"),
            dropped="up to",
        ),
        Asked("first instalment", ("How much is the first instalment?",), "first", "first"),
        Asked(
            "final payment",
            ("How much is the final payment?",),
            "reserve",
            "final",
            ("as soon as the audited accounts are accepted",),
            condition="as soon as the audited accounts are accepted",
        ),
        Asked(
            "monthly pay of doctoral students",
            ("What are doctoral students paid a month?",),
            "staff",
            "doctoral",
            ("a month",),
        ),
        Asked(
            "monthly pay of student assistants",
            ("What are student assistants paid a month?",),
            "staff",
            "assistant",
            ("a month",),
        ),
        Asked(
            "cost of conference travel",
            ("What may conference travel cost?",),
            "travel",
            "conference",
            ("no more than", "per person"),
            dropped="no more than",
        ),
        Asked(
            "own contribution",
            ("What share must the recipients contribute?",),
            "own",
            "own",
            ("at least",),
            dropped="at least",
        ),
        Asked("length of the project", ("How long does the project run?",), "period", "period"),
        Asked(
            "interest on sums to be repaid",
            ("What interest do sums to be repaid carry?",),
            "interest",
            "interest",
        ),
        Asked(
            "interest after a reminder",
            ("What interest applies after a reminder?",),
            "interest",
            "interest2",
            ("after a reminder",),
        ),
    ),
    yes_no=(
        YesNo(("Are vehicles funded?",), "vehicles", False, dropped="not"),
        YesNo(
            ("May funds be moved between headings?",),
            "shift",
            True,
            condition="provided that the foundation is told beforehand",
        ),
        YesNo(
            ("Can the award be withdrawn?",), "withdraw", True, condition="if the project has not started by"
        ),
    ),
    mirrors=(
        Mirror(
            "swapped_parties",
            ("When must the university report?", "report_u", "report_u"),
            ("When must the museum report?", "report_m", "report_m"),
        ),
        Mirror(
            "swapped_parties",
            ("What does the university receive?", "award", "award"),
            ("What does the museum receive?", "award", "partner"),
        ),
        Mirror(
            "other_time_frame",
            ("What spending is planned in year 1?", "year1", "year1"),
            ("What spending is planned in year 2?", "year2", "year2"),
        ),
    ),
    absent=(
        Absent(
            "How much is granted for publications?",
            "travel",
            "conference",
            "For publications a lump sum of {} is granted.",
        ),
        Absent("How much is the second instalment?", "first", "first", "The second instalment is {}."),
    ),
    computed=(
        Computed("What is awarded in total?", "sum", (("award", "award"), ("award", "partner"))),
        Computed("When does the project end?", "date plus", (("period", "begin"), ("period", "period"))),
    ),
    headed=(
        Headed("What does the letter say about withdrawal?", "(5) Withdrawal", "withdraw"),
        Headed("What reports are due?", "(4) Reports", "report_u"),
    ),
    swaps=(
        ("university", "museum"),
        ("may", "must"),
        ("must", "may"),
        ("first", "last"),
        ("above", "below"),
        ("foundation", "ministry"),
    ),
)
