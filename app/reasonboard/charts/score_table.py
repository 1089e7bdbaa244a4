"""Models by benchmarks as heatmaps with numbers: blocks with rows and columns of their own in one figure.

Each column has its own scale, so a cell's value is its place on it (0 to 1, or -1 to 1 about a centre) and its `label`
the number in it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from reasonboard.charts.cell_marks import Edges, corner_marks, gaps, labels, pills, selected
from reasonboard.charts.cells import Cell, Place
from reasonboard.charts.colors import CLEAR, DIVERGING, FAINT, INK, MUTED, OWN, SEQUENTIAL
from reasonboard.charts.grid import cut, on, suffix
from reasonboard.charts.heatmap_scales import Span, text_width
from reasonboard.charts.marks import click
from reasonboard.charts.theme import Figure, Trace, axis, figure, plain, scale
from reasonboard.charts.traces import marker, paper_note, pen, rule, scatter, texts

_ROW = 32
_HEAD, _SLANTED = 46, 96
"""Pixels over the cells: the block's title, the names of groups; with slanted names of columns more."""
_NAMES = 24
_FOOT = 17
_BETWEEN = 34
_WIDTHS = {1: 322, 2: 680, 3: 900, 4: 1300}
"""About how many pixels a figure has where one, two or more charts fit side by side."""
_CELL = 34
"""Pixels of width from which on a cell has its number; a phone's numbers are smaller."""
_ROOMY = 48
"""From here on the numbers are larger."""
_WIDEST_CELL = 112
_LEAST_CELL = 40
"""Of two blocks side by side."""
_RANK = 40
_NAME_SIZE = {1: 12.0, 2: 13.0}
_MOST_LEVEL, _MOST_LEVEL_ON_PHONE = 12, 4
"""Columns with level names."""


_SCALED = {"xsizemode": "scaled", "ysizemode": "scaled"}
_COMMON: dict[str, Any] = {"showarrow": False, "xref": "paper", "xanchor": "left"}
"""What all notes have in common."""
_PIXELS = {"type": "path", "xsizemode": "pixel", "ysizemode": "pixel"}
"""What the outlines have in common."""


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
    hover: str = ""
    """What all hovers of its cells end with."""
    turned: tuple[str, str, Mapping[str, str]] = ("", "", {})
    """The key of a row, the control that a click on it sets to this key, and what it sets besides."""


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
    """All blocks, two side by side where both fit; a click on a cell sets `row_control` and the benchmark."""
    slanted = any(_slanted(table, columns) for table in tables)
    right = 4 if not slanted else 14 if columns == 1 else 56
    boxes, height = _placed(tables, columns, right)
    left = round(boxes[0].room)
    layout: dict[str, Any] = {
        "margin": {"l": left, "r": right, "t": 0, "b": 0},
        "annotations": [],
        "shapes": [],
        "hovermode": "closest",
        "template": {"layout": {"annotationdefaults": _COMMON, "shapedefaults": _PIXELS}},
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
        layout |= _axes(table, box, index, height, columns)
        notes, shapes = _around(table, box, index, height, columns)
        layout["annotations"] += notes
        layout["shapes"] += [*shapes, *_over(table, box, index, centred, columns)]
    layout["annotations"] = _without(_COMMON, layout["annotations"])
    layout["shapes"] = _without(_PIXELS, layout["shapes"])
    return figure(traces, layout, height=height, summary=summary, uncertainty=uncertainty or None)


def _without(common: Mapping[str, Any], parts: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The parts of a layout without what they have in common."""
    return [
        {name: value for name, value in part.items() if common.get(name) != value} for part in parts
    ]


def _room(table: Table, columns: int) -> int:
    """The pixels of the names of rows, with their ranks."""
    if columns == 1:
        return 100
    size = _NAME_SIZE.get(columns, 13.0)
    widest = max((_head_width(row, size) for row in table.rows), default=60.0)
    return round(min(widest, 230) + (_RANK if any(row.rank for row in table.rows) else 0) + 14)


def _head_width(row: Head, size: float) -> float:
    width = text_width(row.name, size) * (1.0 if row.strong or row.own else 0.94)
    width += text_width(f" {row.detail}", 11) if row.detail else 0
    return width + (54 if row.own else 0) + (16 if row.badge else 0)


def _placed(tables: Sequence[Table], columns: int, right: int) -> tuple[list[_Box], int]:
    """Where each block stands, and the height of all: two on a shelf where the cells of both have room."""
    whole = _WIDTHS.get(columns, _WIDTHS[4]) - right
    shelves = _shelves(tables, whole, columns)
    left = max(_room(shelf[0], columns) for shelf in shelves)
    boxes: list[_Box] = []
    top = 0.0
    for shelf in shelves:
        head = max(_head(table, columns) for table in shelf)
        boxes += _on_shelf(shelf, whole - left, top + head, left, columns)
        top += head + max(_below(table, columns) for table in shelf) + _BETWEEN
    return boxes, round(top - _BETWEEN + 6)


def _shelves(tables: Sequence[Table], whole: float, columns: int) -> list[list[Table]]:
    """The blocks that stand side by side."""
    shelves: list[list[Table]] = []
    at = 0
    while at < len(tables):
        pair = list(tables[at : at + 2])
        plot = whole - _room(pair[0], columns)
        shelves.append(pair if len(pair) > 1 and _fit(pair, plot, columns) else pair[:1])
        at += len(shelves[-1])
    return shelves


def _fit(shelf: Sequence[Table], plot: float, columns: int) -> bool:
    first, second = shelf
    if columns < 4:  # noqa: PLR2004
        return False
    cells = len(first.columns) + len(second.columns)
    return (plot - _room(second, columns) - 30) / cells >= _LEAST_CELL


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


def _slanted(table: Table, columns: int) -> bool:
    """Are the names of the columns too long to stand level?"""
    return len(table.columns) > (_MOST_LEVEL if columns > 1 else _MOST_LEVEL_ON_PHONE)


def _head(table: Table, columns: int) -> float:
    return (_SLANTED if _slanted(table, columns) else _HEAD) + _NAMES


def _below(table: Table, columns: int) -> float:
    return _ROW * (len(table.rows) + _under_rows(table, columns)) + 2


def _axes(table: Table, box: _Box, index: int, height: int, columns: int) -> dict[str, Any]:
    """The axes of a block; rows are counted from below, and the names of columns stand in a row over them."""
    count, under = len(table.rows), _under_rows(table, columns)
    bottom = 1 - (box.top + _ROW * (count + under)) / height
    hidden = {"showgrid": False, "showticklabels": False, "tickvals": []}
    return {
        f"xaxis{suffix(index)}": axis(range=[-0.5, len(table.columns) - 0.5], **hidden)
        | {"domain": [round(box.left, 5), round(box.right, 5)], "anchor": f"y{suffix(index)}"},
        f"yaxis{suffix(index)}": axis(range=[-0.5 - under, count - 0.5 + _NAMES / _ROW], **hidden)
        | {
            "domain": [round(max(0.0, bottom), 5), round(1 - (box.top - _NAMES) / height, 5)],
            "anchor": f"x{suffix(index)}",
        },
    }


def _under_rows(table: Table, columns: int) -> float:
    """The height of the lines under the cells, in rows; a phone has none."""
    return 0.0 if columns == 1 else (_FOOT * len(table.feet) + 4) / _ROW


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
    return 0.0 if box.cell < _CELL else 13.0 if box.cell >= _ROOMY else 12.0


def _cells(table: Table, box: _Box, control: str, centred: bool, columns: int) -> list[Trace]:
    at, edges = _at(table), _edges(table)
    ends = Span(-1.0 if centred else 0.0, 1.0)
    size = _size(box, columns)
    turned, other, sets = table.turned
    gap = 1 if columns == 1 else 2
    keys = [row.key for row in reversed(table.rows)]
    places = {row for row, key in enumerate(keys) if key == turned}
    heats = [_heat(table, at, edges, set(range(len(keys))) - places, gap)]
    heats[0]["meta"] |= {"y": control, "ys": keys}
    if places:
        heats.append(_heat(table, at, edges, places, gap))
        heats[1]["meta"] |= {"y": other, "ys": keys, "sets": dict(sets)}
    numbers = [labels(at, ends, centred, size)] if size else []
    over = [*gaps(at, edges, labelled=False), *numbers, *corner_marks(at, edges)]
    return [*heats, *over, *_names(table, box, columns), *_words(table, columns)]


def _heat(
    table: Table, at: Mapping[Place, Cell], edges: Edges, rows: Collection[int], gap: float
) -> Trace:
    """The cells of these rows, counted from below."""
    there = {place: cell for place, cell in at.items() if place[0] in rows}
    return {
        "type": "heatmap",
        "x": edges.across,
        "y": edges.up,
        "z": [[there[place].value if place in there else None for place in line] for line in edges.places],
        "text": [[there[place].words if place in there else "" for place in line] for line in edges.places],
        "hovertemplate": f"%{{text}}{table.hover}<extra></extra>",
        "hoverongaps": False,
        "name": plain(table.title),
        "meta": {"sets": {}, "x": "panel", "xs": [column.key for column in table.columns]},
        "xgap": gap,
        "ygap": gap,
        "coloraxis": "coloraxis",
    }  # fmt: skip


def _names(table: Table, box: _Box, columns: int) -> list[Trace]:
    """The names of the columns, a trace for each kind of click; slanted ones stand in the layout."""
    y = len(table.rows) - 0.5 + _NAMES / _ROW / 2
    size = 11 if columns == 1 else 12
    room = max(3, int(box.cell * 1.02 / (size * 0.55)))
    traces = []
    for places in _alike(table.columns):
        tops = [table.columns[at] for at in places]
        names = ["" if _slanted(table, columns) else plain(cut(top.name, room)) for top in tops]
        traces.append(
            scatter(
                "markers+text",
                places,
                [y] * len(places),
                text=[
                    f"<b>{name}</b>" if top.strong else name
                    for name, top in zip(names, tops, strict=True)
                ],
                textfont={"size": size, "color": [INK if top.strong else MUTED for top in tops]},
                customdata=[top.hover for top in tops],
                hovertemplate="%{customdata}<extra></extra>",
                marker=marker(24, CLEAR, symbol="square"),
                name="names",
                meta=click("panel", [top.key for top in tops], **tops[0].sets),
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
    drawn = (
        pills(at, index, ends, centred, size, box.cell - (1 if columns == 1 else 5)) if size else []
    )
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
        yshift=_head(table, columns) - _NAMES - 22,
        **up,
    )
    over, lines = _tops(table, box, index, top, columns)
    rows, bars = _heads(table, box, index, columns)
    feet = [] if columns == 1 else table.feet
    bottom = round(max(0.0, 1 - (box.top + _ROW * len(table.rows)) / height), 5)
    under = [
        paper_note(
            name,
            box.left,
            bottom,
            size=12,
            xshift=start,
            yanchor="middle",
            yshift=-4 - _FOOT * (line + 0.5),
        )
        for line, name in enumerate(feet)
    ]
    return [title, *over, *rows, *under], [*lines, *bars]


def _tops(
    table: Table, box: _Box, index: int, top: float, columns: int
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The names of columns, and those of their groups where they have room."""
    x, y = f"x{suffix(index)}", len(table.rows) - 0.5
    notes, lines = _slanted_names(table, index, columns) if _slanted(table, columns) else [], []
    if (
        not _slanted(table, columns)
        and columns > 1
        and len({column.group for column in table.columns}) > 1
    ):
        for group, places in groupby(
            range(len(table.columns)), key=lambda at: table.columns[at].group
        ):
            ats = list(places)
            words = cut(group, int(len(ats) * box.cell / 6.2))
            at: dict[str, Any] = {
                "xref": x,
                "yref": "paper",
                "yshift": 2,
                "yanchor": "bottom",
                "xshift": 1,
            }
            notes.append(paper_note(plain(words), ats[0] - 0.5, top, size=11.5, **at))
            ends = (ats[0] - 0.46, ats[-1] + 0.42)
            lines.append(rule(ends, (top, top), pen(FAINT, 1), xref=x, yref="paper", **_SCALED))
    if any(row.rank for row in table.rows) and columns > 1:
        notes.append(
            paper_note("rank", box.left, y, size=11.5, xanchor="right", xshift=-10, yref=f"y{suffix(index)}",
                       yanchor="bottom", yshift=3)
        )  # fmt: skip
    return notes, lines


def _slanted_names(table: Table, index: int, columns: int) -> list[dict[str, Any]]:
    room = 13 if columns == 1 else 20
    places: dict[str, Any] = {
        "xref": f"x{suffix(index)}",
        "yref": f"y{suffix(index)}",
        "textangle": -45,
        "yanchor": "bottom",
    }
    return [
        paper_note(
            f"<b>{plain(cut(top.name, room))}</b>" if top.strong else plain(cut(top.name, room)), at,
            len(table.rows) - 0.5, size=12, color=INK if top.strong else MUTED, xshift=-4, yshift=3, **places,
        )
        for at, top in enumerate(table.columns)
    ]  # fmt: skip


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
        if row.own:
            bars.append(_bar(box.left, at, start, y))
    return notes, bars


def _bar(x: float, at: int, start: int, y: str) -> dict[str, Any]:
    return {
        "type": "rect", "xref": "paper", "yref": y, "xsizemode": "pixel", "ysizemode": "scaled", "xanchor": x,
        "x0": start, "x1": start + 3, "y0": at - 0.47, "y1": at + 0.47, "fillcolor": OWN, "line": {"width": 0},
    }  # fmt: skip


def _words(table: Table, columns: int) -> list[Trace]:
    """The ranks before the rows and the lines under the columns, each named before the first."""
    last = len(table.rows) - 1
    ranks = [(-0.5, last - at, row) for at, row in enumerate(table.rows) if row.rank]
    feet = [] if columns == 1 else list(enumerate(table.feet))
    under = [-0.5 - (4 + _FOOT * (line + 0.5)) / _ROW for line, _ in feet]
    outside: dict[str, Any] = {"cliponaxis": False}
    drawn = []
    if ranks and columns > 1:
        xs, ys, rows = map(list, zip(*ranks, strict=True))
        words = [f"({row.rank})\u2002" if row.muted else f"{row.rank}\u2002" for row in rows]
        colors = [MUTED if row.muted else INK for row in rows]
        drawn.append(texts(xs, ys, words, colors, 12, textposition="middle left", **outside))
    if feet:
        places = [
            (at, under[line], plain(top.feet[line]))
            for line, _ in feet
            for at, top in enumerate(table.columns)
        ]
        xs, ys, words = map(list, zip(*places, strict=True))
        drawn.append(texts(xs, ys, words, MUTED, 12, **outside))
    return drawn
