"""Small marks in the lower corners of the cells of a heatmap."""

from reasonboard.charts.cells import Axis, Panel
from reasonboard.charts.colors import ACCENT, INK, PAPER
from reasonboard.charts.grid import on
from reasonboard.charts.theme import Trace
from reasonboard.charts.traces import area, marker, scatter

TOGETHER, STARRED = "not separable", "cheapest within the margin"
"""The names of their traces, by which a caption explains them."""


def lower_corners(panel: Panel, index: int, columns: Axis, rows: Axis) -> list[Trace]:
    """A light triangle in the lower left corner of every cell that cannot be told from the highest."""
    if not panel.together:
        return []
    across, up = columns.edges(), rows.edges()
    xs: list[float | None] = []
    ys: list[float | None] = []
    for row, column in sorted(panel.together):
        left, bottom = across[column], up[row]
        wide, high = (across[column + 1] - left) * 0.16, (up[row + 1] - bottom) * 0.3
        xs += [left, round(left + wide, 3), left, left, None]
        ys += [bottom, bottom, round(bottom + high, 3), bottom, None]
    line = {"color": INK, "width": 1}
    return [area(xs, ys, PAPER, line=line, name=TOGETHER, **on(index))]


def stars(panel: Panel, index: int, columns: Axis, rows: Axis) -> list[Trace]:
    """A star in the lower right corner of the cells that are starred."""
    if not panel.starred:
        return []
    across, up = columns.edges(), rows.edges()
    cells = sorted(panel.starred)
    return [
        scatter(
            "markers",
            [round(across[c + 1] - (across[c + 1] - across[c]) * 0.14, 3) for _, c in cells],
            [round(up[r] + (up[r + 1] - up[r]) * 0.24, 3) for r, _ in cells],
            hoverinfo="skip",
            name=STARRED,
            **on(index),
            marker=marker(11, ACCENT, PAPER, 1, symbol="star"),
        )
    ]
