"""Trees turn what speaks for a candidate into a chance, and never guess at what they were not told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from tests.judging import bar, logit, model

from pincite.relevance.judging import Bar, Model, Tree

# Asks for the second feature, and where that is high for the first.
TREE = Tree(
    feature=(1, 0, 0, 0, 0),
    threshold=(0.5, 0.0, 2.0, 0.0, 0.0),
    left=(1, -1, 3, -1, -1),
    right=(2, -1, 4, -1, -1),
    value=(9.0, -1.0, 9.0, 0.25, 3.0),
)


@pytest.mark.parametrize(
    ("row", "value"),
    [
        ([9.0, 0.0], -1.0),
        ([9.0, 0.5], -1.0),
        ([2.0, 0.6], 0.25),
        ([2.1, 0.6], 3.0),
    ],
)
def test_tree_gives_the_value_of_the_leaf_that_a_row_comes_to(row: list[float], value: float):
    assert TREE.at(row) == value


def test_chance_is_that_of_the_sum_of_all_trees_on_the_measured_line():
    summed = Model(names=("a", "b"), base=-0.5, trees=(TREE, TREE), slope=2.0, intercept=-5.0)
    # 2 * (-0.5 + 0.25 + 0.25) - 5 = -5
    assert summed.chance({"a": 1.0, "b": 1.0}) == pytest.approx(0.0066928509)


def test_features_are_known_by_name_and_not_by_their_order():
    one = model("sentence", {-9.0: 0.2, 0.0: 0.7})
    assert one.chance({"other": -5.0, "sentence": 1.0}) == pytest.approx(0.7)
    assert one.chance({"sentence": -1.0, "other": 5.0}) == pytest.approx(0.2)


def test_feature_that_is_not_known_is_an_error():
    with pytest.raises(KeyError, match="sentence"):
        model("sentence", {-9.0: 0.2, 0.0: 0.7}).chance({"passage": 1.0})


def test_tree_that_names_a_feature_there_is_not_is_refused():
    with pytest.raises(ValidationError, match="a feature that has no name"):
        Model(names=("a",), base=0.0, trees=(TREE,))


def test_slope_that_would_turn_the_order_round_is_refused():
    with pytest.raises(ValidationError, match="slope"):
        Model(names=("a",), base=0.0, trees=(), slope=-1.0)


@pytest.mark.parametrize("chance", [-0.01, 1.01, float("nan")])
def test_bar_that_is_no_chance_is_refused(chance: float):
    with pytest.raises(ValidationError, match="chance"):
        Bar(chance=chance, answers=1, wrong=0, upper=0.5)
    assert bar(0.5).chance == 0.5


@given(base=st.floats(-2000, 2000), intercept=st.floats(-2000, 2000))
def test_chance_lies_between_0_and_1_however_sure_the_trees_are(base: float, intercept: float):
    assert 0 <= Model(names=(), base=base, trees=(), intercept=intercept).chance({}) <= 1


def test_chance_of_a_logit_is_its_own_inverse():
    assert Model(names=(), base=logit(0.37), trees=()).chance({}) == pytest.approx(0.37)


@given(chance=st.floats(0.001, 0.999), difference=st.floats(-1e-12, 1e-12))
def test_what_machines_differ_by_changes_no_chance_that_meets_a_bar(chance: float, difference: float):
    if abs(chance * 100 % 1 - 0.5) < 1e-6:
        return
    one, other = (Model(names=(), base=logit(chance) + add, trees=()) for add in (0.0, difference))
    assert one.measured({}) == other.measured({}) == round(chance, 2)
