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
    named_curves = curves(points, rule, rule.points)
    if rule.method == "steady":
        return _steady(named_curves, rule)
    tests = [
        test for name, curve in named_curves if (test := _METHODS[rule.method](name, curve, rule))
    ]
    if rule.direction != "none":
        return judge(tests, rule, "curves")
    ps = adjusted(rule, [test.p for test in tests])
    clear = sum(
        p is not None and p <= ALPHA and test.value != 0 for test, p in zip(tests, ps, strict=True)
    )
    sentence = f"{clear} of {len(tests)} curves have a direction beyond chance (Holm's correction)."
    return Checked("fails" if clear else "undecided", sentence, [test.words for test in tests])


def _steady(named_curves: Sequence[tuple[str, list[Point]]], rule: Rule) -> Checked:
    """Do the curves go up (or down) from their first to their last point, without a step back?"""
    changes = [_first_to_last(name, curve, rule) for name, curve in named_curves]
    steps = [
        difference(_step_name(name, a, b, rule), b, a, rule)
        for name, curve in named_curves
        for a, b in pairwise(curve)
    ]
    clear_changes, clear_steps = (
        [p is not None and p <= ALPHA for p in adjusted(rule, [test.p for test in each])]
        for each in (changes, steps)
    )
    back = [step for step in steps if step.value < 0]
    clear = sum(
        is_clear and step.value < 0 for step, is_clear in zip(steps, clear_steps, strict=True)
    )
    outcome: Outcome = "undecided"
    if clear or any(
        is_clear and test.value < 0 for test, is_clear in zip(changes, clear_changes, strict=True)
    ):
        outcome = "fails"
    elif all(clear_changes) and not back:
        outcome = "holds"
    exact = steps and steps[0].exact
    more = "how much of it is noise is not known" if exact else f"{clear} of them significant"
    start = changes[0].words
    if len(changes) > 1:
        start = f"{sum(test.value > 0 for test in changes)} of {len(changes)} curves go as claimed from first to last"
    return Checked(
        outcome,
        f"{start}; {len(back)} of {len(steps)} steps go back; {more}.",
        [test.words for test in (back if len(changes) > 1 else steps)],
    )


def _step_name(name: str, a: Point, b: Point, rule: Rule) -> str:
    step = f"{in_words(rule.x, a.conditions[rule.x])} to {in_words(rule.x, b.conditions[rule.x])}"
    return f"{name}, {step}" if name else step


def _first_to_last(name: str, curve: Sequence[Point], rule: Rule) -> Difference:
    return difference(name, curve[-1], curve[0], rule)


def _lowest(name: str, curve: Sequence[Point], rule: Rule) -> Difference:
    lowest = min(curve[1:], key=lambda point: point.value)
    return difference(name, lowest, curve[0], rule, looks=len(curve) - 1)


def _rank(name: str, curve: Sequence[Point], rule: Rule) -> Difference:
    correlation = spearman(
        [float(point.conditions[rule.x]) for point in curve], [point.value for point in curve]
    )
    gain = None if curve[0].exact else contrast(curve[-1].measured, curve[0].measured)
    change = curve[-1].value - curve[0].value
    sentence = f"{name}: {signed(change)} points ({ends(gain)})".removeprefix(": ")
    if correlation is None:
        return Difference(sentence, rule.sign * change, None)
    sentence += (
        f", rank correlation {with_sign(correlation.rho, 2)} ({p_value(correlation.p_value)})"
    )
    return Difference(sentence, rule.sign * correlation.rho, correlation.p_value)


def _logistic(name: str, curve: Sequence[Point], rule: Rule) -> Difference:
    slope, gap = log_odds_slope(_curve(curve, rule.x)), short_minus_long(_curve(curve, rule.x))
    if slope is None:
        raise NotTestable(_NO_ANSWERS)
    sentence = f"{name}: logistic slope {with_sign(slope.value, 3)} ({p_value(slope.p_value)})"
    if gap and gap.interval:
        sentence += f", {FEW} first minus {FEW} last {signed(gap.value)} points ({difference_interval(*gap.interval)})"
    return Difference(sentence, rule.sign * slope.value, slope.p_value)


def _scatter(name: str, curve: Sequence[Point], rule: Rule) -> Difference | None:
    """Do the points scatter about their smooth course by more than binomial noise?"""
    n = curve[0].measured.answers
    chance = trajectory.excess_variance([point.value for point in curve], n) if n else None
    if chance is None:
        return None
    noise = f"noise alone {chance.low:.2f} to {chance.high:.2f}, {p_value(chance.p_value)}"
    sentence = f"{name}: {chance.value:.2f} times the binomial noise ({noise})"
    return Difference(sentence, rule.sign * (chance.value - 1), chance.p_value)


_METHODS: Mapping[str, Callable[[str, Sequence[Point], Rule], Difference | None]] = {
    "ends": _first_to_last,
    "lowest": _lowest,
    "rank": _rank,
    "logistic": _logistic,
    "scatter": _scatter,
}


def _along_other(points: Sequence[Point], rule: Rule) -> list[Point]:
    """The values with the second metric in place of x, where both are known."""

    def columns_of(point: Point) -> tuple[Cell, ...]:
        return tuple(point.conditions[column] for column in (rule.x, *rule.each))

    other = {columns_of(point): point.value for point in points if point.metric == rule.other}
    return [
        point._replace(conditions={**point.conditions, rule.x: other[columns_of(point)]})
        for point in points
        if point.metric != rule.other and columns_of(point) in other
    ]


def _curve(points: Sequence[Point], x: str) -> Curve:
    placed = sorted(points, key=lambda point: point.conditions[x])
    if len({point.conditions[x] for point in placed}) < len(placed):
        raise NotTestable(f"There are several values at one {column_words(x)} of a curve.")
    return Curve(
        tuple(point.conditions[x] for point in placed), tuple(point.measured for point in placed)
    )
