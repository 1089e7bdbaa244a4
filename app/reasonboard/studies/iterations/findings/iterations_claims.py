"""Claims about accuracy and length over iterations, checked against the curves of a source.

A judge gets the rows of sql/grid.sql. Aggregates are left out: they would count the
benchmarks twice.
"""

from collections.abc import Sequence
from typing import Any

from reasonboard.core.findings.claim import Checked, Outcome, unchecked
from reasonboard.core.findings.words import interval, p_value, percent, points
from reasonboard.statistics import course
from reasonboard.statistics.contrasts import ALPHA, contrast, verdicts
from reasonboard.statistics.corrections import holm
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.effects import differ
from reasonboard.statistics.grids import homogeneity
from reasonboard.statistics.means import Estimate
from reasonboard.studies.iterations.findings.iterations_curve import (
    Curve,
    benchmarks,
    change,
    curves,
    gain,
    trend,
)
from reasonboard.studies.iterations.findings.iterations_length_claims import LENGTH_JUDGES, Judge

Row = dict[str, Any]

_SPARSE = 2
CLEAR, ERRATIC = ("GAOKAO", "MATH500"), ("AIMO2024", "GPQA")
"""The benchmarks that the description names for a clear rise, and for an erratic course."""


def panels(rows: Sequence[Row]) -> Checked:
    """'There are 13 panels': those with a curve, the aggregate counting as one."""
    drawn = sorted({one.benchmark for one in curves(rows) if len(one.accuracy) > _SPARSE})
    if not drawn:
        return unchecked("The source shown has no curves, so its panels cannot be counted.")
    named = "BZ2024 is among them" if "BZ2024" in drawn else "BZ2024 is not among them"
    outcome: Outcome = "holds" if len(drawn) == 13 else "fails"  # noqa: PLR2004 - what is claimed
    return Checked(outcome, f"There are curves of {len(drawn)} benchmarks; {named}.", drawn)


def clear_gains(rows: Sequence[Row]) -> Checked:
    """'GAOKAO and MATH500 clearly improve': both rise with the iterations, beyond chance."""
    named = _named(rows, CLEAR)
    found = [(one, correlation) for one in named if (correlation := trend(one))]
    if len({one.benchmark for one, _ in found}) < len(CLEAR):
        return unchecked(f"The source shown has no curves of both {' and '.join(CLEAR)}.")
    adjusted = holm([correlation.p_value for _, correlation in found])
    words, up, down = [], 0, 0
    for (one, correlation), p in zip(found, adjusted, strict=True):
        up += p <= ALPHA and correlation.rho > 0
        down += p <= ALPHA and correlation.rho < 0
        words.append(f"{_gained(one)}, rank correlation with the iteration {correlation.rho:+.2f}")
    outcome: Outcome = "holds" if up == len(found) else "fails" if down else "not resolved"
    return Checked(
        outcome, f"{len(found)} tested (Holm's correction): {up} rise beyond chance.", words
    )


def erratic(rows: Sequence[Row]) -> Checked:
    """'AIMO2024 and GPQA have no clear direction': a rise beyond chance in one of them refutes it."""
    found = [(one, correlation) for one in _named(rows, ERRATIC) if (correlation := trend(one))]
    if len({one.benchmark for one, _ in found}) < len(ERRATIC):
        return unchecked(f"The source shown has no curves of both {' and '.join(ERRATIC)}.")
    adjusted = holm([correlation.p_value for _, correlation in found])
    clear = [
        f"{_gained(one)}, rank correlation with the iteration {correlation.rho:+.2f} ({p_value(p)})"
        for (one, correlation), p in zip(found, adjusted, strict=True)
        if p <= ALPHA
    ]
    return Checked(
        "fails" if clear else "not resolved",
        f"{len(clear)} of {len(found)} have a direction beyond chance (rank correlation of accuracy and "
        "iteration, Holm's correction).",
        clear,
    )


def gains_differ(rows: Sequence[Row]) -> Checked:
    """'Benchmarks differ in how much they gain': Cochran's Q test of one gain for all."""
    found = [(one, difference) for one in benchmarks(rows) if (difference := gain(one))]
    if len(found) < 2:  # noqa: PLR2004 - a difference needs two
        return unchecked("Fewer than two benchmarks of the source shown have gains with intervals.")
    same = differ([Estimate(one.difference, one.stderr) for _, one in found])
    if same is None:
        return unchecked("Of a gain of the source shown no standard error is known.")
    low, high = (pick(found, key=lambda pair: pair[1].difference) for pick in (min, max))
    return Checked(
        "holds" if same.p <= ALPHA else "not resolved",
        f"Gains go from {points(low[1].difference)} ({low[0].name}) to {points(high[1].difference)} ({high[0].name}); "
        f"Cochran's Q test of one gain for {len(found)} benchmarks: {p_value(same.p)}.",
        [f"{one.name}: {points(other.difference)} ({interval(other.low, other.high)})" for one, other in found],
    )  # fmt: skip


def levels_differ(rows: Sequence[Row]) -> Checked:
    """'Accuracy varies between benchmarks': one accuracy for all at the last iteration."""
    found = [one for one in benchmarks(rows) if one.answers and one.accuracy]
    if len(found) < 2:  # noqa: PLR2004 - a difference needs two
        return unchecked("Fewer than two benchmarks of the source shown have a number of items.")
    same = homogeneity([one.accuracy[-1] for one in found], [one.answers or 0 for one in found])
    if same is None:
        return unchecked("All answers of all benchmarks are right, or all are wrong.")
    low, high = (pick(found, key=lambda one: one.accuracy[-1]) for pick in (min, max))
    return Checked(
        "holds" if same.p <= ALPHA else "not resolved",
        f"Last accuracies go from {percent(low.accuracy[-1])} ({low.name}) to {percent(high.accuracy[-1])} "
        f"({high.name}); chi-square test of one accuracy for {len(found)} benchmarks: {p_value(same.p)}.",
    )


def more_than_noise(rows: Sequence[Row]) -> Checked:
    """'Strong fluctuations show unstable training': scatter beyond binomial noise."""
    found = [
        (one, chance)
        for one in benchmarks(rows)
        if one.answers and (chance := course.restlessness(one.accuracy, one.answers))
    ]
    if not found:
        return unchecked("No benchmark of the source shown has a curve and a number of items.")
    adjusted = holm([chance.p_value for _, chance in found])
    tested = list(zip(found, adjusted, strict=True))
    more = sum(p <= ALPHA and chance.value > 1 for (_, chance), p in tested)
    ratios = [chance.value for _, chance in found]
    open_ = any(p > ALPHA and chance.value > 1 for (_, chance), p in tested)
    outcome: Outcome = "holds" if more else "not resolved" if open_ else "fails"
    return Checked(
        outcome,
        f"Points scatter {min(ratios):.2f} to {max(ratios):.2f} times as much as the noise of so many answers; "
        f"more than that in {more} of {len(found)} benchmarks with a known number of items (Holm's correction).",
        [
            f"{one.name}: {chance.value:.2f} (noise alone {chance.low:.2f} to {chance.high:.2f}, "
            f"{p_value(chance.p_value)})"
            for one, chance in found
        ],
    )


def harder(rows: Sequence[Row]) -> Checked:
    """'AIMO2024 and GPQA are the harder ones': below MATH500, of known size, at the last iteration."""
    low = [one for one in _named(rows, ERRATIC) if one.last]
    high = next((one for one in _named(rows, CLEAR[1:]) if one.last), None)
    if high is None or high.last is None or len({one.benchmark for one in low}) < len(ERRATIC):
        return unchecked("The source shown has no accuracies of MATH500, AIMO2024 and GPQA.")
    found = [contrast(one.last, high.last) for one in low if one.last]
    known = [one for one in found if one]
    if len(known) < len(found):
        return unchecked("For some of them no uncertainty is known.")
    told = verdicts(known)
    outcome: Outcome = "not resolved"
    if all(one is Verdict.WORSE for one in told):
        outcome = "holds"
    elif Verdict.BETTER in told:
        outcome = "fails"
    words = [
        f"{one.name} {points(abs(two.difference))} {'below' if two.difference < 0 else 'above'} "
        f"({interval(two.low, two.high)})"
        for one, two in zip(low, known, strict=True)
    ]
    return Checked(outcome, f"At the last iteration, against {high.name}: {'; '.join(words)}.")


JUDGES: dict[str, Judge] = LENGTH_JUDGES | {
    "panels": panels,
    "clear_gains": clear_gains,
    "erratic": erratic,
    "gains_differ": gains_differ,
    "levels_differ": levels_differ,
    "more_than_noise": more_than_noise,
    "harder": harder,
}


def _named(rows: Sequence[Row], names: Sequence[str]) -> list[Curve]:
    return [
        one for one in benchmarks(rows) if one.benchmark in names and len(one.accuracy) > _SPARSE
    ]


def _gained(one: Curve) -> str:
    told = gain(one)
    words = interval(told.low, told.high) if told else "no uncertainty available"
    return f"{one.name}: {(change(one) or 0) * 100:+.1f} points ({words})"
