"""Round ticks on linear and on log axes, with the unit at the last one."""

import math
from collections.abc import Sequence
from typing import Any

from reasonboard.charts.lines import Line

_STEPS = (1, 2, 2.5, 5, 10)
_SIZES = ((1e9, "B"), (1e6, "M"), (1e3, "k"))
_NICE = (1, 2, 5)
_FAR = 4
"""So many times as wide as the median is an interval that an axis cuts."""


def round_ticks(
    low: float, high: float, *, unit: str = "", signed: bool = False, most: int = 4
) -> dict[str, Any]:
    """Multiples of a round step from `low` to `high`, at most `most`: '0', '+5k', '+10k', '+15k tokens'.

    Thousands are written as k, then M and B; differences (`signed`) have their sign; `unit` follows the last number.
    """
    span = high - low
    if span <= 0:
        return {"tickvals": [low], "ticktext": [f"{_number(low, signed=signed)}{unit}"]}
    power = 10 ** math.floor(math.log10(span))
    steps = [step * factor for factor in (power / 10, power) for step in _STEPS]
    step = next(step for step in steps if _inside(low, high, step) <= most)
    first = math.ceil(low / step - 1e-9)
    values = [round((first + index) * step, 10) + 0.0 for index in range(_inside(low, high, step))]
    words = [_number(value, signed=signed) for value in values]
    return {"tickvals": values, "ticktext": [*words[:-1], f"{words[-1]}{unit}"] if words else []}


def reach(points: Sequence[float], intervals: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The ends of an axis of differences: 0, all estimates, and the intervals that are not far wider than most.

    An interval more than `_FAR` times as wide as the median leaves the axis, which shows the others.
    """
    widths = sorted(high - low for low, high in intervals)
    usual = _FAR * widths[(len(widths) - 1) // 2] if widths else 0.0
    ends = [end for low, high in intervals if high - low <= usual for end in (low, high)]
    numbers = [0.0, *points, *ends]
    return min(numbers), max(numbers)


def _inside(low: float, high: float, step: float) -> int:
    return math.floor(high / step + 1e-9) - math.ceil(low / step - 1e-9) + 1


def _number(value: float, *, signed: bool) -> str:
    number = _scaled(abs(value), "g")
    sign = "−" if value < 0 else "+" if signed and value > 0 else ""
    return f"{sign}{number}"


def _scaled(size: float, form: str) -> str:
    """A number above 0, shortened to thousands, millions or billions."""
    per, letter = next(((per, letter) for per, letter in _SIZES if size >= per), (1, ""))
    return f"{size / per:{form}}{letter}"


def short(number: float, *, money: bool = False) -> str:
    """A number of tokens on an axis, 950, 7.6k, 20k, 2M, 1.5B, or of US dollars: $0.002."""
    if money:
        return f"${number:.2g}" if number < 1 else f"${number:,.2f}"
    return _scaled(number, ".3g")


def log_axis(
    values: Sequence[float], unit: str, most: int = 3, *, money: bool = False
) -> dict[str, Any]:
    """A log axis around positive values, with at most `most` round ticks; the last has the unit."""
    low, high = math.log10(min(values)), math.log10(max(values))
    room = max((high - low) * 0.08, 0.12 if high > low else 0.3)
    low, high = low - room, high + room
    ticks = [
        step * 10.0**power
        for power in range(math.floor(low), math.ceil(high) + 1)
        for step in _NICE
        if low <= math.log10(step * 10.0**power) <= high
    ] or [values[0]]
    if len(ticks) > most:
        ticks = ticks[:: -(-len(ticks) // most)]
    texts = [short(tick, money=money) for tick in ticks]
    return {
        "type": "log",
        "range": [round(low, 4), round(high, 4)],
        "tickvals": ticks,
        "ticktext": [*texts[:-1], f"{texts[-1]}{unit}"],
        "showgrid": False,
    }


def log2_axis(most: int) -> dict[str, Any]:
    """An axis of 1, 2, 4 ... up to `most`."""
    ticks = [2**power for power in range(most.bit_length())]
    step = -(-len(ticks) // 7)
    ticks = ticks[::step]
    end = max(math.log10(most), math.log10(2))
    return {
        "type": "log",
        "range": [-0.04 * end, round(end * 1.04, 4)],
        "tickvals": ticks,
        "ticktext": [str(tick) for tick in ticks],
        "showgrid": False,
    }


def right_of(lines: Sequence[Line]) -> int:
    """Pixels to the right of a chart for the names at the ends of its lines."""
    longest = max(len(line.name) for line in lines)
    return 22 + int(6.6 * min(longest, 24))
