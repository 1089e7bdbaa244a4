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
from reasonboard.core.findings.result import Result, simultaneous
from reasonboard.core.findings.words import signed, with_sign
from reasonboard.statistics.decline import (
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

_ROW, _APART = 26, 0.17
_MOST, _ACROSS = 2, 2
"""Lines that are drawn, and panels side by side in half of the page."""
_SUBTITLE = (
    "A mark per type and line, with its 95 % interval. Filled: significant. ▷ ◁: only a bound."
)
UNCERTAINTY = (
    "odds and drop: simultaneous 95 % intervals over the types of a model and method, filled where significant after "
    "Holm's correction; logistic regression, widened where cells scatter more than the binomial (odds); "
    "normal 95 % intervals (drop, mean), Wilson's ends (length); answers count as independent"
)


Curves = dict[str, Curve]
"""Of one line by type."""


class Dot(NamedTuple):
    """A mark of one type in axis units, the ends of its interval, and what a hover says of it."""

    value: float
    ends: tuple[float, float] | None
    words: str
    bound: str = ""
    """'low' or 'high' where it is only known to lie below or above."""
    sure: bool = True
    """Is it no difference that could be chance?"""


class Quantity(NamedTuple):
    """A panel: what is read of each curve, and how it is called."""

    name: str
    detail: str
    unit: str
    measure: Callable[[Curves], dict[str, Dot]]
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
    grid = Grid(len(quantities), min(columns, _ACROSS), _ROW * len(types), left=56, gap=0.08)
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
        detail = one.detail if any(dots.values()) else "number of problems unknown"
        layout["annotations"].append(grid.title(index, one.name, detail))
        layout["shapes"] += [vertical(0, FAINT, on(index))] if one.signed else []
        layout["shapes"] += _isolated(type, types, on(index))
    room = _key(layout, looks, "   " if columns > 1 else "<br>")
    axes_said_once(layout)
    drawn = figure(
        traces,
        layout,
        height=grid.height + room,
        summary=_summary(lines, types),
        uncertainty=(UNCERTAINTY if known else NO_UNCERTAINTY) if intervals == "on" else None,
    )
    drawn["layout"]["meta"] |= {"heading": _heading(lines), "subtitle": _SUBTITLE}
    return drawn


def _heading(lines: dict[str, list[Row]]) -> str:
    """In how many types each line falls, named by what the other has not in its name."""
    words = []
    for name, rows in lines.items():
        dots = _dots(rows, _slopes).values()
        others = {part for other in lines if other != name for part in other.split(" · ")}
        short = " · ".join(part for part in name.split(" · ") if part not in others) or name
        falling = sum(dot.sure and dot.value < 0 for dot in dots)
        if dots:
            words.append(f"{falling} of {len(dots)}{f' ({short})' if len(lines) > 1 else ''}")
    return f"Types that fall with length: {', '.join(words)}" if words else ""


def _quantities(threshold: int, shared: list[int]) -> list[Quantity]:
    return [
        Quantity("Odds of a right answer per step", "change in %", "%", _slopes, signed=True),
        Quantity("Drop from short to long", "in points", "points", _drops, signed=True),
        Quantity(
            f"Longest length above {threshold} %",
            "▷ all, ◁ none",
            "length",
            _each(lambda of: _held(of, threshold)),
        ),
        Quantity(
            "Mean at shared lengths",
            _range(shared),
            "%",
            _each(lambda of: _share(_mean(of, shared))),
        ),
    ]


def _each(measure: Callable[[Curve], Dot | None]) -> Callable[[Curves], dict[str, Dot]]:
    """A measure that has no test, of every curve by itself."""
    return lambda curves: {kind: dot for kind, one in curves.items() if (dot := measure(one))}


def _slopes(curves: Curves) -> dict[str, Dot]:
    """The change of the odds with each length in percent, the types as one family of tests."""
    found = simultaneous(curves, lambda kind: log_odds_slope(curves[kind]))
    dots = {}
    for kind, result in found:
        change, line = math.expm1(result.estimate) * 100, slope(curves[kind])
        low, high = result.ends()
        ends = (
            None if low is None or high is None else (math.expm1(low) * 100, math.expm1(high) * 100)
        )
        points = "" if line is None else f"<br>least squares: {signed(line, 2)} points"
        words = f"<b>{with_sign(change)} %</b> {_between(ends)}, {_verdict(result)}{points}"
        dots[kind] = Dot(change, ends, words, sure=result.significant)
    return dots


def _drops(curves: Curves) -> dict[str, Dot]:
    """The shortest minus the longest lengths in points, the types as one family of tests."""
    known = {kind: gap for kind, one in curves.items() if (gap := short_minus_long(one))}
    tested = dict(simultaneous(known, lambda kind: known[kind] if known[kind].ends else None))
    dots = {}
    for kind, gap in known.items():
        value, result = gap.value * 100, tested.get(kind)
        low, high = result.ends(100) if result else (None, None)
        ends = None if low is None or high is None else (low, high)
        verdict = f", {_verdict(result)}" if result else ""
        words = f"<b>{with_sign(value)} points</b> {_between(ends)}{verdict}"
        dots[kind] = Dot(value, ends, words, sure=result is not None and result.significant)
    return dots


def _verdict(result: Result) -> str:
    return "significant" if result.significant else "not significant"


def _mean(of: Curve, shared: list[int]) -> Estimate | None:
    cells = [cell for at, cell in zip(*of, strict=True) if at in shared]
    return mean(cells) if cells else None


def _share(found: Estimate | None) -> Dot | None:
    """A mean accuracy in percent."""
    if found is None:
        return None
    ends = (found.share.low * 100, found.share.high * 100) if found.share else None
    return Dot(found.value * 100, ends, f"<b>{found.value * 100:.1f} %</b> {_between(ends)}")


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
    if ends is None:
        return f"({NO_UNCERTAINTY})"
    return f"({ends[0]:.1f} to {ends[1]:.1f})".replace("-", "−")


def _dots(rows: Sequence[Row], measure: Callable[[Curves], dict[str, Dot]]) -> dict[str, Dot]:
    return measure({row["task_type"]: curve_of(row) for row in rows})


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
        text=[f"<b>{plain(kind)}</b><br>{dot.words}" for kind, dot in dots.items()],
        hovertemplate="%{text}<br>%{fullData.name}<extra></extra>",
        marker=marker(
            8,
            look.ink
            if all(dot.sure for dot in dots.values())
            else [look.ink if dot.sure else PAPER for dot in dots.values()],
            look.ink,
            1.6,
            symbol=symbols if len(set(symbols)) > 1 else symbols[0],
        ),
        meta={"x": "type", "xs": list(dots)},
    )
    if whiskers and any(dot.ends for dot in dots.values()):
        ends = [dot.ends or (dot.value, dot.value) for dot in dots.values()]
        values = [dot.value for dot in dots.values()]
        trace["error_x"] = error_bars(values, ends, look.ink, 1.6)
    return trace


def _across(dots: dict[str, dict[str, Dot]], unit: str) -> dict[str, Any]:
    every = [dot for found in dots.values() for dot in found.values()]
    values = [end for dot in every for end in (dot.value, *(dot.ends or ()))]
    if unit in ("points", "%") and any(value < 0 for value in values):
        values.append(0)
    return {"range": [round(end, 2) for end in padded(values)], "nticks": 4}


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
    """The lines' names in their colours, under the panels; returns the pixels added for them."""
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
    slopes = [found for group in lines.values() for found in _dots(group, _slopes).values()]
    falling = sum(dot.sure and dot.value < 0 for dot in slopes)
    return (
        f"How far each of {len(types)} types falls with length for {' and '.join(lines)}; "
        f"{falling} of {len(slopes)} slopes are significantly below 0."
    )
