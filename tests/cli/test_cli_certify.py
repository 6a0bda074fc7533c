"""`pincite certify` and `pincite check`: a file that proves an answer, and what a check says of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import AGREEMENT, CommandLine

FEE = "What is the monthly fee?"


@pytest.fixture
def certificate(pincite: CommandLine) -> Path:
    """The certificate of an answer about agreement.txt, beside it."""
    assert pincite("ask", pincite.file("agreement.txt"), FEE).code == 0
    path = pincite.folder / "answer.json"
    assert pincite("certify", "--output", str(path)).code == 0
    return path


def test_certificate_is_proved_without_the_library(pincite: CommandLine, certificate: Path):
    elsewhere = CommandLine(pincite.folder / "elsewhere")
    elsewhere.folder.mkdir()
    result = elsewhere("check", str(certificate), pincite.file("agreement.txt"))
    assert result.code == 0
    assert result.stdout.startswith("Proved by the documents themselves, read again.")
    proved, recorded = result.stdout.split("Recorded, not proved")
    assert "gives the amount “EUR 48,500.00” (value 48500.00, currency EUR)." in " ".join(proved.split())
    assert "That it answers the question was judged by" in " ".join(recorded.split())
    assert not elsewhere.library.exists()


def test_text_in_the_certificate_is_enough_and_the_check_says_what_it_proves(
    pincite: CommandLine, certificate: Path
):
    result = pincite("check", str(certificate))
    assert result.code == 0
    assert "Proved by the text in the certificate; pass the documents" in result.stdout
    assert "needs the file itself to prove" in " ".join(result.stdout.split())


def test_changed_source_is_disproved_with_exit_code_6(pincite: CommandLine, certificate: Path):
    changed = pincite.file("agreement.txt", AGREEMENT.replace("48,500", "49,500"))
    result = pincite("check", str(certificate), changed)
    assert result.code == 6
    assert result.stdout.startswith("Disproved: 1 thing does not hold.")
    assert "This is not a file that was certified" in result.stdout


def test_json_says_line_by_line_what_holds(pincite: CommandLine, certificate: Path):
    result = pincite("check", str(certificate), pincite.file("agreement.txt"), "--json")
    said = json.loads(result.stdout)
    assert (said["schema"], said["holds"], said["level"]) == ("pincite.check/1", True, "source")
    assert said["levels"] == {"agreement.txt": "source"}
    assert {each["status"] for each in said["findings"]} == {"proved", "recorded"}


def test_file_that_is_no_certificate_is_refused(pincite: CommandLine):
    result = pincite("check", pincite.file("agreement.txt"))
    assert result.code == 2
    assert "is no certificate" in result.stderr
    assert "pincite certify --output" in result.stderr


def test_certify_twice_writes_the_same_file_and_never_over_another(pincite: CommandLine, certificate: Path):
    before = certificate.read_bytes()
    assert pincite("certify", "--output", str(certificate)).code == 0
    assert certificate.read_bytes() == before
    other = pincite.file("notes.txt")
    result = pincite("certify", "--output", other)
    assert result.code == 2
    assert "exists and is no certificate" in result.stderr
    assert Path(other).read_text("utf-8") == AGREEMENT


def test_certify_says_what_it_lacks(pincite: CommandLine):
    assert pincite("certify", "--output", "answer.json").code == 2
    pincite("add", pincite.file("agreement.txt"))
    nothing_asked = pincite("certify", "--output", str(pincite.folder / "answer.json"))
    assert "Nothing has been asked yet" in nothing_asked.stderr
    assert "--output answer.json" in pincite("certify").stderr
    no_folder = pincite("certify", "--output", str(pincite.folder / "no" / "answer.json"))
    assert (no_folder.code, "no folder" in no_folder.stderr) == (2, True)


def test_run_that_failed_is_refused_with_the_reason(pincite: CommandLine):
    pincite("ask", pincite.file("agreement.txt"), FEE, "--type", "no such type")
    result = pincite("certify", "--output", str(pincite.folder / "answer.json"))
    assert result.code == 2
    assert "cannot be certified: it failed" in result.stderr
    assert not (pincite.folder / "answer.json").exists()


def test_signed_certificate_is_checked_by_the_public_key(pincite: CommandLine, certificate: Path):
    key = str(pincite.folder / "key")
    made = pincite("certify", "--new-key", key, "--output", str(certificate), "--sign", key)
    assert made.code == 0
    assert "keep it secret" in made.stdout
    assert pincite("check", str(certificate), "--key", f"{key}.pub").code == 0
    pincite("certify", "--new-key", str(pincite.folder / "other"))
    refused = pincite("check", str(certificate), "--key", str(pincite.folder / "other.pub"))
    assert refused.code == 6
    assert "signed by another key" in refused.stdout


def test_certificate_without_text_needs_its_source(pincite: CommandLine, certificate: Path):
    assert pincite("certify", "--output", str(certificate), "--without-text").code == 0
    alone = pincite("check", str(certificate))
    assert alone.code == 12
    assert alone.stdout.startswith("Not all proved")
    assert pincite("check", str(certificate), pincite.file("agreement.txt")).code == 0


def test_words_that_would_steer_the_terminal_are_shown_as_signs(pincite: CommandLine, certificate: Path):
    content = json.loads(certificate.read_bytes())
    content["question"]["question"] = "What?\u001b[2J\u202e"
    certificate.write_text(json.dumps(content), "utf-8")
    result = pincite("check", str(certificate))
    assert result.code == 6
    assert "\u001b" not in result.stdout
    assert "\u202e" not in result.stdout
