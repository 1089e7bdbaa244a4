"""The columns that statistics add to the table of what the iterations bought."""

from collections.abc import Sequence
from typing import Any

from reasonboard.core.findings.words import SIGNS
from reasonboard.statistics import course
from reasonboard.statistics.contrasts import verdicts_of_known
from reasonboard.studies.iterations.findings.iterations_curve import (
    Curve,
    curves,
    gain,
    levels,
    price,
    steps,
)

Row = dict[str, Any]

_HIDDEN = frozenset(
    {"aggregate", "n_items", "n_repeats", "n_seeds", "iteration", "accuracy", "tokens", "stderr", "seed_sd"}
)  # fmt: skip
"""The columns of sql/summary.sql that are here only to be worked with."""


def with_statistics(rows: Sequence[Row]) -> list[Row]:
    """The rows without their lists, each with its derived numbers; None where one cannot be had."""
    found = [(curve, gain(curve)) for curve in curves(rows)]
    told = verdicts_of_known([one for _, one in found])
    table = []
    for row, (curve, one), verdict in zip(rows, found, told, strict=True):
        shown = {name: value for name, value in row.items() if name not in _HIDDEN}
        last = {name: shown.pop(name) for name in ("kind", "run")}
        table.append(
            shown
            | {
                "gain: 95 % interval": _span(one and (one.low, one.high), 100, 1),
                "gain: verdict (Holm)": f"{SIGNS[verdict]} {verdict.value}" if verdict else None,
            }
            | _course(curve)
            | _length(curve)
            | last
        )
    return table


def _course(curve: Curve) -> Row:
    smooth = course.smoothed(curve.accuracy)
    place = (
        course.gain_place(curve.iterations, curve.accuracy, curve.answers) if smooth[2:] else None
    )
    gap = restless = None
    if curve.answers and curve.accuracy:
        gap = course.best_against_last(curve.accuracy, curve.answers)
        restless = course.restlessness(curve.accuracy, curve.answers)
    return {
        "smoothed gain (5 points)": round((smooth[-1] - smooth[0]) * 100, 2)
        if smooth[2:]
        else None,
        "90 % of it by iteration": place.x if place else None,
        "by iteration: 95 % range": _place_range(place),
        "best minus last (points)": round((max(curve.accuracy) - curve.accuracy[-1]) * 100, 2)
        if curve.accuracy
        else None,
        "best minus last: noise gives": _span(gap and (gap.low, gap.high), 100, 1),
        "best minus last: p": _p(gap),
        "scatter / binomial noise": round(restless.value, 2) if restless else None,
        "scatter: noise gives": _span(restless and (restless.low, restless.high), 1, 2),
        "scatter: p": _p(restless),
    }


def _length(curve: Curve) -> Row:
    slope, whole, single = price(curve), levels(curve), steps(curve)
    ends = course.spearman_range(single.rho, single.n) if single else None
    known = slope is not None and slope.low is not None and slope.high is not None
    return {
        "points per 1k tokens": round(slope.slope * 100, 2) if slope else None,
        "points per 1k tokens: 95 % interval": _span((slope.low, slope.high), 100, 2)
        if slope and known
        else None,
        "accuracy and length: levels": round(whole.rho, 2) if whole else None,
        "accuracy and length: steps": round(single.rho, 2) if single else None,
        "steps: 95 % interval": _span(ends, 1, 2),
    }


def _span(ends: tuple[float | None, float | None] | None, times: int, decimals: int) -> str | None:
    if ends is None or ends[0] is None or ends[1] is None:
        return None
    return f"{ends[0] * times:.{decimals}f} to {ends[1] * times:.{decimals}f}"


def _place_range(place: course.GainPlace | None) -> str | None:
    if place is None or place.range is None:
        return None
    low, high = ("never" if end is None else f"{end:.0f}" for end in place.range[:2])
    return f"{low} to {high}"


def _p(chance: course.ByChance | None) -> float | None:
    return round(chance.p_value, 4) if chance else None
