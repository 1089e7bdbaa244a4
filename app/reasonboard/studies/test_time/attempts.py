"""What several attempts at a problem bring: pass@k, pass^k and the vote of each run."""

from collections.abc import Sequence
from functools import cached_property, partial
from itertools import groupby, zip_longest
from typing import NamedTuple

from reasonboard.core.findings.result import Result, results
from reasonboard.statistics.means import Estimate
from reasonboard.statistics.repeats import PassCount, of_moments, over_items, pass_at_k, pass_hat_k
from reasonboard.statistics.uncertainty import Measured, Uncertainty, of_measured
from reasonboard.studies.test_time.rows import Row, percent_columns, run_columns


class Point(NamedTuple):
    """A chance of k attempts, a fraction, with its 95 % interval over problems."""

    k: int
    value: float
    ends: Uncertainty | None


class Vote(NamedTuple):
    """The score of the most frequent of k answers: means over problems of it, its gain on one answer, and squares."""

    k: int
    items: int
    value: float
    square: float
    gain: float
    gain_square: float


class Attempts:
    """The rows of sql/passes.sql of one run."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.row = rows[0]
        self.counts = [PassCount(row["n"], row["c"], row["items"]) for row in rows]
        self.least = min(count.n for count in self.counts)

    @property
    def ks(self) -> list[int]:
        """1, 2, 4 ... and the least number of attempts at a problem: more cannot be estimated for all of them."""
        powers = [2**power for power in range(self.least.bit_length())]
        return sorted({*powers, self.least})

    @cached_property
    def any_right(self) -> list[Point]:
        """pass@k: at least one of k attempts is right."""
        return [self._point(k, over_items(self.counts, partial(pass_at_k, k=k))) for k in self.ks]

    @cached_property
    def all_right(self) -> list[Point]:
        """pass^k: all of k attempts are right."""
        return [self._point(k, over_items(self.counts, partial(pass_hat_k, k=k))) for k in self.ks]

    @cached_property
    def majority(self) -> list[Point]:
        """The vote of k attempts; nothing where it is not known of every problem what each attempt answered."""
        return [
            self._point(vote.k, of_moments(vote.items, vote.value, vote.square))
            for vote in self._votes
        ]

    @cached_property
    def _votes(self) -> list[Vote]:
        known = (Vote(int(k), int(items), *rest) for k, items, *rest in self.row["votes"] or ())
        counted = sum(count.items for count in self.counts)
        return [vote for vote in known if vote.k in self.ks and vote.items == counted]

    @property
    def items(self) -> int:
        """Problems: repeats with other seeds are to the same."""
        return max(1, sum(count.items for count in self.counts) // self.seeds)

    @property
    def seeds(self) -> int:
        return int(self.row["seeds"])

    @property
    def gain(self) -> Estimate | None:
        """pass@k of all attempts minus pass@1, over problems."""
        if self.least == 1:
            return None
        gain = over_items(self.counts, lambda n, c: (pass_at_k(n, c, self.least) or 0.0) - c / n)
        return gain and self._of_problems(gain)

    @property
    def vote_gain(self) -> Estimate | None:
        """The largest vote minus one attempt, over problems."""
        if not self._votes:
            return None
        last = self._votes[-1]
        return self._of_problems(of_moments(last.items, last.gain, last.gain_square))

    @property
    def result(self) -> Result | None:
        """The test of `gain`, corrected over all runs of the benchmark."""
        return self.row.get("result")

    @property
    def vote_result(self) -> Result | None:
        """That of `vote_gain`."""
        return self.row.get("vote_result")

    def _of_problems(self, estimate: Estimate) -> Estimate:
        """With the standard error of problems, not of problems x seeds: those of one problem hang together."""
        return Estimate(estimate.value, estimate.stderr and estimate.stderr * self.seeds**0.5)

    def _point(self, k: int, estimate: Estimate | None) -> Point:
        if estimate is None:
            raise ValueError(f"pass@{k} of {self.least} attempts (expected at least {k})")
        known = self._of_problems(estimate)
        value = min(1.0, max(0.0, known.value))
        return Point(
            k, value, of_measured(Measured(value, self.items, self.least, stderr=known.stderr))
        )


def attempts(rows: Sequence[Row]) -> list[Attempts]:
    """The runs of sql/passes.sql, in their order."""
    return [Attempts(list(group)) for _, group in groupby(rows, key=lambda row: str(row["key"]))]


def with_tests(rows: Sequence[Row]) -> list[Row]:
    """The rows of sql/passes.sql, each with the tests of its run's gains, Holm's correction over all runs."""
    runs = attempts(rows)
    by_run: dict[str, Row] = {run.row["key"]: {} for run in runs}
    for name, gains in (
        ("result", [run.gain for run in runs]),
        ("vote_result", [run.vote_gain for run in runs]),
    ):
        tests = results([gain if gain and gain.stderr else None for gain in gains])
        for run, test in zip(runs, tests, strict=True):
            by_run[run.row["key"]][name] = test
    return [row | by_run[row["key"]] for row in rows]


_ENDS = ("%", "low", "high")
TYPES = dict.fromkeys([f"majority {end}" for end in _ENDS], "number")
"""The columns of `table` that can be missing in every row."""


def table(rows: Sequence[Row]) -> list[Row]:
    """A line per run and number of attempts: all chances in percent with their 95 % intervals."""
    return [
        _line(attempt, *points)
        for attempt in attempts(rows)
        for points in zip_longest(attempt.any_right, attempt.all_right, attempt.majority)
    ]


def _line(run: Attempts, any_right: Point, all_right: Point, majority: Point | None) -> Row:
    numbers = {"problems": run.items, "attempts": run.least, "k": any_right.k}
    points = (("pass@k", any_right), ("pass^k", all_right), ("majority", majority))
    for name, point in points:
        names = [f"{name} {end}" for end in _ENDS]
        numbers |= percent_columns(names, point and point.value, point and point.ends)
    return run_columns(run.row) | numbers
