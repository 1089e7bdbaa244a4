"""A raw value of a result file as a number, or as what stood in its place."""

import math
from decimal import Decimal
from typing import Any

NOT_A_NUMBER = "not a number"
_ABSENT = {"n/a", "na", "-", "", "none", "null"}


def number(raw: Any) -> tuple[float | None, str | None]:
    """The number and what is missing: (0.5, None), (None, 'NaN'), (None, 'N/A'), (None, None).

    The last is for what is neither a number nor a sign for a missing one: a text, a list, a truth
    value. Text that spells a number is not one: a reader whose tool writes such text converts it.
    """
    if isinstance(raw, bool):
        return None, None
    if isinstance(raw, int | float | Decimal):
        value = float(raw) if isinstance(raw, float | Decimal) or abs(raw) < 2**53 else math.inf
        if math.isnan(value):
            return None, "NaN"
        if math.isinf(value):
            return None, "Infinity" if value > 0 else "-Infinity"
        return value, None
    if raw is None or (isinstance(raw, str) and raw.strip().lower() in _ABSENT):
        return None, "N/A"
    return None, None


def graded(raw: Any, *, is_fraction: bool = True) -> tuple[float | None, str | None]:
    """The score of an answer, a fraction from 0 to 1 or any number, or why it is none: (None, 'not a fraction').

    (None, None) is a score that is missing.
    """
    value, missing = number(float(raw) if isinstance(raw, bool) else raw)
    if missing:
        return None, None
    if value is None:
        return None, NOT_A_NUMBER
    return (value, None) if not is_fraction or 0 <= value <= 1 else (None, "not a fraction")
