"""The queries of scale-progress on hand-written rows."""

from typing import Any

from reasonboard.store.database import query
from tests.conftest import Given

SIZES = {"small": ("F", 1.0), "large": ("F", 4.0)}
GRID: dict[str, Any] = {
    "study": "scale-progress", "source": "s", "metric": "accuracy", "family": "F",
    "benchmark": [], "model": [], "mode": "accuracy",
}  # fmt: skip


def rows() -> list[dict[str, object]]:
    return [
        {"model": "small", "benchmark": "X", "progress": 0, "value": 0.1},
        {"model": "small", "benchmark": "X", "progress": 1, "value": 0.3},
        {"model": "large", "benchmark": "X", "progress": 0, "value": 0.2},
        {"model": "large", "benchmark": "X", "progress": 1, "value": 0.7},
        {"model": "small", "benchmark": "Y", "progress": 1, "value": 0.5},
        {"model": "large", "benchmark": "Y", "progress": 0, "value": 0.4},
        {"model": "large", "benchmark": "Y", "progress": 1, "value": 0.9},
    ]


def shown(mode: str) -> dict[tuple[str, str], list[float]]:
    found = query("studies/scale_progress/grid", **GRID | {"mode": mode})
    return {(row["benchmark"], row["model"]): row["shown"] for row in found}


def test_the_grid_holds_percent_along_training(given: Given) -> None:
    given("scale-progress", models=SIZES, s=rows())
    assert shown("accuracy")["X", "small"] == [10, 30]


def test_the_gain_is_counted_from_the_first_checkpoint(given: Given) -> None:
    given("scale-progress", models=SIZES, s=rows())
    assert shown("gain")["X", "large"] == [0, 50]


def test_the_gain_over_the_next_smaller_model_has_none_for_the_smallest(given: Given) -> None:
    given("scale-progress", models=SIZES, s=rows())
    assert shown("size")["X", "large"] == [10, 40]
    assert shown("size")["X", "small"] == [None, None]


def test_a_benchmark_with_a_range_only_has_a_row_without_values(given: Given) -> None:
    bounds = [
        {"benchmark": "Z", "model": None, "kind": "bound_low", "value": 0.4},
        {"benchmark": "Z", "model": None, "kind": "bound_high", "value": 0.48},
    ]
    given("scale-progress", models=SIZES, s=rows() + bounds)
    (found,) = [
        row for row in query("studies/scale_progress/grid", **GRID) if row["benchmark"] == "Z"
    ]
    assert (found["shown"], found["low"], found["high"]) == ([], 40, 48)
    assert found["kinds"] == ["bound_low"]


def test_the_row_of_a_pick_runs_along_training_and_its_column_over_sizes(given: Given) -> None:
    given("scale-progress", models=SIZES, s=rows())
    picked = GRID | {"panel": "X", "checkpoint": "1.0"}
    along = query("studies/scale_progress/along_training", **picked)
    assert [(row["model"], row["progress"], row["value"]) for row in along] == [
        ("small", 0, 0.1), ("small", 1, 0.3), ("large", 0, 0.2), ("large", 1, 0.7),
    ]  # fmt: skip
    sizes = query("studies/scale_progress/along_size", **picked)
    assert [(row["params_b"], row["value"]) for row in sizes if not row["first"]] == [
        (1, 0.3),
        (4, 0.7),
    ]
    assert [row["value"] for row in sizes if row["first"]] == [0.1, 0.2]


def test_a_pick_shows_its_measurements_of_every_source(given: Given) -> None:
    other = [{"model": "small", "benchmark": "X", "progress": 1, "value": 0.35, "kind": "read_off"}]
    given("scale-progress", models=SIZES, s=rows(), t=other)
    found = query(
        "studies/scale_progress/evidence",
        study="scale-progress",
        panel="X",
        size="small",
        checkpoint="1.0",
    )
    assert [(row["source"], row["value"], row["kind"]) for row in found] == [
        ("s", 0.3, "stated"),
        ("t", 0.35, "read_off"),
    ]


def test_two_values_of_one_source_are_marked_and_none_is_averaged(given: Given) -> None:
    twice = [
        *rows(),
        {"model": "small", "benchmark": "X", "progress": 1, "value": 0.5, "kind": "approximate"},
    ]
    given("scale-progress", models=SIZES, s=twice)
    (found,) = [
        row
        for row in query("studies/scale_progress/grid", **GRID)
        if (row["benchmark"], row["model"]) == ("X", "small")
    ]
    assert found["shown"] == [10, 30], "the more trusted kind is shown"
    assert found["ambiguous"] == [False, True]


def test_choices_follow_the_filters(given: Given) -> None:
    given("scale-progress", models=SIZES | {"other": ("G", 2.0)}, s=[
        *rows(), {"model": "other", "benchmark": "W", "progress": 0.5, "value": 0.1},
    ])  # fmt: skip
    source = {"study": "scale-progress", "source": "s", "metric": "accuracy"}

    def values(name: str, **more: Any) -> list[str]:
        return [row["value"] for row in query(f"studies/scale_progress/{name}", **source, **more)]

    assert values("family_choices") == ["F", "G"]
    assert values("model_choices", family="F") == ["small", "large"]
    assert values("benchmark_choices") == ["W", "X", "Y"]
    assert values("panel_choices", family="F", benchmark=["Y"]) == ["Y"]
    assert values("size_choices", family="F", model=[]) == ["large", "small"]
    assert values("checkpoint_choices", family="F") == ["1.0", "0.0"]


def test_the_table_behind_the_page_has_every_measurement(given: Given) -> None:
    given("scale-progress", models=SIZES, s=rows())
    assert len(query("studies/scale_progress/rows", **GRID)) == len(rows())


def test_the_grid_holds_what_is_known_of_each_value_and_of_its_base(given: Given) -> None:
    counted = [row | {"n_items": 50, "stderr": 0.07} for row in rows()]
    given("scale-progress", models=SIZES, s=counted)

    def of(mode: str) -> dict[str, Any]:
        found = query("studies/scale_progress/grid", **GRID | {"mode": mode})
        return next(row for row in found if (row["benchmark"], row["model"]) == ("X", "large"))

    assert [one["value"] for one in of("accuracy")["measured"]] == [0.2, 0.7]
    assert {(one["n_items"], one["stderr"]) for one in of("accuracy")["measured"]} == {(50, 0.07)}
    assert of("accuracy")["base"] is None
    start, end = of("gain")["base"]
    assert (start, end["value"]) == (None, 0.2), "the first has no base but itself"
    assert [one["value"] for one in of("size")["base"]] == [0.1, 0.3]


def test_the_largest_of_the_chosen_models_gives_the_level(given: Given) -> None:
    given("scale-progress", models=SIZES, s=rows())
    picked = GRID | {"panel": "X", "checkpoint": "1.0"}
    for model, ends in (([], (0.2, 0.7)), (["small"], (0.1, 0.3))):
        found = query("studies/scale_progress/along_size", **picked | {"model": model})
        assert {(row["largest_start"], row["largest_end"]) for row in found} == {ends}
        assert not model or {row["model"] for row in found} == {"small"}


def test_a_doubling_is_asked_of_every_benchmark_at_the_checkpoint(given: Given) -> None:
    mean = [{"model": "small", "benchmark": "Mean", "progress": 1, "value": 0.4}]
    given("scale-progress", models=SIZES, aggregates=("Mean",), s=rows() + mean)
    found = query("studies/scale_progress/doubling", **GRID | {"checkpoint": "1.0"})
    assert [(row["benchmark"], row["model"], row["value"]) for row in found] == [
        ("X", "small", 0.3), ("X", "large", 0.7), ("Y", "small", 0.5), ("Y", "large", 0.9),
    ]  # fmt: skip
    only = query(
        "studies/scale_progress/doubling", **GRID | {"checkpoint": "1.0", "benchmark": ["Mean"]}
    )
    assert [row["benchmark"] for row in only] == ["Mean"]
    some = query(
        "studies/scale_progress/doubling", **GRID | {"checkpoint": "1.0", "model": ["large"]}
    )
    assert [(row["benchmark"], row["model"]) for row in some] == [("X", "large"), ("Y", "large")]


def test_marks_are_those_of_the_pick_and_everything_where_nothing_is_picked(given: Given) -> None:
    other = [{"model": "other", "benchmark": "X", "progress": 1, "value": 0.9}]
    given("scale-progress", models=SIZES | {"other": ("G", 2.0)}, s=rows() + other)

    def marks(**picks: str) -> list[dict[str, Any]]:
        return query(
            "studies/scale_progress/marks",
            **GRID | {"panel": "", "size": "", "checkpoint": ""} | picks,
        )

    assert len(marks()) == 7, "of the family only"
    (one,) = marks(panel="X", size="large", checkpoint="1.0")
    assert (one["source"], one["benchmark"], one["model"], one["checkpoint"], one["metric"]) == (
        "s", "X", "large", "progress 1.0", "accuracy",
    )  # fmt: skip
    assert (one["value"], one["unit"], one["higher_is_better"], one["n_items"]) == (
        0.7,
        "fraction",
        True,
        None,
    )
    assert one["run"] is not None
    assert {row["model"] for row in marks(panel="X", checkpoint="0.0")} == {"small", "large"}


def test_above_chance_is_the_share_of_the_way_from_guessing_to_all_right(given: Given) -> None:
    some = [
        {"model": "small", "benchmark": "Two", "progress": 0, "value": 0.4},
        {"model": "small", "benchmark": "Two", "progress": 1, "value": 0.75},
        {"model": "small", "benchmark": "Free", "progress": 1, "value": 0.5},
        {"model": "small", "benchmark": "Two", "progress": 1, "value": 0.7, "metric": "score"},
    ]
    given("scale-progress", models=SIZES, chances={"Two": 0.5}, s=some)
    scores = GRID | {"metric": "score", "mode": "chance"}
    (of_scores,) = query("studies/scale_progress/grid", **scores)
    assert of_scores["shown"] == [None], "a score that is no share of right answers has none"
    levels = [row["chance level"] for row in query("studies/scale_progress/rows", **GRID)]
    assert levels == [None, 0.5, 0.5]
    assert shown("chance")["Two", "small"] == [-20, 50]
    assert shown("chance")["Free", "small"] == [None]
    offered = [row["value"] for row in query("studies/scale_progress/mode_choices", **GRID)]
    assert offered == ["accuracy", "gain", "size", "chance"]
    of_one = GRID | {"benchmark": ["Free"]}
    offered = [row["value"] for row in query("studies/scale_progress/mode_choices", **of_one)]
    assert offered == ["accuracy", "gain", "size"], "no chance level is known there"


def test_the_numbers_of_tests_are_those_of_the_source_whatever_is_filtered(given: Given) -> None:
    given("scale-progress", models=SIZES, s=rows())
    expected = {"gains": 7, "pairs": 3, "curves": 4, "slopes": 2}
    for filters in ({}, {"benchmark": ["X"]}, {"model": ["small"]}):
        values = GRID | {"panel": "X", "checkpoint": "1.0"} | filters
        for name in ("grid", "along_training", "along_size", "doubling"):
            found = query(f"studies/scale_progress/{name}", **values)
            assert found
            assert all(row["tests"] == expected for row in found), name
