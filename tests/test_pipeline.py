"""No unproved item leaves, whatever a reader says; no failure is dressed up as "not found"."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import pincite
from pincite.answer.claims import Citation, Claim
from pincite.ask.reading_list import ReadingList
from pincite.errors import ProviderError
from pincite.records.run import Run
from pincite.values.types import Amount, Boolean, Duration, Text
from tests.factories import held
from tests.form_filling import Reads, says
from tests.readers import Agreeing, Pointing
from tests.stages import judged_by, pipeline

FEE = "What is the monthly fee?"
QUOTE = "The Customer shall pay the Supplier a monthly fee of EUR 4,500.00 for the Services."


@dataclass(frozen=True)
class Breaks:
    """A stage whose provider is down."""

    name: str = "breaks"

    def find(self, question, held):
        raise ProviderError("The model server does not answer.", hint="Start it.", retryable=True)


def ask(asked: str = FEE, text: str | None = None, demanded: str | None = None, **stages):
    source = held(text) if text else held()
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    return pipeline(**stages).ask(asked, reading_list, Run("run"), demanded)


def claim(**changes) -> Claim:
    source = held()
    start = source.document.text.index(QUOTE)
    block = next(b for b in source.document.blocks if b.span.start == start)
    lines = source.document.lines_of(block.span)
    fields = {
        "answer_type": "amount",
        "value": Amount(value="4500.00", currency="EUR", unit=None),
        "original": "EUR 4,500.00",
        "quote": QUOTE,
        "version": source.identity.version,
        "lines": (lines[0].number, lines[-1].number),
    } | changes
    citation = Citation(version=fields["version"], lines=fields["lines"], quote=fields["quote"])
    return Claim(
        answer_type=fields["answer_type"],
        value=fields["value"],
        original=fields["original"],
        citations=(citation,),
        score=0.5,
    )


def test_a_true_claim_is_answered_with_every_check_passed():
    answer = ask(by=says(claim()))
    assert answer.outcome == "answered"
    states = {check.check: check.state for check in answer.items[0].proof}
    assert set(states) >= {"place", "quote", "seen", "scope", "value", "plain"}
    assert set(states.values()) == {"proved"}


@pytest.mark.parametrize(
    "lie",
    [
        {"quote": QUOTE.replace("4,500", "9,500")},
        {"quote": QUOTE.replace("shall pay", "shall not pay")},
        {"quote": QUOTE.replace("EUR ", "")},
        {"quote": "The Customer shall pay the Supplier a monthly fee of EUR 4"},
        {"value": Amount(value="9000000", currency="EUR", unit=None)},
        {"value": Amount(value="4500.00", currency="USD", unit=None)},
        {"value": Amount(value="-4500.00", currency="EUR", unit=None)},
        {"original": "EUR 9,999.00"},
        {"version": "another-version"},
        {"lines": (7, 9)},
        {
            "answer_type": "text",
            "value": Text(text="The fee is ten euros."),
            "original": "The fee is ten euros.",
        },
    ],
    ids=lambda lie: "/".join(lie),
)
def test_a_lie_is_withheld_and_not_taken_for_silence(lie):
    answer = ask(by=says(claim(**lie)))
    assert answer.outcome == "unverified"
    assert answer.items == []


def test_a_place_that_has_nothing_of_the_question_is_not_called_near():
    assert ask("Who is the escrow agent?").coverage.nearest == []


def test_the_snippet_is_the_documents_text_even_where_the_quote_is_typeset_otherwise():
    answer = ask(by=says(claim(original="EUR\u00a04,500.00")))
    assert answer.items[0].evidence[0].snippet == QUOTE
    assert [place.grade for place in answer.items[0].evidence if place.role == "words"] == ["typesetting"]
    assert answer.items[0].original == "EUR 4,500.00"


def test_an_outage_is_raised_and_never_not_found():
    with pytest.raises(ProviderError):
        ask(paths=(Breaks(),))


def test_not_found_follows_only_a_scan_of_every_block():
    answer = ask("Who is the escrow agent?")
    assert answer.outcome == "not_found"
    assert answer.coverage.spans_read == answer.coverage.spans_total == len(held().document.blocks)
    assert "scan" in [path.name for path in answer.coverage.paths]


def test_a_place_that_no_other_path_proposes_is_found_by_the_scan():
    answer = ask(paths=())
    assert answer.outcome == "answered"
    assert answer.items[0].original == "EUR 4,500.00"


def test_a_question_that_names_nothing_is_asked_back():
    answer = ask("What does it say?")
    assert answer.outcome == "needs_clarification"
    assert answer.clarification


def test_what_the_question_rules_out_is_not_the_answer():
    text = "The deposit is EUR 90.\n\nThe monthly fee, like a deposit, is EUR 500.\n"
    answer = ask("What is the deposit, not the monthly fee?", text)
    assert [item.original for item in answer.items] == ["EUR 90"]


def test_what_the_question_rules_out_is_not_let_in_by_its_introduction():
    text = "The monthly fee is made up of:\n\n- USD 500 for rent;\n- USD 700 as deductible.\n"
    answer = lie(
        text,
        "The monthly fee is made up of:",
        "- USD 700 as deductible.",
        asked="What is the monthly fee, not the deductible?",
        **dollars("700", "USD 700"),
    )
    assert answer.items == []


def test_answer_found_without_a_scan_does_not_claim_to_have_read_everything():
    filler = "".join(f"Paragraph {n} speaks of nothing that matters here.\n\n" for n in range(200))
    coverage = ask(FEE, filler + "The monthly fee is USD 500.\n").coverage
    assert 0 < coverage.spans_read < coverage.spans_total


def test_amendment_of_one_document_does_not_change_another():
    first, second = (
        held("1. Fees\n\nThe monthly fee is EUR 500.\n", "acme.txt"),
        held("Amendment No. 1\n\nThe monthly fee is increased to EUR 700.\n", "beta.txt"),
    )
    both = {source.identity: source for source in (first, second)}
    answer = pipeline().ask(FEE, ReadingList(tuple(both), tuple(both), both.__getitem__), Run("run"))
    assert answer.conflict is None or answer.conflict.rule is None


def test_two_like_sentences_with_different_values_are_a_conflict():
    text = (
        "The deposit payable by the Customer is EUR 500.\n\n"
        "The deposit payable by the Customer is EUR 700.\n\nAll else stands.\n"
    )
    answer = ask("What is the deposit?", text)
    assert answer.outcome == "conflict"
    assert {item.original for item in answer.items} == {"EUR 500", "EUR 700"}
    assert len(answer.conflict.sides) == 2
    assert answer.conflict.rule is None


def test_same_sentence_with_another_value_is_a_conflict_however_unlikely_by_itself():
    text = "3. Deposit\n\nThe deposit is EUR 500.\n\n7. Payment\n\nThe deposit is EUR 700.\n"
    knows = judged_by(Pointing({"EUR 500": 5.0, "EUR 700": -1.0}))
    answer = ask("What is the deposit?", text, judged=knows)
    assert answer.outcome == "conflict"
    assert [item.original for item in answer.items] == ["EUR 500", "EUR 700"]
    assert answer.items[1].chance < answer.items[1].judgement.bar


@pytest.mark.parametrize(
    "other",
    [
        "The deposit for a boat is EUR 700.",
        "The deposit is EUR 500.",
    ],
)
def test_unlikely_sentence_in_other_words_or_with_the_same_value_contradicts_nothing(other: str):
    text = f"3. Deposit\n\nThe deposit is EUR 500.\n\n7. Payment\n\n{other}\n"
    knows = judged_by(Pointing({"The deposit is EUR 500": 5.0, "EUR 700": -1.0}))
    answer = ask("What is the deposit?", text, judged=knows)
    assert (answer.outcome, answer.items[0].original) == ("answered", "EUR 500")


def test_a_list_gives_every_item_with_its_own_evidence():
    items = "- a manual;\n- a training plan;\n- a test report.\n"
    text = f"1. Deliverables\n\nThe Supplier shall deliver:\n\n{items}"
    answer = ask("What are the deliverables the Supplier shall deliver?", text)
    assert answer.outcome == "answered"
    assert [item.evidence[0].snippet for item in answer.items] == [
        "- a manual;",
        "- a training plan;",
        "- a test report.",
    ]


def test_two_identical_questions_are_answered_alike():
    first, second = ask(), ask()
    assert first.model_dump(exclude={"seconds"}) == second.model_dump(exclude={"seconds"})


def test_a_scope_that_does_not_exist_is_asked_back_and_not_not_found():
    answer = ask("What is the monthly fee in Section 99?")
    assert answer.outcome == "needs_clarification"
    assert "Section 99" in answer.clarification


def test_a_scope_limits_what_is_answered_and_what_is_said_to_be_read():
    answer = ask("What is the monthly fee in Section 2?")
    assert answer.outcome == "not_found"
    assert 0 < answer.coverage.spans_read < answer.coverage.spans_total


def test_words_in_quotation_marks_must_stand_there():
    assert ask('What does the "monthly fee" amount to?').outcome == "answered"
    assert ask('What does the "weekly fee" amount to?').outcome == "not_found"


def test_a_value_that_can_be_read_in_two_ways_is_withheld():
    answer = ask("When does the lease start?", "The lease starts on 03/04/2024 at noon.\n")
    assert answer.outcome == "unverified"
    assert answer.items == []


def test_a_value_among_others_is_also_cited_by_its_own_words():
    text = "The deposit is EUR 500 for a room and EUR 900 for a suite.\n"
    answer = ask("What is the deposit for a suite?", text)
    assert [e.snippet for e in answer.items[0].evidence] == [text.strip(), "EUR 900"]
    assert answer.caveats == ["The cited text also says EUR 500."]


def test_a_list_that_announces_another_item_is_incomplete():
    text = "1. Deliverables\n\nThe Supplier shall deliver:\n\n- a manual;\n- a training plan; and\n"
    answer = ask("What are the deliverables the Supplier shall deliver?", text)
    assert answer.outcome == "incomplete"
    assert len(answer.items) == 2


def test_yes_or_no_of_a_list_item_cites_the_sentence_that_says_so():
    text = "1. Cover\n\nWe will not pay for damage caused by:\n\n- flood;\n- earthquake.\n"
    knows = judged_by(Pointing({"flood": 5.0}, yes=-3.0, no=3.0))
    answer = ask("Is damage caused by flood paid for?", text, judged=knows)
    assert answer.items[0].value == Boolean(value=False)
    assert [e.snippet for e in answer.items[0].evidence] == [
        "We will not pay for damage caused by:",
        "- flood;",
    ]


def test_amended_value_is_shown_beside_the_one_that_it_amends():
    text = (
        "1. Fees\n\nThe monthly fee is EUR 500.\n\n"
        "Amendment No. 1\n\nWith effect from May 2025 the monthly fee is increased to EUR 700.\n"
    )
    answer = ask("What is the monthly fee?", text)
    assert answer.outcome == "conflict"
    assert [item.original for item in answer.items] == ["EUR 500", "EUR 700"]
    assert answer.conflict.rule is None


def lie(text: str, *quotes: str, asked: str = FEE, demanded: str | None = None, **claimed):
    """The answer when a reader claims something that it cites these quotes for."""
    source = held(text)
    lines = (1, source.document.lines[-1].number)
    fields = {"answer_type": "amount", "qualifiers": ()} | claimed
    cited = tuple(Citation(version=source.identity.version, lines=lines, quote=quote) for quote in quotes)
    return ask(asked, text, demanded, by=says(Claim(citations=cited, **fields)))


def dollars(value: str, original: str) -> dict:
    return {"value": Amount(value=value, currency="USD", unit=None), "original": original}


def test_value_is_read_from_the_whole_sentence_and_not_from_the_quote():
    text = "The monthly fee is USD 5 billion.\n"
    assert lie(text, "The monthly fee is USD 5", **dollars("5", "USD 5")).items == []


def test_yes_rests_on_the_whole_sentence_and_is_open():
    text = "Under no circumstances may the Customer assign this Agreement.\n"
    answer = lie(
        text,
        "may the Customer assign this Agreement.",
        asked="May the Customer assign the agreement?",
        answer_type="boolean",
        value=Boolean(value=True),
        original="may the Customer assign this Agreement.",
    )
    (item,) = answer.items
    assert item.evidence[0].snippet == text.strip(), "with its denial, whatever was quoted of it"
    assert [check.state for check in item.proof if check.check == "value"] == ["open"]


def test_half_a_sentence_leaves_with_the_whole_of_it():
    text = "The Customer may assign this Agreement only if the Supplier has consented.\n"
    half = "The Customer may assign this Agreement"
    answer = lie(
        text,
        half,
        asked="What is said on whether the Customer may assign?",
        answer_type="text",
        value=Text(text=half),
        original=half,
    )
    (item,) = answer.items
    assert [(place.role, place.snippet) for place in item.evidence] == [
        ("answer", text.strip()),
        ("words", half),
    ]


def test_qualifier_must_stand_in_the_sentence():
    text = "The monthly fee is USD 500 for each site.\n"
    invented = lie(text, text.strip(), qualifiers=("waived for a year",), **dollars("500", "USD 500"))
    genuine = lie(text, text.strip(), qualifiers=("for each site",), **dollars("500", "USD 500"))
    assert "waived for a year" not in invented.items[0].limits
    assert "for each site" in genuine.items[0].limits


def test_another_kind_of_value_than_was_demanded_does_not_answer():
    text = "The monthly fee is due in 5 days.\n"
    days = {"answer_type": "duration", "value": Duration(iso8601="P5D"), "original": "5 days"}
    assert lie(text, text.strip(), demanded="amount", **days).items == []
    assert lie(text, text.strip(), **days).items, "what the question seems to ask for is only a guess"


def test_text_is_the_documents_own_whatever_a_reader_makes_of_it():
    class Loud(Text):
        note: str = "invented"

    text = "The lessor is Acme.\n"
    answer = lie(
        text,
        text.strip(),
        asked="Who is the lessor?",
        answer_type="text",
        value=Loud(text=text.strip()),
        original=text.strip(),
    )
    assert [type(item.value) for item in answer.items] == [Text]


def test_unknown_kind_of_value_refuses_the_claim_and_not_the_question():
    text = "The monthly fee is USD 500.\n"
    answer = lie(text, text.strip(), answer_type="colour", value=Text(text="red"), original="red")
    assert answer.outcome == "unverified"


def test_citation_outside_the_scope_is_refused():
    text = "1. Fees\n\nThe monthly fee is USD 500.\n\n2. Term\n\nThe term is a year.\n"
    answer = lie(
        text, "The monthly fee is USD 500.", asked=f"{FEE[:-1]} in Section 2?", **dollars("500", "USD 500")
    )
    assert answer.items == []


def test_scan_hands_on_every_place_however_many_there_are():
    filler = "".join(f"The monthly fee is mentioned in Annex {chr(65 + i % 26)} too.\n\n" for i in range(300))
    tail = "The monthly fee is as follows:\n\n- USD 500 for everything.\n- Taxes are extra.\n"
    knows = judged_by(Pointing({"USD 500": 5.0}))
    assert ask(FEE, filler + tail, judged=knows).items[0].original == "USD 500"


def test_value_in_a_heading_is_found():
    assert ask("What is the notice period?", "NOTICE PERIOD: SIXTY (60) DAYS\n\nSome other text.\n").items


def test_list_longer_than_any_limit_is_given_whole():
    items = "".join(f"- part number {n};\n" for n in range(1, 60)) + "- the last part.\n"
    text = f"1. Parts\n\nThe Supplier shall deliver these parts:\n\n{items}"
    answer = ask("Which parts shall the Supplier deliver?", text, judged=judged_by(Agreeing()))
    assert len(answer.items) == 60


def test_reader_that_cannot_reach_its_server_is_a_provider_error():
    class Unreachable(Reads):
        def read(self, asked, view):
            raise ConnectionError("connection refused")

    with pytest.raises(ProviderError, match="connection refused"):
        ask(by=Unreachable())


def test_line_of_a_mail_header_does_not_speak_for_the_next(tmp_path):
    mail = (
        "From: claims@harbour.example\nTo: a.reed@example.com\nSubject: Claim 77-1201\n"
        "Date: Mon, 3 Feb 2025 09:00:00 +0000\n\nWe settled your claim for £2,310.55.\n"
    )
    (tmp_path / "claim.eml").write_text(mail, "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(tmp_path / "claim.eml")
        assert not library.ask("When was the claim made?").items
