"""Tests and corrections written anew, with which the findings of the studies are compared."""

import math
from collections.abc import Mapping, Sequence
from typing import Any


def p_of_difference(a: float, n: int, b: float, m: int) -> float:
    """The pooled z test of two proportions, two-sided."""
    pooled = (a * n + b * m) / (n + m)
    variance = pooled * (1 - pooled) * (1 / n + 1 / m)
    return math.erfc(abs(a - b) / math.sqrt(2 * variance)) if variance > 1e-24 else 1.0


def p_of(a: Mapping[str, Any], b: Mapping[str, Any], unit: float = 1.0) -> float | None:
    """The same of two rows; None where an n is unknown."""
    n, m = a["n_items"], b["n_items"]
    return p_of_difference(a["value"] * unit, n, b["value"] * unit, m) if n and m else None


def holm(ps: Sequence[float | None]) -> list[float]:
    """The p-values that are known, corrected over each other; 1 for the others."""
    order = sorted(p for p in ps if p is not None)
    steps = [(other, (len(order) - rank) * other) for rank, other in enumerate(order)]
    return [
        1.0 if p is None else min(1.0, max(step for other, step in steps if other <= p)) for p in ps
    ]


def benjamini_hochberg(ps: Sequence[float | None]) -> list[float]:
    """The same by Benjamini and Hochberg."""
    order = sorted(p for p in ps if p is not None)
    steps = [(other, len(order) * other / rank) for rank, other in enumerate(order, 1)]
    return [
        1.0 if p is None else min([1.0, *(step for other, step in steps if other >= p)]) for p in ps
    ]
