"""Gain in accuracy against growth in tokens."""

from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.boxes import Box, Frame
from reasonboard.charts.colors import ACCURACY, MUTED, PAPER
from reasonboard.charts.marks import picked
from reasonboard.charts.theme import Figure, Trace
from reasonboard.studies.iterations.charts.gains import gain_against_length


def row(benchmark: str, gain: float | None, growth: int | None, **other: Any) -> dict[str, Any]:
    """A row of app/reasonboard/studies/iterations/sql/summary.sql."""
    price = growth / gain if gain and growth and gain > 0 else None
    return {
        "benchmark": benchmark, "run": "M", "n": 30, "start (%)": 10.0, "best (%)": 60.0,
        "best at iteration": 4, "last (%)": 10 + (gain or 0), "gain (points)": gain,
        "tokens at start": 1000, "tokens at last": 1000 + (growth or 0), "growth (tokens)": growth,
        "tokens per point": price, "kind": "stated", "scale": "proportion",
        "n_items": None, "n_repeats": None, "n_seeds": None,
        "iteration": [0, 4], "tokens": [1000, 1000 + (growth or 0)],
        "aggregate": False, "accuracy": [10.0, 10 + (gain or 0)], "stderr": [None, None], "seed_sd": [None, None],
    } | other  # fmt: skip


def draw(rows: list[dict[str, Any]], panel: str = "") -> Figure:
    figure = gain_against_length(rows, panel=panel, columns=4)
    go.Figure(figure)
    return figure


def dots(figure: Figure) -> Trace:
    return next(trace for trace in figure["data"] if "meta" in trace)


def overlap(a: Box, b: Box) -> bool:
    return a.left < b.right and b.left < a.right and a.bottom < b.top and b.bottom < a.top


def test_a_benchmark_stands_at_its_growth_and_gain() -> None:
    trace = dots(draw([row("A", 20, 4000), row("B", -5, 100)]))
    assert trace["x"] == [4000, 100]
    assert trace["y"] == [20, -5]
    assert trace["text"] == ["A", "B"]


def test_a_benchmark_without_a_gain_is_counted_not_drawn() -> None:
    figure = draw([row("A", 20, 4000), row("B", None, 100), row("C", 3, None)])
    assert dots(figure)["x"] == [4000]
    assert "2 benchmarks have no start and end" in figure["layout"]["meta"]["uncertainty"]


def test_a_click_picks_the_benchmark() -> None:
    figure = draw([row("A", 20, 4000), row("B", 5, 100)])
    number = figure["data"].index(dots(figure))
    assert picked(figure, {"curveNumber": number, "pointNumber": 1}) == {"panel": "B"}


def test_the_picked_benchmark_is_larger() -> None:
    sizes = dots(draw([row("A", 20, 4000), row("B", 5, 100)], panel="B"))["marker"]["size"]
    assert sizes[1] > sizes[0]


def test_a_loss_has_no_price() -> None:
    hover = dots(draw([row("A", -5, 100)]))["customdata"][0]
    assert "no gain" in hover


def test_a_line_joins_equal_prices() -> None:
    lines = [trace for trace in draw([row("A", 20, 4000)])["data"] if trace["mode"] == "lines"]
    slopes = {round(line["x"][1] / line["y"][1]) for line in lines}
    assert 200 in slopes


@pytest.mark.parametrize("growth", [300, 1000, 2000, 2400, 3000, 20_000])
def test_the_words_of_every_line_end_within_a_narrow_chart(growth: int) -> None:
    figure = gain_against_length([row("A", 20, growth)], panel="A", columns=1)
    layout = figure["layout"]
    frame = Frame(tuple(layout["xaxis"]["range"]), tuple(layout["yaxis"]["range"]), 270, 290)
    words = [one for one in layout["annotations"] if "per point" in one["text"]]
    assert words
    for note in words:
        wide = 6 * len(note["text"])
        right = {"left": wide, "center": wide / 2, "right": 0}[note["xanchor"]]
        assert frame.pixel(note["x"], note["y"])[0] + right <= 270 + layout["margin"]["r"]


def box(note: dict[str, Any], frame: Frame) -> Box:
    """About what an annotation takes."""
    x, y = frame.pixel(note["x"], note["y"])
    x += note.get("xshift", note.get("ax", 0))
    y += note.get("yshift", -note.get("ay", 0))
    wide = 6 * len(note["text"].replace("<b>", "").replace("</b>", ""))
    left = x if note["xanchor"] == "left" else x - wide
    return Box(left, y - 5, left + wide, y + 5)


def test_labels_cover_neither_marks_nor_intervals_nor_each_other() -> None:
    known = {"n_items": 60, "n": 60}
    rows = [row(f"Benchmark {n}", 15 + 3 * (n % 3), 1500 * (n + 1), **known) for n in range(5)]
    figure = draw(rows)
    layout = figure["layout"]
    frame = Frame(tuple(layout["xaxis"]["range"]), tuple(layout["yaxis"]["range"]), 520, 290)
    labels = [box(one, frame) for one in layout["annotations"] if "Benchmark" in one["text"]]
    assert len(labels) == 5
    trace = dots(figure)
    marks = [frame.mark(*place, radius=4) for place in zip(trace["x"], trace["y"], strict=True)]
    (lines,) = [one for one in figure["data"] if one.get("name") == "95% interval"]
    for pixel in range(0, len(lines["x"]), 3):
        x, (low, high) = lines["x"][pixel], lines["y"][pixel : pixel + 2]
        marks += frame.segment((x, low), (x, high))
    for place, label in enumerate(labels):
        assert not any(overlap(label, other) for other in [*marks, *labels[place + 1 :]])


def test_on_a_phone_only_significant_extreme_and_selected_points_are_named() -> None:
    rows = [row("Low", 1, 100), row("Middle", 5, 700), row("Picked", 6, 800), row("High", 20, 4000)]
    figure = gain_against_length(rows, panel="Picked", columns=1)
    named = {one["text"] for one in figure["layout"]["annotations"]}
    assert {"Low", "<b>Picked</b>", "High"} <= named
    assert "Middle" not in named


def test_the_subtitle_says_what_a_point_costs() -> None:
    meta = draw([row("A", 20, 4000), row("B", 5, 100)])["layout"]["meta"]
    assert meta["subtitle"] == (
        "Gain against growth of the mean response length. Extra tokens per point: 20 (B) to 200 (A)."
    )
    long = draw([row("A" * 40, 20, 4000), row("B" * 40, 5, 100)])["layout"]["meta"]["subtitle"]
    assert len(long) <= 96
    assert "Extra tokens per point: 20 to 200" in long


def test_names_from_data_are_never_markup() -> None:
    trace = dots(draw([row("<b>x", 20, 4000)]))
    assert trace["text"] == ["&lt;b&gt;x"]
    assert "<b>x" not in trace["customdata"][0]


def test_nothing_to_draw_says_so() -> None:
    assert "No data" in draw([row("A", None, None)])["layout"]["annotations"][0]["text"]


def test_a_gain_has_its_interval_and_its_verdict() -> None:
    known = {"n_items": 30, "n": 30, "n_repeats": None, "n_seeds": None, "stderr": [None, None]}
    figure = draw(
        [
            row("A", 20, 4000, **known | {"accuracy": [10.0, 30.0]}),
            row("B", 80, 900, **known | {"accuracy": [10.0, 90.0]}),
            row("C", 5, 700),
        ]
    )
    trace = dots(figure)
    assert trace["marker"]["color"] == [PAPER, ACCURACY, PAPER]
    assert trace["marker"]["line"]["color"] == [ACCURACY, ACCURACY, MUTED]
    (whiskers,) = [one for one in figure["data"] if one.get("name") == "95% interval"]
    assert whiskers["x"] == [4000, 4000, None, 900, 900, None]
    low, high, _, above, _, _ = whiskers["y"]
    assert low < 20 < high
    assert above > 0
    assert "not significant" in trace["customdata"][0]
    assert "p =" not in str(trace["customdata"])
    assert "no uncertainty available" in trace["customdata"][2]
    assert "two-proportion score test" in figure["layout"]["meta"]["uncertainty"]


def test_intervals_can_be_switched_off() -> None:
    rows = [row("A", 20, 4000, n_items=30)]
    figure = gain_against_length(rows, panel="", columns=4, intervals="off")
    assert not [one for one in figure["data"] if one.get("name") == "95% interval"]
