"""Can a printed share be so many right out of so many answers?"""

import math

_ROUNDING = 1e-12
"""More than the rounding of floats does to a fraction, less than any printed place."""


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


def can_fail(n: int, half_unit: float) -> bool:
    """Is there any printed value from 0 to 1 that is no c / n? If not, a passed check says nothing.

    From as many answers on as there are steps of the printed place every value is possible: with
    one decimal of a percent from 1000 on. Below that the printed values (whole multiples of two half
    units) are tried, as a c / n on the border between two of them stands for both.
    ValueError as for `possible_counts`.
    """
    _check(n, half_unit)
    if not half_unit:
        return True
    steps = 1 / (2 * half_unit)
    if n >= steps * (1 - _ROUNDING):
        return False
    printed = (step * 2 * half_unit for step in range(math.floor(steps * (1 + _ROUNDING)) + 1))
    return any(not possible_counts(value, n, half_unit) for value in printed)


def _check(n: int, half_unit: float) -> None:
    if n < 1:
        raise ValueError(f"n {n}: expected at least 1 answer")
    if not half_unit >= 0:
        raise ValueError(f"half unit {half_unit}: expected 0 or more")
