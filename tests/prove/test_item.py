from __future__ import annotations

from decimal import Decimal

import pincite
from pincite.ingest.text import TextParser
from pincite.prove.adjoining import with_expression
from pincite.prove.against import Ground, contradiction
from pincite.prove.item import prove_item
from pincite.prove.place import recover
from pincite.records.evidence import Proof
from pincite.records.library import Identity
from pincite.records.span import Span
from pincite.values.types import Amount
from tests.factories import AGREEMENT

IDENTITY = Identity("default", "cap.txt", "0" * 64, "1" * 16)


def answered(tmp_path, question: str):
    path = tmp_path / "agreement.txt"
    path.write_text(AGREEMENT)
    with pincite.open(tmp_path / "library") as library:
        library.add(path)
        answer = library.ask(question)
    assert answer.outcome == "answered"
    return answer.items[0]


def stopped_by(item, text: str, *, read: bool = True) -> str:
    """The check that contradicts the item; empty where none does."""
    document = TextParser().read(text.encode(), "agreement.txt") if read else None
    ground = Ground.of(document) if document else Ground(text)
    found = contradiction(prove_item(item, {(each.name, each.version): ground for each in item.evidence}))
    return found.check if found else ""


def changed(item, **evidence):
    first = item.evidence[0].model_copy(update=evidence)
    return item.model_copy(update={"evidence": [first, *item.evidence[1:]]})


def test_an_item_that_was_returned_is_proved_again(tmp_path):
    item = answered(tmp_path, "What is the monthly fee?")

    assert stopped_by(item, AGREEMENT) == stopped_by(item, AGREEMENT, read=False) == ""
    states = {check.check: check.state for check in item.proof}
    assert states["quote"] == states["place"] == states["seen"] == states["value"] == "proved"


def test_an_item_is_not_proved_by_another_text(tmp_path):
    item = answered(tmp_path, "What is the monthly fee?")

    for read in (True, False):
        assert stopped_by(item, AGREEMENT.replace("4,500", "5,400"), read=read)


def test_a_quote_at_another_place_is_not_proved(tmp_path):
    item = answered(tmp_path, "What is the monthly fee?")

    for read in (True, False):
        assert stopped_by(changed(item, start=item.evidence[0].start + 1), AGREEMENT, read=read)
    assert stopped_by(changed(item, page=7), AGREEMENT) == "place"
    assert stopped_by(changed(item, lines=(1, 1)), AGREEMENT) == "place"


def test_a_value_that_the_quote_does_not_give_is_contradicted(tmp_path):
    item = answered(tmp_path, "What is the monthly fee?")
    other = item.value.model_copy(update={"value": item.value.value + 1})
    dollars = item.value.model_copy(update={"currency": "USD"})

    for value in (other, dollars):
        for read in (True, False):
            assert stopped_by(item.model_copy(update={"value": value}), AGREEMENT, read=read) == "value"


def test_the_words_of_a_value_may_be_pointed_at_inside_their_sentence(tmp_path):
    item = answered(tmp_path, "What is the monthly fee?")
    sentence = item.evidence[0]
    start = AGREEMENT.index("EUR 4,500.00")
    # By itself this would be no quote: it parts a number from what stands before it.
    inside = sentence.model_copy(
        update={"start": start + 4, "end": start + 9, "snippet": "4,500", "role": "limit"}
    )
    outside = inside.model_copy(update={"start": 1, "end": 5, "snippet": AGREEMENT[1:5]})

    assert stopped_by(item.model_copy(update={"evidence": [sentence, inside]}), AGREEMENT, read=False) == ""
    wrong = inside.model_copy(update={"snippet": "5,400"})
    for evidence in (wrong, outside):
        changed_item = item.model_copy(update={"evidence": [sentence, evidence]})
        assert stopped_by(changed_item, AGREEMENT, read=False) == "quote"


def test_a_bound_keeps_its_denial(tmp_path):
    for sentence, headline in (
        ("The cap shall not exceed EUR 400.", "shall not exceed EUR 400"),
        ("The price may not be below EUR 400.", "may not be below EUR 400"),
        ("The weekly rate is never over EUR 400.", "is never over EUR 400"),
    ):
        document = TextParser().read(sentence.encode(), "cap.txt")
        item = answered(tmp_path, "What is the monthly fee?")
        place = recover(Proof(IDENTITY, document, Span(0, len(sentence)), "exact"))
        value = Amount(value=Decimal(400), currency="EUR", unit=None)
        item = item.model_copy(update={"original": "EUR 400", "value": value, "evidence": [place]})
        grounds = {(place.name, place.version): Ground.of(document)}
        assert with_expression(item, grounds).original == headline
        assert contradiction(prove_item(item, grounds)) is not None
