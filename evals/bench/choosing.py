"""How often a question put to many documents is asked of the one it names, and how long choosing takes.

Run: python -m evals.bench.choosing --data DIR [--split dev]
DIR holds `legalbenchrag`. All documents of its corpus are held in one library, the first 40,000 characters of
each: nothing that tells which document it is stands further back. Every query of the three benchmarks names
its document in its own way. Figures are given for each fold of documents; rules were fitted on `train` alone.

`first`: the right document is the best of those proposed. `certain`: it is asked alone. `certain and wrong`:
another one is. Once with the names that the files have, and once with names that say nothing (doc-001.txt).
"""

from __future__ import annotations

import argparse
import hashlib
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pincite
from evals.score.gold_set import fold_of
from evals.sets.legalbenchrag import read
from pincite.ask.choose_documents import DocumentChooser
from pincite.quality.questions import GoldSet
from pincite.question.choosing.choice import choose
from pincite.question.choosing.covers import read_covers
from pincite.question.dictionary.entries import starters
from pincite.question.parse import RuleParser
from pincite.records.library import Cover, Identity
from pincite.records.run import Choice

_CHARACTERS = 40_000
_DOCUMENTS = 1_000


@dataclass(frozen=True, slots=True)
class Asked:
    """A query, the benchmark and fold that it belongs to, and the document that it is about."""

    query: str
    benchmark: str
    fold: str
    key: str


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--split", default="dev")
    arguments.add_argument("--misses", action="store_true", help="print what was not chosen (train fold)")
    options = arguments.parse_args()
    gold = read(options.data, options.split)
    corpus = options.data / "legalbenchrag" / "corpus"
    held = sorted(str(path.relative_to(corpus)) for path in corpus.rglob("*.txt"))
    asked = _asked(gold)
    for shown, names in (("names of files", _named(held)), ("names hidden", _hidden(held))):
        with tempfile.TemporaryDirectory() as folder, _library(Path(folder), corpus, names) as library:
            covers = library.store.covers("default")
            print(f"{len(covers)} documents, {shown}")
            keys = {
                cover.identity: key
                for cover in covers
                for key, n in names.items()
                if n == cover.identity.name
            }
            _report(_choices(library, asked), keys, options.misses)
    _times(covers, asked)


def _asked(gold: GoldSet) -> list[Asked]:
    keys = {source.name: source.key for source in gold.sources}
    return [
        Asked(row.question, row.strata.field, fold_of(keys[row.document]), keys[row.document])
        for row in gold.rows
    ]


def _named(held: Sequence[str]) -> dict[str, str]:
    return {key: Path(key).name for key in held}


def _hidden(held: Sequence[str]) -> dict[str, str]:
    """Numbered in an order that says nothing either."""
    shuffled = sorted(held, key=lambda key: hashlib.sha256(key.encode()).digest())
    return {key: f"doc-{number:03}.txt" for number, key in enumerate(shuffled, start=1)}


def _library(folder: Path, corpus: Path, names: Mapping[str, str]) -> pincite.Library:
    """A library that holds the documents under these names."""
    files = folder / "files"
    files.mkdir()
    for key, name in names.items():
        text = (corpus / key).read_text("utf-8", "replace")[:_CHARACTERS]
        (files / name).write_text(text, "utf-8")
    library = pincite.open(folder / "library")
    library.add(files, isolated=False)
    return library


def _choices(library: pincite.Library, asked: Sequence[Asked]) -> Iterator[tuple[Asked, Choice]]:
    chooser = DocumentChooser(library.store, "default", library.settings.shortlist)
    everything = [listing.identity for listing in library.documents()]
    parser = RuleParser(starters())
    for each in asked:
        yield each, chooser.choose(parser.read(each.query), everything)


def _report(choices: Iterable[tuple[Asked, Choice]], keys: Mapping[Identity, str], misses: bool) -> None:
    counts: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    missed: dict[str, str] = {}
    for each, choice in choices:
        right = bool(choice.documents) and keys[choice.documents[0].identity] == each.key
        told = {
            "asked": True,
            "first": right,
            "certain": choice.certain,
            "certain and wrong": choice.certain and not right,
            "asked back": bool(choice.clarification),
        }
        for group in ((each.benchmark, each.fold), ("all", each.fold)):
            counts[group].update(name for name, holds in told.items() if holds)
        if each.fold == "train" and not (right and choice.certain):
            best = [f"{keys[c.identity]} {c.score} ({c.reason})" for c in choice.documents[:2]]
            missed[each.query.split(";")[0]] = f"{each.key}: {best} {choice.clarification}"
    for (benchmark, fold), count in sorted(counts.items()):
        names = ("first", "certain", "certain and wrong", "asked back")
        figures = ", ".join(f"{name} {count[name] / count['asked']:.1%}" for name in names)
        print(f"  {benchmark:12} {fold:10} {count['asked']:5} queries: {figures}")
    for query, instead in missed.items() if misses else ():
        print(f"    {query} -> {instead}")


def _times(covers: Sequence[Cover], asked: Sequence[Asked]) -> None:
    """How long it takes among a thousand documents: these again and again, under other names."""
    many = [
        replace(cover, identity=replace(cover.identity, name=f"{copy}-{cover.identity.name}"))
        for copy in range(_DOCUMENTS // len(covers) + 1)
        for cover in covers
    ][:_DOCUMENTS]
    started = time.process_time()
    known = read_covers(many)
    cold = time.process_time() - started
    questions = [RuleParser(starters()).read(each.query) for each in asked[:: max(1, len(asked) // 300)]]
    choose(questions[0], known)
    seconds = []
    for question in questions:
        started = time.process_time()
        choose(question, known)
        seconds.append(time.process_time() - started)
    seconds.sort()
    median, p95 = (1000 * seconds[int(share * (len(seconds) - 1))] for share in (0.5, 0.95))
    print(
        f"among {len(many):,} documents: {median:.1f} ms median, {p95:.1f} ms p95 of {len(seconds)} queries;"
    )
    print(f"  reading their covers, once for each state of a library: {1000 * cold:.0f} ms")


if __name__ == "__main__":
    main()
