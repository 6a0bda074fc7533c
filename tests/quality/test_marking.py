"""Marking: what one answer to one gold question is worth."""

from __future__ import annotations

from typing import Any

import pytest

from pincite.quality.likeness import likeness
from pincite.quality.marking import mark
from pincite.quality.observing import ObservedItem, Place
from pincite.quality.questions import GoldAnswer, GoldRow
from tests.quality.hand_made import gold_set, item, observed, perfect

ROWS = {row.id: row for row in gold_set().rows}
FEE, LIST, CLAUSE, ABSENT = ROWS["1-fee"], ROWS["1-parties"], ROWS["1-law"], ROWS["1-insurer"]


def said(answer_type: str, value: dict[str, Any], *, snippet: str = "", original: str = "") -> ObservedItem:
    place = Place(start=0, end=max(1, len(snippet)), snippet=snippet)
    return ObservedItem(
        answer_type=answer_type, value=value, original=original, confidence=1, proved=True, places=(place,)
    )


@pytest.mark.parametrize(
    ("answer_type", "gold", "got", "expected"),
    [
        ("amount", {"value": "15", "currency": "EUR"}, {"value": "15.00", "currency": "EUR"}, "normalised"),
        ("amount", {"value": "1500", "currency": "EUR"}, {"value": "1500", "currency": "USD"}, "different"),
        ("amount", {"value": "1500", "currency": None}, {"value": "1500", "currency": "USD"}, "exact"),
        ("amount", {"value": "15", "unit": "month"}, {"value": "15", "unit": None}, "different"),
        ("amount", {"value": "15"}, {"value": "many"}, "different"),
        ("date", {"iso": "2024-03-04"}, {"iso": "2024-03-04", "precision": "day"}, "exact"),
        ("date", {"iso": "2024-03-04"}, {"iso": "2024-03", "precision": "month"}, "different"),
        ("duration", {"iso8601": "P1Y"}, {"iso8601": "P12M"}, "normalised"),
        ("duration", {"iso8601": "P1W"}, {"iso8601": "P7D"}, "normalised"),
        ("duration", {"iso8601": "P2M"}, {"iso8601": "P60D"}, "different"),
        ("percentage", {"value": "1.5"}, {"value": "1.50"}, "normalised"),
        ("boolean", {"value": True}, {"value": True}, "exact"),
        ("boolean", {"value": True}, {"value": False}, "different"),
        ("organisation", {"name": "Acme, Inc."}, {"name": "ACME Inc"}, "normalised"),
        ("organisation", {"name": "Acme, L.L.C."}, {"name": "Acme LLC"}, "normalised"),
        ("organisation", {"name": "Acme Inc"}, {"name": "Acme Holding Inc"}, "different"),
        ("person", {"first": "Ada", "last": "Byron"}, {"first": "ADA", "last": "Byron"}, "normalised"),
        ("iban", {"iban": "DE89370400440532013000"}, {"iban": "DE89 3704 0044 0532 0130 00"}, "normalised"),
        ("table", {"rows": [["A", "1"]]}, {"headers": [], "rows": [["a", "1"]]}, "normalised"),
        ("table", {"rows": [["A", "1"]]}, {"headers": [], "rows": [["a", "2"]]}, "different"),
    ],
)  # fmt: skip
def test_values_are_compared_as_values(answer_type, gold, got, expected):
    assert likeness(answer_type, GoldAnswer(value=gold), said(answer_type, got)) == expected


def test_figure_of_another_type_is_different():
    assert (
        likeness("percentage", GoldAnswer(value={"value": "5"}), said("amount", {"value": "5"}))
        == "different"
    )


def test_clause_may_be_quoted_in_part_but_not_by_a_few_words():
    gold = GoldAnswer(text="Each side bears its own expenses and waives all claims for them.")
    most = said("clause", {"text": ""}, snippet="Each side bears its own expenses and waives")
    little = said("clause", {"text": ""}, snippet="all claims for them")
    assert likeness("clause", gold, most) == "normalised"
    assert likeness("clause", gold, little) == "different"


SENTENCE = "Acme Ltd and Foundry Ltd pay a fee of EUR 500.00 by 4 May 2024 or a fine of EUR 90.00."


@pytest.mark.parametrize(
    ("text", "answer_type", "value", "expected"),
    [
        ("EUR 500.00", "amount", {"value": "500", "currency": "EUR", "unit": None}, "normalised"),
        ("EUR 500.00", "amount", {"value": "90", "currency": "EUR", "unit": None}, "different"),
        ("by 4 May 2024", "date", {"iso": "2024-05-04", "precision": "day"}, "normalised"),
        ("by 4 May 2024", "date", {"iso": "2024-05-05", "precision": "day"}, "different"),
        ("Acme Ltd", "organisation", {"name": "ACME Ltd."}, "normalised"),
        ("Acme", "organisation", {"name": "Acme Ltd"}, "normalised"),
        ("Acme Ltd", "organisation", {"name": "Foundry Ltd"}, "different"),
        ("Foundry Ltd", "date", {"iso": "2024-05-04", "precision": "day"}, "normalised"),
    ],
)
def test_typed_item_is_held_to_the_value_that_the_gold_words_name(text, answer_type, value, expected):
    got = said(answer_type, value, snippet=SENTENCE, original=SENTENCE)
    assert likeness(answer_type, GoldAnswer(text=text), got) == expected


def test_short_gold_text_is_not_found_inside_a_sentence():
    gold = GoldAnswer(text="No")
    assert (
        likeness("text", gold, said("text", {"text": ""}, snippet="There is no doubt of it.")) == "different"
    )
    assert likeness("text", gold, said("text", {"text": ""}, snippet="No.")) == "normalised"


def test_gold_that_holds_nothing_compares_as_unknown_and_is_not_marked_right_or_wrong():
    row = GoldRow(id="1", document="d", question="?", answers=(GoldAnswer(page=3),))
    marked = mark(row, observed(row, [said("text", {"text": "x"}, snippet="x")]))
    assert marked.right is None
    assert not marked.wrong
    assert marked.page_right is False


def test_perfect_answer_is_right_in_every_respect():
    marked = mark(FEE, perfect(FEE))
    assert (marked.right, marked.page_right) == (True, True)


def test_right_value_at_a_false_place_is_wrong():
    elsewhere = (Place(start=5_000, end=5_050, page=1, snippet="x"),)
    marked = mark(FEE, observed(FEE, [item(FEE, FEE.answers[0], places=elsewhere)]))
    assert marked.value_right
    assert marked.wrong


def test_right_place_with_a_false_value_is_wrong():
    false = {"value": "9", "currency": "EUR", "unit": None}
    marked = mark(FEE, observed(FEE, [item(FEE, FEE.answers[0], value=false)]))
    assert marked.wrong
    assert marked.value_right is False


def test_item_whose_own_proof_fails_is_invented_and_not_right():
    marked = mark(FEE, observed(FEE, [item(FEE, FEE.answers[0], proved=False)]))
    assert marked.invented == 1
    assert marked.wrong


@pytest.mark.parametrize("row", [FEE, CLAUSE], ids=["amount", "clause"])
def test_whole_document_is_no_citation(row):
    whole = (Place(start=0, end=7_000, page=row.answers[0].page, snippet="all of it " * 700),)
    marked = mark(row, observed(row, [item(row, row.answers[0], places=whole, original="")]))
    assert marked.wrong
    assert not marked.page_right


def test_whole_document_is_no_citation_even_when_the_gold_knows_no_place():
    gold = GoldAnswer(value={"value": "5"})
    row = GoldRow(id="1", document="d", question="?", answer_type="number", answers=(gold,))
    whole = (Place(start=0, end=90_000, snippet="x"),)
    assert mark(row, observed(row, [item(row, gold)])).right
    assert mark(row, observed(row, [item(row, gold, places=whole)])).wrong


def test_whole_document_is_no_citation_even_when_only_its_beginning_is_kept():
    row = GoldRow(id="1", document="d", question="?", answers=(GoldAnswer(text="The fee is due in May."),))
    whole = (Place(start=0, end=90_000, snippet="A deed. The fee is due in May. All is well."),)
    assert mark(row, observed(row, [item(row, row.answers[0], places=whole, original="", value={})])).wrong


def test_one_word_of_a_clause_does_not_answer_it():
    (gold,) = CLAUSE.answers
    start = gold.spans[0][0]
    word = (Place(start=start, end=start + 8, page=gold.page, snippet="Disputes"),)
    assert mark(CLAUSE, observed(CLAUSE, [item(CLAUSE, gold, places=word, original="Disputes")])).wrong


def test_sentence_out_of_a_clause_answers_where_only_the_place_is_known():
    row = GoldRow(id="1", document="d", question="?", answers=(GoldAnswer(spans=((100, 900),)),))
    sentence = (Place(start=300, end=420, snippet="s"),)
    assert mark(row, observed(row, [item(row, row.answers[0], places=sentence)])).right


def test_list_that_leaves_one_out_is_right_as_far_as_it_goes():
    marked = mark(LIST, observed(LIST, [item(LIST, LIST.answers[0])]))
    assert marked.right
    assert marked.complete == 0.5


def test_list_with_one_false_item_is_wrong():
    false = item(LIST, LIST.answers[0], value={"name": "Someone Else"})
    marked = mark(LIST, observed(LIST, [*perfect(LIST).items, false]))
    assert marked.wrong
    assert marked.complete == 1


def test_any_of_the_places_of_a_gold_answer_proves_it():
    gold = GoldAnswer(value={"value": "5"}, spans=((0, 20), (500, 520)))
    row = GoldRow(id="1", document="d", question="?", answer_type="number", answers=(gold,))
    second = (Place(start=500, end=520, snippet="x"),)
    marked = mark(row, observed(row, [item(row, gold, places=second)]))
    assert marked.right


def test_item_whose_place_the_gold_does_not_know_is_no_false_citation():
    known = GoldAnswer(value={"value": "5"}, spans=((0, 20),))
    unknown = GoldAnswer(value={"value": "6"})
    row = GoldRow(id="1", document="d", question="?", answer_type="number", answers=(known, unknown))
    elsewhere = (Place(start=500, end=520, snippet="x"),)
    both = mark(row, observed(row, [item(row, known), item(row, unknown, places=elsewhere)]))
    false = mark(row, observed(row, [item(row, known), item(row, known, places=elsewhere)]))
    assert both.right
    assert not false.right


def test_any_of_several_acceptable_answers_is_cited_in_full():
    answers = tuple(GoldAnswer(value={"value": "5"}, spans=((at, at + 20),)) for at in (0, 500))
    row = GoldRow(
        id="1", document="d", question="?", answer_type="number", answer_shape="single", answers=answers
    )
    marked = mark(row, observed(row, [item(row, answers[1])]))
    assert marked.right


def test_settled_conflict_is_answered_by_the_side_that_prevails():
    (gold,) = FEE.answers
    older = item(FEE, gold, value={"value": "1", "currency": "EUR"}, side=1)
    sides = [item(FEE, gold), older]
    settled = mark(FEE, observed(FEE, sides, outcome="conflict", settled=True))
    open_one = mark(FEE, observed(FEE, sides, outcome="conflict"))
    assert (settled.conflict, settled.answered, settled.right) == (True, True, True)
    assert (open_one.conflict, open_one.answered, open_one.wrong) == (True, False, False)


def test_any_answer_to_an_absent_row_is_wrong():
    marked = mark(ABSENT, observed(ABSENT, [item(FEE, FEE.answers[0])]))
    assert marked.wrong
    assert marked.right is None
    assert mark(ABSENT, observed(ABSENT)).said_absent


def test_failure_is_neither_answered_nor_said_absent():
    marked = mark(FEE, observed(FEE, outcome="failed", error="out of memory"))
    assert marked.failed
    assert (marked.answered, marked.said_absent, marked.wrong) == (False, False, False)
    assert marked.right is False


ELSEWHERE = {"value": "1", "currency": "EUR", "unit": None}


def test_incomplete_list_of_right_items_is_right_as_far_as_it_goes():
    marked = mark(LIST, observed(LIST, [item(LIST, LIST.answers[0])], outcome="incomplete"))
    assert (marked.right, marked.correct, marked.complete, marked.answered) == (True, True, 0.5, False)


def test_incomplete_list_with_a_false_item_is_wrong():
    false = item(LIST, LIST.answers[0], value={"name": "Someone Else"})
    assert mark(LIST, observed(LIST, [item(LIST, LIST.answers[0]), false], outcome="incomplete")).wrong


def test_open_conflict_is_wrong_only_where_no_side_is_right():
    (gold,) = FEE.answers
    false = [item(FEE, gold, value={**ELSEWHERE, "value": n}, side=side) for side, n in enumerate("89")]
    one_right = mark(FEE, observed(FEE, [false[0], item(FEE, gold, side=1)], outcome="conflict"))
    none_right = mark(FEE, observed(FEE, false, outcome="conflict"))
    assert (one_right.wrong, one_right.correct, one_right.right) == (False, True, False)
    assert (none_right.wrong, none_right.correct) == (True, False)


def test_conflict_that_is_settled_for_the_wrong_side_is_wrong():
    (gold,) = FEE.answers
    sides = [item(FEE, gold, value=ELSEWHERE), item(FEE, gold, side=1)]
    assert mark(FEE, observed(FEE, sides, outcome="conflict", settled=True)).wrong


@pytest.mark.parametrize("outcome", ["answered", "incomplete", "conflict"])
def test_items_shown_for_an_absent_row_are_wrong_whatever_the_outcome(outcome):
    marked = mark(ABSENT, observed(ABSENT, [item(FEE, FEE.answers[0])], outcome=outcome))
    assert (marked.wrong, marked.quiet) == (True, False)


@pytest.mark.parametrize(
    ("outcome", "quiet"),
    [("not_found", True), ("unverified", True), ("needs_clarification", True), ("failed", False)],
)
def test_quiet_is_what_ends_without_an_item_and_without_a_failure(outcome, quiet):
    assert mark(ABSENT, observed(ABSENT, outcome=outcome)).quiet is quiet


def lead(span: tuple[int, int], reach: int = 0) -> Place:
    return Place(start=max(0, span[0] - reach), end=span[1] + reach)


def test_lead_that_touches_the_right_place_leads_to_it():
    (span,) = FEE.answers[0].spans
    last_word = Place(start=span[1] - 5, end=span[1] + 200)
    beside = Place(start=span[1], end=span[1] + 200)
    assert mark(FEE, observed(FEE, outcome="unverified", leads=(beside, last_word))).led
    assert mark(FEE, observed(FEE, outcome="unverified", leads=(beside,))).led is False


def test_lead_beyond_the_fifth_does_not_count():
    (span,) = FEE.answers[0].spans
    beside = Place(start=span[1], end=span[1] + 200)
    marked = mark(FEE, observed(FEE, outcome="unverified", leads=(*[beside] * 5, lead(span))))
    assert (marked.led, marked.leads) == (False, 6)


def test_whole_document_is_no_lead():
    (span,) = FEE.answers[0].spans
    assert mark(FEE, observed(FEE, outcome="unverified", leads=(lead(span, 3_000),))).led is False


def test_answer_at_the_right_place_leads_to_it_even_with_a_false_value():
    false = item(FEE, FEE.answers[0], value=ELSEWHERE)
    assert mark(FEE, observed(FEE, [false])).led
    assert mark(FEE, observed(FEE, [false], outcome="unverified")).led is False, "it was not shown"


def test_place_of_a_quote_counts_where_the_gold_gives_none():
    quoted = GoldRow(id="1", document="d", question="?", answers=(GoldAnswer(quote="the fee", page=1),))
    page_only = GoldRow(id="1", document="d", question="?", answers=(GoldAnswer(text="x", page=1),))
    same_page = (Place(start=900, end=990, page=1),)
    assert mark(quoted, observed(quoted, leads=(lead((20, 27)),), located=((20, 27),))).led
    assert mark(quoted, observed(quoted, leads=same_page, located=((20, 27),))).led is False
    assert mark(page_only, observed(page_only, leads=same_page)).led is None


def test_absent_row_leads_nowhere():
    marked = mark(ABSENT, observed(ABSENT, leads=(lead((0, 10)),)))
    assert (marked.led, marked.leads) == (None, 1)


YEARS = "The term of this deed is ten (10) years."


@pytest.mark.parametrize(
    ("written", "got", "expected"),
    [
        ("ten years", said("duration", {"iso8601": "P10Y"}, snippet=YEARS, original="ten (10) years"), True),
        ("10 years", said("duration", {"iso8601": "P120M"}, snippet=YEARS), True),
        ("P10Y", said("duration", {"iso8601": "P10Y"}, snippet=YEARS), True),
        ("ten years", said("duration", {"iso8601": "P10D"}, snippet="ten years or ten days"), False),
        ("ten years", said("text", {"text": YEARS}, snippet=YEARS, original=YEARS), True),
        ("eleven years", said("text", {"text": YEARS}, snippet=YEARS, original=YEARS), False),
        ("EUR 1,200", said("amount", {"value": "1200.00", "currency": "EUR", "unit": None}), True),
        ("EUR 1,200", said("amount", {"value": "1200.00", "currency": "USD", "unit": None}), False),
        ("EUR 900 per month", said("amount", {"value": "900", "currency": "EUR", "unit": None}), True),
        ("1,200", said("amount", {"value": "1200", "currency": "EUR", "unit": None}), True),
        ("5 %", said("amount", {"value": "5", "currency": "EUR", "unit": None}, snippet="EUR 5"), False),
        ("1 March 2024", said("date", {"iso": "2024-03-01", "precision": "day"}), True),
        ("yes", said("boolean", {"value": True}, snippet="The tenant may sublet."), True),
        ("No", said("boolean", {"value": True}, snippet="No doubt."), False),
        ("Acme Ltd", said("organisation", {"name": "ACME Ltd."}, snippet="ACME Ltd."), True),
    ],
)
def test_answer_without_a_type_is_compared_as_the_value_that_it_is(written, got, expected):
    row = GoldRow(id="1", document="d", question="?", answers=(GoldAnswer(text=written),))
    assert mark(row, observed(row, [got])).right is expected


def test_words_with_a_quote_or_a_place_are_still_compared_as_words():
    quoted = GoldAnswer(text="ten years", quote="The initial period runs for ten years from signing.")
    got = said("duration", {"iso8601": "P10Y"}, snippet="A warranty of ten years is given.")
    assert likeness(None, quoted, got) == "different"
