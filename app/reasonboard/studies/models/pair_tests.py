"""The tests of all pairs of runs on one benchmark: one family, paired by problem where both have answers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from reasonboard.core.findings.pairs import Answers, Row
from reasonboard.core.findings.result import Result, result_of
from reasonboard.statistics.contrasts import (
    contrast,
    holm,
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
    a pair, as on *Two models*, which then never calls a lead undecided: the larger of both p-values counts.
    """

    def __init__(
        self, rows: Sequence[Row], cells: list[Measured], is_known: NDArray[np.bool_]
    ) -> None:
        self._rows, self._cells, self._is_known = rows, cells, is_known
        self.count = len(rows) * (len(rows) - 1) // 2
        """The tests that are corrected over each other."""
        self.over_benchmarks: Callable[[PairTests], NDArray[np.float64]] = PairTests.of_benchmark
        """Gives the p-values of the tests, corrected over the benchmarks of each pair."""

    def among(self, places: Sequence[int]) -> "PairTests":
        """The tests of the runs at these places, corrected over all pairs as before."""
        part = PairTests(
            [self._rows[place] for place in places],
            [self._cells[place] for place in places],
            self._is_known[list(places)],
        )
        part.count = self.count
        part.adjusted = self.adjusted[np.ix_(places, places)]
        return part

    @property
    def keys(self) -> list[str]:
        """What the runs are called."""
        return [row["key"] for row in self._rows]

    @property
    def known(self) -> list[str]:
        """The runs that can be tested."""
        return [key for key, known in zip(self.keys, self._is_known, strict=True) if known]

    @cached_property
    def adjusted(self) -> NDArray[np.float64]:
        """The corrected p-value of every two runs, 1 if one of them cannot be tested."""
        p_values = self.of_benchmark()
        a, b = self.testable
        p_values[a, b] = p_values[b, a] = holm(p_values[a, b].tolist())
        return np.maximum(p_values, self.over_benchmarks(self))

    @property
    def testable(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The places of both runs of each pair that can be tested: not kept, as 500 runs have 125,000 pairs."""
        places = np.flatnonzero(self._is_known).astype(np.int32)
        a, b = np.triu_indices(len(places), 1)
        return places[a], places[b]

    def of_benchmark(self) -> NDArray[np.float64]:
        """The p-value of every two runs without any correction, 1 if one of them cannot be tested."""
        count = len(self._rows)
        p_values = np.ones((count, count))
        a, b = self.testable
        if len(a):
            cells = [cell for cell, known in zip(self._cells, self._is_known, strict=True) if known]
            p_values[a, b] = p_values[b, a] = pairwise_p_values(cells)
            for (left, right), scores in self._paired.items():
                p_values[left, right] = p_values[right, left] = self._paired_p(left, right, scores)
        return p_values

    def _paired_p(self, a: int, b: int, scores: PairedScores) -> float:
        """1 where problems that only one answered turn the difference: then nothing follows from it."""
        test = paired_contrast(scores)
        of_means = self._rows[a]["value"] - self._rows[b]["value"]
        return test.p if test and scores.difference * of_means > 0 else 1.0

    @cached_property
    def is_apart(self) -> NDArray[np.bool_]:
        """The pairs of runs that differ significantly."""
        values = np.array([row["value"] for row in self._rows])
        apart: NDArray[np.bool_] = (self.adjusted <= ALPHA) & (values[:, None] != values)
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
        return result_of(tested, float(self.adjusted[a, b]), self.count)


class OverBenchmarks:
    """The p-values of pairs of runs, corrected over the benchmarks that both have (Holm), as on *Two models*."""

    def __init__(self, tests: Iterable[tuple[str, PairTests]]) -> None:
        """Of all columns of a page, each with its benchmark: several blocks can have a column of it."""
        self._tests = list(tests)
        for _, each in self._tests:
            each.over_benchmarks = self.adjusted

    def adjusted(self, of: PairTests) -> NDArray[np.float64]:
        """Of every two runs of one of the columns, 1 if one of them cannot be tested."""
        p_values = np.ones((len(of.keys), len(of.keys)))
        a, b = of.testable
        p_values[a, b] = p_values[b, a] = self._of_pairs.pop(id(of))  # each column asks once
        return p_values

    @cached_property
    def _of_pairs(self) -> dict[int, NDArray[np.float64]]:
        """Of the testable pairs of each column, by its identity."""
        tests = [each for _, each in self._tests]
        places = {key: at for at, key in enumerate({key for each in tests for key in each.keys})}
        numbers = [np.array([places[key] for key in each.keys], np.int32) for each in tests]
        pairs = [
            np.sort([number[side] for side in each.testable], axis=0)
            for number, each in zip(numbers, tests, strict=True)
        ]
        a, b = np.concatenate(pairs, axis=1)
        p_values = np.concatenate([each.of_benchmark()[each.testable] for each in tests])
        adjusted = holm_within(
            a * len(places) + b, p_values, self._benchmarks_of_both(places)[a, b]
        )
        ends = np.cumsum([len(each.testable[0]) for each in tests])[:-1]
        return dict(zip(map(id, tests), np.split(adjusted, ends), strict=True))

    def _benchmarks_of_both(self, places: Mapping[str, int]) -> NDArray[np.int32]:
        """On how many benchmarks every two runs can be tested; they can have them in different blocks."""
        names = {benchmark: at for at, benchmark in enumerate(dict(self._tests))}
        has = np.zeros((len(places), len(names)), dtype=np.int32)
        for benchmark, each in self._tests:
            has[[places[key] for key in each.known], names[benchmark]] = 1
        counts: NDArray[np.int32] = has @ has.T
        return counts
