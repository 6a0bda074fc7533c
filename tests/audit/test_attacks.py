"""What somebody who computes every digest again may try, by the public interface alone.

The digests are made here by the specification (docs/certificate.md), and not by the code that checks them.
Certificates are changed as a forger would: everything that names the forged thing agrees with it.
"""

from __future__ import annotations

import copy
import hashlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pincite
from tests.form_readers import Formula, Formulates, summed, taken_off

Certificate = dict[str, Any]
TEXT = """# Order

## Fees

The monthly fee is EUR 400. The support fee is EUR 300.

The Customer shall not pay a late fee of EUR 500.

## Conditions precedent

The conditions precedent to this order are:

- the delivery of the guarantee
- the consent of the regulator
- the payment of the deposit
- the appointment of the agent

## Prices of the services

| Service | Price |
|---|---|
| Hosting | EUR 310 |
| Backup | EUR 95 |
| Training | EUR 480 |

## Report

| EUR thousand | 2023 | 2022 |
|---|---|---|
| Revenue | 1,250 | 1,150 |
| Operating costs | 970 | 860 |
"""
QUESTIONS = {
    "fee": "What is the monthly fee?",
    "difference": "By how much does the monthly fee exceed the support fee?",
    "sum": "What do the monthly fee and the support fee add up to?",
    "total": "What is the total of all prices?",
    "list": "What are the conditions precedent to this order?",
    "figure": "What is the revenue in 2023?",
    "change": "What is the change in revenue from 2022 to 2023?",
    "late fee": "Shall the Customer pay a late fee?",
}
NAME = "order.md"
FORMULAS = {
    QUESTIONS["difference"]: Formula(r"(?P<label>(?:monthly|support) fee) is (?P<words>EUR \d+)", taken_off),
    QUESTIONS["total"]: Formula(r"(?P<label>Hosting|Backup|Training) .*?(?P<words>EUR \d+)", summed),
}


def digest(part: object) -> str:
    """SHA-256 of the canonical form (RFC 8785); the numbers here are such that `json` writes them alike."""
    written = json.dumps(part, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


def sealed(certificate: Certificate) -> Certificate:
    """The same with every digest computed again, and with a link for every part that it has now."""
    names = [link["part"] for link in certificate["chain"]]
    lists = dict.fromkeys(name.split("/")[0] for name in names)
    parts = [
        (f"{name}/{at}", part) if f"{name}/0" in names else (name, part)
        for name in lists
        for at, part in enumerate(certificate[name] if f"{name}/0" in names else [certificate[name]])
    ]
    link, chain = digest(certificate["schema"]), []
    for name, part in parts:
        link = digest([link, name, digest(part)])
        chain.append({"part": name, "digest": digest(part), "link": link})
    return certificate | {"chain": chain}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Certificate]]:
    """The file, and an honest certificate of each question that is answered."""
    folder = tmp_path_factory.mktemp("attacks")
    source = folder / NAME
    source.write_text(TEXT, "utf-8")
    found = {}
    with pincite.open(folder / "library", strictness="lenient") as library:
        library.add(source, isolated=False)
        for name, question in QUESTIONS.items():
            library.reader = Formulates(FORMULAS) if question in FORMULAS else None
            answer = library.ask(question)
            assert answer.outcome == "answered", (question, answer.outcome)
            found[name] = json.loads(library.certify(answer.run))
    return source, found


@pytest.fixture
def honest(made: tuple[Path, dict[str, Certificate]]) -> Callable[[str], Certificate]:
    return lambda name: copy.deepcopy(made[1][name])


Holds = Callable[[Certificate], bool]


@pytest.fixture(params=["source", "text"])
def holds(request: pytest.FixtureRequest, made: tuple[Path, dict[str, Certificate]]) -> Holds:
    """Whether a check lets it pass with all digests computed again: with the file, and by its own text."""
    source = [made[0]] if request.param == "source" else []

    def check(certificate: Certificate) -> bool:
        result = pincite.check(json.dumps(sealed(certificate)).encode(), *source, isolated=False)
        return result.exit_code == 0

    return check


@pytest.fixture
def holds_by_file(made: tuple[Path, dict[str, Certificate]]) -> Holds:
    """The same with the file only: the text alone need not tell cells, their heads and items of a list."""

    def check(certificate: Certificate) -> bool:
        result = pincite.check(json.dumps(sealed(certificate)).encode(), made[0], isolated=False)
        return result.exit_code == 0

    return check


def places(certificate: Certificate) -> Iterator[Certificate]:
    """Every place that is cited, of operands too."""

    def below(part: Any) -> Iterator[Certificate]:
        if isinstance(part, dict) and "snippet" in part:
            yield part
        for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            yield from below(inner)

    return below(certificate["items"])


def move(certificate: Certificate, snippet: str, to: str, behind: str = "") -> None:
    """Cite these words, the first behind others, wherever that snippet is cited."""
    start = TEXT.index(to, TEXT.index(behind))
    line = TEXT[:start].count("\n") + 1
    for place in places(certificate):
        if place["snippet"] == snippet:
            place |= {"start": start, "end": start + len(to), "snippet": to, "lines": [line, line]}
            place["anchor"] = f"line {line}"


def rename(part: Any, names: dict[str, str]) -> Any:
    """The same with words replaced at once, but where the document's own words are."""
    if isinstance(part, dict):
        kept = {"sources", "snippet", "section", "chain", "schema"}
        return {key: told if key in kept else rename(told, names) for key, told in part.items()}
    if isinstance(part, list):
        return [rename(one, names) for one in part]
    if isinstance(part, str):
        for at, old in enumerate(names):
            part = part.replace(old, f"\0{at}\0")
        for at, new in enumerate(names.values()):
            part = part.replace(f"\0{at}\0", new)
    return part


def operands(certificate: Certificate) -> list[Certificate]:
    found: list[Certificate] = certificate["items"][0]["derivation"]["operands"]
    return found


def test_digests_are_those_that_are_specified(made) -> None:
    for name, certificate in made[1].items():
        assert sealed(certificate)["chain"] == certificate["chain"], name


@pytest.mark.parametrize("name", QUESTIONS)
def test_honest_certificate_holds(honest, holds_by_file: Holds, name: str) -> None:
    assert holds_by_file(honest(name))
    by_text = pincite.check(json.dumps(honest(name)).encode())
    # Which row and column a cell of a table is in, only its file can tell.
    assert by_text.exit_code == (12 if name == "change" else 0)


# Operands.


def test_operands_whose_names_are_swapped_are_noticed(honest, holds: Holds) -> None:
    swapped = rename(honest("difference"), {"monthly fee": "support fee", "support fee": "monthly fee"})
    assert swapped["items"][0]["derivation"]["formula"] == "support fee − monthly fee"
    assert not holds(swapped)


def test_operands_of_a_sum_whose_names_are_swapped_are_noticed(honest, holds: Holds) -> None:
    assert not holds(rename(honest("sum"), {"monthly fee": "support fee", "support fee": "monthly fee"}))


def test_years_of_operands_that_are_swapped_are_noticed(honest, holds: Holds) -> None:
    assert not holds(rename(honest("change"), {"2022": "2023", "2023": "2022"}))


def test_year_that_stands_at_no_operand_is_noticed(honest, holds: Holds) -> None:
    assert not holds(rename(honest("change"), {"2022": "2021"}))


def test_operand_that_is_another_rows_cell_is_noticed(honest, holds_by_file: Holds) -> None:
    forged = honest("change")
    move(forged, "1,250", "970", behind="Operating costs")
    item = rename(forged["items"][0], {"1,250,000": "970,000", "1250000": "970000", "100,000": "-180,000"})
    item["value"] = rename(item["value"], {"100000": "-180000"})
    forged["items"][0] = item
    assert not holds_by_file(forged)


def test_result_off_by_one_is_noticed(honest, holds: Holds) -> None:
    forged = honest("sum")
    forged["items"][0] = rename(forged["items"][0], {"700": "701"})
    assert not holds(forged)


def test_operand_that_is_left_out_of_all_is_noticed(honest, holds_by_file: Holds) -> None:
    forged = honest("total")
    item = forged["items"][0]
    item["derivation"]["operands"] = [one for one in operands(forged) if one["name"] != "Backup"]
    item["evidence"] = [place for place in item["evidence"] if "Backup" not in place["snippet"]]
    forged["items"][0] = rename(item, {" + Backup": "", "885": "790"})
    assert not holds_by_file(forged)


def test_operand_that_counts_twice_is_noticed(honest, holds_by_file: Holds) -> None:
    forged = honest("total")
    backup = next(place["snippet"] for place in places(forged) if "Backup" in place["snippet"])
    training = next(place["snippet"] for place in places(forged) if "Training" in place["snippet"])
    move(forged, backup, training)
    one = next(one for one in operands(forged) if one["name"] == "Backup")
    one["value"] = rename(one["value"], {"95": "480"})
    forged["items"][0] = rename(forged["items"][0], {"885": "1270"})
    assert not holds_by_file(forged)


# Cells.


def test_cell_of_another_row_is_noticed(honest, holds_by_file: Holds) -> None:
    forged = honest("figure")
    move(forged, "1,250", "970", behind="Operating costs")
    forged["items"][0] = rename(forged["items"][0], {"1,250": "970", "1250": "970"})
    assert not holds_by_file(forged)


def test_cell_of_another_column_is_noticed(honest, holds_by_file: Holds) -> None:
    forged = honest("figure")
    move(forged, "1,250", "1,150", behind="Revenue")
    forged["items"][0] = rename(forged["items"][0], {"1,250": "1,150", "1250": "1150"})
    assert not holds_by_file(forged)


def test_head_of_another_row_is_noticed(honest, holds_by_file: Holds) -> None:
    forged = honest("figure")
    move(forged, "Revenue", "Operating costs")
    assert not holds_by_file(rename(forged, {"Revenue": "Operating costs", "revenue": "operating costs"}))


def test_head_of_another_column_is_noticed(honest, holds_by_file: Holds) -> None:
    forged = honest("figure")
    move(forged, "2023", "2022")
    assert not holds_by_file(rename(forged, {"2023": "2022"}))


def without_scale(certificate: Certificate) -> Certificate:
    item = certificate["items"][0]
    item["value"] |= {"value": "1250"}
    item["derivation"] = None
    item |= {"read": "value"} if "read" in item else {}
    return certificate


def test_scale_that_is_left_out_is_noticed(honest, holds_by_file: Holds) -> None:
    assert not holds_by_file(without_scale(honest("figure")))


def test_scale_that_is_left_out_is_noticed_without_the_file(honest) -> None:
    content = json.dumps(sealed(without_scale(honest("figure")))).encode()
    assert pincite.check(content).exit_code != 0


# Lists.


@pytest.mark.parametrize("left_out", [0, 1, 3])
def test_item_of_a_whole_list_that_is_left_out_is_noticed(
    honest, holds_by_file: Holds, left_out: int
) -> None:
    forged = honest("list")
    assert len(forged["items"]) == 4
    del forged["items"][left_out]
    forged["judgement"]["items"] = [
        one for at, one in enumerate(forged["judgement"]["items"]) if at != left_out
    ]
    for at, item in enumerate(forged["items"], 1):
        for judged in forged["judgement"]["items"]:
            judged["item"] = f"item-{at}" if judged["item"] == item["id"] else judged["item"]
        item["id"] = f"item-{at}"
    assert not holds_by_file(forged)


def test_item_of_another_list_is_noticed(honest, holds_by_file: Holds) -> None:
    forged = honest("list")
    item = forged["items"][3]
    words = next(place["snippet"] for place in places({"items": [item]}) if "agent" in place["snippet"])
    other = "The Customer shall not pay a late fee of EUR 500."
    move(forged, words, other)
    forged["items"][3] = rename(item, {words: other, item["original"]: other})
    assert not holds_by_file(forged)


# Quotes.


@pytest.mark.parametrize(
    ("cut", "value"),
    [("The monthly fee is EUR 40", "40"), ("he monthly fee is EUR 400.", "400"), ("00. The", "0")],
)
def test_quote_that_is_cut_within_a_word_or_number_is_noticed(
    honest, holds: Holds, cut: str, value: str
) -> None:
    forged = honest("fee")
    for snippet in {place["snippet"] for place in places(forged)}:
        move(forged, snippet, cut)
    item = forged["items"][0]
    item["value"] |= {"value": value}
    item["original"] = cut.removeprefix("The monthly fee is ").removeprefix("he monthly fee is ").rstrip(".")
    assert not holds(forged)


def test_yes_that_leaves_out_the_not_of_its_sentence_is_noticed(honest, made) -> None:
    forged = honest("late fee")
    cut = "pay a late fee of EUR 500."
    for snippet in {place["snippet"] for place in places(forged)}:
        move(forged, snippet, cut)
    item = forged["items"][0]
    item |= {"type": "boolean", "value": {"value": True}, "original": cut}
    item |= {"read": "yes_or_no"} if "read" in item else {}
    forged["question"] |= {"answer_type": "boolean"} if "answer_type" in forged["question"] else {}
    content = json.dumps(sealed(forged)).encode()
    assert pincite.check(content, made[0], isolated=False).exit_code == 6


# False values, by the embedded text alone.

AMOUNTS = [
    {"value": "401"},
    {"value": "40"},
    {"value": "-400"},
    {"value": "400000"},
    {"currency": "USD"},
    {"currency": None},
    {"unit": "per day"},
]


@pytest.mark.parametrize("change", AMOUNTS, ids=str)
def test_false_amount_is_noticed_at_every_level(honest, holds: Holds, change: dict[str, Any]) -> None:
    forged = honest("fee")
    forged["items"][0]["value"] |= change
    assert not holds(forged)


@pytest.mark.parametrize(
    "change",
    [
        {"value": "1250000000"},
        {"value": "1250"},
        {"value": "-1250000"},
        {"currency": "USD"},
    ],
    ids=str,
)
def test_false_figure_of_a_table_is_noticed_at_every_level(
    honest, holds: Holds, change: dict[str, Any]
) -> None:
    forged = honest("figure")
    forged["items"][0]["value"] |= change
    assert not holds(forged)


def test_false_operand_is_noticed_at_every_level(honest, holds: Holds) -> None:
    forged = honest("sum")
    one = next(one for one in operands(forged) if one["name"] == "monthly fee")
    one["value"] |= {"value": "450"}
    forged["items"][0] = rename(forged["items"][0], {"EUR 400": "EUR 450", "700": "750"})
    assert not holds(forged)


def test_false_words_are_noticed_at_every_level(honest, holds: Holds) -> None:
    forged = honest("list")
    forged["items"][0] = rename(forged["items"][0], {"delivery": "waiver"})
    assert not holds(forged)


# Small certificates that take long.

_SECONDS = 15
"""An honest one takes two; what is meant is minutes."""


def with_text(certificate: Certificate, text: str) -> Certificate:
    """The same of another text, without its file."""
    source = certificate["sources"][0]
    source |= {"text": text, "characters": len(text)}
    source["text_sha256"] = hashlib.sha256(text.encode()).hexdigest()
    return certificate


def long_sentence(certificate: Certificate, words: str) -> Certificate:
    """Its quote is the start of a sentence of 60,000 characters."""
    text = "The monthly fee is EUR 400, " + words * (60_000 // len(words)) + "."
    for place in places(certificate):
        place |= {"start": 0, "end": 1_800, "snippet": text[:1_800]}
    return with_text(certificate, text)


def many_items(certificate: Certificate) -> Certificate:
    sentence, count = "The monthly fee is EUR 400. ", 150
    item, judged = certificate["items"][0], certificate["judgement"]["items"][0]
    certificate["items"] = [copy.deepcopy(item) | {"id": f"item-{at}"} for at in range(1, count + 1)]
    certificate["judgement"]["items"] = [judged | {"item": f"item-{at}"} for at in range(1, count + 1)]
    for at, item in enumerate(certificate["items"]):
        for place in places({"items": [item]}):
            start = at * len(sentence)
            place |= {"start": start, "end": start + len(sentence) - 1, "snippet": sentence[:-1]}
    return with_text(certificate, sentence * 3_000)


def many_operands(certificate: Certificate) -> Certificate:
    count = 1_500
    certificate["items"][0]["derivation"]["operands"] = [copy.deepcopy(operands(certificate)[0])] * count
    formula = " + ".join(["monthly fee EUR 400"] * count) + f" = EUR {400 * count:,}"
    return with_formula(certificate, formula, str(400 * count))


def with_formula(certificate: Certificate, formula: str, value: str = "700") -> Certificate:
    item = certificate["items"][0]
    item["original"] = item["derivation"]["formula"] = formula
    item["value"] |= {"value": value}
    return certificate


BRACKETS = "(" * 5_000 + "monthly fee EUR 400" + ")" * 5_000 + " + support fee EUR 300 = EUR 700"
POWER = "monthly fee EUR 400 ^ support fee EUR 300 ^ 999999999 = EUR 700"
HEAVY: dict[str, tuple[str, Callable[[Certificate], Certificate]]] = {
    "many operands": ("sum", many_operands),
    "brackets in the formula": ("sum", lambda one: with_formula(one, BRACKETS)),
    "a power in the formula": ("sum", lambda one: with_formula(one, POWER)),
    "a sentence of figures": ("fee", lambda one: long_sentence(one, "1,1, ")),
    "a sentence of number words": ("fee", lambda one: long_sentence(one, "one hundred and ")),
    "a sentence of bounds": ("fee", lambda one: long_sentence(one, "not up to EUR 5 or ")),
    "a sentence of list marks": ("fee", lambda one: long_sentence(one, "(a) ")),
    "a word": ("fee", lambda one: long_sentence(one, "a")),
}


def takes_long(certificate: Certificate, folder: Path) -> bool:
    path = folder / "heavy.json"
    path.write_text(json.dumps(sealed(certificate)), "utf-8")
    assert path.stat().st_size < 1_000_000
    command = [sys.executable, "-m", "pincite", "--library", str(folder / "none"), "check", str(path)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return True
    assert done.returncode in {0, 2, 6, 12}, done.stderr
    return False


@pytest.mark.parametrize("name", HEAVY)
def test_small_certificate_does_not_take_minutes(honest, tmp_path: Path, name: str) -> None:
    kind, heavy = HEAVY[name]
    assert not takes_long(heavy(honest(kind)), tmp_path)


def test_small_certificate_of_many_items_does_not_take_minutes(honest, tmp_path: Path) -> None:
    assert not takes_long(many_items(honest("fee")), tmp_path)
