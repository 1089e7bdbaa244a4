"""The numbers of a finding before they are put into words: an estimate, its interval, its test."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from reasonboard.statistics.contrasts import Adjust, adjust_known, contrast, holm
from reasonboard.statistics.differences import ALPHA, Difference, Verdict, verdict
from reasonboard.statistics.means import Estimate
from reasonboard.statistics.uncertainty import Measured

T = TypeVar("T")

SIGNIFICANT, NOT_SIGNIFICANT = "significant", "not significant"
BEFORE_CORRECTION = "only before correction"
"""The words for a difference by its test: the last of one that only its correction makes insignificant."""


class Result(NamedTuple):
    """An estimate, a fraction or in the unit of its slope, with its plain 95% interval and its test.

    The correction over several tests changes the word, not the interval.
    """

    estimate: float
    low: float | None
    high: float | None
    p: float
    """Of no difference or no slope, two-sided."""
    adjusted: float
    """The same, corrected over all `tests`."""
    tests: int
    strength: float
    """The estimate in standard errors, without its sign."""
    test: str = ""

    @property
    def significant(self) -> bool:
        return self.adjusted <= ALPHA

    @property
    def words(self) -> str:
        """'significant', 'not significant'; what only the correction made insignificant has words of its own.

        These are found where the interval, which is not corrected, leaves 0 out.
        """
        if self.significant:
            return SIGNIFICANT
        return BEFORE_CORRECTION if self.p <= ALPHA else NOT_SIGNIFICANT

    @property
    def clause(self) -> str:
        """The same at the end of a sentence: 'significantly', 'but not significantly'."""
        if self.significant:
            return "significantly"
        if self.words == NOT_SIGNIFICANT:
            return "but not significantly"
        return "significantly only before correction"

    @property
    def verdict(self) -> Verdict:
        return verdict(self.estimate, self.adjusted)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% interval; None where it is not known."""
        return None if self.low is None or self.high is None else (self.low, self.high)

    def ends(self, times: float = 1.0) -> tuple[float | None, float | None]:
        """The interval multiplied by a number, which may be negative; (None, None) where it is not known."""
        if self.interval is None:
            return None, None
        low, high = sorted(end * times for end in self.interval)
        return low, high


def results(
    estimates: Sequence[Difference | Estimate | None], adjust: Adjust = holm
) -> list[Result | None]:
    """The results of several tests, corrected over each other; None where there is no test."""
    adjusted = adjust_known(
        [None if estimate is None else estimate.p for estimate in estimates], adjust
    )
    tests = len(adjusted) - adjusted.count(None)
    return [
        None if estimate is None or p is None else result_of(estimate, p, tests)
        for estimate, p in zip(estimates, adjusted, strict=True)
    ]


def known_results(
    items: Iterable[T], test: Callable[[T], Difference | Estimate | None], adjust: Adjust = holm
) -> list[tuple[T, Result]]:
    """The items that can be tested, each with its result, corrected over each other."""
    pairs = [(item, estimate) for item in items if (estimate := test(item))]
    together = zip(pairs, results([estimate for _, estimate in pairs], adjust), strict=True)
    return [(item, result) for (item, _), result in together if result]


def one_of(tests: int, a: Measured, b: Measured) -> Result | None:
    """A minus B as one of a family of `tests`, whose number the data fix, whatever is filtered or picked.

    By Bonferroni's inequality p is multiplied by their number; the interval stays the plain one. None where no
    uncertainty is known.
    """
    test = contrast(a, b)
    return test and result_of(test, min(1.0, test.p * tests), tests)


def estimate_of(tests: int, estimate: Estimate) -> Result:
    """An estimate with a standard error against 0, as one of a family of `tests` (see `one_of`)."""
    return result_of(estimate, min(1.0, estimate.p * tests), tests)


def planned(test: Difference | Estimate) -> Result:
    """The result of one planned comparison, which needs no correction."""
    return result_of(test, test.p, 1)


def result_of(test: Difference | Estimate, adjusted: float, tests: int) -> Result:
    """The result of one of several tests, with its p-value corrected over all of them."""
    if isinstance(test, Difference):
        strength = abs(test.z)
        return Result(test.value, test.low, test.high, test.p, adjusted, tests, strength, test.test)
    ends = test.interval or (None, None)
    return Result(test.value, ends[0], ends[1], test.p, adjusted, tests, abs(test.z))


def largest_p(tests: Sequence[Result | None]) -> float | None:
    """The corrected p-value of the least clear of several tests; None where one cannot be made, or of none."""
    p_values = [test.adjusted for test in tests if test]
    return max(p_values) if p_values and len(p_values) == len(tests) else None


def strength(result: Result | None) -> float:
    """In standard errors; 0 where nothing is known."""
    return result.strength if result else 0.0
