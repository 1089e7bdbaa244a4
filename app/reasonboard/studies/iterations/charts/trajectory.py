"""The course of training in four numbers per benchmark, each against the noise of its points."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from reasonboard.charts.forest_plot import ForestRow, ranges
from reasonboard.charts.lines import padded
from reasonboard.charts.theme import Figure, empty
from reasonboard.statistics import trajectory
from reasonboard.statistics.contrasts import ALPHA, of_known
from reasonboard.statistics.ranks import (
    RankCorrelation,
    spearman,
    spearman_of_differences,
    spearman_range,
)
from reasonboard.statistics.uncertainty import Measured

Row = dict[str, Any]
"""A row of sql/grid.sql."""


class _Points(NamedTuple):
    name: str
    benchmark: str
    iterations: list[int]
    accuracy: list[float]
    answers: int | None


def course_numbers(
    rows: Sequence[Row], *, number: str, panel: str, intervals: str, columns: int
) -> Figure:
    """One number of every curve (last, noise, coupling or place), each with what noise makes of it."""
    del columns  # one under the other whatever the width
    return _NUMBERS[number](rows, panel, intervals)


def _gain_places(rows: Sequence[Row], panel: str, intervals: str) -> Figure:
    """By which iteration each benchmark had 90 % of its smoothed gain, with the range under noise."""
    found = [(one, place) for one in _points(rows) if (place := _place(one))]
    if not found:
        return empty("No data: no benchmark gains accuracy over three iterations or more.")
    every = [x for one, _ in found for x in (one.iterations[0], one.iterations[-1])]
    last = max(every)
    drawn = []
    for one, (x, spread) in found:
        low, high = (None, None) if spread is None else (spread.low, spread.high)
        words = "no uncertainty available"
        if spread is not None:
            words = f"95 % range {_or_never(low)} to {_or_never(high)}"
        shown = intervals == "on" and low is not None
        drawn.append(
            ForestRow(
                one.name, x, f"{x:.0f}",
                f"{words}, {_n(one)}",
                low if shown else None, (last if high is None else high) if shown else None, sets=one.benchmark,
            )
        )  # fmt: skip
    return ranges(
        drawn,
        x={"range": padded(every, 0.03)},
        x_title="iteration",
        summary=f"90 % of the gain is there by iteration {min(r.value for r in drawn):.0f} to "
        f"{max(r.value for r in drawn):.0f} in {len(drawn)} benchmarks.",
        picked=panel,
        thin=True,
        note=_note(rows, len(drawn), "no gain to divide"),
        uncertainty="centred mean of 5 points; 95 % ranges: binomial noise drawn 2,000 times; "
        "without n no uncertainty available",
    )


def _best_against_last(rows: Sequence[Row], panel: str, intervals: str) -> Figure:
    """How much lower the last iteration is than the best, against what noise alone gives."""
    points = [one for one in _points(rows) if len(one.accuracy) > 2]  # noqa: PLR2004
    if not points:
        return empty("No data: no benchmark has three iterations or more.")
    chances = [
        trajectory.best_against_last(one.accuracy, one.answers) if one.answers else None
        for one in points
    ]
    signs = _signs([one.p_value if one else None for one in chances], above="▼", below="▼")
    drawn = []
    for one, chance, sign in zip(points, chances, signs, strict=True):
        best = max(one.accuracy)
        at = one.iterations[one.accuracy.index(best)]
        gap = (best - one.accuracy[-1]) * 100
        words = "no uncertainty available"
        if chance:
            words = f"noise alone {chance.low * 100:.1f} to {chance.high * 100:.1f}, p = {chance.p_value:.2g}"
        drawn.append(
            ForestRow(
                one.name, round(gap, 2), f"{gap:.1f} {sign}".rstrip(),
                f"best {best * 100:.1f} % at {at}, last {one.accuracy[-1] * 100:.1f} %<br>{words}, {_n(one)}",
                *_shown(chance, intervals, 100), sets=one.benchmark,
            )
        )  # fmt: skip
    most = max(max(row.value, row.high or 0) for row in drawn)
    return ranges(
        drawn,
        x={"range": [-0.02 * (most or 1), (most or 1) * 1.04]},
        x_title="best minus last iteration, points",
        summary=f"The last iteration is 0 to {max(row.value for row in drawn):.1f} points under the best one; "
        f"{signs.count('▼')} of {sum(map(bool, chances))} such gaps are more than noise gives.",
        picked=panel,
        thin=False,
        note=_note(rows, len(drawn), "too few iterations"),
        uncertainty="grey: 95 % of the gaps that noise gives a course that never falls (the best of many "
        "points is too high), none where n is unknown; ≈ within it, Holm's correction",
    )


def _restlessness(rows: Sequence[Row], panel: str, intervals: str) -> Figure:
    """How much the points scatter about their smooth course, in units of binomial noise."""
    found = [
        (one, chance)
        for one in _points(rows)
        if one.answers and (chance := trajectory.excess_variance(one.accuracy, one.answers))
    ]
    if not found:
        return empty("No data: no benchmark has five iterations and a known number of items.")
    signs = _signs(
        [chance.p_value for _, chance in found],
        "▲",
        "▼",
        up=[chance.value > 1 for _, chance in found],
    )
    drawn = [
        ForestRow(
            one.name, round(chance.value, 3), f"{chance.value:.2f} {sign}".rstrip(),
            f"noise alone {chance.low:.2f} to {chance.high:.2f}, p = {chance.p_value:.2g}, {_n(one)}",
            *_shown(chance, intervals, 1), sets=one.benchmark,
        )
        for (one, chance), sign in zip(found, signs, strict=True)
    ]  # fmt: skip
    values = [chance.value for _, chance in found]
    most = max([1.2, *values, *(chance.high for _, chance in found)])
    return ranges(
        drawn,
        x={"range": [0, most * 1.05]},
        x_title="scatter about the smooth course / binomial noise",
        summary=f"The points scatter {min(values):.2f} to {max(values):.2f} times as much as binomial noise in "
        f"{len(values)} benchmarks; {signs.count('▲')} more and {signs.count('▼')} less than it.",
        picked=panel,
        thin=False,
        at=1,
        note=_note(rows, len(drawn), "n unknown or under five iterations"),
        uncertainty="grey: 95 % of the ratios of pure noise about a centred mean of 5 points; "
        "▲ more, ▼ less, ≈ within it, Holm's correction",
    )


def _coupling(rows: Sequence[Row], panel: str, intervals: str) -> Figure:
    """Do accuracy and length move together: rank correlation of their levels, and of their steps."""
    found = []
    for row in rows:
        levels, steps = _correlations(row)
        if levels and steps:
            found.append((row, levels, steps))
    if not found:
        return empty("No data: no benchmark has accuracy and length at four iterations.")
    several = len({row["run"] for row in rows}) > 1
    signs = _signs(
        [steps.p_value for *_, steps in found], "▲", "▼", up=[s.rho > 0 for *_, s in found]
    )
    drawn = []
    for (row, levels, steps), sign in zip(found, signs, strict=True):
        ends = spearman_range(steps.rho, steps.n)
        low, high = ends if ends and intervals == "on" else (None, None)
        told = (
            f"95 % interval {ends[0]:.2f} to {ends[1]:.2f}" if ends else "no uncertainty available"
        )
        name = f"{row['benchmark']} · {row['run']}" if several else row["benchmark"]
        drawn.append(
            ForestRow(
                name, round(steps.rho, 3), f"{steps.rho:+.2f} {sign}",
                f"steps: {told}, p = {steps.p_value:.2g}<br>levels {levels.rho:+.2f}, {levels.n} iterations",
                low, high, other=round(levels.rho, 3), sets=row["benchmark"],
            )
        )  # fmt: skip
    values = [steps.rho for *_, steps in found]
    return ranges(
        drawn,
        x={"range": [-1.04, 1.04]},
        x_title="Spearman's rank correlation of accuracy and length",
        summary=f"Steps of accuracy and length correlate {min(values):+.2f} to {max(values):+.2f}, their levels "
        f"{min(o.rho for _, o, _ in found):+.2f} to {max(o.rho for _, o, _ in found):+.2f}.",
        picked=panel,
        thin=True,
        at=0,
        note="● steps from one iteration to the next   □ levels" + _note(rows, len(drawn), "too few", "<br>"),
        uncertainty="levels that both rise correlate whatever they have to do with each other; 95 % intervals: Bonett "
        "and Wright; ▲ ▼ ≈ by Holm's correction",
    )  # fmt: skip


_NUMBERS = {
    "last": _best_against_last,
    "noise": _restlessness,
    "coupling": _coupling,
    "place": _gain_places,
}


def _points(rows: Sequence[Row]) -> list[_Points]:
    several = len({row["run"] for row in rows}) > 1
    found = []
    for row in rows:
        every = zip(row["iteration"], row["accuracy"], strict=True)
        kept = [(iteration, value / 100) for iteration, value in every if value is not None]
        if kept:
            name = f"{row['benchmark']} · {row['run']}" if several else row["benchmark"]
            xs, ys = [x for x, _ in kept], [y for _, y in kept]
            answers = Measured(0, row["n_items"], row["n_repeats"], row["n_seeds"]).answers
            found.append(_Points(name, row["benchmark"], xs, ys, answers or None))
    return found


def _place(one: _Points) -> trajectory.GainPlace | None:
    if len(one.accuracy) < 3:  # noqa: PLR2004 - a start and an end have no course
        return None
    return trajectory.gain_place(one.iterations, one.accuracy, one.answers)


def _correlations(row: Row) -> tuple[RankCorrelation | None, RankCorrelation | None]:
    pairs = [
        (a, t)
        for a, t in zip(row["accuracy"], row["tokens"], strict=True)
        if a is not None and t is not None
    ]
    first, second = [a for a, _ in pairs], [t for _, t in pairs]
    return spearman(first, second), spearman_of_differences(first, second)


def _signs(
    ps: Sequence[float | None], above: str, below: str, up: Sequence[bool] = ()
) -> list[str]:
    """A sign per p-value, by Holm's correction over those that there are; '' where there is none."""
    return [
        "" if p is None else "≈" if p > ALPHA else above if not up or up[place] else below
        for place, p in enumerate(of_known(ps))
    ]


def _shown(
    chance: trajectory.ByChance | None, intervals: str, times: int
) -> tuple[float | None, float | None]:
    if chance is None or intervals == "off":
        return None, None
    return round(chance.low * times, 3), round(chance.high * times, 3)


def _note(rows: Sequence[Row], drawn: int, why: str, before: str = "") -> str:
    left = len(rows) - drawn
    return f"{before}{left} of {len(rows)} benchmarks not shown: {why}" if left else ""


def _n(one: _Points) -> str:
    return f"n {one.answers:,}" if one.answers else "n unknown"


def _or_never(x: float | None) -> str:
    return "never" if x is None else f"{x:.0f}"
