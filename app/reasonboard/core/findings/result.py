"""The numbers of a finding before they are put into words: an estimate, its interval, its test."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from reasonboard.statistics.contrasts import (
    ALPHA,
    Adjust,
    Contrast,
    adjust_known,
    contrast,
    holm,
    interval_of_difference,
    verdict,
)
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.intervals import normal_quantile
from reasonboard.statistics.means import Estimate
from reasonboard.statistics.uncertainty import Measured

T = TypeVar("T")


class Result(NamedTuple):
    """An estimate, a fraction or in the unit of its slope, with its 95 % interval and its test."""

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
    def verdict(self) -> Verdict:
        return verdict(self.estimate, self.adjusted)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval; None where it is not known."""
        return None if self.low is None or self.high is None else (self.low, self.high)

    def ends(self, times: float = 1.0) -> tuple[float | None, float | None]:
        """The interval multiplied by a number, which may be negative; (None, None) where it is not known."""
        if self.interval is None:
            return None, None
        low, high = sorted(end * times for end in self.interval)
        return low, high


def results(
    estimates: Sequence[Contrast | Estimate | None], adjust: Adjust = holm
) -> list[Result | None]:
    """The results of several tests, corrected over each other; None where there is no test."""
    adjusted = adjust_known(
        [None if estimate is None else estimate.p_value for estimate in estimates], adjust
    )
    tests = len(adjusted) - adjusted.count(None)
    return [
        None if estimate is None or p is None else result_of(estimate, p, tests)
        for estimate, p in zip(estimates, adjusted, strict=True)
    ]


def known_results(
    items: Iterable[T], test: Callable[[T], Contrast | Estimate | None], adjust: Adjust = holm
) -> list[tuple[T, Result]]:
    """The items that can be tested, each with its result, corrected over each other."""
    pairs = [(item, estimate) for item in items if (estimate := test(item))]
    together = zip(pairs, results([estimate for _, estimate in pairs], adjust), strict=True)
    return [(item, result) for (item, _), result in together if result]


def with_interval(result: Result, low: float, high: float) -> Result:
    """The result with an interval that holds together with those of its family, as its corrected p-value does.

    It contains 0 where the result is not significant and does not cross 0 where it is: what is rejected by a
    step-down test is known to lie on its side of 0 (Guilbaud, Biometrical J. 50 (2008) 678), and a test and an
    interval made by two methods may differ in a border case.
    """
    if not result.significant:
        return result._replace(low=min(low, 0.0), high=max(high, 0.0))
    if result.estimate > 0:
        return result._replace(low=max(low, 0.0), high=high)
    return result._replace(low=low, high=min(high, 0.0))


def simultaneous(
    items: Iterable[T], test: Callable[[T], Estimate | None], tests: int | None = None
) -> list[tuple[T, Result]]:
    """The items that can be tested as one family, with intervals that all hold together with 95 % (Bonferroni).

    The p-values are corrected by Holm's method, or times the number of `tests` where the family is larger than
    the items.
    """
    pairs = [(item, estimate) for item in items if (estimate := test(item))]
    count = max(1, tests or len(pairs))
    plain = [estimate.p_value for _, estimate in pairs]
    adjusted = holm(plain) if tests is None else [min(1.0, p * count) for p in plain]
    together = zip(pairs, adjusted, strict=True)
    return [(item, _simultaneous_result(estimate, p, count)) for (item, estimate), p in together]


def one_of(tests: int, a: Measured, b: Measured) -> Result | None:
    """A minus B as one of a family of `tests`, whose number the data fix, whatever is filtered or picked.

    By Bonferroni's inequality: p times their number m, and the interval at 1 - 0.05 / m, so that all m intervals
    hold together with 95 %, made to agree with the test (see `with_interval`). None where no uncertainty is known.
    """
    test, interval = contrast(a, b), interval_of_difference(a, b, 1 - ALPHA / tests)
    if test is None or interval is None:
        return None
    return with_interval(result_of(test, min(1.0, test.p_value * tests), tests), *interval)


def estimate_of(tests: int, estimate: Estimate) -> Result:
    """An estimate with a standard error against 0, as one of a family of `tests` (see `one_of`)."""
    return _simultaneous_result(estimate, min(1.0, estimate.p_value * tests), tests)


def _simultaneous_result(estimate: Estimate, adjusted: float, tests: int) -> Result:
    """The result of an estimate whose interval holds together with those of all its family."""
    result = result_of(estimate, adjusted, tests)
    if estimate.stderr is None or not estimate.interval:
        return result
    half = normal_quantile(1 - ALPHA / tests) * estimate.stderr
    return with_interval(result, estimate.value - half, estimate.value + half)


def planned(test: Contrast | Estimate) -> Result:
    """The result of one planned comparison, which needs no correction."""
    return result_of(test, test.p_value, 1)


def result_of(test: Contrast | Estimate, adjusted: float, tests: int) -> Result:
    """The result of one of several tests, with its p-value corrected over all of them."""
    if isinstance(test, Contrast):
        value, low, high, p, name = test
        return Result(value, low, high, p, adjusted, tests, abs(test.z), name)
    ends = test.interval or (None, None)
    return Result(test.value, ends[0], ends[1], test.p_value, adjusted, tests, abs(test.z))


def largest_p(tests: Sequence[Result | None]) -> float | None:
    """The corrected p-value of the least clear of several tests; None where one cannot be made, or of none."""
    p_values = [test.adjusted for test in tests if test]
    return max(p_values) if p_values and len(p_values) == len(tests) else None


def strength(result: Result | None) -> float:
    """In standard errors; 0 where nothing is known."""
    return result.strength if result else 0.0
