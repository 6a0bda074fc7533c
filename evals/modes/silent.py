"""Make the silent-source set of a gold set: questions whose answer the document does not carry.

The absent rows stay as they are. Of a document that does carry an answer a copy is made without it, a copy
for each row. With the evidence of all rows gone from one copy, little would be left that resembles an
answer, and resembling an answer is what tempts a system into one. Copies cost time, so only a few rows of a
document get one: which, their ids decide, so that the same rows are taken every time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from evals.modes.removal import without_answer
from evals.modes.variants import LeftOut, Texts, absent_in, digest, variant
from pincite.quality.questions import GoldRow, GoldSet, Source


@dataclass(frozen=True, slots=True)
class Silent:
    """The set, and the rows of which no silent copy could be made."""

    gold: GoldSet
    left_out: tuple[LeftOut, ...]


def silent(gold: GoldSet, texts: Texts, *, per_document: int = 3, seed: int = 0) -> Silent:
    """The absent rows, and up to `per_document` rows of each document with their evidence gone from it."""
    absent = gold.of(row for row in gold.rows if row.absent)
    present: dict[str, list[GoldRow]] = defaultdict(list)
    for row in gold.rows:
        if not row.absent:
            present[row.document].append(row)
    sources, rows, left_out = list(absent.sources), list(absent.rows), []
    for source in gold.sources:
        chosen = sorted(present[source.name], key=lambda row: digest(f"{seed} {row.id}"))
        for each in _copies(source, chosen, texts, per_document):
            if isinstance(each, LeftOut):
                left_out.append(each)
            else:
                sources.append(each[0])
                rows.append(each[1])
    named = replace(gold, name=f"{gold.name}-silent", sources=tuple(sources), rows=tuple(rows))
    return Silent(named, tuple(left_out))


def _copies(
    source: Source, rows: Sequence[GoldRow], texts: Texts, most: int
) -> Iterator[tuple[Source, GoldRow] | LeftOut]:
    made = 0
    for row in rows:
        if made == most:
            return
        copy = without_answer(row, texts(source.name))
        if isinstance(copy, LeftOut):
            yield copy
            continue
        made += 1
        silenced = variant(source, "silent", row, copy.text)
        yield silenced, absent_in(row, silenced, "silent")
