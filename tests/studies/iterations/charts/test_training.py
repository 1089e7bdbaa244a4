"""The scalars of trainings: means over seeds, gaps, and what is said of them."""

from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.theme import Figure, Trace, no_data_reason
from reasonboard.studies.iterations.charts.training import scalars, training_chart

GONE = [{"seed": "2", "iteration": 1, "words": "NaN"}]


def row(
    run: str, *seeds: list[float | None], metric: str = "actor/kl", **more: Any
) -> dict[str, Any]:
    """A row of sql/training.sql: the values of each seed at steps 0, 1, ..., None where its log has none."""
    known = [{at: value for at, value in enumerate(own) if value is not None} for own in seeds]
    return {
        "run": f"load · {run}", "model": f"load · {run}", "metric": metric, "name": metric, "unit": "score", "width": 1,
        "seeds": [
            {"seed": str(seed), "iteration": list(own), "value": list(own.values())}
            for seed, own in enumerate(known, 1)
        ],
        "missing": [], "number": 0, "kinds": ["measured"],
    } | more  # fmt: skip


def chart(rows: list[dict[str, Any]], smooth: str = "1", columns: int = 4) -> Figure:
    figure = training_chart(rows, columns=columns, smooth=smooth)
    go.Figure(figure)
    return figure


def named(figure: Figure, name: str) -> list[Trace]:
    return [trace for trace in figure["data"] if trace["name"] == name]


def test_a_line_is_the_mean_of_the_seeds_that_have_a_number() -> None:
    figure = chart([row("a", [1, 2, 3], [3, None, 6], missing=GONE)])
    (mean,) = [trace for trace in figure["data"] if trace["name"] != "seed"]
    assert (mean["x"], mean["y"]) == ([0, 1, 2], [2, 2, 4.5])
    assert [trace["y"] for trace in named(figure, "seed")] == [[1, 2, 3], [3, None, 6]]
    (field,) = figure["layout"]["shapes"]
    assert (field["x0"], field["x1"]) == (0.5, 1.5)
    assert "NaN" in [note["text"] for note in figure["layout"]["annotations"]]
    assert "gray: 1 step without a number" in figure["layout"]["meta"]["uncertainty"]


def test_a_step_without_a_number_in_all_seeds_is_a_gap_in_the_line() -> None:
    gone = [*GONE, {"seed": "1", "iteration": 1, "words": "NaN"}]
    figure = chart([row("a", [1, None, 3], [3, None, 6], missing=gone)])
    (mean,) = [trace for trace in figure["data"] if trace["name"] != "seed"]
    assert mean["y"] == [2, None, 4.5]
    assert mean["connectgaps"] is False


def test_the_mean_is_smoothed_and_the_seeds_are_not() -> None:
    figure = chart([row("a", [0, 3, 6, 0], [0, 3, 6, 0])], smooth="3")
    (mean,) = [trace for trace in figure["data"] if trace["name"] != "seed"]
    assert mean["y"] == pytest.approx([1.5, 3, 3, 3])
    assert named(figure, "seed")[0]["y"] == [0, 3, 6, 0]
    assert figure["layout"]["meta"]["subtitle"].startswith("Mean of 2 seeds, smoothed over 3 steps")


def test_a_scalar_that_never_changes_is_named_and_not_drawn() -> None:
    rate = row("a", [1e-6, 1e-6], metric="actor/lr", name="Learning rate")
    figure = chart([rate, row("a", [0.1, 0.2])])
    titles = [note["text"] for note in figure["layout"]["annotations"]]
    assert not any("Learning rate" in title for title in titles)
    assert "constant, not drawn: Learning rate 1e-06" in figure["layout"]["meta"]["uncertainty"]
    assert no_data_reason(chart([rate]))


def test_shares_are_in_percent_and_recipes_keep_their_color() -> None:
    some = [
        row("grpo", [0.1, 0.2], unit="fraction", number=1),
        row("dapo", [0.1, 0.3], unit="fraction", number=2),
    ]
    figure = chart(some)
    (dapo,) = named(figure, "dapo")
    assert dapo["y"] == [10, 30]
    (alone,) = named(chart([some[0] | {"number": 5}, some[1] | {"number": 2}]), "dapo")
    assert alone["line"]["color"] != dapo["line"]["color"]
    assert [log.place for log in scalars(some)[0].logs] == [0, 1]


def test_a_training_has_a_single_seed_without_a_name() -> None:
    figure = chart([row("a", [0.1, 0.2])], columns=1)
    assert figure["layout"]["meta"]["subtitle"].startswith("One seed each")
