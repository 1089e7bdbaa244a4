"""A sweep over settings: its cells against the best or another, and the cheapest that is good enough."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from reasonboard.statistics.contrasts import (
    Contrast,
    contrast,
    of_all_pairs,
    verdict,
    verdicts_of_known,
    with_cell,
)
from reasonboard.statistics.corrections import Adjust, benjamini_hochberg, holm
from reasonboard.statistics.differences import Verdict, newcombe
from reasonboard.statistics.grim_test import only_count
from reasonboard.statistics.intervals import normal
from reasonboard.statistics.uncertainty import Measured, standard_error


class Against(NamedTuple):
    """A cell against the reference; both are None for the reference and where nothing is known."""

    contrast: Contrast | None
    verdict: Verdict | None


class Cheapest(NamedTuple):
    """The cheapest cells shown to be at most a margin worse than the best, which is at `best`."""

    places: tuple[int, ...]
    best: int
    level: float
    """That of each interval, after Bonferroni's correction over the cells that are cheaper."""


def listed(
    percents: Sequence[float],
    items: Sequence[int | None],
    repeats: Sequence[int | None],
    seeds: Sequence[int | None],
    stderrs: Sequence[float | None],
) -> list[Measured]:
    """Cells from equally long lists; values are percent, standard errors fractions.

    A value that was printed to a tenth of a percent stands for the one count of right answers that
    prints so, where there is exactly one.
    """
    told = percents, items, repeats, seeds, stderrs
    return list(_listed(*map(tuple, told)))


def _listed(*told: tuple[Any, ...]) -> tuple[Measured, ...]:
    return tuple(snapped(Measured(one[0] / 100, *one[1:])) for one in zip(*told, strict=True))


def snapped(cell: Measured) -> Measured:
    """The cell with c / n for its value where just one c prints as that value: 49.3 % of 150 is 74."""
    if cell.clustered:
        return cell
    count = only_count(cell.value, cell.answers)
    return cell if count is None else cell._replace(value=count / cell.answers)


def highest(cells: Sequence[Measured]) -> int:
    """The place of the highest cell; of several the one with most answers, then the first."""
    top = max(cell.value for cell in cells)
    equal = [place for place, cell in enumerate(cells) if cell.value == top]
    return max(equal, key=lambda place: (cells[place].answers, -place))


def against(
    cells: Sequence[Measured], reference: int, adjust: Adjust = benjamini_hochberg
) -> list[Against]:
    """Every cell minus a reference that was named before looking; verdicts corrected together."""
    return list(_against(tuple(cells), reference, adjust))


def _against(cells: tuple[Measured, ...], reference: int, adjust: Adjust) -> tuple[Against, ...]:
    found = [
        None if place == reference else contrast(cell, cells[reference])
        for place, cell in enumerate(cells)
    ]
    return tuple(map(Against, found, verdicts_of_known(found, adjust)))


def against_best(cells: Sequence[Measured]) -> list[Against]:
    """Every cell minus the highest, corrected by Holm over all pairs of cells.

    The highest is named after looking: a correction over the pairs with it alone would part cells
    from it that noise put there (nearly one in four grids of 20 equal cells loses one so at a level of
    0.95). Source: Hsu, Multiple Comparisons (1996), ch. 4 (the selected best).
    """
    best, verdicts = _told_from_best(tuple(cells))
    return [
        Against(None if place == best else contrast(cell, cells[best]), one)
        for place, (cell, one) in enumerate(zip(cells, verdicts, strict=True))
    ]


def _told_from_best(cells: tuple[Measured, ...]) -> tuple[int, tuple[Verdict | None, ...]]:
    """The place of the highest, and the verdict on each cell as `against_best` has it."""
    # Pairs grow with the square of the cells.
    best = highest(cells)
    p = of_all_pairs(cells)
    known = ~np.isnan(p)
    p[known] = holm(p[known].tolist())
    of_best = iter(p[with_cell(best, len(cells))].tolist())
    return best, tuple(
        None if place == best else _verdict(cell.value - cells[best].value, next(of_best))
        for place, cell in enumerate(cells)
    )


def _verdict(difference: float, p_value: float) -> Verdict | None:
    """The verdict, None where the p-value is NaN."""
    return None if math.isnan(p_value) else verdict(difference, p_value)


def best_set(cells: Sequence[Measured]) -> frozenset[int] | None:
    """The places that cannot be told from the highest, with it; None where nothing is known of some."""
    if not cells:
        return None
    best, told = _told_from_best(tuple(cells))
    if any(one is None for place, one in enumerate(told) if place != best):
        return None
    return frozenset(
        place for place, one in enumerate(told) if place == best or one is Verdict.NOT_RESOLVED
    )


def cheapest(cells: Sequence[Measured], costs: Sequence[float], margin: float) -> Cheapest | None:
    """The cheapest cells whose loss against the highest is shown to be under the margin.

    By Newcombe's interval of the difference (with standard errors where those say more), at a level
    that is corrected by Bonferroni over all cells that cost less, as the cheapest that passes is
    picked from them. The best passes by itself, so it is given where no cheaper one is shown to do.
    None without cells and where nothing is known of the noise of one of these.
    """
    if not cells:
        return None
    best = highest(cells)
    cheaper = [place for place in range(len(cells)) if costs[place] < costs[best]]
    level = 1 - 0.05 / max(1, len(cheaper))
    lows = [_low(cells[place], cells[best], level) for place in cheaper]
    if None in lows:
        return None
    passed = [
        place for place, low in zip(cheaper, lows, strict=True) if low is not None and low > -margin
    ]
    least = min((costs[place] for place in passed), default=costs[best])
    return Cheapest(
        tuple(sorted(place for place in passed or [best] if costs[place] == least)), best, level
    )


def _low(cell: Measured, best: Measured, level: float) -> float | None:
    """The low end of the interval of a cell minus the best at a level."""
    if cell.answers and best.answers and not cell.clustered and not best.clustered:
        return newcombe(cell.value, cell.answers, best.value, best.answers, level).low
    error, error_best = standard_error(cell), standard_error(best)
    if error is None or error_best is None:
        return None
    return normal(cell.value - best.value, math.hypot(error, error_best), level, within=None).low


def common(
    grids: Sequence[tuple[Sequence[float], Sequence[float], Sequence[float]]],
) -> tuple[list[tuple[Any, Any]], list[list[float]]]:
    """The places that all grids have (rows, columns, values of each), in order, and their values."""
    cells = [
        {(row, column): value for row, column, value in zip(*grid, strict=True)} for grid in grids
    ]
    shared = sorted(set(cells[0]).intersection(*cells[1:])) if cells else []
    return shared, [[grid[place] for place in shared] for grid in cells]
