"""The differences to a reference on hand-written rows."""

from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.colors import PAPER
from reasonboard.charts.marks import picked
from reasonboard.charts.theme import Figure
from reasonboard.studies.prm_selection.charts.gaps import reference_gaps
from reasonboard.studies.prm_selection.study import PRM_SELECTION

Row = dict[str, Any]


def pair(selector: str, value: float, other: float, **changed: object) -> Row:
    known = {
        "kind": "stated",
        "scale": "proportion",
        "n_items": 500,
        "n_repeats": None,
        "n_seeds": 0,
        "stderr": None,
    }
    base: Row = {
        "benchmark": "X", "model": "M", "items": 500, "selector": selector, "params_b": 7.0, "number": 1,
        "other": "human", "place": "Table 2", "train_samples": None, "value": value, "locator": "there",
        "other_value": other, "comparisons": 3,
    }  # fmt: skip
    return base | known | {f"other_{name}": one for name, one in known.items()} | changed


ROWS = [
    pair("A", 84.8, 78.8),
    pair("A", 83.35, 77.84, kind="read_off", other_kind="read_off", place="Figure 6"),
    pair("B", 67.8, 78.8, number=2),
    pair("A", 40.0, 33.3, benchmark="Y", items=30, n_items=30, other_n_items=30),
]


def gaps(rows: list[Row], selector: str = "", intervals: str = "on", columns: int = 2) -> Figure:
    return reference_gaps(
        rows, selector=selector, intervals=intervals, reference="human", columns=columns
    )


@pytest.mark.parametrize("columns", [1, 2, 4])
@pytest.mark.parametrize("intervals", ["on", "off"])
def test_plotly_accepts_every_figure(columns: int, intervals: str) -> None:
    for rows in (ROWS, [], ROWS[:1]):
        chart = gaps(rows, "A", intervals, columns)
        go.Figure({"data": chart["data"], "layout": chart["layout"]})
        assert chart["layout"]["meta"]["summary"].endswith(".")


def marks_of(chart: Figure) -> dict[str, Any]:
    return next(one for one in chart["data"] if one["mode"] == "markers")


def test_a_mark_is_a_difference_in_points_with_its_interval() -> None:
    chart = gaps([one | {"comparisons": 1} for one in ROWS])
    marks = marks_of(chart)
    assert marks["x"] == [6.0, 5.51, -11.0]
    whiskers = next(one for one in chart["data"] if one["name"] == "95% interval")
    # Newcombe for 424 against 394 of 500: 1.2 to 10.8.
    assert whiskers["x"][:2] == pytest.approx([1.2, 10.8], abs=0.1)
    assert whiskers["line"]["width"] == 1.6
    numbers = next(one for one in chart["data"] if one["mode"] == "text")
    assert numbers["text"] == ["+6.0 ▲", "\u221211.0 ▼"]
    assert not [gap for gap in gaps(ROWS, intervals="off")["data"] if gap["mode"] == "lines"]


def test_a_mark_is_filled_where_its_difference_is_significant_among_all_of_the_page() -> None:
    for comparisons, filled in ((1, [6.0, 5.51, -11.0]), (237, [-11.0]), (10**9, [])):
        chart = gaps([one | {"comparisons": comparisons} for one in ROWS[:3]])
        marks = marks_of(chart)
        fills = zip(marks["x"], marks["marker"]["color"], strict=True)
        assert [x for x, fill in fills if fill != PAPER] == filled
        ends = [
            (low, high)
            for line in chart["data"]
            if line["mode"] == "lines"
            for low, high in zip(line["x"][::3], line["x"][1::3], strict=True)
        ]
        # The intervals are the plain ones, whatever is corrected for: none of these holds 0.
        assert [low > 0 or high < 0 for low, high in ends] == [True] * 3


def test_several_values_of_a_selector_stand_apart_on_its_line() -> None:
    heights = marks_of(gaps(ROWS))["y"]
    assert heights[0] < 0 < heights[1] < 0.5
    assert heights[2] == 1


def test_verdicts_are_the_same_with_and_without_the_other_panels() -> None:
    together = [gap["text"] for gap in gaps(ROWS)["data"] if gap["mode"] == "text"]
    (alone,) = [gap["text"] for gap in gaps([ROWS[3]])["data"] if gap["mode"] == "text"]
    assert alone == ["+6.7 ≈"] == together[1][:1]
    assert "over all 3 pairs of values" in gaps(ROWS)["layout"]["meta"]["uncertainty"]


def test_without_items_there_is_a_difference_but_neither_interval_nor_verdict() -> None:
    for change in ({"n_items": None}, {"kind": "extrapolated"}, {"other_kind": "extrapolated"}):
        chart = gaps([pair("A", 84.8, 78.8, **change)])
        marks, numbers = chart["data"]
        assert "points, not tested" in marks["text"][0]
        assert numbers["text"] == ["+6.0 –"]
        assert chart["layout"]["meta"]["uncertainty"].startswith("no uncertainty available")


def test_a_selector_without_a_pair_on_a_benchmark_has_no_data_there() -> None:
    texts = [gap["text"] for gap in gaps(ROWS)["data"] if gap["mode"] == "text"]
    assert texts[1][1] == "no data"


def test_a_click_picks_the_selector() -> None:
    chart = gaps(ROWS)
    assert picked(
        chart, {"curveNumber": chart["data"].index(marks_of(chart)), "pointNumber": 2}
    ) == {"selector": "B"}


def test_no_pair_is_said() -> None:
    (note,) = gaps([])["layout"]["annotations"]
    assert "the same sample size as human" in note["text"]


def test_the_page_has_one_main_chart_two_beside_each_other_and_one_more() -> None:
    places = {view.name: view.place for view in PRM_SELECTION.views}
    assert places == {
        "by_samples": "side", "by_selector": "side", "by_benchmark": "main", "gaps": "more",
    }  # fmt: skip


@pytest.mark.usefixtures("bundled")
def test_every_chart_has_a_conclusion_and_a_short_subtitle() -> None:
    for view in PRM_SELECTION.views:
        meta = PRM_SELECTION.answer(view, PRM_SELECTION.defaults(), 4).figure["layout"]["meta"]
        assert meta["heading"]
        assert 0 < len(meta["subtitle"]) <= 96


def test_a_hover_names_what_places_the_mark_in_six_lines() -> None:
    marks = marks_of(gaps(ROWS))
    lines = marks["text"][0].split("<br>")
    assert lines[0] == "<b>A · X</b>"
    assert lines[1].startswith("+6.0 points (")
    assert lines[2:] == [
        "84.8% against 78.8% of human", "samples not stated", "500 problems", "stated: Table 2",
    ]  # fmt: skip
