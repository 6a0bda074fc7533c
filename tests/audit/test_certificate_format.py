"""The format is what docs/certificate.md says: a checker written by that page alone finds the same."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import rfc8785

import pincite
from pincite.audit.certificate import Certificate

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "certificate"
PAGE = (ROOT / "docs" / "certificate.md").read_text("utf-8")


def digest(value: Any) -> str:
    return hashlib.sha256(rfc8785.dumps(value)).hexdigest()


def parts(certificate: dict[str, Any]) -> list[tuple[str, Any]]:
    return [
        *((f"sources/{at}", each) for at, each in enumerate(certificate["sources"])),
        ("question", certificate["question"]),
        *((f"items/{at}", each) for at, each in enumerate(certificate["items"])),
        *(
            (name, certificate[name])
            for name in ("conflict", "coverage", "judgement", "run", "library_chain")
        ),
    ]


def test_example_is_proved_by_its_source():
    result = pincite.check(EXAMPLE / "fee.json", EXAMPLE / "fee.txt", isolated=False)
    assert (result.exit_code, result.level) == (0, "source"), result.of("unproved", "disproved")


def test_checker_written_by_the_page_alone_agrees():
    content = (EXAMPLE / "fee.json").read_bytes()
    certificate = json.loads(content)
    assert rfc8785.dumps(certificate) + b"\n" == content
    before = digest("pincite.certificate/2")
    for (name, part), link in zip(parts(certificate), certificate["chain"], strict=True):
        before = digest([before, name, digest(part)])
        assert link == {"part": name, "digest": digest(part), "link": before}
    (source,), file = certificate["sources"], (EXAMPLE / "fee.txt").read_bytes()
    assert source["sha256"] == hashlib.sha256(file).hexdigest()
    assert source["text_sha256"] == hashlib.sha256(source["text"].encode()).hexdigest()
    fingerprint = "/".join(filter(None, (source["parse"][key] for key in ("parser", "version", "options"))))
    version = hashlib.sha256(f"{source['sha256']}\n{fingerprint}".encode()).hexdigest()[:16]
    assert source["version"] == version
    for place in certificate["items"][0]["evidence"]:
        assert source["text"][place["start"] : place["end"]] == place["snippet"]
        assert (place["version"], place["document"]) == (version, source["sha256"])


def test_page_names_every_key_of_the_file():
    schema = Certificate.model_json_schema(by_alias=True)
    ours = {"Source", "Asked", "CertifiedItem", "CertifiedDerivation", "Judgements", "CertifiedRun", "Link"}
    names = {*schema["properties"], *(key for name in ours for key in schema["$defs"][name]["properties"])}
    lacking = {name for name in names if not re.search(rf"`{name}`|{{part, digest, link}}", PAGE)}
    assert not lacking
