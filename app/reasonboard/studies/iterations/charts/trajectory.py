"""The course of training in four numbers per benchmark, each against the noise of its points."""

from collections.abc import Sequence

from reasonboard.charts.forest_plot import ForestRow, forest_plot
from reasonboard.charts.lines import padded
from reasonboard.charts.theme import Figure, empty
from reasonboard.core.findings.words import UNKNOWN
from reasonboard.statistics.contrasts import ALPHA, of_known
from reasonboard.statistics.ranks import spearman_range
from reasonboard.statistics.trajectory import ByChance
from reasonboard.studies.iterations.charts.panels import count_words
from reasonboard.studies.iterations.rows import FEWEST, Curve, Row, curves, range_words


def course_numbers(
    rows: Sequence[Row], *, number: str, panel: str, intervals: str, columns: int
) -> Figure:
    """One number of every curve (last, noise, coupling or place), each with what noise makes of it."""
    return _NUMBERS[number](curves(rows), panel, intervals == "on")


def _gain_places(every: Sequence[Curve], panel: str, shown: bool) -> Figure:
    """By which iteration each benchmark had 90 % of its smoothed gain, with the range under noise."""
    known = [(curve, gain) for curve in every if (gain := curve.ninety_percent)]
    if not known:
        return empty("No data: no benchmark gains accuracy over three iterations or more.")
    ends = [x for curve, _ in known for x in (curve.iterations[0], curve.iterations[-1])]
    drawn = []
    for curve, gain in known:
        low, high = gain.range[:2] if gain.range and shown else (None, None)
        if low is not None and high is None:
            high = max(ends)
        words = f"95 % range {range_words(gain)}" if gain.range else UNKNOWN
        hover = f"{words}, {count_words(curve.answers)}"
        name, label = curve.name, f"{gain.x:.0f}"
        drawn.append(ForestRow(name, gain.x, label, hover, low, high, mark=curve.benchmark))
    return forest_plot(
        drawn,
        x={"range": padded(ends, 0.03)},
        x_title="iteration",
        summary=f"90 % of the gain is there by iteration {min(row.x for row in drawn):.0f} to "
        f"{max(row.x for row in drawn):.0f} in {len(drawn)} benchmarks.",
        picked=panel,
        thin=True,
        note=_note(every, drawn, "no gain to divide"),
        uncertainty="centred mean of 5 points; 95 % ranges: binomial noise drawn 2,000 times; "
        "without n no uncertainty available",
    )


def _best_against_last(every: Sequence[Curve], panel: str, shown: bool) -> Figure:
    """How much lower the last iteration is than the best, against what noise alone gives."""
    known = [
        (curve, gap * 100, curve.best_minus_last)
        for curve in every
        if len(curve.accuracy) >= FEWEST and (gap := curve.below_best) is not None
    ]
    if not known:
        return empty("No data: no benchmark has three iterations or more.")
    signs = _signs([(chance and chance.p_value, False) for *_, chance in known])
    drawn = []
    for (curve, gap, chance), sign in zip(known, signs, strict=True):
        at, best = curve.best
        words = f"best {best * 100:.1f} % at {at}, last {curve.accuracy[-1] * 100:.1f} %<br>"
        drawn.append(_noise_row(curve, gap, chance, sign, 100, 1, shown, words))
    most = max(max(row.x, row.high or 0) for row in drawn)
    return forest_plot(
        drawn,
        x={"range": [-0.02 * (most or 1), (most or 1) * 1.04]},
        x_title="best minus last iteration, points",
        summary=f"The last iteration is 0 to {max(row.x for row in drawn):.1f} points under the best one; "
        f"{signs.count('▼')} of {sum(bool(chance) for *_, chance in known)} such gaps are more than noise gives.",
        picked=panel,
        note=_note(every, drawn, "too few iterations"),
        uncertainty="grey: 95 % of the gaps that noise gives a course that never falls (the best of many "
        "points is too high), none where n is unknown; ≈ within it, Holm's correction",
    )


def _scatter(every: Sequence[Curve], panel: str, shown: bool) -> Figure:
    """How much the points scatter about their smooth course, in units of binomial noise."""
    known = [(curve, chance) for curve in every if (chance := curve.noise)]
    if not known:
        return empty("No data: no benchmark has five iterations and a known number of items.")
    signs = _signs([(chance.p_value, chance.value > 1) for _, chance in known])
    drawn = [
        _noise_row(curve, chance.value, chance, sign, 1, 2, shown)
        for (curve, chance), sign in zip(known, signs, strict=True)
    ]
    values = [chance.value for _, chance in known]
    most = max([1.2, *values, *(chance.high for _, chance in known)])
    return forest_plot(
        drawn,
        x={"range": [0, most * 1.05]},
        x_title="scatter about the smooth course / binomial noise",
        summary=f"The points scatter {min(values):.2f} to {max(values):.2f} times as much as binomial noise in "
        f"{len(values)} benchmarks; {signs.count('▲')} more and {signs.count('▼')} less than it.",
        picked=panel,
        reference=1,
        note=_note(every, drawn, "n unknown or under five iterations"),
        uncertainty="grey: 95 % of the ratios of pure noise about a centred mean of 5 points; "
        "▲ more, ▼ less, ≈ within it, Holm's correction",
    )


def _coupling(every: Sequence[Curve], panel: str, shown: bool) -> Figure:
    """Do accuracy and length move together: rank correlation of their levels, and of their steps."""
    known = [(curve, *pair) for curve in every if (pair := curve.coupling)]
    if not known:
        return empty("No data: no benchmark has accuracy and length at four iterations.")
    signs = _signs([(steps.p_value, steps.rho > 0) for *_, steps in known])
    drawn = []
    for (curve, levels, steps), sign in zip(known, signs, strict=True):
        ends = spearman_range(steps.rho, steps.n)
        low, high = ends if ends and shown else (None, None)
        words = f"95 % interval {ends[0]:.2f} to {ends[1]:.2f}" if ends else UNKNOWN
        drawn.append(
            ForestRow(
                curve.name, round(steps.rho, 3), f"{steps.rho:+.2f} {sign}",
                f"steps: {words}, p = {steps.p_value:.2g}<br>levels {levels.rho:+.2f}, {levels.n} iterations",
                low, high, round(levels.rho, 3), curve.benchmark,
            )
        )  # fmt: skip
    over_levels = [levels.rho for _, levels, _ in known]
    over_steps = [steps.rho for *_, steps in known]
    return forest_plot(
        drawn,
        x={"range": [-1.04, 1.04]},
        x_title="Spearman's rank correlation of accuracy and length",
        summary=f"Steps of accuracy and length correlate {min(over_steps):+.2f} to {max(over_steps):+.2f}, "
        f"their levels {min(over_levels):+.2f} to {max(over_levels):+.2f}.",
        picked=panel,
        thin=True,
        reference=0,
        note="● steps from one iteration to the next   □ levels"
        + _note(every, drawn, "too few", "<br>"),
        uncertainty="levels that both rise correlate whatever they have to do with each other; 95 % intervals: Bonett "
        "and Wright; ▲ ▼ ≈ by Holm's correction",
    )


_NUMBERS = {
    "last": _best_against_last,
    "noise": _scatter,
    "coupling": _coupling,
    "place": _gain_places,
}


def _signs(tests: Sequence[tuple[float | None, bool]]) -> list[str]:
    """A sign per p-value and direction (is it above?), by Holm's correction; '' without a p-value."""
    adjusted = of_known([p for p, _ in tests])
    return [
        "" if p is None else "≈" if p > ALPHA else "▲" if above else "▼"
        for p, (_, above) in zip(adjusted, tests, strict=True)
    ]


def _noise_row(
    curve: Curve,
    value: float,
    chance: ByChance | None,
    sign: str,
    times: int,
    decimals: int,
    shown: bool,
    words: str = "",
) -> ForestRow:
    """A value (in `times` its unit) before the range that noise alone gives it, in the hover after `words`."""
    noise, ends = UNKNOWN, {}
    if chance:
        low, high = chance.low * times, chance.high * times
        noise = f"noise alone {low:.{decimals}f} to {high:.{decimals}f}, p = {chance.p_value:.2g}"
        ends = {"low": round(low, 3), "high": round(high, 3)} if shown else {}
    hover = f"{words}{noise}, {count_words(curve.answers)}"
    label = f"{value:.{decimals}f} {sign}".rstrip()
    x = round(value, decimals + 1)
    return ForestRow(curve.name, x, label, hover, **ends, mark=curve.benchmark)


def _note(every: Sequence[Curve], drawn: Sequence[ForestRow], why: str, before: str = "") -> str:
    left = len(every) - len(drawn)
    return f"{before}{left} of {len(every)} benchmarks not shown: {why}" if left else ""
