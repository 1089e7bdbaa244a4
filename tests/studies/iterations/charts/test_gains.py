"""Gain in accuracy against growth in tokens."""

from typing import Any

import plotly.graph_objects as go

from reasonboard.charts.colors import PAPER
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
        "tokens per point": price, "kind": "stated", "n_items": None, "n_repeats": None, "n_seeds": None,
        "iteration": [0, 4], "tokens": [1000, 1000 + (growth or 0)],
        "aggregate": False, "accuracy": [10.0, 10 + (gain or 0)], "stderr": [None, None],
    } | other  # fmt: skip


def drawn(rows: list[dict[str, Any]], panel: str = "") -> Figure:
    figure = gain_against_length(rows, panel=panel, columns=4)
    go.Figure(figure)
    return figure


def dots(figure: Figure) -> Trace:
    return next(trace for trace in figure["data"] if "meta" in trace)


def test_a_benchmark_stands_at_its_growth_and_gain() -> None:
    trace = dots(drawn([row("A", 20, 4000), row("B", -5, 100)]))
    assert trace["x"] == [4000, 100]
    assert trace["y"] == [20, -5]
    assert trace["text"] == ["A", "B"]


def test_a_benchmark_without_a_gain_is_counted_not_drawn() -> None:
    figure = drawn([row("A", 20, 4000), row("B", None, 100), row("C", 3, None)])
    assert dots(figure)["x"] == [4000]
    assert "2 benchmarks have no start and end" in figure["layout"]["annotations"][0]["text"]


def test_a_click_picks_the_benchmark() -> None:
    figure = drawn([row("A", 20, 4000), row("B", 5, 100)])
    number = figure["data"].index(dots(figure))
    assert picked(figure, {"curveNumber": number, "pointNumber": 1}) == {"panel": "B"}


def test_the_picked_benchmark_is_larger() -> None:
    sizes = dots(drawn([row("A", 20, 4000), row("B", 5, 100)], panel="B"))["marker"]["size"]
    assert sizes[1] > sizes[0]


def test_numbers_that_no_source_printed_are_open() -> None:
    trace = dots(drawn([row("A", 20, 4000, kind="read_off"), row("B", 5, 100)]))
    assert trace["marker"]["color"][0] == PAPER
    assert trace["marker"]["color"][1] != PAPER


def test_a_loss_has_no_price() -> None:
    hover = dots(drawn([row("A", -5, 100)]))["customdata"][0]
    assert "no gain, so no price" in hover


def test_a_line_joins_equal_prices() -> None:
    lines = [trace for trace in drawn([row("A", 20, 4000)])["data"] if trace["mode"] == "lines"]
    slopes = {round(line["x"][1] / line["y"][1]) for line in lines}
    assert 200 in slopes


def test_labels_of_neighbours_stand_apart() -> None:
    places = dots(drawn([row("Alpha", 20, 4000), row("Bravo", 20, 4050)]))["textposition"]
    assert places[0] != places[1]


def test_names_from_data_are_never_markup() -> None:
    trace = dots(drawn([row("<b>x", 20, 4000)]))
    assert trace["text"] == ["&lt;b&gt;x"]
    assert "<b>x" not in trace["customdata"][0]


def test_nothing_to_draw_says_so() -> None:
    assert "No data" in drawn([row("A", None, None)])["layout"]["annotations"][0]["text"]


def test_a_gain_has_its_interval_and_its_verdict() -> None:
    known = {"n_items": 30, "n": 30, "n_repeats": None, "n_seeds": None, "stderr": [None, None]}
    figure = drawn(
        [
            row("A", 20, 4000, **known | {"accuracy": [10.0, 30.0]}),
            row("B", 80, 900, **known | {"accuracy": [10.0, 90.0]}),
            row("C", 5, 700),
        ]
    )
    trace = dots(figure)
    assert trace["text"] == ["A ≈", "B", "C"]
    (whiskers,) = [one for one in figure["data"] if one.get("name") == "95 % interval"]
    assert whiskers["x"] == [4000, 4000, None, 900, 900, None]
    low, high, _, above, _, _ = whiskers["y"]
    assert low < 20 < high
    assert above > 0
    assert "not resolved" in trace["customdata"][0]
    assert "no uncertainty available" in trace["customdata"][2]
    assert "Newcombe" in figure["layout"]["meta"]["uncertainty"]


def test_intervals_can_be_switched_off() -> None:
    rows = [row("A", 20, 4000, n_items=30)]
    figure = gain_against_length(rows, panel="", columns=4, intervals="off")
    assert not [one for one in figure["data"] if one.get("name") == "95 % interval"]
