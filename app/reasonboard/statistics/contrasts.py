"""Differences of measured accuracies by the best method for what is known of them; many tests, corrected."""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from reasonboard.statistics.differences import Difference, by_t, unpaired
from reasonboard.statistics.recipes import WELCH
from reasonboard.statistics.score import Floats
from reasonboard.statistics.uncertainty import Measured, score_of, standard_error

Adjust = Callable[[Sequence[float]], list[float]]
Integers = NDArray[np.int32] | NDArray[np.int64]

STDERR = "z test with the standard errors over items"
_FAMILIES = 8192
"""Families that are corrected at a time, for little memory: 500 runs on 14 benchmarks have 125,000."""


# Chart, findings and headline of a page test the same cells, and so does its next state.
@lru_cache(maxsize=4096)
def contrast(a: Measured, b: Measured, *, level: float = 0.95) -> Difference | None:
    """A minus B, not paired by problem; None where of one of them nothing is known.

    By the means of seeds where one side has several (see `over_seeds`): that is for these very problems. Else the
    score test of shares of as many answers as their intervals say (`score_of`). Else a z test with the standard errors
    of both. Two runs on the same items differ by less than this says: with their answers, `paired` methods are right.
    """
    value = a.value - b.value
    if a.seed_sd or b.seed_sd:
        parts = _of_seeds(columns([a]), columns([b]))
        if parts.variances[0] > 0:
            return by_t(value, float(parts.variances[0]), float(parts.dfs[0]), WELCH, level)
    one, other = score_of(a), score_of(b)
    if one and other:
        return unpaired(a.value, one.effective, b.value, other.effective, level)
    errors = standard_error(a), standard_error(b)
    if errors[0] is None or errors[1] is None:
        return None
    return by_t(value, errors[0] ** 2 + errors[1] ** 2, math.inf, STDERR, level)


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values in the order given: those up to alpha hold together with error alpha.

    In rising order, the i-th of m is multiplied by m - i + 1, is at least the one before it and at most
    1. The chance of even one false alarm stays under alpha, whatever the dependence of the tests.

    Source: Holm, Scand. J. Stat. 6 (1979) 65. ValueError for a p-value that is not from 0 to 1.
    """
    values = _as_p_values(p_values)
    return list(holm_of_rows(values, values.size).tolist())


def holm_within(groups: Integers, p_values: Floats, sizes: Integers) -> Floats:
    """The same of many families at once: the p-values of one `group` are a family.

    `sizes` has for each how many tests its family has; tests that are not here count as its largest.
    """
    order = np.argsort(groups, kind="stable")
    firsts = np.flatnonzero(np.diff(groups[order], prepend=-1))
    counts = np.diff(firsts, append=order.size)
    adjusted = np.empty_like(p_values)
    for count in np.unique(counts):
        of_count = firsts[counts == count]
        for some in np.array_split(of_count, 1 + of_count.size // _FAMILIES):
            family = order[some[:, None] + np.arange(count)]
            adjusted[family] = holm_of_rows(p_values[family], sizes[family[:, 0]])
    return adjusted


def holm_of_rows(p_values: Floats, sizes: Integers | int) -> Floats:
    """The same for families along the last axis, with `sizes` tests each."""
    rising = np.argsort(p_values)
    sorted_values = np.take_along_axis(p_values, rising, -1)
    sorted_values *= np.asarray(sizes)[..., None] - np.arange(p_values.shape[-1])
    np.minimum(sorted_values, 1.0, out=sorted_values)
    adjusted = np.empty_like(p_values)
    np.put_along_axis(adjusted, rising, np.maximum.accumulate(sorted_values, axis=-1), -1)
    return adjusted


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values in the order given: of those up to alpha, about a share alpha is false.

    For tests that are independent or positively dependent, as in grids of cells.

    Source: Benjamini and Hochberg, J. R. Stat. Soc. B 57 (1995) 289. ValueError as `holm`.
    """
    values = _as_p_values(p_values)
    falling = np.argsort(-values)
    after = len(values) / np.arange(len(values), 0, -1)
    adjusted = np.empty_like(values)
    adjusted[falling] = np.minimum.accumulate(np.minimum(1.0, after * values[falling]))
    return list(adjusted.tolist())


def adjust_known(p_values: Sequence[float | None], adjust: Adjust = holm) -> list[float | None]:
    """The known p-values, adjusted over each other; None where one is None or NaN."""
    finite = [p for p in p_values if p is not None and not math.isnan(p)]
    adjusted = iter(adjust(finite))
    return [None if p is None or math.isnan(p) else next(adjusted) for p in p_values]


class Columns(NamedTuple):
    """Measured accuracies as equally long columns."""

    values: Floats
    answers: Floats
    """How many answers each is worth; NaN where that is not known."""
    errors: Floats
    """Standard errors, NaN where none is known."""
    seed_variances: Floats
    """Of the means of single seeds, NaN where there are not several."""
    seeds: Floats

    def rows(self, indexes: NDArray[np.int64]) -> "Columns":
        """Those at these places, in their order."""
        return Columns(*(column[indexes] for column in self))


class _OfSeeds(NamedTuple):
    """The variances that seeds give to differences, and their degrees of freedom; NaN where they are not known."""

    variances: Floats
    dfs: Floats


def columns(cells: Iterable[Measured]) -> Columns:
    """The columns of these cells, in their order."""
    rows = []
    for cell in cells:
        score = score_of(cell)
        seeds = cell.n_seeds or 1
        sd = cell.seed_sd if seeds > 1 else None
        rows.append(
            (
                cell.value,
                score and score.effective,
                standard_error(cell),
                sd and sd**2,
                seeds,
            )
        )
    return Columns(*np.array(rows, dtype=np.float64).reshape(-1, 5).T)  # None becomes NaN


def p_values(a: Columns, b: Columns) -> Floats:
    """Of each A against the B beside it: that they do not differ; NaN where of one of them nothing is known.

    By the tests that `contrast` says. Where there is no standard error, as all answers are right or all wrong, it is 1.
    """
    pooled = (a.values * a.answers + b.values * b.answers) / (a.answers + b.answers)
    score = np.sqrt(pooled * (1 - pooled) * (1 / a.answers + 1 / b.answers))
    stated_errors = np.hypot(a.errors, b.errors)
    errors = np.where(np.isnan(score), np.where(stated_errors > 0, stated_errors, np.nan), score)
    z = np.divide(a.values - b.values, errors, out=np.zeros_like(errors), where=errors != 0)
    ps: Floats = scipy.special.erfc(np.abs(z) / math.sqrt(2))
    of_seeds = _of_seeds(a, b)
    known = np.flatnonzero(of_seeds.variances > 0)
    t = np.abs(a.values - b.values)[known] / np.sqrt(of_seeds.variances[known])
    ps[known] = 2 * scipy.special.stdtr(of_seeds.dfs[known], -t)
    return ps


def _of_seeds(a: Columns, b: Columns) -> _OfSeeds:
    """As `over_seeds`: Welch's; a side with one seed is taken to scatter as the other one does."""
    one, other = a.seed_variances / a.seeds, b.seed_variances / b.seeds
    below = one**2 / (a.seeds - 1) + other**2 / (b.seeds - 1)
    both = one + other
    with np.errstate(invalid="ignore", divide="ignore"):
        welch = np.maximum(1.0, both**2 / below)
    known = np.where(np.isnan(a.seed_variances), b.seed_variances, a.seed_variances)
    single = known * (1 / a.seeds + 1 / b.seeds)
    is_single = np.isnan(both)
    return _OfSeeds(
        np.where(is_single, single, both),
        np.where(is_single, np.maximum(a.seeds, b.seeds) - 1, welch),
    )


def pairwise_p_values(cells: Sequence[Measured]) -> Floats:
    """The p-value of every two cells, in the order of `itertools.combinations`."""
    cell_columns = columns(cells)
    first, other = np.triu_indices(len(cells), 1)
    return p_values(cell_columns.rows(first), cell_columns.rows(other))


def _as_p_values(p_values: Sequence[float]) -> NDArray[np.float64]:
    values = np.asarray(p_values, dtype=np.float64)
    invalid = values[~((values >= 0) & (values <= 1))]
    if invalid.size:
        raise ValueError(f"p-value {invalid[0]}: expected 0 to 1")
    return values
