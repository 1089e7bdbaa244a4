"""What a figure shows of uncertainty: bands, whiskers, and the words for them."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.theme import Trace
from reasonboard.charts.traces import area, scatter, stroke
from reasonboard.statistics.uncertainty import Uncertainty

NO_UNCERTAINTY = "no uncertainty available"
_ALIKE = 0.5
"""Points by which the halves of intervals may differ and still be written as one ±."""
_WHOLE = 100
"""In points: no two accuracies differ by more."""

End = tuple[float, float, float]
"""Where a mark stands, and the low and the high end of its interval, all in axis units."""


def band(ends: Sequence[End], colour: str, name: str) -> Trace:
    """The intervals along a line as one area behind it."""
    points = list(ends)
    back = points[::-1]
    return area(
        [x for x, _, _ in [*points, *back]],
        [round(low, 2) for _, low, _ in points] + [round(high, 2) for _, _, high in back],
        colour,
        name=name,
        opacity=0.14,
    )


def whisker(x: float, low: float, high: float, colour: str) -> Trace:
    """The interval of a single mark as an upright line."""
    return stroke(
        [x, x], [round(low, 2), round(high, 2)], colour, 1, name="95 % interval", cliponaxis=False
    )


def level_lines(ends: Sequence[End], name: str, line: dict[str, Any]) -> Trace:
    """The intervals of marks that stand one above the other as level lines in one trace."""
    return scatter(
        "lines",
        [x for _, low, high in ends for x in (low, high, None)],
        [y for at, _, _ in ends for y in (at, at, None)],
        name=name,
        line=line,
        hoverinfo="skip",
    )


def error_bars(
    values: Sequence[float | None],
    ends: Sequence[tuple[float, float] | None],
    colour: str,
    thickness: float,
    decimals: int = 2,
) -> dict[str, Any]:
    """The intervals of a trace's own marks as Plotly draws them (`error_x`, `error_y`)."""
    known = [
        (None, None)
        if value is None or end is None
        else (round(end[1] - value, decimals), round(value - end[0], decimals))
        for value, end in zip(values, ends, strict=True)
    ]
    return {
        "type": "data",
        "symmetric": False,
        "array": [up for up, _ in known],
        "arrayminus": [down for _, down in known],
        "thickness": thickness,
        "width": 0,
        "color": colour,
    }


def in_percent(uncertainties: Sequence[Uncertainty | None]) -> list[tuple[float, float] | None]:
    """The ends of each interval of fractions in percent."""
    return [
        (uncertainty.low * 100, uncertainty.high * 100) if uncertainty else None
        for uncertainty in uncertainties
    ]


def interval_words(uncertainty: Uncertainty | None, times: float, unit: str) -> str:
    """An interval as a hover says it, with the half of its width; or that there is none."""
    if uncertainty is None:
        return NO_UNCERTAINTY
    low, high = uncertainty.low * times, uncertainty.high * times
    half = (high - low) / 2
    ends = f"{low:.1f} to {high:.1f}".replace("-", "−")
    return f"95 % interval {ends}{unit} (±{half:.1f}, {uncertainty.method})"


def half_widths(
    uncertainties: Sequence[Uncertainty | None], unit: str = "", *, together: bool = False
) -> tuple[list[Any] | None, str]:
    """The half of each interval in points for `%{customdata}`, and what a hover template says of it.

    A number for each point is all that a hover needs, and much shorter than a sentence for each; with
    `together` there is one for all where they are alike.
    """
    if not any(uncertainties):
        return None, NO_UNCERTAINTY
    numbers = [
        half(uncertainty.low, uncertainty.high) if uncertainty else None
        for uncertainty in uncertainties
    ]
    if None in numbers:
        words = [NO_UNCERTAINTY if number is None else f"±{number}{unit}" for number in numbers]
        return words, "%{customdata}"
    most = alike([number for number in numbers if number is not None]) if together else None
    if most is not None:
        return None, f"±{most}{unit} at most"
    return numbers, f"±%{{customdata}}{unit}"


def alike(halves: Sequence[float]) -> float | None:
    """The widest of the halves where it can stand for all, which keeps thousands of numbers back."""
    return max(halves) if halves and max(halves) - min(halves) <= _ALIKE else None


def half(low: float, high: float) -> float:
    """Half of an interval of fractions in points, to a tenth."""
    return round((high - low) * 50, 1)


def problems(n_items: int | None, n_repeats: int | None = None) -> str:
    """How many problems, and attempts at each: "30 problems × 5 attempts"; "" where that is unknown."""
    if not n_items:
        return ""
    repeats = f" × {n_repeats} attempts" if n_repeats and n_repeats > 1 else ""
    return f"{n_items:,} problem{'' if n_items == 1 else 's'}{repeats}"


def detects(least: float | None) -> str:
    """The smallest difference that a test would find, given in points; "" where it is unknown."""
    if least is None:
        return ""
    if least > _WHOLE:
        return "detects no difference"
    return f"detects ≥ {least:.{0 if least >= 1 else 1}f} points"
