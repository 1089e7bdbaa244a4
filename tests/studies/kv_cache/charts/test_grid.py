"""The heatmaps of kv-cache."""

from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.marks import picked
from reasonboard.charts.theme import Figure
from reasonboard.studies.kv_cache.charts.grid import window_ratio_grid

CHOICE: dict[str, Any] = {
    "mode": "value", "scales": "panel", "intervals": "on", "margin": "5",
    "window": "2000", "ratio": "0.5", "columns": 4,
}  # fmt: skip


def row(**more: object) -> dict[str, Any]:
    """Three of the four cells of a panel: window 2000 and ratio 0.5 was not measured."""
    return {
        "panel": "M · X", "metric": "Pass@1", "windows": [500, 2000], "ratios": [0.1, 0.5],
        "kv_window": [500, 500, 2000], "kv_ratio": [0.1, 0.5, 0.1],
        "value": [40.0, 49.3, 49.3], "shown": [40.0, 49.3, 49.3],
        "best": [False, True, True],
        "disputed": [True, False, False], "others": [[43.7], None, None],
        "kinds": ["read_off"] * 3, "n_items": 30, "n_repeats": 5, "low": None, "high": None,
        "items": [30] * 3, "repeats": [5] * 3, "seeds": [0] * 3, "stderrs": [None] * 3,
        "kept": [950.0, 2750.0, 2300.0],
    } | more  # fmt: skip


UNKNOWN: dict[str, Any] = {
    "n_items": None,
    "n_repeats": None,
    "items": [None] * 3,
    "repeats": [None] * 3,
}
PRECISE: dict[str, Any] = {"n_items": 20_000, "items": [20_000] * 3}
"""As many answers as to part 40.0 % from 49.3 %."""


def drawn(*rows: dict[str, Any], **choice: object) -> Figure:
    figure = window_ratio_grid(list(rows), **CHOICE | choice)
    go.Figure(figure)
    return figure


def maps(figure: Figure) -> list[dict[str, Any]]:
    return [trace for trace in figure["data"] if trace["type"] == "heatmap"]


def details(figure: Figure) -> list[str]:
    return [note["text"] for note in figure["layout"]["annotations"]]


def boxes(figure: Figure) -> int:
    return len(figure["layout"]["shapes"])


def named(figure: Figure, name: str) -> list[dict[str, Any]]:
    return [trace for trace in figure["data"] if trace.get("name") == name]


def test_a_cell_without_a_number_is_hatched_and_never_zero() -> None:
    figure = drawn(row())
    assert maps(figure)[0]["z"] == [[40.0, 49.3], [49.3, None]]
    assert len(named(figure, "no data")) == 1


def test_the_largest_window_is_on_top() -> None:
    axis = drawn(row())["layout"]["yaxis"]
    assert axis["ticktext"] == ["500", "2k"]
    assert axis["range"][0] < axis["range"][1]


def texts(figure: Figure) -> list[str]:
    return [
        text for trace in figure["data"] if trace.get("mode") == "text" for text in trace["text"]
    ]


def test_a_highest_cell_that_cannot_be_told_from_the_others_has_no_outline() -> None:
    figure = drawn(row(), window="", ratio="")
    assert texts(figure) == ["no data", "40.0", "49.3", "49.3"]
    assert boxes(figure) == 0
    assert named(figure, "not separable") == []
    assert details(figure)[1].startswith("no cell separable · resolves 36 points")


def test_the_cells_that_cannot_be_told_from_the_highest_have_a_corner_where_some_can() -> None:
    figure = drawn(row(**PRECISE), window="", ratio="")
    (corner,) = named(figure, "not separable")
    assert corner["x"].count(None) == 2
    assert boxes(figure) == 0
    assert "1 of 3 cells separable" in details(figure)[1]


def test_a_cell_that_is_separably_the_best_is_outlined() -> None:
    figure = drawn(row(**PRECISE, value=[40.0, 49.3, 45.0]), window="", ratio="")
    assert boxes(figure) == 1
    assert details(figure)[1].startswith("best cell separable")
    assert "<b>49.3</b>" in texts(figure)
    assert named(figure, "not separable") == []


def test_without_n_the_highest_cells_are_outlined_and_nothing_is_said_of_noise() -> None:
    figure = drawn(row(**UNKNOWN), window="", ratio="")
    assert boxes(figure) == 2
    assert "n unknown" in details(figure)[0]
    assert "no uncertainty available" in maps(figure)[0]["text"][0][0]
    assert figure["layout"]["meta"]["uncertainty"] == "no uncertainty available"


def test_the_chosen_cell_is_outlined_in_every_panel() -> None:
    assert boxes(drawn(row(), row(panel="M · Y"))) == 2 * 2


def test_a_place_that_is_not_on_the_axes_is_not_outlined() -> None:
    assert boxes(drawn(row(), window="9")) == 0


def test_the_hover_has_the_interval_and_its_half_width() -> None:
    # 60 of 150: Wilson 32.5 to 48.0.
    assert "40.0 % ±7.7 (32.5 to 48.0)" in maps(drawn(row()))[0]["text"][0][0]
    assert drawn(row())["layout"]["meta"]["uncertainty"] == "95 % intervals: Wilson"


def test_differences_that_are_not_resolved_have_no_colour_unless_intervals_are_off() -> None:
    figure = drawn(row(shown=[-9.3, 0.0, 0.0]), mode="best")
    assert maps(figure)[0]["z"] == [[0.0, 0.0], [0.0, None]]
    assert "≈ -9.3" in texts(figure)
    assert "-9.3 points (-20.2 to +1.9), not resolved" in maps(figure)[0]["text"][0][0]
    assert "Holm" in figure["layout"]["meta"]["uncertainty"]
    raw = drawn(row(shown=[-9.3, 0.0, 0.0]), mode="best", intervals="off")
    assert maps(raw)[0]["z"][0][0] == -9.3
    clear = drawn(row(**PRECISE, shown=[-9.3, 0.0, 0.0]), mode="best")
    assert maps(clear)[0]["z"][0][0] == -9.3
    assert "resolved" in maps(clear)[0]["text"][0][0]


def test_differences_to_the_chosen_cell_name_their_correction() -> None:
    figure = drawn(row(shown=[0.0, 9.3, 9.3]), mode="cell", window="500", ratio="0.1")
    assert "Benjamini and Hochberg" in figure["layout"]["meta"]["uncertainty"]
    assert maps(figure)[0]["z"] == [[0.0, 0.0], [0.0, None]]


def test_shrunk_scores_lie_at_the_mean_where_noise_makes_all_differences() -> None:
    figure = drawn(row(value=[45.3, 49.3, 47.3]), mode="shrunk")
    z = maps(figure)[0]["z"]
    assert z[0][0] == pytest.approx(47.3, abs=0.1)
    assert z[0][0] == z[0][1] == z[1][0]
    assert "SD 2.0, noise 4.1" in details(figure)[1]
    unknown = drawn(row(**UNKNOWN), mode="shrunk")
    assert maps(unknown)[0]["z"][0][0] == 40.0
    assert "not shrunk" in details(unknown)[1]


def test_the_cheapest_cell_that_is_shown_to_be_good_enough_has_a_star() -> None:
    assert named(drawn(row()), "cheapest within the margin") == []
    good = row(**PRECISE, value=[48.9, 49.3, 45.0])
    (star,) = named(drawn(good, margin="1"), "cheapest within the margin")
    assert len(star["x"]) == 1
    assert star["x"][0] < 0.5
    assert star["y"][0] < 0.5
    without = good | {"kept": [None] * 3}
    assert named(drawn(without), "cheapest within the margin") == []


def test_a_disputed_cell_has_a_corner_and_names_the_other_value() -> None:
    figure = drawn(row())
    assert len(named(figure, "sources disagree")) == 1
    assert "another source: 43.7 %" in maps(figure)[0]["text"][0][0]


def test_each_panel_has_its_own_colours_and_names_their_range() -> None:
    figure = drawn(row(), row(panel="M · Y", value=[80.0, 81.0, 82.0], shown=[80.0, 81.0, 82.0]))
    layout = figure["layout"]
    assert [trace["coloraxis"] for trace in maps(figure)] == ["coloraxis", "coloraxis2"]
    assert (layout["coloraxis"]["cmin"], layout["coloraxis"]["cmax"]) == (40.0, 49.3)
    assert (layout["coloraxis2"]["cmin"], layout["coloraxis2"]["cmax"]) == (80.0, 82.0)
    assert not layout["coloraxis"]["showscale"]
    assert "scale 40.0–49.3" in details(figure)[0]


def test_shared_colours_go_over_all_panels_and_have_a_bar() -> None:
    other = row(panel="M · Y", value=[80.0, 81.0, 82.0], shown=[80.0, 81.0, 82.0])
    figure = drawn(row(), other, scales="shared")
    axis = figure["layout"]["coloraxis"]
    assert {trace["coloraxis"] for trace in maps(figure)} == {"coloraxis"}
    assert (axis["cmin"], axis["cmax"], axis["showscale"]) == (40.0, 82.0, True)
    assert "scale" not in details(figure)[0]


@pytest.mark.parametrize("mode", ["best", "cell"])
def test_differences_share_colours_that_are_centred_on_zero(mode: str) -> None:
    figure = drawn(
        row(shown=[-9.3, 0.0, 0.0]), row(panel="M · Y", shown=[-2.0, 1.0, 0.0]), mode=mode
    )
    axis = figure["layout"]["coloraxis"]
    assert (axis["cmin"], axis["cmax"]) == (-9.3, 9.3)
    assert "-9.3 points" in maps(figure)[0]["text"][0][0]


def test_a_panel_without_the_chosen_cell_says_so() -> None:
    assert "chosen cell missing" in details(drawn(row(shown=[None] * 3), mode="cell"))[1]


def test_a_panel_of_equal_values_still_has_a_range_of_colours() -> None:
    axis = drawn(row(value=[40.0] * 3, shown=[40.0] * 3))["layout"]["coloraxis"]
    assert axis["cmin"] < 40.0 < axis["cmax"]


def test_the_title_names_n_and_the_stated_range() -> None:
    figure = drawn(row(low=42.7, high=49.3))
    assert "n 30 × 5" in details(figure)[0]
    assert "stated ~42.7 to ~49.3" in details(figure)[1]
    assert "stated highest ~49.3" in details(drawn(row(high=49.3)))[1]


def test_a_click_on_a_cell_sets_panel_window_and_ratio() -> None:
    figure = drawn(row(), row(panel="M · Y"))
    number = figure["data"].index(maps(figure)[1])
    point = {"curveNumber": number, "x": 0, "y": 1}
    assert picked(figure, point) == {"panel": "M · Y", "window": "2000", "ratio": "0.1"}


def test_names_from_data_are_harmless() -> None:
    figure = drawn(row(panel="<a href='x'>M</a>", metric="<b>"))
    assert "<a" not in details(figure)[0]
    assert "&lt;b&gt;" in maps(figure)[0]["text"][0][0]


def test_no_rows_are_said_to_be_none() -> None:
    assert "No cells" in drawn()["layout"]["annotations"][0]["text"]


def test_a_phone_has_the_range_of_the_colours_in_the_second_line() -> None:
    first, second = details(drawn(row(), columns=1))[:2]
    assert first.endswith("n 30 × 5</span>")
    assert second == "no cell separable · scale 40.0–49.3"


def test_a_range_of_colours_without_room_is_left_out_and_not_cut() -> None:
    assert "scale" not in details(drawn(row(panel="A model of a long name · X")))[0]
