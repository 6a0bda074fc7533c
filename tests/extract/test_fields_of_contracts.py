"""A field of a contract is judged by the chance that was measured for such fields, and nothing else is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pincite.models.decision import DECISION
from pincite.models.weight_files import folder_of
from pincite.relevance.judging import Weights
from pincite.service import Library, open_with
from pincite.settings import Settings
from tests.models.weights import needs_weights
from tests.stages import judged_by

CONTRACT = """\
SUPPLY AGREEMENT

This Supply Agreement is made on 4 May 2021 by and between Northwind Traders, Inc. ("Supplier") and Contoso
Ltd ("Customer").

1. Governing law. This Agreement is governed by the laws of the State of Delaware.
2. Term. This Agreement ends on 31 December 2025. Each party may terminate it with 60 days' notice.
3. Assignment. Neither party may assign this Agreement without the prior written consent of the other party.
4. Liability. Neither party is liable for indirect damages.
"""
LEAFLET = "Contact lenses\n\nWash your hands before you touch the lenses. Use fresh solution every day.\n"
OF_FIELDS = "chance: that of this field of contracts"
LAW = "Which law governs the agreement?"
SHARE = "Does a party have to share revenue or profit with the other?"


@pytest.fixture
def library(tmp_path: Path) -> Library:
    opened = open_with(Settings(library=tmp_path / "library"))
    for name, text in (("contract.txt", CONTRACT), ("leaflet.txt", LEAFLET)):
        (tmp_path / name).write_text(text, "utf-8")
        opened.add(tmp_path / name)
    return opened


def cell_judged_by_fields(library: Library, document: str, field: str) -> bool:
    ((_, _, cell),) = library.table([document], [field]).cells()
    return OF_FIELDS in library.why(cell.run).trace


def weights() -> Weights:
    return Weights.model_validate_json((folder_of("") / DECISION).read_bytes())


@needs_weights
@pytest.mark.usefixtures("models_as_by_default")
class TestInALibrary:
    def test_field_of_a_contract_is_judged_by_the_chance_of_fields(self, library):
        assert cell_judged_by_fields(library, "contract.txt", "governing law")

    def test_field_that_was_not_measured_is_not(self, library):
        assert not cell_judged_by_fields(library, "contract.txt", "notice period")

    def test_field_of_another_document_is_not(self, library):
        assert not cell_judged_by_fields(library, "leaflet.txt", "governing law")

    def test_clause_is_given_in_its_words_where_yes_or_no_was_not_measured(self, library):
        ((_, _, cell),) = library.table(["contract.txt"], ["anti-assignment"]).cells()

        assert cell.state == "answered"
        assert [(item.type, "may assign" in item.original) for item in cell.items] == [("text", True)]

    def test_question_to_a_contract_is_not(self, library):
        answer = library.ask(LAW, documents=["contract.txt"])

        assert OF_FIELDS not in library.why(answer.run).trace


def test_what_was_fitted_for_fields_takes_the_place_of_the_rest():
    fitted = weights()
    judged = replace(judged_by(None), variants=fitted.variants, fields=fitted.fields)

    rare = judged.of_field(SHARE).variants

    assert rare["full"] == fitted.variants["fields"]
    assert rare["no_vectors"] == fitted.variants["fields_no_vectors"]
    assert rare["cells"] == fitted.variants["cells"]
    assert judged.of_field("How high is the rent?") is judged


def test_what_most_contracts_state_is_not_said_to_be_missing_by_the_chance_of_fields():
    fitted = weights()
    judged = replace(judged_by(None), variants=fitted.variants, fields=fitted.fields)

    common = judged.of_field(LAW).variants["full"]

    assert common.answers == fitted.variants["fields"].answers
    assert (common.held, common.silent) == (fitted.variants["full"].held, fitted.variants["full"].silent)


def test_less_of_what_fields_do_not_state_is_there_after_all_than_elsewhere():
    silent = weights().variants["fields"].silent

    assert silent.wrong / silent.answers <= 0.03
