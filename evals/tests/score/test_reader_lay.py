"""The lay set: gold rows and documents as files, without folds."""

from __future__ import annotations

import json

import pytest

from evals.sets.known import gold_set
from pincite.errors import InputError

ROW = {"id": "a", "document": "fee.txt", "question": "What is the fee?", "answers": [{"text": "40 euros"}]}


@pytest.fixture
def data(tmp_path):
    docs = tmp_path / "lay" / "docs"
    docs.mkdir(parents=True)
    (docs / "fee.txt").write_text("The fee is 40 euros.")
    (tmp_path / "lay" / "lay.dev.jsonl").write_text(json.dumps(ROW))
    return tmp_path


def test_lay_set_is_read_from_its_split_and_its_documents(data):
    gold = gold_set("lay", data, "dev")
    (row,), (source,) = gold.rows, gold.sources
    assert (gold.name, gold.split, row.id) == ("lay", "dev", "a")
    assert source.content() == b"The fee is 40 euros."


def test_lay_split_that_is_not_there_is_named(data):
    with pytest.raises(InputError, match=r"no split 'test'.*Splits that are there: dev"):
        gold_set("lay", data, "test")
