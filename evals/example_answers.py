"""What Pincite says about its own example documents: answers, a table, a certificate and a report.

`python -m evals.example_answers FILE` writes it; with `--compare` it says what differs from FILE, so that a
change that must not touch answers can show that it did not. What differs from run to run is left out.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import pincite
from evals.same_answers import VOLATILE, hash_of

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
_VOLATILE = VOLATILE | {"id", "made", "digest", "time"}
_FIELDS = ["parties", "effective date", "end date", "governing law", "liability cap", "deductible"]


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("file", type=Path)
    asked.add_argument("--compare", action="store_true", help="compare with FILE instead of writing it")
    wanted = asked.parse_args()
    now = said()
    if not wanted.compare:
        lines = [f"{json.dumps(key)}: {json.dumps(now[key], ensure_ascii=False)}" for key in sorted(now)]
        wanted.file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        return 0
    before = json.loads(wanted.file.read_text("utf-8"))
    different = [key for key in sorted({*before, *now}) if before.get(key) != now.get(key)]
    for key in different:
        print(f"{key}\n  before: {_short(before.get(key))}\n  now:    {_short(now.get(key))}")
    print(f"{len(different)} of {len(now)} differ")
    return 1 if different else 0


def said() -> dict[str, Any]:
    """By question, and by kind of output, what Pincite gives."""
    rows = [json.loads(line) for line in (EXAMPLES / "gold.jsonl").read_text("utf-8").splitlines()]
    documents = sorted({row["document"] for row in rows})
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, pincite.open(Path(folder) / "library") as library:
        for name in documents:
            list(library.add(EXAMPLES / name, wait=True))
        for row in rows:
            answer = library.ask(row["question"], documents=[row["document"]])
            found[f"answer {row['id']}"] = _answer(answer.model_dump(mode="json"))
        table = library.table(documents, _FIELDS)
        found["table"] = hash_of(table.model_dump(mode="json"), _VOLATILE)
        law = library.ask("What law is this contract under?", documents=["services-agreement.pdf"])
        checked = pincite.check(library.certify(law.run), EXAMPLES / "services-agreement.pdf")
        found["certificate"] = [checked.level, *(f"{each.status}: {each.about}" for each in checked.findings)]
        found["report as rows"] = _rows(library, law.run)
    return found


def _answer(answer: dict[str, Any]) -> dict[str, Any]:
    """Enough of an answer to see what has changed, and a digest of all of it."""
    return {
        "outcome": answer["outcome"],
        "items": [[item["type"], item["value"], _places(item["evidence"])] for item in answer["items"]],
        "leads": [_places(lead["evidence"]) for lead in answer["leads"]],
        "digest": hash_of(answer, _VOLATILE),
    }


def _places(evidence: list[dict[str, Any]]) -> list[list[int]]:
    return [[each["page"], each["start"], each["end"]] for each in evidence]


def _rows(library: pincite.Library, run: str) -> list[list[str]]:
    table = list(csv.reader(io.StringIO(library.report(run, form="csv").decode("utf-8-sig"))))
    return [
        [cell for name, cell in zip(table[0], row, strict=True) if name not in _VOLATILE] for row in table
    ]


def _short(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:300]


if __name__ == "__main__":
    sys.exit(main())
