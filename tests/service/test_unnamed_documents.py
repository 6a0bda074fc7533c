"""A question that names no document, put to several that each answer it for themselves."""

from __future__ import annotations

from pathlib import Path

import pincite
from pincite.answer.answers import Answer

LEASE = """\
LEASE AGREEMENT

between Harbour Estates GmbH and Brightwater Foods Ltd

1. Premises

The Landlord lets the warehouse at Quay 7 to the Tenant.

2. Governing Law

This Lease is governed by the laws of {law}.
"""
LICENCE = """\
SOFTWARE LICENCE

between Fernhill Systems Inc. and Oakmoor Clinics LLP

1. Grant

The Licensor grants the Licensee the right to use the Program.

2. Governing Law

This {kind} is governed by the laws of {licence_law}.
"""


def asked(folder: Path, question: str, **said: str) -> Answer:
    given = {"law": "Germany", "kind": "Licence", "licence_law": "Ireland"} | said
    for name, text in (("lease.txt", LEASE), ("licence.txt", LICENCE)):
        (folder / name).write_text(text.format(**given), "utf-8")
    with pincite.open(folder / "library") as library:
        library.add(folder / "lease.txt", isolated=False)
        library.add(folder / "licence.txt", isolated=False)
        return library.ask(question)


def test_contract_that_the_question_names_is_read_alone(tmp_path: Path):
    answer = asked(tmp_path, "Which law governs the licence of Oakmoor?")

    assert answer.outcome == "answered"
    assert [item.evidence[0].name for item in answer.items] == ["licence.txt"]


def test_contracts_that_say_the_same_need_not_be_told_apart(tmp_path: Path):
    answer = asked(tmp_path, "Which law governs?", kind="Lease", licence_law="Germany")

    assert answer.outcome == "answered"
