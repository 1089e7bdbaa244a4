"""Heatmaps: missing is hatched and never zero, clicks lead to the cell."""

from typing import Any

import plotly.graph_objects as go
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.charts.cells import Axis, Panel
from reasonboard.charts.heatmap import heatmap_grid
from reasonboard.charts.marks import picked

X = Axis("x", ["a", "b", "c"], ["xa", "xb", "xc"])
Y = Axis("y", ["low", "high"], ["yl", "yh"])


def drawn(values: list[list[float | None]], **panel: Any) -> dict[str, Any]:
    return heatmap_grid(
        [Panel("P", "n 30", values, sets={"panel": "P"}, **panel)],
        x=("column", X), y=("row", Y), columns=4, unit="%", summary="s",
    )  # fmt: skip


def test_the_figure_is_valid_plotly() -> None:
    go.Figure(
        drawn([[1, 2, 3], [4, None, 6]], best=frozenset({(0, 0)}), disputed=frozenset({(1, 2)}))
    )


def test_a_missing_cell_is_hatched_and_labelled_and_not_zero() -> None:
    figure = drawn([[1, 2, 3], [4, None, 6]])
    assert figure["data"][0]["z"][1][1] is None
    hatch = next(trace for trace in figure["data"] if trace.get("name") == "no data")
    assert hatch["fillpattern"]["shape"] == "/"
    assert min(x for x in hatch["x"] if x is not None) == 0.5
    labels = [trace for trace in figure["data"] if trace.get("mode") == "text"]
    assert "0.0" not in [text for trace in labels for text in trace["text"]]
    assert any("no data" in trace["text"] for trace in labels)


def test_the_best_cell_is_bold_and_outlined() -> None:
    figure = drawn([[1, 2, 3], [4, 5, 6]], best=frozenset({(1, 2)}))
    labels = next(trace for trace in figure["data"] if trace.get("mode") == "text")
    assert "<b>6.0</b>" in labels["text"]
    assert {"x0": 1.5, "x1": 2.5}.items() <= figure["layout"]["shapes"][0].items()


def test_lower_corners_stars_and_a_note_are_drawn_where_they_are_asked_for() -> None:
    plainly = drawn([[1, 2, 3], [4, 5, 6]])
    figure = drawn(
        [[1, 2, 3], [4, 5, 6]],
        together=frozenset({(1, 1), (1, 2)}), starred=frozenset({(0, 0)}), note="2 of 6 cells separable",
    )  # fmt: skip
    go.Figure(figure)
    corner = next(trace for trace in figure["data"] if trace.get("name") == "not separable")
    assert corner["x"][0] == 0.5
    star = next(
        trace for trace in figure["data"] if trace.get("marker", {}).get("symbol") == "star"
    )
    assert 0 < star["x"][0] < 0.5
    assert [note["text"] for note in figure["layout"]["annotations"]][1] == "2 of 6 cells separable"
    assert figure["layout"]["height"] == plainly["layout"]["height"] + 16
    assert len(plainly["layout"]["annotations"]) == 1


def test_colours_of_differences_are_symmetric_about_zero() -> None:
    figure = heatmap_grid(
        [Panel("P", "", [[-1.0, 3.0, None]])],
        x=("c", X), y=("r", Axis("y", ["one"], ["1"])), columns=1, unit="points", summary="s", centred=True,
    )  # fmt: skip
    assert (figure["layout"]["coloraxis"]["cmin"], figure["layout"]["coloraxis"]["cmax"]) == (-3, 3)


def test_cells_in_true_spacing_meet_half_way() -> None:
    assert Axis("x", ["0", "1", "5"], ["0", "1", "5"], [0.0, 1.0, 5.0]).edges() == [
        -0.5,
        0.5,
        3.0,
        7.0,
    ]


@given(st.integers(0, 2), st.integers(0, 1))
def test_a_click_sets_the_panel_the_row_and_the_column(column: int, row: int) -> None:
    figure = drawn([[1, 2, 3], [4, 5, 6]])
    assert picked(figure, {"curveNumber": 0, "x": column, "y": row}) == {
        "panel": "P", "column": X.values[column], "row": Y.values[row],
    }  # fmt: skip


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["curveNumber", "pointNumber", "x", "y"]), inner)
        ),
        max_leaves=6,
    )
)
def test_anything_that_is_no_mark_sets_nothing_foreign(point: object) -> None:
    figure = drawn([[1, 2, 3], [4, 5, 6]])
    chosen = picked(figure, point)
    assert chosen.get("panel", "P") == "P"
    assert chosen.get("column", "xa") in X.values
    assert chosen.get("row", "yl") in Y.values


def test_differences_that_are_not_resolved_have_the_colour_of_none_and_keep_their_value() -> None:
    figure = heatmap_grid(
        [Panel("P", "", [[-1.0, 3.0, None]], unresolved=frozenset({(0, 0)}))],
        x=("column", X), y=("row", Axis("y", ["low"], ["yl"])), columns=4, unit="points", summary="s", centred=True,
    )  # fmt: skip
    go.Figure(figure)
    heat = figure["data"][0]
    assert heat["z"] == [[0.0, 3.0, None]]
    assert "not resolved" in heat["text"][0][0]
    assert "not resolved" not in heat["text"][0][1]
    labels = next(
        trace
        for trace in figure["data"]
        if trace.get("mode") == "text" and "≈ -1.0" in trace["text"]
    )
    assert "+3.0" in labels["text"]
