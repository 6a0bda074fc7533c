"""Prove that a certificate is as it was made: its chain, its signature, and the files given with it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from pincite.audit.certificate import Certificate
from pincite.audit.certificate_file import Opened
from pincite.audit.chained_parts import breaks, chain_of
from pincite.audit.findings import Finding, called, disproved, proved, recorded, unproved
from pincite.audit.signing import can_verify, is_signed


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
