"""The form that a reply must have: strict, one reading for each question, only lines that were shown."""

from __future__ import annotations

import json

import pytest
from tests.form_filling import FEE, FORM, filled, item, objects, reply

from pincite.answer.view_and_form import AskedQuestion
from pincite.errors import UnreadableReply
from pincite.read.form import offered, read_items, read_reply, schema_of
from pincite.values.types import Amount

FEE_ASKED = AskedQuestion("What is the fee?", ("amount",))
DATE_ASKED = AskedQuestion("When?", ("date",), demanded=True)


def test_schema_is_strict_everywhere():
    for each in objects(schema_of([FEE_ASKED, DATE_ASKED], 40)):
        assert each["additionalProperties"] is False
        assert sorted(each["required"]) == sorted(each["properties"])


def test_reply_has_one_reading_for_each_question():
    schema = schema_of([FEE_ASKED, DATE_ASKED], 40)
    assert list(schema["properties"]) == ["q1", "q2"]
    said = json.loads(reply()) | {"q2": FORM}
    one, two = read_reply(json.dumps(said), [FEE_ASKED, DATE_ASKED], "m")
    assert (one.kind, one.items[0].value) == ("words", Amount(value="4500.00", currency="EUR", unit=None))
    assert two.kind == "none"
    with pytest.raises(UnreadableReply, match="q2: Field required"):
        read_reply(reply(), [FEE_ASKED, DATE_ASKED], "m")


def test_items_come_first_so_that_a_reply_that_breaks_off_keeps_them():
    assert list(schema_of([FEE_ASKED], 9)["$defs"]["Reading"]["properties"])[:2] == ["kind", "items"]


def test_no_line_can_be_named_that_is_not_shown():
    numbers = json.dumps(schema_of([FEE_ASKED], 9)["$defs"]["Item"]["properties"]["lines"])
    assert '"maximum": 9' in numbers


def test_types_are_a_hint_unless_the_user_demands_one():
    assert offered(FEE_ASKED)[0] == "amount"
    assert "date" in offered(FEE_ASKED)
    assert offered(DATE_ASKED) == ("date",)
    assert offered(AskedQuestion("Is it?", ("boolean",), demanded=True)) == ()


@pytest.mark.parametrize(
    "change",
    [{"kind": "maybe"}, {"confidence": 0.9}, {"prose": "x"}, {"items": [item([], "x")]}, {"items": [{}]}],
)
def test_what_is_not_quite_the_form_is_an_error_that_says_where(change: dict[str, object]):
    with pytest.raises(UnreadableReply, match=r"q1\."):
        read_reply(filled(**change), [FEE_ASKED], "m")


def test_whole_items_of_a_reply_that_broke_off_are_read():
    reading = read_items([item(2, "EUR 4,500.00", FEE), {"lines": [3]}], FEE_ASKED, "m")
    assert [each.words for each in reading.items] == ["EUR 4,500.00"]
    assert not reading.complete
