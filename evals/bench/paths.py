"""How often each retrieval path alone, and all of them fused, propose the place that answers.

Run: python -m evals.bench.paths SET --data FOLDER [--fold train] [--documents 30] [--fusion NAME ...]
The set is one that `python -m evals` knows. Each question is put to the document that it is about.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from evals.score.gold_set import within
from evals.score.observation import Place
from evals.score.places import first_ranks
from evals.sets.known import gold_set
from pincite.ingest.text import TextParser
from pincite.protocols import Fusion
from pincite.protocols import Path as RetrievalPath
from pincite.quality.questions import GoldRow
from pincite.question.dictionary.entries import starters
from pincite.question.parse import RuleParser
from pincite.records.library import Held, identify
from pincite.records.question import Question
from pincite.registry import build
from pincite.retrieve.index import build as build_words
from pincite.retrieve.index import load
from pincite.retrieve.paths import ByScan
from pincite.retrieve.query import weigh
from pincite.retrieve.search import gathered, in_order
from pincite.settings import Settings
from pincite.structure.excerpts import passages

_DEPTHS = (1, 5, 10, 50)
Turn = Callable[[Question, Held], Sequence[Place]]


def main() -> None:
    options = _options()
    rows = list(_asked(options.set, options.data, options.fold, options.documents))
    print(f"{options.set}, fold {options.fold}: {len(rows)} questions")
    print(f"{'path':24}" + "".join(f"{f'R@{depth}':>8}" for depth in _DEPTHS))
    for name, turn in _turns(options.fusion):
        ranks = [min(_ranks(turn(question, held), row), default=None) for row, question, held in rows]
        shares = (sum(r is not None and r <= depth for r in ranks) / len(ranks) for depth in _DEPTHS)
        print(f"{name:24}" + "".join(f"{share:8.3f}" for share in shares), flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("set")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--fold", default="train", choices=("train", "validation", "all"))
    parser.add_argument("--documents", type=int, default=30)
    parser.add_argument("--fusion", nargs="*", default=["score_sum", "rank_sum"])
    return parser.parse_args()


def _asked(name: str, data: Path, fold: str, most: int) -> Iterator[tuple[GoldRow, Question, Held]]:
    """Each question that has an answer, with the document that holds it."""
    gold = within(gold_set(name, data, "dev"), fold, None)
    parser = RuleParser(starters())
    held: dict[str, Held] = {}
    for source in gold.sources[:most]:
        document = TextParser().read(source.content(), source.name)
        held[source.name] = Held(
            identify("default", source.name, b"", document.parse), document, build_words(document)
        )
    for row in gold.rows:
        if row.document in held and not row.absent:
            about = held[row.document]
            yield row, weigh(parser.read(row.question), [load(about.postings)]), about


def _turns(fusions: Iterable[str]) -> Iterator[tuple[str, Turn]]:
    paths = [build("path", stage.name, stage.options) for stage in Settings().paths]
    scan = ByScan(least=0.0)
    for path in (*paths, scan):
        yield path.name, _turn([(path,)], build("fusion", "score_sum", {}))
    for name in fusions:
        yield f"fused by {name}", _turn([paths, (scan,)], build("fusion", name, {}))


def _turn(rounds: Sequence[Sequence[RetrievalPath]], fusion: Fusion) -> Turn:
    def turn(question: Question, held: Held) -> list[Place]:
        found = [each for paths in rounds for each in in_order(question, held, paths, fusion.fuse)]
        return [
            Place(start=each.span.start, end=each.span.end, page=each.page)
            for each in gathered(held, passages(held.document), found)
        ]

    return turn


def _ranks(places: Sequence[Place], row: GoldRow) -> list[int]:
    return [rank for rank in first_ranks(places, row.answers) if rank is not None]


if __name__ == "__main__":
    main()
