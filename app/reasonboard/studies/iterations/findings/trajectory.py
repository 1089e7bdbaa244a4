"""What the course of training says: when gains come, whether to stop earlier, noise, and length."""

from collections.abc import Callable, Sequence

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import p_value, percent, points
from reasonboard.statistics.contrasts import ALPHA, holm
from reasonboard.statistics.effects import in_standard_errors
from reasonboard.statistics.ranks import RankCorrelation, spearman_range
from reasonboard.statistics.trajectory import ByChance, GainPlace
from reasonboard.studies.iterations.rows import Curve, Row, curves

_INDEPENDENT = "Answers are taken as independent; points of a benchmark share their items, so true noise is smaller."


def of_the_places(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """For each benchmark: by which iteration 90 % of its smoothed gain was there."""
    return [_place(curve, gain) for curve in curves(rows) if (gain := curve.ninety_percent)]


def of_the_last(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """For each benchmark: whether its best iteration is better than the last by more than noise."""
    tests = _corrected(rows, lambda curve: curve.best_minus_last)
    return [_last(curve, chance, p, len(tests)) for curve, chance, p in tests]


def of_the_noise(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """For each benchmark: whether its points scatter more than binomial noise explains."""
    tests = _corrected(rows, lambda curve: curve.noise)
    return [_noise(curve, chance, p, len(tests)) for curve, chance, p in tests]


def of_the_coupling(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """For each benchmark: whether accuracy and length move together beyond their trends."""
    known = [(curve, pair) for curve in curves(rows) if (pair := curve.coupling)]
    adjusted = holm([steps.p_value for _, (_, steps) in known])
    return [
        _coupling(curve, *pair, p, len(known))
        for (curve, pair), p in zip(known, adjusted, strict=True)
    ]


def range_words(gain: GainPlace) -> str | None:
    """Between which iterations the gain is there: '20 to 48', '20 to never'."""
    if gain.range is None:
        return None
    low, high = ("never" if end is None else f"{end:.0f}" for end in gain.range[:2])
    return f"{low} to {high}"


def _place(curve: Curve, gain: GainPlace) -> Finding:
    first, last = curve.iterations[0], curve.iterations[-1]
    strength, words = 0.0, "no uncertainty available"
    if gain.range:
        words = f"95 % range {range_words(gain)}"
        # A gain that comes early within a narrow range says most.
        width = (gain.range.high or last) - (gain.range.low or last)
        strength = (last - gain.x) / max(width, 1) if last > first else 0.0
    return Finding(
        f"{curve.name} has 90 % of its smoothed gain by iteration {gain.x:.0f} of {last} ({words}).",
        strength,
        "First iteration at which the centred mean of 5 points has 90 % of its rise from the first to "
        f"the last iteration; the range draws binomial noise 2,000 times. {_INDEPENDENT}",
        {"panel": curve.benchmark, "iteration": f"{gain.x:.0f}"},
    )


def _last(curve: Curve, chance: ByChance, p: float, tests: int) -> Finding:
    at, best = curve.best
    gap = (
        f"{points(chance.value)} above the last" if chance.value else "which is as good as the last"
    )
    return Finding(
        f"{curve.name} is best at iteration {at} ({percent(best)}), {gap}; the best of {len(curve.accuracy)} noisy "
        f"points of a course that never falls would be 95 % of the time {chance.low * 100:.1f} to "
        f"{chance.high * 100:.1f} above: {'resolved after correction' if p <= ALPHA else 'not resolved'} "
        f"({p_value(chance.p_value)}).",
        in_standard_errors(min(1.0, 2 * chance.p_value)),
        f"Binomial noise of {curve.answers:,} answers drawn 2,000 times about the closest course that never "
        f"falls (isotonic fit), one-sided; Holm's correction over {tests}. {_INDEPENDENT}",
        {"panel": curve.benchmark, "iteration": str(at)},
    )


def _noise(curve: Curve, chance: ByChance, p: float, tests: int) -> Finding:
    if p > ALPHA:
        verdict = "within what pure noise gives"
    elif chance.value > 1:
        verdict = "more than pure noise gives"
    else:
        verdict = "less than independent answers would"
    return Finding(
        f"{curve.name} scatters about its smooth course {chance.value:.2f} times as much as binomial noise "
        f"({chance.low:.2f} to {chance.high:.2f} for noise alone, {p_value(chance.p_value)}): {verdict}.",
        in_standard_errors(chance.p_value),
        f"Scatter about a centred mean of 5 points against noise of {curve.answers:,} answers, drawn 2,000 "
        f"times, two-sided; Holm's correction over {tests}. Under 1 is usual where every point "
        "answers the same items.",
        {"panel": curve.benchmark},
    )


def _coupling(
    curve: Curve, levels: RankCorrelation, steps: RankCorrelation, p: float, tests: int
) -> Finding:
    ends = spearman_range(steps.rho, steps.n)
    words = f"95 % interval {ends[0]:.2f} to {ends[1]:.2f}" if ends else "no interval"
    if p > ALPHA:
        verdict = "not separable from none"
    else:
        verdict = "moving together" if steps.rho > 0 else "moving against each other"
    return Finding(
        f"{curve.name}: levels of accuracy and length correlate {levels.rho:+.2f}, but their steps from one "
        f"iteration to the next {steps.rho:+.2f} ({words}): {verdict}.",
        in_standard_errors(steps.p_value),
        f"Spearman's rank correlation of {steps.n} steps, {p_value(steps.p_value)}; Holm's correction over "
        f"{tests}. Levels of two series that both rise correlate whatever they have to do with each "
        "other; noise in a point makes its two steps opposite, which weakens the correlation of steps.",
        {"panel": curve.benchmark},
    )


def _corrected(
    rows: Sequence[Row], number: Callable[[Curve], ByChance | None]
) -> list[tuple[Curve, ByChance, float]]:
    """The curves that have the number, each with it and with its corrected p-value."""
    known = [(curve, chance) for curve in curves(rows) if (chance := number(curve))]
    adjusted = holm([chance.p_value for _, chance in known])
    return [(*pair, p) for pair, p in zip(known, adjusted, strict=True)]
