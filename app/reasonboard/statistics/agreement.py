"""Several grids of the same cells: how far they order them alike, and which cell is good in all."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from scipy import stats

from reasonboard.statistics.checks import check_finite, check_lengths


class Agreement(NamedTuple):
    """How far several grids order the same cells alike; the best are indices of cells."""

    mean_ranks: tuple[float, ...]
    best_by_rank: tuple[int, ...]
    minimum_z: tuple[float, ...] | None
    best_by_minimum_z: tuple[int, ...]
    concordance: float | None
    p: float | None


def agreement(grids: Sequence[Sequence[float]]) -> Agreement:
    """Which cell is good in all of several grids, and whether the grids agree on it at all.

    grids[g][i] is the value of cell i in grid g, higher is better, in any unit. Ranks run from 1 for
    the highest (ties share their mean rank) and are averaged over grids; z is (value - mean) / SD
    within a grid, and the robust choice has the highest lowest z. Cells that share the best are all
    named. Concordance is Kendall's W with ties, 0 to 1; p is that of Friedman's chi-square, rough for
    few grids. Source: Kendall and Babington Smith (1939); Friedman (1937).

    A grid of equal cells has no z. Concordance and p are None with fewer than two grids or three
    cells, or where every grid is all ties. ValueError: grids of different sizes.
    """
    check_lengths(*grids)
    check_finite(value for grid in grids for value in grid)
    if not grids or not grids[0]:
        return Agreement((), (), None, (), None, None)
    ranks = [stats.rankdata([-value for value in grid]).tolist() for grid in grids]
    mean_rank = tuple(sum(column) / len(grids) for column in zip(*ranks, strict=True))
    scores = [stats.zscore(grid, ddof=1).tolist() for grid in grids if max(grid) > min(grid)]
    lowest = tuple(map(min, zip(*scores, strict=True))) if scores else None
    concordance, p = _concordance(grids) if scores else (None, None)
    return Agreement(
        mean_rank,
        _places_of_highest([-rank for rank in mean_rank]),
        lowest,
        _places_of_highest(lowest) if lowest else (),
        concordance,
        p,
    )


def _concordance(grids: Sequence[Sequence[float]]) -> tuple[float | None, float | None]:
    """Kendall's W and its p, from Friedman's test with the cells as treatments."""
    cells = len(grids[0])
    if len(grids) < 2 or cells < 3:  # noqa: PLR2004  (the least that Friedman's test takes)
        return None, None
    found = stats.friedmanchisquare(*zip(*grids, strict=True))
    return float(found.statistic) / (len(grids) * (cells - 1)), float(found.pvalue)


def _places_of_highest(values: Sequence[float]) -> tuple[int, ...]:
    """All places that share the highest value, up to the last bits of a sum."""
    top = max(values)
    return tuple(
        place for place, value in enumerate(values) if math.isclose(value, top, abs_tol=1e-12)
    )
