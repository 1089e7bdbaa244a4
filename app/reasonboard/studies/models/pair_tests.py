"""The tests of all pairs of runs on one benchmark: one family, paired by problem where both have answers."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from reasonboard.core.findings.pairs import Answers, Row
from reasonboard.core.findings.result import Result, result_of
from reasonboard.statistics.contrasts import (
    contrast,
    holm_of_rows,
    holm_within,
    pairwise_p_values,
)
from reasonboard.statistics.differences import ALPHA
from reasonboard.statistics.paired import PairedScores, paired_contrast
from reasonboard.statistics.uncertainty import Measured


class PairTests:
    """Which runs of a benchmark differ significantly; runs are named by their indices in `rows`.

    The tests are paired by problem where the answers of both runs are loaded and one of them is among the three highest
    or both among the ten (`paired_run` of tables.sql), else as `contrast` says.
    All pairs are one family, with Holm's correction over these: the highest is named after looking, so that a
    correction over the pairs with it alone would part models from it that noise put there. So are the benchmarks of
    a pair (`correct_over_benchmarks`), as on *Two models*, which then never calls a lead undecided: the larger of both
    p-values counts.
    """

    def __init__(
        self, rows: Sequence[Row], cells: list[Measured], is_known: NDArray[np.bool_]
    ) -> None:
        self._rows, self._cells, self._is_known = rows, cells, is_known
        self.known = np.flatnonzero(is_known).astype(np.int32)
        """The indices of the runs that can be tested."""

    @property
    def count(self) -> int:
        """The tests that are corrected over each other."""
        return len(self._rows) * (len(self._rows) - 1) // 2

    @property
    def keys(self) -> list[str]:
        """What the runs are called."""
        return [row["key"] for row in self._rows]

    @property
    def testable(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The indices of both runs of each pair that can be tested: not kept, as 500 runs have 125,000 pairs."""
        a, b = np.triu_indices(len(self.known), 1)
        return self.known[a], self.known[b]

    def p_values(self) -> NDArray[np.float64]:
        """Of the testable pairs, without any correction."""
        p_values = pairwise_p_values([self._cells[index] for index in self.known])
        for (a, b), scores in self._paired.items():
            p_values[self._pair(a, b)] = self._paired_p(a, b, scores)
        return p_values

    @cached_property
    def corrected(self) -> NDArray[np.float64]:
        """Of the testable pairs: over all of them, until `correct_over_benchmarks` sets it."""
        p_values = self.p_values()
        return holm_of_rows(p_values, p_values.size)

    def adjusted(self, run: int) -> NDArray[np.float64]:
        """The corrected p-value of a run against each, 1 if one of the two cannot be tested."""
        p_values = np.ones(len(self._rows))
        others = self.known[self.known != run]
        if len(others) < len(self.known):
            p_values[others] = self.corrected[self._pair(run, others)]
        return p_values

    def _pair(self, a: int, b: int | NDArray[np.int32]) -> NDArray[np.int64]:
        """The places among the testable pairs of a run with others."""
        ends = np.searchsorted(self.known, a), np.searchsorted(self.known, b)
        first, second = np.minimum(*ends), np.maximum(*ends)
        places: NDArray[np.int64] = first * (2 * len(self.known) - first - 3) // 2 + second - 1
        return places

    def _paired_p(self, a: int, b: int, scores: PairedScores) -> float:
        """1 where problems that only one answered turn the difference: then nothing follows from it."""
        test = paired_contrast(scores)
        of_means = self._rows[a]["value"] - self._rows[b]["value"]
        return test.p if test and scores.difference * of_means > 0 else 1.0

    @cached_property
    def is_apart(self) -> NDArray[np.bool_]:
        """The pairs of runs that differ significantly."""
        values = np.array([row["value"] for row in self._rows])
        apart = np.zeros((values.size, values.size), dtype=np.bool_)
        a, b = self.testable
        apart[a, b] = apart[b, a] = (self.corrected <= ALPHA) & (values[a] != values[b])
        return apart

    def paired(self, a: int, b: int) -> PairedScores | None:
        """The problems that both runs answered, where their difference is tested by these."""
        reverse = self._paired.get((b, a))
        return self._paired.get((a, b)) or (reverse.turned if reverse else None)

    @cached_property
    def _paired(self) -> dict[tuple[int, int], PairedScores]:
        places = {row["key"]: index for index, row in enumerate(self._rows)}
        paired = {}
        for index, row in enumerate(self._rows):
            for pair in row["paired"]:
                other, answers = places.get(pair["key_b"]), Answers.from_row(pair, row["unit"])
                if other is None or not (self._is_known[index] and self._is_known[other]):
                    continue
                answers = answers.of_sides(row, self._rows[other])
                if answers.scores and answers.pairable:
                    paired[index, other] = answers.scores
        return paired

    def difference(self, a: int, b: int) -> Result | None:
        """Run A minus run B, corrected over all pairs; None where it cannot be tested."""
        scores = self.paired(a, b)
        first, second = self._cells[a], self._cells[b]
        tested = paired_contrast(scores) if scores else contrast(first, second)
        if tested is None:
            return None
        return result_of(tested, float(self.adjusted(a)[b]), self.count)


def correct_over_benchmarks(tests: Sequence[tuple[str, PairTests]]) -> None:
    """Correct the tests of all columns of a page also over the benchmarks that two runs share, as on *Two models*.

    Each column comes with its benchmark: several blocks can have a column of it.
    """
    benchmarks = {name: at for at, name in enumerate(dict(tests))}
    places = {
        key: at
        for at, key in enumerate(dict.fromkeys(key for _, each in tests for key in each.keys))
    }
    has = np.zeros((len(places), len(benchmarks)), dtype=np.int32)
    pairs = [np.empty((2, 0), dtype=np.int32)]
    for benchmark, each in tests:
        runs = np.array([places[key] for key in each.keys], dtype=np.int32)
        has[runs[each.known], benchmarks[benchmark]] = 1
        pairs.append(np.sort([runs[side] for side in each.testable], axis=0))
    a, b = np.concatenate(pairs, axis=1)
    p_values = [each.p_values() for _, each in tests]
    within = holm_within(a * len(places) + b, np.concatenate([*p_values, []]), (has @ has.T)[a, b])
    ends = np.cumsum([own.size for own in p_values])
    for (_, each), own, over in zip(tests, p_values, np.split(within, ends), strict=False):
        each.corrected = np.maximum(holm_of_rows(own, own.size), over)
