"""The rows of scale-progress as cells and curves, with the numbers that are derived from them."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from reasonboard.core.findings.result import Result, result_of
from reasonboard.statistics.contrasts import Adjust, contrast, of_known
from reasonboard.statistics.growth import decline
from reasonboard.statistics.uncertainty import Measured

Row = dict[str, Any]


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


class Loss(NamedTuple):
    """How far a curve ends under its best checkpoint; no result where no uncertainty is known."""

    best: Cell
    size: float
    result: Result | None


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


def curves(of: Iterable[Cell]) -> list[list[Cell]]:
    """The cells of each benchmark and model, in the order of training."""
    groups: dict[tuple[str, str], list[Cell]] = {}
    for cell in of:
        groups.setdefault((cell.benchmark, cell.model), []).append(cell)
    return [sorted(group, key=lambda cell: cell.progress) for group in groups.values()]


def columns(of: Iterable[Cell]) -> list[list[Cell]]:
    """The cells of each benchmark and checkpoint, from the smallest model to the largest."""
    groups: dict[tuple[str, str], list[Cell]] = {}
    for cell in of:
        groups.setdefault((cell.benchmark, cell.checkpoint), []).append(cell)
    return [sorted(group, key=lambda cell: cell.params_b) for group in groups.values()]


def losses(of: Sequence[Sequence[Cell]], adjust: Adjust) -> tuple[list[Loss], int]:
    """The curves that end under their best checkpoint, and how many curves are tested together."""
    declines = [(curve, one) for curve in of if (one := decline([c.measured for c in curve]))]
    adjusted = of_known([one.p_value for _, one in declines], adjust)
    tests = len(adjusted) - adjusted.count(None)
    together = zip(declines, adjusted, strict=True)
    return [
        Loss(
            curve[one.best],
            one.loss,
            result_of(one.contrast, p, tests) if one.contrast and p is not None else None,
        )
        for (curve, one), p in together
        if one.loss
    ], tests


def change(cells: Sequence[Cell]) -> Result | None:
    """The last cell minus the first, as one planned comparison."""
    test = contrast(cells[-1].measured, cells[0].measured)
    return result_of(test, test.p_value, 1) if test else None
