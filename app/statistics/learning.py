"""Curves over training and over sizes, of measured accuracies: what is gained, lost, and out of order."""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from app.statistics.contrasts import Contrast, Measured, contrast, standard_error, verdicts
from app.statistics.corrections import holm
from app.statistics.differences import Verdict
from app.statistics.trends import (
    GainRange,
    ninety_percent_of_gain,
    ninety_percent_range,
    points_per_doubling,
)

SHARE = 0.9
"""The share of a gain at which it counts as reached."""
RESAMPLES = 1000


class Doubling(NamedTuple):
    """Change of accuracy (fraction) per doubling of the size; the interval is None where none is known."""

    slope: float
    low: float | None
    high: float | None
    p_value: float | None
    method: str


class Step(NamedTuple):
    """The change per doubling between a size and the next larger one, with that of their contrast."""

    smaller: float
    larger: float
    slope: float
    low: float | None
    high: float | None


class Decline(NamedTuple):
    """The best point of a curve (its index) minus the last one, as a fraction.

    `p_value` is of the best against the last, by Holm for all earlier points: the best is chosen
    after looking; it is 1 where the last is the best, which counts as a test that found nothing. None
    where nothing is known; the contrast is None in both cases.
    """

    best: int
    loss: float
    contrast: Contrast | None
    p_value: float | None


class Reached(NamedTuple):
    """The x at which a curve has 90 % of its gain, and between which it lies; None: open, or not known."""

    x: float
    low: float | None
    high: float | None
    known: bool


class Pair(NamedTuple):
    """Two places, of a smaller and of a larger size; the contrast is smaller minus larger."""

    smaller: int
    larger: int
    difference: float
    contrast: Contrast | None
    verdict: Verdict | None


def answers(of: Measured) -> int | None:
    """How many independent answers a value is worth: as counted, or by its standard error.

    p (1 - p) / stderr^2, where the standard error says more than a count (see `Measured`). None where
    neither is known.
    """
    if of.stderr and of.clustered:
        return max(1, round(of.value * (1 - of.value) / of.stderr**2))
    return of.answers or None


def mean_of(points: Sequence[Measured]) -> Measured | None:
    """The unweighted mean of accuracies on different items, with the standard error of it if all are known."""
    if not points:
        return None
    errors = [error for one in points if (error := standard_error(one)) is not None]
    known = len(errors) == len(points)
    return Measured(
        math.fsum(one.value for one in points) / len(points),
        stderr=math.hypot(*errors) / len(points) if known else None,
    )


def per_doubling(sizes: Sequence[float], points: Sequence[Measured]) -> Doubling | None:
    """The least-squares change per doubling of the size, over all sizes (in any unit, above 0).

    Over three sizes and more the interval is that of the residuals (Student's t), so a bend of the
    curve widens it; of two sizes it is that of their difference. Where all values are equal there are
    no residuals, and no interval is known. None for fewer than two sizes.
    """
    found = points_per_doubling(sizes, [one.value for one in points])
    if found is None:
        return None
    if found.stderr is None and len(points) > 2:  # noqa: PLR2004
        return Doubling(found.slope, None, None, None, "")
    if found.stderr is None:
        small, large = sorted(zip(sizes, points, strict=True), key=lambda pair: pair[0])
        doublings = math.log2(large[0] / small[0])
        between = contrast(large[1], small[1])
        if between is None:
            return Doubling(found.slope, None, None, None, "")
        low, high = between.low / doublings, between.high / doublings
        return Doubling(found.slope, low, high, between.p_value, between.test)
    return Doubling(
        found.slope, found.low, found.high, _p_of_slope(found.slope, found.stderr, len(sizes) - 2),
        "Student's t over the residuals of the line",
    )  # fmt: skip


def steps(sizes: Sequence[float], points: Sequence[Measured]) -> list[Step]:
    """The change per doubling between neighbouring sizes, from small to large; none at equal sizes."""
    ordered = sorted(zip(sizes, points, strict=True), key=lambda pair: pair[0])
    found = []
    for (small, below), (large, above) in pairwise(ordered):
        if small == large:
            continue
        doublings, between = math.log2(large / small), contrast(above, below)
        found.append(
            Step(
                small, large, (above.value - below.value) / doublings,
                between.low / doublings if between else None,
                between.high / doublings if between else None,
            )
        )  # fmt: skip
    return found


def decline(points: Sequence[Measured]) -> Decline | None:
    """How far the last point lies under the best one, in the order of training; None for no points."""
    if not points:
        return None
    best = max(range(len(points)), key=lambda place: points[place].value)
    loss = points[best].value - points[-1].value
    against = [contrast(one, points[-1]) for one in points[:-1]]
    if not loss:
        known = contrast(points[-1], points[-1]) is not None
        return Decline(len(points) - 1, 0.0, None, 1.0 if known else None)
    if against[best] is None:
        return Decline(best, loss, None, None)
    tested = [place for place, one in enumerate(against) if one]
    adjusted = holm([one.p_value for one in against if one])
    return Decline(best, loss, against[best], adjusted[tested.index(best)])


def reached(xs: Sequence[float], points: Sequence[Measured]) -> Reached | None:
    """Where a curve first has 90 % of the gain from its first to its last point.

    The range is the 95 % bootstrap range over the noise of the points. None where there is no gain,
    where the gain itself is within noise, and where the xs do not rise.
    """
    if any(before >= after for before, after in pairwise(xs)):
        return None
    values = [one.value for one in points]
    x = ninety_percent_of_gain(xs, values, share=SHARE)
    if x is None:
        return None
    whole = contrast(points[-1], points[0])
    if whole and whole.verdict is not Verdict.BETTER:
        return None
    ns = [n for one in points if (n := answers(one))]
    if len(ns) < len(points):
        return Reached(x, None, None, known=False)
    found = _range(tuple(xs), tuple(values), tuple(ns))
    return Reached(x, found.low, found.high, known=True) if found else None


@lru_cache(maxsize=1024)
def _range(
    xs: tuple[float, ...], values: tuple[float, ...], ns: tuple[int, ...]
) -> GainRange | None:
    """Resampled once for the same curve, however often it is drawn."""
    return ninety_percent_range(xs, values, ns, share=SHARE, resamples=RESAMPLES)


def level(start: float, end: float) -> float | None:
    """The value at which 90 % of the gain from start to end is there; None without a gain."""
    return start + SHARE * (end - start) if end > start else None


def pairs(sizes: Sequence[float], points: Sequence[Measured]) -> list[Pair]:
    """All pairs of different sizes, smaller minus larger; the verdicts are Holm's over all of them."""
    order = sorted(range(len(sizes)), key=sizes.__getitem__)
    places = [(a, b) for a, b in combinations(order, 2) if sizes[a] < sizes[b]]
    found = [contrast(points[a], points[b]) for a, b in places]
    told = iter(verdicts([one for one in found if one]))
    return [
        Pair(a, b, points[a].value - points[b].value, one, next(told) if one else None)
        for (a, b), one in zip(places, found, strict=True)
    ]


def _p_of_slope(slope: float, stderr: float, freedom: int) -> float:
    """Two-sided, of no slope."""
    from scipy.special import stdtr  # noqa: PLC0415

    if not stderr:
        return 0.0 if slope else 1.0
    return float(2 * stdtr(freedom, -abs(slope / stderr)))
