"""Claims that compare groups: who is above whom, and by how much."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product

from reasonboard.core.claims.points import (
    Groups,
    NotTestable,
    Point,
    along,
    chosen,
    label,
    said,
    split,
)
from reasonboard.core.claims.verdict import Difference, adjusted, difference, judge, of_estimate
from reasonboard.core.findings.claim import Checked, Outcome
from reasonboard.core.findings.words import points as in_points
from reasonboard.statistics import means
from reasonboard.statistics.contrasts import ALPHA, contrast
from reasonboard.statistics.means import Estimate
from reasonboard.store.claim_rule import Rule

Pair = tuple[str, Point, Point]


def order(points: Sequence[Point], rule: Rule) -> Checked:
    """Is one group above (or under) the others, at every place that both have or on average?"""
    if rule.x:
        points = _ends(points, rule)
    sides = list(_sides(points, rule))
    pairs = [] if rule.mean else [pair for a, b in sides for pair in _pairs(a, b, rule)]
    found = [
        (where, difference(_join(where, _versus(a, b, rule)), a, b, rule)) for where, a, b in pairs
    ]
    if rule.mean:
        gaps = _mean_gaps(points, rule, sides)
        found = [
            (where, of_estimate(_join(where, versus), gap, rule)) for (where, versus), gap in gaps
        ]
    if not found:
        raise NotTestable("The source shown has not both at one place.")
    least = min(one.value for _, one in found)
    more = "" if found[0][1].exact else f"; the least is {in_points(least)}"
    places = {where for where, _ in found}
    if 1 < len(places) < len(found):
        whole = len(places - {where for where, one in found if one.value < 0})
        more += f"; all are as claimed at {whole:,} of {len(places):,} places"
    checked = judge([one for _, one in found], rule, "comparisons", more)
    return checked if rule.by is None else _by(checked, pairs, rule.by)


def pairs(points: Sequence[Point], rule: Rule) -> Checked:
    """Does the value rise (or fall) with a column, from each value of it to each larger one?

    With `each` and a claim of most: in every group more pairs are resolved in order than out of it.
    """
    (column,) = rule.column
    tested: list[tuple[str, Difference]] = []
    for names, group in split(points, rule.each).items():
        groups = split(group, rule.match)
        places = list(groups)
        for place, of in groups.items():
            known = sorted(
                (one for one in of if one.at[column] is not None),
                key=lambda one: float(one.at[column]),
            )
            for small, large in combinations(known, 2):
                if small.at[column] < large.at[column]:
                    name = _join(label(rule.match, place, places), _versus(large, small, rule))
                    tested.append((label(rule.each, names), difference(name, large, small, rule)))
    checked = judge([one for _, one in tested], rule, "pairs")
    return _majority(checked, tested, rule) if rule.each and rule.share == "most" else checked


def gap(points: Sequence[Point], rule: Rule) -> Checked:
    """Is the mean difference of two groups larger (or smaller) at the last than at the first x?"""
    placed = along(points, rule.x)
    xs = sorted({one.at[rule.x] for one in placed})
    if len(xs) < 2:  # noqa: PLR2004
        raise NotTestable("The source shown has only one such place.")
    early, late = (
        dict(_mean_gaps(at, rule, list(_sides(at, rule))))
        for at in ([one for one in placed if one.at[rule.x] == x] for x in (xs[0], xs[-1]))
    )
    found = [
        of_estimate(_join(*name), _minus(late[name], early[name]), rule)
        for name in early
        if name in late
    ]
    least = min((one.value for one in found), default=0.0)
    more = (
        f", from {said(rule.x, xs[0])} to {said(rule.x, xs[-1])}; the least is {in_points(least)}"
    )
    return judge(found, rule, "differences", more)


def split_at(points: Sequence[Point], rule: Rule) -> Checked:
    """Is the mean at some places above (or under) that at the others, at every place that they share?"""
    inside = chosen(points, rule.of)
    outside = [one for one in points if one not in inside]
    here, there = split(inside, rule.match), split(outside, rule.match)
    columns = [rule.match[0], rule.x]
    cells = math.prod(len({one.at[name] for one in points}) for name in columns)
    if set(here) != set(there) or cells != len(points):
        raise NotTestable("The source shown has not all values for this.")
    whole = of_estimate(
        "all together",
        means.difference(*([one.measured for one in side] for side in (inside, outside))),
        rule,
    )
    gaps = {names: _average(here[names]) - _average(there[names]) for names in here}
    as_claimed = sum(rule.sign * one > 0 for one in gaps.values())
    sure = whole.p is not None and whole.p <= ALPHA
    outcome: Outcome = "not resolved"
    if sure and whole.value < 0:
        outcome = "fails"
    elif sure and as_claimed == len(gaps):
        outcome = "holds"
    return Checked(
        outcome,
        f"As claimed at {as_claimed} of {len(gaps)} places; {whole.words}.",
        [f"{label(rule.match, names)}: {in_points(one)}" for names, one in gaps.items()],
    )


def _sides(points: Sequence[Point], rule: Rule) -> Iterator[tuple[list[Point], list[Point]]]:
    """The points on both sides of every comparison."""
    if rule.sequence:
        (column,) = rule.column
        whole = {
            place
            for place, of in split(points, rule.match).items()
            if set(rule.sequence) <= {one.at[column] for one in of}
        }
        there = [one for one in points if tuple(one.at[name] for name in rule.match) in whole]
        sides = [chosen(there, {column: name}) for name in rule.sequence]
        yield from pairwise(sides)
        return
    first = chosen(points, rule.first)
    others = chosen(points, rule.others) if rule.others else points
    one_side, other_side = split(first, rule.column), split(others, rule.column)
    for (a, mine), (b, theirs) in product(one_side.items(), other_side.items()):
        if a != b and None not in b:
            yield mine, theirs


def _pairs(first: Sequence[Point], second: Sequence[Point], rule: Rule) -> Iterator[Pair]:
    """The points of both sides at every place that both have; the first side has one value there."""
    a, b = (split(side, (*rule.each, *rule.match)) for side in (first, second))
    if rule.best:
        a, b = _best(a), _best(b)
    for place, mine in a.items():
        for theirs in b.get(place, []) if len(mine) == 1 else []:
            yield label((*rule.each, *rule.match), place, list(a)), mine[0], theirs


def _mean_gaps(
    points: Sequence[Point], rule: Rule, sides: Sequence[tuple[list[Point], list[Point]]]
) -> Iterator[tuple[tuple[str, str], Estimate]]:
    """The mean of the first side minus that of the second over their shared places, by group and sides."""
    every = {tuple(one.at[column] for column in rule.match) for one in points}
    for first, second in sides:
        a, b = split(first, rule.each), split(second, rule.each)
        for names in (one for one in a if one in b):
            mine, theirs = split(a[names], rule.match), split(b[names], rule.match)
            shared = [place for place in mine if place in theirs]
            if not shared or (rule.complete and len(shared) < len(every)):
                continue
            cells = [[side[place][0].measured for place in shared] for side in (mine, theirs)]
            name = label(rule.each, names, list(a)), _versus(first[0], second[0], rule)
            yield name, means.difference(*cells)


def _by(checked: Checked, pairs: Sequence[Pair], by: float) -> Checked:
    """The same, and does no interval exclude the difference that was stated?"""
    found = [one for _, a, b in pairs if (one := contrast(a.measured, b.measured))]
    missed = sum(not one.low <= by <= one.high for one in found)
    words = f"{missed} of {len(found)} intervals exclude {by * 100:g} points."
    return Checked(
        "fails" if missed else checked.outcome, f"{checked.words} {words}", checked.cases
    )


def _majority(checked: Checked, tested: Sequence[tuple[str, Difference]], rule: Rule) -> Checked:
    """The same, decided group by group: in which are more pairs resolved out of order than in order?"""
    counts: dict[str, list[int]] = {group: [0, 0] for group, _ in tested}
    ps = adjusted(rule, [one.p for _, one in tested])
    for (group, one), p in zip(tested, ps, strict=True):
        if p is not None and p <= ALPHA and one.value:
            counts[group][one.value < 0] += 1
    against = {group: of for group, of in counts.items() if of[1] > of[0]}
    ordered = any(of[0] for of in counts.values())
    outcome: Outcome = "fails" if against else "holds" if ordered else "not resolved"
    return Checked(
        outcome,
        f"{checked.words} In {len(against)} of {len(counts)} groups most resolved pairs are out of order.",
        [f"{group}: {of[1]} out of order, {of[0]} in order" for group, of in against.items()],
    )


def _ends(points: Sequence[Point], rule: Rule) -> list[Point]:
    """The first or last point of each curve along x that has more than two."""
    least = 3
    groups = split(along(points, rule.x), (*rule.each, *rule.column, *rule.match))
    return [of[-1 if rule.pick == "last" else 0] for of in groups.values() if len(of) >= least]


def _best(groups: Groups) -> Groups:
    return {names: [max(of, key=lambda one: one.value)] for names, of in groups.items()}


def _versus(one: Point, other: Point, rule: Rule) -> str:
    a, b = ([side.at[column] for column in rule.column] for side in (one, other))
    return f"{label(rule.column, a)} against {label(rule.column, b)}"


def _join(*names: str) -> str:
    return ", ".join(filter(None, names))


def _average(points: Sequence[Point]) -> float:
    return sum(one.value for one in points) / len(points)


def _minus(one: Estimate, other: Estimate) -> Estimate:
    known = math.hypot(one.stderr, other.stderr) if one.stderr and other.stderr else None
    return Estimate(one.value - other.value, known)
