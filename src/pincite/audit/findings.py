"""What a check of a certificate finds, line by line: proved, recorded, unproved or disproved."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from pincite.errors import DISPROVED_EXIT_CODE

Status = Literal["proved", "recorded", "unproved", "disproved"]
"""Recorded is what no check of this level can prove, and what it does not claim to. Unproved is what it
should prove and could not, for a reason that the finding gives."""
Level = Literal["source", "source, parser differs", "text", "none"]
"""How far a document is proved: by its file read again, by its file as another parser reads it, by the text
in the certificate, or not at all."""
Cause = Literal[
    "", "chain", "signature", "source", "text", "parser", "offset", "quote", "place", "hidden", "value",
    "words", "formula", "verdict", "judgement", "outcome", "conflict", "coverage", "version", "image",
]  # fmt: skip
"""What a finding is about, for code to act on: its sentence is for people."""

LEVELS: tuple[Level, ...] = ("source", "source, parser differs", "text", "none")
# As an answer that is incomplete: nothing is wrong, and something is left open.
_INCOMPLETE_EXIT_CODE = 12
_SHOWN = 60
_PLAIN_NAME = re.compile(r"[\w.+()/-]{1,60}")
_QUOTES = re.compile('[“”"]')


class Finding(BaseModel):
    """One thing that holds, or does not, or that nobody can tell from here."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    status: Status
    about: str
    """Which part: "item-1", "lease.pdf", "chain"."""
    cause: Cause
    says: str


class Checked(BaseModel):
    """The result of checking a certificate. `holds` only if everything that it claims is proved again."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Annotated[Literal["pincite.check/1"], Field(alias="schema")] = "pincite.check/1"
    holds: bool
    level: Level
    levels: dict[str, Level]
    """By the name of each document."""
    question: str
    outcome: str
    signed_by: str | None
    """The public key whose signature holds; null where there is none."""
    findings: list[Finding]

    @property
    def exit_code(self) -> int:
        if self.of("disproved"):
            return DISPROVED_EXIT_CODE
        return 0 if self.holds else _INCOMPLETE_EXIT_CODE

    def of(self, *statuses: Status) -> list[Finding]:
        """The findings of these kinds, in their order."""
        return [finding for finding in self.findings if finding.status in statuses]

    def to_json(self) -> str:
        """The form for machines, with its own schema."""
        return self.model_dump_json(by_alias=True, indent=2)


def proved(about: str, cause: Cause, says: str) -> Finding:
    return Finding(status="proved", about=about, cause=cause, says=says)


def recorded(about: str, cause: Cause, says: str) -> Finding:
    return Finding(status="recorded", about=about, cause=cause, says=says)


def unproved(about: str, cause: Cause, says: str) -> Finding:
    return Finding(status="unproved", about=about, cause=cause, says=says)


def disproved(about: str, cause: Cause, says: str) -> Finding:
    return Finding(status="disproved", about=about, cause=cause, says=says)


def weakest(levels: Iterable[Level]) -> Level:
    """The level of documents together: that of the one that is proved least."""
    found = set(levels)
    return next((level for level in reversed(LEVELS) if level in found), "none")


def called(name: str) -> str:
    """A name of a file in a sentence: in quotes where it could be taken for more of the sentence."""
    if _PLAIN_NAME.fullmatch(name):
        return name
    return f"“{short(_QUOTES.sub(' ', name))}”"


def short(text: str) -> str:
    """Words of a document as a finding shows them: on one line, and not too many."""
    words = " ".join(text.split())
    return words if len(words) <= _SHOWN else f"{words[: _SHOWN - 1]}…"
