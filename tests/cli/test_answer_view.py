"""How values and answers are shown to a person."""

from __future__ import annotations

from decimal import Decimal

import pytest
from pydantic import BaseModel

from pincite.answer.answers import (
    Answer,
    Conflict,
    Coverage,
    Evidence,
    Item,
    Lead,
    PageCoverage,
    PrecedenceRule,
    type_of,
)
from pincite.answer.checks import Check, JudgedBy, Judgement
from pincite.answer.claims import Signals
from pincite.cli.answer_view import emphasised, in_words, judged, proved, show_answer, where
from pincite.cli.screen import one_line
from pincite.values.types import Amount, Boolean, DateValue, Duration, Number, Percentage, Text

PROOF = [Check(check=name, state="proved") for name in ("quote", "value", "place", "scope")]
JUDGED = Judgement(by=[JudgedBy(reader="local/1", says="0.93")], chance=0.934, bar=0.8)


def make_answer(outcome: str, **changes: object) -> Answer:
    whole = {
        "outcome": outcome,
        "question": "What is the fee?",
        "strictness": "balanced",
        "method": "verbatim",
        "items": [],
        "conflict": None,
        "signals": Signals.nothing(),
        "clarification": None,
        "caveats": [],
        "coverage": Coverage.nothing(),
        "error": None,
        "run": "run-1",
        "seconds": 0.1,
    }
    return Answer.model_validate(whole | changes)


def make_item(value: BaseModel, snippet: str, original: str = "", **place: object) -> Item:
    where = {
        "document": "0" * 64, "version": "0" * 16, "name": "lease.pdf", "page": 4, "page_label": "4",
        "anchor": None, "section": "Rent", "lines": (10, 12), "start": 0, "end": len(snippet),
        "snippet": snippet, "grade": "exact", "boxes": [], "recognised": False,
    }  # fmt: skip
    return Item(
        id="item-1",
        type=type_of(value),
        value=value,
        original=original or snippet,
        limits=[],
        evidence=[Evidence.model_validate(where | place)],
        proof=PROOF,
        judgement=JUDGED,
        derivation=None,
    )


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Amount(value=Decimal("48500.00"), currency="EUR", unit=None), "EUR 48,500.00"),
        (Amount(value=Decimal("12"), currency=None, unit="per user per month"), "12 per user per month"),
        (Amount(value=Decimal("-1E+3"), currency="USD", unit=None), "USD -1,000"),
        (DateValue(iso="2027-12-31", precision="day"), "31 December 2027"),
        (DateValue(iso="2027-02", precision="month"), "February 2027"),
        (DateValue(iso="2027", precision="year"), "2027"),
        (Duration(iso8601="P60D"), "60 days"),
        (Duration(iso8601="P1Y6M"), "1 year 6 months"),
        (Duration(iso8601="PT48H30M"), "48 hours 30 minutes"),
        (Percentage(value=Decimal("1.5")), "1.5 %"),
        (Number(value=Decimal("1340"), unit="employees"), "1,340 employees"),
        (Boolean(value=True), "Yes"),
        (Boolean(value=False), "No"),
        (Text(text="two\n  lines"), "two lines"),
    ],
)
def test_value_is_said_as_a_person_would(value: BaseModel, words: str):
    assert in_words(value) == words


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("termi-\nnation", "termination"),
        ("self-\ninsured", "self-insured"),
        ("ISO-\nbased", "ISO-based"),
        ("2024-\nto", "2024-to"),
        ("pages 3-\n5", "pages 3- 5"),
        ("a - \nb", "a - b"),
        ("line\r\nend", "line end"),
    ],
)
def test_line_break_goes_and_its_hyphen_too_unless_the_word_has_one(text: str, shown: str):
    assert one_line(text) == shown


def test_words_of_the_value_are_marked_where_they_stand_as_words():
    assert emphasised("Of 160 days, 60 days count.", "60 days").plain == "Of 160 days, «60 days» count."


def test_text_that_is_all_value_is_left_plain():
    assert emphasised("All of it.", "All of it.").plain == "All of it."


def test_printed_page_number_is_shown_where_it_differs(capsys: pytest.CaptureFixture[str]):
    item = make_item(Boolean(value=True), "The tenant may sublet.", page_label="iv")

    show_answer(make_answer("answered", items=[item]))

    shown = capsys.readouterr().out
    assert "Answered: Yes" in shown
    assert "lease.pdf, page 4 (printed iv), lines 10–12 · Rent" in shown
    assert "  ✓ quote, word for word   ✓ whole sentences   ✓ place   ✓ scope\n" in shown
    assert "  Answers the question: very likely (0.93)\n" in shown


def with_judgement(item: Item, chance: float | None, *by: JudgedBy) -> Item:
    return item.model_copy(update={"judgement": Judgement(by=list(by), chance=chance, bar=None)})


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.9, "very likely (0.90)"),
        (0.75, "likely (0.75)"),
        (0.5, "possible (0.50)"),
        (0.49, "unlikely (0.49)"),
        (0.0, "unlikely (below 0.01)"),
    ],
)
def test_chance_is_said_in_words_and_figures(chance: float, words: str):
    item = with_judgement(make_item(Boolean(value=True), "Yes."), chance)
    assert judged(item) == f"Answers the question: {words}"


@pytest.mark.parametrize(
    ("reader", "words"),
    [
        ("words", "judged by its words only, not measured"),
        ("anthropic/some-model", "judged by anthropic/some-model, not calibrated"),
    ],
)
def test_who_judged_is_named_where_there_is_no_chance(reader: str, words: str):
    voice = JudgedBy(reader=reader, says="yes")
    item = with_judgement(make_item(Boolean(value=True), "Yes."), None, voice)
    assert judged(item) == f"Answers the question: {words}"


def test_no_tick_stands_for_what_code_did_not_prove():
    item = make_item(Boolean(value=True), "Yes.")
    left = Check(check="value", state="open", reason="That it means yes was read.")
    unproved = item.model_copy(update={"proof": [PROOF[0], left]})
    assert proved(unproved).plain == "✓ quote, word for word   ○ whole sentences open"


def test_judgement_of_a_list_is_said_once_where_all_items_share_it(capsys: pytest.CaptureFixture[str]):
    items = [make_item(Text(text=word), word) for word in ("war", "flood")]
    differing = [items[0], with_judgement(items[1], 0.6)]

    show_answer(make_answer("answered", items=items))
    show_answer(make_answer("answered", items=differing))

    assert capsys.readouterr().out.count("Answers the question:") == 3


def test_leads_are_numbered_with_place_chance_and_how_they_differ(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "80")
    (place,) = make_item(Text(text="x"), "The tenant may leave with a month of notice. " * 3).evidence
    leads = [Lead(evidence=[place], chance=0.62, reason="may differ in: year, what it denies")] * 2

    show_answer(make_answer("unverified", leads=leads))

    lines = capsys.readouterr().out.splitlines()
    assert lines[:8] == [
        "No passage is sure enough to be the answer. The likeliest:",
        "",
        "  1. The tenant may leave with a month of notice. The tenant may leave with a",
        "     month of notice. The tenant may leave with a month of notice.",
        "     lease.pdf, page 4, lines 10–12 · Rent",
        "     possible (0.62) · may differ in: year, what it denies",
        "",
        "  2. The tenant may leave with a month of notice. The tenant may leave with a",
    ]
    assert all(len(line) <= 80 for line in lines)


def test_leads_of_other_documents_stand_behind_what_is_answered(capsys: pytest.CaptureFixture[str]):
    item = make_item(Text(text="The rent is EUR 500."), "The rent is EUR 500.")
    leads = [Lead(evidence=item.evidence, chance=0.62, reason="A model points here.")]

    show_answer(make_answer("incomplete", items=[item], leads=leads))

    shown = capsys.readouterr().out
    assert shown.startswith("Incomplete")
    assert (
        shown.index("✓ quote")
        < shown.index("The likeliest passages of the other documents")
        < shown.index("A model points here.")
    )


def test_not_found_says_how_likely_the_document_holds_it(capsys: pytest.CaptureFixture[str]):
    coverage = Coverage.nothing().model_copy(update={"documents": 1, "chance_held": 0.03})

    show_answer(make_answer("not_found", coverage=coverage))

    assert capsys.readouterr().out.startswith(
        "Not found: the chance that the document answers this is 0.03.\n"
    )


def test_tree_is_set_in_by_its_levels(capsys: pytest.CaptureFixture[str]):
    whole = make_item(Text(text="Alder"), "Alder")
    part = make_item(Amount(value=Decimal("500"), currency="EUR", unit=None), "EUR 500")
    items = [whole, part.model_copy(update={"id": "item-1.1", "limits": ["Rent"]})]

    show_answer(make_answer("answered", items=items))

    shown = capsys.readouterr().out
    assert "\n  1. Alder\n  lease.pdf" in shown
    assert "\n  1.1. EUR 500 (Rent)\n    EUR 500\n    lease.pdf" in shown


def test_list_is_numbered(capsys: pytest.CaptureFixture[str]):
    items = [
        make_item(Text(text=word), word).model_copy(update={"id": f"item-{number}"})
        for number, word in enumerate(("war", "flood"), start=1)
    ]

    show_answer(make_answer("answered", items=items))

    shown = capsys.readouterr().out
    assert shown.startswith("Answered: 2 items\n")
    assert "  1. war\n" in shown
    assert "  2. flood\n" in shown


def test_withheld_answer_says_so_and_shows_no_value(capsys: pytest.CaptureFixture[str]):
    show_answer(make_answer("unverified"))

    assert capsys.readouterr().out.startswith("Withheld: Pincite found something but could not")


def test_incomplete_answer_says_that_more_may_be_missing(capsys: pytest.CaptureFixture[str]):
    item = make_item(Text(text="war"), "war")

    show_answer(make_answer("incomplete", items=[item], caveats=["The list goes on."]))

    shown = capsys.readouterr().out
    assert shown.startswith("Incomplete: ")
    assert "Note: The list goes on." in shown


def test_rule_by_which_a_side_prevails_is_quoted_with_its_place(capsys: pytest.CaptureFixture[str]):
    def fee(figure: str, id: str) -> Item:
        value = Amount(value=Decimal(figure), currency="EUR", unit=None)
        return make_item(value, f"The fee is EUR {figure}.", f"EUR {figure}").model_copy(update={"id": id})

    words = make_item(Text(text="x"), "The Order Form prevails.", lines=(30, 30)).evidence[0]
    rule = PrecedenceRule(evidence=words)
    conflict = Conflict(sides=[["item-1"], ["item-2"]], rule=rule)
    items = [fee("700", "item-1"), fee("900", "item-2")]
    show_answer(make_answer("conflict", items=items, conflict=conflict))
    shown = capsys.readouterr().out
    first, second = shown.index("1. EUR 700"), shown.index("2. EUR 900")
    said = shown.index("number 1 applies:")
    assert first < second < said < shown.index("The Order Form prevails.")


def test_partial_reading_is_never_called_complete(capsys: pytest.CaptureFixture[str]):
    pages = PageCoverage(total=9, read=8, low_quality=0, unreadable=1)
    coverage = Coverage(documents=2, pages=pages, spans_read=40, spans_total=1_100, paths=[], nearest=[])

    show_answer(make_answer("not_found", coverage=coverage))

    shown = capsys.readouterr().out
    assert "Read only 40 of 1,100 passages on 8 of 9 pages of 2 documents" in shown


def test_values_to_choose_from_stand_on_a_line_each(capsys: pytest.CaptureFixture[str]):
    asked = (
        "Several places give different values: EUR 900; or less (a.txt, line 1); EUR 700 (b.pdf, page 12). "
        "Which one is meant? Say more about it."
    )

    show_answer(make_answer("needs_clarification", clarification=asked))

    assert capsys.readouterr().out.splitlines() == [
        "Please clarify",
        "  Several places give different values:",
        "    - EUR 900; or less (a.txt, line 1)",
        "    - EUR 700 (b.pdf, page 12)",
        "  Which one is meant? Say more about it.",
    ]


def test_qualifiers_stand_after_the_value_unless_it_says_the_same(capsys: pytest.CaptureFixture[str]):
    rent = Amount(value=Decimal("700"), currency="EUR", unit="per month")
    item = make_item(rent, "EUR 700 per month, in advance")
    qualified = item.model_copy(update={"limits": ["per month", "in advance"]})

    show_answer(make_answer("answered", items=[qualified]))

    assert capsys.readouterr().out.startswith("Answered: EUR 700 per month (in advance)\n")


@pytest.mark.parametrize(
    ("answer", "condition", "shown"),
    [
        (False, "without the Landlord’s consent", "No, not without the Landlord’s consent"),
        (False, "Unless the Landlord agrees", "No, unless the Landlord agrees"),
        (True, "subject to Section 7", "Yes, subject to Section 7"),
    ],
)
def test_condition_of_a_yes_or_no_is_said_first(
    answer: bool, condition: str, shown: str, capsys: pytest.CaptureFixture[str]
):
    item = make_item(Boolean(value=answer), "The Tenant may …").model_copy(update={"limits": [condition]})

    show_answer(make_answer("answered", items=[item]))

    assert capsys.readouterr().out.startswith(f"Answered: {shown}\n")


def test_output_has_no_trailing_spaces_and_fits_eighty_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "80")
    item = make_item(Text(text="x"), "A long sentence that goes on. " * 20)

    show_answer(make_answer("answered", items=[item], caveats=["A note of some length. " * 9]))

    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= 80 and line == line.rstrip() for line in lines)


@pytest.mark.parametrize("anchor", ["Fees!B4", "slide 3", "¶ 12"])
def test_place_without_a_page_is_called_what_its_format_calls_it(anchor):
    item = make_item(Text(text="The fee."), "The fee.", page=None, page_label=None, anchor=anchor)
    assert where(item.evidence[0]).plain.split(" · ")[0].endswith(f", {anchor}")
