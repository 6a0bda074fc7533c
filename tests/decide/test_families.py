"""Which documents are parts of one contract."""

from __future__ import annotations

import pytest
from tests.factories import held

from pincite.decide.families import akin, main_of
from pincite.records.evidence import Proof

MASTER = "MASTER SUPPLY AGREEMENT\n\nMade on 4 May 2019 between Alder Foods GmbH and Birch Ltd."


@pytest.mark.parametrize(
    ("one", "other", "related"),
    [
        ("Lease of 1 May\n\nRent.", "Amendment to another thing\n\nRent.", False),
        (MASTER, "Amendment No. 1\n\nIt changes the Master\nSupply Agreement dated 4 May 2019.", True),
        (MASTER, "Amendment No. 1\n\nIt changes the Master Supply Agreement dated 4 June 2019.", False),
        (MASTER, "Amendment No. 1\n\nIt changes the Master Supply Agreement.", False),
        (MASTER, "Amendment No. 1\n\nIt changes the Supply Agreement dated 4 May 2019.", False),
        (MASTER, MASTER.replace("Birch", "Corwen"), False),
        ("Contract No. 4711\n\nTerms.", "Addendum to Contract No. 4711\n\nTerms.", True),
        ("Contract No. 4711\n\nTerms.", "Addendum to Contract No. 47112\n\nTerms.", False),
        ("Amendment No. 1\n\nTerms.", "Amendment No. 2\n\nAs Amendment No. 1 says.", False),
        ("Annual Report 2023\n\nTerms.", "Letter\n\nSee the Annual Report 2023.", False),
    ],
)
def test_two_files_belong_together_when_one_names_the_other(one, other, related):
    first, second = (held(text + "\n", name) for text, name in ((one, "a.txt"), (other, "b.txt")))
    a, b = (Proof(s.identity, s.document, s.document.blocks[-1].span, "exact") for s in (first, second))
    assert akin(a, b, {}) is akin(b, a, {}) is related
    assert akin(a, b, {"b.txt": "a.txt"})
    assert akin(a, b, {"a.txt": "c.txt", "b.txt": "c.txt"})


def test_part_of_a_part_is_part_of_the_whole():
    said = {"letter": "amendment", "amendment": "lease"}
    assert [main_of(name, said) for name in ("letter", "amendment", "lease", "other")] == [
        *["lease"] * 3,
        "other",
    ]
