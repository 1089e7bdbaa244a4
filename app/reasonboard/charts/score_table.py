"""Models by benchmarks as heatmaps with numbers: blocks with rows and columns of their own in one figure.

Each column has its own scale, so a cell's value is its place on it (0 to 1, or -1 to 1 about a centre) and its `label`
the number in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from reasonboard.charts.cell_marks import Edges, corner_marks, gaps, labels, pills, selected
from reasonboard.charts.cells import Cell, Place
from reasonboard.charts.colors import CLEAR, DIVERGING, FAINT, INK, MUTED, OWN, SEQUENTIAL
from reasonboard.charts.grid import cut, on, suffix
from reasonboard.charts.heatmap_scales import Span, text_width
from reasonboard.charts.theme import Figure, Trace, axis, figure, plain, scale
from reasonboard.charts.traces import marker, paper_note, pen, rule, scatter

_ROW = 32
_HEAD, _SLANTED = 46, 96
"""Pixels over the cells: the block's title, the names of groups; with slanted names of columns more."""
_NAMES = 24
_FOOT = 17
_BETWEEN = 34
_WIDTHS = {1: 322, 2: 680, 3: 900, 4: 1120}
"""About how many pixels a figure has where one, two or more charts fit side by side."""
_CELL = 34
"""Pixels of width from which on a cell has its number; a phone's numbers are smaller."""
_WIDEST_CELL = 112
_RANK = 40
_NAME_SIZE = {1: 12.0, 2: 13.0}
_MOST_LEVEL = 12
"""Columns with level names."""


class Head(NamedTuple):
    """What stands before a row."""

    key: str
    name: str
    rank: str = ""
    own: bool = False
    strong: bool = False
    muted: bool = False
    """Is its rank of few benchmarks?"""
    badge: str = ""
    """A or B."""
    detail: str = ""
    """'3 runs'."""


class Top(NamedTuple):
    """What stands over a column and under it."""

    key: str
    name: str
    group: str
    hover: str
    feet: Sequence[str] = ()
    strong: bool = False
    sets: Mapping[str, str] = {}
    """What a click on its name sets."""


@dataclass(frozen=True)
class Table:
    """A block: its rows from above to below, its columns, and its cells by row from above and column."""

    title: str
    detail: str
    rows: Sequence[Head]
    columns: Sequence[Top]
    cells: Mapping[Place, Cell]
    feet: Sequence[str] = field(default_factory=list)
    """What the lines under the columns are."""
    chosen: Place | None = None


@dataclass(frozen=True)
class _Box:
    """Where a block stands: its columns and rows of cells in pixels and shares of the plot area."""

    left: float
    right: float
    top: float
    """In pixels from above: the upper edge of its cells."""
    room: float
    cell: float
    """The width of a cell in pixels."""


def score_tables(
    tables: Sequence[Table],
    *,
    columns: int,
    row_control: str,
    centred: bool = False,
    summary: str,
    uncertainty: str = "",
) -> Figure:
    """All blocks, two side by side where both fit; a click on a cell sets `row_control` and the controls of its column."""
    boxes, height = _placed(tables, columns)
    left = max(_room(table, columns) for table in tables)
    layout: dict[str, Any] = {
        "margin": {"l": left, "r": 4, "t": 0, "b": 0},
        "annotations": [],
        "shapes": [],
        "hovermode": "closest",
        "coloraxis": {
            "cmin": -1.0 if centred else 0.0,
            "cmax": 1.0,
            "colorscale": scale(DIVERGING if centred else SEQUENTIAL),
            "showscale": False,
        },
    }
    traces: list[Trace] = []
    for index, (table, box) in enumerate(zip(tables, boxes, strict=True)):
        traces += [one | on(index) for one in _cells(table, box, row_control, centred, columns)]
        layout |= _axes(table, box, index, height)
        notes, shapes = _around(table, box, index, height, columns)
        layout["annotations"] += notes
        layout["shapes"] += [*shapes, *_over(table, box, index, centred, columns)]
    return figure(traces, layout, height=height, summary=summary, uncertainty=uncertainty or None)


def _room(table: Table, columns: int) -> int:
    """The pixels of the names of rows, with their ranks."""
    if columns == 1:
        return 112
    size = _NAME_SIZE.get(columns, 13.0)
    widest = max((_head_width(row, size) for row in table.rows), default=60.0)
    return round(min(widest, 230) + (_RANK if any(row.rank for row in table.rows) else 0) + 14)


def _head_width(row: Head, size: float) -> float:
    width = text_width(row.name, size) * (1.0 if row.strong or row.own else 0.94)
    width += text_width(f" {row.detail}", 11) if row.detail else 0
    return width + (54 if row.own else 0) + (16 if row.badge else 0)


def _placed(tables: Sequence[Table], columns: int) -> tuple[list[_Box], int]:
    """Where each block stands, and the height of all: two on a shelf where the cells of both have room."""
    left = max(_room(table, columns) for table in tables)
    plot = _WIDTHS.get(columns, 1120) - left
    boxes: list[_Box] = []
    top = 0.0
    at = 0
    while at < len(tables):
        shelf = list(tables[at : at + 2])
        if len(shelf) > 1 and not _fit(shelf, plot, columns):
            shelf = shelf[:1]
        head = max(_head(table) for table in shelf)
        boxes += _on_shelf(shelf, plot, top + head, left, columns)
        top += head + max(_below(table) for table in shelf) + _BETWEEN
        at += len(shelf)
    return boxes, round(top - _BETWEEN + 6)


def _fit(shelf: Sequence[Table], plot: float, columns: int) -> bool:
    first, second = shelf
    if columns < 4:  # noqa: PLR2004
        return False
    cells = len(first.columns) + len(second.columns)
    return (plot - _room(second, columns) - 30) / cells >= 44  # noqa: PLR2004


def _on_shelf(
    shelf: Sequence[Table], plot: float, top: float, left: float, columns: int
) -> list[_Box]:
    if len(shelf) == 1:
        count = len(shelf[0].columns)
        cell = min(_WIDEST_CELL, plot / count)
        right = min(1.0, count * cell / plot)
        return [_Box(0.0, right, top, left, cell)]
    first, second = shelf
    room = _room(second, columns)
    cell = min(_WIDEST_CELL, (plot - room - 30) / (len(first.columns) + len(second.columns)))
    start = (len(first.columns) * cell + 30 + room) / plot
    ends = len(first.columns) * cell / plot, min(1.0, start + len(second.columns) * cell / plot)
    return [_Box(0.0, ends[0], top, left, cell), _Box(start, ends[1], top, room, cell)]


def _slanted(table: Table) -> bool:
    return len(table.columns) > _MOST_LEVEL


def _head(table: Table) -> float:
    return (_SLANTED if _slanted(table) else _HEAD) + _NAMES


def _below(table: Table) -> float:
    return _ROW * len(table.rows) + _FOOT * len(table.feet) + 6


def _axes(table: Table, box: _Box, index: int, height: int) -> dict[str, Any]:
    """The axes of a block; rows are counted from below, and the names of columns stand in a row over them."""
    count = len(table.rows)
    bottom = 1 - (box.top + _ROW * count) / height
    hidden = {"showgrid": False, "showticklabels": False, "tickvals": []}
    return {
        f"xaxis{suffix(index)}": axis(range=[-0.5, len(table.columns) - 0.5], **hidden)
        | {"domain": [round(box.left, 5), round(box.right, 5)], "anchor": f"y{suffix(index)}"},
        f"yaxis{suffix(index)}": axis(range=[-0.5, count - 0.5 + _NAMES / _ROW], **hidden)
        | {
            "domain": [round(max(0.0, bottom), 5), round(1 - (box.top - _NAMES) / height, 5)],
            "anchor": f"x{suffix(index)}",
        },
    }


def _at(table: Table) -> dict[Place, Cell]:
    """The cells by their row from below."""
    last = len(table.rows) - 1
    return {(last - row, column): cell for (row, column), cell in table.cells.items()}


def _edges(table: Table) -> Edges:
    return Edges(
        [at - 0.5 for at in range(len(table.columns) + 1)],
        [at - 0.5 for at in range(len(table.rows) + 1)],
    )


def _size(box: _Box, columns: int) -> float:
    """The size of the numbers in the cells, 0 where they have no room."""
    if columns == 1:
        return 11.0 if box.cell >= 25 else 0.0  # noqa: PLR2004
    return 13.0 if box.cell >= _CELL else 0.0


def _cells(table: Table, box: _Box, control: str, centred: bool, columns: int) -> list[Trace]:
    at, edges = _at(table), _edges(table)
    ends = Span(-1.0 if centred else 0.0, 1.0)
    size = _size(box, columns)
    keys = [row.key for row in reversed(table.rows)]
    heat: Trace = {
        "type": "heatmap",
        "x": edges.across,
        "y": edges.up,
        "z": [
            [at[place].value if place in at else None for place in line] for line in edges.places
        ],
        "text": [
            [at[place].words if place in at else "" for place in line] for line in edges.places
        ],
        "hovertemplate": "%{text}<extra></extra>",
        "hoverongaps": False,
        "name": plain(table.title),
        "meta": {
            "sets": {},
            "x": "panel",
            "xs": [column.key for column in table.columns],
            "y": control,
            "ys": keys,
        },
        "xgap": 2,
        "ygap": 2,
        "coloraxis": "coloraxis",
    }
    numbers = [labels(at, ends, centred, size)] if size else []
    return [
        heat,
        *gaps(at, edges, labelled=False),
        *numbers,
        *corner_marks(at, edges),
        *_names(table),
    ]


def _names(table: Table) -> list[Trace]:
    """What the names of the columns are to the pointer, a trace for each kind of click."""
    y = len(table.rows) - 0.5 + _NAMES / _ROW / 2
    traces = []
    for places in _alike(table.columns):
        tops = [table.columns[at] for at in places]
        meta: dict[str, Any] = {
            "sets": dict(tops[0].sets),
            "x": "panel",
            "xs": [top.key for top in tops],
        }
        traces.append(
            scatter(
                "markers",
                places,
                [y] * len(places),
                text=[top.hover for top in tops],
                hovertemplate="%{text}<extra></extra>",
                marker=marker(26, CLEAR, symbol="square"),
                name="names",
                meta=meta,
            )
        )
    return traces


def _alike(tops: Sequence[Top]) -> list[list[int]]:
    """The places of the columns whose names set the same, together."""
    order = sorted(range(len(tops)), key=lambda at: (sorted(tops[at].sets.items()), at))
    return [
        list(group) for _, group in groupby(order, key=lambda at: sorted(tops[at].sets.items()))
    ]


def _over(table: Table, box: _Box, index: int, centred: bool, columns: int) -> list[dict[str, Any]]:
    """The pills of the highest and the frame of the selected cell."""
    at, ends = _at(table), Span(-1.0 if centred else 0.0, 1.0)
    size = _size(box, columns)
    drawn = pills(at, index, ends, centred, size) if size else []
    if table.chosen is None:
        return drawn
    place = len(table.rows) - 1 - table.chosen[0], table.chosen[1]
    return [*drawn, *selected(at, place, index, _edges(table), ends, centred)]


def _around(
    table: Table, box: _Box, index: int, height: int, columns: int
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The words around the cells, and the bars of own rows and the lines over groups."""
    top = 1 - (box.top - _NAMES) / height
    start = round(-box.room)
    words = f"<b>{plain(table.title)}</b>" + (
        f'  <span style="color:{MUTED}">{plain(table.detail)}</span>' if table.detail else ""
    )
    up = {"yanchor": "bottom"}
    title = paper_note(
        words,
        box.left,
        top,
        size=13,
        color=INK,
        xshift=start,
        yshift=_head(table) - _NAMES - 22,
        **up,
    )
    over, lines = _tops(table, box, index, top, columns)
    rows, bars = _heads(table, box, index, columns)
    return [title, *over, *rows, *_under(table, box, index, height, columns)], [*lines, *bars]


def _tops(
    table: Table, box: _Box, index: int, top: float, columns: int
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The names of columns, and those of their groups where they have room."""
    x, y = f"x{suffix(index)}", len(table.rows) - 0.5
    slanted, size = _slanted(table), 11 if columns == 1 else 12
    room = max(3, int((box.cell * 1.02 if not slanted else 110) / (size * 0.55)))
    notes = []
    for at, column in enumerate(table.columns):
        name = plain(cut(column.name, room))
        way: dict[str, Any] = (
            {"textangle": -45, "xanchor": "left", "yanchor": "bottom", "xshift": -4}
            if slanted
            else {"yanchor": "bottom", "xanchor": "center"}
        )
        notes.append(
            paper_note(
                f"<b>{name}</b>" if column.strong else name, at, y, size=size, color=INK if column.strong else MUTED,
                **way | {"xref": x, "yref": f"y{suffix(index)}", "yshift": 3},
            )
        )  # fmt: skip
    lines = []
    if not slanted and columns > 1 and len({column.group for column in table.columns}) > 1:
        for group, places in groupby(
            range(len(table.columns)), key=lambda at: table.columns[at].group
        ):
            ats = list(places)
            words = cut(group, int(len(ats) * box.cell / 6.2))
            at = {"xref": x, "yref": "paper", "yshift": 2, "yanchor": "bottom", "xshift": 1}
            notes.append(paper_note(plain(words), ats[0] - 0.5, top, size=11.5, **at))
            lines.append(
                rule((ats[0] - 0.46, ats[-1] + 0.42), (top, top), pen(FAINT, 1), xref=x, yref="paper")
            )  # fmt: skip
    if any(row.rank for row in table.rows) and columns > 1:
        notes.append(
            paper_note("rank", box.left, y, size=11.5, xanchor="right", xshift=-10, yref=f"y{suffix(index)}",
                       yanchor="bottom", yshift=3)
        )  # fmt: skip
    return notes, lines


def _heads(
    table: Table, box: _Box, index: int, columns: int
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The name of each row with its rank, and a bar beside own ones."""
    notes, bars = [], []
    y, size = f"y{suffix(index)}", _NAME_SIZE.get(columns, 13.0)
    start = round(-box.room)
    ranked = columns > 1 and any(row.rank for row in table.rows)
    wide = box.room - (_RANK if ranked else 0) - 10
    for at, row in enumerate(reversed(table.rows)):
        color = OWN if row.own else INK
        rest = (44 if row.own and columns > 1 else 10 if row.own else 0) + (16 if row.badge else 0)
        name = plain(cut(row.name, max(4, int((wide - rest) / (size * 0.56)))))
        words = f"<b>{name}</b>" if row.own or row.strong else name
        if row.own and columns > 1:
            words += ' <span style="font-size:11px">yours</span>'
        if row.badge:
            words += f' <span style="font-size:12px;color:{MUTED}">{row.badge}</span>'
        if row.detail and columns > 1:
            words += f' <span style="font-size:11px;color:{MUTED}">{plain(row.detail)}</span>'
        left = {"xanchor": "left", "yref": y, "xshift": start + (9 if row.own else 0)}
        hover = {} if name == plain(row.name) else {"hovertext": plain(row.name)}
        notes.append(paper_note(words, box.left, at, size=size, color=color, **left, **hover))
        if ranked:
            rank = f"({plain(row.rank)})" if row.muted else plain(row.rank)
            right = {"xanchor": "right", "yref": y, "xshift": -10}
            notes.append(
                paper_note(rank, box.left, at, size=12, color=MUTED if row.muted else INK, **right)
            )
        if row.own:
            bars.append(_bar(box.left, at, start, y))
    return notes, bars


def _bar(x: float, at: int, start: int, y: str) -> dict[str, Any]:
    return {
        "type": "rect", "xref": "paper", "yref": y, "xsizemode": "pixel", "ysizemode": "scaled", "xanchor": x,
        "x0": start, "x1": start + 3, "y0": at - 0.47, "y1": at + 0.47, "fillcolor": OWN, "line": {"width": 0},
    }  # fmt: skip


def _under(table: Table, box: _Box, index: int, height: int, columns: int) -> list[dict[str, Any]]:
    """The lines under the columns, each named before the first."""
    bottom, notes = round(max(0.0, 1 - (box.top + _ROW * len(table.rows)) / height), 5), []
    if columns == 1:
        return []
    for line, name in enumerate(table.feet):
        place: dict[str, Any] = {"yanchor": "top", "yshift": -4 - _FOOT * line}
        notes.append(paper_note(name, box.left, bottom, size=12, xshift=round(-box.room), **place))
        notes += [
            paper_note(plain(column.feet[line]), at, bottom, size=12, xref=f"x{suffix(index)}", xanchor="center",
                       **{name: way for name, way in place.items()})
            for at, column in enumerate(table.columns)
            if column.feet[line]
        ]  # fmt: skip
    return notes
