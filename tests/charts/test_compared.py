"""The two marks of a comparison are ringed and named in any chart."""

from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.compared import NAME, mark_compared
from reasonboard.charts.marks import picked

A = {"panel": "X", "size": "big"}
B = {"panel": "X", "size": "small"}


def dots(**more: Any) -> dict[str, Any]:
    meta = {"sets": {"panel": "X"}, "x": "size", "xs": ["small", "big"]}
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [1, 10],
        "y": [20.0, 30.0],
        "meta": meta,
    } | more


def heatmap(**more: Any) -> dict[str, Any]:
    meta = {
        "sets": {"panel": "X"},
        "x": "step",
        "xs": ["0", "5"],
        "y": "size",
        "ys": ["small", "big"],
    }
    return {
        "type": "heatmap", "x": [-0.5, 0.5, 1.5], "y": [-0.5, 0.5, 1.5], "z": [[1.0, 2.0], [3.0, None]],
        "meta": meta,
    } | more  # fmt: skip


def marked(
    *traces: dict[str, Any], shown: dict[str, Any] | None = None, **letters: Any
) -> list[dict[str, Any]]:
    chart = mark_compared(
        {"data": list(traces), "layout": {}}, letters or {"A": A, "B": B}, shown or {}
    )
    go.Figure(chart)
    assert chart["data"][: len(traces)] == list(traces), "a click finds the same marks as before"
    return [trace for trace in chart["data"] if trace.get("name") == NAME]


def test_both_marks_have_a_ring_and_their_letter() -> None:
    a, b = marked(dots())
    assert (a["x"], a["y"], a["text"]) == ([10], [30.0], ["<b>A</b>"])
    assert (b["x"], b["y"], b["text"]) == ([1], [20.0], ["<b>B</b>"])
    assert a["marker"]["symbol"] == "circle-open"
    assert a["hoverinfo"] == "skip"


def test_a_cell_has_a_frame_and_its_letter_on_a_corner() -> None:
    frame, badge = marked(heatmap(), A={"panel": "X", "size": "small", "step": "5"})
    assert (set(frame["x"]), set(frame["y"])) == ({0.5, 1.5}, {-0.5, 0.5})
    assert (badge["x"], badge["y"], badge["text"]) == ([0.5], [0.5], ["<b>A</b>"])


def test_the_marks_of_a_panel_stand_on_its_axes_and_each_panel_has_its_own() -> None:
    two = marked(dots(), dots(xaxis="x2", yaxis="y2"), dots(xaxis="x2", yaxis="y2"), A=A)
    assert [(one.get("xaxis"), one.get("yaxis")) for one in two] == [("x", "y"), ("x2", "y2")]


@pytest.mark.parametrize(
    ("traces", "choice", "shown"),
    [
        ([dots()], {"panel": "Y", "size": "big"}, {}),
        ([dots()], {"panel": "X", "size": "huge"}, {}),
        ([dots(y=[20.0, None])], A, {}),
        ([heatmap()], {"panel": "X", "size": "big", "step": "5"}, {}),
        ([dots()], A | {"step": "5"}, {"step": "0"}),
        ([dots(meta={"sets": {"panel": "X", "size": "big"}})], A, {}),
        ([], A, {}),
    ],
    ids=[
        "other panel",
        "other size",
        "no value",
        "empty cell",
        "other step shown",
        "a line of no points",
        "nothing",
    ],
)
def test_what_is_not_in_the_chart_is_not_marked(
    traces: list[dict[str, Any]], choice: dict[str, str], shown: dict[str, str]
) -> None:
    assert marked(*traces, shown=shown, A=choice) == []


def test_a_control_that_a_chart_does_not_set_has_the_value_that_is_shown() -> None:
    assert len(marked(dots(), shown={"step": "5"}, A=A | {"step": "5"})) == 1


def test_a_chart_of_other_marks_names_neither() -> None:
    """A slope over all sizes is no mark of one size, even of that which is selected."""
    of_benchmarks = dots(meta={"sets": {}, "x": "panel", "xs": ["X", "Y"]})
    assert marked(of_benchmarks, shown=B) == []


def test_a_mark_that_sets_less_than_its_neighbours_is_not_meant() -> None:
    """The mean over benchmarks sets no benchmark, where the heatmaps beside it do."""
    mean = dots(meta={"sets": {}, "x": "size", "xs": ["small", "big"]}, xaxis="x2", yaxis="y2")
    assert [one["xaxis"] for one in marked(mean, dots(), shown=A, A=A)] == ["x"]


def test_a_click_still_finds_its_mark() -> None:
    chart = mark_compared({"data": [dots()], "layout": {}}, {"A": A}, {})
    assert picked(chart, {"curveNumber": 0, "pointNumber": 1}) == A
    assert picked(chart, {"curveNumber": 1, "pointNumber": 0}) == {}


@pytest.mark.parametrize(("left", "right"), [("A", "B"), ("B", "A")])
def test_the_letters_of_neighbouring_cells_stand_apart_and_over_both_frames(
    left: str, right: str
) -> None:
    cell = {"panel": "X", "size": "small"}
    traces = marked(heatmap(), **{left: cell | {"step": "0"}, right: cell | {"step": "5"}})
    frames, badges = traces[:2], {trace["text"][0]: trace["x"] for trace in traces[2:]}
    assert all(frame["mode"] == "lines" for frame in frames)
    assert badges == {f"<b>{left}</b>": [-0.5], f"<b>{right}</b>": [1.5]}
