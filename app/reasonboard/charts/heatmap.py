"""Heatmaps as small multiples: on one color scale, or on one each.

A study says which columns of its rows play which `Roles`, and adds to the cells that it gets by them what is special
to it: marks, and words for the hover (or a `template` for all of a panel). It makes an `Axis` for each
side and a `Panel` of the cells of each group of rows, and hands them to `heatmap_grid`. A place that no cell
has is hatched.
"""

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Unpack

from reasonboard.charts.cell_marks import Edges, corner_marks, gaps, labels, pills, selected
from reasonboard.charts.cells import (
    CUSTOM,
    TEXT,
    Axis,
    Cell,
    Panel,
    Placed,
    not_measured,
    with_unit,
)
from reasonboard.charts.colors import DIVERGING, MUTED, SEQUENTIAL
from reasonboard.charts.grid import Grid, named_panel, on, suffix
from reasonboard.charts.heatmap_scales import BLOCK, Span, key, span, strip
from reasonboard.charts.text_width import cut, text_width
from reasonboard.charts.theme import Figure, Trace, Words, figure, plain, scale
from reasonboard.charts.traces import paper_note, readable, texts

_MOST_LABELS = 700
_MOST_SEPARATE = 20
_NOTE = 16
"""Pixels that a second line of the headers takes."""
_PAIR, _LOWEST, _TALLEST = 2, 190, 48
"""One or two panels are at least so many pixels high, if their rows are no higher than the last."""
_FOOT, _LINE = 22, 15
"""Pixels that the first line under a panel takes, and each further one."""
_SMALL = 6.2
"""The width of a character of that line, in pixels."""
_CELL = (34, 20)
"""Width and height of a cell, in pixels, from which on it has its number."""
_NO_STRIP: tuple[list[dict[str, Any]], list[dict[str, Any]], float] = ([], [], 0.0)
"""A panel without a strip: no shapes, no notes, no pixels taken."""
_TITLE = 11
"""The middle of a title, in pixels over its panel."""
_CHARACTER = 7.0
"""The width of a bold character of a title, in pixels."""
_APART = 14
"""The least pixels between a title and its strip."""
_FEWER = 3
"""So many panels fewer than fit side by side, where their titles have no room else."""


def heatmap_grid(
    panels: Sequence[Panel],
    x: Axis,
    y: Axis,
    *,
    columns: int,
    page: int = 0,
    unit: str,
    limits: tuple[float, float] | None = None,
    low_end: float | None = None,
    centred: bool = False,
    own_scales: bool = False,
    row_height: int = 22,
    labelled: bool = True,
    marked: tuple[str, str] = ("", ""),
    chosen: str = "",
    **words: Unpack[Words],
) -> Figure:
    """All panels on shared axes and one shared color scale, or with `own_scales` on one each.

    At most `columns` panels stand side by side, on a page where `page` of the usual ones fit, else as many.
    `limits` are the ends of the colors; without them these come from the values (`span`), with `centred` symmetric
    about 0, with `low_end` from that on. An own scale is printed over its panel, a shared one over the first row. With
    `labelled` the cells have their values where there is room. `marked`, a value of the x axis and one of the y
    axis, has bold labels, and a frame in the panel of the title `chosen`, or in all without one.
    """
    shared = Span(*limits) if limits else _span(panels, centred, low_end)
    spans = [_span([panel], centred, low_end) if own_scales else shared for panel in panels]
    page = page or columns
    grid = _grid(panels, y, (columns, page), row_height)
    if own_scales:
        grid = _with_titles(panels, spans, grid, page, unit, centred)
    edges = Edges(x.edges(), y.edges())
    roomy = labelled and _has_room(x, y, grid, page, row_height)
    cell = grid.panel_width(page) / max(1, len(x.labels))
    traces, layout = list[Trace](), grid.layout() | _scales(spans, centred, own_scales)
    for index, (panel, ends) in enumerate(zip(panels, spans, strict=True)):
        cells = panel.placed(x, y)
        colors = {"coloraxis": f"coloraxis{suffix(index) if own_scales else ''}"}
        heat = _heat(panel, cells, x, y, edges, unit) | colors
        numbers = [labels(cells, ends, centred)] if roomy else []
        over = _over_cells(panel, cells, edges, numbers, labelled=labelled)
        traces += [trace | on(index) for trace in (heat, *over)]
        layout |= grid.axes(index, x.settings(marked[0]), y.settings(marked[1]))
        striped = not panel.empty if own_scales else index == min(grid.across, len(panels)) - 1
        shapes, notes, taken = _strip(ends, unit, grid, index, centred) if striped else _NO_STRIP
        layout["annotations"] += [*_header(panels, index, grid, page, taken), *notes]
        under = pills(cells, index, ends, centred, widest=cell - 4) if roomy else []
        layout["shapes"] += [*(shapes if own_scales else [BLOCK | one for one in shapes]), *under]
        if chosen in ("", panel.title) and (position := _marked(x, y, marked)):
            layout["shapes"] += selected(cells, position, index, edges, ends, centred)
    names = [named_panel(panel.title, index, rows=y.steps) for index, panel in enumerate(panels)]
    chart = figure(traces, layout, height=grid.height, panels=names, **words)
    every_cell = [cell for panel in panels for cell in panel.cells]
    ramp = "centred" if centred else "panel" if own_scales else "shared"
    chart["layout"]["meta"] |= key(every_cell, traces, ramp=ramp, numbered=roomy)
    return chart


def _scales(spans: Sequence[Span], centred: bool, own_scales: bool) -> dict[str, Any]:
    """The layout's color axes, one for each panel or a shared one; the strips beside titles are made of shapes."""
    look = {"colorscale": scale(DIVERGING if centred else SEQUENTIAL), "showscale": False}
    axes = {
        f"coloraxis{suffix(index)}": {"cmin": ends.low, "cmax": ends.high, **look}
        for index, ends in enumerate(spans if own_scales else spans[:1])
    }
    return axes | ({"template": {"layout": {"shapedefaults": BLOCK}}} if own_scales else {})


def _over_cells(
    panel: Panel, cells: Placed, edges: Edges, numbers: Sequence[Trace], *, labelled: bool
) -> list[Trace]:
    """The traces over the cells: hatches of missing cells or the reason for them, numbers, corner marks."""
    holes = [_why_empty(panel, edges)] if panel.empty else gaps(cells, edges, labelled=labelled)
    return [*holes, *numbers, *corner_marks(cells, edges)]


def _why_empty(panel: Panel, edges: Edges) -> Trace:
    """The reason for an empty panel, in its middle, as a trace with a hover so that it can be read as a mark."""
    middle = [(side[0] + side[-1]) / 2 for side in (edges.across, edges.up)]
    words = plain(panel.empty)
    seen = texts([middle[0]], [middle[1]], [words], MUTED, 12)
    return readable(seen, f"{plain(panel.title)}, {words}")


def _marked(x: Axis, y: Axis, values: tuple[str, str]) -> tuple[int, int] | None:
    """The place of the cell that has these values on the axes, None where one of them lacks its value."""
    if values[0] in x.values and values[1] in y.values:
        return y.values.index(values[1]), x.values.index(values[0])
    return None


def _grid(panels: Sequence[Panel], rows: Axis, fitting: tuple[int, int], row_height: int) -> Grid:
    """The places of the panels."""
    columns, page = fitting
    note = _NOTE if any(panel.note for panel in panels) else 0
    rows_high = row_height * len(rows.labels)
    if len(panels) <= _PAIR < page:
        rows_high = max(rows_high, min(_LOWEST, _TALLEST * len(rows.labels)))
    left = 34 + 7 * max((len(label) for label in rows.labels), default=0)
    grid = Grid(len(panels), columns, max(60, rows_high), left=left, few=page > _PAIR)
    lines = max(len(_foot_lines(panel, grid, page)) for panel in panels)
    foot = _FOOT + _LINE * (lines - 1) if lines else 0
    return replace(
        grid,
        between=44 + note + foot + (_FOOT if foot else 0),
        top=30 + note,
        bottom=foot + 28,
        every_x=bool(foot),
    )


def _with_titles(
    panels: Sequence[Panel], spans: Sequence[Span], grid: Grid, page: int, unit: str, centred: bool
) -> Grid:
    """The grid with fewer panels side by side, where that leaves room for their titles beside their strips."""
    least = max(
        text_width(panel.title, 13)
        + (_strip(ends, unit, grid, 0, centred)[2] + _APART) * (not panel.empty)
        for panel, ends in zip(panels, spans, strict=True)
    )
    fewest = max(1, grid.across - _FEWER)
    grids = [replace(grid, columns=across) for across in range(grid.across, fewest - 1, -1)]
    return next((fewer for fewer in grids if fewer.panel_width(page) >= least), grid)


def _foot_lines(panel: Panel, grid: Grid, page: int) -> list[str]:
    """The line under a panel, broken where it is longer than the panel is wide."""
    return textwrap.wrap(panel.foot, max(20, int(grid.panel_width(page) / _SMALL)))


def _header(
    panels: Sequence[Panel], index: int, grid: Grid, page: int, taken: float
) -> list[dict[str, Any]]:
    """The title with its detail, the note under it and the foot; `taken` pixels at its right are the strip's."""
    panel = panels[index]
    room = int((grid.panel_width(page) - taken - 8) / _CHARACTER * 1.25)
    room = room if taken else min(room, grid.room)
    if taken and text_width(panel.title, 13) + taken + _APART <= grid.panel_width(page):
        room = max(room, -(-len(panel.title) * 5 // 4))  # it fits beside its strip as it is
    # Beside a strip a detail stands whole, or not at all.
    is_cut = taken and len(f"{panel.title}  {panel.detail}") > room
    detail = "" if is_cut else panel.detail
    first = grid.title(index, panel.title, detail, room, [one.title for one in panels])
    notes = [first]
    left = grid.x_domain(index)[0]
    if panel.note:
        shown = cut(panel.note, max(grid.room, int(grid.panel_width(page) / 6)))
        second = first | {"text": plain(shown), "font": {"size": 11.5, "color": MUTED}}
        second.pop("hovertext", None)
        if shown != panel.note:
            second["hovertext"] = plain(panel.note)
        notes = [first | {"yshift": first["yshift"] + _NOTE}, second]
    if panel.foot:
        under: dict[str, Any] = {"yanchor": "top", "yshift": -_FOOT, "size": 12}
        words = "<br>".join(map(plain, _foot_lines(panel, grid, page)))
        notes.append(paper_note(words, left, grid.bottom_of(index), align="left", **under))
    return notes


def _strip(
    ends: Span, unit: str, grid: Grid, index: int, centred: bool
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], float]:
    """The colors of a panel with both ends, in the line of its title."""
    up = _TITLE + (grid.top - 30)
    colors = DIVERGING if centred else SEQUENTIAL
    right = grid.x_domain(index)[1]
    return strip(ends, colors, unit, right, grid.top_of(index), up, centred=centred)


def _has_room(x: Axis, y: Axis, grid: Grid, page: int, row_height: int) -> bool:
    """Is a cell large enough for its value, on a page where so many panels fit side by side?"""
    cells = max(1, len(x.labels))
    wide, high = grid.panel_width(page) / cells, max(row_height, 60 / max(1, len(y.values)))
    few = grid.count * len(y.values) * cells <= _MOST_LABELS
    return x.positions is None and wide >= _CELL[0] and high >= _CELL[1] and few


def _heat(panel: Panel, cells: Placed, x: Axis, y: Axis, edges: Edges, unit: str) -> Trace:
    template = panel.template or f"<b>{plain(panel.title)}</b><br>{with_unit('%{z:.1f}', unit)}"
    trace: Trace = {
        "type": "heatmap",
        "x": [round(edge, 6) for edge in edges.across],
        "y": edges.up,
        "z": [[_colored(cells.get(position)) for position in line] for line in edges.places],
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
    if not panel.empty:
        places = [
            [", ".join(filter(None, (panel.title, up, across))) for across in x.steps]
            for up in y.steps
        ]
        trace |= not_measured(trace["z"], places)
    if x.positions is None:
        few = len(x.labels) <= _MOST_SEPARATE
        trace |= {"xgap": 1.5 if few else 0, "ygap": 1.5 if few else 0.5}
    for name, words in (("text", TEXT), ("customdata", CUSTOM)):
        if name == "text" and panel.columns:
            trace[name] = [list(panel.columns) for _ in edges.places]
        elif words in template:
            trace[name] = [
                [cells[position].words if position in cells else panel.blank for position in line]
                for line in edges.places
            ]
    return trace


def _colored(cell: Cell | None) -> float | None:
    """The value that gives a cell its color: 0, the middle of a scale, where no test shows the difference."""
    if cell is None:
        return None
    return 0.0 if cell.is_colorless else cell.value


def _span(panels: Sequence[Panel], centred: bool, low_end: float | None) -> Span:
    values = [value for panel in panels for value in panel.numbers]
    least = max((panel.detects for panel in panels), default=0.0)
    return span(values, least, centred=centred, low_end=low_end)
