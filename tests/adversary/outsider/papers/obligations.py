"""An employment contract, a loan agreement and a trial protocol."""

from ..template import Absent, Asked, Computed, Headed, Mirror, Paper, YesNo
from ..wordings import company, day, millions, money, percent, person, quantity, span, stretch

EMPLOYMENT = Paper(
    name="employment contract",
    currency="EUR",
    body="""
  CONTRACT OF EMPLOYMENT
  Personnel number 60823

between {employer} (the Employer) and {employee} (the Employee)

§ 1 Start and duties

[[start|The employment starts on {start} and the probation ends on {probation}.]] The Employee works as
a hydraulic engineer in the Linz plant.

§ 2 Pay

[[salary|The Employee receives a gross salary of {salary} per month and a car allowance of {car} per
month.]] [[holiday|A holiday bonus of {holiday} is paid once a year.]] [[target|A target bonus of up to
{bonus} of the yearly salary can be earned.]] [[phone|The Employer pays telephone costs not exceeding
{phone} per month.]]

[[relocation|Moving costs of {moving} are refunded if the Employee stays for two full years.]]

§ 3 Working time

[[hours|The working week has {hours} and a night shift has {night}.]] [[overtime|Overtime is not paid
separately.]] [[home|Work from home is possible, except during the probation.]] [[vacation|The Employee
has at least {vacation} of leave a year.]]

§ 4 Side jobs and secrecy

[[side|The Employee may not accept a side job with a competitor.]] [[secret|Trade secrets must be kept
for {secret} after the end of the contract.]] [[penalty|Each breach costs {penalty}, and a lasting
breach costs {lasting}.]]

§ 5 Notice

[[notice_er|The Employer gives notice of {notice_er}.]] [[notice_ee|The Employee gives notice of
{notice_ee}.]] [[transfer|The Employer may transfer the Employee to Graz, provided that housing is
offered.]] [[pension|The Employer pays {pension} of the salary into the pension fund and the Employee
pays {own}.]]

Works council: extension 2290. Version of the form: 2018.
""",
    slots={
        "employer": company("Traunwerk Hydraulik GmbH", "Ennsfeld Anlagenbau AG"),
        "employee": person("Katrin Moser", "David Emil Gruber", "Leila Tahmasebi"),
        "start": day(2022, 2022),
        "probation": day(2023, 2023),
        "salary": money("EUR", 4110, 5890, 20),
        "car": money("EUR", 310, 490, 10),
        "holiday": money("EUR", 1510, 2490, 20),
        "bonus": percent(81, 149),
        "phone": money("EUR", 21, 39, 1),
        "moving": money("EUR", 2510, 3490, 20),
        "hours": stretch(36, 40, 1, "hour"),
        "night": stretch(6, 9, 1, "hour"),
        "vacation": stretch(25, 30, 1, "day"),
        "secret": span("year", 2, 3, 5),
        "penalty": money("EUR", 6100, 8900, 100),
        "lasting": money("EUR", 11000, 19000, 500),
        "notice_er": span("month", 5, 6),
        "notice_ee": span("month", 2, 3),
        "pension": percent(41, 59),
        "own": percent(11, 29),
    },
    asked=(
        Asked(
            "monthly gross salary",
            ("What is the gross salary per month?",),
            "salary",
            "salary",
            ("per month",),
        ),
        Asked("car allowance", ("How high is the car allowance?",), "salary", "car", ("per month",)),
        Asked("holiday bonus", ("How much is the holiday bonus?",), "holiday", "holiday", ("once a year",)),
        Asked(
            "target bonus",
            ("What target bonus can be earned?",),
            "target",
            "bonus",
            ("up to", "of the yearly salary"),
            dropped="up to",
        ),
        Asked(
            "telephone costs",
            ("What telephone costs does the Employer pay?",),
            "phone",
            "phone",
            ("not exceeding", "per month"),
            dropped="not exceeding",
        ),
        Asked(
            "moving costs",
            ("How much of the moving costs is refunded?",),
            "relocation",
            "moving",
            ("if the Employee stays for two full years",),
            condition="if the Employee stays for two full years",
        ),
        Asked("weekly working time", ("How long is the working week?",), "hours", "hours"),
        Asked("length of a night shift", ("How long is a night shift?",), "hours", "night"),
        Asked(
            "yearly leave",
            ("How much leave does the Employee have?",),
            "vacation",
            "vacation",
            ("at least", "a year"),
            dropped="at least",
        ),
        Asked("penalty for a breach", ("What does each breach cost?",), "penalty", "penalty"),
        Asked("penalty for a lasting breach", ("What does a lasting breach cost?",), "penalty", "lasting"),
        Asked("start of employment", ("When does the employment start?",), "start", "start"),
        Asked("end of probation", ("When does the probation end?",), "start", "probation"),
    ),
    yes_no=(
        YesNo(("Is overtime paid separately?",), "overtime", False, dropped="not"),
        YesNo(("May the employee accept a side job with a competitor?",), "side", False, dropped="not"),
        YesNo(("Is work from home possible?",), "home", True, condition="except during the probation"),
        YesNo(
            ("May the employer transfer the employee to Graz?",),
            "transfer",
            True,
            condition="provided that housing is offered",
        ),
    ),
    mirrors=(
        Mirror(
            "swapped_parties",
            ("What notice must the Employer give?", "notice_er", "notice_er"),
            ("What notice must the Employee give?", "notice_ee", "notice_ee"),
        ),
        Mirror(
            "swapped_parties",
            ("What share does the Employer pay into the pension fund?", "pension", "pension"),
            ("What share does the Employee pay into the pension fund?", "pension", "own"),
        ),
        Mirror(
            "other_time_frame",
            ("What salary is paid per month?", "salary", "salary"),
            ("What bonus is paid once a year?", "holiday", "holiday"),
        ),
    ),
    absent=(
        Absent(
            "What is the severance pay?",
            "holiday",
            "holiday",
            "On leaving, the Employee receives severance pay of {}.",
        ),
        Absent("What is the meal allowance?", "salary", "car", "A meal allowance of {} is paid per month."),
    ),
    computed=(
        Computed("What is the yearly gross salary?", "times 12", (("salary", "salary"),)),
        Computed(
            "What are salary and car allowance together?", "sum", (("salary", "salary"), ("salary", "car"))
        ),
    ),
    headed=(
        Headed("What is agreed about working time?", "§ 3 Working time", "hours"),
        Headed("What is agreed about side jobs and secrecy?", "§ 4 Side jobs and secrecy", "secret"),
    ),
    swaps=(
        ("Employer", "Employee"),
        ("may", "must"),
        ("must", "may"),
        ("gross", "net"),
        ("month", "week"),
        ("after", "until"),
    ),
)

LOAN = Paper(
    name="loan agreement",
    currency="GBP",
    body="""
  TERM LOAN FACILITY AGREEMENT

dated {dated} between {borrower} as Borrower and {lender} as Lender

1  The facility

[[facility|The Lender makes available a term loan of {facility} and a revolving line of {line}.]]
[[purpose|The loan shall not be used for acquisitions.]] [[drawdown|Each drawing must be no less than
{drawing}.]]

2  Interest and fees

[[margin|The margin is {margin} before the first test and {margin2} after it.]] [[arrange|The Borrower
pays an arrangement fee of {arrange}.]] [[month|The monitoring fee is {month} per month.]] [[annual|The
agency fee is {annual} per annum.]]

[[default|Default interest is {default} above the margin.]] [[waive|The Lender may waive the agency fee,
if the Borrower publishes audited accounts.]]

3  Repayment

[[final|The loan falls due on {due}, and the revolving line on {line_due}.]] [[prepay|The Borrower may
repay early on at least {prepay} of notice.]] [[call|The Lender may demand repayment on {call} of
notice.]] [[penal|No prepayment fee is charged, unless the loan is refinanced with another bank.]]

4  Covenants

[[debt|Other borrowings of the Borrower may not exceed {debt}.]] [[cash|The Borrower keeps cash of a
minimum of {cash} in its accounts.]] [[divid|Dividends may be paid only when the cash test has been
met.]] [[assign|The Borrower cannot assign its rights.]] [[charge|The Lender does not take a charge over
stock.]]

5  Accounts

[[accounts_b|The Borrower delivers accounts within {accounts_b} of year end.]] [[accounts_l|The Lender
comments on the accounts within {accounts_l} of receipt.]]

Agent's desk: 0131 496 0753. Sort code 80-22-60. Page 9 of 9.
""",
    slots={
        "dated": day(2021, 2021),
        "borrower": company("Strathmore Ferries Ltd", "Kelso Timber Ltd"),
        "lender": company("Caledon Bank plc", "Firth Commercial Bank plc"),
        "facility": millions("GBP", 121, 289),
        "line": millions("GBP", 21, 59),
        "drawing": money("GBP", 210000, 490000, 10000),
        "margin": percent(31, 39),
        "margin2": percent(21, 29),
        "arrange": money("GBP", 61000, 99000, 500),
        "month": money("GBP", 1050, 1950, 50),
        "annual": money("GBP", 21000, 39000, 500),
        "default": percent(11, 19),
        "due": day(2027, 2028),
        "line_due": day(2025, 2026),
        "prepay": span("day", 10, 14),
        "call": span("day", 30, 45),
        "debt": millions("GBP", 61, 99),
        "cash": money("GBP", 510000, 790000, 10000),
        "accounts_b": span("day", 90, 120),
        "accounts_l": span("day", 20, 25),
    },
    asked=(
        Asked("term loan", ("How large is the term loan?",), "facility", "facility"),
        Asked("revolving line", ("How large is the revolving line?",), "facility", "line"),
        Asked(
            "smallest drawing",
            ("What must each drawing be?",),
            "drawdown",
            "drawing",
            ("no less than",),
            dropped="no less than",
        ),
        Asked(
            "margin before the first test",
            ("What is the margin before the first test?",),
            "margin",
            "margin",
            ("before the first test",),
        ),
        Asked(
            "margin after the first test",
            ("What is the margin after the first test?",),
            "margin",
            "margin2",
            ("after it",),
        ),
        Asked("arrangement fee", ("What is the arrangement fee?",), "arrange", "arrange"),
        Asked("agency fee", ("What is the agency fee?",), "annual", "annual", ("per annum",)),
        Asked(
            "default interest",
            ("What is the default interest?",),
            "default",
            "default",
            ("above the margin",),
            dropped="above the margin",
        ),
        Asked(
            "limit on other borrowings",
            ("What is the limit on other borrowings?",),
            "debt",
            "debt",
            ("may not exceed",),
            dropped="not",
        ),
        Asked(
            "cash to be kept",
            ("How much cash must the Borrower keep?",),
            "cash",
            "cash",
            ("a minimum of",),
            dropped="a minimum of",
        ),
        Asked("due date of the loan", ("When does the loan fall due?",), "final", "due"),
        Asked(
            "due date of the revolving line", ("When does the revolving line fall due?",), "final", "line_due"
        ),
    ),
    yes_no=(
        YesNo(("May the loan be used for acquisitions?",), "purpose", False, dropped="not"),
        YesNo(("Does the lender take a charge over stock?",), "charge", False, dropped="not"),
        YesNo(("May dividends be paid?",), "divid", True, condition="only when the cash test has been met"),
        YesNo(
            ("May the lender waive the agency fee?",),
            "waive",
            True,
            condition="if the Borrower publishes audited accounts",
        ),
    ),
    mirrors=(
        Mirror(
            "swapped_parties",
            ("What notice must the Borrower give to repay early?", "prepay", "prepay"),
            ("What notice must the Lender give to demand repayment?", "call", "call"),
        ),
        Mirror(
            "swapped_parties",
            ("How long does the Borrower have for the accounts?", "accounts_b", "accounts_b"),
            ("How long does the Lender have to comment on the accounts?", "accounts_l", "accounts_l"),
        ),
        Mirror(
            "other_time_frame",
            ("What fee is paid per month?", "month", "month"),
            ("What fee is paid per annum?", "annual", "annual"),
        ),
        Mirror(
            "other_time_frame",
            ("What margin applies before the first test?", "margin", "margin"),
            ("What margin applies after the first test?", "margin", "margin2"),
        ),
    ),
    absent=(
        Absent(
            "What is the commitment fee?",
            "arrange",
            "arrange",
            "A commitment fee of {} is payable on undrawn sums.",
        ),
        Absent(
            "What is the prepayment fee?", "month", "month", "Early repayment costs a prepayment fee of {}."
        ),
    ),
    computed=(
        Computed(
            "What are loan and revolving line together?",
            "sum",
            (("facility", "facility"), ("facility", "line")),
        ),
        Computed("What is the monitoring fee per year?", "times 12", (("month", "month"),)),
    ),
    headed=(
        Headed("Which covenants does the agreement contain?", "4  Covenants", "cash"),
        Headed("What is agreed on repayment?", "3  Repayment", "prepay"),
    ),
    swaps=(
        ("Borrower", "Lender"),
        ("shall", "may"),
        ("must", "should"),
        ("before", "after"),
        ("annum", "month"),
        ("above", "below"),
    ),
)

PROTOCOL = Paper(
    name="trial protocol",
    currency="EUR",
    body="""
  CLINICAL STUDY PROTOCOL SYNOPSIS
  Study AMB-204, version 3.0

Title: A randomised trial of ambrisole in chronic cough

Sponsor and site

[[people|The principal investigator is {investigator} and the medical monitor is {monitor}.]] Sponsor:
{sponsor}.

Design

[[size|The trial enrols {treated} on ambrisole and {control} on placebo.]] [[length|Treatment lasts
{treat} and follow-up lasts {follow}.]] [[week|The dose is {first_dose} in week 1.]] [[later|The dose is
{later_dose} in week 2.]]

Eligibility

[[age|Participants are at least {age} old.]] [[smoke|Smokers are not eligible.]] [[asthma|Patients with
asthma can take part, as long as no steroids are used.]] [[exclude|Earlier participants must not be
enrolled again.]]

Visits and payments

[[visit|Each participant receives {visit} per visit and {stay} per overnight stay.]] [[travel|Travel is
refunded up to {travel} per visit.]] [[site|The site is paid {site} after the last visit, if all forms
are complete.]]

Safety

[[report_i|The investigator reports a serious event within {report_i}.]] [[report_s|The sponsor reports
a serious event to the agency within {report_s}.]] [[stop|The trial stops when more than {stop} of
participants drop out.]] [[blood|In all, no more than {blood} of blood is drawn.]] [[unblind|Treatment
may be unblinded, but only in an emergency.]]

Statistics

[[power|The power is {power} at a significance level of {alpha}.]] [[interim|The interim analysis takes
place on {interim} and the final analysis on {final}.]] [[adjust|The level is not adjusted for the
interim analysis.]]

Insurance certificate 7719-04, hotline 0800 555 4410.
""",
    slots={
        "investigator": person("Helena Brandão", "Marek Zielinski", "Aoife Byrne"),
        "monitor": person("Stefan Ilic", "Yara Costa Lima"),
        "sponsor": company("Ambra Research S.A.", "Tessera Trials Ltd"),
        "treated": quantity(180, 290, 5, "patients"),
        "control": quantity(90, 150, 5, "patients"),
        "treat": span("week", 12, 16, 24),
        "follow": span("week", 4, 6, 8),
        "first_dose": quantity(20, 40, 5, "mg"),
        "later_dose": quantity(60, 90, 5, "mg"),
        "age": quantity(18, 40, 1, "years"),
        "visit": money("EUR", 41, 69, 1),
        "stay": money("EUR", 110, 190, 5),
        "travel": money("EUR", 71, 99, 1),
        "site": money("EUR", 2100, 3900, 50),
        "report_i": stretch(18, 36, 6, "hour"),
        "report_s": stretch(120, 240, 12, "hour"),
        "stop": percent(151, 249),
        "blood": quantity(180, 320, 10, "mL"),
        "power": percent(801, 949),
        "alpha": percent(11, 49),
        "interim": day(2024, 2024),
        "final": day(2025, 2026),
    },
    asked=(
        Asked(
            "number of patients on ambrisole",
            ("How many patients are enrolled on ambrisole?",),
            "size",
            "treated",
            ("on ambrisole",),
        ),
        Asked(
            "number of patients on placebo",
            ("How many patients are enrolled on placebo?",),
            "size",
            "control",
            ("on placebo",),
        ),
        Asked("length of treatment", ("How long does treatment last?",), "length", "treat"),
        Asked("length of follow-up", ("How long does follow-up last?",), "length", "follow"),
        Asked(
            "age of participants",
            ("How old must participants be?",),
            "age",
            "age",
            ("at least",),
            dropped="at least",
        ),
        Asked(
            "payment per visit",
            ("What does a participant receive per visit?",),
            "visit",
            "visit",
            ("per visit",),
        ),
        Asked(
            "payment per overnight stay",
            ("What does a participant receive per overnight stay?",),
            "visit",
            "stay",
            ("per overnight stay",),
        ),
        Asked(
            "travel refund",
            ("How much travel is refunded?",),
            "travel",
            "travel",
            ("up to", "per visit"),
            dropped="up to",
        ),
        Asked(
            "payment to the site",
            ("What is the site paid?",),
            "site",
            "site",
            ("if all forms are complete",),
            condition="if all forms are complete",
        ),
        Asked(
            "stopping rule",
            ("At what drop-out share does the trial stop?",),
            "stop",
            "stop",
            ("more than",),
            dropped="more than",
        ),
        Asked(
            "blood drawn",
            ("How much blood is drawn?",),
            "blood",
            "blood",
            ("no more than",),
            dropped="no more than",
        ),
        Asked("power", ("What is the power?",), "power", "power"),
        Asked("significance level", ("What is the significance level?",), "power", "alpha"),
        Asked("date of the interim analysis", ("When is the interim analysis?",), "interim", "interim"),
        Asked("date of the final analysis", ("When is the final analysis?",), "interim", "final"),
        Asked("principal investigator", ("Who is the principal investigator?",), "people", "investigator"),
        Asked("medical monitor", ("Who is the medical monitor?",), "people", "monitor"),
    ),
    yes_no=(
        YesNo(("Are smokers eligible?",), "smoke", False, dropped="not"),
        YesNo(("May earlier participants be enrolled again?",), "exclude", False, dropped="not"),
        YesNo(
            ("Can patients with asthma take part?",),
            "asthma",
            True,
            condition="as long as no steroids are used",
        ),
        YesNo(("May treatment be unblinded?",), "unblind", True, condition="but only in an emergency"),
    ),
    mirrors=(
        Mirror(
            "swapped_parties",
            ("How fast must the investigator report a serious event?", "report_i", "report_i"),
            ("How fast must the sponsor report a serious event?", "report_s", "report_s"),
        ),
        Mirror(
            "other_time_frame",
            ("What is the dose in week 1?", "week", "first_dose"),
            ("What is the dose in week 2?", "later", "later_dose"),
        ),
    ),
    absent=(
        Absent("What is the dose in week 6?", "later", "later_dose", "The dose is {} in week 6."),
        Absent(
            "What compensation is paid for a lost working day?",
            "visit",
            "stay",
            "A lost working day is compensated with {}.",
        ),
    ),
    computed=(
        Computed(
            "What does a visit with overnight stay pay?", "sum", (("visit", "visit"), ("visit", "stay"))
        ),
    ),
    headed=(
        Headed("Who can take part in the trial?", "Eligibility", "age"),
        Headed("How is safety monitored?", "Safety", "report_i"),
    ),
    swaps=(
        ("investigator", "sponsor"),
        ("must", "may"),
        ("can", "cannot"),
        ("treatment", "placebo"),
        ("per", "without"),
        ("interim", "final"),
    ),
)
