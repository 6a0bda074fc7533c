"""Trees and lists near page breaks by somebody who has not seen the code: right, or no answer at all.

The reader is told which sentences answer; that all of their list is given, and nothing else, is code's work.
"""

from __future__ import annotations

import pytest

from tests.gold_shapes.outsider.page_breaks import CUT, WHOLE
from tests.gold_shapes.outsider.shapes import Node, PagedList, Tree
from tests.gold_shapes.outsider.trees import TREES
from tests.gold_shapes.told import told
from tests.shapes import ask_file

# An item without a stop at the foot of a page is read together with the title on the next page.
NOT_CLEAN = {"whole-committees", "whole-tests-passed"}
# What the question says stands in no title or sentence that introduces the steps; covers are told by
# sections whose parts each carry one word of the question.
NOT_FOUND = {"tree-sterile-room", "nested-festival-covers"}
# A price list that is typed in sections is read as tables: all rows are given, without the titles over them.
FLAT = {"table-clinic-fees"}


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("gold", [*CUT, *WHOLE], ids=lambda gold: gold.id)
def test_list_near_a_page_break_is_whole_or_said_not_to_be(gold: PagedList):
    answer, _ = ask_file(gold.document, gold.text, gold.question, judged=told(*gold.items))
    if gold.id in NOT_CLEAN:
        assert answer.outcome == "incomplete"
        return
    assert answer.outcome == "answered", answer.caveats
    assert [words(item.original) for item in answer.items] == list(gold.items)


def below(nodes: tuple[Node, ...], above: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], Node]]:
    return [
        pair for node in nodes for pair in [(above, node), *below(node.children, (*above, words(node.quote)))]
    ]


@pytest.mark.parametrize("gold", TREES, ids=lambda gold: gold.id)
def test_every_node_stands_under_its_parent(gold: Tree):
    quotes = [node.quote for _, node in below(gold.nodes)]
    answer, _ = ask_file(gold.document, gold.text, gold.question, judged=told(*quotes))
    if gold.id in NOT_FOUND:
        assert answer.items == []
        return
    if gold.id in FLAT:
        rows = [node for _, node in below(gold.nodes) if not node.children]
        named = {item.original: item.id for item in answer.items}
        values = {item.id: item.value.model_dump(mode="json") for item in answer.items}
        assert all(values[f"{named[node.text]}.1"] == node.value for node in rows)
        return
    ids = {words(item.evidence[0].snippet): item.id for item in answer.items if item.id.count(".") < 2}
    assert answer.outcome == "answered", answer.caveats
    for above, node in below(gold.nodes):
        own = ids[words(node.quote)]
        assert all(own.startswith(f"{ids[parent]}.") for parent in above)
        if node.value:
            under = [
                item.value.model_dump(mode="json") for item in answer.items if item.id.startswith(f"{own}.")
            ]
            assert node.value in under
    assert len(ids) == len(below(gold.nodes))
