"""Words for the dictionary, proposed from what was asked and not found."""

from __future__ import annotations

import json

from pincite.question.dictionary.entries import build
from pincite.question.dictionary.file import read
from pincite.question.parse import RuleParser
from pincite.question.suggestions import suggest
from pincite.records.candidate import Candidate
from pincite.records.library import RunRecord

PARSER = RuleParser(build(read("fee: {words: [fee, charge]}", "mine.yaml")))


def near(quote: str, *, section: str = "", stopped_by: str = "answers", score: float = 0.5) -> Candidate:
    return Candidate("a.txt", "1", (1, 1), None, section, quote, "text", "{}", score, stopped_by, "because")


def run(
    question: str, *candidates: Candidate, id: str = "r1", outcome: str = "not_found", keywords=()
) -> RunRecord:
    answer = json.dumps({"signals": {"new_keywords": list(keywords)}})
    return RunRecord(id, "default", "2026-01-01", question, outcome, answer, "{}", (), candidates)


def proposed(*runs: RunRecord) -> dict[str, list[str]]:
    return {each.asked: [word.text for word in each.words] for each in suggest(runs, PARSER)}


def test_term_that_no_near_place_carries_gets_the_words_of_those_places():
    found = proposed(run("How much is the stipend?", near("An allowance of 40 is granted.")))
    assert found == {"stipend": ["allowance", "granted"]}


def test_term_that_a_near_place_carries_in_other_words_needs_none():
    assert "fee" not in proposed(run("What is the annual fee?", near("The charge is EUR 40.")))


def test_title_of_the_section_is_proposed_before_the_words_of_the_quote():
    found = proposed(
        run("How much is the stipend?", near("An amount is granted.", section="4. Living allowance"))
    )
    assert found["stipend"][0] == "living allowance"


def test_what_was_asked_in_most_runs_comes_first_and_words_are_counted_by_run():
    first, *_ = suggest(
        [
            run("How much is the bursary?", near("A grant is paid."), id="r1"),
            run("How much is the stipend?", near("An allowance is due."), id="r2"),
            run("How much is the stipend?", near("The allowance counts."), id="r3"),
        ],
        PARSER,
    )
    assert (first.asked, first.runs) == ("stipend", ("r2", "r3"))
    assert (first.words[0].text, first.words[0].runs) == ("allowance", 2)


def test_what_was_answered_or_stopped_by_another_check_proposes_nothing():
    place = near("An allowance is due.")
    assert proposed(run("How much is the stipend?", place, outcome="answered")) == {}
    assert proposed(run("How much is the stipend?", near("An allowance.", stopped_by="value"))) == {}


def test_keyword_of_a_model_is_proposed_first_whatever_the_outcome():
    (found,) = suggest([run("How much is the stipend?", outcome="answered", keywords=["grant"])], PARSER)
    assert [(word.text, word.by_model) for word in found.words] == [("grant", True)]


def test_only_the_nearest_places_are_looked_at():
    places = [near(f"word{'abcde'[n]} here.", score=1 - n / 10) for n in range(5)]
    assert proposed(run("How much is the stipend?", *places))["stipend"] == ["worda", "wordb", "wordc"]


def test_no_runs_no_suggestions():
    assert suggest([], PARSER) == []
