"""What fits on a page of the least width that has so many panels side by side."""

import json
import re
from pathlib import Path

import pytest

from reasonboard.charts.page_width import half_width, page_width
from reasonboard.charts.score_table_layout import Head, Table, Top, place_tables
from reasonboard.charts.text_width import text_width
from reasonboard.core.study import COLUMNS
from reasonboard.studies.scale_progress.study import SCALE_PROGRESS

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
