"""The interval of every number in a table."""

from collections.abc import Sequence
from typing import Any

from app.statistics.uncertainty import of_fraction

ADDED = ("low", "high", "interval")
NONE = "no uncertainty available"
_NO_MEASURES = ("bound_low", "bound_high", "illustrative")


def has_intervals(columns: Sequence[str]) -> bool:
    """Do these columns say enough for an interval: values with their unit and number of items?"""
    return {"value", "unit", "n"} <= set(columns)


def interval_of(row: dict[str, Any]) -> tuple[float | None, float | None, str]:
    """The ends of the 95 % interval of a row's `value` in its unit, and the name of the method.

    Only accuracies get one: a `value` in fractions from 0 to 1, with what its row has of `n`,
    `repeats` and `stderr`. A range that a source states, and what is made up, have none.
    """
    value, kind = row["value"], row.get("kind")
    if row["unit"] != "fraction" or kind in _NO_MEASURES or value is None or not 0 <= value <= 1:
        return None, None, NONE if row["unit"] == "fraction" else ""
    found = of_fraction(
        value, n_items=row["n"], n_repeats=row.get("repeats"), stderr=row.get("stderr")
    )
    return (found.low, found.high, found.method) if found else (None, None, NONE)
