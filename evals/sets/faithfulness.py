"""Read the faithfulness sets: claims about a source, and whether the source supports them.

Only what is supported counts as such: a claim that the source denies and one that it says nothing of are
both unsupported. Claims on which the people who judged them were in doubt (FaithBench's "Questionable")
are left out.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Literal

from evals.score.gold_set import Statement
from evals.sets.files import RawRow, folder_of, read_rows, split_file

_NDA = re.compile(r"contractnli:(cnli-\d+)-nda-\d+")


class _Claim(RawRow):
    id: str
    dataset: str
    source: str
    claim: str
    label: Literal["supported", "unsupported", "neutral", "contradicted"]
    orig_label: str | int | bool | None = None


def read(data: Path, split: str) -> tuple[Statement, ...]:
    folder = folder_of(data, "faithfulness", ("claims",))
    claims = read_rows(split_file(folder, "claims", split), _Claim)
    return tuple(_statement(claim) for claim in claims if claim.orig_label != "Questionable")


def _statement(claim: _Claim) -> Statement:
    return Statement(
        id=claim.id,
        dataset=claim.dataset,
        source=claim.source,
        claim=claim.claim,
        supported=claim.label == "supported",
        key=_key(claim),
    )


def _key(claim: _Claim) -> str:
    """What tells the source: of an NDA the id that it has as a document, so that it keeps its fold there."""
    if found := _NDA.fullmatch(claim.id):
        return found[1]
    return hashlib.sha256(claim.source.encode()).hexdigest()
