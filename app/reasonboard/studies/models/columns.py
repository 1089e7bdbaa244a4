"""A benchmark as a column: its scores, their ranks, and which runs are tied for first."""

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from reasonboard.core.findings.grim import off_grain
from reasonboard.core.findings.pairs import Row
from reasonboard.core.findings.result import Result
from reasonboard.core.findings.words import lacking, points_or
from reasonboard.statistics.paired import PairedScores
from reasonboard.statistics.ranking import Ranks, rank_ranges
from reasonboard.statistics.ranks import mean_ranks
from reasonboard.statistics.sweeps import highest, snapped
from reasonboard.statistics.uncertainty import (
    Measured,
    Uncertainty,
    detectable,
    of_measured,
    standard_error,
)
from reasonboard.studies.models.pair_tests import PairTests

_SMALL = 10
"""Scores under this have two decimals."""

_TINY = 0.1
"""Scores under this have as many as show two of their digits."""

DIRECTION_UNKNOWN = "direction unknown"
"""What is said of a metric of which neither its files nor its name say whether more is better."""

_FEW = 3
"""Up to this many benchmarks are shown as dots with intervals instead of a heatmap."""


class Column:
    """The scores of one benchmark in a block, all or the chosen ones: ranks are among these.

    Tests are corrected over all pairs of the benchmark, whatever is chosen.
    """

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self._tested = np.arange(len(rows))
        """The indices of its runs in `pairs`."""
        first = rows[0]
        self.panel: str = first["panel"]
        self.benchmark: str = first["benchmark"]
        self.title = self.panel
        """What it is called: the panel, or its benchmark alone where no other block on the page has that."""
        self.domain: str = first["domain"] or "other"
        self.unit: str = first["unit"]
        self.is_share = self.unit == "fraction"
        self.times = 100.0 if self.is_share else 1.0
        """What its numbers are multiplied by, to be shown."""
        self.points = points_or(self.unit)
        """The unit of differences."""
        self.is_ranked: bool = first["higher_is_better"] is not None
        """Is it known whether more is better? Else nothing is ranked by it."""
        self.sign = -1 if first["higher_is_better"] is False else 1
        """-1 where less is better."""
        self._indexes = {row["key"]: index for index, row in enumerate(rows)}

    @cached_property
    def cells(self) -> list[Measured]:
        """The scores with what is known of their uncertainty."""
        return [measured(row) for row in self.rows]

    @cached_property
    def pairs(self) -> PairTests:
        """The tests of the pairs of all runs of the benchmark."""
        return PairTests(self.rows, self.cells, self._is_known)

    def among(self, keys: Collection[str]) -> "Column":
        """The column of some of its runs: other ranks, the same tests."""
        places = [place for place, row in enumerate(self.rows) if row["key"] in keys]
        if len(places) == len(self.rows):
            return self
        part = Column([self.rows[place] for place in places])
        part.title, part.pairs = self.title, self.pairs
        part.cells = [self.cells[place] for place in places]
        part._is_known, part._tested = self._is_known[places], self._tested[places]
        return part

    @cached_property
    def ranks(self) -> dict[str, float]:
        """Of each run, 1 for the best; equal scores share their mean rank. Empty where nothing is ranked."""
        if not self.is_ranked:
            return {}
        values = [-self.sign * row["value"] for row in self.rows]
        ranks = mean_ranks(values)
        return {row["key"]: float(rank) for row, rank in zip(self.rows, ranks, strict=True)}

    @cached_property
    def decimals(self) -> int:
        """Of its numbers: one of percent, two of scores that are all small, as a correlation, more of tiny ones."""
        largest = max(abs(row["value"]) for row in self.rows)
        if self.is_share or largest >= _SMALL:
            return 1
        return 2 if largest >= _TINY or not largest else 1 - math.floor(math.log10(largest))

    @cached_property
    def problems(self) -> int | None:
        """The number of problems, the largest where the runs differ."""
        return max((row["n_items"] for row in self.rows if row["n_items"]), default=None)

    @cached_property
    def best(self) -> frozenset[str]:
        """The runs of the best score; none where nothing is ranked."""
        if not self.is_ranked:
            return frozenset()
        best = max(self.sign * row["value"] for row in self.rows)
        return frozenset(row["key"] for row in self.rows if self.sign * row["value"] == best)

    @cached_property
    def top(self) -> int:
        """The place of the best run that the others are compared with."""
        return highest([cell._replace(value=self.sign * cell.value) for cell in self.cells])

    @cached_property
    def sharing(self) -> frozenset[str] | None:
        """The runs tied for first: those that no other one is significantly better than.

        None if nothing is ranked, or if one of them cannot be tested.
        """
        if not self.rank_ranges:
            return None
        return frozenset(key for key, ranks in self.rank_ranges.items() if ranks.best == 1)

    @cached_property
    def rank_ranges(self) -> dict[str, Ranks]:
        """The ranks that each run can have by the tests of all pairs; empty where `sharing` is None."""
        if not self.is_ranked or len(self.rows) == 1 or not self._is_known.all():
            return {}
        worth = [self.sign * row["value"] for row in self.rows]
        ranges = rank_ranges(worth, self.pairs.is_apart[np.ix_(self._tested, self._tested)])
        return {row["key"]: ranks for row, ranks in zip(self.rows, ranges, strict=True)}

    @property
    def missing(self) -> str:
        """What a test of its runs would need."""
        if not self.is_ranked:
            return DIRECTION_UNKNOWN
        return lacking(is_share=self.rows[0]["scale"] == "proportion")

    @cached_property
    def detects(self) -> float | None:
        """The smallest difference of two of its models that a test would find, in percent points or in its unit."""
        known = [cell for cell, known in zip(self.cells, self._is_known, strict=True) if known]
        least = detectable(known)
        return None if least is None else least * self.times

    @cached_property
    def _leading(self) -> tuple[int, int] | None:
        """The best run and the one closest to it by its p-value, as indices in `pairs`; None if it is not tested."""
        if self.sharing is None:
            return None
        top = int(self._tested[self.top])
        adjusted = self.pairs.adjusted(top)[self._tested]
        closest = max(
            (index for index in range(len(self.rows)) if index != self.top),
            key=lambda index: (adjusted[index], self.sign * self.rows[index]["value"]),
        )
        return top, int(self._tested[closest])

    @cached_property
    def lead(self) -> Result | None:
        """The best run minus the one closest to it, as one of all pairs of the benchmark."""
        return self.pairs.difference(*self._leading) if self._leading else None

    @property
    def lead_paired(self) -> PairedScores | None:
        """The problems by which `lead` is tested, where it is paired."""
        return self.pairs.paired(*self._leading) if self._leading else None

    def interval(self, key: str) -> Uncertainty | None:
        """The 95% interval of the score of a run, in its unit; None where it is not known."""
        return of_measured(self.cells[self._indexes[key]])

    def has(self, key: str) -> bool:
        return key in self._indexes

    def row(self, key: str) -> Row:
        """The row of a run."""
        return self.rows[self._indexes[key]]

    @cached_property
    def impossible(self) -> frozenset[str]:
        """The runs whose printed score no count of right answers gives."""
        printed = [
            row
            for row in self.rows
            if row["scale"] == "proportion" and row["kind"] == "stated" and row["stderr"] is None
        ]
        return frozenset(row["key"] for row in off_grain(printed))

    @cached_property
    def _is_known(self) -> NDArray[np.bool_]:
        return np.array([standard_error(cell) is not None for cell in self.cells])


def noun_of(rows: Sequence[Row]) -> str:
    """What rows are counted as: models, or runs if a model has several of them."""
    return "model" if len({row["model"] for row in rows}) == len(rows) else "run"


def averaged(row: Row) -> str:
    """Of how many runs a score is the mean: 'mean of 6 runs', '3 seeds', '3 seeds, 6 runs'; "" for a single run."""
    seeds, runs = row["n_seeds"] or 0, row["reruns"] or 0
    if seeds > 1:
        return f"{seeds:,} seeds, {runs:,} runs" if runs > seeds else f"{seeds:,} seeds"
    return f"mean of {runs:,} runs" if runs > 1 else ""


def of_chosen(rows: Sequence[Row]) -> dict[str, Column]:
    """The columns of filtered rows by their panels, each of the runs that are among these rows."""
    keys: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        keys[row["panel"]].add(row["key"])
    columns: dict[str, Column] = {row["panel"]: row["column"] for row in rows}
    return {panel: column.among(keys[panel]) for panel, column in columns.items()}


RANKS = {"best rank": "integer", "worst rank": "integer"}
"""The columns of `ranks_of`."""


def ranks_of(rows: Sequence[Row]) -> Callable[[Row], Row]:
    """What gives a row of sql/rows.sql the ranks that its run can have among the chosen ones, by the rows of the chart.

    Both are None where these are not tested, or the run is not drawn.
    """
    ranges = {
        (key, column.benchmark): dict(zip(RANKS, ranks, strict=True))
        for column in of_chosen(rows).values()
        for key, ranks in column.rank_ranges.items()
    }
    unknown = dict.fromkeys(RANKS)
    return lambda row: ranges.get((row["run"], row["benchmark"]), unknown)


def measured(row: Row) -> Measured:
    """A score with what is known of it; c / n where just one count of right answers prints as it."""
    return snapped(Measured.from_row(row["value"], row))


def are_few(columns: Sequence[Column]) -> bool:
    """Are there few benchmarks, some of them with several runs, in not many more columns?

    Then they are shown as dots with intervals instead of a heatmap.
    """
    benchmarks = {column.benchmark for column in columns}
    is_compared = any(len(column.rows) > 1 for column in columns)
    return is_compared and len(benchmarks) <= _FEW and len(columns) <= 2 * _FEW
