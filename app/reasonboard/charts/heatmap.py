"""Heatmaps as small multiples: on one colour scale, or on one each."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.cell_marks import lower_corners, stars
from reasonboard.charts.cells import Axis, Cell, Panel, corners, gaps, labels, outlines
from reasonboard.charts.colors import DIVERGING, MUTED, SEQUENTIAL
from reasonboard.charts.grid import Grid, cut, on, suffix
from reasonboard.charts.theme import Figure, Trace, figure, plain, scale

_MOST_LABELS = 700
_MOST_SEPARATE = 20
_NOTE = 16
"""Pixels that a second line of the headers takes."""


def heatmap_grid(
    panels: Sequence[Panel],
    *,
    x: tuple[str, Axis],
    y: tuple[str, Axis],
    columns: int,
    unit: str,
    summary: str,
    uncertainty: str | None = None,
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
    axes = x[1], y[1]
    grid = _grid(panels, axes[1], columns, row_height)
    colours = DIVERGING if centred else SEQUENTIAL
    shared = limits or _limits(panels, centred)
    scales = [_limits([panel], centred) if own_scales else shared for panel in panels]
    labelled = axes[0].positions is None and _has_room(panels, axes[0], grid, columns)
    traces: list[Trace] = []
    layout: dict[str, Any] = {"margin": grid.margin, "annotations": [], "shapes": []}
    for index, (panel, ends) in enumerate(zip(panels, scales, strict=True)):
        own = suffix(index) if own_scales else ""
        traces.append(_heat(panel, index, x, y, unit) | {"coloraxis": f"coloraxis{own}"})
        bar = None if own_scales else _colour_bar(unit, grid)
        layout[f"coloraxis{own}"] = _colour_axis(ends, colours, bar)
        values = [labels(panel, index, ends, colours, centred)] if labelled else []
        traces += [*gaps(panel, index, *axes), *values, *_corner_marks(panel, index, *axes)]
        layout |= grid.axes(index, *(axis.settings() for axis in axes))
        layout["annotations"] += _header(panel, index, grid)
        layout["shapes"] += outlines(panel, index, *axes, marked)
    if not own_scales:
        layout["margin"] = grid.margin | {"r": 74}
    return figure(traces, layout, height=grid.height, summary=summary, uncertainty=uncertainty)


def _grid(panels: Sequence[Panel], rows: Axis, columns: int, row_height: int) -> Grid:
    note = _NOTE if any(panel.note for panel in panels) else 0
    return Grid(
        len(panels),
        columns,
        max(60, row_height * len(rows.labels)),
        left=_label_room(rows),
        between=44 + note,
        top=30 + note,
    )


def _corner_marks(panel: Panel, index: int, columns: Axis, rows: Axis) -> list[Trace]:
    return [
        one
        for marks in (corners, lower_corners, stars)
        for one in marks(panel, index, columns, rows)
    ]


def _header(panel: Panel, index: int, grid: Grid) -> list[dict[str, Any]]:
    """The title with its detail, and the note under it."""
    first = grid.title(index, panel.title, panel.detail)
    if not panel.note:
        return [first]
    shown = cut(panel.note, grid.room)
    second = first | {"text": plain(shown), "font": {"size": 11, "color": MUTED}}
    second.pop("hovertext", None)
    if shown != panel.note:
        second["hovertext"] = plain(panel.note)
    return [first | {"yshift": first["yshift"] + _NOTE}, second]


def _has_room(panels: Sequence[Panel], across: Axis, grid: Grid, columns: int) -> bool:
    """Is a cell wide enough for its value, on a page whose width fits `columns` columns?"""
    cells = max(1, len(across.labels))
    width = (1000 / grid.across if columns > 1 else 300) / cells
    return width >= 26 and sum(len(panel.values) for panel in panels) * cells <= _MOST_LABELS  # noqa: PLR2004


def _heat(panel: Panel, index: int, x: tuple[str, Axis], y: tuple[str, Axis], unit: str) -> Trace:
    trace: Trace = {
        "type": "heatmap",
        "x": [round(edge, 6) for edge in x[1].edges()],
        "y": y[1].edges(),
        "z": _coloured(panel),
        **on(index),
        "hoverongaps": False,
        "name": plain(panel.title),
        "meta": {"sets": panel.sets, "x": x[0], "xs": x[1].values, "y": y[0], "ys": y[1].values},
        "hovertemplate": f"<b>{plain(panel.title)}</b><br>%{{z:.1f}} {unit}<extra></extra>",
    }
    if x[1].positions is None:
        gap = 1.5 if len(x[1].labels) <= _MOST_SEPARATE else 0.5
        trace |= {"xgap": gap, "ygap": gap}
    if panel.template:
        trace["hovertemplate"] = f"{panel.template}<extra></extra>"
        trace |= {"customdata": panel.beside} if panel.beside else {}
    elif panel.hover or panel.unresolved:
        trace |= {
            "text": panel.hover or _hover(panel, unit),
            "hovertemplate": "%{text}<extra></extra>",
        }
    return trace


def _coloured(panel: Panel) -> list[list[float | None]]:
    """The values that give the cells their colours: 0, the middle of a scale, where nothing is resolved."""
    if not panel.unresolved:
        return panel.values
    return [
        [0.0 if (row, column) in panel.unresolved else value for column, value in enumerate(line)]
        for row, line in enumerate(panel.values)
    ]


def _hover(panel: Panel, unit: str) -> list[list[str]]:
    return [
        [
            ""
            if value is None
            else f"<b>{plain(panel.title)}</b><br>{value:+.1f} {unit}"
            + (", not resolved" if (row, column) in panel.unresolved else "")
            for column, value in enumerate(line)
        ]
        for row, line in enumerate(panel.values)
    ]


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
