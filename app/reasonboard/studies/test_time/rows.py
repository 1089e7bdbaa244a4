"""The marks of a benchmark: each run with its accuracy and its cost, the frontier, and what can be told from it."""

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from reasonboard.charts.frontier import Standing
from reasonboard.core.findings.result import Result, result_of, with_interval
from reasonboard.statistics.contrasts import (
    ALPHA,
    contrast,
    interval_of_difference,
    of_all_pairs,
    of_known,
)
from reasonboard.statistics.sweeps import edges, pareto
from reasonboard.statistics.uncertainty import Measured, Uncertainty, of_measured

Row = dict[str, Any]
"""A row of sql/frontier.sql: a run on a benchmark. `value` is a fraction, `x` its cost in tokens or in money."""


class Panel:
    """All runs of a benchmark with their costs, whatever is filtered.

    The tests of all pairs of its runs are one family (Holm's correction), as on the page of models: that allows
    for comparing with what is highest.
    """

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = sorted(rows, key=lambda row: (row["x"], -row["value"], row["key"]))
        self.name = str(self.rows[0]["panel"])
        self.measured = [Measured.from_row(row["value"], row) for row in self.rows]
        costs, values = ([row[name] for row in self.rows] for name in ("x", "value"))
        self.frontier, self._edges = pareto(costs, values), edges(costs, values)
        self._places = {row["key"]: at for at, row in enumerate(self.rows)}

    @property
    def tests(self) -> int:
        """How many pairs of runs can be tested."""
        return sum(p is not None for p in self._adjusted)

    @cached_property
    def gain(self) -> Result | None:
        """The highest accuracy minus that of the run with the lowest cost; None where they are one, or unknown."""
        return self._compared(self.frontier[-1], 0)

    @property
    def cheapest(self) -> Row:
        return self.rows[0]

    @property
    def best(self) -> Row:
        """The highest run; of several the one with the lowest cost."""
        return next(
            self.rows[at]
            for at in self.frontier
            if self.rows[at]["value"] == self.rows[self.frontier[-1]]["value"]
        )

    @property
    def factor(self) -> float:
        """How many times the cost of the cheapest run the highest has."""
        return float(self.best["x"] / self.cheapest["x"])

    def edge(self, row: Row) -> Row:
        """The highest of the frontier at the cost of a run or less; the run itself where it is on it."""
        return self.rows[self._edges[self._places[row["key"]]]]

    def verdict(self, row: Row) -> Standing:
        """Where a run stands: against `edge`."""
        at = self._places[row["key"]]
        if self._edges[at] == at:
            return "frontier"
        result = self._compared(self._edges[at], at)
        return "untested" if result is None else "below" if result.significant else "open"

    @cached_property
    def intervals(self) -> dict[str, Uncertainty | None]:
        """The 95 % interval of each run's accuracy, fractions."""
        return {
            row["key"]: of_measured(measured)
            for row, measured in zip(self.rows, self.measured, strict=True)
        }

    @cached_property
    def _adjusted(self) -> list[float | None]:
        """The p-value of each two runs, corrected, in the order of `itertools.combinations`."""
        return of_known(list(of_all_pairs(self.measured)))

    def _compared(self, high: int, low: int) -> Result | None:
        """One run minus another, corrected over all pairs; its interval holds together with all others."""
        if high == low:
            return None
        a, b = self.measured[high], self.measured[low]
        test, adjusted = contrast(a, b), self._adjusted[self._pair(high, low)]
        if test is None or adjusted is None:
            return None
        result = result_of(test, adjusted, self.tests)
        ends = interval_of_difference(a, b, 1 - ALPHA / self.tests)
        return with_interval(result, *ends) if ends else result

    def _pair(self, first_row: int, other: int) -> int:
        first, second = sorted((first_row, other))
        return first * (2 * len(self.rows) - first - 1) // 2 + second - first - 1


def with_panels(rows: Sequence[Row]) -> list[Row]:
    """The rows of sql/frontier.sql, each with all of its benchmark (`of`), before any is filtered."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row["panel"]].append(row)
    panels = {name: Panel(group) for name, group in groups.items()}
    return [row | {"of": panels[row["panel"]]} for row in rows]


def panels_of(rows: Sequence[Row]) -> list[Panel]:
    """The benchmarks of the rows: those of own runs first, then by what more tokens bought, those of one run last."""
    panels = {row["panel"]: row["of"] for row in rows}
    own = {row["panel"] for row in rows if row["own"]}

    def order(panel: Panel) -> tuple[bool, bool, bool, float]:
        gain = panel.best["value"] - panel.cheapest["value"]
        alone = len(panel.rows) == 1
        return panel.name not in own, alone, not (panel.gain and panel.gain.significant), -gain

    return sorted(panels.values(), key=order)
