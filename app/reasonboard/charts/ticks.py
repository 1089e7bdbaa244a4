"""Three or four round ticks on an axis, with the unit at the last one."""

import math
from typing import Any

_STEPS = (1, 2, 2.5, 5, 10)
_SIZES = ((1e9, "B"), (1e6, "M"), (1e3, "k"))


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


def _inside(low: float, high: float, step: float) -> int:
    return math.floor(high / step + 1e-9) - math.ceil(low / step - 1e-9) + 1


def _number(value: float, *, signed: bool) -> str:
    size = abs(value)
    per, letter = next(((per, letter) for per, letter in _SIZES if size >= per), (1, ""))
    number = f"{size / per:g}{letter}"
    sign = "−" if value < 0 else "+" if signed and value > 0 else ""
    return f"{sign}{number}"
