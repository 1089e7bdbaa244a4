"""A sweep over settings: its cells against the best or another, and the cheapest that is good enough."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

from reasonboard.statistics.checks import check_lengths
from reasonboard.statistics.contrasts import adjust_known, contrast, pairwise_p_values
from reasonboard.statistics.differences import Verdict, verdict
from reasonboard.statistics.grim_test import only_count
from reasonboard.statistics.uncertainty import Measured, Scale


class Losses(NamedTuple):
    """The losses of the cells that cost less than the best, which is at `best`, against it."""

    best: int
    cheaper: tuple[int, ...]
    """The places of the cells that cost less ..."""
    lowest: tuple[float, ...]
    """... and the lower end of the interval of each minus the best: a loss is below 0."""
    level: float
    """That of each interval, after Bonferroni's correction."""

    def cheapest(self, costs: Sequence[float], margin: float) -> "Cheapest":
        """The cheapest of them that lose less than the margin (see `cheapest`)."""
        passed = [
            index for index, low in zip(self.cheaper, self.lowest, strict=True) if low > -margin
        ]
        least = min((costs[index] for index in passed), default=costs[self.best])
        indexes = sorted(index for index in passed or [self.best] if costs[index] == least)
        return Cheapest(tuple(indexes), self.best, self.level)


class Cheapest(NamedTuple):
    """The cheapest cells shown to be at most a margin worse than the best, which is at `best`."""

    indexes: tuple[int, ...]
    best: int
    level: float
    """That of each interval, after Bonferroni's correction."""


def cells_of_lists(
    percents: Sequence[float],
    items: Sequence[int | None],
    repeats: Sequence[int | None],
    seeds: Sequence[int | None],
    stderrs: Sequence[float | None],
    scale: Scale = "proportion",
) -> list[Measured]:
    """Cells of one scale from equally long lists; values are percent, standard errors fractions.

    A value that was printed to a tenth of a percent stands for the one count of right answers that
    prints so, where there is exactly one.
    """
    cells = zip(percents, zip(items, repeats, seeds, stderrs, strict=True), strict=True)
    return [snapped(Measured(percent / 100, *counts, scale=scale)) for percent, counts in cells]


def snapped(cell: Measured) -> Measured:
    """The cell with c / n for its value where just one c prints as that value: 49.3% of 150 is 74."""
    if cell.clustered:
        return cell
    count = only_count(cell.value, cell.answers)
    return cell if count is None else cell._replace(value=count / cell.answers)


def highest(cells: Sequence[Measured]) -> int:
    """The place of the highest cell; of several the one with most answers, then the first."""
    top = max(cell.value for cell in cells)
    equal = [index for index, cell in enumerate(cells) if cell.value == top]
    return max(equal, key=lambda index: (cells[index].answers, -index))


def best_set(cells: Sequence[Measured]) -> frozenset[int] | None:
    """The places that cannot be told from the highest, with it; None where nothing is known of some.

    Corrected by Holm over all pairs of cells. The highest is named after looking: a correction over the pairs
    with it alone would part cells from it that noise put there (nearly one in four grids of 20 equal cells loses
    one so at a level of 0.95). Source: Hsu, Multiple Comparisons (1996), ch. 4 (the selected best).
    """
    if not cells:
        return None
    best, verdicts = _verdicts_against_best(cells)
    if any(verdict is None for index, verdict in enumerate(verdicts) if index != best):
        return None
    return frozenset(
        index
        for index, verdict in enumerate(verdicts)
        if index == best or verdict is Verdict.NOT_SIGNIFICANT
    )


def cheapest(
    cells: Sequence[Measured], costs: Sequence[float], margin: float, tests: int = 0
) -> Cheapest | None:
    """The cheapest cells whose loss against the highest is shown to be under the margin; None as of `losses`.

    The best passes by itself, so it is given where no cheaper one is shown to do.
    """
    against_best = losses(cells, costs, tests)
    return against_best and against_best.cheapest(costs, margin)


def losses(cells: Sequence[Measured], costs: Sequence[float], family: int = 0) -> Losses | None:
    """What each cell that costs less than the highest loses against it at most.

    By the interval of the difference (see `contrast`), at a level
    that is corrected by Bonferroni over all cells that cost less, as the cheapest that passes is picked
    from them, or over the `family` where that is larger.
    None without cells and where nothing is known of the noise of one of these.
    """
    if not cells:
        return None
    best = highest(cells)
    cheaper = [index for index in range(len(cells)) if costs[index] < costs[best]]
    level = 1 - 0.05 / max(1, family or len(cheaper))
    tests = [contrast(cells[index], cells[best], level=level) for index in cheaper]
    lowest = tuple(test.low for test in tests if test)
    return Losses(best, tuple(cheaper), lowest, level) if len(lowest) == len(cheaper) else None


def common(
    grids: Sequence[tuple[Sequence[float], Sequence[float], Sequence[float]]],
) -> tuple[list[tuple[Any, Any]], list[list[float]]]:
    """The places that all grids have (rows, columns, values of each), in order, and their values."""
    cells = [
        {(row, column): value for row, column, value in zip(*grid, strict=True)} for grid in grids
    ]
    shared = sorted(set(cells[0]).intersection(*cells[1:])) if cells else []
    return shared, [[grid[index] for index in shared] for grid in cells]


def pareto(costs: Sequence[float], values: Sequence[float]) -> tuple[int, ...]:
    """The places of the points that no other point dominates, by rising cost.

    A point dominates another that costs no less and has no higher value, unless both are equal in both:
    these are kept together, in their order. Only the points are compared, not their uncertainty.

    Source: Kung, Luccio and Preparata 1975, Journal of the ACM 22: sort, sweep.
    """
    check_lengths(costs, values)
    order = sorted(range(len(costs)), key=lambda index: (costs[index], -values[index], index))
    front: list[int] = []
    for index in order:
        last = front[-1] if front else None
        if (
            last is None
            or values[index] > values[last]
            or (costs[index], values[index]) == (costs[last], values[last])
        ):
            front.append(index)
    return tuple(front)


def _verdicts_against_best(cells: Sequence[Measured]) -> tuple[int, list[Verdict | None]]:
    """The place of the highest, and the verdict on each cell, None on it and where nothing is known."""
    best = highest(cells)
    pairs = combinations(range(len(cells)), 2)
    adjusted = dict(zip(pairs, adjust_known(pairwise_p_values(cells).tolist()), strict=True))
    p_values = [adjusted.get((min(index, best), max(index, best))) for index in range(len(cells))]
    return best, [
        None if p is None else verdict(cell.value - cells[best].value, p)
        for cell, p in zip(cells, p_values, strict=True)
    ]
