"""The heatmaps of kv-cache."""

from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.colors import MUTED
from reasonboard.charts.marks import picked
from reasonboard.charts.theme import Figure
from reasonboard.studies.kv_cache.charts.grid import window_ratio_grid

CHOICE: dict[str, Any] = {
    "mode": "value", "scales": "panel", "intervals": "on", "margin": "5", "panel": "M · X",
    "window": "2000", "ratio": "0.5", "columns": 4,
}  # fmt: skip


def row(**more: object) -> dict[str, Any]:
    """Three of the four cells of a panel: window 2000 and ratio 0.5 was not measured."""
    return {
        "panel": "M · X", "metric": "Pass@1", "windows": [500, 2000], "ratios": [0.1, 0.5],
        "kv_window": [500, 500, 2000], "kv_ratio": [0.1, 0.5, 0.1],
        "value": [40.0, 49.3, 49.3], "score": [0.4, 0.493, 0.493], "highest": 0.493,
        "best": [False, True, True],
        "disputed": [True, False, False], "others": [[43.7], None, None],
        "kinds": ["read_off"] * 3, "scale": "proportion", "n_items": 30, "n_repeats": 5, "low": None, "high": None,
        "items": [30] * 3, "repeats": [5] * 3, "seeds": [0] * 3, "stderrs": [None] * 3,
        "kept": [950.0, 2750.0, 2300.0], "tests": {"pairs": 3, "cells": 2, "full": 1, "heatmaps": 1}, "baseline": None,
    } | more  # fmt: skip


UNKNOWN: dict[str, Any] = {
    "n_items": None,
    "n_repeats": None,
    "items": [None] * 3,
    "repeats": [None] * 3,
}
PRECISE: dict[str, Any] = {"n_items": 100_000, "items": [100_000] * 3}
"""As many answers as to part 40.0% from 49.3%."""


def draw(*rows: dict[str, Any], **choice: object) -> Figure:
    figure = window_ratio_grid(list(rows), **CHOICE | choice)
    go.Figure(figure)
    return figure


def maps(figure: Figure) -> list[dict[str, Any]]:
    return [trace for trace in figure["data"] if trace["type"] == "heatmap"]


def details(figure: Figure) -> list[str]:
    return [note["text"] for note in figure["layout"]["annotations"]]


def frames(figure: Figure) -> list[dict[str, Any]]:
    return [one for one in figure["layout"]["shapes"] if one.get("layer") == "above"]


def pills(figure: Figure) -> list[tuple[int, int]]:
    """Column and row of the outlined numbers."""
    shapes = figure["layout"]["shapes"]
    return [(shape["xanchor"], shape["yanchor"]) for shape in shapes if "path" in shape]


def named(figure: Figure, name: str) -> list[dict[str, Any]]:
    return [trace for trace in figure["data"] if trace.get("name") == name]


def test_a_cell_without_a_number_is_hatched_and_never_zero() -> None:
    figure = draw(row())
    assert maps(figure)[0]["z"] == [[40.0, 49.3], [49.3, None]]
    assert len(named(figure, "no data")) == 1


def test_the_largest_window_is_on_top() -> None:
    axis = draw(row())["layout"]["yaxis"]
    assert axis["ticktext"] == ["500", "<b>2k</b>"]
    assert axis["range"][0] < axis["range"][1]


def texts(figure: Figure) -> list[str]:
    return [
        text for trace in figure["data"] if trace.get("mode") == "text" for text in trace["text"]
    ]


def test_where_no_cell_can_be_told_from_the_highest_a_note_says_so_and_colors_are_pale() -> None:
    figure = draw(row(), window="", ratio="")
    assert texts(figure) == ["40.0", "<b>49.3</b>", "<b>49.3</b>"]
    assert pills(figure) == [(1, 0), (0, 1)]
    assert "40.0–49.3%, no significant difference" in details(figure)
    axis = figure["layout"]["coloraxis"]
    assert axis["cmin"] == 40.0
    assert axis["cmax"] == pytest.approx(76.2, abs=0.1)


def test_the_interval_and_the_detectable_difference_have_one_variance() -> None:
    """Five attempts at each of 30 problems are 30 problems for both: ±17 points, and 36 detected."""
    figure = draw(row())
    assert "30 problems × 5 attempts, detects ≥ 36 points" in details(figure)
    assert "Pass@1 40.0% (24.6 to 57.7)" in maps(figure)[0]["text"][0][0]
    assert "attempts are correlated" in figure["layout"]["meta"]["uncertainty"]


def test_where_some_cells_are_lower_the_note_counts_the_rest_and_these_are_bold() -> None:
    figure = draw(row(**PRECISE), window="", ratio="")
    assert "40.0–49.3%, 2 of 3 tied for best" in details(figure)
    assert texts(figure) == ["40.0", "<b>49.3</b>", "<b>49.3</b>"]
    labels = next(trace for trace in figure["data"] if trace.get("mode") == "text")
    assert labels["textfont"]["color"][0] == MUTED
    assert not named(figure, "not separable"), "the light corner is gone"


def test_a_cell_that_is_above_all_others_is_said_to_be() -> None:
    figure = draw(row(**PRECISE, value=[40.0, 49.3, 45.0]), window="", ratio="")
    assert any("highest significantly above all others" in text for text in details(figure))
    assert "<b>49.3</b>" in texts(figure)


def test_without_n_the_highest_cells_are_outlined_and_nothing_is_said_of_noise() -> None:
    figure = draw(row(**UNKNOWN), window="", ratio="")
    assert len(pills(figure)) == 2
    assert "number of problems unknown" in details(figure)
    assert "no uncertainty available" in maps(figure)[0]["text"][0][0]
    assert "no uncertainty available" in figure["layout"]["meta"]["uncertainty"]
    assert figure["layout"]["coloraxis"]["cmax"] == 49.3


def test_the_selected_cell_has_a_frame_in_its_panel_and_bold_labels() -> None:
    figure = draw(row(), row(panel="M · Y"), panel="M · Y")
    assert {frame["xref"] for frame in frames(figure)} == {"x2"}
    assert figure["layout"]["xaxis"]["ticktext"] == ["0.1", "<b>0.5</b>"]
    assert figure["layout"]["yaxis"]["ticktext"] == ["500", "<b>2k</b>"]


def test_a_place_that_is_not_on_the_axes_has_no_frame() -> None:
    assert frames(draw(row(), window="9")) == []


def test_a_hover_names_the_cell_its_size_its_kind_and_its_source() -> None:
    heatmap = maps(draw(row(title="DynTS")))[0]
    assert heatmap["text"][0][0] == (
        "window 500, ratio 0.1</b><br>Pass@1 40.0% (24.6 to 57.7)<br>"
        '<span style="color:#b42318">another source: 43.7%</span>'
    )
    assert heatmap["hovertemplate"] == (
        "<b>M · X, %{text}<br>30 problems × 5 attempts<br>read from a figure, DynTS<extra></extra>"
    )


def test_differences_that_are_not_resolved_have_no_color_unless_intervals_are_off() -> None:
    figure = draw(row(), mode="best")
    assert maps(figure)[0]["z"] == [[0.0, 0.0], [0.0, None]]
    assert "−9.3" in texts(figure)
    assert "−9.3 points (−33.1 to +15.5), not significant" in maps(figure)[0]["text"][0][0]
    assert "Bonferroni over all 3 pairs" in figure["layout"]["meta"]["uncertainty"]
    raw = draw(row(), mode="best", intervals="off")
    assert maps(raw)[0]["z"][0][0] == -9.3
    clear = draw(row(**PRECISE), mode="best")
    assert maps(clear)[0]["z"][0][0] == -9.3
    assert "significant" in maps(clear)[0]["text"][0][0]


def test_differences_to_the_chosen_cell_name_their_correction() -> None:
    figure = draw(row(), mode="cell", window="500", ratio="0.1")
    assert "Bonferroni over all 3 pairs" in figure["layout"]["meta"]["uncertainty"]
    assert maps(figure)[0]["z"] == [[0.0, 0.0], [0.0, None]]


def test_shrunk_scores_lie_at_the_mean_where_noise_makes_all_differences() -> None:
    figure = draw(row(value=[45.3, 49.3, 47.3]), mode="shrunk")
    z = maps(figure)[0]["z"]
    assert z[0][0] == pytest.approx(47.3, abs=0.1)
    assert z[0][0] == z[0][1] == z[1][0]
    assert any(text.startswith("SD 2.0, noise 9.1") for text in details(figure))
    unknown = draw(row(**UNKNOWN), mode="shrunk")
    assert maps(unknown)[0]["z"][0][0] == 40.0
    assert any("not adjusted" in text for text in details(unknown))


def test_the_cheapest_cell_that_is_shown_to_be_good_enough_has_a_star() -> None:
    assert named(draw(row()), "cheapest within the margin") == []
    good = row(**PRECISE, value=[48.9, 49.3, 45.0])
    (star,) = named(draw(good, margin="1"), "cheapest within the margin")
    assert len(star["x"]) == 1
    assert star["x"][0] < 0.5
    assert star["y"][0] < 0.5
    without = good | {"kept": [None] * 3}
    assert named(draw(without), "cheapest within the margin") == []


def test_a_disputed_cell_has_a_corner_and_names_the_other_value() -> None:
    figure = draw(row())
    assert len(named(figure, "sources disagree")) == 1
    assert "another source: 43.7%" in maps(figure)[0]["text"][0][0]


def test_each_panel_has_its_own_colors_with_their_ends_over_it() -> None:
    figure = draw(row(**PRECISE), row(panel="M · Y", **PRECISE, value=[80.0, 81.0, 92.0]))
    layout = figure["layout"]
    assert [trace["coloraxis"] for trace in maps(figure)] == ["coloraxis", "coloraxis2"]
    assert (layout["coloraxis"]["cmin"], layout["coloraxis"]["cmax"]) == (40.0, 49.3)
    assert (layout["coloraxis2"]["cmin"], layout["coloraxis2"]["cmax"]) == (80, 92)
    assert not layout["coloraxis"]["showscale"]
    assert {"40.0", "49.3%", "80", "92%"} <= set(details(figure))


def test_shared_colors_go_over_all_panels_and_have_one_strip() -> None:
    other = row(panel="M · Y", value=[80.0, 81.0, 82.0])
    figure = draw(row(), other, scales="shared")
    axis = figure["layout"]["coloraxis"]
    assert {trace["coloraxis"] for trace in maps(figure)} == {"coloraxis"}
    assert (axis["cmin"], axis["cmax"]) == (40.0, 82.0)
    assert details(figure).count("82%") == 1


@pytest.mark.parametrize("mode", ["best", "cell"])
def test_differences_have_colors_that_are_centred_on_zero(mode: str) -> None:
    scores = {"value": [48.0, 50.0, 49.0], "score": [0.48, 0.5, 0.49], "highest": 0.5}
    rows = [row(), row(panel="M · Y", **PRECISE, **scores)]
    choice = {"mode": mode, "window": "500", "ratio": "0.5"}
    layout = draw(*rows, **choice)["layout"]
    assert layout["coloraxis"]["cmax"] == pytest.approx(36.2, abs=0.1), "what can be detected"
    assert (layout["coloraxis2"]["cmin"], layout["coloraxis2"]["cmax"]) == (-2.0, 2.0)
    shared = draw(*rows, **choice, scales="shared")["layout"]["coloraxis"]
    assert shared["cmin"] == -shared["cmax"]


def test_a_panel_without_the_chosen_cell_says_so() -> None:
    assert "selected cell missing" in details(draw(row(), mode="cell"))


def test_a_panel_of_equal_values_still_has_a_range_of_colors() -> None:
    axis = draw(row(value=[40.0] * 3, **UNKNOWN))["layout"]["coloraxis"]
    assert axis["cmin"] < 40.0 < axis["cmax"]


def test_the_note_names_the_stated_range() -> None:
    assert any("stated ~42.7 to ~49.3" in text for text in details(draw(row(low=42.7, high=49.3))))
    assert any("stated highest ~49.3" in text for text in details(draw(row(high=49.3))))


def test_an_axis_that_no_source_states_has_no_label_and_the_subtitle_says_so() -> None:
    figure = draw(
        row(kv_window=[-1] * 3, kv_ratio=[0.1, 0.2, 0.3], windows=[-1], ratios=[0.1, 0.2, 0.3])
    )
    assert figure["layout"]["yaxis"]["ticktext"] == [""]
    assert "not stated" in figure["layout"]["meta"]["subtitle"]


def test_the_heading_names_the_measure_and_the_subtitle_fits() -> None:
    meta = draw(row())["layout"]["meta"]
    assert meta["heading"] == "Pass@1 at every window and share kept"
    assert len(meta["subtitle"]) <= 96
    assert draw(row(), mode="best")["layout"]["meta"]["heading"].startswith("Loss to the best")


def test_a_click_on_a_cell_sets_panel_window_and_ratio() -> None:
    figure = draw(row(), row(panel="M · Y"))
    number = figure["data"].index(maps(figure)[1])
    point = {"curveNumber": number, "x": 0, "y": 1}
    assert picked(figure, point) == {"panel": "M · Y", "window": "2000", "ratio": "0.1"}


def test_names_from_data_are_harmless() -> None:
    figure = draw(row(panel="<a href='x'>M</a>", metric="<b>"))
    assert "<a" not in details(figure)[0]
    assert "&lt;b&gt;" in maps(figure)[0]["text"][0][0]


def test_no_rows_are_said_to_be_none() -> None:
    assert "No cells" in draw()["layout"]["annotations"][0]["text"]


def test_the_loss_to_the_full_cache_is_tested_against_it_where_a_run_has_it() -> None:
    tests = {"pairs": 3, "cells": 2, "full": 3, "heatmaps": 2}
    full = row(
        baseline={"value": 0.5, "scale": "proportion", "n_items": 100_000}, tests=tests, **PRECISE
    )
    figure = draw(full, row(panel="M · Y", tests=tests), mode="full")
    assert maps(figure)[0]["z"] == [[-10.0, -0.7], [-0.7, None]]
    assert "−10.0 points (−10." in maps(figure)[0]["text"][0][0]
    assert any("full cache 50.0%" in note["text"] for note in figure["layout"]["annotations"])
    cell_texts = [trace["text"] for trace in figure["data"] if trace.get("mode") == "text"]
    assert ["no run with the full cache"] in cell_texts
    assert (
        "Bonferroni over all 3 settings against the full cache"
        in figure["layout"]["meta"]["uncertainty"]
    )


def test_without_a_full_cache_nothing_is_said_of_it() -> None:
    assert "full cache" not in str(draw(row()))
