"""How long an answer from one long document takes and whether it is right, beside what can be had offline.

Run: python evals/bench/ask.py [--quick]
The made-up contract is asked for facts that it states and for others, through the service: by rules alone,
and with the local models as they are shipped.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from pathlib import Path
from statistics import median

from contract import Clause, clauses_for, text_of
from figures import Figure, Row, Spent, Table, peer_row, percentile_95, run, spend
from peer_pipeline import pipeline

import pincite
from pincite.answer.answers import Answer

_PAGES, _QUICK_PAGES = 400, 60
_QUESTIONS, _QUICK_QUESTIONS = 150, 10
_MODEL_QUESTIONS, _QUICK_MODEL_QUESTIONS = 20, 2
_BUDGET_MS, _MODEL_BUDGET_MS = 100, 1_500
_COLUMNS = ("p50, wall time", "p95, wall time", "p95", "right", "withheld", "wrong")
_COUNTED = (
    "*Right*: answered with exactly the value that was put there, or not found where nothing was. "
    "*Withheld*: an outcome that gives no single answer. *Wrong*: answered with anything else."
)


def measure(quick: bool) -> list[Table]:
    chosen = clauses_for(_QUICK_PAGES if quick else _PAGES)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "contract.txt"
        path.write_text(text_of(chosen), "utf-8")
        asked = _some(chosen, _QUICK_QUESTIONS if quick else _QUESTIONS)
        few = _some(chosen, _QUICK_MODEL_QUESTIONS if quick else _MODEL_QUESTIONS)
        return [_by_rules(Path(folder), path, asked), _by_models(Path(folder), path, few)]


def _some(clauses: list[Clause], count: int) -> list[Clause]:
    return clauses[:: max(1, len(clauses) // count)][:count]


def _by_rules(folder: Path, path: Path, asked: list[Clause]) -> Table:
    with pincite.open(folder / "rules", settings={"local_models": False}) as library:
        adding, _ = spend(lambda: library.add(path))
        added = adding.wall / 1000
        document = library.read(path.name).document
        rows = [*_ours(library, asked, _BUDGET_MS, wrong=0), *_others(library, path.name, asked)]
    about = (
        f"{len(document.pages)} pages of plain text, {len(document.blocks):,} blocks, {len(asked)} "
        f"questions of each kind; added in {added:.1f} s ({len(document.pages) / added:.0f} pages/s to "
        f"searchable). {_COUNTED} Baselines give a sentence and check nothing; verifiable-rag runs its own "
        "chunker, BM25 index and pipeline, with stand-ins for what needs a model "
        "(`evals/bench/peer_pipeline.py`)."
    )
    return Table("Asking, rules only", "ask.py", _COLUMNS, tuple(rows), about, compared=0)


def _by_models(folder: Path, path: Path, asked: list[Clause]) -> Table:
    with pincite.open(folder / "models") as library:
        library.add(path)
        library.work()
        rows = _ours(library, asked, _MODEL_BUDGET_MS, wrong=None)
    about = (
        f"The same document with vectors and reader, warm, {len(asked)} questions of each kind. {_COUNTED}"
    )
    return Table("Asking, with the local models", "ask.py", _COLUMNS, tuple(rows), about)


def _ours(library: pincite.Library, asked: list[Clause], budget: float, wrong: int | None) -> list[Row]:
    kinds: list[tuple[str, Callable[[Clause], str], Callable[[Clause], Decimal | None]]] = [
        ("present", lambda each: each.same_words, lambda each: each.fee),
        ("absent, every block is read", lambda each: each.absent, lambda each: None),
        (
            "present, told apart by the title only",
            lambda each: each.by_title,
            lambda each: Decimal(each.surcharge),
        ),
    ]
    library.ask(asked[0].same_words)
    return [_asked(library, name, asked, question, value, budget, wrong) for name, question, value in kinds]


def _asked(
    library: pincite.Library,
    kind: str,
    asked: list[Clause],
    question: Callable[[Clause], str],
    value: Callable[[Clause], Decimal | None],
    budget: float,
    most_wrong: int | None,
) -> Row:
    times: list[Spent] = []
    counted: Counter[str] = Counter()
    for each in asked:
        spent, answer = spend(partial(library.ask, question(each)))
        times.append(spent)
        counted[_judged(answer, value(each))] += 1
    counts = tuple(Figure(counted[name], f"of {len(asked)}") for name in ("right", "withheld"))
    wrong = Figure(counted["wrong"], f"of {len(asked)}", most=most_wrong)
    return Row(f"Pincite, {kind}", (*_spent(times, budget), *counts, wrong), ours=True)


def _judged(answer: Answer, wanted: Decimal | None) -> str:
    if answer.outcome == "not_found":
        return "right" if wanted is None else "withheld"
    if answer.outcome != "answered":
        return "withheld"
    return "right" if {getattr(item.value, "value", None) for item in answer.items} == {wanted} else "wrong"


def _spent(times: list[Spent], budget: float | None = None) -> tuple[Figure, ...]:
    wall, processor = [each.wall for each in times], [each.processor for each in times]
    p95 = Figure(percentile_95(wall), "ms", most=budget)
    return Figure(median(wall), "ms"), p95, Figure(percentile_95(processor), "ms")


def _others(library: pincite.Library, name: str, asked: list[Clause]) -> list[Row]:
    document = library.read(name).document
    text = document.text.lower()
    rows = [
        _timed(
            "counting the question's words in the text",
            lambda q: [text.count(w) for w in q.lower().split()],
            asked,
        )
    ]
    peer = "verifiable-rag without embeddings, model and verifier"
    rows.append(peer_row(peer, lambda: _timed(peer, pipeline(document).ask, asked)))
    rows.append(
        Row("verifiable-rag as it is", not_run="needs torch, weights from a hub and a language model")
    )
    rows.append(Row("langextract, contextgem, verbatim-rag", not_run="each needs a language model"))
    return rows


def _timed(name: str, work: Callable[[str], object], asked: list[Clause]) -> Row:
    work(asked[0].same_words)
    return Row(name, _spent([spend(partial(work, each.same_words))[0] for each in asked]))


if __name__ == "__main__":
    run(measure, __doc__)
