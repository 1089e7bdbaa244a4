"""The rows of scale-progress as cells, by benchmark and model or by checkpoint."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from reasonboard.statistics.uncertainty import Measured, Uncertainty, of_measured

Row = dict[str, Any]
"""A row of a query in sql/. `tests` says how many tests of each kind its source, metric and family allow (`gains`,
`pairs`, `curves` and `slopes`, see tables.sql): each kind is one family, whatever is filtered or picked."""
CORRECTION = "Bonferroni's correction"
FAMILIES = {
    "gain": "gains along training",
    "size": "pairs of sizes at one checkpoint",
}
"""By mode what the tests of its family are of."""


class Cell(NamedTuple):
    """The accuracy of one model in one benchmark at one checkpoint."""

    benchmark: str
    model: str
    params_b: float
    progress: float
    checkpoint: str
    measured: Measured

    @property
    def value(self) -> float:
        """A fraction."""
        return self.measured.value


def tests_of(rows: Sequence[Row], kind: str) -> int:
    """How many tests of a kind there are; 1 where there is nothing to test."""
    return next((row["tests"][kind] for row in rows if row["tests"]), 1)


def measured(row: Row) -> Measured:
    """The value, a fraction, with what is known of how it was measured."""
    return Measured.from_row(row["value"], row)


def uncertainty(row: Row) -> Uncertainty | None:
    """The 95 % interval of the value, both as fractions."""
    return of_measured(measured(row))


def cells(rows: Sequence[Row]) -> list[Cell]:
    """The cells of a grid's rows that have a size; a mean that the source has over its benchmarks only
    where there is nothing else, as it would count them twice."""
    single = [row for row in rows if not row["aggregate"]]
    return [
        Cell(row["benchmark"], row["model"], row["params_b"], progress, checkpoint, measured(cell))
        for row in (single if any(row["model"] for row in single) else rows)
        if row["model"] and row["params_b"]
        for progress, checkpoint, cell in zip(
            row["progress"], row["checkpoint"], row["measured"], strict=True
        )
    ]


def sizes(rows: Sequence[Row], panel: str) -> list[list[Cell]]:
    """The curve of each model of one benchmark, from the rows of sql/along_training.sql."""
    return [
        [
            Cell(
                panel,
                row["model"],
                row["params_b"],
                row["progress"],
                row["checkpoint"],
                measured(row),
            )
            for row in group
        ]
        for _, group in groupby(rows, key=lambda row: str(row["model"]))
    ]


def curves(grid: Iterable[Cell]) -> list[list[Cell]]:
    """The cells of each benchmark and model, in the order of training."""
    return _grouped(grid, lambda cell: (cell.benchmark, cell.model), lambda cell: cell.progress)


def columns(grid: Iterable[Cell]) -> list[list[Cell]]:
    """The cells of each benchmark and checkpoint, from the smallest model to the largest."""
    return _grouped(
        grid, lambda cell: (cell.benchmark, cell.checkpoint), lambda cell: cell.params_b
    )


def _grouped(
    grid: Iterable[Cell], key: Callable[[Cell], tuple[str, str]], order: Callable[[Cell], float]
) -> list[list[Cell]]:
    groups: dict[tuple[str, str], list[Cell]] = {}
    for cell in grid:
        groups.setdefault(key(cell), []).append(cell)
    return [sorted(group, key=order) for group in groups.values()]
