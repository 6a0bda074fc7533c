"""Two leases: a flat and an office floor."""

from ..template import Absent, Asked, Computed, Headed, Mirror, Paper, YesNo
from ..wordings import company, day, money, percent, person, span

FLAT = Paper(
    name="flat lease",
    currency="EUR",
    body="""
  RESIDENTIAL LEASE AGREEMENT
  Kastanienweg 14, 3rd floor left

  Contents
  1. Parties ............................ 1
  2. Rent and deposit ................... 1
  3. Use of the flat .................... 2
  4. Notice ............................. 3

1. Parties

[[parties|The Landlord is {landlord} and the Tenant is {tenant}.]] Letters reach the house management by
telephone on 030 5550 1734.

[[start|The lease begins on {start} and the keys are handed over on {keys}.]]

2. Rent and deposit

[[rent|The Tenant shall pay a monthly rent of {rent} and a monthly advance on heating costs of
{heating}.]] [[yearly|The Landlord pays a property charge of {charge} per year, which is not passed
on.]]

[[deposit|A deposit of {deposit} is due before the keys are handed over.]] [[interest|The deposit bears
interest at {interest} per year.]] [[repairs|The Tenant bears the cost of small repairs up to {repairs}
per incident.]]

[[late|A reminder fee of {reminder} is charged only if the rent is still unpaid after the second
reminder.]]

3. Use of the flat

[[pets|The Tenant may not keep dogs in the flat.]] [[sublet|The Tenant may sublet a single room,
provided that the Landlord has agreed in writing.]] [[balcony|Charcoal grills are not allowed on the
balcony.]]

4. Notice

[[notice_l|The Landlord may end the lease by giving {notice_l} of written notice.]] [[notice_t|The
Tenant may end the lease by giving {notice_t} of written notice.]] [[return|The deposit is returned
within {back} after the flat has been handed back.]]

[[entry|The Landlord shall announce a visit at least {announce} in advance.]] The parties signed in two
copies.
""",
    slots={
        "landlord": company("Birkenhof Wohnbau GmbH", "Ostsee Immobilien AG", "Lindenau Grundbesitz KG"),
        "tenant": person("Mira Feldkamp", "Jonas Albrecht Thiel", "Samira Haddad"),
        "start": day(2021, 2022),
        "keys": day(2023, 2023),
        "rent": money("EUR", 1010, 2490, 20),
        "heating": money("EUR", 110, 240, 5),
        "charge": money("EUR", 3010, 4990, 20),
        "deposit": money("EUR", 5040, 6960, 40),
        "interest": percent(5, 19),
        "repairs": money("EUR", 60, 100, 5),
        "reminder": money("EUR", 10, 40, 5),
        "notice_l": span("month", 6, 9, 12),
        "notice_t": span("month", 2, 3, 4),
        "back": span("week", 6, 8, 10),
        "announce": span("day", 2, 3, 5),
    },
    asked=(
        Asked(
            "monthly rent", ("What is the monthly rent?", "How much rent is due each month?"), "rent", "rent"
        ),
        Asked(
            "monthly advance on heating costs",
            ("How much is the monthly heating advance?",),
            "rent",
            "heating",
        ),
        Asked("deposit", ("How large is the deposit?", "What deposit must be paid?"), "deposit", "deposit"),
        Asked(
            "interest on the deposit",
            ("What interest does the deposit bear?",),
            "interest",
            "interest",
            ("per year",),
        ),
        Asked(
            "tenant's share of small repairs",
            ("Up to what amount does the Tenant bear small repairs?",),
            "repairs",
            "repairs",
            ("up to", "per incident"),
            dropped="up to",
        ),
        Asked(
            "reminder fee",
            ("How much is the reminder fee?",),
            "late",
            "reminder",
            ("only if the rent is still unpaid after the second reminder",),
            condition="only if the rent is still unpaid after the second reminder",
        ),
        Asked("start of the lease", ("When does the lease begin?",), "start", "start"),
        Asked(
            "time for announcing a visit",
            ("How long in advance must a visit be announced?",),
            "entry",
            "announce",
            ("at least",),
            dropped="at least",
        ),
    ),
    yes_no=(
        YesNo(("May the tenant keep dogs?", "Are dogs allowed in the flat?"), "pets", False, dropped="not"),
        YesNo(("Are charcoal grills allowed on the balcony?",), "balcony", False, dropped="not"),
        YesNo(
            ("May the tenant sublet a room?",),
            "sublet",
            True,
            condition="provided that the Landlord has agreed in writing",
        ),
    ),
    mirrors=(
        Mirror(
            "swapped_parties",
            ("How much notice must the Landlord give?", "notice_l", "notice_l"),
            ("How much notice must the Tenant give?", "notice_t", "notice_t"),
        ),
        Mirror(
            "other_time_frame",
            ("What does the Tenant pay in rent per month?", "rent", "rent"),
            ("What property charge does the Landlord pay per year?", "yearly", "charge"),
        ),
    ),
    absent=(
        Absent(
            "How much is the pet deposit?",
            "deposit",
            "deposit",
            "A pet deposit of {} is payable before any animal is kept in the flat.",
        ),
        Absent(
            "What is the rent for the parking space?",
            "rent",
            "rent",
            "The parking space in the courtyard is let for {} per month.",
        ),
        Absent(
            "What penalty applies for early termination?",
            "late",
            "reminder",
            "If the Tenant leaves early, a penalty of {} is due.",
        ),
    ),
    computed=(
        Computed("What is the yearly rent?", "times 12", (("rent", "rent"),)),
        Computed(
            "How much are rent and heating advance together?", "sum", (("rent", "rent"), ("rent", "heating"))
        ),
    ),
    headed=(
        Headed(
            "What does the lease say about giving notice?",
            "4. Notice ............................. 3",
            "notice_t",
        ),
        Headed("How may the flat be used?", "3. Use of the flat .................... 2", "sublet"),
    ),
    swaps=(
        ("Tenant", "Landlord"),
        ("shall", "may"),
        ("may", "must"),
        ("monthly", "yearly"),
        ("before", "after"),
    ),
)

OFFICE = Paper(
    name="office lease",
    currency="GBP",
    body="""
  LEASE OF OFFICE PREMISES
  Fourth Floor, Harbour Exchange, Southquay

THIS LEASE is made between {landlord} (the "Lessor") and {tenant} (the "Lessee").

Section 1 Term

[[term|The term of this lease is {term} from {commence}.]] [[break|The Lessee may break the lease on
{breakday}, unless rent is in arrears on that day.]]

Section 2 Rent and service charge

[[rent|The annual rent is {rent} until the first review and {rent2} thereafter.]] [[service|The service
charge for the current quarter is {service}.]] [[service_year|The service charge is limited to {capyear}
in any year of the term.]]

[[vat|Value added tax is not included in the rent.]] [[interest|Sums overdue carry interest at
{interest} above the base rate.]]

Section 3 Repair and insurance

[[insure_l|The Lessor shall insure the building for {building}.]] [[insure_t|The Lessee shall insure its
contents for {contents}.]] [[excess|The excess for flood damage is not less than {excess} per event.]]

Section 4 Alterations and signs

[[signs|The Lessee shall not display signs outside the building.]] [[walls|The Lessee may move internal
partitions, except those marked red on the plan.]] [[fee|A supervision fee of {fee} is payable where the
works last longer than {works}.]]

Section 5 End of the lease

[[strip|The Lessee must remove its cabling within {cabling} after the end of the term.]] [[hold|The
Lessor must return the rent bond within {bond} after the end of the term.]] Enquiries: Southquay Estates
Office, 020 7946 0812.
""",
    slots={
        "landlord": company("Marlowe Estates Ltd", "Greyfriars Property plc", "Penhale Land Ltd"),
        "tenant": company("Tideway Analytics Ltd", "Foxglove Media LLP", "Orrin Robotics Ltd"),
        "term": span("year", 8, 10, 12),
        "commence": day(2019, 2021),
        "breakday": day(2024, 2026),
        "rent": money("GBP", 41000, 69000, 500),
        "rent2": money("GBP", 70000, 89000, 500),
        "service": money("GBP", 3100, 4900, 100),
        "capyear": money("GBP", 21000, 29000, 500),
        "interest": percent(21, 59),
        "building": money("GBP", 2100000, 4900000, 50000),
        "contents": money("GBP", 110000, 290000, 5000),
        "excess": money("GBP", 1050, 2950, 100),
        "fee": money("GBP", 510, 990, 20),
        "works": span("week", 2, 3, 4),
        "cabling": span("day", 15, 20),
        "bond": span("day", 30, 45, 60),
    },
    asked=(
        Asked(
            "annual rent",
            ("What is the annual rent until the first review?",),
            "rent",
            "rent",
            ("until the first review",),
        ),
        Asked(
            "annual rent after the first review",
            ("What is the rent after the first review?",),
            "rent",
            "rent2",
            ("thereafter",),
        ),
        Asked(
            "service charge for the current quarter",
            ("How much is the service charge this quarter?",),
            "service",
            "service",
        ),
        Asked(
            "yearly limit of the service charge",
            ("To what amount is the service charge limited in a year?",),
            "service_year",
            "capyear",
            ("in any year of the term",),
        ),
        Asked(
            "default interest",
            ("What interest is charged on overdue sums?",),
            "interest",
            "interest",
            ("above the base rate",),
            dropped="above the base rate",
        ),
        Asked(
            "flood excess",
            ("What is the excess for flood damage?",),
            "excess",
            "excess",
            ("not less than", "per event"),
            dropped="not less than",
        ),
        Asked(
            "supervision fee",
            ("How much is the supervision fee?",),
            "fee",
            "fee",
            ("where the works last longer than",),
            condition="where the works last longer than",
        ),
        Asked("term of the lease", ("How long is the term of the lease?",), "term", "term"),
    ),
    yes_no=(
        YesNo(("May the lessee display signs outside?",), "signs", False, dropped="not"),
        YesNo(("Is value added tax included in the rent?",), "vat", False, dropped="not"),
        YesNo(
            ("May the lessee move internal partitions?",),
            "walls",
            True,
            condition="except those marked red on the plan",
        ),
        YesNo(
            ("Can the lessee break the lease?",),
            "break",
            True,
            condition="unless rent is in arrears on that day",
        ),
    ),
    mirrors=(
        Mirror(
            "swapped_parties",
            ("For what sum must the Lessor insure?", "insure_l", "building"),
            ("For what sum must the Lessee insure?", "insure_t", "contents"),
        ),
        Mirror(
            "swapped_parties",
            ("How long does the Lessee have to remove its cabling?", "strip", "cabling"),
            ("How long does the Lessor have to return the bond?", "hold", "bond"),
        ),
        Mirror(
            "other_time_frame",
            ("What is the service charge for the quarter?", "service", "service"),
            ("What is the most the service charge can be in a year?", "service_year", "capyear"),
        ),
    ),
    absent=(
        Absent(
            "How much is the rent bond?",
            "fee",
            "fee",
            "The Lessee has lodged a rent bond of {} with the Lessor.",
        ),
        Absent(
            "What are the parking charges?",
            "service",
            "service",
            "Parking in the basement is charged at {} per bay and year.",
        ),
    ),
    computed=(
        Computed(
            "By how much does the rent rise at the first review?",
            "difference",
            (("rent", "rent2"), ("rent", "rent")),
        ),
        Computed("When does the term end?", "date plus", (("term", "commence"), ("term", "term"))),
    ),
    headed=(
        Headed(
            "What does the lease say about alterations and signs?", "Section 4 Alterations and signs", "signs"
        ),
        Headed("What happens at the end of the lease?", "Section 5 End of the lease", "strip"),
    ),
    swaps=(
        ("Lessee", "Lessor"),
        ("shall", "may"),
        ("may", "shall"),
        ("annual", "monthly"),
        ("after", "before"),
    ),
)
