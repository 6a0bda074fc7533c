"""Models of libraries that may be installed: sentence-transformers and fastembed.

The libraries are stood in for by packages of the same names with the same calls, because their models would
have to be fetched.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite import testing
from pincite.errors import MissingExtra, ProviderError
from pincite.providers import fastembed, sentence_transformers
from pincite.providers.fastembed import FastembedEmbedder, FastembedReranker
from pincite.providers.sentence_transformers import CrossEncoderReranker, SentenceTransformersEmbedder

TEXTS = ["The fee is EUR 5.", "Either party may terminate.", "Fee"]
STAGES = [SentenceTransformersEmbedder(), CrossEncoderReranker(), FastembedEmbedder(), FastembedReranker()]
SENTENCE_TRANSFORMERS = """
import numpy as np
from tests.embedders import Hashing

class SentenceTransformer:
    def __init__(self, model, revision=None):
        if model == "unknown":
            raise OSError("unknown is not a local folder and is not a valid model identifier")
    def get_sentence_embedding_dimension(self):
        return 16
    def encode(self, texts, batch_size, convert_to_numpy, show_progress_bar):
        return Hashing(dimensions=16).embed(texts, "query") if texts else np.array([])

class CrossEncoder:
    def __init__(self, model, revision=None):
        if model == "unknown":
            raise OSError("unknown is not a local folder")
    def predict(self, pairs, batch_size, show_progress_bar):
        shared = [set(question.lower().split()) & set(text.lower().split()) for question, text in pairs]
        return np.array([len(words) for words in shared], dtype=np.float32)
"""
FASTEMBED = """
from tests.embedders import Hashing

class TextEmbedding:
    def __init__(self, model_name):
        if model_name == "unknown":
            raise ValueError("Model unknown is not supported in TextEmbedding.")
    def passage_embed(self, texts):
        yield from Hashing(dimensions=16).embed(texts, "query")
    def query_embed(self, texts):
        yield from Hashing("queries", 16).embed(texts, "query")
"""
FASTEMBED_RERANK = """
class TextCrossEncoder:
    def __init__(self, model_name):
        if model_name == "unknown":
            raise ValueError("Model unknown is not supported in TextCrossEncoder.")
    def rerank(self, query, documents):
        yield from (float(len(set(query.lower().split()) & set(d.lower().split()))) for d in documents)
"""
_CACHED = [
    sentence_transformers._encoder,
    sentence_transformers._cross_encoder,
    fastembed._embedder,
    fastembed._reranker,
    fastembed._size,
]


@pytest.fixture(autouse=True)
def nothing_loaded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in [
        name for name in sys.modules if name.split(".")[0] in ("sentence_transformers", "fastembed")
    ]:
        monkeypatch.delitem(sys.modules, name)
    for cached in _CACHED:
        cached.cache_clear()
    yield
    for cached in _CACHED:
        cached.cache_clear()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "fastembed" / "rerank").mkdir(parents=True)
    (tmp_path / "sentence_transformers.py").write_text(SENTENCE_TRANSFORMERS)
    (tmp_path / "fastembed" / "__init__.py").write_text(FASTEMBED)
    (tmp_path / "fastembed" / "rerank" / "__init__.py").write_text("")
    (tmp_path / "fastembed" / "rerank" / "cross_encoder.py").write_text(FASTEMBED_RERANK)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    for name in [
        name for name in sys.modules if name.split(".")[0] in ("sentence_transformers", "fastembed")
    ]:
        del sys.modules[name]


@pytest.mark.parametrize("embedder", [STAGES[0], STAGES[2]], ids=lambda stage: stage.name)
def test_embedder_keeps_its_promise(installed: None, embedder: object):
    testing.embedder_keeps_its_promise(embedder, TEXTS)


@pytest.mark.parametrize("reranker", [STAGES[1], STAGES[3]], ids=lambda stage: stage.name)
def test_reranker_keeps_its_promise(installed: None, reranker: object):
    testing.reranker_keeps_its_promise(reranker, "The fee is what?", TEXTS[0], TEXTS[1:])


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: type(stage).__name__)
def test_model_that_cannot_be_loaded_is_told(installed: None, stage: object):
    with pytest.raises(ProviderError, match="'unknown' cannot be loaded"):
        call(type(stage)(model="unknown"))


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: type(stage).__name__)
def test_library_that_is_not_installed_is_told_with_what_to_install(
    stage: object, monkeypatch: pytest.MonkeyPatch
):
    for name in ("sentence_transformers", "fastembed"):
        monkeypatch.setitem(sys.modules, name, None)

    with pytest.raises(MissingExtra, match=r"pip install 'pincite\[(sentence-transformers|fastembed)\]'"):
        call(stage)


def test_revision_and_prefix_are_part_of_the_version():
    plain = SentenceTransformersEmbedder("m").version

    assert SentenceTransformersEmbedder("m", revision="x").version != plain
    assert SentenceTransformersEmbedder("m", passage_prefix="passage: ").version != plain
    assert SentenceTransformersEmbedder("m", query_prefix="query: ").version == plain


def call(stage: object) -> object:
    if hasattr(stage, "embed"):
        return stage.embed(TEXTS, "passage")
    return stage.rerank("fee", TEXTS)
