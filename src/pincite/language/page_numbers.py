"""Name pages by their numbers: page 3; pages 4, 7 to 9."""

from __future__ import annotations

from collections.abc import Iterable

_MOST = 12


def pages_named(numbers: Iterable[int]) -> str:
    """The pages, those that follow each other together; of very many only the first."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    said = [_run(run) for run in runs[:_MOST]]
    if len(runs) == 1 and len(runs[0]) == 1:
        return f"page {said[0]}"
    return f"pages {', '.join(said)}{' and more' if len(runs) > _MOST else ''}"


def _run(run: list[int]) -> str:
    if len(run) == 1:
        return str(run[0])
    return f"{run[0]}, {run[1]}" if len(run) == 2 else f"{run[0]} to {run[-1]}"
