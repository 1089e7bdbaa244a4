"""A benchmark as a column: all its scores, their ranks, and which runs share the first place."""

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import scipy
from numpy.typing import NDArray

from reasonboard.core.findings.grim import off_grain
from reasonboard.core.findings.result import Result
from reasonboard.core.findings.words import points_or
from reasonboard.statistics.paired import PairedScores
from reasonboard.statistics.sweeps import highest, snapped
from reasonboard.statistics.uncertainty import (
    Measured,
    Uncertainty,
    detectable,
    of_measured,
    standard_error,
)
from reasonboard.studies.models.pair_tests import PairTests

Row = dict[str, Any]

_SMALL = 10
"""Scores under this have two decimals."""

_TINY = 0.1
"""Scores under this have as many as show two of their digits."""

DIRECTION_UNKNOWN = "direction unknown"
"""What is said of a metric of which neither its files nor its name say whether more is better."""

_FEW = 3
"""Up to this many benchmarks are shown as dots with intervals instead of a heatmap."""


class Column:
    """All scores of one benchmark in a block, whatever a reader filters: ranks and verdicts follow from all."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
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
        self._intervals: dict[str, Uncertainty | None] = {}

    @cached_property
    def cells(self) -> list[Measured]:
        """The scores with what is known of their uncertainty."""
        return [measured(row) for row in self.rows]

    @cached_property
    def pairs(self) -> PairTests:
        """The tests of all its pairs of runs."""
        return PairTests(self.rows, self.cells, self._is_known)

    @cached_property
    def ranks(self) -> dict[str, float]:
        """Of each run, 1 for the best; equal scores share their mean rank. Empty where nothing is ranked."""
        if not self.is_ranked:
            return {}
        values = [-self.sign * row["value"] for row in self.rows]
        ranks = scipy.stats.rankdata(values)
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
        """The runs that share the first place, which do not differ significantly from the best.

        None where nothing is ranked, or no uncertainty of some of them is known.
        """
        if not self.is_ranked or len(self.rows) == 1 or not self._is_known.all():
            return None
        apart = self.pairs.is_apart[self.top]
        return frozenset(
            row["key"]
            for index, row in enumerate(self.rows)
            if index == self.top or not apart[index]
        )

    @property
    def why_untested(self) -> str:
        """Why it is not known who shares the first place, as a part of a sentence."""
        return "no uncertainty is known" if self.is_ranked else "the direction is unknown"

    @cached_property
    def detects(self) -> float | None:
        """The smallest difference of two of its models that a test would find, in percent points or in its unit."""
        known = [cell for cell, known in zip(self.cells, self._is_known, strict=True) if known]
        least = detectable(known)
        return None if least is None else least * self.times

    @cached_property
    def next_best(self) -> int | None:
        """The place of the run that is hardest to tell from the best; None where nothing is known of some."""
        if self.sharing is None:
            return None
        others = [index for index in range(len(self.rows)) if index != self.top]
        adjusted = self.pairs.adjusted[self.top]
        return max(
            others, key=lambda index: (adjusted[index], self.sign * self.rows[index]["value"])
        )

    @cached_property
    def lead(self) -> Result | None:
        """The best run minus `next_best`, as one of all pairs of the benchmark."""
        return None if self.next_best is None else self.pairs.difference(self.top, self.next_best)

    @property
    def lead_paired(self) -> PairedScores | None:
        """The problems by which `lead` is tested, where it is paired."""
        return None if self.next_best is None else self.pairs.paired(self.top, self.next_best)

    def differs(self, key: str, other: str) -> bool | None:
        """Can the run be told from the other? None where nothing is known of one of them."""
        a, b = self._indexes[key], self._indexes[other]
        return bool(self.pairs.is_apart[a, b]) if self._is_known[a] and self._is_known[b] else None

    def interval(self, key: str) -> Uncertainty | None:
        """The 95 % interval of the score of a run, in its unit; None where it is not known."""
        if key not in self._intervals:
            self._intervals[key] = of_measured(self.cells[self._indexes[key]])
        return self._intervals[key]

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
