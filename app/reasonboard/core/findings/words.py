"""How findings say numbers, and the sentences that several studies share: a study gives its nouns."""

import math
from collections.abc import Sequence

from reasonboard.core.findings.result import BEFORE_CORRECTION, Result
from reasonboard.core.headline import share_in_words
from reasonboard.statistics.differences import Verdict

SIGNS = {
    Verdict.BETTER: "▲", Verdict.WORSE: "▼", Verdict.DIFFERENT: "≠", Verdict.NOT_SIGNIFICANT: "≈"
}  # fmt: skip
"""A verdict at a glance; it never stands without its word."""
_NOTHING = 1e-4
"""Percent that are 0 but for what computers round."""
_MOST_DECIMALS = 6


def points(fraction: float, decimals: int = 1) -> str:
    """A difference of accuracies in points: 0.2 is '20.0 points'."""
    return f"{fraction * 100:.{decimals}f} points"


def percent(fraction: float, decimals: int = 1) -> str:
    """An accuracy: 0.533 is '53.3%'."""
    return f"{fraction * 100:.{decimals}f}%"


def signed(fraction: float, decimals: int = 1) -> str:
    """A difference or a slope, a fraction, in points with its sign: '+1.2', '−3.4', '0.0'."""
    return with_sign(fraction * 100, decimals)


def with_sign(number: float, decimals: int = 1) -> str:
    """A number with its sign, a true minus; 0 without one."""
    text = f"{number:+.{decimals}f}".replace("-", "−")
    return text[1:] if float(f"{number:.{decimals}f}") == 0 else text


def score(value: float, unit: str) -> str:
    """A mean in its unit: '53.3%' of a fraction, else '5.87 perplexity'."""
    return percent(value) if unit == FRACTION else f"{number_words(value)} {unit}"


def points_or(unit: str) -> str:
    """The unit of a difference of means: 'points' of fractions, else their own."""
    return "points" if unit == FRACTION else unit


def main_unit(units: Sequence[str]) -> str:
    """The unit in which a chart of several differences is drawn: fractions, else that of most of them."""
    return FRACTION if FRACTION in units else max(dict.fromkeys(units), key=units.count)


def change(difference: float, unit: str) -> str:
    """A difference of means with its sign: '+1.2' points of fractions, else '−0.0031' in their unit."""
    if unit == FRACTION:
        return signed(difference)
    sign = by_sign(difference, "+", "", "−")
    return f"{sign}{number_words(abs(difference))}"


def change_range(low: float, high: float, unit: str) -> str:
    """The ends of the interval of such a difference: '−2.5 to +6.2'."""
    return f"{change(low, unit)} to {change(high, unit)}"


def number_words(number: float) -> str:
    """A number that is no fraction with four digits and a true minus: '0.0031', '1,204'."""
    text = f"{number:,.4g}" if abs(number) < _LARGE else f"{number:,.0f}"
    return text.replace("-", "−")


def end_in_percent(fraction: float, decimals: int = 1) -> str:
    """An end of the interval of an accuracy in percent, with as many decimals as tell it from 0 and from 100.

    Of 0 of 5,153 problems the ends are '0' and '0.07'.
    """
    number = fraction * 100
    apart = min(abs(number), abs(number - 100))
    if apart >= _NOTHING:
        decimals = max(decimals, math.ceil(-math.log10(apart)))
    return f"{number if apart >= _NOTHING else abs(round(number)):.{decimals}f}"


def percent_range(low: float, high: float, decimals: int = 1, between: str = " to ") -> str:
    """Both ends of the interval of an accuracy, fractions, in percent: '12.3 to 27.3'.

    With more decimals where both ends would read alike.
    """
    texts = [
        [end_in_percent(end, more) for end in (low, high)]
        for more in range(decimals, _MOST_DECIMALS + 1)
    ]
    return between.join(next((pair for pair in texts if pair[0] != pair[1]), texts[0])).replace(
        "-", "−"
    )


def decimals_for(*numbers: float, least: int = 1) -> int:
    """The decimals, at least `least`, with which no number but 0 is written as 0."""
    return next(
        (
            decimals
            for decimals in range(least, _MOST_DECIMALS)
            if all(float(f"{number:.{decimals}f}") for number in numbers if number)
        ),
        _MOST_DECIMALS,
    )


def signed_slope(slope: float, result: Result | None) -> str:
    """A slope, a fraction, in points with its sign; one that is significant is never written as 0."""
    is_sure = result is not None and result.significant
    return signed(slope, decimals_for(slope * 100) if is_sure else 1)


def interval(low: float, high: float, decimals: int = 1) -> str:
    """The same with its name: '95% interval 12.3 to 27.3'."""
    return f"95% interval {percent_range(low, high, decimals)}"


def signed_range(low: float, high: float, decimals: int = 1) -> str:
    """The ends of the interval of a difference, fractions, in points: '−2.5 to +6.2'."""
    places = decimals_for(low * 100, high * 100, least=decimals)
    return f"{signed(low, places)} to {signed(high, places)}"


def difference_interval(low: float, high: float, decimals: int = 1) -> str:
    """The same with its name: '95% interval −2.5 to +6.2'."""
    return f"95% interval {signed_range(low, high, decimals)}"


def p_value(p: float) -> str:
    """A p-value as it is read: 'p = 0.031', 'p < 0.001'."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.2g}"  # noqa: PLR2004


FRACTION = "fraction"
_LARGE = 1000
"""From here on numbers are rounded to whole ones."""
UNKNOWN = "no uncertainty available"
SAME_ITEMS = (
    "Assumes independent answers. Both sides answered the same problems, so the true "
    "noise is smaller."
)
HOLM = "Holm's correction"
BENJAMINI_HOCHBERG = "Benjamini and Hochberg's correction"
_SMALLEST_IN_BILLIONS = 0.5
NO_TEST = "Not tested: the number of problems and the standard error are unknown."


def lacking(*, is_share: bool) -> str:
    """What a test of scores would need: of shares of right answers their number, of other means a standard error."""
    return f"{'number of problems' if is_share else 'standard error'} unknown"


def by_sign(number: float, up: str, level: str, down: str) -> str:
    """The words for a number above 0, for 0, and below it."""
    return up if number > 0 else down if number < 0 else level


def above_or_below(fraction: float) -> str:
    """'4.6 points above', '1.8 points below', 'level with'."""
    if not fraction:
        return "level with"
    return f"{points(abs(fraction))} {by_sign(fraction, 'above', '', 'below')}"


def count_of(number: int, noun: str) -> str:
    """'1 pair', '3 pairs'."""
    return f"{number:,} {plural(number, noun)}"


def plural(number: int, noun: str) -> str:
    """The noun for so many: 'pair', 'pairs'."""
    return noun if number == 1 else f"{noun}s"


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
    name: str, result: Result | None, slope: float, per: str, decimals: int = 1
) -> str:
    """'X: +2.5 points per 1,000 tokens (95% interval +1.1 to +3.8; significant).'"""
    ends = result.interval if result and result.interval else ()
    places = decimals_for(*(number * 100 for number in (slope, *ends)), least=decimals)
    interval_and_verdict = conclusion(result, decimals=places)
    return f"{name}: {signed(slope, places)} points per {per} ({interval_and_verdict})."


def best_sentence(best: str, tied: int, others: int, noun: str, *, is_lowest: bool = False) -> str:
    """How many of the others are tied with the best: 'X is highest; all 3 other cells are tied with it'."""
    nouns = plural(others, noun)
    rest = "the" if others == 1 else share_in_words(others, others)
    if not tied:
        return f"{best} is significantly {'below' if is_lowest else 'above'} {rest} {nouns}"
    which = f"{tied:,} of {others:,}" if tied < others else rest
    are = "is" if tied == 1 else "are"
    return f"{best} is {'lowest' if is_lowest else 'highest'}; {which} {nouns} {are} tied with it"


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
    results = [result for result in tests if result]
    if not results:
        return NO_TEST
    names = "; ".join(sorted({result.test for result in results}))
    smallest = "the smallest " if len(results) > 1 else ""
    p = p_value(min(result.adjusted for result in results))
    return f"{names[0].upper()}{names[1:]}; {correction}: {smallest}{p} after it. {SAME_ITEMS}"


def conclusion(
    result: Result | None,
    *,
    decimals: int = 1,
    times: float = 1.0,
    unsigned: bool = False,
    unit: str = "fraction",
) -> str:
    """The end of a sentence: '95% interval +1.1 to +9.9; significant after correction'.

    The interval is the plain one, the verdict is corrected. `unsigned`: the sentence gives the size of a fall without
    its sign, and so does the interval. `unit` is that of the values.
    """
    if result is None or result.low is None or result.high is None:
        return UNKNOWN
    low, high = result.ends(-times if unsigned and result.estimate < 0 else times)
    if unit == FRACTION:
        interval_text = (interval if unsigned else difference_interval)(
            low or 0.0, high or 0.0, decimals
        )
    else:
        interval_text = f"95% interval {change_range(low or 0.0, high or 0.0, unit)}"
    after = " after correction" if result.significant and result.tests > 1 else ""
    before = "significant " if result.words == BEFORE_CORRECTION else ""
    return f"{interval_text}; {before}{result.words}{after}"
