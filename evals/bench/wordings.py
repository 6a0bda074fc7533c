"""What is read of everyday questions before any document is looked at, and what a change reads otherwise.

Run: PYTHONPATH=src python evals/bench/wordings.py --into before.json
     PYTHONPATH=src python evals/bench/wordings.py --compare before.json [FILE…]

`evals/written/wordings.txt` has questions by somebody who knew nothing of the product, so they hold wordings
that no public set has. Run it before and after a change to `question/` or to the choice of documents: where
no answer of a set moves, a reading may have moved all the same. Files of your own have one question a line.
Each difference is shown; whether it is one for the better a person says. The exit code is 7 if there is one.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from pincite.question.dictionary.entries import starters
from pincite.question.naming import documents_in
from pincite.question.parse import RuleParser

_WRITTEN = Path(__file__).parents[1] / "written" / "wordings.txt"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("files", nargs="*", type=Path, default=[_WRITTEN], help="questions, one a line")
    parser.add_argument("--into", type=Path, help="keep what is read now")
    parser.add_argument("--compare", type=Path, help="say what is read otherwise than in this file")
    options = parser.parse_args()
    lines = (line.strip() for file in options.files for line in file.read_text("utf-8").splitlines())
    now = readings(line for line in lines if line)
    if options.into:
        options.into.write_text(json.dumps(now, ensure_ascii=False, indent=1) + "\n", "utf-8")
    if not options.compare:
        print(f"{len(now)} questions read")
        return 0
    before = json.loads(options.compare.read_text("utf-8"))
    shared = [asked for asked in now if asked in before]
    changed = [asked for asked in shared if now[asked] != before[asked]]
    for asked in changed:
        print(asked)
        for part in sorted({*now[asked], *before[asked]}):
            was, reads = before[asked].get(part), now[asked].get(part)
            if was != reads:
                print(f"  {part}: {was} → {reads}")
    print(f"{len(changed)} of {len(shared)} questions are read otherwise")
    return 7 if changed else 0


def readings(questions: Iterable[str]) -> dict[str, Mapping[str, Any]]:
    """By question everything that is read of it, as plain JSON."""
    parser = RuleParser(starters())
    found = {}
    for asked in questions:
        question = parser.read(asked)
        found[asked] = {
            "documents": list(documents_in(asked).documents),
            "asked back": question.clarification,
            **_plain(question.retrieval),
            **_plain(question.generation),
        }
    return found


def _plain(value: Any) -> Any:
    """As JSON has it, sets in an order."""
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(map(str, value))
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)


if __name__ == "__main__":
    sys.exit(main())
