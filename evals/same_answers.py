"""Whether the questions of a set are answered exactly as before, byte for byte.

`python -m evals.same_answers SET FILE --data DIR` keeps a hash of each answer in FILE, beside those of other
sets; with `--compare` it asks again and says which answers differ. Run ids, times and versions of documents
are left out: they differ from run to run, or with the parser that is named in them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pincite
from evals.score.gold_set import within
from evals.sets.known import WITHOUT_FOLDS, gold_set
from pincite.quality.questions import GoldRow, Source

VOLATILE = frozenset({"run", "seconds", "version"})


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("set")
    asked.add_argument("file", type=Path)
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--split", default="dev")
    asked.add_argument("--compare", action="store_true", help="compare with FILE instead of writing it")
    wanted = asked.parse_args()
    kept = json.loads(wanted.file.read_text("utf-8")) if wanted.file.exists() else {}
    now = hashes(wanted.set, wanted.data, wanted.split)
    if not wanted.compare:
        kept[wanted.set] = now
        wanted.file.write_text(json.dumps(kept, indent=0, sort_keys=True) + "\n", "utf-8")
        return 0
    before = kept[wanted.set]
    different = sorted(row for row in {*before, *now} if before.get(row) != now.get(row))
    print("\n".join(different))
    print(f"{wanted.set}: {len(different)} of {len(now)} answers differ")
    return 1 if different else 0


def hashes(name: str, data: Path, split: str) -> dict[str, str]:
    """By row a hash of its answer; of the validation fold, or of all rows where a set has no folds."""
    gold = within(gold_set(name, data, split), "all" if name in WITHOUT_FOLDS else "validation")
    rows: dict[str, list[GoldRow]] = {}
    for row in gold.rows:
        rows.setdefault(row.document, []).append(row)
    os.environ["PINCITE_THREADS"] = "1"
    found: dict[str, str] = {}
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        work = [(source, rows[source.name]) for source in gold.sources]
        for done, some in enumerate(pool.map(_hashes_of, work), start=1):
            found |= some
            print(f"{name}: {done} of {len(work)} documents", file=sys.stderr)
    return found


def hash_of(record: dict[str, Any], without: frozenset[str] = VOLATILE) -> str:
    """Of a record as JSON, without some keys wherever they stand."""
    plain = json.dumps(_lasting(record, without), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(plain.encode()).hexdigest()[:16]


def _hashes_of(work: tuple[Source, Sequence[GoldRow]]) -> dict[str, str]:
    source, rows = work
    with tempfile.TemporaryDirectory() as folder, pincite.open(Path(folder) / "library") as library:
        path = source.path
        if path is None:
            path = Path(folder) / f"text{Path(source.name).suffix or '.txt'}"
            path.write_bytes(source.content())
        library.add(path, name=source.name, wait=True)
        return dict(_asked(library, source.name, rows))


def _asked(library: pincite.Library, name: str, rows: Sequence[GoldRow]) -> Iterable[tuple[str, str]]:
    for row in rows:
        yield row.id, hash_of(library.ask(row.question, documents=[name]).model_dump(mode="json"))


def _lasting(value: Any, without: frozenset[str]) -> Any:
    if isinstance(value, dict):
        return {key: _lasting(each, without) for key, each in value.items() if key not in without}
    return [_lasting(each, without) for each in value] if isinstance(value, list) else value


if __name__ == "__main__":
    sys.exit(main())
