"""Proved items for tests that need no document."""

from __future__ import annotations

from pydantic import BaseModel

from pincite.answer.answers import Evidence, Item, type_of
from pincite.answer.checks import Check, Judgement


def place(start: int = 0, end: int = 5, page: int | None = 1, words: str = "words") -> Evidence:
    return Evidence(
        document="sha", version="v", name="a.txt", page=page, page_label=None, anchor=None, section=None,
        lines=(1, 1), start=start, end=end, snippet=words, grade="exact", boxes=[], recognised=False,
    )  # fmt: skip


def item(
    value: BaseModel,
    original: str,
    *evidence: Evidence,
    chance: float = 0.9,
    limits: tuple[str, ...] = (),
) -> Item:
    proof = [Check(check=name, state="proved") for name in ("quote", "value", "place", "scope")]
    return Item(
        id="item-1", type=type_of(value), value=value, original=original, limits=list(limits),
        evidence=list(evidence) or [place()], proof=proof, derivation=None,
        judgement=Judgement(chance=chance, bar=0.5),
    )  # fmt: skip
