"""Two drug labels: a tablet and an infusion. Both substances are invented."""

from ..template import Absent, Asked, Computed, Headed, Mirror, Paper, YesNo
from ..wordings import company, day, money, percent, quantity, span, stretch, word

TABLET = Paper(
    name="tablet label",
    currency="USD",
    body="""
  PRESCRIBING INFORMATION
  {brand} (tolvarene) tablets, for oral use

  1  INDICATIONS AND USAGE ........................ 2
  2  DOSAGE AND ADMINISTRATION .................... 2
  4  CONTRAINDICATIONS ............................ 5
  5  WARNINGS AND PRECAUTIONS ..................... 6
  12 CLINICAL PHARMACOLOGY ........................ 14

1 INDICATIONS AND USAGE

{brand} is indicated for the treatment of mild to moderate essential hypertension. [[approved|The
tablets were first approved on {approved} and this text was revised on {revised}.]]

2 DOSAGE AND ADMINISTRATION

[[adults|In adults the recommended starting dose is {adult} once daily.]] [[children|In children aged 6
to 12 years the recommended starting dose is {child} once daily.]] [[maximum|The daily dose must not
exceed {maximum}.]]

[[renal|Patients with severe renal impairment receive {renal}, patients with mild renal impairment
{mild}.]] [[missed|A missed tablet may be taken later on the same day, unless the next dose is due
within six hours.]]

4 CONTRAINDICATIONS

[[pregnant|Tolvarene must not be used in the second trimester of pregnancy.]] [[grapefruit|Grapefruit
juice should not be taken during treatment.]]

5 WARNINGS AND PRECAUTIONS

[[wash|Wait at least {wash} after stopping an MAO inhibitor.]] [[driving|Patients may drive, provided
that they have not felt dizzy in the first week.]]

6 ADVERSE REACTIONS

[[headache|Headache occurred in {headache} of patients on tolvarene and in {placebo} of patients on
placebo.]] [[stopped|In the first month {stopped} of patients stopped treatment.]] [[stopped_year|In the
first year {stopped_year} of patients stopped treatment.]]

12 CLINICAL PHARMACOLOGY

[[half|The elimination half-life is {half} and the time to peak concentration is {peak}.]] [[bio|The
absolute bioavailability is about {bio}.]]

16 HOW SUPPLIED

[[pack|Each pack holds {pack} and costs pharmacies {price}.]] [[store|Keep the bottle no longer than
{open} after opening.]] Made for {maker}. To report side effects call 1-800-555-0178.
""",
    slots={
        "brand": word("Tolvaxa", "Renvera", "Cardolin"),
        "approved": day(2011, 2014, "%B %d, %Y"),
        "revised": day(2021, 2023, "%B %d, %Y"),
        "adult": quantity(40, 60, 5, "mg"),
        "child": quantity(10, 18, 2, "mg"),
        "maximum": quantity(160, 240, 20, "mg"),
        "renal": quantity(4, 9, 1, "mg"),
        "mild": quantity(21, 35, 2, "mg"),
        "wash": span("day", 14, 21, 28),
        "headache": percent(61, 149),
        "placebo": percent(21, 59),
        "stopped": percent(11, 19),
        "stopped_year": percent(51, 89),
        "bio": percent(401, 789),
        "half": stretch(9, 19, 1, "hour"),
        "peak": stretch(2, 5, 1, "hour"),
        "pack": quantity(28, 98, 7, "tablets"),
        "price": money("USD", 51, 99, 2, "sign"),
        "open": span("month", 3, 6),
        "maker": company("Halden Therapeutics Inc.", "Quillmark Pharma Inc."),
    },
    asked=(
        Asked(
            "starting dose in adults",
            ("What is the starting dose for adults?",),
            "adults",
            "adult",
            ("In adults", "once daily"),
        ),
        Asked(
            "highest daily dose",
            ("What is the highest daily dose?",),
            "maximum",
            "maximum",
            ("must not exceed",),
            dropped="not",
        ),
        Asked(
            "dose in severe renal impairment",
            ("What dose do patients with severe renal impairment receive?",),
            "renal",
            "renal",
            ("with severe renal impairment",),
        ),
        Asked(
            "dose in mild renal impairment",
            ("What dose do patients with mild renal impairment receive?",),
            "renal",
            "mild",
            ("with mild renal impairment",),
        ),
        Asked(
            "waiting time after an MAO inhibitor",
            ("How long must one wait after an MAO inhibitor?",),
            "wash",
            "wash",
            ("at least",),
            dropped="at least",
        ),
        Asked(
            "rate of headache on tolvarene",
            ("How many patients on tolvarene had headache?",),
            "headache",
            "headache",
            ("on tolvarene",),
        ),
        Asked(
            "rate of headache on placebo",
            ("How many patients on placebo had headache?",),
            "headache",
            "placebo",
            ("on placebo",),
        ),
        Asked(
            "elimination half-life",
            ("What is the half-life?", "What is the elimination half-life?"),
            "half",
            "half",
        ),
        Asked("time to peak concentration", ("What is the time to peak concentration?",), "half", "peak"),
        Asked(
            "bioavailability", ("What is the bioavailability?",), "bio", "bio", ("about",), dropped="about"
        ),
        Asked("date of first approval", ("When were the tablets first approved?",), "approved", "approved"),
        Asked("date of revision", ("When was this text revised?",), "approved", "revised"),
        Asked("price of a pack", ("What does a pack cost pharmacies?",), "pack", "price", ("pharmacies",)),
        Asked(
            "time the bottle may be kept open",
            ("How long may the opened bottle be kept?",),
            "store",
            "open",
            ("no longer than", "after opening"),
            dropped="no longer than",
        ),
    ),
    yes_no=(
        YesNo(("May tolvarene be used in the second trimester?",), "pregnant", False, dropped="not"),
        YesNo(("May grapefruit juice be taken during treatment?",), "grapefruit", False, dropped="not"),
        YesNo(
            ("May a missed tablet be taken later?",),
            "missed",
            True,
            condition="unless the next dose is due within six hours",
        ),
        YesNo(
            ("May patients drive?",),
            "driving",
            True,
            condition="provided that they have not felt dizzy in the first week",
        ),
    ),
    mirrors=(
        Mirror(
            "swapped_parties",
            ("What starting dose do adults get?", "adults", "adult"),
            ("What starting dose do children get?", "children", "child"),
        ),
        Mirror(
            "other_time_frame",
            ("What share stopped treatment in the first month?", "stopped", "stopped"),
            ("What share stopped treatment in the first year?", "stopped_year", "stopped_year"),
        ),
    ),
    absent=(
        Absent(
            "What is the starting dose in hepatic impairment?",
            "renal",
            "renal",
            "In hepatic impairment the starting dose is {} once daily.",
        ),
        Absent(
            "What share of patients had nausea?",
            "headache",
            "headache",
            "Nausea occurred in {} of patients on tolvarene.",
        ),
    ),
    computed=(
        Computed(
            "How much more often did headache occur than on placebo?",
            "difference",
            (("headache", "headache"), ("headache", "placebo")),
        ),
    ),
    headed=(
        Headed(
            "What are the contraindications?",
            "4  CONTRAINDICATIONS ............................ 5",
            "pregnant",
        ),
        Headed("What warnings are given?", "5  WARNINGS AND PRECAUTIONS ..................... 6", "wash"),
    ),
    swaps=(
        ("adults", "children"),
        ("must", "may"),
        ("should", "need"),
        ("once", "twice"),
        ("after", "before"),
        ("severe", "mild"),
    ),
)

INFUSION = Paper(
    name="infusion label",
    currency="EUR",
    body="""
  SUMMARY OF PRODUCT CHARACTERISTICS
  {brand} 20 mg/mL concentrate for solution for infusion

1. Name and composition

[[vial|Each vial contains {vial} of rezupimab in {volume} of solution.]] Marketing authorisation
EU/1/19/1384/001.

2. Posology

[[infusion|Intravenous use: {iv} every {every}.]] [[subcut|Subcutaneous use: {sc} every {every_sc}.]]
[[rate|The infusion must run for at least {rate}.]] [[weight|Patients above 100 kg receive {heavy},
provided that their kidney function is normal.]]

3. Contraindications

[[live|Live vaccines must not be given during treatment.]] [[feeding|Breast-feeding is not recommended
for {feeding} after the last infusion.]]

4. Undesirable effects

[[reaction|Infusion reactions were seen in {reaction} of patients, of which {severe} were severe.]]
[[month6|After 6 months {month6} of patients had antibodies.]] [[month24|After 24 months {month24} of
patients had antibodies.]]

5. Storage

[[fridge|Unopened vials keep for {shelf} in the refrigerator.]] [[diluted|The diluted solution keeps for
not more than {diluted}.]] [[freeze|The vials must not be frozen.]] [[room|Unopened vials may be kept at
room temperature, but only once.]]

6. Price and reimbursement note

[[price|The list price is {price} per vial and the reimbursed price is {reimbursed} per vial.]]
[[budget|Hospitals may order stock worth up to {budget} per quarter.]] [[hospital|The hospital reports a
reaction within {hospital}.]] [[company|The company forwards the report to the agency within
{company}.]]

[[authorised|The authorisation was granted on {granted} and renewed on {renewed}.]] Holder: {maker}.
""",
    slots={
        "brand": word("Rezuplex", "Immurez", "Olvarez"),
        "vial": quantity(200, 480, 20, "mg"),
        "volume": quantity(10, 24, 1, "mL"),
        "iv": quantity(500, 900, 20, "mg"),
        "every": span("week", 4, 6, 8),
        "sc": quantity(110, 180, 10, "mg"),
        "every_sc": span("week", 2, 3),
        "rate": stretch(45, 90, 5, "minute"),
        "heavy": quantity(1100, 1400, 50, "mg"),
        "feeding": span("month", 5, 6, 7),
        "reaction": percent(61, 139),
        "severe": percent(5, 19),
        "month6": percent(21, 39),
        "month24": percent(41, 59),
        "shelf": span("month", 24, 30, 36),
        "diluted": stretch(8, 24, 2, "hour"),
        "price": money("EUR", 1210, 1890, 20, "cents"),
        "reimbursed": money("EUR", 910, 1090, 20, "cents"),
        "budget": money("EUR", 51000, 99000, 1000),
        "hospital": span("day", 7, 10),
        "company": span("day", 14, 15),
        "granted": day(2017, 2018),
        "renewed": day(2022, 2023),
        "maker": company("Veldkamp Biologics B.V.", "Sundhed Pharma A/S"),
    },
    asked=(
        Asked("content of a vial", ("How much rezupimab does a vial contain?",), "vial", "vial"),
        Asked("intravenous dose", ("What is the intravenous dose?",), "infusion", "iv", ("Intravenous use",)),
        Asked(
            "subcutaneous dose", ("What is the subcutaneous dose?",), "subcut", "sc", ("Subcutaneous use",)
        ),
        Asked(
            "infusion time",
            ("How long must the infusion run?",),
            "rate",
            "rate",
            ("at least",),
            dropped="at least",
        ),
        Asked(
            "dose above 100 kg",
            ("What dose do patients above 100 kg receive?",),
            "weight",
            "heavy",
            ("provided that their kidney function is normal",),
            condition="provided that their kidney function is normal",
        ),
        Asked(
            "rate of infusion reactions",
            ("How many patients had infusion reactions?",),
            "reaction",
            "reaction",
        ),
        Asked(
            "rate of severe infusion reactions",
            ("What share of infusion reactions was severe?",),
            "reaction",
            "severe",
        ),
        Asked(
            "shelf life of unopened vials",
            ("How long do unopened vials keep in the refrigerator?",),
            "fridge",
            "shelf",
            ("in the refrigerator",),
        ),
        Asked(
            "storage time of the diluted solution",
            ("How long does the diluted solution keep?",),
            "diluted",
            "diluted",
            ("not more than",),
            dropped="not more than",
        ),
        Asked("list price of a vial", ("What is the list price per vial?",), "price", "price", ("per vial",)),
        Asked(
            "reimbursed price of a vial",
            ("What is the reimbursed price per vial?",),
            "price",
            "reimbursed",
            ("per vial",),
        ),
        Asked(
            "stock a hospital may order",
            ("What value of stock may hospitals order?",),
            "budget",
            "budget",
            ("up to", "per quarter"),
            dropped="up to",
        ),
        Asked("date of authorisation", ("When was the authorisation granted?",), "authorised", "granted"),
        Asked("date of renewal", ("When was the authorisation renewed?",), "authorised", "renewed"),
    ),
    yes_no=(
        YesNo(("May live vaccines be given during treatment?",), "live", False, dropped="not"),
        YesNo(("May the vials be frozen?",), "freeze", False, dropped="not"),
        YesNo(("May unopened vials be kept at room temperature?",), "room", True, condition="but only once"),
    ),
    mirrors=(
        Mirror(
            "swapped_parties",
            ("Within what time must the hospital report a reaction?", "hospital", "hospital"),
            ("Within what time must the company forward the report?", "company", "company"),
        ),
        Mirror(
            "other_time_frame",
            ("What share had antibodies after 6 months?", "month6", "month6"),
            ("What share had antibodies after 24 months?", "month24", "month24"),
        ),
    ),
    absent=(
        Absent("What is the loading dose?", "infusion", "iv", "Treatment starts with a loading dose of {}."),
        Absent("What is the paediatric dose?", "subcut", "sc", "Children receive {} every second week."),
    ),
    computed=(
        Computed(
            "What is the difference between list price and reimbursed price?",
            "difference",
            (("price", "price"), ("price", "reimbursed")),
        ),
    ),
    headed=(
        Headed("What are the contraindications?", "3. Contraindications", "live"),
        Headed("How should the medicine be stored?", "5. Storage", "fridge"),
    ),
    swaps=(
        ("Intravenous", "Subcutaneous"),
        ("must", "may"),
        ("vial", "pack"),
        ("unopened", "opened"),
        ("hospital", "company"),
        ("above", "below"),
    ),
)
