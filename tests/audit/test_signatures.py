"""A signature tells whose certificate it is, and nobody else can make it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pincite
from pincite.audit.signing import new_key, public_key
from pincite.errors import InputError
from tests.audit.certificates import forged
from tests.factories import AGREEMENT


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("signed")
    (folder / "agreement.txt").write_text(AGREEMENT, "utf-8")
    for name in ("mine", "theirs"):
        new_key(folder / name)
    with pincite.open(folder / "library") as library:
        library.add(folder / "agreement.txt", isolated=False)
        answer = library.ask("What is the monthly fee?")
        (folder / "plain.json").write_bytes(library.certify(answer.run))
        (folder / "signed.json").write_bytes(library.certify(answer.run, key=folder / "mine"))
    return folder


def test_private_key_can_be_read_by_its_owner_only_and_is_never_replaced(folder):
    assert (folder / "mine").stat().st_mode & 0o777 == 0o600
    before = (folder / "mine").read_bytes()
    with pytest.raises(InputError, match="exists already"):
        new_key(folder / "mine")
    assert (folder / "mine").read_bytes() == before


def test_signature_of_the_expected_key_is_proved(folder):
    expected = public_key(str(folder / "mine.pub"))
    for key in (str(folder / "mine.pub"), expected):
        result = pincite.check(folder / "signed.json", key=key)
        assert (result.exit_code, result.signed_by) == (0, expected)
        assert "signature" in {finding.cause for finding in result.of("proved")}


def test_without_a_key_it_is_told_and_not_proved_who_signed(folder):
    result = pincite.check(folder / "signed.json")
    assert result.exit_code == 0
    assert "signature" in {finding.cause for finding in result.of("recorded")}
    assert "signature" not in {finding.cause for finding in result.of("proved")}


@pytest.mark.parametrize("name", ["signed.json", "plain.json"])
def test_another_key_or_no_signature_is_disproved_where_one_is_expected(folder, name):
    result = pincite.check(folder / name, key=str(folder / "theirs.pub"))
    assert {finding.cause for finding in result.of("disproved")} == {"signature"}
    assert (result.exit_code, result.signed_by) == (6, None)


def test_who_computes_digests_again_cannot_sign_again(folder):
    certificate = json.loads((folder / "signed.json").read_bytes())
    certificate["judgement"]["items"][0]["chance"] = 1.0
    result = pincite.check(forged(certificate))
    assert {finding.cause for finding in result.of("disproved")} == {"signature"}


@pytest.mark.parametrize(
    "content", [b"", b"no key", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"]
)
def test_file_that_is_no_key_is_refused(folder, tmp_path, content):
    path = tmp_path / "key"
    path.write_bytes(content)
    with pincite.open(folder / "library") as library, pytest.raises(InputError, match="key"):
        library.certify(key=path)
    with pytest.raises(InputError, match="key"):
        pincite.check(folder / "signed.json", key=str(path))


def test_key_of_another_kind_is_refused(folder, tmp_path):
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    pem = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (tmp_path / "key").write_bytes(pem)
    with pincite.open(folder / "library") as library, pytest.raises(InputError, match="Ed25519"):
        library.certify(key=tmp_path / "key")


def test_signature_is_over_what_stands_in_the_file_whatever_chain_it_states(folder):
    """The chain that was signed, with another run: nobody has signed that."""
    signed = json.loads((folder / "signed.json").read_bytes())
    signed["run"]["asked_at"] = "2001-01-01T00:00:00+00:00"
    result = pincite.check(signed, key=str(folder / "mine.pub"))
    assert {finding.cause for finding in result.of("disproved")} == {"chain", "signature"}
    assert (result.exit_code, result.signed_by) == (6, None)


def test_key_that_signs_for_all_without_a_secret_is_no_signature(folder):
    """The point of order one: with it, one signature fits every text."""
    signed = json.loads((folder / "signed.json").read_bytes())
    weak = "01" + "00" * 31
    signed["signature"] |= {"public_key": weak, "signature": weak + "00" * 32}
    result = pincite.check(signed)
    assert (result.exit_code, result.signed_by) == (6, None)
