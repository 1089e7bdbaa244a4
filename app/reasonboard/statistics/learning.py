"""Curves over training and over sizes, of measured accuracies: what is gained, lost, and out of order."""

import math
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from reasonboard.statistics.contrasts import (
    Contrast,
    columns,
    contrast,
    p_values,
    verdicts_of_known,
)
from reasonboard.statistics.corrections import holm, of_known
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.trends import GainRange, ninety_percent_of_gain, ninety_percent_range
from reasonboard.statistics.uncertainty import Measured, effective_answers

SHARE = 0.9
"""The share of a gain at which it counts as reached."""
RESAMPLES = 1000


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


def decline(points: Sequence[Measured]) -> Decline | None:
    """How far the last point lies under the best one, in the order of training; None for no points."""
    if not points:
        return None
    best = max(range(len(points)), key=lambda place: points[place].value)
    loss = points[best].value - points[-1].value
    if not loss:
        known = contrast(points[-1], points[-1]) is not None
        return Decline(len(points) - 1, 0.0, None, 1.0 if known else None)
    before = columns(points[:-1])
    found = p_values(before, columns([points[-1]] * len(before.values))).tolist()
    against = of_known([None if math.isnan(p) else p for p in found], holm)
    return Decline(best, loss, contrast(points[best], points[-1]), against[best])


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
    ns = [n for one in points if (n := effective_answers(one))]
    if len(ns) < len(points):
        return Reached(x, None, None, known=False)
    found = _range(tuple(xs), tuple(values), tuple(ns))
    return Reached(x, found.low, found.high, known=True) if found else None


def _range(
    xs: tuple[float, ...], values: tuple[float, ...], ns: tuple[int, ...]
) -> GainRange | None:
    """`ninety_percent_range` with our share and number of resamples."""
    return ninety_percent_range(xs, values, ns, share=SHARE, resamples=RESAMPLES)


def level(start: float, end: float) -> float | None:
    """The value at which 90 % of the gain from start to end is there; None without a gain."""
    return start + SHARE * (end - start) if end > start else None


def pairs(sizes: Sequence[float], points: Sequence[Measured]) -> list[Pair]:
    """All pairs of different sizes, smaller minus larger; the verdicts are Holm's over all of them."""
    order = sorted(range(len(sizes)), key=sizes.__getitem__)
    places = [(a, b) for a, b in combinations(order, 2) if sizes[a] < sizes[b]]
    found = [contrast(points[a], points[b]) for a, b in places]
    return [
        Pair(a, b, points[a].value - points[b].value, one, verdict)
        for (a, b), one, verdict in zip(places, found, verdicts_of_known(found), strict=True)
    ]


def smallest_reaching(
    sizes: Sequence[float], values: Sequence[float], target: float
) -> float | None:
    """The smallest size whose value is at least the target, in the unit of the values.

    A larger size may be below the target again: `pairs` says so. None where no size reaches it.
    ValueError where the lengths differ.
    """
    reaching = [size for size, value in zip(sizes, values, strict=True) if value >= target]
    return min(reaching, default=None)
