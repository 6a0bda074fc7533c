"""Whether a question has the same outcome the first and the second time, before and after vectors are made.

    python evals/bench/asked_twice.py --data DATA [--sample 100]

Each question of a seeded sample of `lay` is put twice to a fresh copy of a library to which its documents
were just added. The same outcome is the same name for it and the same items at the same characters.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
import time
from pathlib import Path

import pincite
from evals.score.gold_set import sampled
from evals.sets.lay import read
from pincite.answer.answers import Answer


def outcome(answer: Answer) -> dict[str, object]:
    """What a user is told: the outcome, and every item with the characters that prove it."""
    items = [(item.original, [(each.start, each.end) for each in item.evidence]) for item in answer.items]
    return {"outcome": answer.outcome, "items": sorted(items)}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--sample", type=int, default=100)
    wanted = asked.parse_args()
    gold = sampled(read(wanted.data, "dev"), wanted.sample)
    different, seconds = [], [0.0, 0.0]
    with tempfile.TemporaryDirectory(prefix="pincite-twice-") as folder:
        added, copy = Path(folder) / "added", Path(folder) / "copy"
        with pincite.open(added) as library:
            for source in gold.sources:
                assert source.path is not None
                library.add(source.path, name=source.name)
        for row in gold.rows:
            shutil.copytree(added, copy)
            with pincite.open(copy) as library:
                told = []
                for at in range(2):
                    began = time.monotonic()
                    told.append(outcome(library.ask(row.question, documents=row.document)))
                    seconds[at] += time.monotonic() - began
            shutil.rmtree(copy)
            if told[0] != told[1]:
                different.append({"question": row.question, "first": told[0], "second": told[1]})
    mean = [round(each / len(gold.rows), 2) for each in seconds]
    same = 1 - len(different) / len(gold.rows)
    print(json.dumps({"different": different}, ensure_ascii=False, indent=1))
    print(json.dumps({"questions": len(gold.rows), "same": round(same, 3), "seconds": mean}))


if __name__ == "__main__":
    main()
