"""What better chosen data are worth: how many times the data another choice needs."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from reasonboard.statistics.checks import check_lengths, check_positive, check_rising


class Multiplier(NamedTuple):
    """So many times the data, exactly (`=`), or known only to be more (`>`) or at most (`<=`)."""

    times: float
    relation: Literal["=", ">", "<="]


def data_multiplier(
    budget: float, value: float, budgets: Sequence[float], values: Sequence[float]
) -> Multiplier | None:
    """How many times `budget` another curve needs to reach `value`.

    `budgets` and `values` are the other curve, linear in log2 of the budget between its points; nothing
    is extrapolated. 59 means that 59 times the data do the same, below 1 the other curve needs less.
    Where it never does, there is only the bound `>` with its largest budget; where its smallest is
    already beyond the value, only `<=` with that. It compares the points as they are. None for a curve
    without points.
    """
    check_lengths(budgets, values)
    check_positive([budget, *budgets])
    check_rising(budgets)
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
