"""Claims about single values: where they lie, and how many different ones there are."""

from collections.abc import Sequence
from math import inf

from reasonboard.core.claims.points import (
    NotTestable,
    Point,
    column_words,
    curves,
    in_words,
    label_among,
)
from reasonboard.core.findings.claim import Checked, Outcome
from reasonboard.core.findings.words import interval, percent
from reasonboard.statistics.uncertainty import Measured, of_measured
from reasonboard.store.claim_rule import COLUMNS, Rule

_MOST_NAMES = 12


def value_range(points: Sequence[Point], rule: Rule) -> Checked:
    """Are all values (or the first or last of each curve, or the values of a column) within bounds?

    With `by` the question is another: do they reach from one end to the other, each within `by`?
    """
    if rule.pick != "all":
        points = [curve[-1 if rule.pick == "last" else 0] for _, curve in curves(points, rule, 1)]
    for column in rule.column:
        points = [
            _value_of(point, column) for point in points if point.conditions[column] is not None
        ]
    if not points:
        raise NotTestable("Its source has no such numbers.")
    return _bounds(points, rule) if rule.by is None else _check_extremes(points, rule, rule.by)


def _bounds(points: Sequence[Point], rule: Rule) -> Checked:
    low, high = -inf if rule.low is None else rule.low, inf if rule.high is None else rule.high
    outside = [point for point in points if not low <= point.value <= high]
    clear = any(_is_clear(point, low, high) for point in outside)
    outcome: Outcome = "fails" if clear else "undecided" if outside else "holds"
    return Checked(
        outcome,
        f"{_span(points)}; {len(points) - len(outside)} of {len(points)} are within the bounds.",
        [f"{label_among(point, points)}: {_in_words(point)}" for point in outside],
    )


def _check_extremes(points: Sequence[Point], rule: Rule, tolerance: float) -> Checked:
    stated_bounds = (("lowest", rule.low, min), ("highest", rule.high, max))
    wrong = [
        f"{word}: {percent(stated)} stated, {_in_words(point)} at {label_among(point, points)}"
        for word, stated, pick in stated_bounds
        if stated is not None
        and abs((point := pick(points, key=_value)).value - stated) > tolerance
    ]
    return Checked("fails" if wrong else "holds", f"{_span(points)}.", wrong)


def _span(points: Sequence[Point]) -> str:
    least, most = min(points, key=_value), max(points, key=_value)
    extremes = [f"{_in_words(point)} ({label_among(point, points)})" for point in (least, most)]
    return f"The {len(points)} values go from {extremes[0]} to {extremes[1]}"


def _value(point: Point) -> float:
    return point.value


def count(points: Sequence[Point], rule: Rule) -> Checked:
    """Does a column have the claimed number of different values, among rows with a curve of enough points along x?"""
    if rule.x:
        points = [point for _, curve in curves(points, rule, rule.points) for point in curve]
    (column,) = rule.column
    values = {point.conditions[column] for point in points}
    if None in values:
        raise NotTestable(
            f"Not everything that this is about has a value of {column_words(column)}."
        )
    different = sorted(values)
    names = [in_words(column, value) for value in different]
    listed = f": {', '.join(names)}" if len(names) <= _MOST_NAMES else ""
    outcome: Outcome = "holds" if len(different) == rule.equals else "fails"
    return Checked(
        outcome, f"There are {len(different)} values of {column_words(column)}{listed}.", names
    )


def _value_of(point: Point, column: str) -> Point:
    """The point with the number of a column in place of its measured value."""
    return point._replace(
        measured=Measured(float(point.conditions[column]), scale="amount"), unit=column
    )


def _is_clear(point: Point, low: float, high: float) -> bool:
    """Is the whole interval of a value outside the bounds?"""
    uncertainty = of_measured(point.measured) if not point.exact else None
    return point.exact or bool(uncertainty and (uncertainty.high < low or uncertainty.low > high))


def _in_words(point: Point) -> str:
    if point.unit in COLUMNS:
        return in_words(point.unit, point.value)
    if point.exact:
        return f"{point.value:,.0f} {point.unit}"
    uncertainty = of_measured(point.measured)
    return f"{percent(point.value)}{f', {interval(uncertainty.low, uncertainty.high)}' if uncertainty else ''}"
