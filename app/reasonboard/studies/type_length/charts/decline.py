"""How each type falls with length: slope, short against long, effective length, shared lengths."""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from reasonboard.charts.colors import ACCENT, FAINT, MUTED, PAPER
from reasonboard.charts.grid import Grid, note_under, on, suffix
from reasonboard.charts.intervals import NO_UNCERTAINTY, error_bars
from reasonboard.charts.lines import padded, vertical
from reasonboard.charts.stated_once import axes_said_once
from reasonboard.charts.theme import Figure, Trace, colour, empty, figure, plain, symbol
from reasonboard.charts.traces import marker, pen, rule, scatter
from reasonboard.statistics.decline import (
    FEW,
    Curve,
    effective,
    log_odds_slope,
    runs,
    shared_lengths,
    short_minus_long,
    slope,
)
from reasonboard.statistics.means import Estimate, mean
from reasonboard.studies.type_length.rows import curve_of

Row = dict[str, Any]

_ROW, _APART = 34, 0.17
_MOST = 2
UNCERTAINTY = (
    "95 % intervals: logistic regression, widened where cells scatter more than the binomial (odds); "
    "normal (differences, means); Wilson's ends (length); answers count as independent"
)


class Dot(NamedTuple):
    """A mark of one type in axis units, the ends of its interval, and what a hover says of it."""

    value: float
    ends: tuple[float, float] | None
    words: str
    bound: str = ""
    """'low' or 'high' where it is only known to lie below or above."""


class Quantity(NamedTuple):
    """A panel: what is read of each curve, and how it is called."""

    name: str
    detail: str
    unit: str
    measure: Callable[[Curve], Dot | None]
    signed: bool = False
    """Is it a difference, whose 0 has a line?"""


def type_decline(
    rows: Sequence[Row],
    *,
    first: str,
    second: str,
    type: str,
    threshold: str,
    intervals: str,
    columns: int,
) -> Figure:
    """Four panels of dots with their 95 % intervals: a row per type, a mark per line.

    Rows are those of the heatmaps (see sql/grid.sql); drawn are the lines `first`
    and `second` as far as they are there. `threshold` is in percent.
    """
    named = [one for one in dict.fromkeys((first, second)) if any(r["panel"] == one for r in rows)]
    if not named:
        return empty("No data: the source has no values by type and length for this choice.")
    lines = {name: [row for row in rows if row["panel"] == name] for name in named[:_MOST]}
    types = sorted({row["task_type"] for group in lines.values() for row in group}, reverse=True)
    shared = shared_lengths(row["lengths"] for group in lines.values() for row in group)
    quantities = _quantities(int(threshold), shared)
    looks = _looks(lines)
    grid = Grid(len(quantities), columns, _ROW * len(types), left=56)
    layout = grid.layout(hovermode="closest")
    traces: list[Trace] = []
    known = False
    for index, one in enumerate(quantities):
        dots = {line: _dots(group, one.measure) for line, group in lines.items()}
        traces += [
            _trace(line, found, looks[line], types, intervals == "on") | on(index)
            for line, found in dots.items()
            if found
        ]
        known = known or any(dot.ends for found in dots.values() for dot in found.values())
        layout |= grid.axes(
            index, _across(dots, one.unit), _up(types, labelled=grid.is_left(index))
        )
        layout[f"xaxis{suffix(index)}"] |= {"showticklabels": True, "title": None}
        told = one.detail if any(dots.values()) else "n not stated"
        layout["annotations"].append(grid.title(index, one.name, told))
        layout["shapes"] += [vertical(0, FAINT, on(index))] if one.signed else []
        layout["shapes"] += _isolated(type, types, on(index))
    room = _key(layout, looks, "   " if columns > 1 else "<br>")
    axes_said_once(layout)
    return figure(
        traces,
        layout,
        height=grid.height + room,
        summary=_summary(lines, types),
        uncertainty=(UNCERTAINTY if known else NO_UNCERTAINTY) if intervals == "on" else None,
    )


def _quantities(threshold: int, shared: list[int]) -> list[Quantity]:
    return [
        Quantity("Odds per further length", "change in %", "%", _slope, signed=True),
        Quantity(
            f"{FEW} shortest − {FEW} longest",
            "points",
            "points",
            lambda of: _in_percent(short_minus_long(of), "points", signed=True),
            signed=True,
        ),
        Quantity(
            f"Length held at {threshold} %",
            "▷ all · ◁ none",
            "length",
            lambda of: _held(of, threshold),
        ),
        Quantity(
            "Mean at shared lengths",
            _range(shared),
            "%",
            lambda of: _in_percent(_mean(of, shared), "%", signed=False),
        ),
    ]


def _slope(of: Curve) -> Dot | None:
    found, line = log_odds_slope(of), slope(of)
    if found is None or line is None:
        return None
    ends = found.ends
    change = math.expm1(found.value) * 100
    apart = (math.expm1(ends.low) * 100, math.expm1(ends.high) * 100) if ends else None
    points = f"least squares: {line * 100:+.2f} points"
    return Dot(change, apart, f"{change:+.1f} % {_between(apart)}<br>{points}")


def _mean(of: Curve, shared: list[int]) -> Estimate | None:
    cells = [cell for at, cell in zip(*of, strict=True) if at in shared]
    return mean(cells) if cells else None


def _in_percent(found: Estimate | None, unit: str, *, signed: bool) -> Dot | None:
    if found is None:
        return None
    known = found.ends if signed else found.share
    ends = (known.low * 100, known.high * 100) if known else None
    value = found.value * 100
    return Dot(value, ends, f"{value:{'+' if signed else ''}.1f} {unit} {_between(ends)}")


def _held(of: Curve, threshold: int) -> Dot:
    found = effective(of, threshold / 100)
    shortest, longest = of.lengths[0], of.lengths[-1]
    low, high = (shortest if end is None else end for end in (found.low, found.high))
    ends = (low, high) if of.counted else None
    between = f"({low:g} to {high:g} within the intervals)" if ends else f"({NO_UNCERTAINTY})"
    if found.length is None:
        words = f"under {threshold} % at its shortest length {shortest}"
        return Dot(shortest, ends, f"{words} {between}", "low")
    whole = found.length == longest
    words = "its longest length" if whole else "length"
    return Dot(
        found.length,
        ends,
        f"held up to {words} {found.length:g} {between}",
        "high" if whole else "",
    )


def _between(ends: tuple[float, float] | None) -> str:
    return f"({ends[0]:.1f} to {ends[1]:.1f})" if ends else f"({NO_UNCERTAINTY})"


def _dots(rows: Sequence[Row], measure: Callable[[Curve], Dot | None]) -> dict[str, Dot]:
    found = {row["task_type"]: measure(curve_of(row)) for row in rows}
    return {kind: dot for kind, dot in found.items() if dot}


class Look(NamedTuple):
    """Colour and marker of a line, and how far beside the middle of a type its marks stand."""

    ink: str
    symbol: str
    shift: float


def _looks(lines: dict[str, list[Row]]) -> dict[str, Look]:
    """By line; two sizes of one method have one colour elsewhere: here the second steps back."""
    numbers = [group[0]["number"] for group in lines.values()]
    if len(lines) == 1:
        return dict.fromkeys(lines, Look(colour(numbers[0]), symbol(numbers[0]), 0))
    same = numbers[0] == numbers[1]
    ink = MUTED if same else colour(numbers[1])
    first = Look(colour(numbers[0]), symbol(numbers[0]), _APART)
    return dict(zip(lines, (first, Look(ink, symbol(numbers[1] + same), -_APART)), strict=True))


def _trace(line: str, dots: dict[str, Dot], look: Look, types: list[str], whiskers: bool) -> Trace:
    bounds = {"low": "triangle-left-open", "high": "triangle-right-open"}
    symbols = [bounds.get(dot.bound, look.symbol) for dot in dots.values()]
    trace: Trace = scatter(
        "markers",
        [round(dot.value, 2) for dot in dots.values()],
        [round(types.index(kind) + look.shift, 2) for kind in dots],
        name=plain(line),
        text=[f"{plain(kind)}: {dot.words}" for kind, dot in dots.items()],
        hovertemplate="%{text}<br>%{fullData.name}<extra></extra>",
        marker=marker(8, look.ink, symbol=symbols if len(set(symbols)) > 1 else symbols[0]),
        meta={"x": "type", "xs": list(dots)},
    )
    if whiskers and any(dot.ends for dot in dots.values()):
        ends = [dot.ends or (dot.value, dot.value) for dot in dots.values()]
        values = [dot.value for dot in dots.values()]
        trace["error_x"] = error_bars(values, ends, look.ink, 1.2)
    return trace


def _across(dots: dict[str, dict[str, Dot]], unit: str) -> dict[str, Any]:
    every = [dot for found in dots.values() for dot in found.values()]
    values = [end for dot in every for end in (dot.value, *(dot.ends or ()))]
    if unit in ("points", "%") and any(value < 0 for value in values):
        values.append(0)
    return {"range": [round(end, 2) for end in padded(values)], "nticks": 5}


def _up(types: list[str], *, labelled: bool) -> dict[str, Any]:
    limits = {"range": [-0.5, len(types) - 0.5], "tickvals": list(range(len(types)))}
    return limits | ({"ticktext": [plain(kind) for kind in types]} if labelled else {})


def _isolated(type: str, types: list[str], axes: dict[str, str]) -> list[dict[str, Any]]:
    if type not in types:
        return []
    row = types.index(type)
    ends = (row - 0.46, row + 0.46)
    refs = {"xref": f"{axes['xaxis']} domain", "yref": axes["yaxis"]}
    return [rule((0, 1), ends, pen(ACCENT, 1.5), type="rect", **refs)]


def _key(layout: dict[str, Any], looks: dict[str, Look], between: str) -> int:
    """The lines' names in their colours, under the panels; so many pixels are added for them."""
    marks = {"circle": "●", "square": "■", "diamond": "◆", "triangle-up": "▲", "cross": "✚"}
    names = [
        f'<span style="color:{look.ink}">{marks.get(look.symbol, "●")}</span> {plain(line)}'
        for line, look in looks.items()
    ]
    room = 22 + (16 * (len(names) - 1) if between == "<br>" else 0)
    note_under(layout, between.join(names), down=28, room=room, bgcolor=PAPER)
    return room


def _range(lengths: list[int]) -> str:
    if not lengths:
        return "no length has all types"
    told = [f"{low} to {high}" if low < high else f"{low}" for low, high in runs(lengths)]
    return f"{', '.join(told)}, in %"


def _summary(lines: dict[str, list[Row]], types: list[str]) -> str:
    slopes = [found for group in lines.values() for found in _dots(group, _slope).values()]
    falling = sum(1 for dot in slopes if dot.ends and dot.ends[1] < 0)
    return (
        f"How far each of {len(types)} types falls with length for {' and '.join(lines)}; "
        f"{falling} of {len(slopes)} slopes lie below 0 with their interval."
    )
