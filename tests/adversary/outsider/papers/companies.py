"""A filing and the minutes of a board meeting."""

from ..template import Absent, Asked, Computed, Headed, Mirror, Paper, YesNo
from ..wordings import company, day, millions, money, percent, person, quantity, span

FILING = Paper(
    name="annual filing",
    currency="USD",
    body="""
  ANNUAL REPORT FOR THE FISCAL YEAR ENDED DECEMBER 31, 2023
  Commission file number 001-38217

  TABLE OF CONTENTS
  Item 1    Business                                  3
  Item 1A   Risk factors                              9
  Item 7    Results of operations                    31
  Item 9A   Controls and procedures                  58

Item 1 Business

{issuer} designs pumps for water utilities. [[staff|At year end we employed {staff} and leased
{sites}.]] [[customer|Our largest customer, {customer}, accounted for {share} of net sales in 2023 and
{share_before} in 2022.]] The investor relations desk answers on (212) 555-0119.

Item 1A Risk factors

[[lawsuit|A claim of up to {claim} has been filed against us.]] [[insured|The claim is not covered by
insurance.]] [[covenant|We may pay dividends, so long as our leverage stays under 3.5.]]

Item 7 Results of operations

[[sales|Net sales were {sales} in 2023, compared with {sales_before} in 2022.]] [[quarter|Net sales in
the fourth quarter of 2023 were {quarter}.]] [[margin|Gross margin was {margin} and operating margin was
{operating}.]]

  Selected data (in thousands of US dollars)
                                  2023        2022
  Research and development      18,460      16,905
  Cash at year end              42,118      39,077

[[capex|We expect capital expenditure of at least {capex} next year.]] [[facility|The lender may call
the facility on {call} of notice.]] [[prepay|We may repay the facility on {repay} of notice.]]

[[buyback|Under the programme approved on {approved} we can buy back shares for a maximum of
{buyback}.]] [[goodwill|An impairment of {impairment} would be recorded if the Ohio plant were closed.]]

Item 9A Controls and procedures

[[weakness|Management did not identify a material weakness.]] [[restated|Prior periods were not
restated.]]
""",
    slots={
        "issuer": company("Calloway Flow Systems, Inc.", "Northfork Pump Corp.", "Hydrant Works, Inc."),
        "staff": quantity(1210, 3890, 10, "employees"),
        "sites": quantity(11, 29, 1, "sites"),
        "customer": company("Tri-Valley Water District", "Lakeshore Utilities Authority"),
        "share": percent(181, 249),
        "share_before": percent(121, 169),
        "claim": millions("USD", 31, 69),
        "sales": millions("USD", 2510, 4990),
        "sales_before": millions("USD", 1510, 2490),
        "quarter": millions("USD", 710, 1290),
        "margin": percent(321, 419),
        "operating": percent(81, 149),
        "capex": millions("USD", 121, 289),
        "call": span("day", 60, 90),
        "repay": span("day", 10, 20),
        "approved": day(2022, 2022, "%B %d, %Y"),
        "buyback": millions("USD", 301, 599),
        "impairment": millions("USD", 71, 119),
    },
    asked=(
        Asked("net sales in 2023", ("What were net sales in 2023?",), "sales", "sales", ("in 2023",)),
        Asked(
            "claim filed against the company",
            ("How large is the claim filed against the company?",),
            "lawsuit",
            "claim",
            ("up to",),
            dropped="up to",
        ),
        Asked(
            "share of the largest customer in 2023",
            ("What share of 2023 net sales came from the largest customer?",),
            "customer",
            "share",
            ("in 2023",),
        ),
        Asked("gross margin", ("What was the gross margin?",), "margin", "margin"),
        Asked("operating margin", ("What was the operating margin?",), "margin", "operating"),
        Asked(
            "expected capital expenditure",
            ("What capital expenditure is expected next year?",),
            "capex",
            "capex",
            ("at least", "next year"),
            dropped="at least",
        ),
        Asked(
            "size of the buyback programme",
            ("For how much can shares be bought back?",),
            "buyback",
            "buyback",
            ("for a maximum of",),
            dropped="for a maximum of",
        ),
        Asked(
            "impairment",
            ("What impairment would be recorded?",),
            "goodwill",
            "impairment",
            ("if the Ohio plant were closed",),
            condition="if the Ohio plant were closed",
        ),
        Asked(
            "approval of the buyback programme",
            ("When was the buyback programme approved?",),
            "buyback",
            "approved",
        ),
    ),
    yes_no=(
        YesNo(("Did management identify a material weakness?",), "weakness", False, dropped="not"),
        YesNo(("Were prior periods restated?",), "restated", False, dropped="not"),
        YesNo(("Is the claim covered by insurance?",), "insured", False, dropped="not"),
        YesNo(
            ("May the company pay dividends?",),
            "covenant",
            True,
            condition="so long as our leverage stays under 3.5",
        ),
    ),
    mirrors=(
        Mirror(
            "other_time_frame",
            ("What were net sales in 2023?", "sales", "sales"),
            ("What were net sales in 2022?", "sales", "sales_before"),
        ),
        Mirror(
            "other_time_frame",
            ("What were net sales for the year 2023?", "sales", "sales"),
            ("What were net sales in the fourth quarter?", "quarter", "quarter"),
        ),
        Mirror(
            "swapped_parties",
            ("On what notice may the lender call the facility?", "facility", "call"),
            ("On what notice may the company repay the facility?", "prepay", "repay"),
        ),
    ),
    absent=(
        Absent("What was net income in 2023?", "sales", "sales", "Net income was {} in 2023."),
        Absent(
            "What was the effective tax rate?",
            "margin",
            "operating",
            "Our effective tax rate was {} for the year.",
        ),
    ),
    computed=(
        Computed(
            "By how much did net sales grow?", "difference", (("sales", "sales"), ("sales", "sales_before"))
        ),
        Computed(
            "What were net sales in both years together?",
            "sum",
            (("sales", "sales"), ("sales", "sales_before")),
        ),
    ),
    headed=(
        Headed(
            "Which risk factors are named?",
            "Item 1A   Risk factors                              9",
            "lawsuit",
        ),
        Headed(
            "What does the report say on controls and procedures?",
            "Item 9A   Controls and procedures                  58",
            "weakness",
        ),
    ),
    swaps=(
        ("Net", "Gross"),
        ("may", "must"),
        ("largest", "smallest"),
        ("lender", "borrower"),
        ("next", "last"),
    ),
)

MINUTES = Paper(
    name="board minutes",
    currency="EUR",
    body="""
  MINUTES OF THE SUPERVISORY BOARD
  Meeting no. 47, held in Ghent

[[present|The chair was {chair} and the secretary was {secretary}.]] Twelve members were present, two by
video.

Agenda item 1: Approval of the last minutes

The minutes of meeting no. 46 were approved without change.

Agenda item 2: Budget

[[budget|The board approved a budget of {budget} for 2024 after {budget_before} for 2023.]]
[[travel|Travel is limited to not more than {travel} per member.]] [[reserve|A reserve of {reserve} may
be drawn only if two thirds of the members agree.]]

Agenda item 3: Wind farm project

[[loan|The savings bank offers {loan} and the city offers {grant}.]] [[rate|The bank asks for interest
of {rate} and a commitment fee of {commit}.]] [[offer_bank|The bank keeps its offer open for
{offer_bank}.]] [[offer_city|The city keeps its offer open for {offer_city}.]]

[[permit|The permit has not been granted.]] [[start|Building starts on {building} and the turbines turn
from {turbines}.]] [[noise|Night operation is allowed unless a neighbour objects.]]

Agenda item 4: Staff

[[raise|Wages rise by at least {raise_} in the coming year.]] [[bonus|The bonus was {bonus} in the first
half-year.]] [[bonus_year|The bonus was {bonus_year} for the whole year.]] [[dismiss|No dismissals will
be made, except for misconduct.]]

Agenda item 5: Other business

[[audit|The auditor was not reappointed.]] [[next|The next meeting is on {next}, and papers are sent out
on {papers}.]] The meeting closed at 21:40.
""",
    slots={
        "chair": person("Ilse Vandamme", "Koen De Smet", "Noor El Amrani"),
        "secretary": person("Tom Wouters", "Lotte Maes", "Erik Jan Claes"),
        "budget": money("EUR", 610000, 890000, 10000),
        "budget_before": money("EUR", 410000, 590000, 10000),
        "travel": money("EUR", 410, 790, 20),
        "reserve": money("EUR", 31000, 59000, 1000),
        "loan": millions("EUR", 41, 79),
        "grant": millions("EUR", 11, 29),
        "rate": percent(31, 49),
        "commit": percent(3, 9),
        "offer_bank": span("week", 6, 8),
        "offer_city": span("week", 3, 4),
        "building": day(2025, 2025),
        "turbines": day(2026, 2026),
        "raise_": percent(21, 29),
        "bonus": money("EUR", 310, 590, 10),
        "bonus_year": money("EUR", 810, 1190, 10),
        "next": day(2024, 2024),
        "papers": day(2023, 2023),
    },
    asked=(
        Asked("budget for 2024", ("What budget was approved for 2024?",), "budget", "budget", ("for 2024",)),
        Asked(
            "limit for travel",
            ("What is the limit for travel?",),
            "travel",
            "travel",
            ("not more than", "per member"),
            dropped="not more than",
        ),
        Asked(
            "reserve",
            ("How large is the reserve?",),
            "reserve",
            "reserve",
            ("only if two thirds of the members agree",),
            condition="only if two thirds of the members agree",
        ),
        Asked("offer of the savings bank", ("How much does the savings bank offer?",), "loan", "loan"),
        Asked("offer of the city", ("How much does the city offer?",), "loan", "grant"),
        Asked("interest asked by the bank", ("What interest does the bank ask for?",), "rate", "rate"),
        Asked("commitment fee", ("How high is the commitment fee?",), "rate", "commit"),
        Asked(
            "wage rise", ("By how much do wages rise?",), "raise", "raise_", ("at least",), dropped="at least"
        ),
        Asked("start of building", ("When does building start?",), "start", "building"),
        Asked("start of the turbines", ("From when do the turbines turn?",), "start", "turbines"),
        Asked("next meeting", ("When is the next meeting?",), "next", "next"),
        Asked("chair of the meeting", ("Who was the chair?",), "present", "chair"),
        Asked("secretary of the meeting", ("Who was the secretary?",), "present", "secretary"),
    ),
    yes_no=(
        YesNo(("Has the permit been granted?",), "permit", False, dropped="not"),
        YesNo(("Was the auditor reappointed?",), "audit", False, dropped="not"),
        YesNo(("Is night operation allowed?",), "noise", True, condition="unless a neighbour objects"),
    ),
    mirrors=(
        Mirror(
            "swapped_parties",
            ("How long does the bank keep its offer open?", "offer_bank", "offer_bank"),
            ("How long does the city keep its offer open?", "offer_city", "offer_city"),
        ),
        Mirror(
            "other_time_frame",
            ("What was the bonus in the first half-year?", "bonus", "bonus"),
            ("What was the bonus for the whole year?", "bonus_year", "bonus_year"),
        ),
        Mirror(
            "other_time_frame",
            ("What is the budget for 2024?", "budget", "budget"),
            ("What was the budget for 2023?", "budget", "budget_before"),
        ),
    ),
    absent=(
        Absent("What did the legal advice cost?", "reserve", "reserve", "The legal advice cost {}."),
        Absent(
            "How much does the province offer?",
            "loan",
            "grant",
            "The province adds a further {} to the project.",
        ),
    ),
    computed=(
        Computed(
            "What do the bank and the city offer together?", "sum", (("loan", "loan"), ("loan", "grant"))
        ),
        Computed(
            "By how much does the budget rise?",
            "difference",
            (("budget", "budget"), ("budget", "budget_before")),
        ),
    ),
    headed=(
        Headed("What was decided about staff?", "Agenda item 4: Staff", "raise"),
        Headed("What was decided about the wind farm project?", "Agenda item 3: Wind farm project", "loan"),
    ),
    swaps=(
        ("bank", "city"),
        ("approved", "rejected"),
        ("after", "before"),
        ("per member", "per meeting"),
        ("coming", "past"),
        ("chair", "treasurer"),
    ),
)
