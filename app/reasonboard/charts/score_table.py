"""Models by benchmarks as heatmaps with numbers: blocks with rows and columns of their own in one figure.

Each column has its own scale, so a cell's value is its place on it (0 to 1, or -1 to 1 about a centre) and its `label`
the number in it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from reasonboard.charts.cell_marks import Edges, corner_marks, gaps, labels, pills, selected
from reasonboard.charts.cells import Cell, Position, not_measured
from reasonboard.charts.colors import DIVERGING, SEQUENTIAL
from reasonboard.charts.grid import named_panel, on, suffix
from reasonboard.charts.heatmap_scales import Span, key
from reasonboard.charts.score_table_layout import NAMES, ROW, Box, Table, place_tables, rows_under
from reasonboard.charts.score_table_words import (
    column_names,
    outer_numbers,
    row_names,
    slanted_ticks,
    words_around,
)
from reasonboard.charts.theme import Figure, Trace, Words, axis, figure, plain, scale

_CELL = 34
"""Pixels of width from which on a cell has its number; a phone's numbers are smaller."""
_ROOMY = 48
"""From here on the numbers are larger."""
_COMMON: dict[str, Any] = {"showarrow": False, "xref": "paper", "xanchor": "left"}
"""What all notes have in common."""
_PIXELS = {"type": "path", "xsizemode": "pixel", "ysizemode": "pixel"}
"""What the outlines have in common."""


def score_tables(
    tables: Sequence[Table],
    *,
    columns: int,
    centred: bool = False,
    **words: Unpack[Words],
) -> Figure:
    """All blocks, two side by side where both fit; a click on a cell sets `b` and the column's control."""
    boxes, height, right = place_tables(tables, columns)
    left = round(boxes[0].room)
    layout: dict[str, Any] = {
        "margin": {"l": left, "r": right, "t": 0, "b": 0},
        "annotations": [],
        "shapes": [],
        "hovermode": "closest",
        "template": {"layout": {"annotationdefaults": _COMMON, "shapedefaults": _PIXELS}},
        "coloraxis": {
            "cmin": _ends(centred).low,
            "cmax": 1.0,
            "colorscale": scale(DIVERGING if centred else SEQUENTIAL),
            "showscale": False,
        },
    }
    traces: list[Trace] = []
    for index, (table, box) in enumerate(zip(tables, boxes, strict=True)):
        traces += [cell | on(index) for cell in _cells(table, box, centred, columns)]
        layout |= _axes(table, box, index, height, columns)
        notes, shapes = words_around(table, box, index, height, columns)
        layout["annotations"] += notes
        layout["shapes"] += [*shapes, *_over(table, box, index, centred, columns)]
    layout["annotations"] = _without_common(_COMMON, layout["annotations"])
    layout["shapes"] = _without_common(_PIXELS, layout["shapes"])
    names = [
        named_panel(table.title, index, rows=[row.name for row in reversed(table.rows)])
        for index, table in enumerate(tables)
    ]
    chart = figure(traces, layout, height=height, panels=names, **words)
    every_cell = [cell for table in tables for cell in table.cells.values()]
    ramp = "centred" if centred else "column"
    numbered = any(_size(box, columns) for box in boxes)
    chart["layout"]["meta"] |= key(every_cell, traces, ramp=ramp, numbered=numbered)
    return chart


def _without_common(
    common: Mapping[str, Any], parts: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """The parts of a layout without what they have in common."""
    return [
        {name: value for name, value in part.items() if common.get(name) != value} for part in parts
    ]


def _axes(table: Table, box: Box, index: int, height: int, columns: int) -> dict[str, Any]:
    """The axes of a block; rows are counted from below, and the names of columns stand in a row over them."""
    count, under = len(table.rows), rows_under(table, columns)
    bottom = 1 - (box.top + ROW * (count + under)) / height
    names = slanted_ticks(table, columns) if box.slanted else {"tickvals": []}
    return {
        f"xaxis{suffix(index)}": axis(
            range=[-0.5, len(table.columns) - 0.5], showgrid=False, **names
        )
        | {"domain": [round(box.left, 5), round(box.right, 5)], "anchor": f"y{suffix(index)}"},
        f"yaxis{suffix(index)}": axis(
            range=[-0.5 - under, count - 0.5 + NAMES / ROW],
            showgrid=False,
            **row_names(table, box, columns),
        )
        | {
            "domain": [round(max(0.0, bottom), 5), round(1 - (box.top - NAMES) / height, 5)],
            "anchor": f"x{suffix(index)}",
        },
    }


def _at(table: Table) -> dict[Position, Cell]:
    """The cells by their row from below."""
    last = len(table.rows) - 1
    return {(last - row, column): cell for (row, column), cell in table.cells.items()}


def _edges(table: Table) -> Edges:
    return Edges(
        [index - 0.5 for index in range(len(table.columns) + 1)],
        [index - 0.5 for index in range(len(table.rows) + 1)],
    )


def _size(box: Box, columns: int) -> float:
    """The size of the numbers in the cells, 0 where they have no room."""
    if columns == 1:
        return 11.0 if box.cell >= 25 else 0.0  # noqa: PLR2004
    return 0.0 if box.cell < _CELL else 13.0 if box.cell >= _ROOMY else 12.0


def _cells(table: Table, box: Box, centred: bool, columns: int) -> list[Trace]:
    cells, edges = _at(table), _edges(table)
    turned, other, sets = table.turned
    keys = [row.key for row in reversed(table.rows)]
    size, gap = _size(box, columns), 1 if columns == 1 else 2
    others = {position: cell for position, cell in cells.items() if keys[position[0]] != turned}
    row = keys.index(turned) if turned in keys else None
    heats = [_heat(table, others, range(len(keys)), gap, left_out=row)]
    heats[0]["meta"] |= {"y": "b", "ys": keys}
    if row is not None:
        heats.append(_heat(table, cells, range(row, row + 1), gap))
        heats[1]["meta"] |= {"y": other, "ys": [turned], "sets": dict(sets)}
    numbers = [labels(cells, _ends(centred), centred, size)] if size else []
    over = [*gaps(cells, edges, labelled=False), *numbers, *corner_marks(cells, edges)]
    return [*heats, *over, *column_names(table, box, columns), *outer_numbers(table, box, columns)]


def _heat(
    table: Table,
    cells: Mapping[Position, Cell],
    rows: range,
    gap: float,
    *,
    left_out: int | None = None,
) -> Trace:
    """The cells of these rows, counted from below; the row `left_out` is none of its own."""
    lines = [[(row, column) for column in range(len(table.columns))] for row in rows]
    values = [
        [cells[position].value if position in cells else None for position in line]
        for line in lines
    ]
    names = [row.name for row in reversed(table.rows)]
    places = [
        ["" if row == left_out else f"{names[row]}, {column.name}" for column in table.columns]
        for row in rows
    ]
    return {
        "type": "heatmap",
        "x": _edges(table).across,
        "y": [edge - 0.5 for edge in (*rows, rows.stop)],
        "z": values,
        "text": [
            [cells[position].words if position in cells else "" for position in line]
            for line in lines
        ],
        "hovertemplate": f"%{{text}}{table.hover}<extra></extra>",
        "hoverongaps": False,
        "name": plain(table.title),
        "meta": {"sets": {}, "x": table.across, "xs": [column.key for column in table.columns]},
        "xgap": gap,
        "ygap": gap,
        "coloraxis": "coloraxis",
        **not_measured(values, places),
    }


def _ends(centred: bool) -> Span:
    """The ends of all scales."""
    return Span(-1.0 if centred else 0.0, 1.0)


def _over(table: Table, box: Box, index: int, centred: bool, columns: int) -> list[dict[str, Any]]:
    """The pills of the highest and the frame of the selected cell."""
    cells, ends = _at(table), _ends(centred)
    size = _size(box, columns)
    pill_traces = (
        pills(cells, index, ends, centred, size, box.cell - (1 if columns == 1 else 5))
        if size
        else []
    )
    if table.chosen is None:
        return pill_traces
    position = len(table.rows) - 1 - table.chosen[0], table.chosen[1]
    return [*pill_traces, *selected(cells, position, index, _edges(table), ends, centred)]
