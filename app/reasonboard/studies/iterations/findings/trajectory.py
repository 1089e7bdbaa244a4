"""What the course of training says: when gains come, whether to stop earlier, noise, and length."""

from collections.abc import Callable, Sequence
from functools import partial

from reasonboard.core.findings.finding import Finding, verdict_of
from reasonboard.core.findings.words import (
    UNKNOWN,
    by_sign,
    difference_interval,
    p_value,
    percent,
    points,
    signed,
    with_sign,
)
from reasonboard.statistics.differences import ALPHA, Difference
from reasonboard.statistics.effects import in_standard_errors
from reasonboard.statistics.trajectory import ByChance
from reasonboard.studies.iterations.curve import Curve, range_words
from reasonboard.studies.iterations.family import curves
from reasonboard.studies.iterations.rows import ITERATION, Row, after

_INDEPENDENT = (
    "Assumes independent answers. All points answer the same problems, so the true noise "
    "is smaller."
)


def of_the_course(
    rows: Sequence[Row], *, number: str, along: str = ITERATION, **_options: str
) -> list[Finding]:
    """The findings about one number of the course of each benchmark, in the order of the rows.

    `place`: by which iteration 90% of the smoothed gain was there, and after what of the x axis `along`; `last`:
    whether the best iteration is better than the last by more than noise; `noise`: whether the points scatter more than
    binomial noise explains; `coupling`: whether accuracy and length move together beyond their trends.
    """
    findings: dict[str, Callable[[Curve], Finding | None]] = {
        "place": partial(_gain_place, along=along),
        "last": _last,
        "noise": _noise,
        "coupling": _coupling,
    }
    found = map(findings[number], curves(rows))
    return [finding for finding in found if finding]


def _tests(ps: Sequence[float | None]) -> int:
    return sum(p is not None for p in ps)


def _gain_place(curve: Curve, *, along: str) -> Finding | None:
    gain = curve.ninety_percent
    if gain is None:
        return None
    first, last = curve.iterations[0], curve.iterations[-1]
    strength, low, high, words = 0.0, None, None, UNKNOWN
    if gain.range:
        low, high, _ = gain.range
        words = f"95% range {range_words(gain)}"
        # A gain that comes early within a narrow range says most.
        width = (high or last) - (low or last)
        strength = (last - gain.x) / max(width, 1) if last > first else 0.0
    return Finding(
        subject=curve.name,
        estimate=gain.x,
        low=low,
        high=high,
        unit="iterations to 90% of the gain",
        text=(
            f"{curve.name} reaches 90% of its smoothed gain by iteration {gain.x:.0f} of {last}"
            f"{after(along, curve.x_values, int(gain.x), last)} ({words})."
        ),
        strength=strength,
        test=(
            "First iteration at which the centered mean of 5 points reaches 90% of its rise from "
            "the first to the last iteration. The range comes from 2,000 draws of binomial noise. "
            f"{_INDEPENDENT}"
        ),
        marks={"panel": curve.benchmark, "iteration": f"{gain.x:.0f}"},
    )


def _last(curve: Curve) -> Finding | None:
    gap, chance = curve.best_over_seeds, curve.best_minus_last
    p = curve.family.drops[curve.position] if gap or chance else None
    if p is None:
        return None
    tests = _tests(curve.family.drops)
    if gap:
        return _last_over_seeds(curve, gap, p, tests)
    return _last_by_chance(curve, chance, p, tests) if chance else None


def _last_by_chance(curve: Curve, chance: ByChance, p: float, tests: int) -> Finding:
    iteration, best = curve.best
    gap = (
        f"{points(chance.value)} above the last" if chance.value else "which is as good as the last"
    )
    return Finding(
        subject=curve.name,
        detail="last vs best checkpoint",
        estimate=-chance.value * 100,
        p=p,
        plain_p=chance.p_value,
        tests=tests,
        verdict=verdict_of(p, -1),
        text=(
            f"{curve.name} peaks at iteration {iteration} ({percent(best)}), {gap}. A curve that "
            f"never falls would peak {chance.low * 100:.1f} to {chance.high * 100:.1f} points "
            "above its end by noise alone: "
            f"{'significant after correction' if p <= ALPHA else 'not significant'} ({p_value(chance.p_value)})."
        ),
        strength=in_standard_errors(min(1.0, 2 * chance.p_value)),
        test=(
            f"2,000 draws of binomial noise ({curve.answers:,} answers) around the closest curve "
            f"that never falls (isotonic fit), one-sided; Holm's correction over {tests}. "
            f"{_INDEPENDENT}"
        ),
        marks={"panel": curve.benchmark, "iteration": str(iteration)},
    )


def _last_over_seeds(curve: Curve, gap: Difference, p: float, tests: int) -> Finding:
    words = "significant after correction" if p <= ALPHA else "not significant"
    return Finding(
        subject=curve.name,
        detail="last vs best checkpoint",
        estimate=-gap.value * 100,
        low=-gap.high * 100,
        high=-gap.low * 100,
        p=p,
        plain_p=gap.p,
        tests=tests,
        verdict=verdict_of(p, -gap.value),
        text=(
            f"{curve.name}: the iteration that the other seeds pick as best differs from the last "
            f"by {signed(gap.value)} points ({difference_interval(gap.low, gap.high)}): {words} ({p_value(gap.p)})."
        ),
        strength=abs(gap.z),
        test=(
            "The other seeds pick the best iteration of each seed, so picking is not rewarded. "
            f"Student's t over {len(curve.by_seed)} seeds, for these problems; Holm's correction "
            f"over {tests}."
        ),
        marks={"panel": curve.benchmark, "iteration": str(curve.best[0])},
    )


def _noise(curve: Curve) -> Finding | None:
    chance = curve.noise
    p = curve.family.scatters[curve.position] if chance else None
    if chance is None or p is None:
        return None
    tests = _tests(curve.family.scatters)
    words = "within noise"
    if p <= ALPHA:
        more = chance.value > 1
        words = "more than noise alone" if more else "less than independent answers"
    return Finding(
        subject=curve.name,
        estimate=chance.value,
        unit="× binomial noise",
        p=p,
        plain_p=chance.p_value,
        tests=tests,
        verdict=verdict_of(p, 1 - chance.value),
        text=(
            f"{curve.name} scatters {chance.value:.2f} times as much around its smoothed curve as "
            f"binomial noise ({chance.low:.2f} to {chance.high:.2f} for noise alone, "
            f"{p_value(chance.p_value)}): {words}."
        ),
        strength=in_standard_errors(chance.p_value),
        test=(
            "Scatter around a centered mean of 5 points against 2,000 draws of the noise of "
            f"{curve.answers:,} answers, two-sided; Holm's correction over {tests}. Below 1 is "
            "usual if every point answers the same problems."
        ),
        marks={"panel": curve.benchmark},
    )


def _coupling(curve: Curve) -> Finding | None:
    p = curve.family.steps[curve.position] if curve.coupling else None
    if curve.coupling is None or p is None:
        return None
    levels, steps = curve.coupling
    tests = _tests(curve.family.steps)
    low, high = curve.family.step_ends[curve.position] or (None, None)
    ends = "no interval" if low is None else f"95% interval {low:.2f} to {high:.2f}"
    words = "not significant"
    if p <= ALPHA:
        words = by_sign(steps.rho, "moving together", "", "moving against each other")
    return Finding(
        subject=curve.name,
        estimate=steps.rho,
        low=low,
        high=high,
        unit="rank correlation of steps",
        p=p,
        plain_p=steps.p_value,
        tests=tests,
        verdict=verdict_of(p, steps.rho),
        text=f"{curve.name}: levels of accuracy and length correlate {with_sign(levels.rho, 2)}, but their steps "
        f"from one iteration to the next {with_sign(steps.rho, 2)} ({ends}): {words}.",
        strength=in_standard_errors(steps.p_value),
        test=(
            f"Spearman's rank correlation of {steps.n} steps, {p_value(steps.p_value)}; Holm's "
            f"correction over {tests}. The levels of two rising curves always correlate. Noise in "
            "a point makes its two steps opposite, which weakens the correlation of steps."
        ),
        marks={"panel": curve.benchmark},
    )
