"""The words around the cells of a table of scores: names, ranks, groups, what stands under the columns."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from reasonboard.charts.colors import CLEAR, FAINT, INK, MUTED, OWN
from reasonboard.charts.grid import suffix
from reasonboard.charts.marks import click
from reasonboard.charts.score_table_layout import (
    COLUMN_SIZE,
    FOOT,
    NAME_SIZE,
    NAMES,
    RANK,
    ROW,
    TITLE_SIZE,
    Box,
    Head,
    Table,
    Top,
    has_groups,
    slanted_names,
)
from reasonboard.charts.text_width import USUAL, Room, fitted, fitted_names, text_width
from reasonboard.charts.theme import Trace, plain
from reasonboard.charts.traces import marker, paper_note, pen, rule, scatter, texts

_ROOMY = 44
"""Pixels of a cell from which on the numbers under it have the usual size."""
_INDENT = "\u2004\u2004"
"""The room of the bar before the name of an own row: some 9 pixels."""
SCALED = {"xsizemode": "scaled", "ysizemode": "scaled"}


def link(text: str, href: str, size: int) -> str:
    """Muted words, a link to another state of the page (assets/page.js) where `href` is not ''."""
    style = f"font-size:{size}px;color:{MUTED}"
    if not href:
        return f'<span style="{style}">{plain(text)}</span>'
    return (
        f'<a href="{plain(href)}" target="_self">'
        f'<span style="{style};text-decoration:underline">{plain(text)}</span></a>'
    )


def column_names(table: Table, box: Box, columns: int) -> list[Trace]:
    """The names of the columns, a trace for each kind of click; slanted ones are those of the axis."""
    y = len(table.rows) - 0.5 + NAMES / ROW / 2
    traces = []
    for places in _alike(table.columns):
        tops = [table.columns[index] for index in places]
        names = ["" if box.slanted else plain(top.name) for top in tops]
        traces.append(
            scatter(
                "markers+text",
                places,
                [y] * len(places),
                text=[
                    f"<b>{name}</b>" if top.strong else name
                    for name, top in zip(names, tops, strict=True)
                ],
                textfont={
                    "size": COLUMN_SIZE.get(columns, 12.0),
                    "color": [INK if top.strong else MUTED for top in tops],
                },
                customdata=[top.hover for top in tops],
                hovertemplate="%{customdata}<extra></extra>",
                marker=marker(24, CLEAR, symbol="square"),
                name="columns",
                meta=click(table.across, [top.key for top in tops], **tops[0].sets),
            )
        )
    return traces


def _alike(tops: Sequence[Top]) -> list[list[int]]:
    """The places of the columns whose names set the same, together."""
    order = sorted(range(len(tops)), key=lambda index: (sorted(tops[index].sets.items()), index))
    return [
        list(group)
        for _, group in groupby(order, key=lambda index: sorted(tops[index].sets.items()))
    ]


def words_around(
    table: Table, box: Box, index: int, height: int, columns: int
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The words around the cells, and the bars of own rows and the lines over groups."""
    top = 1 - (box.top - NAMES) / height
    start = round(-box.room)
    words = f"<b>{plain(table.title)}</b>" + (
        f'  <span style="color:{MUTED}">{plain(table.detail)}</span>'
        if table.detail and columns > 1
        else ""
    )
    words += "".join(f"  {link(text, href, 12)}" for text, href in table.links)
    up = {"yanchor": "bottom"}
    title = paper_note(
        words,
        box.left,
        top,
        size=TITLE_SIZE,
        color=INK,
        xshift=start,
        yshift=round(box.head - NAMES - 22),
        **up,
    )
    over, lines = _tops(table, box, index, top, columns)
    rows, bars = _cut_names(table, box, index, columns), _bars(table, box, index)
    feet = [] if columns == 1 else table.feet
    bottom = round(max(0.0, 1 - (box.top + ROW * len(table.rows)) / height), 5)
    under = [
        paper_note(
            name,
            box.left,
            bottom,
            size=12,
            xshift=start,
            yanchor="middle",
            yshift=-4 - FOOT * (line + 0.5),
        )
        for line, name in enumerate(feet)
    ]
    return [title, *over, *rows, *under], [*lines, *bars]


def _tops(
    table: Table, box: Box, index: int, top: float, columns: int
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The names of columns, and those of their groups where they have room."""
    x, y = f"x{suffix(index)}", len(table.rows) - 0.5
    notes, lines = list[dict[str, Any]](), list[dict[str, Any]]()
    if has_groups(table, columns, slanted=box.slanted):
        for group, places in groupby(
            range(len(table.columns)), key=lambda column: table.columns[column].group
        ):
            spanned = list(places)
            words = fitted(Room(group, len(spanned) * box.cell - 8, 11.5 * USUAL))
            where: dict[str, Any] = {
                "xref": x,
                "yref": "paper",
                "yshift": 2,
                "yanchor": "bottom",
                "xshift": 1,
            }
            notes.append(paper_note(plain(words), spanned[0] - 0.5, top, size=11.5, **where))
            ends = (spanned[0] - 0.46, spanned[-1] + 0.42)
            lines.append(rule(ends, (top, top), pen(FAINT, 1), xref=x, yref="paper", **SCALED))
    if any(row.rank for row in table.rows) and columns > 1:
        notes.append(
            paper_note("rank", box.left, y, size=11.5, xanchor="right", xshift=-10, yref=f"y{suffix(index)}",
                       yanchor="bottom", yshift=3)
        )  # fmt: skip
    return notes, lines


def slanted_ticks(table: Table, columns: int) -> dict[str, Any]:
    """The names of the columns as those of the ticks of the x axis, over the first row."""
    short = slanted_names(table, columns)
    names = [(plain(name), top.strong) for name, top in zip(short, table.columns, strict=True)]
    return {
        "side": "top",
        "tickvals": list(range(len(names))),
        "ticktext": [
            f'<b><span style="color:{INK}">{name}</span></b>' if strong else name
            for name, strong in names
        ],
        "tickfont": {"size": 12, "color": MUTED},
        "tickangle": -90 if columns == 1 else -45,  # a phone has no room at the right
        "ticklabelstandoff": -NAMES,
    }


def row_names(table: Table, box: Box, columns: int) -> dict[str, Any]:
    """The names of the rows that are shown whole, as those of the ticks of the y axis; all begin at its left."""
    names = [
        (y, (_INDENT if row.own else "") + words)
        for y, row, words, is_whole in _heads(table, box, columns)
        if is_whole
    ]
    return {
        "tickvals": [y for y, _ in names],
        "ticktext": [words for _, words in names],
        "tickfont": {"size": NAME_SIZE.get(columns, 13.0), "color": INK},
        "ticklabelposition": "inside",
        "ticklabelstandoff": round(-box.room),
    }


def _cut_names(table: Table, box: Box, index: int, columns: int) -> list[dict[str, Any]]:
    """Those that are cut: as notes, which say the whole name to the pointer."""
    size, start = NAME_SIZE.get(columns, 13.0), round(-box.room)
    return [
        paper_note(
            words, box.left, y, size=size, color=INK, xanchor="left", yref=f"y{suffix(index)}",
            xshift=start + (9 if row.own else 0), hovertext=plain(row.name),
        )
        for y, row, words, is_whole in _heads(table, box, columns)
        if not is_whole
    ]  # fmt: skip


def _heads(table: Table, box: Box, columns: int) -> Iterator[tuple[int, Head, str, bool]]:
    """For each row from below: the row, its name as it is drawn, and whether that is the whole name."""
    names = _short_names(table, box, columns)
    for y, (row, short) in enumerate(reversed(list(zip(table.rows, names, strict=True)))):
        name = plain(short)
        words = f"<b>{name}</b>" if row.own or row.strong else name
        if row.own and columns > 1:
            words += ' <span style="font-size:11px">yours</span>'
        words = f'<span style="color:{OWN}">{words}</span>' if row.own else words
        if row.badge:
            words += f' <span style="font-size:12px;color:{MUTED}">{row.badge}</span>'
        if row.detail and columns > 1:
            words += f" {link(row.detail, row.href, 11)}"
        yield y, row, words, short == row.name


def _short_names(table: Table, box: Box, columns: int) -> list[str]:
    """The names of the rows as they have room."""
    size = NAME_SIZE.get(columns, 13.0)
    ranked = columns > 1 and any(row.rank for row in table.rows)
    wide = box.room - (RANK if ranked else 0) - 10
    rooms = []
    for row in table.rows:
        beside: float = (44 if row.own and columns > 1 else 10 if row.own else 0) + (
            16 if row.badge else 0
        )
        beside += text_width(f" {row.detail}", 11) if row.detail and columns > 1 else 0
        rooms.append(Room(row.name, wide - beside, size if row.own or row.strong else size * USUAL))
    return fitted_names(rooms)


def _bars(table: Table, box: Box, index: int) -> list[dict[str, Any]]:
    """A bar beside each own row."""
    start = round(-box.room)
    return [
        _bar(box.left, row_y, start, f"y{suffix(index)}")
        for row_y, row in enumerate(reversed(table.rows))
        if row.own
    ]


def _bar(x: float, row_y: int, start: int, y: str) -> dict[str, Any]:
    return {
        "type": "rect", "xref": "paper", "yref": y, "xsizemode": "pixel", "ysizemode": "scaled", "xanchor": x,
        "x0": start, "x1": start + 3, "y0": row_y - 0.47, "y1": row_y + 0.47, "fillcolor": OWN, "line": {"width": 0},
    }  # fmt: skip


def _fitting(words: str, width: float, size: float) -> str:
    """'12 of 100', or '12' where that has no room."""
    return words if text_width(words, size) <= width else words.partition(" of ")[0]


def outer_numbers(table: Table, box: Box, columns: int) -> list[Trace]:
    """The ranks before the rows and the lines under the columns, each named before the first."""
    last = len(table.rows) - 1
    ranks = [(-0.5, last - index, row) for index, row in enumerate(table.rows) if row.rank]
    feet = [] if columns == 1 else list(enumerate(table.feet))
    under = [-0.5 - (4 + FOOT * (line + 0.5)) / ROW for line, _ in feet]
    outside: dict[str, Any] = {"cliponaxis": False}
    word_traces = []
    if ranks and columns > 1:
        xs, ys, rows = map(list, zip(*ranks, strict=True))
        words = [f"({row.rank})\u2002" if row.muted else f"{row.rank}\u2002" for row in rows]
        colors = [MUTED if row.muted else INK for row in rows]
        word_traces.append(texts(xs, ys, words, colors, 12, textposition="middle left", **outside))
    if feet:
        size = 12 if box.cell >= _ROOMY else 10
        places = [
            (index, under[line], plain(_fitting(top.feet[line], box.cell, size)))
            for line, _ in feet
            for index, top in enumerate(table.columns)
        ]
        xs, ys, words = map(list, zip(*places, strict=True))
        word_traces.append(texts(xs, ys, words, MUTED, size, **outside))
    return word_traces
