"""CUAD in the gold form, with its own questions and with ours."""

from __future__ import annotations

import pytest

from evals.sets import cuad, cuad_plain
from evals.tests.score.raw_sets import CONTRACT, cuad_label, write_cuad, write_rows
from pincite.errors import InputError


def test_label_becomes_a_row_with_every_place_of_its_text(tmp_path):
    write_cuad(tmp_path, cuad_label("Parties", "Alba GmbH", "Brook Ltd"))
    gold = cuad.read(tmp_path, "dev")
    (row,) = gold.rows
    assert (row.id, row.document, row.question) == ("cuad-1:Parties", "cuad-1.txt", "Highlight Parties.")
    assert [answer.text for answer in row.answers] == ["Alba GmbH", "Brook Ltd"]
    assert len(row.answers[0].spans) == 2
    assert all(CONTRACT[s:e] == answer.quote for answer in row.answers for s, e in answer.spans)
    assert (row.strata.doc_type, row.strata.field, row.strata.position) == ("supply", "Parties", "front")


def test_document_keeps_its_line_ends_and_is_known_by_its_contract_id(tmp_path):
    write_cuad(tmp_path, cuad_label("Parties", "Alba GmbH"))
    (source,) = cuad.read(tmp_path, "dev").sources
    assert (source.key, source.name) == ("cuad-1", "cuad-1.txt")
    assert source.content().decode() == CONTRACT


def test_clause_that_the_contract_lacks_is_absent(tmp_path):
    write_cuad(tmp_path, cuad_label("Insurance", normalized="No"))
    (row,) = cuad.read(tmp_path, "dev").rows
    assert row.absent
    assert row.answers == ()
    assert row.strata.position == "none"


@pytest.mark.parametrize(
    ("normalized", "text", "value"),
    [
        ("3/5/19", "March 5, 2019", {"iso": "2019-03-05", "precision": "day"}),
        ("3/5/2019", "Dated", {"iso": "2019-03-05", "precision": "day"}),
        ("3/5/19", "Dated", None),
        ("3/5/18", "March 5, 2019", None),
        ("[]/[]/2019", "March 5, 2019", None),
        ("13/13/19", "March 5, 2019", None),
        ("perpetual", "March 5, 2019", None),
        (None, "March 5, 2019", None),
    ],
)
def test_date_is_known_only_where_the_year_is_beyond_doubt(tmp_path, normalized, text, value):
    write_cuad(tmp_path, cuad_label("Agreement Date", text, normalized=normalized))
    (row,) = cuad.read(tmp_path, "dev").rows
    assert row.answers[0].value == value


def test_one_date_at_two_places_is_one_item(tmp_path):
    texts = ("March 5, 2019 between", "March 5, 2019, Alba")
    write_cuad(tmp_path, cuad_label("Effective Date", *texts, normalized="3/5/19"))
    (row,) = cuad.read(tmp_path, "dev").rows
    (answer,) = row.answers
    assert [CONTRACT[s:e] for s, e in answer.spans] == list(texts)


@pytest.mark.parametrize(
    ("normalized", "value"), [("1 year", {"iso8601": "P1Y"}), ("successive 1 year", None), ("Yes", None)]
)
def test_length_of_time_is_known_only_where_it_says_nothing_else(tmp_path, normalized, value):
    write_cuad(tmp_path, cuad_label("Renewal Term", "for one year", normalized=normalized))
    (row,) = cuad.read(tmp_path, "dev").rows
    assert row.answers[0].value == value


def test_type_depends_on_the_kind_of_clause_and_not_on_its_presence(tmp_path):
    write_cuad(tmp_path, cuad_label("Agreement Date"), cuad_label("Insurance"), cuad_label("Parties"))
    assert [row.answer_type for row in cuad.read(tmp_path, "dev").rows] == ["date", "clause", None]


def test_plain_questions_ask_the_same_labels_without_a_type(tmp_path):
    write_cuad(
        tmp_path, cuad_label("Governing Law", "The law of Ohio governs."), cuad_label("Agreement Date")
    )
    stored, plain = cuad.read(tmp_path, "dev"), cuad_plain.read(tmp_path, "dev")
    assert plain.name == "cuad-plain"
    assert plain.rows[0].question == "Which law governs the agreement?"
    assert {row.answer_type for row in plain.rows} == {None}
    assert [(r.id, r.answers) for r in plain.rows] == [(r.id, r.answers) for r in stored.rows]


def test_there_is_one_plain_question_for_each_of_41_kinds_and_all_differ():
    assert len(cuad_plain.QUESTIONS) == len(set(cuad_plain.QUESTIONS.values())) == 41


def test_clause_type_without_a_plain_question_is_named(tmp_path):
    write_cuad(tmp_path, cuad_label("Weather"))
    with pytest.raises(InputError, match=r"'Weather'"):
        cuad_plain.read(tmp_path, "dev")


def test_label_of_an_unlisted_contract_is_an_error(tmp_path):
    write_cuad(tmp_path, cuad_label("Parties", "Alba GmbH") | {"contract_id": "cuad-2"})
    with pytest.raises(InputError, match=r"cuad-2"):
        cuad.read(tmp_path, "dev")


def test_label_whose_text_was_not_found_is_left_out_and_counted(tmp_path):
    lost = cuad_label("Insurance") | {"is_absent": False}
    write_cuad(tmp_path, lost, cuad_label("Parties", "Alba GmbH"))
    gold = cuad.read(tmp_path, "dev")
    assert [row.strata.field for row in gold.rows] == ["Parties"]
    assert gold.left_out == {"what was marked is not in the text": 1}


def test_folder_of_the_set_itself_is_accepted(tmp_path):
    write_cuad(tmp_path, cuad_label("Parties", "Alba GmbH"))
    assert cuad.read(tmp_path / "cuad", "dev").rows == cuad.read(tmp_path, "dev").rows


def test_other_split_of_the_same_layout_is_read(tmp_path):
    write_cuad(tmp_path, cuad_label("Parties", "Alba GmbH"), split="heldout")
    assert cuad.read(tmp_path, "heldout").split == "heldout"


def test_split_that_is_not_there_lists_those_that_are(tmp_path):
    write_cuad(tmp_path, cuad_label("Parties", "Alba GmbH"))
    with pytest.raises(InputError, match=r"no split 'heldout'.*Splits that are there: dev\."):
        cuad.read(tmp_path, "heldout")


def test_folder_without_the_set_is_an_error_that_says_what_to_give(tmp_path):
    with pytest.raises(InputError, match=r"contains neither a folder cuad/.*--data"):
        cuad.read(tmp_path, "dev")
    with pytest.raises(InputError, match=r"There is no folder"):
        cuad.read(tmp_path / "nowhere", "dev")


def test_broken_line_is_named(tmp_path):
    write_cuad(tmp_path, cuad_label("Parties", "Alba GmbH"))
    with (tmp_path / "cuad/labels.dev.jsonl").open("a") as file:
        file.write("{broken\n")
    with pytest.raises(InputError, match=r"labels\.dev\.jsonl, line 2: this is not JSON"):
        cuad.read(tmp_path, "dev")


def test_row_without_a_field_is_named(tmp_path):
    write_cuad(tmp_path, cuad_label("Parties", "Alba GmbH"))
    write_rows(tmp_path / "cuad/labels.dev.jsonl", {"contract_id": "cuad-1"})
    with pytest.raises(InputError, match=r"line 1: the field `clause_type` is missing"):
        cuad.read(tmp_path, "dev")
