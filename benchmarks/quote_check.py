"""Time the quote check in a long document, beside a plain substring check.

Run: PYTHONPATH=src python benchmarks/quote_check.py
The document is made up here; where the shared check set is at hand its rates are printed too.
"""

from __future__ import annotations

import json
import random
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from pincite.records.fold import fold_once
from pincite.verify.quote import locate

CHARACTERS = 340_000
CHECKS = Path(__file__).parents[1].parent / "shared" / "checks" / "quotes-dev.jsonl"
PLAIN = (
    *(
        "agreement",
        "party",
        "supplier",
        "the",
        "of",
        "to",
        "and",
        "in",
        "shall",
        "may",
        "not",
        "deliver",
        "notice",
    ),
    *(
        "written",
        "within",
        "such",
        "any",
        "territory",
        "office",
        "confidential",
        "indemnify",
        "effective",
        "losses",
    ),
)
# About one word in seven of a contract carries punctuation, a figure or a hyphen.
MARKED = (
    *(
        "days,",
        "(30)",
        "$4,500",
        "10%",
        "non-exclusive",
        "license,",
        "“Products”",
        "Company’s",
        "thereof.",
        "2019;",
    ),
    *("and/or", "third-party", "Section 5.1", "Affiliates,", "hereunder."),
)


def document() -> str:
    draw = random.Random(7)
    words = [draw.choice(MARKED if draw.random() < 1 / 7 else PLAIN) for _ in range(CHARACTERS // 6)]
    return "\n".join(textwrap.wrap(" ".join(words), 90))[:CHARACTERS]


def milliseconds(work: Callable[[], object], before: Callable[[], object] = lambda: None) -> float:
    times = []
    for _ in range(9):
        before()
        started = time.perf_counter()
        work()
        times.append((time.perf_counter() - started) * 1000)
    return median(times)


def main() -> None:
    text = document()
    lines = text[CHARACTERS * 9 // 10 :].split("\n")[1:5]
    printed, flowed = "\n".join(lines), " ".join(lines)
    print(f"{len(text):,} characters, quote of {len(flowed)}; median of 9 runs\n")
    print(f"{'case':<18}{'locate ms':>10}{'found':>7}{'`in` ms':>10}{'found':>7}{'budget ms':>11}")
    print_row("warm, as printed", printed, text, 2)
    print_row("warm, reflowed", flowed, text, 2)
    print_row("warm, absent", f"{flowed} herewith", text, 5)
    print_row("cold, reflowed", flowed, text, 60, before=fold_once.cache_clear)
    print_many_hits()
    if CHECKS.exists():
        print_rates([json.loads(line) for line in CHECKS.read_text(encoding="utf-8").splitlines()])


def print_row(
    case: str, quote: str, text: str, budget: int, before: Callable[[], object] = lambda: None
) -> None:
    ours = milliseconds(lambda: locate(quote, text), before)
    plain = milliseconds(lambda: quote in text)
    found, plainly = str(bool(locate(quote, text))), str(quote in text)
    print(f"{case:<18}{ours:>10.3f}{found:>7}{plain:>10.3f}{plainly:>7}{budget:>11}")


def print_many_hits() -> None:
    """A quote of two characters that stands at every third word, and nowhere as a whole."""
    draw = random.Random(7)
    ends = (")", "%)", " days)", ".1)")
    rows = (f"{draw.choice(PLAIN)} (5{draw.choice(ends)} {draw.choice(PLAIN)}" for _ in range(20_000))
    text = " ".join(rows)
    fold_once(text)
    started = time.perf_counter()
    located = len(locate("(5", text))
    each = (time.perf_counter() - started) * 1e6 / 20_000
    print(f"\n20,000 hits of '(5', {located} located: {each:.1f} microseconds each")


def print_rates(checks: list[dict[str, str]]) -> None:
    started = time.perf_counter()
    located = [bool(locate(check["quote"], check["source"])) for check in checks]
    each = (time.perf_counter() - started) * 1000 / len(checks)
    plainly = [check["quote"] in check["source"] for check in checks]
    print(f"\n{'check set':<28}{'locate':>8}{'`in`':>8}")
    for label, wanted in (("genuine quotes located", True), ("altered quotes located", False)):
        chosen = [n for n, check in enumerate(checks) if bool(check["accept"]) is wanted]
        ours, plain = sum(located[n] for n in chosen), sum(plainly[n] for n in chosen)
        print(f"{label:<28}{ours:>8}{plain:>8}  of {len(chosen)}")
    print(f"{'milliseconds each':<28}{each:>8.3f}")


if __name__ == "__main__":
    main()
