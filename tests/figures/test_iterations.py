"""The grid of accuracy and token length over iterations, in its three forms."""

from typing import Any

import plotly.graph_objects as go
import pytest

from app.figures.iterations import iteration_detail, iterations_grid
from app.figures.marks import picked
from app.figures.theme import PAPER, Figure, Trace

FORMS = ("strips", "dual", "phase")


def panel(benchmark: str, **other: Any) -> dict[str, Any]:
    """A row of app/sql/iterations/grid.sql with four iterations."""
    row = {
        "benchmark": benchmark, "run": "M", "aggregate": False, "n_items": 30,
        "iteration": [0, 4, 8, 12],
        "accuracy": [10.0, 20.0, None, 40.0], "accuracy_kind": ["stated", "stated", None, "stated"],
        "tokens": [1000, 2000, 3000, 9000], "tokens_kind": ["stated"] * 4,
        "tokens_low": [500, 900, None, 4000], "tokens_high": [2000, 4000, None, 15000],
        "accuracy_from": None, "accuracy_to": None, "tokens_from": None, "tokens_to": None,
        "kinds": ["stated"],
    }  # fmt: skip
    return row | other


def stated(benchmark: str) -> dict[str, Any]:
    """A panel with nothing but a range."""
    lists = ("iteration", "accuracy", "accuracy_kind", "tokens", "tokens_kind", "tokens_low")
    nothing: dict[str, Any] = {name: [] for name in (*lists, "tokens_high")}
    return panel(benchmark, accuracy_from=40, accuracy_to=60, n_items=None, **nothing)


def grid(
    rows: list[dict[str, Any]], form: str = "strips", scales: str = "shared", **other: Any
) -> Figure:
    settings: dict[str, Any] = {"panel": "", "iteration": "", "columns": 2}
    drawn = iterations_grid(rows, form=form, scales=scales, **settings | other)
    go.Figure(drawn)
    return drawn


def named(drawn: Figure, name: str) -> list[Trace]:
    return [trace for trace in drawn["data"] if trace.get("name") == name]


def words(drawn: Figure) -> str:
    notes = [note["text"] for note in drawn["layout"]["annotations"]]
    return " ".join(notes + [str(trace.get("text")) for trace in drawn["data"]])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("scales", ["shared", "free"])
@pytest.mark.parametrize("columns", [1, 2, 4])
def test_every_form_is_a_valid_figure(form: str, scales: str, columns: int) -> None:
    rows = [panel("A"), panel("B"), stated("C"), panel("D"), panel("E")]
    drawn = grid(rows, form, scales, columns=columns, panel="B", iteration="4")
    axes = {name for trace in drawn["data"] for name in (trace["xaxis"], trace["yaxis"])}
    assert {f"{name[0]}axis{name[1:]}" for name in axes} <= set(drawn["layout"])


def test_a_missing_value_stays_missing() -> None:
    (accuracy,) = named(grid([panel("A")]), "accuracy")
    assert accuracy["y"] == [10.0, 20.0, None, 40.0]


def test_shared_scales_need_few_axes_and_start_at_zero() -> None:
    layout = grid([panel(name) for name in "ABCD"])["layout"]
    assert len([name for name in layout if name.startswith("xaxis")]) == 2
    assert len([name for name in layout if name.startswith("yaxis")]) == 4
    assert layout["yaxis"]["tickvals"] == [0, 50, 100]
    assert layout["yaxis2"]["tickvals"] == [0, 8000, 16000]


def test_free_scales_are_each_panels_own_and_say_so() -> None:
    drawn = grid([panel("A"), panel("B", accuracy=[80.0, 81.0, 82.0, 83.0])], scales="free")
    assert drawn["layout"]["yaxis"]["range"] != drawn["layout"]["yaxis3"]["range"]
    assert words(drawn).count("own scales") == 2


def test_both_axes_of_the_dual_form_have_their_ticks_on_the_same_lines() -> None:
    layout = grid([panel("A")], "dual")["layout"]
    left, right = layout["yaxis"], layout["yaxis2"]
    assert right["overlaying"] == "y"
    assert right["side"] == "right"
    for a, b in zip(left["tickvals"], right["tickvals"], strict=True):
        at_left = (a - left["range"][0]) / (left["range"][1] - left["range"][0])
        at_right = (b - right["range"][0]) / (right["range"][1] - right["range"][0])
        assert at_left == pytest.approx(at_right)


def test_the_phase_form_joins_only_iterations_with_both_values() -> None:
    (path,) = named(grid([panel("A")], "phase"), "accuracy")
    assert path["x"] == [1000, 2000, 9000]
    assert path["y"] == [10.0, 20.0, 40.0]
    assert path["text"] == [0, 4, 12]


def test_the_band_of_responses_is_named_and_interrupted_by_gaps() -> None:
    drawn = grid([panel("A")])
    (band,) = named(drawn, "95 % of single responses")
    assert band["x"] == [0, 4, 4, 0, None, 12, 12]
    assert band["y"] == [2000, 4000, 900, 500, None, 15000, 4000]
    assert "not a confidence interval" in words(drawn)


def test_the_title_says_how_many_items_or_that_nobody_knows() -> None:
    text = words(grid([panel("A"), panel("B", n_items=None)]))
    assert "n 30" in text
    assert "n unknown" in text


def test_the_last_value_stands_at_its_line() -> None:
    text = words(grid([panel("A")]))
    assert "40.0" in text
    assert "9k" in text


def test_a_stated_range_is_drawn_without_a_curve_and_says_so() -> None:
    drawn = grid([stated("A")])
    (band,) = named(drawn, "range stated, no curve")
    assert band["line"]["dash"] == "dash"
    assert (min(band["y"]), max(band["y"])) == (40, 60)
    assert "range stated, no curve" in words(drawn)
    assert not named(drawn, "accuracy")


@pytest.mark.parametrize("form", FORMS)
def test_a_metric_without_a_value_is_hatched_as_no_data(form: str) -> None:
    drawn = grid([panel("A", accuracy=[None] * 4, accuracy_kind=[None] * 4)], form)
    assert "no data" in words(drawn)
    assert named(drawn, "no data")[0]["fillpattern"]["shape"] == "/"


def test_start_and_end_are_two_open_markers_with_a_dotted_line() -> None:
    row = panel(
        "A",
        accuracy=[10.0, None, None, 40.0],
        accuracy_kind=["approximate", None, None, "approximate"],
        tokens=[0, None, None, 9000],
    )
    drawn = grid([row])
    (accuracy,) = named(drawn, "accuracy")
    assert accuracy["mode"] == "lines+markers"
    assert accuracy["line"]["dash"] == "dot"
    assert accuracy["marker"]["color"][0] == accuracy["marker"]["color"][3] == PAPER
    assert "start and end only" in words(drawn)


@pytest.mark.parametrize("form", FORMS)
def test_a_click_picks_benchmark_and_iteration(form: str) -> None:
    drawn = grid([panel("A"), panel("B")], form)
    number = drawn["data"].index(named(drawn, "accuracy")[1])
    expected = {"panel": "B", "iteration": "4"}
    assert picked(drawn, {"curveNumber": number, "pointNumber": 1}) == expected


def test_the_picked_iteration_is_a_line_in_every_panel() -> None:
    drawn = grid([panel("A"), panel("B"), panel("C")], iteration="8")
    assert [shape["x0"] for shape in drawn["layout"]["shapes"]] == [8, 8, 8]


def test_the_picked_iteration_is_a_ring_in_every_phase_panel_that_has_it() -> None:
    drawn = grid([panel("A"), panel("B")], "phase", iteration="4")
    rings = named(drawn, "marked iteration")
    assert [(ring["x"], ring["y"]) for ring in rings] == [([2000], [20.0])] * 2
    assert not named(grid([panel("A")], "phase", iteration="8"), "marked iteration")


def test_the_browser_is_told_where_the_iterations_are() -> None:
    assert grid([panel("A")])["layout"]["meta"]["linked"] == "iteration"
    assert grid([panel("A")])["layout"]["meta"]["along"] == "x"
    assert grid([panel("A")], "phase")["layout"]["meta"]["along"] == "text"


def test_names_from_data_are_never_markup() -> None:
    drawn = grid([panel("<b>A</b>", run="<i>")])
    assert "<b>A</b>" not in str(drawn["data"][1]["hovertemplate"])
    assert "&lt;b&gt;A" in words(drawn)


def test_an_empty_choice_says_so() -> None:
    assert "No data" in grid([])["layout"]["annotations"][0]["text"]


@pytest.mark.parametrize("form", FORMS)
def test_the_detail_shows_every_point_open_where_no_source_printed_it(form: str) -> None:
    kinds = ["stated", "read_off", None, "stated"]
    row = panel("A", accuracy_kind=kinds)
    settings: dict[str, Any] = {"form": form, "scales": "shared", "panel": "A", "iteration": "4"}
    drawn = iteration_detail([row], **settings, columns=2)
    go.Figure(drawn)
    (accuracy,) = named(drawn, "accuracy")
    assert "markers" in accuracy["mode"]
    assert accuracy["marker"]["color"][1] == PAPER
    assert accuracy["marker"]["color"][0] != PAPER
    number = drawn["data"].index(accuracy)
    point = {"curveNumber": number, "pointNumber": 1}
    assert picked(drawn, point) == {"iteration": "4"}


def test_the_detail_names_kinds_point_by_point_only_where_they_differ() -> None:
    settings: dict[str, Any] = {"form": "strips", "scales": "shared", "panel": "A", "iteration": ""}
    same = iteration_detail([panel("A")], **settings, columns=2)
    assert "text" not in named(same, "accuracy")[0]
    kinds = ["stated", "read_off", None, "stated"]
    mixed = iteration_detail([panel("A", accuracy_kind=kinds)], **settings, columns=2)
    assert named(mixed, "accuracy")[0]["text"] == ["stated", "read off", "", "stated"]


def test_the_detail_tells_the_range_of_responses_with_the_mean() -> None:
    settings: dict[str, Any] = {"form": "strips", "scales": "shared", "panel": "A", "iteration": ""}
    drawn = iteration_detail([panel("A")], **settings, columns=2)
    (tokens,) = named(drawn, "mean tokens")
    assert tokens["customdata"][0] == [500, 2000]
    assert "95 % of single responses" in tokens["hovertemplate"]
