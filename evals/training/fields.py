"""Fit the chance of fields: what a table asks of contract after contract.

    python -m evals.training.fields gold --data DATA --out FOLDER
    python -m evals.training.decide collect --gold FOLDER/gold.jsonl --weights WEIGHTS --out fields.jsonl
    python -m evals.training.fields fit fields.jsonl --weights WEIGHTS

Questions for a field are put to contracts that mostly do not have the clause; what people ask of one document
is mostly there. So fields have a chance and bars of their own. `gold` writes the 41 clause types of CUAD as
questions to the contracts of the fold `train` that were kept from the reader; `fit` adds to `decision.json`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from evals.score.gold_set import within
from evals.sets import cuad_plain
from evals.training.decide import is_kept_contract
from evals.training.fit import VECTORS, Trees
from evals.training.licences import may_train_on
from evals.training.sources.teach import taught
from pincite.models.decision import DECISION
from pincite.quality.fitting import Rows, decided, told
from pincite.relevance.judging import Judging, Variant, Weights

# Nobody looks at a cell that says "not stated", and a table has many.
_NOT_STATED_RISK = 0.03
# Parties are given by name (`parties.py`); the sentence that introduces them is no list of them.
_OF_NAMES = "Parties"


def write_gold(data: Path, folder: Path) -> None:
    """The questions and the contracts, the longest first: several processes share them."""
    may_train_on("cuad")
    known = {document.id: document.is_kept for document in taught(data)}
    gold = within(cuad_plain.read(data, "dev"), "train")
    sources = {each.name: each for each in gold.sources if is_kept_contract(each.key, known)}
    (folder / "docs").mkdir(parents=True, exist_ok=True)
    for source in sources.values():
        (folder / "docs" / source.name).write_bytes(source.content())
    rows = [row for row in gold.rows if row.document in sources]
    rows.sort(key=lambda row: -len(sources[row.document].content()))
    (folder / "gold.jsonl").write_text("".join(f"{row.model_dump_json()}\n" for row in rows), "utf-8")
    print(f"{len(sources)} contracts, {len(rows)} questions")


def fit(collected: Path, weights: Path) -> None:
    asked = [json.loads(line) for line in collected.read_text("utf-8").splitlines()]
    # A field that reads like a question for a list is answered by a clause all the same.
    rows = Rows.of([{**each, "shape": "single"} for each in asked])
    file = weights / DECISION
    held = Weights.model_validate_json(file.read_bytes())
    variants: dict[Variant, Judging] = dict(held.variants)
    without: dict[Variant, tuple[str, ...]] = {"fields": (), "fields_no_vectors": VECTORS}
    for name, dropped in without.items():
        less = rows.without(dropped)
        found = decided(less, Trees.fit, not_found_risk=_NOT_STATED_RISK)
        print(name, json.dumps(told(less, found), indent=1))
        variants[name] = found.judging
    stated: dict[str, list[bool]] = {}
    for each in asked:
        stated.setdefault(cuad_plain.QUESTIONS[each["field"]], []).append(each["present"])
    fields = {
        question: round(sum(found) / len(found), 2)
        for question, found in stated.items()
        if question != cuad_plain.QUESTIONS[_OF_NAMES]
    }
    updated = held.model_copy(update={"variants": variants, "fields": fields})
    file.write_text(updated.model_dump_json() + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    steps = parser.add_subparsers(dest="step", required=True)
    gold = steps.add_parser("gold", help="write the questions")
    gold.add_argument("--data", type=Path, required=True)
    gold.add_argument("--out", type=Path, required=True)
    fitting = steps.add_parser("fit", help="fit what was collected")
    fitting.add_argument("collected", type=Path)
    fitting.add_argument("--weights", type=Path, required=True, help="decision.json there is added to")
    options = parser.parse_args()
    if options.step == "gold":
        write_gold(options.data, options.out)
    else:
        fit(options.collected, options.weights)


if __name__ == "__main__":
    main()
