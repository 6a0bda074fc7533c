"""Show which tables of filings are taken for statements, and which labels for the names of their lines.

Run: python evals/bench/statements.py FOLDER [--labels HYBRID.jsonl] [--pairs 150] [--seed 7]
FOLDER holds PDF files; what is parsed is kept in --cache. For each file it prints the pages of every
statement, best first, to be compared with the file. --labels is a file of TAT-QA: of tables with a SHA-256
that begins with 64 or more it prints pairs of label and concept with the rows around, for a reader to judge.
A minus marks those in tables that do not state their lines.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import pickle
import random
import tempfile
import time
from pathlib import Path

from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Document, Table
from pincite.structure.lines import line_names, lines_of, states_lines
from pincite.structure.statements import statements

_FIRST_BYTE = 64


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "pincite-statements")
    arguments.add_argument("--labels", type=Path)
    arguments.add_argument("--pairs", type=int, default=150)
    arguments.add_argument("--seed", type=int, default=7)
    given = arguments.parse_args()
    for path in sorted(given.folder.glob("*.pdf")):
        show(path.stem, parsed(path, given.cache))
    if given.labels:
        show_pairs(given.labels, given.pairs, given.seed)


def parsed(path: Path, cache: Path) -> Document:
    kept = cache / f"{path.stem}.pickle"
    if not kept.exists():
        cache.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(pickle.dumps(PdfParser().read(path.read_bytes(), path.name)))
    document = pickle.loads(kept.read_bytes())
    assert isinstance(document, Document)
    return document


def show(name: str, document: Document) -> None:
    begin = time.perf_counter()
    found = statements(document)
    took = time.perf_counter() - begin
    print(f"{name}: {len(document.tables)} tables, {took * 1000:.0f} ms")
    for statement, tables in found.items():
        print(f"  {statement:21}", *(_place(document, table) for table in tables))


def _place(document: Document, table: Table) -> str:
    page = document.page_of(table.span.start)
    return f"p.{page.number if page else '-'} ({len(lines_of(document, table))} lines)"


def show_pairs(path: Path, count: int, seed: int) -> None:
    rows = named = 0
    pairs: list[tuple[str, str, str, list[str]]] = []
    for line in path.read_text("utf-8").splitlines():
        table = json.loads(line)["table"]
        if hashlib.sha256(table["uid"].encode()).digest()[0] < _FIRST_BYTE:
            continue
        labels = [row[0].strip() for row in table["table"] if row]
        rows += sum(map(bool, labels))
        for label in labels:
            concepts = line_names(label)
            named += bool(concepts)
            sign = "+" if states_lines(labels) else "-"
            pairs += [(sign, label, concept, labels) for concept in concepts]
    print(f"{rows:,} labels, {named:,} named as a line")
    print(f"{sum(sign == '-' for sign, *_ in pairs):,} of them in tables that do not state their lines")
    for sign, label, concept, labels in random.Random(seed).sample(pairs, min(count, len(pairs))):
        print(f"{sign} {label} | {concept} | {' / '.join(each[:24] for each in labels[:8])}")


if __name__ == "__main__":
    main()
