"""The p-values of many comparisons at once, as `contrasts.contrast` gives them one by one."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from reasonboard.statistics.uncertainty import Measured, standard_error

Floats = NDArray[np.float64]


class Columns(NamedTuple):
    """Measured accuracies as equally long columns."""

    values: Floats
    answers: Floats
    """NaN where its answers are not independent right and wrong ones, or not known."""
    errors: Floats
    """Standard errors, NaN where none is known."""

    def at(self, places: NDArray[np.int64]) -> "Columns":
        """Those at these places, in their order."""
        return Columns(*(column[places] for column in self))


def columns(cells: Iterable[Measured]) -> Columns:
    """The columns of these cells, in their order."""
    rows = [
        (cell.value, None if cell.clustered else cell.answers or None, standard_error(cell))
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
    stated = np.hypot(a.errors, b.errors)
    errors = np.where(np.isnan(score), np.where(stated > 0, stated, np.nan), score)
    z = np.divide(a.values - b.values, errors, out=np.zeros_like(errors), where=errors != 0)
    found: Floats = special.erfc(np.abs(z) / math.sqrt(2))
    return found


def of_all_pairs(cells: Sequence[Measured]) -> Floats:
    """The p-value of every two cells, in the order of `itertools.combinations`."""
    known = columns(cells)
    one, other = np.triu_indices(len(cells), 1)
    return p_values(known.at(one), known.at(other))


def with_cell(place: int, count: int) -> NDArray[np.bool_]:
    """Which of all pairs of so many cells have that at `place`: they are in the order of the other cells."""
    one, other = np.triu_indices(count, 1)
    found: NDArray[np.bool_] = (one == place) | (other == place)
    return found
