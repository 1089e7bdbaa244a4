"""p-values of many tests, corrected for being many."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import stats

Adjust = Callable[[Sequence[float]], list[float]]


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values in the order given: those up to alpha hold together with error alpha.

    In rising order, the i-th of m is multiplied by m - i + 1, is at least the one before it and at most
    1. The chance of even one false alarm stays under alpha, whatever the dependence of the tests.

    Source: Holm, Scand. J. Stat. 6 (1979) 65. ValueError for a p-value that is not from 0 to 1.
    """
    known = _checked(p_values)
    rising = np.argsort(known)
    after = np.arange(len(known), 0, -1)
    adjusted = np.empty_like(known)
    adjusted[rising] = np.maximum.accumulate(np.minimum(1.0, after * known[rising]))
    return list(adjusted.tolist())


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values in the order given: of those up to alpha, about a share alpha is false.

    For tests that are independent or positively dependent, as in grids of cells.

    Source: Benjamini and Hochberg, J. R. Stat. Soc. B 57 (1995) 289. ValueError as `holm`.
    """
    adjusted: list[float] = stats.false_discovery_control(_checked(p_values)).tolist()
    return adjusted


def of_known(p_values: Sequence[float | None], adjust: Adjust = holm) -> list[float | None]:
    """The p-values that there are, adjusted over each other; None where there is none."""
    adjusted = iter(adjust([p for p in p_values if p is not None]))
    return [None if p is None else next(adjusted) for p in p_values]


def _checked(p_values: Sequence[float]) -> NDArray[np.float64]:
    known = np.asarray(p_values, dtype=np.float64)
    foreign = known[~((known >= 0) & (known <= 1))]
    if foreign.size:
        raise ValueError(f"p-value {foreign[0]}: expected 0 to 1")
    return known
