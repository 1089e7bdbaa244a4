"""What more data, or better chosen data, is worth: along one curve, and between two."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple


class Multiplier(NamedTuple):
    """So many times the data, exactly (`=`), or known only to be more (`>`) or at most (`<=`)."""

    times: float
    relation: Literal["=", ">", "<="]


def gain_per_doubling(
    budget: float, value: float, later_budget: float, later_value: float
) -> float | None:
    """The gain in value per doubling of the budget between two points, in the unit of the values.

        (later_value - value) / log2(later_budget / budget)

    Budgets are numbers of examples (or parameters, tokens) in one unit. It describes these two
    points only and does not assume the same gain outside them. None for equal budgets.
    ValueError for a budget that is not above 0.
    """
    _check_budgets([budget])
    _check_budgets([later_budget])
    if budget == later_budget:
        return None
    return (later_value - value) / (math.log2(later_budget) - math.log2(budget))


def value_at(budgets: Sequence[float], values: Sequence[float], budget: float) -> float | None:
    """The value of a curve at a budget, in the unit of the values.

    Between neighbouring points it is linear in log2 of the budget, at a point it is that of the
    point. None outside the curve (nothing is extrapolated) and for a curve without points.
    ValueError where the lengths differ, and for budgets that are not above 0 or do not rise.
    """
    _check_curve(budgets, values)
    _check_budgets([budget])
    if budget in budgets:
        return values[budgets.index(budget)]
    for left, right in pairwise(range(len(budgets))):
        if budgets[left] < budget < budgets[right]:
            share = math.log2(budget / budgets[left]) / math.log2(budgets[right] / budgets[left])
            return values[left] + share * (values[right] - values[left])
    return None


def data_multiplier(
    budget: float, value: float, budgets: Sequence[float], values: Sequence[float]
) -> Multiplier | None:
    """How many times `budget` another curve needs to reach `value`.

    `budgets` and `values` are the other curve, as for `value_at`, in the units of `budget` and
    `value`. It is the budget at which that curve first reaches the value, over `budget`: 59 means
    that 59 times the data do the same. Where it never does, there is only the bound `>` with its
    largest budget; where its smallest is already beyond the value, only `<=` with that. Below 1 the
    other curve needs less. It compares the points as they are: where their intervals are wide, so
    is the range of the multiplier. None for a curve without points.

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


def gap_to_reference(
    budgets: Sequence[float], values: Sequence[float], budget: float, reference: float
) -> float | None:
    """The value of a curve at the budget of a reference minus that of the reference (human, random).

    In the unit of the values, positive where the curve is above. The budget is the same on both
    sides, so what remains is the choice of the data. None and ValueError as for `value_at`.
    """
    value = value_at(budgets, values, budget)
    return None if value is None else value - reference


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
