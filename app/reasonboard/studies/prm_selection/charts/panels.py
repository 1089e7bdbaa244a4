"""What panels with a row for each selector share: their titles, their names, the note under them."""

import textwrap
from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import INK
from reasonboard.charts.grid import Grid
from reasonboard.charts.intervals import counted
from reasonboard.charts.labels import LINE
from reasonboard.charts.theme import plain
from reasonboard.charts.traces import paper_note
from reasonboard.studies.prm_selection.charts.marks import Row, in_lines

ROW, LEFT = 27, 160
_NAME = 22


def header(grid: Grid, index: int, row: Row, *, many: bool) -> dict[str, Any]:
    """The benchmark and its items, with the student where there are many."""
    detail = counted(row["items"]) + (f"  {row['model']}" if many else "")
    title = grid.title(index, row["benchmark"], detail)
    return title | {"xshift": -LEFT if grid.across == 1 else 0}


def names_axis(names: Sequence[str], count: int, picked: str) -> dict[str, Any]:
    """The axis of so many selectors, named in the first column only; the picked one is strong."""
    words = ["<br>".join(plain(line) for line in textwrap.wrap(name, _NAME)) for name in names]
    return {
        "range": [count - 0.5, -0.5],
        "tickvals": list(range(len(names))),
        "ticktext": [
            f'<span style="color:{INK}"><b>{word}</b></span>' if name == picked else word
            for name, word in zip(names, words, strict=True)
        ],
        "showgrid": False,
        "ticklabelstandoff": 6,
    }


def with_note(layout: dict[str, Any], grid: Grid, words: Sequence[str], columns: int) -> int:
    """Put what is drawn under the panels, and give the height that the figure then has."""
    lines = in_lines(words, {4: 170, 2: 90}.get(columns, 48))
    layout["annotations"].append(
        paper_note("<br>".join(lines), 0, 0, align="left", xshift=-LEFT, yanchor="top", yshift=-24)
    )
    margin = layout["margin"] = grid.margin | {"b": 34 + LINE * len(lines)}
    return int(grid.inner + margin["t"] + margin["b"])
