"""What the course of training says: when gains come, whether to stop earlier, noise, and length."""

from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import Any

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import p_value, percent, points
from reasonboard.statistics import course
from reasonboard.statistics.contrasts import ALPHA
from reasonboard.statistics.corrections import holm
from reasonboard.studies.iterations.findings.iterations_curve import Curve, curves, levels, steps

Row = dict[str, Any]

_FEWEST = 3
_DRAWN = "Answers are taken as independent; points of a benchmark share their items, so true noise is smaller."


def of_the_places(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """For each benchmark: by which iteration 90 % of its smoothed gain was there."""
    found = []
    for curve in curves(rows):
        place = _place(curve)
        if place is None:
            continue
        first, last = curve.iterations[0], curve.iterations[-1]
        text = f"{curve.name} has 90 % of its smoothed gain by iteration {place.x:.0f} of {last}"
        if place.range is None:
            strength, words = 0.0, "no uncertainty available"
        else:
            low, high = ("never" if end is None else f"{end:.0f}" for end in place.range[:2])
            words = f"95 % range {low} to {high}"
            # A gain that comes early within a narrow range says most.
            width = (place.range.high or last) - (place.range.low or last)
            strength = (last - place.x) / max(width, 1) if last > first else 0.0
        found.append(
            Finding(
                f"{text} ({words}).",
                strength,
                "First iteration at which the centred mean of 5 points has 90 % of its rise from the first to "
                f"the last iteration; the range draws binomial noise 2,000 times. {_DRAWN}",
                {"panel": curve.benchmark, "iteration": f"{place.x:.0f}"},
            )
        )
    return found


def of_the_last(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """For each benchmark: whether its best iteration is better than the last by more than noise."""
    told = _tested(curves(rows), lambda curve, n: course.best_against_last(curve.accuracy, n))
    found = []
    for curve, chance, p, many in told:
        best = max(curve.accuracy)
        at = curve.iterations[curve.accuracy.index(best)]
        verdict = "resolved after correction" if p <= ALPHA else "not resolved"
        where = f"{curve.name} is best at iteration {at} ({percent(best)})"
        gap = (
            f"{points(chance.value)} above the last"
            if chance.value
            else "which is as good as the last"
        )
        found.append(
            Finding(
                f"{where}, {gap}; the best of {len(curve.accuracy)} noisy points of a course that never falls would "
                f"be 95 % of the time {chance.low * 100:.1f} to {chance.high * 100:.1f} above: {verdict} "
                f"({p_value(chance.p_value)}).",
                _z(chance.p_value, sides=1),
                f"Binomial noise of {curve.answers:,} answers drawn 2,000 times about the closest course that never "
                f"falls (isotonic fit), one-sided; Holm's correction over {many}. {_DRAWN}",
                {"panel": curve.benchmark, "iteration": str(at)},
            )
        )
    return found


def of_the_noise(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """For each benchmark: whether its points scatter more than so many answers explain."""
    told = _tested(curves(rows), lambda curve, n: course.restlessness(curve.accuracy, n))
    found = []
    for curve, chance, p, many in told:
        what = (
            "within what pure noise gives"
            if p > ALPHA
            else "more than pure noise gives"
            if chance.value > 1
            else "less than independent answers would"
        )
        found.append(
            Finding(
                f"{curve.name} scatters about its smooth course {chance.value:.2f} times as much as binomial noise "
                f"({chance.low:.2f} to {chance.high:.2f} for noise alone, {p_value(chance.p_value)}): {what}.",
                _z(chance.p_value, sides=2),
                f"Scatter about a centred mean of 5 points against noise of {curve.answers:,} answers, drawn 2,000 "
                f"times, two-sided; Holm's correction over {many}. Under 1 is usual where every point "
                "answers the same items.",
                {"panel": curve.benchmark},
            )
        )
    return found


def of_the_coupling(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """For each benchmark: whether accuracy and length move together beyond their trends."""
    pairs = [
        (curve, whole, single)
        for curve in curves(rows)
        if (whole := levels(curve)) and (single := steps(curve))
    ]
    adjusted = holm([single.p_value for *_, single in pairs])
    found = []
    for (curve, whole, single), p in zip(pairs, adjusted, strict=True):
        ends = course.spearman_range(single.rho, single.n)
        words = f"95 % interval {ends[0]:.2f} to {ends[1]:.2f}" if ends else "no interval"
        what = (
            "not separable from none"
            if p > ALPHA
            else "moving together"
            if single.rho > 0
            else "moving against each other"
        )
        found.append(
            Finding(
                f"{curve.name}: levels of accuracy and length correlate {whole.rho:+.2f}, but their steps from one "
                f"iteration to the next {single.rho:+.2f} ({words}): {what}.",
                _z(single.p_value, sides=2),
                f"Spearman's rank correlation of {single.n} steps, {p_value(single.p_value)}; Holm's correction over "
                f"{len(pairs)}. Levels of two series that both rise correlate whatever they have to do with each "
                "other; noise in a point makes its two steps opposite, which weakens the correlation of steps.",
                {"panel": curve.benchmark},
            )
        )
    return found


Tested = tuple[Curve, course.ByChance, float, int]


def _tested(
    every: Sequence[Curve], test: Callable[[Curve, int], course.ByChance | None]
) -> list[Tested]:
    """The curves that can be tested, with the result, its corrected p-value and how many there are."""
    found = [
        (curve, chance)
        for curve in every
        if curve.answers and curve.accuracy and (chance := test(curve, curve.answers))
    ]
    adjusted = holm([chance.p_value for _, chance in found])
    return [
        (curve, chance, p, len(found)) for (curve, chance), p in zip(found, adjusted, strict=True)
    ]


def _place(curve: Curve) -> course.GainPlace | None:
    if len(curve.accuracy) < _FEWEST:
        return None
    return course.gain_place(curve.iterations, curve.accuracy, curve.answers)


def _z(p: float, sides: int) -> float:
    """How many standard errors a p-value is worth."""
    return max(0.0, -NormalDist().inv_cdf(min(max(p / sides, 1e-300), 0.5)))
