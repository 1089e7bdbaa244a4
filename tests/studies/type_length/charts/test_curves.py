"""Accuracy against length, a panel per type."""

from random import Random
from typing import Any

import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.charts.colors import FAINT, PAPER
from reasonboard.charts.marks import picked
from reasonboard.charts.theme import Figure
from reasonboard.studies.type_length.charts.curves import type_curves

Row = dict[str, Any]


def line(panel: str, task_type: str, lengths: list[int], shown: list[float], **more: Any) -> Row:
    model, method = panel.split(" · ")[:2]
    return {
        "panel": panel, "rank": 1, "chosen": True, "model": model, "params_b": 1.0,
        "method": method, "benchmark": "Core", "panels": 2, "number": len(method),
        "task_type": task_type,
        "lengths": lengths, "shown": shown, "low": [value - 4 for value in shown],
        "high": [value + 2 for value in shown], "n_seeds": 3, "n_items": 100,
        "kinds": ["measured"] * len(lengths), "accuracy": [value / 100 for value in shown],
        "items": [100] * len(lengths), "repeats": [None] * len(lengths),
        "seeds": [3] * len(lengths), "stderrs": [None] * len(lengths),
    } | more  # fmt: skip


ROWS = [
    line("M · Base · Core", "Type 1", [0, 1, 3], [90, 80, 60]),
    line("M · Base · Core", "Type 2", [1, 2], [95, 96]),
    line("M · Other · Core", "Type 1", [0, 1], [98, 97], rank=2),
]


def draw(rows: list[Row], **changed: Any) -> Figure:
    choice: dict[str, Any] = {
        "type": "",
        "length": "",
        "first": "",
        "second": "",
        "intervals": "on",
        "columns": 4,
    }
    return type_curves(rows, **choice | changed)


def curves(figure: Figure) -> list[dict[str, Any]]:
    return [trace for trace in figure["data"] if "meta" in trace]


@pytest.mark.parametrize("columns", [1, 2, 4])
@pytest.mark.parametrize("type_", ["", "Type 1"])
def test_every_form_is_a_valid_figure(columns: int, type_: str) -> None:
    go.Figure(draw(ROWS, columns=columns, type=type_, length="1"))


def test_a_length_that_was_not_tested_breaks_the_line() -> None:
    first = curves(draw(ROWS))[0]
    assert (first["x0"], first["y"]) == (0, [90, 80, None, 60])


def test_all_panels_share_a_range_and_the_subtitle_says_where_it_starts() -> None:
    drawings = [(ROWS, 40), ([line("M · Base · Core", "Type 1", [0, 1], [90, 2])], 0)]
    for rows, low in drawings:
        layout = draw(rows)["layout"]
        assert layout["yaxis"]["range"] == [low, 100]
        assert layout["yaxis"]["ticktext"][-1] == "100%"
        subtitle = layout["meta"]["subtitle"]
        assert subtitle.startswith("Accuracy in % by length")
        assert ("from 40%" in subtitle) == (low > 0)


LONG = [4096, 8192, 16384, 131072]


def test_lengths_that_nobody_tested_have_no_place_and_lines_join_neighbours() -> None:
    rows = [line("M · Base · Core", "Type 1", LONG, [90, 80, 70, 60])]
    figure = draw(rows, length="16384")
    (curve,) = curves(figure)
    assert (curve["x0"], curve["y"]) == (0, [90, 80, 70, 60])
    assert curve["customdata"] == ["4k", "8k", "16k", "128k"]
    assert curve["meta"]["xs"] == [str(length) for length in LONG]
    assert figure["layout"]["xaxis"]["range"] == [-0.5, 3.5]
    assert [shape["x0"] for shape in figure["layout"]["shapes"]] == [2]


def test_of_many_lines_all_but_a_and_b_are_grey() -> None:
    rows = [
        line(f"M{at} · Base · Core", "Type 1", [0, 1], [90, 89], rank=at, number=at)
        for at in range(1, 7)
    ]
    figure = draw(rows, first="M2 · Base · Core", second="M5 · Base · Core")
    inks = {curve["name"]: curve["line"]["color"] for curve in curves(figure)}
    assert sorted(name for name, ink in inks.items() if ink != FAINT) == ["M2", "M5"]
    assert "4 others" in [note["text"] for note in figure["layout"]["annotations"]]


def test_a_click_on_a_point_picks_its_panel_its_type_and_its_length() -> None:
    figure = draw(ROWS)
    first = figure["data"].index(curves(figure)[0])
    chosen = picked(figure, {"curveNumber": first, "pointNumber": 3})
    assert chosen == {"first": "M · Base · Core", "type": "Type 1", "length": "3"}


def test_a_click_on_a_line_of_another_test_set_does_not_change_the_first_panel() -> None:
    rows = [line("M · Base · Core · unseen words", "Type 1", [0], [9], chosen=False)]
    assert picked(draw(rows), {"curveNumber": 0, "pointNumber": 0}) == {
        "type": "Type 1",
        "length": "0",
    }


def test_an_isolated_type_stands_alone_with_the_names_at_the_ends() -> None:
    figure = draw(ROWS, type="Type 1")
    assert [trace["meta"]["sets"]["type"] for trace in curves(figure)] == ["Type 1", "Type 1"]
    bands = [trace for trace in figure["data"] if trace.get("fill")]
    assert len(bands) == 2
    assert not any(one.get("fill") for one in draw(ROWS, type="Type 1", intervals="off")["data"])
    assert {"Base", "Other"} <= {note["text"] for note in figure["layout"]["annotations"]}


def test_whiskers_reach_from_the_lowest_to_the_highest_seed_of_an_isolated_type() -> None:
    whiskers = curves(draw(ROWS, type="Type 2"))[0]["error_y"]
    assert (whiskers["array"], whiskers["arrayminus"]) == ([2, 2], [4, 4])
    assert "error_y" not in curves(draw(ROWS))[0]


def test_there_are_no_whiskers_where_there_are_no_seeds() -> None:
    rows = [line("M · Base · Core", "Type 1", [0], [9], n_seeds=0)]
    assert "error_y" not in curves(draw(rows, type="Type 1"))[0]


def test_the_key_names_what_differs_between_the_lines() -> None:
    notes = [note["text"] for note in draw(ROWS)["layout"]["annotations"]]
    assert notes[-2:] == ["Base", "Other"]
    subtitle = draw(ROWS)["layout"]["meta"]["subtitle"]
    assert subtitle == "Accuracy in % by length, from 40%. Mean of 3 seeds, 100 problems each."


def test_lines_that_differ_in_the_test_set_have_other_dashes() -> None:
    rows = [
        line("M · Base · Core", "Type 1", [0, 1], [90, 80]),
        line("M · Base · Core · unseen words", "Type 1", [0, 1], [9, 8], chosen=False, rank=2),
    ]
    figure = draw(rows)
    assert len({trace["line"].get("dash") for trace in curves(figure)}) == 2
    assert "unseen words" in [note["text"] for note in figure["layout"]["annotations"]]


def test_numbers_that_were_not_printed_are_open_markers() -> None:
    rows = [line("M · Base · Core", "Type 1", [0, 1], [9, 8], kinds=["stated", "read_off"])]
    colors = curves(draw(rows))[0]["marker"]["color"]
    assert colors[0] != PAPER
    assert colors[1] == PAPER


def test_the_picked_length_is_marked_in_every_panel() -> None:
    shapes = draw(ROWS, length="1")["layout"]["shapes"]
    assert [(shape["xref"], shape["x0"]) for shape in shapes] == [("x", 1), ("x2", 1)]


def test_lines_left_out_are_counted() -> None:
    rows = [line(f"M · {n} · Core", "Type 1", [0], [n], rank=n, panels=9) for n in range(1, 10)]
    figure = draw(rows)
    assert len(curves(figure)) == 6
    assert "6 of 9 lines" in figure["layout"]["meta"]["summary"]


def falling(at: int, lost: float, n: int | None = 500, **more: Any) -> Row:
    """A line of rank `at` that loses so many points from length 1 to 2, of n problems."""
    lengths = [0, 1, 2]
    known: dict[str, Any] = {"items": [n] * 3, "seeds": [1] * 3, "n_items": n}
    shown = [90.0, 90.0, 90.0 - lost]
    return line(
        f"M{at} · Base · Core", "Type 1", lengths, shown, rank=at, number=at, **known | more
    )


def test_the_largest_drop_is_that_of_all_lines_and_its_line_is_drawn() -> None:
    rows = [falling(at, 20.0 + at % 7, panels=45) for at in range(1, 46)]
    rows[29] = falling(30, 67.8, panels=45)
    figure = draw(rows, first="M44 · Base · Core", second="M45 · Base · Core")
    assert figure["layout"]["meta"]["heading"] == (
        "Largest significant drop: Type 1 · M30 · Base · Core, 67.8 points from length 1 to 2"
    )
    drawn = {curve["name"] for curve in curves(figure)}
    assert len(drawn) == 6
    assert {"M30", "M44", "M45"} <= drawn
    assert (
        "6 of 45 lines, including the one with the largest drop"
        in (figure["layout"]["meta"]["summary"])
    )


@given(st.integers(6, 30), st.randoms())
def test_a_line_that_is_not_drawn_and_drops_more_changes_the_heading(
    many: int, random: Random
) -> None:
    drops = [random.choice([15.0, 25.0, 35.0]) for _ in range(many)]
    rows = [falling(at, lost) for at, lost in enumerate(drops, 1)]
    before = draw(rows)["layout"]["meta"]["heading"]
    assert f"{max(drops):.1f} points" in before
    after = draw([*rows, falling(many + 1, 80.0)])["layout"]["meta"]["heading"]
    assert f"M{many + 1} " in after
    assert "80.0 points" in after
    shuffled = random.sample(rows, len(rows))
    assert f"{max(drops):.1f} points" in draw(shuffled)["layout"]["meta"]["heading"]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            [falling(1, 50.0, None)],
            "Type 1: drops from one length to the next are not tested: number of problems unknown",
        ),
        (
            [line("M · Base · Core", "Type 1", [4], [50])],
            "Type 1: only one length, so nothing to compare",
        ),
        ([falling(1, 0.2)], "Type 1: no significant drop from one length to the next"),
        (
            [falling(1, 0.2), falling(2, 60.0, None)],
            "Type 1: no significant drop from one length to the next on the 1 of 2 curves tested",
        ),
    ],
)
def test_what_is_not_tested_is_not_called_no_drop(rows: list[Row], words: str) -> None:
    assert draw(rows)["layout"]["meta"]["heading"] == words


def test_without_rows_the_figure_says_so() -> None:
    assert "No data" in draw([])["layout"]["meta"]["summary"]


def test_the_largest_resolved_drop_is_marked_and_said_with_its_interval() -> None:
    # The step from 73.3 to 53.3% of 100 problems: 20.0 points; 3 seeds answered each of them.
    rows = [line("M · Base · Core", "Type 4", [9, 10, 11], [230 / 3, 220 / 3, 160 / 3])]
    (mark,) = [one for one in draw(rows)["data"] if one.get("name") == "largest significant drop"]
    assert mark["x"] == [1, 2]
    assert (
        "Holm over the 2 steps of a model and method" in draw(rows)["layout"]["meta"]["uncertainty"]
    )
    notes = [note["text"] for note in draw(rows, type="Type 4")["layout"]["annotations"]]
    assert "−20.0 (−32.7 to −6.7)" in notes


def test_no_drop_is_marked_within_the_noise() -> None:
    rows = [line("M · Base · Core", "Type 4", [0, 1], [80, 78])]
    assert not any(one.get("name") == "largest significant drop" for one in draw(rows)["data"])


def test_a_curve_that_changes_at_once_has_two_levels() -> None:
    rows = [line("M · Base · Core", "Type 1", [0, 1, 2, 3, 4, 5], [90, 91, 90, 50, 51, 50])]
    figure = draw(rows, type="Type 1", first="M · Base · Core")
    (levels,) = [one for one in figure["data"] if one.get("name") == "before and after the change"]
    assert levels["x"] == [0, 2.5, 2.5, 5]
    assert levels["y"] == [90.3, 90.3, 50.3, 50.3]
    assert not any(
        one.get("name") == "before and after the change"
        for one in draw(rows, type="Type 1")["data"]
    )


def test_a_line_of_unknown_n_has_neither_band_nor_drop() -> None:
    rows = [line("M · Base · Core", "Type 1", [0, 1], [90, 10], items=[None, None], n_items=None)]
    figure = draw(rows, type="Type 1")
    assert len(figure["data"]) == 1
    assert "no uncertainty available" in figure["data"][0]["text"][0]
    assert figure["layout"]["meta"]["uncertainty"].startswith("no uncertainty available")
