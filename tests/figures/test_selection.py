"""The figures of prm-selection on hand-written rows."""

from typing import Any

import plotly.graph_objects as go
import pytest

from app.figures.marks import picked
from app.figures.selection import accuracy_by_samples, accuracy_by_selector
from app.figures.selection_bars import selector_bars
from app.figures.theme import FAINT, PAPER, Figure

Row = dict[str, Any]


def row(selector: str, value: float, **changed: object) -> Row:
    base: Row = {
        "selector": selector, "params_b": 7.0, "number": 1, "reference": False, "model": "M",
        "train_samples": 1000, "budget": 1000, "place": "left", "value": value, "kind": "stated",
        "n_seeds": 0, "n_items": None, "locator": f"{selector} there", "metric": "Accuracy",
        "low": 67.8, "high": 91.0, "uncounted": 0,
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


KINDS = ["stated", "read_off", "read_off"]


def bar(selector: str, benchmark: str, values: list[float] | None, **changed: object) -> Row:
    return {
        "benchmark": benchmark, "model": "M", "items": 30, "selector": selector, "params_b": 7.0,
        "number": 1, "budget": 1000, "values": values,
        "kinds": KINDS[: len(values)] if values else None,
        "samples": [None, 1000, 1000][: len(values)] if values else None,
        "locators": ["here"] * len(values) if values else None,
    } | changed  # fmt: skip


BARS = [
    bar("A", "X", [84.8, 83.4, 83.8]),
    bar("B", "X", [77.4], kinds=["read_off"], samples=[59_000], params_b=None),
    bar("A", "Y", [40.0]),
    bar("B", "Y", None),
]


def by_samples(rows: list[Row], selector: str = "", columns: int = 4) -> Figure:
    return accuracy_by_samples(rows, panel="X", selector=selector, columns=columns)


def by_selector(rows: list[Row], selector: str = "", columns: int = 4) -> Figure:
    return accuracy_by_selector(rows, panel="X", selector=selector, columns=columns)


def words(drawn: Figure) -> str:
    return " | ".join(note["text"] for note in drawn["layout"]["annotations"])


@pytest.mark.parametrize("columns", [1, 2, 3, 4])
@pytest.mark.parametrize("selector", ["", "A"])
def test_plotly_accepts_every_figure(columns: int, selector: str) -> None:
    for drawn in (
        by_samples(CURVE, selector, columns),
        by_selector(SIZES, selector, columns),
        selector_bars(BARS, selector=selector, columns=columns),
        by_samples([]),
        by_selector([]),
        selector_bars([], selector="", columns=columns),
    ):
        go.Figure({"data": drawn["data"], "layout": drawn["layout"]})
        assert drawn["layout"]["meta"]["summary"]


def test_only_values_of_one_place_are_joined() -> None:
    joined = [one for one in by_samples(CURVE)["data"] if one["mode"] == "lines+markers"]
    assert [one["x"] for one in joined] == [[1000, 10_000], [1000]]


def test_what_is_extrapolated_hangs_on_a_dotted_line_and_says_so() -> None:
    drawn = by_samples(CURVE)
    dotted = [
        one for one in drawn["data"] if one["line"].get("dash") == "dot" and len(one["x"]) == 2
    ]
    assert [(one["x"], one["y"]) for one in dotted] == [([10_000, 59_000], [90.0, 92.0])]
    assert "extrapolated" in words(drawn)


def test_what_the_source_did_not_print_is_an_open_marker() -> None:
    fills = {
        (x, y): fill
        for one in by_samples(CURVE)["data"]
        if "marker" in one
        for x, y, fill in zip(one["x"], one["y"], one["marker"]["color"], strict=True)
    }
    assert fills[1000, 83.8] == fills[59_000, 92.0] == PAPER
    assert PAPER not in (fills[1000, 83.0], fills[59_000, 79.0])


def test_the_sample_axis_is_logarithmic_and_prints_the_real_counts() -> None:
    axis = by_samples(CURVE)["layout"]["xaxis"]
    assert axis["type"] == "log"
    assert dict(zip(axis["tickvals"], axis["ticktext"], strict=True)) == {
        1000: "1k", 10_000: "10k", 59_000: "59k",
    }  # fmt: skip


def test_an_axis_that_does_not_start_at_zero_says_so() -> None:
    axis = by_samples(CURVE)["layout"]["yaxis"]
    assert axis["range"][0] == 65
    assert "axis from 65 %" in axis["title"]["text"]
    near = by_samples([one | {"low": 6.7, "high": 40.0} for one in CURVE])["layout"]["yaxis"]
    assert near["range"][0] == 0
    assert "axis from" not in near["title"]["text"]


def test_a_reference_is_named_on_its_line_with_its_samples_and_cannot_inject_markup() -> None:
    drawn = by_samples(CURVE)
    assert "raw &lt;all&gt; · 59k samples" in words(drawn)
    assert "<all>" not in str(drawn["data"]).replace("'raw <all>'", "")


def test_values_without_a_place_on_the_axis_are_said_to_be_missing() -> None:
    drawn = by_samples([one | {"uncounted": 2} for one in CURVE])
    text = drawn["layout"]["xaxis"]["title"]["text"].replace("<br>", " ")
    assert "not drawn: 2 values without a number of samples" in text


def test_several_values_of_a_selector_have_one_name_and_an_upright_line() -> None:
    drawn = by_selector(SIZES)
    assert words(drawn).count("A") == 1
    upright = [one for one in drawn["data"] if one["mode"] == "lines" and len(one["x"]) == 2]
    assert [(one["x"], one["y"]) for one in upright] == [([7.0, 7.0], [83.4, 84.8])]


def test_a_click_on_any_mark_picks_its_selector() -> None:
    for drawn in (by_samples(CURVE), by_selector(SIZES)):
        for number, one in enumerate(drawn["data"]):
            if one.get("hoverinfo") != "skip":
                point = {"curveNumber": number, "pointNumber": 0}
                assert picked(drawn, point)["selector"] in one["name"].replace("&lt;", "<").replace(
                    "&gt;", ">"
                )
    bars = selector_bars(BARS, selector="", columns=2)
    assert picked(bars, {"curveNumber": 0, "pointNumber": 1}) == {"selector": "B"}


def test_the_picked_selector_is_strong_and_all_others_faint() -> None:
    colours = {
        one["name"]: one["line"]["color"]
        for one in by_selector(SIZES, "B")["data"]
        if "name" in one
    }
    assert colours["A"] == colours["raw"] == FAINT
    assert colours["B"] != FAINT
    bars = selector_bars(BARS, selector="A", columns=2)["data"][0]["marker"]["line"]["color"]
    assert bars[0] != FAINT
    assert bars[1] == FAINT


def test_a_bar_is_the_first_value_and_the_others_are_open_diamonds() -> None:
    bars, diamonds, *_ = selector_bars(BARS, selector="", columns=2)["data"]
    assert (bars["x"], bars["y"]) == ([84.8, 77.4], [0, 1])
    assert bars["marker"]["color"][0] != PAPER
    assert bars["marker"]["color"][1] == PAPER
    assert (diamonds["x"], diamonds["y"]) == ([83.4, 83.8], [0, 0])
    assert diamonds["marker"]["color"] == PAPER


def test_a_missing_value_is_no_bar_of_zero_but_the_words_no_data() -> None:
    drawn = selector_bars(BARS, selector="", columns=2)
    second = [one for one in drawn["data"] if one["xaxis"] == "x2"]
    assert [one["x"] for one in second if one["type"] == "bar"] == [[40.0]]
    (texts,) = [one["text"] for one in second if one.get("mode") == "text"]
    assert texts[1].strip() == "no data"


def test_a_bar_with_another_number_of_samples_says_with_how_many() -> None:
    texts = [
        one["text"]
        for one in selector_bars(BARS, selector="", columns=2)["data"]
        if one.get("mode") == "text"
    ]
    assert texts[0][1].strip() == "77.4 (59k)"


def test_the_note_explains_only_marks_that_are_there() -> None:
    assert "diamonds" in words(selector_bars(BARS, selector="", columns=4))
    assert "diamonds" not in words(selector_bars([BARS[2]], selector="", columns=4))
