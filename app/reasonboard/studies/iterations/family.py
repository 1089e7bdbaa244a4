"""The tests of all curves of a source and metric."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from reasonboard.charts.text_width import short_names
from reasonboard.core.findings.result import Result, results
from reasonboard.core.findings.words import count_of
from reasonboard.statistics.contrasts import adjust_known
from reasonboard.statistics.ranks import spearman_range
from reasonboard.studies.iterations.curve import Curve, curve_of
from reasonboard.studies.iterations.recipes import Recipes
from reasonboard.studies.iterations.rows import Row, accuracy_intervals


class Family:
    """The tests of all curves of a source and metric: each question is one family, whatever is filtered.

    Verdicts are by Holm's correction; intervals are the plain ones.
    """

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows

    @cached_property
    def gains(self) -> list[Result | None]:
        """The last minus the first accuracy of each."""
        return results([curve.gain for curve in self.curves])

    @cached_property
    def slopes(self) -> list[Result | None]:
        """The slope of accuracy over length, all iterations."""
        slopes = [curve.fitted_slope for curve in self.curves]
        return results([slope if slope and slope.stderr else None for slope in slopes])

    @cached_property
    def drops(self) -> list[float | None]:
        """The p-value of the best minus the last accuracy, corrected."""
        chances = [curve.best_minus_last for curve in self.curves]
        over_seeds = [curve.best_over_seeds for curve in self.curves]
        return adjust_known(
            [
                gap.p if gap else chance and chance.p_value
                for chance, gap in zip(chances, over_seeds, strict=True)
            ]
        )

    @cached_property
    def scatters(self) -> list[float | None]:
        """The p-value of the scatter over binomial noise, corrected."""
        return adjust_known([curve.noise and curve.noise.p_value for curve in self.curves])

    @cached_property
    def steps(self) -> list[float | None]:
        """The p-value of the correlation of the steps of accuracy and length, corrected."""
        pairs = [curve.coupling for curve in self.curves]
        return adjust_known([pair and pair[1].p_value for pair in pairs])

    @cached_property
    def step_ends(self) -> list[tuple[float, float] | None]:
        """The interval of that correlation."""
        pairs = [curve.coupling for curve in self.curves]
        return [pair and spearman_range(pair[1].rho, pair[1].n) for pair in pairs]

    @cached_property
    def recipes(self) -> Recipes:
        """The rows as recipes, with their differences."""
        return Recipes(self._rows)

    @cached_property
    def curves(self) -> list[Curve]:
        """Every row as a curve, with the name of its benchmark."""
        return [curve_of(row, self, index) for index, row in enumerate(self._rows)]

    @cached_property
    def curves_of_runs(self) -> list[Curve]:
        """The same, with names that say the run."""
        pairs = zip(self._rows, self.curves, strict=True)
        return [
            replace(curve, name=f"{curve.name} · {self.names[row['run'] or '']}")
            for row, curve in pairs
        ]

    @cached_property
    def names(self) -> dict[str, str]:
        """What each run is called among the others: without what all begin with, as the name of their load."""
        return short_names(dict.fromkeys(row["run"] or "" for row in self._rows))


def with_family(rows: Sequence[Row]) -> list[Row]:
    """All rows of a source and metric, each with its place in the family of their tests and the interval of each of
    its accuracies.
    """
    family = Family(rows)
    return [
        row | {"family": family, "at": index, "intervals": accuracy_intervals(row)}
        for index, row in enumerate(rows)
    ]


def curves(rows: Sequence[Row]) -> list[Curve]:
    """Every row as a curve; a name says the model where there are several.

    Rows without a family (see `with_family`) are one themselves.
    """
    rows = rows if all("family" in row for row in rows) else with_family(rows)
    several = len({row["run"] for row in rows}) > 1
    families: list[tuple[Family, int]] = [(row["family"], row["at"]) for row in rows]
    return [
        (family.curves_of_runs if several else family.curves)[position]
        for family, position in families
    ]


def recipes_of(rows: Sequence[Row]) -> Recipes | None:
    """The recipes of the family of these rows; None where no training was repeated with other seeds."""
    rows = rows if all("family" in row for row in rows) else with_family(rows)
    recipes: Recipes | None = rows[0]["family"].recipes if rows else None
    return recipes if recipes and recipes.has_seeds else None


def count_of_curves(some: Sequence[Curve], number: int | None = None) -> str:
    """So many of these curves, all if no number is given: '3 benchmarks'; of several runs of one '3 curves'."""
    several = len({curve.benchmark for curve in some}) < len(some)
    return count_of(len(some) if number is None else number, "curve" if several else "benchmark")


def benchmarks(rows: Sequence[Row]) -> list[Curve]:
    """The rows of single benchmarks, without means over several."""
    return [curve for curve in curves(rows) if not curve.aggregate]
