"""Recipes: trainings that differ in their seed alone, and what tells them apart at equal step, tokens or hours."""

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np

from reasonboard.charts.text_width import short_names
from reasonboard.core.findings.result import Result, planned, result_of
from reasonboard.statistics.contrasts import adjust_known
from reasonboard.statistics.differences import Difference
from reasonboard.statistics.recipes import over_seeds, overall
from reasonboard.studies.iterations.recipe import Recipe
from reasonboard.studies.iterations.recipe_pair import LAST, MEAN, RecipePair
from reasonboard.studies.iterations.rows import ITERATION, UNITS, Row


class Overall(NamedTuple):
    """The mean over benchmarks of A minus B where both are compared."""

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
        places = places_of(rows)
        self.names = names = short_names(places)
        """What is called how on the page, by the whole names."""
        self.all = [
            Recipe(names[row["run"]], places[row["run"]], row)
            for row in rows
            if row["run"] and any(value is not None for value in row["accuracy"])
        ]
        self.has_seeds = any(row.get("seeds") for row in rows)
        self.along = str(next((row.get("along") for row in rows), "") or ITERATION)
        self.compare_at = str(next((row.get("compare_at") for row in rows), "") or LAST)

    @property
    def where(self) -> str:
        """Where they are compared, in words: 'at the last common iteration', 'at equal tokens'."""
        if self.along != ITERATION:
            unit = UNITS[self.along]
            share = (
                ""
                if self.compare_at in (LAST, MEAN)
                else f" ({self.compare_at[2:]}% of those that both used)"
            )
            return f"at equal {unit}{share}"
        if self.compare_at == MEAN:
            return "over the last three evaluations"
        return (
            "at the last common iteration"
            if self.compare_at == LAST
            else f"at iteration {self.compare_at}"
        )

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
            RecipePair(a, b, self.compare_at)
            for recipes in self.benchmarks.values()
            for a, b in combinations(recipes, 2)
            if not a.row["aggregate"]
        ]
        return [pair for pair in pairs if pair.steps] if self.has_seeds else []

    def shown(self, rows: Sequence[Row]) -> tuple[list[Recipe], list[RecipePair]]:
        """The recipes that these rows are of, and the pairs of them."""
        keys = {(row["benchmark"], row["run"]) for row in rows}
        pairs = [pair for pair in self.pairs if {pair.a.key, pair.b.key} <= keys]
        return [one for one in self.all if one.key in keys], pairs

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


def places_of(rows: Sequence[Row]) -> dict[str, int]:
    """The place of each run among all, by which it has its color."""
    runs = {row["run"]: row.get("number") for row in rows if row["run"]}
    ordered = sorted(runs, key=lambda run: (runs[run] is None, runs[run] or 0, run))
    return {run: place for place, run in enumerate(ordered)}


def key_of(pair: RecipePair) -> tuple[str, str, str]:
    """What a pair is found by in the results of its family."""
    return pair.a.benchmark, pair.a.run, pair.b.run


def _of_means(pairs: Sequence[RecipePair]) -> Difference | None:
    """The test over seeds of each seed's mean over the benchmarks; None where these have other seeds."""
    sides = [[pair.sides[side] for pair in pairs] for side in (0, 1)]
    if any(len({len(values) for values in side}) > 1 for side in sides):
        return None
    a, b = (list(np.mean(side, axis=0)) for side in sides)
    return over_seeds(a, b)
