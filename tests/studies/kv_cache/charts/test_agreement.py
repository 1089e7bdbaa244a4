"""Which settings are high in all heatmaps of kv-cache."""

from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.marks import picked
from reasonboard.charts.theme import Figure
from reasonboard.studies.kv_cache.charts.agreement import settings_that_agree

RATIOS = [0.1, 0.2, 0.3, 0.4, 0.5]


def row(values: list[float], ratios: list[float] = RATIOS) -> dict[str, Any]:
    return {
        "panel": "M · X", "windows": [500], "ratios": RATIOS,
        "kv_window": [500] * len(values), "kv_ratio": ratios, "value": values,
    }  # fmt: skip


def draw(*rows: dict[str, Any]) -> Figure:
    figure = settings_that_agree(list(rows), window="500", ratio="0.5", columns=2)
    go.Figure(figure)
    return figure


def test_a_setting_that_is_first_in_all_beats_all_others_and_is_outlined() -> None:
    figure = draw(*[row([1.0, 2.0, 3.0, 4.0, 5.0])] * 4)
    assert figure["data"][0]["z"] == [[0.0, 25.0, 50.0, 75.0, 100.0]]
    assert "mean rank 1.0 of 5" in figure["data"][0]["text"][0][4]
    notes = [note["text"] for note in figure["layout"]["annotations"]]
    assert "Kendall's W 1.00" in notes[0]
    assert notes[1].startswith("agree: Friedman's test")
    assert [one["type"] for one in figure["layout"]["shapes"]].count("path") == 1


def test_heatmaps_that_contradict_one_another_crown_nothing() -> None:
    figure = draw(row([1.0, 2.0, 3.0, 4.0, 5.0]), row([5.0, 4.0, 3.0, 2.0, 1.0]))
    assert figure["data"][0]["z"] == [[50.0] * 5]
    assert "no significant agreement" in figure["layout"]["annotations"][1]["text"]
    assert "path" not in [one["type"] for one in figure["layout"]["shapes"]]


def test_only_settings_that_all_have_are_ranked() -> None:
    figure = draw(row([1.0, 2.0, 3.0, 4.0, 5.0]), row([1.0, 2.0, 3.0], [0.1, 0.3, 0.5]))
    assert figure["data"][0]["z"] == [[0.0, None, 50.0, None, 100.0]]


def test_a_click_sets_the_setting() -> None:
    figure = draw(*[row([1.0, 2.0, 3.0, 4.0, 5.0])] * 2)
    assert picked(figure, {"curveNumber": 0, "x": 0, "y": 0}) == {"window": "500", "ratio": "0.1"}


@pytest.mark.parametrize(
    "rows", [[], [row([1.0, 2.0, 3.0, 4.0, 5.0])], [row([1.0] * 5)] * 2, [row([1.0, 2.0], [0.1, 0.2])] * 2]
)  # fmt: skip
def test_without_anything_to_agree_on_the_figure_says_so(rows: list[dict[str, Any]]) -> None:
    assert "needs two heatmaps" in draw(*rows)["layout"]["annotations"][0]["text"]
