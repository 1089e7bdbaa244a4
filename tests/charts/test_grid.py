"""Small multiples: titles that keep to their panels."""

from typing import Any

from reasonboard.charts.grid import Grid
from reasonboard.charts.stated_once import axes_stated_once

LONG = "hendrycksTest-high_school_government_and_politics"


def test_a_title_that_would_run_into_the_next_panel_is_cut_and_whole_when_pointed_at() -> None:
    title = Grid(8, 4, panel=100).title(0, LONG, "n 193")
    assert title["text"] == f"<b>{LONG[:35]}…</b>"
    assert title["hovertext"] == f"{LONG} n 193"


def test_the_detail_gives_way_before_the_title() -> None:
    title = Grid(8, 4, panel=100).title(
        0, "GSM8K", "n 1,319 · a run of a very long name · start and end only"
    )
    assert title["text"].startswith("<b>GSM8K</b>")
    assert "n 1,319 · a run of a very long name" in title["text"]
    assert title["text"].endswith("…</span>")


def test_a_title_with_no_neighbour_is_whole() -> None:
    title = Grid(3, 1, panel=100).title(
        0, LONG, "n 193 · of which none was left out of the comparison"
    )
    assert "…" not in title["text"]
    assert "hovertext" not in title


def test_two_panels_where_four_have_room_have_twice_the_room() -> None:
    assert Grid(2, 4, panel=100).room == 2 * Grid(4, 4, panel=100).room


def test_a_name_in_a_title_is_shown_as_it_is_written() -> None:
    title = Grid(8, 4, panel=100).title(0, "<img src=x>" * 5)
    assert "<img" not in title["text"]
    assert "<img" not in title["hovertext"]


def test_what_all_axes_share_is_said_once() -> None:
    layout: dict[str, Any] = {
        "xaxis": {"ticks": "", "range": [0, 1]},
        "xaxis2": {"ticks": "", "range": [0, 2]},
        "yaxis": {"ticks": "", "domain": [0, 1]},
        "yaxis2": {"ticks": ""},
        "height": 300,
    }
    axes_stated_once(layout)
    assert layout["template"]["layout"] == {"xaxis": {"ticks": ""}, "yaxis": {"ticks": ""}}
    assert layout["xaxis"] == {"range": [0, 1]}
    assert (layout["yaxis"], layout["yaxis2"]) == ({"domain": [0, 1]}, {})
