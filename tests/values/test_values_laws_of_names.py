"""The laws of every parser, for names, addresses, accounts, ranges, tables and clauses."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import examples

from pincite.values.registered import derive, find, value_types

NAMED = ["date_range", "address", "person", "organisation", "iban", "table", "clause"]
VOCABULARY = (
    "from to between and until through 1 15 30 July June 2024 2025 1 July 2024 30 June 2025 01/07/2024 "
    "30/06/2025 – - "
    "commencing ending onwards Mr. Dr. Maria L. Kessler John Q. Public , Jr. Esq. Name: By: /s/ Managing "
    "Director CEO "
    "van der von President Acme Beta Holdings Inc. Inc LLC GmbH & Co. KG AG Ltd plc S.A. N.V. Bank of the "
    "The Company "
    "University Supplier Trust 12 10115 Berlin Musterstraße Street Main Avenue London SW1A 2AA CA 90404 NY "
    "rue Paris "
    "75002 Suite 400 , , ; : . ( ) “ ” \n \n \n\n DE89 3704 0044 0532 0130 00 IBAN GB29 NWBK \t \t 7.1 2. "
    "Section shall "
    "not is Germany USA P.O. Box Am Markt 3 CH-8001 Zürich 1, -\n ' ’ İ \u00ad"
)
PIECES = st.sampled_from(VOCABULARY.split(" "))
TEXTS = st.lists(st.tuples(PIECES, st.sampled_from([" ", " ", " ", "", "\n", "  "])), max_size=24).map(
    lambda parts: "".join(word + gap for word, gap in parts)
)


@pytest.mark.parametrize("answer_type", NAMED)
@settings(max_examples=examples(150), deadline=None)
@given(text=st.one_of(TEXTS, st.text(max_size=60)))
def test_readings_are_in_order_inside_the_text_and_never_overlap(answer_type, text):
    readings = find(answer_type, text)

    ends = [0, *(reading.end for reading in readings)]
    assert all(end <= reading.start for end, reading in zip(ends, readings, strict=False))
    assert all(0 <= reading.start < reading.end <= len(text) for reading in readings)


@pytest.mark.parametrize("answer_type", NAMED)
@settings(max_examples=examples(300), deadline=None)
@given(text=TEXTS)
def test_value_can_be_read_again_from_its_proof(answer_type, text):
    for reading in find(answer_type, text):
        assert derive(answer_type, reading.proof(text), reading.value), reading


RUNS = [
    "1 ",
    "12 Main ",
    "12 ",
    "A ",
    "A. ",
    "Acme ",
    "Acme, ",
    "Acme & ",
    "Inc. ",
    "of ",
    "Bank of ",
    "Mr. ",
    "Maria ",
    "Maria, ",
    "van ",
    "CEO, ",
    "DE89 ",
    "DE89 3704 ",
    "1 July ",
    "1 July 2024 ",
    "1 July 2024 to ",
    "and ",
    "from ",
    "continue ",
    "\t",
    "a\tb\n",
    "7.1 ",
    "7.1 x\n",
    "(",
    "“",
    ", ",
    "\n",
    " ",
    "Unit 4, ",
    "12 Oak Street, ",
    "Straße ",
    "Am ",
    "12, rue ",
    "Via ",
    "x",
    "President of ",
    "2024 ",
    "2019 to ",
    "1-",
    "- ",
]


@pytest.mark.parametrize("answer_type", NAMED)
def test_long_run_of_one_thing_is_read_in_a_moment(answer_type):
    slow, beyond = [], []
    for run in RUNS:
        text = "5 " + run * (10_000 // len(run))
        started = time.process_time()
        readings = find(answer_type, text)
        # A bound far above what a linear search needs: it fails on a search that grows with the square.
        slow += [run] if time.process_time() - started > 1.5 else []
        beyond += [run] if any(reading.end > len(text) for reading in readings) else []
    assert (slow, beyond) == ([], [])


def test_types_of_the_laws_are_types_we_have():
    assert set(NAMED) <= set(value_types())
