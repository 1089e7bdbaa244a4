"""Rows of marks on one axis: their layout, and the bars of their intervals."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import HAIRLINE, MUTED
from reasonboard.charts.intervals import End, level_lines
from reasonboard.charts.theme import Trace, axis, plain

_ROW = 29
"""Pixels from one row to the next."""


def bars(ends: Sequence[End], color: str = MUTED) -> list[Trace]:
    """The intervals of the rows, behind their marks; nothing where none is known."""
    line = {"color": color, "width": 1.6}
    return [level_lines(ends, "95% interval", line)] if ends else []


def rows_layout(
    rows: int, labels: list[str], x: dict[str, Any], *, left: int = 52, right: int = 16
) -> dict[str, Any]:
    """A labelled row for each mark, the first at the bottom; `x` are the settings of the axis."""
    return {
        "height": max(200, 72 + _ROW * rows),
        "xaxis": axis(**x),
        "yaxis": axis(
            range=[-0.6, rows - 0.3],
            tickvals=list(range(rows)),
            ticktext=[plain(label) for label in labels],
            gridcolor=HAIRLINE,
        ),
        "margin": {"l": left, "r": right, "t": 24, "b": 48},
        "hovermode": "closest",
    }
