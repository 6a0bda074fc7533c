"""How often type, language and parties of real documents are told rightly, and how long that takes.

Run: python evals/bench/profile.py --data DIR [--split dev]
DIR holds `pdf_corpus` (manifest.csv, files/), `cuad` and `kleister_nda` (labels, pdf/).

Types: files whose kind in the manifest, or whose set, names a type. Language: the files listed below.
Parties: the labels of Kleister NDA. A name is right when letters and digits agree, with `and` for `&`,
`Inc` for `Incorporated`, `Corp` for `Corporation`, `Ltd` for `Limited` and a leading `The` left out. The
labels name two or three parties of some contracts that have more, so precision is understated.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pincite.errors import InputError
from pincite.ingest.pdf.reader import PdfParser
from pincite.ingest.profile.describe import describe
from pincite.records.document import Document

_TYPE_OF_KIND = {
    "nist": "guideline",
    "nist-long": "guideline",
    "drug-label": "label",
    "insurance": "policy",
    "filing": "filing",
    "multi-column": "paper",
}
_LANGUAGES = {
    "i18n__unstructured__fr_olap.pdf": "fr",
    "i18n__pdf.js__ArabicCIDTrueType.pdf": "ar",
    "i18n-rtl__docling__right_to_left_02.pdf": "ar",
    "i18n-rtl__docling__right_to_left_03.pdf": "fa",
    "font__pdfplumber__issue-461-example.pdf": "zh",
    "duplicate__pdfplumber__issue-71-duplicate-chars.pdf": "zh",
}
_SAME = {"incorporated": "inc", "corporation": "corp", "limited": "ltd", "and": "", "the": ""}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--split", default="dev")
    options = arguments.parse_args()
    seconds: list[float] = []
    _types_and_languages(options.data, seconds)
    _parties(options.data / "kleister_nda", options.split, seconds)
    seconds.sort()
    middle, most = seconds[len(seconds) // 2], seconds[-1]
    print(f"time: median {1000 * middle:.1f} ms, most {1000 * most:.1f} ms, {len(seconds)} documents")


def _types_and_languages(folder: Path, seconds: list[float]) -> None:
    types: Counter[tuple[str, str]] = Counter()
    languages: Counter[bool] = Counter()
    for expected, path, password in _typed_files(folder):
        if (document := _read(path, password)) is None:
            continue
        profile = _timed(document, seconds).profile
        if expected:
            types[expected, profile.type] += 1
        if path.name in _LANGUAGES:
            languages[profile.language == _LANGUAGES[path.name]] += 1
    right = sum(count for (expected, told), count in types.items() if expected == told)
    print(f"type: {right} of {types.total()} right")
    for (expected, told), count in sorted(types.items()):
        if expected != told:
            print(f"  {expected} taken for {told}: {count}")
    print(f"language of files not in English: {languages[True]} of {languages.total()} right")


def _typed_files(folder: Path) -> Iterator[tuple[str, Path, str | None]]:
    with (folder / "pdf_corpus" / "manifest.csv").open(encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            path = folder / "pdf_corpus" / row["file"]
            if path.suffix == ".pdf":
                yield _TYPE_OF_KIND.get(path.name.split("__")[0], ""), path, row["password"] or None
    for path in sorted((folder / "cuad" / "pdf").glob("*.pdf")):
        yield "contract", path, None


def _parties(folder: Path, split: str, seconds: list[float]) -> None:
    found = labelled = both = 0
    for line in (folder / f"labels.{split}.jsonl").open(encoding="utf-8"):
        row = json.loads(line)
        path = folder / row["pdf_file"]
        document = _read(path, None) if path.exists() else None
        if document is None:
            continue
        labels = {_plain(name) for name in row["answers"].get("party", [])}
        names = {_plain(subject.name) for subject in _timed(document, seconds).profile.subjects}
        found, labelled, both = found + len(names), labelled + len(labels), both + len(names & labels)
    print(
        f"parties: precision {both / max(found, 1):.1%}, recall {both / max(labelled, 1):.1%} of {labelled}"
    )


def _timed(document: Document, seconds: list[float]) -> Document:
    """The document, with the time that describing it once more takes."""
    start = time.process_time()
    describe(document, ())
    seconds.append(time.process_time() - start)
    return document


def _read(path: Path, password: str | None) -> Document | None:
    try:
        return PdfParser(password).read(path.read_bytes(), path.name)
    except InputError:
        return None


def _plain(name: str) -> str:
    words = re.findall(r"\w+", name.casefold().replace("_", " "))
    return "".join(_SAME.get(word, word) for word in words)


if __name__ == "__main__":
    main()
