"""Two figures one above the other."""

import plotly.graph_objects as go
import pytest

from reasonboard.charts.cells import Axis, Cell, Panel
from reasonboard.charts.combined import stacked
from reasonboard.charts.heatmap import heatmap_grid
from reasonboard.charts.theme import Figure


def heatmap(count: int, row_height: int) -> Figure:
    x, y = (Axis(control, "", ["0", "1"], ["0", "1"]) for control in ("length", "type"))
    cells = [Cell("0", "0", 1), Cell("1", "0", 2), Cell("0", "1", 3)]
    return heatmap_grid(
        [Panel(f"P{number}", "", cells) for number in range(count)],
        x,
        y,
        columns=2,
        unit="%",
        row_height=row_height,
        marked=("1", "0"),
        summary="",
    )


def pixels(figure: Figure, axis: str) -> float:
    layout = figure["layout"]
    low, high = layout[axis]["domain"]
    room = layout["height"] - layout["margin"]["t"] - layout["margin"]["b"]
    return float((high - low) * room)


def test_both_figures_keep_their_height() -> None:
    upper, lower = heatmap(1, 50), heatmap(2, 40)
    both = stacked(upper, lower, summary="")
    assert both["layout"]["height"] == upper["layout"]["height"] + lower["layout"]["height"]
    assert pixels(both, "yaxis") == pytest.approx(pixels(lower, "yaxis"), abs=0.5)
    assert pixels(both, "yaxis3") == pytest.approx(pixels(upper, "yaxis"), abs=0.5)
    panels = both["layout"]["meta"]["panels"]
    assert [(panel["title"], panel["axes"]) for panel in panels] == [
        ("P0", ["x3y3"]),
        ("P0", ["xy"]),
        ("P1", ["x2y2"]),
    ]


def test_the_upper_figure_has_axes_and_a_color_scale_of_its_own() -> None:
    both = stacked(heatmap(1, 50), heatmap(2, 40), summary="")
    go.Figure(both)
    found = [(trace["xaxis"], trace["coloraxis"]) for trace in both["data"] if "coloraxis" in trace]
    assert found == [("x", "coloraxis"), ("x2", "coloraxis"), ("x3", "coloraxis2")]
    assert {shape["xref"] for shape in both["layout"]["shapes"]} == {"x", "x2", "x3", "paper"}
    strips = {shape["yanchor"] for shape in both["layout"]["shapes"] if shape["yref"] == "paper"}
    assert strips == {both["layout"][axis]["domain"][1] for axis in ("yaxis", "yaxis3")}
    assert both["layout"]["meta"]["ramp"] == "shared"
    assert both["layout"]["xaxis3"]["anchor"] == "y3"


def test_the_titles_stand_over_their_panels() -> None:
    both = stacked(heatmap(1, 50), heatmap(2, 40), summary="")
    tops = {note["y"] for note in both["layout"]["annotations"]}
    assert tops == {both["layout"]["yaxis"]["domain"][1], both["layout"]["yaxis3"]["domain"][1]}
