"""The uncertainty of numbers for charts: the ends of intervals in percent, and what a hover says of them."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.intervals import NO_UNCERTAINTY
from reasonboard.statistics.score import Score
from reasonboard.statistics.uncertainty import Uncertainty

_ALIKE = 0.5
"""Points by which the halves of intervals may differ and still be written as one ±."""


def in_percent(
    uncertainties: Sequence[Uncertainty | Score | None],
) -> list[tuple[float, float] | None]:
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
    range_text = f"{low:.1f} to {high:.1f}".replace("-", "−")
    return f"95% interval {range_text}{unit} (±{half:.1f}, {uncertainty.method})"


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
        texts = [NO_UNCERTAINTY if number is None else f"±{number}{unit}" for number in numbers]
        return texts, "%{customdata}"
    most = alike([number for number in numbers if number is not None]) if together else None
    if most is not None:
        return None, f"±{most}{unit} at most"
    return numbers, f"±%{{customdata}}{unit}"


def alike(halves: Sequence[float]) -> float | None:
    """The widest of the halves where all are about as wide, so that one number is sent for thousands; else None."""
    return max(halves) if halves and max(halves) - min(halves) <= _ALIKE else None


def half(low: float, high: float) -> float:
    """Half of an interval of fractions in points, to a tenth."""
    return round((high - low) * 50, 1)
