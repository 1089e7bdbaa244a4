"""Heatmaps: missing is hatched and never zero, clicks lead to the cell, color scales end at pale noise and extremes."""

from typing import Any

import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.charts.cells import (
    BEST,
    DISPUTED,
    LOWER,
    NOT_SIGNIFICANT,
    STARRED,
    TEXT,
    TOGETHER,
    Axis,
    Cell,
    Panel,
    Roles,
)
from reasonboard.charts.colors import BLACK, INK, MUTED, ON_CELL, PAPER, SEQUENTIAL, WHITE
from reasonboard.charts.heatmap import heatmap_grid
from reasonboard.charts.heatmap_scales import Span, span, strip
from reasonboard.charts.marks import picked

X = Axis("column", "x", ["a", "b", "c"], ["xa", "xb", "xc"])
Y = Axis("row", "y", ["low", "high"], ["yl", "yh"])
Marks = dict[tuple[int, int], str]


def cells(values: list[list[float | None]], marks: Marks) -> list[Cell]:
    """The cells of a matrix, from below; `marks` by row and column."""
    return [
        Cell(X.values[column], Y.values[row], value, marks=[marks.get((row, column), "")])
        for row, line in enumerate(values)
        for column, value in enumerate(line)
    ]


def draw(
    values: list[list[float | None]], marks: Marks | None = None, note: str = "", **form: Any
) -> dict[str, Any]:
    panel = Panel("P", "n 30", cells(values, marks or {}), {"panel": "P"}, note)
    rows = Y._replace(labels=Y.labels[: len(values)], values=Y.values[: len(values)])
    return heatmap_grid([panel], X, rows, columns=4, unit="%", summary="s", **form)


def drawn(figure: dict[str, Any]) -> list[dict[str, Any]]:
    """The shapes over the cells, without the strip of the colors."""
    return [shape for shape in figure["layout"]["shapes"] if shape.get("yref") != "paper"]


def test_the_figure_is_valid_plotly() -> None:
    go.Figure(draw([[1, 2, 3], [4, None, 6]], {(0, 0): BEST, (1, 2): DISPUTED}))


def test_a_missing_cell_is_hatched_and_labelled_and_not_zero() -> None:
    figure = draw([[1, 2, 3], [4, None, 6]])
    assert figure["data"][0]["z"][1][1] is None
    hatch = next(trace for trace in figure["data"] if trace.get("name") == "no data")
    assert hatch["fillpattern"]["shape"] == "/"
    assert min(x for x in hatch["x"] if x is not None) == 0.5
    labels = [trace for trace in figure["data"] if trace.get("mode") == "text"]
    assert "0.0" not in [text for trace in labels for text in trace["text"]]
    assert not any("not measured" in trace["text"] for trace in labels), "one cell is too few"
    assert figure["data"][0]["hovertext"] == [
        ["", "", ""],
        ["", "P, y high, x b: not measured", ""],
    ]
    assert "hovertext" not in draw([[1, 2, 3]])["data"][0]


def test_a_panel_says_its_title_and_its_rows() -> None:
    named = {"title": "P", "axes": ["xy"], "rows": ["y low", "y high"]}
    assert draw([[1, 2, 3], [4, 5, 6]])["layout"]["meta"]["panels"] == [named]


def test_a_run_of_six_missing_cells_is_labelled_once() -> None:
    figure = draw([[None, None, None], [None, None, None]])
    (label,) = [trace for trace in figure["data"] if trace.get("mode") == "text" and trace["text"]]
    assert (label["text"], label["x"], label["y"]) == (["not measured"], [1.0], [0.5])


def test_the_highest_number_is_bold_in_a_pill() -> None:
    figure = draw([[1, 2, 3], [4, 5, 6]], {(1, 2): BEST})
    labels = next(trace for trace in figure["data"] if trace.get("mode") == "text")
    assert "<b>6.0</b>" in labels["text"]
    assert labels["textfont"]["size"] == 13
    (pill,) = drawn(figure)
    assert (pill["type"], pill["xanchor"], pill["yanchor"]) == ("path", 2, 1)


def test_stars_a_note_and_a_foot_are_drawn_where_they_are_asked_for_and_no_light_corner() -> None:
    plainly = draw([[1, 2, 3], [4, 5, 6]])
    figure = draw(
        [[1, 2, 3], [4, 5, 6]],
        {(1, 1): TOGETHER, (1, 2): TOGETHER, (0, 0): STARRED},
        note="30 problems",
    )
    go.Figure(figure)
    assert not [one for one in figure["data"] if one.get("fill") == "toself"]
    labels = next(trace for trace in figure["data"] if trace.get("mode") == "text")
    assert [text for text in labels["text"] if "<b>" in text] == ["<b>5.0</b>", "<b>6.0</b>"]
    star = next(
        trace for trace in figure["data"] if trace.get("marker", {}).get("symbol") == "star"
    )
    assert 0 < star["x"][0] < 0.5
    assert [note["text"] for note in figure["layout"]["annotations"]][1] == "30 problems"
    assert figure["layout"]["height"] == plainly["layout"]["height"] + 16
    ends = ["1.0", "6.0%"]
    assert [note["text"] for note in plainly["layout"]["annotations"]][1:] == ends


def test_a_foot_stands_under_its_panel_and_each_panel_has_its_labels() -> None:
    panels = [Panel(name, "", cells([[1, 2, 3]], {}), foot=f"under {name}") for name in "AB"]
    rows = Y._replace(labels=["low"], values=["yl"])
    figure = heatmap_grid(panels, X, rows, columns=1, unit="%", summary="s")
    feet = [one for one in figure["layout"]["annotations"] if one["text"].startswith("under")]
    assert [one["text"] for one in feet] == ["under A", "under B"]
    assert feet[0]["y"] > feet[1]["y"] == 0
    assert all(one["yanchor"] == "top" for one in feet)
    assert "showticklabels" not in figure["layout"]["xaxis"]


def test_a_foot_that_is_longer_than_its_panel_goes_on_in_the_next_line() -> None:
    words = "60.0–86.6%, 2 of 4 cannot be told from the best, full cache 88.4%"
    panel = Panel("A", "", cells([[1, 2, 3]], {}), foot=words)
    rows = Y._replace(labels=["low"], values=["yl"])
    wide, narrow = (
        heatmap_grid([panel], X, rows, columns=columns, unit="%", summary="s") for columns in (4, 1)
    )
    lines = narrow["layout"]["annotations"][1]["text"].split("<br>")
    assert wide["layout"]["annotations"][1]["text"] == " ".join(lines) == words
    assert len(lines) == 2
    assert narrow["layout"]["height"] == wide["layout"]["height"] + 15


def test_a_number_is_legible_on_its_cell_in_both_color_schemes() -> None:
    figure = draw([[0.0, 50.0, 100.0]])
    labels = next(trace for trace in figure["data"] if trace.get("mode") == "text")
    # Of Tide the low end is light on a light page and dark on a dark one.
    assert labels["textfont"]["color"] == [
        ON_CELL[BLACK, WHITE],
        ON_CELL[BLACK, BLACK],
        ON_CELL[WHITE, BLACK],
    ]


def test_cells_that_are_significantly_lower_are_muted_where_that_can_be_read() -> None:
    figure = draw([[0.0, 50.0, 100.0]], {(0, 0): LOWER, (0, 1): LOWER})
    labels = next(trace for trace in figure["data"] if trace.get("mode") == "text")
    assert labels["textfont"]["color"][0] == MUTED
    assert labels["textfont"]["color"][1] != MUTED


def test_an_own_scale_is_printed_over_its_panel_and_spans_what_it_detects() -> None:
    panels = [Panel("P", "", cells([[40.0, 45.0, 50.0]], {}), detects=36.0)]
    rows = Y._replace(labels=["low"], values=["yl"])
    figure = heatmap_grid(panels, X, rows, columns=4, unit="%", summary="s", own_scales=True)
    go.Figure(figure)
    axis = figure["layout"]["coloraxis"]
    assert (axis["cmin"], axis["cmax"], axis["showscale"]) == (40.0, 76.0, False)
    texts = [note["text"] for note in figure["layout"]["annotations"]]
    assert texts[1:] == ["40", "76%"]
    blocks = figure["layout"]["shapes"]
    assert [block["fillcolor"] for block in blocks] == list(SEQUENTIAL)
    assert blocks[-1]["x1"] - blocks[0]["x0"] == pytest.approx(34, abs=0.2)


def test_a_shared_scale_has_one_strip_over_the_last_panel_of_the_first_row() -> None:
    panels = [Panel(name, "", cells([[40.0, 45.0, 50.0]], {})) for name in "PQRST"]
    layout = heatmap_grid(panels, X, Y, columns=4, unit="%", summary="s")["layout"]
    ends = [note["x"] for note in layout["annotations"] if note["text"] == "50%"]
    assert ends == [1]
    assert len(layout["shapes"]) == len(SEQUENTIAL)
    assert layout["coloraxis"]["showscale"] is False


def test_the_key_names_what_is_drawn_and_nothing_else() -> None:
    plain = draw([[40.0, 45.0, 50.0]])["layout"]["meta"]
    assert (plain["ramp"], plain["signs"]) == ("shared", [])
    best = [cell._replace(marks=(BEST,)) for cell in cells([[40.0]], {})]
    disputed = [cell._replace(marks=(DISPUTED,)) for cell in cells([[50.0]], {})]
    panels = [Panel("P", "", best), Panel("Q", "", disputed)]
    for labelled, signs in ((True, [BEST]), (False, [])):
        meta = heatmap_grid(
            panels, X, Y, columns=2, unit="%", summary="s", own_scales=True, labelled=labelled
        )["layout"]["meta"]
        assert (meta["ramp"], meta["signs"]) == ("panel", [*signs, "no data", DISPUTED])


def test_colors_of_differences_are_symmetric_about_zero() -> None:
    figure = draw([[-1.0, 3.0, None]], centred=True)
    assert (figure["layout"]["coloraxis"]["cmin"], figure["layout"]["coloraxis"]["cmax"]) == (-3, 3)


def test_cells_in_true_spacing_meet_half_way() -> None:
    assert Axis("c", "x", ["0", "1", "5"], ["0", "1", "5"], [0.0, 1.0, 5.0]).edges() == [
        -0.5,
        0.5,
        3.0,
        7.0,
    ]


@given(st.integers(0, 2), st.integers(0, 1))
def test_a_click_sets_the_panel_the_row_and_the_column(column: int, row: int) -> None:
    figure = draw([[1, 2, 3], [4, 5, 6]])
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
    figure = draw([[1, 2, 3], [4, 5, 6]])
    chosen = picked(figure, point)
    assert chosen.get("panel", "P") == "P"
    assert chosen.get("column", "xa") in X.values
    assert chosen.get("row", "yl") in Y.values


def test_differences_that_are_not_resolved_have_the_color_of_none_and_keep_their_value() -> None:
    figure = draw([[-1.0, 3.0, None]], {(0, 0): NOT_SIGNIFICANT}, centred=True)
    go.Figure(figure)
    assert figure["data"][0]["z"] == [[0.0, 3.0, None]]
    labels = next(
        trace for trace in figure["data"] if trace.get("mode") == "text" and "−1.0" in trace["text"]
    )
    assert "+3.0" in labels["text"]
    assert labels["textfont"]["color"][0] == MUTED


ROLES = Roles("at", "model", "score", panel="task", disputed="other")
ROW: dict[str, Any] = {"task": "T", "model": "M", "at": 1, "score": 40.0, "other": True}


def test_a_row_of_single_values_is_a_cell_and_lists_are_a_cell_for_each_item() -> None:
    cell = Cell("1", "M", 40.0, {DISPUTED})
    assert ROLES.cells([ROW]) == [cell]
    several = ROW | {"at": [1, 2], "score": [40.0, None], "other": [True, False]}
    assert ROLES.cells([several]) == [cell, cell._replace(x="2", value=None, marks=())]
    assert Roles("at", "model", "score").cells([ROW]) == [Cell("1", "M", 40.0)]


def test_models_by_benchmarks_need_no_more_than_roles_axes_and_panels() -> None:
    rows = [ROW, ROW | {"model": "N", "score": 60.0}, ROW | {"task": "U", "at": 2}]
    panels = [
        Panel(
            group[0]["task"],
            "",
            [cell._replace(words=cell.y) for cell in ROLES.cells(group)],
            template=TEXT,
        )
        for group in ROLES.groups(rows)
    ]
    x, y = Axis.of("benchmark", "", [1, 2]), Axis.of("model", "", ["M", "N"])
    figure = heatmap_grid(panels, x, y, columns=2, unit="%", summary="s", marked=("1", "N"))
    go.Figure(figure)
    first, second = (trace for trace in figure["data"] if trace["type"] == "heatmap")
    assert (first["z"], second["z"]) == ([[40.0, None], [60.0, None]], [[None, 40.0], [None, None]])
    assert first["text"][1][0] == "N"
    assert picked(figure, {"curveNumber": 0, "x": 0, "y": 1}) == {"benchmark": "1", "model": "N"}


def test_words_of_cells_stand_where_the_template_names_them() -> None:
    panel = Panel("P", "", [Cell("xb", "yl", 1.0, words="w")], template="%{customdata}!", blank="-")
    heat = heatmap_grid([panel], X, Y, columns=1, unit="%", summary="s")["data"][0]
    assert heat["customdata"] == [["-", "w", "-"], ["-", "-", "-"]]
    assert heat["hovertemplate"] == "%{customdata}!<extra></extra>"
    assert "text" not in heat


def test_the_marked_cell_has_a_frame_and_its_row_and_column_bold_labels() -> None:
    figure = draw([[1, 2, 3], [4, 5, 6]], marked=("xa", "yl"))
    layout = figure["layout"]
    (frame,) = drawn(figure)
    assert (frame["x0"], frame["x1"], frame["y0"], frame["y1"]) == (-0.5, 0.5, -0.5, 0.5)
    assert frame["line"] == {"color": INK, "width": 2}
    assert layout["xaxis"]["ticktext"] == ["<b>a</b>", "b", "c"]
    assert layout["yaxis"]["ticktext"] == ["<b>low</b>", "high"]
    assert drawn(draw([[1, 2, 3], [4, 5, 6]], marked=("xb", "nowhere"))) == []


def test_the_frame_stands_in_the_chosen_panel_only_and_on_paper_where_the_cell_is_dark() -> None:
    panels = [Panel(name, "", cells([[1, 2, 3]], {})) for name in "AB"]
    rows = Y._replace(labels=["low"], values=["yl"])
    figure = heatmap_grid(
        panels, X, rows, columns=2, unit="%", summary="s", marked=("xc", "yl"), chosen="B"
    )
    shapes = drawn(figure)
    assert {shape["xref"] for shape in shapes} == {"x2"}
    assert [shape["line"]["color"] for shape in shapes] == [PAPER, INK]


def test_a_label_of_the_picked_column_is_shown_where_few_are() -> None:
    labels = [str(at) for at in range(27)]
    axis = Axis("c", "", labels, labels, ticks=[0.0, 13.0, 26.0]).settings("12")
    assert axis["ticktext"] == ["0", "<b>12</b>", "26"]


def test_noise_does_not_take_all_colors() -> None:
    """Ten points where 36 would be needed stay within the lower third of the scale."""
    ends = span([39.3, 44.0, 49.3], 36.0)
    assert ends[:2] == pytest.approx((39.3, 75.3))
    assert ends.share(49.3) == pytest.approx(10 / 36)


def test_few_values_have_their_extremes_and_many_their_percentiles() -> None:
    few = [float(value) for value in range(39)]
    assert span(few) == Span(0.0, 38.0)
    assert span([*range(100), 1000]) == Span(2.0, 98.0, True, True)


def test_ends_say_that_values_lie_beyond() -> None:
    assert Span(36.2, 63.4, True, True).end_texts(centred=False) == ("≤ 36", "≥ 63")
    assert Span(-5.0, 5.0).end_texts(centred=True) == ("−5", "+5")
    assert Span(-4.96, 4.9).end_texts(centred=True) == ("−5.0", "+4.9")


def test_differences_are_symmetric_and_span_what_can_be_detected() -> None:
    assert span([-3.0, 1.0], 8.0, centred=True) == Span(-8.0, 8.0)
    assert span([-9.0, 1.0], 8.0, centred=True) == Span(-9.0, 9.0)
    assert span([0.0], centred=True) == Span(-1.0, 1.0)


def test_equal_values_still_have_a_scale() -> None:
    assert span([40.0, 40.0]) == Span(39.5, 40.5)
    assert span([]) == Span(0.0, 1.0)


def test_a_scale_of_scores_is_not_printed_beyond_100_percent() -> None:
    shapes, notes, _ = strip(Span(84.0, 116.0), SEQUENTIAL, "%", 1, 1, 11, centred=False)
    assert [note["text"] for note in notes] == ["84", "100%"]
    assert [shape["fillcolor"] for shape in shapes] == list(SEQUENTIAL[:5])


def test_a_scale_with_a_low_end_starts_there_and_says_what_lies_below() -> None:
    found = span([-8.0, 0.2], 13.0, low_end=0.0)
    assert (found.low, found.high, found.below) == (0.0, 13.0, True)
    assert found.end_texts(centred=False) == ("≤ 0", "13")
    assert Span(-0.04, 20.0).end_texts(centred=False)[0] == "0"
