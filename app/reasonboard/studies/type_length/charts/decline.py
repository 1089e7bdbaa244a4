"""How each type falls with length: slope, short against long, mean at shared lengths."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from reasonboard.charts.colors import ACCENT, FAINT, MUTED, PAPER
from reasonboard.charts.grid import Grid, half_width, named_panel, note_under, on, suffix
from reasonboard.charts.intervals import NO_UNCERTAINTY, error_bars
from reasonboard.charts.lines import padded, vertical
from reasonboard.charts.text_width import Room, fitted_names, text_width
from reasonboard.charts.theme import SIGNS, Figure, Trace, color, empty, figure, plain, symbol
from reasonboard.charts.traces import marker, pen, rule, scatter
from reasonboard.statistics.decline import shared_lengths, short_minus_long, slope
from reasonboard.studies.type_length.charts.decline_quantities import (
    Quantity,
    Readings,
    odds_by_length,
    quantities_of,
)
from reasonboard.studies.type_length.rows import (
    Row,
    curve_of,
    curves_of,
    step_of,
    tested_lengths,
)

_ROW, _APART = 26, 0.17
_CHARACTER = 5.9
"""The pixels of a usual character of a title."""
_LABEL, _SIZE = 110, 11.0
"""The pixels that the name of a type has at most, and the size of its letters."""
_MOST, _ACROSS = 2, 2
"""Lines that are drawn, and panels side by side in half of the page."""
_SUBTITLE = "One mark per type and method, with its 95% interval. Filled: significant."
UNCERTAINTY = (
    "odds and drop: 95% intervals, filled if significant after Holm's correction over the "
    "types of a model and method; logistic regression, widened if cells scatter more than "
    "binomial noise (odds); normal 95% intervals (drop, mean); assumes independent "
    "answers"
)


@dataclass(frozen=True)
class _Frame:
    """The grid, looks, types and options that all panels share."""

    grid: Grid
    looks: "dict[str, Look]"
    """By line."""
    types: list[str]
    """From the lowest row to the highest."""
    labels: list[str]
    """The types as there is room for them."""
    type: str
    """The isolated one; '' for none."""
    intervals: bool
    room: int
    """Characters of a title."""


def type_decline(
    rows: Sequence[Row], *, first: str, second: str, type: str, intervals: str, columns: int
) -> Figure:
    """Three panels of dots with their 95% intervals: a row per type, a mark per line.

    Rows are those of the heatmaps (see sql/grid.sql); drawn are the lines `first`
    and `second` as far as they are there.
    """
    named = [
        name for name in dict.fromkeys((first, second)) if any(r["panel"] == name for r in rows)
    ]
    if not named:
        return empty("No data: the source has no values by type and length for this choice.")
    lines = {name: [row for row in rows if row["panel"] == name] for name in named[:_MOST]}
    types = sorted({row["task_type"] for group in lines.values() for row in group}, reverse=True)
    shared = shared_lengths(row["lengths"] for group in lines.values() for row in group)
    step = step_of(tested_lengths(rows))
    quantities = quantities_of(shared, step)
    labels = fitted_names([Room(kind, _LABEL, _SIZE) for kind in types])
    left = max(56, 14 + round(max(text_width(label, _SIZE) for label in labels)))
    grid = Grid(len(quantities), min(columns, _ACROSS), _ROW * len(types), left=left, gap=0.08)
    panel = (half_width(columns) - grid.left) * (1 - grid.gap) / grid.across
    title_room = int(panel / _CHARACTER)
    frame = _Frame(grid, _looks(lines), types, labels, type, intervals == "on", title_room)
    layout = grid.layout(hovermode="closest")
    traces: list[Trace] = []
    for index, quantity in enumerate(quantities):
        read = {line: quantity.read(curves_of(group)) for line, group in lines.items()}
        traces += _panel(layout, frame, index, quantity, read)
    known = any("error_x" in trace for trace in traces)
    room = _key(layout, frame.looks, "   " if columns > 1 else "<br>")
    return figure(
        traces,
        layout,
        height=grid.height + room,
        summary=_summary(lines, types, step),
        uncertainty=(UNCERTAINTY if known else NO_UNCERTAINTY) if frame.intervals else None,
        panels=[named_panel(quantity.name, index) for index, quantity in enumerate(quantities)],
        heading=_heading(lines, step),
        subtitle=_SUBTITLE,
    )


def _panel(
    layout: dict[str, Any], frame: _Frame, index: int, quantity: Quantity, read: dict[str, Readings]
) -> list[Trace]:
    """The marks of one panel, a trace per line; its axes, title and guides join the layout."""
    grid = frame.grid
    layout |= grid.axes(
        index, _across(read, quantity.unit), _up(frame.labels, labelled=grid.is_left(index))
    )
    layout[f"xaxis{suffix(index)}"] |= {"showticklabels": True, "title": None}
    detail = quantity.detail if any(read.values()) else quantity.missing
    layout["annotations"].append(grid.title(index, quantity.name, detail, frame.room))
    layout["shapes"] += [vertical(0, FAINT, on(index))] if quantity.signed else []
    layout["shapes"] += _isolated(frame.type, frame.types, on(index))
    return [
        _trace(line, readings, quantity, frame) | on(index)
        for line, readings in read.items()
        if readings
    ]


def _heading(lines: dict[str, list[Row]], step: int) -> str:
    """In how many types each line falls, named by what the other has not in its name."""
    words = []
    for name, rows in lines.items():
        slopes = odds_by_length(curves_of(rows), step).values()
        others = {part for other in lines if other != name for part in other.split(" · ")}
        short = " · ".join(part for part in name.split(" · ") if part not in others) or name
        falling = sum(slope.significant and slope.value < 0 for slope in slopes)
        tested = " tested" if len(slopes) < len(rows) else ""
        if slopes:
            words.append(f"{falling} of {len(slopes)}{tested} ({short})")
    if not words:
        return "Decline with length not tested: no slope can be fitted"
    return f"Types that fall with length: {', '.join(words)}"


class Look(NamedTuple):
    """Color and marker of a line, and how far beside the middle of a type its marks stand."""

    ink: str
    symbol: str
    shift: float


def _looks(lines: dict[str, list[Row]]) -> dict[str, Look]:
    """By line; two sizes of one method have one color elsewhere: here the second steps back."""
    numbers = [group[0]["number"] for group in lines.values()]
    if len(lines) == 1:
        return dict.fromkeys(lines, Look(color(numbers[0]), symbol(numbers[0]), 0))
    same = numbers[0] == numbers[1]
    ink = MUTED if same else color(numbers[1])
    first = Look(color(numbers[0]), symbol(numbers[0]), _APART)
    return dict(zip(lines, (first, Look(ink, symbol(numbers[1] + same), -_APART)), strict=True))


def _trace(line: str, readings: Readings, quantity: Quantity, frame: _Frame) -> Trace:
    """The marks of a line in one panel: open where not significant."""
    look, values = frame.looks[line], list(readings.values())
    fills = [look.ink if reading.significant else PAPER for reading in values]
    trace: Trace = scatter(
        "markers",
        [round(reading.value, 2) for reading in values],
        [round(frame.types.index(kind) + look.shift, 2) for kind in readings],
        name=plain(line),
        text=[
            f"<b>{plain(kind)}</b><br>{quantity.words(reading)}"
            for kind, reading in readings.items()
        ],
        hovertemplate="%{text}<br>%{fullData.name}<extra></extra>",
        marker=marker(8, fills if PAPER in fills else look.ink, look.ink, 1.6, symbol=look.symbol),
        meta={"x": "type", "xs": list(readings)},
    )
    if frame.intervals and any(reading.ends for reading in values):
        ends = [reading.ends or (reading.value, reading.value) for reading in values]
        trace["error_x"] = error_bars([reading.value for reading in values], ends, look.ink, 1.6)
    return trace


def _across(read: dict[str, Readings], unit: str) -> dict[str, Any]:
    every = [reading for readings in read.values() for reading in readings.values()]
    values = [end for reading in every for end in (reading.value, *(reading.ends or ()))]
    if unit in ("points", "%") and any(value < 0 for value in values):
        values.append(0)
    return {"range": [round(end, 2) for end in padded(values)], "nticks": 4}


def _up(labels: list[str], *, labelled: bool) -> dict[str, Any]:
    limits = {"range": [-0.5, len(labels) - 0.5], "tickvals": list(range(len(labels)))}
    return limits | ({"ticktext": [plain(label) for label in labels]} if labelled else {})


def _isolated(type: str, types: list[str], axes: dict[str, str]) -> list[dict[str, Any]]:
    if type not in types:
        return []
    row = types.index(type)
    ends = (row - 0.46, row + 0.46)
    refs = {"xref": f"{axes['xaxis']} domain", "yref": axes["yaxis"]}
    return [rule((0, 1), ends, pen(ACCENT, 1.5), type="rect", **refs)]


def _key(layout: dict[str, Any], looks: dict[str, Look], between: str) -> int:
    """The lines' names in their colors, under the panels; returns the pixels added for them."""
    names = [
        f'<span style="color:{look.ink}">{SIGNS[look.symbol]}</span> {plain(line)}'
        for line, look in looks.items()
    ]
    room = 22 + (16 * (len(names) - 1) if between == "<br>" else 0)
    note_under(layout, between.join(names), down=28, room=room, bgcolor=PAPER)
    return room


def _summary(lines: dict[str, list[Row]], types: list[str], step: int) -> str:
    slopes = [
        slope
        for group in lines.values()
        for slope in odds_by_length(curves_of(group), step).values()
    ]
    falling = sum(slope.significant and slope.value < 0 for slope in slopes)
    return (
        f"How far each of {len(types)} types falls with length for {' and '.join(lines)}; "
        f"{falling} of {len(slopes)} slopes are significantly below 0."
    )


TYPES = dict.fromkeys(("points per length", "5 shortest − 5 longest", "from", "to"), "number")
"""The columns of `table` that can be missing in every row."""


def table(rows: Sequence[Row], *, type: str) -> list[Row]:
    """A line per curve of `type`, "" for all: its fall in points by least squares, and from short to long lengths."""
    return [_decline(row) for row in rows if type in ("", row["task_type"])]


def _decline(row: Row) -> Row:
    curve = curve_of(row)
    points = (slope(curve) or 0.0) * 100
    # Of tokens the slope is small: three digits of it.
    digits = max(2, 2 - math.floor(math.log10(abs(points)))) if points else 2
    fall, gap = round(points, digits) if len(curve.lengths) > 1 else None, short_minus_long(curve)
    ends = gap and gap.interval
    gaps = (gap and gap.value, ends and ends.low, ends and ends.high)
    places = {
        "panel": row["panel"],
        "type": row["task_type"],
        "shortest": curve.lengths[0],
        "longest": curve.lengths[-1],
    }
    falls = (fall, *(None if number is None else round(number * 100, 1) for number in gaps))
    return places | dict(zip(TYPES, falls, strict=True))
