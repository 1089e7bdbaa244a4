"""p-values of many tests, corrected for being many."""

from collections.abc import Callable, Sequence

Adjust = Callable[[Sequence[float]], list[float]]


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values in the order given: those up to alpha hold together with error alpha.

    In rising order, the i-th of m is multiplied by m - i + 1, is at least the one before it and at
    most 1. The chance of even one false alarm among all tests stays under alpha, whatever their
    dependence: for a few planned contrasts. Empty for none.

    Source: Holm, Scand. J. Stat. 6 (1979) 65. ValueError for a p-value that is not from 0 to 1.
    """
    _check(p_values)
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = largest
    return adjusted


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values in the order given: of those up to alpha, about a share alpha is false.

    In rising order, the i-th of m is multiplied by m / i, and is at most the one after it. The
    expected share of false alarms among the findings stays under alpha, for tests that are
    independent or positively dependent: for grids of cells. Empty for none.

    Source: Benjamini and Hochberg, J. R. Stat. Soc. B 57 (1995) 289. ValueError for a p-value that
    is not from 0 to 1.
    """
    _check(p_values)
    adjusted = [0.0] * len(p_values)
    least = 1.0
    falling = sorted(range(len(p_values)), key=p_values.__getitem__, reverse=True)
    for after, place in enumerate(falling):
        least = min(least, len(p_values) / (len(p_values) - after) * p_values[place])
        adjusted[place] = least
    return adjusted


def of_known(p_values: Sequence[float | None], adjust: Adjust = holm) -> list[float | None]:
    """The p-values that there are, adjusted over each other; None where there is none."""
    adjusted = iter(adjust([p for p in p_values if p is not None]))
    return [None if p is None else next(adjusted) for p in p_values]


def _check(p_values: Sequence[float]) -> None:
    for p in p_values:
        if not 0 <= p <= 1:
            raise ValueError(f"p-value {p}: expected 0 to 1")
