"""Time all checks on one item in a long document, and count what leaves at each level of strictness.

Run: PYTHONPATH=src:. python benchmarks/checks.py [--each 60] [--sample 1] [--no-lies]
Claims are those of tests/adversary: our own lies, lies by somebody who has not read the checks, truths, and
true claims that are not beyond doubt. No model is asked.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from statistics import median, quantiles

from tests.adversary.borderline import borderline
from tests.adversary.court import LEVELS, claim_of, forged_passes, passes
from tests.adversary.facts import FILLER, any_fact, document_with
from tests.adversary.lies import Told, lies, true, true_ways_round, truths
from tests.adversary.outsider.cases import lies as outsider_lies
from tests.adversary.outsider.cases import truths as outsider_truths
from tests.factories import held, question

from pincite.records.library import Held
from pincite.records.span import Span
from pincite.retrieve.paths import ByWords
from pincite.retrieve.search import search
from pincite.settings import Thresholds
from pincite.verify.citation import judge
from pincite.verify.context import Context
from pincite.verify.quote import locate
from pincite.verify.strictness import checks_for

CHARACTERS = 340_000
ITEMS = 60
BUDGET = 5.0


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--each", type=int, default=60, help="our own lies of each kind")
    options.add_argument("--sample", type=int, default=1, help="every so many of the outsider's claims")
    options.add_argument("--no-lies", action="store_true", help="only time the checks")
    chosen = options.parse_args()
    print_overhead()
    if not chosen.no_lies:
        print_levels(chosen.each)
        print_outsider(chosen.sample)


def print_overhead() -> None:
    """Processor time to prove one claim once the document's folded form is at hand."""
    told, about = long_document()
    locate(told[0].quotes[0], about.document.text)
    print(
        f"{len(about.document.text):,} characters, {len(told)} items, {len(about.document.blocks):,} blocks"
    )
    print(f"\n{'milliseconds per item':<26}{'p50':>8}{'p95':>8}{'most':>8}{'budget':>9}")
    print_times("finding the quote", [timed(lambda c=c: locate(c.quotes[0], c.text)) for c in told])
    for level in LEVELS:
        print_times(f"all checks, {level}", [timed(proving(claim, about, level)) for claim in told])


def long_document() -> tuple[list[Told], Held]:
    draw = random.Random(11)
    facts = {fact.sentence: fact for fact in (any_fact(draw) for _ in range(ITEMS))}
    paragraphs = list(facts)
    while sum(map(len, paragraphs)) < CHARACTERS:
        paragraphs.append(" ".join(draw.choices(FILLER, k=5)))
    draw.shuffle(paragraphs)
    text = document_with(draw, *paragraphs)[:CHARACTERS]
    about = held(text)
    return [true(fact, text, "truth") for fact in facts.values() if fact.sentence in text], about


def proving(told: Told, about: Held, level: str) -> Callable[[], object]:
    asked, claim = question(told.asked, about), claim_of(told, about)
    checks = checks_for(level, Thresholds().at(level))
    found = search(asked, about, (ByWords(),), 60).found
    spans = [place.context for place in found] or [Span(0, 1)]
    by_version = {about.identity.version: about}

    def prove() -> object:
        return judge(asked, claim, by_version, checks, {about.identity.version: Context.of(spans)})

    return prove


def timed(work: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        started = time.process_time()
        work()
        times.append((time.process_time() - started) * 1000)
    return median(times)


def print_times(what: str, times: list[float]) -> None:
    p95 = quantiles(times, n=20)[-1]
    print(f"{what:<26}{median(times):>8.2f}{p95:>8.2f}{max(times):>8.2f}{BUDGET:>9.0f}")


def print_levels(each: int) -> None:
    """One fixed set of claims: how many of it leave, and how many are refused."""
    claims = [*lies(each), *truths(5 * each), *true_ways_round(each), *borderline(each)]
    left = count((claim.kind, [passes(claim, level) for level in LEVELS]) for claim in claims)
    print_table("what leaves, of our own claims", left)
    refused = [sum(row[0] - row[at] for row in left.values()) for at in range(1, 5)]
    print(f"{'refused in all':<30}{len(claims):>7}" + "".join(f"{number:>10}" for number in refused))


def print_outsider(sample: int) -> None:
    told = sorted(outsider_lies(), key=lambda lie: (lie.document, lie.kind))[::sample]
    rows = ((f"{lie.nature}: {lie.kind}", [forged_passes(lie, level) for level in LEVELS]) for lie in told)
    left = count(rows)
    print_table("what leaves, of an outsider's lies", left)
    for nature in ("false", "wrong_fact"):
        chosen = [row for kind, row in left.items() if kind.startswith(nature)]
        total = [sum(column) for column in zip(*chosen, strict=True)]
        shares = "".join(f"{number / total[0]:>10.1%}" for number in total[1:])
        print(f"{nature + ', all kinds':<36}{total[0]:>7}{shares}")
    honest = sorted(outsider_truths(), key=lambda truth: truth.document)[::sample]
    kept = count(("truths", [forged_passes(truth, level) for level in LEVELS]) for truth in honest)
    print_table("what leaves, of an outsider's truths", kept)


def count(rows: Iterable[tuple[str, list[bool]]]) -> dict[str, list[int]]:
    """For each kind how many there are, and how many leave at each level."""
    counted: dict[str, list[int]] = defaultdict(lambda: [0] * 5)
    for kind, passed in rows:
        for at, number in enumerate([True, *passed]):
            counted[kind][at] += number
    return dict(sorted(counted.items()))


def print_table(title: str, rows: dict[str, list[int]]) -> None:
    print(f"\n{title:<36}{'claims':>7}" + "".join(f"{level:>10}" for level in LEVELS))
    for kind, (total, *passed) in rows.items():
        print(f"{kind:<36}{total:>7}" + "".join(f"{number:>10}" for number in passed))


if __name__ == "__main__":
    main()
