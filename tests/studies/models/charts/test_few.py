"""Up to three benchmarks: dots with intervals instead of a heatmap; and domains instead of very many columns."""

from typing import Any

import plotly.graph_objects as go

from reasonboard.charts.marks import picked, without_marks
from reasonboard.charts.theme import Figure
from reasonboard.studies.models.blocks import with_columns
from reasonboard.studies.models.charts.forest import scores_on_benchmark
from reasonboard.studies.models.charts.grid import models_by_benchmarks
from tests.studies.models.rows import Row, against, score

THREE = [score(name, value, panel) for panel in "BCD" for name, value in (("M", 0.82), ("N", 0.4))]
MANY = [
    score(f"m{at}", 0.5 + at / 200, f"b{number}", domain=("math", "logic", None)[number % 3])
    for at in range(4)
    for number in range(60)
]


def grid(rows: list[Row], columns: int = 4, **options: str) -> Figure:
    chosen = {
        "mode": "value", "order": "rank", "scales": "panel", "intervals": "on", "panel": "B", "a": "s/M", "b": "s/N",
        "own": "on", "drawn": "most", "domain": "all",
    }  # fmt: skip
    chosen |= options
    differences = against(rows, chosen["b"])
    figure = models_by_benchmarks(
        with_columns(rows), against=differences, columns=columns, **chosen
    )
    go.Figure(without_marks(figure))
    return figure


def kinds(figure: Figure) -> set[str]:
    return {trace["type"] for trace in figure["data"]}


def heat(figure: Figure) -> dict[str, Any]:
    (trace,) = (trace for trace in figure["data"] if trace["type"] == "heatmap")
    return dict(trace)


def dots(figure: Figure) -> list[dict[str, Any]]:
    return [trace for trace in figure["data"] if trace.get("mode") == "markers"]


def test_three_benchmarks_are_dots_with_intervals_side_by_side() -> None:
    figure = grid(THREE)
    assert "heatmap" not in kinds(figure)
    assert [trace["x"] for trace in dots(figure)] == [[82.0, 40.0]] * 3
    bars = [trace for trace in figure["data"] if trace.get("name") == "95% interval"]
    assert len(bars) == 3
    starts = [figure["layout"][f"xaxis{number}"]["domain"][0] for number in ("", 2, 3)]
    assert starts == sorted(set(starts))
    assert figure["layout"]["meta"]["subtitle"].endswith("Filled: best. Gray: significantly below.")


def test_the_number_at_a_dot_is_rounded_once() -> None:
    figure = grid([score("M", 0.253472, "B"), score("N", 0.4, "B")])
    assert "25.3" in str(figure["layout"]["annotations"]) + str(figure["data"])
    assert "25.4" not in str(figure["layout"]["annotations"]) + str(figure["data"])


def test_no_dot_is_stronger_than_the_best_because_it_is_b() -> None:
    assert {size for trace in dots(grid(THREE)) for size in trace["marker"]["size"]} == {8}
    assert "<b>40" not in str(grid(THREE)["data"])


def test_scores_that_the_main_chart_shows_as_dots_are_not_shown_once_more() -> None:
    options = {"intervals": "on", "panel": "B", "a": "", "b": "", "own": "on"}
    rows = with_columns(THREE)
    assert not scores_on_benchmark(rows, **options, mode="value", columns=4)["data"]
    assert scores_on_benchmark(rows, **options, mode="rank", columns=4)["data"]


def test_of_one_benchmark_the_heading_names_it() -> None:
    heading = grid([score("M", 0.82), score("N", 0.81)])["layout"]["meta"]["heading"]
    assert heading == "A tie for first place on B"


def test_on_a_phone_they_stand_below_each_other() -> None:
    layout = grid(THREE, columns=1)["layout"]
    tops = [layout[f"yaxis{number}"]["domain"][1] for number in ("", 2, 3)]
    assert tops == sorted(tops, reverse=True)
    assert {tuple(layout[f"xaxis{number}"]["domain"]) for number in ("", 2, 3)} == {(0, 1)}


def test_a_click_on_a_dot_sets_b_and_its_benchmark() -> None:
    figure = grid(THREE)
    second = figure["data"].index(dots(figure)[1])
    assert picked(figure, {"curveNumber": second, "pointNumber": 0}) == {"b": "s/M", "panel": "C"}


def test_without_intervals_the_dots_stay_and_the_foot_says_so() -> None:
    figure = grid(THREE, intervals="off")
    assert not [trace for trace in figure["data"] if trace.get("name") == "95% interval"]
    assert len(dots(figure)) == 3
    assert "intervals are off" in figure["layout"]["meta"]["uncertainty"]


def test_four_benchmarks_ranks_and_scores_of_single_models_stay_heatmaps() -> None:
    four = [*THREE, score("M", 0.5, "E"), score("N", 0.4, "E")]
    for figure in (grid(four), grid(THREE, mode="rank"), grid([score("M", 0.5)])):
        assert "heatmap" in kinds(figure)


def test_three_benchmarks_of_two_sources_are_dots_too() -> None:
    other: dict[str, Any] = {
        "block": "t",
        "block_title": "t",
        "title": "t",
        "place": 2,
        "key": "t/O",
    }
    figure = grid([*THREE, score("O", 0.5, "B", panel="B · t", **other)])
    assert [trace["x"] for trace in dots(figure)] == [[82.0, 40.0]] * 3 + [[50.0]]
    assert "B · t" in str(figure["layout"]["annotations"])


def test_more_than_24_benchmarks_are_one_column_per_domain_with_the_average_rank() -> None:
    figure = grid(MANY, panel="b0", b="s/m1")
    cells = [trace for trace in figure["data"] if trace["type"] == "heatmap"]
    assert all(len(trace["x"]) == 4 for trace in cells)  # the edges of three columns
    assert all(trace["meta"]["xs"] == ["logic", "math", "other"] for trace in cells)
    texts = [
        text for trace in figure["data"] if trace.get("mode") == "text" for text in trace["text"]
    ]
    ranks = [text for text in texts if "<b>" not in text and "." in text]
    assert {"1.0", "2.0", "3.0", "4.0"} <= {text.strip() for text in ranks}
    words = str([trace["text"] for trace in cells])
    assert "average rank 1.0 over 20 benchmarks" in words
    assert "first or tied for first on 20 of 20" in words


def test_a_click_on_a_domain_opens_it_and_a_link_leads_back() -> None:
    figure = grid(MANY, panel="b0", a="s/m0", b="")
    (names,) = (trace for trace in figure["data"] if trace.get("name") == "columns")
    point = {"curveNumber": figure["data"].index(names), "pointNumber": 1}
    assert picked(figure, point) == {"domain": "math"}
    opened = grid(MANY, panel="b0", a="s/m0", b="", domain="math")
    assert set(heat(opened)["meta"]["xs"]) == {f"b{number}" for number in range(0, 60, 3)}
    assert '<a href="?domain=all" target="_self">' in str(opened["layout"]["annotations"])


def test_a_domain_that_nothing_has_says_so() -> None:
    assert "No score" in grid(MANY, domain="language")["layout"]["annotations"][0]["text"]


def test_of_100_own_models_on_100_benchmarks_at_most_400_cells_are_drawn() -> None:
    rows = [
        score(f"m{at:02}", 0.5 + at / 250, f"b{number}", own=True, domain=f"d{number % 12}")
        for at in range(100)
        for number in range(100)
    ]
    figure = grid(rows, panel="b99", a="s/m01", b="s/m02")
    cells = [
        z
        for trace in figure["data"]
        if trace["type"] == "heatmap"
        for line in trace["z"]
        for z in line
        if z is not None
    ]
    assert len(cells) == 12 * 22
    assert "78 more runs" in figure["layout"]["meta"]["uncertainty"]
