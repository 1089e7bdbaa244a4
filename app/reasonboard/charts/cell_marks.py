"""What is drawn over the cells of a heatmap: values, hatches, corners, stars and outlines."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from reasonboard.charts.cells import (
    BEST,
    DISPUTED,
    NOT_RESOLVED,
    STARRED,
    TOGETHER,
    Cell,
    Place,
    Placed,
)
from reasonboard.charts.colors import ACCENT, INK, MUTED, PAPER, WARNING
from reasonboard.charts.grid import suffix
from reasonboard.charts.theme import Trace, colour_at, label_colour
from reasonboard.charts.traces import area, hatched, marker, pen, rule, scatter, texts

_MOST_SIGNED = 12
"""So many columns leave room for a sign before a label."""
_NARROW = 0.2
"""The share of a panel's width under which 'no data' has no room."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Edges:
    """Where the columns and the rows of a panel meet, in axis units."""

    across: list[float]
    up: list[float]

    @cached_property
    def places(self) -> list[list[Place]]:
        """Of all cells, by row."""
        columns = range(len(self.across) - 1)
        return [[(row, column) for column in columns] for row in range(len(self.up) - 1)]

    def box(self, first: Place, last: Place) -> tuple[float, float, float, float]:
        """Left, right, bottom and top of the cells from the first, lower left, to the last."""
        (bottom, left), (top, right) = first, last
        return self.across[left], self.across[right + 1], self.up[bottom], self.up[top + 1]


def labels(at: Placed, ends: tuple[float, float], colours: Sequence[str], centred: bool) -> Trace:
    """The values in the cells, each in black or white by its cell's colour; `ends` are those of the colours."""
    low, high = ends
    shown = {place: cell for place, cell in at.items() if cell.value is not None}
    narrow = max((column for _, column in at), default=0) >= _MOST_SIGNED
    return texts(
        [column for _, column in shown],
        [row for row, _ in shown],
        [_label(cell, "+.1f" if centred else ".1f", narrow) for cell in shown.values()],
        [
            MUTED
            if NOT_RESOLVED in cell.marks
            else label_colour(colour_at(((cell.value or 0) - low) / ((high - low) or 1), colours))
            for cell in shown.values()
        ],
    )


def _label(cell: Cell, form: str, narrow: bool) -> str:
    text = format(cell.value, form)
    if NOT_RESOLVED in cell.marks:
        return text if narrow else f"≈ {text}"
    return f"<b>{text}</b>" if BEST in cell.marks else text


def gaps(at: Placed, edges: Edges, *, labelled: bool) -> list[Trace]:
    """The cells without a number: hatched, and labelled where there is room."""
    known = {place for place, cell in at.items() if cell.value is not None}
    stretches = _stretches([place for line in edges.places for place in line if place not in known])
    if not stretches:
        return []
    boxes = [edges.box(*ends) for ends in stretches]
    hatch = hatched(
        *_outlines(
            [(left, low), (right, low), (right, high), (left, high)]
            for left, right, low, high in boxes
        )
    )
    narrow = (edges.across[-1] - edges.across[0]) * _NARROW
    crowded = len(stretches) > 2 * len(edges.places)
    if not labelled or crowded or any(right - left < narrow for left, right, _, _ in boxes):
        return [hatch]
    label = texts(
        [(left + right) / 2 for left, right, _, _ in boxes],
        [(low + high) / 2 for _, _, low, high in boxes],
        ["no data"] * len(stretches),
        MUTED,
        10,
    )
    return [hatch, label]


def corner_marks(at: Placed, edges: Edges) -> list[Trace]:
    """Small marks in the corners of cells, a trace for each mark that some cell has."""
    marks = {DISPUTED: _disputed, TOGETHER: _together, STARRED: _stars}
    found = ((mark, draw, _marked(at, mark)) for mark, draw in marks.items())
    return [
        draw([edges.box(place, place) for place in places]) | {"name": mark}
        for mark, draw, places in found
        if places
    ]


def _marked(at: Placed, mark: str) -> list[Place]:
    return [place for place, cell in at.items() if mark in cell.marks]


def _disputed(boxes: list[tuple[float, ...]]) -> Trace:
    """A triangle in the upper right corner."""
    return area(
        *_outlines(
            [(right - (right - left) * 0.22, top), (right, top), (right, top - (top - low) * 0.36)]
            for left, right, low, top in boxes
        ),
        WARNING,
    )


def _together(boxes: list[tuple[float, ...]]) -> Trace:
    """A light triangle in the lower left corner."""
    outlines = _outlines(
        [
            (left, low),
            (round(left + (right - left) * 0.16, 3), low),
            (left, round(low + (top - low) * 0.3, 3)),
        ]
        for left, right, low, top in boxes
    )
    return area(*outlines, PAPER, line={"color": INK, "width": 1})


def _stars(boxes: list[tuple[float, ...]]) -> Trace:
    """A star in the lower right corner."""
    return scatter(
        "markers",
        [round(right - (right - left) * 0.14, 3) for left, right, _, _ in boxes],
        [round(low + (top - low) * 0.24, 3) for _, _, low, top in boxes],
        hoverinfo="skip",
        marker=marker(11, ACCENT, PAPER, 1, symbol="star"),
    )


def outlines(at: Placed, index: int, edges: Edges, marked: Place | None) -> list[dict[str, Any]]:
    """Frames around the best cells, and around the row and the column of the marked one."""
    frames = [(place, place, INK, 2.0) for place in _marked(at, BEST)]
    if marked:
        (row, column), (top, right) = marked, edges.places[-1][-1]
        frames.append(((row, 0), (row, right), ACCENT, 1.5))
        frames.append(((0, column), (top, column), ACCENT, 1.5))
    return [
        frame(index, edges.box(first, end), pen(colour, width))
        for first, end, colour, width in frames
    ]


def frame(
    index: int, box: tuple[float, float, float, float], line: dict[str, Any], **more: Any
) -> dict[str, Any]:
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


def _stretches(places: list[Place]) -> list[tuple[Place, Place]]:
    """The first and the last place of every run of neighbours in a row."""
    stretches: list[tuple[Place, Place]] = []
    for row, column in places:
        if stretches and stretches[-1][1] == (row, column - 1):
            stretches[-1] = (stretches[-1][0], (row, column))
        else:
            stretches.append(((row, column), (row, column)))
    return stretches
