"""How findings say numbers: points, intervals, verdicts."""

from reasonboard.core.findings.result import Result
from reasonboard.statistics.differences import Verdict

SIGNS = {Verdict.BETTER: "▲", Verdict.WORSE: "▼", Verdict.NOT_RESOLVED: "≈"}
"""A verdict at a glance; it never stands without its word."""


def points(fraction: float, decimals: int = 1) -> str:
    """A difference of accuracies in points: 0.2 is '20.0 points'."""
    return f"{fraction * 100:.{decimals}f} points"


def percent(fraction: float, decimals: int = 1) -> str:
    """An accuracy: 0.533 is '53.3 %'."""
    return f"{fraction * 100:.{decimals}f} %"


def interval(low: float, high: float, decimals: int = 1) -> str:
    """The 95 % interval of an accuracy or of a difference, both as fractions: '12.3 to 27.3'."""
    return f"95 % interval {low * 100:.{decimals}f} to {high * 100:.{decimals}f}"


def p_value(p: float) -> str:
    """A p-value as it is read: 'p = 0.031', 'p < 0.001'."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.2g}"  # noqa: PLR2004


UNKNOWN = "no uncertainty available"


def conclusion(
    result: Result | None,
    after: str = " after correction",
    *,
    decimals: int = 1,
    times: float = 1.0,
    unsigned: bool = False,
    always: bool = False,
) -> str:
    """The end of a sentence: '95 % interval 1.1 to 9.9; resolved after correction'.

    `unsigned`: the sentence gives the size of a fall without its sign, and so does the interval.
    `always`: "not resolved" says `after` too.
    """
    if result is None or result.low is None or result.high is None:
        return UNKNOWN
    ends = result.low * times, result.high * times
    words = interval(
        *(ends if not unsigned or result.estimate >= 0 else (-ends[1], -ends[0])), decimals
    )
    if result.resolved:
        return f"{words}; resolved{after}"
    return f"{words}; not resolved{after if always else ''}"
