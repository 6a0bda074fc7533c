"""Words that were recognised in the image of a page: the certificate has their text and the image's hash."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pincite
from pincite.audit.grounds import image_sha256, image_sha256_apart, may_be_recognised
from pincite.ingest.pdf.reader import PdfParser
from pincite.structure.excerpts import content_hash
from tests.audit.certificates import forged
from tests.audit.contracts import written
from tests.ingest.printed import lines
from tests.ingest.scans import scan, scanned_pdf

pytest.importorskip("rapidocr")


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("scan")
    page = lines("The monthly fee is EUR 4,500.00.", "It is due on the first day.", y=80.0)
    body = lines("This agreement is made in two parts.", "The second part is a scan.", y=80.0)
    (folder / "scan.pdf").write_bytes(scanned_pdf((None, body), (scan(page, dpi=150), ())))
    with pincite.open(folder / "library", strictness="lenient") as library:
        library.add(folder / "scan.pdf", isolated=False, wait=True)
        answer = library.ask("What is the monthly fee?")
        (folder / "certificate.json").write_bytes(library.certify(answer.run))
    return folder


@pytest.fixture
def certificate(folder) -> dict[str, Any]:
    return json.loads((folder / "certificate.json").read_bytes())


def invented(certificate: dict[str, Any]) -> dict[str, Any]:
    """Another fee in the embedded text, in the quotes and in the value, with every digest computed again."""
    changed = json.loads(json.dumps(certificate).replace("4,500.00", "9,500.00").replace("4500", "9500"))
    source = changed["sources"][0]
    source["text_sha256"] = content_hash(source["text"])
    source["packages"] = {"pypdfium2": "4.0.0"}
    return forged(changed)


def test_image_of_the_page_is_certified_and_proved(certificate, folder):
    (place, *_) = certificate["items"][0]["evidence"]
    assert place["recognised"]
    (image,) = certificate["sources"][0]["recognised"]
    assert image["page"] == 2
    result = pincite.check(certificate, folder / "scan.pdf", isolated=False)
    assert result.exit_code == 0
    assert "image" in {finding.cause for finding in result.of("proved")}


def test_stranger_s_page_is_drawn_in_a_process_of_its_own(folder):
    content = (folder / "scan.pdf").read_bytes()
    assert image_sha256_apart(content, "pdf", 2) == image_sha256(content, "pdf", 2)
    assert image_sha256_apart(b"no PDF", "pdf", 1) is None


def test_without_recognition_the_words_are_unproved_and_their_image_is_proved(
    certificate, folder, monkeypatch
):
    """As on a machine that has no text recognition: neither proved nor disproved."""
    monkeypatch.setattr("pincite.audit.grounds.AUTO", "off")
    result = pincite.check(certificate, folder / "scan.pdf", isolated=False)
    assert (result.exit_code, result.level) == (12, "source, parser differs")
    assert "image" in {finding.cause for finding in result.of("proved")}
    assert {finding.cause for finding in result.of("unproved")} == {"image"}
    assert not [found for found in result.of("proved") if found.about == "item-1"]


def test_words_invented_for_a_scan_are_not_proved_without_recognition(certificate, folder, monkeypatch):
    monkeypatch.setattr("pincite.audit.grounds.AUTO", "off")
    result = pincite.check(invented(certificate), folder / "scan.pdf", isolated=False)
    assert result.exit_code == 12
    assert not [found for found in result.of("proved") if found.about == "item-1"]


def test_words_invented_for_a_scan_are_disproved_by_recognition(certificate, folder):
    result = pincite.check(invented(certificate), folder / "scan.pdf", isolated=False)
    assert result.exit_code == 6
    assert not [found for found in result.of("proved") if found.about == "item-1"]


def test_page_with_words_of_its_own_has_no_recognised_ones(certificate, folder, monkeypatch):
    """Whatever the certificate says: page 1 is print."""
    monkeypatch.setattr("pincite.audit.grounds.AUTO", "off")
    changed = invented(certificate)
    source, content = changed["sources"][0], (folder / "scan.pdf").read_bytes()
    source["recognised"] = [{"page": 1, "image_sha256": image_sha256(content, "pdf", 1)}]
    for place in changed["items"][0]["evidence"]:
        place["page"] = 1
    result = pincite.check(forged(changed), folder / "scan.pdf", isolated=False)
    assert result.exit_code == 6
    assert {"image", "quote"} <= {finding.cause for finding in result.of("disproved")}


def test_other_image_of_a_page_that_is_not_recognised_here_is_unproved(certificate, folder, monkeypatch):
    monkeypatch.setattr("pincite.audit.grounds.AUTO", "off")
    certificate["sources"][0]["recognised"][0]["image_sha256"] = "0" * 64
    result = pincite.check(forged(certificate), folder / "scan.pdf", isolated=False)
    assert result.exit_code == 12
    assert "image" not in {finding.cause for finding in result.of("proved")}


def test_words_of_a_page_that_has_no_certified_image_must_be_found(certificate, folder, monkeypatch):
    monkeypatch.setattr("pincite.audit.grounds.AUTO", "off")
    certificate["sources"][0]["recognised"] = []
    result = pincite.check(forged(certificate), folder / "scan.pdf", isolated=False)
    assert result.exit_code == 6


def test_garbled_page_may_have_recognised_words():
    """A model that sees may have read it; whether the words are so is then unproved, and not disproved."""
    document = PdfParser().read(written(7, "pdf"), "contract.pdf")
    assert not may_be_recognised(document, 1)
    garbled = tuple(replace(page, garbled=0.9) for page in document.profile.pages)
    poor = replace(document, profile=replace(document.profile, pages=garbled))
    assert may_be_recognised(poor, 1)
