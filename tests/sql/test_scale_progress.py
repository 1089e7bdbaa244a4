"""The queries of scale-progress on hand-written rows."""

from app.database import query
from tests.conftest import Given

SIZES = {"small": ("F", 1.0), "large": ("F", 4.0)}
GRID = {
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
    found = query("scale_progress/grid", **GRID | {"mode": mode})
    return {(row["benchmark"], row["model"]): row["shown"] for row in found}


def test_the_grid_holds_percent_along_training(given: Given) -> None:
    given("scale-progress", models=SIZES, s=rows())
    assert shown("accuracy")["X", "small"] == [10, 30]


def test_the_mean_stands_only_where_every_benchmark_has_a_value(given: Given) -> None:
    given("scale-progress", models=SIZES, s=rows())
    assert shown("accuracy")["Mean of 2 benchmarks", "small"] == [40]
    assert shown("accuracy")["Mean of 2 benchmarks", "large"] == [30, 80]


def test_there_is_no_second_mean_where_the_source_has_its_own(given: Given) -> None:
    given("scale-progress", models=SIZES, aggregates=("Y",), s=rows())
    assert {benchmark for benchmark, _ in shown("accuracy")} == {"X", "Y"}


def test_the_gain_is_counted_from_the_first_checkpoint(given: Given) -> None:
    given("scale-progress", models=SIZES, s=rows())
    assert shown("gain")["X", "large"] == [0, 50]


def test_the_gain_over_the_next_smaller_model_has_none_for_the_smallest(given: Given) -> None:
    given("scale-progress", models=SIZES, s=rows())
    assert shown("size")["X", "large"] == [10, 40]
    assert shown("size")["X", "small"] == [None, None]
