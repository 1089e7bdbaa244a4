"""Can a printed share be so many right out of so many answers?"""

import math

_ROUNDING = 1e-12
"""More than the rounding of floats does to a fraction, less than any printed place."""
_TENTH = 0.001
_MOST_DISTINCT = int(1 / _TENTH)
"""Up to so many answers, two counts never print as the same tenth of a percent."""


def half_unit(decimals: int, unit: float = 0.01) -> float:
    """Half of the last printed place, as a fraction: 0.0005 for percents with one decimal.

    A rounded value stands for all values so far from it on either side. `unit` is what 1 of the
    printed value is worth as a fraction: 0.01 for percents, 1 for fractions. Trailing zeros count
    as decimals, so a column that holds 43.7 and 44.0 has one. ValueError for negative decimals and
    a unit that is not above 0.
    """
    if decimals < 0:
        raise ValueError(f"{decimals} decimals: expected 0 or more")
    if not unit > 0:
        raise ValueError(f"unit {unit}: expected more than 0")
    return unit / 2 / 10.0**decimals


def possible_counts(value: float, n: int, half_unit: float) -> range:
    """The whole numbers c for which c / n can have been printed as `value`; empty where none can.

        n * (value - half_unit) <= c <= n * (value + half_unit), 0 <= c <= n

    `value` is a fraction 0 to 1, n the number of answers (items x repeats x seeds), `half_unit`
    half of the last printed place as a fraction. Both ends belong to it, since sources round a half
    up, down or to the even number. 43.3 % of 150 is 65; 43.7 % of 150 would be 65.5 and is none:
    misread, mistyped, or not out of 150. Assumes a plain share of right answers that count alike
    (no partial credit, no weights), and rounding: a value that was cut off is off by up to two half
    units, all upwards, so add one half unit to it first.

    Source: the GRIM test, Brown and Heathers 2017, Social Psychological and Personality Science 8.
    ValueError for n under 1, a negative half unit, and a value that is not a number.
    """
    _check(n, half_unit)
    if not math.isfinite(value):
        raise ValueError(f"value {value}: expected a fraction from 0 to 1")
    lowest = math.ceil(n * (value - half_unit - _ROUNDING))
    highest = math.floor(n * (value + half_unit + _ROUNDING))
    return range(max(lowest, 0), min(highest, n) + 1)


def only_count(value: float, answers: int) -> int | None:
    """The one count of right answers that prints, in percent with one decimal, as the value does.

    None where none does or several do, as for more answers than there are such percents, and without
    answers: then the value stands for itself.
    """
    if not 0 < answers <= _MOST_DISTINCT:
        return None
    counts = possible_counts(value, answers, _TENTH / 2)
    return counts[0] if len(counts) == 1 else None


def _check(n: int, half_unit: float) -> None:
    if n < 1:
        raise ValueError(f"n {n}: expected at least 1 answer")
    if not half_unit >= 0:
        raise ValueError(f"half unit {half_unit}: expected 0 or more")
