"""What findings over type and length share: cells by place, curves, and how lengths are said."""

from collections.abc import Sequence
from typing import Any

from reasonboard.core.findings.words import interval
from reasonboard.statistics.contrasts import ALPHA
from reasonboard.statistics.decline import Curve, curve, runs
from reasonboard.statistics.means import Estimate
from reasonboard.statistics.uncertainty import Measured

Row = dict[str, Any]

_COLUMNS = ("lengths", "accuracy", "items", "repeats", "seeds", "stderrs")


def curve_of(row: Row) -> Curve:
    """The curve of a row of the grid (see sql/grid.sql)."""
    return curve(*(row[column] for column in _COLUMNS))


def cells_of(rows: Sequence[Row]) -> dict[tuple[str, int], Measured]:
    """The cells of a panel by type and length."""
    return {
        (row["task_type"], length): cell
        for row in rows
        for length, cell in zip(*curve_of(row), strict=True)
    }


def lengths_words(lengths: Sequence[int]) -> str:
    """Rising lengths in words, runs of them as a range: '2, 7 to 9'."""
    return ", ".join(f"{low} to {high}" if low < high else f"{low}" for low, high in runs(lengths))


def by_verdict(words: str, p: float) -> str:
    """The end of a sentence: what it is resolved after, or that it is not resolved."""
    return f"resolved{words}" if p <= ALPHA else "not resolved"


def share(found: Estimate) -> str:
    """The interval of a mean accuracy in words."""
    return interval(*found.share) if found.share else "no uncertainty available"


def ends(found: Estimate, *, turned: bool = False) -> str:
    """The interval of a difference in words, of its opposite where `turned`."""
    if not found.ends:
        return "no uncertainty available"
    low, high = found.ends
    return interval(-high, -low) if turned else interval(low, high)
