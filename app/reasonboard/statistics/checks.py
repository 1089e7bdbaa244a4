"""Checks of what a statistic is given: ValueError with the value and what was expected."""

import math
from collections.abc import Iterable, Sequence, Sized
from itertools import pairwise


def check_lengths(*lists: Sized) -> None:
    """All lists have one length."""
    if len(lengths := {len(each) for each in lists}) > 1:
        raise ValueError(f"lists of {sorted(lengths)} values: expected one length")


def check_finite(values: Iterable[float]) -> None:
    """No value is NaN or infinite."""
    for value in values:
        if not math.isfinite(value):
            raise ValueError(f"value {value}: expected a finite number")


def check_fractions(values: Iterable[float]) -> None:
    """Every value is from 0 to 1."""
    for value in values:
        if not 0 <= value <= 1:
            raise ValueError(f"value {value}: expected a fraction from 0 to 1")


def check_counts(counts: Iterable[float]) -> None:
    """Every count is at least 1."""
    for count in counts:
        if not count >= 1:
            raise ValueError(f"count {count}: expected 1 or more")


def check_successes(successes: Sequence[float], ns: Sequence[float]) -> None:
    """As many successes as ns, each from 0 to its n."""
    check_lengths(successes, ns)
    for success, n in zip(successes, ns, strict=True):
        if not 0 <= success <= n:
            raise ValueError(f"{success} successes of {n}: expected 0 to {n}")


def check_positive(values: Iterable[float]) -> None:
    """Every value is finite and above 0."""
    for value in values:
        if not 0 < value < math.inf:
            raise ValueError(f"value {value}: expected a number above 0")


def check_rising(xs: Sequence[float]) -> None:
    """Each x is above the one before it."""
    for before, after in pairwise(xs):
        if before >= after:
            raise ValueError(f"{after} after {before}: expected increasing numbers")


def check_level(level: float) -> None:
    """A level of confidence is between 0 and 1."""
    if not 0 < level < 1:
        raise ValueError(f"level {level}: expected a share between 0 and 1, as 0.95")
