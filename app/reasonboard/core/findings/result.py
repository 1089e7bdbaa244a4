"""The numbers of a finding before they are put into words: an estimate, its interval, its test."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from reasonboard.statistics.contrasts import ALPHA, Adjust, Contrast, holm, of_known, verdict
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.means import Estimate

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
    def resolved(self) -> bool:
        return self.adjusted <= ALPHA

    @property
    def verdict(self) -> Verdict:
        return verdict(self.estimate, self.adjusted)

    def ends(self, times: float = 1.0) -> tuple[float | None, float | None]:
        """The interval multiplied by a number, which may be negative; (None, None) where it is not known."""
        if self.low is None or self.high is None:
            return None, None
        low, high = sorted((self.low * times, self.high * times))
        return low, high


def results(
    estimates: Sequence[Contrast | Estimate | None], adjust: Adjust = holm
) -> list[Result | None]:
    """The results of several tests, corrected over each other; None where there is no test."""
    adjusted = of_known([None if one is None else one.p_value for one in estimates], adjust)
    tests = len(adjusted) - adjusted.count(None)
    return [
        None if one is None or p is None else result_of(one, p, tests)
        for one, p in zip(estimates, adjusted, strict=True)
    ]


def known_results(
    items: Iterable[T], test: Callable[[T], Contrast | Estimate | None], adjust: Adjust = holm
) -> list[tuple[T, Result]]:
    """The items that can be tested, each with its result, corrected over each other."""
    pairs = [(item, one) for item in items if (one := test(item))]
    together = zip(pairs, results([one for _, one in pairs], adjust), strict=True)
    return [(item, result) for (item, _), result in together if result]


def bonferroni(p_values: Sequence[float]) -> list[float]:
    """p-values times their number, at most 1."""
    return [min(1.0, p * len(p_values)) for p in p_values]


def planned(test: Contrast | Estimate) -> Result:
    """The result of one planned comparison, which needs no correction."""
    return result_of(test, test.p_value, 1)


def result_of(test: Contrast | Estimate, adjusted: float, tests: int) -> Result:
    """The result of one of several tests, with its p-value corrected over all of them."""
    if isinstance(test, Contrast):
        value, low, high, p, name = test
        return Result(value, low, high, p, adjusted, tests, abs(test.z), name)
    ends = test.ends or (None, None)
    return Result(test.value, ends[0], ends[1], test.p_value, adjusted, tests, abs(test.z))


def largest_p(tests: Sequence[Result | None]) -> float | None:
    """The corrected p-value of the least clear of several tests; None where one cannot be made, or of none."""
    known = [one.adjusted for one in tests if one]
    return max(known) if known and len(known) == len(tests) else None


def strength(result: Result | None) -> float:
    """In standard errors; 0 where nothing is known."""
    return result.strength if result else 0.0
