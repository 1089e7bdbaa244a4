"""The difference of two measured accuracies, by the best method that what is known of both allows."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from app.statistics.corrections import holm
from app.statistics.differences import Verdict, newcombe, score_test
from app.statistics.intervals import normal
from app.statistics.uncertainty import Measured

__all__ = ["ALPHA", "SCORE", "STDERR", "Contrast", "Measured", "contrast", "verdicts"]

ALPHA = 0.05
SCORE = "two-proportion score test, Newcombe interval"
STDERR = "z test with the standard errors over items"


class Contrast(NamedTuple):
    """A minus B as a fraction, its 95 % interval, the two-sided p-value of no difference, the test."""

    difference: float
    low: float
    high: float
    p_value: float
    test: str

    @property
    def z(self) -> float:
        """The difference in standard errors, by the width of the interval: how strong it is."""
        half = (self.high - self.low) / 2
        return self.difference / half * 1.96 if half else 0.0

    @property
    def verdict(self) -> Verdict:
        """What is said of A by this comparison alone; of many, take `verdicts`."""
        return _verdict(self.difference, self.p_value)


def contrast(a: Measured, b: Measured) -> Contrast | None:
    """A minus B, of independent answers; None where of one of them neither n nor stderr is known.

    The standard errors over items where those are not the ones of independent right and wrong
    answers (see `Measured`) and where no n is known; else the counts of answers. Two runs on the same
    items differ by less than this says: with their answers, `paired` methods are the right ones.
    """
    if a.answers and b.answers and not a.clustered and not b.clustered:
        low, high = newcombe(a.value, a.answers, b.value, b.answers)
        p = score_test(a.value, a.answers, b.value, b.answers).p_value
        return Contrast(a.value - b.value, low, high, p, SCORE)
    errors = [standard_error(one) for one in (a, b)]
    if None in errors:
        return None
    together = math.hypot(*(error or 0.0 for error in errors))
    difference = a.value - b.value
    if not together:
        return None
    low, high = normal(difference, together, within=None)
    return Contrast(
        difference, low, high, math.erfc(abs(difference) / together / math.sqrt(2)), STDERR
    )


def verdicts(
    contrasts: Sequence[Contrast],
    adjust: Callable[[Sequence[float]], list[float]] = holm,
    alpha: float = ALPHA,
) -> list[Verdict]:
    """What is said of each A of many comparisons, by p-values that are adjusted for being many."""
    adjusted = adjust([one.p_value for one in contrasts])
    return [_verdict(one.difference, p, alpha) for one, p in zip(contrasts, adjusted, strict=True)]


def standard_error(of: Measured) -> float | None:
    """The standard error of a mean: the stated one, else the binomial one of its answers."""
    if of.stderr and 0 < of.value < 1:
        return of.stderr
    if of.answers:
        # Agresti and Coull's two added successes and failures keep it from being 0 at both ends.
        share = (of.value * of.answers + 2) / (of.answers + 4)
        return math.sqrt(share * (1 - share) / (of.answers + 4))
    return None


def _verdict(difference: float, p_value: float, alpha: float = ALPHA) -> Verdict:
    if p_value > alpha or not difference:
        return Verdict.NOT_RESOLVED
    return Verdict.BETTER if difference > 0 else Verdict.WORSE
