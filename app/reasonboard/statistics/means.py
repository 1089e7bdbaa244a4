"""Means, and the differences of means, with their standard errors."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.statistics.differences import two_sided
from reasonboard.statistics.intervals import FRACTIONS, Interval, normal
from reasonboard.statistics.uncertainty import Measured, standard_error


class Estimate(NamedTuple):
    """A number with its standard error, None where nothing is known of it."""

    value: float
    stderr: float | None

    @property
    def interval(self) -> Interval | None:
        """The 95% interval, value ± 1.96 stderr; it may leave the range of a fraction."""
        return normal(self.value, self.stderr, within=None) if self.stderr else None

    @property
    def share(self) -> Interval | None:
        """The interval of a mean, which is a fraction: it ends at 0 and 1."""
        if self.interval is None:
            return None
        return Interval(
            max(FRACTIONS.low, self.interval.low), min(FRACTIONS.high, self.interval.high)
        )

    @property
    def z(self) -> float:
        """The value in standard errors; 0 where none is known."""
        return self.value / self.stderr if self.stderr else 0.0

    @property
    def p(self) -> float:
        """Two-sided, of a value of 0; 1 where no standard error is known."""
        return two_sided(self.z)


def macro_mean(values: Sequence[float | None]) -> float | None:
    """The unweighted mean, each benchmark counting once whatever its number of items.

    None where any of them has no value (or there are none): a mean over fewer benchmarks is another
    quantity, and the two must not stand side by side. The unit is that of the values.
    """
    numbers = [value for value in values if value is not None]
    return math.fsum(numbers) / len(numbers) if numbers and len(numbers) == len(values) else None


def cell_estimates(cells: Sequence[Measured]) -> list[Estimate]:
    """Each cell by itself, with its standard error."""
    return [Estimate(cell.value, standard_error(cell)) for cell in cells]


def weighted_error(estimates: Sequence[Estimate], weights: Sequence[float]) -> float | None:
    """The standard error of a weighted sum of independent numbers; None where one of theirs is not known."""
    errors = [w * error for w, (_, error) in zip(weights, estimates, strict=True) if error]
    return math.hypot(*errors) if len(errors) == len(estimates) else None


def mean(cells: Sequence[Measured]) -> Estimate:
    """The mean of at least one cell, each counting once; the cells' errors taken as independent."""
    return mean_of_estimates(cell_estimates(cells))


def mean_of_estimates(estimates: Sequence[Estimate]) -> Estimate:
    """The mean of at least one number, each counting once; their errors taken as independent."""
    count = len(estimates)
    value = math.fsum(estimate.value for estimate in estimates) / count
    return Estimate(value, weighted_error(estimates, [1 / count] * count))


def difference(first: Sequence[Measured], second: Sequence[Measured]) -> Estimate:
    """The mean of the first cells minus that of the second, all independent of each other."""
    a, b = mean(first), mean(second)
    both = math.hypot(a.stderr, b.stderr) if a.stderr and b.stderr else None
    return Estimate(a.value - b.value, both)


def mean_of_all(cells: Sequence[Measured | None], weights: Sequence[float] = ()) -> Measured | None:
    """The mean of accuracies on different items; None where one of them is missing, or there are none.

    Each counts once, or as much as its weight; weights need not add up to 1.
    """
    measured_cells = [cell for cell in cells if cell is not None]
    if not measured_cells or len(measured_cells) < len(cells):
        return None
    if not weights:
        weights = [1.0] * len(measured_cells)
    shares = [weight / math.fsum(weights) for weight in weights]
    value = math.fsum(
        share * cell.value for share, cell in zip(shares, measured_cells, strict=True)
    )
    return Measured(value, stderr=weighted_error(cell_estimates(measured_cells), shares))
