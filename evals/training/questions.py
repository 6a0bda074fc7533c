"""The wordings in which a clause type of CUAD is asked for, and what belongs to the left-out types."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

import yaml

HEADING_LEFT_OUT = "heading of a left-out type"


@dataclass(frozen=True, slots=True)
class Clauses:
    """Paraphrases by clause type, the types left out of training, and words that betray them."""

    questions: dict[str, tuple[str, ...]]
    left_out: frozenset[str]
    left_out_headings: tuple[str, ...]

    def betrays(self, heading: str) -> bool:
        """Whether a heading speaks of a left-out type."""
        return any(word in heading.lower() for word in self.left_out_headings)

    def is_left_out(self, group: str) -> bool:
        return group in self.left_out or group == HEADING_LEFT_OUT


@functools.cache
def clauses() -> Clauses:
    read = yaml.safe_load((Path(__file__).parent / "clauses.yaml").read_text("utf-8"))
    return Clauses(
        {name: tuple(asked) for name, asked in read["questions"].items()},
        frozenset(read["left_out"]),
        tuple(read["left_out_headings"]),
    )
