"""A raw value of a result file as a number, or as what stood in its place."""

import math
from typing import Any

_ABSENT = {"n/a", "na", "-", "", "none", "null"}


def number(raw: Any) -> tuple[float | None, str | None]:
    """The number and what is missing: (0.5, None), (None, 'NaN'), (None, 'N/A'), (None, None).

    The last is for what is neither a number nor a sign for a missing one: a text, a list, a truth
    value. Text that spells a number is not one: a reader whose tool writes such text converts it.
    """
    if isinstance(raw, bool):
        return None, None
    if isinstance(raw, int | float):
        value = float(raw) if isinstance(raw, float) or abs(raw) < 2**53 else math.inf
        if math.isnan(value):
            return None, "NaN"
        if math.isinf(value):
            return None, "Infinity" if value > 0 else "-Infinity"
        return value, None
    if raw is None or (isinstance(raw, str) and raw.strip().lower() in _ABSENT):
        return None, "N/A"
    return None, None
