"""The figures of scale-progress from hand-written rows."""

from typing import Any

import plotly.graph_objects as go
import pytest

from app.figures.marks import picked
from app.figures.scale import accuracy_along_size, accuracy_along_training, accuracy_grid
from app.figures.theme import PAPER


def grid_row(
    benchmark: str, model: str | None, params: float | None, **more: Any
) -> dict[str, Any]:
    base: dict[str, Any] = {
        "benchmark": benchmark, "aggregate": False, "model": model, "params_b": params, "n_items": 100,
        "progress": [0.0, 1.0], "checkpoint": ["0", "10"], "shown": [10.0, 20.0],
        "ambiguous": [False, False], "kinds": ["measured"], "low": None, "high": None,
    }  # fmt: skip
    return base | more


def grid(rows: list[dict[str, Any]], **more: str) -> dict[str, Any]:
    options = {"mode": "accuracy", "spacing": "even", "size": "big", "checkpoint": "10"} | more
    return accuracy_grid(rows, columns=4, **options)


ROWS = [
    grid_row("A", "small", 0.07),
    grid_row("A", "big", 12, shown=[30.0, None]),
    grid_row("B", "small", 0.07, progress=[1.0], checkpoint=["10"], shown=[5.0], ambiguous=[True]),
]


def test_the_largest_model_is_on_top_and_missing_stays_missing() -> None:
    figure = grid(ROWS)
    go.Figure(figure)
    assert figure["layout"]["yaxis"]["ticktext"] == ["70M", "12B"]
    assert figure["data"][0]["z"] == [[10.0, 20.0], [30.0, None]]
    heat = [trace for trace in figure["data"] if trace["type"] == "heatmap"]
    assert heat[1]["z"] == [[None, 5.0], [None, None]]


def test_a_click_on_a_cell_names_benchmark_model_and_checkpoint() -> None:
    assert picked(grid(ROWS), {"curveNumber": 0, "x": 1, "y": 0}) == {
        "panel": "A",
        "size": "small",
        "checkpoint": "10",
    }


def test_a_click_on_the_mean_of_benchmarks_names_no_benchmark() -> None:
    figure = grid([grid_row("Mean of 2 benchmarks", "small", 0.07, aggregate=True)])
    assert "panel" not in picked(figure, {"curveNumber": 0, "x": 0, "y": 0})


def test_a_benchmark_with_a_range_only_is_hatched_and_says_its_range() -> None:
    bare = grid_row("C", None, None, progress=[], checkpoint=[], shown=[], ambiguous=[])
    figure = grid([*ROWS, bare | {"low": 40.0, "high": 48.0, "n_items": None}])
    texts = [note["text"] for note in figure["layout"]["annotations"]]
    assert any("stated range 40 to 48 %" in text for text in texts)


def heats(figure: dict[str, Any]) -> dict[str, list[list[float | None]]]:
    return {trace["name"]: trace["z"] for trace in figure["data"] if trace["type"] == "heatmap"}


def test_the_mean_stands_only_where_every_benchmark_has_a_value() -> None:
    assert heats(grid(ROWS))["Mean of 2 benchmarks"] == [[None, 12.5], [None, None]]


def test_there_is_no_second_mean_where_the_source_has_its_own_or_of_one_benchmark() -> None:
    own = grid_row("Average", "small", 0.07, aggregate=True)
    assert set(heats(grid([*ROWS, own]))) == {"A", "B", "Average"}
    assert set(heats(grid(ROWS[:2]))) == {"A"}


def test_true_spacing_keeps_the_distances_of_checkpoints() -> None:
    rows = [grid_row("A", "small", 1, progress=[0.0, 0.2, 1.0], checkpoint=["0", "2", "10"],
                     shown=[1.0, 2.0, 3.0], ambiguous=[False] * 3)]  # fmt: skip
    assert grid(rows, spacing="true")["data"][0]["x"] == pytest.approx([-0.1, 0.1, 0.6, 1.4])


def test_nothing_to_draw_says_why() -> None:
    figure = grid([])
    assert figure["data"] == []
    assert "No data" in figure["layout"]["annotations"][0]["text"]


def point(model: str, **more: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        "model": model, "params_b": 1.0, "progress": 0.5, "step": 10, "checkpoint": "10",
        "value": 0.4, "stderr": 0.01, "n_items": 30, "kind": "measured", "number": 3, "first": False,
    }  # fmt: skip
    return base | more


def test_the_picked_model_stands_out_among_faint_ones() -> None:
    rows = [point("a"), point("a", progress=1.0, checkpoint="20"), point("b")]
    figure = accuracy_along_training(rows, panel="A", size="a", checkpoint="20", columns=4)
    go.Figure(figure)
    widths = {trace["meta"]["sets"]["size"]: trace["line"]["width"] for trace in figure["data"]}
    assert widths["a"] > widths["b"]
    assert picked(figure, {"curveNumber": 1, "pointNumber": 1}) == {"size": "a", "checkpoint": "20"}


def test_numbers_that_no_source_printed_are_open_markers() -> None:
    rows = [point("a", kind="read_off"), point("b", params_b=2.0, kind="stated")]
    figure = accuracy_along_size(rows, panel="A", size="a", checkpoint="10", columns=4)
    go.Figure(figure)
    fills = figure["data"][0]["marker"]["color"]
    assert fills[0] == PAPER
    assert fills[1] != PAPER


def test_the_size_axis_is_logarithmic() -> None:
    rows = [point("a"), point("b", params_b=10.0)]
    layout = accuracy_along_size(rows, panel="A", size="a", checkpoint="10", columns=4)["layout"]
    assert layout["xaxis"]["type"] == "log"
    assert layout["xaxis"]["range"] == pytest.approx([-0.12, 1.12])


def test_names_from_data_are_shown_as_text() -> None:
    rows = [point("<a href='x'>")]
    figure = accuracy_along_training(rows, panel="A", size="", checkpoint="", columns=4)
    assert "<a" not in figure["data"][0]["text"][0].replace("<br>", "")
