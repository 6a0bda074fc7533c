"""Make gold questions of what people decided about cells of tables, with the documents that they are about.

What was accepted, picked or typed is the truth with its place; what is not stated is an absent row. Only
decisions about the current version of a document count: about another one nobody has decided.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import TypeAdapter

from pincite.answer.document_tables import Decision, TableField
from pincite.errors import InputError, NotHeld
from pincite.extract.cell_keys import field_key
from pincite.extract.deciding import decisions_on
from pincite.quality.gold import GoldAnswer, GoldRow, Strata
from pincite.records.library import Identity
from pincite.service import Library

REVIEWED = "reviewed"
"""The name by which what people decided is evaluated."""
FEW = 30
"""With fewer rows the interval is so wide that it says little."""
_ALL_TABLES = 10_000
_FIELDS = TypeAdapter(list[TableField])


def write_reviewed(library: Library, folder: Path) -> Path:
    """The questions as a gold file, the documents beside it; an InputError where nobody decided."""
    rows = list(reviewed_rows(library))
    if not rows:
        raise InputError(
            "Nobody has decided about a cell of a table in this library.",
            hint="Make a table and go through it: pincite table --fields …, then pincite review TABLE",
        )
    docs = folder / "docs"
    docs.mkdir(parents=True)
    for identity in {identity for identity, _ in rows}:
        (docs / _file_name(identity.name)).write_bytes(library.store.content(identity))
    file = folder / f"{REVIEWED}.jsonl"
    file.write_text("".join(f"{row.model_dump_json()}\n" for _, row in rows), "utf-8")
    return file


def reviewed_rows(library: Library) -> Iterator[tuple[Identity, GoldRow]]:
    """A row for each cell that somebody decided about, by the last decision; a question is put once."""
    seen: set[tuple[str, str]] = set()
    for _, written, names in library.store.held_tables(library.settings.collection, "", _ALL_TABLES):
        fields = _FIELDS.validate_json(written)
        for name in names:
            try:
                identity = library.current(name)
            except (InputError, NotHeld):  # deleted meanwhile
                continue
            # What holds for a contract may stand in another of its papers: it is no gold for this one.
            own = [field for field in fields if field.of == "document"]
            for field, decision in decisions_on(library.store, identity, own):
                key = name, field_key(field)
                if key not in seen:
                    seen.add(key)
                    yield identity, _row(identity, field, decision)


def _row(identity: Identity, field: TableField, decision: Decision) -> GoldRow:
    answers = tuple(
        GoldAnswer(
            text=decision.value,
            spans=((evidence.start, evidence.end),),
            page=evidence.page,
            quote=evidence.snippet,
        )
        for evidence in decision.evidence
    )
    return GoldRow(
        id=f"{identity.name}:{field_key(field)}",
        document=_file_name(identity.name),
        question=field.question,
        answer_type=field.answer_type,
        absent=decision.kind == "not_stated",
        answers=answers,
        strata=Strata(field=field.name),
        note=f"{decision.kind} by {decision.by}, {decision.at}",
    )


def _file_name(name: str) -> str:
    """The name as that of a file: one of an attachment may have signs that lead to other folders."""
    return name.replace("/", "_").replace("\\", "_")
