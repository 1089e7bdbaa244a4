"""The intervals of accuracies by type and length."""

from collections.abc import Sequence
from typing import Any

from reasonboard.statistics.decline import Curve, curve
from reasonboard.statistics.uncertainty import Uncertainty, of_measured, said

Row = dict[str, Any]

_COLUMNS = ("lengths", "accuracy", "items", "repeats", "seeds", "stderrs")
SHARED = "the seeds of a cell share its items and count as independent"


def curve_of(row: Row) -> Curve:
    """The curve of a row of the grid (see sql/grid.sql)."""
    return curve(*(row[column] for column in _COLUMNS))


def uncertain(row: Row) -> list[Uncertainty | None]:
    """The 95 % interval of each cell of a row, as fractions."""
    return [of_measured(cell) for cell in curve_of(row).cells]


def margins(row: Row) -> list[float | None]:
    """How many points the interval of each cell reaches from its value, to the farther end."""
    return [
        round(100 * max(one.high - value, value - one.low), 1) if one else None
        for value, one in zip(row["accuracy"], uncertain(row), strict=True)
    ]


def methods(rows: Sequence[Row]) -> str:
    """The methods of the intervals of these rows, in words."""
    found = [one for row in rows for one in uncertain(row)]
    seeds = any((row["n_seeds"] or 0) > 1 for row in rows)
    return "; ".join(filter(None, [said(found), SHARED if seeds and any(found) else ""]))
