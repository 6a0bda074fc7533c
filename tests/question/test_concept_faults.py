"""What `pincite concepts check` says of a dictionary: each fault with its line, and what to do."""

from __future__ import annotations

import pytest

from pincite.question.dictionary.entries import shipped
from pincite.question.dictionary.faults import check
from pincite.question.dictionary.overlaps import overlaps, repeated


def faults(source: str) -> list[tuple[int, bool, str]]:
    return [(fault.line, fault.error, fault.message) for fault in check(source, "mine.yaml").faults]


@pytest.mark.parametrize(
    ("source", "line", "said"),
    [
        ("fee:\n  words: [fee]\n  askd: [cost]", 3, "did you mean 'asked'"),
        ("fee:\n  words: [fee]\n  colour: [red]", 3, "known are words, asked"),
        ("fee:\n  words: []", 2, "`words:` of 'fee' is empty"),
        ("fee:\n  words: [fee]\n  asked: []", 3, "leave the key out"),
        ("fee:\n  asked: [cost]", 1, "has no `words:`"),
        ("fee:\n  words: fee", 2, "is a list"),
        ("fee:\n  words: [fee, 30]", 2, "put it in quotes"),
        ("fee:\n  words: [fee, no]", 2, "put it in quotes"),
        ("fee:\n  words: [fee]\nfee:\n  words: [charge]", 3, "the first is in line 1"),
        ("fee:\n  words: [fee]\n  type: amont", 3, "did you mean 'amount'"),
        ("fee:\n  words: [fee]\n  types: [amount]\n  type: date", 3, "both `type:` and `types:`"),
        ("fee:\n  words: [fee]\n  statement: balance", 3, "did you mean 'balance_sheet'"),
        ("fee:\n  words: [fee]\n  statement: 3", 3, "put it in quotes"),
        ("fee:\n  words: [fee]\n  rivals: [fees]", 3, "is a rival and one of its own words"),
        ("fee:\n  words: [a charge for what was done and has been said here]", 2, "8 is the limit"),
        ("fee:\n  words: [the]", 2, "any sentence would match"),
        ("fee:\n  words: [--]", 2, "has no word in it"),
        ("fee: [a]", 1, "needs `words:`"),
        ("- fee", 1, "Write concepts as"),
        ("fee: [a\nb: c", 2, "This is not YAML"),
        ("1:\n  words: [fee]", 1, "put it in quotes"),
    ],
)
def test_error_is_told_with_its_line_and_what_to_do(source, line, said):
    ((found, error, message),) = faults(source)
    assert (found, error) == (line, True)
    assert said in message


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("fee:\n  words: [fee, fees]", "forms of a word need not be listed"),
        ("fee:\n  words: [fee]\n  asked: [fees]", "one of its words already"),
        ("fee:\n  words: [fee, up to]", "words that every text has"),
        ("fee:\n  words: [fee]\n  asked: [over]", "words that every text has"),
    ],
)
def test_what_is_only_worth_a_look_is_no_error(source, said):
    ((_, error, message),) = faults(source)
    assert not error
    assert said in message


def test_file_in_order_has_no_faults_and_an_empty_one_has_nothing():
    checked = check("fee:\n  words: [fee, charge]\n  asked: [cost]\n  type: amount\n", "mine.yaml")
    assert checked.faults == ()
    assert checked.concepts == {"fee": 1}
    assert [phrase.text for phrase in checked.phrases] == ["fee", "charge", "cost"]
    assert check("", "mine.yaml").phrases == ()


def beside(starter: str, own: str) -> list[tuple[int, str]]:
    found = overlaps({"starter.yaml": check(starter, "starter.yaml")}, {"mine.yaml": check(own, "mine.yaml")})
    assert not any(fault.error for fault in found)
    return [(fault.line, fault.message) for fault in found]


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ("cost:\n  words: [cost, fees]", "'fees' of 'cost' is also a word of 'fee' (starter.yaml, line 2)"),
        ("cost:\n  words: [cost]\n  asked: [fee]", "'fee' is asked for 'cost', and a word of 'fee'"),
        ("bill:\n  words: [bill, price]", "'price' is a word of 'bill', and asked for 'fee'"),
    ],
)
def test_phrase_of_two_concepts_is_told_with_both_places(own, said):
    ((_, message),) = beside("fee:\n  words: [fee]\n  asked: [price]", own)
    assert said in message


@pytest.mark.parametrize(
    "own", ["cost:\n  words: [cost]\n  asked: [price]", "fee:\n  words: [fee, charge]\n  asked: [cost]"]
)
def test_sharing_lay_words_and_taking_a_starters_place_are_no_faults(own):
    assert beside("fee:\n  words: [fee]\n  asked: [price]", own) == []


def test_two_own_files_with_one_name_are_an_error():
    files = {name: check("fee:\n  words: [fee]", name) for name in ("a.yaml", "b.yaml")}
    (fault,) = overlaps({}, files)
    assert fault.error
    assert (fault.file, fault.line) == ("b.yaml", 1)


def test_shipped_files_are_in_order():
    checked = {name: check(source, name) for name, source in shipped().items()}
    assert [fault for each in checked.values() for fault in each.faults if fault.error] == []
    assert repeated(checked) == []
