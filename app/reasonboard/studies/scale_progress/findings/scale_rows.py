"""Rows of scale-progress as findings read them, and the words that their sentences share."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from reasonboard.core.findings.words import interval, p_value
from reasonboard.statistics.contrasts import Contrast
from reasonboard.statistics.uncertainty import Measured

Row = dict[str, Any]

_SMALLEST_IN_BILLIONS = 0.5
_SMALLEST = 0.001


class Cell(NamedTuple):
    """One value of a grid, with its place."""

    benchmark: str
    model: str
    params_b: float
    progress: float
    checkpoint: str
    measured: Measured


def measured(row: Row) -> Measured:
    """The value, a fraction, with what is known of how it was measured."""
    return Measured.from_row(row["value"], row)


def cells(rows: Sequence[Row]) -> list[Cell]:
    """The cells of a grid's rows that have a size; a mean that the source has over its benchmarks only
    where there is nothing else, as it would count them twice."""
    single = [row for row in rows if not row["aggregate"]]
    return [
        Cell(row["benchmark"], row["model"], row["params_b"], progress, checkpoint, measured(one))
        for row in (single if any(row["model"] for row in single) else rows)
        if row["model"] and row["params_b"]
        for progress, checkpoint, one in zip(
            row["progress"], row["checkpoint"], row["measured"], strict=True
        )
    ]


def curves(of: Sequence[Cell]) -> list[list[Cell]]:
    """The cells of each benchmark and model, in the order of training."""
    found: dict[tuple[str, str], list[Cell]] = {}
    for cell in of:
        found.setdefault((cell.benchmark, cell.model), []).append(cell)
    return [sorted(one, key=lambda cell: cell.progress) for one in found.values()]


def columns(of: Sequence[Cell]) -> list[list[Cell]]:
    """The cells of each benchmark and checkpoint, from the smallest model to the largest."""
    found: dict[tuple[str, str], list[Cell]] = {}
    for cell in of:
        found.setdefault((cell.benchmark, cell.checkpoint), []).append(cell)
    return [sorted(one, key=lambda cell: cell.params_b) for one in found.values()]


def size_label(params: float | None) -> str:
    """Billions of parameters as they are said: 70M, 1.4B."""
    if params is None:
        return "size unknown"
    return f"{params * 1000:.0f}M" if params < _SMALLEST_IN_BILLIONS else f"{params:g}B"


def at(progress: float) -> str:
    """A place in training: 'progress 0.23'."""
    small = f"{progress:.6f}".rstrip("0")  # the first steps of a long training
    return (
        f"progress {progress:.2g}" if progress >= _SMALLEST or not progress else f"progress {small}"
    )


def told(found: Contrast | None, sure: bool | None, correction: str = "") -> str:
    """The interval of a difference with its verdict, in brackets; of a fall that of its size."""
    if found is None or sure is None:
        return "(no uncertainty available)"
    after = f" after {correction}" if correction else ""
    low, high = (found.low, found.high) if found.difference >= 0 else (-found.high, -found.low)
    return f"({interval(low, high)}; {'' if sure else 'not '}resolved{after})"


def p_words(p: float | None, what: str = "") -> str:
    """A p-value as a sentence of its own, '' where there is none."""
    return "" if p is None else f" {f'{what}: ' if what else ''}{p_value(p)}."


def strength(found: Contrast | None) -> float:
    """A difference in standard errors; 0 where nothing is known."""
    return abs(found.z) if found else 0.0


def moved(difference: float) -> str:
    """'rises by 4.0 points', 'falls by 4.0 points' or 'stays'."""
    if not difference:
        return "stays as it is"
    return f"{'rises' if difference > 0 else 'falls'} by {abs(difference) * 100:.1f} points"
