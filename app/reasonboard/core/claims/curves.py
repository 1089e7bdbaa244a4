"""Claims about curves: whether they rise or fall along an axis, how evenly, and how noisily."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from reasonboard.core.claims.points import (
    NotTestable,
    Point,
    column_words,
    curves,
    in_words,
)
from reasonboard.core.claims.verdict import Difference, adjusted, difference, ends, judge
from reasonboard.core.findings.claim import Checked, Outcome
from reasonboard.core.findings.words import difference_interval, p_value, signed, with_sign
from reasonboard.statistics import trajectory
from reasonboard.statistics.contrasts import ALPHA, contrast
from reasonboard.statistics.decline import (
    FEW,
    Curve,
    log_odds_slope,
    short_minus_long,
)
from reasonboard.statistics.ranks import spearman
from reasonboard.store.claim_rule import Cell, Rule

_NO_ANSWERS = "Its source does not say how many answers its values are of."


def trend(points: Sequence[Point], rule: Rule) -> Checked:
    """Do the curves go up (or down) along x; with direction none: has none of them a significant direction?

    With a second metric the curves are along it, where both are known.
    """
    if rule.other:
        points = _along_other(points, rule)
    known = curves(points, rule, rule.points)
    if rule.method == "steady":
        return _steady(known, rule)
    tests = [one for name, of in known if (one := _METHODS[rule.method](name, of, rule))]
    if rule.direction != "none":
        return judge(tests, rule, "curves")
    ps = adjusted(rule, [test.p for test in tests])
    clear = sum(
        p is not None and p <= ALPHA and one.value != 0 for one, p in zip(tests, ps, strict=True)
    )
    words = f"{clear} of {len(tests)} curves have a direction beyond chance (Holm's correction)."
    return Checked("fails" if clear else "undecided", words, [test.words for test in tests])


def _steady(known: Sequence[tuple[str, list[Point]]], rule: Rule) -> Checked:
    """Do the curves go up (or down) from their first to their last point, without a step back?"""
    whole = [_ends(name, of, rule) for name, of in known]
    steps = [
        difference(_step_name(name, a, b, rule), b, a, rule)
        for name, of in known
        for a, b in pairwise(of)
    ]
    sure_whole, sure_steps = (
        [p is not None and p <= ALPHA for p in adjusted(rule, [one.p for one in each])]
        for each in (whole, steps)
    )
    back = [step for step in steps if step.value < 0]
    clear = sum(sure and one.value < 0 for one, sure in zip(steps, sure_steps, strict=True))
    outcome: Outcome = "undecided"
    if clear or any(sure and one.value < 0 for one, sure in zip(whole, sure_whole, strict=True)):
        outcome = "fails"
    elif all(sure_whole) and not back:
        outcome = "holds"
    exact = steps and steps[0].exact
    more = "how much of it is noise is not known" if exact else f"{clear} of them significant"
    start = whole[0].words
    if len(whole) > 1:
        start = f"{sum(one.value > 0 for one in whole)} of {len(whole)} curves go as claimed from first to last"
    return Checked(
        outcome,
        f"{start}; {len(back)} of {len(steps)} steps go back; {more}.",
        [one.words for one in (back if len(whole) > 1 else steps)],
    )


def _step_name(name: str, a: Point, b: Point, rule: Rule) -> str:
    step = f"{in_words(rule.x, a.at[rule.x])} to {in_words(rule.x, b.at[rule.x])}"
    return f"{name}, {step}" if name else step


def _ends(name: str, of: Sequence[Point], rule: Rule) -> Difference:
    return difference(name, of[-1], of[0], rule)


def _lowest(name: str, of: Sequence[Point], rule: Rule) -> Difference:
    lowest = min(of[1:], key=lambda one: one.value)
    return difference(name, lowest, of[0], rule, looks=len(of) - 1)


def _rank(name: str, of: Sequence[Point], rule: Rule) -> Difference:
    found = spearman([float(one.at[rule.x]) for one in of], [one.value for one in of])
    gain = None if of[0].exact else contrast(of[-1].measured, of[0].measured)
    change = of[-1].value - of[0].value
    words = f"{name}: {signed(change)} points ({ends(gain)})".removeprefix(": ")
    if found is None:
        return Difference(words, rule.sign * change, None)
    words += f", rank correlation {with_sign(found.rho, 2)} ({p_value(found.p_value)})"
    return Difference(words, rule.sign * found.rho, found.p_value)


def _logistic(name: str, of: Sequence[Point], rule: Rule) -> Difference:
    slope, gap = log_odds_slope(_curve(of, rule.x)), short_minus_long(_curve(of, rule.x))
    if slope is None:
        raise NotTestable(_NO_ANSWERS)
    words = f"{name}: logistic slope {with_sign(slope.value, 3)} ({p_value(slope.p_value)})"
    if gap and gap.ends:
        words += f", {FEW} first minus {FEW} last {signed(gap.value)} points ({difference_interval(*gap.ends)})"
    return Difference(words, rule.sign * slope.value, slope.p_value)


def _scatter(name: str, of: Sequence[Point], rule: Rule) -> Difference | None:
    """Do the points scatter about their smooth course by more than binomial noise?"""
    n = of[0].measured.answers
    chance = trajectory.excess_variance([point.value for point in of], n) if n else None
    if chance is None:
        return None
    noise = f"noise alone {chance.low:.2f} to {chance.high:.2f}, {p_value(chance.p_value)}"
    words = f"{name}: {chance.value:.2f} times the binomial noise ({noise})"
    return Difference(words, rule.sign * (chance.value - 1), chance.p_value)


_METHODS: Mapping[str, Callable[[str, Sequence[Point], Rule], Difference | None]] = {
    "ends": _ends,
    "lowest": _lowest,
    "rank": _rank,
    "logistic": _logistic,
    "scatter": _scatter,
}


def _along_other(points: Sequence[Point], rule: Rule) -> list[Point]:
    """The values with the second metric in place of x, where both are known."""

    def place(point: Point) -> tuple[Cell, ...]:
        return tuple(point.at[column] for column in (rule.x, *rule.each))

    other = {place(point): point.value for point in points if point.metric == rule.other}
    return [
        point._replace(at={**point.at, rule.x: other[place(point)]})
        for point in points
        if point.metric != rule.other and place(point) in other
    ]


def _curve(of: Sequence[Point], x: str) -> Curve:
    placed = sorted(of, key=lambda one: one.at[x])
    if len({one.at[x] for one in placed}) < len(placed):
        raise NotTestable(f"There are several values at one {column_words(x)} of a curve.")
    return Curve(tuple(one.at[x] for one in placed), tuple(one.measured for one in placed))
