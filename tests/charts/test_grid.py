"""Small multiples: titles that keep to their panels, few round ticks, and what fits on a page of the least width."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.charts.grid import Grid, half_width, page_width
from reasonboard.charts.score_table_layout import Head, Table, Top, place_tables
from reasonboard.charts.text_width import text_width
from reasonboard.charts.ticks import round_ticks
from reasonboard.core.study import COLUMNS
from reasonboard.studies.scale_progress.study import SCALE_PROGRESS

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


def test_the_last_tick_has_the_unit_and_differences_a_sign() -> None:
    ticks = round_ticks(-500, 19_500, unit=" tokens", signed=True)
    assert ticks["tickvals"] == [0, 5000, 10_000, 15_000]
    assert ticks["ticktext"] == ["0", "+5k", "+10k", "+15k tokens"]
    assert round_ticks(-30, 50, signed=True)["ticktext"] == ["−20", "0", "+20", "+40"]
    assert round_ticks(0, 1.5e6)["ticktext"] == ["0", "500k", "1M", "1.5M"]


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_ticks_are_few_and_within_the_axis(low: float, span: float) -> None:
    ticks = round_ticks(low, low + span)
    assert 1 <= len(ticks["tickvals"]) <= 4
    assert len(ticks["ticktext"]) == len(ticks["tickvals"])
    slack = span * 1e-6 + abs(low) * 1e-8
    assert all(low - slack <= value <= low + span + slack for value in ticks["tickvals"])


ASSETS = Path(__file__).parents[2] / "assets"
SIDE, BAR = 40, 15
"""Pixels at each side of a page (assets/style.css), and of a bar for scrolling."""


@pytest.mark.parametrize("script", ["page.js", "standalone.js"])
def test_a_page_is_as_wide_as_its_charts_are_laid_out_for(script: str) -> None:
    text = (ASSETS / script).read_text()
    found = re.search(r"WIDTHS = (\[\[.*\]\]);", text)
    assert found is not None
    for window, columns in json.loads(found[1]):
        if columns > 2:  # two columns are those of paper, one is that of a phone
            assert page_width(columns) <= window - 2 * SIDE - BAR
            assert half_width(columns) <= (page_width(columns) - 56) / 2 + 0.5


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("source", ["pythia", "acemath-rm8-readings"])
def test_no_title_of_a_heatmap_reaches_its_strip(source: str, columns: int) -> None:
    values, _ = SCALE_PROGRESS.clean({"source": source})
    view = SCALE_PROGRESS.view("grid")
    assert view is not None
    layout = SCALE_PROGRESS.answer(view, values, columns).figure["layout"]
    plot = page_width(columns) - layout["margin"]["l"] - layout["margin"]["r"]
    titles = [note for note in layout["annotations"] if note["text"].startswith("<b>")]
    lows = [note for note in layout["annotations"] if note.get("xshift", 0) < 0]
    assert len(titles) == len(lows) > 5
    for title, low in zip(titles, lows, strict=True):
        words = re.sub("<[^>]*>", "", title["text"])
        left = low["x"] * plot + low["xshift"] - text_width(low["text"], 11.5)
        assert title["x"] * plot + text_width(words, 13) < left, words


def block(name: str, models: int, benchmarks: int) -> Table:
    rows = [Head(f"{name}-{row}", f"a model of a long name {row}") for row in range(models)]
    tops = [Top(f"{column}", f"B{column}", "", "") for column in range(benchmarks)]
    return Table(name, "", rows, tops, {})


def test_blocks_side_by_side_do_not_touch() -> None:
    tables = [block("one", 3, 1), block("two", 5, 4)]
    boxes, _, right = place_tables(tables, 4)
    first, second = boxes
    assert first.top == second.top
    plot = page_width(4) - right - first.room
    assert second.left * plot - second.room >= first.right * plot + 20


def test_names_of_columns_are_not_slanted_to_put_a_block_beside_another() -> None:
    tops = [Top(name, name, "", "") for name in ("GPQA-Diamond", "AIME24", "AIME25", "MATH500")]
    wide = Table("wide", "", [Head("a", "a model of a long name"), Head("b", "b")], tops, {})
    boxes, *_ = place_tables([block("one", 3, 6), wide], 4)
    assert not boxes[1].slanted
    assert boxes[0].top < boxes[1].top
