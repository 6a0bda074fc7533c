"""Sets are found by their names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from evals.sets.known import NAMES, gold_set, statements
from evals.tests.score.raw_sets import cuad_label, write_cuad
from pincite.errors import InputError


def test_public_set_is_read_by_its_name(tmp_path):
    write_cuad(tmp_path, cuad_label("Parties", "Alba GmbH"))
    assert gold_set("cuad", tmp_path, "dev").name == "cuad"
    assert gold_set("cuad-plain", tmp_path, "dev").name == "cuad-plain"


def test_misspelt_name_gets_a_suggestion():
    with pytest.raises(InputError, match=r"no file named 'cuda'.*Did you mean 'cuad'"):
        gold_set("cuda", None, "dev")


def test_name_like_no_other_gets_the_list():
    with pytest.raises(InputError, match=r"The sets are: cuad, .*legalbenchrag-maud"):
        gold_set("xyzzy", None, "dev")


def test_claims_are_not_asked_as_questions(tmp_path):
    with pytest.raises(InputError, match=r"'faithfulness' contains claims to verify"):
        gold_set("faithfulness", tmp_path, "dev")
    with pytest.raises(InputError, match=r"no set .*named 'cuad2'"):
        statements("cuad2", tmp_path, "dev")


@pytest.mark.parametrize("name", NAMES)
def test_every_set_says_when_its_folder_is_not_there(tmp_path, name):
    find = statements if name == "faithfulness" else gold_set
    with pytest.raises(InputError, match=r"contains neither a folder \w+/ nor the files of that set"):
        find(name, tmp_path, "dev")


def test_public_set_without_its_folder_says_so():
    with pytest.raises(InputError, match=r"'cuad' is not part of Pincite.*--data"):
        gold_set("cuad", None, "dev")


@pytest.mark.skipif("PINCITE_DATA" not in os.environ, reason="PINCITE_DATA names no folder of public sets")
@pytest.mark.parametrize("name", ["cuad", "legalbenchrag"])
def test_every_place_in_the_public_sets_reads_as_its_quote(name):
    gold = gold_set(name, Path(os.environ["PINCITE_DATA"]), "dev")
    texts = {source.name: source.content().decode() for source in gold.sources}
    wrong = [
        row.id
        for row in gold.rows
        for answer in row.answers
        # A date that is written in two ways is quoted as it stands first.
        for start, end in (answer.spans or ())[: 1 if answer.value else None]
        if texts[row.document][start:end] != answer.quote
    ]
    assert len({row.id for row in gold.rows}) == len(gold.rows) > 1000
    assert wrong == []
