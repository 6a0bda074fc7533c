from __future__ import annotations

from tests.factories import AGREEMENT

import pincite


def test_passages_come_in_the_order_of_their_best_block(tmp_path):
    path = tmp_path / "agreement.txt"
    path.write_text(AGREEMENT)
    with pincite.open(tmp_path / "library") as library:
        library.add(path)
        found = library.retrieve("What is the monthly fee?", "agreement.txt")

    assert "monthly fee of EUR 4,500.00" in found[0].span.of(AGREEMENT)
    assert "words" in found[0].paths
    assert len({passage.span for passage in found}) == len(found)


def test_no_more_passages_come_than_were_wanted(tmp_path):
    path = tmp_path / "agreement.txt"
    path.write_text(AGREEMENT)
    with pincite.open(tmp_path / "library") as library:
        library.add(path)
        assert len(library.retrieve("Which party pays the fee in which term?", "agreement.txt", limit=1)) == 1
