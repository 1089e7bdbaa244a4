"""The words that sentences about data selection share."""

from collections.abc import Sequence

from reasonboard.core.findings.words import p_value, points
from reasonboard.studies.prm_selection.rows import Comparison


def test_words(comparisons: Sequence[Comparison], correction: str) -> str:
    """The test, its correction and its p-value: of one pair, or the smallest of several."""
    known = [one.result for one in comparisons if one.result]
    if not known:
        return "None: of these values neither the number of items nor a standard error is known."
    tests = "; ".join(sorted({result.test for result in known}))
    smallest = "the smallest " if len(known) > 1 else ""
    p = min(result.adjusted for result in known)
    return (
        f"{tests[0].upper()}{tests[1:]}; {correction}: {smallest}{p_value(p)} after it. Answers "
        "are taken as independent: both sides answer the same items, so the noise of a difference "
        "may be smaller than this says."
    )


def signed(fraction: float) -> str:
    """'4.6 points above', '1.8 points below', 'level with'."""
    if not fraction:
        return "level with"
    return f"{points(abs(fraction))} {'above' if fraction > 0 else 'below'}"


def short(count: float) -> str:
    """A number of samples as 950, 1k, 5.5k or 1.2M."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if count >= size:
            return f"{count / size:.3g}{letter}"
    return f"{count:g}"


def count_of(number: int, noun: str) -> str:
    """'1 pair', '3 pairs'."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
