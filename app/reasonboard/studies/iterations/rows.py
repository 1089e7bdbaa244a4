"""A row of the iterations study as a curve, with the numbers that are derived from it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from reasonboard.core.findings.result import Result, results
from reasonboard.statistics import trajectory
from reasonboard.statistics.contrasts import (
    ALPHA,
    Contrast,
    contrast,
    interval_of_difference,
    of_known,
)
from reasonboard.statistics.intervals import normal
from reasonboard.statistics.means import Estimate
from reasonboard.statistics.ranks import (
    RankCorrelation,
    spearman,
    spearman_of_differences,
    spearman_range,
)
from reasonboard.statistics.uncertainty import Measured, Uncertainty, of_measured

Row = dict[str, Any]
"""A row of sql/grid.sql, detail.sql or summary.sql: `iteration`, `accuracy` (percent) and `tokens`
(mean) as equally long lists, and more (see tables.sql)."""

FEWEST = 3
"""Points of a line or of a course: a start and an end are no fit."""


@dataclass(frozen=True)
class Curve:
    """One benchmark of one model: its points that have a value, in the order of the iterations."""

    name: str
    benchmark: str
    aggregate: bool
    answers: int | None
    """Behind every accuracy; None where it is not known."""
    iterations: list[int]
    accuracy: list[float]
    """Fractions, one for each of `iterations`."""
    first: Measured | None
    last: Measured | None
    """Of the accuracy, None where there is none."""
    lengths: list[tuple[int, float]]
    """Iteration and mean tokens."""
    both: list[tuple[int, float, float]]
    """Iteration, accuracy and mean tokens where both have a value."""
    family: "Family" = field(repr=False, compare=False)
    """The tests of all curves of its source and metric ..."""
    at: int
    """... and its place among them."""

    @property
    def tested_gain(self) -> Result | None:
        """The gain corrected over its family, whatever is filtered; None where no uncertainty is known."""
        return self.family.gains[self.at]

    @property
    def tested_slope(self) -> Result | None:
        """The slope over tokens corrected over its family; None where it is no fit or its noise is not known."""
        return self.family.slopes[self.at]

    @property
    def change(self) -> float | None:
        """Last minus first accuracy, a fraction; None for fewer than two."""
        return self.accuracy[-1] - self.accuracy[0] if len(self.accuracy) > 1 else None

    @property
    def gain(self) -> Contrast | None:
        """The same with its test; None where no uncertainty is known."""
        if self.change is None or self.first is None or self.last is None:
            return None
        return contrast(self.last, self.first)

    @property
    def growth(self) -> float | None:
        """The mean tokens of the last iteration minus those of the first."""
        return self.lengths[-1][1] - self.lengths[0][1] if len(self.lengths) > 1 else None

    @property
    def best(self) -> tuple[int, float]:
        """The iteration of the highest accuracy, and that accuracy."""
        high = max(self.accuracy)
        return self.iterations[self.accuracy.index(high)], high

    @property
    def below_best(self) -> float | None:
        """The highest minus the last accuracy, a fraction; None without any."""
        return self.best[1] - self.accuracy[-1] if self.accuracy else None

    @property
    def best_minus_last(self) -> trajectory.ByChance | None:
        """The same against its noise; None for unknown noise."""
        if not self.answers or not self.accuracy:
            return None
        return trajectory.best_against_last(self.accuracy, self.answers)

    @property
    def noise(self) -> trajectory.ByChance | None:
        """The scatter about the smooth course over binomial noise."""
        return trajectory.excess_variance(self.accuracy, self.answers) if self.answers else None

    @property
    def smoothed_gain(self) -> float | None:
        """The last minus the first point of the centered mean over 5 points."""
        if len(self.accuracy) < FEWEST:
            return None
        smooth = trajectory.smoothed(self.accuracy)
        return smooth[-1] - smooth[0]

    @property
    def ninety_percent(self) -> trajectory.GainPlace | None:
        """The iteration with 90 % of the smoothed gain."""
        if len(self.accuracy) < FEWEST:
            return None
        return trajectory.gain_place(self.iterations, self.accuracy, self.answers)

    @property
    def trend(self) -> RankCorrelation | None:
        """The rank correlation of accuracy and iteration."""
        return spearman(self.iterations, self.accuracy)

    @property
    def levels(self) -> RankCorrelation | None:
        """The rank correlation of accuracy and length, iteration by iteration."""
        return spearman([a for _, a, _ in self.both], [t for *_, t in self.both])

    @property
    def steps(self) -> RankCorrelation | None:
        """The rank correlation of their steps from each iteration to the next."""
        return spearman_of_differences([a for _, a, _ in self.both], [t for *_, t in self.both])

    @property
    def coupling(self) -> tuple[RankCorrelation, RankCorrelation] | None:
        """Both correlations; None where one of them cannot be had."""
        levels, steps = self.levels, self.steps
        return (levels, steps) if levels and steps else None

    @property
    def slope(self) -> Estimate | None:
        """The least-squares slope of accuracy over length: a fraction per 1,000 tokens."""
        thousands = [tokens / 1000 for *_, tokens in self.both]
        return trajectory.slope_with_noise(thousands, [a for _, a, _ in self.both], self.answers)

    @property
    def fitted_slope(self) -> Estimate | None:
        """The same where there are points enough for a fit."""
        return self.slope if len(self.both) >= FEWEST else None


class Family:
    """The tests of all curves of a source and metric: each question is one family, whatever is filtered.

    Verdicts are by Holm's correction. Intervals hold together (Bonferroni: each at 1 - 0.05 / tests), and one
    that the test does not tell from 0 reaches it: so none clears 0 beside "not significant".
    """

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows

    @cached_property
    def gains(self) -> list[Result | None]:
        """The last minus the first accuracy of each."""

        def ends(curve: Curve, level: float) -> tuple[float, float] | None:
            return (
                curve.first
                and curve.last
                and interval_of_difference(curve.last, curve.first, level)
            )

        return self._together([curve.gain for curve in self._curves], ends)

    @cached_property
    def slopes(self) -> list[Result | None]:
        """The slope of accuracy over length, all iterations."""
        slopes = [curve.fitted_slope for curve in self._curves]

        def ends(curve: Curve, level: float) -> tuple[float, float] | None:
            slope = curve.fitted_slope
            return (
                normal(slope.value, slope.stderr, level, None) if slope and slope.stderr else None
            )

        return self._together([one if one and one.stderr else None for one in slopes], ends)

    @cached_property
    def drops(self) -> list[float | None]:
        """The p-value of the best minus the last accuracy, corrected."""
        chances = [curve.best_minus_last for curve in self._curves]
        return of_known([chance and chance.p_value for chance in chances])

    @cached_property
    def scatters(self) -> list[float | None]:
        """The p-value of the scatter over binomial noise, corrected."""
        return of_known([curve.noise and curve.noise.p_value for curve in self._curves])

    @cached_property
    def steps(self) -> list[float | None]:
        """The p-value of the correlation of the steps of accuracy and length, corrected."""
        pairs = [curve.coupling for curve in self._curves]
        return of_known([pair and pair[1].p_value for pair in pairs])

    @cached_property
    def step_ends(self) -> list[tuple[float, float] | None]:
        """The simultaneous interval of that correlation."""
        tests = sum(p is not None for p in self.steps)
        pairs = zip([curve.coupling for curve in self._curves], self.steps, strict=True)
        return [
            _to_zero(spearman_range(pair[1].rho, pair[1].n, 1 - ALPHA / tests), p)
            if pair and p is not None
            else None
            for pair, p in pairs
        ]

    @cached_property
    def _curves(self) -> list[Curve]:
        return [_curve(row, self, at, several=False) for at, row in enumerate(self._rows)]

    def _together(
        self,
        estimates: Sequence[Contrast | Estimate | None],
        ends: Callable[[Curve, float], tuple[float, float] | None],
    ) -> list[Result | None]:
        together = []
        for curve, result in zip(self._curves, results(estimates), strict=True):
            known = result and _to_zero(ends(curve, 1 - ALPHA / result.tests), result.adjusted)
            together.append(
                result._replace(low=known[0], high=known[1]) if result and known else result
            )
        return together


def with_family(rows: Sequence[Row]) -> list[Row]:
    """All rows of a source and metric, each with its place in the family of their tests."""
    family = Family(rows)
    return [row | {"family": family, "at": at} for at, row in enumerate(rows)]


def curves(rows: Sequence[Row]) -> list[Curve]:
    """Every row as a curve; a name says the model where there are several.

    Rows without a family (see `with_family`) are one themselves.
    """
    rows = rows if all("family" in row for row in rows) else with_family(rows)
    several = len({row["run"] for row in rows}) > 1
    return [_curve(row, row["family"], row["at"], several=several) for row in rows]


def benchmarks(rows: Sequence[Row]) -> list[Curve]:
    """Those that are no mean over others."""
    return [curve for curve in curves(rows) if not curve.aggregate]


def points(row: Row, part: str) -> list[tuple[int, float, str]]:
    """Iteration, value and kind of the accuracies (percent) or the mean tokens that there are."""
    every = zip(row["iteration"], row[part], row[f"{part}_kind"], strict=True)
    return [(iteration, value, kind) for iteration, value, kind in every if value is not None]


def both(row: Row) -> Row:
    """The row at those iterations only that have an accuracy and a token length."""
    lists = ("iteration", "accuracy", "tokens", "accuracy_kind", "stderr", "seed_sd")
    every = zip(*(row[name] for name in lists), strict=True)
    kept = [point for point in every if point[1] is not None and point[2] is not None]
    return row | {name: [point[at] for point in kept] for at, name in enumerate(lists)}


def accuracy_intervals(row: Row) -> list[Uncertainty | None]:
    """The 95 % interval of each accuracy, fractions; None where there is no accuracy or nothing known of it."""
    counts = {name: row.get(name) for name in ("n_items", "n_repeats", "n_seeds", "n_listed")}
    return [
        None
        if value is None
        else of_measured(Measured(value / 100, stderr=stderr, seed_sd=sd, **counts))
        for value, stderr, sd in zip(row["accuracy"], row["stderr"], row["seed_sd"], strict=True)
    ]


def range_words(gain: trajectory.GainPlace) -> str | None:
    """Between which iterations 90 % of the gain is there: '20 to 48', '20 to never'."""
    if gain.range is None:
        return None
    low, high = ("never" if end is None else f"{end:.0f}" for end in gain.range[:2])
    return f"{low} to {high}"


def _to_zero(ends: tuple[float, float] | None, adjusted: float) -> tuple[float, float] | None:
    """The interval, made wide enough to hold 0 where the test does not tell the estimate from it."""
    if ends is None or adjusted <= ALPHA:
        return ends
    return min(ends[0], 0.0), max(ends[1], 0.0)


def _curve(row: Row, family: Family, at: int, *, several: bool) -> Curve:
    counts = (row["n_items"], row["n_repeats"], row["n_seeds"])
    columns = (row["iteration"], row["accuracy"], row["tokens"], row["stderr"])
    points = list(zip(*columns, strict=True))
    scored = [(x, value / 100, stderr) for x, value, _, stderr in points if value is not None]
    ends = [Measured(value, *counts, stderr) for _, value, stderr in scored]
    return Curve(
        name=f"{row['benchmark']} · {row['run']}" if several else row["benchmark"],
        benchmark=row["benchmark"],
        aggregate=bool(row["aggregate"]),
        answers=Measured(0, *counts).answers or None,
        iterations=[x for x, *_ in scored],
        accuracy=[value for _, value, _ in scored],
        first=ends[0] if ends else None,
        last=ends[-1] if ends else None,
        lengths=[(x, tokens) for x, _, tokens, _ in points if tokens is not None],
        both=[
            (x, value / 100, tokens)
            for x, value, tokens, _ in points
            if value is not None and tokens is not None
        ],
        family=family,
        at=at,
    )
