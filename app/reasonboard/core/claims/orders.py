"""Claims that compare groups: who is above whom, and by how much."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product

from reasonboard.core.claims.points import (
    NotTestable,
    Point,
    along,
    filter_points,
    label,
    split,
)
from reasonboard.core.claims.verdict import Difference, difference, judge, of_estimate
from reasonboard.core.findings.claim import Checked
from reasonboard.core.findings.words import points as in_points
from reasonboard.statistics import means
from reasonboard.statistics.contrasts import contrast
from reasonboard.statistics.means import Estimate
from reasonboard.store.claim_rule import Rule

Side = list[Point]
Pair = tuple[str, Point, Point]
"""Where both stand, the point that should be above, the other one."""
Gap = tuple[tuple[str, str], Estimate]
"""The group and the two sides, with the mean difference of the sides."""


def order(points: Sequence[Point], rule: Rule) -> Checked:
    """Is one group above (or under) the others, at every place that both have or on average?

    Without `first` and `sequence`: does the value rise (or fall) with a column, from each value of
    it to each larger one?
    """
    if rule.x and rule.pick != "change":
        points = _end_points(points, rule)
    pairs = [] if rule.mean else list(_pairs(points, rule))
    compared = [
        (where, difference(_join(where, _versus(a, b, rule)), a, b, rule)) for where, a, b in pairs
    ]
    if rule.mean:
        gaps = _changes(points, rule) if rule.pick == "change" else _mean_gaps(points, rule)
        compared = [(name[0], of_estimate(_join(*name), gap, rule)) for name, gap in gaps]
    if not compared:
        raise NotTestable("Its source has not both at one place.")
    checked = judge(
        [comparison for _, comparison in compared], rule, "comparisons", _more(compared)
    )
    return checked if rule.by is None else _by(checked, pairs, rule.by)


def _more(compared: Sequence[tuple[str, Difference]]) -> str:
    """The least difference, and at how many of several places all are as claimed."""
    least = min(comparison.value for _, comparison in compared)
    more = "" if compared[0][1].exact else f"; the least is {in_points(least)}"
    settings = {where for where, _ in compared}
    if 1 < len(settings) < len(compared):
        n_as_claimed = len(
            settings - {where for where, comparison in compared if comparison.value < 0}
        )
        more += f"; all are as claimed at {n_as_claimed:,} of {len(settings):,} places"
    return more


def _sides(points: Sequence[Point], rule: Rule) -> Iterator[tuple[Side, Side]]:
    """The points on both sides of every comparison."""
    if rule.sequence:
        (column,) = rule.column
        complete_settings = {
            setting
            for setting, group in split(points, rule.match).items()
            if set(rule.sequence) <= {point.conditions[column] for point in group}
        }
        shared = [
            point
            for point in points
            if tuple(point.conditions[name] for name in rule.match) in complete_settings
        ]
        yield from pairwise([filter_points(shared, {column: name}) for name in rule.sequence])
        return
    first = filter_points(points, rule.first)
    others = (
        filter_points(points, rule.others) if rule.others else [p for p in points if p not in first]
    )
    one_side, other_side = split(first, rule.column), split(others, rule.column)
    for (a, first_points), (b, other_points) in product(one_side.items(), other_side.items()):
        if a != b and None not in b:
            yield first_points, other_points


def _pairs(points: Sequence[Point], rule: Rule) -> Iterator[Pair]:
    """The points of both sides at every place that both have; the first side has one value there."""
    columns = (*rule.each, *rule.match)
    if not rule.sides:
        yield from _by_size(points, rule)
        return
    for first, second in _sides(points, rule):
        a, b = split(first, columns), split(second, columns)
        if rule.best:
            a, b = (
                {setting: [max(side_points, key=_value)] for setting, side_points in side.items()}
                for side in (a, b)
            )
        for setting, first_points in a.items():
            for other in b.get(setting, []) if len(first_points) == 1 else []:
                yield label(columns, setting, list(a)), first_points[0], other


def _by_size(points: Sequence[Point], rule: Rule) -> Iterator[Pair]:
    """Every point with each of a smaller value in the column, at one place."""
    (column,) = rule.column
    for names, group in split(points, rule.each).items():
        points_by_setting = split(group, rule.match)
        for setting, setting_points in points_by_setting.items():
            valued_points = sorted(
                (point for point in setting_points if point.conditions[column] is not None),
                key=lambda point: float(point.conditions[column]),
            )
            where = _join(
                label(rule.each, names), label(rule.match, setting, list(points_by_setting))
            )
            for small, large in combinations(valued_points, 2):
                if small.conditions[column] < large.conditions[column]:
                    yield where, large, small


def _mean_gaps(points: Sequence[Point], rule: Rule) -> Iterator[Gap]:
    """The mean of the first side minus that of the second over their shared places."""
    settings = {tuple(point.conditions[column] for column in rule.match) for point in points}
    for first, second in _sides(points, rule):
        a, b = split(first, rule.each), split(second, rule.each)
        for names in (key for key in a if key in b):
            first_points, other_points = split(a[names], rule.match), split(b[names], rule.match)
            shared = [setting for setting in first_points if setting in other_points]
            if not shared or (rule.complete and len(shared) < len(settings)):
                continue
            cells = [
                [side[setting][0].measured for setting in shared]
                for side in (first_points, other_points)
            ]
            name = label(rule.each, names, list(a)), _versus(first[0], second[0], rule)
            yield name, means.difference(*cells)


def _changes(points: Sequence[Point], rule: Rule) -> list[Gap]:
    """The mean differences at the last x minus those at the first."""
    steps = list(split(along(points, rule.x), (rule.x,)).values())
    if len(steps) < 2:  # noqa: PLR2004
        raise NotTestable("Its source has only one such place.")
    early, late = (dict(_mean_gaps(step, rule)) for step in (steps[0], steps[-1]))
    return [(name, _minus(late[name], early[name])) for name in early if name in late]


def _by(checked: Checked, pairs: Sequence[Pair], by: float) -> Checked:
    """The same, and does no interval exclude the difference that was stated?"""
    known_gaps = [known_gap for _, a, b in pairs if (known_gap := contrast(a.measured, b.measured))]
    if not known_gaps:
        raise NotTestable("Its source does not say how many answers its values are of.")
    missed = sum(not gap.low <= by <= gap.high for gap in known_gaps)
    sentence = f"{missed} of {len(known_gaps)} intervals exclude {by * 100:g} points."
    return Checked(
        "fails" if missed else checked.outcome, f"{checked.words} {sentence}", checked.cases
    )


def _end_points(points: Sequence[Point], rule: Rule) -> list[Point]:
    """The first or last point of each curve along x that has more than two."""
    least = 3
    groups = split(along(points, rule.x), (*rule.each, *rule.column, *rule.match))
    return [
        curve[-1 if rule.pick == "last" else 0] for curve in groups.values() if len(curve) >= least
    ]


def _versus(point: Point, other: Point, rule: Rule) -> str:
    a, b = ([side.conditions[column] for column in rule.column] for side in (point, other))
    return f"{label(rule.column, a)} against {label(rule.column, b)}"


def _join(*names: str) -> str:
    return ", ".join(filter(None, names))


def _value(point: Point) -> float:
    return point.value


def _minus(estimate: Estimate, other: Estimate) -> Estimate:
    stderr = math.hypot(estimate.stderr, other.stderr) if estimate.stderr and other.stderr else None
    return Estimate(estimate.value - other.value, stderr)
