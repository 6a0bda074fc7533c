"""Answers about documents of a library whose places are real, made without asking anybody."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from pydantic import BaseModel

from pincite.answer.answers import (
    Answer,
    Conflict,
    Coverage,
    Evidence,
    Item,
    Lead,
    NearMiss,
    PageCoverage,
    type_of,
)
from pincite.answer.checks import Check, JudgedBy, Judgement
from pincite.answer.claims import Signals
from pincite.prove.place import recover
from pincite.prove.quote import locate
from pincite.records.evidence import Proof
from pincite.records.library import Held
from pincite.records.span import Span
from pincite.service import Library
from pincite.values.types import Amount
from pincite.values.types import Text as TextValue

QUESTION = "How much is the monthly fee?"
FEE_VALUE = Amount(value=Decimal("4500.00"), currency="EUR", unit=None)


def added(library: Library, folder: Path, content: bytes | str, name: str = "agreement.pdf") -> Held:
    """The document that comes of a file with this content."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    (result,) = library.add(path)
    assert result.error is None, result.error
    return library.read(name)


def cited(held: Held, words: str) -> Evidence:
    """The place of some words of a document."""
    match = locate(words, held.document.text)[0]
    return recover(Proof(held.identity, held.document, Span(match.start, match.end), match.grade))


def item(held: Held, words: str, value: BaseModel | None = None, id: str = "item-1") -> Item:
    """A proved item that these words are the evidence of."""
    place = cited(held, words)
    given = value or TextValue(text=place.snippet)
    by = [JudgedBy(reader="scripted", says="0.97")]
    return Item(
        id=id,
        type=type_of(given),
        value=given,
        original="EUR 4,500.00" if value == FEE_VALUE else place.snippet,
        limits=[],
        evidence=[place],
        proof=[Check(check=name, state="proved") for name in ("quote", "value", "place", "scope")],
        judgement=Judgement(by=by, chance=0.93, bar=0.82),
        derivation=None,
    )


def lead(held: Held, words: str, chance: float = 0.41) -> Lead:
    return Lead(evidence=[cited(held, words)], chance=chance, reason="may differ in: year")


def near(held: Held, words: str) -> NearMiss:
    return NearMiss(**cited(held, words).model_dump(), reason="Probably about something else (0.12).")


def answer(outcome: str = "answered", **changes: object) -> Answer:
    whole = {
        "outcome": outcome,
        "question": QUESTION,
        "strictness": "balanced",
        "method": "verbatim",
        "items": [],
        "conflict": None,
        "signals": Signals.nothing(),
        "clarification": None,
        "caveats": [],
        "coverage": read_all(),
        "error": None,
        "run": "",
        "seconds": 0.1,
    }
    return Answer.model_validate(whole | changes)


def read_all(*nearest: NearMiss) -> Coverage:
    pages = PageCoverage(total=2, read=2, low_quality=1, unreadable=0)
    return Coverage(
        documents=1,
        pages=pages,
        spans_read=7,
        spans_total=7,
        paths=[],
        nearest=list(nearest),
        chance_held=0.04,
    )


def conflict(*sides: list[str]) -> Conflict:
    return Conflict(sides=list(sides), rule=None)
