"""What a language model is asked and what it replies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Prompt:
    """Instructions of ours, the numbered lines that may be cited, and the form that the reply must have."""

    instructions: str
    context: str
    question: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Completion:
    """The text of a reply, and why it ended: by itself, at the limit of its length, or as a refusal."""

    text: str
    stopped: Literal["end", "length", "refusal"] = "end"
