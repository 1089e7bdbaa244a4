"""How far a measured mean can be trusted, by the best method that what is known of it allows."""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, Self

from reasonboard.statistics.differences import least_difference, least_difference_by
from reasonboard.statistics.grim_test import only_count
from reasonboard.statistics.intervals import FRACTIONS, Interval, students_t, t_quantile
from reasonboard.statistics.score import Score, score_of_mean

STDERR, WILSON = "the standard error over items", "Wilson"
WILSON_OF_STDERR = "Wilson with the standard error over problems, or of single answers if larger"
WILSON_OF_ITEMS = "Wilson over problems (attempts are correlated)"
WILSON_OF_SEEDS = "Wilson over problems plus the variance of seeds"
SEEDS = "Student's t over seeds, for these problems"
LISTED = "Wilson (n: catalogue)"

_FEWEST_SEEDS = 3
_SAME = 0.05
"""A stated standard error this close to the binomial one is the binomial one, printed rounded."""


Scale = Literal["proportion", "fraction", "amount"]
"""What a value is: a share of right or wrong answers, another mean from 0 to 1, or a mean in any other unit."""


class Uncertainty(NamedTuple):
    """A 95% interval in the unit of the value, and the name of its method."""

    low: float
    high: float
    method: str


class Measured(NamedTuple):
    """A mean, such as an accuracy from 0 to 1, with what is known of how it was measured."""

    value: float
    n_items: int | None = None
    n_repeats: int | None = None
    n_seeds: int | None = None
    stderr: float | None = None
    """Over items, as the file states it or as its answers give it."""
    seed_sd: float | None = None
    """The standard deviation over seeds."""
    n_listed: bool | None = None
    """Is the number of items that of the catalogue, where the source says nothing of it?"""
    scale: Scale = "proportion"

    @classmethod
    def from_row(cls, value: float, row: Mapping[str, Any]) -> Self:
        """The value, a fraction or in its unit, with what its row has under the names of the fields."""
        return cls._make((value, *map(row.get, cls._fields[1:-1]), row["scale"]))

    @property
    def answers(self) -> int:
        """How many right or wrong answers it is the share of; 0 if that is not known or it is no such share."""
        if self.scale != "proportion":
            return 0
        return (self.n_items or 0) * (self.n_repeats or 1) * (self.n_seeds or 1)

    @property
    def independent(self) -> int:
        """How many answers count as independent, one for each problem; 0 where that is not known.

        Attempts at one problem, and the answers of several seeds to it, hang together by an unknown amount: all
        count as one answer, the conservative end.
        """
        return (self.n_items or 0) if self.scale == "proportion" else 0

    @property
    def clustered(self) -> bool:
        """Does its standard error say more than a count of right answers?

        It does if there is no such count, if items were answered several times, and if it differs from the
        binomial one: some scores are between right and wrong, or answers depend on each other. At 0 and 1 the
        count says more.
        """
        if not self.stderr:
            return False
        if not self.answers:
            return True
        if not 0 < self.value < 1:
            return False
        if (self.n_repeats or 1) > 1:
            return True
        binomial = math.sqrt(self.value * (1 - self.value) / self.answers)
        return abs(self.stderr - binomial) > max(_SAME, 1 / self.answers) * binomial

    @property
    def within(self) -> Interval | None:
        """The range that its values can have; None if it has no known ends."""
        return None if self.scale == "amount" else FRACTIONS


def standard_error(measured: Measured) -> float | None:
    """The standard error of a mean: the stated one, else `binomial_error` of its independent answers.

    With the scatter of its seeds. None where none of these is known.
    """
    seeds = measured.n_seeds or 1
    of_seeds = measured.seed_sd / math.sqrt(seeds) if measured.seed_sd and seeds > 1 else 0.0
    if not measured.answers or (measured.stderr and 0 < measured.value < 1):
        stderr = measured.stderr
    else:
        stderr = binomial_error(measured.value, measured.independent)
    return math.hypot(stderr or 0.0, of_seeds) or None


def binomial_error(value: float, answers: int) -> float:
    """The standard error of a share of `n` answers, never 0: of Agresti and Coull's estimate.

    That counts two more right and two more wrong answers: p' = (np + 2) / (n + 4), sqrt(p' (1 - p') / (n + 4)).
    """
    n = answers + 4
    share = (value * answers + 2) / n
    return math.sqrt(share * (1 - share) / n)


@lru_cache(
    maxsize=4096
)  # marks, hovers, tests and what a test could find ask for it, each for the same cells
def score_of(measured: Measured) -> Score | None:
    """The score of a mean from 0 to 1 of a known number of problems; None of any other.

    With the standard error over items where it says more than a count (see `Measured`), and with the scatter of seeds.
    Another mean than a share of right or wrong answers has none without a standard error.
    """
    n = measured.n_items
    if measured.scale == "amount" or not n:
        return None
    stderr = measured.stderr if measured.clustered else None
    seeds = (measured.seed_sd, measured.n_seeds or 1)
    if measured.scale == "fraction":
        return score_of_mean(measured.value, n, None, stderr, *seeds) if stderr else None
    value = _successes(measured.value, measured.answers) / measured.answers
    return score_of_mean(value, n, measured.n_repeats or 1, stderr, *seeds)


def of_measured(measured: Measured) -> Uncertainty | None:
    """The 95% interval of a mean, None where nothing is known of it.

    Wilson's with the effective number of problems (`score_of`). Where that number is not known: the standard error
    that is stated, within 0 to 1 of a fraction; else Student's t over at least three seeds, for these very problems.
    """
    score = score_of(measured)
    if score:
        return Uncertainty(score.low, score.high, _method(measured))
    if measured.stderr:
        n = measured.n_items or 0
        df = n - 1 if n > 1 and measured.scale == "amount" else math.inf
        half = t_quantile(df) * measured.stderr
        low, high = measured.value - half, measured.value + half
        if measured.within:
            low, high = max(low, measured.within.low), min(high, measured.within.high)
        return Uncertainty(low, high, STDERR)
    if measured.seed_sd and (measured.n_seeds or 0) >= _FEWEST_SEEDS:
        ends = students_t(
            measured.value, measured.seed_sd, measured.n_seeds or 0, within=measured.within
        )
        return Uncertainty(*ends, SEEDS)
    return None


def _method(measured: Measured) -> str:
    if measured.seed_sd and (measured.n_seeds or 1) > 1:
        return WILSON_OF_SEEDS
    if measured.clustered and 0 < measured.value < 1:
        return WILSON_OF_STDERR
    if measured.answers > measured.independent:
        return WILSON_OF_ITEMS
    return LISTED if measured.n_listed else WILSON


def _successes(value: float, answers: int) -> float:
    """The right answers behind a value, fractional where no single count can have been printed so."""
    count = only_count(value, answers)
    return value * answers if count is None else count


def effective_answers(measured: Measured) -> int | None:
    """How many independent answers a value is worth: as counted, or by its standard error.

    That of its score (`score_of`), else p (1 - p) / stderr². None where neither is known, and of a mean that is no
    fraction.
    """
    score = score_of(measured)
    if score:
        return round(score.effective)
    if measured.scale == "amount" or not measured.stderr or not 0 < measured.value < 1:
        return None
    return max(1, round(measured.value * (1 - measured.value) / measured.stderr**2))


def detectable(cells: Sequence[Measured]) -> float | None:
    """The difference, in the unit of the cells, that a test of two of them finds in four of five cases.

    `least_difference` of each cell's `effective_answers` and its own share (Agresti and Coull's, so that it is
    never 0 or 1): of the same variance as its interval. A mean that is no share of right answers: of its standard
    error. The largest over the cells; None where none is known.
    """
    least = [difference for cell in cells if (difference := _detectable(cell)) is not None]
    return max(least, default=None)


def _detectable(cell: Measured) -> float | None:
    if cell.scale != "proportion":
        return least_difference_by(cell.stderr) if cell.stderr else None
    n = effective_answers(cell)
    return least_difference(n, (cell.value * n + 2) / (n + 4)) if n else None


def interval_methods(intervals: list[Uncertainty | None]) -> str:
    """The line under a chart on its intervals: their methods, and whether some marks have none."""
    methods = sorted({interval.method for interval in intervals if interval})
    if not methods:
        return "no uncertainty available"
    some = "; unknown for some marks" if None in intervals else ""
    return f"95% intervals: {', '.join(methods)}{some}"
