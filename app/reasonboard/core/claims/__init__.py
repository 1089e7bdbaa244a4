"""Tests claims of sources on their values, by the words of `store.claim_rule`.

A word is a function from points and rule to an outcome; all of them raise NotTestable where the
source that it speaks of has not what the claim needs.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import inf
from types import MappingProxyType
from typing import Any

from reasonboard.core.claims.points import (
    NotTestable,
    Point,
    curves,
    filter_points,
    label,
    label_among,
    points_of,
    split,
    with_columns,
)
from reasonboard.core.claims.verdict import (
    Checked,
    Difference,
    difference,
    judge,
    of_estimate,
    unchecked,
)
from reasonboard.core.findings.words import interval, p_value, percent, signed, with_sign
from reasonboard.statistics import means
from reasonboard.statistics.ranks import FEWEST, spearman
from reasonboard.statistics.uncertainty import of_measured
from reasonboard.store.claim_rule import Rule

Side = list[Point]


def check(rule: Rule, rows: Sequence[Mapping[str, Any]]) -> Checked:
    """The outcome of a claim on the rows of sql/claim_rows.sql."""
    if not rows:
        return unchecked("The source has no such numbers.")
    try:
        points = filter_points(with_columns(points_of(rows), rule), rule.where)
        return WORDS[rule.check](points, rule)
    except NotTestable as reason:
        return unchecked(str(reason))


def value_range(points: Sequence[Point], rule: Rule) -> Checked:
    """Are all values within bounds? With `by`: do they reach from one end to the other, each within `by`?"""
    extremes = [pick(points, key=lambda point: point.value) for pick in (min, max)]
    least, most = (f"{_in_words(point)} ({label_among(point, points)})" for point in extremes)
    span = f"The {len(points)} values go from {least} to {most}"
    if rule.by is not None:
        stated = (rule.low, rule.high)
        wrong = [
            f"{f'{end:,.0f}' if point.exact else percent(end)} stated, {_in_words(point)} at "
            f"{label_among(point, points)}"
            for end, point in zip(stated, extremes, strict=True)
            if end is not None and abs(point.value - end) > rule.by
        ]
        return Checked("fails" if wrong else "holds", f"{span}.", wrong)
    low, high = -inf if rule.low is None else rule.low, inf if rule.high is None else rule.high
    outside = [point for point in points if not low <= point.value <= high]
    clear = any(_is_clear(point, low, high) for point in outside)
    return Checked(
        "fails" if clear else "cannot tell yet" if outside else "holds",
        f"{span}; {len(points) - len(outside)} of {len(points)} are within the bounds.",
        [f"{label_among(point, points)}: {_in_words(point)}" for point in outside],
    )


def _is_clear(point: Point, low: float, high: float) -> bool:
    """Is the whole interval of a value outside the bounds?"""
    uncertainty = of_measured(point.measured) if not point.exact else None
    return point.exact or bool(uncertainty and (uncertainty.high < low or uncertainty.low > high))


def _in_words(point: Point) -> str:
    if point.exact:
        return f"{point.value:,.0f} {point.unit}"
    uncertainty = of_measured(point.measured)
    return f"{percent(point.value)}{f', {interval(uncertainty.low, uncertainty.high)}' if uncertainty else ''}"


def trend(points: Sequence[Point], rule: Rule) -> Checked:
    """Do the curves go up (or down) along x: the last point against the first, or all points by their ranks?"""
    by_rank = rule.method == "rank"
    named_curves = curves(points, rule, FEWEST if by_rank else 2)
    test = _rank if by_rank else _first_to_last
    return judge([test(name, curve, rule) for name, curve in named_curves], rule.share, "curves")


def _first_to_last(name: str, curve: Side, rule: Rule) -> Difference:
    return difference(name, curve[-1], curve[0], rule)


def _rank(name: str, curve: Side, rule: Rule) -> Difference:
    correlation = spearman(
        [float(point.conditions[rule.x]) for point in curve], [point.value for point in curve]
    )
    change = _first_to_last(name, curve, rule)
    if correlation is None:
        return change._replace(p=None, exact=False)
    words = f"rank correlation {with_sign(correlation.rho, 2)} ({p_value(correlation.p_value)})"
    return Difference(f"{change.words}, {words}", rule.sign * correlation.rho, correlation.p_value)


def order(points: Sequence[Point], rule: Rule) -> Checked:
    """Is one group above (or under) the others, at every place that both have or on average?

    Without `first`: does the value rise (or fall) with a column, from each value of it to each larger one?
    """
    compared = list(_mean_gaps(points, rule) if rule.mean else _gaps(points, rule))
    if not compared:
        raise NotTestable("The source does not report both for the same setting.")
    return judge(
        [comparison for _, comparison in compared], rule.share, "comparisons", _more(compared)
    )


def _more(compared: Sequence[tuple[str, Difference]]) -> str:
    """The least difference, and at how many of several places all are as claimed."""
    least = min(comparison.value for _, comparison in compared)
    more = "" if compared[0][1].exact else f"; the least is {signed(least)} points"
    settings = {where for where, _ in compared}
    if 1 < len(settings) < len(compared):
        wrong = {where for where, comparison in compared if comparison.value < 0}
        more += f"; as claimed for {len(settings - wrong):,} of {len(settings):,} settings"
    return more


def _sides(points: Sequence[Point], rule: Rule) -> Iterator[tuple[Side, Side]]:
    """The points on both sides of every comparison; the first should be above."""
    if not rule.first:
        sizes = split(points, (rule.column,))
        for (small, below), (large, above) in combinations(sizes.items(), 2):
            if small < large:
                yield above, below
        return
    first = filter_points(points, rule.first)
    others = (
        filter_points(points, rule.others) if rule.others else [p for p in points if p not in first]
    )
    one_side, other_side = split(first, (rule.column,)), split(others, (rule.column,))
    for (a, first_points), (b, other_points) in product(one_side.items(), other_side.items()):
        if a != b:
            yield first_points, other_points


def _gaps(points: Sequence[Point], rule: Rule) -> Iterator[tuple[str, Difference]]:
    """Every point of the first side minus every one of the other at the same place."""
    columns = (*rule.each, *rule.match)
    for first, second in _sides(points, rule):
        a, b = split(first, columns), split(second, columns)
        for setting in (setting for setting in a if setting in b):
            where = label(columns, setting, list(a))
            for one, other in product(a[setting], b[setting]):
                name = _join(where, _versus(one, other, rule))
                yield where, difference(name, one, other, rule)


def _mean_gaps(points: Sequence[Point], rule: Rule) -> Iterator[tuple[str, Difference]]:
    """The mean of the first side minus that of the second over their shared places."""
    if any(point.exact for point in points):
        raise NotTestable("Only accuracies can be tested this way.")
    for first, second in _sides(points, rule):
        a, b = split(first, rule.each), split(second, rule.each)
        for names in (key for key in a if key in b):
            sides = [split(side[names], rule.match) for side in (a, b)]
            shared = [setting for setting in sides[0] if setting in sides[1]]
            if any(len(side[setting]) > 1 for side in sides for setting in shared):
                raise NotTestable("The source has several values for the same setting.")
            if shared:
                gap = means.difference(
                    *([side[setting][0].measured for setting in shared] for side in sides)
                )
                where = label(rule.each, names, list(a))
                name = _join(where, _versus(first[0], second[0], rule))
                yield where, of_estimate(name, gap, rule)


def _versus(a: Point, b: Point, rule: Rule) -> str:
    one, other = (label([rule.column], [side.conditions[rule.column]]) for side in (a, b))
    return f"{one} against {other}"


def _join(*names: str) -> str:
    return ", ".join(filter(None, names))


WORDS: Mapping[str, Callable[[Sequence[Point], Rule], Checked]] = MappingProxyType(
    {"range": value_range, "trend": trend, "order": order}
)
