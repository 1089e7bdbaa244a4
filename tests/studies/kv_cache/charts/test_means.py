"""The means of kv-cache."""

from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.colors import FAINT, PAPER
from reasonboard.charts.marks import picked
from reasonboard.charts.theme import Figure
from reasonboard.studies.kv_cache.charts.means import mean_by_ratio, mean_by_window
from reasonboard.studies.kv_cache.rows import Means


def means(control: str, panel: str = "M · X", **more: object) -> dict[str, Any]:
    at: list[float] = [500, 2000] if control == "window" else [0.1, 0.5]
    return {
        "panel": panel, "number": 0, "along": control, "metric": "Pass@1", "expected": 5,
        "kv_window": None, "kv_ratio": None, f"kv_{control}": at,
        "percent": [45.0, 47.0], "points": [-1.0, 1.0], "cells": [5, 5], "kinds": ["stated", "stated"], "whole": True,
        "in_window": [500, 500, 2000, 2000], "in_ratio": [0.1, 0.5, 0.1, 0.5],
        "of_value": [40.0, 50.0, 50.0, 44.0], "of_items": [30] * 4, "of_repeats": [5] * 4,
        "of_seeds": [0] * 4, "of_stderr": [None] * 4, "tests": {"windows": 1, "ratios": 1, "heatmaps": 1},
    } | more  # fmt: skip


def by_window(
    *rows: dict[str, Any], mode: str = "value", panel: str = "M · X", intervals: str = "off"
) -> Figure:
    figure = mean_by_window(
        list(rows),
        mode=mode,
        intervals=intervals,
        panel=panel,
        window="2000",
        ratio="0.5",
        columns=2,
    )
    go.Figure(figure)
    return figure


def test_means_stand_over_a_log_axis_of_windows() -> None:
    figure = by_window(means("window"))
    assert figure["layout"]["xaxis"]["type"] == "log"
    assert figure["layout"]["xaxis"]["ticktext"] == ["500", "<b>2k tokens</b>"]
    assert (figure["data"][0]["x"], figure["data"][0]["y"]) == ([500, 2000], [45.0, 47.0])


def test_the_selected_ratio_has_a_bold_label() -> None:
    figure = mean_by_ratio(
        [means("ratio")], mode="value", intervals="off", panel="", ratio="0.1", columns=2
    )
    go.Figure(figure)
    assert figure["layout"]["xaxis"]["ticktext"] == ["<b>0.1</b>", "0.5 kept"]


def test_where_no_window_is_stated_the_shares_stand_in_its_place() -> None:
    figure = by_window(means("ratio"))
    assert figure["layout"]["xaxis"]["ticktext"] == ["0.1", "<b>0.5 kept</b>"]
    assert figure["layout"]["meta"]["heading"] == "No share stands out"
    assert figure["layout"]["meta"]["subtitle"].startswith("By share of older tokens kept;")


def test_labels_lie_flat_and_have_no_unit_on_a_phone() -> None:
    both = [means("window"), means("ratio")]
    figure = mean_by_ratio(both, mode="value", intervals="off", panel="", ratio="0.1", columns=1)
    axis = figure["layout"]["xaxis"]
    assert (axis["tickangle"], axis["ticktext"]) == (0, ["<b>0.1</b>", "0.5"])


def test_the_heading_says_whether_a_window_stands_out() -> None:
    other = means("ratio")
    meta = by_window(means("window"), other)["layout"]["meta"]
    assert meta["heading"] == "Averaged over shares, no window stands out"
    assert (
        "largest difference 2.0 points (95%: −14.7 to +18.7), not significant"
        in meta["uncertainty"]
    )
    clear = by_window(means("window", of_items=[100_000] * 4), other)["layout"]["meta"]
    assert clear["heading"] == "Averaged over shares, the window matters"
    unknown = by_window(means("window", of_items=[None] * 4))["layout"]["meta"]
    assert unknown["heading"] == ""


def test_of_the_means_along_both_axes_each_view_draws_its_own() -> None:
    both = [means("window"), means("ratio", percent=[30.0, 31.0])]
    assert [trace["y"] for trace in by_window(*both)["data"]] == [[45.0, 47.0]]
    figure = mean_by_ratio(both, mode="value", intervals="off", panel="", ratio="0.1", columns=2)
    assert [trace["y"] for trace in figure["data"]] == [[30.0, 31.0]]


def test_a_mean_that_lacks_cells_is_a_single_point_and_says_over_how_many_it_goes() -> None:
    figure = by_window(means("window", cells=[2, 5], whole=False), means("window", "M · Y"))
    assert [trace["mode"] for trace in figure["data"]] == ["markers", "lines+markers"]
    assert "mean of 2 of 5 cells" in figure["data"][0]["text"][0]
    assert "mean of 5 cells" in figure["data"][1]["text"][0]


def test_means_of_numbers_that_no_source_printed_are_open() -> None:
    figure = by_window(means("window", kinds=["stated", "approximate"]))
    colors = figure["data"][0]["marker"]["color"]
    assert colors[0] != PAPER
    assert colors[1] == PAPER


def test_differences_are_signed_points() -> None:
    figure = by_window(means("window"), mode="best")
    assert "points from the mean of all cells" in figure["layout"]["meta"]["subtitle"]
    assert "−1.0 points" in figure["data"][0]["text"][0]


def test_among_many_panels_only_the_picked_one_has_its_color() -> None:
    rows = [means("window", f"M · {number}", number=number) for number in range(8)]
    figure = by_window(*rows, panel="M · 3")
    strong = [trace["name"] for trace in figure["data"] if trace["line"]["color"] != FAINT]
    assert strong == ["M · 3"]


def test_a_click_on_a_mean_sets_its_panel_and_place() -> None:
    figure = by_window(means("window"), means("window", "M · Y"))
    point = {"curveNumber": 1, "pointNumber": 0}
    assert picked(figure, point) == {"panel": "M · Y", "window": "500"}


def test_a_mean_has_the_interval_of_its_cells() -> None:
    row = Means.of(means("window"))
    # Half of the square root of the sum of p (1 - p) / 34 over both cells of 30 problems, with two more right and
    # two more wrong answers each, times 1.96.
    half = 1.96 * (14 / 34 * 20 / 34 / 34 + 0.5 * 0.5 / 34) ** 0.5 / 2
    ends, shift = row.means[0].interval, row.deviations[0].interval
    assert ends is not None
    assert ends.low == pytest.approx(0.45 - half, abs=1e-4)
    assert ends.high == pytest.approx(0.45 + half, abs=1e-4)
    assert shift is not None
    assert (shift.low + shift.high) / 2 == pytest.approx(-0.01)
    assert shift.high - shift.low < ends.high - ends.low


def test_only_the_picked_heatmap_has_a_band_and_the_caption_says_so() -> None:
    figure = by_window(means("window"), means("window", "M · Y"), intervals="on")
    bands = [trace for trace in figure["data"] if trace.get("fill") == "toself"]
    assert [band["name"] for band in bands] == ["95% interval of M · X"]
    assert "selected heatmap" in figure["layout"]["meta"]["uncertainty"]
    low, high = figure["layout"]["yaxis"]["range"]
    assert low < min(bands[0]["y"])
    assert max(bands[0]["y"]) < high


def test_every_mean_says_its_interval_or_that_there_is_none() -> None:
    assert "95% interval 33.2 to 56.8%" in by_window(means("window"))["data"][0]["text"][0]
    unknown = by_window(means("window", of_items=[None] * 4), intervals="on")
    assert "no uncertainty available" in unknown["data"][0]["text"][0]
    assert unknown["layout"]["meta"]["uncertainty"] == "no uncertainty available"


def test_no_rows_are_said_to_be_none() -> None:
    assert "No window is stated" in by_window()["layout"]["annotations"][0]["text"]
