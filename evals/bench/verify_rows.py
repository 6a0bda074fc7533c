"""Genuine and falsified rows through `pincite.verify`, beside langextract's alignment and instructor's check.

Run: python evals/bench/verify_rows.py ROWS.jsonl DOCUMENTS [--peers PYTHON] [--json FILE] [--misses]
Each row has document, field, value, quote, page, box and `truth`: genuine, or how it was falsified (digit,
currency, scale, negation, party, page, box, value). Nobody but this script sees `truth`.

A peer looks at the quote alone, in the text of the cited page and of the pages where we found the words, at
most 20,000 characters: on whole documents one of them takes most of a minute for a quote.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pincite.verification.claim_rows import VERDICTS, ClaimRow, Verified
from pincite.verification.read_documents import ReadDocuments
from pincite.verification.verifying import verified

REFUSED = frozenset({"altered", "does_not_follow", "absent"})
EXPECTED = {
    "genuine": frozenset({"proved"}),
    "page": frozenset({"elsewhere"}),
    "box": frozenset({"elsewhere"}),
    "value": frozenset({"does_not_follow"}),
}
"""By how a row was falsified the verdicts that are right; for all others `REFUSED`."""
MOST_CHARACTERS = 20_000
PEERS = ("langextract", "instructor")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rows", type=Path)
    parser.add_argument("documents", type=Path)
    parser.add_argument("--peers", help="the Python that has langextract and instructor")
    parser.add_argument("--json", type=Path, help="write the verdicts there")
    parser.add_argument(
        "--misses", action="store_true", help="print the rows with another verdict than expected"
    )
    asked = parser.parse_args()
    given = [json.loads(line) for line in asked.rows.read_text("utf-8").splitlines() if line.strip()]
    truths = [str(row.pop("truth")) for row in given]
    with ReadDocuments.of_files(asked.documents) as documents:
        for name in dict.fromkeys(row.get("document") for row in given):
            _read(documents, name)
        started = time.monotonic()
        told = list(verified((ClaimRow.model_validate(row) for row in given), documents))
        seconds = time.monotonic() - started
        peers = _peers(asked.peers, told, documents) if asked.peers else []
    _show(truths, told, peers, seconds)
    if asked.misses:
        _show_misses(truths, told)
    if asked.json:
        rows = [
            {"truth": truth, **row.model_dump(mode="json")} for truth, row in zip(truths, told, strict=True)
        ]
        asked.json.write_text(json.dumps(rows, ensure_ascii=False, indent=1), "utf-8")


def _read(documents: ReadDocuments, name: str | None) -> None:
    """Parse it now, so that only judging is timed."""
    from pincite.errors import PinciteError

    try:
        documents.held(name)
    except PinciteError as error:
        print(f"{name}: {error}", file=sys.stderr)


def _peers(python: str, told: Sequence[Verified], documents: ReadDocuments) -> list[dict[str, bool | None]]:
    asked = "".join(
        json.dumps({"quote": row.quote or "", "text": "" if row.unread else _text(row, documents)}) + "\n"
        for row in told
    )
    script = Path(__file__).with_name("verify_peers.py")
    done = subprocess.run([python, str(script)], input=asked, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def _text(row: Verified, documents: ReadDocuments) -> str:
    """What a peer is shown: the pages in question; of a format without pages the text around the words."""
    document = documents.held(row.document).document
    found = {place.page for place in row.evidence} | {int(page) for page in row.pages if page.isdigit()}
    pages = [page for page in document.pages if page.number in found and page.end > page.start]
    text = "\n".join(document.seen_text[page.start : page.end] for page in pages)
    if text:
        return text[:MOST_CHARACTERS]
    middle = row.evidence[0].start if row.evidence else 0
    start = max(0, middle - MOST_CHARACTERS // 2)
    return document.seen_text[start : start + MOST_CHARACTERS]


def _show(
    truths: Sequence[str], told: Sequence[Verified], peers: Sequence[dict[str, bool | None]], seconds: float
) -> None:
    kinds = ["genuine", *sorted({*truths} - {"genuine"})]
    named = PEERS if peers else ()
    print(f"{len(told)} rows judged in {seconds:.1f} s after parsing")
    print(
        "| rows | n | "
        + " | ".join(VERDICTS)
        + " | as expected | "
        + " | ".join(f"{n} accepts" for n in named)
    )
    for kind in kinds:
        at = [number for number, truth in enumerate(truths) if truth == kind]
        counts = Counter(told[number].verdict for number in at)
        right = sum(_is_right(kind, told[number]) for number in at)
        accepted = [str(sum(bool(peers[number][name]) for number in at)) for name in named]
        cells = [
            kind,
            str(len(at)),
            *(str(counts[name]) for name in VERDICTS),
            f"{right / max(1, len(at)):.1%}",
        ]
        print("| " + " | ".join([*cells, *accepted]) + " |")
    false = [number for number, truth in enumerate(truths) if truth != "genuine"]
    _show_share("falsified called proved", [told[number].verdict == "proved" for number in false])
    _show_share("falsified left open", [told[number].verdict == "open" for number in false])
    _show_share("falsified with the right verdict", [_is_right(truths[n], told[n]) for n in false])
    genuine = [number for number, truth in enumerate(truths) if truth == "genuine"]
    _show_share("genuine called proved", [told[number].verdict == "proved" for number in genuine])
    _show_share("genuine refuted", [told[number].is_refuted for number in genuine])
    for name in named:
        _show_share(f"falsified that {name} accepts", [bool(peers[number][name]) for number in false])
        _show_share(f"genuine that {name} accepts", [bool(peers[number][name]) for number in genuine])


def _is_right(kind: str, row: Verified) -> bool:
    return row.verdict in EXPECTED.get(kind, REFUSED)


def _show_share(name: str, flags: Sequence[bool]) -> None:
    print(f"{name}: {sum(flags)} of {len(flags)} ({sum(flags) / max(1, len(flags)):.1%})")


def _show_misses(truths: Sequence[str], told: Sequence[Verified]) -> None:
    for number, (truth, row) in enumerate(zip(truths, told, strict=True), start=1):
        if not _is_right(truth, row):
            shown: Any = (row.document, row.field, row.value, (row.quote or "")[:160], row.page)
            print(f"{number} {truth} → {row.verdict}: {row.reason} {shown}")


if __name__ == "__main__":
    main()
