"""Pack the words of a version for PostgreSQL, and read them again.

The words are cut and stemmed as those of the index beside SQLite are, so that both stores find the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pincite.language.vocabulary import unbroken
from pincite.stores.block_texts import block_texts
from pincite.stores.lexical import analyzed

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
