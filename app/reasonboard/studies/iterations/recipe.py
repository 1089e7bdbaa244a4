"""A recipe: trainings that differ in their seed alone, along the steps or along what they had used by then."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reasonboard.core.other_numbers import METRIC
from reasonboard.statistics.intervals import Interval
from reasonboard.statistics.recipes import band
from reasonboard.studies.iterations.rows import ITERATION, Row, x_values

FEWEST = 3
"""Seeds of a band: the interval of two is many times as wide as their distance."""
Table = NDArray[np.float64]
"""Means over attempts, a row per seed and a column per problem."""


class Answers(NamedTuple):
    """What one seed answered at one step."""

    scores: Mapping[int, float]
    """Of each problem, by the digest of what is asked, the mean over its attempts."""
    attempts: int


@dataclass(frozen=True)
class Recipe:
    """A recipe on one benchmark. Accuracies are fractions."""

    name: str
    """What tells it from the others: 'grpo'."""
    place: int
    """Its place among the recipes of the source, by which it has its color."""
    row: Row = field(repr=False, compare=False)

    @property
    def run(self) -> str:
        """Its whole name."""
        return str(self.row["run"])

    @property
    def benchmark(self) -> str:
        """The one it was measured on."""
        return str(self.row["benchmark"])

    @property
    def key(self) -> tuple[str, str]:
        """What it is found by among the rows of a page."""
        return self.benchmark, self.run

    @property
    def along(self) -> str:
        """What its seeds are followed along (rows.py)."""
        return str(self.row.get("along") or ITERATION)

    @cached_property
    def means(self) -> dict[int, float]:
        """Accuracy by step: the mean over the seeds that have it."""
        pairs = zip(self.row["iteration"], self.row["accuracy"], strict=True)
        rounded = {step: value / 100 for step, value in pairs if value is not None}
        if not self.row["seeds"]:
            return rounded
        return {
            step: float(np.mean([seed[step] for seed in self.seeds if step in seed] or [value]))
            for step, value in rounded.items()
        }

    @cached_property
    def seeds(self) -> list[dict[int, float]]:
        """The accuracies of each seed by step; of a recipe with one seed those of the recipe."""
        each = [
            dict(zip(one["iteration"], one["accuracy"], strict=True)) for one in self.row["seeds"]
        ]
        if each:
            return each
        return [self.means]

    @property
    def labels(self) -> list[str]:
        """What the seeds are called: 'seed 1'; [''] of one that is not known."""
        return [f"seed {one['seed']}" for one in self.row["seeds"]] or [""]

    @cached_property
    def used(self) -> list[dict[int, float]]:
        """Where each seed is on the x axis by step: at the step, or at what it had used by then, if that is known."""
        if self.along == ITERATION:
            return [{step: float(step) for step in seed} for seed in self.seeds]
        name = self.along.removeprefix(METRIC)
        each = [
            zip(one["iteration"], one.get(name) or [], strict=False) for one in self.row["seeds"]
        ]
        pairs = each or [zip(self.row["iteration"], x_values(self.row), strict=True)]
        return [{step: float(x) for step, x in some if x is not None} for some in pairs]

    def x_of(self, step: int) -> float | None:
        """Where the mean over the seeds is drawn: at the mean of what they had used by the step; None if unknown."""
        known = [used[step] for used in self.used if step in used]
        return float(np.mean(known)) if known else None

    @cached_property
    def paths(self) -> list[list[tuple[float, float]]]:
        """Place on the x axis and accuracy of each seed, in their order."""
        return [
            sorted((used[step], value) for step, value in seed.items() if step in used)
            for seed, used in zip(self.seeds, self.used, strict=True)
        ]

    @property
    def reach(self) -> tuple[float, float] | None:
        """From where to where on the x axis all seeds have accuracies; None if one has none there."""
        if not all(self.paths):
            return None
        return max(path[0][0] for path in self.paths), min(path[-1][0] for path in self.paths)

    @cached_property
    def steps(self) -> list[int]:
        """The steps at which every seed has an accuracy."""
        first, *others = (set(seed) for seed in self.seeds)
        return sorted(first.intersection(*others))

    @property
    def curves(self) -> Table:
        """The accuracies at these steps, a row per seed."""
        return np.array([[seed[step] for step in self.steps] for seed in self.seeds])

    @property
    def band(self) -> list[Interval]:
        """The 95% interval of the mean at each of the steps, for these problems; [] for fewer than three seeds."""
        return band(self.curves) if len(self.seeds) >= FEWEST and self.steps else []

    def at(self, place: float) -> list[float]:
        """The accuracies of the seeds at a place within reach, between two evaluations on the line through both."""
        return [
            float(np.interp(place, [x for x, _ in path], [value for _, value in path]))
            for path in self.paths
        ]

    def answers(self, step: float) -> Sequence[Answers]:
        """What each seed answered at a step; [] unless the answers of all seeds are known."""
        known = [
            Answers(dict(zip(one["items"], one["scores"], strict=True)), one["attempts"])
            for one in self.row["answers"]
            if one["iteration"] == step
        ]
        return known if self.along == ITERATION and len(known) == len(self.seeds) else []
