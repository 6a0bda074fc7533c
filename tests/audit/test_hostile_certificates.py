"""A certificate comes from a stranger: whatever it holds, it is checked or refused, and quickly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pincite
from pincite.errors import InputError
from tests.audit.certificates import forged
from tests.factories import AGREEMENT


@pytest.fixture(scope="module")
def certificate(tmp_path_factory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "agreement.txt").write_text(AGREEMENT, "utf-8")
    with pincite.open(folder / "library") as library:
        library.add(folder / "agreement.txt", isolated=False)
        answer = library.ask("What is the monthly fee?")
        return json.loads(library.certify(answer.run))


def changed(certificate: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    copy = json.loads(json.dumps(certificate))
    *way, last = path.split(".")
    at: Any = copy
    for step in way:
        at = at[int(step)] if step.isdigit() else at[step]
    at[last] = value
    return copy


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("items.0.evidence.0.start", -5, "start < end"),
        ("items.0.evidence.0.end", 0, "start < end"),
        ("items.0.evidence.0.start", "five", "start"),
        ("items.0.evidence", [], "evidence"),
        ("items", "none", "items"),
        ("sources.0.sha256", "abc", "sha256"),
        ("sources.0.characters", -1, "characters"),
        ("sources.0.text", 7, "text"),
        ("chain", None, "chain"),
        ("run", [], "run"),
        ("surplus", True, "surplus"),
        ("question.strictness", "very", "strictness"),
        ("schema", "pincite.certificate/9", "no certificate"),
        ("sources.0.bytes", 2**60, "certificate"),
        ("question.question", "\ud800", "certificate"),
    ],
)
def test_part_of_another_form_is_refused_by_name(certificate, path, value, said):
    with pytest.raises(InputError, match=said):
        pincite.check(changed(certificate, path, value))


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 100_000,
        b'{"schema":' * 50_000,
        b'{"schema":"pincite.certificate/2","items":' + b"[" * 900 + b"]" * 900 + b"}",
        b"",
        b"null",
        b"[]",
        b"{}",
        b"%PDF-1.7",
        b"\xff\xfe\x00",
        b'{"schema":"pincite.certificate/2","schema":"pincite.certificate/2"}',
        b'{"schema":"pincite.certificate/2","items":NaN}',
        b'{"schema":"pincite.certificate/2","items":' + b"9" * 10_000 + b"}",
    ],
    ids=range(12),
)
def test_what_is_no_certificate_is_refused(content, tmp_path):
    path = tmp_path / "certificate.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"certificate\.json"):
        pincite.check(path)


def test_file_of_a_hundred_megabytes_is_refused_before_it_is_parsed(tmp_path):
    path = tmp_path / "certificate.json"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(InputError, match="larger than 64 MB"):
        pincite.check(path)


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_file_that_cannot_be_read_is_refused(tmp_path: Path, name: str):
    with pytest.raises(InputError):
        pincite.check(tmp_path / name)


def test_source_that_cannot_be_read_is_refused(certificate, tmp_path):
    with pytest.raises(InputError, match=r"missing\.txt"):
        pincite.check(certificate, tmp_path / "missing.txt")


def test_offsets_behind_the_end_are_disproved(certificate):
    place = certificate["items"][0]["evidence"][0]
    copy = changed(certificate, "items.0.evidence", [place | {"start": 10**9, "end": 10**9 + 5}])
    result = pincite.check(forged(copy))
    assert {finding.cause for finding in result.of("disproved")} == {"offset"}


@pytest.mark.parametrize("number", ["1E+999999999", "NaN", "-Infinity", "1" * 5_000])
def test_number_that_would_take_for_ever_is_disproved(certificate, number):
    copy = changed(certificate, "items.0.value.value", number)
    assert pincite.check(forged(copy)).exit_code == 6


@pytest.mark.parametrize(
    "formula",
    [
        "fee ^ fee ^ fee ^ fee = EUR 1",
        "(" * 5_000 + "fee" + ")" * 5_000,
        "fee " + "× 9,999 " * 5_000 + "= EUR 1",
        "9^9^9^9^9^9 = 1",
        "fee ÷ 0 = EUR 1",
        "no such kind",
        "",
    ],
)
def test_formula_made_up_by_a_stranger_comes_to_an_end(certificate, formula):
    item = certificate["items"][0]
    operand = {"name": "fee", "type": item["type"], "value": item["value"], "evidence": item["evidence"][0]}
    derivation = {"formula": formula, "operands": [operand], "rates": []}
    copy = changed(certificate, "items.0.derivation", derivation)
    assert pincite.check(forged(copy)).exit_code != 0


def test_certificate_without_any_part_of_an_answer_is_disproved(certificate):
    copy = certificate | {"items": []}
    copy = changed(copy, "judgement.items", [])
    assert pincite.check(forged(copy)).exit_code == 6
