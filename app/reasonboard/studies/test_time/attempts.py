"""What several attempts at a problem bring: pass@k, pass^k and the vote of each run."""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import groupby, zip_longest
from typing import NamedTuple

import numpy as np

from reasonboard.core.findings.result import Result, results
from reasonboard.core.findings.words import count_of
from reasonboard.statistics.differences import Difference
from reasonboard.statistics.paired import paired_by_variance
from reasonboard.statistics.recipes import crossed_gain
from reasonboard.statistics.repeats import pass_at_k, pass_hat_k
from reasonboard.statistics.score import Floats, Score, score_of_moments, score_of_seeds
from reasonboard.studies.test_time.rows import Row, percent_columns, run_columns

_Chance = Callable[[int, int, int], float | None]
"""pass@k or pass^k of n answers with c right ones, for k attempts (at most n)."""


class Point(NamedTuple):
    """A chance of k attempts, a fraction, with its 95% interval over problems."""

    k: int
    score: Score

    @property
    def value(self) -> float:
        return self.score.value


class Vote(NamedTuple):
    """The score of the most frequent of k answers: means over problems of it, its gain on one answer, and squares.

    Of several seeds, means over them with the standard deviations of `value` and `gain`; else these are None.
    """

    k: int
    items: int
    seeds: int
    value: float
    square: float
    gain: float
    gain_square: float
    value_sd: float | None
    gain_sd: float | None


class Attempts:
    """The rows of sql/passes.sql of one run, its repeats put together, or of the seeds of one recipe."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.row = rows[0]
        self._items = [int(row["items"]) for row in rows]
        self._counts = [[(int(n), int(c)) for n, c in row["counts"]] for row in rows]
        self.least = min(n for counts in self._counts for n, _ in counts)
        """Attempts at a problem of one seed, at least."""

    @property
    def ks(self) -> list[int]:
        """1, 2, 4 ... and the least number of attempts at a problem: more cannot be estimated for all of them."""
        powers = [2**power for power in range(self.least.bit_length())]
        return sorted({*powers, self.least})

    @cached_property
    def any_right(self) -> list[Point]:
        """pass@k: at least one of k attempts is right."""
        return [self._point(k, pass_at_k) for k in self.ks]

    @cached_property
    def all_right(self) -> list[Point]:
        """pass^k: all of k attempts are right."""
        return [self._point(k, pass_hat_k) for k in self.ks]

    @cached_property
    def majority(self) -> list[Point]:
        """The vote of k attempts; nothing where it is not known of every problem what each attempt answered."""
        return [
            Point(
                vote.k,
                score_of_moments(
                    vote.value, vote.square, vote.items, self.least, vote.value_sd, vote.seeds
                ),
            )
            for vote in self._votes
        ]

    @cached_property
    def _votes(self) -> list[Vote]:
        known = [Vote(*map(int, vote[:3]), *vote[3:]) for vote in self.row["votes"] or ()]
        return [vote for vote in known if vote.k in self.ks and vote.items == self.items]

    @property
    def items(self) -> int:
        """Problems: those of repeats and of other seeds are the same."""
        return sum(self._items)

    @property
    def seeds(self) -> int:
        return len(self._counts[0])

    @property
    def size_words(self) -> str:
        """'30 problems, 8 attempts in 2 runs', '30 problems, 4 attempts of each of 3 seeds'."""
        words = f"{count_of(self.items, 'problem')}, {count_of(self.least, 'attempt')}"
        if self.seeds > 1:
            return f"{words} of each of {self.seeds} seeds"
        runs = int(self.row["runs"])
        return f"{words} in {runs} runs" if runs > 1 else words

    @property
    def gain(self) -> Difference | None:
        """pass@k of all attempts minus pass@1, over problems."""
        if self.least == 1:
            return None
        gains = self._table(pass_at_k, self.least) - self._table(pass_at_k, 1)
        return crossed_gain(gains, self.least)

    @property
    def vote_gain(self) -> Difference | None:
        """The largest vote minus one attempt, over problems."""
        if not self._votes:
            return None
        last = self._votes[-1]
        n = last.items
        variance = max(0.0, last.gain_square - last.gain**2) * n / max(1, n - 1)
        if last.gain_sd:
            variance += n * last.gain_sd**2 / last.seeds
        return paired_by_variance(last.gain, variance, n, self.least)

    @property
    def result(self) -> Result | None:
        """The test of `gain`, corrected over all runs of the benchmark."""
        return self.row.get("result")

    @property
    def vote_result(self) -> Result | None:
        """That of `vote_gain`."""
        return self.row.get("vote_result")

    def _table(self, chance: _Chance, k: int) -> Floats:
        """The chance of k attempts at each problem, a row per problem and a column per seed."""
        values = [[chance(n, c, k) for n, c in counts] for counts in self._counts]
        return np.repeat(np.array(values, float), self._items, axis=0).T

    def _point(self, k: int, chance: _Chance) -> Point:
        return Point(k, score_of_seeds(self._table(chance, k), self.least))


def attempts(rows: Sequence[Row]) -> list[Attempts]:
    """The runs of sql/passes.sql, in their order."""
    return [Attempts(list(group)) for _, group in groupby(rows, key=lambda row: str(row["key"]))]


def with_tests(rows: Sequence[Row]) -> list[Row]:
    """The rows of sql/passes.sql, each with the tests of its run's gains, Holm's correction over all runs."""
    runs = attempts(rows)
    gains = results([run.gain for run in runs])
    votes = results([run.vote_gain for run in runs])
    by_run = {
        run.row["key"]: {"result": gain, "vote_result": vote}
        for run, gain, vote in zip(runs, gains, votes, strict=True)
    }
    return [row | by_run[row["key"]] for row in rows]


_ENDS = ("%", "low", "high")
TYPES = dict.fromkeys([f"majority {end}" for end in _ENDS], "number")
"""The columns of `table` that can be missing in every row."""


def table(rows: Sequence[Row]) -> list[Row]:
    """A line per run and number of attempts: all chances in percent with their 95% intervals."""
    return [
        _line(attempt, *points)
        for attempt in attempts(rows)
        for points in zip_longest(attempt.any_right, attempt.all_right, attempt.majority)
    ]


def _line(run: Attempts, any_right: Point, all_right: Point, majority: Point | None) -> Row:
    numbers = {"problems": run.items, "attempts": run.least, "seeds": run.seeds, "k": any_right.k}
    points = (("pass@k", any_right), ("pass^k", all_right), ("majority", majority))
    for name, point in points:
        names = [f"{name} {end}" for end in _ENDS]
        numbers |= percent_columns(names, point and point.value, point and point.score)
    return run_columns(run.row) | numbers
