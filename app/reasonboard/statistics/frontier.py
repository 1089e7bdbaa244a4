"""Which settings are worth their cost: none is cheaper and better, or the cheapest good enough."""

import math
from collections.abc import Sequence

from reasonboard.statistics.checks import check_lengths


def pareto(costs: Sequence[float], values: Sequence[float]) -> tuple[int, ...]:
    """The places of the points that no other point dominates, by rising cost.

    A point dominates another that costs no less and has no higher value, unless both are equal in
    both; so points that are equal in both are kept together, in their order. Lower cost and higher
    value are better, in any unit. Only the points themselves are compared, not their uncertainty: a
    point of the frontier need not be separable from one beneath it. Empty for no points.

    Source: Kung, Luccio and Preparata 1975, Journal of the ACM 22, for two dimensions: sort, sweep.
    ValueError where the lengths differ.
    """
    check_lengths(costs, values)
    order = sorted(range(len(costs)), key=lambda place: (costs[place], -values[place], place))
    kept: list[int] = []
    for place in order:
        last = kept[-1] if kept else None
        if (
            last is None
            or values[place] > values[last]
            or (costs[place], values[place]) == (costs[last], values[last])
        ):
            kept.append(place)
    return tuple(kept)


def cheapest_not_worse(
    costs: Sequence[float], differences_low: Sequence[float | None], margin: float
) -> tuple[int, ...]:
    """The places of the cheapest settings shown to be at most `margin` worse than the best.

    `differences_low[i]` is the lower end of the interval of (setting i - best setting), in the unit
    of `margin` (fractions 0 to 1); that of the best to itself is 0, None where no interval is known.
    A setting passes where that end is above -margin: its shortfall is then smaller than the margin
    at the confidence of the interval (the lower end of a two-sided 95 % interval tests at 2.5 %).
    Not separable from the best is not enough: a wide interval passes nothing.

    Settings of the same cost are all given, in their order. Empty where none passes. The best was
    picked by its value, so it tends to be measured too high, which is on the careful side; but the
    cheapest of many that pass is picked too, so over a large grid hand over corrected intervals.

    Source: Piaggio et al. 2012, CONSORT for noninferiority trials, JAMA 308, for the rule.
    ValueError where the lengths differ or the margin is not above 0.
    """
    known = [-math.inf if low is None else low for low in differences_low]
    check_lengths(costs, known)
    if not margin > 0:
        raise ValueError(f"margin {margin}: expected more than 0")
    passed = [place for place, low in enumerate(known) if low > -margin]
    least = min((costs[place] for place in passed), default=None)
    return tuple(place for place in passed if costs[place] == least)
