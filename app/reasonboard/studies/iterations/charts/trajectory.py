"""The course of training in four numbers per benchmark, each against the noise of its points."""

from collections.abc import Sequence
from typing import Any, Literal

from reasonboard.charts.forest_plot import ForestRow, forest_plot
from reasonboard.charts.lines import padded
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.charts.ticks import reach
from reasonboard.core.findings.words import UNKNOWN, difference_interval, signed, with_sign
from reasonboard.statistics.differences import ALPHA
from reasonboard.statistics.trajectory import ByChance
from reasonboard.studies.iterations.charts.panels import count_words
from reasonboard.studies.iterations.curve import FEWEST, Curve, range_words
from reasonboard.studies.iterations.family import count_of_curves, curves
from reasonboard.studies.iterations.rows import Row


def course_numbers(
    rows: Sequence[Row], *, number: str, panel: str, intervals: str, columns: int
) -> Figure:
    """One number of every curve (last, noise, coupling or place), each with what noise makes of it."""
    with_accuracy = [curve for curve in curves(rows) if curve.accuracy]
    draw, heading = _NUMBERS[number], _HEADINGS[number]
    return draw(with_accuracy, panel, intervals == "on", heading)


_HEADINGS = {
    "last": "Is the best checkpoint better than the last?",
    "noise": "Does accuracy vary more than chance would?",
    "coupling": "Does accuracy follow length?",
    "place": "When is 90% of the gain reached?",
}


def _verdict(p: float | None) -> Literal["significant", "open", "untested"]:
    return "untested" if p is None else "significant" if p <= ALPHA else "open"


def _gain_places(
    all_curves: Sequence[Curve], panel: str, with_intervals: bool, heading: str
) -> Figure:
    """By which iteration each benchmark had 90% of its smoothed gain, with the range under noise."""
    measured_curves = [(curve, gain) for curve in all_curves if (gain := curve.ninety_percent)]
    if not measured_curves:
        return empty("No data: no benchmark gains accuracy over three iterations or more.", heading)
    ends = [x for curve, _ in measured_curves for x in (curve.iterations[0], curve.iterations[-1])]
    forest_rows = []
    for curve, gain in measured_curves:
        low, high = gain.range[:2] if gain.range and with_intervals else (None, None)
        if low is not None and high is None:
            high = max(ends)
        words = f"95% range {range_words(gain)}" if gain.range else UNKNOWN
        name, label = curve.name, f"{gain.x:.0f}"
        hover = f"<b>{plain(name)}</b><br>{words}<br>{count_words(curve.answers, 'answers')}"
        forest_rows.append(
            ForestRow(
                name, gain.x, label, hover, low, high,
                mark=curve.benchmark, verdict="open" if gain.range else "untested",
            )
        )  # fmt: skip
    return forest_plot(
        forest_rows,
        x={"range": padded(ends, 0.03)},
        summary=(
            f"90% of the gain is reached by iteration {min(row.x for row in forest_rows):.0f} to "
            f"{max(row.x for row in forest_rows):.0f} in "
            f"{count_of_curves([curve for curve, _ in measured_curves])}."
        ),
        picked=panel,
        heading=heading,
        thin=True,
        uncertainty="centered mean of 5 points; 95% ranges: binomial noise drawn 2,000 times; gray: number of "
        f"problems unknown, so no range{_left_out(all_curves, forest_rows, 'no gain to divide')}",
        subtitle="First iteration with 90% of the smoothed gain, with its 95% range.",
    )


def _best_against_last(
    all_curves: Sequence[Curve], panel: str, with_intervals: bool, heading: str
) -> Figure:
    """How much lower the last iteration is than the best, against what noise alone gives."""
    measured_curves = [
        (curve, gap * 100, curve.best_minus_last)
        for curve in all_curves
        if len(curve.accuracy) >= FEWEST and (gap := curve.below_best) is not None
    ]
    if not measured_curves:
        return empty("No data: no benchmark has three iterations or more.", heading)
    is_over_seeds = any(curve.is_judged_by_seeds for curve, *_ in measured_curves)
    forest_rows = []
    for curve, gap, chance in measured_curves:
        p = curve.family.drops[curve.position]
        if curve.is_judged_by_seeds:
            forest_rows.append(_row_over_seeds(curve, p, with_intervals))
            continue
        best_iteration, best = curve.best
        words = (
            f"best {best * 100:.1f}% at {best_iteration}, last {curve.accuracy[-1] * 100:.1f}%<br>"
        )
        # A chance range would look like an interval among intervals.
        ends = with_intervals and not is_over_seeds
        sign = _sign(p, above=False)
        forest_rows.append(_noise_row(curve, gap, chance, p, sign, 100, 1, ends, words))
    # The largest lead above; what cannot be tested below.
    forest_rows.sort(key=lambda row: (row.verdict == "untested", -row.x))
    sure = sum(row.verdict == "significant" for row in forest_rows)
    tests = sum(row.verdict != "untested" for row in forest_rows)
    least_gap = min(row.x for row in forest_rows)
    # Without seeds no gap is below 0.
    least_words = f"{least_gap:.1f}" if least_gap < 0 else "0"
    intervals = [ends for row in forest_rows for ends in row.ends]
    least, most = reach([row.x for row in forest_rows], intervals)
    subtitle = "Best minus last checkpoint, in points of accuracy."
    if tests and with_intervals:
        subtitle = _OF_SEEDS if is_over_seeds else _chance_words(measured_curves, sure, tests)
    return forest_plot(
        forest_rows,
        x={"range": [least * 1.04 - 0.02 * (most or 1), (most or 1) * 1.04]},
        unit=" points",
        signed=True,
        thin=is_over_seeds,
        reference=0 if is_over_seeds else None,
        summary=(
            f"The last iteration is {least_words} to "
            f"{max(row.x for row in forest_rows):.1f} points below the best one; {sure} of {tests} "
            "such gaps exceed noise."
        ),
        picked=panel,
        heading=heading,
        uncertainty=f"{_judged(measured_curves)}; "
        f"{_filled(measured_curves[0][0].family.drops)}; gray outline: not tested, "
        f"number of problems unknown{', or the last is the best of all seeds' * is_over_seeds}"
        f"{_left_out(all_curves, forest_rows, 'too few iterations')}",
        subtitle=subtitle,
    )


def _chance_words(
    measured_curves: Sequence[tuple[Curve, float, ByChance | None]], sure: int, tests: int
) -> str:
    """How many leads are more than chance gives."""
    lengths = {len(curve.accuracy) for curve, *_ in measured_curves}
    points = f"{'up to ' if len(lengths) > 1 else ''}{max(lengths)}"
    leads = f"{sure} of {tests} leads exceed" if sure else "No lead exceeds"
    return f"{leads} what chance gives the best of {points} checkpoints (gray: 95%)."


_OF_SEEDS = (
    "Best minus last checkpoint, in points, with 95% intervals. The other seeds pick the best."
)
_BY_CHANCE = (
    "chance range: simulated for a curve that never falls, since the best of many points "
    "is biased upward"
)
_OVER_SEEDS = (
    "the other seeds pick the best of each seed; Student's t over seeds, for these problems"
)


def _judged(measured_curves: Sequence[tuple[Curve, float, ByChance | None]]) -> str:
    """How the gaps were judged."""
    over_seeds = [curve.is_judged_by_seeds for curve, *_ in measured_curves]
    return "; ".join([_OVER_SEEDS] * any(over_seeds) + [_BY_CHANCE] * (not all(over_seeds)))


def _row_over_seeds(curve: Curve, p: float | None, with_intervals: bool) -> ForestRow:
    """The best minus the last, the best of each seed picked by the others."""
    gap = curve.best_over_seeds
    seeds = f"{len(curve.by_seed)} seeds, these problems"
    if gap is None:
        words = f"<b>{plain(curve.name)}</b><br>the last is the best of each seed by the others<br>{seeds}"
        return ForestRow(curve.name, 0, "0.0", words, mark=curve.benchmark, verdict="untested")
    sign = "▲" if p is not None and p <= ALPHA and gap.value > 0 else ""
    low, high = (
        (round(gap.low * 100, 2), round(gap.high * 100, 2)) if with_intervals else (None, None)
    )
    return ForestRow(
        curve.name,
        round(gap.value * 100, 2),
        f"{signed(gap.value)} {sign}".rstrip(),
        f"<b>{plain(curve.name)}</b><br>{difference_interval(gap.low, gap.high)}<br>{seeds}",
        low,
        high,
        mark=curve.benchmark,
        verdict=_verdict(p),
    )


def _scatter(all_curves: Sequence[Curve], panel: str, with_intervals: bool, heading: str) -> Figure:
    """How much the points scatter about their smooth course, in units of binomial noise."""
    measured_curves = [(curve, chance) for curve in all_curves if (chance := curve.noise)]
    if not measured_curves:
        return empty(
            "No data: no benchmark has five iterations and a known number of problems.", heading
        )
    forest_rows = []
    for curve, chance in measured_curves:
        p = curve.family.scatters[curve.position]
        sign = _sign(p, above=chance.value > 1)
        row = _noise_row(curve, chance.value, chance, p, sign, 1, 2, with_intervals)
        forest_rows.append(row)
    more, less = (sum(sign in row.label for row in forest_rows) for sign in "▲▼")
    values = [chance.value for _, chance in measured_curves]
    count = count_of_curves([curve for curve, _ in measured_curves])
    most = max([1.2, *values, *(chance.high for _, chance in measured_curves)])
    gray = " (gray: 95% of noise alone)" if with_intervals else ""
    return forest_plot(
        forest_rows,
        x={"range": [0, most * 1.05]},
        unit=" ×",
        summary=f"The points scatter {min(values):.2f} to {max(values):.2f} times as much as binomial noise in "
        f"{count}; {more} more and {less} less than it.",
        picked=panel,
        heading=heading,
        reference=1,
        uncertainty=(
            "scatter around a centered mean of 5 points; ▲ more, ▼ less than chance; "
            f"{_filled(measured_curves[0][0].family.scatters)}"
            f"{_left_out(all_curves, forest_rows, 'number of problems unknown or under five iterations')}"
        ),
        subtitle=f"Scatter around the smoothed curve, as a multiple of binomial noise{gray}.",
    )


def _coupling(
    all_curves: Sequence[Curve], panel: str, with_intervals: bool, heading: str
) -> Figure:
    """Do accuracy and length move together: rank correlation of their levels, and of their steps."""
    measured_curves = [(curve, *pair) for curve in all_curves if (pair := curve.coupling)]
    if not measured_curves:
        return empty("No data: no benchmark has accuracy and length at four iterations.", heading)
    forest_rows = []
    for curve, levels, steps in measured_curves:
        p = curve.family.steps[curve.position]
        sign = _sign(p, above=steps.rho > 0)
        ends = curve.family.step_ends[curve.position]
        low, high = ends if ends and with_intervals else (None, None)
        words = f"95% interval {ends[0]:.2f} to {ends[1]:.2f}" if ends else UNKNOWN
        forest_rows.append(
            ForestRow(
                curve.name, round(steps.rho, 3), f"{with_sign(steps.rho, 2)} {sign}".rstrip(),
                f"steps: {words}<br>levels {with_sign(levels.rho, 2)}, {levels.n} iterations",
                low, high, round(levels.rho, 3), curve.benchmark, _verdict(p),
            )
        )  # fmt: skip
    over_levels = [levels.rho for _, levels, _ in measured_curves]
    over_steps = [steps.rho for *_, steps in measured_curves]
    return forest_plot(
        forest_rows,
        x={"range": [-1.04, 1.04]},
        signed=True,
        summary="Steps of accuracy and length correlate "
        f"{with_sign(min(over_steps), 2)} to {with_sign(max(over_steps), 2)}, "
        f"their levels {with_sign(min(over_levels), 2)} to {with_sign(max(over_levels), 2)}.",
        picked=panel,
        heading=heading,
        thin=True,
        reference=0,
        uncertainty=(
            "two rising curves always correlate in their levels; 95% intervals: Bonett and "
            f"Wright; {_filled(measured_curves[0][0].family.steps)}{_left_out(all_curves, forest_rows, 'too few')}"
        ),
        subtitle="Spearman's correlation of accuracy and length: ● steps between iterations, □ levels.",
    )


_NUMBERS = {
    "last": _best_against_last,
    "noise": _scatter,
    "coupling": _coupling,
    "place": _gain_places,
}


def _sign(p: float | None, *, above: bool) -> str:
    """▲ or ▼ by the direction; '' where the corrected p-value is not significant."""
    return "" if p is None or p > ALPHA else "▲" if above else "▼"


def _filled(family: Sequence[float | None]) -> str:
    tests = sum(p is not None for p in family)
    return f"filled: significant after Holm's correction over {tests} tests"


def _noise_row(
    curve: Curve,
    value: float,
    chance: ByChance | None,
    p: float | None,
    sign: str,
    times: int,
    decimals: int,
    with_intervals: bool,
    words: str = "",
) -> ForestRow:
    """A value (in `times` its unit) before the range that noise alone gives it, in the hover after `words`."""
    noise = UNKNOWN
    ends: dict[str, Any] = {}
    if chance:
        low, high = chance.low * times, chance.high * times
        noise = f"chance alone {low:.{decimals}f} to {high:.{decimals}f}"
        ends = {"low": round(low, 3), "high": round(high, 3)} if with_intervals else {}
    answers = count_words(curve.answers, "answers")
    hover = f"<b>{plain(curve.name)}</b><br>{words}{noise}<br>{answers}"
    plus = "+" if times > 1 and value > 0 else ""
    label = f"{plus}{value:.{decimals}f} {sign}".rstrip()
    x = round(value, decimals + 1)
    return ForestRow(curve.name, x, label, hover, **ends, mark=curve.benchmark, verdict=_verdict(p))


def _left_out(all_curves: Sequence[Curve], forest_rows: Sequence[ForestRow], why: str) -> str:
    left = len(all_curves) - len(forest_rows)
    return f"; {left} of {count_of_curves(all_curves)} not shown: {why}" if left else ""
