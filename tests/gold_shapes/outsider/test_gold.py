"""The gold questions are sound: each quote stands once in its document and carries its value's words."""

import re
from collections.abc import Iterator
from decimal import Decimal

import pytest

from .computed import COMPUTED
from .conflicts import CONFLICTS
from .definitions import DEFINED
from .page_breaks import CUT, WHOLE
from .qualified import QUALIFIED
from .shapes import DOCUMENTS, Computed, Conflict, Defined, Gold, Node, PagedList, Qualified, Tree
from .trees import TREES

ALL: tuple[Gold, ...] = (*TREES, *DEFINED, *QUALIFIED, *COMPUTED, *CONFLICTS, *CUT, *WHOLE)


def _named(gold: Gold) -> str:
    return gold.id


def _places(quote: str, text: str) -> list[int]:
    return [match.start() for match in re.finditer(r"\s+".join(map(re.escape, quote.split())), text)]


def _of_tree(nodes: tuple[Node, ...]) -> Iterator[str]:
    for node in nodes:
        yield node.quote
        yield from _of_tree(node.children)


def _quotes(gold: Gold) -> list[str]:
    match gold:
        case Tree():
            return list(_of_tree(gold.nodes))
        case Defined():
            return [gold.named_by, *gold.defined_by]
        case Qualified():
            return [gold.quote]
        case Computed():
            stated_rate = [gold.rate.quote] if gold.rate and gold.rate.quote else []
            return [*(operand.quote for operand in gold.operands), *stated_rate]
        case Conflict():
            return [*(side.quote for side in gold.sides), *([gold.rule] if gold.rule else [])]
        case PagedList():
            return [*gold.items, gold.followed_by]
    raise AssertionError(gold)


@pytest.mark.parametrize("gold", ALL, ids=_named)
def test_each_quote_stands_once_in_the_document(gold):
    for quote in _quotes(gold):
        assert len(_places(quote, gold.text)) == 1, quote


@pytest.mark.parametrize("gold", [*QUALIFIED, *DEFINED], ids=_named)
def test_qualifiers_and_original_are_the_documents_own_words(gold):
    words = " ".join(_quotes(gold))
    assert gold.original in words
    assert all(qualifier in words for qualifier in gold.qualifiers)


@pytest.mark.parametrize("gold", [*CUT, *WHOLE], ids=_named)
def test_items_stand_on_the_pages_that_are_named(gold):
    places = [_places(item, gold.text)[0] for item in gold.items]
    pages = [gold.text.count("\f", 0, place) for place in places]
    assert places == sorted(places)
    assert tuple(pages.count(page) for page in dict.fromkeys(pages)) == gold.items_per_page
    assert _places(gold.followed_by, gold.text)[0] > places[-1]


@pytest.mark.parametrize("gold", WHOLE, ids=_named)
def test_a_whole_list_is_the_last_thing_on_its_page(gold):
    assert gold.text.split("\f")[0].rstrip().endswith(gold.items[-1])


@pytest.mark.parametrize("gold", [g for g in COMPUTED if g.operation in {"sum", "difference"}], ids=_named)
def test_sums_and_differences_are_right(gold):
    first, *rest = (Decimal(operand.value["value"]) for operand in gold.operands)
    expected = first + sum(rest) if gold.operation == "sum" else first - sum(rest)
    assert Decimal(gold.result["value"]) == expected


def test_every_document_has_a_question_and_thirty_to_a_hundred_and_twenty_lines():
    files = {path.name: path.read_text(encoding="utf-8") for path in DOCUMENTS.glob("*.txt")}
    assert files.keys() == {gold.document for gold in ALL}
    assert all(30 <= text.count("\n") <= 120 for text in files.values())


def test_ids_are_unique():
    assert len({gold.id for gold in ALL}) == len(ALL)
