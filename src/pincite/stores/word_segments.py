"""Pack the words of a version for PostgreSQL, and put those of many versions together in segments.

The versions that wait are joined with the segments that are no larger than they are together: each block is
moved only a few times, and there are few segments, however a library grew. One process at a time does this,
in a transaction for each segment. It waits for nobody: versions that another transaction is just changing are
left for the next time, and with them the segment that they are in.

The words are cut and stemmed as those of the index beside SQLite are, so that both stores find the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from pincite.language.vocabulary import unbroken
from pincite.stores.lexical import analyzed, block_texts

if TYPE_CHECKING:
    from pincite.records.document import Document
    from pincite.stores.database import Database
    from pincite.stores.postings import Packed, Postings


def words_of(document: Document) -> Packed:
    """The words of a document's blocks."""
    return _packed(unbroken(block.span.of(document.text)) for block in document.blocks)


def opened_words(database: Database, versions: Sequence[int]) -> dict[int, Postings]:
    """The words of these versions; of those that nobody has packed, or somebody damaged, from their texts."""
    from pincite.stores.postings import Packed

    if not versions:
        return {}
    opened = {}
    for version, tokens, *columns in database.rows("packed_words", versions=list(versions)):
        try:
            opened[version] = Packed(tokens, *columns).opened()
        except (ValueError, IndexError, AttributeError, TypeError):
            opened[version] = words_in_rows(database, version).opened()
    return opened


def words_in_rows(database: Database, version: int) -> Packed:
    """The words of a version of before they were packed."""
    numbered = block_texts(database, version, _name(database, version))
    return _packed(text for _, text in numbered)


def _packed(blocks: Iterable[str]) -> Packed:
    from pincite.stores.postings import pack, postings_of

    return pack(postings_of(analyzed(block) for block in blocks))


def _name(database: Database, version: int) -> str:
    row = database.row("name_of_version", version=version)
    return str(row[0]) if row else f"version {version}"


PUTTING_TOGETHER = "Putting the word index of this library together…"
# So many versions, or blocks of them, may wait: each is searched by itself.
_WAITING_VERSIONS, _WAITING_BLOCKS = 32, 8_192
# From here on it takes seconds, and whoever waits is told why.
_MANY_BLOCKS = 100_000
# A segment is put together anew when this share of it is of versions that were replaced.
_REPLACED = 0.25
_MOST_BLOCKS = 65_536
# However short they are: so many versions are locked and read at once.
_AT_ONCE = 4_096


@dataclass(frozen=True, slots=True)
class _Chosen:
    """Versions that become one segment, and the segments that are deleted for it."""

    versions: Sequence[int]
    segments: Sequence[int]


def put_together(database: Database, notice: Callable[[str], None]) -> None:
    """Make segments until only a few versions wait, unless another process is at it."""
    told = False
    while rows := _due(database):
        if not told and sum(blocks for _, blocks in rows) >= _MANY_BLOCKS:
            notice(PUTTING_TOGETHER)
            told = True
        # Where nothing came of it another process is at it, or at the versions that wait.
        made = [_make_segment(database, collection) for collection, _ in rows]
        if not any(made):
            return


def _due(database: Database) -> list[tuple[int, int]]:
    due = {"versions": _WAITING_VERSIONS, "blocks": _WAITING_BLOCKS}
    return [
        (collection, blocks) for collection, blocks in database.rows("collections_to_put_together", **due)
    ]


def _make_segment(database: Database, collection: int) -> bool:
    """Whether a segment was made."""
    with database.writing():
        if not database.number("turn_to_put_together"):
            return False
        chosen = _choose(database, collection)
        if not chosen.versions:
            return False
        _pack(database, chosen.versions)
        opened = opened_words(database, chosen.versions)
        # In the transaction that makes the segment, so that each version is found once at any time.
        database.run("delete_segments", segments=list(chosen.segments))
        _insert(database, collection, opened)
    return True


def _choose(database: Database, collection: int) -> _Chosen:
    versions: list[int] = []
    total = 0
    for version, blocks in database.rows("lock_waiting", collection=collection, limit=_AT_ONCE):
        if versions and total + blocks > _MOST_BLOCKS:
            return _Chosen(versions, ())
        versions.append(version)
        total += blocks
    replaced: dict[int, int] = {}
    for segment, _, blocks in database.rows("replaced_in_segments", collection=collection):
        replaced[segment] = replaced.get(segment, 0) + blocks
    segments: list[int] = []
    rows = database.rows("word_segments", collection=collection)
    for segment, blocks, _ in sorted(rows, key=lambda row: (row[1], row[0])):
        left = blocks - replaced.get(segment, 0)
        wanted = blocks <= total or left <= (1 - _REPLACED) * blocks
        if not versions or not wanted or total + left > _MOST_BLOCKS:
            continue
        inside = database.rows("lock_segment", segment=segment)
        # Somebody is just deleting one of its versions, and with it the segment.
        if len(inside) < database.number("count_in_segment", segment=segment):
            continue
        segments.append(segment)
        versions += [version for version, _, current in inside if current]
        total += left
    return _Chosen(versions, segments)


def _pack(database: Database, versions: Sequence[int]) -> None:
    for (version,) in database.rows("unpacked_words", versions=list(versions)):
        database.run("pack_words", version=version, **asdict(words_in_rows(database, version)))


def _insert(database: Database, collection: int, opened: dict[int, Postings]) -> None:
    from pincite.stores.postings import joined

    whole = joined(list(opened.values()))
    segment = database.number(
        "insert_segment", collection=collection, blocks=whole.blocks, tokens=whole.tokens
    )
    rows = [(word, len(found), found.packed(whole.blocks)) for word, found in whole.each()]
    sizes = [len(packed) for _, _, packed in rows]
    database.run(
        "insert_postings",
        segment=segment,
        words=[word for word, _, _ in rows],
        found=[having for _, having, _ in rows],
        starts=list(accumulate(sizes, initial=1))[:-1],
        sizes=sizes,
        packed=b"".join(packed for _, _, packed in rows),
    )
    firsts = list(accumulate((postings.blocks for postings in opened.values()), initial=0))[:-1]
    database.run("set_segment", segment=segment, versions=list(opened), firsts=firsts)
