"""Two documents are compared by what is proved in each: same, changed, only in one, or open."""

from __future__ import annotations

import pytest

import pincite
from pincite.answer.document_tables import Comparison
from pincite.errors import InputError
from pincite.extract.deciding import Reviewer
from tests.factories import write

OLD = """1. Fee

The monthly fee is EUR 500.00.

2. Term

The notice period is 24 months. The end date is 31 March 2020.

3. Law

The governing law is
the law of Ireland.
"""
NEW = """1. Fee

The monthly fee is EUR 550.00.

2. Term

The notice period is two years. The deposit is EUR 90.00.

3. Law

The governing law is the law of Ireland.
"""
FIELDS = "monthly fee, notice period, end date, deposit, governing law, parking charge"


@pytest.fixture
def library(tmp_path):
    with pincite.open(tmp_path / "library") as library:
        library.add(write(tmp_path, "old.txt", OLD), write(tmp_path, "new.txt", NEW))
        yield library


def verdicts(made: Comparison) -> dict[str, str]:
    return {each.field.name: each.verdict for each in made.fields}


def test_each_field_is_same_changed_or_only_in_one(library):
    made = library.compare("old.txt", "new.txt", FIELDS)

    assert verdicts(made) == {
        "monthly fee": "changed",
        "notice period": "same",
        "end date": "only_first",
        "deposit": "only_second",
        "governing law": "same",
        "parking charge": "neither",
    }
    fee = made.fields[0]
    assert (fee.first.items[0].original, fee.second.items[0].original) == ("EUR 500.00", "EUR 550.00")
    assert made.exit_code == 0
    assert Comparison.model_validate_json(made.to_json()) == made


def test_document_that_is_not_sure_leaves_a_field_open_until_somebody_decides(tmp_path):
    with pincite.open(tmp_path / "library", settings={"reader": None, "decision": None}) as library:
        library.add(write(tmp_path, "old.txt", OLD), write(tmp_path, "new.txt", OLD))
        made = library.compare("old.txt", "new.txt", "monthly fee")
        assert verdicts(made) == {"monthly fee": "open"}
        assert "old.txt: to review." in made.fields[0].reason
        anna = Reviewer("Anna", "2026-11-17T10:00:00+00:00")
        for name in ("old.txt", "new.txt"):
            typed = anna.typed(library.read(name), "EUR 500.00", (3, 3))
            library.decide(name, made.fields[0].field, typed)
        assert verdicts(library.compare("old.txt", "new.txt", "monthly fee")) == {"monthly fee": "same"}


@pytest.mark.parametrize("pair", [("old.txt", "old.txt"), ("*.txt", "old.txt")])
def test_two_documents_are_needed(library, pair):
    with pytest.raises(InputError, match="are not two documents"):
        library.compare(*pair, "monthly fee")
