"""What a model is shown of the heading above a passage: nothing where the passage begins with it."""

from __future__ import annotations

import re

MAX_CHARS = 80


def shown_heading(heading: str, text: str) -> str:
    """The heading as it is put before the passage, at most 80 characters; empty where the passage has it."""
    stands_there = after_heading(text, 0, len(text), heading) > 0
    return "" if stands_there else " ".join(heading.split())[:MAX_CHARS]


def under_heading(heading: str, text: str) -> str:
    """A passage as embedders are given it: with the heading on a line above, as in training."""
    shown = shown_heading(heading, text)
    return f"{shown}\n{text}" if shown else text


def after_heading(text: str, start: int, end: int, heading: str) -> int:
    """Where the words begin behind a heading that stands at the start; `start` where none does."""
    wanted = heading.split()
    if not wanted:
        return start
    pattern = r"\s*".join(re.escape(word) for word in wanted)
    match = re.compile(rf"\s*{pattern}[\s.:]*").match(text, start, end)
    return match.end() if match else start
