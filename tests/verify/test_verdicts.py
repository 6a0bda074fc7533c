"""Each verdict, what it rests on, and what is never called proved."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.verification.claim_rows import ClaimRow
from pincite.verification.judging import judge
from pincite.verification.read_documents import ReadDocuments
from tests.verify.papers import FACTS, RENT, one, write_lease, write_statement


@pytest.fixture(scope="module")
def lease(tmp_path_factory: pytest.TempPathFactory) -> ReadDocuments:
    return ReadDocuments.of_files(write_lease(tmp_path_factory.mktemp("lease")), isolated=False)


@pytest.fixture(scope="module")
def statement(tmp_path_factory: pytest.TempPathFactory) -> ReadDocuments:
    return ReadDocuments.of_files(write_statement(tmp_path_factory.mktemp("statement")), isolated=False)


@pytest.mark.parametrize(("value", "quote", "page"), FACTS)
def test_value_that_the_quoted_words_say_is_proved(lease: ReadDocuments, value: Any, quote: str, page: int):
    told = one(lease, value=value, quote=quote, page=page)

    assert told.verdict == "proved"
    assert told.evidence[0].page == page


def test_value_comes_as_number_words_or_fields(lease: ReadDocuments):
    for value in ("2.400,00 EUR", "€2,400", 2400.0, {"amount": 2400.0, "currency": "EUR"}, ["EUR 2,400"]):
        assert one(lease, value=value, quote=RENT).verdict == "proved", value
    for value in ("about EUR 2,400", {"amount": 2400, "currency": "EUR", "period": "month"}):
        assert one(lease, value=value, quote=RENT).verdict == "open", value


def test_proof_names_page_lines_and_boxes_of_the_words(lease: ReadDocuments):
    told = one(lease, value="EUR 2,400.00", quote=RENT)

    assert [place.role for place in told.evidence] == ["answer", "words"]
    assert told.evidence[1].snippet == "EUR 2,400.00"
    assert told.evidence[0].boxes[0].page == 2


def test_quote_without_a_value_is_placed(lease: ReadDocuments):
    assert one(lease, quote="Interest accrues at 4% per annum").verdict == "proved"


def test_value_without_a_quote_is_open_with_every_place_that_states_it(lease: ReadDocuments):
    told = one(lease, value="EUR 2400")

    assert told.verdict == "open"
    assert [place.snippet for place in told.evidence] == ["EUR 2,400.00"]


def test_altered_quote_shows_the_difference_word_by_word(lease: ReadDocuments):
    told = one(lease, value="EUR 2,500.00", quote=RENT.replace("2,400", "2,500"))

    assert told.verdict == "altered"
    assert [(change.claimed, change.found) for change in told.difference] == [("2,500.00", "2,400.00")]
    assert told.evidence[0].snippet == RENT.removesuffix(".")


def test_quote_that_drops_a_not_is_altered(lease: ReadDocuments):
    told = one(lease, quote="The Tenant shall sublet the Premises.")

    assert told.verdict == "altered"
    assert told.difference[0].found == "not"


@pytest.mark.parametrize(
    "quote", ["liability of the Landlord is limited to USD 5", "a monthly rent of EUR 2,4"]
)
def test_quote_that_ends_within_a_number_is_altered(lease: ReadDocuments, quote: str):
    assert one(lease, quote=quote).verdict == "altered"


def test_words_on_another_page_are_elsewhere_and_it_says_where(lease: ReadDocuments):
    told = one(lease, value="EUR 2,400.00", quote=RENT, page=3)

    assert told.verdict == "elsewhere"
    assert told.evidence[0].page == 2
    assert "page 2" in told.reason


def test_words_outside_of_the_box_are_elsewhere(lease: ReadDocuments):
    box = one(lease, quote=RENT).evidence[0].boxes[0]
    right = [box.x0, box.y0, box.x1, box.y1]
    wrong = [box.x0, box.y0 + 200, box.x1, box.y1 + 200]

    assert one(lease, quote=RENT, page=2, box=right).verdict == "proved"
    assert one(lease, quote=RENT, page=2, box=wrong).verdict == "elsewhere"


def test_box_as_share_of_its_page_is_compared(lease: ReadDocuments):
    box = one(lease, quote=RENT).evidence[0].boxes[0]
    share = {"left": box.x0 / 595.3, "top": box.y0 / 841.9, "width": 0.4, "height": 0.02, "page": 2}

    assert one(lease, quote=RENT, box=share).verdict == "proved"
    assert one(lease, quote=RENT, box=share | {"top": 0.7}).verdict == "elsewhere"


@pytest.mark.parametrize(
    ("value", "quote"),
    [
        ("EUR 2,500.00", RENT),
        ("USD 2,400.00", RENT),
        ("EUR 2,400 thousand", RENT),
        (2401, RENT),
        ("USD 5", "The liability of the Landlord is limited to USD 5 million."),
        ("USD 5 billion", "The liability of the Landlord is limited to USD 5 million."),
        (5, "The liability of the Landlord is limited to USD 5 million."),
        ("2024-06-18", "THIS LEASE is dated 17 June 2024"),
        ("12 years", "for a term of ten (10) years from the Commencement Date"),
        ("10 months", "for a term of ten (10) years from the Commencement Date"),
        ("2024%", "THIS LEASE is dated 17 June 2024"),
        ("5%", "Interest accrues at 4% per annum on overdue sums."),
        ("Acme Corp", 'and Pell & Marsh LLP (the "Tenant")'),
        ("the laws of Scotland", "This Lease is governed by the laws of Ireland."),
        ("the Tenant shall sublet the Premises", "The Tenant shall not sublet the Premises."),
        ("Landlord shall pay a monthly rent", RENT),
        ("01234", "limited to USD 5 million"),
        (["EUR 2,400.00", "EUR 9.00"], RENT),
    ],
)
def test_value_that_the_quoted_words_do_not_say_does_not_follow(lease: ReadDocuments, value: Any, quote: str):
    assert one(lease, value=value, quote=quote).verdict == "does_not_follow"


def test_party_under_the_name_of_the_other_one_does_not_follow(lease: ReadDocuments):
    quote = 'made between Harbour Estates Limited (the "Landlord") and Pell & Marsh LLP (the "Tenant")'

    assert (
        one(lease, field="tenant", value="Harbour Estates Limited", quote=quote).verdict == "does_not_follow"
    )
    assert one(lease, field="landlord", value="Harbour Estates Limited", quote=quote).verdict == "proved"


def test_words_that_are_nowhere_are_absent(lease: ReadDocuments):
    assert one(lease, quote="The ship carries nine hundred tonnes of grain").verdict == "absent"


def test_that_a_sentence_means_yes_or_no_is_open(lease: ReadDocuments):
    for value in ("no", "yes", True, "none", "N/A"):
        assert one(lease, value=value, quote="The Tenant shall not sublet the Premises.").verdict == "open"


def test_quote_cut_from_behind_a_not_is_never_proved(lease: ReadDocuments):
    assert one(lease, quote="sublet the Premises").verdict == "open"
    assert one(lease, value="yes", quote="sublet the Premises").verdict == "open"


def test_figure_of_a_table_is_proved_with_the_places_of_its_scale_and_heads(statement: ReadDocuments):
    told = one(statement, field="revenue 2024", value="EUR 1,234,000", quote="Revenue 1,234 1,111")

    assert told.verdict == "proved"
    assert {"head", "scale"} <= {place.role for place in told.evidence}


def test_figure_of_a_table_without_its_scale_is_not_proved(statement: ReadDocuments):
    assert one(statement, value="EUR 1,234", quote="Revenue 1,234 1,111").verdict == "does_not_follow"
    assert one(statement, value="1,234", quote="Revenue 1,234 1,111").verdict == "open"
    assert one(statement, value="1,234 million", quote="Revenue 1,234").verdict == "does_not_follow"
    assert one(statement, value="EUR 1,234 million", quote="Revenue 1,234 1,111").verdict == "does_not_follow"


def test_hidden_and_struck_words_prove_nothing(tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text(
        "<p>The fee is EUR 900.</p><p hidden>The fee is EUR 500.</p><p><del>It is EUR 700.</del></p>"
    )

    for words in ("The fee is EUR 500.", "It is EUR 700."):
        told = one(page, value=words[-8:-1], quote=words)
        assert told.verdict == "absent"
        assert "prove nothing" in told.reason


def test_words_printed_side_by_side_that_are_read_in_another_order_are_open(tmp_path: Path):
    from tests.documents.press import Sheet, printed

    names = "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima".split()

    def words(side: str, at: int) -> str:
        return " ".join([side, str(at), *(names[(at * 3 + each + len(side)) % 12] for each in range(6))])

    def only(sheet: Sheet) -> None:
        for at in range(30):
            for x, side in ((72, "left"), (330, "right")):
                sheet.at(x, 100 + at * 13, words(side, at))

    path = tmp_path / "columns.pdf"
    path.write_bytes(printed(only))

    assert one(path, quote=f"{words('left', 7)} {words('right', 7)}").verdict == "open"
    assert one(path, quote=f"{words('left', 7)} {words('right', 7)}", page=2).verdict == "altered"
    assert one(path, quote=f"{words('left', 7)} {words('right', 8)}").verdict == "altered"


def test_words_of_a_page_that_seems_mostly_hidden_are_open(tmp_path: Path):
    from tests.documents.press import Sheet, printed

    def only(sheet: Sheet) -> None:
        sheet.paragraph("A cover of our report.")
        sheet.canvas.setFillColorRGB(1, 1, 1)
        sheet.paragraph("New jobs were created for 232,822 people in the year under review.")

    path = tmp_path / "designed.pdf"
    path.write_bytes(printed(only))

    assert one(path, value="232,822", quote="New jobs were created for 232,822 people").verdict == "open"
    assert one(path, value="932,822", quote="New jobs were created for 932,822 people").verdict == "absent"


def test_printed_page_label_is_accepted_and_said(tmp_path: Path):
    from tests.documents.press import printed

    path = tmp_path / "labelled.pdf"
    pages = [lambda sheet: sheet.paragraph("A cover."), lambda sheet: sheet.paragraph("The fee is EUR 900.")]
    path.write_bytes(printed(*pages, labels=[(0, "ROMAN_LOWER", 1), (1, "ARABIC", 1)]))

    assert "printed" in one(path, value="EUR 900", quote="The fee is EUR 900.", page="1").reason
    assert one(path, value="EUR 900", quote="The fee is EUR 900.", page="i").verdict == "elsewhere"


def test_page_of_a_format_without_pages_is_not_checked_and_said(tmp_path: Path):
    path = tmp_path / "note.txt"
    path.write_text("The fee is EUR 900.")

    told = one(path, value="EUR 900", quote="The fee is EUR 900.", page=7)

    assert told.verdict == "proved"
    assert "no pages" in told.reason


_DIGITS = [(value, quote) for value, quote, _ in FACTS if re.search(r"\d", str(value))]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    fact=st.sampled_from(_DIGITS),
    at=st.integers(0, 30),
    digit=st.sampled_from("0123456789"),
    both=st.booleans(),
)
def test_falsified_digit_is_never_proved(
    lease: ReadDocuments, fact: tuple[Any, str], at: int, digit: str, both: bool
):
    value, quote = str(fact[0]), fact[1]
    places = [place for place, character in enumerate(value) if character.isdigit()]
    place = places[at % len(places)]
    changed = value[:place] + digit + value[place + 1 :]
    if changed == value:
        return
    told = quote.replace(value, changed) if both else quote

    held = lease.held(None)
    assert judge(ClaimRow(value=changed, quote=told), held).verdict != "proved"


_ANY_VALUE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=40)
    | st.sampled_from(_DIGITS).map(str),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    value=_ANY_VALUE,
    quote=st.text(max_size=60) | st.sampled_from([RENT, RENT[3:40]]),
    page=st.integers(-3, 9),
)
def test_no_row_breaks_it_and_what_is_proved_is_in_the_document(
    lease: ReadDocuments, value: Any, quote: str, page: int
):
    held = lease.held(None)

    told = judge(ClaimRow(value=value, quote=quote, page=page), held)

    assert told.verdict != "proved" or told.evidence[0].snippet in held.document.text
