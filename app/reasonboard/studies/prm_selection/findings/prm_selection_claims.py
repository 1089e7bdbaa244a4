"""Claims about the order of selectors, each judged on the values of one figure or table at a time.

A claim about two selectors holds where every figure or table resolves it (Holm's correction over
them), and fails where all of them say the opposite or one resolves the opposite.
"""

from collections.abc import Sequence
from functools import partial

from reasonboard.core.findings.claim import Checked, Outcome, unchecked
from reasonboard.statistics.differences import Verdict
from reasonboard.studies.prm_selection.findings.prm_selection_sizes import larger_pairs
from reasonboard.studies.prm_selection.findings.prm_selection_values import (
    MISSING,
    Judge,
    Row,
    Told,
    by_place,
    case,
    compared,
    count_of,
    measured_only,
)

Pair = tuple[str, tuple[Row, Row]]


def above(higher: str, lower: str, by: float | None = None) -> Judge:
    """One selector is above another, if given by so much (a fraction)."""
    return partial(_above, higher, lower, by)


def lowest_of_its_size(selector: str) -> Judge:
    """A selector is the lowest of all of its size."""
    return partial(_lowest, selector)


def lowest(selector: str) -> Judge:
    """A selector is the lowest of all in its figure, whatever the number of samples."""
    return partial(_lowest_of_all, selector)


def highest(selector: str) -> Judge:
    """The best value of a selector is above the best of every other one."""
    return partial(_highest, selector)


def between(low: str, middle: str, high: str) -> Judge:
    """A selector lies between two others."""
    return partial(_between, low, middle, high)


def larger_is_no_guarantee(rows: Sequence[Row]) -> Checked:
    """A larger selector need not give a higher accuracy: one resolved case is enough."""
    found = larger_pairs(by_place(row for row in measured_only(rows) if row["params_b"]))
    if not found:
        return unchecked(MISSING)
    below = [(place, told) for place, told in found if told.difference < 0]
    clear = sum(told.verdict is Verdict.WORSE for _, told in below)
    outcome: Outcome = "holds" if clear else "not resolved" if below else "fails"
    return Checked(
        outcome,
        f"The larger selector is lower in {len(below)} of {count_of(len(found), 'pair')} of different size, "
        f"{clear} of them resolved after correction.",
        [case(place, told) for place, told in below],
    )


def _above(higher: str, lower: str, by: float | None, rows: Sequence[Row]) -> Checked:
    pairs = [
        (place, (of[higher], of[lower]))
        for place, of in _single(measured_only(rows))
        if higher in of and lower in of
    ]
    checked = _directed(pairs)
    told = [one for _, one in _told(pairs)]
    if by is None or not told:
        return checked
    missed = [
        one for one in told if one.contrast and not one.contrast.low <= by <= one.contrast.high
    ]
    fit = (
        "No interval excludes" if not missed else f"{len(missed)} of {len(told)} intervals exclude"
    )
    outcome: Outcome = (
        "fails" if missed and checked.outcome != "cannot be checked" else checked.outcome
    )
    return Checked(
        outcome,
        f"{checked.words} {fit} {by * 100:g} points.",
        checked.cases,
    )


def _lowest(selector: str, rows: Sequence[Row]) -> Checked:
    return _directed(
        [
            (place, (row, of[selector]))
            for place, of in _single(measured_only(rows))
            for name, row in of.items()
            if selector in of and name != selector and row["params_b"] == of[selector]["params_b"]
        ]
    )


def _lowest_of_all(selector: str, rows: Sequence[Row]) -> Checked:
    pairs = []
    for place, of in by_place(measured_only(rows)):
        own = [row for row in of if row["selector"] == selector]
        pairs += [(place, (row, own[0])) for row in of if len(own) == 1 and row is not own[0]]
    return _directed(pairs)


def _highest(selector: str, rows: Sequence[Row]) -> Checked:
    pairs = []
    for place, of in by_place(measured_only(rows)):
        best: dict[str, Row] = {}
        for row in of:
            known = best.setdefault(row["selector"], row)
            best[row["selector"]] = max(known, row, key=lambda one: float(one["value"]))
        pairs += [
            (place, (best[selector], row))
            for name, row in best.items()
            if selector in best and name != selector
        ]
    return _directed(pairs)


def _between(low: str, middle: str, high: str, rows: Sequence[Row]) -> Checked:
    pairs = []
    for place, of in _single(measured_only(rows)):
        if all(name in of for name in (low, middle, high)):
            pairs += [(place, (of[middle], of[low])), (place, (of[high], of[middle]))]
    return _directed(pairs)


def _single(rows: Sequence[Row]) -> list[tuple[str, dict[str, Row]]]:
    """Of each figure or table the selectors that have one value there."""
    found = []
    for place, of in by_place(rows):
        names = [row["selector"] for row in of]
        found.append(
            (place, {row["selector"]: row for row in of if names.count(row["selector"]) == 1})
        )
    return found


def _told(pairs: Sequence[Pair]) -> list[tuple[str, Told]]:
    told = compared([pair for _, pair in pairs])
    return [(place, one) for (place, _), one in zip(pairs, told, strict=True)]


def _directed(pairs: Sequence[Pair]) -> Checked:
    """Is the first of each pair above the second, as claimed?"""
    found = _told(pairs)
    if not found:
        return unchecked(MISSING)
    told = [one for _, one in found]
    as_said = [one for one in told if one.difference > 0]
    clear = sum(one.verdict is Verdict.BETTER for one in told)
    against = sum(one.verdict is Verdict.WORSE for one in told)
    outcome: Outcome = (
        "holds" if clear == len(told)
        else "fails" if against or not as_said
        else "not resolved"
    )  # fmt: skip
    if len(found) == 1:
        return Checked(outcome, f"{case(*found[0])}.")
    words = (
        f"As claimed in {len(as_said)} of {len(told)} comparisons, {clear} of them resolved after correction; "
        f"the opposite is resolved in {against or 'none'}."
    )
    return Checked(outcome, words, [case(place, one) for place, one in found])
