"""What the prover says of one thing, in three states, and what it proves it against."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from pincite.answer.answers import Evidence
from pincite.answer.checks import Check, State
from pincite.records.document import Block, Document
from pincite.records.span import Span

RULES = 1
"""The version of these rules: certificates say which they rest on."""

Name = Literal["place", "quote", "seen", "scope", "value", "plain", "cell", "list", "computed", "answer"]
CHECKS: tuple[str, ...] = get_args(Name)
_SHOWN = 80
_ORDER: tuple[State, ...] = ("proved", "open", "contradicted")


def checked(check: Name, state: State, reason: str) -> Check:
    """How one check of an item came out, and why."""
    return Check(check=check, state=state, reason=reason)


@dataclass(frozen=True, slots=True)
class Ground:
    """What a cited document is proved against: its text, and its layout where the file was read."""

    text: str = field(repr=False)
    document: Document | None = field(default=None, repr=False)
    """None where only the text is there: then pages, sentences and cells cannot be told."""
    hidden: tuple[Span, ...] = ()
    source: str = ""
    """The SHA-256 of the file; empty where it does not matter."""
    by_other_parser: bool = False
    """Whether another parser has read the file than the one whose places are cited."""

    @classmethod
    def of(cls, document: Document, source: str = "") -> Ground:
        return cls(document.text, document, tuple(each.span for each in document.unseen), source)

    def blocks_of(self, span: Span) -> tuple[Block, ...]:
        return tuple(self.document.blocks_of(span)) if self.document else ()


Key = tuple[str, str]
"""The name and the version of a document."""
Grounds = Mapping[Key, Ground]


def span_of(place: Evidence) -> Span:
    return Span(place.start, place.end)


def ground_of(place: Evidence, grounds: Grounds) -> Ground | None:
    return grounds.get((place.name, place.version))


def worst(checks: Iterable[Check]) -> State:
    """The state of several checks together."""
    return max((check.state for check in checks), key=_ORDER.index, default="proved")


def contradiction(checks: Sequence[Check]) -> Check | None:
    """What keeps an item from leaving; None where nothing does."""
    return next((check for check in checks if check.state == "contradicted"), None)


def short(text: str) -> str:
    """Words of a document in a reason: on one line, and not too many."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"
