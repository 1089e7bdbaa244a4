"""The interval of every number in a table."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from reasonboard.core.findings.words import FRACTION
from reasonboard.statistics.uncertainty import Measured, of_measured

Row = dict[str, Any]
More = Callable[[Row], Row]
"""Further columns of a row that go beside its interval."""

ADDED = ("low", "high", "interval")
NONE = "no uncertainty available"
_LAST = ("kind", "locator", "unit")
_NO_MEASURES = ("bound_low", "bound_high", "illustrative")


def _has_intervals(columns: Sequence[str]) -> bool:
    """Do these columns say enough for an interval: values with their unit and number of items?"""
    return {"value", "unit", "n"} <= set(columns)


def interval_of(row: Row, proportions: Collection[str]) -> tuple[float | None, float | None, str]:
    """The ends of the 95% interval of a row's `value` in its unit, and the name of the method.

    By what the row has of `stderr`, `n`, `n from`, `repeats`, `seeds` and `seed sd`. A `metric` that is not among the
    `proportions`, as F1 or a perplexity, has an interval by its `stderr` or none. A fraction without `metric` is an
    accuracy. A range that a source states, and what is made up, have none.
    """
    value, is_fraction = row["value"], row["unit"] == FRACTION
    is_impossible = value is None or (is_fraction and not 0 <= value <= 1)
    if row.get("kind") in _NO_MEASURES or is_impossible:
        return None, None, NONE if is_fraction else ""
    metric = row.get("metric")
    is_proportion = is_fraction and (metric is None or metric in proportions)
    measured = Measured(
        value,
        n_items=row["n"],
        n_repeats=row.get("repeats"),
        n_seeds=row.get("seeds"),
        stderr=row.get("stderr"),
        seed_sd=row.get("seed sd"),
        n_listed=row.get("n from") == "catalogue",
        scale="proportion" if is_proportion else "fraction" if is_fraction else "amount",
    )
    uncertainty = of_measured(measured)
    if uncertainty is None:
        return None, None, NONE if is_fraction else ""
    return uncertainty.low, uncertainty.high, uncertainty.method


def interval_of_mark(mark: Row) -> tuple[float, float] | None:
    """The ends of the 95% interval of a row of a marks.sql, in its unit; None where it is not known."""
    uncertainty = of_measured(Measured.from_row(mark["value"], mark))
    return (uncertainty.low, uncertainty.high) if uncertainty else None


def nothing(_row: Row) -> Row:
    """No further columns."""
    return {}


def with_intervals(
    rows: Sequence[Row], proportions: Collection[str], more: More = nothing
) -> list[Row]:
    """The rows with the columns of `ADDED` and `more` before their kind, where they say enough for an interval."""
    has_uncertainty = bool(rows) and _has_intervals(tuple(rows[0]))
    return [_widened(row, proportions, more) for row in rows] if has_uncertainty else list(rows)


def lines_with_intervals(
    lines: Iterator[tuple[Any, ...]], proportions: Collection[str], more: More = nothing
) -> Iterator[tuple[Any, ...]]:
    """The same for a header and the tuples that follow it, one by one."""
    header = next(lines)
    if not _has_intervals(header):
        yield header
        yield from lines
        return
    yield tuple(_widened(dict.fromkeys(header), proportions, more))
    for line in lines:
        yield tuple(_widened(dict(zip(header, line, strict=True)), proportions, more).values())


def _widened(row: Row, proportions: Collection[str], more: More) -> Row:
    interval = dict(zip(ADDED, interval_of(row, proportions), strict=True)) | more(row)
    before = {name: value for name, value in row.items() if name not in _LAST}
    return before | interval | {name: row[name] for name in row if name in _LAST}
