"""How findings say numbers, and the sentences that several studies share: a study gives its nouns."""

from collections.abc import Sequence

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
SAME_ITEMS = (
    "Answers are taken as independent; they are to the same items, so the noise between them is smaller "
    "than this says."
)
HOLM = "Holm's correction"
BENJAMINI_HOCHBERG = "Benjamini and Hochberg's correction"
NO_TEST = "None: neither the number of items nor a standard error is known."
_SMALLEST_IN_BILLIONS = 0.5


def by_sign(number: float, up: str, level: str, down: str) -> str:
    """The words for a number above 0, for 0, and below it."""
    return up if number > 0 else down if number < 0 else level


def signed(fraction: float) -> str:
    """'4.6 points above', '1.8 points below', 'level with'."""
    if not fraction:
        return "level with"
    return f"{points(abs(fraction))} {by_sign(fraction, 'above', '', 'below')}"


def count_of(number: int, noun: str) -> str:
    """'1 pair', '3 pairs'."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def join_names(names: Sequence[str], most: int = 4, sep: str = ", ") -> str:
    """'A, B and C', each name once; beyond `most`: 'A, B, C and 2 more'."""
    unique = list(dict.fromkeys(names))
    if len(unique) > most:
        unique = [*unique[: most - 1], f"{len(unique) - most + 1} more"]
    return " and ".join([sep.join(unique[:-1]), unique[-1]] if len(unique) > 1 else unique)


def size_label(params: float | None) -> str:
    """Billions of parameters: 70M, 1.4B."""
    if params is None:
        return "size unknown"
    return f"{params * 1000:.0f}M" if params < _SMALLEST_IN_BILLIONS else f"{params:g}B"


def short_count(count: float) -> str:
    """A number of samples as 950, 1k, 5.5k or 1.2M."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if count >= size:
            return f"{count / size:.3g}{letter}"
    return f"{count:g}"


def trend_sentence(
    name: str, result: Result | None, slope: float, per: str, after: str = "", decimals: int = 1
) -> str:
    """'X: +2.5 points per 1,000 tokens (95 % interval 1.1 to 3.8; resolved after correction).'"""
    ends = conclusion(result, after, decimals=decimals)
    return f"{name}: {slope * 100:+.{decimals}f} points per {per} ({ends})."


def best_sentence(best: str, tied: int, others: int, noun: str) -> str:
    """How many of the others cannot be told from the best: 'none of 3 other cells can be told from the best, X'."""
    count = count_of(others, noun)
    if not tied:
        return f"{best} is above all of {count}, resolved after correction"
    if tied == others:
        return f"none of {count} can be told from the best, {best}"
    return f"{tied} of {count} cannot be told from the best, {best}"


def how_tested(
    result: Result | None,
    family: str,
    *,
    test: str = "",
    correction: str = HOLM,
    note: str = SAME_ITEMS,
) -> str:
    """'Two-proportion score test: p = 0.011, p = 0.04 after Holm's correction over 4 benchmarks. Answers ...'

    `family` names what was tested together, in the plural; `test` is that of the result if not given.
    """
    if result is None:
        return NO_TEST
    name = test or result.test
    after = f", {p_value(result.adjusted)} after {correction} over {result.tests:,} {family}"
    return f"{name[0].upper()}{name[1:]}: {p_value(result.p)}{after if result.tests > 1 else ''}. {note}".rstrip()


def how_all_tested(tests: Sequence[Result | None], correction: str) -> str:
    """The tests of a family, its correction, and the smallest p-value after it."""
    known = [result for result in tests if result]
    if not known:
        return NO_TEST
    names = "; ".join(sorted({result.test for result in known}))
    smallest = "the smallest " if len(known) > 1 else ""
    p = p_value(min(result.adjusted for result in known))
    return f"{names[0].upper()}{names[1:]}; {correction}: {smallest}{p} after it. {SAME_ITEMS}"


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
