"""What an operand is called: by its sentence, by the heads of its cell, or as an item of its list."""

from __future__ import annotations

from decimal import Decimal

from pincite.answer.answers import Derivation, Evidence, Item, Operand
from pincite.answer.checks import Check, Judgement
from pincite.ingest.markdown import MarkdownParser
from pincite.prove.against import Ground
from pincite.prove.item import prove_item
from pincite.prove.place import recover
from pincite.records.evidence import Proof
from pincite.records.library import Identity
from pincite.records.span import Span
from pincite.values.types import Amount

TEXT = (
    "# Money\n\nThe setup fee is EUR 300.\n\n# Prices\n\n| Service | Price |\n|---|---|\n"
    "| Hosting | EUR 100 |\n| Support | EUR 50 |\n"
)
DOCUMENT = MarkdownParser().read(TEXT.encode(), "fees.md")
IDENTITY = Identity("default", "fees.md", "0" * 64, "1" * 16)


def place(words: str, role: str = "answer") -> Evidence:
    start = DOCUMENT.text.rindex(words)
    proof = Proof(IDENTITY, DOCUMENT, Span(start, start + len(words)), "exact")
    return recover(proof).model_copy(update={"role": role})


def euros(value: int) -> Amount:
    return Amount(value=Decimal(value), currency="EUR", unit=None)


def summed(formula: str, total: int, operands: dict[str, tuple[int, Evidence]], *more: Evidence) -> Item:
    made = [Operand(name=name, value=euros(value), evidence=at) for name, (value, at) in operands.items()]
    evidence = [*(operand.evidence for operand in made), *more]
    return Item(
        id="item-1", type="amount", value=euros(total), original=formula, limits=[], evidence=evidence,
        proof=[], judgement=Judgement(by=[], chance=None, bar=None),
        derivation=Derivation(formula=formula, operands=made, rates=[]),
    )  # fmt: skip


def computed(item: Item, *, with_file: bool) -> Check:
    ground = Ground.of(DOCUMENT) if with_file else Ground(DOCUMENT.text)
    checks = prove_item(item, {(IDENTITY.name, IDENTITY.version): ground})
    return next(check for check in checks if check.check == "computed")


def test_cell_that_is_cited_bare_is_not_taken_for_another_operand_without_the_file():
    item = summed(
        "setup fee EUR 300 + support fee EUR 50 = EUR 350", 350,
        {"setup fee": (300, place("The setup fee is EUR 300.")), "support fee": (50, place("EUR 50"))},
        place("Support", "head"), place("Price", "head"),
    )  # fmt: skip
    told = computed(item, with_file=False)
    assert (told.state, "needs the file" in told.reason) == ("open", True)


def test_names_of_two_operands_that_are_swapped_are_contradicted_with_the_file_and_without():
    swapped = summed(
        "support fee EUR 300 + setup fee EUR 50 = EUR 350", 350,
        {"support fee": (300, place("The setup fee is EUR 300.")), "setup fee": (50, place("EUR 50"))},
        place("Support", "head"), place("Price", "head"),
    )  # fmt: skip
    assert computed(swapped, with_file=True).state == "contradicted"
    assert computed(swapped, with_file=False).state == "open", (
        "without the file, whose heads they are is open"
    )


def test_items_of_a_whole_column_need_no_names():
    operands = {"item 1": (100, place("EUR 100")), "item 2": (50, place("EUR 50"))}
    whole = summed("all prices: EUR 100 + EUR 50 = EUR 150", 150, operands, place("Price", "head"))
    assert computed(whole, with_file=True).state == "proved"
    assert computed(whole, with_file=False).state == "open"


def test_items_without_names_are_open_where_it_is_not_all_of_a_list():
    operands = {"item 1": (100, place("EUR 100")), "item 2": (50, place("EUR 50"))}
    some = summed("EUR 100 + EUR 50 = EUR 150", 150, operands, place("Price", "head"))
    assert computed(some, with_file=True).state == "open"
