"""Where recipes are compared: at equal steps, tokens and hours, by hand-worked numbers."""

from collections.abc import Sequence
from typing import Any

import pytest

from reasonboard.statistics.recipes import over_seeds
from reasonboard.studies.iterations.recipe_pair import RecipePair
from reasonboard.studies.iterations.recipes import Recipes
from tests.studies.iterations.recipe_rows import recipe

A = ([0.1, 0.30, 0.40, 0.50], [0.1, 0.32, 0.44, 0.52], [0.1, 0.34, 0.42, 0.54])
B = ([0.1, 0.20, 0.30, 0.40], [0.1, 0.26, 0.36, 0.42], [0.1, 0.20, 0.36, 0.44])
TOKENS = {"along": "metric.num_tokens"}


def used(row: dict[str, Any], *tokens: Sequence[float | None]) -> dict[str, Any]:
    """The recipe with what each of its seeds had used by its steps."""
    seeds = [one | {"num_tokens": list(own)} for one, own in zip(row["seeds"], tokens, strict=True)]
    return row | {"seeds": seeds} | TOKENS


def pair_of(**chosen: str) -> RecipePair:
    rows = [recipe("a", *A), recipe("b", *B, number=1)]
    (pair,) = Recipes([row | chosen for row in rows]).pairs
    return pair


def test_the_last_common_step_is_what_is_compared_unless_another_is_chosen() -> None:
    assert (pair_of().step, pair_of().where()) == (300, "at step 300")
    chosen = pair_of(compare_at="200")
    assert (chosen.step, chosen.where("iteration")) == (200, "at iteration 200")
    assert chosen.value == pytest.approx(0.42 - 0.34)
    assert chosen.planned == over_seeds([0.40, 0.44, 0.42], [0.30, 0.36, 0.36])
    assert pair_of(compare_at="150").step == 300  # it has no such step


def test_the_mean_of_the_last_three_evaluations_is_that_of_each_seed() -> None:
    pair = pair_of(compare_at="mean")
    assert pair.where() == "over the last three evaluations"
    assert pair.sides[0] == pytest.approx([0.40, 1.28 / 3, 1.30 / 3])
    assert pair.planned == over_seeds(*pair.sides)
    assert pair.by_step[-1][1] == pair.value


def test_at_equal_tokens_the_accuracy_between_two_evaluations_is_on_their_line() -> None:
    a = used(recipe("a", *A), *[[0, 200, 400, 600]] * 2, [0, 100, 300, 500])
    b = used(recipe("b", *B, number=1), *[[0, 100, 200, 350]] * 3)
    recipes = Recipes([a, b])
    (pair,) = recipes.pairs
    # A is drawn at the means of what its seeds had used; both reach 350.
    assert pair.steps == pytest.approx([0, 500 / 3, 350])
    assert (pair.where(), recipes.where) == ("at 350 tokens", "at equal tokens")
    first = [0.30 + 0.75 * 0.10, 0.32 + 0.75 * 0.12, 0.42 + 0.25 * 0.12]
    assert pair.sides[0] == pytest.approx(first)
    assert pair.sides[1] == pytest.approx([0.40, 0.42, 0.44])
    assert pair.tables is None
    half = Recipes([row | {"compare_at": "0.50"} for row in (a, b)])
    (earlier,) = half.pairs
    assert earlier.step == pytest.approx(175)
    assert half.where == "at equal tokens (50% of those that both used)"
    assert 175 in earlier.steps


def test_answers_count_only_at_the_step_at_which_they_were_given() -> None:
    rows = [
        recipe(name, *curves, answers=[[1, 0, 1, 1], [1, 1, 0, 1], [0, 0, 1, 1]], number=number)
        for number, (name, curves) in enumerate({"a": A, "b": B}.items())
    ]
    for chosen, problems in (("last", 4), ("200", None), ("mean", None)):
        (pair,) = Recipes([row | {"compare_at": chosen} for row in rows]).pairs
        assert pair.problems == problems


def test_a_seed_that_does_not_state_its_tokens_leaves_nothing_to_compare() -> None:
    a = used(recipe("a", *A), *[[0, 200, 400, 600]] * 3)
    b = used(recipe("b", *B, number=1), [0, 1, 2, 3], [0, 1, 2, 3], [None] * 4)
    recipes = Recipes([a, b])
    assert recipes.pairs == []
    assert [one.reach for one in recipes.all] == [(0, 600), None]
    apart = Recipes([a, used(recipe("b", *B, number=1), *[[700, 800, 900, 950]] * 3)])
    assert apart.pairs == []
