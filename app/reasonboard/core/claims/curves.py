"""Claims about curves: whether they rise, how evenly, where they drop, and what they have in common."""

from collections.abc import Sequence
from itertools import pairwise

from reasonboard.core.claims.points import (
    NotTestable,
    Point,
    chosen,
    column_words,
    curves,
    said,
    split,
)
from reasonboard.core.claims.verdict import UNKNOWN, Difference, adjusted, difference, ends, judge
from reasonboard.core.findings.claim import Checked, Outcome
from reasonboard.core.findings.words import interval, p_value, percent
from reasonboard.statistics import trajectory
from reasonboard.statistics.contrasts import ALPHA, contrast
from reasonboard.statistics.decline import (
    FEW,
    Curve,
    Tested,
    cliff,
    corrected,
    log_odds_slope,
    short_minus_long,
)
from reasonboard.statistics.effects import alone
from reasonboard.statistics.effects import trend as weighted_line
from reasonboard.statistics.ranks import spearman, spearman_of_differences
from reasonboard.store.claim_rule import Rule

_SPARSE = 2


def trend(points: Sequence[Point], rule: Rule) -> Checked:
    """Do the curves go up (or down) along x; with direction none: has none of them a resolved direction?"""
    found = [
        _METHODS[rule.method](name, of, rule) for name, of in curves(points, rule, rule.points)
    ]
    if rule.direction != "none":
        return judge(found, rule, "curves")
    ps = adjusted(rule, [one.p for one in found])
    clear = [
        one.words
        for one, p in zip(found, ps, strict=True)
        if p is not None and p <= ALPHA and one.value
    ]
    words = (
        f"{len(clear)} of {len(found)} curves have a direction beyond chance (Holm's correction)."
    )
    return Checked("fails" if clear else "not resolved", words, [one.words for one in found])


def steady(points: Sequence[Point], rule: Rule) -> Checked:
    """Do the curves go up (or down) from their first to their last point, without a step back?"""
    found = curves(points, rule, rule.points)
    whole = [difference(name, of[-1], of[0], rule) for name, of in found]
    steps = [
        difference(
            f"{name}, {said(rule.x, a.at[rule.x])} to {said(rule.x, b.at[rule.x])}", b, a, rule
        )
        for name, of in found
        for a, b in pairwise(of)
    ]
    sure_whole, sure_steps = (
        [p is not None and p <= ALPHA for p in adjusted(rule, [one.p for one in each])]
        for each in (whole, steps)
    )
    back = [one for one in steps if one.value < 0]
    clear_back = any(sure and one.value < 0 for one, sure in zip(steps, sure_steps, strict=True))
    outcome: Outcome = "not resolved"
    if clear_back or any(one.value < 0 for one in whole):
        outcome = "fails"
    elif all(sure_whole) and not back:
        outcome = "holds"
    if len(found) == 1:
        clear = f"{sum(sure_steps)} of {len(steps)} steps are resolved by themselves"
        return Checked(
            outcome, f"From last to first: {whole[0].words}; {clear}.", [one.words for one in steps]
        )
    falls = [words for name, of in found if (words := _steps_back(name, of, rule))]
    return Checked(
        outcome,
        f"{len(back)} of {len(steps)} steps go back, in {len(falls)} of {len(found)} curves"
        f"{'; how much of it is noise is not known' if found[0][1][0].exact else ''}.",
        falls,
    )


def noise(points: Sequence[Point], rule: Rule) -> Checked:
    """Do points scatter about the smooth course of some curve by more than binomial noise?"""
    found = []
    for name, of in curves(points, rule):
        n = of[0].measured.answers
        one = trajectory.excess_variance([point.value for point in of], n) if n else None
        if one:
            range_ = f"noise alone {one.low:.2f} to {one.high:.2f}, {p_value(one.p_value)}"
            words = f"{name}: {one.value:.2f} times the binomial noise ({range_})"
            found.append(Difference(words, one.value - 1, one.p_value))
    return judge(found, rule, "curves with a known number of items")


def together(points: Sequence[Point], rule: Rule) -> Checked:
    """Do two numbers rise together along x (Spearman)?"""
    found = []
    for name, pairs in _both(points, rule):
        values = [one.value for one, _ in pairs], [other.value for _, other in pairs]
        levels, steps = spearman(*values), spearman_of_differences(*values)
        if levels and steps:
            words = f"{name}: levels {levels.rho:+.2f}, steps {steps.rho:+.2f}"
            found.append(Difference(words, levels.rho, levels.p_value))
    return judge(found, rule, "curves of both")


def without_gain(points: Sequence[Point], rule: Rule) -> Checked:
    """Does the value fall over the second half of x where the other number grows by a share?"""
    found = []
    for name, pairs in _both(points, rule):
        (middle, before), (last, after) = pairs[len(pairs) // 2], pairs[-1]
        grown = after.value / before.value - 1 if before.value else 0.0
        if grown >= (rule.by or 0.0) and middle.measured.answers:
            words = f"{name}, {rule.other.replace('_', ' ')} {grown * 100:+.0f} %"
            found.append(difference(words, middle, last, rule))
    return judge(found, rule, "curves of both that grow")


def drop(points: Sequence[Point], rule: Rule) -> Checked:
    """Is the largest resolved drop between neighbors of a curve the one that ends at a place?"""
    steps = _steps_of(points, rule)
    largest = cliff(steps)
    if largest is None:
        return Checked("not resolved", "No drop between neighbors is resolved.")
    there = next((one for one in steps if one.step.end == rule.at), None)
    beside = f" Beside it: {_step_words(there, rule)}." if there and there is not largest else ""
    return Checked(
        "holds" if largest.step.end == rule.at else "fails",
        f"The largest resolved drop: {_step_words(largest, rule)}.{beside}",
    )


def shared_drop(points: Sequence[Point], rule: Rule) -> Checked:
    """Where one curve has its largest drop, do the others drop as well?"""
    first = chosen(points, rule.first)
    largest = cliff(_steps_of(first, rule))
    if largest is None:
        return Checked("not resolved", "No drop between neighbors is resolved.")
    mine = {id(one) for one in first}
    others = curves([one for one in chosen(points, rule.of) if id(one) not in mine], rule)
    cases = [
        (name, one)
        for (name, _), steps in zip(
            others, corrected([_curve(of, rule.x) for _, of in others]), strict=True
        )
        for one in steps
        if one.step.end == largest.step.end
    ]
    if not cases:
        raise NotTestable("No other curve with a known number of answers has these places.")
    drops = sum(one.resolved and one.step.contrast.difference < 0 for _, one in cases)
    return Checked(
        "holds" if drops == len(cases) else "not resolved",
        f"From {column_words(rule.x)} {largest.step.start} to {largest.step.end}, {drops} of {len(cases)} other curves "
        "fall by a resolved amount.",
        [f"{name}: {_step_words(one, rule)}" for name, one in cases],
    )


def _steps_back(name: str, of: Sequence[Point], rule: Rule) -> str:
    """How many steps of a curve go back, and the largest of them; "" where none does."""
    steps = [(rule.sign * (b.value - a.value), b) for a, b in pairwise(of)]
    back = [one for one in steps if one[0] < 0]
    if not back:
        return ""
    size, end = min(back, key=lambda one: one[0])
    most = (
        f"{rule.sign * size:+,.0f} {end.unit}"
        if end.exact
        else f"{rule.sign * size * 100:+.1f} points"
    )
    return f"{name}: {len(back)} of {len(steps)} steps go back, the most to {said(rule.x, end.at[rule.x])} ({most})"


def _ends(name: str, of: Sequence[Point], rule: Rule) -> Difference:
    return difference(name, of[-1], of[0], rule)


def _lowest(name: str, of: Sequence[Point], rule: Rule) -> Difference:
    lowest = min(of[1:], key=lambda one: one.value)
    return difference(name, lowest, of[0], rule, looks=len(of) - 1)


def _rank(name: str, of: Sequence[Point], rule: Rule) -> Difference:
    found = spearman([float(one.at[rule.x]) for one in of], [one.value for one in of])
    gain = None if of[0].exact else contrast(of[-1].measured, of[0].measured)
    words = f"{name}: {(of[-1].value - of[0].value) * 100:+.1f} points ({ends(gain)})"
    if found is None:
        return Difference(words, 0.0, None)
    words += f", rank correlation {found.rho:+.2f} ({p_value(found.p_value)})"
    return Difference(words, rule.sign * found.rho, found.p_value)


def _logistic(name: str, of: Sequence[Point], rule: Rule) -> Difference:
    slope, gap = log_odds_slope(_curve(of, rule.x)), short_minus_long(_curve(of, rule.x))
    if slope is None:
        raise NotTestable("The source shown does not say how many answers its values are of.")
    words = f"{name}: logistic slope {slope.value:+.3f} ({p_value(slope.p_value)})"
    if gap and gap.ends:
        words += (
            f", {FEW} first minus {FEW} last {gap.value * 100:+.1f} points ({interval(*gap.ends)})"
        )
    return Difference(words, rule.sign * slope.value, slope.p_value)


def _linear(name: str, of: Sequence[Point], rule: Rule) -> Difference:
    line = weighted_line([10 * one.at[rule.x] for one in of], alone([one.measured for one in of]))
    words = f"{name}{': ' if name else ''}{' / '.join(percent(one.value) for one in of)}"
    if line is None:
        return Difference(f"{words}; {UNKNOWN}", rule.sign * (of[-1].value - of[0].value), None)
    test = f"{interval(*line.interval)}, {p_value(line.p_value)}"
    words += f": {line.slope * 100:+.1f} points for each 0.1 ({test})"
    return Difference(words, rule.sign * line.slope, line.p_value)


_METHODS = {
    "ends": _ends,
    "lowest": _lowest,
    "rank": _rank,
    "logistic": _logistic,
    "linear": _linear,
}


def _both(points: Sequence[Point], rule: Rule) -> list[tuple[str, list[tuple[Point, Point]]]]:
    """The curves of the value and of the other number, at the places on x that both have."""
    values = [one for one in points if one.metric != rule.other]
    other = dict(curves([one for one in points if one.metric == rule.other], rule))
    found = []
    for name, of in curves(values, rule, 1):
        there = {two.at[rule.x]: two for two in other.get(name, [])}
        pairs = [(one, there[one.at[rule.x]]) for one in of if one.at[rule.x] in there]
        if len(pairs) > _SPARSE:
            found.append((name, pairs))
    return found


def _steps_of(points: Sequence[Point], rule: Rule) -> list[Tested]:
    """The steps of the curve that the claim is of, corrected over those of all curves."""
    own = next(iter(split(chosen(points, rule.of), rule.each)))
    groups = split(points, rule.each)
    steps = corrected([_curve(of, rule.x) for of in groups.values()])
    if not any(steps):
        raise NotTestable(
            "The source that is shown does not say how many answers its values are of."
        )
    return steps[list(groups).index(own)]


def _curve(of: Sequence[Point], x: str) -> Curve:
    placed = sorted(of, key=lambda one: one.at[x])
    if len({one.at[x] for one in placed}) < len(placed):
        raise NotTestable(f"There are several values at one {column_words(x)} of a curve.")
    return Curve(tuple(one.at[x] for one in placed), tuple(one.measured for one in placed))


def _step_words(one: Tested, rule: Rule) -> str:
    step, found = one.step, one.step.contrast
    sure = "resolved after correction" if one.resolved else "not resolved"
    size = f"{found.difference * 100:+.1f} points ({ends(found)}; {sure})"
    return f"{column_words(rule.x)} {step.start} to {step.end}, {size}"
