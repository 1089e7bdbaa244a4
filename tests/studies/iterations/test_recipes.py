"""Recipes: their seeds, and the difference of two at equal step, by hand-worked numbers."""

from pathlib import Path

import pytest

from reasonboard.ingest.loading.load import load
from reasonboard.store import database, snapshots
from reasonboard.studies.iterations.family import recipes_of, with_family
from reasonboard.studies.iterations.recipes import Recipes, key_of
from reasonboard.studies.iterations.study import ITERATIONS
from tests.studies.iterations.recipe_rows import recipe

NIGHTS = Path(__file__).parents[4] / "shared" / "examples" / "events" / "nights.py"
A_ANSWERS = [[1, 1, 1, 1], [1, 0, 0, 0]]
B_ANSWERS = [[1, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1]]


def test_seeds_are_crossed_with_problems_where_all_answers_are_known() -> None:
    a = recipe("a", [0.1, 1.0], [0.1, 0.25], answers=A_ANSWERS)
    b = recipe("b", [0.1, 0.25], [0.1, 0.0], [0.1, 1.0], answers=B_ANSWERS, number=1)
    (pair,) = Recipes([a, b]).pairs
    assert (pair.a.name, pair.b.name, pair.step, pair.problems) == ("a", "b", 100, 4)
    test = pair.planned
    assert test
    # As computed by other means: events d1.
    assert (test.value, test.df, test.p) == pytest.approx((0.208333, 1.844295, 0.697284), abs=1e-5)


def test_without_all_answers_the_test_is_over_seeds_for_these_problems() -> None:
    a = recipe("a", [0.1, 0.30], [0.1, 0.32], [0.1, 0.34])
    b = recipe("b", [0.1, 0.25], [0.1, 0.26], [0.1, 0.30], number=1, answers=[[1, 0]] * 2)
    (pair,) = Recipes([b, a]).pairs
    test = pair.planned
    assert test
    assert pair.problems is None
    assert (test.value, test.low, test.high, test.p) == pytest.approx(
        (0.05, -0.004761, 0.104761, 0.063811), abs=1e-5
    )


def test_the_recipe_that_is_ahead_on_the_whole_comes_first_whatever_it_is_called() -> None:
    rows = [
        recipe("a", [0.1, 0.2], [0.1, 0.2], benchmark="X"),
        recipe("b", [0.1, 0.3], [0.1, 0.3], benchmark="X"),
        recipe("a", [0.1, 0.5], [0.1, 0.5], benchmark="Y"),
        recipe("b", [0.1, 0.45], [0.1, 0.45], benchmark="Y"),
    ]
    recipes = Recipes(rows)
    assert [(pair.a.name, pair.b.name, pair.a.benchmark) for pair in recipes.pairs] == [
        ("b", "a", "X"), ("b", "a", "Y")
    ]  # fmt: skip
    assert [round(pair.value, 3) for pair in recipes.pairs] == [0.1, -0.05]


def test_pairs_are_one_family_and_the_mean_over_benchmarks_is_planned() -> None:
    values = {
        "a": ([0.1, 0.30], [0.1, 0.32], [0.1, 0.34]),
        "b": ([0.1, 0.25], [0.1, 0.26], [0.1, 0.30]),
    }
    rows = [
        recipe(name, *curves, benchmark=benchmark)
        for benchmark in ("X", "Y", "Z")
        for name, curves in values.items()
    ]
    recipes = Recipes(rows)
    for pair in recipes.pairs:
        result = recipes.results[key_of(pair)]
        assert result
        assert result.tests == 3
        assert result.p == pytest.approx(0.063811, abs=1e-5)
        assert result.adjusted == pytest.approx(3 * result.p)
        assert (result.low, result.high) == pytest.approx((-0.004761, 0.104761), abs=1e-5)
    (mean,) = recipes.overall
    assert mean.benchmarks == ["X", "Y", "Z"]
    assert not mean.by_problems
    assert mean.result
    # Each seed has the same mean on all: the test of the means is that of one benchmark.
    assert (mean.result.estimate, mean.result.p) == pytest.approx((0.05, 0.063811), abs=1e-5)
    assert mean.result.tests == 1


def test_the_last_common_step_is_one_that_all_seeds_of_both_have() -> None:
    a = recipe("a", [0.1, 0.2, 0.3], [0.1, 0.2, 0.3])
    a["seeds"][1] |= {"iteration": [0, 100], "accuracy": [0.1, 0.2]}
    b = recipe("b", [0.1, 0.1, 0.2], [0.1, 0.1, 0.2])
    (pair,) = Recipes([a, b]).pairs
    assert pair.a.steps == [0, 100]
    assert (pair.steps, pair.step) == ([0, 100], 100)
    apart = recipe("c", [0.1, 0.2], [0.1, 0.2], step=7)
    apart["seeds"][0] |= {"iteration": [7], "accuracy": [0.2]}
    assert {(pair.a.name, pair.b.name) for pair in Recipes([a, b, apart]).pairs} == {("a", "b")}


def test_a_recipe_with_one_seed_is_taken_to_scatter_as_the_other() -> None:
    alone = recipe("a", [0.1, 0.35])
    b = recipe("b", [0.1, 0.25], [0.1, 0.26], [0.1, 0.30])
    (pair,) = Recipes([alone, b]).pairs
    assert pair.planned
    assert (pair.planned.value, pair.planned.p) == pytest.approx((0.08, 0.1201), abs=1e-4)
    other = recipe("c", [0.1, 0.3])
    pairs = Recipes([alone, other, b]).pairs
    of_one_each = next(pair for pair in pairs if pair.b.name == "c")
    assert of_one_each.planned is None


def test_steps_are_corrected_over_each_other() -> None:
    a = recipe("a", [0.30, 0.50, 0.50], [0.32, 0.51, 0.56], [0.34, 0.52, 0.62])
    b = recipe("b", [0.25, 0.10, 0.50], [0.26, 0.11, 0.51], [0.30, 0.12, 0.60])
    (pair,) = Recipes([a, b]).pairs
    assert [(step, round(value, 4), sure) for step, value, _, sure in pair.by_step] == [
        (0, 0.05, False), (100, 0.4, True), (200, 0.0233, False)
    ]  # fmt: skip


def test_a_band_needs_three_seeds() -> None:
    two = recipe("a", [0.1, 0.2], [0.2, 0.3])
    three = recipe("b", [0.86], [0.88], [0.87])
    first, other = Recipes([two, three]).all
    assert first.band == []
    assert list(other.band[0]) == pytest.approx([0.8452, 0.8948], abs=1e-4)


def test_colors_and_names_do_not_depend_on_what_is_filtered() -> None:
    rows = [recipe("b", [0.1], [0.2], number=1), recipe("a", [0.1], [0.2], number=7)]
    assert [(one.name, one.place) for one in Recipes(rows).all] == [("b", 0), ("a", 1)]
    found = recipes_of(with_family(rows)[1:])
    assert found
    assert [(one.name, one.place) for one in found.all] == [("b", 0), ("a", 1)]


def test_trainings_without_seeds_are_no_recipes() -> None:
    rows = [recipe("a", [0.1, 0.2]), recipe("b", [0.1, 0.3])]
    assert recipes_of(rows) is None
    assert Recipes(rows).pairs == []
    assert recipes_of([]) is None


@pytest.mark.skipif(not NIGHTS.is_file(), reason="the made-up trainings are not here")
def test_the_made_up_recipes_differ_as_they_should(
    data: Path, small_store: Path, studies_made: None, tmp_path: Path
) -> None:
    import subprocess  # noqa: PLC0415
    import sys  # noqa: PLC0415

    made = [sys.executable, str(NIGHTS), str(tmp_path), "--seed", "7", "--only", "recipes"]
    subprocess.run(made, check=True)
    load(data, small_store, [str(tmp_path / "recipes")], name="recipes")
    try:
        snapshots.use(small_store)
        values, _ = ITERATIONS.clean({"source": "recipes"})
        assert values["metric"] == "mean@k"
        recipes = Recipes(ITERATIONS.rows("grid", values))
    finally:
        database.close()
    found = {pair.a.benchmark: pair.planned for pair in recipes.pairs}
    for benchmark, numbers in {
        "MATH500": (4.63, 2.21, 7.06),
        "AIME24": (4.58, -1.99, 11.16),
    }.items():
        test = found[benchmark]
        assert test
        assert (100 * test.value, 100 * test.low, 100 * test.high) == pytest.approx(
            numbers, abs=0.006
        )
    (mean,) = recipes.overall
    assert mean.result
    assert mean.result.interval
    assert 100 * mean.result.estimate == pytest.approx(4.61, abs=0.006)
    assert [100 * end for end in mean.result.interval] == pytest.approx([1.32, 7.90], abs=0.006)


@pytest.mark.long
@pytest.mark.skipif(not NIGHTS.is_file(), reason="the made-up trainings are not here")
def test_recipes_of_two_loads_differ_as_those_of_one(
    data: Path, small_store: Path, studies_made: None, tmp_path: Path
) -> None:
    import subprocess  # noqa: PLC0415
    import sys  # noqa: PLC0415

    made = [sys.executable, str(NIGHTS), str(tmp_path), "--seed", "7", "--only", "recipes"]
    subprocess.run(made, check=True)
    for name in ("dapo", "grpo"):
        folders = [str(folder) for folder in (tmp_path / "recipes").glob(f"{name}-*")]
        load(data, small_store, folders, name=name)
    try:
        snapshots.use(small_store)
        values, notices = ITERATIONS.clean({"source": "dapo", "with_loads": ["grpo"]})
        recipes = Recipes(ITERATIONS.rows("grid", values))
    finally:
        database.close()
    assert notices == {}
    (math,) = [pair for pair in recipes.pairs if pair.a.benchmark == "MATH500"]
    assert math.planned
    assert math.problems == 500
    assert 100 * math.planned.value == pytest.approx(4.63, abs=0.006)
