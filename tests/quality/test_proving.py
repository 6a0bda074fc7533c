from __future__ import annotations

from decimal import Decimal

import pincite
from pincite.quality.observing import proved_again
from pincite.values.types import Amount, Number
from pincite.verify.again import follows, scales_to
from tests.factories import AGREEMENT


def answered(tmp_path, question: str):
    path = tmp_path / "agreement.txt"
    path.write_text(AGREEMENT)
    with pincite.open(tmp_path / "library") as library:
        library.add(path)
        answer = library.ask(question)
    assert answer.outcome == "answered"
    return answer.items[0]


def changed(item, **evidence):
    first = item.evidence[0].model_copy(update=evidence)
    return item.model_copy(update={"evidence": [first, *item.evidence[1:]]})


def test_an_item_that_was_returned_is_proved_again(tmp_path):
    assert proved_again(answered(tmp_path, "What is the monthly fee?"), AGREEMENT)


def test_an_item_is_not_proved_by_another_text(tmp_path):
    item = answered(tmp_path, "What is the monthly fee?")
    assert not proved_again(item, AGREEMENT.replace("4,500", "5,400"))


def test_a_quote_at_another_place_is_not_proved(tmp_path):
    item = answered(tmp_path, "What is the monthly fee?")
    assert not proved_again(changed(item, start=item.evidence[0].start + 1), AGREEMENT)


def test_a_value_that_the_quote_does_not_give_is_not_proved(tmp_path):
    item = answered(tmp_path, "What is the monthly fee?")
    other = item.value.model_copy(update={"value": item.value.value + 1})
    assert not proved_again(item.model_copy(update={"value": other}), AGREEMENT)


def test_the_words_of_a_value_may_be_pointed_at_inside_their_sentence(tmp_path):
    item = answered(tmp_path, "What is the monthly fee?")
    sentence = item.evidence[0]
    start = AGREEMENT.index("EUR 4,500.00")
    # By itself this would be no quote: it parts a number from what stands before it.
    inside = sentence.model_copy(update={"start": start + 4, "end": start + 9, "snippet": "4,500"})
    outside = inside.model_copy(update={"start": 1, "end": 5, "snippet": AGREEMENT[1:5]})

    assert proved_again(item.model_copy(update={"evidence": [sentence, inside]}), AGREEMENT)
    wrong = inside.model_copy(update={"snippet": "5,400"})
    assert not proved_again(item.model_copy(update={"evidence": [sentence, wrong]}), AGREEMENT)
    assert not proved_again(item.model_copy(update={"evidence": [sentence, outside]}), AGREEMENT)


def test_figure_of_a_cell_has_the_currency_that_is_cited_and_no_other(tmp_path):
    place = answered(tmp_path, "What is the monthly fee?").evidence[0]
    cell, head, note = (
        place.model_copy(update={"snippet": words}) for words in ("350", "Limit (USD)", "in thousands of USD")
    )
    dollars, euros = (Amount(value=Decimal(350), currency=code, unit=None) for code in ("USD", "EUR"))
    assert follows(dollars, [cell, head])
    assert not follows(euros, [cell, head])
    assert not follows(dollars, [cell])
    assert not follows(dollars.model_copy(update={"unit": "month"}), [cell, head])
    figure, factor = (Number(value=Decimal(value), unit=None) for value in (350, 1000))
    for each, holds in ((dollars, True), (euros, False)):
        full = each.model_copy(update={"value": Decimal(350_000)})
        assert scales_to(full, figure, factor, [cell, note]) is holds
