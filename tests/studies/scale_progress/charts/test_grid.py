"""The figures of scale-progress from hand-written rows."""

from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.colors import PAPER
from reasonboard.charts.marks import picked
from reasonboard.studies.scale_progress.charts.doubling import doubling_by_benchmark
from reasonboard.studies.scale_progress.charts.gains import gains_by_size
from reasonboard.studies.scale_progress.charts.grid import accuracy_grid
from reasonboard.studies.scale_progress.charts.lines import (
    accuracy_along_size,
    accuracy_along_training,
)


def known(value: float, n: int | None = 100, stderr: float | None = None) -> dict[str, Any]:
    return {
        "value": value, "n_items": n, "n_repeats": None, "n_seeds": None, "seed_sd": None, "stderr": stderr,
    }  # fmt: skip


def grid_row(
    benchmark: str, model: str | None, params: float | None, **more: Any
) -> dict[str, Any]:
    base: dict[str, Any] = {
        "benchmark": benchmark, "aggregate": False, "model": model, "params_b": params, "n_items": 100,
        "progress": [0.0, 1.0], "checkpoint": ["0", "10"], "shown": [10.0, 20.0],
        "ambiguous": [False, False], "kinds": ["measured"], "low": None, "high": None,
        "base": None,
    }  # fmt: skip
    row = base | more
    measured = [None if one is None else known(one / 100, row["n_items"]) for one in row["shown"]]
    return {"measured": measured} | row


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
        "value": 0.4, "stderr": 0.09, "n_items": 30, "n_repeats": None, "n_seeds": None, "seed_sd": None,
        "kind": "measured", "number": 3, "first": False, "largest_start": 0.1, "largest_end": 0.4,
    }  # fmt: skip
    return base | more


def test_the_picked_model_stands_out_among_faint_ones() -> None:
    rows = [point("a"), point("a", progress=1.0, checkpoint="20"), point("b")]
    figure = accuracy_along_training(
        rows, panel="A", size="a", checkpoint="20", intervals="off", columns=4
    )
    go.Figure(figure)
    widths = {trace["meta"]["sets"]["size"]: trace["line"]["width"] for trace in figure["data"]}
    assert widths["a"] > widths["b"]
    assert picked(figure, {"curveNumber": 1, "pointNumber": 1}) == {"size": "a", "checkpoint": "20"}


def test_numbers_that_no_source_printed_are_open_markers() -> None:
    rows = [point("a", kind="read_off"), point("b", params_b=2.0, kind="stated")]
    figure = accuracy_along_size(
        rows, panel="A", size="a", checkpoint="10", intervals="off", columns=4
    )
    go.Figure(figure)
    fills = figure["data"][0]["marker"]["color"]
    assert fills[0] == PAPER
    assert fills[1] != PAPER


def test_the_size_axis_is_logarithmic() -> None:
    rows = [point("a"), point("b", params_b=10.0)]
    layout = accuracy_along_size(
        rows, panel="A", size="a", checkpoint="10", intervals="off", columns=4
    )["layout"]
    assert layout["xaxis"]["type"] == "log"
    assert layout["xaxis"]["range"] == pytest.approx([-0.12, 1.12])


def test_names_from_data_are_shown_as_text() -> None:
    rows = [point("<a href='x'>")]
    figure = accuracy_along_training(
        rows, panel="A", size="", checkpoint="", intervals="off", columns=4
    )
    assert "<a" not in figure["data"][0]["hovertemplate"].replace("<br>", "")


def heat(figure: dict[str, Any], index: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = [trace for trace in figure["data"] if trace["type"] == "heatmap"][index]
    return found


def test_a_cell_tells_the_half_of_its_interval_and_a_panel_where_all_are_alike() -> None:
    unlike = heat(grid([grid_row("A", "small", 1, shown=[1.0, 50.0])]))
    # Wilson of 1 and of 50 of 100.
    assert unlike["customdata"] == [[2.6, 9.6]]
    assert unlike["hovertemplate"] == "<b>A</b><br>%{z:.1f} % ±%{customdata}<extra></extra>"
    alike = heat(grid([grid_row("A", "small", 1, shown=[49.0, 50.0])]))
    assert "customdata" not in alike
    assert alike["hovertemplate"] == "<b>A</b><br>%{z:.1f} % (±9.6 at most)<extra></extra>"


def test_a_cell_of_which_nothing_is_known_says_so() -> None:
    bare = grid([grid_row("A", "small", 1, n_items=None)])
    assert "no uncertainty available" in heat(bare)["hovertemplate"]
    assert bare["layout"]["meta"]["uncertainty"] == "no uncertainty available"
    assert "n unknown" in bare["layout"]["annotations"][0]["text"]
    some = grid([grid_row("A", "small", 1, measured=[known(0.1), known(0.2, None)])])
    assert heat(some)["customdata"] == [["±6.0", "no uncertainty available"]]


def test_a_panel_says_how_many_items_it_has_and_what_they_resolve() -> None:
    assert "n 100 · resolves 20 points" in grid(ROWS[:2])["layout"]["annotations"][0]["text"]


def test_differences_within_noise_have_no_colour() -> None:
    row = grid_row(
        "A", "small", 1, shown=[0.0, 30.0, 1.0], progress=[0, 0.5, 1], checkpoint=["0", "5", "10"],
        ambiguous=[False] * 3, measured=[known(0.2), known(0.5), known(0.21)], base=[None, known(0.2), known(0.2)],
    )  # fmt: skip
    figure = grid([row], mode="gain")
    assert heat(figure)["z"] == [[0.0, 30.0, 0.0]]
    start, clear, noise = heat(figure)["customdata"][0]
    assert start == "+0.0"
    assert clear.startswith("+30.0")
    assert noise.endswith("≈")
    assert not clear.endswith("≈")
    assert "Benjamini-Hochberg over each panel" in figure["layout"]["meta"]["uncertainty"]
    assert "1 differences are not resolved" in figure["layout"]["meta"]["summary"]


def test_a_difference_without_uncertainty_keeps_its_colour() -> None:
    row = grid_row("A", "small", 1, shown=[0.0, 1.0], n_items=None, base=[None, known(0.2, None)])
    figure = grid([row], mode="gain")
    assert heat(figure)["z"] == [[0.0, 1.0]]
    assert "no uncertainty available" in heat(figure)["customdata"][0][1]


def test_the_mean_has_an_interval_if_every_benchmark_has_one() -> None:
    rows = [grid_row(name, "small", 1, shown=[1.0, 50.0]) for name in "AB"]
    both = heat(grid(rows), 2)
    assert both["name"] == "Mean of 2 benchmarks"
    single = heat(grid(rows), 0)["customdata"][0][1]
    assert both["customdata"][0][1] == pytest.approx(single / 2**0.5, abs=0.2)
    rows[1] = grid_row("B", "small", 1, n_items=None)
    assert "no uncertainty available" in heat(grid(rows), 2)["hovertemplate"]


def curve(
    model: str, values: list[float], n: int | None = 2000, **more: Any
) -> list[dict[str, Any]]:
    last = max(1, len(values) - 1)
    return [
        point(
            model,
            progress=place / last,
            checkpoint=str(place),
            value=value,
            n_items=n,
            stderr=None,
            **more,
        )
        for place, value in enumerate(values)
    ]


def training(rows: list[dict[str, Any]], **more: str) -> dict[str, Any]:
    options = {"panel": "A", "size": "a", "checkpoint": "3", "intervals": "on"} | more
    figure = accuracy_along_training(rows, columns=4, **options)
    go.Figure(figure)
    return figure


def test_the_picked_line_has_a_band_and_marks_its_gain_and_its_best() -> None:
    figure = training(
        [*curve("a", [0.1, 0.5, 0.6, 0.5]), *curve("b", [0.1, 0.3, 0.4, 0.5], params_b=2.0)]
    )
    bands = [trace for trace in figure["data"] if trace.get("fill") == "toself"]
    assert len(bands) == 1
    marks = {
        trace["marker"]["symbol"]: trace["x"][0]
        for trace in figure["data"]
        if trace.get("name") == "landmark"
    }
    assert marks == {"diamond": pytest.approx(1 / 3), "circle-open": pytest.approx(2 / 3)}
    words = figure["layout"]["meta"]["uncertainty"]
    assert "○ best at 0.67, 10.0 points over the last (resolved)" in words
    assert "90 % of the gain of 2B, 46.0 %" in words
    off = training(curve("a", [0.1, 0.5, 0.6, 0.5]), intervals="off")
    assert not [trace for trace in off["data"] if trace.get("fill") == "toself"]


def test_a_gain_within_noise_has_no_landmark() -> None:
    figure = training(curve("a", [0.1, 0.11, 0.12], n=30))
    assert not [trace for trace in figure["data"] if trace.get("name") == "landmark"]


def sizes(values: list[float], **more: Any) -> list[dict[str, Any]]:
    return [
        point(f"m{place}", params_b=float(2**place), value=value, n_items=2000, stderr=None, **more)
        for place, value in enumerate(values)
    ]


def test_the_line_over_sizes_says_its_slope_and_rings_the_smallest_at_the_level() -> None:
    rows = sizes([0.1, 0.2, 0.36, 0.4])
    figure = accuracy_along_size(
        rows, panel="A", size="m0", checkpoint="10", intervals="on", columns=4
    )
    go.Figure(figure)
    notes = [note["text"] for note in figure["layout"]["annotations"]]
    assert any(note.startswith("+10.6 points per doubling (95 % ") for note in notes)
    (ring,) = [trace for trace in figure["data"] if trace.get("name") == "landmark"]
    # 90 % of the gain from 10 to 40 % is 37 %: only the largest has it.
    assert ring["x"] == [8.0]
    (line,) = [trace for trace in figure["data"] if trace.get("name") == "points per doubling"]
    assert (line["y"][1] - line["y"][0]) / 3 == pytest.approx(10.6)


def test_a_size_under_a_smaller_one_has_a_sign_and_each_its_step() -> None:
    rows = sizes([0.5, 0.3, 0.49])
    figure = accuracy_along_size(
        rows, panel="A", size="m0", checkpoint="10", intervals="on", columns=4
    )
    (signs,) = [trace for trace in figure["data"] if trace.get("name") == "under a smaller size"]
    assert (signs["x"], signs["text"]) == ([2.0, 4.0], ["▼", "≈"])
    assert (
        "under a smaller size: ▼ resolved, ≈ not resolved"
        in figure["layout"]["meta"]["uncertainty"]
    )
    line = next(trace for trace in figure["data"] if trace["name"] == "at 0.5")
    assert "-20.0 points per doubling from 1B (-2" in line["text"][1]
    bare = [row | {"n_items": None} for row in sizes([0.5, 0.3])]
    figure = accuracy_along_size(
        bare, panel="A", size="m0", checkpoint="10", intervals="on", columns=4
    )
    assert "– no uncertainty available" in figure["layout"]["meta"]["uncertainty"]


def test_a_long_name_keeps_its_end() -> None:
    long = [row | {"benchmark": "crows_pairs_french_religion"} for row in sizes([0.1, 0.2])]
    figure = doubling_by_benchmark(long, panel="", intervals="on", columns=4)
    assert figure["layout"]["yaxis"]["ticktext"] == ["crows…nch_religion"]


def test_each_size_has_a_row_with_its_gain_and_its_last_value() -> None:
    rows = [*curve("a", [0.1, 0.5, 0.6, 0.5]), *curve("b", [0.1, 0.3, 0.4, 0.5], params_b=2.0)]
    figure = gains_by_size(rows, panel="A", size="a", intervals="on", columns=4)
    go.Figure(figure)
    assert figure["layout"]["yaxis"]["ticktext"] == ["1B", "2B"]
    assert [note["text"] for note in figure["layout"]["annotations"]] == [
        "last 50.0 %, −10.0 ▼",
        "last 50.0 %",
    ]
    shares = next(trace for trace in figure["data"] if trace["name"] == "90 % of the gain")
    assert shares["x"] == pytest.approx([0.3333, 1.0])
    index = figure["data"].index(shares)
    assert picked(figure, {"curveNumber": index, "pointNumber": 1}) == {"size": "b"}
    off = gains_by_size(rows, panel="A", size="a", intervals="off", columns=4)
    assert len(off["data"]) == len(figure["data"]) - 1


def test_two_checkpoints_are_no_curve() -> None:
    figure = gains_by_size(curve("a", [0.1, 0.5]), panel="A", size="a", intervals="on", columns=4)
    assert "three checkpoints" in figure["layout"]["annotations"][0]["text"]
    assert gains_by_size([], panel="A", size="a", intervals="on", columns=4)["data"] == []


def test_benchmarks_are_ordered_by_what_a_doubling_brings() -> None:
    flat = [row | {"benchmark": "flat"} for row in sizes([0.4, 0.41, 0.39])]
    steep = [row | {"benchmark": "steep"} for row in sizes([0.1, 0.301, 0.5])]
    figure = doubling_by_benchmark([*flat, *steep], panel="flat", intervals="on", columns=4)
    go.Figure(figure)
    assert figure["layout"]["yaxis"]["ticktext"] == ["flat", "steep"]
    marks = next(trace for trace in figure["data"] if trace["name"] == "points per doubling")
    assert marks["x"] == pytest.approx([-0.5, 20.0])
    assert marks["marker"]["color"][0] == PAPER, "not resolved"
    assert marks["marker"]["color"][1] != PAPER
    assert picked(figure, {"curveNumber": 1, "pointNumber": 1}) == {"panel": "steep"}
    assert doubling_by_benchmark([], panel="", intervals="on", columns=4)["data"] == []
    single = [row | {"benchmark": "one"} for row in sizes([0.4])]
    assert doubling_by_benchmark(single, panel="", intervals="on", columns=4)["data"] == []
