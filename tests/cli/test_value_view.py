"""Every kind of value is shown in words, and never as its JSON."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from pincite.cli.answer_view import in_words
from pincite.values.types import (
    Address,
    Clause,
    DateRange,
    Iban,
    Organisation,
    PersonName,
    TableValue,
)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (DateRange(start="2024-07-01", end="2025-06-30"), "1 July 2024 to 30 June 2025"),
        (DateRange(start="2024-07", end="2024-12"), "July 2024 to December 2024"),
        (DateRange(start="2024-07-01", end=None), "from 1 July 2024"),
        (DateRange(start=None, end="2025"), "until 2025"),
        (
            Address(street="Am Markt 3", postal_code="28195", city="Bremen", country="Germany"),
            "Am Markt 3, 28195 Bremen, Germany",
        ),
        (Address(street="1 Main St", postal_code=None, city="Reno, NV", country=None), "1 Main St, Reno, NV"),
        (PersonName(first="Maria", middle="L.", last="Kessler"), "Maria L. Kessler"),
        (PersonName(first=None, middle=None, last="Smith"), "Smith"),
        (Organisation(name="Acme GmbH"), "Acme GmbH"),
        (Iban(iban="DE89370400440532013000"), "DE89 3704 0044 0532 0130 00"),
        (
            TableValue(headers=("Item", "Price"), rows=(("Desk", "EUR 5"),)),
            "a table of 1 row and 2 columns: Item, Price",
        ),
        (TableValue(headers=(), rows=(("a", "b"), ("c", "d"))), "a table of 2 rows and 2 columns"),
        (Clause(text="No assign-\nment is allowed."), "No assignment is allowed."),
    ],
)
def test_value_is_shown_in_words(value: BaseModel, words: str) -> None:
    assert in_words(value) == words
