"""What is done before a question is given up: each step once, each recorded, none that loosens a check."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from pincite.answer.claims import Proposal, Signals
from pincite.ask.likely_answers import JudgedReading
from pincite.ask.reading_list import ReadingList
from pincite.decide.outcome import Situation, decide
from pincite.errors import InputError
from pincite.generate.model import FromModel
from pincite.records.run import Run
from pincite.values.types import Amount
from tests.dialogue.test_replies import ITEM, SIGNALS, reply
from tests.factories import held, question
from tests.judging import bar, judging
from tests.readers import Pointing
from tests.scripted import Scripted
from tests.stages import judged_by, pipeline
from tests.test_pipeline import FEE, Says, ask, claim

NOTHING = json.dumps({"items": [], "signals": {**SIGNALS, "new_keywords": []}})


@dataclass
class Recording:
    """A model that keeps the prompts that it is given."""

    replies: tuple[str, ...]
    prompts: list = field(default_factory=list)
    name: str = "recording"
    rungs: tuple[str, ...] = ("structured",)

    def complete(self, prompt):
        self.prompts.append(prompt)
        return Scripted((self.replies[min(len(self.prompts), len(self.replies)) - 1],)).complete(prompt)


def run_with(generator, asked=FEE, **stages) -> tuple:
    source, run = held(), Run("run")
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    return pipeline(generator=generator, **stages).ask(asked, reading_list, run), run


def doubting() -> JudgedReading:
    """The local decision takes everything for something else, and its word counts against a generator's."""
    return judged_by(Pointing(), fitted=judging().model_copy(update={"believed": bar(0.5)}))


def taken(run: Run) -> list[str]:
    """The steps that were decided upon, without what the model says that it took."""
    return [decision.split(":")[0] for decision in run.decisions if not decision.startswith("model ")]


def test_claim_that_stands_elsewhere_is_mended_once_after_its_generator_was_told_why():
    misplaced = reply(evidence=[{"first_line": 1, "last_line": 1, "quote": "a monthly fee of EUR 4,500.00"}])
    model = Recording((misplaced, reply()))
    answer, run = run_with(FromModel(model))
    assert answer.outcome == "answered"
    assert "lines 1 to 1 do not contain the quote" in model.prompts[1].question
    assert taken(run) == ["repair", "answered"]


def test_every_step_is_taken_once_at_most_and_then_there_is_an_outcome():
    misplaced = reply(evidence=[{"first_line": 1, "last_line": 1, "quote": "a monthly fee of EUR 4,500.00"}])
    answer, run = run_with(FromModel(Scripted((misplaced,))))
    assert taken(run) == ["repair", "widen", "scan", "unverified"]
    assert answer.items == []


@dataclass(frozen=True)
class Suggests:
    """Says that what was asked is called otherwise, and claims what it is told to."""

    keyword: str
    claims: tuple = ()

    def propose(self, question, found, documents):
        signals = Signals.unremarkable().model_copy(update={"new_keywords": [self.keyword]})
        return Proposal(claims=self.claims, signals=signals)


def test_words_that_a_generator_suggests_widen_the_search():
    found = []

    @dataclass(frozen=True)
    class Looks(Suggests):
        def propose(self, question, found_places, documents):
            found.append({place.block for place in found_places})
            return super().propose(question, found_places, documents)

    run_with(Looks("notice"), "What is the retainer of the Customer?")
    assert found[1] > found[0]


def test_words_that_a_generator_suggests_prove_nothing():
    honest = claim()
    answer = ask("What is the storage cost?", generator=Suggests("monthly fee", (honest,)), judged=doubting())
    assert (answer.outcome, answer.items) == ("unverified", [])
    assert "refused" in answer.leads[0].reason


@dataclass(frozen=True)
class Garbled:
    """Finds the text garbled, whatever it reads."""

    def propose(self, question, found, documents):
        return Proposal(signals=Signals.unremarkable().model_copy(update={"context_structured": False}))


def test_garbled_pages_are_read_again_where_there_is_a_way():
    text = "1. Fees\n\nThe monthly fee is EUR 4,500.00.\n\fThe fee for storage is set out in Annex 1.\n"
    source, asked_for = held(text), []

    def read_again(identity, pages):
        asked_for.append((identity, pages))
        return identity

    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source, read_again)
    pipeline(generator=Garbled()).ask(FEE, reading_list, Run("run"))
    assert asked_for == [(source.identity, (1, 2))]


def test_page_that_cannot_be_read_again_is_noted_and_the_question_goes_on():
    text = "1. Fees\n\nThe monthly fee is EUR 4,500.00.\n\fThe fee for storage is set out in Annex 1.\n"
    source, run = held(text), Run("run")

    def read_again(identity, pages):
        raise InputError("A document read as text has no pages to read again.")

    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source, read_again)
    answer = pipeline(generator=Garbled(), judged=doubting()).ask(FEE, reading_list, run)
    assert answer.outcome == "not_found"
    assert "reread: A document read as text has no pages to read again." in run.decisions


def test_garbled_text_without_pages_to_read_again_is_noted_and_told():
    answer, run = run_with(Garbled(), judged=doubting())
    assert answer.outcome == "not_found"
    assert "reread: agreement.txt has no pages that can be read another way" in run.decisions
    assert "The text of agreement.txt is garbled: the answer may be there." in answer.caveats


def test_text_that_was_found_garbled_once_is_told_of_whatever_is_said_of_it_later():
    @dataclass
    class GarbledAtFirst:
        asked: int = 0

        def propose(self, question, found, documents):
            self.asked += 1
            return Garbled().propose(question, found, documents) if self.asked == 1 else Proposal()

    answer, _ = run_with(GarbledAtFirst())
    assert "The text of agreement.txt is garbled: the answer may be there." in answer.caveats


def test_version_that_was_read_again_is_neither_counted_nor_told_of():
    text = "1. Fees\n\nThe m0nthIy f€€ is ...\n\fThe fee for storage is set out in Annex 1.\n"
    old, new = held(text), held(text.replace("m0nthIy f€€", "yearly fee"))
    sources = {source.identity: source for source in (old, new)}

    @dataclass(frozen=True)
    class GarbledIfOld:
        def propose(self, question, found, documents):
            return Garbled().propose(question, found, documents) if old.identity in documents else Proposal()

    reading_list = ReadingList((old.identity,), (old.identity,), sources.__getitem__, lambda *_: new.identity)
    answer = pipeline(generator=GarbledIfOld()).ask(FEE, reading_list, Run("run"))
    assert (answer.outcome, answer.coverage.documents, answer.coverage.pages.total) == ("not_found", 1, 2)
    assert not any("garbled" in caveat for caveat in answer.caveats)


def test_claim_that_is_only_unproved_is_not_crowded_out_by_claims_of_something_else():
    unproved = claim(value=Amount(value="9500.00", currency="EUR", unit=None), original="EUR 9,500.00")
    crowd = (claim().model_copy(update={"score": 0.9}),) * 30
    answer, run = run_with(Says((*crowd, unproved)), judged=doubting())
    assert answer.outcome == "unverified"
    assert "1 proposed answers were refused" in run.decisions[-1]


def test_claim_that_was_withheld_and_not_repeated_is_still_not_silence():
    wrong = reply(value={**ITEM["value"], "value": "9500.00"}, original="EUR 9,500.00")
    answer, run = run_with(FromModel(Recording((wrong, NOTHING))))
    assert (answer.outcome, answer.items) == ("unverified", [])
    assert "1 proposed answers were refused" in run.decisions[-1]


def test_claim_that_was_refused_for_another_fact_stays_silence():
    model = FromModel(Recording((reply(), NOTHING)))
    answer, _ = run_with(model, "What is the storage cost per month?", judged=doubting())
    assert answer.outcome == "not_found"


def test_nothing_is_repeated_that_was_tried():
    tried = frozenset({"repair", "widen", "reread", "scan"})
    assert decide(question(FEE), [], Situation(tried)).outcome == "not_found"
    assert decide(question(FEE), [], Situation()).step == "scan"


def test_no_step_is_taken_after_everything_was_read():
    late = Signals.unremarkable().model_copy(update={"new_keywords": ["retainer"]})
    assert decide(question(FEE), [], Situation(frozenset({"scan"}), (late,))).step is None


def test_model_is_shown_the_lines_that_were_found_under_their_own_numbers():
    model = Recording((NOTHING,))
    run_with(FromModel(model))
    numbered = dict(line.split(": ", 1) for line in model.prompts[0].context.splitlines())
    document = held().document
    assert numbered
    assert all(
        line.span.of(document.text) == numbered[str(line.number)]
        for line in document.lines
        if str(line.number) in numbered
    )
    assert any("EUR 4,500.00" in text for text in numbered.values())
