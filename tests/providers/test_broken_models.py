"""The contract tests of embedders and rerankers can fail, each for its own reason."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from pincite import testing
from tests.embedders import Hashing

TEXTS = ["The fee is EUR 5.", "Either party may terminate.", "Fee"]


@dataclass(frozen=True)
class Broken(Hashing):
    """Like the one it is made from, but for one fault."""

    fault: str = ""

    def embed(self, texts, kind):
        vectors = super().embed(texts, kind)
        if self.fault == "sorted":
            return vectors[np.argsort(texts)]
        if self.fault == "company":
            return vectors + len(texts)
        if self.fault == "nan":
            vectors[:1] = np.nan
        return (
            vectors[:, :-1] if self.fault == "size" else vectors[: None if self.fault != "one less" else -1]
        )


@pytest.mark.parametrize(
    ("fault", "complaint"),
    [
        ("sorted", "do not follow"),
        ("company", "when it is alone"),
        ("nan", "not a finite number"),
        ("size", "was promised"),
        ("one less", "was promised"),
    ],
)
def test_broken_embedder_is_caught(fault: str, complaint: str):
    testing.embedder_keeps_its_promise(Broken(), TEXTS)
    with pytest.raises(AssertionError, match=complaint):
        testing.embedder_keeps_its_promise(Broken(fault=fault), TEXTS)


def test_embedder_without_a_version_is_caught():
    with pytest.raises(AssertionError, match="no version"):
        testing.embedder_keeps_its_promise(replace(Hashing(), model=""), TEXTS)


@dataclass(frozen=True)
class Reranking:
    """Scores by shared words, but for one fault."""

    fault: str = ""
    name: str = "reranking"

    def rerank(self, question, passages):
        wanted = set(question.lower().split())
        scores = [float(len(wanted & set(passage.lower().split()))) for passage in passages]
        if self.fault == "best first":
            return sorted(scores, reverse=True)
        if self.fault == "shares":
            return [score / max(sum(scores), 1) for score in scores]
        if self.fault == "nan":
            return [float("nan")] * len(scores)
        return (
            [-score for score in scores]
            if self.fault == "upside down"
            else scores[self.fault == "one less" :]
        )


@pytest.mark.parametrize(
    ("fault", "complaint"),
    [
        ("best first", "do not follow"),
        ("shares", "another score alone"),
        ("nan", "no number"),
        ("one less", "one score for each"),
        ("upside down", "not the best"),
    ],
)
def test_broken_reranker_is_caught(fault: str, complaint: str):
    asked, answering, others = "The fee is what ?", TEXTS[0], ["The party may terminate.", "No ."]
    testing.reranker_keeps_its_promise(Reranking(), asked, answering, others)
    with pytest.raises(AssertionError, match=complaint):
        testing.reranker_keeps_its_promise(Reranking(fault), asked, answering, others)
