"""Passages found by what they mean."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.embedders import EMBEDDED, Failing, Hashing
from tests.factories import AGREEMENT, entry, held, question
from tests.vector_stores import InMemory

from pincite import testing
from pincite.errors import ProviderError
from pincite.jobs.embedding import Embedding
from pincite.records.evidence import Fused
from pincite.records.library import Held
from pincite.retrieve.search import BY_SCORE
from pincite.retrieve.vectors import ByVectors, PassageVectors, embedded


def path(embedder: object = Hashing(), **options: int) -> ByVectors:
    embedding = Embedding(InMemory(), embedder)
    return ByVectors(embedder, lambda held: made(embedding, held), **options)


def made(embedding: Embedding, source: Held) -> PassageVectors:
    """All vectors of a document, made first where they are missing."""
    embedding.finish(source)
    return embedding.vectors_of(source)


def texts(found: ByVectors, asked: str, source: Held) -> list[str]:
    hits = found.find(question(asked, source), source)
    return [source.document.blocks[hit.block - 1].span.of(source.document.text) for hit in hits]


def test_hashing_embedder_of_the_tests_keeps_the_promise():
    testing.embedder_keeps_its_promise(Hashing(), ["The fee is due.", "Either party may terminate.", "Fee"])


@pytest.mark.parametrize("asked", ["What is the monthly fee?", "Who may quit?", "xyzzy plugh"])
def test_path_keeps_the_promise_of_paths(asked: str):
    source = held()
    testing.path_keeps_its_promise(path(), question(asked, source), source)


def test_passage_is_found_by_a_word_of_the_same_meaning():
    source = held()

    found = texts(path(), "What is the monthly remuneration for the Services?", source)

    assert any("monthly fee of EUR 4,500.00" in text for text in found[:3])


def test_every_block_of_a_passage_is_proposed_alike():
    source = held()
    hits = path(limit=1).find(question("monthly fee for the Services", source), source)

    assert len(hits) > 1
    assert len({hit.score for hit in hits}) == 1
    assert [hit.block for hit in hits] == sorted(hit.block for hit in hits)


def test_all_blocks_are_proposed_when_nothing_limits_it():
    source = held()
    hits = path(limit=1_000).find(question("fee", source), source)

    assert {hit.block for hit in hits} == {block.number for block in source.document.blocks}
    assert all(0 < hit.score <= 1 for hit in hits)


def test_document_of_one_passage_can_be_fused():
    source = held("The fee is EUR 5.\n")
    hits = path().find(question("Who is the insurer?", source), source)

    assert BY_SCORE.fuse({"vectors": hits}) == [Fused(1, 1.0, ("vectors",))]


def test_what_is_not_wanted_does_not_reach_the_embedder():
    asked_for: list[str] = []

    class Listening(Hashing):
        def embed(self, texts, kind):
            asked_for.extend(texts if kind == "query" else ())
            return super().embed(texts, kind)

    source = held()
    asked = question("What is the monthly fee, not the deductible?", source)
    assert asked.generation.excluded
    path(Listening()).find(asked, source)

    assert asked_for
    assert not any("deductible" in text for text in asked_for)


def test_question_is_embedded_once_for_many_documents():
    queries: list[str] = []

    class Counting(Hashing):
        def embed(self, texts, kind):
            queries.extend(texts if kind == "query" else ())
            return super().embed(texts, kind)

    found = path(Counting())
    for source in (held(name="a.txt"), held(AGREEMENT + "\nMore.", name="b.txt")):
        found.find(question("What is the monthly fee?", source), source)

    assert len(queries) == 1


@pytest.mark.parametrize("fault", ["refused", "too few", "another size", "nan"])
def test_embedder_that_fails_is_an_error_and_never_an_empty_list(fault: str):
    source = held()
    with pytest.raises(ProviderError, match="failing") as caught:
        path(Failing(fault)).find(question("fee", source), source)
    assert caught.value.hint


def test_vectors_have_unit_length_whatever_the_embedder_gives():
    vectors = embedded(Hashing(), ["fee fee fee", "one two", ""], "passage")

    assert np.allclose(np.linalg.norm(vectors, axis=1), [1, 1, 0])


def test_document_without_passages_has_no_hits():
    source = held()
    nothing = ByVectors(Hashing(), lambda held: PassageVectors(np.empty((0, 256), dtype=np.float32), ()))

    assert nothing.find(question("fee", source), source) == []


def test_same_text_is_embedded_once_and_read_back_as_it_was_made():
    store = InMemory()
    source, copy = held(name="a.txt"), held(name="copy.txt")
    first = made(Embedding(store, Hashing()), source)
    again = Embedding(store, Failing("refused", 256, "hashing", "words")).vectors_of(copy)

    assert np.array_equal(first.matrix, again.matrix)
    assert first.blocks == again.blocks


def test_document_has_no_hits_by_vectors_before_all_of_them_are_made():
    source, store = held(), InMemory()
    made(Embedding(store, Hashing()), source)
    (kept,) = store.kept.values()
    del kept[next(iter(kept))]

    found = ByVectors(Hashing(), Embedding(store, Hashing()).vectors_of)

    assert found.find(question("fee", source), source) == []


def test_passage_is_embedded_under_the_title_of_its_section_unless_it_begins_with_it():
    EMBEDDED.clear()
    body = "It is due in spring. " * 60
    source = held(f"1. Charges\n\n{body}\n\n2. Term\n\nIt ends in May.\n")

    made(Embedding(InMemory(), Hashing()), source)

    assert EMBEDDED[0].startswith("1. Charges")
    assert EMBEDDED[0].count("Charges") == 1
    assert EMBEDDED[1].startswith("1. Charges\nIt is due")
    assert EMBEDDED[-1].count("Term") == 1


def test_same_text_under_another_title_has_a_vector_of_its_own():
    EMBEDDED.clear()
    body = "It is due in spring. " * 60
    source = held(f"1. Charges\n\n{body}\n\n2. Deposit\n\n{body}\n")

    vectors = made(Embedding(InMemory(), Hashing()), source).matrix

    assert len(EMBEDDED) == len(set(EMBEDDED)) == len(vectors)


def test_blocks_of_the_passages_are_all_blocks_once():
    source = held()
    blocks = made(Embedding(InMemory(), Hashing()), source).blocks

    assert [number for each in blocks for number in each] == [b.number for b in source.document.blocks]


@pytest.mark.parametrize("damage", [b"", b"\x00", b"\x00\x7c" * 256], ids=["empty", "short", "infinite"])
def test_damaged_vector_is_made_again(damage: bytes):
    store = InMemory()
    whole = made(Embedding(store, Hashing()), held())
    for model in store.kept:
        store.kept[model] = dict.fromkeys(store.kept[model], damage)

    again = made(Embedding(store, Hashing()), held())

    assert np.array_equal(again.matrix, whole.matrix)


def test_library_that_cannot_be_written_is_asked_all_the_same():
    told: list[str] = []
    store = InMemory(full=True)

    vectors = made(Embedding(store, Hashing(), tell=told.append), held())

    assert len(vectors.blocks) == len(entry().passages)
    assert any("not kept" in message for message in told)
    assert made(Embedding(store, Hashing(), keep=False), held()).blocks == vectors.blocks


def test_other_model_has_vectors_of_its_own():
    store = InMemory()
    made(Embedding(store, Hashing()), held())
    made(Embedding(store, replace(Hashing(), model="other")), held())

    assert len(store.kept) == 2
