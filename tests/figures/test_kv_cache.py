"""The heatmaps of kv-cache."""

from typing import Any

import plotly.graph_objects as go
import pytest

from app.figures.kv_cache import window_ratio_grid
from app.figures.marks import picked
from app.figures.theme import Figure

CHOICE: dict[str, Any] = {
    "mode": "value", "scales": "panel", "window": "2000", "ratio": "0.5", "columns": 4,
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
    } | more  # fmt: skip


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


def test_all_ties_for_the_highest_are_bold_and_outlined() -> None:
    figure = drawn(row(), window="", ratio="")
    texts = [
        text for trace in figure["data"] if trace.get("mode") == "text" for text in trace["text"]
    ]
    assert texts == ["no data", "40.0", "<b>49.3</b>", "<b>49.3</b>"]
    assert boxes(figure) == 2


def test_the_chosen_cell_is_outlined_in_every_panel() -> None:
    # Per panel two highest cells, and the row and the column of the chosen one.
    assert boxes(drawn(row(), row(panel="M · Y"))) == 2 * (2 + 2)


def test_a_place_that_is_not_on_the_axes_is_not_outlined() -> None:
    assert boxes(drawn(row(), window="9")) == 2


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
    assert "chosen cell missing" in details(drawn(row(shown=[None] * 3), mode="cell"))[0]


def test_a_panel_of_equal_values_still_has_a_range_of_colours() -> None:
    axis = drawn(row(value=[40.0] * 3, shown=[40.0] * 3))["layout"]["coloraxis"]
    assert axis["cmin"] < 40.0 < axis["cmax"]


def test_the_title_names_n_and_the_stated_range() -> None:
    figure = drawn(row(low=42.7, high=49.3))
    assert "n 30 × 5" in details(figure)[0]
    assert "stated ~42.7 to ~49.3" in details(figure)[0]
    assert "stated highest ~49.3" in details(drawn(row(high=49.3)))[0]


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
