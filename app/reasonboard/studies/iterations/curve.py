"""A row of the iterations study as a curve, with the numbers that are derived from it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from reasonboard.core.findings.result import Result
from reasonboard.statistics import trajectory
from reasonboard.statistics.contrasts import contrast
from reasonboard.statistics.differences import Difference
from reasonboard.statistics.means import Estimate
from reasonboard.statistics.ranks import RankCorrelation, spearman, spearman_of_differences
from reasonboard.statistics.recipes import best_minus_last, gain_over_seeds
from reasonboard.statistics.uncertainty import Measured
from reasonboard.studies.iterations.rows import Row, missing, x_values

if TYPE_CHECKING:
    from reasonboard.studies.iterations.family import Family

FEWEST = 3
"""Points of a line or of a course: a start and an end are no fit."""


@dataclass(frozen=True)
class Curve:
    """One benchmark of one model: its points that have a value, in the order of the iterations."""

    name: str
    benchmark: str
    aggregate: bool
    answers: int | None
    """Problems behind every accuracy, each counted once; None where their number is not known."""
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
    missing: list[int]
    """The iterations for which the file has no accuracy ..."""
    missing_lengths: list[int]
    """... and no mean tokens."""
    x_values: dict[int, float]
    """Where iterations stand on the x axis of the page; those are left out that stand nowhere."""
    by_seed: list[dict[int, float]]
    """The accuracies of each seed by iteration, where there are several; [] else."""
    family: "Family" = field(repr=False, compare=False)
    """The tests of all curves of its source and metric ..."""
    position: int
    """... and its place among them."""

    @property
    def tested_gain(self) -> Result | None:
        """The gain corrected over its family, whatever is filtered; None where no uncertainty is known."""
        return self.family.gains[self.position]

    @property
    def tested_slope(self) -> Result | None:
        """The slope over tokens corrected over its family; None where it is no fit or its noise is not known."""
        return self.family.slopes[self.position]

    @property
    def change(self) -> float | None:
        """Last minus first accuracy, a fraction; None for fewer than two. Of seeds it is the mean of their gains."""
        if self.gain_over_seeds:
            return self.gain_over_seeds.value
        return self.accuracy[-1] - self.accuracy[0] if len(self.accuracy) > 1 else None

    @cached_property
    def gain(self) -> Difference | None:
        """The gain with its test; None where no uncertainty is known. Of seeds it is the mean of their gains."""
        if self.gain_over_seeds is not None:
            return self.gain_over_seeds
        if self.change is None or self.first is None or self.last is None:
            return None
        return contrast(self.last, self.first)

    @cached_property
    def gain_over_seeds(self) -> Difference | None:
        """The last minus the first accuracy of each seed, for these problems; None if not all seeds have both."""
        if not self.by_seed or not self.accuracy:
            return None
        ends = (self.iterations[0], self.iterations[-1])
        if not all(step in seed for seed in self.by_seed for step in ends):
            return None
        first, last = ([seed[step] for seed in self.by_seed] for step in ends)
        return gain_over_seeds(first, last)

    @property
    def is_judged_by_seeds(self) -> bool:
        """Are there seeds enough to judge the best iteration of each by the others?"""
        return len(self.by_seed) >= FEWEST and len(self._whole_steps) >= FEWEST

    @property
    def _whole_steps(self) -> list[int]:
        """The iterations that all seeds have."""
        return [step for step in self.iterations if all(step in seed for seed in self.by_seed)]

    @cached_property
    def best_over_seeds(self) -> Difference | None:
        """The best minus the last, the best picked by the other seeds; None for fewer than three seeds.

        None, too, if the last is the best of every seed by the others: then nothing varies.
        """
        if not self.is_judged_by_seeds:
            return None
        steps = self._whole_steps
        return best_minus_last([[seed[step] for step in steps] for seed in self.by_seed])

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

    @cached_property
    def best_minus_last(self) -> trajectory.ByChance | None:
        """The best minus the last, tested against noise; None for unknown noise, and of three seeds or more."""
        if self.is_judged_by_seeds or not self.answers or not self.accuracy:
            return None
        return trajectory.best_against_last(self.accuracy, self.answers)

    @cached_property
    def noise(self) -> trajectory.ByChance | None:
        """The scatter about the smooth course over binomial noise."""
        return trajectory.excess_variance(self.accuracy, self.answers) if self.answers else None

    @cached_property
    def smoothed_gain(self) -> float | None:
        """The last minus the first point of the centered mean over 5 points."""
        if len(self.accuracy) < FEWEST:
            return None
        smooth = trajectory.smoothed(self.accuracy)
        return smooth[-1] - smooth[0]

    @cached_property
    def ninety_percent(self) -> trajectory.GainPlace | None:
        """The iteration with 90% of the smoothed gain."""
        if len(self.accuracy) < FEWEST:
            return None
        return trajectory.gain_place(self.iterations, self.accuracy, self.answers)

    @cached_property
    def trend(self) -> RankCorrelation | None:
        """The rank correlation of accuracy and iteration."""
        return spearman(self.iterations, self.accuracy)

    @cached_property
    def levels(self) -> RankCorrelation | None:
        """The rank correlation of accuracy and length, iteration by iteration."""
        return spearman([a for _, a, _ in self.both], [t for *_, t in self.both])

    @cached_property
    def steps(self) -> RankCorrelation | None:
        """The rank correlation of their steps from each iteration to the next."""
        return spearman_of_differences([a for _, a, _ in self.both], [t for *_, t in self.both])

    @property
    def coupling(self) -> tuple[RankCorrelation, RankCorrelation] | None:
        """Both correlations; None where one of them cannot be had."""
        levels, steps = self.levels, self.steps
        return (levels, steps) if levels and steps else None

    @cached_property
    def slope(self) -> Estimate | None:
        """The least-squares slope of accuracy over length: a fraction per 1,000 tokens."""
        thousands = [tokens / 1000 for *_, tokens in self.both]
        return trajectory.slope_with_noise(thousands, [a for _, a, _ in self.both], self.answers)

    @property
    def fitted_slope(self) -> Estimate | None:
        """The slope over length; None where there are too few points for a fit."""
        return self.slope if len(self.both) >= FEWEST else None


def range_words(
    gain: trajectory.GainPlace, number: Callable[[float], str] = "{:.0f}".format
) -> str | None:
    """Between which iterations 90% of the gain is there: '20 to 48', '20 to never'."""
    if gain.range is None:
        return None
    low, high = ("never" if end is None else number(end) for end in gain.range[:2])
    return f"{low} to {high}"


def curve_of(row: Row, family: "Family", position: int) -> Curve:
    """The curve of a row, whose tests are those at this position of its family."""
    counts = (row["n_items"], row["n_repeats"], row["n_seeds"])
    columns = (row["iteration"], row["accuracy"], row["tokens"], row["stderr"])
    points = list(zip(*columns, strict=True))
    scored = [(x, value / 100, stderr) for x, value, _, stderr in points if value is not None]
    scale = row["scale"]
    ends = [Measured(value, *counts, stderr, scale=scale) for _, value, stderr in scored]
    return Curve(
        name=row["benchmark"],
        benchmark=row["benchmark"],
        aggregate=bool(row["aggregate"]),
        answers=Measured(0, *counts, scale=scale).independent or None,
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
        missing=_missing(row, "accuracy"),
        missing_lengths=_missing(row, "tokens"),
        x_values={
            iteration: x
            for iteration, x in zip(row["iteration"], x_values(row), strict=True)
            if x is not None
        },
        by_seed=[
            dict(zip(one["iteration"], one["accuracy"], strict=True))
            for one in row.get("seeds", [])
        ],
        family=family,
        position=position,
    )


def _missing(row: Row, part: str) -> list[int]:
    pairs = zip(row["iteration"], missing(row, part), strict=True)
    return [iteration for iteration, words in pairs if words]
