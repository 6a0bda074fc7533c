"""Check a certificate with no model, no network and no library: what holds, and what does not."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from pincite.answer.answers import Coverage, PageCoverage
from pincite.ask.report import page_coverage
from pincite.audit.certificate import Certificate, Source
from pincite.audit.certificate_file import Opened, breaks, chain_of, read_certificate
from pincite.audit.findings import (
    Checked,
    Finding,
    Level,
    called,
    disproved,
    proved,
    recorded,
    unproved,
    weakest,
)
from pincite.audit.grounds import Ground, Key, Reading, ground_of, image_sha256, image_sha256_apart
from pincite.audit.proof import of_answer, of_judgement, of_places, of_run
from pincite.audit.signing import can_verify, is_signed, public_key
from pincite.ingest.watch import watched
from pincite.jobs.files import bytes_of
from pincite.jobs.isolation import Readers
from pincite.jobs.one_file import read as read_here
from pincite.records.document import Document
from pincite.records.library import Held, Identity
from pincite.records.limits import Limits
from pincite.records.question import Scope


def of_chain(opened: Opened) -> Iterator[Finding]:
    stated = opened.written["chain"]
    wrong = breaks(stated, chain_of(opened.written))
    yield from (disproved("chain", "chain", problem) for problem in wrong)
    if not wrong:
        yield proved("chain", "chain", f"All {len(stated)} parts have their digests and are in order.")


def of_signature(opened: Opened, key: str | None) -> Iterator[Finding]:
    signature = opened.says.signature
    if signature is None:
        if key is not None:
            yield disproved("signature", "signature", "A key was given, and the certificate is not signed.")
        else:
            says = (
                "It is not signed. Whoever changes it and computes all digests again is caught where source, "
                "offsets, quotes and values are proved, and not where something is only recorded."
            )
            yield recorded("signature", "signature", says)
        return
    if not can_verify():
        says = "It is signed, and the signature needs the package 'cryptography': pip install 'pincite[sign]'"
        yield unproved("signature", "signature", says)
    # Over what the file holds, whatever chain it states.
    elif not is_signed(chain_of(opened.written)[-1]["link"], signature):
        yield disproved("signature", "signature", "The signature is not one over this certificate.")
    elif key is not None and key != signature.public_key:
        says = f"It is signed by another key than the one you gave: {signature.public_key[:16]}…"
        yield disproved("signature", "signature", says)
    elif key is not None:
        yield proved("signature", "signature", f"It is signed by the key you gave ({key[:16]}…).")
    else:
        says = (
            f"It is signed by the key {signature.public_key}. Whose key that is, it cannot tell: "
            "pass the one you expect with --key."
        )
        yield recorded("signature", "signature", says)


def of_strangers(says: Certificate, contents: Mapping[str, bytes]) -> Iterator[Finding]:
    """The files that were given and are none of the sources."""
    given = {path: hashlib.sha256(content).hexdigest() for path, content in contents.items()}
    lacking = [source for source in says.sources if source.sha256 not in given.values()]
    named = {source.name: source for source in lacking}
    for path, found in given.items():
        name = Path(path).name
        if found in {source.sha256 for source in says.sources}:
            continue
        if not lacking:
            yield recorded(name, "source", "The answer does not rest on this file: it was not needed.")
            continue
        meant = named.get(name) or (lacking[0] if len(lacking) == 1 else None)
        wanted = f"{called(meant.name)} has {meant.sha256[:12]}…" if meant else "no source has it"
        problem = f"This is not a file that was certified: its SHA-256 is {found[:12]}…, and {wanted}."
        yield disproved(name, "source", problem)


# What the pages of a document are, whatever was asked of it; how many of them were read, a question decides.
_OF_PAGES = ("low_quality", "unreadable", "waiting_pictures")


def of_coverage(says: Certificate, grounds: Mapping[Key, Ground]) -> Iterator[Finding]:
    coverage = says.coverage
    for near in coverage.nearest:
        yield from (found for found in of_places("nearest", [near], grounds) if found.status == "disproved")
    if coverage.nearest:
        told = f"Why {len(coverage.nearest)} places that came near were refused is recorded."
        yield recorded("nearest", "coverage", told)
    if coverage.spans_read > coverage.spans_total or coverage.pages.read > coverage.pages.total:
        yield disproved("coverage", "coverage", "More is said to have been read than there is.")
    elif says.question.outcome == "not_found":
        yield from _of_all(says, coverage, grounds)
    else:
        told = f"That {_read(coverage)} were read for it is recorded."
        yield recorded("coverage", "coverage", told)


def _of_all(says: Certificate, coverage: Coverage, grounds: Mapping[Key, Ground]) -> Iterator[Finding]:
    """Where nothing was found: all documents that were read are sources."""
    read = {each.name for each in coverage.by_document}
    sources = [source for source in says.sources if source.name in read]
    pages, passages = sum(each.pages for each in sources), sum(each.passages for each in sources)
    stated = coverage.documents, coverage.pages.total, coverage.spans_total
    # One that could not be read is named, and counts for nothing.
    claimed = {each.name for each in coverage.by_document if each.outcome != "failed"}
    known = {source.name for source in sources}
    if not sources or not claimed <= known or stated != (len(sources), pages, passages):
        problem = "What is said to have been read is not what its documents have."
        yield disproved("coverage", "coverage", problem)
        return
    # Only our own reading of a file counts its pages and passages; else they are what somebody wrote.
    documents = [grounds[source.name, source.version].document for source in sources]
    found = [document for document in documents if document is not None]
    tell = proved if len(found) == len(sources) else recorded
    if tell is proved and (wrong := _miscounted(coverage.pages, sources, found)):
        yield disproved("coverage", "coverage", wrong)
        return
    has = "1 document has" if len(sources) == 1 else f"{len(sources)} documents have"
    left = coverage.pages.unreadable + coverage.pages.waiting_pictures
    unread = f"; on {left:,} pages nothing could be read, or pictures were left unread" if left else ""
    yield tell("coverage", "coverage", f"{has} {pages:,} pages and {passages:,} passages, as stated{unread}.")
    told = f"That {_read(coverage)} were read, with which chance they hold it, is recorded."
    yield recorded("coverage", "coverage", told)


def _miscounted(stated: PageCoverage, sources: Sequence[Source], documents: Sequence[Document]) -> str:
    """What the documents, read again, say otherwise of their pages; empty where nothing."""
    here = [
        page_coverage(
            Held(Identity("", source.name, source.sha256, source.version), document, b""), Scope(), 0
        )
        for source, document in zip(sources, documents, strict=True)
    ]
    for name in _OF_PAGES:
        count = sum(getattr(each, name) for each in here)
        if count != getattr(stated, name):
            called = name.replace("_", " ")
            return f"The documents have {count:,} pages as {called}, not {getattr(stated, name):,}."
    return ""


def _read(coverage: Coverage) -> str:
    return f"{coverage.spans_read:,} of {coverage.spans_total:,} passages on {coverage.pages.read:,} pages"


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
    findings += [*of_answer(says, grounds), *of_coverage(says, grounds), *of_judgement(says), *of_run(says)]
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


def _failed(findings: Sequence[Finding], cause: str) -> bool:
    return any(found.status == "disproved" and found.cause == cause for found in findings)
