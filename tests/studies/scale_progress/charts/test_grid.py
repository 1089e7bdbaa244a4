"""The figures of scale-progress from hand-written rows."""

from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.colors import MUTED, PAPER, SEQUENTIAL
from reasonboard.charts.marks import picked
from reasonboard.studies.scale_progress.charts.doubling import doubling_by_benchmark
from reasonboard.studies.scale_progress.charts.gains import gains_by_size
from reasonboard.studies.scale_progress.charts.grid import accuracy_grid
from reasonboard.studies.scale_progress.charts.size_lines import accuracy_along_size
from reasonboard.studies.scale_progress.charts.training_lines import accuracy_along_training


def known(value: float, n: int | None = 100, stderr: float | None = None) -> dict[str, Any]:
    return {
        "value": value, "scale": "proportion",
        "n_items": n, "n_repeats": None, "n_seeds": None, "seed_sd": None, "stderr": stderr,
    }  # fmt: skip


TESTS = {"gains": 4, "pairs": 1, "curves": 2, "slopes": 1}


def grid_row(
    benchmark: str, model: str | None, params: float | None, **more: Any
) -> dict[str, Any]:
    base: dict[str, Any] = {
        "benchmark": benchmark, "aggregate": False, "model": model, "params_b": params, "n_items": 100,
        "progress": [0.0, 1.0], "checkpoint": ["0", "10"], "shown": [10.0, 20.0],
        "ambiguous": [False, False], "kinds": ["measured"], "low": None, "high": None,
        "base": None, "chance": None, "tests": TESTS,
    }  # fmt: skip
    row = base | more
    measured = [None if one is None else known(one / 100, row["n_items"]) for one in row["shown"]]
    return {"measured": measured} | row


def grid(rows: list[dict[str, Any]], **more: str) -> dict[str, Any]:
    options = {
        "mode": "accuracy",
        "spacing": "even",
        "panel": "A",
        "size": "big",
        "checkpoint": "10",
    } | more
    return accuracy_grid(rows, columns=4, **options)


ROWS = [
    grid_row("A", "small", 0.07),
    grid_row("A", "big", 12, shown=[30.0, None]),
    grid_row("B", "small", 0.07, progress=[1.0], checkpoint=["10"], shown=[5.0], ambiguous=[True]),
]


def test_the_largest_model_is_on_top_and_missing_stays_missing() -> None:
    figure = grid(ROWS)
    go.Figure(figure)
    assert figure["layout"]["yaxis"]["ticktext"] == ["70M", "<b>12B</b>"]
    assert heats(figure)["A"] == [[10.0, 20.0], [30.0, None]]
    assert heats(figure)["B"] == [[None, 5.0], [None, None]]


def test_the_mean_comes_first_and_then_the_widest_spread_of_sizes() -> None:
    ends = {"narrow": [30.0, 31.0], "wide": [30.0, 60.0]}
    rows = [
        grid_row(name, model, params, shown=[10.0, end])
        for name, values in ends.items()
        for (model, params), end in zip((("small", 0.07), ("big", 12)), values, strict=True)
    ]
    assert list(heats(grid(rows))) == ["Mean of 2", "wide", "narrow"]
    assert list(heats(grid(rows, mode="gain"))) == ["Mean of 2", "wide", "narrow"]


def test_five_heatmaps_stand_side_by_side_each_with_its_own_scale() -> None:
    rows = [grid_row(name, "small", 0.07) for name in "ABCDE"]
    layout = grid(rows)["layout"]
    starts = [layout[f"xaxis{number}"]["domain"][0] for number in ("", 2, 3, 4, 5, 6)]
    assert starts[:5] == sorted(set(starts[:5]))
    assert starts[5] == starts[0]
    # 20 of 100 problems: what they detect is wider than the ten points between the cells.
    assert layout["coloraxis2"]["cmax"] - layout["coloraxis2"]["cmin"] > 15


def test_a_small_benchmark_of_noise_is_pale() -> None:
    row = grid_row("A", "small", 0.07, shown=[48.0, 52.0], n_items=104)
    axis = grid([row])["layout"]["coloraxis"]
    # (1.96 + 0.84) √(2 · 0.5 · 0.5 / 104) = 19 points.
    assert (axis["cmin"], axis["cmax"]) == (48.0, pytest.approx(67.4, abs=0.1))


def test_checkpoints_have_their_steps_as_labels() -> None:
    steps = [0, 1, 8, 64, 512, 1000, 3000, 143_000]
    row = grid_row(
        "A", "small", 1, progress=[step / 143_000 for step in steps], checkpoint=[str(step) for step in steps],
        shown=[1.0] * 8, ambiguous=[False] * 8,
    )  # fmt: skip
    figure = grid([row], checkpoint="143000", size="")
    assert figure["layout"]["xaxis"]["ticktext"] == ["0", "64", "1k", "<b>143k</b>"]
    (heatmap,) = [trace for trace in figure["data"] if trace["type"] == "heatmap"]
    assert heatmap["text"][0][-1] == 143_000
    assert heatmap["hovertemplate"].startswith("<b>A, %{y}, step %{text:,}</b><br>%{z:.1f}%")


def test_a_click_on_a_cell_names_benchmark_model_and_checkpoint() -> None:
    figure = grid(ROWS)
    number = [trace.get("name") for trace in figure["data"]].index("A")
    assert picked(figure, {"curveNumber": number, "x": 1, "y": 0}) == {
        "panel": "A",
        "size": "small",
        "checkpoint": "10",
    }


def test_a_click_on_the_mean_of_benchmarks_names_no_benchmark() -> None:
    figure = grid([grid_row("Mean of 2", "small", 0.07, aggregate=True)])
    assert "panel" not in picked(figure, {"curveNumber": 0, "x": 0, "y": 0})


def test_a_benchmark_with_a_range_only_is_hatched_and_says_its_range() -> None:
    bare = grid_row("C", None, None, progress=[], checkpoint=[], shown=[], ambiguous=[])
    figure = grid([*ROWS, bare | {"low": 40.0, "high": 48.0, "n_items": None}])
    texts = [note["text"] for note in figure["layout"]["annotations"]]
    assert any("stated range 40 to 48%" in text for text in texts)


def heats(figure: dict[str, Any]) -> dict[str, list[list[float | None]]]:
    return {trace["name"]: trace["z"] for trace in figure["data"] if trace["type"] == "heatmap"}


def test_the_mean_stands_only_where_every_benchmark_has_a_value() -> None:
    assert heats(grid(ROWS))["Mean of 2"] == [[None, 12.5], [None, None]]


def test_there_is_no_second_mean_where_the_source_has_its_own_or_of_one_benchmark() -> None:
    own = grid_row("Average", "small", 0.07, aggregate=True)
    assert set(heats(grid([*ROWS, own]))) == {"A", "B", "Average"}
    assert set(heats(grid(ROWS[:2]))) == {"A"}


def test_true_spacing_keeps_the_distances_of_checkpoints() -> None:
    rows = [grid_row("A", "small", 1, progress=[0.0, 0.2, 1.0], checkpoint=["0", "2", "10"],
                     shown=[1.0, 2.0, 3.0], ambiguous=[False] * 3)]  # fmt: skip
    assert grid(rows, spacing="true")["data"][0]["x"] == pytest.approx([-0.1, 0.1, 0.6, 1.4])


def test_nothing_to_draw_says_why() -> None:
    figure = grid([])
    assert figure["data"] == []
    assert "No data" in figure["layout"]["annotations"][0]["text"]


def point(model: str, **more: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        "model": model, "params_b": 1.0, "progress": 0.5, "step": 10, "checkpoint": "10",
        "value": 0.4, "scale": "proportion", "stderr": 0.09,
        "n_items": 30, "n_repeats": None, "n_seeds": None, "seed_sd": None,
        "kind": "measured", "number": 3, "first": False, "largest_start": 0.1, "largest_end": 0.4,
        "benchmark": "A", "tests": TESTS,
    }  # fmt: skip
    return base | more


def test_the_picked_model_stands_out_among_faint_ones() -> None:
    rows = [point("a"), point("a", progress=1.0, checkpoint="20"), point("b")]
    figure = accuracy_along_training(
        rows, panel="A", size="a", checkpoint="20", intervals="off", columns=4
    )
    go.Figure(figure)
    widths = {trace["meta"]["sets"]["size"]: trace["line"]["width"] for trace in figure["data"]}
    assert widths["a"] > widths["b"]
    assert picked(figure, {"curveNumber": 1, "pointNumber": 1}) == {"size": "a", "checkpoint": "20"}


def test_numbers_that_no_source_printed_are_open_markers() -> None:
    rows = [point("a", kind="read_off"), point("b", params_b=2.0, kind="stated")]
    figure = accuracy_along_size(
        rows, panel="A", size="a", checkpoint="10", intervals="off", columns=4
    )
    go.Figure(figure)
    fills = figure["data"][0]["marker"]["color"]
    assert fills[0] == PAPER
    assert fills[1] != PAPER


def test_the_size_axis_is_logarithmic() -> None:
    rows = [point("a"), point("b", params_b=10.0)]
    layout = accuracy_along_size(
        rows, panel="A", size="a", checkpoint="10", intervals="off", columns=4
    )["layout"]
    assert layout["xaxis"]["type"] == "log"
    assert layout["xaxis"]["range"] == pytest.approx([-0.12, 1.12])


def test_names_from_data_are_shown_as_text() -> None:
    rows = [point("<a href='x'>")]
    figure = accuracy_along_training(
        rows, panel="A", size="", checkpoint="", intervals="off", columns=4
    )
    assert "<a" not in figure["data"][0]["hovertemplate"].replace("<br>", "")


def heat(figure: dict[str, Any], index: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = [trace for trace in figure["data"] if trace["type"] == "heatmap"][index]
    return found


def test_a_cell_tells_the_half_of_its_interval_and_a_panel_where_all_are_alike() -> None:
    unlike = heat(grid([grid_row("A", "small", 1, shown=[1.0, 50.0])]))
    # Wilson of 1 and of 50 of 100.
    assert unlike["customdata"] == [[2.6, 9.6]]
    assert (
        "<br>%{z:.1f}% ±%{customdata}<br>100 problems, detects ≥ 20 points<br>measured<"
        in (unlike["hovertemplate"])
    )
    alike = heat(grid([grid_row("A", "small", 1, shown=[49.0, 50.0])]))
    assert "customdata" not in alike
    assert "<br>%{z:.1f}% (±9.6 at most)<br>" in alike["hovertemplate"]


def test_a_cell_of_which_nothing_is_known_says_so() -> None:
    bare = grid([grid_row("A", "small", 1, n_items=None)])
    assert "no uncertainty available" in heat(bare)["hovertemplate"]
    assert bare["layout"]["meta"]["uncertainty"].startswith("no uncertainty available")
    assert "number of problems unknown" in heat(bare)["hovertemplate"]
    some = grid([grid_row("A", "small", 1, measured=[known(0.1), known(0.2, None)])])
    assert heat(some)["customdata"] == [["±6.0", "no uncertainty available"]]


def test_differences_within_noise_have_no_color() -> None:
    row = grid_row(
        "A", "small", 1, shown=[0.0, 30.0, 1.0], progress=[0, 0.5, 1], checkpoint=["0", "5", "10"],
        ambiguous=[False] * 3, measured=[known(0.2), known(0.5), known(0.21)], base=[None, known(0.2), known(0.2)],
    )  # fmt: skip
    figure = grid([row], mode="gain")
    assert heat(figure)["z"] == [[0.0, 30.0, 0.0]]
    start, clear, noise = heat(figure)["customdata"][0]
    assert start == "0.0"
    assert clear.startswith("+30.0")
    assert noise.endswith("not significant")
    assert not clear.endswith("not significant")
    assert (
        "Bonferroni over all 4 gains along training of this source"
        in figure["layout"]["meta"]["uncertainty"]
    )
    assert "1 differences are not significant" in figure["layout"]["meta"]["summary"]


def test_a_difference_that_is_not_tested_has_no_color() -> None:
    row = grid_row("A", "small", 1, shown=[0.0, 1.0], n_items=None, base=[None, known(0.2, None)])
    figure = grid([row], mode="gain")
    assert heat(figure)["z"] == [[0.0, 0.0]]
    assert "not tested, no uncertainty available" in heat(figure)["customdata"][0][1]
    assert "no color: not tested" in figure["layout"]["meta"]["uncertainty"]


def test_the_mean_has_an_interval_if_every_benchmark_has_one() -> None:
    rows = [grid_row(name, "small", 1, shown=[1.0, 50.0]) for name in "AB"]
    both = heat(grid(rows), 0)
    assert both["name"] == "Mean of 2"
    single = heat(grid(rows), 1)["customdata"][0][1]
    assert both["customdata"][0][1] == pytest.approx(single / 2**0.5, abs=0.2)
    rows[1] = grid_row("B", "small", 1, n_items=None)
    assert "no uncertainty available" in heat(grid(rows), 0)["hovertemplate"]


def curve(
    model: str, values: list[float], n: int | None = 2000, **more: Any
) -> list[dict[str, Any]]:
    last = max(1, len(values) - 1)
    return [
        point(
            model,
            progress=place / last,
            checkpoint=str(place),
            value=value,
            n_items=n,
            stderr=None,
            **more,
        )
        for place, value in enumerate(values)
    ]


def training(rows: list[dict[str, Any]], **more: str) -> dict[str, Any]:
    options: dict[str, Any] = {
        "panel": "A",
        "size": "a",
        "checkpoint": "3",
        "intervals": "on",
    } | more
    figure = accuracy_along_training(rows, columns=4, **options)
    go.Figure(figure)
    return figure


def test_the_picked_line_has_a_band_and_marks_its_gain_and_its_best() -> None:
    figure = training(
        [*curve("a", [0.1, 0.5, 0.6, 0.5]), *curve("b", [0.1, 0.3, 0.4, 0.5], params_b=2.0)]
    )
    bands = [trace for trace in figure["data"] if trace.get("fill") == "toself"]
    assert len(bands) == 1
    marks = {
        trace["marker"]["symbol"]: trace["x"][0]
        for trace in figure["data"]
        if trace.get("name") == "landmark"
    }
    assert marks == {"diamond": pytest.approx(1 / 3), "circle-open": pytest.approx(2 / 3)}
    words = figure["layout"]["meta"]["uncertainty"]
    assert "○ best at 67% of training, 10.0 points over the last (significant)" in words
    assert "90% of the gain of 2B, 46.0%" in words
    off = training(curve("a", [0.1, 0.5, 0.6, 0.5]), intervals="off")
    assert not [trace for trace in off["data"] if trace.get("fill") == "toself"]


def test_sizes_are_lines_in_rising_colors_on_a_log_axis_of_steps() -> None:
    steps = [0, 16, 1000, 143_000]
    rows = [
        point(
            model, params_b=params, step=step, progress=step / 143_000, checkpoint=str(step),
            value=0.1 + at / 9 + params / 100,
        )
        for model, params in (("a", 1.0), ("b", 2.0), ("c", 12.0))
        for at, step in enumerate(steps)
    ]  # fmt: skip
    figure = training(rows, size="b", checkpoint="143000")
    lines = {
        trace["meta"]["sets"]["size"]: trace for trace in figure["data"] if trace.get("meta", {}).get("sets")
    }  # fmt: skip
    places = [SEQUENTIAL.index(lines[model]["line"]["color"]) for model in "abc"]
    assert places == [2, 5, 8]
    assert {line["mode"] for line in lines.values()} == {"lines"}
    assert lines["b"]["x"] == [8.0, 16.0, 1000.0, 143_000.0], "step 0 lies at half of the first"
    axis = figure["layout"]["xaxis"]
    assert axis["type"] == "log"
    assert axis["ticktext"][-1] == "143k"
    labels = [note["text"] for note in figure["layout"]["annotations"]]
    assert labels == ["1B", "<b>2B</b>", "12B"]
    assert "<b>A, b</b><br>%{text}<br>%{y:.1f}%" in lines["b"]["hovertemplate"]
    assert lines["b"]["text"][2] == "step 1,000, measured"


def test_the_heading_says_when_the_picked_size_has_its_gain() -> None:
    meta = training(curve("a", [0.1, 0.5, 0.6, 0.5]))["layout"]["meta"]
    assert meta["heading"] == "A: 1B reaches 90% of its gain at 33% of training"
    assert len(meta["subtitle"]) <= 96
    noise = training(curve("a", [0.1, 0.11, 0.12], n=30))["layout"]["meta"]
    assert noise["heading"] == "A: no clear gain for 1B"
    unknown = training(curve("a", [0.1, 0.5, 0.6], n=None))["layout"]["meta"]
    assert unknown["heading"] == ""


def test_a_gain_within_noise_has_no_landmark() -> None:
    figure = training(curve("a", [0.1, 0.11, 0.12], n=30))
    assert not [trace for trace in figure["data"] if trace.get("name") == "landmark"]


def sizes(values: list[float], **more: Any) -> list[dict[str, Any]]:
    return [
        point(f"m{place}", params_b=float(2**place), value=value, n_items=2000, stderr=None, **more)
        for place, value in enumerate(values)
    ]


def test_the_line_over_sizes_says_its_slope_and_rings_the_smallest_at_the_level() -> None:
    rows = sizes([0.1, 0.2, 0.36, 0.4])
    figure = accuracy_along_size(
        rows, panel="A", size="m0", checkpoint="10", intervals="on", columns=4
    )
    go.Figure(figure)
    notes = [note["text"] for note in figure["layout"]["annotations"]]
    assert any(note.startswith("+10.6 points per doubling (95% ") for note in notes)
    (ring,) = [trace for trace in figure["data"] if trace.get("name") == "landmark"]
    # 90% of the gain from 10 to 40% is 37%: only the largest has it.
    assert ring["x"] == [8.0]
    (line,) = [trace for trace in figure["data"] if trace.get("name") == "points per doubling"]
    assert (line["y"][1] - line["y"][0]) / 3 == pytest.approx(10.6)


def test_each_size_has_the_step_to_it_in_its_hover() -> None:
    rows = sizes([0.5, 0.3, 0.49])
    figure = accuracy_along_size(
        rows, panel="A", size="m0", checkpoint="10", intervals="on", columns=4
    )
    line = next(trace for trace in figure["data"] if trace["name"] == "at 50% of training")
    assert "−20.0 points per doubling from 1B (−2" in line["text"][1]


def test_long_names_keep_what_differs() -> None:
    long = [
        row
        for at, part in enumerate(("religion", "gender"))
        for row in sizes([0.1, 0.2 + at / 10], benchmark=f"crows_pairs_french_{part}")
    ]
    figure = doubling_by_benchmark(long, panel="", intervals="on", columns=4)
    assert len(set(figure["layout"]["yaxis"]["ticktext"])) == 2


def test_each_size_has_a_row_with_its_gain_and_its_last_value() -> None:
    rows = [*curve("a", [0.1, 0.5, 0.6, 0.5]), *curve("b", [0.1, 0.3, 0.4, 0.5], params_b=2.0)]
    figure = gains_by_size(rows, panel="A", size="a", intervals="on", columns=4)
    go.Figure(figure)
    assert figure["layout"]["yaxis"]["ticktext"] == ["1B", "2B"]
    assert [note["text"] for note in figure["layout"]["annotations"]] == [
        "last 50.0%, −10.0 ▼",
        "last 50.0%",
    ]
    shares = next(trace for trace in figure["data"] if trace["name"] == "90% of the gain")
    assert shares["x"] == pytest.approx([0.3333, 1.0])
    index = figure["data"].index(shares)
    assert picked(figure, {"curveNumber": index, "pointNumber": 1}) == {"size": "b"}
    off = gains_by_size(rows, panel="A", size="a", intervals="off", columns=4)
    assert len(off["data"]) == len(figure["data"]) - 1


def test_two_checkpoints_are_no_curve() -> None:
    figure = gains_by_size(curve("a", [0.1, 0.5]), panel="A", size="a", intervals="on", columns=4)
    assert "three checkpoints" in figure["layout"]["annotations"][0]["text"]
    assert gains_by_size([], panel="A", size="a", intervals="on", columns=4)["data"] == []


def test_benchmarks_are_ordered_by_what_a_doubling_brings() -> None:
    flat = sizes([0.4, 0.41, 0.39], benchmark="flat")
    steep = sizes([0.1, 0.301, 0.5], benchmark="steep")
    figure = doubling_by_benchmark([*flat, *steep], panel="flat", intervals="on", columns=4)
    go.Figure(figure)
    assert figure["layout"]["yaxis"]["ticktext"] == ["steep", "<b>flat</b>"]
    values = next(trace for trace in figure["data"] if trace["mode"] == "text")
    assert [text.strip() for text in values["text"]] == ["+20.0", "<b>−0.5</b>"]
    assert figure["layout"]["xaxis"]["ticktext"][-1].endswith(" points")
    assert figure["layout"]["meta"]["heading"] == "Accuracy grows with size on 1 of 2 benchmarks"
    place, marks = next(one for one in enumerate(figure["data"]) if "meta" in one[1])
    assert marks["x"] == pytest.approx([20.0, -0.5])
    assert marks["marker"]["color"][1] == PAPER, "not significant"
    assert marks["marker"]["color"][0] != PAPER
    assert picked(figure, {"curveNumber": place, "pointNumber": 0}) == {"panel": "steep"}
    assert doubling_by_benchmark([], panel="", intervals="on", columns=4)["data"] == []
    single = sizes([0.4], benchmark="one")
    assert doubling_by_benchmark(single, panel="", intervals="on", columns=4)["data"] == []


def test_a_slope_is_over_the_shown_sizes_and_its_bar_is_not_that_of_a_family() -> None:
    rows = sizes([0.1, 0.3, 0.52], tests=TESTS | {"slopes": 9})
    one = doubling_by_benchmark(rows[:1], panel="A", intervals="on", columns=4)
    assert "Only one size" in one["layout"]["annotations"][0]["text"]
    every = doubling_by_benchmark(rows, panel="A", intervals="on", columns=4)
    plain = doubling_by_benchmark(sizes([0.1, 0.3, 0.52]), panel="A", intervals="on", columns=4)
    wide, narrow = (max(x for x in one["data"][0]["x"] if x) for one in (every, plain))
    assert wide == narrow
    assert "Bonferroni over the 9 benchmarks" in every["layout"]["meta"]["uncertainty"]


@pytest.mark.parametrize(
    ("rows", "heading"),
    [
        (sizes([0.1, 0.9]), "Accuracy grows with size on the benchmark"),
        (sizes([0.5, 0.5002]), "No significant growth with size"),
        (
            [row | {"n_items": None, "stderr": None} for row in sizes([0.1, 0.9])],
            "Growth with size not tested: number of problems unknown",
        ),
    ],
)
def test_growth_that_is_not_tested_is_not_called_none(
    rows: list[dict[str, Any]], heading: str
) -> None:
    figure = doubling_by_benchmark(rows, panel="A", intervals="on", columns=4)
    assert figure["layout"]["meta"]["heading"] == heading
    marks = next(trace for trace in figure["data"] if "meta" in trace)
    assert (marks["marker"]["line"]["color"] == [MUTED]) == ("not tested" in heading)


CHANCE = [
    grid_row(
        "Four", "small", 1, shown=[0.0, 50.0], chance=0.25, measured=[known(0.25), known(0.625)]
    ),
    grid_row(
        "Two", "small", 1, shown=[-10.0, 60.0], chance=0.5, measured=[known(0.45), known(0.8)]
    ),
    grid_row("Free", "small", 1, shown=[None, None], measured=[known(0.1), known(0.2)]),
]


def test_above_chance_is_shown_where_the_chance_level_is_known_and_elsewhere_said_to_be_unknown() -> (
    None
):
    figure = grid(CHANCE, mode="chance")
    go.Figure(figure)
    assert heats(figure) == {
        "Mean of 2": [[-5.0, 55.0]], "Four": [[0.0, 50.0]], "Two": [[-10.0, 60.0]], "Free": [[None, None]]
    }  # fmt: skip
    texts = [trace["text"] for trace in figure["data"] if trace.get("mode") == "text"]
    assert ["chance level unknown"] in texts
    assert not [trace for trace in figure["data"] if trace.get("name") == "no data"], (
        "it was tested"
    )
    meta = figure["layout"]["meta"]
    assert len(meta["subtitle"]) <= 96
    assert "the chance level of 1 more is unknown" in meta["summary"]
    assert "from -10.0 to 60.0%" in meta["summary"]


def test_intervals_above_chance_are_those_of_the_accuracy_stretched() -> None:
    plain = heat(
        grid([grid_row("Four", "small", 1, shown=[25.0, 62.5], measured=CHANCE[0]["measured"])])
    )
    above = heat(grid(CHANCE[:1], mode="chance"))
    assert above["customdata"][0] == pytest.approx(
        [half / 0.75 for half in plain["customdata"][0]], abs=0.1
    )
    assert "of the way from chance (25%) to 100%<br>±%{customdata}" in above["hovertemplate"]


def test_the_mean_above_chance_has_the_error_of_the_stretched_accuracies() -> None:
    mean = heat(grid(CHANCE, mode="chance"))
    errors = [
        (share * (1 - share) / 104) ** 0.5 for share in (64.5 / 104, 82 / 104)
    ]  # Agresti and Coull
    expected = 1.96 * ((errors[0] / 0.75) ** 2 + (errors[1] / 0.5) ** 2) ** 0.5 / 2
    assert mean["customdata"][0][1] == pytest.approx(100 * expected, abs=0.1)
