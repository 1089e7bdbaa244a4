"""Tests and corrections written anew, with which the findings of the studies are compared."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from reasonboard.core.findings.finding import Finding

ALPHA = 0.05


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


def verdict_of(p: float | None, direction: float) -> str:
    """The verdict of a corrected p-value, as a finding has it."""
    if p is None:
        return "untested"
    return "open" if p > ALPHA or not direction else "better" if direction > 0 else "worse"  # fmt: skip


def with_unit(found: Iterable[Finding], unit: str) -> list[Finding]:
    """The findings whose unit contains these words."""
    return [finding for finding in found if unit in finding.unit]


def has_numbers(finding: Finding, estimate: float, verdict: str, within: float = 1e-9) -> None:
    """The estimate and the verdict of a finding."""
    check_numbers(finding)
    assert finding.estimate is not None
    assert math.isclose(finding.estimate, estimate, abs_tol=within, rel_tol=1e-9)
    assert finding.verdict == verdict


def check_numbers(finding: Finding) -> None:
    """What holds for the numbers of every finding: finite, in order, and of one mind with the verdict."""
    numbers = [finding.estimate, finding.low, finding.high, finding.p, finding.strength]
    assert all(number is None or math.isfinite(number) for number in numbers), finding
    assert finding.subject
    assert len(finding.detail) <= 80, finding.detail
    assert finding.unit
    assert finding.strength >= 0
    if finding.estimate is not None and finding.low is not None and finding.high is not None:
        assert finding.low - 1e-9 <= finding.estimate <= finding.high + 1e-9, finding
    if finding.verdict == "untested":
        assert finding.p is None, finding
    if finding.p is not None:
        assert 0 <= finding.p <= 1
        assert finding.verdict == "open" or finding.p <= ALPHA, finding
    assert finding.text.endswith((".", "…"))
    assert finding.test.endswith(".")
    assert "nan" not in finding.text.lower().split()
