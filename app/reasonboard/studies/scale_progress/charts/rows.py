"""What a row of scale-progress holds of one value: its uncertainty, its size, the words for both."""

from collections.abc import Sequence
from typing import Any

from reasonboard.statistics.uncertainty import Measured, Uncertainty, of_measured

Row = dict[str, Any]

_SMALLEST_IN_BILLIONS = 0.5
_ALIKE = 0.5
"""Points by which the halves of intervals may differ and still be told as one."""


def measured(row: Row) -> Measured:
    """The value, a fraction, with what is known of how it was measured."""
    return Measured.from_row(row["value"], row)


def uncertainty(row: Row) -> Uncertainty | None:
    """The 95 % interval of the value, both as fractions."""
    return of_measured(measured(row))


def half_widths(
    found: Sequence[Uncertainty | None], *, together: bool = False
) -> tuple[list[Any] | None, str]:
    """The half of each interval in points, and the words of a hover template that name it.

    A number for each point is all that a hover needs, and much shorter than a sentence for each; with
    `together` there is one for all where they are alike.
    """
    if not any(found):
        return None, "no uncertainty available"
    numbers = [half(one) for one in found]
    if None not in numbers:
        most = alike([one for one in numbers if one is not None]) if together else None
        if most is not None:
            return None, f"95 % interval ±{most} points at most"
        return numbers, "95 % interval ±%{customdata} points"
    words = ["no uncertainty available" if one is None else f"±{one} points" for one in numbers]
    return words, "95 % interval %{customdata}"


def alike(halves: Sequence[float]) -> float | None:
    """The widest of the halves where it can stand for all, which keeps thousands of numbers back."""
    return max(halves) if halves and max(halves) - min(halves) <= _ALIKE else None


def half(found: Uncertainty | None) -> float | None:
    """Half of an interval in points, to a tenth."""
    return None if found is None else round((found.high - found.low) * 50, 1)


def size_label(params: float | None) -> str:
    """Billions of parameters as they are said: 70M, 1.4B."""
    if params is None:
        return "size unknown"
    return f"{params * 1000:.0f}M" if params < _SMALLEST_IN_BILLIONS else f"{params:g}B"
