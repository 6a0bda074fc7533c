"""Several paths' hits in one order."""

from __future__ import annotations

import pytest

from pincite.errors import ConfigError
from pincite.records.evidence import Hit
from pincite.registry import build
from pincite.retrieve.search import RankSum, ScoreSum

STRONG = [Hit(1, 9.0), Hit(2, 8.9), Hit(3, 1.0)]
WEAK = [Hit(3, 2.0), Hit(2, 1.0)]


@pytest.mark.parametrize("fusion", [ScoreSum(), RankSum()], ids=lambda f: f.name)
def test_every_block_comes_once_with_the_paths_that_found_it(fusion):
    fused = fusion.fuse({"passages": STRONG, "words": WEAK})
    assert {each.block: each.paths for each in fused} == {
        1: ("passages",),
        2: ("passages", "words"),
        3: ("passages", "words"),
    }
    assert [each.score for each in fused] == sorted((each.score for each in fused), reverse=True)


def test_faint_hit_adds_little_to_a_sum_of_scores_and_much_to_one_of_ranks():
    weights = {"passages": 1.0, "words": 1.0}
    hits = {"passages": [Hit(1, 9.0), Hit(3, 0.1)], "words": [Hit(3, 1.0)]}
    by_score, by_rank = ScoreSum(weights).fuse(hits), RankSum(weights).fuse(hits)
    assert by_score[0].score < 1.1 * by_score[1].score
    assert by_rank[0].score > 1.9 * by_rank[1].score


def test_path_without_a_weight_counts_as_other():
    (fused,) = ScoreSum({}, other=0.25).fuse({"of a plug-in": [Hit(4, 7.0)]})
    assert fused.score == 0.25


def test_weights_are_a_setting():
    fusion = build("fusion", "score_sum", {"weights": {"words": 2.0}})
    assert fusion.fuse({"words": [Hit(1, 1.0)]})[0].score == 2.0


def test_weight_that_is_no_number_is_refused():
    with pytest.raises(ConfigError, match="weights"):
        build("fusion", "score_sum", {"weights": {"words": "much"}})
