"""Account numbers are read with or without spaces; one whose checksum or length is wrong says so."""

import pytest
from pydantic import ValidationError

from pincite.values.iban import LENGTHS, find_ibans
from pincite.values.registered import derive
from pincite.values.types import Iban, same

READ = [
    ("DE89 3704 0044 0532 0130 00", "DE89370400440532013000"),
    ("DE89370400440532013000", "DE89370400440532013000"),
    ("DE89 3704 0044\n0532 0130 00", "DE89370400440532013000"),
    ("DE89\xa03704\xa00044\xa00532\xa00130\xa000", "DE89370400440532013000"),
    ("DE89-3704-0044-0532-0130-00", "DE89370400440532013000"),
    ("GB29 NWBK 6016 1331 9268 19", "GB29NWBK60161331926819"),
    ("GB82 WEST 1234 5698 7654 32", "GB82WEST12345698765432"),
    ("FR14 2004 1010 0505 0001 3M02 606", "FR1420041010050500013M02606"),
    ("CH93 0076 2011 6238 5295 7", "CH9300762011623852957"),
    ("AT61 1904 3002 3457 3201", "AT611904300234573201"),
    ("ES91 2100 0418 4502 0005 1332", "ES9121000418450200051332"),
    ("IT60 X054 2811 1010 0000 0123 456", "IT60X0542811101000000123456"),
    ("NL91 ABNA 0417 1643 00", "NL91ABNA0417164300"),
    ("BE68 5390 0754 7034", "BE68539007547034"),
    ("LU28 0019 4006 4475 0000", "LU280019400644750000"),
    ("PL61 1090 1014 0000 0712 1981 2874", "PL61109010140000071219812874"),
    ("SE45 5000 0000 0583 9825 7466", "SE4550000000058398257466"),
    ("NO93 8601 1117 947", "NO9386011117947"),
    ("DK50 0040 0440 1162 43", "DK5000400440116243"),
    ("FI21 1234 5600 0007 85", "FI2112345600000785"),
    ("IE29 AIBK 9311 5212 3456 78", "IE29AIBK93115212345678"),
    ("PT50 0002 0123 1234 5678 9015 4", "PT50000201231234567890154"),
    ("GR16 0110 1250 0000 0001 2300 695", "GR1601101250000000012300695"),
    ("MT84 MALT 0110 0001 2345 MTLC AST0 01S", "MT84MALT011000012345MTLCAST001S"),
    ("TR33 0006 1005 1978 6457 8413 26", "TR330006100519786457841326"),
    ("LI21 0881 0000 2324 013A A", "LI21088100002324013AA"),
    ("CZ65 0800 0000 1920 0014 5399", "CZ6508000000192000145399"),
]


@pytest.mark.parametrize(("wording", "iban"), READ)
def test_account_number_is_read_from_its_wording(wording, iban):
    text = f"Payable to IBAN: {wording}, BIC COBADEFFXXX."

    (reading,) = find_ibans(text)

    assert reading.value.iban == iban
    assert reading.original(text) == wording
    assert reading.ambiguous == ""
    assert derive("iban", reading.proof(text), reading.value)


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("IBAN DE89 3704 0044 0532 0130 01", "its checksum is wrong"),
        ("DE88370400440532013000", "its checksum is wrong"),
        ("GB29 NWBK 6016 1331 9268 91", "its checksum is wrong"),
        ("IBAN: DE89 3704 0044 0532 0130 0", "has 22 characters"),
        ("DE89370400440532013000123", "has 22 characters"),
        ("IBAN No. XX12 1234 5678 9012 3456", "no country XX"),
    ],
)
def test_account_number_that_cannot_be_right_says_so(text, doubt):
    (reading,) = find_ibans(text)

    assert doubt in reading.ambiguous
    assert derive("iban", reading.proof(text), reading.value)


@pytest.mark.parametrize(
    "text",
    [
        "Order DE12 3456",
        "US12 ABCD 1234",
        "policy AT12-7788",
        "de89 3704 0044 0532 0130 00",
        "room CH93",
        "Form SE45",
    ],
)
def test_other_codes_are_no_account_numbers(text):
    assert find_ibans(text) == []


def test_small_letters_are_read_behind_the_word_iban():
    (reading,) = find_ibans("iban: de89 3704 0044 0532 0130 00")

    assert reading.value.iban == "DE89370400440532013000"


def test_two_account_numbers_are_two():
    text = "DE89 3704 0044 0532 0130 00 or CH93 0076 2011 6238 5295 7"

    assert [reading.value.iban[:2] for reading in find_ibans(text)] == ["DE", "CH"]


def test_every_slip_of_one_digit_is_noticed():
    good = "DE89370400440532013000"
    for place in range(2, len(good)):
        for digit in "0123456789":
            if digit != good[place]:
                (reading,) = find_ibans(good[:place] + digit + good[place + 1 :])
                assert reading.ambiguous == "its checksum is wrong"


def test_value_that_is_no_account_number_cannot_be_built():
    with pytest.raises(ValidationError):
        Iban(iban="DE89 3704")


def test_accounts_are_the_same_when_their_characters_are():
    assert same(Iban(iban="DE89370400440532013000"), Iban(iban="DE89370400440532013000"))
    assert not same(Iban(iban="DE89370400440532013000"), Iban(iban="DE88370400440532013000"))


def test_lengths_are_those_of_the_standard():
    assert {LENGTHS[country] for country in ("NO", "DE", "FR", "MT")} == {15, 22, 27, 31}
