"""Which settings are worth their cost: none is cheaper and better."""

from collections.abc import Sequence

from reasonboard.statistics.checks import check_lengths


def pareto(costs: Sequence[float], values: Sequence[float]) -> tuple[int, ...]:
    """The places of the points that no other point dominates, by rising cost.

    A point dominates another that costs no less and has no higher value, unless both are equal in both:
    these are kept together, in their order. Only the points are compared, not their uncertainty.

    Source: Kung, Luccio and Preparata 1975, Journal of the ACM 22: sort, sweep.
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
