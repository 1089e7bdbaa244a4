"""Means over benchmarks."""

from collections.abc import Sequence


def macro_mean(values: Sequence[float | None]) -> float | None:
    """The unweighted mean, each benchmark counting once whatever its number of items.

    None where any of them has no value (or there are none): a mean over fewer benchmarks is another
    quantity, and the two must not stand side by side. The unit is that of the values.
    """
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None
