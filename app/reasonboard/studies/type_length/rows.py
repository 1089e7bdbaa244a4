"""The rows of type × length as curves over length and as cells, and the means over them."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from reasonboard.core.findings.result import Result, estimate_of, known_results
from reasonboard.core.findings.words import short_count
from reasonboard.statistics.contrasts import benjamini_hochberg, contrast
from reasonboard.statistics.decline import (
    Curve,
    Tested,
    corrected,
    curve,
    runs,
)
from reasonboard.statistics.means import Estimate, difference
from reasonboard.statistics.uncertainty import Measured, Uncertainty, of_measured

Row = dict[str, Any]
CellKey = tuple[str, int]
"""A type and a length."""
Cells = Mapping[CellKey, Measured]


class MethodPair(NamedTuple):
    """A method against another one with the same model and benchmark, on the cells that both have."""

    row: Row
    """Any row of its panel ..."""
    other: Row
    """... and of the one that it is compared with."""
    cells: int
    difference: float
    """The mean of the first minus that of the other, each cell counting once; a fraction."""
    result: Result | None
    """Corrected over all pairs of methods of the source; None where no uncertainty is known."""


_BINARY = 1024
_COLUMNS = ("lengths", "accuracy", "items", "repeats", "seeds", "stderrs")


def curve_of(row: Row) -> Curve:
    """The curve of a row of the grid (see sql/grid.sql)."""
    return curve(*(row[column] for column in _COLUMNS))


def uncertain(row: Row) -> list[Uncertainty | None]:
    """The 95% interval of each cell of a row, as fractions."""
    return [of_measured(cell) for cell in curve_of(row).cells]


def margins(row: Row) -> list[float | None]:
    """The points from each cell's value to the farther end of its interval; None where none is known."""
    return [
        round(100 * max(uncertainty.high - value, value - uncertainty.low), 1)
        if uncertainty
        else None
        for value, uncertainty in zip(row["accuracy"], uncertain(row), strict=True)
    ]


def tested_lengths(rows: Sequence[Row]) -> list[int]:
    """The lengths that any of the rows was tested at, rising: the steps of an ordinal axis.

    Those are among them for which the file has no number.
    """
    return sorted({length for row in rows for length in (*row["lengths"], *missing_of(row))})


def missing_of(row: Row) -> dict[int, str]:
    """What the file has at a length instead of a number: {4096: 'NaN'}."""
    return dict(zip(row.get("missing_lengths", ()), row.get("missing", ()), strict=True))


def length_label(length: int) -> str:
    """A length as 7, 950, 4k (4096) or 5.5k (5500)."""
    if length >= _BINARY and length % _BINARY == 0:
        return f"{length // _BINARY:,}k"
    return short_count(length)


def lengths_words(lengths: Sequence[int]) -> str:
    """Rising lengths in words, runs of them as a range: '2, 7 to 9'."""
    return ", ".join(f"{low} to {high}" if low < high else f"{low}" for low, high in runs(lengths))


def tested_steps(rows: Sequence[Row]) -> list[tuple[Row, list[Tested]]]:
    """Each row with its steps between neighbouring lengths.

    The steps of one panel are a family, whatever else is drawn (Holm's correction).
    """
    by_line = {}
    for panel, group in by_panel(rows).items():
        steps = corrected([curve_of(row) for row in group])
        for row, line in zip(group, steps, strict=True):
            by_line[panel, row["task_type"]] = line
    return [(row, by_line[row["panel"], row["task_type"]]) for row in rows]


def by_panel(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The rows of each panel, in their order."""
    panels: dict[str, list[Row]] = {}
    for row in rows:
        panels.setdefault(row["panel"], []).append(row)
    return panels


def curves_of(rows: Sequence[Row]) -> dict[str, Curve]:
    """The curves of a panel by type."""
    return {row["task_type"]: curve_of(row) for row in rows}


def cells_of(rows: Sequence[Row], type: str = "") -> dict[CellKey, Measured]:
    """The cells of a panel by type and length, of one type where it is named."""
    return {
        (row["task_type"], length): cell
        for row in rows
        if not type or row["task_type"] == type
        for length, cell in zip(*curve_of(row), strict=True)
    }


def shared_cells(a: Cells, b: Cells, type: str = "") -> list[CellKey]:
    """The places that both have, of one type where it is named."""
    return sorted(key for key in set(a) & set(b) if not type or key[0] == type)


def mean_difference(a: Cells, b: Cells, keys: Sequence[CellKey]) -> Estimate:
    """The mean of A minus that of B over some places, each counting once."""
    return difference([a[key] for key in keys], [b[key] for key in keys])


def methods_compared(
    panels: Iterable[Sequence[Row]], type: str = "", methods: tuple[str, str] | None = None
) -> list[MethodPair]:
    """Each method against the first one with the same model and benchmark, on the cells of `type`, "" for all.

    With `methods` the first of these against the second, wherever a model has both. They are one family of tests
    (Bonferroni) with all such pairs of the source, whatever is filtered.
    """
    groups: dict[tuple[str, str], list[Sequence[Row]]] = {}
    for rows in panels:
        groups.setdefault(_without_method(rows[0]), []).append(rows)
    pairs = []
    for group in groups.values():
        for rows, other in _pairs_of_methods(group, methods):
            a, b = cells_of(rows, type), cells_of(other, type)
            if shared := shared_cells(a, b):
                pairs.append((rows[0], other[0], len(shared), mean_difference(a, b, shared)))
    family = max(len(pairs), *(row["comparisons"] for row, *_ in pairs)) if pairs else 0
    return [
        MethodPair(row, other, cells, gap.value, estimate_of(family, gap) if gap.stderr else None)
        for row, other, cells, gap in pairs
    ]


def _pairs_of_methods(
    group: Sequence[Sequence[Row]], methods: tuple[str, str] | None
) -> list[tuple[Sequence[Row], Sequence[Row]]]:
    """The panels of one model and benchmark that are compared."""
    if methods is None:
        return [(rows, group[0]) for rows in group[1:]]
    first, second = ([rows for rows in group if rows[0]["method"] == name] for name in methods)
    return list(zip(first, second, strict=False))


def _without_method(row: Row) -> tuple[str, str]:
    """What two panels share that differ in their method only: all other parts of their names."""
    return str(row["model"]), str(row["panel"]).replace(str(row["method"]), "", 1)


def cell_differences(a: Cells, b: Cells) -> dict[CellKey, Result]:
    """A minus B cell by cell where enough is known of both, corrected by Benjamini and Hochberg.

    The family are all cells that both have.
    """
    tests = known_results(
        shared_cells(a, b), lambda key: contrast(a[key], b[key]), benjamini_hochberg
    )
    return dict(tests)


def step_of(lengths: Collection[int]) -> int:
    """The power of ten per which a change with length is told: some ten of it lie between the ends of the lengths."""
    reach = max(lengths) - min(lengths) if lengths else 0
    return int(10 ** max(0, math.floor(math.log10(max(1, reach))) - 1))


def step_words(step: int) -> str:
    """'extra step' of proofs and the like, '10,000 of length' of tokens."""
    return "extra step" if step == 1 else f"{step:,} of length"
