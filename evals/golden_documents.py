"""What reading makes of many documents, as hashes: a change that must not alter reading alters none of them.

    python evals/golden_documents.py write baseline.json --data DIR
    python evals/golden_documents.py compare baseline.json --data DIR

Read are the examples, the documents that the tests build, and 150 files of public sets under DIR; the choice
follows from their names. Of each document the text, its blocks, tables, sections, what a reader does not see
and the values of every type are kept as hashes, never as words. Which pincite reads is up to PYTHONPATH.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import os
import sys
import tempfile
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from pydantic import BaseModel

from pincite.errors import PinciteError
from pincite.ingest.detect import detect
from pincite.jobs.one_file import Job, read
from pincite.records.document import Document
from pincite.values.registered import find, value_types

_ROOT = Path(__file__).resolve().parents[1]
# How many files of each folder of public sets: 150 in all.
_PUBLIC = {"pdf_corpus/files": 50, "cuad/pdf": 30, "sroie/img": 20, "lay/docs": 13, "kleister_nda/pdf": 37}
_EXAMPLES = (".pdf", ".txt", ".md", ".html", ".docx", ".xlsx")
_LAYOUT_SEEDS = 2
_HASH_DIGITS = 12
_SECONDS = 60
_ENDED_SECONDS = 5
_TOO_SLOW = {"skipped": f"took more than {_SECONDS} s"}

Golden = dict[str, object]


def main() -> None:
    arguments = _arguments()
    with tempfile.TemporaryDirectory() as folder:
        files = {**_examples(), **_built(Path(folder)), **_public(arguments.data)}
        chosen = [name for name in sorted(files) if any(part in name for part in arguments.only or [""])]
        found = {name: _read_apart(files[name], arguments.seconds) for name in chosen}
    kept = json.loads(arguments.file.read_text("utf-8")) if arguments.file.exists() else {}
    if arguments.action == "write":
        found = {**kept, **found} if arguments.only else found
        lines = (f"{json.dumps(name)}: {json.dumps(golden)}" for name, golden in found.items())
        arguments.file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        _tell(found)
        return
    sys.exit(_compare({name: kept[name] for name in kept if not arguments.only or name in found}, found))


def golden_of(document: Document) -> Golden:
    """What a document holds, without a word of it."""
    texts = [block.span.of(document.text) for block in document.blocks]
    readings = {name: [find(name, text) for text in texts] for name in sorted(value_types())}
    parts = {
        "text": document.text,
        "pages": document.pages,
        "lines": document.lines,
        "boxes": document.words,
        "sections": document.sections,
        "paragraphs": document.paragraphs,
        "blocks": document.blocks,
        "tables": document.tables,
        "figures": document.figures,
        "unseen": document.unseen,
        "profile": document.profile,
        "caveats": document.caveats,
    }
    return {
        "format": document.format,
        "parser": document.parse.parser,
        "fingerprint": document.parse.fingerprint,
        "counts": [len(document.text), len(document.blocks), len(document.tables), len(document.unseen)],
        **{name: _hash(part) for name, part in parts.items()},
        "readings": {name: _hash(found) for name, found in readings.items() if any(found)},
    }


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("action", choices=("write", "compare"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--data", type=Path, help="the folder that holds the public sets; without it, none")
    parser.add_argument("--only", action="append", metavar="TEXT", help="only files with this in their name")
    parser.add_argument("--seconds", type=int, default=_SECONDS, help="a slower file is skipped")
    return parser.parse_args()


def _examples() -> dict[str, Path]:
    found = (path for path in (_ROOT / "examples").rglob("*") if path.suffix in _EXAMPLES)
    return {str(path.relative_to(_ROOT)): path for path in found}


def _built(folder: Path) -> dict[str, Path]:
    """The documents of the tests, built into the folder."""
    sys.path.insert(0, str(_ROOT))
    from tests.documents.conftest import papers
    from tests.hidden.build import build
    from tests.table_layouts.layouts import LAYOUTS, make
    from tests.table_layouts.workbooks import SHAPES, make_workbook

    build(folder / "hidden")
    (folder / "documents").mkdir()
    for paper in papers():
        (folder / "documents" / paper.name).write_bytes(paper.content)
    for layout in LAYOUTS:
        for seed in range(_LAYOUT_SEEDS):
            make(layout, seed, folder / "layouts")
    for shape in SHAPES:
        make_workbook(shape, folder / "workbooks")
    built = {f"built/{path.relative_to(folder)}": path for path in folder.rglob("*") if path.is_file()}
    traps = {f"built/traps/{path.name}": path for path in (_ROOT / "tests" / "traps" / "docs").iterdir()}
    return built | traps


def _public(data: Path | None) -> dict[str, Path]:
    if data is None:
        return {}
    chosen: dict[str, Path] = {}
    for folder, count in _PUBLIC.items():
        files = sorted((data / folder).iterdir(), key=lambda path: _hash(path.name))
        chosen |= {f"{folder}/{path.name}": path for path in files[:count]}
    return chosen


def _read_apart(path: Path, seconds: int) -> Golden:
    """The document as a process of its own reads it, which cannot take longer than it may."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    reader = context.Process(target=_read_here, args=(path, there))
    reader.start()
    there.close()
    try:
        found: Golden = here.recv() if here.poll(seconds) else dict(_TOO_SLOW)
    except EOFError:
        found = {"skipped": "the process that read it ended"}
    reader.join(_ENDED_SECONDS if "skipped" not in found else 0)
    if reader.is_alive():
        reader.kill()
        reader.join()
    print(path.name, found.get("skipped") or found.get("refused") or "", file=sys.stderr, flush=True)
    return found


def _read_here(path: Path, there: Connection) -> None:
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    content = path.read_bytes()
    try:
        format = detect(content, path.name)
        found = golden_of(read(Job(content, path.name, format, format)).document)
    except PinciteError as error:
        found = {"refused": type(error).__name__}
    there.send(found)


def _hash(part: object) -> str:
    return hashlib.sha256(json.dumps(_plain(part)).encode()).hexdigest()[:_HASH_DIGITS]


def _plain(part: object) -> object:
    """Its fields in order, without their names and those of their classes: renaming changes nothing."""
    if isinstance(part, BaseModel):
        return part.model_dump(mode="json")
    if is_dataclass(part):
        return [_plain(getattr(part, each.name)) for each in fields(part) if each.init]
    if isinstance(part, array):
        return hashlib.sha256(part.tobytes()).hexdigest()
    if isinstance(part, Mapping):
        return {str(key): _plain(value) for key, value in part.items()}
    if isinstance(part, (list, tuple)):
        return [_plain(each) for each in part]
    return part


def _tell(found: Mapping[str, Golden]) -> None:
    kinds = Counter(str(golden.get("format") or next(iter(golden))) for golden in found.values())
    print(f"{len(found)} documents: " + ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()))


def _compare(before: Mapping[str, Golden], now: Mapping[str, Golden]) -> int:
    """Tell every difference; 1 where there is one. A file that was too slow on one side is no difference."""
    _tell(now)
    changed = list(_changes(before, now))
    print("\n".join(changed) or "no difference")
    return 1 if changed else 0


def _changes(before: Mapping[str, Golden], now: Mapping[str, Golden]) -> Iterator[str]:
    for name in sorted(before.keys() | now.keys()):
        if name not in now or name not in before:
            yield f"{name}: {'not read now' if name not in now else 'new'}"
            continue
        old, new = before[name], now[name]
        if "skipped" in old or "skipped" in new:
            print(f"{name}: not compared, {old.get('skipped') or new.get('skipped')}")
        elif parts := [part for part in sorted(old.keys() | new.keys()) if old.get(part) != new.get(part)]:
            yield f"{name}: {', '.join(parts)}"


if __name__ == "__main__":
    main()
