"""Check a certificate with no model, no network and no library: what holds, and what does not."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from pincite.audit.certificate import Certificate, CertifiedItem
from pincite.audit.certificate_file import Opened, read_certificate
from pincite.audit.certified_values import item_of, typed
from pincite.audit.chained_parts import breaks, chain_of
from pincite.audit.findings import Checked, Finding, disproved, proved, recorded, unproved, weakest
from pincite.audit.grounds import Ground, Key, Reading, ground_of
from pincite.audit.page_images import image_sha256, image_sha256_apart
from pincite.audit.place_proof import of_places
from pincite.audit.sentence_proof import question_of, said_in_sentence
from pincite.audit.signing import can_verify, is_signed, public_key
from pincite.audit.value_proof import of_value
from pincite.ingest.watch import watched
from pincite.jobs.files import bytes_of
from pincite.jobs.isolation import Readers
from pincite.jobs.one_file import read as read_here
from pincite.records.limits import Limits
from pincite.values.types import same

_CERTIFIED = ("answered", "not_found", "conflict", "incomplete")


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
    wanted = public_key(key) if key else None
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
    findings = [*_of_chain(opened), *_of_signature(opened, key), *_of_strangers(says, contents)]
    grounds = _grounds(says, contents, reading, password)
    findings += [found for ground in grounds.values() for found in ground.findings]
    findings += _of_outcome(says)
    for at, item in enumerate(says.items):
        findings += _of_item(item, at, says, grounds)
    findings += [*_of_conflict(says, grounds), *_of_coverage(says, grounds), *_of_judgement(says)]
    findings.append(_of_run(says))
    signed = says.signature.public_key if says.signature and not _failed(findings, "signature") else None
    return Checked(
        holds=all(found.status in ("proved", "recorded") for found in findings),
        level=weakest(ground.level for ground in _needed(says, grounds)),
        levels={ground.source.name: ground.level for ground in grounds.values()},
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
    """What each document is proved by, by its version."""
    by_digest = {hashlib.sha256(content).hexdigest(): content for content in contents.values()}
    return {
        (source.name, source.version): ground_of(source, by_digest.get(source.sha256), reading, password)
        for source in says.sources
    }


def _needed(says: Certificate, grounds: Mapping[Key, Ground]) -> list[Ground]:
    """The documents that the level of the whole rests on: those that are cited, or all that were read."""
    cited = {(place.name, place.version) for place in says.places()}
    found = [ground for key, ground in grounds.items() if key in cited]
    return found or list(grounds.values())


def _of_chain(opened: Opened) -> Iterator[Finding]:
    stated = opened.written["chain"]
    wrong = breaks(stated, chain_of(opened.written))
    yield from (disproved("chain", "chain", problem) for problem in wrong)
    if not wrong:
        yield proved("chain", "chain", f"All {len(stated)} parts have their digests and are in order.")


def _of_signature(opened: Opened, key: str | None) -> Iterator[Finding]:
    signature, chain = opened.says.signature, opened.says.chain
    if signature is None:
        if key:
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
    elif not chain or not is_signed(chain[-1].link, signature):
        yield disproved("signature", "signature", "The signature is not one over this certificate.")
    elif key and key != signature.public_key:
        says = f"It is signed by another key than the one you gave: {signature.public_key[:16]}…"
        yield disproved("signature", "signature", says)
    elif key:
        yield proved("signature", "signature", f"It is signed by the key you gave ({key[:16]}…).")
    else:
        says = (
            f"It is signed by the key {signature.public_key}. Whose key that is, it cannot tell: "
            "pass the one you expect with --key."
        )
        yield recorded("signature", "signature", says)


def _of_strangers(says: Certificate, contents: Mapping[str, bytes]) -> Iterator[Finding]:
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
        wanted = f"{meant.name} has {meant.sha256[:12]}…" if meant else "no source has it"
        problem = f"This is not a file that was certified: its SHA-256 is {found[:12]}…, and {wanted}."
        yield disproved(name, "source", problem)


def _of_outcome(says: Certificate) -> Iterator[Finding]:
    outcome, items = says.question.outcome, says.items
    if outcome not in _CERTIFIED:
        yield disproved("answer", "outcome", f"An answer that is {outcome} proves nothing.")
    elif (outcome == "not_found") == bool(items):
        has = f"{len(items)} items" if items else "no items"
        yield disproved("answer", "outcome", f"The outcome is {outcome}, and there are {has}.")
    elif (outcome == "conflict") != (says.conflict is not None):
        yield disproved("answer", "outcome", f"The outcome {outcome} does not fit the sides that are given.")
    elif outcome == "not_found":
        yield recorded("answer", "outcome", "That the documents do not say it was judged, and is not proved.")
    else:
        yield proved("answer", "outcome", f"The outcome {outcome} fits its {len(items)} items.")
    if len({item.id for item in items}) < len(items):
        yield disproved("answer", "outcome", "Two items have the same id.")
    if len({(source.name, source.version) for source in says.sources}) < len(says.sources):
        yield disproved("answer", "source", "Two sources have the same name and version.")


def _of_item(
    item: CertifiedItem, at: int, says: Certificate, grounds: Mapping[Key, Ground]
) -> Iterator[Finding]:
    yield from of_places(item.id, item.evidence, grounds)
    for operand in item.derivation.operands if item.derivation else ():
        if operand.evidence not in item.evidence:
            yield from of_places(item.id, [operand.evidence], grounds)
    yield from of_value(item, at, says.question.question)
    yield from _of_sentence(item, says, grounds)
    for verdict in item.verdicts:
        if not verdict.passed:
            problem = f"The check {verdict.check!r} did not pass: {verdict.reason}"
            yield disproved(item.id, "verdict", problem)


def _of_sentence(item: CertifiedItem, says: Certificate, grounds: Mapping[Key, Ground]) -> Iterator[Finding]:
    """What the whole sentence of a quote says, where the source tells where it begins and ends."""
    documents = {key: ground.document for key, ground in grounds.items() if ground.document is not None}
    if item.derivation is not None or any((e.name, e.version) not in documents for e in item.evidence):
        return
    if not item.in_sentence:
        told = "That the whole sentence says it, too, was not proved when it was certified."
        yield recorded(item.id, "value", told)
        return
    question = question_of(says.question.question, says.question.answer_shape)
    try:
        said = question is not None and said_in_sentence(item_of(item), question, documents)
    except ValueError:  # told where the value is proved
        return
    if said:
        yield proved(item.id, "value", "Its whole sentence says it, too: nothing left out turns it round.")
    else:
        yield disproved(item.id, "value", "Read in its whole sentence, the quote does not give this value.")


def _of_conflict(says: Certificate, grounds: Mapping[Key, Ground]) -> Iterator[Finding]:
    if says.conflict is None:
        return
    ids = {item.id: item for item in says.items}
    sides = [[ids.get(each) for each in side] for side in says.conflict.sides]
    first = [side[0] for side in sides if side and side[0] is not None]
    if len(sides) < 2 or len(first) < len(sides) or any(None in side for side in sides):
        yield disproved("conflict", "conflict", "A conflict has two sides or more, each of its items.")
    elif _agree([item for item in first if item is not None]):
        yield disproved("conflict", "conflict", "The sides of the conflict say the same.")
    else:
        yield proved("conflict", "conflict", f"Its {len(sides)} sides say different things.")
    if says.conflict.rule:
        yield from of_places("rule of the conflict", [says.conflict.rule.evidence], grounds)


def _agree(items: Sequence[CertifiedItem]) -> bool:
    try:
        values = [typed(item.type, item.value) for item in items]
    except ValueError:  # told where the values are proved
        return False
    return any(same(one, other) for at, one in enumerate(values) for other in values[:at])


def _of_coverage(says: Certificate, grounds: Mapping[Key, Ground]) -> Iterator[Finding]:
    coverage = says.coverage
    for near in coverage.nearest:
        yield from (found for found in of_places("nearest", [near], grounds) if found.status == "disproved")
    if says.question.outcome != "not_found":
        return
    read = {each.name for each in coverage.by_document}
    sources = [source for source in says.sources if source.name in read]
    pages, passages = sum(each.pages for each in sources), sum(each.passages for each in sources)
    if (coverage.documents, coverage.pages.total, coverage.spans_total) != (len(sources), pages, passages):
        problem = "What is said to have been read is not what its documents have."
        yield disproved("coverage", "coverage", problem)
    else:
        has = "1 document has" if len(sources) == 1 else f"{len(sources)} documents have"
        yield proved("coverage", "coverage", f"{has} {pages:,} pages and {passages:,} passages, as stated.")
        told = f"That {coverage.spans_read:,} of these passages were read is recorded."
        yield recorded("coverage", "coverage", told)


def _of_judgement(says: Certificate) -> Iterator[Finding]:
    """Who judged that items answer: told, and no more than told."""
    judged = {each.item: each for each in says.judgement.items}
    if [each.item for each in says.judgement.items] != [item.id for item in says.items]:
        yield disproved("judgement", "judgement", "Not every item has one judgement.")
        return
    for item in says.items:
        each = judged[item.id]
        served = any(voice.kind in ("model", "judge") for voice in each.by)
        if each.chance is not None and each.bar is not None and each.chance < each.bar and not served:
            problem = f"Its chance ({each.chance:.2f}) is below what was needed ({each.bar:.2f})."
            yield disproved(item.id, "judgement", problem)
            continue
        by = ", ".join(dict.fromkeys(voice.name for voice in each.by)) or "nobody"
        chance = "" if each.chance is None else f", with a chance of {each.chance:.2f}"
        needed = "" if each.bar is None else f" ({each.bar:.2f} was needed)"
        says_so = f"That it answers the question was judged by {by}{chance}{needed}."
        yield recorded(item.id, "judgement", says_so)


def _of_run(says: Certificate) -> Finding:
    run = says.run
    told = f"When it was asked ({run.asked_at}), of Pincite {run.pincite}, and in these words, is recorded."
    return recorded("run", "judgement", told)


def _failed(findings: Sequence[Finding], cause: str) -> bool:
    return any(found.status == "disproved" and found.cause == cause for found in findings)
