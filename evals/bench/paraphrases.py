"""Ask one question in five wordings, fifty times over: how often do the outcomes agree?

`python evals/bench/paraphrases.py [FILE]` reads groups of wordings with the document that they are about and
prints how many wordings end as most of their group do, and in how many groups all do.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pincite

_OWN = Path(__file__).parents[2] / "tests" / "traps" / "paraphrases.jsonl"


def main() -> None:
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else _OWN
    groups = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    with TemporaryDirectory() as folder, pincite.open(Path(folder) / "library") as library:
        for name in dict.fromkeys(group["document"] for group in groups):
            library.add(file.parent / "docs" / name, name=name, wait=True)
        with_most = all_alike = asked = 0
        for group in groups:
            outcomes = Counter(
                library.ask(question, documents=[group["document"]]).outcome
                for question in group["questions"]
            )
            with_most += max(outcomes.values())
            all_alike += len(outcomes) == 1
            asked += outcomes.total()
            print(group["group"], dict(outcomes), flush=True)
    print(
        f"{with_most / asked:.1%} of {asked} wordings end as most of their group; {all_alike} groups agree."
    )


if __name__ == "__main__":
    main()
