"""Claims about single values: where they lie, how many there are, where they begin."""

from collections.abc import Sequence

from reasonboard.core.claims.points import (
    NotTestable,
    Point,
    along,
    column_words,
    curves,
    label,
    said,
    split,
)
from reasonboard.core.findings.claim import Checked, Outcome
from reasonboard.core.findings.words import interval, percent
from reasonboard.statistics.decline import runs
from reasonboard.statistics.uncertainty import of_measured
from reasonboard.store.claim_rule import COLUMNS, Rule

_MOST_NAMES = 12


def value_range(points: Sequence[Point], rule: Rule) -> Checked:
    """Do the values reach from one number to another, within a tolerance?"""
    least, most = (pick(points, key=lambda one: one.value) for pick in (min, max))
    stated = (("lowest", rule.low, least), ("highest", rule.high, most))
    wrong = [
        f"{word}: {percent(said_)} stated, {percent(one.value)} at {_place(one, points)}"
        for word, said_, one in stated
        if said_ is not None and abs(one.value - said_) > (rule.by or 0.0)
    ]
    return Checked(
        "fails" if wrong else "holds",
        f"The {len(points)} values go from {percent(least.value)} ({_place(least, points)}) to "
        f"{percent(most.value)} ({_place(most, points)}).",
        wrong,
    )


def bound(points: Sequence[Point], rule: Rule) -> Checked:
    """Are all values (or the first or last of each curve) at most, or at least, a number?"""
    if rule.pick != "all":
        points = [of[-1 if rule.pick == "last" else 0] for _, of in curves(points, rule, 1)]
    low = rule.low if rule.low is not None else float("-inf")
    high = rule.high if rule.high is not None else float("inf")
    outside = [one for one in points if not low <= one.value <= high]
    clear = [one for one in outside if _is_clear(one, low, high)]
    outcome: Outcome = "fails" if clear else "not resolved" if outside else "holds"
    least, most = (pick(points, key=lambda one: one.value) for pick in (min, max))
    return Checked(
        outcome,
        f"{len(points) - len(outside)} of {len(points)} values are within the bounds; they go from "
        f"{_said(least)} ({_place(least, points)}) to {_said(most)} ({_place(most, points)}).",
        [f"{_place(one, points)}: {_said(one)}" for one in outside],
    )


def count(points: Sequence[Point], rule: Rule) -> Checked:
    """Does a column have the claimed number of different values, among rows with a curve of enough points along x?"""
    if rule.x:
        points = [one for _, of in curves(points, rule, rule.points) for one in of]
    groups = split(points, rule.each)
    values = {names: {one.at[rule.column[0]] for one in of} for names, of in groups.items()}
    if any(None in of for of in values.values()):
        raise NotTestable(
            f"Not everything that this is about has a value of {column_words(rule.column[0])}."
        )
    found = sorted(set().union(*values.values()))
    names = [said(rule.column[0], one) for one in found]
    listed = f": {', '.join(names)}" if len(names) <= _MOST_NAMES else ""
    outcome: Outcome = "holds" if len(found) == rule.equals else "fails"
    return Checked(
        outcome, f"There are {len(found)} values of {column_words(rule.column[0])}{listed}.", names
    )


def starts(points: Sequence[Point], rule: Rule) -> Checked:
    """Does every curve begin at a place on x?"""
    found = {name: [one.at[rule.x] for one in of] for name, of in curves(points, rule, 1)}
    words = "; ".join(
        f"{name or 'it'} has values at {column_words(rule.x)} "
        + ", ".join(
            f"{low} to {high}" if low < high else f"{low}" for low, high in runs(sorted(set(at)))
        )
        for name, at in found.items()
    )
    return Checked(
        "holds" if all(at[0] == rule.at for at in found.values()) else "fails", f"{words}."
    )


def reaches(points: Sequence[Point], rule: Rule) -> Checked:
    """Is a stated number in the interval of the values at a place on x?"""
    known = along(points, rule.x)
    there = [one for one in known if one.at[rule.x] == rule.at]
    if not there:
        last = max(known, key=lambda one: (one.at[rule.x], one.value), default=None)
        words = f" (the last is {_said(last)} at {said(rule.x, last.at[rule.x])})" if last else ""
        raise NotTestable(
            f"Nothing was measured at {said(rule.x, rule.at)}{words}: what lies beyond is a guess."
        )
    intervals = [of_measured(one.measured) for one in there]
    fits = [one and one.low <= rule.value <= one.high for one in intervals]
    outcome: Outcome = "holds" if all(fits) else "fails" if False in fits else "not resolved"
    values = ", ".join(_said(one) for one in there)
    return Checked(
        outcome, f"At {said(rule.x, rule.at)} it is {values}; {percent(rule.value, 0)} was stated."
    )


def _is_clear(one: Point, low: float, high: float) -> bool:
    """Is the whole interval of a value outside the bounds?"""
    found = of_measured(one.measured) if not one.exact else None
    return one.exact or bool(found and (found.high < low or found.low > high))


def _said(one: Point) -> str:
    if one.exact:
        return f"{one.value:,.0f} {one.unit}"
    found = of_measured(one.measured)
    return f"{percent(one.value)}{f', {interval(found.low, found.high)}' if found else ''}"


def _place(one: Point, points: Sequence[Point]) -> str:
    every = [tuple(other.at[column] for column in COLUMNS) for other in points]
    return label(COLUMNS, [one.at[column] for column in COLUMNS], every)
