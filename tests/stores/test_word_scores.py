"""Words packed for PostgreSQL score as the index beside SQLite scores them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.stores.lexical import IndexedDocument, analyzed, index_in_memory, terms_of
from pincite.stores.postgres_words import Part, Searched, best
from pincite.stores.postings import MOST_BLOCKS, Found, Postings, joined, pack, postings_of, unpacked

_WORDS = tuple(f"word{number}" for number in range(60))
_OFTEN = tuple(1 / (number + 1) for number in range(60))


def _texts(seed: int) -> dict[int, list[str]]:
    """The blocks of some versions, in words of which few are frequent."""
    draw = random.Random(seed)
    return {
        version: [
            " ".join(draw.choices(_WORDS, weights=_OFTEN, k=draw.choice((1, 3, 17, 45, 300))))
            for _ in range(draw.randint(1, 40))
        ]
        for version in range(1, 25)
    }


def _packed(blocks: Iterable[str]) -> Postings:
    return pack(postings_of(analyzed(text) for text in blocks)).opened()


def _alone(version: int, postings: Postings, terms: Sequence[str]) -> Searched:
    found = {term: found for term in terms if (found := postings.of(term))}
    return Searched(Part(postings.blocks, np.array([version]), np.array([0])), found)


def _together(postings: Mapping[int, Postings], terms: Sequence[str]) -> Searched:
    whole = joined(list(postings.values()))
    firsts = np.cumsum([0, *(each.blocks for each in postings.values())])[:-1]
    stored = {word: (found.packed(whole.blocks), len(found)) for word, found in whole.each()}
    found = {term: unpacked(*stored[term], whole.blocks) for term in terms if term in stored}
    return Searched(Part(whole.blocks, np.array(list(postings)), firsts), found)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("words", [["word1", "word30"], ["word0"], ["Word59", "words40", "word3"], ["none"]])
def test_packed_words_give_the_hits_and_scores_of_tantivy(seed: int, words: list[str]) -> None:
    texts = _texts(seed)
    index = index_in_memory(1)
    index.write([IndexedDocument(v, 1, v, enumerate(blocks, 1)) for v, blocks in texts.items()], 1)
    postings = {version: _packed(blocks) for version, blocks in texts.items()}
    terms, tokens = terms_of(words), sum(each.tokens for each in postings.values())
    older = {version: postings[version] for version in list(postings)[:15]}
    newer = [_alone(version, postings[version], terms) for version in postings if version not in older]

    ours = best([_together(older, terms), *newer], terms, tokens, 2000)

    theirs = sorted(index.search(words, 1, 2000), key=lambda match: (match.version, match.block))
    ours.sort(key=lambda match: (match.version, match.block))
    assert [(each.version, each.block) for each in ours] == [(each.version, each.block) for each in theirs]
    assert [each.score for each in ours] == pytest.approx([each.score for each in theirs], rel=1e-5)


def test_versions_put_together_are_found_as_each_by_itself() -> None:
    postings = {version: _packed(blocks) for version, blocks in _texts(7).items()}
    terms, tokens = ["word2", "word11"], sum(each.tokens for each in postings.values())

    apart = best([_alone(version, each, terms) for version, each in postings.items()], terms, tokens, 30)

    assert best([_together(postings, terms)], terms, tokens, 30) == apart
    assert len(apart) == 30


def test_of_blocks_that_are_alike_the_oldest_are_found() -> None:
    postings = {version: _packed(["the same rent"] * 9) for version in (8, 3, 5)}
    parts = [_alone(version, each, ["rent"]) for version, each in postings.items()]

    found = [(match.version, match.block) for match in best(parts, ["rent"], 81, 12)]

    assert found == [*((3, block) for block in range(1, 10)), (5, 1), (5, 2), (5, 3)]


def test_a_version_that_is_left_out_is_not_found() -> None:
    postings = {version: _packed(["rent", "and rent"]) for version in (1, 2, 3)}
    part = _together(postings, ["rent"])

    left = Searched(part.part, part.found, part.part.among([2]))

    assert {match.version for match in best([left], ["rent"], 9, 10)} == {1, 3}


def test_more_blocks_than_two_bytes_can_number_are_told_apart() -> None:
    found = Found(
        np.array([0, MOST_BLOCKS, MOST_BLOCKS + 5]),
        np.array([1, 2, 3], dtype=np.uint8),
        np.array([4, 5, 6], dtype=np.uint8),
    )

    again = unpacked(found.packed(MOST_BLOCKS + 6), 3, MOST_BLOCKS + 6)

    assert again.places.tolist() == found.places.tolist()
    assert (again.often.tolist(), again.lengths.tolist()) == ([1, 2, 3], [4, 5, 6])


@given(st.lists(st.lists(st.sampled_from(_WORDS), max_size=12), max_size=12))
def test_what_was_packed_comes_back(blocks: list[list[str]]) -> None:
    postings = pack(postings_of(blocks)).opened()

    assert postings.blocks == len(blocks)
    assert postings.tokens == sum(map(len, blocks))
    for word in _WORDS:
        found = postings.of(word)
        places = [place for place, block in enumerate(blocks) if word in block]
        assert (found.places.tolist() if found else []) == places
        assert (found.often.tolist() if found else []) == [blocks[place].count(word) for place in places]


@pytest.mark.parametrize("cut", ["starts", "postings", "lengths", "words"])
def test_packed_words_that_were_cut_short_are_an_error(cut: str) -> None:
    packed = pack(postings_of([["a", "b"], ["b", "c"], ["c", "d", "e"]]))

    with pytest.raises(ValueError, match=r"buffer|fit together"):
        replace(packed, **{cut: getattr(packed, cut)[:-2]}).opened()
