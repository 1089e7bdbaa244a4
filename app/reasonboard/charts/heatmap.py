"""Heatmaps as small multiples: on one colour scale, or on one each.

A study says which columns of its rows play which `Roles`, and adds to the cells that it gets by them what is special
to it: marks, and words for the hover (`hover`, or a `template` for all of a panel). It makes an `Axis` for each
side and a `Panel` of the cells of each group of rows, and hands them to `heatmap_grid`. A place that no cell
has is hatched.
"""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.cell_marks import Edges, corner_marks, gaps, labels, outlines
from reasonboard.charts.cells import CUSTOM, NOT_RESOLVED, TEXT, Axis, Cell, Panel, Placed
from reasonboard.charts.colors import DIVERGING, MUTED, SEQUENTIAL
from reasonboard.charts.grid import Grid, cut, on, suffix
from reasonboard.charts.theme import Figure, Trace, figure, plain, scale

_MOST_LABELS = 700
_MOST_SEPARATE = 20
_NOTE = 16
"""Pixels that a second line of the headers takes."""


def heatmap_grid(
    panels: Sequence[Panel],
    x: Axis,
    y: Axis,
    *,
    columns: int,
    unit: str,
    summary: str,
    uncertainty: str | None = None,
    limits: tuple[float, float] | None = None,
    centred: bool = False,
    own_scales: bool = False,
    row_height: int = 22,
    labelled: bool = True,
    marked: tuple[str, str] = ("", ""),
) -> Figure:
    """The panels on shared axes and one shared colour scale, or with `own_scales` on one each.

    `limits` are those of the colours; without them they are the values' own, and with `centred`
    symmetric about 0. With `labelled` the cells have their values where there is room. `marked`, a value of
    the x axis and one of the y axis, is outlined in every panel: its row, its column and the cell where they
    cross. Panels with own scales have no colour bar: the caller names their ranges in their details.
    """
    grid = _grid(panels, y, columns, row_height)
    edges = Edges(x.edges(), y.edges())
    colours = DIVERGING if centred else SEQUENTIAL
    shared = limits or _limits(panels, centred)
    scales = [_limits([panel], centred) if own_scales else shared for panel in panels]
    roomy = labelled and x.positions is None and _has_room(x, len(y.values), grid, columns)
    bar = None if own_scales else _colour_bar(unit, grid)
    cell = _marked(x, y, marked)
    traces: list[Trace] = []
    layout = grid.layout()
    for index, (panel, ends) in enumerate(zip(panels, scales, strict=True)):
        own = f"coloraxis{suffix(index) if own_scales else ''}"
        layout[own] = _colour_axis(ends, colours, bar)
        at = panel.placed(x, y)
        over = gaps(at, edges, labelled=labelled)
        over += [labels(at, ends, colours, centred)] if roomy else []
        over += corner_marks(at, edges)
        heat = _heat(panel, at, x, y, edges, unit) | {"coloraxis": own}
        traces += [trace | on(index) for trace in (heat, *over)]
        layout |= grid.axes(index, x.settings(), y.settings())
        layout["annotations"] += _header(panel, index, grid)
        layout["shapes"] += outlines(at, index, edges, cell)
    if not own_scales:
        layout["margin"] = grid.margin | {"r": 74}
    return figure(traces, layout, height=grid.height, summary=summary, uncertainty=uncertainty)


def _marked(x: Axis, y: Axis, values: tuple[str, str]) -> tuple[int, int] | None:
    """The place of the cell that has these values on the axes, None where one of them lacks its value."""
    if values[0] in x.values and values[1] in y.values:
        return y.values.index(values[1]), x.values.index(values[0])
    return None


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


def _has_room(across: Axis, rows: int, grid: Grid, columns: int) -> bool:
    """Is a cell wide enough for its value, on a page whose width fits `columns` columns?"""
    cells = max(1, len(across.labels))
    width = (1000 / grid.across if columns > 1 else 300) / cells
    return width >= 26 and grid.count * rows * cells <= _MOST_LABELS  # noqa: PLR2004


def _heat(panel: Panel, at: Placed, x: Axis, y: Axis, edges: Edges, unit: str) -> Trace:
    template = panel.template or f"<b>{plain(panel.title)}</b><br>%{{z:.1f}} {unit}"
    trace: Trace = {
        "type": "heatmap",
        "x": [round(edge, 6) for edge in edges.across],
        "y": edges.up,
        "z": [[_coloured(at.get(place)) for place in line] for line in edges.places],
        "hoverongaps": False,
        "name": plain(panel.title),
        "meta": {
            "sets": panel.sets,
            "x": x.control,
            "xs": x.values,
            "y": y.control,
            "ys": y.values,
        },
        "hovertemplate": f"{template}<extra></extra>",
    }
    if x.positions is None:
        gap = 1.5 if len(x.labels) <= _MOST_SEPARATE else 0.5
        trace |= {"xgap": gap, "ygap": gap}
    for name, words in (("text", TEXT), ("customdata", CUSTOM)):
        if words in template:
            trace[name] = [
                [at[place].words if place in at else panel.blank for place in line]
                for line in edges.places
            ]
    return trace


def _coloured(cell: Cell | None) -> float | None:
    """The value that gives a cell its colour: 0, the middle of a scale, where it is not resolved."""
    if cell is None:
        return None
    return 0.0 if NOT_RESOLVED in cell.marks else cell.value


def _limits(panels: Sequence[Panel], centred: bool) -> tuple[float, float]:
    values = [value for panel in panels for value in panel.known]
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
