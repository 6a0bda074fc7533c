"""How long adding and asking takes on one long document, beside a plain scan for the question's words.

Run: python benchmarks/ask.py [--pages 400]
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pincite
from pincite.question.concepts import starters
from pincite.question.parse import RuleParser
from pincite.records.library import Held
from pincite.retrieve.paths import BySectionTitle, ByWords
from pincite.retrieve.search import search
from pincite.retrieve.weigh import weigh
from pincite.retrieve.words import load

_TOPICS = [
    "pump",
    "turbine",
    "valve",
    "sensor",
    "gateway",
    "licence",
    "module",
    "cabinet",
    "pallet",
    "crane",
    "dock",
    "yard",
    "fence",
    "meter",
    "boiler",
    "transformer",
    "conveyor",
    "scanner",
    "printer",
    "terminal",
    "server",
    "router",
    "battery",
    "filter",
    "compressor",
]
_ACTS = [
    "inspection",
    "replacement",
    "calibration",
    "delivery",
    "storage",
    "cleaning",
    "certification",
    "removal",
    "testing",
]
_LINES_PER_PAGE = 45


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--pages", type=int, default=400)
    pages = arguments.parse_args().pages
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.txt"
        path.write_text(_document(pages), "utf-8")
        with pincite.open(Path(folder) / "library") as library:
            added = _milliseconds(lambda: library.add(path))
            _report(library, path, pages, added)


def _report(library: pincite.Library, path: Path, pages: int, added: float) -> None:
    held = library.read(path.name)
    print(f"{pages} pages, {len(held.document.text):,} characters, {len(held.document.blocks):,} fact spans")
    print(f"{'add':38} {added:9.1f} ms   ({1000 * pages / added:.0f} pages/s to searchable)")
    text = held.document.text.lower()
    _row(
        "plain scan for the question's words",
        lambda q: [text.count(w) for w in q.lower().split()],
        _present(),
    )
    _row("retrieval (words, section titles)", lambda q: _retrieve(q, held), _present())
    _row("ask, present", library.ask, _present())
    _row("ask, absent (every fact span is read)", library.ask, _absent())


def _row(name: str, work: Callable[[str], object], questions: list[str]) -> None:
    work(questions[0])
    times = sorted(_milliseconds(lambda q=question: work(q)) for question in questions)  # type: ignore[misc]  # a bound default
    p95 = times[int(0.95 * (len(times) - 1))]
    print(f"{name:38} {statistics.median(times):9.1f} ms p50 {p95:9.1f} ms p95")


def _retrieve(asked: str, held: Held) -> object:
    question = weigh(RuleParser(starters()).read(asked), [load(held.postings)])
    return search(question, held, (ByWords(), BySectionTitle()), 60)


def _milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def _present() -> list[str]:
    return [f"What is the fee for the {act} of a {topic}?" for topic in _TOPICS for act in _ACTS[:2]]


def _absent() -> list[str]:
    return [f"What is the deposit for the auction of a {topic}?" for topic in _TOPICS]


def _document(pages: int) -> str:
    chance = random.Random(7)
    lines: list[str] = []
    clause = 0
    while len(lines) < pages * _LINES_PER_PAGE:
        clause += 1
        topic, act = _TOPICS[clause % len(_TOPICS)], _ACTS[clause // len(_TOPICS) % len(_ACTS)]
        lines += [f"{clause}. {act.capitalize()} of the {topic}", ""]
        for _ in range(chance.randint(2, 5)):
            lines += [*_paragraph(chance, topic, act), ""]
    starts = range(0, len(lines), _LINES_PER_PAGE)
    return "\f".join("\n".join(lines[start : start + _LINES_PER_PAGE]) + "\n" for start in starts)


def _paragraph(chance: random.Random, topic: str, act: str) -> list[str]:
    days, fee = chance.randint(5, 90), f"{chance.randint(1, 99)},{chance.randint(100, 999)}.00"
    return [
        f"The Supplier shall carry out the {act} of each {topic} within {days} days after the",
        f"Customer has asked for it. The fee for the {act} of a {topic} is EUR {fee},",
        "payable against invoice. Where the site cannot be reached, the parties shall agree upon",
        f"another day, and the {topic} stays in the custody of the Customer until then.",
    ]


if __name__ == "__main__":
    main()
