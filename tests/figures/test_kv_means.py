"""The means and costs of kv-cache."""

from typing import Any

import plotly.graph_objects as go

from app.figures.kv_means import mean_by_ratio, mean_by_window, score_by_kept
from app.figures.marks import picked
from app.figures.theme import FAINT, PAPER, Figure


def means(control: str, panel: str = "M · X", **more: object) -> dict[str, Any]:
    at: list[float] = [500, 2000] if control == "window" else [0.1, 0.5]
    return {
        "panel": panel, "number": 0, "along": control, "metric": "Pass@1", "expected": 5,
        "kv_window": None, "kv_ratio": None, f"kv_{control}": at,
        "shown": [45.0, 47.0], "cells": [5, 5], "kinds": ["stated", "stated"], "whole": True,
    } | more  # fmt: skip


def by_window(*rows: dict[str, Any], mode: str = "value", panel: str = "M · X") -> Figure:
    figure = mean_by_window(list(rows), mode=mode, panel=panel, window="2000", columns=2)
    go.Figure(figure)
    return figure


def kept(window: int, **more: object) -> dict[str, Any]:
    return {
        "number": 0, "metric": "Pass@1", "kv_window": window, "kv_ratio": [0.1, 0.5],
        "kept": [float(window + 450), float(window + 2250)], "value": [40.0, 46.7],
        "kinds": ["stated", "read_off"],
    } | more  # fmt: skip


def by_kept(*rows: dict[str, Any]) -> Figure:
    figure = score_by_kept(list(rows), panel="M · X", window="500", ratio="0.5", columns=2)
    go.Figure(figure)
    return figure


def test_means_stand_over_a_log_axis_of_windows() -> None:
    figure = by_window(means("window"))
    assert figure["layout"]["xaxis"]["type"] == "log"
    assert figure["layout"]["xaxis"]["ticktext"] == ["500", "2k"]
    assert (figure["data"][0]["x"], figure["data"][0]["y"]) == ([500, 2000], [45.0, 47.0])


def test_the_chosen_window_and_ratio_are_marked() -> None:
    assert [line["x0"] for line in by_window(means("window"))["layout"]["shapes"]] == [2000]
    figure = mean_by_ratio([means("ratio")], mode="value", panel="", ratio="0.1", columns=2)
    go.Figure(figure)
    assert [line["x0"] for line in figure["layout"]["shapes"]] == [0.1]


def test_of_the_means_along_both_axes_each_view_draws_its_own() -> None:
    both = [means("window"), means("ratio", shown=[30.0, 31.0])]
    assert [trace["y"] for trace in by_window(*both)["data"]] == [[45.0, 47.0]]
    figure = mean_by_ratio(both, mode="value", panel="", ratio="0.1", columns=2)
    assert [trace["y"] for trace in figure["data"]] == [[30.0, 31.0]]


def test_a_mean_that_lacks_cells_is_a_single_point_and_says_over_how_many_it_goes() -> None:
    figure = by_window(means("window", cells=[2, 5], whole=False), means("window", "M · Y"))
    assert [trace["mode"] for trace in figure["data"]] == ["markers", "lines+markers"]
    assert "mean of 2 of 5 cells" in figure["data"][0]["text"][0]
    assert "mean of 5 cells" in figure["data"][1]["text"][0]


def test_means_of_numbers_that_no_source_printed_are_open() -> None:
    figure = by_window(means("window", kinds=["stated", "approximate"]))
    colours = figure["data"][0]["marker"]["color"]
    assert colours[0] != PAPER
    assert colours[1] == PAPER


def test_differences_are_signed_points() -> None:
    figure = by_window(means("window", shown=[-1.0, 1.0]), mode="best")
    assert figure["layout"]["yaxis"]["title"]["text"] == "points from the mean of all cells"
    assert "-1.0 points" in figure["data"][0]["text"][0]


def test_among_many_panels_only_the_picked_one_has_its_colour() -> None:
    rows = [means("window", f"M · {number}", number=number) for number in range(8)]
    figure = by_window(*rows, panel="M · 3")
    strong = [trace["name"] for trace in figure["data"] if trace["line"]["color"] != FAINT]
    assert strong == ["M · 3"]


def test_a_click_on_a_mean_sets_its_panel_and_place() -> None:
    figure = by_window(means("window"), means("window", "M · Y"))
    point = {"curveNumber": 1, "pointNumber": 0}
    assert picked(figure, point) == {"panel": "M · Y", "window": "500"}


def test_scores_stand_over_the_tokens_kept_with_the_chosen_cell_marked() -> None:
    figure = by_kept(kept(500), kept(2000))
    assert figure["data"][0]["x"] == [950.0, 2750.0]
    assert [line["x0"] for line in figure["layout"]["shapes"]] == [2750.0]
    assert [trace.get("opacity") for trace in figure["data"]] == [None, 0.5]
    assert [note["text"] for note in figure["layout"]["annotations"]] == [
        "<b>window 500</b>",
        "window 2k",
    ]


def test_a_click_on_a_score_sets_panel_window_and_ratio() -> None:
    point = {"curveNumber": 1, "pointNumber": 1}
    chosen = picked(by_kept(kept(500), kept(2000)), point)
    assert chosen == {"panel": "M · X", "window": "2000", "ratio": "0.5"}


def test_no_rows_are_said_to_be_none() -> None:
    assert "No cells" in by_window()["layout"]["annotations"][0]["text"]
    assert "No cache budget" in by_kept()["layout"]["annotations"][0]["text"]
