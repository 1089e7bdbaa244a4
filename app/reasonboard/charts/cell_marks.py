"""What is drawn over the cells of a heatmap: values, hatches, corners, stars, pills and frames."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from reasonboard.charts.cells import (
    BEST,
    DISPUTED,
    IMPOSSIBLE,
    LOWER,
    STARRED,
    TOGETHER,
    Cell,
    Placed,
    Position,
)
from reasonboard.charts.colors import (
    BLACK,
    DARK,
    DARK_DIVERGING,
    DARK_SEQUENTIAL,
    DIVERGING,
    INK,
    MUTED,
    ON_CELL,
    PAPER,
    SEQUENTIAL,
    WARNING,
    WHITE,
)
from reasonboard.charts.grid import suffix
from reasonboard.charts.heatmap_scales import Span
from reasonboard.charts.text_width import text_width
from reasonboard.charts.theme import (
    Trace,
    colors_at,
    contrast_ratios,
    label_colors,
)
from reasonboard.charts.traces import area, hatched, marker, pen, rule, scatter, texts

_MOST_LABELLED = 6
"""Missing neighbours in a row needed for a label."""
_NARROW = 0.2
"""The share of a panel's width under which the label has no room."""
_NUMBER = 13
"""The size of the numbers in cells."""
_READABLE = 4.5
"""The least contrast of a text (WCAG 2, 1.4.3)."""

_FEW_COLUMNS = 8
_CORNER = (0.115, 0.26, 0.45)
"""The width of a corner in cells of few columns, its height, and its width in cells of many, as shares."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Edges:
    """Where the columns and the rows of a panel meet, in axis units."""

    across: list[float]
    up: list[float]

    @cached_property
    def places(self) -> list[list[Position]]:
        """Of all cells, by row."""
        columns = range(len(self.across) - 1)
        return [[(row, column) for column in columns] for row in range(len(self.up) - 1)]

    def box(self, first: Position, last: Position) -> Box:
        """Left, right, bottom and top of the cells from the first, lower left, to the last."""
        (bottom, left), (top, right) = first, last
        return self.across[left], self.across[right + 1], self.up[bottom], self.up[top + 1]


def labels(cells: Placed, ends: Span, centred: bool, size: float = _NUMBER) -> Trace:
    """The values in the cells, each in a color that can be read on its cell in both color schemes."""
    valued = {position: cell for position, cell in cells.items() if cell.value is not None}
    return texts(
        [column for _, column in valued],
        [row for row, _ in valued],
        [_label(cell, centred) for cell in valued.values()],
        _text_colors(list(valued.values()), ends, centred),
        size,
    )


def _number(cell: Cell, centred: bool) -> str:
    if cell.label:
        return cell.label
    value = round(cell.value or 0.0, 1)
    return format(value or 0.0, "+.1f" if centred and value else ".1f").replace("-", "−")


def _label(cell: Cell, centred: bool) -> str:
    strong = BEST in cell.marks or TOGETHER in cell.marks
    return f"<b>{_number(cell, centred)}</b>" if strong else _number(cell, centred)


def _text_colors(cells: Sequence[Cell], ends: Span, centred: bool) -> list[str]:
    """Black or white by the cell, chosen for each color scheme (`ON_CELL`); muted where no test shows the difference,
    or lower than the highest and readable so.
    """
    shares = [ends.share(0.0 if cell.is_colorless else cell.value or 0.0) for cell in cells]
    scales = (DIVERGING, DARK_DIVERGING) if centred else (SEQUENTIAL, DARK_SEQUENTIAL)
    light, dark = (colors_at(shares, scale) for scale in scales)
    readable = [False] * len(cells)
    if any(LOWER in cell.marks for cell in cells):
        contrasts = contrast_ratios(MUTED, light), contrast_ratios(DARK[MUTED], dark)
        readable = (np.minimum(*contrasts) >= _READABLE).tolist()
    on_cells = zip(label_colors(light), label_colors(dark), strict=True)
    return [
        MUTED if _is_muted(cell, can_be_muted) else ON_CELL[pair]
        for cell, can_be_muted, pair in zip(cells, readable, on_cells, strict=True)
    ]


def _is_muted(cell: Cell, readable: bool) -> bool:
    """Is the number muted, if it is `readable` so?"""
    if cell.is_colorless and BEST not in cell.marks:
        return True
    return readable and LOWER in cell.marks


def pills(
    cells: Placed,
    index: int,
    ends: Span,
    centred: bool,
    size: float = _NUMBER,
    widest: float = math.inf,
) -> list[dict[str, Any]]:
    """Outlines around the numbers of the highest cells, at most `widest` pixels wide."""
    highest = {
        position: cells[position]
        for position in _marked(cells, BEST)
        if cells[position].value is not None
    }
    colors = _text_colors(list(highest.values()), ends, centred)
    return [
        _pill(
            position,
            index,
            min(text_width(_number(cell, centred), size) + 1.4 * size, widest),
            color,
            size,
        )
        for (position, cell), color in zip(highest.items(), colors, strict=True)
    ]


def _pill(position: Position, index: int, width: float, color: str, size: float) -> dict[str, Any]:
    """An outline with round ends, in pixels around the middle of a cell."""
    high, wide = round(size * 0.77), round(width / 2)
    flat, end = wide - high, round(high * 1.3)
    path = (
        f"M{-flat},{high} L{flat},{high} C{flat + end},{high} {flat + end},{-high} {flat},{-high} "
        f"L{-flat},{-high} C{-flat - end},{-high} {-flat - end},{high} {-flat},{high} Z"
    )
    return {
        "type": "path", "path": path, "xsizemode": "pixel", "ysizemode": "pixel", "xanchor": position[1],
        "yanchor": position[0], "xref": f"x{suffix(index)}", "yref": f"y{suffix(index)}", "line": pen(color, 1.6),
    }  # fmt: skip


def gaps(cells: Placed, edges: Edges, *, labelled: bool) -> list[Trace]:
    """The cells without a number: hatched, and labelled once where at least six stand together."""
    filled = {position for position, cell in cells.items() if cell.value is not None}
    blocks = _blocks(
        [position for line in edges.places for position in line if position not in filled]
    )
    if not blocks:
        return []
    hatch = hatched(
        *_outlines(
            [(left, low), (right, low), (right, high), (left, high)]
            for left, right, low, high in (edges.box(*ends) for ends in blocks)
        )
    )
    narrow = (edges.across[-1] - edges.across[0]) * _NARROW
    large = [edges.box(*ends) for ends in blocks if _count(*ends) >= _MOST_LABELLED]
    named = [box for box in large if box[1] - box[0] >= narrow]
    if not labelled or not named:
        return [hatch]
    label = texts(
        [(left + right) / 2 for left, right, _, _ in named],
        [(low + high) / 2 for _, _, low, high in named],
        ["not measured"] * len(named),
        MUTED,
        11,
    )
    return [hatch, label]


def _count(first: Position, last: Position) -> int:
    return (last[0] - first[0] + 1) * (last[1] - first[1] + 1)


def corner_marks(cells: Placed, edges: Edges) -> list[Trace]:
    """Small marks in the corners of cells, a trace for each mark that some cell has."""
    marks = {DISPUTED: _disputed, IMPOSSIBLE: _triangles, STARRED: _stars}
    by_mark = ((mark, draw, _marked(cells, mark)) for mark, draw in marks.items())
    return [
        draw([edges.box(position, position) for position in places], len(edges.across) - 1)
        | {"name": mark}
        for mark, draw, places in by_mark
        if places
    ]


def _marked(cells: Placed, mark: str) -> list[Position]:
    return [position for position, cell in cells.items() if mark in cell.marks]


def _disputed(boxes: list[Box], columns: int) -> Trace:
    """A small triangle in the upper right corner, larger in narrow cells."""
    return _triangles([(right, left, low, top) for left, right, low, top in boxes], columns)


def _triangles(boxes: list[Box], columns: int) -> Trace:
    """Small triangles in the upper corners at the first side of each box."""
    wide = _CORNER[0] if columns <= _FEW_COLUMNS else _CORNER[2]
    return area(
        *_outlines(
            [
                (near + (far - near) * wide, top),
                (near, top),
                (near, top - (top - low) * _CORNER[1]),
            ]
            for near, far, low, top in boxes
        ),
        WARNING,
    )


def _stars(boxes: list[Box], _columns: int) -> Trace:
    """A star in the lower right corner."""
    return scatter(
        "markers",
        [round(right - (right - left) * 0.14, 3) for left, right, _, _ in boxes],
        [round(low + (top - low) * 0.24, 3) for _, _, low, top in boxes],
        hoverinfo="skip",
        marker=marker(11, INK, PAPER, 1, symbol="star"),
    )


def selected(
    cells: Placed, position: Position, index: int, edges: Edges, ends: Span, centred: bool
) -> list[dict[str, Any]]:
    """The frame of the selected cell, on a ground of paper where it would not stand out from the cell."""
    box = edges.box(position, position)
    plain_cell = position not in cells or (
        _text_colors([cells[position]._replace(marks=())], ends, centred) == [ON_CELL[BLACK, WHITE]]
    )
    ground = [] if plain_cell else [frame(index, box, pen(PAPER, 5))]
    return [shape | _SCALED for shape in (*ground, frame(index, box, pen(INK, 2)))]


def frame(index: int, box: Box, line: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A rectangle over a panel, from left to right and from bottom to top in axis units."""
    axes = {"xref": f"x{suffix(index)}", "yref": f"y{suffix(index)}"}
    return rule(box[:2], box[2:], line, type="rect", layer="above", **axes, **more)


def _outlines(shapes: Iterable[list[Point]]) -> tuple[list[float | None], list[float | None]]:
    """The x and the y of closed outlines, with a gap after each."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for shape in shapes:
        xs += [*(x for x, _ in shape), shape[0][0], None]
        ys += [*(y for _, y in shape), shape[0][1], None]
    return xs, ys


_SCALED = {"xsizemode": "scaled", "ysizemode": "scaled"}


def _blocks(places: list[Position]) -> list[tuple[Position, Position]]:
    """The first and the last place of every rectangle of neighbours: runs in a row, joined over equal columns."""
    runs: list[tuple[Position, Position]] = []
    for row, column in places:
        if runs and runs[-1][1] == (row, column - 1):
            runs[-1] = (runs[-1][0], (row, column))
        else:
            runs.append(((row, column), (row, column)))
    blocks: dict[tuple[int, int, int], tuple[Position, Position]] = {}
    for first, last in runs:
        below = blocks.pop((first[0] - 1, first[1], last[1]), None)
        blocks[last[0], first[1], last[1]] = (below[0] if below else first, last)
    return list(blocks.values())
