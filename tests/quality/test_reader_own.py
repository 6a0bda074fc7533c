"""A user's own questions, and what is said when a row of theirs cannot be used."""

from __future__ import annotations

import json

import pytest

from pincite.errors import InputError
from pincite.quality.questions import read_own

TEXT = "The fee is 40 euros.\nIt is due in May."
ROW = {"id": "a", "document": "fee.txt", "question": "What is the fee?", "answers": [{"text": "40 euros"}]}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "fee.txt").write_text(TEXT)
    return tmp_path


def read_table(folder, text, data=None):
    (folder / "own.csv").write_bytes(text.encode())
    return read_own(folder / "own.csv", data)


def read_lines(folder, *lines, data=None):
    written = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    (folder / "own.jsonl").write_text("\n".join(written), "utf-8")
    return read_own(folder / "own.jsonl", data)


def test_table_needs_document_question_and_answer_only(folder):
    gold = read_table(folder, "document,question,answer\nfee.txt,What is the fee?,40 euros\n")
    (row,), (source,) = gold.rows, gold.sources
    assert (gold.name, row.id, row.document, row.answers[0].text) == ("own", "own-2", "fee.txt", "40 euros")
    assert source.content().decode() == TEXT


def test_table_may_say_page_type_and_strata(folder):
    header = "id,document,question,answer,page,answer_type,doc_type,field,absent"
    gold = read_table(folder, f"{header}\nq1,fee.txt,What is the fee?,40 euros,1,amount,invoice,fee,false\n")
    (row,) = gold.rows
    assert (row.id, row.answer_type, row.answers[0].page) == ("q1", "amount", 1)
    assert (row.strata.doc_type, row.strata.field) == ("invoice", "fee")


@pytest.mark.parametrize("cells", [",,", ",,true", ",,X", ",,yes", ","])
def test_row_without_answer_or_marked_so_is_absent(folder, cells):
    (row,) = read_table(folder, f"document,question,answer,absent\nfee.txt,Who pays?{cells}\n").rows
    assert row.absent
    assert row.answers == ()


def test_table_as_a_spreadsheet_saves_it_is_read(folder):
    table = '\ufeffdocument;question;answer\r\nfee.txt;"Fee;\r\nwhich?";40 euros\r\n\r\nfee.txt;Due?;May\r\n'
    gold = read_table(folder, table)
    assert [(row.id, row.question) for row in gold.rows] == [("own-2", "Fee;\r\nwhich?"), ("own-5", "Due?")]


@pytest.mark.parametrize(
    ("answer_type", "answer", "value"),
    [
        ("date", "July 1, 2024", {"iso": "2024-07-01", "precision": "day"}),
        ("date", "2024-07", {"iso": "2024-07", "precision": "month"}),
        ("amount", "40 euros", {"value": "40", "currency": "EUR", "unit": None}),
        ("amount", "4,500", {"value": "4500", "currency": None, "unit": None}),
        ("duration", "60 days", {"iso8601": "P60D"}),
        ("duration", "P60D", {"iso8601": "P60D"}),
        ("percentage", "1.5", {"value": "1.5"}),
        ("Boolean", "Yes", {"value": True}),
        ("organisation", "Alba", {"name": "Alba"}),
        ("clause", "The fee is 40 euros.", None),
        ("", "40 euros", None),
    ],
)
def test_answer_of_a_named_type_is_read_as_its_value(folder, answer_type, answer, value):
    table = f'document,question,answer,answer_type\nfee.txt,What?,"{answer}",{answer_type}\n'
    (row,) = read_table(folder, table).rows
    assert row.answers[0].value == value
    assert row.answers[0].text == answer


@pytest.mark.parametrize(
    ("answer_type", "answer", "message"),
    [
        ("date", "soon", "line 2: the column 'answer' says 'soon', which does not read as date"),
        ("date", "04/05/2024", "which may mean several things as date.*Write it like '2024-07-01'"),
        ("date", "2024-02-31", "which does not read as date"),
        ("amount", "40 euros or 50 euros", "which may mean several things as amount"),
        ("boolean", "perhaps", "which does not read as boolean"),
        ("dtae", "2024-07-01", "line 2: There is no answer type named 'dtae'.*'date'"),
    ],
)
def test_answer_that_is_not_of_its_type_is_refused(folder, answer_type, answer, message):
    with pytest.raises(InputError, match=message):
        read_table(folder, f"document,question,answer,answer_type\nfee.txt,What?,{answer},{answer_type}\n")


def test_columns_of_the_users_own_are_allowed(folder):
    gold = read_table(folder, "document,question,answer,reviewer\nfee.txt,What is the fee?,40 euros,Kim\n")
    assert len(gold.rows) == 1


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("", "own.csv is empty"),
        ("document,question,answer\n", "own.csv has no questions"),
        (
            "document,question\nfee.txt,Fee?\n",
            "line 1: there is no column 'answer'.*Found: document, question",
        ),
        ("document,question,answer,pge\nfee.txt,Fee?,4,1\n", "column 'pge'.*Did you mean 'page'"),
        ("document,question,answer,answer\nfee.txt,Fee?,4,1\n", "column 'answer' appears twice"),
        ("document,question,answer\nfee.txt,Fee?,40\nfees.txt,Fee?,40\n", "line 3: .*no document 'fees.txt'"),
        ("document,question,answer\n,Fee?,40\n", "line 2: there is no document ''"),
        ("document,question,answer\nfee.txt,,40\n", "line 2: the column 'question' is empty"),
        ("document,question,answer,page\nfee.txt,Fee?,40,two\n", "line 2: the column 'page' says 'two'"),
        ("document,question,answer,page\nfee.txt,Fee?,40,0\n", "line 2: the column 'page' says '0'"),
        ("document,question,answer,absent\nfee.txt,Fee?,40,perhaps\n", "column 'absent' says 'perhaps'"),
        ("document,question,answer,absent\nfee.txt,Fee?,40,true\n", "has an answer and is marked absent"),
        ("document,question,answer,absent\nfee.txt,Fee?,,false\n", "has no answer and is not marked absent"),
        ("document,question,answer\nfee.txt,Fee?,40,000\n", "line 2: 4 cells for 3 columns"),
        ('document,question,answer\nfee.txt,"Fee?,40\n', "line 2: this is not CSV"),
        (
            "id,document,question,answer\na,fee.txt,Fee?,4\n\na,fee.txt,Due?,May\n",
            "line 4: the id 'a' is that of line 2",
        ),
    ],
)
def test_bad_table_is_refused_with_line_and_column(folder, table, message):
    with pytest.raises(InputError, match=message) as refused:
        read_table(folder, table)
    assert refused.value.hint


def test_gold_form_is_read_line_by_line(folder):
    absent = {"id": "b", "document": "fee.txt", "question": "Who pays?", "absent": True}
    gold = read_lines(folder, ROW, "", absent)
    assert [(row.id, row.absent) for row in gold.rows] == [("a", False), ("b", True)]
    assert len(gold.sources) == 1


def test_value_may_leave_open_what_is_not_to_be_scored(folder):
    (row,) = read_lines(folder, ROW | {"answer_type": "amount", "answers": [{"value": {"value": "40"}}]}).rows
    assert row.answers[0].value == {"value": "40"}


def test_third_of_the_text_is_told_by_the_first_place(folder):
    (row,) = read_lines(folder, ROW | {"answers": [{"spans": [[34, 37]]}]}).rows
    assert row.strata.position == "back"


def test_documents_may_stand_in_another_folder(folder):
    (folder / "papers").mkdir()
    (folder / "papers" / "other.txt").write_text(TEXT)
    gold = read_lines(folder, ROW | {"document": "other.txt"}, data=folder / "papers")
    assert gold.sources[0].path == folder / "papers" / "other.txt"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{nonsense", "line 1: this is not JSON"),
        ({"id": "a", "document": "fee.txt"}, "line 1: the field `question` is missing"),
        (ROW | {"answer": "40"}, "line 1: there is no field `answer`"),
        (ROW | {"answers": []}, "line 1: a row is absent, or it has answers"),
        (ROW | {"absent": True}, "line 1: a row is absent, or it has answers"),
        (ROW | {"question": " "}, "line 1: `question` is empty"),
        (ROW | {"document": "no.txt"}, "line 1: there is no document 'no.txt'"),
        (ROW | {"answers": [{"page": 0}]}, "line 1: `page` is less than 1"),
        (
            ROW | {"answers": [{"spans": [[5, 39]]}]},
            "the span 5 to 39 is not inside fee.txt of 38 characters",
        ),
        (ROW | {"answers": [{"spans": [[-1, 3]]}]}, "the span -1 to 3 is not inside"),
        (ROW | {"answers": [{"spans": [[3, 3]]}]}, "the span 3 to 3 is not inside"),
        (ROW | {"answer_type": "dtae", "answers": [{"value": {}}]}, "line 1: There is no answer type named"),
        (
            ROW | {"answer_type": "date", "answers": [{"value": {"day": "2024-07-01"}}]},
            "line 1: `value` does not hold a value of the type date.*Its fields are: iso, precision",
        ),
        (ROW | {"answers": [{"spans": [[3]]}]}, r"line 1: the field `answers.0.spans.0.1` is missing"),
    ],
)
def test_bad_line_is_refused_with_its_number(folder, line, message):
    with pytest.raises(InputError, match=message) as refused:
        read_lines(folder, line)
    assert refused.value.hint


def test_second_row_of_one_id_is_refused(folder):
    with pytest.raises(InputError, match=r"line 3: the id 'a' is that of line 1 already"):
        read_lines(folder, ROW, "", ROW)


def test_file_without_rows_is_refused(folder):
    with pytest.raises(InputError, match=r"own.jsonl has no questions"):
        read_lines(folder, "")


@pytest.mark.parametrize("name", ["own.csv", "own.jsonl"])
def test_file_that_is_not_utf_8_is_refused(folder, name):
    (folder / name).write_bytes("document,question,answer\nfee.txt,Gebühr?,40\n".encode("latin-1"))
    with pytest.raises(InputError, match=r"is not UTF-8"):
        read_own(folder / name, None)


def test_file_of_another_kind_is_refused(folder):
    with pytest.raises(InputError, match=r"fee.txt is neither JSON lines nor a CSV file"):
        read_own(folder / "fee.txt", None)


def test_path_that_leads_nowhere_is_refused(folder):
    with pytest.raises(InputError, match=r"There is no file .*missing.csv"):
        read_own(folder / "missing.csv", None)


def test_documents_may_be_in_a_folder_docs_beside_the_file(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "fee.txt").write_text(TEXT)
    (source,) = read_lines(tmp_path, ROW).sources
    assert (source.name, source.content().decode()) == ("fee.txt", TEXT)


def test_document_beside_the_file_goes_before_one_in_docs(folder):
    (folder / "docs").mkdir()
    (folder / "docs" / "fee.txt").write_text("The fee is 50 euros.")
    (source,) = read_lines(folder, ROW).sources
    assert source.content().decode() == TEXT


def test_documents_may_be_in_docs_of_the_folder_that_is_named(tmp_path, folder):
    named = tmp_path / "named"
    (named / "docs").mkdir(parents=True)
    (named / "docs" / "fee.txt").write_text(TEXT)
    (source,) = read_lines(folder, ROW, data=named).sources
    assert source.path == named / "docs" / "fee.txt"
