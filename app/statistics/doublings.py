"""What each doubling of the data brings along a measured curve."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from app.statistics.contrasts import Contrast, contrast
from app.statistics.selection import gain_per_doubling
from app.statistics.uncertainty import Measured


class Doubling(NamedTuple):
    """From one point of a curve to the next: the gain per doubling and what stands behind it."""

    gain: float
    """A fraction: 0.027 is 2.7 points with every doubling."""
    low: float | None
    high: float | None
    """The 95 % interval of the gain, None where no uncertainty is known."""
    contrast: Contrast | None
    """The later point against the earlier one."""


def doublings(budgets: Sequence[float], values: Sequence[Measured]) -> list[Doubling]:
    """The gain per doubling of the budget between all neighbours, one fewer than there are points.

    `budgets` are numbers of examples that rise from one to the next, `values` the accuracies there.
    The interval is that of the difference over the number of doublings, which is known exactly:

        (later - earlier) / log2(later budget / earlier budget)

    It describes the two points only and does not assume the same gain outside them. Empty for fewer
    than two points. ValueError where the lengths differ, and for budgets that are not above 0 or do
    not rise.
    """
    if len(budgets) != len(values):
        raise ValueError(f"{len(budgets)} budgets and {len(values)} values: expected as many")
    found = []
    points = list(zip(budgets, values, strict=True))
    for (budget, value), (later, other) in pairwise(points):
        gain = gain_per_doubling(budget, value.value, later, other.value)
        times = gain_per_doubling(budget, 0.0, later, 1.0)
        if gain is None or times is None or times < 0:
            raise ValueError(f"budgets {list(budgets)}: expected to rise from one to the next")
        against = contrast(other, value)
        found.append(
            Doubling(gain, against.low * times, against.high * times, against)
            if against
            else Doubling(gain, None, None, None)
        )
    return found
