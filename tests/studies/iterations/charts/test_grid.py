"""The grid of accuracy and token length over iterations, in its three forms."""

import re
from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.colors import ACCURACY, ACCURACY_BAND, MUTED, PAPER, SOFT
from reasonboard.charts.marks import picked
from reasonboard.charts.theme import Figure, Trace
from reasonboard.studies.iterations.charts.grid import iteration_detail, iterations_grid
from reasonboard.studies.iterations.study import ITERATIONS

FORMS = ("strips", "dual", "phase")


def panel(benchmark: str, **other: Any) -> dict[str, Any]:
    """A row of app/reasonboard/studies/iterations/sql/grid.sql with four iterations."""
    row = {
        "benchmark": benchmark, "run": "M", "aggregate": False, "scale": "proportion",
        "n_items": 30, "n_repeats": None, "n_seeds": None,
        "stderr": [None] * 4, "seed_sd": [None] * 4,
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
    lists = (
        "iteration",
        "accuracy",
        "accuracy_kind",
        "tokens",
        "tokens_kind",
        "tokens_low",
        "stderr",
        "seed_sd",
    )
    nothing: dict[str, Any] = {name: [] for name in (*lists, "tokens_high")}
    return panel(benchmark, accuracy_from=40, accuracy_to=60, n_items=None, **nothing)


def grid(
    rows: list[dict[str, Any]], form: str = "strips", scales: str = "shared", **other: Any
) -> Figure:
    settings: dict[str, Any] = {"panel": "", "iteration": "", "intervals": "on", "columns": 2}
    chart = iterations_grid(rows, form=form, scales=scales, **settings | other)
    go.Figure(chart)
    return chart


def named(chart: Figure, name: str) -> list[Trace]:
    return [trace for trace in chart["data"] if trace.get("name") == name]


def foot(chart: Figure) -> str:
    text: str = chart["layout"]["meta"]["uncertainty"]
    return text


def words(chart: Figure) -> str:
    notes = [note["text"] for note in chart["layout"]["annotations"]]
    return " ".join(notes + [str(trace.get("text")) for trace in chart["data"]])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("scales", ["shared", "free"])
@pytest.mark.parametrize("columns", [1, 2, 4])
def test_every_form_is_a_valid_figure(form: str, scales: str, columns: int) -> None:
    rows = [panel("A"), panel("B"), stated("C"), panel("D"), panel("E")]
    chart = grid(rows, form, scales, columns=columns, panel="B", iteration="4")
    axes = {name for trace in chart["data"] for name in (trace["xaxis"], trace["yaxis"])}
    assert {f"{name[0]}axis{name[1:]}" for name in axes} <= set(chart["layout"])


def test_a_missing_value_stays_missing() -> None:
    row = panel("A", accuracy_missing=[None, None, "NaN", None])
    (accuracy,) = named(grid([row]), "accuracy")
    assert accuracy["y"] == [10.0, 20.0, None, 40.0]


def missing_panel(missing: set[int], **other: Any) -> dict[str, Any]:
    """Seven iterations, of which those in `missing` are NaN in the file."""
    iterations = list(range(7))
    lists: dict[str, Any] = {
        "iteration": iterations,
        "accuracy": [None if at in missing else 50.0 + at for at in iterations],
        "accuracy_kind": [None if at in missing else "measured" for at in iterations],
        "accuracy_missing": ["NaN" if at in missing else None for at in iterations],
        "tokens": [None] * 7, "tokens_kind": [None] * 7,
        "tokens_low": [None] * 7, "tokens_high": [None] * 7, "stderr": [None] * 7, "seed_sd": [None] * 7,
    }  # fmt: skip
    return panel("A", **lists | other)


@pytest.mark.parametrize("missing", [{3}, {2, 3, 4}, {0, 3}, {3, 6}, {1, 3, 5}])
@pytest.mark.parametrize("form", ["strips", "dual"])
@pytest.mark.parametrize("smoothing", ["0", "window5"])
def test_no_line_and_no_band_leads_over_missing_values(
    missing: set[int], form: str, smoothing: str
) -> None:
    chart = grid([missing_panel(missing)], form, smoothing=smoothing)
    lines = [trace for trace in chart["data"] if str(trace.get("name")).startswith("accuracy")]
    assert len(lines) == (1 if smoothing == "0" else 2)
    for line in lines:
        assert [y is None for y in line["y"]] == [at in missing for at in range(7)]
    bands = [trace for trace in chart["data"] if "95% interval" in str(trace.get("name"))]
    assert bool(bands) is (smoothing == "0")
    covered = {round(x) for band in bands for x in xs_of(band)}
    assert not covered & missing
    assert f"{len(missing)} missing value" in foot(chart)
    assert "(NaN)" in foot(chart)
    assert "(NaN)" in chart["layout"]["meta"]["summary"]


def xs_of(trace: Trace) -> list[float]:
    """The places of a trace, which are stated or even from the first on."""
    return trace.get("x") or [trace["x0"] + trace["dx"] * at for at in range(len(trace["y"]))]


def test_a_band_ends_at_the_values_beside_a_gap() -> None:
    chart = grid([missing_panel({3})])
    bands = [trace for trace in chart["data"] if trace.get("fillcolor") == ACCURACY_BAND]
    assert [sorted(set(xs_of(band))) for band in bands] == [[0, 1, 2], [4, 5, 6]]


def test_a_gap_is_a_gray_field_with_the_word() -> None:
    (field,) = named(grid([missing_panel({2, 3, 4})]), "missing values")
    assert (min(field["x"]), max(field["x"])) == (1, 5)
    assert field["text"] == "gaps: 3 missing values (NaN)"
    assert "NaN" in words(grid([missing_panel({2, 3, 4})]))


def test_an_iteration_that_was_never_evaluated_is_no_gap() -> None:
    """Tools log the reward at every step, and validate at few of them."""
    row = missing_panel({1, 2, 4, 5}, accuracy_missing=[None] * 7)
    chart = grid([row])
    (accuracy,) = named(chart, "accuracy")
    assert (accuracy["x"], accuracy["y"]) == ([0, 3, 6], [50.0, 53.0, 56.0])
    assert not named(chart, "missing values")
    assert "missing" not in foot(chart)


def test_the_path_of_the_phase_form_has_the_gaps_of_both_series() -> None:
    lists = {"tokens": [100 * at for at in range(7)], "tokens_kind": ["measured"] * 7}
    (path,) = named(grid([missing_panel({3}, **lists)], "phase"), "accuracy")
    assert path["y"] == [50.0, 51.0, 52.0, None, 54.0, 55.0, 56.0]


def test_a_gap_stays_on_an_axis_on_which_its_place_is_unknown() -> None:
    row = missing_panel({3}, x=[1.0, 2.0, 3.0, None, 5.0, 6.0, 7.0])
    (accuracy,) = named(grid([row], along="metric.hours"), "accuracy")
    assert accuracy["y"] == [50.0, 51.0, 52.0, None, 54.0, 55.0, 56.0]


@pytest.mark.parametrize("form", FORMS)
def test_a_restart_of_the_training_is_marked_on_the_axis_and_said(form: str) -> None:
    both = {"tokens": [100 * at for at in range(1, 8)], "tokens_kind": ["measured"] * 7}
    row = missing_panel(set(), restarts=[{"at": 3, "lost": 9}], **both)
    chart = grid([row, row | {"benchmark": "B"}], form)
    signs = named(chart, "restart")
    assert [(sign["x"], sign["text"]) for sign in signs] == (
        [([3], ["↻"])] * 2 if form != "phase" else []
    )
    assert "restarted: 9 discarded numbers left out" in foot(chart)


def test_a_restart_at_an_iteration_without_a_value_stands_at_the_next_one() -> None:
    row = missing_panel({3, 4}, accuracy_missing=[None] * 7, restarts=[{"at": 3, "lost": 1}])
    (sign,) = named(grid([row]), "restart")
    assert sign["x"] == [3]
    assert sign["hovertext"] == "restarted: 1 discarded number left out"


def test_the_area_under_the_tokens_has_their_gaps() -> None:
    lists = {"tokens": [100, 200, 300, None, 500, 600, 700], "tokens_kind": ["measured"] * 7}
    chart = grid([missing_panel(set(), **lists, tokens_missing=[None] * 3 + ["NaN"] + [None] * 3)])
    areas = [trace for trace in chart["data"] if trace.get("fill") == "tozeroy"]
    assert [list(area["x"]) for area in areas] == [[0, 1, 2], [4, 5, 6]]


def test_shared_scales_need_few_axes_and_start_at_zero() -> None:
    layout = grid([panel(name) for name in "ABCD"])["layout"]
    overlay = 1
    assert len([name for name in layout if name.startswith("xaxis")]) == 2 + overlay
    assert len([name for name in layout if name.startswith("yaxis")]) == 4 + overlay
    assert layout["yaxis2"]["tickvals"] == [0, 50, 100]
    assert layout["yaxis3"]["tickvals"] == [0]


def test_free_scales_are_each_panels_own_and_say_so() -> None:
    chart = grid([panel("A"), panel("B", accuracy=[80.0, 81.0, 82.0, 83.0])], scales="free")
    assert chart["layout"]["yaxis2"]["range"] != chart["layout"]["yaxis4"]["range"]
    assert "own scales" in foot(chart)


def test_both_axes_of_the_dual_form_have_their_ticks_on_the_same_lines() -> None:
    layout = grid([panel("A")], "dual")["layout"]
    left, right = layout["yaxis2"], layout["yaxis3"]
    assert right["overlaying"] == "y2"
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


def test_the_range_of_responses_is_a_dotted_outline_that_is_off_by_default() -> None:
    name = "range of 95% of responses"
    assert not named(grid([panel("A")]), name)
    chart = grid([panel("A")], spread="on")
    (outline,) = named(chart, name)
    assert outline["x"] == [0, 4, 4, 0, 0, None, 12, 12, 12]
    assert outline["y"] == [2000, 4000, 900, 500, 2000, None, 15000, 4000, 15000]
    assert outline["line"]["dash"] == "dot"
    assert "fill" not in outline
    assert "not a confidence interval" in foot(chart)
    control = next(one for one in ITERATIONS.controls if one.name == "spread")
    assert (control.default(control.options({})), control.place) == ("off", "options:grid")


def gaining(benchmark: str, **other: Any) -> dict[str, Any]:
    return panel(benchmark, n_items=500, **other)


def test_the_key_number_is_bold_where_significant_and_muted_where_not() -> None:
    chart = grid([gaining("A"), panel("B", n_items=10), panel("C", n_items=None)])
    text = words(chart)
    assert f'<span style="color:{ACCURACY}"><b>▲ +30.0</b></span>' in text
    assert text.count(f'<span style="color:{MUTED}">+30.0</span>') == 2
    assert "Holm's correction over 2 gains" in foot(chart)
    small = words(grid([gaining("A"), panel("B", n_items=10)], columns=1))
    assert "+30.0 n.s." in small
    assert "problems" not in small


@pytest.mark.parametrize("form", FORMS)
def test_the_subtitle_is_the_key_and_short(form: str) -> None:
    subtitle = grid([gaining("A"), panel("B")], form)["layout"]["meta"]["subtitle"]
    assert subtitle.startswith("{accuracy:Accuracy}")
    assert len(re.sub(r"\{\w+:|\}", "", subtitle)) <= 96


def test_a_phone_has_two_columns_without_labels_of_y() -> None:
    layout = grid([panel(name) for name in "ABC"], columns=1)["layout"]
    assert [name for name in layout if name.startswith("xaxis")] == ["xaxis2", "xaxis3", "xaxis"]
    assert layout["yaxis2"]["showticklabels"] is False
    assert layout["height"] < 420


def test_the_selected_panel_has_a_soft_ground_and_no_line() -> None:
    (shape,) = grid([panel("A"), panel("B")], panel="B")["layout"]["shapes"]
    assert (shape["type"], shape["fillcolor"], shape["layer"]) == ("rect", SOFT, "below")
    assert shape["x0"] > 0.4


def test_the_title_says_how_many_items_or_that_nobody_knows() -> None:
    text = words(grid([panel("A"), panel("B", n_items=None)]))
    assert "30 problems" in text
    assert "1 panel has none: number of problems unknown" in foot(
        grid([panel("A"), panel("B", n_items=None)])
    )


def test_the_last_value_stands_at_its_line() -> None:
    chart = grid([panel("A")])
    last = next(trace for trace in chart["data"] if "40" in trace.get("text", []))
    place = last["text"].index("40")
    axis = chart["layout"]["yaxis2"]
    (low, high), (start, end) = axis["range"], axis["domain"]
    assert last["y"][place] == pytest.approx(
        start + (40 - low) / (high - low) * (end - start), abs=1e-4
    )
    assert "9k" in last["text"]
    assert last["textfont"]["color"][place] == ACCURACY


def test_a_stated_range_is_drawn_without_a_curve_and_says_so() -> None:
    chart = grid([stated("A")])
    (band,) = named(chart, "range given in text, no curve")
    assert band["line"]["dash"] == "dash"
    assert (min(band["y"]), max(band["y"])) == (40, 60)
    assert "in text: 40% to 60%" in words(chart)
    assert "range given in text" in foot(chart)
    assert not named(chart, "accuracy")


@pytest.mark.parametrize("form", FORMS)
def test_a_metric_without_a_value_is_hatched_as_no_data(form: str) -> None:
    without = panel("A", accuracy=[None] * 4, accuracy_kind=[None] * 4)
    chart = grid([without, panel("B")], form)
    assert "no data" in words(chart)
    assert named(chart, "no data")[0]["fillpattern"]["shape"] == "/"


@pytest.mark.parametrize("form", ["strips", "dual"])
def test_what_no_panel_has_is_neither_named_nor_hatched(form: str) -> None:
    nothing = [None] * 4
    ways = {
        "Accuracy": panel("A", tokens=nothing, tokens_kind=nothing),
        "Response length": panel("A", accuracy=nothing, accuracy_kind=nothing),
    }
    for name, row in ways.items():
        chart = grid([row], form)
        meta = chart["layout"]["meta"]
        assert meta["heading"] == f"{name} during training"
        assert ("{accuracy:" in meta["subtitle"]) == (name == "Accuracy")
        assert ("{tokens:" in meta["subtitle"]) == (name == "Response length")
        assert "no data" not in words(chart)


def test_start_and_end_are_two_open_markers_with_a_dotted_line() -> None:
    row = panel(
        "A",
        accuracy=[10.0, None, None, 40.0],
        accuracy_kind=["approximate", None, None, "approximate"],
        tokens=[0, None, None, 9000],
    )
    chart = grid([row])
    (accuracy,) = named(chart, "accuracy")
    assert accuracy["mode"] == "lines+markers"
    assert accuracy["line"]["dash"] == "dot"
    assert accuracy["x"] == [0, 12]
    assert accuracy["marker"]["color"] == PAPER
    assert "start and end only" in words(chart)


@pytest.mark.parametrize("form", FORMS)
def test_a_click_picks_benchmark_and_iteration(form: str) -> None:
    chart = grid([panel("A"), panel("B")], form)
    number = chart["data"].index(named(chart, "accuracy")[1])
    expected = {"panel": "B", "iteration": "4"}
    assert picked(chart, {"curveNumber": number, "pointNumber": 1}) == expected


def test_the_picked_iteration_is_a_line_in_every_panel() -> None:
    chart = grid([panel("A"), panel("B"), panel("C")], iteration="8")
    assert [shape["x0"] for shape in chart["layout"]["shapes"]] == [8, 8, 8]


def test_the_picked_iteration_is_a_ring_in_every_phase_panel_that_has_it() -> None:
    chart = grid([panel("A"), panel("B")], "phase", iteration="4")
    rings = named(chart, "marked iteration")
    assert [(ring["x"], ring["y"]) for ring in rings] == [([2000], [20.0])] * 2
    assert not named(grid([panel("A")], "phase", iteration="8"), "marked iteration")


def test_the_browser_is_told_where_the_iterations_are() -> None:
    assert grid([panel("A")])["layout"]["meta"]["linked"] == "iteration"
    assert grid([panel("A")])["layout"]["meta"]["along"] == "x"
    assert grid([panel("A")], "phase")["layout"]["meta"]["along"] == "text"


def test_names_from_data_are_never_markup() -> None:
    chart = grid([panel("<b>A</b>", run="<i>")])
    (accuracy,) = named(chart, "accuracy")
    assert "<b>A</b>" not in str(accuracy["hovertemplate"])
    assert "&lt;b&gt;A" in words(chart)


def test_an_empty_choice_says_so() -> None:
    assert "See Explore for rewards" in grid([])["layout"]["annotations"][0]["text"]


def detail(row: dict[str, Any], form: str = "strips", intervals: str = "on") -> Figure:
    settings: dict[str, Any] = {"scales": "shared", "panel": "A", "iteration": "4", "columns": 2}
    chart = iteration_detail([row], form=form, intervals=intervals, **settings)
    go.Figure(chart)
    return chart


@pytest.mark.parametrize("form", FORMS)
def test_the_detail_shows_every_point_open_where_no_source_printed_it(form: str) -> None:
    kinds = ["stated", "read_off", None, "stated"]
    row = panel("A", accuracy_kind=kinds)
    chart = detail(row, form)
    (accuracy,) = named(chart, "accuracy")
    assert "markers" in accuracy["mode"]
    assert accuracy["marker"]["color"][1] == PAPER
    assert accuracy["marker"]["color"][0] != PAPER
    number = chart["data"].index(accuracy)
    point = {"curveNumber": number, "pointNumber": 1}
    assert picked(chart, point) == {"iteration": "4"}


def test_the_detail_names_kinds_point_by_point_only_where_they_differ() -> None:
    same = detail(panel("A"))
    assert "text" not in named(same, "accuracy")[0]
    kinds = ["stated", "read_off", None, "stated"]
    mixed = detail(panel("A", accuracy_kind=kinds))
    assert named(mixed, "accuracy")[0]["text"] == ["stated", "read off", "stated"]


def test_the_detail_tells_the_range_of_responses_with_the_mean() -> None:
    chart = detail(panel("A"))
    (tokens,) = named(chart, "mean tokens")
    assert tokens["customdata"][0] == [500, 2000]
    assert "95% of responses" in tokens["hovertemplate"]


def test_an_accuracy_has_wilsons_interval_at_its_hover_and_as_a_band() -> None:
    chart = detail(panel("A"))
    (accuracy,) = named(chart, "accuracy")
    # 12 of 30
    assert accuracy["customdata"][2] == "24.6 to 57.7"
    assert "(Wilson)" in accuracy["hovertemplate"]
    (band,) = named(chart, "95% interval of the accuracy")
    assert max(band["y"]) == 57.7
    assert chart["layout"]["meta"]["uncertainty"] == "95% intervals: Wilson"


def test_a_small_panel_says_half_of_the_width() -> None:
    (accuracy,) = named(grid([panel("A")]), "accuracy")
    assert accuracy["customdata"][2] == 17
    assert "±" in accuracy["hovertemplate"]


def test_without_a_number_of_items_nothing_is_invented() -> None:
    chart = detail(panel("A", n_items=None))
    assert not named(chart, "95% interval of the accuracy")
    assert "no uncertainty available" in named(chart, "accuracy")[0]["hovertemplate"]
    assert chart["layout"]["meta"]["uncertainty"] == "no uncertainty available"


def test_repeated_items_take_the_standard_error_of_the_file() -> None:
    row = panel("A", n_repeats=5, stderr=[0.05] * 4)
    (accuracy,) = named(detail(row), "accuracy")
    # n* is 0.24 / ((30 x 29 x 0.05² + 2 x 0.24) / 32 / 30) = 86.8, t of 29 degrees of freedom.
    assert accuracy["customdata"][2] == "29.9 to 51.0"
    assert "30 problems × 5 attempts" in words(grid([row, panel("B")]))


@pytest.mark.parametrize("form", FORMS)
def test_intervals_and_their_key_can_be_switched_off(form: str) -> None:
    off = grid([panel("A")], form, intervals="off")
    assert not [trace for trace in off["data"] if "95% interval" in trace.get("name", "")]
    assert "95% interval" not in off["layout"]["meta"]["subtitle"]
    assert "intervals are off" in foot(off)
    assert "95% interval" in grid([panel("A")], form)["layout"]["meta"]["subtitle"]


def test_the_phase_form_has_whiskers_at_its_ends_and_alone_at_every_point() -> None:
    (ends,) = named(grid([panel("A")], "phase"), "95% interval")
    assert ends["x"] == [1000, 1000, None, 9000, 9000, None]
    assert ends["y"][3:5] == [24.6, 57.7]
    (every,) = named(detail(panel("A"), "phase"), "95% interval")
    assert len(every["x"]) == 9


def risen(**other: Any) -> dict[str, Any]:
    """A panel that has 90% of its smoothed gain at iteration 20 of 28."""
    values = [10.0, 10.0, 10.0, 80.0, 80.0, 80.0, 80.0, 80.0]
    lists = {"accuracy_kind": ["stated"] * 8, "tokens_kind": ["stated"] * 8, "stderr": [None] * 8}
    nothing = {"seed_sd": [None] * 8, "tokens_low": [None] * 8, "tokens_high": [None] * 8}
    tokens = [1000 + 100 * place for place in range(8)]
    steps = list(range(0, 32, 4))
    return panel("A", iteration=steps, accuracy=values, tokens=tokens, **lists, **nothing, **other)


@pytest.mark.parametrize("form", FORMS)
def test_the_iteration_with_most_of_the_gain_is_marked_with_its_range(form: str) -> None:
    chart = detail(risen(), form)
    (mark,) = named(chart, "90% of the gain")
    assert "90% of the gain: 20 (" in mark["text"][1]
    ranged = named(chart, "95% range of 90% of the gain")
    assert len(ranged) == (0 if form == "phase" else 1)
    assert mark["x"][0] == (1500 if form == "phase" else 20)
    assert not named(detail(risen(), form, intervals="off"), "90% of the gain")


def test_without_items_the_mark_has_no_range_and_without_a_gain_there_is_none() -> None:
    chart = detail(risen(n_items=None))
    assert named(chart, "90% of the gain")[0]["text"][1] == "90% of the gain: 20"
    assert not named(chart, "95% range of 90% of the gain")
    assert not named(detail(risen() | {"accuracy": [50.0] * 8}), "90% of the gain")


def test_own_scales_hold_the_intervals_that_are_drawn() -> None:
    low, high = grid([panel("A")], scales="free")["layout"]["yaxis2"]["range"]
    assert low < 3.5
    assert high > 57.7
    _, plain = grid([panel("A")], scales="free", intervals="off")["layout"]["yaxis2"]["range"]
    assert plain < 50
