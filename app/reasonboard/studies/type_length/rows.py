"""The rows of type × length as curves over length and as cells, and the means over them."""

from collections.abc import Mapping, Sequence
from typing import Any

from reasonboard.core.findings.result import Result, known_results
from reasonboard.statistics.contrasts import benjamini_hochberg, contrast
from reasonboard.statistics.decline import Curve, Tested, corrected, curve
from reasonboard.statistics.means import Estimate, difference
from reasonboard.statistics.uncertainty import Measured, Uncertainty, of_measured

Row = dict[str, Any]
Place = tuple[str, int]
"""A type and a length."""
Cells = Mapping[Place, Measured]

_COLUMNS = ("lengths", "accuracy", "items", "repeats", "seeds", "stderrs")


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


def tested_steps(rows: Sequence[Row]) -> list[tuple[Row, list[Tested]]]:
    """Each row with its steps between neighbouring lengths, corrected over the steps of all rows."""
    return list(zip(rows, corrected([curve_of(row) for row in rows]), strict=True))


def curves_of(rows: Sequence[Row], panel: str) -> dict[str, Curve]:
    """The curves of a panel by type."""
    return {row["task_type"]: curve_of(row) for row in rows if row["panel"] == panel}


def cells_of(rows: Sequence[Row], type: str = "") -> dict[Place, Measured]:
    """The cells of a panel by type and length, of one type where it is named."""
    return {
        (row["task_type"], length): cell
        for row in rows
        if not type or row["task_type"] == type
        for length, cell in zip(*curve_of(row), strict=True)
    }


def shared_places(a: Cells, b: Cells, type: str = "") -> list[Place]:
    """The places that both have, of one type where it is named."""
    return sorted(place for place in set(a) & set(b) if not type or place[0] == type)


def mean_difference(a: Cells, b: Cells, places: Sequence[Place]) -> Estimate:
    """The mean of A minus that of B over some places, each counting once."""
    return difference([a[at] for at in places], [b[at] for at in places])


def cell_differences(a: Cells, b: Cells) -> dict[Place, Result]:
    """A minus B cell by cell where enough is known of both, corrected by Benjamini and Hochberg."""
    tests = known_results(
        shared_places(a, b), lambda at: contrast(a[at], b[at]), benjamini_hochberg
    )
    return dict(tests)
