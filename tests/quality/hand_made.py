"""A gold set written by hand, and systems of known honesty that answer it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pincite.quality.observing import Observation, ObservedItem, Place
from pincite.quality.questions import GoldAnswer, GoldRow, GoldSet, Source, Strata, position_of

_FILLER = "The parties have read every schedule of this document and agree with each of them in full. " * 12
_TOWNS = ("Arden", "Bexley", "Corby", "Dunmore", "Elgin")
System = Callable[[GoldRow], Observation]


def _sentences(number: int) -> dict[str, str]:
    town = _TOWNS[number]
    return {
        "fee": f"The yearly fee for the {town} site is EUR {number + 3},500.00.",
        "start": f"Work at {town} begins on {number + 4} March 2024.",
        "notice": f"Either party may end the {town} works with {number + 2} months of notice.",
        "sublet": f"The tenant of {town} may not sublet any part of the site.",
        "parties": f"This deed is made between {town} Quarry, Inc. and Friends of {town} Ltd.",
        "law": f"Disputes about {town} are heard by the county court, and each side bears its own expenses.",
    }


_VALUES: dict[str, Callable[[int], list[dict[str, Any] | None]]] = {
    "fee": lambda n: [{"value": f"{n + 3}500.00", "currency": "EUR", "unit": None}],
    "start": lambda n: [{"iso": f"2024-03-{n + 4:02}", "precision": "day"}],
    "notice": lambda n: [{"iso8601": f"P{n + 2}M"}],
    "sublet": lambda n: [{"value": False}],
    "parties": lambda n: [{"name": f"{_TOWNS[n]} Quarry, Inc."}, {"name": f"Friends of {_TOWNS[n]} Ltd"}],
    "law": lambda n: [None],
}
_TYPES = {
    **{"fee": "amount", "start": "date", "notice": "duration", "sublet": "boolean"},
    **{"parties": "organisation", "law": "clause", "insurer": "organisation"},
}


def text_of(number: int) -> str:
    return _FILLER.join(_sentences(number).values())


def gold_set() -> GoldSet:
    """Five documents with seven questions each: of every type, one list, and one that has no answer."""
    sources = tuple(Source(f"deed-{n}", f"deed-{n}.txt", text=text_of(n)) for n in range(5))
    rows = tuple(_row(n, field) for n in range(5) for field in _TYPES)
    return GoldSet("hand-made", "dev", sources, rows)


def _row(number: int, field: str) -> GoldRow:
    text, sentence = text_of(number), _sentences(number).get(field)
    answers: tuple[GoldAnswer, ...] = ()
    start = text.index(sentence) if sentence else 0
    if sentence:
        span = (start, start + len(sentence))
        answers = tuple(
            GoldAnswer(value=value, text=sentence, spans=(span,), page=1 + start // 2_000, quote=sentence)
            for value in _VALUES[field](number)
        )
    return GoldRow(
        id=f"{number}-{field}",
        document=f"deed-{number}.txt",
        question=f"What does the deed say about the {field}?",
        answer_type=_TYPES[field],
        answer_shape="list" if field == "parties" else "single",
        absent=sentence is None,
        answers=answers,
        strata=Strata(
            doc_type="lease" if number < 2 else "deed",
            field=field,
            position=position_of(start, len(text)) if sentence else "none",
        ),
    )


def item(row: GoldRow, gold: GoldAnswer, **changed: Any) -> ObservedItem:
    (start, end) = (gold.spans or ((0, 1),))[0]
    fields: dict[str, Any] = {
        "answer_type": row.answer_type or "text",
        "value": gold.value or {"text": gold.text},
        "original": gold.text,
        "confidence": 0.99,
        "proved": True,
        "places": (Place(start=start, end=end, page=gold.page, snippet=gold.quote),),
    }
    return ObservedItem(**{**fields, **changed})


def observed(row: GoldRow, items: Sequence[ObservedItem] = (), **changed: Any) -> Observation:
    fields: dict[str, Any] = {
        "row": row.id,
        "outcome": "answered" if items else "not_found",
        "items": tuple(items),
        "seconds": 0.02,
    }
    return Observation(**{**fields, **changed})


def perfect(row: GoldRow) -> Observation:
    return observed(row, [item(row, gold) for gold in row.answers])


def empty(row: GoldRow) -> Observation:
    return observed(row)


def asked(system: System, gold: GoldSet | None = None) -> list[Observation]:
    return [system(row) for row in (gold or gold_set()).rows]


def shuffled() -> list[Observation]:
    """What the perfect system says, each answer given to another question."""
    rows = gold_set().rows
    return [
        perfect(rows[(n + 12) % len(rows)]).model_copy(update={"row": row.id}) for n, row in enumerate(rows)
    ]
