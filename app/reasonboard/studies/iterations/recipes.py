"""Recipes: trainings that differ in their seed alone, and what tells one recipe from another at equal step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reasonboard.charts.text_width import short_names
from reasonboard.core.findings.result import Result, planned, result_of
from reasonboard.statistics.contrasts import adjust_known
from reasonboard.statistics.differences import ALPHA, Difference
from reasonboard.statistics.intervals import Interval
from reasonboard.statistics.paired import paired_scores
from reasonboard.statistics.recipes import band, crossed, over_seeds, overall
from reasonboard.studies.iterations.rows import Row

_FEWEST = 3
"""Seeds of a band: the interval of two is many times as wide as their distance."""
_SHARE = 0.5
"""Of the problems of the smaller side that both answered, at least, for a test by problems."""
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
        """The 95 % interval of the mean at each of the steps, for these problems; [] for fewer than three seeds."""
        return band(self.curves) if len(self.seeds) >= _FEWEST and self.steps else []

    def at(self, step: int) -> list[float]:
        """The accuracies of the seeds at one of the steps."""
        return [seed[step] for seed in self.seeds]

    def answers(self, step: int) -> list[Answers]:
        """What each seed answered at a step; [] unless the answers of all seeds are known."""
        known = [
            Answers(dict(zip(one["items"], one["scores"], strict=True)), one["attempts"])
            for one in self.row["answers"]
            if one["iteration"] == step
        ]
        return known if len(known) == len(self.seeds) else []


@dataclass(frozen=True)
class RecipePair:
    """Two recipes on one benchmark: A, which is ahead on the whole, minus B."""

    a: Recipe
    b: Recipe

    @cached_property
    def steps(self) -> list[int]:
        """The steps at which all seeds of both have an accuracy."""
        return sorted({*self.a.steps} & {*self.b.steps})

    @property
    def step(self) -> int:
        """The last of them."""
        return self.steps[-1]

    @property
    def value(self) -> float:
        """A minus B at the last common step."""
        return float(np.mean(self.a.at(self.step)) - np.mean(self.b.at(self.step)))

    @cached_property
    def tables(self) -> tuple[Table, Table] | None:
        """The answers of both at the last common step to the problems that all seeds answered; None where unknown."""
        sides = [self.a.answers(self.step), self.b.answers(self.step)]
        if not all(sides):
            return None
        answered = [set[int].intersection(*({*seed.scores} for seed in side)) for side in sides]
        items = sorted(answered[0] & answered[1])
        if len(items) < max(2, _SHARE * min(map(len, answered))):
            return None
        a, b = (
            np.array([[seed.scores[item] for item in items] for seed in side]) for side in sides
        )
        return a, b

    @cached_property
    def planned(self) -> Difference | None:
        """The difference at the last common step: by seeds and problems where the answers are known, else over seeds.

        With one seed each it is by problems, which says nothing of other seeds.
        """
        if self.tables is None:
            return over_seeds(self.a.at(self.step), self.b.at(self.step))
        if max(map(len, self.tables)) > 1:
            return crossed(*self.tables)
        attempts = min(self.a.answers(self.step)[0].attempts, self.b.answers(self.step)[0].attempts)
        return paired_scores(self.tables[0][0], self.tables[1][0], attempts)

    @property
    def problems(self) -> int | None:
        """How many problems the test is by; None for one over seeds alone."""
        return None if self.tables is None else self.tables[0].shape[1]

    @cached_property
    def by_step(self) -> list[tuple[int, float, Difference | None, bool]]:
        """Each step with A minus B, its test over seeds (of the last step the planned one), and is it significant after
        Holm's correction over the steps?
        """
        tests = [
            self.planned if step == self.step else over_seeds(self.a.at(step), self.b.at(step))
            for step in self.steps
        ]
        adjusted = adjust_known([test and test.p for test in tests])
        return [
            (
                step,
                float(np.mean(self.a.at(step)) - np.mean(self.b.at(step))),
                test,
                p is not None and p <= ALPHA,
            )
            for step, test, p in zip(self.steps, tests, adjusted, strict=True)
        ]


class Overall(NamedTuple):
    """The mean over benchmarks of A minus B at the last common step."""

    a: str
    b: str
    benchmarks: list[str]
    value: float
    result: Result | None
    by_problems: bool
    left_out: list[str]
    """Benchmarks that one of both does not have."""


class Recipes:
    """All recipes of a source and score: their pairs are one family of tests, whatever is filtered."""

    def __init__(self, rows: Sequence[Row]) -> None:
        runs = {row["run"]: row.get("number") for row in rows if row["run"]}
        ordered = sorted(runs, key=lambda run: (runs[run] is None, runs[run] or 0, run))
        places = {run: place for place, run in enumerate(ordered)}
        self.names = names = short_names(ordered)
        """What is called how on the page, by the whole names."""
        self.all = [
            Recipe(names[row["run"]], places[row["run"]], row)
            for row in rows
            if row["run"] and any(value is not None for value in row["accuracy"])
        ]
        self.has_seeds = any(row.get("seeds") for row in rows)

    @cached_property
    def benchmarks(self) -> dict[str, list[Recipe]]:
        """The recipes on each benchmark, the one that is ahead on the whole first; aggregates last, as the rows."""
        found: dict[str, list[Recipe]] = {}
        for recipe in self.all:
            found.setdefault(recipe.benchmark, []).append(recipe)
        return {
            name: sorted(recipes, key=lambda recipe: self._rank[recipe.run])
            for name, recipes in found.items()
        }

    @cached_property
    def _rank(self) -> dict[str, int]:
        """The place of each recipe by its mean over benchmarks, each relative to that of all recipes, at last."""
        ends: dict[str, list[tuple[str, float]]] = {}
        for recipe in self.all:
            ends.setdefault(recipe.benchmark, []).append((recipe.run, self._last(recipe)))
        leads: dict[str, list[float]] = {}
        for values in ends.values():
            mean = sum(value for _, value in values) / len(values)
            for run, value in values:
                leads.setdefault(run, []).append(value - mean)
        order = sorted(leads, key=lambda run: (-sum(leads[run]) / len(leads[run]), run))
        return {run: place for place, run in enumerate(order)}

    def _last(self, recipe: Recipe) -> float:
        """Its accuracy at the last step that all recipes on its benchmark have, else its own last."""
        others = [set(one.means) for one in self.all if one.benchmark == recipe.benchmark]
        common = set[int].intersection(*others)
        return recipe.means[max(common or recipe.means)]

    @cached_property
    def pairs(self) -> list[RecipePair]:
        """All pairs on single benchmarks with a step that both have, in the order of the benchmarks."""
        pairs = [
            RecipePair(a, b)
            for recipes in self.benchmarks.values()
            for a, b in combinations(recipes, 2)
            if not a.row["aggregate"]
        ]
        return [pair for pair in pairs if pair.steps] if self.has_seeds else []

    @cached_property
    def results(self) -> dict[tuple[str, str, str], Result | None]:
        """The planned difference of each pair (benchmark and both runs), by Holm over benchmarks and pairs."""
        tests = [pair.planned for pair in self.pairs]
        adjusted = adjust_known([test and test.p for test in tests])
        count = sum(test is not None for test in tests)
        return {
            key_of(pair): None if test is None or p is None else result_of(test, p, count)
            for pair, test, p in zip(self.pairs, tests, adjusted, strict=True)
        }

    def result(self, pair: RecipePair) -> Result | None:
        """The planned difference of one of the pairs; None if it cannot be tested."""
        return self.results[key_of(pair)]

    @cached_property
    def overall(self) -> list[Overall]:
        """The mean over benchmarks of each pair of recipes that share several: one planned test for each."""
        grouped: dict[tuple[str, str], list[RecipePair]] = {}
        for pair in self.pairs:
            grouped.setdefault((pair.a.run, pair.b.run), []).append(pair)
        return [self._overall(pairs) for pairs in grouped.values() if len(pairs) > 1]

    def _overall(self, pairs: Sequence[RecipePair]) -> Overall:
        tables = [pair.tables for pair in pairs if pair.tables is not None]
        shapes = {(len(a), len(b)) for a, b in tables}
        by_problems = len(tables) == len(pairs) and len(shapes) == 1
        test = overall(tables) if by_problems else _of_means(pairs)
        a, b = pairs[0].a, pairs[0].b
        shared = [pair.a.benchmark for pair in pairs]
        either = {
            one.benchmark
            for one in self.all
            if one.run in (a.run, b.run) and not one.row["aggregate"]
        }
        return Overall(
            a.name,
            b.name,
            shared,
            sum(pair.value for pair in pairs) / len(pairs),
            test and planned(test),
            by_problems,
            sorted(either - set(shared)),
        )


def key_of(pair: RecipePair) -> tuple[str, str, str]:
    """What a pair is found by in the results of its family."""
    return pair.a.benchmark, pair.a.run, pair.b.run


def _of_means(pairs: Sequence[RecipePair]) -> Difference | None:
    """The test over seeds of each seed's mean over the benchmarks; None where these have other seeds."""
    sides = [[pair.a.at(pair.step) for pair in pairs], [pair.b.at(pair.step) for pair in pairs]]
    if any(len({len(values) for values in side}) > 1 for side in sides):
        return None
    a, b = (list(np.mean(side, axis=0)) for side in sides)
    return over_seeds(a, b)
