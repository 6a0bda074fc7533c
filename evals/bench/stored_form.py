"""Digest what reading makes of each file, so that two states of the code can be compared.

Run: python evals/bench/stored_form.py FOLDER... > before.txt, then once more after a change, then compare.
A line for each file: a digest of all that `add` would store (text, ranges, words with boxes, tables,
passages, chunks and the index of words), or the error. Pictures and scans are not read, except with `--ocr`.
With `--apart` each is read as `add` does it, in a process of its own. Times go to standard error.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path

from pincite.errors import PinciteError
from pincite.ingest.detect import detect
from pincite.jobs.isolation import Readers
from pincite.jobs.one_file import Job, Reading, read
from pincite.jobs.transport import reading_parts


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("folders", type=Path, nargs="+")
    arguments.add_argument("--ocr", action="store_true", help="recognise the text of scans, which takes long")
    arguments.add_argument("--apart", action="store_true", help="read in a process of its own")
    arguments.add_argument("--suffix", default=".pdf", help="which files: those whose names end like this")
    chosen = arguments.parse_args()
    files = [path for folder in chosen.folders for path in sorted(folder.rglob(f"*{chosen.suffix}"))]
    readers = Readers()
    reader = readers.read if chosen.apart else read
    started, pages = os.times(), 0
    for path in files:
        told, count = _digest(path, reader, "auto" if chosen.ocr else "off")
        pages += count
        print(f"{told}  {path.name}", flush=True)
    readers.close()
    ended = os.times()
    spent, wall = sum(ended[:4]) - sum(started[:4]), ended.elapsed - started.elapsed
    figures = f"{spent:.1f} s of processor time, {wall:.1f} s of wall time"
    print(f"{len(files)} files, {pages:,} pages, {figures}", file=sys.stderr)


def _digest(path: Path, reader: Callable[[Job], Reading], ocr: str) -> tuple[str, int]:
    """The digest, or the error; and how many pages were read."""
    content = path.read_bytes()
    try:
        format = detect(content, path.name)
        reading = reader(Job(content, path.name, format, format, ocr=ocr, pictures="later"))
    except PinciteError as error:
        return f"{type(error).__name__}: {error.message}", 0
    digest = hashlib.sha256()
    for part in reading_parts(reading):
        digest.update(part)
    return digest.hexdigest(), len(reading.document.pages)


if __name__ == "__main__":
    main()
