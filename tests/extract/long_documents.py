"""A document of many sections with a fee in some of them, and language models that find each fee."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from pincite.records.completion import Completion, Prompt, Usage
from tests.form_filling import FEE, filled, item, numbered

_FILLING = (
    "The parties shall meet in good faith to discuss the progress of the work and record what they agree. "
    "Each of them shall name a person who can be reached on working days. "
)
_FEE = re.compile(r"^(\d+): .*?(The fee for service (\d+) is (EUR ([\d,]+\.00))\.)", re.MULTILINE)


def long_text(sections: int, fee_in: Callable[[int], bool] = lambda section: True) -> str:
    """About seven hundred characters a section."""
    parts = []
    for number in range(1, sections + 1):
        fee = f"The fee for service {number} is EUR {number:,}00.00. " if fee_in(number) else ""
        parts.append(f"{number}. Service {number}\n\n{fee}{_FILLING * 4}\n")
    return "\n".join(parts)


def fees(sections: int) -> list[str]:
    return [f"EUR {number:,}00.00" for number in range(1, sections + 1)]


@dataclass
class FindsFees:
    """A model that gives every fee it is shown, and keeps what it was asked."""

    prompts: list[Prompt] = field(default_factory=list)
    name: str = "finds-fees"
    rungs: tuple[str, ...] = ("structured",)

    def complete(self, prompt: Prompt) -> Completion:
        self.prompts.append(prompt)
        return Completion(self.said(prompt), usage=Usage(1, 100, 0, 10))

    def said(self, prompt: Prompt) -> str:
        items = [
            item(
                int(found[1]),
                found[4],
                FEE | {"value": found[5].replace(",", "")},
            )
            for found in _FEE.finditer(prompt.context)
        ]
        return filled(*items, kind="list" if items else "none")


@dataclass
class TruncatesFirst(FindsFees):
    """The first reply about any lines breaks off at once; asked about fewer of them it comes to its end."""

    seen: set[str] = field(default_factory=set)

    def complete(self, prompt: Prompt) -> Completion:
        lines = set(numbered(prompt).values())
        if not lines <= self.seen:
            self.seen |= lines
            self.prompts.append(prompt)
            return Completion(self.said(prompt)[:40], "length")
        return super().complete(prompt)


@dataclass
class ShortOfBreath(FindsFees):
    """No reply of it has more than so many characters: with a few items it always breaks off."""

    most_chars: int = 900

    def complete(self, prompt: Prompt) -> Completion:
        said = super().complete(prompt)
        if len(said.text) <= self.most_chars:
            return said
        return Completion(said.text[: self.most_chars], "length")
