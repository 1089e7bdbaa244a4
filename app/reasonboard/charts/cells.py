"""The cells of a heatmap: where they stand, and what is drawn over them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from reasonboard.charts.colors import ACCENT, INK, MUTED, WARNING
from reasonboard.charts.grid import on, suffix
from reasonboard.charts.theme import Trace, colour_at, label_colour, plain, title
from reasonboard.charts.traces import area, hatched, texts

_MOST_SIGNED = 12
"""So many columns leave room for a sign before a label."""

Cell = tuple[int, int]
"""Row from below and column from the left, counted from 0."""


class Axis(NamedTuple):
    """One side of a grid: a label per cell, and the position of each, evenly spaced if none are given."""

    title: str
    labels: list[str]
    values: list[str]
    """What a click on the cell sets its control to."""
    positions: list[float] | None = None
    ticks: list[float] | None = None
    """Positions that carry a tick; every cell if none are given."""

    def edges(self) -> list[float]:
        """Where the cells meet: half-way between neighbours, mirrored at both ends."""
        at = self.positions or [float(index) for index in range(len(self.labels))]
        if len(at) == 1:
            return [at[0] - 0.5, at[0] + 0.5]
        middles = [(a + b) / 2 for a, b in pairwise(at)]
        return [2 * at[0] - middles[0], *middles, 2 * at[-1] - middles[-1]]

    def settings(self) -> dict[str, Any]:
        at = self.positions or [float(index) for index in range(len(self.labels))]
        shown = [
            (p, label)
            for p, label in zip(at, self.labels, strict=True)
            if not self.ticks or p in self.ticks
        ]
        edges = self.edges()
        return {
            "range": [edges[0], edges[-1]],
            "tickvals": [position for position, _ in shown],
            "ticktext": [plain(label) for _, label in shown],
            "showgrid": False,
            "title": title(plain(self.title)),
        }


@dataclass(frozen=True)
class Panel:
    """One heatmap: its values by row and column in percent or points, None where there is no number."""

    title: str
    detail: str
    values: list[list[float | None]]
    sets: dict[str, str] = field(default_factory=dict)
    """The controls that a click sets besides those of the axes."""
    disputed: frozenset[Cell] = frozenset()
    """Cells for which another source, or another place of this one, gives a different value."""
    best: frozenset[Cell] = frozenset()
    unresolved: frozenset[Cell] = frozenset()
    """Cells of a difference that noise alone would make: they have no colour."""
    hover: list[list[str]] | None = None
    together: frozenset[Cell] = frozenset()
    """Cells that cannot be told from the highest, with it: a corner marks them."""
    starred: frozenset[Cell] = frozenset()
    note: str = ""
    """A second line of the header."""
    beside: list[list[Any]] | None = None
    """What %{customdata} stands for in the template, by cell."""
    template: str = ""
    """What all hovers have in common, instead of `hover`: shorter than a sentence for each cell."""


def labels(
    panel: Panel, index: int, limits: tuple[float, float], colours: Sequence[str], centred: bool
) -> Trace:
    """The values in the cells, each in black or white by its cell's colour."""
    low, high = limits
    points = [
        (column, row, value)
        for row, line in enumerate(panel.values)
        for column, value in enumerate(line)
        if value is not None
    ]
    signed = "+.1f" if centred else ".1f"
    narrow = max((len(line) for line in panel.values), default=0) > _MOST_SIGNED
    return texts(
        [column for column, _, _ in points],
        [row for _, row, _ in points],
        [
            _label(f"{value:{signed}}", (row, column), panel, narrow)
            for column, row, value in points
        ],
        [
            MUTED
            if (row, column) in panel.unresolved
            else label_colour(colour_at((value - low) / ((high - low) or 1), colours))
            for column, row, value in points
        ],
        **on(index),
    )


def _label(text: str, cell: Cell, panel: Panel, narrow: bool) -> str:
    if cell in panel.unresolved:
        return text if narrow else f"≈ {text}"
    return f"<b>{text}</b>" if cell in panel.best else text


def gaps(panel: Panel, index: int, columns: Axis, rows: Axis) -> list[Trace]:
    """The cells without a number: hatched, and labelled where there is room."""
    cells = [
        (row, column)
        for row, line in enumerate(panel.values)
        for column, value in enumerate(line)
        if value is None
    ]
    if not cells:
        return []
    across, up = columns.edges(), rows.edges()
    xs: list[float | None] = []
    ys: list[float | None] = []
    stretches = _stretches(cells)
    for row, start, end in stretches:
        left, right, bottom, top = across[start], across[end + 1], up[row], up[row + 1]
        xs += [left, right, right, left, left, None]
        ys += [bottom, bottom, top, top, bottom, None]
    axes = on(index)
    hatch = hatched(xs, ys)
    narrow = (across[-1] - across[0]) * 0.2
    if len(stretches) > 2 * len(rows.labels) or any(
        across[end + 1] - across[start] < narrow for _, start, end in stretches
    ):
        return [hatch | axes]
    label = texts(
        [(across[start] + across[end + 1]) / 2 for _, start, end in stretches],
        [(up[row] + up[row + 1]) / 2 for row, _, _ in stretches],
        ["no data"] * len(stretches),
        MUTED,
        10,
    )
    return [hatch | axes, label | axes]


def corners(panel: Panel, index: int, columns: Axis, rows: Axis) -> list[Trace]:
    """A small triangle in the upper right corner of every disputed cell."""
    if not panel.disputed:
        return []
    across, up = columns.edges(), rows.edges()
    xs: list[float | None] = []
    ys: list[float | None] = []
    for row, column in sorted(panel.disputed):
        right, top = across[column + 1], up[row + 1]
        wide, high = (right - across[column]) * 0.22, (top - up[row]) * 0.36
        xs += [right - wide, right, right, right - wide, None]
        ys += [top, top, top - high, top, None]
    return [area(xs, ys, WARNING, name="sources disagree", **on(index))]


def outlines(
    panel: Panel, index: int, columns: Axis, rows: Axis, marked: Cell | None
) -> list[dict[str, Any]]:
    """Frames around the best cells, and around the row and the column of the marked one."""
    across, up = columns.edges(), rows.edges()
    axes = {
        "type": "rect",
        "xref": f"x{suffix(index)}",
        "yref": f"y{suffix(index)}",
        "layer": "above",
    }

    def box(cells: tuple[int, int, int, int], colour: str, width: float) -> dict[str, Any]:
        bottom, top, left, right = cells
        corners = {"x0": across[left], "x1": across[right + 1], "y0": up[bottom], "y1": up[top + 1]}
        return axes | corners | {"line": {"color": colour, "width": width}}

    shapes = [box((row, row, column, column), INK, 2) for row, column in sorted(panel.best)]
    if marked:
        row, column = marked
        shapes.append(box((row, row, 0, len(columns.labels) - 1), ACCENT, 1.5))
        shapes.append(box((0, len(rows.labels) - 1, column, column), ACCENT, 1.5))
    return shapes


def _stretches(cells: list[Cell]) -> list[tuple[int, int, int]]:
    """Row, first and last column of every run of neighbours in a row."""
    stretches: list[tuple[int, int, int]] = []
    for row, column in sorted(cells):
        if stretches and stretches[-1][0] == row and stretches[-1][2] == column - 1:
            stretches[-1] = (row, stretches[-1][1], column)
        else:
            stretches.append((row, column, column))
    return stretches
