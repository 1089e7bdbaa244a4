"""What better chosen data are worth: how many times the data another choice needs."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple


class Multiplier(NamedTuple):
    """So many times the data, exactly (`=`), or known only to be more (`>`) or at most (`<=`)."""

    times: float
    relation: Literal["=", ">", "<="]


def data_multiplier(
    budget: float, value: float, budgets: Sequence[float], values: Sequence[float]
) -> Multiplier | None:
    """How many times `budget` another curve needs to reach `value`.

    `budgets` and `values` are the other curve, in the units of `budget` and `value`; between its
    points it is linear in log2 of the budget, and nothing is extrapolated. The multiplier is the
    budget at which that curve first reaches the value, over `budget`: 59 means that 59 times the
    data do the same. Where it never does, there is only the bound `>` with its largest budget;
    where its smallest is already beyond the value, only `<=` with that. Below 1 the other curve
    needs less. It compares the points as they are: where their intervals are wide, so is the range
    of the multiplier. None for a curve without points.

    ValueError where the lengths differ, and for budgets that are not above 0 or do not rise.
    """
    _check_curve(budgets, values)
    _check_budgets([budget])
    if not budgets:
        return None
    first = next((place for place, reached in enumerate(values) if reached >= value), None)
    if first is None:
        return Multiplier(budgets[-1] / budget, ">")
    if values[first] == value:
        return Multiplier(budgets[first] / budget, "=")
    if first == 0:
        return Multiplier(budgets[0] / budget, "<=")
    left = first - 1
    share = (value - values[left]) / (values[first] - values[left])
    return Multiplier(budgets[left] / budget * (budgets[first] / budgets[left]) ** share, "=")


def _check_curve(budgets: Sequence[float], values: Sequence[float]) -> None:
    if len(budgets) != len(values):
        raise ValueError(f"{len(budgets)} budgets and {len(values)} values: expected as many")
    if any(math.isnan(value) for value in values):
        raise ValueError(f"values {list(values)}: expected numbers without NaN")
    _check_budgets(budgets)


def _check_budgets(budgets: Sequence[float]) -> None:
    if any(not (0 < budget < math.inf) for budget in budgets):
        raise ValueError(f"budgets {list(budgets)}: expected more than 0")
    if any(left >= right for left, right in pairwise(budgets)):
        raise ValueError(f"budgets {list(budgets)}: expected to rise from one to the next")
