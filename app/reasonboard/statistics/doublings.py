"""What each doubling of a size, or of a number of examples, brings: from one to the next, and over all."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from scipy import special

from reasonboard.statistics.checks import check_lengths, check_positive
from reasonboard.statistics.contrasts import Contrast, contrast
from reasonboard.statistics.uncertainty import Measured


class Step(NamedTuple):
    """The change per doubling from one size to the next larger one, and what stands behind it."""

    smaller: float
    larger: float
    slope: float
    """A fraction: 0.027 is 2.7 points with every doubling."""
    low: float | None
    high: float | None
    """The 95 % interval of the slope, None where no uncertainty is known."""
    contrast: Contrast | None
    """The value at the larger size against that at the smaller one."""


class Doubling(NamedTuple):
    """Change of accuracy (fraction) per doubling over all sizes; the interval is None where none is known."""

    slope: float
    low: float | None
    high: float | None
    p_value: float | None
    method: str


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
    slope, stderr = _least_squares(logs, [point.value for point in points])
    if stderr is not None:
        half = float(special.stdtrit(len(logs) - 2, 0.975)) * stderr
        p = _p_of_slope(slope, stderr, len(logs) - 2)
        method = "Student's t over the residuals of the line"
        return Doubling(slope, slope - half, slope + half, p, method)
    (only,) = steps(sizes, points) if len(points) == 2 else (None,)  # noqa: PLR2004
    if only is None or only.contrast is None:
        return Doubling(slope, None, None, None, "")
    return Doubling(slope, only.low, only.high, only.contrast.p_value, only.contrast.test)


def _least_squares(xs: Sequence[float], ys: Sequence[float]) -> tuple[float, float | None]:
    """The slope and its standard error; None for that of two points, and where all ys are equal."""
    x_mean, y_mean = math.fsum(xs) / len(xs), math.fsum(ys) / len(ys)
    off_x, off_y = [x - x_mean for x in xs], [y - y_mean for y in ys]
    s_xx = math.fsum(dx * dx for dx in off_x)
    slope = math.fsum(dx * dy for dx, dy in zip(off_x, off_y, strict=True)) / s_xx
    if len(xs) < 3 or min(ys) == max(ys):  # noqa: PLR2004  (two points leave no residuals)
        return slope, None
    left = math.fsum((dy - slope * dx) ** 2 for dx, dy in zip(off_x, off_y, strict=True))
    return slope, math.sqrt(left / (len(xs) - 2) / s_xx)


def _step(small: float, below: Measured, large: float, above: Measured) -> Step:
    times, between = doublings(small, large), contrast(above, below)
    slope = (above.value - below.value) / times
    if between is None:
        return Step(small, large, slope, None, None, None)
    return Step(small, large, slope, between.low / times, between.high / times, between)


def _p_of_slope(slope: float, stderr: float, freedom: int) -> float:
    """Two-sided, of no slope."""
    if not stderr:
        return 0.0 if slope else 1.0
    return float(2 * special.stdtr(freedom, -abs(slope / stderr)))
