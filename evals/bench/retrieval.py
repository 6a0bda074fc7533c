"""Whether the block that answers is found among the first ones, and how fast, beside BM25 packages.

Run: python evals/bench/retrieval.py [--quick]
All systems rank the same blocks of the same document, the made-up contract, and get the same questions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from statistics import median

from contract import Clause, clauses_for, text_of
from figures import Figure, Row, Table, peer_row, percentile_95, run, spend

from pincite.ingest.text import TextParser
from pincite.question.dictionary.entries import starters
from pincite.question.parse import RuleParser
from pincite.records.document import Document
from pincite.records.library import Held, identify
from pincite.records.span import Span
from pincite.registry import build as stage
from pincite.retrieve.index import build, load
from pincite.retrieve.query import weigh
from pincite.retrieve.search import search
from pincite.settings import Settings

Ranker = Callable[[str], Sequence[int]]
"""From a question to the numbers of blocks, best first."""
_QUESTIONS, _QUICK_QUESTIONS = 200, 20
_PAGES, _QUICK_PAGES = 400, 60
_FIRST, _READ = 5, 60
_BUDGET_MS = 20


@dataclass(frozen=True, slots=True)
class Asked:
    question: str
    block: int


def measure(quick: bool) -> list[Table]:
    chosen = clauses_for(_QUICK_PAGES if quick else _PAGES)
    document = TextParser().read(text_of(chosen).encode(), "contract.txt")
    count = _QUICK_QUESTIONS if quick else _QUESTIONS
    kinds = _questions(document, chosen[:: max(1, len(chosen) // count)][:count])
    builds = {name: cache(partial(_built, make, document)) for name, make in _RANKERS.items()}
    return [_table(kind, asked, builds, document) for kind, asked in kinds.items()]


_KINDS = {
    "same words": "Questions in the words of the sentence that answers.",
    "other forms": 'Questions in other forms of its words: "inspecting pumps" for "inspection of a pump".',
    "by title": (
        "The sentence that answers does not say what it is about, only the clause's title does. bm25s is "
        "given the title of its clause with every block in one row, and not in the other."
    ),
}


@dataclass(frozen=True, slots=True)
class Built:
    """A ranker and how many seconds its index took."""

    rank: Ranker
    seconds: float


Build = Callable[[], Built]


def _built(make: Callable[[Document], Ranker], document: Document) -> Built:
    spent, rank = spend(partial(make, document))
    return Built(rank, spent.processor / 1000)


def _table(kind: str, asked: list[Asked], builds: dict[str, Build], document: Document) -> Table:
    peers = {name: build for name, build in builds.items() if name != _OURS}
    rows = [_row(_OURS, builds[_OURS], asked)]
    rows += [peer_row(name, partial(_row, name, build, asked)) for name, build in peers.items()]
    rows.append(Row("verifiable-rag, dense", not_run="needs torch and an embedding model from a hub"))
    count = sum(block.kind != "heading" for block in document.blocks)
    about = (
        f"{_KINDS[kind]} {len(asked)} questions, {count:,} blocks of {len(document.pages)} pages; headings "
        f"are not ranked. The first {_READ} are what is read for an answer before everything else is."
    )
    columns = ("first", f"first {_FIRST}", f"first {_READ}", "p50", "p95", "index")
    return Table(f"Retrieval, {kind}", "retrieval.py", columns, tuple(rows), about, compared=4)


def _questions(document: Document, chosen: list[Clause]) -> dict[str, list[Asked]]:
    fees = [_block_of(document, each.title, each.fee_sentence) for each in chosen]
    surcharges = [_block_of(document, each.title, each.surcharge_sentence) for each in chosen]
    pairs = list(zip(chosen, fees, strict=True))
    return {
        "same words": [Asked(each.same_words, block) for each, block in pairs],
        "other forms": [Asked(each.other_forms, block) for each, block in pairs],
        "by title": [Asked(each.by_title, block) for each, block in zip(chosen, surcharges, strict=True)],
    }


def _block_of(document: Document, title: str, sentence: str) -> int:
    """The block that holds a clause's sentence; the text differs from it in line breaks only."""
    start = document.text.index(f"{title}\n")
    end = start + 3_000
    wanted = sentence.split()
    for block in document.blocks:
        if start <= block.span.start < end and _words(document, block.span) == wanted:
            return block.number
    raise LookupError(sentence)


def _words(document: Document, span: Span) -> list[str]:
    return span.of(document.text).split()


def _row(name: str, build: Build, asked: list[Asked]) -> Row:
    built, times = build(), list[float]()
    built.rank(asked[0].question)
    places = [_place(built.rank, each, times) for each in asked]
    shares = [_share(places, first) for first in (1, _FIRST, _READ)]
    p95 = Figure(percentile_95(times), "ms", most=_BUDGET_MS if name == _OURS else None)
    spent = (Figure(median(times), "ms"), p95, Figure(built.seconds, "s"))
    return Row(name, (*shares, *spent), ours=name == _OURS)


def _place(rank: Ranker, asked: Asked, times: list[float]) -> int:
    """At which place the block comes; far off when not among those that are read."""
    spent, ranked = spend(lambda: list(rank(asked.question)))
    times.append(spent.processor)
    return ranked.index(asked.block) + 1 if asked.block in ranked[:_READ] else 1_000_000


def _share(places: list[int], first: int) -> Figure:
    return Figure(round(100 * sum(place <= first for place in places) / len(places), 1), "%")


def _ours(document: Document) -> Ranker:
    """The paths that `ask` takes first. Headings are taken out afterwards: they lead to "
    "blocks, they are none."""
    held = Held(identify("default", "contract.txt", b"", document.parse), document, build(document))
    index, parser = load(held.postings), RuleParser(starters())
    paths = [stage("path", each.name, each.options) for each in Settings().paths]

    def rank(asked: str) -> list[int]:
        found = search(weigh(parser.read(asked), [index]), held, paths, _READ).found
        return [each.block for each in found if document.blocks[each.block - 1].kind != "heading"]

    return rank


@dataclass(frozen=True, slots=True)
class _Texts:
    """What peers index: the same blocks, and their numbers."""

    texts: list[str]
    numbers: list[int]


def _texts(document: Document, *, titled: bool = False) -> _Texts:
    titles = {section.id: section.title for section in document.sections}
    blocks = [block for block in document.blocks if block.kind != "heading"]
    texts = [
        f"{titles.get(block.section or 0, '') if titled else ''} {block.span.of(document.text)}"
        for block in blocks
    ]
    return _Texts(texts, [block.number for block in blocks])


def _tokens(text: str) -> list[str]:
    return [word.strip(".,;:?!()“”’\"'") for word in text.lower().split()]


def _rank_bm25(document: Document) -> Ranker:
    import numpy as np
    from rank_bm25 import BM25Okapi

    given = _texts(document)
    index = BM25Okapi([_tokens(text) for text in given.texts])
    return lambda asked: [given.numbers[n] for n in np.argsort(-index.get_scores(_tokens(asked)))[:_READ]]


def _bm25s(document: Document, *, titled: bool) -> Ranker:
    """With English stop words and stemming, as its own guide advises."""
    import bm25s
    import Stemmer

    stemmer, given = Stemmer.Stemmer("english"), _texts(document, titled=titled)

    def tokens(texts: list[str]) -> object:
        return bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False)

    index = bm25s.BM25()
    index.index(tokens(given.texts), show_progress=False)

    def rank(asked: str) -> list[int]:
        found, _ = index.retrieve(tokens([asked]), k=_READ, show_progress=False)
        return [given.numbers[number] for number in found[0]]

    return rank


_OURS = "Pincite"
_RANKERS: dict[str, Callable[[Document], Ranker]] = {
    _OURS: _ours,
    "rank-bm25": _rank_bm25,
    "bm25s": lambda document: _bm25s(document, titled=False),
    "bm25s, titles with every block": lambda document: _bm25s(document, titled=True),
}


if __name__ == "__main__":
    run(measure, __doc__)
