"""A field of a contract is judged by the chance that was measured for such fields, and nothing else is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pincite.models.decision import DECISION
from pincite.models.weight_files import folder_of
from pincite.relevance.chance import Weights
from pincite.service import Library, open_with
from pincite.settings import Settings
from tests.stages import judged_by

CONTRACT = """\
SUPPLY AGREEMENT

This Supply Agreement is made on 4 May 2021 by and between Northwind Traders, Inc. ("Supplier") and Contoso
Ltd ("Customer").

1. Governing law. This Agreement is governed by the laws of the State of Delaware.
2. Term. This Agreement ends on 31 December 2025. Each party may terminate it with 60 days' notice.
3. Liability. Neither party is liable for indirect damages.
"""
LEAFLET = "Contact lenses\n\nWash your hands before you touch the lenses. Use fresh solution every day.\n"
OF_FIELDS = "chance: that of fields of contracts"


@pytest.fixture
def library(tmp_path: Path) -> Library:
    opened = open_with(Settings(library=tmp_path / "library", local_models=False))
    for name, text in (("contract.txt", CONTRACT), ("leaflet.txt", LEAFLET)):
        (tmp_path / name).write_text(text, "utf-8")
        opened.add(tmp_path / name)
    return opened


def cell_judged_by_fields(library: Library, document: str) -> bool:
    ((_, _, cell),) = library.table([document], ["governing law"]).cells()
    return OF_FIELDS in library.why(cell.run).trace


def test_cell_of_a_contract_is_judged_by_the_chance_of_fields(library):
    assert cell_judged_by_fields(library, "contract.txt")


def test_cell_of_another_document_is_not(library):
    assert not cell_judged_by_fields(library, "leaflet.txt")


def test_question_to_a_contract_is_not(library):
    answer = library.ask("Which law governs the agreement?", documents=["contract.txt"])

    assert OF_FIELDS not in library.why(answer.run).trace


def test_what_was_fitted_for_fields_takes_the_place_of_the_rest():
    weights = Weights.model_validate_json((folder_of("") / DECISION).read_bytes()).variants
    judged = replace(judged_by(None), variants=weights).of_fields()

    assert judged.variants["full"] == weights["fields"]
    assert judged.variants["no_vectors"] == weights["fields_no_vectors"]
    assert judged.variants["cells"] == weights["cells"]


def test_less_of_what_fields_do_not_state_is_there_after_all_than_elsewhere():
    weights = Weights.model_validate_json((folder_of("") / DECISION).read_bytes()).variants

    silent = weights["fields"].silent
    assert silent.wrong / silent.answers <= 0.03
