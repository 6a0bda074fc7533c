"""A reranker orders what was found; it is recorded, and a failure is no silence."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from tests.factories import held, question, write

from pincite import registry, testing
from pincite.errors import ConfigError, ProviderError
from pincite.retrieve.paths import ByPassages
from pincite.retrieve.search import BY_SCORE, MOST_RERANKED, in_order, reranked
from pincite.service import open_with
from pincite.settings import Settings, StageChoice

ASKED = "Which party pays the fee in which term?"


@dataclass(frozen=True)
class ByLetter:
    """Prefers passages with many of one letter; enough to be another order than ours."""

    letter: str = "z"
    name: str = "by letter"

    def rerank(self, question, passages):
        return [float(passage.count(self.letter)) for passage in passages]


@dataclass(frozen=True)
class Faulty:
    fault: str = "connection reset"
    name: str = "faulty"

    def rerank(self, question, passages):
        raise OSError(self.fault)


@dataclass(frozen=True)
class Short:
    name: str = "short"

    def rerank(self, question, passages):
        return [1.0]


def chosen(name, folder):
    return Settings(library=folder / "library", reranker=StageChoice(name=name))


def found(source):
    return in_order(question(ASKED, source), source, (ByPassages(),), BY_SCORE.fuse)


def test_blocks_come_in_the_order_of_their_passages():
    source = held()
    ordered = reranked(question(ASKED, source), source, found(source), ByLetter("x"))
    assert sorted(ordered, key=lambda each: each.block) == sorted(found(source), key=lambda each: each.block)
    first = source.document.blocks[ordered[0].block - 1]
    assert source.document.sections[first.section or 0].title == "2. Term"


def test_passages_beyond_the_first_ones_keep_their_order():
    text = "\n\n".join(f"{n}. Fees\n\nThe party pays fee number {n} in the term." for n in range(1, 71))
    source = held(text)
    before = in_order(question(ASKED, source), source, (ByPassages(limit=100),), BY_SCORE.fuse)
    after = reranked(question(ASKED, source), source, before, ByLetter())
    assert len(after) == len(before) > MOST_RERANKED


def test_failure_is_an_error_and_no_silence():
    source = held()
    with pytest.raises(ProviderError, match=r"faulty.*connection reset"):
        reranked(question(ASKED, source), source, found(source), Faulty())


def test_one_score_too_few_is_an_error():
    source = held()
    with pytest.raises(ProviderError, match="1 scores for"):
        reranked(question(ASKED, source), source, found(source), Short())


def test_reranker_is_chosen_by_name_and_its_turn_is_recorded(tmp_path, monkeypatch):
    names = {"by_letter": f"{__name__}:ByLetter"}
    monkeypatch.setattr(registry, "available", lambda kind: names if kind == "reranker" else _available(kind))
    with open_with(chosen("by_letter", tmp_path)) as library:
        library.add(write(tmp_path))
        answer = library.ask("What is the monthly fee?")
        trace = library.why(answer.run).trace
    assert answer.outcome != "failed"
    assert "rerank by by letter" in trace


def test_unknown_reranker_is_refused(tmp_path):
    with open_with(chosen("cross", tmp_path)) as library:
        library.add(write(tmp_path))
        with pytest.raises(ConfigError, match="no reranker named 'cross'"):
            library.retrieve("What is the monthly fee?", "agreement.txt")


def test_contract_of_a_reranker_can_be_kept_and_broken():
    testing.reranker_keeps_its_promise(ByLetter("e"), "Which fee?", "The fee: eee", ["No.", "None so far."])
    with pytest.raises(AssertionError, match="one score for each"):
        testing.reranker_keeps_its_promise(Short(), "Which fee?", "The fee.", ["No.", "None."])


def test_contract_of_a_fusion_can_be_kept_and_broken():
    hits = {"passages": ByPassages().find(question(ASKED, held()), held())}
    testing.fusion_keeps_its_promise(BY_SCORE, hits)
    with pytest.raises(AssertionError, match="lost or invented"):
        testing.fusion_keeps_its_promise(Forgetful(), hits)


@dataclass(frozen=True)
class Forgetful:
    name: str = "forgetful"

    def fuse(self, hits):
        return [replace(each) for each in BY_SCORE.fuse(hits)[1:]]


_available = registry.available
