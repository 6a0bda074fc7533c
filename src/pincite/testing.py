"""Contract tests that any plug-in can run: what each Protocol promises, as functions that raise.

Call them from your own tests with your stage and documents that suit it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, get_args

from pincite.answer.view_and_form import AskedQuestion, Reading, View
from pincite.errors import InputError
from pincite.protocols import (
    AnswerKind,
    Describer,
    Embedder,
    Fusion,
    PageReader,
    Parser,
    PassageReader,
    Path,
    Planner,
    Reader,
    Recogniser,
    Reranker,
    SourcePage,
    Store,
    TextKind,
    Verifier,
)
from pincite.records.document import PRINTED, Document
from pincite.records.evidence import Excerpt, Extract, Fused, Hit
from pincite.records.library import Entry, Held, NearHit
from pincite.records.question import Question
from pincite.records.reading import Raster, ReadLine, ReadPage
from pincite.records.reading import Reading as RecognisedWords
from pincite.records.run import Advice, Overview
from pincite.values.registered import value_types

if TYPE_CHECKING:
    from pincite.protocols import Vectors

# A model on a graphics card or behind a service rounds a little differently in another batch.
_ROUNDING = 1e-3


def parser_keeps_its_promise(parser: Parser, content: bytes, name: str) -> Document:
    """A parser reads the same bytes the same way, covers all text and refuses an empty file clearly."""
    document = parser.read(content, name)
    assert document == parser.read(content, name), "the same bytes gave two documents"
    known = (parser.parse, parser.parse.without_recognition())
    assert document.parse in known, "the document does not carry the parser's fingerprint"
    spans = [*(block.span for block in document.blocks), *(unseen.span for unseen in document.unseen)]
    held = "".join(span.of(document.text) for span in spans)
    assert sum(map(str.isalnum, held)) == sum(map(str.isalnum, document.text)), "text lies in no block"
    for block in document.blocks:
        assert block.span.of(document.text).strip(), f"block {block.number} is blank"
        assert document.lines_of(block.span), f"block {block.number} stands on no line"
    refusal = _refusal(parser, name)
    assert refusal is not None, "an empty file was accepted"
    assert refusal.hint, "the error for an empty file does not say what to do"
    assert name in refusal.message, "the error for an empty file does not name it"
    return document


def recogniser_keeps_its_promise(recogniser: Recogniser, raster: Raster) -> RecognisedWords:
    """A recogniser reads the same image the same way, and every word it gives stands inside the image."""
    assert recogniser.name, "it has no name"
    assert recogniser.version, "it has no version"
    reading = recogniser.recognise(raster)
    assert reading == recogniser.recognise(raster), "the same image gave two readings"
    _check_words(reading.lines, (raster.width, raster.height))
    return reading


def page_reader_keeps_its_promise(reader: PageReader, source: SourcePage) -> ReadPage:
    """A page reader's words stand inside the page, and the cells of its tables are words of its lines."""
    assert reader.name, "it has no name"
    assert reader.version, "it has no version"
    page = reader.read_page(source)
    _check_words(page.lines, source.size)
    for table in page.tables:
        for cell in table.cells:
            assert cell.row + cell.rows <= table.rows, "a cell stands below its table"
            assert cell.column + cell.columns <= table.columns, "a cell stands beside its table"
            words = page.lines[cell.line].words
            assert 0 <= cell.first < cell.last <= len(words), "a cell holds words that its line does not have"
    return page


def describer_keeps_its_promise(describer: Describer, raster: Raster) -> str:
    """A describer says what a picture shows on one line, or nothing where it only decorates."""
    assert describer.name, "it has no name"
    assert describer.version, "it has no version"
    said = describer.describe(raster)
    assert said == " ".join(said.split()), "a description is one line"
    return said


def _check_words(lines: Sequence[ReadLine], size: tuple[float, float]) -> None:
    for line in lines:
        assert line.words, "a line has no words"
        for word in line.words:
            assert len(word.text.split()) == 1, f"{word.text!r} is not one word"
            assert 0 <= word.confidence <= 100 or word.confidence == PRINTED, "a confidence is none"
            x0, y0, x1, y1 = word.edges
            inside = -1 <= x0 <= x1 <= size[0] + 1 and -1 <= y0 <= y1 <= size[1] + 1
            assert inside, f"{word.text!r} stands outside at {word.edges}"


def _refusal(parser: Parser, name: str) -> InputError | None:
    try:
        parser.read(b"", name)
    except InputError as error:
        return error
    return None


def path_keeps_its_promise(path: Path, question: Question, held: Held) -> None:
    """A path proposes blocks that exist, each once, best first, and the same ones every time."""
    hits = path.find(question, held)
    numbers = [hit.block for hit in hits]
    assert all(1 <= number <= len(held.document.blocks) for number in numbers), "a block does not exist"
    assert len(set(numbers)) == len(numbers), "a block was proposed twice"
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True), "not in order"
    assert hits == path.find(question, held), "two runs differ"


def fusion_keeps_its_promise(fusion: Fusion, hits: Mapping[str, Sequence[Hit]]) -> list[Fused]:
    """A fusion gives every block that a path found once, no other, best first, and the same every time."""
    assert fusion.name, "it has no name"
    fused = fusion.fuse(hits)
    found = {hit.block for of_path in hits.values() for hit in of_path}
    assert {each.block for each in fused} == found, "a block was lost or invented"
    assert len(fused) == len(found), "a block comes twice"
    assert [each.score for each in fused] == sorted((each.score for each in fused), reverse=True), (
        "not in order"
    )
    assert fused == fusion.fuse(hits), "two runs differ"
    return fused


def planner_keeps_its_promise(planner: Planner, asked: str, overviews: Sequence[Overview]) -> Advice:
    """A planner points only at documents and titles that it was shown, and at a type that there is."""
    assert planner.name, "it has no name"
    advice = planner.plan(asked, overviews)
    shown = {overview.identity for overview in overviews}
    assert shown.issuperset(advice.documents), "a document was not shown"
    titles = {title for overview in overviews for title in overview.titles}
    assert titles.issuperset(advice.sections), "a section was not shown"
    assert advice.answer_type is None or advice.answer_type in value_types(), "there is no such type"
    return advice


def reader_keeps_its_promise(reader: Reader, asked: Sequence[AskedQuestion], view: View) -> list[Reading]:
    """A reader fills in one form for each question, and names only lines that it was shown."""
    assert reader.name, "it has no name"
    assert reader.most_chars > 0, "it can be shown nothing"
    readings = list(reader.read(asked, view))
    assert len(readings) == len(asked), "not one reading for each question"
    for reading in readings:
        assert (reading.kind in ("none", "ask_back")) == (not reading.items and not reading.row_lines)
        named = {number for item in reading.items for number in item.lines}
        assert all(view.line(number) for number in named), "a line was not shown"
    return readings


def verifier_keeps_its_promise(verifier: Verifier, pairs: Sequence[tuple[str, str]]) -> list[float]:
    """A verifier has a name and gives every pair of statement and evidence one score from 0 to 1."""
    assert verifier.name, "it has no name"
    scores = [verifier.supports(statement, evidence) for statement, evidence in pairs]
    assert all(0 <= score <= 1 for score in scores), "a score is not from 0 to 1"
    again = [verifier.supports(statement, evidence) for statement, evidence in pairs]
    assert scores == again, "two runs differ"
    return scores


def passage_reader_keeps_its_promise(
    reader: PassageReader, question: str, answering: Excerpt, others: Sequence[Excerpt]
) -> list[Extract]:
    """A reader scores each excerpt in any company, points into it, and likes best the one that answers."""
    assert reader.name, "it has no name"
    assert reader.version, "it has no version"
    for kind in get_args(AnswerKind):
        _check_extracts(reader, question, [*others, answering], kind)
    assert list(reader.read(question, [])) == [], "an extract of nothing"
    return list(reader.read(question, [*others, answering]))


def _check_extracts(
    reader: PassageReader, question: str, excerpts: Sequence[Excerpt], kind: AnswerKind
) -> None:
    extracts = list(reader.read(question, excerpts, kind))
    assert len(extracts) == len(excerpts), "it does not give one extract for each excerpt"
    for excerpt, extract in zip(excerpts, extracts, strict=True):
        assert 0 <= extract.score <= 1, "a score is not from 0 to 1"
        assert not extract.span or extract.span.end <= len(excerpt.text), "a span points beyond the text"
        assert not extract.span or extract.span.of(excerpt.text).strip(), "a span holds nothing but space"
        (alone,) = reader.read(question, [excerpt], kind)
        assert _near([alone.score], [extract.score]), f"{excerpt.text!r} has another score alone"
        assert alone.span == extract.span, f"{excerpt.text!r} is pointed at elsewhere when alone"
    again = reader.read(question, excerpts[::-1], kind)
    assert _near([e.score for e in again], [e.score for e in extracts[::-1]]), "scores do not follow excerpts"
    best = max(extract.score for extract in extracts)
    assert extracts[-1].score == best, "the excerpt that answers is not the best"


def embedder_keeps_its_promise(embedder: Embedder, texts: Sequence[str]) -> None:
    """An embedder gives every text one vector of the size it declares, in their order, in any company.

    Give it at least two texts that differ.
    """
    assert embedder.name, "it has no name"
    assert embedder.version, "it has no version"
    assert len(set(texts)) > 1, "this needs texts that differ"
    for kind in get_args(TextKind):
        together = embedder.embed(texts, kind)
        _check_vectors(together, len(texts), embedder.dimensions)
        _check_same(embedder.embed(texts, kind), together, "two runs differ")
        _check_same(embedder.embed(texts[::-1], kind), together[::-1], "vectors do not follow their texts")
        for place, text in enumerate(texts):
            alone = embedder.embed([text], kind)
            _check_same(alone, together[place : place + 1], f"{text!r} has another vector when it is alone")
        _check_vectors(embedder.embed([], kind), 0, embedder.dimensions)


def _check_vectors(vectors: Vectors, count: int, dimensions: int) -> None:
    import numpy as np

    assert vectors.shape == (count, dimensions), f"{count} x {dimensions} was promised: {vectors.shape}"
    assert np.isfinite(vectors).all(), "a vector holds what is not a finite number"


def _check_same(some: Vectors, others: Vectors, complaint: str) -> None:
    import numpy as np

    size = max(float(np.abs(others).max(initial=0.0)), 1e-9)
    assert some.shape == others.shape, complaint
    assert np.allclose(some, others, rtol=0, atol=_ROUNDING * size), complaint


def reranker_keeps_its_promise(
    reranker: Reranker, question: str, answering: str, others: Sequence[str]
) -> list[float]:
    """A reranker scores each passage in any company, and the one that answers above the others."""
    assert reranker.name, "it has no name"
    passages = [*others, answering]
    scores = list(reranker.rerank(question, passages))
    assert len(scores) == len(passages), "it does not give one score for each passage"
    assert all(map(math.isfinite, scores)), "a score is no number"
    assert _near(reranker.rerank(question, passages), scores), "two runs differ"
    assert _near(reranker.rerank(question, passages[::-1]), scores[::-1]), "scores do not follow passages"
    for passage, score in zip(passages, scores, strict=True):
        assert _near(reranker.rerank(question, [passage]), [score]), f"{passage!r} has another score alone"
    assert list(reranker.rerank(question, [])) == [], "a score for nothing"
    assert max(scores) == scores[-1], "the passage that answers is not the best"
    return scores


def _near(some: Sequence[float], others: Sequence[float]) -> bool:
    return all(
        math.isclose(a, b, rel_tol=_ROUNDING, abs_tol=_ROUNDING) for a, b in zip(some, others, strict=True)
    )


def store_finds_the_nearest(store: Store, entries: Sequence[Entry], model: str) -> None:
    """A store compares the vectors of all passages of current versions, and of no others.

    Give it a store that holds none of the entries, and entries of one collection with names of their own.
    """
    import numpy as np

    passages = {passage.content_hash for entry in entries for passage in entry.passages}
    vectors = np.random.default_rng(0).normal(size=(len(passages), 96)).astype(np.float32)
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float16).astype(np.float32)
    by_hash = dict(zip(sorted(passages), vectors, strict=True))
    store.add(entries)
    collection = entries[0].identity.collection
    lacking = [identity.name for identity in store.without_vectors(collection, model)]
    assert lacking == sorted(entry.identity.name for entry in entries if entry.passages), (
        "not all lack vectors"
    )
    store.keep_vectors(model, {each: v.astype("<f2").tobytes() for each, v in by_hash.items()})
    assert store.without_vectors(collection, model) == [], "a vector that was kept is said to be missing"
    for left in (entries, entries[1:]):
        for vector in vectors[:10]:
            _check_nearest(store.nearest(vector, model, collection, 10), vector, left, by_hash)
        store.forget(collection, left[0].identity.name)
    assert store.nearest(vectors[0], f"{model} of another kind", collection, 10) == [], "of another model"
    assert store.nearest(vectors[0], model, f"{collection} of others", 10) == [], "of another collection"


def _check_nearest(
    hits: Sequence[NearHit], vector: Vectors, entries: Sequence[Entry], by_hash: Mapping[str, Vectors]
) -> None:
    places = {
        (entry.identity, passage.number): float(by_hash[passage.content_hash] @ vector)
        for entry in entries
        for passage in entry.passages
    }
    found = [(hit.identity, hit.passage) for hit in hits]
    assert set(found) <= set(places), "a passage was found that is not held"
    assert len(set(found)) == len(found) == min(10, len(places)), "a passage is missing, or comes twice"
    best = sorted(places.values(), reverse=True)
    for hit, score in zip(hits, best, strict=False):
        assert math.isclose(hit.score, score, abs_tol=_ROUNDING), "a nearer passage was left out"
        assert math.isclose(hit.score, places[hit.identity, hit.passage], abs_tol=_ROUNDING), "a wrong score"
