"""Answers that were cut off by the limit of tokens: how many, how right they are, and the bounds of the score."""

import math
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from reasonboard.core.findings.result import Result, results
from reasonboard.statistics.contrasts import contrast
from reasonboard.statistics.differences import Difference
from reasonboard.statistics.uncertainty import Measured, Uncertainty, of_measured
from reasonboard.studies.test_time.rows import Row, in_percent, percent_columns, run_columns

LEAST = 5
"""Problems of each kind from which on both are compared."""


class Bounds(NamedTuple):
    """The score if all answers that were cut off were wrong, and if all were right; fractions."""

    low: float
    high: float


class CutOff:
    """A row of sql/cut_off.sql: a run whose answers say why they ended."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.answers, self.cut = int(row["answers"]), int(row["cut"])
        self.share = _measured(
            self.cut / self.answers, self.answers, row["items"], row["share_stderr"]
        )
        self.complete = self._part("complete", self.answers - self.cut)
        self.cut_off = self._part("cut", self.cut)

    @property
    def score(self) -> float:
        """The accuracy of all answers."""
        right = [part.value * n for part, n in self._parts]
        return math.fsum(right) / self.answers

    @property
    def bounds(self) -> Bounds:
        right = self.complete.value * (self.answers - self.cut) if self.complete else 0.0
        return Bounds(right / self.answers, (right + self.cut) / self.answers)

    @cached_property
    def intervals(self) -> tuple[Uncertainty | None, Uncertainty | None, Uncertainty | None]:
        """The 95% intervals of the share that was cut off, and of the accuracy of complete and of cut answers."""
        share, complete, cut = (
            part and of_measured(part) for part in (self.share, self.complete, self.cut_off)
        )
        return share, complete, cut

    @property
    def result(self) -> Result | None:
        """The accuracy of complete answers minus that of cut ones, corrected over all runs of the benchmark."""
        return self.row.get("result")

    @property
    def _parts(self) -> list[tuple[Measured, int]]:
        both = ((self.complete, self.answers - self.cut), (self.cut_off, self.cut))
        return [(part, n) for part, n in both if part]

    def _part(self, name: str, answers: int) -> Measured | None:
        if not answers:
            return None
        row = self.row
        return _measured(row[f"{name}_value"], answers, row[f"{name}_items"], row[f"{name}_stderr"])


def with_tests(rows: Sequence[Row]) -> list[Row]:
    """The rows of sql/cut_off.sql, each with its test: all runs of the benchmark are one family (Holm)."""
    runs = [CutOff(row) for row in rows]
    tests = [_difference(run) for run in runs]
    return [row | {"result": result} for row, result in zip(rows, results(tests), strict=True)]


def _difference(run: CutOff) -> Difference | None:
    """Complete minus cut answers; None where one kind has too few problems to say anything."""
    complete, cut = run.complete, run.cut_off
    if not complete or not cut or min(complete.n_items or 0, cut.n_items or 0) < LEAST:
        return None
    return contrast(complete, cut)


_SHARES = ("cut off %", "complete %", "cut %")
_BOUNDS = ("score %", "if all cut are wrong %", "if all cut are right %")
TYPES = dict.fromkeys(
    [*(f"{name}{end}" for name in _SHARES for end in ("", " low", " high")), *_BOUNDS], "number"
)
"""The columns of `table` that can be missing in every row."""


def table(rows: Sequence[Row]) -> list[Row]:
    """A line per run: shares in percent with their 95% intervals, and the bounds of its score."""
    return [_line(CutOff(row)) for row in rows]


def _line(run: CutOff) -> Row:
    row = run.row
    line = run_columns(row)
    line |= {"answers": run.answers, "problems": row["items"], "cut off": run.cut}
    parts = (run.share, run.complete, run.cut_off)
    for name, part, ends in zip(_SHARES, parts, run.intervals, strict=True):
        line |= percent_columns((name, f"{name} low", f"{name} high"), part and part.value, ends)
    bounds = (run.score, run.bounds.low, run.bounds.high)
    return line | dict(zip(_BOUNDS, map(in_percent, bounds), strict=True))


def _measured(value: float, answers: int, items: int, stderr: float | None) -> Measured:
    return Measured(value, items, -(-answers // items), stderr=stderr)
