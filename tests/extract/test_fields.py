"""Fields of a table: plain words, questions, mappings and pydantic models; slips are told as such."""

from __future__ import annotations

from datetime import date

import pytest
from pydantic import BaseModel, Field

import pincite
from pincite.errors import InputError
from pincite.extract.field_questions import FieldQuestions
from pincite.extract.fields import MOST_FIELDS, fields_of
from pincite.extract.schema_file import load_schema
from pincite.extract.schemas import STARTERS
from pincite.question.dictionary.entries import starters
from pincite.question.kinds import kinds_of


def read(given):
    return fields_of(given, FieldQuestions(starters(), kinds_of).ask_for)


def questions(given):
    return {field.name: field.question for field in read(given)}


def test_plain_words_become_questions():
    assert questions("parties, effective date,governing law; liability cap") == {
        "parties": "Who are the parties to the agreement?",
        "effective date": "On which date does the agreement take effect?",
        "governing law": "Which law governs the agreement?",
        "liability cap": "What is the liability cap?",
    }


def test_name_of_a_starters_field_is_asked_as_the_starter_asks():
    (field,) = read("Anti-Assignment")
    assert field.question == "Is consent needed to assign the agreement to a third party?"
    (field,) = read("half-life")
    assert (field.question, field.answer_type) == ("What is the elimination half-life?", "duration")
    assert questions("insurer: What is the insurer?") == {"insurer": "What is the insurer?"}


def test_starters_that_have_a_field_of_one_name_ask_it_alike():
    asked: dict[str, set[tuple[str, str | None]]] = {}
    for name in STARTERS:
        for field in load_schema(name).fields:
            asked.setdefault(field.name.casefold(), set()).add((field.question, field.type))
    assert [name for name, questions in asked.items() if len(questions) > 1] == []


def test_words_that_tell_no_kind_of_value_are_asked_for_by_what_the_dictionary_knows():
    assert questions("renewal, audit fees, auditor") == {
        "renewal": "How long is the renewal?",
        "audit fees": "What are the audit fees?",
        "auditor": "Which company is the auditor?",
    }


def test_question_is_asked_as_it_is_and_may_have_a_name_and_commas():
    given = "cap: What is the cap, if any, on liability?, Is assignment allowed?, end date"

    assert questions(given) == {
        "cap": "What is the cap, if any, on liability?",
        "Is assignment allowed?": "Is assignment allowed?",
        "end date": "What is the end date?",
    }


def test_list_of_strings_is_taken_entry_by_entry():
    assert questions(["fee, if any", "end: When does it end?"]) == {
        "fee, if any": "What is the fee, if any?",
        "end": "When does it end?",
    }


def test_mapping_has_questions_by_name():
    assert questions({"end": "When does it end?", "cap": "liability cap"}) == {
        "end": "When does it end?",
        "cap": "What is the liability cap?",
    }


def test_pydantic_model_gives_name_type_and_description():
    class Contract(BaseModel):
        effective_date: date
        cap: pincite.Amount | None = Field(description="liability cap")
        assignable: bool = Field(description="May the agreement be assigned?")
        parties: list[str]

    assert [(f.name, f.question, f.answer_type) for f in read(Contract)] == [
        ("effective_date", "On which date does the agreement take effect?", "date"),
        ("cap", "What is the liability cap?", "amount"),
        ("assignable", "May the agreement be assigned?", "boolean"),
        ("parties", "Who are the parties to the agreement?", None),
    ]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("", "The list of fields is empty"),
        (" , ;", "The list of fields is empty"),
        ([], "The list of fields is empty"),
        ("end date, parties, End  Date", "'End Date' is in the list twice"),
        ([f"field {number}" for number in range(200)], f"There are 200 fields; {MOST_FIELDS} is the limit"),
        ("cap:", "'cap' has no question"),
        (": What is it?", "A field has no name"),
        (["x" * 300], "has 300 characters; 200 is the limit"),
        ([3], "The field 3 is not a text"),
        ({"end": 3}, "'end' has no text as its question"),
        (7, "7 is not a list of fields"),
    ],
)
def test_bad_list_of_fields_says_what_is_wrong_and_what_to_do(given, said):
    with pytest.raises(InputError, match=said) as raised:
        read(given)
    assert raised.value.hint
