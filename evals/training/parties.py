"""Fit the chance that the parties which a contract seems to introduce are its parties: all, and no others.

    python -m evals.training.parties --data DATA --weights WEIGHTS

The contracts are those of CUAD in the fold `train`. A list is right if each name that people marked belongs
to a party of the list, by its name or its short name, and each party of the list is one that they marked.
The bars rest on contracts that were left out in turn. No GPU and no torch is needed; it takes seconds.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from evals.training.licences import may_train_on
from evals.training.sources.files import is_validation
from pincite.ingest.profile.parties import parties
from pincite.quality.fitting import Floats, Linear, Marks, bars_of, chance, line, risks_of
from pincite.records.reading import Subject
from pincite.relevance.party_chance import PartyJudging, party_features

_FOLDS = 8
# People also marked the words that say who is called a party.
_NO_NAME = re.compile(r"\b(?:part(?:y|ies)|collectively|individually)\b", re.IGNORECASE)
_SHORTEST = 3


def contracts(data: Path) -> Iterator[tuple[str, list[str]]]:
    """The text of each contract, and the names that people marked."""
    for written in (data / "cuad" / "labels.dev.jsonl").read_text("utf-8").splitlines():
        label = json.loads(written)
        names = [answer["text"] for answer in label["answers"] if not _NO_NAME.search(answer["text"])]
        if label["clause_type"] == "Parties" and names and not is_validation(label["contract_id"]):
            path = data / "cuad" / "text" / f"{label['contract_id']}.txt"
            yield path.read_bytes().decode("utf-8"), names


def is_right(found: Sequence[Subject], marked: Sequence[str]) -> bool:
    """Whether a list has all that people marked, and nobody else."""
    wanted = [letters for letters in map(_letters, marked) if len(letters) >= _SHORTEST]
    known = [[_letters(word) for word in (each.name, *each.aliases)] for each in found]
    is_whole = all(any(_same(name, word) for words in known for word in words) for name in wanted)
    return is_whole and all(any(_same(name, words[0]) for name in wanted) for words in known)


def _same(first: str, second: str) -> bool:
    return bool(first and second) and (first in second or second in first)


def _letters(words: str) -> str:
    return "".join(filter(str.isalnum, words.casefold().replace("&", "and")))


def _left_out(table: Floats, right: Marks) -> Floats:
    """The logit of each contract by a line that was fitted without it."""
    part = np.arange(len(right)) % _FOLDS
    logits = np.zeros(len(right))
    for number in range(_FOLDS):
        held = part == number
        logits[held] = Linear.fit(table[~held], right[~held]).logits(table[held])
    return logits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--weights", type=Path, required=True, help="parties.json goes there")
    options = parser.parse_args()
    may_train_on("cuad")
    rows, right, asked = [], [], 0
    for text, marked in contracts(options.data):
        asked += 1
        if found := parties(text):
            rows.append(party_features(text, found))
            right.append(is_right(found, marked))
    names = tuple(rows[0])
    table, marks = np.array([[row[name] for name in names] for row in rows]), np.array(right)
    logits = _left_out(table, marks)
    slope, intercept = line(logits, marks)
    chances = chance(logits, slope, intercept)
    judging = PartyJudging(
        items=Linear.fit(table, marks).model(names, slope, intercept),
        bars=bars_of(chances, marks),
        risks=risks_of(chances, marks),
    )
    (options.weights / "parties.json").write_text(judging.model_dump_json(indent=1) + "\n", "utf-8")
    print(f"{asked} contracts, {len(rows)} with a list, {marks.mean():.1%} of these right")
    for level, bar in judging.bars.items():
        print(f"{level}: from {bar.chance:.2f} on {bar.answers} answers, {bar.wrong} wrong")


if __name__ == "__main__":
    main()
