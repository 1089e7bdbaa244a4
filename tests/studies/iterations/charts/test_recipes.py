"""The chart of recipes: lines of means and seeds, bands, differences under them."""

from typing import Any

import plotly.graph_objects as go

from reasonboard.charts.colors import FAINT, MUTED, PAPER, SERIES
from reasonboard.charts.marks import picked
from reasonboard.charts.theme import Figure, Trace
from reasonboard.studies.iterations.charts.grid import iteration_detail, iterations_grid
from reasonboard.studies.iterations.charts.recipe_strip import BETTER
from reasonboard.studies.iterations.charts.trajectory import course_numbers
from reasonboard.studies.iterations.family import with_family
from tests.studies.iterations.recipe_rows import recipe

OPTIONS: dict[str, Any] = {
    "panel": "",
    "iteration": "",
    "intervals": "on",
    "columns": 2,
    "scales": "shared",
}


def rows() -> list[dict[str, Any]]:
    """Two recipes of three seeds on two benchmarks: on Y they differ for sure."""
    return [
        recipe("a", [0.30, 0.50], [0.32, 0.51], [0.34, 0.52], benchmark="X"),
        recipe("b", [0.25, 0.50], [0.26, 0.49], [0.30, 0.54], benchmark="X", number=1),
        recipe("a", [0.30, 0.60], [0.31, 0.61], [0.32, 0.62], benchmark="Y"),
        recipe("b", [0.30, 0.20], [0.31, 0.21], [0.32, 0.22], benchmark="Y", number=1),
    ]


def chart(some: list[dict[str, Any]], form: str = "recipes", **other: Any) -> Figure:
    figure = iterations_grid(some, form=form, **OPTIONS | other)
    go.Figure(figure)
    return figure


def named(figure: Figure, name: str) -> list[Trace]:
    return [trace for trace in figure["data"] if trace.get("name") == name]


def texts(figure: Figure) -> list[str]:
    return [note["text"] for note in figure["layout"]["annotations"]]


def test_a_panel_has_the_mean_of_each_recipe_with_its_seeds_and_band() -> None:
    figure = chart(rows())
    assert [trace["y"] for trace in named(figure, "a")] == [[32.0, 51.0], [31.0, 61.0]]
    assert len(named(figure, "seed 1")) == 4
    bands = [trace for trace in figure["data"] if str(trace.get("name")).startswith("95% band")]
    assert [trace["name"] for trace in bands[:2]] == [
        "95% band of a, these problems", "95% band of b, these problems"
    ]  # fmt: skip
    # t of 2 degrees of freedom is 4.303: 51 ± 4.303 * 1 / sqrt(3).
    assert bands[0]["y"] == [27.03, 48.52, 53.48, 36.97]
    assert {trace["line"]["color"] for trace in named(figure, "a")} == {SERIES[2]}
    assert {trace["line"]["color"] for trace in named(figure, "b")} == {SERIES[3]}
    assert "<b>a</b> 51.0" in texts(figure)


def test_a_difference_is_filled_only_if_it_is_significant() -> None:
    first, other = named(chart(rows()), "a minus b")
    assert first["y"] == [5.0, 0.0]
    assert first["marker"]["color"] == [PAPER, PAPER]
    assert first["marker"]["line"]["color"] == [MUTED, MUTED]
    assert other["y"] == [0.0, 40.0]
    assert other["marker"]["color"] == [PAPER, BETTER]
    words = texts(chart(rows()))
    assert "○ cannot tell yet" in words
    assert "<b>▲ a better by 40.0</b>" in words
    assert "a minus b at equal step, points" in words


def test_what_is_filtered_changes_no_color_and_no_verdict() -> None:
    some = [row for row in with_family(rows()) if row["benchmark"] == "Y"]
    (difference,) = named(chart(some), "a minus b")
    assert difference["marker"]["color"] == [PAPER, BETTER]
    alone = chart([row for row in some if row["run"].endswith("b")])
    assert named(alone, "b")[0]["line"]["color"] == SERIES[3]
    assert not named(alone, "a minus b")


def test_seeds_are_drawn_apart_without_mean_and_band() -> None:
    figure = chart(rows(), "seeds")
    assert not named(figure, "a")
    assert [trace["y"] for trace in named(figure, "a seed 2")] == [[32.0, 51.0], [31.0, 61.0]]
    assert not [trace for trace in figure["data"] if "band" in str(trace.get("name"))]


def test_a_click_selects_benchmark_and_iteration() -> None:
    figure = chart(rows())
    number = next(at for at, trace in enumerate(figure["data"]) if trace.get("name") == "b")
    point = {"curveNumber": number, "pointNumber": 1}
    assert picked(figure, point) == {"panel": "X", "iteration": "100"}


def test_a_restart_is_marked_and_counted_once() -> None:
    some = rows()
    for row in some:
        if row["run"].endswith("a"):
            row["restarts"] = [{"at": 50, "lost": 3}]
    figure = chart(some)
    assert [trace["x"] for trace in named(figure, "restart")] == [[100], [100]]
    assert "restarted: 3 discarded numbers" in figure["layout"]["meta"]["uncertainty"]


def test_one_recipe_alone_is_named_in_the_heading() -> None:
    some = [row for row in with_family(rows()) if row["run"].endswith("b")]
    assert chart(some)["layout"]["meta"]["heading"] == "b by step, 3 seeds"
    assert (
        chart(rows())["layout"]["meta"]["heading"] == "Both recipes by step, and their difference"
    )


def test_intervals_can_be_switched_off() -> None:
    figure = chart(rows(), intervals="off")
    assert not [trace for trace in figure["data"] if "95%" in str(trace.get("name"))]
    assert "band" not in figure["layout"]["meta"]["subtitle"]


def test_of_several_recipes_the_first_is_drawn_against_each_other_one() -> None:
    third = [
        recipe("c", [0.2, 0.1], [0.2, 0.11], [0.2, 0.12], benchmark=name, number=2) for name in "XY"
    ]
    figure = chart([*rows(), *third])
    assert len(named(figure, "a minus b")) == len(named(figure, "a minus c")) == 2
    assert not named(figure, "b minus c")
    assert "<b>▲ a better than 2 of 2</b>" in texts(figure)


def test_two_seeds_have_no_band_and_say_so() -> None:
    some = [recipe("a", [0.3, 0.5], [0.32, 0.51]), recipe("b", [0.2, 0.4], [0.25, 0.44], number=1)]
    figure = chart(some)
    assert not [trace for trace in figure["data"] if "band" in str(trace.get("name"))]
    assert "a and b: no band of two seeds" in figure["layout"]["meta"]["uncertainty"]


def test_on_a_phone_the_verdict_stands_under_the_title() -> None:
    words = texts(chart(rows(), columns=1))
    assert any(
        text.startswith("<b>Y</b>") and "<br>" in text and "better by" in text for text in words
    )


def test_the_picked_benchmark_is_large() -> None:
    some = [row for row in with_family(rows()) if row["benchmark"] == "Y"]
    large = iteration_detail(some, form="recipes", **OPTIONS | {"panel": "Y"})
    go.Figure(large)
    assert large["layout"]["height"] > chart(some)["layout"]["height"]


def test_rows_without_a_recipe_are_drawn_as_strips() -> None:
    lengths = recipe("a", [0.1, 0.2], [0.1, 0.2])
    lengths |= {"accuracy": [None, None], "tokens": [100, 200], "tokens_kind": ["measured"] * 2}
    figure = chart([lengths])
    assert named(figure, "mean tokens")


def test_best_against_last_is_judged_by_seeds_and_draws_no_chance_range_among_intervals() -> None:
    some = [
        recipe("a", [0.1, 0.3, 0.35, 0.3], [0.1, 0.28, 0.4, 0.33], [0.1, 0.36, 0.34, 0.34]),
        recipe("rises", [0.1, 0.2, 0.3, 0.4], [0.1, 0.2, 0.3, 0.4], [0.1, 0.2, 0.3, 0.5]),
        recipe("two", [0.1, 0.2, 0.6, 0.4], [0.1, 0.2, 0.6, 0.4]),
    ]
    figure = course_numbers(some, number="last", panel="", intervals="on", columns=2)
    go.Figure(figure)
    (intervals,) = named(figure, "95% interval")
    assert intervals["x"] == [-4.96, 12.96, None]
    (dots,) = [trace for trace in figure["data"] if trace["mode"] == "markers"]
    assert sorted(dots["x"]) == [0, 4.0, 20.0]
    assert any("the last is the best of each seed by the others" in text for text in dots["text"])
    assert "interval" in figure["layout"]["meta"]["subtitle"]


def test_of_many_recipes_the_first_have_colors_and_the_rest_are_gray() -> None:
    some = [
        recipe(f"r{at}", [0.1, 0.2 + at / 50], [0.1, 0.21 + at / 50], number=at) for at in range(12)
    ]
    figure = chart(some)
    gray = [
        trace["name"] for trace in figure["data"] if trace.get("line", {}).get("color") == FAINT
    ]
    assert gray == ["r3", "r2", "r1", "r0"]
    labels = [text for text in texts(figure) if text.startswith("<b>r")]
    assert len(labels) == 8
    minus = [trace["name"] for trace in figure["data"] if " minus " in str(trace.get("name"))]
    assert minus == [f"r11 minus r{at}" for at in (10, 9, 8, 7)]
    assert "r11 minus each of the next 4 at equal step, points" in texts(figure)
    assert not named(figure, "seed 1")
    assert "gray: 4 recipes behind these" in figure["layout"]["meta"]["uncertainty"]
