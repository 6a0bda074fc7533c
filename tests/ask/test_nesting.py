"""A node stands where the document puts it, or it is refused with all that stands under it."""

from __future__ import annotations

from dataclasses import dataclass
from unittest.mock import patch

import pytest

from pincite.answer.answers import Answer
from pincite.answer.claims import Claim, Proposal
from pincite.generate.verbatim import Verbatim
from pincite.values.types import Text
from tests.shapes import ask_file, shown

TREE = (
    "2. Exclusions\n\nWe do not pay for loss caused by:\n\n(a) flood and:\n    (i) rain; or\n    (ii) snow;\n"
    "(b) war.\n"
)
TABLE = (
    "# Sites\n\n| Site | Rent | Deposit |\n|---|---|---|\n| Alder | EUR 500 | EUR 40 |\n"
    "| Birch | EUR 700 | EUR 90 |\n"
)


@dataclass(frozen=True)
class Altered:
    """The claims of the verbatim generator, changed."""

    change: object

    def propose(self, question, found, documents):
        claims = Verbatim().propose(question, found, documents).claims
        return Proposal(claims=tuple(self.change(claim) for claim in claims))


def ask(name: str, text: str, asked: str, change) -> Answer:
    with patch("pincite.ask.one_document.Verbatim", lambda: Altered(change)):
        return ask_file(name, text, asked)[0]


def moved(original: str, place: tuple[int, ...]):
    def change(claim: Claim) -> Claim:
        return claim.model_copy(update={"place": place}) if claim.original == original else claim

    return change


def broken(original: str):
    """The claim of these words with a value that does not stand there."""

    def change(claim: Claim) -> Claim:
        invented = {"value": Text(text="an invention"), "answer_type": "text"}
        return claim.model_copy(update=invented) if claim.original == original else claim

    return change


def test_tree_as_the_document_has_it_is_answered():
    answer = ask("a.txt", TREE, "What are the exclusions?", lambda claim: claim)
    assert shown(answer.trees()) == [("(a) flood and:", ["(i) rain; or", "(ii) snow;"]), "(b) war."]


def test_item_put_under_another_is_refused():
    answer = ask("a.txt", TREE, "What are the exclusions?", moved("(ii) snow;", (2, 1)))
    assert answer.outcome == "incomplete"
    assert "(ii) snow;" not in [item.original for item in answer.items]


def test_branch_of_a_refused_node_is_withheld_as_a_whole():
    answer = ask("a.txt", TREE, "What are the exclusions?", broken("(a) flood and:"))
    assert answer.outcome == "incomplete"
    assert shown(answer.trees()) == ["(b) war."]


def test_leaf_that_is_refused_leaves_its_branch_standing_and_the_answer_incomplete():
    answer = ask("a.txt", TREE, "What are the exclusions?", broken("(i) rain; or"))
    assert answer.outcome == "incomplete"
    assert [item.id for item in answer.items] == ["item-1", "item-1.2", "item-2"]


def test_tree_of_which_every_branch_is_refused_gives_no_item():
    asked = "List each site with its rent."
    answer = ask(
        "a.md", TABLE, asked, lambda claim: broken(claim.original)(claim) if len(claim.place) == 1 else claim
    )
    assert (answer.outcome, answer.items) == ("unverified", [])


def test_value_of_one_row_is_not_that_of_another():
    swap = {"EUR 500": (2, 1), "EUR 700": (1, 1)}
    answer = ask(
        "a.md",
        TABLE,
        "List each site with its rent.",
        lambda claim: moved(claim.original, swap[claim.original])(claim) if claim.original in swap else claim,
    )
    assert answer.outcome == "incomplete"
    assert [item.original for item in answer.items] == ["Alder", "Birch"]


@pytest.mark.parametrize("qualifiers", [(), ("Deposit",)])
def test_value_is_not_given_without_the_name_of_its_own_column(qualifiers):
    def nameless(claim: Claim) -> Claim:
        changes = {"citations": claim.citations[:1], "qualifiers": qualifiers}
        return claim.model_copy(update=changes) if claim.original == "EUR 500" else claim

    answer = ask("a.md", TABLE, "List each site with its rent.", nameless)
    assert "EUR 500" not in [item.original for item in answer.items]


def test_node_that_is_verified_says_so():
    answer = ask("a.txt", TREE, "What are the exclusions?", lambda claim: claim)
    assert {check.check: check.state for check in answer.items[1].proof}["place"] == "proved"


def test_answer_whose_items_lost_their_parent_has_no_trees():
    answer = ask("a.txt", TREE, "What are the exclusions?", lambda claim: claim)
    torn = answer.model_copy(update={"items": answer.items[1:]})
    with pytest.raises(ValueError, match=r"item-1\.1 stands under an item that the answer does not have"):
        torn.trees()


def test_tree_survives_the_public_json():
    answer = ask("a.md", TABLE, "List each site with its rent.", lambda claim: claim)
    again = Answer.model_validate_json(answer.to_json())
    assert again.trees() == answer.trees()
    assert [len(tree.children) for tree in again.trees()] == [1, 1]
