"""Propose all items of an answer that has several: a list, a tree of items, or records with their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pincite.contract.claims import Claim
from pincite.contract.registry import find
from pincite.contract.values.types import Text
from pincite.generate.records import record_claims
from pincite.generate.trees import list_claims
from pincite.records.document import Document
from pincite.records.evidence import Found
from pincite.records.library import Identity
from pincite.records.question import Question

# What is looked for in an item that is not divided into cells. A bare number there may be anything.
_KINDS = ("amount", "date", "duration", "percentage")


def several(
    question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
) -> list[Claim]:
    """The claims of one list or one table, parents before children; none when nothing was found."""
    listed = list_claims(question, found, documents)
    if question.generation.answer_shape not in ("nested", "table"):
        return listed
    records = record_claims(question, found, documents)
    if records and (not listed or records[0].score >= listed[0].score - _AS_GOOD):
        return records
    return [claim for number, item in enumerate(listed, start=1) for claim in _record(item, number)]


# A list in the same document must bear clearly more on the question than a table to be taken for it.
_AS_GOOD = 0.2


def _record(item: Claim, number: int) -> Iterator[Claim]:
    """An item with its values below it: "Site A: EUR 500 from 1 May 2024"."""
    place = item.place or (number,)
    yield item.model_copy(update={"place": place})
    text = item.value.text if isinstance(item.value, Text) else ""
    readings = [(reading, kind) for kind in _KINDS for reading in find(kind, text) if not reading.ambiguous]
    for at, (reading, kind) in enumerate(sorted(readings, key=lambda pair: pair[0].start), start=1):
        original = reading.original(text)
        changes = {"answer_type": kind, "value": reading.value, "original": original, "place": (*place, at)}
        yield item.model_copy(update=changes)
