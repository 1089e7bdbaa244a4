"""Differences of measured accuracies by the best method for what is known of them; many tests, corrected."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from reasonboard.statistics.differences import Verdict, newcombe, score_test, two_sided
from reasonboard.statistics.intervals import Interval, normal, normal_quantile
from reasonboard.statistics.uncertainty import Measured, standard_error

Floats = NDArray[np.float64]
Adjust = Callable[[Sequence[float]], list[float]]

ALPHA = 0.05
"""The error that a test is allowed; intervals hold 1 - ALPHA."""
SCORE = "two-proportion score test, Newcombe interval"
STDERR = "z test with the standard errors over items"


class Contrast(NamedTuple):
    """A minus B as a fraction, its 95 % interval, the two-sided p-value of no difference, the test."""

    difference: float
    low: float
    high: float
    p_value: float
    test: str

    @property
    def stderr(self) -> float:
        """The standard error of the difference, by the width of its interval."""
        return (self.high - self.low) / 2 / normal_quantile(1 - ALPHA)

    @property
    def z(self) -> float:
        """The difference in standard errors: how strong it is."""
        return self.difference / self.stderr if self.stderr else 0.0

    @property
    def verdict(self) -> Verdict:
        """The verdict on A by this comparison alone, not corrected for others."""
        return verdict(self.difference, self.p_value)


def contrast(a: Measured, b: Measured) -> Contrast | None:
    """A minus B, of independent answers; None where of one of them neither n nor stderr is known.

    The standard errors over items where those are not the ones of independent right and wrong
    answers (see `Measured`) and where no n is known; else the counts of answers. Two runs on the same
    items differ by less than this says: with their answers, `paired` methods are the right ones.
    """
    interval = interval_of_difference(a, b)
    if interval is None:
        return None
    difference = a.value - b.value
    if _are_counts(a, b):
        p = score_test(a.value, a.independent, b.value, b.independent)
        return Contrast(difference, *interval, p, SCORE)
    return Contrast(difference, *interval, two_sided(difference / _stderr(a, b)), STDERR)


def interval_of_difference(a: Measured, b: Measured, level: float = 1 - ALPHA) -> Interval | None:
    """The interval of A minus B, chosen as `contrast` says, at a level of confidence."""
    if _are_counts(a, b):
        return newcombe(a.value, a.independent, b.value, b.independent, level)
    stderr = _stderr(a, b)
    return normal(a.value - b.value, stderr, level, within=None) if stderr > 0 else None


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values in the order given: those up to alpha hold together with error alpha.

    In rising order, the i-th of m is multiplied by m - i + 1, is at least the one before it and at most
    1. The chance of even one false alarm stays under alpha, whatever the dependence of the tests.

    Source: Holm, Scand. J. Stat. 6 (1979) 65. ValueError for a p-value that is not from 0 to 1.
    """
    values = _as_p_values(p_values)
    rising = np.argsort(values)
    after = np.arange(len(values), 0, -1)
    adjusted = np.empty_like(values)
    adjusted[rising] = np.maximum.accumulate(np.minimum(1.0, after * values[rising]))
    return list(adjusted.tolist())


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values in the order given: of those up to alpha, about a share alpha is false.

    For tests that are independent or positively dependent, as in grids of cells.

    Source: Benjamini and Hochberg, J. R. Stat. Soc. B 57 (1995) 289. ValueError as `holm`.
    """
    adjusted: list[float] = scipy.stats.false_discovery_control(_as_p_values(p_values)).tolist()
    return adjusted


def adjust_known(p_values: Sequence[float | None], adjust: Adjust = holm) -> list[float | None]:
    """The known p-values, adjusted over each other; None where one is None or NaN."""
    finite = [p for p in p_values if p is not None and not math.isnan(p)]
    adjusted = iter(adjust(finite))
    return [None if p is None or math.isnan(p) else next(adjusted) for p in p_values]


def verdict(difference: float, p_value: float) -> Verdict:
    """The verdict on A where it differs from B by this much, with this p-value."""
    if p_value > ALPHA or not difference:
        return Verdict.NOT_SIGNIFICANT
    return Verdict.BETTER if difference > 0 else Verdict.WORSE


class Columns(NamedTuple):
    """Measured accuracies as equally long columns."""

    values: Floats
    answers: Floats
    """NaN where its answers are not independent right and wrong ones, or not known."""
    errors: Floats
    """Standard errors, NaN where none is known."""

    def rows(self, indexes: NDArray[np.int64]) -> "Columns":
        """Those at these places, in their order."""
        return Columns(*(column[indexes] for column in self))


def columns(cells: Iterable[Measured]) -> Columns:
    """The columns of these cells, in their order."""
    rows = [
        (cell.value, None if cell.clustered else cell.independent or None, standard_error(cell))
        for cell in cells
    ]
    return Columns(*np.array(rows, dtype=np.float64).reshape(-1, 3).T)  # None becomes NaN


def p_values(a: Columns, b: Columns) -> Floats:
    """Of each A against the B beside it: that they do not differ; NaN where of one of them nothing is known.

    The two-proportion score test where both are shares of independent answers, else the z test with the standard
    errors of both. Where there is no standard error, as all answers are right or all wrong, it is 1.
    """
    pooled = (a.values * a.answers + b.values * b.answers) / (a.answers + b.answers)
    score = np.sqrt(pooled * (1 - pooled) * (1 / a.answers + 1 / b.answers))
    stated_errors = np.hypot(a.errors, b.errors)
    errors = np.where(np.isnan(score), np.where(stated_errors > 0, stated_errors, np.nan), score)
    z = np.divide(a.values - b.values, errors, out=np.zeros_like(errors), where=errors != 0)
    ps: Floats = scipy.special.erfc(np.abs(z) / math.sqrt(2))
    return ps


def pairwise_p_values(cells: Sequence[Measured]) -> Floats:
    """The p-value of every two cells, in the order of `itertools.combinations`."""
    cell_columns = columns(cells)
    first, other = np.triu_indices(len(cells), 1)
    return p_values(cell_columns.rows(first), cell_columns.rows(other))


def _are_counts(a: Measured, b: Measured) -> bool:
    """Are both shares of independent right and wrong answers?"""
    return bool(a.answers and b.answers) and not a.clustered and not b.clustered


def _stderr(a: Measured, b: Measured) -> float:
    """The standard error of A minus B, NaN where that of one of them is not known."""
    errors = [standard_error(cell) for cell in (a, b)]
    return math.hypot(*(math.nan if error is None else error for error in errors))


def _as_p_values(p_values: Sequence[float]) -> NDArray[np.float64]:
    values = np.asarray(p_values, dtype=np.float64)
    invalid = values[~((values >= 0) & (values <= 1))]
    if invalid.size:
        raise ValueError(f"p-value {invalid[0]}: expected 0 to 1")
    return values
