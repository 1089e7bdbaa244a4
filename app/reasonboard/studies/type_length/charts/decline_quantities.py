"""The quantities of the decline, a panel each: what is read of the curves, and how a hover words it."""

import math
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from reasonboard.charts.intervals import NO_UNCERTAINTY
from reasonboard.core.findings.result import known_results
from reasonboard.core.findings.words import decimals_for, signed, with_sign
from reasonboard.statistics.decline import FEW, Curve, log_odds_slope, short_minus_long, slope
from reasonboard.statistics.means import mean
from reasonboard.studies.type_length.rows import lengths_words, step_words

Curves = Mapping[str, Curve]
"""Of one line by type."""
_Ends = tuple[float, float] | None


class Reading(NamedTuple):
    """A number read of one curve."""

    value: float
    ends: _Ends
    """Of its interval; None where its uncertainty is not known."""
    significant: bool = True
    """False for a difference that is not significant, or that cannot be tested."""
    slope: float | None = None
    """Of a change with length: least squares, a fraction per step of length (`step_of`)."""


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
            _drops,
            _drop_words,
            signed=True,
            missing=f"under {2 * FEW} lengths",
        ),
        Quantity(
            "Mean at shared lengths",
            f"{lengths_words(shared)}, in %" if shared else "no length has all types",
            "%",
            lambda curves: _means_at(curves, shared),
            lambda reading: f"<b>{reading.value:.1f}%</b> {_between(reading.ends)}",
        ),
    ]


def odds_by_length(curves: Curves, step: int) -> Readings:
    """The change of the odds with each `step` of length in percent, by type; the types are one family of tests."""

    def change(slope: float) -> float:
        return math.expm1(slope * step) * 100

    readings = {}
    for kind, result in known_results(curves, lambda kind: log_odds_slope(curves[kind])):
        line = slope(curves[kind])
        readings[kind] = Reading(
            change(result.estimate),
            _each(result.interval, change),
            result.significant,
            slope=None if line is None else line * step,
        )
    return readings


def _drops(curves: Curves) -> Readings:
    """The shortest minus the longest lengths in points, by type; the types are one family of tests."""
    gaps = {kind: gap for kind, curve in curves.items() if (gap := short_minus_long(curve))}
    tested = dict(known_results(gaps, lambda kind: gaps[kind] if gaps[kind].interval else None))
    return {
        kind: Reading(
            _percent(gap.value),
            _each(gap.interval, _percent),
            kind in tested and tested[kind].significant,
        )
        for kind, gap in gaps.items()
    }


def _means_at(curves: Curves, lengths: Collection[int]) -> Readings:
    """The mean accuracy at these lengths in percent, each counting once, of the types that were tested there."""
    cells = {
        kind: [cell for length, cell in zip(*curve, strict=True) if length in lengths]
        for kind, curve in curves.items()
    }
    means = {kind: mean(some) for kind, some in cells.items() if some}
    return {
        kind: Reading(_percent(mean_.value), _each(mean_.share, _percent))
        for kind, mean_ in means.items()
    }


def _percent(fraction: float) -> float:
    return fraction * 100


def _each(ends: _Ends, shown: Callable[[float], float]) -> _Ends:
    return ends and (shown(ends[0]), shown(ends[1]))


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
