"""How each type falls with length: three panels of dots."""

import math
from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.marks import picked
from reasonboard.charts.theme import SIGNS, Figure
from reasonboard.studies.type_length.charts.decline import type_decline

Row = dict[str, Any]
FALLING: list[float] = [96, 95, 90, 90, 80, 75, 78, 76, 77, 73, 53]


def line(panel: str, task_type: str, start: int, shown: list[float], n: int | None = 300) -> Row:
    many = len(shown)
    return {
        "panel": panel, "task_type": task_type, "number": len(panel),
        "lengths": list(range(start, start + many)), "accuracy": [value / 100 for value in shown],
        "items": [n] * many, "repeats": [None] * many, "seeds": [None] * many, "stderrs": [None] * many,
    }  # fmt: skip


ROWS = [
    line("A", "Type 1", 1, FALLING),
    line("A", "Type 2", 5, [99, 98, 99, 97, 98]),
    line("Bee", "Type 1", 1, [100] * 11),
]


def draw(rows: list[Row], **changed: Any) -> Figure:
    choice: dict[str, Any] = {
        "first": "A", "second": "Bee", "type": "", "intervals": "on", "columns": 4,
    }  # fmt: skip
    return type_decline(rows, **choice | changed)


def dots(figure: Figure, panel: int, line: str = "A") -> dict[str, Any]:
    axis = f"x{panel + 1 if panel else ''}"
    (trace,) = [t for t in figure["data"] if t["xaxis"] == axis and t["name"] == line]
    return dict(trace)


@pytest.mark.parametrize("columns", [1, 2, 4])
@pytest.mark.parametrize("intervals", ["on", "off"])
def test_every_form_is_a_valid_figure(columns: int, intervals: str) -> None:
    go.Figure(draw(ROWS, columns=columns, intervals=intervals, type="Type 1"))


def test_only_the_two_chosen_lines_are_drawn_and_one_where_the_other_is_missing() -> None:
    assert {trace["name"] for trace in draw(ROWS)["data"]} == {"A", "Bee"}
    assert {trace["name"] for trace in draw(ROWS, second="nobody")["data"]} == {"A"}


def test_short_minus_long_lies_in_its_interval() -> None:
    trace = dots(draw(ROWS), 1)
    expected = sum(FALLING[:5]) / 5 - sum(FALLING[-5:]) / 5
    assert trace["x"] == [pytest.approx(expected, abs=0.01)]  # type 2 has too few lengths
    stderr = 100 * math.sqrt(
        sum((p := (v * 3 + 2) / 304) * (1 - p) / 304 for v in FALLING[:5] + FALLING[-5:]) / 25
    )
    assert trace["error_x"]["array"] == [pytest.approx(1.96 * stderr, abs=0.02)]
    assert "error_x" not in dots(draw(ROWS, intervals="off"), 1)


def test_a_slope_below_zero_is_a_fall_and_a_perfect_line_has_none() -> None:
    figure = draw(ROWS)
    assert all(value < 0 for value in dots(figure, 0)["x"])
    assert "least squares: −3.3" in dots(figure, 0)["text"][0]
    assert not [t for t in figure["data"] if t["xaxis"] == "x" and t["name"] == "Bee"]


def test_the_means_are_over_the_lengths_that_all_types_of_both_lines_have() -> None:
    figure = draw(ROWS)
    assert dots(figure, 2)["x"] == [
        pytest.approx(sum(FALLING[4:9]) / 5, abs=0.01),
        pytest.approx(98.2),
    ]
    assert any("5 to 9, in %" in note["text"] for note in figure["layout"]["annotations"])


def test_means_end_at_100_percent() -> None:
    trace = dots(draw(ROWS), 2, "Bee")
    assert trace["x"] == [100]
    assert trace["error_x"]["array"] == [0]
    assert trace["error_x"]["arrayminus"][0] > 0


def test_without_n_there_are_values_but_no_whiskers_and_no_slope() -> None:
    figure = draw([line("A", "Type 1", 1, FALLING, None)], second="")
    assert {trace["xaxis"] for trace in figure["data"]} == {"x2", "x3"}
    assert not any("error_x" in trace for trace in figure["data"])
    assert figure["layout"]["meta"]["uncertainty"] == "no uncertainty available"
    assert "no uncertainty available" in dots(figure, 1)["text"][0]


def test_a_click_isolates_the_type() -> None:
    assert picked(draw(ROWS), {"curveNumber": 0, "pointNumber": 1}) == {"type": "Type 2"}


def test_an_isolated_type_is_framed_in_every_panel() -> None:
    shapes = draw(ROWS, type="Type 1")["layout"]["shapes"]
    assert sum(shape["type"] == "rect" for shape in shapes) == 3


def test_without_rows_the_figure_says_so() -> None:
    assert "No data" in draw([])["layout"]["meta"]["summary"]


@pytest.mark.parametrize("number", range(8))
def test_the_key_has_the_sign_of_the_marks(number: int) -> None:
    rows = [row | {"number": number} for row in ROWS if row["panel"] == "A"]
    figure = draw(rows, second="A")
    sign = SIGNS[dots(figure, 0)["marker"]["symbol"]]
    assert any(f"{sign}</span> A" in note["text"] for note in figure["layout"]["annotations"])
