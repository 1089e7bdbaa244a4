"""The figures of prm-selection on hand-written rows."""

from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.colors import FAINT, PAPER
from reasonboard.charts.marks import picked
from reasonboard.charts.theme import Figure
from reasonboard.studies.prm_selection.charts.bars import selector_bars
from reasonboard.studies.prm_selection.charts.curves import (
    accuracy_by_samples,
    accuracy_by_selector,
)

Row = dict[str, Any]


def row(selector: str, value: float, **changed: object) -> Row:
    base: Row = {
        "selector": selector, "params_b": 7.0, "number": 1, "reference": False, "model": "M",
        "train_samples": 1000, "budget": 1000, "place": "left", "value": value, "kind": "stated",
        "n_seeds": 0, "scale": "proportion", "n_items": 500, "n_repeats": None, "seed_sd": None, "stderr": None,
        "locator": f"{selector} there", "metric": "Accuracy",
        "low": 67.8, "high": 91.0, "uncounted": 0, "benchmark": "X", "comparisons": 2,
    }  # fmt: skip
    return base | changed


CURVE = [
    row("A", 83.0),
    row("A", 90.0, train_samples=10_000),
    row("A", 92.0, train_samples=59_000, kind="extrapolated"),
    row("A", 83.8, place="right", kind="read_off"),
    row("raw <all>", 79.0, params_b=None, reference=True, train_samples=59_000, number=2),
]
SIZES = [
    row("A", 84.8),
    row("A", 83.4, kind="read_off"),
    row("B", 79.1, params_b=72.0, number=2),
    row("raw", 79.7, params_b=None, train_samples=59_000, number=3),
]


KNOWN = {
    "scale": "proportion", "n_items": 30, "n_repeats": None, "n_seeds": 0, "seed_sd": None, "stderr": None,
    "locator": "here",
}  # fmt: skip
KINDS = ["stated", "read_off", "read_off"]


def bar(
    selector: str, benchmark: str, values: list[float] | None, known: Row = KNOWN, **changed: object
) -> Row:
    several = zip(values or [], KINDS, (None, 1000, 1000), strict=False)
    each = [
        {"value": value, "kind": kind, "train_samples": n} | known for value, kind, n in several
    ]
    return {
        "benchmark": benchmark, "model": "M", "items": 30, "selector": selector, "params_b": 7.0,
        "number": 1, "budget": 1000, "values": each or None, "metric": "Accuracy", "comparisons": 3,
    } | changed  # fmt: skip


BARS = [
    bar("A", "X", [84.8, 83.4, 83.8]),
    bar("B", "X", [77.4], KNOWN | {"kind": "read_off", "train_samples": 59_000}, params_b=None),
    bar("A", "Y", [40.0]),
    bar("B", "Y", None),
]


def by_samples(
    rows: list[Row], selector: str = "", columns: int = 4, intervals: str = "off", samples: str = ""
) -> Figure:
    return accuracy_by_samples(
        rows, panel="X", selector=selector, samples=samples, intervals=intervals, columns=columns
    )


def by_selector(
    rows: list[Row], selector: str = "", columns: int = 4, intervals: str = "off"
) -> Figure:
    return accuracy_by_selector(
        rows, panel="X", selector=selector, intervals=intervals, columns=columns
    )


def by_benchmark(
    rows: list[Row], selector: str = "", columns: int = 2, intervals: str = "off"
) -> Figure:
    return selector_bars(rows, selector=selector, intervals=intervals, columns=columns)


def named(chart: Figure, name: str) -> list[dict[str, Any]]:
    return [one for one in chart["data"] if one.get("name") == name]


def words(chart: Figure) -> str:
    return " | ".join(note["text"] for note in chart["layout"]["annotations"])


@pytest.mark.parametrize("columns", [1, 2, 3, 4])
@pytest.mark.parametrize("selector", ["", "A"])
@pytest.mark.parametrize("intervals", ["on", "off"])
def test_plotly_accepts_every_figure(columns: int, selector: str, intervals: str) -> None:
    for chart in (
        by_samples(CURVE, selector, columns, intervals, "10000"),
        by_selector(SIZES, selector, columns, intervals),
        by_benchmark(BARS, selector, columns, intervals),
        by_samples([]),
        by_selector([]),
        by_benchmark([], columns=columns),
    ):
        go.Figure({"data": chart["data"], "layout": chart["layout"]})
        assert chart["layout"]["meta"]["summary"]


def test_only_values_of_one_place_are_joined() -> None:
    joined = [one for one in named(by_samples(CURVE), "A") if one["mode"] == "lines+markers"]
    assert [one["x"] for one in joined] == [[1000, 10_000], [1000]]


def test_what_is_extrapolated_hangs_on_a_dotted_line_and_says_so() -> None:
    chart = by_samples(CURVE)
    dotted = [
        one for one in chart["data"] if one["line"].get("dash") == "dot" and len(one["x"]) == 2
    ]
    assert [(one["x"], one["y"]) for one in dotted] == [([10_000, 59_000], [90.0, 92.0])]
    assert "extrapolated" in words(chart)


def test_what_the_source_did_not_print_is_an_open_marker() -> None:
    fills = {
        (x, y): fill
        for sample in by_samples(CURVE)["data"]
        if "marker" in sample and sample["name"] != "data multiplier"
        for x, y, fill in zip(sample["x"], sample["y"], sample["marker"]["color"], strict=True)
    }
    assert fills[1000, 83.8] == fills[59_000, 92.0] == PAPER
    assert PAPER not in (fills[1000, 83.0], fills[59_000, 79.0])


def test_the_sample_axis_is_logarithmic_and_prints_the_real_counts() -> None:
    axis = by_samples(CURVE)["layout"]["xaxis"]
    assert axis["type"] == "log"
    assert dict(zip(axis["tickvals"], axis["ticktext"], strict=True)) == {
        1000: "1k", 10_000: "10k", 59_000: "59k samples",
    }  # fmt: skip


def test_an_axis_that_does_not_start_at_zero_says_so() -> None:
    layout = by_samples(CURVE)["layout"]
    assert layout["yaxis"]["range"][0] == 60
    assert layout["meta"]["subtitle"] == "X: Accuracy in % by training samples, from 60%"
    near = by_samples([one | {"low": 6.7, "high": 40.0} for one in CURVE])["layout"]
    assert near["yaxis"]["range"][0] == 0
    assert "from" not in near["meta"]["subtitle"]


def test_axes_have_few_ticks_the_last_with_its_unit_and_no_titles() -> None:
    for chart, unit in ((by_samples(CURVE), "59k samples"), (by_selector(SIZES), "72B parameters")):
        x, y = chart["layout"]["xaxis"], chart["layout"]["yaxis"]
        assert 3 <= len(y["tickvals"]) <= 4
        assert y["ticktext"][-1] == "100%"
        assert x["ticktext"][-1] == unit
        assert x["title"] is None
        assert y["title"] is None


def test_of_many_selectors_only_the_highest_has_a_color() -> None:
    rows = [row(f"S{at}", 70.0 + at, number=at) for at in range(7)]
    inks = {
        one["name"]: one["line"]["color"]
        for one in by_selector(rows)["data"]
        if str(one.get("name", "")).startswith("S")
    }
    assert [name for name, ink in inks.items() if ink != FAINT] == ["S6"]


def test_a_reference_is_named_on_its_line_with_its_samples_and_cannot_inject_markup() -> None:
    chart = by_samples(CURVE)
    assert "raw &lt;all&gt; · 59k samples" in words(chart)
    assert "<all>" not in str(chart["data"]).replace("'raw <all>'", "")


def test_values_without_a_place_on_the_axis_are_said_to_be_missing() -> None:
    chart = by_samples([one | {"uncounted": 2} for one in CURVE])
    foot = chart["layout"]["meta"]["uncertainty"]
    assert "not drawn: 2 values without a number of samples" in foot


def test_several_values_of_a_selector_have_one_name_and_an_upright_line() -> None:
    chart = by_selector(SIZES)
    assert words(chart).count("A") == 1
    upright = [one for one in chart["data"] if one["mode"] == "lines" and one["x"] == [7.0, 7.0]]
    assert [(one["x"], one["y"]) for one in upright] == [([7.0, 7.0], [83.4, 84.8])]


def test_a_click_on_any_mark_picks_its_selector() -> None:
    for chart in (by_samples(CURVE), by_selector(SIZES)):
        for number, one in enumerate(chart["data"]):
            if one.get("hoverinfo") != "skip" and one["name"] not in (
                "frontier",
                "data multiplier",
            ):
                point = {"curveNumber": number, "pointNumber": 0}
                assert picked(chart, point)["selector"] in one["name"].replace("&lt;", "<").replace(
                    "&gt;", ">"
                )
    bars = by_benchmark(BARS, columns=2)
    number = bars["data"].index(values_of_panel(bars))
    assert picked(bars, {"curveNumber": number, "pointNumber": 1}) == {"selector": "B"}


def test_the_picked_selector_is_strong_and_all_others_faint() -> None:
    colors = {
        one["name"]: one["line"]["color"]
        for one in by_selector(SIZES, "B")["data"]
        if "name" in one
    }
    assert colors["A"] == colors["raw"] == FAINT
    assert colors["B"] != FAINT
    bars = values_of_panel(by_benchmark(BARS, "A"))["marker"]["line"]["color"]
    assert bars[0] != FAINT
    assert bars[1] == FAINT


def values_of_panel(chart: Figure, panel: str = "x") -> dict[str, Any]:
    """The dots of a panel: the most trusted values."""
    return next(
        one
        for one in chart["data"]
        if one["xaxis"] == panel and one["mode"] == "markers" and one["marker"]["size"] == 8
    )


def test_a_dot_is_the_first_value_and_the_others_are_open_diamonds() -> None:
    chart = by_benchmark(BARS, columns=2)
    dots = values_of_panel(chart)
    assert (dots["x"], dots["y"]) == ([84.8, 77.4], [0, 1])
    assert dots["marker"]["symbol"] == ["circle", "square"]
    assert "square: read from a figure" in chart["layout"]["meta"]["uncertainty"]
    (diamonds,) = [one for one in chart["data"] if one.get("marker", {}).get("symbol") == "diamond"]
    assert (diamonds["x"], diamonds["y"]) == ([83.4, 83.8], [0, 0])
    assert diamonds["marker"]["color"] == PAPER


def test_a_dot_is_filled_where_it_is_significantly_below_the_highest() -> None:
    known = KNOWN | {"n_items": 500}
    rows = [
        bar(name, "X", [value], known=known)
        for name, value in (("A", 84.8), ("B", 78.8), ("C", 67.8))
    ]
    for comparisons, filled in ((1, "BC"), (3, "BC"), (4, "C"), (237, "C"), (10**12, "")):
        chart = by_benchmark([one | {"comparisons": comparisons} for one in rows])
        fills = values_of_panel(chart)["marker"]["color"]
        assert "".join(n for n, fill in zip("ABC", fills, strict=True) if fill != PAPER) == filled
        assert f"over all {comparisons:,} pairs of values" in chart["layout"]["meta"]["uncertainty"]
    assert chart["layout"]["meta"]["heading"] == "A is highest on X"


def test_a_missing_value_is_no_bar_of_zero_but_the_words_no_data() -> None:
    chart = by_benchmark(BARS, columns=2)
    second = [one for one in chart["data"] if one["xaxis"] == "x2"]
    assert [one["x"] for one in second if one["mode"] == "markers"] == [[40.0]]
    (texts,) = [one["text"] for one in second if one.get("mode") == "text"]
    assert texts[1].strip() == "no data"


def test_a_bar_with_another_number_of_samples_says_with_how_many() -> None:
    texts = [
        one["text"] for one in by_benchmark(BARS, columns=2)["data"] if one.get("mode") == "text"
    ]
    assert texts[0][1].strip() == "77.4 (59k)"


def test_the_note_explains_only_marks_that_are_there() -> None:
    assert "diamonds" in by_benchmark(BARS, columns=4)["layout"]["meta"]["uncertainty"]
    assert "diamonds" not in by_benchmark([BARS[2]], columns=4)["layout"]["meta"]["uncertainty"]


def test_intervals_are_a_band_along_a_curve_and_whiskers_elsewhere() -> None:
    chart = by_samples(CURVE, intervals="on")
    found = named(chart, "95% interval")
    bands = [one for one in found if one.get("fill")]
    assert [band["x"] for band in bands] == [[1000, 10_000, 59_000, 59_000, 10_000, 1000]]
    # Wilson for 83% of 500: 79.5 to 86.0.
    assert (bands[0]["y"][0], bands[0]["y"][-1]) == pytest.approx((79.46, 86.04), abs=0.02)
    assert len(found) == 2  # the single value of A on the right
    assert not named(by_samples(CURVE), "95% interval")


def test_what_nobody_measured_has_no_interval() -> None:
    rows = [CURVE[0], CURVE[1], CURVE[2] | {"n_items": None}]
    (band,) = named(by_samples(rows, intervals="on"), "95% interval")
    assert max(band["x"]) == 10_000
    chart = by_samples(rows, intervals="on")
    texts = [text for one in chart["data"] for text in one.get("text", [])]
    assert sum("no uncertainty available" in text for text in texts) == 1
    assert "unknown for some marks" in chart["layout"]["meta"]["uncertainty"]


def test_whiskers_of_one_place_stand_side_by_side_and_both_axes_hold_them() -> None:
    rows = [row("A", 70.0), row("B", 71.0, number=2), row("C", 72.0, params_b=72.0, number=3)]
    rows = [one | {"low": 70.0, "high": 72.0} for one in rows]
    chart = by_selector(rows, intervals="on")
    places = sorted(one["x"][0] for one in named(chart, "95% interval"))
    assert places[0] < 7 < places[1] < places[2] == 72
    assert "side by side" in chart["layout"]["meta"]["uncertainty"]
    low, high = chart["layout"]["yaxis"]["range"]
    for one in named(chart, "95% interval"):
        assert low <= min(one["y"]) < max(one["y"]) <= high
    assert named(by_selector(rows), "A")[0]["x"] == [7.0]


def test_each_step_says_its_gain_per_doubling_with_its_verdict() -> None:
    rows = [
        row("A", 83.35),
        row("A", 89.65, train_samples=5000),
        row("A", 91.48, train_samples=10_000),
    ]
    assert "+2.7 per doubling ▲ | +1.8 per doubling ≈" in words(by_samples(rows)).replace(
        "A | ", ""
    )
    unknown = words(by_samples([one | {"n_items": None} for one in rows]))
    assert "+2.7 per doubling" in unknown
    assert "▲" not in unknown


def test_a_reference_with_more_samples_is_bracketed_with_a_bound() -> None:
    (bracket,) = named(by_samples(CURVE), "data multiplier")
    assert (min(bracket["x"]), max(bracket["x"]), set(bracket["y"])) == (1000, 59_000, {83.0})
    assert "> 59 × the samples" in words(by_samples(CURVE))
    elsewhere = [*CURVE[:4], CURVE[4] | {"place": "another"}]
    assert not named(by_samples(elsewhere), "data multiplier")


def test_the_frontier_steps_over_what_no_smaller_selector_reaches() -> None:
    rows = [
        row("S", 77.44, params_b=1.5),
        row("A", 83.77, number=2),
        row("B", 75.0, number=3),
        row("L", 79.13, params_b=72.0, number=4),
        row("A", 99.0, number=2, place="another"),
    ]
    (steps,) = named(by_selector([one | {"high": 99.0} for one in rows]), "frontier")
    assert steps["x"][:2] == [1.5, 7.0]
    assert steps["y"] == [77.44, 83.77, 83.77]
    assert "frontier, left" in words(by_selector(rows))


def test_the_picked_number_of_samples_is_ringed() -> None:
    rings = [
        (sample["x"], sample["y"])
        for sample in by_samples(CURVE, "A", samples="10000")["data"]
        if sample.get("marker", {}).get("symbol") == "circle-open"
    ]
    assert rings == [([10_000], [90.0])]


def whiskers(chart: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for one in chart["data"] if one.get("name") == "95% interval"]


def test_a_bar_has_the_interval_of_its_value_and_its_number_stands_beyond() -> None:
    chart = by_benchmark([bar("A", "X", [40.0]), bar("B", "X", [20.0])], intervals="on")
    (line,) = whiskers(chart)
    assert line["line"]["width"] == 1.6
    # Wilson for 12 of 30: 24.6 to 57.7.
    assert line["x"][:3] == [pytest.approx(24.6, abs=0.1), pytest.approx(57.7, abs=0.1), None]
    assert line["y"] == [0, 0, None, 1, 1, None]
    (texts,) = [one for one in chart["data"] if one.get("mode") == "text"]
    assert texts["x"][0] == pytest.approx(57.7, abs=0.1)
    unknown = [bar("A", "X", [40.0], known=KNOWN | {"n_items": None})]
    chart = by_benchmark(unknown, intervals="on")
    assert whiskers(chart) == []
    assert chart["layout"]["meta"]["uncertainty"].startswith("no uncertainty available")
    assert whiskers(by_benchmark(unknown)) == []


def test_a_panel_says_how_many_items_it_has_and_what_they_resolve() -> None:
    assert "30 problems, detects ≥ 36 points" in words(by_benchmark(BARS))
    foot = by_samples(CURVE)["layout"]["meta"]["uncertainty"]
    assert "500 problems, detects ≥ 9 points" in foot


def test_a_curve_of_values_without_a_number_of_problems_is_drawn_and_names_no_test() -> None:
    rows = [one | {"n_items": None} for one in CURVE]
    figure = accuracy_by_samples(
        rows, panel="X", selector="", samples="", intervals="on", columns=2
    )
    assert any(90.0 in (trace.y or ()) for trace in go.Figure(figure).data)
    assert "significant" not in figure["layout"]["meta"]["uncertainty"]
