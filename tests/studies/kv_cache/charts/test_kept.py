"""The costs of kv-cache: scores over the tokens that are kept."""

from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.colors import PAPER
from reasonboard.charts.marks import picked
from reasonboard.charts.theme import Figure
from reasonboard.studies.kv_cache.charts.kept import score_by_kept
from reasonboard.studies.kv_cache.study import KV_CACHE
from tests.charts.label_boxes import covered


def kept(window: int, **more: object) -> dict[str, Any]:
    return {
        "number": 0, "metric": "Pass@1", "kv_window": window, "kv_ratio": [0.1, 0.5],
        "kept": [float(window + 450), float(window + 2250)], "value": [40.0, 46.7],
        "kinds": ["stated", "read_off"], "scale": "proportion",
        "items": [30] * 2, "repeats": [5] * 2, "seeds": [0] * 2, "stderrs": [None] * 2,
        "tests": {"cells": 3, "heatmaps": 1},
    } | more  # fmt: skip


def by_kept(*rows: dict[str, Any], intervals: str = "off", margin: str = "5") -> Figure:
    figure = score_by_kept(
        list(rows), intervals=intervals, margin=margin, panel="M · X", window="500", ratio="0.5", columns=2,
    )  # fmt: skip
    go.Figure(figure)
    return figure


def words(figure: Figure) -> list[str]:
    return [note["text"] for note in figure["layout"]["annotations"]]


def test_scores_stand_over_the_tokens_kept_with_the_highest_and_the_selected_cell_named() -> None:
    figure = by_kept(kept(500), kept(2000, value=[40.0, 50.0]))
    assert figure["data"][0]["x"] == [950.0, 2750.0]
    assert words(figure) == ["highest", "<b>selected</b>"]
    assert figure["data"][0]["marker"]["size"] == [8, 11]
    assert words(by_kept(kept(500))) == ["<b>selected, highest</b>"]


def test_a_setting_that_keeps_all_tokens_is_the_level_of_the_full_cache() -> None:
    figure = by_kept(kept(500), kept(2000, kv_ratio=[0.5, 1.0]))
    assert [one["y0"] for one in figure["layout"]["shapes"]] == [46.7]
    assert "full cache 46.7%" in words(figure)
    assert by_kept(kept(500))["layout"]["shapes"] == []


def test_a_number_that_was_read_from_a_figure_is_an_open_dot() -> None:
    assert [one == PAPER for one in by_kept(kept(500))["data"][0]["marker"]["color"]] == [
        False,
        True,
    ]


def test_the_heading_says_whether_keeping_more_helps() -> None:
    meta = by_kept(kept(500), kept(2000))["layout"]["meta"]
    assert meta["heading"] == "Keeping more tokens: no detectable gain"
    assert meta["subtitle"].startswith("M · X. +2.")
    assert len(meta["subtitle"]) <= 96
    many = {"items": [100_000] * 2}
    clear = by_kept(kept(500, **many), kept(2000, **many))["layout"]["meta"]
    assert clear["heading"] == "Keeping more tokens helps"


def test_a_click_on_a_score_sets_panel_window_and_ratio() -> None:
    point = {"curveNumber": 1, "pointNumber": 1}
    chosen = picked(by_kept(kept(500), kept(2000)), point)
    assert chosen == {"panel": "M · X", "window": "2000", "ratio": "0.5"}


def test_each_cell_has_a_bar_unless_intervals_are_off() -> None:
    first, second = by_kept(kept(500), kept(2000), intervals="on")["data"][:2]
    # 40% of 30 problems: Wilson 24.6 to 57.7%.
    assert first["error_y"]["array"][0] == pytest.approx(17.7, abs=0.1)
    assert len(second["error_y"]["array"]) == 2
    assert "error_y" not in by_kept(kept(500))["data"][0]


def star(figure: Figure) -> list[dict[str, Any]]:
    return [one for one in figure["data"] if one.get("name") == "cheapest within the margin"]


def test_where_nothing_cheaper_is_shown_to_be_good_enough_the_foot_says_so() -> None:
    figure = by_kept(kept(500), kept(2000), margin="2")
    assert (
        "no cheaper setting is shown to lose at most 2 points"
        in figure["layout"]["meta"]["uncertainty"]
    )
    assert star(figure) == []


def test_a_star_stands_at_the_cheapest_that_is_shown_to_be_good_enough() -> None:
    many = {"items": [100_000] * 2, "value": [46.0, 46.7]}
    figure = by_kept(kept(500, **many), kept(2000, **many))
    assert star(figure)[0]["x"] == [950.0]
    assert figure["layout"]["shapes"][0]["y0"] == pytest.approx(41.7)
    assert "best − 5" in words(figure)
    assert "★" in figure["layout"]["meta"]["uncertainty"]


def test_without_n_there_is_no_trend_no_star_and_no_word_of_them() -> None:
    figure = by_kept(kept(500, items=[None] * 2), kept(2000, items=[None] * 2), intervals="on")
    assert len(figure["data"]) == 2
    assert "no uncertainty available" in figure["data"][0]["text"][0]
    assert figure["layout"]["meta"]["heading"] == ""


def test_a_hover_names_the_cell_its_size_and_its_kind() -> None:
    assert by_kept(kept(500))["data"][0]["text"][1] == (
        "<b>M · X, window 500, ratio 0.5</b><br>Pass@1 46.7% (30.2 to 63.9)<br>about 2,750 tokens kept<br>"
        "30 problems × 5 attempts<br>read from a figure"
    )


def test_the_trend_goes_through_all_cells() -> None:
    (line,) = [one for one in by_kept(kept(500))["data"] if one["name"] == "trend over all cells"]
    assert line["x"] == [950.0, 2750.0]
    assert line["y"] == [40.0, 46.67]
    assert "+3.7 points per 1,000 tokens" in line["text"][0]


def test_no_rows_are_said_to_be_none() -> None:
    assert "cache budget is stated" in by_kept()["layout"]["annotations"][0]["text"]


def test_a_run_with_the_full_cache_is_a_level_and_the_axis_says_what_is_saved() -> None:
    figure = by_kept(kept(500, baseline={"value": 0.44}, budget=5000.0))
    assert [one["y0"] for one in figure["layout"]["shapes"]] == [44.0]
    assert "full cache 44.0%" in words(figure)
    assert figure["layout"]["xaxis"]["ticktext"][-1].endswith(" tokens<br>50% saved")
    assert "saved" not in by_kept(kept(500))["layout"]["xaxis"]["ticktext"][0], "no size is known"


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize(("columns", "width"), [(2, 600), (1, 328)])
def test_no_label_covers_a_score_or_an_interval(columns: int, width: int) -> None:
    """On the bundled sweeps, with every cell selected in turn: a name has room beside or over its interval."""
    view = KV_CACHE.view("by_kept")
    assert view is not None
    usual = KV_CACHE.defaults()
    for window in ("500", "1000", "3000"):
        for ratio in ("0.1", "0.3", "0.5"):
            chart = KV_CACHE.answer(
                view, usual | {"window": window, "ratio": ratio}, columns
            ).figure
            assert covered(chart, width) == [], (window, ratio)
