"""Two runs against each other: their differences as one family of tests, paired by item where both have answers."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from reasonboard.core.findings.result import NOT_SIGNIFICANT, Result, planned, results
from reasonboard.core.findings.words import FRACTION, lacking
from reasonboard.statistics.contrasts import contrast
from reasonboard.statistics.differences import Difference as Tested
from reasonboard.statistics.differences import Verdict, by_t
from reasonboard.statistics.intervals import Interval
from reasonboard.statistics.paired import (
    T_OVER_PROBLEMS,
    PairedScores,
    paired_contrast,
    paired_detectable,
)
from reasonboard.statistics.recipes import mean_of_differences, over_seeds, overall_by_sums
from reasonboard.statistics.score import Variance
from reasonboard.statistics.uncertainty import Measured, detectable

Row = dict[str, Any]
_ENOUGH = 0.5
"""The share of the items of the smaller run that both must have answered, so that these items stand for all."""


class Answers(NamedTuple):
    """Counts and scores of the loaded answers of two runs to one benchmark."""

    items_a: int = 0
    """How many items have an answer of A."""
    items_b: int = 0
    scores: PairedScores | None = None
    """Of the items that both answered; None where there is none."""

    @classmethod
    def from_row(cls, row: Row, unit: str) -> "Answers":
        """Of a row of core/sql/paired_scores.sql, whose scores are in this unit."""
        scores = PairedScores.from_row(row, is_fraction=unit == FRACTION)
        return cls(row["items_a"], row["items_b"], scores if scores.n else None)

    def of_sides(self, a: Row, b: Row) -> "Answers":
        """The same of two rows: the runs of a side are seeds if its value is the mean of as many, else attempts."""
        if self.scores is None:
            return self
        seeds = [
            side if side and side.runs == row["n_seeds"] else None
            for side, row in ((self.scores.seeds_a, a), (self.scores.seeds_b, b))
        ]
        return self._replace(scores=self.scores._replace(seeds_a=seeds[0], seeds_b=seeds[1]))

    @property
    def pairable(self) -> bool:
        """Can the runs be compared by the items that both answered?"""
        fewer = min(self.items_a, self.items_b)
        return self.scores is not None and self.scores.n >= _ENOUGH * fewer


@dataclass(frozen=True)
class Difference:
    """A minus B of one pair, as one of a family of tests.

    Rows have the columns of `Measured`, `value`, `unit`, `scale` and `higher_is_better`.
    """

    a: Row
    b: Row
    answers: Answers
    result: Result | None
    """With its plain interval and a corrected p-value; None where it cannot be tested."""
    test: Tested | None = None
    """The test that `result` is of."""

    @property
    def scores(self) -> PairedScores | None:
        """What it was compared by, where it is paired."""
        return self.answers.scores if self.answers.pairable else None

    @property
    def of_several(self) -> str:
        """Of how many runs each side is the mean: ', 3 and 3 seeds', ', 6 and 1 runs'; '' for single runs."""
        if self.scores and self.scores.are_seeds:
            return self.scores.seed_words
        for noun, column in (("seeds", "n_seeds"), ("runs", "reruns")):
            a, b = (side.get(column) or 1 for side in (self.a, self.b))
            if max(a, b) > 1:
                return f", {a:,} and {b:,} {noun}"
        return ""

    @property
    def values(self) -> tuple[float, float]:
        """The values of A and B, over the items that both answered where it is paired."""
        if self.scores:
            return self.scores.mean_a, self.scores.mean_b
        return self.a["value"], self.b["value"]

    @property
    def estimate(self) -> float:
        """A minus B, in the unit of the rows."""
        return self.scores.difference if self.scores else self.a["value"] - self.b["value"]

    @property
    def interval(self) -> Interval | None:
        """Of the estimate, the plain one; None where it cannot be tested."""
        low, high = self.result.ends() if self.result else (None, None)
        return None if low is None or high is None else Interval(low, high)

    @property
    def verdict(self) -> Verdict | None:
        """What the test says of A, as the metric has it; None where there is no test."""
        if self.result is None:
            return Verdict.NOT_SIGNIFICANT if self.scores and not self.estimate else None
        verdict = self.result.verdict
        if verdict is Verdict.NOT_SIGNIFICANT:
            return verdict
        better = self.a["higher_is_better"]
        if better is None:
            return Verdict.DIFFERENT
        return Verdict.BETTER if (verdict is Verdict.BETTER) == better else Verdict.WORSE

    @property
    def is_significant(self) -> bool:
        """Is it beyond chance, after the correction?"""
        return self.verdict not in (None, Verdict.NOT_SIGNIFICANT)

    @property
    def words(self) -> str:
        """The verdict in a word or two, the same wherever A and B are named."""
        if self.verdict is None:
            return "not tested"
        if self.verdict is Verdict.NOT_SIGNIFICANT:
            return self.result.words if self.result else NOT_SIGNIFICANT
        if self.verdict is Verdict.DIFFERENT:
            return "A higher" if self.estimate > 0 else "B higher"
        return "A better" if self.verdict is Verdict.BETTER else "B better"

    @property
    def missing(self) -> str:
        """What a test would need."""
        return lacking(is_share=self.a["scale"] == "proportion")

    @property
    def detects(self) -> float | None:
        """The true difference, in the unit of the rows, that this comparison alone finds in four of five cases."""
        if self.scores:
            return paired_detectable(self.scores)
        return detectable([_measured(self.a), _measured(self.b)]) if self.result else None


def differences(pairs: Sequence[tuple[Row, Row, Answers]]) -> list[Difference]:
    """A minus B of each pair, by tests that are corrected over each other (Holm).

    Each is paired where enough items were answered by both (`Answers.pairable`), else taken as independent. The
    intervals are the plain ones.
    """
    pairs = [(a, b, answers.of_sides(a, b)) for a, b, answers in pairs]
    tests = [_contrast(*pair) for pair in pairs]
    return [
        Difference(a, b, answers, result, test)
        for (a, b, answers), result, test in zip(pairs, results(tests), tests, strict=True)
    ]


def mean_difference(compared: Sequence[Difference]) -> Difference | None:
    """The mean over benchmarks of A minus B, each counting once; None for fewer than two.

    Of shares of which more is better, that are tested and no mean over others themselves. One planned test, so that no
    correction is needed. The seeds of recipes are the same on all benchmarks, so that their means over these are
    compared: None where a side has other seeds on some benchmark.
    """
    tests = [test for each in compared if (test := _over_problems(each))]
    if not len(tests) == len(compared) > 1:
        return None
    has_seeds = any((row["n_seeds"] or 0) > 1 for each in compared for row in (each.a, each.b))
    test = _mean_over_seeds(compared) if has_seeds else mean_of_differences(tests)
    if test is None:
        return None
    sides = zip(
        zip(*((each.a["kind"], each.b["kind"]) for each in compared), strict=True),
        zip(*(each.values for each in compared), strict=True),
        (compared[0].a["n_seeds"], compared[0].b["n_seeds"]),
        strict=True,
    )
    row_a, row_b = (_mean_row(*of_side) for of_side in sides)
    return Difference(row_a, row_b, Answers(), planned(test), test)


def _mean_over_seeds(compared: Sequence[Difference]) -> Tested | None:
    """Seeds crossed with the problems of all benchmarks; of means alone Welch's test over seeds, for these problems."""
    a = _means_of_seeds([each.a for each in compared])
    b = _means_of_seeds([each.b for each in compared])
    if a is None or b is None:
        return None
    paired = [scores for each in compared if (scores := each.scores) and scores.are_seeds]
    if len(paired) < len(compared) or any(scores.sd is None for scores in paired):
        return over_seeds(a, b)
    return overall_by_sums(
        math.fsum(scores.difference for scores in paired) / len(paired),
        [Variance((scores.sd or 0.0) ** 2 / scores.n, scores.n - 1) for scores in paired],
        [scores.scatters for scores in paired],
        a,
        b,
    )


def _means_of_seeds(rows: Sequence[Row]) -> list[float] | None:
    """The mean over benchmarks of each seed of a side; None where it has not the same seeds on all of them."""
    values: list[dict[str | None, float]] = []
    for row in rows:
        of_seed: dict[str | None, list[float]] = defaultdict(list)
        of_runs = row.get("repeat_values") or [row["value"]]
        seeds = row.get("repeat_seeds") or [None] * len(of_runs)
        for seed, value in zip(seeds, of_runs, strict=True):
            of_seed[seed].append(value)
        values.append({seed: math.fsum(some) / len(some) for seed, some in of_seed.items()})
    if len({frozenset(each) for each in values}) > 1:
        return None
    return [math.fsum(each[seed] for each in values) / len(values) for seed in values[0]]


def _mean_row(kinds: Sequence[str], values: Sequence[float], seeds: int | None) -> Row:
    return {
        "value": math.fsum(values) / len(values), "kind": ", ".join(dict.fromkeys(kinds)), "unit": FRACTION,
        "scale": "fraction", "higher_is_better": True, "metric": "mean over benchmarks",
        "n_seeds": seeds,
    }  # fmt: skip


def _over_problems(difference: Difference) -> Tested | None:
    """The test by the spread over problems, which adds up over benchmarks; where no answer differs that of the pair."""
    scores = difference.scores
    if scores is None or scores.sd is None:
        return difference.test
    variance = scores.sd**2 / scores.n
    return by_t(scores.difference, variance, scores.n - 1, T_OVER_PROBLEMS) or difference.test


def enters_mean(difference: Difference) -> bool:
    """Can it be one of the differences of `mean_difference`?"""
    a = difference.a
    return bool(
        difference.test and a["unit"] == FRACTION and a["higher_is_better"] and not a["aggregate"]
    )


def _contrast(a: Row, b: Row, answers: Answers) -> Tested | None:
    if answers.scores and answers.pairable:
        return paired_contrast(answers.scores)
    return contrast(_measured(a), _measured(b))


def _measured(row: Row) -> Measured:
    return Measured.from_row(row["value"], row)
