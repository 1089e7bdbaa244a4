"""What a figure shows of uncertainty: bands, whiskers, and the words for them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from reasonboard.charts.colors import MUTED
from reasonboard.charts.theme import Trace
from reasonboard.charts.traces import area, marker, scatter, stroke

NO_UNCERTAINTY = "no uncertainty available"
_WHOLE = 100
"""In points: no two accuracies differ by more."""
_TENTH = 0.1

End = tuple[float, float, float]
"""Where a mark stands, and the low and the high end of its interval, all in axis units."""


def band(ends: Sequence[End], color: str, name: str) -> Trace:
    """The intervals along a line as one area behind it."""
    points = list(ends)
    back = points[::-1]
    return area(
        [x for x, _, _ in [*points, *back]],
        [round(low, 2) for _, low, _ in points] + [round(high, 2) for _, _, high in back],
        color,
        name=name,
        opacity=0.14,
    )


def whisker(x: float, low: float, high: float, color: str) -> Trace:
    """The interval of a single mark as an upright line."""
    return stroke(
        [x, x], [round(low, 2), round(high, 2)], color, 1, name="95% interval", cliponaxis=False
    )


def level_lines(ends: Sequence[End], name: str, line: dict[str, Any]) -> Trace:
    """The intervals of marks that stand one above the other as level lines in one trace."""
    return scatter(
        "lines",
        [x for _, low, high in ends for x in (low, high, None)],
        [y for row, _, _ in ends for y in (row, row, None)],
        name=name,
        line=line,
        hoverinfo="skip",
    )


def arrowheads(
    ends: Iterable[End], axis: tuple[float, float], across: Callable[[float], float] = float
) -> list[Trace]:
    """An arrowhead at each end of an interval beyond the axis `across`; a trace, if there are any."""
    low, high = axis
    heads = [
        (across(at), row, f"triangle-{side}")
        for row, left, right in ends
        for at, side, is_beyond in ((low, "left", left < low), (high, "right", right > high))
        if is_beyond
    ]
    if not heads:
        return []
    x, y, symbols = map(list, zip(*heads, strict=True))
    look = marker(8, MUTED, MUTED, 0, symbols)
    return [
        scatter(
            "markers", x, y, name="beyond the axis", hoverinfo="skip", cliponaxis=False, marker=look
        )
    ]


def level_whiskers(ends: Iterable[tuple[float, float, float, str]]) -> list[Trace]:
    """The intervals of marks, each as its place on y, its low and high end and its ink: a trace for each ink."""
    by_ink: dict[str, list[End]] = {}
    for row, low, high, ink in ends:
        by_ink.setdefault(ink, []).append((row, round(low, 2), round(high, 2)))
    return [
        level_lines(of_ink, "95% interval", {"color": ink, "width": 1.6})
        for ink, of_ink in by_ink.items()
    ]


def error_bars(
    values: Sequence[float | None],
    ends: Sequence[tuple[float, float] | None],
    color: str,
    thickness: float,
    decimals: int = 2,
) -> dict[str, Any]:
    """The intervals of a trace's own marks as Plotly draws them (`error_x`, `error_y`)."""
    lengths = [
        (None, None)
        if value is None or end is None
        else (round(end[1] - value, decimals), round(value - end[0], decimals))
        for value, end in zip(values, ends, strict=True)
    ]
    return {
        "type": "data",
        "symmetric": False,
        "array": [up for up, _ in lengths],
        "arrayminus": [down for _, down in lengths],
        "thickness": thickness,
        "width": 0,
        "color": color,
    }


def problems(n_items: int | None, n_repeats: int | None = None) -> str:
    """How many problems, and attempts at each: "30 problems × 5 attempts"; "" where that is unknown."""
    if not n_items:
        return ""
    repeats = f" × {n_repeats} attempts" if n_repeats and n_repeats > 1 else ""
    return f"{n_items:,} problem{'' if n_items == 1 else 's'}{repeats}"


def problems_or_unknown(n_items: int | None, n_repeats: int | None = None) -> str:
    """The same, or that it is unknown."""
    return problems(n_items, n_repeats) or "number of problems unknown"


def detects(least: float | None, unit: str = "points") -> str:
    """The smallest difference that a test would find, given in points or another unit; "" where it is unknown."""
    if least is None:
        return ""
    if unit == "points" and least > _WHOLE:
        return "detects no difference"
    return f"detects ≥ {least_in_words(least)} {unit}"


def least_in_words(least: float) -> str:
    """Such a difference, short: '12', '0.4', '0.0031'."""
    if least >= 1:
        return f"{least:,.0f}"
    return f"{least:.1f}" if least >= _TENTH else f"{least:.2g}"
