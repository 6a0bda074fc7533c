"""Read the blocks of a library one by one and keep them in a tantivy index, searchable by word.

The index is made from the store and can be made again at any time. Each commit replaces one marker
document, which carries the library's id and the generation of the store that the commit brings the
index up to: tantivy writes a commit whole or not at all, so the marker always tells the truth.
Nothing in it is stored text; a hit is a version's number and a block's.
"""

from __future__ import annotations

import functools
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.language.vocabulary import STOP_WORDS, unbroken
from pincite.stores.faults import tampered

if TYPE_CHECKING:
    import tantivy

    from pincite.stores.database import Database

NEVER = -1
_ANALYZER = "pincite"
_HEAP_BYTES = 64_000_000
# Long tokens are base64 and the like. tantivy's own limit of 40 would lose long chemical names.
_LONGEST_WORD = 255
# From this share of the index on it is cheaper to drop hits of other collections than to filter them.
_MOST = 0.5


class BrokenIndex(Exception):
    """tantivy cannot read or write this index. The store can do without it, and make it again."""


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """What the index holds of a document's current version: numbers of the store, and text to find."""

    document: int
    collection: int
    version: int
    blocks: Iterable[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Match:
    """A block found, by the store's number of its version."""

    version: int
    block: int
    score: float


@dataclass(slots=True)
class LexicalIndex:
    """One tantivy index and the state of the library it was last seen at."""

    library: int
    generation: int
    """Of the store this index agrees with; `NEVER` when it has no marker of this library."""
    _index: tantivy.Index
    _searcher: tantivy.Searcher

    @property
    def blocks(self) -> int:
        """How many blocks it holds, if its marker is there."""
        return self._searcher.num_docs - 1

    @property
    def is_foreign(self) -> bool:
        """Whether it holds something and never had a marker of this library: every commit writes one."""
        return self._searcher.num_docs > 0 and self._searcher.doc_freq("marker", self.library) == 0

    def reload(self) -> None:
        """See what other processes have committed since."""
        with _tantivy_faults():
            self._index.reload()
            self._searcher = self._index.searcher()
            self.generation = _marked_generation(self._searcher, self.library)

    def write(self, documents: Iterable[IndexedDocument], generation: int) -> None:
        """Replace these documents and mark the index as of `generation`, in one commit."""
        with _tantivy_faults():
            writer = self._index.writer(_HEAP_BYTES, num_threads=1)
            try:
                for document in documents:
                    _replace(writer, document)
                _mark(writer, self.library, generation)
                writer.commit()
                # Without waiting, merges would be dropped with the writer and segments pile up.
                writer.wait_merging_threads()
            finally:
                del writer  # its lock goes with it, even while a traceback still holds this frame
        self.reload()

    def search(self, words: Sequence[str], collection: int, limit: int) -> list[Match]:
        """The blocks of a collection that hold any of the words, best first.

        Where most of the index is that collection, blocks of others are among them, for the caller to drop:
        tantivy scores every block when it has to filter, and otherwise only those that can be among the best.
        """
        terms = terms_of(words)
        if not terms or limit < 1:
            return []
        with _tantivy_faults():
            share = self._searcher.doc_freq("collection", collection) / max(1, self._searcher.num_docs)
            query = _any_of(terms) if share >= _MOST else _within(collection, _any_of(terms))
            hits = self._searcher.search(query, limit, count=False).hits
            addresses = [address for _, address in hits]
            versions = self._searcher.fast_field_values("version", addresses)
            blocks = self._searcher.fast_field_values("block", addresses)
        return [
            Match(int(version), int(block), float(score))
            for version, block, (score, _) in zip(versions, blocks, hits, strict=True)
            if version is not None and block is not None
        ]


def open_index(folder: Path, library: int) -> LexicalIndex:
    """The index in a folder, or BrokenIndex when there is none that can be read."""
    import tantivy

    if not (folder / "meta.json").is_file():
        raise BrokenIndex(f"there is no index in {folder}")
    with _tantivy_faults():
        return _loaded(tantivy.Index.open(str(folder)), library)


def create_index(folder: Path, library: int) -> LexicalIndex:
    """A new index in an empty folder."""
    import tantivy

    with _tantivy_faults():
        return _loaded(tantivy.Index(_schema(), str(folder)), library)


def index_in_memory(library: int) -> LexicalIndex:
    """A new index that is gone with the process."""
    import tantivy

    with _tantivy_faults():
        return _loaded(tantivy.Index(_schema()), library)


def terms_of(words: Sequence[str]) -> list[str]:
    """The terms to look up: each word as it is, and as the index cuts and stems it.

    Both, because a caller may have stemmed already and stemming twice is not always the same. Words like
    "the" stand in most blocks and tell them apart by nothing, yet cost most of the time: they are looked up
    only where there are no others.
    """
    # An undecodable byte of a command line arrives as a lone surrogate, which no document holds.
    sound = [word.encode(errors="ignore").decode().lower() for word in words]
    forms = ((word, *_analyzer().analyze(word)) for word in _telling(sound) or sound)
    return list(dict.fromkeys(term for terms in forms for term in terms if term))


def analyzed(text: str) -> list[str]:
    """The words of a text as the index holds them, in order."""
    words: list[str] = _analyzer().analyze(text)
    return words


def _telling(words: Sequence[str]) -> list[str]:
    return [word for word in words if word not in STOP_WORDS]


def _loaded(index: tantivy.Index, library: int) -> LexicalIndex:
    index.register_tokenizer(_ANALYZER, _analyzer())
    index.config_reader("manual")
    loaded = LexicalIndex(library, NEVER, index, index.searcher())
    loaded.reload()
    return loaded


@functools.cache
def _schema() -> tantivy.Schema:
    import tantivy

    # Signed on purpose: deleting by the term of an unsigned field deletes nothing and says nothing.
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("words", tokenizer_name=_ANALYZER, index_option="freq")
    builder.add_integer_field("collection", indexed=True)
    builder.add_integer_field("document", indexed=True)
    builder.add_integer_field("version", fast=True)
    builder.add_integer_field("block", fast=True)
    builder.add_integer_field("marker", indexed=True)
    builder.add_integer_field("generation", fast=True)
    return builder.build()


@functools.cache
def _analyzer() -> tantivy.TextAnalyzer:
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    builder = TextAnalyzerBuilder(Tokenizer.simple()).filter(Filter.remove_long(_LONGEST_WORD))
    return builder.filter(Filter.lowercase()).filter(Filter.stemmer("english")).build()


def _marked_generation(searcher: tantivy.Searcher, library: int) -> int:
    from tantivy import Query

    hits = searcher.search(Query.term_query(_schema(), "marker", library), 2).hits
    if len(hits) != 1:
        return NEVER
    (generation,) = searcher.fast_field_values("generation", [hits[0][1]])
    return NEVER if generation is None else int(generation)


def _mark(writer: tantivy.IndexWriter, library: int, generation: int) -> None:
    from tantivy import Document

    writer.delete_documents_by_term("marker", library)
    marker = Document()
    marker.add_integer("marker", library)
    marker.add_integer("generation", generation)
    writer.add_document(marker)


def _replace(writer: tantivy.IndexWriter, document: IndexedDocument) -> None:
    from tantivy import Document

    writer.delete_documents_by_term("document", document.document)
    for number, text in document.blocks:
        block = Document()
        block.add_integer("collection", document.collection)
        block.add_integer("document", document.document)
        block.add_integer("version", document.version)
        block.add_integer("block", number)
        block.add_text("words", text)
        writer.add_document(block)


def _any_of(terms: Sequence[str]) -> tantivy.Query:
    """Built from terms and never parsed, so no character in a word is query syntax."""
    from tantivy import Occur, Query

    queries = (Query.term_query(_schema(), "words", term, index_option="freq") for term in terms)
    return Query.boolean_query([(Occur.Should, query) for query in queries])


def _within(collection: int, wanted: tantivy.Query) -> tantivy.Query:
    from tantivy import Occur, Query

    inside = Query.const_score_query(Query.term_query(_schema(), "collection", collection), 0.0)
    return Query.boolean_query([(Occur.Must, inside), (Occur.Must, wanted)])


@contextmanager
def _tantivy_faults() -> Iterator[None]:
    try:
        yield
    except (ValueError, OSError, RuntimeError) as error:
        raise BrokenIndex(str(error)) from error
    except BaseException as error:
        # A damaged file can make Rust panic, which arrives as a BaseException whose class has no module
        # to import it from.
        if type(error).__name__ != "PanicException":
            raise
        raise BrokenIndex(str(error)) from error


def block_texts(database: Database, version: int, name: str) -> Iterator[tuple[int, str]]:
    """Number and words of each block, one by one: together they would be the whole text once more."""
    (content,) = database.row("text", version=version) or (b"",)
    text = _Text(content)
    for number, start, end in database.rows("block_spans", version=version):
        try:
            block = int(number), unbroken(text.between(start, end))
        except (TypeError, ValueError) as error:
            raise tampered(name) from error
        yield block


@dataclass(slots=True)
class _Text:
    """A text in UTF-8, of which stretches are read from the start to the end.

    As one string it would take four bytes for each character, if a single one of them needs so many.
    """

    content: bytes = field(repr=False)
    _read: int = 0
    """How many characters, and in `_place` how many bytes."""
    _place: int = 0

    def between(self, start: int, end: int) -> str:
        """The characters from `start` up to `end`, which no stretch before has reached."""
        if start < self._read or end < start:
            raise ValueError(f"{start}..{end} does not follow {self._read}")
        self._next(start - self._read)
        return self._next(end - start)

    def _next(self, characters: int) -> str:
        # A character takes up to four bytes; what is cut off at the end is of one that is not wanted.
        piece = self.content[self._place : self._place + 4 * characters]
        found = getincrementaldecoder("utf-8")().decode(piece)[:characters]
        self._read += len(found)
        self._place += len(found.encode())
        return found
