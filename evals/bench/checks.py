"""Count what leaves of lies and truths at each level of strictness.

Run: PYTHONPATH=src:. python evals/bench/checks.py [--each 60] [--sample 1]
Claims are those of tests/adversary: our own lies, lies by somebody who has not read the checks, truths, and
true claims that are not beyond doubt. No model is asked. What the checks cost is in verification.py.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable

from tests.adversary.borderline import borderline
from tests.adversary.court import LEVELS, forged_passes, passes
from tests.adversary.lies import lies, true_ways_round, truths
from tests.adversary.outsider.cases import lies as outsider_lies
from tests.adversary.outsider.cases import truths as outsider_truths


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--each", type=int, default=60, help="our own lies of each kind")
    options.add_argument("--sample", type=int, default=1, help="every so many of the outsider's claims")
    chosen = options.parse_args()
    print_levels(chosen.each)
    print_outsider(chosen.sample)


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
