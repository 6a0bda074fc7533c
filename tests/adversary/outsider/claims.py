"""A lie or a truth that a language model might return about a document.

A lie of nature `false` says something that the document does not say: the words, the
place or the value were changed. It must be refused always. A lie of nature
`wrong_fact` quotes the document faithfully but does not answer the question. A truth
is an honest claim in the same form, so that refusing everything is no way to pass.
"""

from dataclasses import dataclass, field
from typing import Literal

Nature = Literal["false", "wrong_fact"]
Value = dict[str, object]
Cited = tuple[int, int, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """An honest claim: must be accepted. `citations` are (first line, last line, quote)."""

    kind: str
    document: str
    question: str
    answer_type: str
    value: Value
    original: str
    citations: list[Cited]
    qualifiers: list[str] = field(default_factory=list)
    method: str = "verbatim"
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lie(Truth):
    """A claim in the same form that must not be answered; `why` says what would go wrong."""

    nature: Nature
