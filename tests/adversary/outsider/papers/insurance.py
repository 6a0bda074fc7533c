"""Two insurance policies: a car and the contents of a home."""

from ..template import Absent, Asked, Computed, Headed, Mirror, Paper, YesNo
from ..wordings import company, day, money, percent, person, quantity, span, word

MOTOR = Paper(
    name="motor policy",
    currency="GBP",
    body="""
  PRIVATE CAR POLICY SCHEDULE
  Policy number 4471-2088-913

The policyholder is {holder}. The insurer is {insurer}. Claims line, day and night: 0800 555 0142.

  Section index
  A  Premium and period of cover      page 2
  B  Damage to your car               page 3
  C  Liability to others              page 5
  D  When we do not pay               page 6

A  Premium and period of cover

[[premium|The premium for this year is {premium}, of which {tax} is insurance premium tax.]]
[[monthly|If you pay by instalments, each monthly instalment is {instalment}.]] [[period|Cover runs from
{from_day} to {to_day}.]]

B  Damage to your car

[[damage|We pay for accidental damage to your car up to {damage} per claim.]] [[excess_old|Drivers over
25 pay the first {excess_old} of a claim.]] [[excess_young|Drivers under 25 pay the first {excess_young}
of a claim.]]

[[glass|Replacing a windscreen costs you {glass} and repairing it costs you {chip}.]] [[hire|We lend you
a car for at most {hire} while yours is repaired.]]

C  Liability to others

[[property|We cover damage to other people's property to a limit of {property}.]] [[foreign|The same
cover applies abroad, as long as the trip lasts no more than {trip}.]]

D  When we do not pay

[[race|We do not pay for damage on a race track.]] [[keys|Theft is not covered where the keys were left
in the car.]] [[tow|You may tow a trailer under this policy only if it is listed in the schedule.]]
[[cancel_us|We may cancel this policy by giving you {cancel_us} of notice.]] [[cancel_you|You may cancel
this policy within {cancel_you} of receiving it.]]

[[discount|A no-claims discount of {discount} has been applied, and a further {telematics} is granted
for the drive recorder.]]
""",
    slots={
        "holder": person("Alun Prichard", "Grace Mary Oduya", "Petra Novak"),
        "insurer": company(
            "Wyvern Mutual Insurance plc", "Larkhill Insurance Ltd", "Severnside Assurance plc"
        ),
        "premium": money("GBP", 510, 890, 10, "sign"),
        "tax": money("GBP", 51, 99, 1, "sign"),
        "instalment": money("GBP", 101, 139, 1, "sign"),
        "from_day": day(2023, 2023),
        "to_day": day(2024, 2024),
        "damage": money("GBP", 21000, 39000, 500, "sign"),
        "excess_old": money("GBP", 150, 240, 10, "sign"),
        "excess_young": money("GBP", 410, 490, 10, "sign"),
        "glass": money("GBP", 250, 300, 5, "sign"),
        "chip": money("GBP", 20, 40, 5, "sign"),
        "hire": span("day", 14, 21, 28),
        "property": money("GBP", 2000000, 9000000, 500000, "sign"),
        "trip": span("day", 60, 90),
        "cancel_us": span("day", 7, 10),
        "cancel_you": span("day", 15, 20),
        "discount": percent(301, 599),
        "telematics": percent(31, 79),
    },
    asked=(
        Asked(
            "premium for this year",
            ("What is the premium?", "How much does the cover cost this year?"),
            "premium",
            "premium",
        ),
        Asked("insurance premium tax", ("How much insurance premium tax is included?",), "premium", "tax"),
        Asked(
            "limit for accidental damage",
            ("Up to what amount is accidental damage to the car paid?",),
            "damage",
            "damage",
            ("up to", "per claim"),
            dropped="up to",
        ),
        Asked(
            "cost of replacing a windscreen",
            ("What do I pay to have a windscreen replaced?",),
            "glass",
            "glass",
        ),
        Asked(
            "cost of repairing a windscreen",
            ("What do I pay to have a windscreen repaired?",),
            "glass",
            "chip",
        ),
        Asked(
            "time a car is lent",
            ("How long is a replacement car lent?",),
            "hire",
            "hire",
            ("at most",),
            dropped="at most",
        ),
        Asked(
            "limit for property damage",
            ("What is the limit for damage to other people's property?",),
            "property",
            "property",
            ("to a limit of",),
            dropped="to a limit of",
        ),
        Asked("no-claims discount", ("How large is the no-claims discount?",), "discount", "discount"),
        Asked(
            "length of a trip abroad",
            ("How long may a trip abroad last?",),
            "foreign",
            "trip",
            ("no more than",),
            dropped="no more than",
        ),
        Asked(
            "monthly instalment",
            ("How much is a monthly instalment?",),
            "monthly",
            "instalment",
            ("If you pay by instalments",),
            condition="If you pay by instalments",
        ),
    ),
    yes_no=(
        YesNo(("Is damage on a race track paid for?",), "race", False, dropped="not"),
        YesNo(("Is theft covered when the keys were left in the car?",), "keys", False, dropped="not"),
        YesNo(
            ("May I tow a trailer under this policy?",),
            "tow",
            True,
            condition="only if it is listed in the schedule",
        ),
    ),
    mirrors=(
        Mirror(
            "swapped_parties",
            ("How much notice must the insurer give to cancel?", "cancel_us", "cancel_us"),
            ("Within what time may the policyholder cancel?", "cancel_you", "cancel_you"),
        ),
        Mirror(
            "swapped_parties",
            ("What excess does a driver over 25 pay?", "excess_old", "excess_old"),
            ("What excess does a driver under 25 pay?", "excess_young", "excess_young"),
        ),
        Mirror(
            "other_time_frame",
            ("What is the premium for the year?", "premium", "premium"),
            ("What is paid each month by instalments?", "monthly", "instalment"),
        ),
    ),
    absent=(
        Absent(
            "What is the excess for fire damage?",
            "glass",
            "glass",
            "For fire damage you pay the first {} of each claim.",
        ),
        Absent(
            "How much is paid for personal belongings in the car?",
            "damage",
            "damage",
            "Personal belongings in the car are covered up to {} per claim.",
        ),
        Absent(
            "What is the breakdown cover charge?",
            "monthly",
            "instalment",
            "Roadside breakdown cover is included for an extra {} a year.",
        ),
    ),
    computed=(
        Computed(
            "What is the premium without tax?", "difference", (("premium", "premium"), ("premium", "tax"))
        ),
        Computed("What do twelve instalments add up to?", "times 12", (("monthly", "instalment"),)),
    ),
    headed=(
        Headed("When does the insurer not pay?", "D  When we do not pay               page 6", "race"),
        Headed(
            "What is covered for damage to my car?", "B  Damage to your car               page 3", "damage"
        ),
    ),
    swaps=(
        ("We", "You"),
        ("may", "must"),
        ("and", "or"),
        ("your", "our"),
        ("cancel", "extend"),
        ("over", "under"),
    ),
)

HOME = Paper(
    name="home contents policy",
    currency="CHF",
    body="""
  HOUSEHOLD CONTENTS INSURANCE
  Terms in force, edition 2022/07

Article 1 Insured persons and place

[[insured|The insured person is {holder}, living at Seestrasse 118, 8802 Kilchberg.]] [[area|The insured
flat has {area} of living space and {cellar} of cellar space.]]

Article 2 Sums insured

[[sum|The contents are insured for {contents}.]] [[bicycle|Bicycles are insured for {bicycle} and
musical instruments for {music}.]] [[cash|Cash is insured up to {cash} per event.]]

[[jewel|Jewellery is covered for {jewel} if it was locked in a safe.]]

Article 3 Premium

[[premium|The annual premium is {premium}, payable on {due}.]] [[quarter|Paying every quarter costs
{quarter} per quarter.]] [[stamp|Federal stamp duty of {stamp} is added to the premium.]]

Article 4 Excess

[[excess|For each theft the policyholder bears {excess} and for each burst pipe {pipe}.]]
[[quake|Earthquake damage is excluded unless the supplement has been bought.]]

Article 5 Duties after a loss

[[report_p|The policyholder reports a loss within {report}.]] [[report_i|The insurer confirms receipt of
the report within {confirm}.]] [[police|Theft need not be reported to the police where the loss is below
{small}.]]

Article 6 Exclusions and end of contract

[[war|Losses caused by war are not insured.]] [[sublet|Belongings of subtenants are not insured.]]
[[travel|Luggage is also insured on journeys, except on journeys for business.]] [[term|The contract may
be ended at the earliest after {minimum}.]] [[pay|Compensation falls due no later than {payout} after
the loss has been proved.]]

The insurer is {insurer}, customer service 044 555 21 60.
""",
    slots={
        "holder": person("Beat Zollinger", "Chiara Rossi", "Luc Antoine Favre"),
        "insurer": company("Rigi Versicherung AG", "Limmat Assekuranz AG"),
        "area": quantity(60, 140, 1, "m²"),
        "cellar": quantity(6, 19, 1, "m²"),
        "contents": money("CHF", 61000, 119000, 1000),
        "bicycle": money("CHF", 2100, 3900, 100),
        "music": money("CHF", 4100, 5900, 100),
        "cash": money("CHF", 1100, 1900, 100),
        "jewel": money("CHF", 21000, 29000, 1000),
        "premium": money("CHF", 310, 590, 10, "cents"),
        "quarter": money("CHF", 91, 149, 2, "cents"),
        "due": day(2023, 2024),
        "stamp": percent(31, 69),
        "excess": money("CHF", 210, 290, 10),
        "pipe": money("CHF", 600, 800, 50),
        "report": span("day", 10, 14),
        "confirm": span("day", 3, 5),
        "small": money("CHF", 150, 200, 10),
        "minimum": span("year", 2, 3),
        "payout": span("week", 4, 6),
        "edition": word("2022/07"),
    },
    asked=(
        Asked("sum insured for the contents", ("For what sum are the contents insured?",), "sum", "contents"),
        Asked("cover for bicycles", ("For how much are bicycles insured?",), "bicycle", "bicycle"),
        Asked(
            "cover for musical instruments",
            ("For how much are musical instruments insured?",),
            "bicycle",
            "music",
        ),
        Asked(
            "cover for cash",
            ("How much cash is insured?",),
            "cash",
            "cash",
            ("up to", "per event"),
            dropped="up to",
        ),
        Asked(
            "cover for jewellery",
            ("How much is jewellery covered for?",),
            "jewel",
            "jewel",
            ("if it was locked in a safe",),
            condition="if it was locked in a safe",
        ),
        Asked("annual premium", ("What is the annual premium?",), "premium", "premium"),
        Asked("stamp duty", ("How high is the stamp duty?",), "stamp", "stamp"),
        Asked(
            "excess for theft", ("What excess applies to a theft?",), "excess", "excess", ("For each theft",)
        ),
        Asked(
            "excess for a burst pipe",
            ("What excess applies to a burst pipe?",),
            "excess",
            "pipe",
            ("for each burst pipe",),
        ),
        Asked(
            "time until compensation falls due",
            ("When does compensation fall due?",),
            "pay",
            "payout",
            ("no later than",),
            dropped="no later than",
        ),
        Asked(
            "minimum duration",
            ("After what time may the contract be ended?",),
            "term",
            "minimum",
            ("at the earliest",),
            dropped="at the earliest",
        ),
    ),
    yes_no=(
        YesNo(("Are losses caused by war insured?",), "war", False, dropped="not"),
        YesNo(("Are the belongings of subtenants insured?",), "sublet", False, dropped="not"),
        YesNo(
            ("Is luggage insured on journeys?",), "travel", True, condition="except on journeys for business"
        ),
        YesNo(
            ("Is earthquake damage excluded?",),
            "quake",
            True,
            condition="unless the supplement has been bought",
        ),
    ),
    mirrors=(
        Mirror(
            "swapped_parties",
            ("Within what time must the policyholder report a loss?", "report_p", "report"),
            ("Within what time must the insurer confirm a report?", "report_i", "confirm"),
        ),
        Mirror(
            "other_time_frame",
            ("What is the premium per year?", "premium", "premium"),
            ("What is paid per quarter?", "quarter", "quarter"),
        ),
    ),
    absent=(
        Absent(
            "What is the sum insured for glass breakage?",
            "bicycle",
            "music",
            "Glass breakage is insured for {}.",
        ),
        Absent(
            "What excess applies to natural hazards?",
            "excess",
            "pipe",
            "For natural hazards the policyholder bears {} per event.",
        ),
    ),
    computed=(
        Computed(
            "What do bicycles and instruments add up to?",
            "sum",
            (("bicycle", "bicycle"), ("bicycle", "music")),
        ),
        Computed(
            "How much more does a burst pipe cost the policyholder than a theft?",
            "difference",
            (("excess", "pipe"), ("excess", "excess")),
        ),
    ),
    headed=(
        Headed("What are the duties after a loss?", "Article 5 Duties after a loss", "report_p"),
        Headed("Which exclusions does the policy have?", "Article 6 Exclusions and end of contract", "war"),
    ),
    swaps=(
        ("policyholder", "insurer"),
        ("insured", "excluded"),
        ("annual", "monthly"),
        ("and", "or"),
        ("after", "before"),
        ("each", "every second"),
    ),
)
