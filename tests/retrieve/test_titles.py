"""Sections found by their titles: as they are called, in part, and nearly."""

from __future__ import annotations

from tests.factories import AGREEMENT, held, question

from pincite.records.library import Held
from pincite.retrieve.paths import ByExactTitle, ByFuzzyTitle, BySectionTitle

TITLED = AGREEMENT + (
    "\n4. Confidentiality of Fees\n\nThe parties keep this secret.\n"
    "\n5. Non-Competition\n\nThe Supplier shall stay away from that market.\n"
)


def sections(path, asked: str, source: Held) -> set[str]:
    """The titles of the sections that a path leads to."""
    document = source.document
    blocks = [document.blocks[hit.block - 1] for hit in path.find(question(asked, source), source)]
    return {document.sections[block.section].title for block in blocks if block.section is not None}


def test_exact_title_is_the_whole_title():
    assert sections(ByExactTitle(), "What are the fees?", held(TITLED)) == {"1. Fees"}


def test_title_that_says_more_carries_the_question_too():
    found = sections(BySectionTitle(), "What are the fees?", held(TITLED))
    assert found == {"1. Fees", "4. Confidentiality of Fees"}


def test_title_in_other_letters_is_found_by_its_trigrams():
    source = held(TITLED)
    asked = "Is there a noncompetition rule?"
    assert sections(ByExactTitle(), asked, source) == set()
    assert sections(ByFuzzyTitle(), asked, source) == {"5. Non-Competition"}


def test_title_recognised_with_a_wrong_letter_is_found():
    source = held(TITLED.replace("3. Liability", "3. Liabillty"))
    assert "3. Liabillty" in sections(ByFuzzyTitle(), "Who bears the liability?", source)


def test_titles_that_share_nothing_lead_nowhere():
    assert not ByFuzzyTitle().find(question("Which zebra runs?"), held(TITLED))
