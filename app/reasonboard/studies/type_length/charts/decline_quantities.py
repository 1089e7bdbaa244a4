"""The quantities of the decline, a panel each: what is read of the curves, and how a hover words it."""

from collections.abc import Callable
from typing import NamedTuple

from reasonboard.charts.intervals import NO_UNCERTAINTY
from reasonboard.core.findings.words import decimals_for, signed, with_sign
from reasonboard.statistics.decline import FEW, Curve
from reasonboard.studies.type_length.rows import (
    Reading,
    drops,
    lengths_words,
    mean_at,
    odds_by_length,
    step_words,
)

Curves = dict[str, Curve]
"""Of one line by type."""


Readings = dict[str, Reading]
"""Of one line by type."""


class Quantity(NamedTuple):
    """A panel: what is read of each curve, and how it is called."""

    name: str
    detail: str
    unit: str
    read: Callable[[Curves], Readings]
    words: Callable[[Reading], str]
    """What a hover says of a reading."""
    signed: bool = False
    """Is it a difference, whose 0 has a line?"""
    missing: str = ""
    """Why nothing is read."""


def quantities_of(shared: list[int], step: int) -> list[Quantity]:
    """The three panels; `shared` are the lengths that all types have, `step` is as of `step_of`."""
    return [
        Quantity(
            f"Odds per {step_words(step)}",
            "in %",
            "%",
            lambda curves: odds_by_length(curves, step),
            _slope_words,
            signed=True,
            missing="number of problems unknown",
        ),
        Quantity(
            "Short minus long",
            "in points",
            "points",
            drops,
            _drop_words,
            signed=True,
            missing=f"under {2 * FEW} lengths",
        ),
        Quantity(
            "Mean at shared lengths",
            _range(shared),
            "%",
            _for_each(lambda curve: mean_at(curve, shared)),
            lambda reading: f"<b>{reading.value:.1f}%</b> {_between(reading.ends)}",
        ),
    ]


def _for_each(measure: Callable[[Curve], Reading | None]) -> Callable[[Curves], Readings]:
    """A measure that has no test, of every curve by itself."""
    return lambda curves: {kind: read for kind, curve in curves.items() if (read := measure(curve))}


def _slope_words(reading: Reading) -> str:
    points = "" if reading.slope is None else signed(reading.slope, 2)
    fitted = f"<br>least squares: {points} points" if points else ""
    places = decimals_for(reading.value, *(reading.ends or ()))
    change = f"<b>{with_sign(reading.value, places)}%</b> {_between(reading.ends)}"
    return f"{change}, {_verdict(reading)}{fitted}"


def _drop_words(reading: Reading) -> str:
    verdict = f", {_verdict(reading)}" if reading.ends else ""
    return f"<b>{with_sign(reading.value)} points</b> {_between(reading.ends)}{verdict}"


def _verdict(reading: Reading) -> str:
    return "significant" if reading.significant else "not significant"


def _between(ends: tuple[float, float] | None) -> str:
    if ends is None:
        return f"({NO_UNCERTAINTY})"
    places = decimals_for(*ends)
    return f"({ends[0]:.{places}f} to {ends[1]:.{places}f})".replace("-", "−")


def _range(lengths: list[int]) -> str:
    if not lengths:
        return "no length has all types"
    return f"{lengths_words(lengths)}, in %"
