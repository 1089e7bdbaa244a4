"""What more training, a larger size and more or better data bring: gains, losses, and what a doubling brings."""

import math
from collections.abc import Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Literal, NamedTuple

import scipy

from reasonboard.statistics.checks import check_lengths, check_positive, check_rising
from reasonboard.statistics.contrasts import adjust_known, columns, contrast, p_values
from reasonboard.statistics.differences import ALPHA, Difference
from reasonboard.statistics.intervals import t_quantile
from reasonboard.statistics.slopes import Line, least_squares
from reasonboard.statistics.trajectory import ninety_percent_of_gain, ninety_percent_range
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
    contrast: Difference | None
    p_value: float | None


class Reached(NamedTuple):
    """The x at which a curve has 90% of its gain, and between which it lies; None: open, or not known."""

    x: float
    low: float | None
    high: float | None
    has_range: bool


class Step(NamedTuple):
    """The change per doubling from one size to the next larger one, and what stands behind it."""

    smaller: float
    larger: float
    slope: float
    """A fraction: 0.027 is 2.7 points with every doubling."""
    low: float | None
    high: float | None
    """The 95% interval of the slope, None where no uncertainty is known."""


class Doubling(NamedTuple):
    """Change of accuracy (fraction) per doubling over all sizes; the interval is None where none is known.

    The p-value is that of no slope, uncorrected.
    """

    slope: float
    low: float | None
    high: float | None
    p_value: float | None
    method: str


class Multiplier(NamedTuple):
    """So many times the data, exactly (`=`), or known only to be more (`>`) or at most (`<=`)."""

    times: float
    relation: Literal["=", ">", "<="]


def decline(points: Sequence[Measured]) -> Decline | None:
    """How far the last point lies under the best one, in the order of training; None for no points."""
    if not points:
        return None
    best = max(range(len(points)), key=lambda index: points[index].value)
    loss = points[best].value - points[-1].value
    if not loss:
        has_contrast = contrast(points[-1], points[-1]) is not None
        return Decline(len(points) - 1, 0.0, None, 1.0 if has_contrast else None)
    before = columns(points[:-1])
    adjusted = adjust_known(p_values(before, columns([points[-1]] * len(before.values))).tolist())
    return Decline(best, loss, contrast(points[best], points[-1]), adjusted[best])


def reached(xs: Sequence[float], points: Sequence[Measured], tests: int = 1) -> Reached | None:
    """Where a curve first has 90% of the gain from its first to its last point.

    The range is the 95% bootstrap range over the noise of the points. None where there is no gain,
    where the gain itself, one of so many `tests`, is within noise, and where the xs do not rise.
    """
    if any(before >= after for before, after in pairwise(xs)):
        return None
    values = [point.value for point in points]
    x = ninety_percent_of_gain(xs, values, share=SHARE)
    if x is None:
        return None
    total_gain = contrast(points[-1], points[0])
    if total_gain and total_gain.p * tests > ALPHA:
        return None
    ns = [n for point in points if (n := effective_answers(point))]
    if len(ns) < len(points):
        return Reached(x, None, None, has_range=False)
    bounds = ninety_percent_range(xs, values, ns, share=SHARE, resamples=RESAMPLES)
    return Reached(x, bounds.low, bounds.high, has_range=True) if bounds else None


def level(start: float, end: float) -> float | None:
    """The value at which 90% of the gain from start to end is there; None without a gain."""
    return start + SHARE * (end - start) if end > start else None


def smallest_reaching(
    sizes: Sequence[float], values: Sequence[float], target: float
) -> float | None:
    """The smallest size whose value is at least the target, in the unit of the values.

    A larger size may be below the target again. None if no size reaches it.
    ValueError if the lengths differ.
    """
    reaching = [size for size, value in zip(sizes, values, strict=True) if value >= target]
    return min(reaching, default=None)


def doublings(small: float, large: float) -> float:
    """How many doublings lead from one size to the other, log2(large / small).

    In any unit: parameters, examples, tokens. ValueError for a size that is not above 0.
    """
    check_positive([small, large])
    return math.log2(large / small)


def steps(sizes: Sequence[float], points: Sequence[Measured]) -> list[Step]:
    """The change per doubling between neighbouring sizes, from small to large; none at equal sizes.

    The interval is that of the difference over the number of doublings, which is known exactly. It
    describes the two points only and does not assume the same change outside them. Empty for fewer
    than two sizes. ValueError where the lengths differ, and for a size that is not above 0.
    """
    ordered = sorted(zip(sizes, points, strict=True), key=lambda pair: pair[0])
    return [
        _step(small, below, large, above)
        for (small, below), (large, above) in pairwise(ordered)
        if small != large
    ]


def per_doubling(sizes: Sequence[float], points: Sequence[Measured]) -> Doubling | None:
    """The least-squares change per doubling of the size, over all sizes (in any unit, above 0).

    Ordinary least squares of accuracy on log2(size). Over three sizes and more the standard error is
    that of the residuals, sqrt(SSR / (n - 2) / Sxx), and the interval Student's t with n - 2 degrees
    of freedom: it assumes a straight line, so a bend of the curve widens it (see `steps`). Of two
    sizes the interval is that of their difference. Where all values are equal there are no residuals,
    and no interval is known. None for fewer than two different sizes.

    Source: Draper and Smith, Applied Regression Analysis (1998), ch. 1.
    """
    check_lengths(sizes, points)
    logs = [doublings(1, size) for size in sizes]
    if len(set(logs)) < 2:  # noqa: PLR2004  (a line needs two)
        return None
    values = [point.value for point in points]
    line = least_squares(logs, values)
    if len(points) > 2:  # noqa: PLR2004  (two points leave no residuals)
        return _by_residuals(line, logs, values)
    ((small, below), (large, above)) = sorted(zip(sizes, points, strict=True), key=itemgetter(0))
    test = contrast(above, below)
    if test is None:
        return Doubling(line.slope, None, None, None, "")
    times = doublings(small, large)
    return Doubling(line.slope, test.low / times, test.high / times, test.p, test.test)


def data_multiplier(
    budget: float, value: float, budgets: Sequence[float], values: Sequence[float]
) -> Multiplier | None:
    """How many times `budget` another curve needs to reach `value`.

    `budgets` and `values` are the other curve, linear in log2 of the budget between its points; nothing
    is extrapolated. 59 means that 59 times the data do the same, below 1 the other curve needs less.
    Where it never does, there is only the bound `>` with its largest budget; where its smallest is
    already beyond the value, only `<=` with that. It compares the points as they are. None for a curve
    without points.
    """
    check_lengths(budgets, values)
    check_positive([budget, *budgets])
    check_rising(budgets)
    if not budgets:
        return None
    first = next((index for index, reached in enumerate(values) if reached >= value), None)
    if first is None:
        return Multiplier(budgets[-1] / budget, ">")
    if values[first] == value:
        return Multiplier(budgets[first] / budget, "=")
    if first == 0:
        return Multiplier(budgets[0] / budget, "<=")
    left = first - 1
    share = (value - values[left]) / (values[first] - values[left])
    return Multiplier(budgets[left] / budget * (budgets[first] / budgets[left]) ** share, "=")


def _step(small: float, below: Measured, large: float, above: Measured) -> Step:
    times, between = doublings(small, large), contrast(above, below)
    slope = (above.value - below.value) / times
    if between is None:
        return Step(small, large, slope, None, None)
    return Step(small, large, slope, between.low / times, between.high / times)


def _by_residuals(line: Line, logs: Sequence[float], values: Sequence[float]) -> Doubling:
    """The least-squares line through at least three points, with Student's t over its residuals."""
    freedom = len(logs) - 2
    if min(values) == max(values):
        return Doubling(line.slope, None, None, None, "")
    off = ((y - line.y) - line.slope * (x - line.x) for x, y in zip(logs, values, strict=True))
    stderr = math.sqrt(math.fsum(residual**2 for residual in off) / freedom / line.spread)
    half = t_quantile(freedom) * stderr
    t = abs(line.slope) / stderr if stderr else math.inf
    p = float(2 * scipy.special.stdtr(freedom, -t)) if line.slope else 1.0
    method = "Student's t over the residuals of the line"
    return Doubling(line.slope, line.slope - half, line.slope + half, p, method)
