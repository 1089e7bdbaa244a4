"""The figures of models on hand-written rows."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.cells import IMPOSSIBLE
from reasonboard.charts.colors import ACCURACY, MUTED, OWN, PAPER
from reasonboard.charts.marks import picked, without_marks
from reasonboard.charts.theme import Figure
from reasonboard.studies.models import columns as columns_module
from reasonboard.studies.models.blocks import with_columns
from reasonboard.studies.models.charts.forest import scores_on_benchmark
from reasonboard.studies.models.charts.grid import models_by_benchmarks
from reasonboard.studies.models.charts.pair import two_models
from reasonboard.studies.models.pair import with_differences
from tests.studies.models.rows import Row, against, pair, score

TWO = [score("M", 0.82), score("N", 0.80), score("M", 0.36, "C", n=30), score("N", 0.20, "C", n=30)]


@pytest.fixture(autouse=True)
def _heatmaps_of_few_benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of these tests are of heatmaps with one or two columns, which a page shows as dots (test_few.py)."""
    monkeypatch.setattr(columns_module, "_FEW", 0)


def grid(rows: list[Row], columns: int = 4, **options: str) -> Figure:
    chosen = {
        "mode": "value",
        "order": "rank",
        "scales": "panel",
        "intervals": "on",
        "panel": "B",
        "a": "s/M",
        "b": "s/N",
        "own": "on",
        "drawn": "most",
        "domain": "all",
    }
    chosen |= options
    differences = against(rows, chosen["b"])
    figure = models_by_benchmarks(
        with_columns(rows), against=differences, columns=columns, **chosen
    )
    go.Figure(without_marks(figure))
    return figure


def heats(figure: Figure) -> list[dict[str, Any]]:
    return [trace for trace in figure["data"] if trace["type"] == "heatmap"]


def numbers(figure: Figure) -> list[str]:
    """The texts in the cells."""
    return [
        text.removeprefix("<b>").removesuffix("</b>")
        for trace in figure["data"]
        if trace.get("mode") == "text" and "cliponaxis" not in trace
        for text in trace["text"]
    ]


def test_cells_have_their_scores_and_a_heading_says_how_many_share() -> None:
    figure = grid(TWO)
    assert sorted(numbers(figure)) == ["20.0", "36.0", "80.0", "82.0"]
    assert figure["layout"]["meta"]["heading"] == "Ties for first place on both benchmarks"


def test_a_benchmark_of_noise_is_pale_and_says_what_it_detects() -> None:
    figure = grid([score("M", 0.36, n=30), score("N", 0.30, n=30)])
    shares = [z for trace in heats(figure) for line in trace["z"] for z in line if z is not None]
    assert max(shares) < 0.25
    feet = [
        text
        for trace in figure["data"]
        if trace.get("cliponaxis") is False
        for text in trace["text"]
    ]
    assert "all 2" in feet
    assert any(text.startswith("≥ 3") for text in feet)


def test_a_click_on_a_cell_sets_b_and_the_benchmark_and_one_on_b_exchanges_a_and_b() -> None:
    figure = grid(TWO)
    first, second = heats(figure)
    at = figure["data"].index
    top = picked(figure, {"curveNumber": at(first), "x": 0.0, "y": 1.0})
    low = picked(figure, {"curveNumber": at(second), "x": 0.0, "y": 0.0})
    assert top == {"b": "s/M", "panel": first["meta"]["xs"][0]}
    assert low == {"a": "s/N", "b": "s/M", "panel": first["meta"]["xs"][0]}


def test_what_nobody_measured_is_said_once_where_a_row_is_selected() -> None:
    (gap,) = [
        words
        for trace in heats(grid(TWO[:-1]))
        for line in trace.get("hovertext", [])
        for words in line
        if words
    ]
    assert gap == "N, C: not measured"


def test_a_click_on_the_name_of_a_column_sorts_by_it() -> None:
    figure = grid(TWO)
    (names,) = (trace for trace in figure["data"] if trace.get("name") == "columns")
    point = {"curveNumber": figure["data"].index(names), "pointNumber": 1}
    assert picked(figure, point) == {"order": "benchmark", "panel": names["meta"]["xs"][1]}


def test_ranks_and_differences_take_the_place_of_scores() -> None:
    assert sorted(numbers(grid(TWO, mode="rank"))) == ["1", "1", "2", "2"]
    assert sorted(numbers(grid(TWO, mode="selected"))) == ["+16.0", "+2.0", "0.0", "0.0"]
    clear = grid([score("M", 0.9), score("N", 0.1)], mode="selected")
    assert numbers(clear).count("+80.0") == 1


def test_a_difference_that_could_be_chance_has_no_color_and_what_b_lacks_no_column() -> None:
    figure = grid([*TWO, score("M", 0.9, "D")], mode="selected")
    cells = [z for trace in heats(figure) for line in trace["z"] for z in line if z is not None]
    assert cells == [0.0] * 4
    assert heats(figure)[0]["meta"]["xs"] == ["C", "B"]
    clear = grid([score("M", 0.9), score("N", 0.1)], mode="selected")
    assert 1.0 in [z for trace in heats(clear) for line in trace["z"] for z in line]


def test_a_difference_is_tested_as_two_models_tests_the_pair() -> None:
    """Over all models of B nothing is significant, over the benchmarks of M and N their difference is."""
    rows = [
        score("M", 0.80),
        score("N", 0.73),
        *(score(f"m{at}", 0.5 + at / 999) for at in range(40)),
    ]
    assert with_columns(rows)[0]["column"].pairs.adjusted(0)[1] > 0.05
    (cells, *_) = heats(grid(rows, mode="selected"))
    words = {text for line in cells["text"] for text in line if text.startswith("<b>M,")}
    assert len(words) == 1
    assert "significantly better than B, unpaired, 500 problems" in words.pop()


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("intervals", ["on", "off"])
def test_a_difference_that_is_not_tested_has_no_color(intervals: str, *, own: bool) -> None:
    rows = [score("M", 0.9, n=None, own=own), score("N", 0.1)]
    figure = grid(rows, mode="selected", intervals=intervals)
    assert {z for cells in heats(figure) for line in cells["z"] for z in line} - {None} == {0.0}
    assert "not tested" in str([cells["text"] for cells in heats(figure)])
    assert "+80.0" in numbers(figure)
    assert "not tested" in figure["layout"]["meta"]["signs"]


def test_differences_are_drawn_of_the_blocks_that_the_selected_run_stands_in() -> None:
    rows = [*TWO, score("O", 0.5, "D", block="t", block_title="t", place=2)]
    assert len(heats(grid(rows, mode="selected"))) == 2
    assert (
        "No score" in grid(rows, mode="selected", b="s/nobody")["layout"]["annotations"][0]["text"]
    )


def test_the_highest_has_an_outline_and_an_impossible_value_a_corner() -> None:
    figure = grid([score("M", 0.576, n=40), score("N", 0.45, n=40)])
    assert sum("path" in shape for shape in figure["layout"]["shapes"]) == 1
    ((left, right, *_),) = [
        trace["x"] for trace in figure["data"] if trace.get("name") == IMPOSSIBLE
    ]
    assert left > right  # the mark of sources that disagree is at the right


def test_own_rows_have_a_bar_and_stay_however_many_models_there_are() -> None:
    rows = [score(f"m{at:03}", 0.9 - at / 200, name) for at in range(100) for name in "BC"]
    own = [score("mine", 0.01, name, own=True) for name in "BC"]
    figure = grid([*rows, *own], b="s/m090")
    texts = figure["layout"]["yaxis"]["ticktext"]
    assert sum("yours" in text for text in texts) == 1
    assert sum(text.startswith(("<b>m090", "m090")) for text in texts) == 1
    assert len(numbers(figure)) == 2 * 22
    words = figure["layout"]["meta"]["uncertainty"]
    assert "79 more runs in the table, none of them first or tied for first here" in words


def test_a_hundred_models_on_a_hundred_benchmarks_draw_at_most_400_cells() -> None:
    rows = [
        score(f"m{at}", 0.5 + at / 1000, f"b{name}") for at in range(100) for name in range(100)
    ]
    figure = grid(rows, panel="b99", a="s/m1", b="s/m2")
    cells = [z for trace in heats(figure) for line in trace["z"] for z in line if z is not None]
    assert 22 * 17 < len(cells) <= 400
    assert any("82 more benchmarks" in note["text"] for note in figure["layout"]["annotations"])
    assert any("b99" in text for trace in heats(figure) for line in trace["text"] for text in line)


def test_a_heading_counts_all_benchmarks_whatever_has_room() -> None:
    rows = [score(name, 0.5, f"b{at}") for at in range(10) for name in "MN"]
    phone, wide = grid(rows, columns=1)["layout"], grid(rows)["layout"]
    assert phone["meta"]["heading"] == wide["meta"]["heading"]
    assert "all 10 benchmarks" in wide["meta"]["heading"]
    assert len(phone["xaxis"]["tickvals"]) < len(rows) / 2


def test_names_of_columns_that_are_wider_than_a_cell_are_slanted_and_whole() -> None:
    rows = [score(name, 0.5, f"{at} of a longer name") for at in range(6) for name in "MN"]
    assert "4 of a longer name" in grid(rows, columns=2)["layout"]["xaxis"]["ticktext"]
    short = [score(name, 0.5, f"b{at}") for at in range(5) for name in "MN"]
    assert grid(short)["layout"]["xaxis"]["tickvals"] == []


def test_names_of_rows_that_are_cut_can_be_told_apart() -> None:
    names = [f"org/{'a-long-name' * 3}-{size}B" for size in (7, 72)]
    notes = grid([score(name, 0.5) for name in names], columns=1)["layout"]["annotations"]
    cut = [note["text"] for note in notes if note.get("hovertext") in names]
    assert len(set(cut)) == 2
    assert all(text.endswith("B") and "org/" not in text for text in cut)


def test_models_without_a_common_benchmark_stand_side_by_side_or_below_each_other() -> None:
    other: dict[str, Any] = {"block": "t", "block_title": "t", "place": 2}
    rows = [*TWO, *(score(name, 0.5, "D", **other) for name in "OP")]
    wide, narrow = grid(rows)["layout"], grid(rows, columns=1)["layout"]
    assert wide["xaxis2"]["domain"][0] > wide["xaxis"]["domain"][1]
    assert wide["yaxis2"]["domain"][1] == wide["yaxis"]["domain"][1]
    assert narrow["yaxis2"]["domain"][1] < narrow["yaxis"]["domain"][0]


def test_text_from_data_is_escaped() -> None:
    figure = grid(
        [score("<b>M</b>", 0.5, "<i>x</i>"), score("N", 0.4, "<i>x</i>")], panel="<i>x</i>"
    )
    assert "<i>" not in str(figure["data"]).replace("s/<b>M</b>", "").replace(
        "'xs': ['<i>x</i>']", ""
    )


def forest(rows: list[Row], **options: str) -> Figure:
    chosen = {"intervals": "on", "panel": "B", "a": "", "b": "", "own": "on", "mode": "value"}
    figure = scores_on_benchmark(with_columns(rows), columns=4, **chosen | options)
    go.Figure(without_marks(figure))
    return figure


def test_the_best_is_filled_what_is_tied_with_it_open_and_what_is_below_gray() -> None:
    figure = forest([score("M", 0.82), score("N", 0.80), score("O", 0.40)])
    (dots,) = (trace for trace in figure["data"] if trace.get("mode") == "markers")
    assert dots["x"] == [82.0, 80.0, 40.0]
    assert dots["marker"]["color"] == [ACCURACY, PAPER, MUTED]
    assert dots["marker"]["line"]["color"] == [ACCURACY, ACCURACY, MUTED]
    assert figure["layout"]["meta"]["heading"] == "B: 2 of 3 models are tied for first"
    subtitle = figure["layout"]["meta"]["subtitle"]
    assert "detects ≥" in subtitle
    assert subtitle.endswith("Filled: best. Open: tied. Gray: significantly below.")


def test_an_own_score_that_is_not_tested_is_gray_as_any_other() -> None:
    figure = forest([score("M", 0.82, n=None), score("mine", 0.40, n=None, own=True)])
    (dots,) = (trace for trace in figure["data"] if trace.get("mode") == "markers")
    assert dots["marker"]["color"] == [PAPER] * 2
    assert dots["marker"]["line"]["color"] == [MUTED] * 2
    assert figure["layout"]["meta"]["subtitle"].endswith("Gray outline: not tested.")
    assert figure["layout"]["meta"]["heading"] == "B: not tested, number of problems unknown"


def test_an_own_score_significantly_below_is_gray_in_its_outline() -> None:
    figure = forest([score("M", 0.82), score("mine", 0.40, own=True)])
    (dots,) = (trace for trace in figure["data"] if trace.get("mode") == "markers")
    assert dots["marker"]["color"] == [ACCURACY, MUTED]
    assert dots["marker"]["line"]["color"] == [ACCURACY, OWN]


def test_among_the_chosen_runs_the_best_of_them_is_first() -> None:
    rows = with_columns([score("M", 0.82), score("N", 0.50), score("O", 0.49), score("P", 0.2)])
    options = {"intervals": "on", "panel": "B", "a": "", "b": "", "own": "on", "mode": "rank"}
    figure = scores_on_benchmark(rows[1:], columns=4, **options)
    (dots,) = (trace for trace in figure["data"] if trace.get("mode") == "markers")
    assert dots["marker"]["color"] == [ACCURACY, PAPER, MUTED]
    assert figure["layout"]["meta"]["heading"] == "B: 2 of 3 models are tied for first"


def test_a_forest_has_25_rows_and_own_ones() -> None:
    rows = [score(f"m{at:03}", 0.9 - at / 200) for at in range(60)]
    figure = forest([*rows, score("mine", 0.01, own=True)])
    (dots,) = (trace for trace in figure["data"] if trace.get("mode") == "markers")
    assert len(dots["x"]) == 26
    assert "35 more in the table" in figure["layout"]["meta"]["uncertainty"]


def test_two_models_are_told_by_benchmark_the_clearest_first() -> None:
    rows = with_differences(
        [pair(0.5, 0.49, "C"), pair(0.8, 0.6, "B"), pair(0.3, 0.5, "D", n=None)]
    )
    figure = of_two(rows)
    go.Figure(without_marks(figure))
    (dots,) = (trace for trace in figure["data"] if trace.get("mode") == "markers")
    assert dots["x"] == [20.0, 1.0, -20.0]
    assert dots["marker"]["symbol"] == ["triangle-up", "circle", "circle"]
    assert dots["marker"]["color"] == [ACCURACY, PAPER, PAPER]
    assert dots["marker"]["line"]["color"] == [ACCURACY, ACCURACY, MUTED]
    assert figure["layout"]["meta"]["heading"] == (
        "Two models: M is better than N on 1 of 3 benchmarks, cannot tell yet on 1, not tested on 1"
    )


def test_without_a_benchmark_in_common_the_figure_says_so() -> None:
    assert "No shared benchmark" in of_two([])["layout"]["annotations"][0]["text"]
    alone = of_two([], b="a")["layout"]["annotations"][0]["text"]
    assert "nothing to compare" in alone


def of_two(rows: Sequence[Row], b: str = "b") -> Figure:
    return two_models(rows, intervals="on", panel="B", a="a", b=b, own="on", columns=4)


def test_a_number_is_rounded_once_as_in_the_other_charts() -> None:
    rows = [score("M", 0.253472), score("N", 0.0)]
    assert "25.3" in numbers(grid(rows))
    assert "+25.3" in numbers(grid(rows, mode="selected"))


def test_a_model_alone_has_plain_numbers_and_its_problems_under_them() -> None:
    rows = [score("M", 0.5, "B", n=100), score("M", 0.9, "C", n=30)]
    figure = grid(rows)
    assert sorted(numbers(figure)) == ["50.0", "90.0"]
    assert "tied for first" not in str(figure["layout"])
    assert "of only one model" in figure["layout"]["meta"]["subtitle"]
    assert figure["layout"]["meta"].get("uncertainty") is None
    (heat,) = heats(figure)
    assert heat["z"] == [[0.0, 0.0]]


def test_more_benchmarks_than_fit_lead_to_all_of_them_drawn() -> None:
    rows = [score(name, 0.5, f"B{at:02}") for at in range(30) for name in "MNO"]
    few = grid(rows)
    assert len(heats(few)[0]["x"]) - 1 == 24
    assert '<a href="?drawn=all" target="_self">' in str(few["layout"]["annotations"])
    whole = grid(rows, drawn="all")
    panels = {panel for heat in heats(whole) for panel in heat["meta"]["xs"]}
    assert panels == {f"B{at:02}" for at in range(30)}
    assert len(numbers(whole)) == 90
    assert "drawn=all" not in str(whole["layout"]["annotations"])


def test_the_number_of_runs_leads_to_all_runs_of_the_model() -> None:
    figure = grid([score("M & N", 0.5, runs=3), score("org/my-7b", 0.4, runs=2)])
    names = str(figure["layout"]["yaxis"]["ticktext"])
    assert '<a href="?settings=all&amp;model=M+%26+N" target="_self">' in names
    assert '<a href="?settings=all&amp;model=org/my-7b" target="_self">' in names


def test_names_are_those_of_ticks_and_only_one_that_is_cut_is_a_note_with_the_whole_name() -> None:
    long = "an-organisation/a-model-with-a-name-that-is-much-too-long-for-its-row-7B-Instruct"
    figure = grid([score(name, 0.5, f"B{at:02}") for at in range(14) for name in ("M", long)])
    layout = figure["layout"]
    assert len(layout["yaxis"]["ticktext"]) == 1
    assert "M" in layout["yaxis"]["ticktext"][0]
    assert [note["hovertext"] for note in layout["annotations"] if "hovertext" in note] == [long]
    assert [name[-3:] for name in layout["xaxis"]["ticktext"]].count("B13") == 1


def test_a_run_alone_has_all_its_benchmarks_and_no_ranks_of_domains() -> None:
    rows = [score("M", 0.5, f"B{at}", domain=f"domain {at % 3}") for at in range(30)]
    assert numbers(grid(rows)).count("50.0") == 30
    three = [row | {"model": name, "key": f"s/{name}"} for row in rows for name in "MNO"]
    assert "50.0" not in numbers(grid(three))


def test_names_in_a_forest_that_begin_alike_are_told_apart_by_their_ends() -> None:
    long = "a-model-of-a-long-name-"
    figure = forest([score(f"{long}one", 0.5), score(f"{long}two", 0.4)])
    shown = figure["layout"]["yaxis"]["ticktext"]
    assert [name.endswith(end) for name, end in zip(shown, ("one", "two"), strict=True)] == [
        True,
        True,
    ]


def test_small_scores_that_are_no_fraction_have_two_decimals() -> None:
    scores = [
        score(name, value, metric="mcc", unit="score", scale="amount")
        for name, value in (("M", -0.104), ("N", 0.003))
    ]
    assert set(numbers(grid(scores))) == {"−0.10", "0.00"}
    (labels,) = (trace["text"] for trace in forest(scores)["data"] if trace.get("mode") == "text")
    assert [label.strip() for label in labels] == ["0.00", "-0.10"]
