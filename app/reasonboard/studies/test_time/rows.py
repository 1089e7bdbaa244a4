"""The marks of a benchmark: each run with its accuracy and its cost, the frontier, and what is tied with it."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any

from reasonboard.charts.frontier import Standing
from reasonboard.core.findings.frontier import Frontier, over_frontiers
from reasonboard.core.findings.result import Result
from reasonboard.statistics.score import Score
from reasonboard.statistics.uncertainty import Measured, Uncertainty, of_measured

Row = dict[str, Any]
"""A row of sql/frontier.sql: a run on a benchmark. `value` is a fraction, `x` its cost in tokens or in money."""


MOST_RUNS = 200
"""The runs of a benchmark that sql/frontier.sql has at most."""


def run_columns(row: Row) -> Row:
    """The columns of a table that name a run on a benchmark."""
    return {
        "source": row["title"],
        "benchmark": row["benchmark"],
        "run": row["key"],
        "model": row["model"],
    }


def percent_columns(
    names: Sequence[str], value: float | None, ends: Uncertainty | Score | None
) -> Row:
    """The columns of these names: a fraction and the ends of its interval, in percent."""
    numbers = (value, ends and ends.low, ends and ends.high)
    return {name: in_percent(number) for name, number in zip(names, numbers, strict=True)}


def in_percent(fraction: float | None) -> float | None:
    """A fraction in percent with two decimals, as in a table."""
    return None if fraction is None else round(fraction * 100, 2)


class Panel(Frontier):
    """Runs of a benchmark by their costs, all or the chosen ones."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = sorted(rows, key=lambda row: (row["x"], -row["value"], row["key"]))
        self.name = str(self.rows[0]["panel"])
        self._indexes = {row["key"]: index for index, row in enumerate(self.rows)}
        super().__init__(
            [row["x"] for row in self.rows],
            [Measured.from_row(row["value"], row) for row in self.rows],
        )

    def among(self, keys: Collection[str]) -> "Panel":
        """The panel of some of its runs: another frontier, the same tests."""
        places = [place for place, row in enumerate(self.rows) if row["key"] in keys]
        if len(places) == len(self.rows):
            return self
        return Panel([self.rows[place] for place in places]).tested_among(self, places)

    @property
    def is_compared(self) -> bool:
        """Are there several runs?"""
        return len(self.rows) > 1

    @property
    def is_tested(self) -> bool:
        """Is it known whether the highest run is above the cheapest? If it is the cheapest itself, it is not."""
        return self.is_compared and (self.best is self.cheapest or self.gain is not None)

    @cached_property
    def gain(self) -> Result | None:
        """The highest accuracy minus that of the run with the lowest cost; None where they are one, or unknown."""
        return self.compared(self.frontier[-1], 0)

    @property
    def cheapest(self) -> Row:
        return self.rows[0]

    @property
    def best(self) -> Row:
        """The highest run; of several the one with the lowest cost."""
        return next(
            self.rows[index]
            for index in self.frontier
            if self.rows[index]["value"] == self.rows[self.frontier[-1]]["value"]
        )

    @property
    def factor(self) -> float:
        """How many times the cost of the cheapest run the highest has."""
        return float(self.best["x"] / self.cheapest["x"])

    def verdict(self, row: Row) -> Standing:
        """Where a run stands."""
        return self.standing(self._indexes[row["key"]])

    def below(self, row: Row) -> float:
        """By how much the frontier is higher at the cost of a run, a fraction."""
        return self.measured[self.edge(self._indexes[row["key"]])].value - float(row["value"])

    @cached_property
    def intervals(self) -> dict[str, Uncertainty | None]:
        """The 95% interval of each run's accuracy, fractions."""
        return {
            row["key"]: of_measured(measured)
            for row, measured in zip(self.rows, self.measured, strict=True)
        }


def with_panels(rows: Sequence[Row]) -> list[Row]:
    """The rows of sql/frontier.sql, each with all of its benchmark (`of`), before any is filtered."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row["panel"]].append(row)
    panels = {name: Panel(group) for name, group in groups.items()}
    over_frontiers([([row["key"] for row in panel.rows], panel) for panel in panels.values()])
    return [row | {"of": panels[row["panel"]]} for row in rows]


def panels_of(rows: Sequence[Row]) -> list[Panel]:
    """The benchmarks, each of the runs that are among the rows.

    Those of own runs first, then by what more tokens bought, those of one run last.
    """
    keys: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        keys[row["panel"]].add(row["key"])
    wholes: dict[str, Panel] = {row["panel"]: row["of"] for row in rows}
    panels = {name: whole.among(keys[name]) for name, whole in wholes.items()}
    own = {row["panel"] for row in rows if row["own"]}

    def order(panel: Panel) -> tuple[bool, bool, bool, float]:
        gain = panel.best["value"] - panel.cheapest["value"]
        return (
            panel.name not in own,
            not panel.is_compared,
            not (panel.gain and panel.gain.significant),
            -gain,
        )

    return sorted(panels.values(), key=order)
