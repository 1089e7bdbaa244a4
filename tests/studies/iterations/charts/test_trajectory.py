"""One number of every curve, with what noise makes of it."""

from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.colors import ACCURACY, MUTED, PAPER
from reasonboard.charts.marks import picked
from reasonboard.charts.theme import Figure
from reasonboard.studies.iterations.charts.trajectory import course_numbers

NUMBERS = ("last", "noise", "coupling", "place")


def row(benchmark: str, accuracy: list[float | None], **other: Any) -> dict[str, Any]:
    """A row of app/reasonboard/studies/iterations/sql/grid.sql."""
    return {
        "benchmark": benchmark, "run": "M", "aggregate": False, "scale": "proportion",
        "n_items": 100, "n_repeats": None,
        "n_seeds": None, "iteration": [4 * place for place in range(len(accuracy))],
        "accuracy": accuracy, "tokens": [1000 + 7 * place**2 for place in range(len(accuracy))],
        "stderr": [None] * len(accuracy), "seed_sd": [None] * len(accuracy),
    } | other  # fmt: skip


RISING: list[float | None] = [10.0, 22.0, 31.0, 38.0, 52.0, 60.0, 69.0, 80.0]
FALLING: list[float | None] = [90.0, 92.0, 91.0, 70.0, 50.0, 30.0, 20.0, 10.0]


def draw(rows: list[dict[str, Any]], number: str, intervals: str = "on") -> Figure:
    figure = course_numbers(rows, number=number, panel="A", intervals=intervals, columns=4)
    go.Figure(figure)
    return figure


@pytest.mark.parametrize("number", NUMBERS)
def test_every_number_is_a_valid_figure_whose_dots_pick_their_benchmark(number: str) -> None:
    figure = draw([row("A", RISING), row("B", RISING, n_items=50)], number)
    place = next(place for place, trace in enumerate(figure["data"]) if "meta" in trace)
    assert picked(figure, {"curveNumber": place, "pointNumber": 1}) == {"panel": "B"}
    assert figure["layout"]["meta"]["uncertainty"]
    assert figure["layout"]["meta"]["heading"].endswith("?")
    assert len(figure["layout"]["meta"]["subtitle"]) <= 96
    assert figure["layout"]["meta"]["summary"].endswith(".")


@pytest.mark.parametrize("number", NUMBERS)
def test_nothing_to_draw_says_so(number: str) -> None:
    for rows in ([], [row("A", [None, 10.0], n_items=None)], [row("A", [None] * 8)]):
        assert "No data" in draw(rows, number)["layout"]["meta"]["summary"]


@pytest.mark.parametrize("number", NUMBERS)
def test_ranges_can_be_switched_off(number: str) -> None:
    rows = [row("A", RISING)]
    names = {trace.get("name") for trace in draw(rows, number, "off")["data"]}
    assert not names & {"95% interval", "95% of noise alone"}
    names = {trace.get("name") for trace in draw(rows, number)["data"]}
    assert names & {"95% interval", "95% of noise alone"}


def test_a_true_decline_is_told_from_noise() -> None:
    figure = draw([row("A", FALLING), row("B", RISING), row("C", RISING, n_items=None)], "last")
    words = next(trace["text"] for trace in figure["data"] if trace["mode"] == "text")
    assert [word.strip() for word in words] == ["<b>+82.0 ▼</b>", "0.0", "0.0"]
    filled = next(trace for trace in figure["data"] if "meta" in trace)["marker"]
    assert filled["color"] == [ACCURACY, PAPER, PAPER]
    assert filled["line"]["color"] == [ACCURACY, ACCURACY, MUTED]
    assert figure["layout"]["meta"]["subtitle"].startswith(
        "1 of 2 leads exceed what chance gives the best of 8"
    )


def test_a_benchmark_without_items_has_no_noise_to_compare_with() -> None:
    figure = draw([row("A", RISING), row("B", RISING, n_items=None)], "noise")
    assert figure["layout"]["yaxis"]["ticktext"] == ["<b>A</b>"]
    assert "1 of 2 benchmarks not shown" in figure["layout"]["meta"]["uncertainty"]


def test_levels_and_steps_of_one_benchmark_stand_on_one_line() -> None:
    figure = draw([row("A", RISING)], "coupling")
    squares = next(
        trace for trace in figure["data"] if trace.get("marker", {}).get("symbol") == "square"
    )
    assert squares["x"] == [1.0]


def test_names_from_data_are_never_markup() -> None:
    figure = draw([row("<i>x", RISING)], "last")
    assert figure["layout"]["yaxis"]["ticktext"] == ["&lt;i&gt;x"]
