"""The accuracies of all sizes of a family: what a doubling brings, and the smallest size that is enough."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from reasonboard.core.findings.result import Result
from reasonboard.statistics.effects import in_standard_errors
from reasonboard.statistics.growth import (
    Step,
    level,
    per_doubling,
    smallest_reaching,
    steps,
)
from reasonboard.studies.scale_progress.rows import Row, measured


class Slope(NamedTuple):
    """What a doubling of the size brings in one benchmark, over all sizes."""

    benchmark: str
    value: float
    """A fraction: 0.027 is 2.7 points with every doubling."""
    sizes: int
    result: Result | None
    """The same as one of the slopes of all benchmarks; None where no uncertainty is known."""


class Sizes:
    """The accuracies of all sizes at one checkpoint of a benchmark, from the rows of sql/along_size.sql."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.sizes: list[float] = [row["params_b"] for row in rows]
        self.points = [measured(row) for row in rows]
        self._tests: dict[str, int] = rows[0]["tests"]

    @cached_property
    def slope(self) -> Slope | None:
        """The least-squares line over log2 of the size; None for fewer than two sizes."""
        tests = self._tests["slopes"]
        line = per_doubling(self.sizes, self.points)
        if line is None:
            return None
        result = None
        if line.p_value is not None and line.low is not None and line.high is not None:
            p, far = line.p_value, in_standard_errors(line.p_value)
            ends = (line.low, line.high)
            result = Result(line.slope, *ends, p, min(1.0, p * tests), tests, far, line.method)
        return Slope(self.rows[0]["benchmark"], line.slope, len(self.sizes), result)

    @cached_property
    def steps(self) -> list[Step]:
        """What a doubling brings from each size to the next."""
        return steps(self.sizes, self.points)

    @property
    def target(self) -> float | None:
        """90% of the gain of the largest size over training, a fraction; None without a gain."""
        return level(self.rows[0]["largest_start"], self.rows[0]["largest_end"])

    @property
    def smallest(self) -> float | None:
        """The smallest size that has the target; None where there is none."""
        values = [row["value"] for row in self.rows]
        return None if self.target is None else smallest_reaching(self.sizes, values, self.target)


def slopes(rows: Sequence[Row]) -> list[Slope]:
    """The slope over the sizes of each benchmark that has at least two, from the rows of sql/doubling.sql."""
    by_benchmark: dict[str, list[Row]] = {}
    for row in rows:
        if row["params_b"] and row["value"] is not None:
            by_benchmark.setdefault(row["benchmark"], []).append(row)
    return [slope for group in by_benchmark.values() if (slope := Sizes(group).slope)]
