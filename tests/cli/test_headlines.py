"""Words that are no value by themselves are shown in their sentence, on every surface."""

from __future__ import annotations

import json

import pytest
from tests.cli.test_answer_view import PROOF, make_answer, make_item

from pincite.answer.answers import Item
from pincite.answer.checks import Check
from pincite.answer.document_tables import Cell, Row, Table, TableField
from pincite.cli.answer_view import show_answer
from pincite.extract.as_csv import to_csv
from pincite.extract.as_page import to_html
from pincite.language.value_words import item_in_words, said
from pincite.mcp.from_answers import ask_result
from pincite.mcp.in_text import of_answer
from pincite.values.types import Amount, Boolean, Clause, DateRange, Text

SENTENCE = "It is not true that the Tenant may keep dogs."
WORDS = "the Tenant may keep dogs"
MARKED = "It is not true that «the Tenant may keep dogs»."


def words(original: str = WORDS, sentence: str = SENTENCE) -> Item:
    return make_item(Text(text=original), sentence, original)


def table(item: Item, state: str = "answered") -> Table:
    cell = Cell(state=state, items=[item], leads=[], chance=0.6, reason="", error=None, run="")
    field = TableField(name="dogs", question="May they keep dogs?", answer_type=None)
    return Table(table="t", fields=[field], rows=[Row(document="a", version="v", cells={"dogs": cell})])


def test_words_are_shown_in_their_sentence_and_marked():
    assert item_in_words(words()) == MARKED
    assert said(words().model_copy(update={"type": "clause", "value": Clause(text=WORDS)})) == MARKED


@pytest.mark.parametrize(
    "sentence", [WORDS, f"{WORDS}.", f"(a) {WORDS};", f"- {WORDS}", f"iv. {WORDS}", f"12) “{WORDS}”"]
)
def test_whole_sentence_or_list_item_needs_no_mark(sentence):
    assert said(words(sentence=sentence)) == WORDS


@pytest.mark.parametrize("sentence", [f"No {WORDS}.", f"Not. {WORDS}.", f"{WORDS} (void)."])
def test_no_word_of_the_sentence_is_taken_for_the_mark_of_a_list(sentence):
    assert said(words(sentence=sentence)) == sentence.replace(WORDS, f"«{WORDS}»")


def test_words_that_stand_nowhere_in_the_sentence_give_the_sentence():
    assert said(words("dogs are welcome")) == SENTENCE


def test_typed_value_is_shown_alone_unless_it_is_part_of_a_larger_expression():
    cap = "The cap is the greater of EUR 500 and 10 % of the fee."
    item = make_item(
        Amount(value="500", currency="EUR", unit=None), cap, "the greater of EUR 500 and 10 % of the fee"
    )
    assert said(item) == "EUR 500"
    part = Check(check="plain", state="open", reason="It is part of a larger expression.")
    assert said(item.model_copy(update={"proof": [*PROOF, part]})) == item.original
    assert said(make_item(Boolean(value=True), "They may.")) == "Yes"


def test_every_surface_shows_the_sentence(capsys: pytest.CaptureFixture[str]):
    answer = make_answer("answered", items=[words()])
    show_answer(answer)
    terminal = capsys.readouterr().out
    shown = [terminal, of_answer(ask_result(answer)), to_csv(table(words())), to_html(table(words()))]
    assert all(MARKED in surface for surface in shown)


def test_what_is_probable_is_called_so_with_its_chance_and_what_is_needed(capsys: pytest.CaptureFixture[str]):
    ends = DateRange(start=None, end="2027-02-28")
    until = make_item(ends, "It runs until 28 February 2027.", "until 28 February 2027")
    judged = until.judgement.model_copy(update={"chance": 0.8, "bar": 0.82})
    item = until.model_copy(update={"judgement": judged})
    answer = make_answer("probable", items=[item])
    show_answer(answer)
    terminal = capsys.readouterr().out
    assert terminal.startswith("Probably: until 28 February 2027 (0.80; 0.82 is needed to answer)\n")
    assert "pincite runs review run-1 item-1 --accept" in terminal
    assert "Outcome: probable." in of_answer(ask_result(answer))
    assert json.loads(answer.to_json())["items"][0]["judgement"]["bar"] == 0.82
    written = to_csv(table(item, "probable"))
    assert "probable" in written
    assert "Probably: until 28 February 2027" in to_html(table(item, "probable"))


def test_what_a_model_calls_a_guess_is_called_so(capsys: pytest.CaptureFixture[str]):
    item = make_item(Amount(value="5", currency="EUR", unit=None), "The fee is EUR 5.", "EUR 5")
    judged = item.judgement.model_copy(update={"chance": None, "bar": None, "by": []})
    answer = make_answer("probable", items=[item.model_copy(update={"judgement": judged})])
    guessed = answer.signals.model_copy(update={"confidence": "guess"})
    show_answer(answer.model_copy(update={"signals": guessed}))
    assert capsys.readouterr().out.startswith("Probably: EUR 5 (the reader calls it a guess)")
