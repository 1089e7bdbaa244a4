"""Differences drawn in the lines of a table: a dot with the bar of its interval, on one scale with 0 in it."""

from collections.abc import Sequence
from typing import NamedTuple

WIDTH = 150
"""Of a drawing, in its own units."""
_EDGE = 6


class Bar(NamedTuple):
    """Where to draw, from 0 to `WIDTH`: 0, the estimate, and both ends of its interval, if there is one."""

    zero: float
    at: float
    ends: tuple[float, float] | None


def bars(differences: Sequence[tuple[float, tuple[float, float] | None]]) -> list[Bar]:
    """Each difference with its interval (low, high) on the scale of them all."""
    numbers = [0.0, *(number for number, _ in differences)]
    numbers += [end for _, ends in differences if ends for end in ends]
    low, high = min(numbers), max(numbers)

    def across(number: float) -> float:
        return round(_EDGE + (number - low) / ((high - low) or 1) * (WIDTH - 2 * _EDGE), 1)

    return [
        Bar(across(0.0), across(number), (across(ends[0]), across(ends[1])) if ends else None)
        for number, ends in differences
    ]
