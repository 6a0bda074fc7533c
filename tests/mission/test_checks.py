"""V: what is proved, what is judged, and what is done about it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from tests.mission import documents, product
from tests.mission.model_server import ModelServer, Reply, Request

_TERMS = """\
1. Fees

The monthly fee is EUR 500 plus VAT. A late payment costs EUR 40. The Supplier may not charge a setup fee of USD 300.

2. Term

The agreement ends on 30 April 2029. Interest of -1.5% applies to credits.
"""  # noqa: E501
_FEE = product.amount("The monthly fee is EUR 500", "EUR 500", "500")
_ASKED = "What is the monthly fee?"


@pytest.fixture
def terms(model: ModelServer, tmp_path: Path) -> Iterator[product.Library]:
    """Read by the scripted model, whose word is enough: so only proofs can refuse."""
    with product.Library(tmp_path / "library", reads=False, model=model, strictness="lenient") as library:
        library.add(documents.text(tmp_path, "terms.txt", _TERMS))
        yield library


def _items(
    library: product.Library, model: ModelServer, claim: product.Claim, question: str = _ASKED
) -> list[str]:
    model.script = product.reader(claim)
    return [item.words for item in library.ask(question).items if item.by_model]


def test_V1_a_claim_needs_lines_that_were_shown_and_a_quote_that_stands_in_them(
    terms: product.Library, model: ModelServer
) -> None:
    assert _items(terms, model, _FEE) == ["EUR 500"]
    for lines in ((3, 3), (99, 99), (7, 7)):
        wrong = product.amount("The monthly fee is EUR 500", "EUR 500", "500", lines=lines)
        assert (_items(terms, model, wrong) == ["EUR 500"]) == (lines == (3, 3)), lines
    assert (
        _items(terms, model, product.amount("The weekly fee is EUR 500", "EUR 500", "500", lines=(3, 3)))
        == []
    )
    assert _items(terms, model, product.amount(" ", "EUR 500", "500", lines=(3, 3))) == []


def test_V2_typesetting_may_differ_and_words_may_not(plain: product.Library, tmp_path: Path) -> None:
    said = "The “Supplier” shall not pay more than EUR 1,500.00 – ever – for the ﬁrst pro-\nject and -2.5% of 10 mg by 3 May 2024 to Acme Ltd."  # noqa: E501
    plain.add(documents.text(tmp_path, "a.txt", said))
    same = {
        'The "Supplier" shall not pay more than EUR 1,500.00 - ever - for the first project': "hyphen",
        "shall  not pay\nmore than": "typesetting",
        "shall not pay more than": "exact",
        "SHALL NOT PAY MORE THAN": "case",
    }
    for quote, grade in same.items():
        assert [place.grade for place in plain.locate("a.txt", quote)] == [grade], quote
    for altered in (
        "shall pay more than EUR 1,500.00",
        "may not pay more than",
        "more than EUR 1,600.00",
        "more than USD 1,500.00",
        "more than EUR 1,500",
        "2.5% of 10 mg",
        "-2.5% of 10 m",
        "by 4 May 2024",
        "to Acme",
        "The Customer shall not pay",
        "hall not pay",
        "500.00",
        "shall not more than",
    ):
        found = plain.locate("a.txt", altered)
        assert not found or altered == "to Acme", altered


def test_V3_a_value_is_proved_open_or_contradicted(terms: product.Library, model: ModelServer) -> None:
    model.script = product.reader(_FEE)
    proved = terms.ask(_ASKED)
    assert "value" in proved.items[0].proved
    lies = [
        product.amount("The monthly fee is EUR 500", "EUR 500", "5000"),
        product.amount("The monthly fee is EUR 500", "EUR 500", "500", "USD"),
        product.amount("The monthly fee is EUR 500", "EUR 500", "-500"),
        product.amount("The monthly fee is EUR 500 plus VAT. A late payment costs EUR 40.", "EUR 500", "540"),
        product.Claim("Interest of -1.5% applies", "1.5%", "percentage", {"value": "1.5"}),
        product.Claim(
            "The agreement ends on 30 April 2029",
            "30 April 2029",
            "date",
            {"iso": "2029-04-13", "precision": "day"},
        ),
    ]
    for lie in lies:
        assert _items(terms, model, lie) == [], lie
    # Nothing of ours reads a yes out of this sentence: it is shown, and as open.
    model.script = product.reader(
        product.Claim("The Supplier may not charge a setup fee of USD 300.", "", "boolean", {"value": False})
    )
    judged = terms.ask("Can the Supplier bill us for getting started?", type="boolean")
    assert judged.items[0].places[0].snippet == "The Supplier may not charge a setup fee of USD 300."


def test_V3_a_larger_expression_is_the_headline(
    terms: product.Library, model: ModelServer, tmp_path: Path
) -> None:
    quote = "the greater of EUR 500 and 10% of the annual fee"
    terms.add(documents.text(tmp_path, "cap.txt", f"The liability cap is {quote}.\n"))
    model.script = product.reader(product.amount(f"The liability cap is {quote}", "EUR 500", "500"))
    answer = terms.ask("What is the liability cap?", of="cap.txt")
    assert [quote in item.words for item in answer.items] == [True]


@dataclass(frozen=True)
class Agreeing:
    """A verifier of somebody's own that always agrees, and one that never does."""

    name: ClassVar[str] = "agreeing"

    def supports(self, statement: str, evidence: str) -> float:
        return 0.99


@dataclass(frozen=True)
class Refusing:
    name: ClassVar[str] = "refusing"

    def supports(self, statement: str, evidence: str) -> float:
        return 0.01


def test_V4_verifiers_that_must_both_agree_do_and_strict_has_a_second_judge(
    model: ModelServer, tmp_path: Path
) -> None:
    model.script = product.reader(product.amount("The monthly fee is EUR 500 plus VAT.", "EUR 500", "500"))
    yes, no = f"{__name__}:Agreeing", f"{__name__}:Refusing"
    outcomes = {}
    for pair in ((yes, yes), (yes, no), (no, yes)):
        with product.Library(
            tmp_path / "library", reads=False, model=model, verifiers=pair, strictness="strict"
        ) as library:
            library.add(documents.text(tmp_path, "terms.txt", _TERMS))
            answer = library.ask(_ASKED)
            outcomes[pair] = answer.outcome
            if answer.items:
                judges = " ".join(" ".join(judge) for judge in answer.items[0].judges)
                assert "agreeing" in judges, "the second judge is named"
    assert outcomes == {(yes, yes): "answered", (yes, no): "unverified", (no, yes): "unverified"}
    # Nobody but the model that proposes it: not enough at strict.
    with product.Library(tmp_path / "library", reads=False, model=model, strictness="strict") as library:
        assert library.ask(_ASKED).outcome == "probable"


def test_V5_each_level_refuses_more_and_require_raises_for_what_is_not_answered(
    shipped: product.Library, tmp_path: Path
) -> None:
    questions = [
        "What is the monthly rent?",
        "How much is the deposit?",
        "When does the lease end?",
        "What law governs the lease?",
    ]
    answered = {}
    for level in ("lenient", "balanced", "strict", "paranoid"):
        with product.Library(tmp_path / level, strictness=level) as library:
            library.add(documents.lease(tmp_path))
            asked = [library.ask(question) for question in questions]
        answered[level] = {a.question for a in asked if a.outcome == "answered"}
        assert {a.strictness for a in asked} == {level}
    assert answered["lenient"] >= answered["balanced"] >= answered["strict"] >= answered["paranoid"]
    assert len(answered["lenient"]) > len(answered["balanced"]) > len(answered["paranoid"])
    assert product.fault(lambda: shipped.require("What is the monthly rent?")) is None
    raised = product.fault(lambda: shipped.require("How much is the deposit?"))
    assert len(raised.leads) == 1
    assert product.fault(lambda: shipped.require("What is the liability cap?"))


def test_V6_code_tells_a_whole_list_from_a_cut_one_and_fetches_more(
    model: ModelServer, tmp_path: Path
) -> None:
    items = [f"({n}) keep record number {n} of the goods{'.' if n == 60 else ';'}" for n in range(1, 61)]
    said = (
        "1. General\n\nThe parties agree.\n\n2. Duties of the Supplier\n\nThe Supplier shall:\n\n"
        + "\n".join(items)
        + "\n\n3. Law\n\nIrish law applies.\n"
    )
    every = [product.Claim(item) for item in items]
    with product.Library(tmp_path / "library", reads=False, model=model, strictness="lenient") as library:
        library.add(documents.text(tmp_path, "terms.txt", said))
        model.script = product.reader(*every)
        whole = library.ask("List the duties of the Supplier.")
        seen = {line for request in model.requests for line in product.shown(request).lines.values()}
        # The model leaves out the last ten and says that this is all.
        model.script = product.reader(*every[:50], complete=True, context_complete=True)
        cut = library.ask("List the duties of the Supplier.")
    assert set(items) <= seen, "what did not fit was fetched"
    assert len(whole.items) == 60
    assert whole.outcome == "answered"
    assert cut.outcome != "answered", "the document goes on, whatever the model says"
    assert cut.outcome == "incomplete" or not cut.items


def test_V7_quotes_that_begin_or_end_inside_a_sentence_are_noted(model: ModelServer, tmp_path: Path) -> None:
    outcomes = {}
    for level in ("lenient", "paranoid"):
        with product.Library(
            tmp_path / level, reads=False, model=model, strictness=level, verifiers=[f"{__name__}:Agreeing"]
        ) as library:
            library.add(documents.text(tmp_path, "terms.txt", _TERMS))
            model.script = product.reader(
                product.Claim("charge a setup fee of USD 300", "charge a setup fee of USD 300")
            )
            answer = library.ask("What about a setup fee?", type="text")
            outcomes[level] = answer
    shown = [item.places[0].snippet for item in outcomes["lenient"].items]
    assert shown in ([], ["The Supplier may not charge a setup fee of USD 300."]), (
        "never cut from behind a not"
    )
    assert outcomes["paranoid"].items == []


def test_V8_a_conflict_shows_all_sides(tmp_path: Path) -> None:
    twice = "1. Start\n\nThe effective date of this Agreement is 1 March 2024.\n\n2. Other\n\nThe parties agree to meet.\n\n3. Again\n\nThe effective date of this Agreement is 1 May 2024.\n"  # noqa: E501
    amended = (
        "1. Fees\n\nThe monthly fee is EUR 500.\n\n2. Other\n\nThe parties agree to meet.\n\n"
        "AMENDMENT NO. 1\n\nThe monthly fee stated in clause 1 is replaced: with effect from 1 May 2025 the monthly fee is EUR 600.\n"  # noqa: E501
    )
    with product.Library(tmp_path / "library", strictness="lenient") as library:
        library.add(
            documents.text(tmp_path, "twice.txt", twice), documents.text(tmp_path, "amended.txt", amended)
        )
        sides = library.ask("What is the effective date?", of="twice.txt")
        settled = library.ask("What is the monthly fee?", of="amended.txt")
    assert sides.outcome == "conflict"
    assert sorted(item.value["iso"] for side in sides.sides for item in side) == ["2024-03-01", "2024-05-01"]
    assert all(item.places for side in sides.sides for item in side)
    assert sides.rule is None, "nobody picks one"
    assert settled.outcome in ("conflict", "answered")
    assert "600" in str(settled.items)


def test_V9_a_page_that_the_reader_calls_garbled_is_read_again(model: ModelServer, tmp_path: Path) -> None:
    def said(request: Request) -> Reply | str | None:
        good = "EUR 500" in request.text
        return product.reader(_FEE, context_well_parsed=good, complete=good)(request)

    model.script = said
    page = documents.garbled_pdf(tmp_path / "garbled.pdf", "The monthly fee is EUR 500.")
    with product.Library(tmp_path / "library", reads=False, ocr="off") as library:
        library.add(page)
        assert "EUR" not in library.document("garbled.pdf").text
    with product.Library(tmp_path / "library", model=model) as library:
        answer = library.ask(_ASKED)
        decisions = library.recorded(answer.run).decisions
    assert [item.words for item in answer.items] == ["EUR 500"], decisions
    assert answer.items[0].places[0].recognised
    assert sum(step.startswith("reread") for step in decisions) == 1, "once, and on record"
    assert len([request for request in model.requests if product.shown(request).reading]) == 2


def test_V9_the_models_own_words_fetch_wider_and_rounds_are_bounded(
    model: ModelServer, tmp_path: Path
) -> None:
    far = "\n\n".join(f"{n}. Matter {n}\n\n" + " ".join(documents.filler(60, 10**6)) for n in range(3, 60))
    said = f"1. Gadget tax\n\nThe gadget tax is called otherwise.\n\n{far}\n\n99. Levies\n\nThe snorkel levy is EUR 70.\n"  # noqa: E501
    levy = product.amount("The snorkel levy is EUR 70.", "EUR 70", "70")
    more = {"new_keywords": ["snorkel levy"], "found": False, "context_complete": False}
    model.script = lambda request: product.reader(levy, **({} if "snorkel" in request.text else more))(
        request
    )
    with product.Library(tmp_path / "library", reads=False, model=model, strictness="lenient") as library:
        library.add(documents.text(tmp_path, "terms.txt", said))
        answer = library.ask("What is the gadget tax?")
        decisions = library.recorded(answer.run).decisions
        assert [item.words for item in answer.items] == ["EUR 70"]
        assert "snorkel" not in model.requests[0].text
        assert any("snorkel levy" in step for step in decisions), "why it looked again is on record"
        # Always asking for more ends, too.
        model.requests.clear()
        model.script = product.reader(**more)
        assert library.ask("What is the widget tax?").outcome != "answered"
        assert len(model.requests) < 20


def test_V10_outcomes_never_blur_and_each_has_its_exit_code_and_http_form(
    shipped: product.Library, tmp_path: Path
) -> None:
    asked = {
        "answered": "What is the monthly rent?",
        "unverified": "Who keeps the deposit?",
        "not_found": "What is the liability cap?",
        "needs_clarification": "And?",
    }
    with product.server(shipped.place) as http:
        for outcome, question in asked.items():
            status, answer = http.ask(question)
            assert (status, answer.outcome) == (200, outcome)
        status, failed = http.ask("What is the rent?", of="no-such.txt")
        assert (status, failed.outcome) == (422, "failed")
    for outcome in ("answered", "unverified", "not_found"):
        done = product.run("ask", asked[outcome], library=shipped.place)
        assert done.code == product.OUTCOME_CODES[outcome], done.err
    # An outage is not "not found".
    dead = product.settings_file(
        tmp_path / "dead.yaml",
        reads=False,
        language_model={"name": "http://127.0.0.1:9#m", "options": {"calls": {"attempts": 1}}},
    )
    done = product.run("ask", asked["not_found"], library=shipped.place, config=dead)
    assert done.code == 4
    assert "not found" not in done.out.lower()


def test_V10_what_is_judged_below_the_bar_is_probable(shipped: product.Library) -> None:
    answer = shipped.ask("How much is the deposit?")
    assert answer.outcome == "probable"
    assert 0.5 <= answer.items[0].chance < answer.items[0].bar
    done = product.run("ask", "How much is the deposit?", library=shipped.place)
    assert done.code == product.OUTCOME_CODES["probable"]


def test_V11_a_not_found_says_what_it_read_and_what_it_could_not(tmp_path: Path) -> None:
    def blank(canvas: object) -> None:
        canvas.rect(100, 100, 300, 300, fill=1)  # type: ignore[attr-defined]

    with product.Library(tmp_path / "library", ocr="off") as library:
        library.add(
            documents.pdf(
                tmp_path / "a.pdf", ["This Lease ends on 30 April 2029.", *documents.filler(6)], blank
            )
        )
        answer = library.ask("What is the tonnage of the ship?")
    assert answer.outcome == "not_found"
    assert (answer.pages["total"], answer.pages["read"], answer.pages["unreadable"]) == (2, 1, 1)
    assert answer.spans_read == answer.spans_total > 0
    assert answer.paths["scan"] >= 0
    assert {"words", "passages", "scan"} <= set(answer.paths)


def test_V12_every_rejection_is_logged_and_can_be_listed(terms: product.Library, model: ModelServer) -> None:
    model.script = product.reader(product.amount("The monthly fee is EUR 500", "EUR 500", "5000"))
    answer = terms.ask(_ASKED)
    rejected = product.record(terms.rejections())
    assert rejected
    assert rejected[0].run == answer.run
    assert rejected[0].question == _ASKED
    assert rejected[0].stopped_by == "value"
    assert rejected[0].reason
    listed = product.run(*product.REJECTED, library=terms.place).out
    assert "EUR 500" in listed


def test_V13_whether_it_answers_is_judged_by_a_reader_and_not_by_shared_words(tmp_path: Path) -> None:
    """Everyday words that the sentence does not have, and a sentence that has all the words and does not answer."""  # noqa: E501
    with product.Library(tmp_path / "library", strictness="lenient") as lenient:
        lenient.add(documents.lease(tmp_path))
        everyday = lenient.ask("Which country's law is this contract under?")
        trap = lenient.ask("On what day was the monthly rent last increased?")
    assert "laws of Ireland" in str(everyday.items), everyday.raw
    assert not any("2,400.00" in item.words for item in trap.items)
    assert everyday.items[0].judges


def test_V14_near_misses_are_shown_with_the_reason_and_why_lists_every_candidate(
    shipped: product.Library,
) -> None:
    answer = shipped.ask("On what day was the monthly rent last increased?")
    assert answer.outcome == "not_found"
    assert answer.nearest
    assert all(place.reason for place in answer.nearest)
    candidates = product.record(shipped.why(answer.run).candidates)
    assert len(candidates) >= len(answer.nearest)
    assert all(one.stopped_by and one.reason for one in candidates)
    shown = product.run("why", answer.run[:12], library=shipped.place)
    assert shown.code == 0
    assert candidates[0].quote[:30] in " ".join(shown.out.split())


def test_V15_an_item_says_apart_what_code_proved_and_who_judged(
    shipped: product.Library, terms: product.Library, model: ModelServer
) -> None:
    measured = shipped.ask("What is the monthly rent?").items[0]
    assert {"quote", "value", "place", "scope"} <= measured.proved
    assert measured.judges
    assert measured.chance >= measured.bar > 0.5
    model.script = product.reader(_FEE)
    said_so = terms.ask(_ASKED).items[0]
    assert "value" in said_so.proved
    assert said_so.chance is None, "an uncalibrated model has no chance"
    assert any("scripted" in name or "127.0.0.1" in name for _, name, _ in said_so.judges), (
        "it says who agreed"
    )
    printed = product.run("ask", "What is the monthly rent?", library=shipped.place).out
    proof, judgement = (
        line for line in printed.splitlines() if "✓" in line or f"{measured.chance:.2f}" in line
    )
    assert "✓" in proof
    assert "✓" not in judgement, "no surface shows proof and judgement alike"


def test_V16_leads_have_chances_and_not_found_is_said_only_where_the_chance_is_low(
    shipped: product.Library,
) -> None:
    lead = shipped.ask("Who keeps the deposit?")
    assert lead.outcome == "unverified"
    assert lead.items == []
    assert 1 <= len(lead.leads) <= 5
    assert all(0 < one.chance < 1 and one.places for one in lead.leads)
    assert [one.chance for one in lead.leads] == sorted((one.chance for one in lead.leads), reverse=True)
    assert lead.chance_held > shipped.ask("What is the liability cap?").chance_held
    assert shipped.ask("What is the liability cap?").chance_held < 0.5


def test_V17_a_right_model_is_believed_in_any_wording_and_type(
    terms: product.Library, model: ModelServer, tmp_path: Path
) -> None:
    said = {
        "Kittens may be brought along.": ("Is my cat welcome?", "boolean", {"value": True}),
        "Rooms cost GBP 80 a night.": (
            "How deep into my pocket must I reach?",
            "amount",
            {"value": "80", "currency": "GBP", "unit": None},
        ),
        "The kitchen shuts at nine in the evening.": (
            "Until when can I eat?",
            "text",
            {"text": "The kitchen shuts at nine in the evening."},
        ),
        "Guests stay for up to two weeks.": ("How long can I hang around?", "duration", {"iso8601": "P2W"}),
    }
    terms.add(documents.text(tmp_path, "inn.txt", "\n\n".join(said)))
    believed = {}
    for quote, (question, kind, value) in said.items():
        words = {"amount": "GBP 80", "duration": "two weeks"}.get(kind, quote)
        model.script = product.reader(product.Claim(quote, words, kind, value))
        model.requests.clear()
        answer = terms.ask(question, of="inn.txt")
        believed[question] = [place.snippet for item in answer.items for place in item.places][:1]
        asked = [request.text for request in model.requests]
        assert len(asked) == len(set(asked)), "no call twice"
    assert all(believed.values()), believed


def test_V18_what_ask_publishes_check_proves_again(
    shipped: product.Library, terms: product.Library, model: ModelServer, tmp_path: Path
) -> None:
    answer = shipped.ask("What is the monthly rent?")
    checked = product.check(shipped.certify(answer.run), documents.lease(tmp_path))
    assert checked.holds
    model.script = product.reader(_FEE)
    by_model = terms.ask(_ASKED)
    source = documents.text(tmp_path, "terms.txt", _TERMS)
    assert product.check(terms.certify(by_model.run), source).holds
    # What ask refuses, check refuses: the same lie in a certificate.
    forged = product.forge(terms.certify(by_model.run), "500", "5000")
    assert not product.check(forged, source).holds


def test_V19_anyones_answers_get_a_verdict_each(shipped: product.Library, tmp_path: Path) -> None:
    rows = [
        {
            "document": "lease.txt",
            "field": "rent",
            "value": "EUR 2,400.00",
            "quote": "The monthly rent is EUR 2,400.00",
        },
        {
            "document": "lease.txt",
            "field": "rent",
            "value": "EUR 2,500.00",
            "quote": "The monthly rent is EUR 2,500.00",
        },
        {
            "document": "lease.txt",
            "field": "deposit",
            "value": "EUR 7,200.00",
            "quote": "The monthly rent is EUR 2,400.00",
        },
        {"document": "lease.txt", "field": "tonnage", "value": "900 t", "quote": "The ship has 900 t"},
    ]
    file = documents.text(tmp_path, "rows.json", json.dumps(rows))
    done = product.run("verify", str(file), "--json", library=shipped.place)
    verdicts = [row["verdict"] for row in json.loads(done.out)]
    assert verdicts[0] == "proved"
    assert verdicts[1] == "altered"
    assert verdicts[2] in ("elsewhere", "does_not_follow")
    assert verdicts[3] == "absent"
    assert done.code == 6
