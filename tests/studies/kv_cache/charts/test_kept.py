"""The costs of kv-cache: scores over the tokens that are kept."""

from typing import Any

import plotly.graph_objects as go

from reasonboard.charts.marks import picked
from reasonboard.charts.theme import Figure
from reasonboard.studies.kv_cache.charts.kept import score_by_kept


def kept(window: int, **more: object) -> dict[str, Any]:
    return {
        "number": 0, "metric": "Pass@1", "kv_window": window, "kv_ratio": [0.1, 0.5],
        "kept": [float(window + 450), float(window + 2250)], "value": [40.0, 46.7],
        "kinds": ["stated", "read_off"],
        "items": [30] * 2, "repeats": [5] * 2, "seeds": [0] * 2, "stderrs": [None] * 2,
    } | more  # fmt: skip


def by_kept(*rows: dict[str, Any], intervals: str = "off", margin: str = "5") -> Figure:
    figure = score_by_kept(
        list(rows), intervals=intervals, margin=margin, panel="M · X", window="500", ratio="0.5", columns=2,
    )  # fmt: skip
    go.Figure(figure)
    return figure


def test_scores_stand_over_the_tokens_kept_with_the_chosen_cell_marked() -> None:
    figure = by_kept(kept(500), kept(2000))
    assert figure["data"][0]["x"] == [950.0, 2750.0]
    assert [line["x0"] for line in figure["layout"]["shapes"]] == [2750.0, 0]
    assert [trace.get("opacity") for trace in figure["data"][:2]] == [None, 0.5]
    assert [note["text"] for note in figure["layout"]["annotations"]][:2] == [
        "<b>window 500</b>",
        "2k",
    ]


def test_a_click_on_a_score_sets_panel_window_and_ratio() -> None:
    point = {"curveNumber": 1, "pointNumber": 1}
    chosen = picked(by_kept(kept(500), kept(2000)), point)
    assert chosen == {"panel": "M · X", "window": "2000", "ratio": "0.5"}


def test_only_the_picked_window_has_a_band() -> None:
    figure = by_kept(kept(500), kept(2000), intervals="on")
    bands = [trace for trace in figure["data"] if trace.get("fill") == "toself"]
    assert [band["name"] for band in bands] == ["95 % interval of window 500"]
    assert "Wilson" in figure["layout"]["meta"]["uncertainty"]
    assert not [one for one in by_kept(kept(500))["data"] if one.get("fill") == "toself"]


def star(figure: Figure) -> list[dict[str, Any]]:
    return [one for one in figure["data"] if one.get("name") == "cheapest within the margin"]


def test_a_line_lies_the_margin_under_the_highest_and_says_that_nothing_cheaper_is_shown() -> None:
    figure = by_kept(kept(500), kept(2000), margin="2")
    assert figure["layout"]["shapes"][-1]["y0"] == 100 * 70 / 150 - 2  # 46.7 % is 70 of 150
    labels = [note["text"] for note in figure["layout"]["annotations"][-2:]]
    assert labels == ["best − 2", "no cheaper setting is shown to lose at most 2 points"]
    assert star(figure) == []


def test_a_star_stands_at_the_cheapest_that_is_shown_to_be_good_enough() -> None:
    many = {"items": [100_000] * 2, "value": [46.0, 46.7]}
    figure = by_kept(kept(500, **many), kept(2000, **many))
    assert star(figure)[0]["x"] == [950.0]
    assert "★" in figure["layout"]["annotations"][-1]["text"]


def test_without_n_there_is_no_trend_no_star_and_no_word_of_them() -> None:
    figure = by_kept(kept(500, items=[None] * 2), kept(2000, items=[None] * 2), intervals="on")
    assert len(figure["data"]) == 2
    assert "no uncertainty available" in figure["layout"]["annotations"][-1]["text"]
    assert "no uncertainty available" in figure["data"][0]["text"][0]


def test_the_trend_goes_through_all_cells() -> None:
    (line,) = [one for one in by_kept(kept(500))["data"] if one["name"] == "trend over all cells"]
    assert line["x"] == [950.0, 2750.0]
    assert line["y"] == [40.0, 46.67]
    assert "+3.70 points per 1,000 tokens" in line["text"][0]


def test_no_rows_are_said_to_be_none() -> None:
    assert "No cache budget" in by_kept()["layout"]["annotations"][0]["text"]
