"""The queries of the iterations study on hand-written rows."""

from typing import Any

import pytest

from reasonboard.store.database import Rows, query
from reasonboard.studies.iterations.study import ITERATIONS
from tests.conftest import Given

ASKED: dict[str, Any] = {
    "study": "iterations", "source": "s", "metric": "accuracy", "benchmark": [], "model": [],
    "order": "name", "panel": "X", "iteration": "4", "along": "iteration",
    "compare_at": "last", "with_loads": [], "form": "strips",
}  # fmt: skip


def rows() -> list[dict[str, Any]]:
    length = {"metric": "token_length"}
    return [
        {"benchmark": "X", "iteration": 0, "value": 0.2, "n_items": 30},
        {"benchmark": "X", "iteration": 4, "value": 0.5, "n_items": 30, "kind": "read_off"},
        {"benchmark": "X", "iteration": 8, "value": 0.4, "n_items": 30},
        {"benchmark": "X", "iteration": 0, "value": 1000.4} | length,
        {"benchmark": "X", "iteration": 8, "value": 5000} | length,
        {"benchmark": "X", "iteration": 0, "value": 300, "metric": "token_length_low"},
        {"benchmark": "X", "iteration": 0, "value": 2000, "metric": "token_length_high"},
        {"benchmark": "a", "iteration": 0, "value": 0.1},
        {"benchmark": "a", "iteration": 8, "value": 0.6},
        {"benchmark": "a", "iteration": 0, "value": 500} | length,
        {"benchmark": "a", "iteration": 8, "value": 1500} | length,
        {"benchmark": "Stated", "value": 0.4, "kind": "bound_low"},
        {"benchmark": "Stated", "value": 0.6, "kind": "bound_high"},
        {"benchmark": "Falls", "iteration": 0, "value": 0.6},
        {"benchmark": "Falls", "iteration": 8, "value": 0.5},
        {"benchmark": "Falls", "iteration": 0, "value": 100} | length,
        {"benchmark": "Falls", "iteration": 8, "value": 200} | length,
        {"benchmark": "All", "iteration": 8, "value": 0.5},
    ]


def grid(name: str = "grid", **chosen: Any) -> Rows:
    """What the grid, or another view, draws when so much is chosen."""
    view = next(view for view in ITERATIONS.views if view.name == name)
    return ITERATIONS.view_rows(view, ASKED | chosen)


def detail(given: Given, **other: Any) -> Rows:
    given("iterations", aggregates=("All",), s=rows())
    return grid("detail", **other)


def query_rows(given: Given, name: str, **other: Any) -> list[dict[str, Any]]:
    given("iterations", aggregates=("All",), s=rows())
    return query(f"studies/iterations/{name}", **ASKED | other)


def test_iterations_of_the_runs_of_another_study_make_no_curve(given: Given) -> None:
    given("kv-cache", s=rows())
    assert query("studies/iterations/grid", **ASKED | {"study": "kv-cache"}) == []


def test_a_panel_holds_equally_long_lists_with_gaps_where_a_value_is_missing(given: Given) -> None:
    row = next(row for row in query_rows(given, "grid") if row["benchmark"] == "X")
    assert row["iteration"] == [0, 4, 8]
    assert row["accuracy"] == [20, 50, 40]
    assert row["accuracy_kind"] == ["stated", "read_off", "stated"]
    assert row["tokens"] == [1000, None, 5000]
    assert row["tokens_low"] == [300, None, None]
    assert row["tokens_high"] == [2000, None, None]
    assert row["n_items"] == 30
    assert set(row["kinds"]) == {"stated", "read_off"}


def test_panels_come_by_name_without_regard_to_case_and_aggregates_last(given: Given) -> None:
    found = [row["benchmark"] for row in query_rows(given, "grid")]
    assert found == ["a", "Falls", "Stated", "X", "All"]


def test_panels_come_by_gain_with_those_without_one_behind(given: Given) -> None:
    found = [row["benchmark"] for row in query_rows(given, "grid", order="gain")]
    assert found[:3] == ["a", "X", "Falls"]
    assert found[-1] == "All"


def test_a_stated_range_is_a_panel_without_a_curve(given: Given) -> None:
    row = next(row for row in query_rows(given, "grid") if row["benchmark"] == "Stated")
    assert (row["accuracy_from"], row["accuracy_to"]) == (40, 60)
    assert row["iteration"] == row["accuracy"] == row["tokens"] == []
    assert row["kinds"] == ["bound_low"]


def test_the_grid_keeps_to_the_chosen_benchmarks(given: Given) -> None:
    query_rows(given, "grid")
    assert [row["benchmark"] for row in grid(benchmark=["X"])] == ["X"]


def test_the_detail_is_the_picked_benchmark(given: Given) -> None:
    (row,) = detail(given)
    assert (row["benchmark"], row["accuracy"]) == ("X", [20, 50, 40])


def test_the_detail_does_not_depend_on_the_chosen_benchmarks_or_their_order(given: Given) -> None:
    rows = [row["accuracy"] for row in detail(given)]
    other = grid("detail", benchmark=["a"], order="gain")
    assert [row["accuracy"] for row in other] == rows == [[20, 50, 40]]


def test_a_range_of_a_model_keeps_to_the_chosen_models(given: Given) -> None:
    ranges = [
        {"model": model, "benchmark": "Y", "value": 0.3, "kind": "bound_low"} for model in "MN"
    ]
    curve = [{"model": model, "benchmark": "X", "iteration": 0, "value": 0.2} for model in "MN"]
    given("iterations", s=[*ranges, *curve])
    found = grid(model=["N"])
    assert [(row["benchmark"], row["run"]) for row in found] == [("X", "N"), ("Y", "N")]
    assert [row["run"] for row in grid("detail", model=["N"])] == ["N"]


def test_the_summary_compares_the_last_with_the_first_iteration(given: Given) -> None:
    row = next(row for row in query_rows(given, "summary") if row["benchmark"] == "X")
    assert (row["start (%)"], row["last (%)"], row["gain (points)"]) == (20, 40, 20)
    assert (row["best (%)"], row["best at iteration"]) == (50, 4)
    assert (row["tokens at start"], row["tokens at last"]) == (1000, 5000)
    # 5000 - 1000.4 tokens for 20 points
    assert row["tokens per point"] == 200
    assert row["n"] == 30


def test_a_loss_has_no_price(given: Given) -> None:
    row = next(row for row in query_rows(given, "summary") if row["benchmark"] == "Falls")
    assert row["gain (points)"] == -10
    assert row["tokens per point"] is None


def test_a_single_iteration_has_no_gain(given: Given) -> None:
    row = next(row for row in query_rows(given, "summary") if row["benchmark"] == "All")
    assert row["gain (points)"] is None
    assert row["growth (tokens)"] is None


def test_of_equal_bests_the_earliest_counts(given: Given) -> None:
    given(
        "iterations",
        s=[{"iteration": step, "value": value} for step, value in ((0, 0.1), (4, 0.7), (8, 0.7))],
    )
    (row,) = query("studies/iterations/summary", **ASKED)
    assert row["best at iteration"] == 4


def test_the_rows_are_the_measurements_with_their_places(given: Given) -> None:
    found = query_rows(given, "rows")
    assert len(found) == len(rows())
    assert {row["unit"] for row in found if row["metric"] == "accuracy"} == {"fraction"}
    assert all(row["locator"] for row in found)


def test_the_evidence_is_of_every_source_and_names_stated_ranges(given: Given) -> None:
    other = [
        {"benchmark": "X", "iteration": 4, "value": 0.6},
        {"benchmark": "X", "value": 0.3, "kind": "bound_low"},
        {"benchmark": "Y", "iteration": 4, "value": 0.9},
    ]
    given("iterations", s=rows(), t=other)
    found = query("studies/iterations/evidence", **ASKED)
    assert [(row["source"], row["value"]) for row in found] == [("s", 0.5), ("t", 0.6), ("t", 0.3)]


def test_every_benchmark_with_a_curve_or_a_range_can_be_picked(given: Given) -> None:
    found = [row["value"] for row in query_rows(given, "panel_choices")]
    assert found == ["a", "Falls", "Stated", "X", "All"]


def test_iterations_can_be_picked_in_their_order(given: Given) -> None:
    steps = [{"iteration": step, "value": 0.5} for step in (100, 20, 3)]
    given("iterations", s=steps)
    found = [row["value"] for row in query("studies/iterations/iteration_choices", **ASKED)]
    assert found == ["3", "20", "100"]


def test_only_a_share_of_which_more_is_better_is_an_accuracy(given: Given) -> None:
    clipped = [{"iteration": step, "value": 0.5, "metric": "clip_ratio"} for step in (0, 4)]
    length = [{"iteration": step, "value": 300, "metric": "token_length"} for step in (0, 4)]
    given("iterations", s=[*clipped, *length])
    asked_of = {"study": "iterations", "source": "s"}
    assert [row["value"] for row in query("studies/iterations/metric_choices", **asked_of)] == [
        "accuracy"
    ]
    (row,) = query("studies/iterations/grid", **ASKED)
    assert (row["accuracy"], row["tokens"]) == ([None, None], [300, 300])


def test_a_mark_is_the_score_of_one_place_and_an_empty_choice_all_of_them(given: Given) -> None:
    (mark,) = query_rows(given, "marks")
    assert (mark["source"], mark["benchmark"], mark["iteration"]) == ("s", "X", 4)
    assert (mark["value"], mark["n_items"], mark["kind"]) == (0.5, 30, "read_off")
    assert (mark["unit"], mark["higher_is_better"], mark["metric"]) == ("fraction", True, "accuracy")  # fmt: skip
    assert mark["run"] is not None
    along = query("studies/iterations/marks", **ASKED | {"iteration": ""})
    assert [(row["iteration"], row["value"]) for row in along] == [(0, 0.2), (4, 0.5), (8, 0.4)]
    across = query("studies/iterations/marks", **ASKED | {"panel": "", "iteration": "8"})
    assert [row["benchmark"] for row in across] == ["a", "Falls", "X", "All"]
    assert set(across[0]) == set(mark)


def test_what_is_known_of_the_noise_stands_with_the_curve(given: Given) -> None:
    known = {"benchmark": "X", "stderr": 0.02, "n_items": 30, "n_repeats": 5}
    given(
        "iterations",
        s=[
            {"iteration": 0, "value": 0.2} | known,
            {"iteration": 4, "value": 0.4} | known | {"stderr": None},
            {"benchmark": "X", "iteration": 0, "value": 900, "metric": "token_length"},
        ],
    )
    (row,) = query("studies/iterations/grid", **ASKED)
    assert row["stderr"] == [0.02, None]
    assert (row["n_items"], row["n_repeats"], row["n_seeds"]) == (30, 5, None)
    (summary,) = query("studies/iterations/summary", **ASKED)
    assert (summary["accuracy"], summary["stderr"]) == ([20, 40], [0.02, None])


def seeded(model: str, seed: str, *values: float, **other: Any) -> list[dict[str, Any]]:
    """A training of a seed: its accuracies at iterations 0, 10, ..."""
    common = {"model": model, "seed": seed, "benchmark": "X", "n_items": 30} | other
    return [common | {"iteration": 10 * at, "value": value} for at, value in enumerate(values)]


def test_a_recipe_has_the_curve_of_each_of_its_seeds(given: Given) -> None:
    given(
        "iterations",
        s=[*seeded("a", "2", 0.2, 0.4), *seeded("a", "1", 0.1, 0.3), *seeded("b", "1", 0.5, 0.6)],
    )
    a, b = query("studies/iterations/grid", **ASKED)
    assert (a["run"], a["accuracy"], a["n_seeds"]) == ("a", [15, 35], 2)
    nothing_used = {"num_tokens": [None, None], "hours": [None, None]}
    assert a["seeds"] == [
        {"seed": "1", "iteration": [0, 10], "accuracy": [0.1, 0.3]} | nothing_used,
        {"seed": "2", "iteration": [0, 10], "accuracy": [0.2, 0.4]} | nothing_used,
    ]
    # One seed is no recipe with seeds.
    assert (b["run"], b["seeds"], b["answers"]) == ("b", [], [])
    summary = {row["run"]: row["seeds"] for row in query("studies/iterations/summary", **ASKED)}
    assert summary == {"a": a["seeds"], "b": []}


def test_the_seeds_of_a_recipe_are_where_their_logs_say(given: Given) -> None:
    def used(
        seed: str, metric: str, *values: float, benchmark: str = "(training)"
    ) -> list[dict[str, Any]]:
        return seeded("a", seed, *values, benchmark=benchmark, metric=metric, n_items=None)

    def choices(name: str, **other: Any) -> list[str]:
        return [row["value"] for row in query(f"studies/iterations/{name}", **ASKED | other)]

    given(
        "iterations",
        s=[
            *seeded("a", "1", 0.1, 0.3),
            *seeded("a", "2", 0.2, 0.4),
            *used("1", "num_tokens", 0.1, 0.9),
            *used("1", "hours", 0, 0.3),
            *used("2", "hours", 0.1, 0.5),
            *used("2", "hours", 0.2, 0.6, benchmark="X"),
        ],
        t=[*seeded("a", "1", 0.1), *seeded("a", "2", 0.3)],
    )
    (a,) = query("studies/iterations/grid", **ASKED)
    assert [one["num_tokens"] for one in a["seeds"]] == [[0.1, 0.9], [None, None]]
    assert [one["hours"] for one in a["seeds"]] == [
        [0, 0.3],
        [0.2, 0.6],
    ]  # its own before the training's
    recipes = {"form": "recipes"}
    assert choices("along_choices", **recipes) == ["iteration", "metric.num_tokens", "metric.hours"]
    assert choices("along_choices", **recipes, source="t") == ["iteration"]
    assert choices("compare_at_choices", **recipes) == ["last", "10", "0"]
    hours = {"along": "metric.hours"}
    assert choices("compare_at_choices", **recipes, **hours) == ["last", "0.75", "0.50", "0.25"]
    assert choices("compare_at_choices", form="strips") == []


def test_recipes_of_another_load_stand_among_them_with_its_name_where_theirs_is_taken(
    given: Given,
) -> None:
    given(
        "iterations",
        s=[*seeded("a", "1", 0.1, 0.3), *seeded("a", "2", 0.2, 0.4)],
        t=[
            *seeded("a", "1", 0.5, 0.6),
            *seeded("a", "2", 0.6, 0.7),
            *seeded("b", "1", 0.5, 0.6),
            *seeded("b", "1", 0.5, benchmark="(training)", metric="actor/entropy", n_items=None),
        ],
    )
    both = {"with_loads": ["t"], "form": "recipes"}
    found = query("studies/iterations/grid", **ASKED | both)
    assert [(row["run"], row["source"], row["accuracy"]) for row in found] == [
        ("a", "s", [15, 35]),
        ("a · t", "t", [55, 65]),
        ("b", "t", [50, 60]),
    ]
    assert len(found[1]["seeds"]) == 2
    alone = query("studies/iterations/grid", **ASKED | both | {"form": "strips"})
    assert [row["run"] for row in alone] == ["a"]
    logged = query("studies/iterations/training", **ASKED | both, scalars=["actor/entropy"])
    assert [(row["run"], row["source"]) for row in logged] == [("b", "t")]
    # Bundled sources are no loads of the reader.
    assert query("studies/iterations/with_loads_choices", **ASKED | both) == []


def test_the_scalars_of_a_training_are_listed_by_what_is_looked_at_first(given: Given) -> None:
    def logged(model: str, seed: str, metric: str, *values: float) -> list[dict[str, Any]]:
        return seeded(model, seed, *values, benchmark="(training)", metric=metric, n_items=None)

    given(
        "iterations",
        s=[
            *seeded("a", "1", 0.1, 0.3),
            *seeded("a", "2", 0.2, 0.4),
            *logged("a", "1", "odd/scalar", 0.5, 0.6),
            *logged("a", "1", "actor/entropy", 0.5, 0.4),
            *logged("a", "2", "actor/entropy", 0.7, 0.6),
            *logged("b", "1", "actor/entropy", 0.1, 0.2),
            *logged("a", "1", "hours", 0.1, 0.2),
            *logged("a", "1", "once", 0.1),
        ],
        t=[*seeded("a", "1", 0.1), *seeded("a", "2", 0.3)],
    )
    offered = query("studies/iterations/scalars_choices", **ASKED)
    assert [(row["value"], row["label"]) for row in offered] == [
        ("actor/entropy", "Entropy · actor/entropy"),
        ("odd/scalar", "odd/scalar"),
    ]
    assert query("studies/iterations/scalars_choices", **ASKED | {"source": "t"}) == []
    a, b = query("studies/iterations/training", **ASKED, scalars=["actor/entropy"])
    assert [(one["seed"], one["iteration"], one["value"]) for one in a["seeds"]] == [
        ("1", [0, 10], [0.5, 0.4]),
        ("2", [0, 10], [0.7, 0.6]),
    ]
    assert (a["run"], a["width"], a["missing"], b["run"]) == ("a", 1, [], "b")
    flat = query("studies/iterations/training_rows", **ASKED, scalars=["actor/entropy"])
    assert [(row["model"], row["seed"], row["value"]) for row in flat][:3] == [
        ("a", "1", 0.5), ("a", "1", 0.4), ("a", "2", 0.7)
    ]  # fmt: skip


def test_the_forms_of_recipes_are_offered_where_a_training_was_repeated(given: Given) -> None:
    def forms(**other: Any) -> list[str]:
        return [row["value"] for row in query("studies/iterations/form_choices", **ASKED | other)]

    given("iterations", s=[*seeded("a", "1", 0.1), *seeded("a", "2", 0.3)], t=seeded("a", "1", 0.2))
    assert forms() == ["recipes", "seeds", "strips", "dual", "phase"]
    assert forms(source="t") == ["strips", "dual", "phase"]


def test_the_curve_of_a_recipe_is_the_mean_of_those_of_its_seeds(given: Given) -> None:
    again = [*seeded("a", "1", 0.1, date="2026-01-01"), *seeded("a", "1", 0.2, date="2026-01-02")]
    given("iterations", s=[*again, *seeded("a", "2", 0.4, 0.5, date="2026-01-01")])
    (row,) = query("studies/iterations/grid", **ASKED)
    seeds = [dict(zip(one["iteration"], one["accuracy"], strict=True)) for one in row["seeds"]]
    for step, accuracy in zip(row["iteration"], row["accuracy"], strict=True):
        values = [seed[step] for seed in seeds if step in seed]
        assert accuracy == pytest.approx(100 * sum(values) / len(values))
