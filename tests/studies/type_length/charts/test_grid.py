"""Heatmaps over task type and length."""

from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.marks import picked
from reasonboard.charts.theme import Figure
from reasonboard.studies.type_length.charts.grid import type_length_grid

Row = dict[str, Any]


def panel(name: str, shown: list[list[float]], **more: Any) -> list[Row]:
    """A panel of types 1, 2 ... with values from length 0 on."""
    usual: Row = {"rank": 1, "panels": 2, "n_seeds": 3, "n_items": 100} | more
    return [
        usual
        | {
            "panel": name,
            "task_type": f"Type {number}",
            "lengths": list(range(len(values))),
            "shown": values,
            "disputed": [False] * len(values),
            "accuracy": [value / 100 for value in values],
            "items": [usual["n_items"]] * len(values),
            "repeats": [None] * len(values),
            "seeds": [usual["n_seeds"]] * len(values),
            "stderrs": [None] * len(values),
        }
        | more
        for number, values in enumerate(shown, 1)
    ]


ROWS = panel("A", [[100, 80, 60], [90, 70]]) + panel("B", [[50, 85, 60], [95]])


def draw(rows: list[Row], **changed: Any) -> Figure:
    choice: dict[str, Any] = {
        "panels": "6",
        "mode": "accuracy",
        "first": "A",
        "second": "B",
        "type": "",
        "length": "",
        "intervals": "on",
        "columns": 4,
    }
    return type_length_grid(rows, **choice | changed)


def heatmaps(figure: Figure) -> list[dict[str, Any]]:
    return [trace for trace in figure["data"] if trace["type"] == "heatmap"]


@pytest.mark.parametrize("mode", ["accuracy", "difference"])
@pytest.mark.parametrize("columns", [1, 2, 4])
def test_every_form_is_a_valid_figure(mode: str, columns: int) -> None:
    go.Figure(draw(ROWS, mode=mode, columns=columns, type="Type 1", length="2"))


def test_type_1_is_on_top_and_a_missing_cell_is_no_zero() -> None:
    assert heatmaps(draw(ROWS))[0]["z"] == [[90, 70, None], [100, 80, 60]]


def test_a_click_on_a_cell_picks_its_panel_its_type_and_its_length() -> None:
    figure = draw(ROWS)
    number = [trace.get("name") for trace in figure["data"]].index("B")
    chosen = picked(figure, {"curveNumber": number, "x": 1, "y": 1, "pointNumber": [1, 1]})
    assert chosen == {"first": "B", "type": "Type 1", "length": "1"}


def test_the_difference_stands_only_where_both_have_a_value() -> None:
    figure = draw(ROWS, mode="difference")
    difference = heatmaps(figure)[-1]
    # 5 points of 100 problems are within noise: they have no color.
    assert difference["z"] == [[0, None, None], [50, 0, 0]]
    limits = figure["layout"][difference["coloraxis"]]
    assert (limits["cmin"], limits["cmax"]) == (-50, 50)


def test_a_click_on_the_difference_keeps_its_two_panels() -> None:
    figure = draw(ROWS, mode="difference")
    for number, trace in enumerate(figure["data"]):
        if trace["type"] == "heatmap":
            point = {"curveNumber": number, "x": 1, "y": 1, "pointNumber": [1, 1]}
            assert picked(figure, point) == {"type": "Type 1", "length": "1"}


def test_a_panel_less_itself_is_said_to_be_no_difference() -> None:
    figure = draw(ROWS[:2], mode="difference", second="")
    assert "choose two different panels" in figure["layout"]["meta"]["summary"]


def test_a_difference_says_once_what_both_panels_have() -> None:
    names = ("Q · Baseline · Core", "Q · Meta-learning · Core", "Other")
    base, meta, other = (panel(name, [[50]]) for name in names)
    for rows, title in (
        (meta + base, "Q · Core: Meta-learning − Baseline"),
        (base + other, "Q · Baseline · Core − Other"),
    ):
        second = rows[-1]["panel"]
        shown = draw(rows, mode="difference", first=rows[0]["panel"], second=second)
        assert shown["layout"]["meta"]["summary"].startswith(f"{title}:")


def test_an_isolated_type_fades_the_others_in_every_panel() -> None:
    shapes = draw(ROWS, type="Type 2")["layout"]["shapes"]
    veils = [shape for shape in shapes if shape.get("opacity")]
    assert [(veil["xref"], veil["y0"], veil["y1"]) for veil in veils] == [
        ("x", 0.5, 1.5),
        ("x2", 0.5, 1.5),
    ]
    assert {shape["yref"] for shape in draw(ROWS)["layout"]["shapes"]} == {"paper"}


def test_the_picked_cell_is_strongest_in_the_picked_panel() -> None:
    shapes = draw(ROWS, type="Type 1", length="2", first="B")["layout"]["shapes"]
    cells = {shape["xref"]: shape["line"]["width"] for shape in shapes if shape["x0"] == 1.5}
    assert cells["x2"] > cells["x"]


def test_the_subtitle_says_what_a_cell_is_a_mean_of() -> None:
    meta = draw(ROWS)["layout"]["meta"]
    assert meta["subtitle"] == (
        "Accuracy in % by type (rows) and length (columns), mean of 3 seeds, 100 problems each."
    )
    assert meta["uncertainty"].startswith("detects ≥ 20 points")


def test_lengths_that_nobody_tested_have_no_column() -> None:
    rows = [row | {"lengths": [4096, 8192, 131072][: len(row["lengths"])]} for row in ROWS]
    figure = draw(rows)
    (first, _) = heatmaps(figure)
    assert len(first["z"][0]) == 3
    axis = figure["layout"]["template"]["layout"]["xaxis"] if "template" in figure["layout"] else {}
    assert (axis | figure["layout"]["xaxis"])["ticktext"] == ["4k", "8k", "128k"]
    assert first["meta"]["xs"] == ["4096", "8192", "131072"]


def test_a_panel_with_other_seeds_says_so_in_its_title() -> None:
    rows = ROWS + panel("C", [[10, 20]], n_seeds=0, n_items=None)
    notes = [note["text"] for note in draw(rows)["layout"]["annotations"]]
    assert any("<b>C</b>" in note and "number of problems unknown" in note for note in notes)
    assert not any("<b>A</b>" in note and "mean of" in note for note in notes)


def test_panels_that_are_not_shown_are_counted() -> None:
    rows = [row | {"panels": 31} for row in ROWS]
    assert "2 of 31 panels" in draw(rows)["layout"]["meta"]["summary"]


def test_only_so_many_panels_are_drawn_as_were_asked_for() -> None:
    rows = [row for n in range(1, 9) for row in panel(f"P{n}", [[n]], rank=n, panels=8)]
    assert len(heatmaps(draw(rows))) == 6
    assert len(heatmaps(draw(rows, panels="12"))) == len(heatmaps(draw(rows, panels="all"))) == 8


def test_a_disputed_cell_has_a_corner_and_the_corner_is_explained() -> None:
    figure = draw(panel("A", [[100, 80]], disputed=[True, False], panels=1))
    assert any(trace.get("name") == "sources disagree" for trace in figure["data"])


def test_text_from_data_is_harmless() -> None:
    assert "<i>" not in str(
        draw(panel("<i>A</i>", [[1, 2]], panels=1), columns=4)["layout"]["annotations"]
    )


def test_without_rows_the_figure_says_so() -> None:
    assert "No data" in draw([])["layout"]["meta"]["summary"]


def test_a_hover_says_how_far_the_interval_of_a_cell_reaches() -> None:
    # 53.3% of 100 problems, each answered by 3 seeds: Wilson's interval is 43.6 to 62.8.
    trace = heatmaps(draw(panel("A", [[160 / 3, 100]], panels=1)))[0]
    assert trace["customdata"][0][0] == 9.7
    assert trace["customdata"][0][1] == 3.7  # not 0: the interval of 100% begins at 96.3
    assert "95% interval within ±%{customdata} points" in trace["hovertemplate"]
    assert "Wilson" in draw(ROWS)["layout"]["meta"]["uncertainty"]


def test_without_intervals_nothing_is_said_of_them() -> None:
    figure = draw(ROWS, intervals="off")
    assert not any("interval" in str(trace) for trace in heatmaps(figure))
    assert "interval" not in figure["layout"]["meta"]["uncertainty"]


def test_cells_of_an_unknown_number_of_answers_have_no_uncertainty() -> None:
    figure = draw(panel("A", [[50, 60]], n_items=None, n_seeds=0, panels=1))
    assert "no uncertainty available" in heatmaps(figure)[0]["hovertemplate"]
    assert figure["layout"]["meta"]["uncertainty"] == "no uncertainty available"


def test_a_difference_that_noise_alone_would_make_has_no_color() -> None:
    rows = panel("A", [[50, 90]]) + panel("B", [[48, 60]])
    figure = draw(rows, mode="difference")
    difference = heatmaps(figure)[-1]
    assert difference["z"] == [[0.0, 30]]
    assert "not significant" in difference["text"][0][0]
    assert "+2.0 points" in difference["text"][0][0]
    assert "better" in difference["text"][0][1]
    assert "Benjamini-Hochberg over 2 cells" in figure["layout"]["meta"]["uncertainty"]
    assert "1 better, 0 worse, 1 not significant" in figure["layout"]["meta"]["summary"]


def test_a_difference_that_is_not_tested_has_a_number_and_no_color() -> None:
    rows = panel("A", [[50]], n_items=None) + panel("B", [[40]], n_items=None)
    figure = draw(rows, mode="difference")
    assert heatmaps(figure)[-1]["z"] == [[0.0]]
    assert "+10.0" in str(figure["data"])
    meta = figure["layout"]["meta"]
    assert meta["uncertainty"] == "no color: not tested"
    assert meta["heading"] == "Not tested: number of problems unknown"
