"""What is on all panels: dots, words and titles on axes of the whole plot area; and two figures in one."""

from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.cells import Axis, Cell, Panel
from reasonboard.charts.combined import overlaid, stacked
from reasonboard.charts.grid import named_panel
from reasonboard.charts.heatmap import heatmap_grid
from reasonboard.charts.theme import Figure, Trace, axis, figure

TITLE = {"text": "<b>A</b>", "x": 0, "y": 1, "yshift": 3, "font": {"size": 12, "color": "#16191d"}}


def two_panels(*traces: Trace) -> Figure:
    """Two panels beside each other, from 0 to 10 across and from 0 to 100 up, the lower half of the figure empty."""
    axes: dict[str, Any] = {}
    for number, domain in (("", [0, 0.4]), ("2", [0.6, 1])):
        axes[f"xaxis{number}"] = axis(range=[0, 10], domain=domain, anchor=f"y{number}")
        axes[f"yaxis{number}"] = axis(range=[0, 100], domain=[0.5, 1], anchor=f"x{number}")
    note = {"text": "key", "xref": "paper", "yref": "paper", "x": 0, "y": 1}
    line = {"type": "line", "xref": "x2", "yref": "paper", "x0": 5, "x1": 5, "y0": 0, "y1": 1}
    return figure(
        list(traces),
        axes | {"annotations": [note], "shapes": [line]},
        height=300,
        summary="",
        panels=[named_panel("A"), named_panel("B", 1)],
    )


def dot(number: str, **more: Any) -> Trace:
    look = {"size": 5, "color": "#000000", "line": {"color": "#000000", "width": 1.5}}
    return {
        "type": "scatter", "mode": "markers", "x": [5], "y": [50], "hoverinfo": "skip",
        "xaxis": f"x{number}", "yaxis": f"y{number}", "marker": look | more,
    }  # fmt: skip


def curve(number: str) -> Trace:
    return {
        "type": "scatter", "mode": "lines", "name": "accuracy", "x": [0, 10], "y": [0, 100],
        "xaxis": f"x{number}", "yaxis": f"y{number}",
    }  # fmt: skip


def test_dots_of_all_panels_are_one_trace_at_the_places_that_they_had() -> None:
    chart = overlaid(two_panels(dot(""), dot("2", color="#ffffff")), [])
    go.Figure(chart)
    (dots,) = chart["data"]
    assert (dots["x"], dots["y"]) == ([0.2, 0.8], [0.75, 0.75])
    assert dots["marker"]["color"] == ["#000000", "#ffffff"]
    assert dots["marker"]["line"] == {"color": "#000000", "width": 1.5}
    assert (dots["xaxis"], dots["yaxis"]) == ("x", "y")
    assert chart["layout"]["xaxis"]["range"] == chart["layout"]["yaxis"]["domain"] == [0, 1]


def test_dots_stand_on_a_log_axis_by_their_logarithm() -> None:
    chart = two_panels(dot(""))
    chart["layout"]["xaxis"] |= {"type": "log", "range": [0, 1]}
    chart["data"][0]["x"] = [10**0.5]
    (dots,) = overlaid(chart, [])["data"]
    assert dots["x"] == [0.2]


def test_panels_keep_their_curves_and_come_after_the_overlay() -> None:
    chart = overlaid(two_panels(curve(""), dot(""), curve("2")), [])
    first, second, _ = chart["data"]
    assert (first["xaxis"], second["xaxis"]) == ("x2", "x3")
    assert (first["x"], first["y"]) == ([0, 10], [0, 100])
    layout = chart["layout"]
    assert layout["xaxis3"]["domain"] == [0.6, 1]
    assert [panel["axes"] for panel in layout["meta"]["panels"]] == [["x2y2"], ["x3y3"]]
    assert layout["xaxis3"]["anchor"] == "y3"
    assert layout["shapes"][0]["xref"] == "x3"
    assert layout["shapes"][0]["yref"] == layout["annotations"][0]["yref"] == "paper"


def test_titles_are_words_too_but_for_those_that_are_cut() -> None:
    cut = TITLE | {"x": 0.6, "hovertext": "the whole of it", "xref": "paper", "yref": "paper"}
    chart = overlaid(two_panels(), [TITLE, cut])
    (words,) = chart["data"]
    assert (words["x"], words["y"], words["text"]) == ([0], [1], ["<b>A</b>"])
    assert [note["text"] for note in chart["layout"]["annotations"]] == ["key", "<b>A</b>"]
    assert chart["layout"]["annotations"][1]["hovertext"] == "the whole of it"


def test_what_answers_the_pointer_stays_in_its_panel() -> None:
    ring = dot("") | {"name": "marked iteration"}
    spoken = {name: part for name, part in dot("").items() if name != "hoverinfo"}
    chart = overlaid(two_panels(ring, spoken), [])
    assert [trace["xaxis"] for trace in chart["data"]] == ["x2", "x2"]


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
