"""What the rules read from a question."""

from __future__ import annotations

import pytest
from tests.factories import question

from pincite.errors import InputError
from pincite.question.kinds import kinds_of, shape_of


@pytest.mark.parametrize(
    ("asked", "kind"),
    [
        ("What is the monthly fee?", "amount"),
        ("How much is the premium?", "amount"),
        ("What is the cap on liability?", "amount"),
        ("What is the deductible for hail?", "amount"),
        ("When does the agreement expire?", "date"),
        ("What is the effective date?", "date"),
        ("By which date must the report be filed?", "date"),
        ("How long is the notice period?", "duration"),
        ("How many days does the insurer have to reply?", "duration"),
        ("What is the half-life?", "duration"),
        ("How much notice must be given?", "duration"),
        ("Within what time must a claim be reported?", "duration"),
        ("What interest is charged on late payments?", "percentage"),
        ("What percentage of patients had nausea?", "percentage"),
        ("By how much did the dose lower the pressure?", "percentage"),
        ("How many patients took part?", "number"),
        ("What is the maximum dose?", "number"),
        ("Is assignment allowed?", "boolean"),
        ("May the customer terminate for convenience?", "boolean"),
        ("Does the policy cover theft?", "boolean"),
        ("Who is the named insured?", "text"),
        ("Which law governs the agreement?", "text"),
        ("What happens if a milestone is missed?", "text"),
    ],
)
def test_kind_of_value_follows_from_the_wording(asked, kind):
    assert kinds_of(asked)[0] == kind


@pytest.mark.parametrize(
    ("asked", "shape"),
    [
        ("What are the exclusions?", "list"),
        ("List the deliverables.", "list"),
        ("Which adverse reactions are reported?", "list"),
        ("Which law governs the agreement?", "single"),
        ("What is the fee?", "single"),
    ],
)
def test_list_is_asked_for_in_the_plural(asked, shape):
    assert shape_of(asked, kinds_of(asked)) == shape


def terms(asked: str) -> list[str]:
    return [term.asked for term in question(asked).retrieval.terms]


def test_words_that_make_a_question_are_not_searched_for():
    assert terms("What does the agreement say about the warranty?") == ["warranty"]


def test_words_that_name_the_kind_of_value_are_not_searched_for():
    assert "percentage" not in terms("What percentage of patients had nausea?")


def test_phrase_of_the_dictionary_is_one_term():
    assert "half life" in terms("What is the half-life?")


def test_term_carries_the_words_that_documents_use():
    (term,) = question("How long does it stay in the body?").retrieval.terms
    assert ("half", "life") in term.wordings


def test_what_is_ruled_out_never_reaches_retrieval():
    asked = question("What does the insured pay, not the deductible?")
    assert "deductible" not in [term.asked for term in asked.retrieval.terms]
    assert asked.generation.excluded == ("deductible",)


def test_pages_become_scope_and_not_words():
    asked = question("What is the fee on pages 3 to 5?")
    assert asked.retrieval.scope.pages == ((3, 5),)
    assert [term.asked for term in asked.retrieval.terms] == ["fee"]


@pytest.mark.parametrize("where", ["Section 7.2", "Schedule 2", "clause 10", "Annex B"])
def test_section_becomes_scope(where):
    assert question(f"What is the fee in {where}?").retrieval.scope.sections == (where,)


def test_quoted_words_are_kept_as_a_phrase():
    assert question('What does "Gross Negligence" mean?').retrieval.phrases == ("Gross Negligence",)


def test_number_in_a_question_is_required():
    required = [
        t.asked for t in question("What is the premium for Endorsement No. 3?").retrieval.terms if t.required
    ]
    assert "Endorsement No. 3" in required


@pytest.mark.parametrize("asked", ["", "   ", "\n"])
def test_empty_question_is_an_input_error(asked):
    with pytest.raises(InputError, match="empty"):
        question(asked)


def test_overlong_question_is_an_input_error():
    with pytest.raises(InputError, match="2,000"):
        question("fee " * 600)


@pytest.mark.parametrize("asked", ["What about it?", "And then?", "Tell me.", "???"])
def test_question_that_names_nothing_asks_back(asked):
    assert question(asked).clarification


def test_same_string_gives_the_same_briefs():
    assert question("What is the fee?") == question("What  is the\nfee?")


@pytest.mark.parametrize(
    ("asked", "kinds"),
    [
        ("Who is the managing director?", ("person", "text")),
        ("Who signed the agreement for the Supplier?", ("person", "text")),
        ("Who is the insurer?", ("organisation", "person", "text")),
        ("Who is the supplier", ("organisation", "person", "text")),
        ("Which company insures the goods?", ("organisation", "text")),
        ("What is the address of the supplier?", ("address", "text")),
        ("What is the supplier's registered address?", ("address", "text")),
        ("What is the e-mail address of the supplier?", ("text",)),
        ("Which IBAN is used?", ("iban", "text")),
        ("From when to when does the cover run?", ("date_range", "duration", "date")),
        ("What is the policy period?", ("date_range", "duration", "date")),
        ("How long is the policy period?", ("duration", "date")),
        ("Show the table of limits.", ("table", "text")),
        ("What does the clause on assignment say?", ("clause", "text")),
        ("Quote the clause on assignment.", ("clause", "text")),
        ("Who pays for insurance?", ("text",)),
        ("Who are the parties?", ("text",)),
        ("Where is the warehouse?", ("text",)),
    ],
)
def test_wording_tells_names_addresses_accounts_periods_tables_and_clauses(asked, kinds):
    assert kinds_of(asked) == kinds


@pytest.mark.parametrize(
    ("asked", "shape"),
    [
        ("What are the termination rights and their conditions?", "tree"),
        ("List the obligations with their sub-items.", "tree"),
        ("Which services are provided, by frequency?", "tree"),
        ("What fee applies to each service?", "nested"),
        ("List each site with its rent and start date.", "nested"),
        ("What are the deductibles per peril?", "nested"),
        ("Show the table of service credits.", "table"),
        ("Which officers make up the board?", "list"),
        ("In which cases may the account be closed?", "list"),
        ("What is the limit for each claim?", "single"),
        ("What is the fee per month?", "single"),
        ("How much is due each year?", "single"),
        ("Which law applies to the contract?", "single"),
        ("Does each party bear its own costs?", "single"),
        ("What is the address of each party?", "single"),
    ],
)
def test_shape_of_the_answer_is_told_by_the_question(asked, shape):
    assert question(asked).generation.answer_shape == shape


def test_words_that_only_say_the_shape_are_not_looked_for():
    terms = question("What are the termination rights and their conditions?").retrieval.terms
    assert "conditions" not in {term.asked for term in terms}


@pytest.mark.parametrize(
    ("asked", "shape"),
    [
        ("What are the diluted earnings per share?", "single"),
        ("What were diluted earnings per share in 2023?", "single"),
        ("What are net sales?", "single"),
        ("What were Harrow's total assets at the end of 2023?", "single"),
        ("What were total assets at the end of fiscal 2018?", "single"),
        ("What were the trade receivables in 2019?", "single"),
        ("What are the operating expenses?", "list"),
        ("What are the main operating expenses in 2019?", "list"),
        ("List the total assets", "list"),
        ("What are the risks to net sales?", "list"),
        ("What are the reasons for the decline in 2022?", "list"),
        ("What are the acquisitions in 2021?", "list"),
    ],
)
def test_line_of_a_statement_is_one_figure_though_its_name_is_plural(asked: str, shape: str):
    assert question(asked).generation.answer_shape == shape


@pytest.mark.parametrize(
    ("asked", "shape"),
    [
        ("Which adverse reactions in humans does the section warn of?", "list"),
        ("What representations for textual documents do they use?", "list"),
        ("Which address in Berlin does the notice go to?", "single"),
        ("What happens in the event of a default?", "single"),
    ],
)
def test_plural_with_what_it_is_of_asks_for_a_list(asked: str, shape: str):
    assert question(asked).generation.answer_shape == shape
