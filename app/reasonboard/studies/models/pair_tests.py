"""The tests of all pairs of runs on one benchmark: one family, paired by problem where both have answers."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reasonboard.core.findings.pairs import Answers
from reasonboard.core.findings.result import Result, result_of
from reasonboard.statistics.contrasts import (
    contrast,
    holm,
    pairwise_p_values,
)
from reasonboard.statistics.differences import ALPHA
from reasonboard.statistics.paired import PairedScores, paired_contrast
from reasonboard.statistics.uncertainty import Measured

Row = dict[str, Any]


class PairTests:
    """Which runs of a benchmark differ significantly; runs are named by their indices in `rows`.

    The tests are paired by problem where the answers of both runs are loaded and one of them is among the three highest
    or both among the ten (`paired_run` of tables.sql), else as `contrast` says.
    All pairs are one family, with Holm's correction over these: the highest is named after looking, so that a
    correction over the pairs with it alone would part models from it that noise put there.
    """

    def __init__(
        self, rows: Sequence[Row], cells: list[Measured], is_known: NDArray[np.bool_]
    ) -> None:
        self._rows, self._cells, self._is_known = rows, cells, is_known
        self.count = len(rows) * (len(rows) - 1) // 2
        """The tests that are corrected over each other."""

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

    @cached_property
    def adjusted(self) -> NDArray[np.float64]:
        """The corrected p-value of every two runs, 1 where one of them cannot be tested."""
        count = len(self._rows)
        p_values = np.ones((count, count))
        testable = np.flatnonzero(self._is_known)
        if len(testable) > 1:
            a, b = (testable[places] for places in np.triu_indices(len(testable), 1))
            p_values[a, b] = pairwise_p_values([self._cells[index] for index in testable])
            for (left, right), scores in self._paired.items():
                p_values[min(left, right), max(left, right)] = self._paired_p(left, right, scores)
            p_values[a, b] = p_values[b, a] = holm(p_values[a, b].tolist())
        return p_values

    def _paired_p(self, a: int, b: int, scores: PairedScores) -> float:
        """1 where problems that only one answered turn the difference: then nothing follows from it."""
        test, difference_of_means = (
            paired_contrast(scores),
            self._rows[a]["value"] - self._rows[b]["value"],
        )
        return test.p if test and scores.difference * difference_of_means > 0 else 1.0

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
