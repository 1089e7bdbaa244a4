"""The GRIM test: can a printed share be a count of right answers out of a known number of answers?"""

import math

from reasonboard.statistics.checks import check_counts, check_finite

_ROUNDING = 1e-12
"""More than the rounding of floats does to a fraction, less than any printed place."""
_MOST_DISTINCT = 1000
"""The largest number of answers at which two counts never print as the same tenth of a percent."""


def possible_counts(value: float, n: int, decimals: int) -> range:
    """The whole numbers c for which c / n can have been printed as `value`; empty where none can.

        n * (value - half) <= c <= n * (value + half), 0 <= c <= n

    `value` is a fraction 0 to 1 that was printed as a percent with so many decimals, half is half of
    the last printed place, n the number of answers (items x repeats x seeds). Both ends belong to it,
    since sources round a half up, down or to the even number. 43.3% of 150 is 65; 43.7% of 150
    would be 65.5 and is none. Assumes a plain share of right answers that count alike, and rounding.

    Source: the GRIM test, Brown and Heathers 2017, Social Psychological and Personality Science 8.
    """
    check_counts([n])
    check_finite([value])
    half = 0.005 / 10.0**decimals + _ROUNDING
    lowest, highest = math.ceil(n * (value - half)), math.floor(n * (value + half))
    return range(max(lowest, 0), min(highest, n) + 1)


def only_count(value: float, answers: int) -> int | None:
    """The one count of right answers that prints, in percent with one decimal, as the value does.

    None where none does or several do, as for more answers than there are such percents, and without
    answers: then the value stands for itself.
    """
    if not 0 < answers <= _MOST_DISTINCT:
        return None
    counts = possible_counts(value, answers, 1)
    return counts[0] if len(counts) == 1 else None
