"""How one curve of accuracy falls with length: what is read of it, each with its uncertainty."""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from reasonboard.statistics.contrasts import contrast, holm
from reasonboard.statistics.differences import ALPHA, Difference
from reasonboard.statistics.means import Estimate, difference
from reasonboard.statistics.slopes import (
    ChangePoint,
    LogisticSlope,
    change_point,
    least_squares,
    logistic_slope,
)
from reasonboard.statistics.uncertainty import Measured

FEW = 5
"""So many of the shortest lengths are compared with as many of the longest."""


class Curve(NamedTuple):
    """Accuracies by rising length."""

    lengths: tuple[int, ...]
    cells: tuple[Measured, ...]

    @property
    def counted(self) -> bool:
        """Is the number of answers of every cell known?"""
        return all(cell.answers for cell in self.cells)

    @property
    def ns(self) -> list[int]:
        """The answers that count as independent: one for each item."""
        return [cell.independent for cell in self.cells]

    @property
    def successes(self) -> list[int]:
        """How many of `ns` are right; rounded, as printed accuracies are."""
        return [round(cell.value * n) for cell, n in zip(self.cells, self.ns, strict=True)]


class Step(NamedTuple):
    """From one length to the next: the later accuracy minus the earlier one."""

    start: int
    end: int
    contrast: Difference


class Tested(NamedTuple):
    """A step with its p-value corrected for all steps that were looked at."""

    step: Step
    adjusted: float

    @property
    def significant(self) -> bool:
        return self.adjusted <= ALPHA and self.step.contrast.value != 0


def curve(
    lengths: Sequence[int],
    values: Sequence[float],
    items: Sequence[int | None],
    repeats: Sequence[int | None],
    seeds: Sequence[int | None],
    stderrs: Sequence[float | None],
) -> Curve:
    """The curve of lists that are all in order of length; values are fractions."""
    columns = zip(values, items, repeats, seeds, stderrs, strict=True)
    return Curve(tuple(lengths), tuple(Measured(*cell) for cell in columns))


def shared_lengths(curves: Iterable[Sequence[int]]) -> list[int]:
    """The lengths that all of several lists have, rising."""
    sets = [set(lengths) for lengths in curves]
    return sorted(set.intersection(*sets)) if sets else []


def runs(lengths: Sequence[int]) -> list[tuple[int, int]]:
    """Rising lengths as runs without a gap: the first and the last of each."""
    runs_so_far: list[tuple[int, int]] = []
    for length in lengths:
        start = runs_so_far.pop()[0] if runs_so_far and runs_so_far[-1][1] == length - 1 else length
        runs_so_far.append((start, length))
    return runs_so_far


def short_minus_long(curve: Curve) -> Estimate | None:
    """The mean of the shortest minus that of the longest lengths; None where the two overlap."""
    if len(curve.cells) < 2 * FEW:
        return None
    return difference(curve.cells[:FEW], curve.cells[-FEW:])


def log_odds_slope(curve: Curve) -> Estimate | None:
    """The weighted logistic slope in log-odds per length, None where no finite one exists.

    Its standard error is that of the binomial, widened by √dispersion where the cells scatter more
    about the line than that allows (quasi-binomial), never narrowed.
    """
    fitted = _fitted(curve)
    if fitted is None:
        return None
    return Estimate(fitted.slope, fitted.stderr * math.sqrt(max(1.0, fitted.dispersion or 1.0)))


def slope(curve: Curve) -> float | None:
    """The change of accuracy per length by ordinary least squares, a fraction."""
    if len(curve.lengths) < 2:  # noqa: PLR2004 - a line needs two
        return None
    return least_squares(curve.lengths, [cell.value for cell in curve.cells]).slope


def steps(curve: Curve, tested: frozenset[int]) -> tuple[Step, ...]:
    """All steps between neighbours among the `tested` lengths whose uncertainty is known.

    Tests are two-sided and not corrected.
    """
    tested_lengths = sorted(set(tested) | set(curve.lengths))
    follows = dict(pairwise(tested_lengths))
    tested_steps = []
    for index, (start, end) in enumerate(pairwise(curve.lengths)):
        before, after = curve.cells[index], curve.cells[index + 1]
        step = contrast(after, before) if follows[start] == end else None
        if step:
            tested_steps.append(Step(start, end, step))
    return tuple(tested_steps)


def corrected(curves: Sequence[Curve]) -> list[list[Tested]]:
    """The steps of each curve, by Holm's correction over the steps of all of them.

    Neighbours are the lengths that any of the curves was tested at.
    """
    tested = frozenset(length for curve in curves for length in curve.lengths)
    steps_of_curves = [steps(curve, tested) for curve in curves]
    adjusted = iter(holm([step.contrast.p for line in steps_of_curves for step in line]))
    return [[Tested(step, next(adjusted)) for step in line] for line in steps_of_curves]


def cliff(steps: Sequence[Tested]) -> Tested | None:
    """The largest significant drop."""
    falls = [step for step in steps if step.significant and step.step.contrast.value < 0]
    return min(falls, key=lambda fall: fall.step.contrast.value, default=None)


def rise(steps: Sequence[Tested]) -> Tested | None:
    """The largest significant rise."""
    rises = [step for step in steps if step.significant and step.step.contrast.value > 0]
    return max(rises, key=lambda step: step.step.contrast.value, default=None)


def sudden(curve: Curve, permutations: int) -> ChangePoint | None:
    """The best split in two constant rates, where it explains more than a steady slope does."""
    fitted = _fitted(curve)
    if not curve.counted:
        return None
    split = change_point(curve.successes, curve.ns, permutations=1)
    if split is None or (fitted and fitted.explained >= split.explained):
        return None
    return change_point(curve.successes, curve.ns, permutations=permutations)


@lru_cache(maxsize=512)
def _fitted(curve: Curve) -> LogisticSlope | None:
    return logistic_slope(curve.lengths, curve.successes, curve.ns) if curve.counted else None
