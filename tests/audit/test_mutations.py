"""Whatever is changed in a certificate or in its source is found, and for the right reason."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import pincite
from tests.audit.certificates import Case, forged, made
from tests.audit.mutations import OF_THE_CHAIN, PROVABLE, RECORDED


@pytest.fixture(scope="module")
def cases(tmp_path_factory, in_full) -> list[Case]:
    folder = tmp_path_factory.mktemp("certified")
    return made(folder, 56, 500) if in_full else made(folder, 5, 40)


@pytest.mark.sampled
def test_untouched_certificates_are_proved_by_their_text_and_by_their_source(cases):
    for case in cases:
        by_text = pincite.check(case.certificate)
        by_source = pincite.check(case.certificate, case.source, isolated=False)
        assert by_text.level == "text"
        # That all of a list were added up, only its file can tell.
        left = [each for each in by_text.of("unproved", "disproved") if "needs the file" not in each.says]
        assert not left
        # What was open when it was answered, such as the name of an operand, is open still.
        states = {check["state"] for item in case.certificate["items"] for check in item["proof"]}
        expected, left = 12 if "open" in states else 0, by_source.of("unproved", "disproved")
        assert (by_source.exit_code, by_source.level) == (expected, "source"), left


@pytest.mark.sampled
def test_one_change_is_found_in_every_certificate(cases):
    """A digit, an offset, a quote, a verdict, a version …: another one in each, all of them in turn."""
    changes = [*PROVABLE.items(), *RECORDED.items(), *OF_THE_CHAIN.items()]
    done: Counter[str] = Counter()
    for number, case in enumerate(cases):
        draw, certificate = random.Random(number), case.copy()
        for at in range(len(changes)):
            name, change = changes[(number + at) % len(changes)]
            if (reasons := change(certificate, draw)) is not None:
                break
        else:
            raise AssertionError("nothing could be changed")
        result = pincite.check(certificate, case.source, isolated=False)
        found = {finding.cause for finding in result.of("disproved")}
        assert result.exit_code == 6, name
        assert "chain" in found, name
        assert not reasons or reasons & found, f"{name}: {found}"
        done[name] += 1
    assert len(done) >= min(len(cases) // 2, len(changes) - 1), done


@pytest.mark.sampled
def test_one_byte_of_a_source_is_found(cases, tmp_path):
    for number, case in enumerate(cases):
        content = bytearray(case.source.read_bytes())
        content[random.Random(number).randrange(len(content))] ^= 1
        changed = tmp_path / case.source.name
        changed.write_bytes(content)
        result = pincite.check(case.certificate, changed, isolated=False)
        assert result.exit_code == 6
        assert {finding.cause for finding in result.of("disproved")} == {"source"}


@pytest.mark.sampled
@pytest.mark.parametrize("name", PROVABLE)
def test_forger_who_computes_all_digests_again_is_found(cases, in_full, name):
    """On source, offsets, quotes, values, and what follows from them."""
    tried = 0
    for number, case in enumerate(cases):
        certificate = case.copy()
        reasons = PROVABLE[name](certificate, random.Random(number))
        if reasons is None:
            continue
        result = pincite.check(forged(certificate), case.source, isolated=False)
        found = {finding.cause for finding in result.of("disproved")}
        assert result.exit_code == 6, f"{name} of {case.certificate['question']['question']}"
        assert "chain" not in found
        assert reasons & found, f"{name}: {result.of('disproved')}"
        tried += 1
        if tried == (100 if in_full else 4):
            return
    assert tried


@pytest.mark.sampled
@pytest.mark.parametrize("name", RECORDED)
def test_where_a_forger_is_not_found_the_check_says_that_it_is_not_proved(cases, name):
    for number, case in enumerate(cases[:20]):
        certificate = case.copy()
        if RECORDED[name](certificate, random.Random(number)) is None:
            continue
        result = pincite.check(forged(certificate), case.source, isolated=False)
        assert result.exit_code == 0
        told = {(finding.about, finding.cause) for finding in result.of("recorded")}
        assert {("signature", "signature"), ("run", "judgement")} <= told
        judged = {item["id"] for item in certificate["items"]}
        assert judged <= {about for about, cause in told if cause == "judgement"}
