"""Check a certificate with no model, no network and no library: what holds, and what does not."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from pincite.answer.verdicts import ANSWERS
from pincite.audit.answer_proof import (
    is_put_above,
    of_conflict,
    of_judgement,
    of_outcome,
    of_recorded,
    of_run,
)
from pincite.audit.certificate import Certificate, CertifiedItem
from pincite.audit.certificate_file import Opened, read_certificate
from pincite.audit.coverage_proof import of_coverage
from pincite.audit.file_proof import of_chain, of_signature, of_strangers
from pincite.audit.findings import Checked, Finding, Level, disproved, weakest
from pincite.audit.grounds import Ground, Key, Reading, ground_of
from pincite.audit.in_sentences import are_read, of_sentences
from pincite.audit.page_images import image_sha256, image_sha256_apart
from pincite.audit.place_proof import as_read_here, by_whole_quotes, of_places
from pincite.audit.signing import can_verify, public_key
from pincite.audit.value_proof import of_value
from pincite.ingest.watch import watched
from pincite.jobs.files import bytes_of
from pincite.jobs.isolation import Readers
from pincite.jobs.one_file import read as read_here
from pincite.records.limits import Limits


def check(
    certificate: str | Path | bytes | Mapping[str, Any],
    *sources: str | Path,
    key: str | None = None,
    password: str | None = None,
    isolated: bool = True,
) -> Checked:
    """Prove a certificate again: `certificate` is a file, its bytes or its JSON; `sources` are the documents.

    Without sources, what the certificate says is proved by the text in it. `key` is the public key (a file,
    or its digits) whose signature it must have. A source is read in a process of its own unless `isolated`
    is false. An InputError means that it is no certificate; everything else is in the result.
    """
    opened = read_certificate(certificate)
    wanted = None if key is None else public_key(key)
    contents = {str(path): _content(Path(path)) for path in sources}
    if not isolated:
        here = Reading(lambda job: read_here(job).document, image_sha256)
        return checked(opened, contents, here, wanted, password)
    with closing(Readers()) as readers:
        apart = Reading(lambda job: readers.read(job).document, image_sha256_apart)
        return checked(opened, contents, apart, wanted, password)


def checked(
    opened: Opened,
    contents: Mapping[str, bytes],
    reading: Reading,
    key: str | None = None,
    password: str | None = None,
) -> Checked:
    """The result for a certificate that was read, and for the bytes of sources by their paths."""
    says = opened.says
    findings = [*of_chain(opened), *of_signature(opened, key), *of_strangers(says, contents)]
    grounds = _grounds(says, contents, reading, password)
    findings += [found for ground in grounds.values() for found in ground.findings]
    findings += of_outcome(says)
    for at, item in enumerate(says.items):
        findings += _of_item(item, at, says, grounds)
    findings += [*of_conflict(says, grounds), *of_coverage(says, grounds), *of_judgement(says)]
    findings += of_run(says)
    signed = says.signature.public_key if says.signature and not _failed(findings, "signature") else None
    return Checked(
        holds=all(found.status in ("proved", "recorded") for found in findings),
        level=weakest(ground.level for ground in _needed(says, grounds)),
        levels=_levels(grounds.values()),
        question=says.question.question,
        outcome=says.question.outcome,
        signed_by=signed if can_verify() else None,
        findings=findings,
    )


def _content(path: Path) -> bytes:
    with watched(Limits()):
        return bytes_of(path)


def _grounds(
    says: Certificate, contents: Mapping[str, bytes], reading: Reading, password: str | None
) -> dict[Key, Ground]:
    """What each document is proved by."""
    by_digest: dict[str, list[str]] = {}
    for path, content in contents.items():
        by_digest.setdefault(hashlib.sha256(content).hexdigest(), []).append(path)
    grounds: dict[Key, Ground] = {}
    for source in says.sources:
        paths = by_digest.get(source.sha256, [])
        found = contents[paths[0]] if paths else None
        names = [Path(path).name for path in paths]
        key = source.name, source.version
        grounds[key] = ground_of(source, found, reading, password, names)
    return grounds


def _levels(grounds: Iterable[Ground]) -> dict[str, Level]:
    """By the name of each document; of two with one name, the one that is proved less."""
    found: dict[str, Level] = {}
    for ground in grounds:
        name = ground.source.name
        found[name] = weakest([ground.level, *([found[name]] if name in found else [])])
    return found


def _needed(says: Certificate, grounds: Mapping[Key, Ground]) -> list[Ground]:
    """The documents that the level of the whole rests on: those that are cited, or all that were read."""
    cited = {(place.name, place.version) for place in says.places()}
    found = [ground for key, ground in grounds.items() if key in cited]
    return found if says.items else list(grounds.values())


def _of_item(
    item: CertifiedItem, at: int, says: Certificate, grounds: Mapping[Key, Ground]
) -> Iterator[Finding]:
    places = list(of_places(item.id, item.evidence, grounds))
    for operand in item.derivation.operands if item.derivation else ():
        # The figure of a cell is cited within its row; what is computed with is a quote by itself.
        if operand.evidence not in item.evidence or item.read != "scaled":
            places += of_places(item.id, [operand.evidence], grounds)
    places = list(dict.fromkeys(places))
    yield from places
    if all(found.status in ("proved", "recorded") for found in places):
        read = as_read_here(item, grounds)
        quoted, by_file = _as_quoted(read, grounds), are_read(item, grounds)
        yield from of_value(quoted, at, says.question.question, by_file)
        yield from of_sentences(read, says.question, grounds)
    else:
        # What is not known to be a quote of the document may be wrong in itself, and is never right.
        same_text = {key: ground for key, ground in grounds.items() if ground.document is not None}
        values = [
            *of_value(item, at, says.question.question),
            *of_sentences(item, says.question, same_text),
        ]
        yield from (found for found in values if found.status != "proved")
    for verdict in item.verdicts:
        if not verdict.passed and not (verdict.check == ANSWERS and is_put_above(says)):
            problem = f"The check {verdict.check!r} did not pass: {verdict.reason}"
            yield disproved(item.id, "verdict", problem)
    yield from of_recorded(item)


def _as_quoted(item: CertifiedItem, grounds: Mapping[Key, Ground]) -> CertifiedItem:
    return item if item.derivation else by_whole_quotes(item, grounds)


def _failed(findings: Sequence[Finding], cause: str) -> bool:
    return any(found.status == "disproved" and found.cause == cause for found in findings)
