"""Claims about differences among many: whether they are there, how large they may be, and where."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from reasonboard.core.claims.points import (
    NotTestable,
    Point,
    along,
    curves,
    filter_points,
    in_words,
    label_among,
    split,
)
from reasonboard.core.claims.verdict import UNKNOWN, adjusted, ends
from reasonboard.core.findings.claim import Checked
from reasonboard.core.findings.words import p_value, percent
from reasonboard.core.findings.words import points as in_points
from reasonboard.statistics import effects
from reasonboard.statistics.contrasts import ALPHA, contrast, verdicts
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.means import Estimate, mean
from reasonboard.store.claim_rule import Rule

_UNKNOWN = Checked("undecided", f"{UNKNOWN.capitalize()}: the number of items is unknown.")
_TWO = 2


class Group(NamedTuple):
    """Estimates that are compared with each other, each with its name."""

    name: str
    is_first: bool
    """Is it the group that the claim is about?"""
    members: Sequence[tuple[str, Estimate]]

    def ends(self, say: Callable[[float], str] = percent) -> str:
        """From the lowest of them to the highest, after its name."""
        low, high = (pick(self.members, key=lambda member: member[1].value) for pick in (min, max))
        start = f"{self.name}: " if self.name else ""
        return f"{start}{say(low[1].value)} ({low[0]}) to {say(high[1].value)} ({high[0]})"


def difference(points: Sequence[Point], rule: Rule) -> Checked:
    """Do the values, or the means along x, differ in every group, or the last values or gains of all curves?

    With `by`: are the differences within it? With `first`: is it that group alone which does not
    differ? Over effects: do the means along x differ in another way from group to group?
    """
    groups = _groups(points, rule)
    if any(member.stderr is None for group in groups for _, member in group.members):
        return _UNKNOWN
    if rule.over == "effects":
        return _interaction(groups)
    if rule.by is not None:
        return _small(groups, rule.by)
    tests = [effects.differ([member for _, member in group.members]) for group in groups]
    ps = [p for p in adjusted(rule, [test and test.p for test in tests]) if p is not None]
    if len(ps) < len(groups):
        raise NotTestable("The values of its source leave nothing to test.")
    clear = [p <= ALPHA for p in ps]
    as_claimed = all(
        differs != group.is_first for differs, group in zip(clear, groups, strict=True)
    )
    say = in_points if rule.over == "gain" else percent
    cases = [f"{group.ends(say)}, {p_value(p)}" for group, p in zip(groups, ps, strict=True)]
    sentence = f"Cochran's Q test: {cases[0]}."
    if len(groups) > 1:
        sentence = f"They differ in {sum(clear)} of {len(groups)} groups by Cochran's Q test after Holm's correction."
    return Checked("holds" if as_claimed else "undecided", sentence, cases)


def _groups(points: Sequence[Point], rule: Rule) -> list[Group]:
    if rule.over in ("last", "gain"):
        return [Group("", is_first=False, members=_curve_estimates(points, rule))]
    first = filter_points(points, rule.first) if rule.first else []
    members = _values if rule.over == "values" else _means
    groups = [
        Group(name, curve[0] in first, inside)
        for name, curve in curves(points, rule, 1)
        if (inside := members(curve, rule))
    ]
    if not groups:
        raise NotTestable("No grid of its source has all its values.")
    return groups


def _curve_estimates(points: Sequence[Point], rule: Rule) -> list[tuple[str, Estimate]]:
    """The last value or the gain of each curve with a known number of items."""
    gain = rule.over == "gain"
    measured_curves = [
        (name, curve) for name, curve in curves(points, rule, 1 + gain) if curve[0].measured.answers
    ]
    if len(measured_curves) < _TWO:
        raise NotTestable("Fewer than two curves of its source have a number of items.")
    if not gain:
        return [(name, mean([curve[-1].measured])) for name, curve in measured_curves]
    gains = [
        (name, contrast(curve[-1].measured, curve[0].measured)) for name, curve in measured_curves
    ]
    return [(name, Estimate(gain.difference, gain.stderr)) for name, gain in gains if gain]


def _values(group: Sequence[Point], _rule: Rule) -> list[tuple[str, Estimate]]:
    """Every value by itself."""
    return [(label_among(point, group), mean([point.measured])) for point in group]


def _means(grid: Sequence[Point], rule: Rule) -> list[tuple[str, Estimate]]:
    """The means along x of a grid without gaps (else []): only they are over the same other places."""
    steps = split(along(grid, rule.x), (rule.x,))
    others = {tuple(point.conditions[column] for column in rule.match) for point in grid}
    if len(steps) < _TWO or len(steps) * len(others) != len(grid):
        return []
    return [
        (in_words(rule.x, x), mean([point.measured for point in at_x]))
        for (x,), at_x in steps.items()
    ]


def _interaction(groups: Sequence[Group]) -> Checked:
    if len(groups) < _TWO:
        raise NotTestable("An interaction needs two grids.")
    parts = [(group.name, x, member) for group in groups for x, member in group.members]
    left = effects.additive(*map(list, zip(*parts, strict=True)))
    if left is None:
        raise NotTestable("The grids share too few places.")
    return Checked(
        "holds" if left.p <= ALPHA else "undecided",
        f"Means of {len(groups)} grids leave a chi-square of {left.chi2:.1f} on {left.df} over what one common effect "
        f"explains ({p_value(left.p)}).",
        [group.ends() for group in groups],
    )


def _small(groups: Sequence[Group], limit: float) -> Checked:
    """Are all differences within a group, with their intervals, within a limit?"""
    gaps = [
        (f"{group.name}, {x} against {y}", gap)
        for group in groups
        for (x, first), (y, second) in combinations(group.members, 2)
        if (gap := effects.difference(first, second))
    ]
    clear = [
        verdict is not Verdict.NOT_SIGNIFICANT for verdict in verdicts([gap for _, gap in gaps])
    ]
    wide = [
        f"{pair_name}: {in_points(gap.difference)} ({ends(gap)})"
        for pair_name, gap in gaps
        if max(-gap.low, gap.high) > limit
    ]
    large = any(
        yes and min(abs(gap.low), abs(gap.high)) > limit
        for (_, gap), yes in zip(gaps, clear, strict=True)
    )
    most = max(abs(gap.difference) for _, gap in gaps)
    return Checked(
        "fails" if large else "undecided" if wide else "holds",
        f"Of {len(gaps)} differences of two means {sum(clear)} are significant after Holm's correction; the largest is "
        f"{in_points(most)}, and {len(wide)} could be larger than {in_points(limit, 0)} by their intervals.",
        wide,
    )
