"""What holds for every parser and every text: order, bounds, proof by its own words, and time."""

import time
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import examples

from pincite.values.registered import derive, find, value_types
from pincite.values.types import Amount, DateValue, Duration, Number, Percentage

OURS = ["amount", "date", "duration", "percentage", "number", "boolean", "text"]
VOCABULARY = (
    "one two twenty sixty hundred thousand million half and a an per of to or between minus percent % $ € "
    "EUR USD dollars euros kr ( ) (60) ($500) 5 60 1,234.56 1.234 12,50 3/4 1 000 2024 03/04/2024 31 "
    "December March May 1st day days month year hours minutes a-year - – -5 , . ; : \n -\n thir- ty mg °C "
    "Section page B12 COVID-19 each shall not may unless if No is that basis points ½ ' ’ £5m cents 00/100 "
    "± +/- half quarter tenth thirds dozen lakhs Canadian Singapore Dollars (five) cr first (1st) x 0900 "
    "1400 000 but void is prohibits cannot non-binding while CI 1/2 twenty- "
    "\u00ad \u202f bn Fee Units İ"
)
PIECES = st.sampled_from(VOCABULARY.split(" "))
TEXTS = st.lists(st.tuples(PIECES, st.sampled_from([" ", "", "\n", "  "])), max_size=24).map(
    lambda parts: "".join(word + gap for word, gap in parts)
)
SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety"
MONTHS = "January February March April May June July August September October November December"


def in_words(number: int) -> str:
    for size, name in (
        (10**12, "trillion"),
        (10**9, "billion"),
        (10**6, "million"),
        (1000, "thousand"),
        (100, "hundred"),
    ):
        if number >= size:
            rest = number % size
            joint = " and " if 0 < rest < 100 else " "
            return f"{in_words(number // size)} {name}" + (joint + in_words(rest) if rest else "")
    if number < 20:
        return SMALL.split()[number]
    return TENS.split()[number // 10] + (f"-{SMALL.split()[number % 10]}" if number % 10 else "")


NUMBERS = st.integers(min_value=2, max_value=10**12)
INTEGER_FORMS = st.sampled_from(
    [
        str,
        "{:,}".format,
        in_words,
        lambda n: f"{in_words(n)} ({n:,})",
        lambda n: f"{in_words(n).upper()}\n({n})",
    ]
)


@pytest.mark.parametrize("answer_type", OURS)
@settings(max_examples=examples(150), deadline=None)
@given(text=st.one_of(TEXTS, st.text(max_size=60)))
def test_readings_are_in_order_inside_the_text_and_never_overlap(answer_type, text):
    readings = find(answer_type, text)

    ends = [0, *(reading.end for reading in readings)]
    assert all(end <= reading.start for end, reading in zip(ends, readings, strict=False))
    assert all(0 <= reading.start < reading.end <= len(text) for reading in readings)


@pytest.mark.parametrize("answer_type", OURS)
@settings(max_examples=examples(200), deadline=None)
@given(text=TEXTS)
def test_value_can_be_read_again_from_its_proof(answer_type, text):
    for reading in find(answer_type, text):
        assert derive(answer_type, reading.proof(text), reading.value), reading


@pytest.mark.parametrize("answer_type", ["amount", "date", "duration", "percentage", "number"])
@settings(max_examples=examples(150), deadline=None)
@given(text=TEXTS)
def test_reading_begins_and_ends_at_the_edge_of_a_word(answer_type, text):
    for reading in find(answer_type, text):
        for edge in (reading.start, reading.end):
            around = text[edge - 1 : edge + 1] if 0 < edge < len(text) else " "
            assert not around.isalpha() or len(around) < 2


@settings(max_examples=examples(200), deadline=None)
@given(number=NUMBERS, form=INTEGER_FORMS)
def test_whole_number_is_read_back_from_any_form(number, form):
    assert derive("number", f"exactly {form(number)} units.", Number(value=Decimal(number), unit="units"))


@settings(max_examples=examples(200), deadline=None)
@given(
    cents=st.integers(min_value=-(10**11), max_value=10**11),
    currency=st.sampled_from(["EUR", "USD", "GBP", "CHF", "INR"]),
    form=st.sampled_from(["{code} {n:,.2f}", "{n:,.2f} {code}", "up to {code}\n{n:,.2f}."]),
)
def test_amount_is_read_back_from_any_form(cents, currency, form):
    value = Decimal(cents) / 100

    text = form.format(code=currency, n=value)

    assert derive("amount", text, Amount(value=value, currency=currency, unit=None))


@settings(max_examples=examples(200), deadline=None)
@given(
    number=st.integers(min_value=2, max_value=10**7),
    form=INTEGER_FORMS,
    name=st.sampled_from(["dollars", "euros"]),
)
def test_amount_in_words_is_read_back(number, form, name):
    code = {"dollars": "USD", "euros": "EUR"}[name]

    assert derive(
        "amount", f"pay {form(number)} {name} now", Amount(value=Decimal(number), currency=code, unit=None)
    )


@settings(max_examples=examples(200), deadline=None)
@given(
    day=st.dates(min_value=date(1900, 1, 1), max_value=date(2199, 12, 31)),
    form=st.sampled_from(
        ["{d} {m} {y}", "{m} {d}, {y}", "{m}\n{d}, {y}", "the {d}th day of {m}, {y}", "{iso}",
         "{d}-{short}-{y}", "{short}. {d} {y}"]
    ),
)  # fmt: skip
def test_date_is_read_back_from_any_form(day, form):
    month = MONTHS.split()[day.month - 1]

    text = form.format(d=day.day, m=month, y=day.year, iso=day.isoformat(), short=month[:3])

    assert [reading.value for reading in find("date", text)] == [
        DateValue(iso=day.isoformat(), precision="day")
    ]


@settings(max_examples=examples(200), deadline=None)
@given(
    number=st.integers(min_value=2, max_value=1800),
    form=INTEGER_FORMS,
    unit=st.sampled_from(
        [("day", "P{}D"), ("month", "P{}M"), ("year", "P{}Y"), ("week", "P{}W"), ("hour", "PT{}H")]
    ),
    wording=st.sampled_from(["{} {}s", "{}-{}", "{}\n{}s", "{} consecutive {}s"]),
)
def test_duration_is_read_back_from_any_form(number, form, unit, wording):
    text = wording.format(form(number), unit[0])

    assert [reading.value for reading in find("duration", text)] == [Duration(iso8601=unit[1].format(number))]


@settings(max_examples=examples(200), deadline=None)
@given(
    number=st.decimals(min_value=-1000, max_value=1000, places=2),
    form=st.sampled_from(["{}%", "{} %", "{} percent", "{} per cent", "of {}\nper cent."]),
)
def test_percentage_is_read_back_from_any_form(number, form):
    assert derive("percentage", form.format(number), Percentage(value=number))


RUNS = (
    ["1", "1,", "1 ", "123 ", "5-", "one ", "one and ", "hundred ", " ", "\n", "(", "5 (", "$", "EUR ",
     "March ", "5\n",
     "± ", "half of ", "1 0 ", "$5 ", "5% ", "is ", "and ", "may not, ", "Canadian $",
     "not ", "if ", "-\n", "thir-\n", "per ", "5 Aa "]
)  # fmt: skip


@pytest.mark.parametrize("answer_type", OURS)
def test_long_run_of_one_thing_is_read_to_its_end(answer_type):
    texts = {run: "5 " + run * (10_000 // len(run)) for run in RUNS}
    beyond = [run for run, text in texts.items() if any(r.end > len(text) for r in find(answer_type, text))]
    assert not beyond


@pytest.mark.long
@pytest.mark.parametrize("answer_type", OURS)
@pytest.mark.parametrize("run", RUNS)
def test_time_grows_with_the_text_and_not_faster(answer_type, run):
    short, long = (seconds(answer_type, run, size) for size in (10_000, 40_000))
    assert long < 0.05 or long < 9 * short


def seconds(answer_type: str, run: str, size: int) -> float:
    text = "5 " + run * (size // len(run))
    started = time.process_time()
    find(answer_type, text)
    return time.process_time() - started


def test_types_of_the_laws_are_the_types_we_have():
    assert set(OURS) <= set(value_types())
