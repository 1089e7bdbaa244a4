"""Claims about means along an axis of grids: whether they differ, by how much, and in which grid."""

from collections.abc import Sequence
from itertools import combinations

from reasonboard.core.claims.points import NotTestable, Point, along, curves, said, split
from reasonboard.core.claims.verdict import UNKNOWN, adjusted, ends
from reasonboard.core.findings.claim import Checked
from reasonboard.core.findings.words import p_value, percent
from reasonboard.core.findings.words import points as in_points
from reasonboard.statistics.contrasts import ALPHA, contrast, verdicts
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.effects import additive, difference, homogeneity, shrunk
from reasonboard.statistics.effects import differ as cochran_q
from reasonboard.statistics.means import Estimate, mean
from reasonboard.statistics.uncertainty import effective_answers
from reasonboard.store.claim_rule import Rule

Means = list[tuple[float, Estimate]]
Curves = list[tuple[str, list[Point]]]
Tested = tuple[list[tuple[str, float]], list[str], float | None]
"""Numbers by name, the cases in words, and the p-value of no difference."""
_UNKNOWN = f"{UNKNOWN}: the number of items is unknown"
_TWO = 2


def differ(points: Sequence[Point], rule: Rule) -> Checked:
    """Do the means along x differ in every grid, or the last values or the gains of the curves?"""
    if rule.over == "means":
        return _differ_in_grids(points, rule)
    gains = rule.over == "gain"
    found = [
        one for one in curves(points, rule, _TWO if gains else 1) if one[1][0].measured.answers
    ]
    if len(found) < _TWO:
        raise NotTestable("Fewer than two curves of the source shown have a number of items.")
    values, cases, p = _gains(found) if gains else _last(found)
    if p is None:
        raise NotTestable("The values of the source shown leave nothing to test.")
    (low, lowest), (high, highest) = (pick(values, key=lambda one: one[1]) for pick in (min, max))
    say = in_points if gains else percent
    test = "Cochran's Q test of one gain" if gains else "chi-square test of one value"
    return Checked(
        "holds" if p <= ALPHA else "not resolved",
        f"{'Gains' if gains else 'Last values'} go from {say(lowest)} ({low}) to {say(highest)} ({high}); "
        f"{test} for {len(found)} curves: {p_value(p)}.",
        cases,
    )


def _last(found: Curves) -> Tested:
    """The last values with the p-value of one for all."""
    values = [(name, of[-1].value) for name, of in found]
    test = homogeneity([value for _, value in values], [of[0].measured.answers for _, of in found])
    return values, [], test.p if test else None


def _gains(found: Curves) -> Tested:
    """The gains with their intervals and the p-value of one for all."""
    gains = [(name, contrast(of[-1].measured, of[0].measured)) for name, of in found]
    known = [(name, one) for name, one in gains if one]
    if len(known) < len(gains):
        raise NotTestable("Of a gain of the source shown no uncertainty is known.")
    same = cochran_q([Estimate(one.difference, one.stderr) for _, one in known])
    cases = [f"{name}: {in_points(one.difference)} ({ends(one)})" for name, one in known]
    return [(name, one.difference) for name, one in known], cases, same.p if same else None


def _differ_in_grids(points: Sequence[Point], rule: Rule) -> Checked:
    grids = _grids(points, rule)
    tests = [cochran_q([one for _, one in means]) for _, means in grids]
    known = [test.p for test in tests if test]
    if len(known) < len(grids):
        return Checked("not resolved", f"Whether the means differ is not known; {_UNKNOWN}.")
    ps = [p or 0.0 for p in adjusted(rule, known)]
    clear = sum(p <= ALPHA for p in ps)
    return Checked(
        "holds" if clear == len(grids) else "not resolved",
        f"The means differ in {clear} of {len(grids)} grids after Holm's correction (smallest {p_value(min(ps))}).",
        [f"{name}: {p_value(p)}" for (name, _), p in zip(grids, ps, strict=True)],
    )


def interaction(points: Sequence[Point], rule: Rule) -> Checked:
    """Do the means along x differ in another way from grid to grid?"""
    grids = _grids(points, rule)
    if len(grids) < _TWO:
        raise NotTestable("An interaction needs two grids.")
    parts = [(name, x, one) for name, means in grids for x, one in means]
    if any(one.stderr is None for *_, one in parts):
        return Checked("not resolved", f"Whether the effects differ is not known; {_UNKNOWN}.")
    found = additive(*map(list, zip(*parts, strict=True)))
    if found is None:
        raise NotTestable("The grids share too few places.")
    return Checked(
        "holds" if found.p <= ALPHA else "not resolved",
        f"Means of {len(grids)} grids leave a chi-square of {found.chi2:.1f} on {found.df} over what one common effect "
        f"explains ({p_value(found.p)}).",
        [
            f"{name}: {', '.join(f'{percent(one.value)} at {said(rule.x, x)}' for x, one in means)}"
            for name, means in grids
        ],
    )


def small(points: Sequence[Point], rule: Rule) -> Checked:
    """Are all differences of means along x, with their intervals, within a limit?"""
    limit = rule.by or 0.0
    found = []
    for name, means in _grids(points, rule):
        for (x, one), (y, two) in combinations(means, 2):
            gap = difference(one, two)
            if gap is None:
                return Checked(
                    "not resolved", f"How large the effects may be is not known; {_UNKNOWN}."
                )
            words = f"{name}, {said(rule.x, x)} against {said(rule.x, y)}: {in_points(gap.difference)} ({ends(gap)})"
            found.append((words, gap))
    if not found:
        raise NotTestable("No grid of the source shown has two places to compare.")
    sure = [one is not Verdict.NOT_RESOLVED for one in verdicts([gap for _, gap in found])]
    wide = [words for words, gap in found if max(-gap.low, gap.high) > limit]
    large = any(
        yes and min(abs(gap.low), abs(gap.high)) > limit
        for (_, gap), yes in zip(found, sure, strict=True)
    )
    most = max(abs(gap.difference) for _, gap in found)
    return Checked(
        "fails" if large else "not resolved" if wide else "holds",
        f"Of {len(found)} differences of two means {sum(sure)} are resolved after Holm's correction; the largest is "
        f"{in_points(most)}, and {len(wide)} could be larger than {in_points(limit, 0)} by their intervals.",
        wide,
    )


def steadiest(points: Sequence[Point], rule: Rule) -> Checked:
    """Do the values of one group vary least, beyond what noise makes?"""
    spreads = {}
    for (name,), of in split(points, rule.column).items():
        ns = [effective_answers(one.measured) for one in of]
        if None in ns:
            return Checked(
                "not resolved", f"How much of the spread is noise is not known; {_UNKNOWN}."
            )
        found = shrunk([one.value for one in of], [n or 0 for n in ns])
        if found and found.observed_sd is not None:
            spreads[str(name)] = found
    first = str(rule.first.get(rule.column[0]))
    if first not in spreads or len(spreads) < _TWO:
        raise NotTestable(f"There are no values of {first} beside others.")
    cases = [
        f"{name}: SD of values {in_points(one.observed_sd or 0)}, of noise {in_points(one.noise_sd)}, "
        f"between {in_points(one.between_sd)}"
        for name, one in spreads.items()
    ]  # fmt: skip
    beyond = [name for name, one in spreads.items() if one.between_sd > 0]
    if not beyond:
        words = (
            f"In none of {len(spreads)} groups do the values vary more than noise alone makes them."
        )
        return Checked("not resolved", words, cases)
    alone = first not in beyond and len(beyond) == len(spreads) - 1
    return Checked(
        "holds" if alone else "not resolved",
        f"The values vary more than noise makes them in {', '.join(beyond)}.",
        cases,
    )


def _grids(points: Sequence[Point], rule: Rule) -> list[tuple[str, Means]]:
    """Of each grid without gaps the means along x: only they are over the same other places."""
    found = []
    for name, of in curves(points, rule):
        groups = split(along(of, rule.x), (rule.x,))
        rows = {tuple(one.at[column] for column in rule.match) for one in of}
        if len(groups) * len(rows) == len(of):
            found.append(
                (name, [(x, mean([one.measured for one in here])) for (x,), here in groups.items()])
            )
    if not found:
        raise NotTestable("No grid of the source shown has all its values.")
    return found
