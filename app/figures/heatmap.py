"""Heatmaps as small multiples: one colour scale, hatched cells where nobody measured."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from app.figures.grid import Grid, suffix
from app.figures.theme import (
    ACCENT,
    CIVIDIS,
    DIVERGING,
    INK,
    MUTED,
    WARNING,
    Figure,
    Trace,
    colour_at,
    figure,
    label_colour,
    plain,
    scale,
    title,
)

Cell = tuple[int, int]
"""Row from below and column from the left, counted from 0."""

_MOST_LABELS = 700


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
        middles = [(a + b) / 2 for a, b in zip(at, at[1:], strict=False)]
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
    hover: list[list[str]] | None = None


def heatmap_grid(
    panels: Sequence[Panel],
    *,
    x: tuple[str, Axis],
    y: tuple[str, Axis],
    columns: int,
    unit: str,
    summary: str,
    limits: tuple[float, float] | None = None,
    centred: bool = False,
    own_scales: bool = False,
    row_height: int = 22,
    marked: Cell | None = None,
) -> Figure:
    """The panels on shared axes and one shared colour scale, or with `own_scales` on one each.

    `x` and `y` are the controls that a click on a cell sets, with their axes. `limits` are those of
    the colours; without them they are the values' own, and with `centred` symmetric about 0.
    `marked` is outlined in every panel: its row, its column and the cell where they cross. Panels
    with own scales have no colour bar: the caller names their ranges in their details.
    """
    columns_axis, rows_axis = x[1], y[1]
    grid = Grid(
        len(panels),
        columns,
        max(60, row_height * len(rows_axis.labels)),
        left=_label_room(rows_axis),
    )
    shared = limits or _limits(panels, centred)
    colours = DIVERGING if centred else CIVIDIS
    labelled = sum(len(panel.values) for panel in panels) * len(columns_axis.labels) <= _MOST_LABELS
    room = (
        1000 / grid.across / max(1, len(columns_axis.labels))
        if columns > 1
        else 300 / max(1, len(columns_axis.labels))
    )
    traces: list[Trace] = []
    layout: dict[str, Any] = {"margin": grid.margin, "annotations": [], "shapes": []}
    for index, panel in enumerate(panels):
        own = suffix(index) if own_scales else ""
        limits_here = _limits([panel], centred) if own_scales else shared
        traces.append(_heat(panel, index, x, y, unit) | {"coloraxis": f"coloraxis{own}"})
        layout[f"coloraxis{own}"] = _colour_axis(
            limits_here, colours, None if own_scales else _colour_bar(unit, grid)
        )
        traces += _gaps(panel, index, columns_axis, rows_axis)
        if labelled and room >= 26 and columns_axis.positions is None:  # noqa: PLR2004
            traces.append(_labels(panel, index, limits_here, colours, centred))
        traces += _corners(panel, index, columns_axis, rows_axis)
        layout |= grid.axes(index, columns_axis.settings(), rows_axis.settings())
        layout["annotations"].append(grid.title(index, panel.title, panel.detail))
        layout["shapes"] += _outlines(panel, index, columns_axis, rows_axis, marked)
    if not own_scales:
        layout["margin"] = grid.margin | {"r": 74}
    return figure(traces, layout, height=grid.height, summary=summary)


def _heat(panel: Panel, index: int, x: tuple[str, Axis], y: tuple[str, Axis], unit: str) -> Trace:
    trace: Trace = {
        "type": "heatmap",
        "x": [round(edge, 6) for edge in x[1].edges()],
        "y": y[1].edges(),
        "z": panel.values,
        "xaxis": f"x{suffix(index)}",
        "yaxis": f"y{suffix(index)}",
        "hoverongaps": False,
        "name": plain(panel.title),
        "meta": {"sets": panel.sets, "x": x[0], "xs": x[1].values, "y": y[0], "ys": y[1].values},
        "hovertemplate": f"<b>{plain(panel.title)}</b><br>%{{z:.1f}} {unit}<extra></extra>",
    }
    if x[1].positions is None:
        trace |= {"xgap": 1.5, "ygap": 1.5}
    if panel.hover:
        trace |= {"text": panel.hover, "hovertemplate": "%{text}<extra></extra>"}
    return trace


def _labels(
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
    return {
        "type": "scatter",
        "mode": "text",
        "x": [column for column, _, _ in points],
        "y": [row for _, row, _ in points],
        "text": [
            f"<b>{value:{signed}}</b>" if (row, column) in panel.best else f"{value:{signed}}"
            for column, row, value in points
        ],
        "textfont": {
            "size": 11,
            "color": [
                label_colour(colour_at((value - low) / ((high - low) or 1), colours))
                for _, _, value in points
            ],
        },
        "hoverinfo": "skip",
        "xaxis": f"x{suffix(index)}",
        "yaxis": f"y{suffix(index)}",
    }


def _gaps(panel: Panel, index: int, columns: Axis, rows: Axis) -> list[Trace]:
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
    for row, start, end in _stretches(cells):
        left, right, bottom, top = across[start], across[end + 1], up[row], up[row + 1]
        xs += [left, right, right, left, left, None]
        ys += [bottom, bottom, top, top, bottom, None]
    axes = {"xaxis": f"x{suffix(index)}", "yaxis": f"y{suffix(index)}"}
    hatch: Trace = {
        "type": "scatter", "mode": "lines", "x": xs, "y": ys, "fill": "toself", "hoveron": "fills",
        "line": {"width": 0}, "fillcolor": "rgba(0,0,0,0)",
        "fillpattern": {"shape": "/", "size": 7, "solidity": 0.16, "fgcolor": MUTED, "bgcolor": "rgba(0,0,0,0)"},
        "name": "no data", "text": "no data", "hoverinfo": "text",
    }  # fmt: skip
    stretches = _stretches(cells)
    label: Trace = {
        "type": "scatter", "mode": "text", "hoverinfo": "skip",
        "x": [(across[start] + across[end + 1]) / 2 for _, start, end in stretches],
        "y": [(up[row] + up[row + 1]) / 2 for row, _, _ in stretches],
        "text": ["no data"] * len(stretches),
        "textfont": {"size": 10, "color": MUTED},
    }  # fmt: skip
    wide = [
        s for s in stretches if (across[s[2] + 1] - across[s[1]]) >= (across[-1] - across[0]) * 0.2
    ]
    return [hatch | axes] + (
        [label | axes]
        if len(wide) == len(stretches) and len(stretches) <= len(rows.labels) * 2
        else []
    )


def _corners(panel: Panel, index: int, columns: Axis, rows: Axis) -> list[Trace]:
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
    return [
        {
            "type": "scatter", "mode": "lines", "x": xs, "y": ys, "fill": "toself", "fillcolor": WARNING,
            "line": {"width": 0}, "hoverinfo": "skip", "name": "sources disagree",
            "xaxis": f"x{suffix(index)}", "yaxis": f"y{suffix(index)}",
        }
    ]  # fmt: skip


def _outlines(
    panel: Panel, index: int, columns: Axis, rows: Axis, marked: Cell | None
) -> list[dict[str, Any]]:
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


def _limits(panels: Sequence[Panel], centred: bool) -> tuple[float, float]:
    values = [
        value for panel in panels for line in panel.values for value in line if value is not None
    ]
    if not values:
        return 0.0, 1.0
    if centred:
        most = max(abs(min(values)), abs(max(values))) or 1.0
        return -most, most
    low, high = min(values), max(values)
    return (low, high) if low < high else (low - 0.5, high + 0.5)


def _colour_axis(
    limits: tuple[float, float], colours: Sequence[str], bar: dict[str, Any] | None
) -> dict[str, Any]:
    return {
        "cmin": limits[0],
        "cmax": limits[1],
        "colorscale": scale(colours),
        "showscale": bar is not None,
    } | ({"colorbar": bar} if bar else {})


def _colour_bar(unit: str, grid: Grid) -> dict[str, Any]:
    return {
        "title": {"text": unit, "side": "top", "font": {"size": 11, "color": MUTED}},
        "tickfont": {"size": 11, "color": MUTED},
        "thickness": 8,
        "lenmode": "pixels",
        "len": min(grid.inner if grid.across > 1 else grid.panel, 220),
        "y": 1,
        "yanchor": "top",
        "x": 1.0,
        "xpad": 14,
        "outlinewidth": 0,
    }


def _label_room(rows: Axis) -> int:
    return 34 + 7 * max((len(label) for label in rows.labels), default=0)
