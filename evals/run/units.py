"""Units of work for a measuring process: documents with the questions to put to them, as lines of JSON."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from evals.modes.mode import PROPOSED, Mode, Second
from pincite.quality.questions import GoldRow, GoldSet, Source
from pincite.settings import Settings

# A unit ends with the document that fills it: a large one makes one process finish long after the others.
_ROWS_PER_UNIT = 40
_BYTES_PER_UNIT = 200_000


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Asked(_Record):
    """One question with its truth, and the key under which its observation is kept."""

    key: str
    gold: GoldRow


class Given(_Record):
    """One document: a file, or text that is read as one."""

    name: str
    path: Path | None
    text: str | None


class Unit(_Record):
    """What a process does in one go."""

    mode: Mode
    second: Second = "nobody"
    settings: Settings
    documents: tuple[Given, ...]
    rows: tuple[Asked, ...]


def keys(gold: GoldSet, mode: Mode, fingerprint: str, second: Second = "nobody") -> dict[str, str]:
    """By row the key of its observation: the same question to the same bytes in the same way has the same."""
    contents = {source.name: hashlib.sha256(source.content()).hexdigest() for source in gold.sources}
    return {row.id: _key(row, contents[row.document], mode, f"{fingerprint} {second}") for row in gold.rows}


def units(
    gold: GoldSet,
    rows: Collection[GoldRow],
    keys: dict[str, str],
    mode: Mode,
    settings: Settings,
    second: Second = "nobody",
) -> Iterator[Unit]:
    """The rows by document, those of small documents together."""
    sources = {source.name: source for source in gold.sources}
    by_document: dict[str, list[GoldRow]] = defaultdict(list)
    for row in rows:
        by_document[row.document].append(row)
    for names in _grouped(by_document, sources):
        asked = tuple(Asked(key=keys[row.id], gold=row) for name in names for row in by_document[name])
        documents = tuple(_given(sources[name]) for name in names)
        yield Unit(mode=mode, second=second, settings=settings, documents=documents, rows=asked)


def _grouped(by_document: dict[str, list[GoldRow]], sources: dict[str, Source]) -> Iterable[list[str]]:
    names: list[str] = []
    count = size = 0
    for name, rows in by_document.items():
        names.append(name)
        count += len(rows)
        size += len(sources[name].content())
        if count >= _ROWS_PER_UNIT or size >= _BYTES_PER_UNIT:
            yield names
            names, count, size = [], 0, 0
    if names:
        yield names


def _key(row: GoldRow, content: str, mode: Mode, fingerprint: str) -> str:
    # Where quotes are is part of what is observed.
    quotes = (answer.quote for answer in row.answers if not answer.spans)
    # What is proposed comes from the gold.
    told = [row.model_dump_json(exclude={"id", "strata", "note"})] if mode in PROPOSED else quotes
    said = "\n".join((mode, fingerprint, content, row.document, row.question, *told))
    return hashlib.sha256(said.encode()).hexdigest()[:24]


def _given(source: Source) -> Given:
    return Given(name=source.name, path=source.path.resolve() if source.path else None, text=source.text)
