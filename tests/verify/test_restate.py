"""A claim that points rightly goes on in the document's words; one that says something else does not."""

from __future__ import annotations

import pytest
from tests.factories import held, question

from pincite.answer.claims import Citation, Claim
from pincite.values.date import find_years_alone
from pincite.values.types import Amount, Boolean, DateValue, Duration, Text
from pincite.verify.citation import judge
from pincite.verify.restate import restated
from pincite.verify.strictness import proofs_for

TEXT = (
    "The monthly rent is EUR 900 per month. The supplier shall not be liable for lost profits. "
    "Payment is due within thirty (30) days of the invoice. The company was founded in 2019. "
    "Notices go to the office in Leeds.\n"
)
SOURCE = held(TEXT)


def claimed(value, original: str, quote: str) -> Claim:
    lines = SOURCE.document.lines
    cited = Citation(version=SOURCE.identity.version, lines=(1, lines[-1].number), quote=quote)
    return Claim(answer_type=value.answer_type, value=value, original=original, citations=(cited,))


def passes(claim: Claim) -> bool:
    found = judge(
        question("What is agreed?"), claim, {SOURCE.identity.version: SOURCE}, proofs_for("balanced")
    )
    return found.passed


def test_yes_or_no_with_half_a_sentence_rests_on_the_whole_of_it():
    claim = restated(claimed(Boolean(value=False), "be liable", "be liable for lost profits"), SOURCE)
    assert claim.citations[0].quote == "The supplier shall not be liable for lost profits."
    assert passes(claim)


def test_text_that_leaves_out_the_denial_of_its_sentence_becomes_the_sentence():
    words = "be liable for lost profits"
    claim = restated(claimed(Text(text=words), words, words), SOURCE)
    assert claim.original == "The supplier shall not be liable for lost profits."
    assert claim.value == Text(text=claim.original)
    assert passes(claim)


def test_text_that_is_a_part_of_its_sentence_goes_on_as_the_sentence():
    claim = restated(
        claimed(Text(text="to the office"), "to the office", "go to the office in Leeds"), SOURCE
    )
    assert claim.original == "Notices go to the office in Leeds."
    assert passes(claim)


def test_name_is_taken_out_of_its_sentence_which_is_cited_whole():
    claim = restated(claimed(Text(text="Leeds"), "Leeds", "the office in Leeds"), SOURCE)
    assert claim.original == "Leeds"
    assert claim.citations[0].quote == "Notices go to the office in Leeds."
    assert passes(claim)


def test_text_that_does_not_stand_there_is_left_as_it_is_and_refused():
    claim = claimed(Text(text="the office in Paris"), "the office in Paris", "Notices go to the office")
    assert restated(claim, SOURCE) == claim
    assert not passes(claim)


def test_text_that_begins_or_ends_inside_a_word_is_refused():
    assert not passes(restated(claimed(Text(text="ffice in Lee"), "ffice in Lee", "office in Leeds"), SOURCE))


def test_text_whose_value_says_more_than_its_words_is_refused():
    claim = restated(claimed(Text(text="the office in Paris"), "office in Leeds", "office in Leeds"), SOURCE)
    assert not passes(claim)


def test_unit_that_a_model_leaves_out_is_that_of_the_document():
    rent = Amount(value="900", currency="EUR", unit=None)
    claim = restated(claimed(rent, "EUR 900", "rent is EUR 900"), SOURCE)
    assert claim.value == Amount(value="900", currency="EUR", unit="per month")
    assert passes(claim)


def test_unit_that_may_be_either_of_two_is_not_guessed():
    source = held("The rent is EUR 900 per month and the deposit is EUR 900 per year.\n")
    cited = Citation(version=source.identity.version, lines=(1, 1), quote="The rent is EUR 900")
    rent = Amount(value="900", currency="EUR", unit=None)
    claim = Claim(answer_type="amount", value=rent, original="EUR 900", citations=(cited,))
    assert restated(claim, source) == claim


def test_value_in_other_words_takes_the_words_of_the_document():
    claim = restated(claimed(Duration(iso8601="P30D"), "30 days", "within thirty (30) days"), SOURCE)
    assert claim.original == "thirty (30) days"
    assert passes(claim)


@pytest.mark.parametrize(
    "value",
    [
        Amount(value="901", currency="EUR", unit=None),
        Amount(value="900", currency="USD", unit=None),
        Amount(value="900", currency="EUR", unit="per year"),
        Amount(value="900", currency=None, unit=None),
    ],
    ids=["number", "currency", "unit", "no currency"],
)
def test_value_that_the_document_does_not_say_is_refused(value):
    claim = restated(claimed(value, "EUR 900", "The monthly rent is EUR 900 per month."), SOURCE)
    assert not passes(claim)


def test_year_by_itself_is_a_date_of_that_precision():
    year = DateValue(iso="2019", precision="year")
    assert passes(restated(claimed(year, "2019", "founded in 2019"), SOURCE))
    other = DateValue(iso="2020", precision="year")
    assert not passes(restated(claimed(other, "2019", "founded in 2019"), SOURCE))


def test_figure_that_is_no_year_is_no_date():
    source = held("Notices go to 2020 Market Street.\n")
    cited = Citation(version=source.identity.version, lines=(1, 1), quote="Notices go to 2020 Market Street.")
    year = DateValue(iso="2020", precision="year")
    claim = Claim(answer_type="date", value=year, original="2020", citations=(cited,))
    found = judge(question("When?"), claim, {source.identity.version: source}, proofs_for("balanced"))
    assert not found.passed


def test_claim_whose_quote_does_not_stand_in_its_lines_stays_as_it_is():
    claim = claimed(Boolean(value=True), "is liable", "The supplier shall be liable for lost profits.")
    assert restated(claim, SOURCE) == claim
    assert not passes(claim)


def test_words_of_the_generator_are_not_restated():
    claim = claimed(Text(text="They do not pay."), "They do not pay.", "shall not be liable")
    inferred = claim.model_copy(update={"method": "inferred"})
    assert restated(inferred, SOURCE) == inferred


def test_claim_about_another_version_stays_as_it_is():
    claim = claimed(Boolean(value=False), "be liable", "be liable")
    other = claim.model_copy(
        update={"citations": (claim.citations[0].model_copy(update={"version": "0" * 64}),)}
    )
    assert restated(other, SOURCE) == other


@pytest.mark.parametrize(
    ("text", "words"),
    [("This licence is not Exclusive.", "Exclusive"), ("The arranger is never Acme Ltd.", "Acme Ltd")],
)
def test_name_in_a_sentence_that_denies_goes_on_as_the_sentence(text, words):
    source = held(f"{text}\n")
    cited = Citation(version=source.identity.version, lines=(1, 1), quote=text)
    claim = Claim(answer_type="text", value=Text(text=words), original=words, citations=(cited,))
    assert restated(claim, source).original == text
    found = judge(question("What is said?"), claim, {source.identity.version: source}, proofs_for("balanced"))
    assert not found.passed, "nor does it pass as it is"


@pytest.mark.parametrize("said", ["2000 shares were issued", "a fee of 2024 euros", "for 2000 hours"])
def test_count_that_looks_like_a_year_is_none(said):
    assert find_years_alone(f"In all {said} at once.") == []


@pytest.mark.parametrize("said", ["in 2019 and later", "since 2019.", "fiscal 2019, ended in May"])
def test_year_that_is_named_as_one_is_read(said):
    assert [each.value.iso for each in find_years_alone(said)] == ["2019"]
