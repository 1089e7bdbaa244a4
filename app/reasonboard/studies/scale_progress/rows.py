"""The rows of scale-progress as cells: the curve of a model, and the sizes at a checkpoint with their slope."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from reasonboard.charts.gaps import Missing
from reasonboard.core.findings.result import Result, one_of, result_of
from reasonboard.statistics.effects import in_standard_errors
from reasonboard.statistics.growth import (
    Decline,
    Reached,
    Step,
    decline,
    level,
    per_doubling,
    reached,
    smallest_reaching,
    steps,
)
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
FEWEST = 3
"""Checkpoints of a curve, at least: of two there is nothing to say but their difference."""


def training_share(progress: float) -> str:
    """A progress from 0 to 1 in percent, to two digits: '0.07%', '65%', '100%'."""
    return f"{float(f'{progress * 100:.2g}'):g}%"


def range_words(gain: Reached) -> str:
    """Between which shares of the training 90% of a gain is reached: '30% to 42%', '0% to the end'."""
    end = "the end" if gain.high is None else training_share(gain.high)
    return f"{training_share(gain.low or 0)} to {end}"


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
    """The value, a fraction, with its numbers of items, repeats and seeds and its standard error."""
    return Measured.from_row(row["value"], row)


def with_value(rows: Sequence[Row]) -> list[Row]:
    """The rows that have a value: of the others a file has no number."""
    return [row for row in rows if row["value"] is not None]


def missing(rows: Sequence[Row], place: Callable[[Row], float]) -> list[Missing]:
    """Where on an axis the rows without a value lie."""
    return [Missing(place(row), row["missing"]) for row in rows if row["value"] is None]


def uncertainty(row: Row) -> Uncertainty | None:
    """The 95% interval of the value, both as fractions."""
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


class Loss(NamedTuple):
    """How far a curve ends under its best checkpoint."""

    best: Cell
    size: float
    result: Result | None
    """Of the best minus the last; None where no uncertainty is known."""

    @property
    def is_sure(self) -> bool:
        return self.result is not None and self.result.significant


class Curve:
    """The accuracy of one model in one benchmark along training, `tests` as its rows have them."""

    def __init__(self, cells: Sequence[Cell], tests: dict[str, int]) -> None:
        self.cells = cells
        self._tests = tests
        self._points = [cell.measured for cell in cells]

    @cached_property
    def reached(self) -> Reached | None:
        """Where it has 90% of its gain; None without a significant gain and for fewer than three checkpoints."""
        if len(self.cells) < FEWEST:
            return None
        return reached([cell.progress for cell in self.cells], self._points, self._tests["gains"])

    @cached_property
    def loss(self) -> Loss | None:
        """How far it ends under its best; None where it does not.

        The best is chosen after looking: Holm over its checkpoints first, then Bonferroni over all curves.
        """
        falling = decline(self._points)
        if falling is None or not falling.loss:
            return None
        return Loss(self.cells[falling.best], falling.loss, self._tested(falling))

    def change(self, start: int = 0) -> Result | None:
        """The last cell minus that at an index, as one of all gains."""
        return one_of(self._tests["gains"], self._points[-1], self._points[start])

    def _tested(self, decline_: Decline) -> Result | None:
        if decline_.contrast is None or decline_.p_value is None:
            return None
        tests = self._tests["curves"]
        return result_of(decline_.contrast, min(1.0, decline_.p_value * tests), tests)


def trainings(rows: Sequence[Row], panel: str) -> list[Curve]:
    """The curve of each model of one benchmark, from the rows of sql/along_training.sql that have a value."""
    groups = groupby(with_value(rows), key=lambda row: str(row["model"]))
    return [Curve([_cell(row, panel) for row in group], rows[0]["tests"]) for _, group in groups]


def _cell(row: Row, panel: str) -> Cell:
    return Cell(
        panel, row["model"], row["params_b"], row["progress"], row["checkpoint"], measured(row)
    )


class Slope(NamedTuple):
    """What a doubling of the size brings in one benchmark, over all sizes."""

    benchmark: str
    value: float
    """A fraction: 0.027 is 2.7 points with every doubling."""
    sizes: int
    result: Result | None
    """The same as one of the slopes of all benchmarks; None where no uncertainty is known."""


class Sizes:
    """The accuracies of all sizes at one checkpoint of a benchmark, from the rows of sql/along_size.sql."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.sizes: list[float] = [row["params_b"] for row in rows]
        self.points = [measured(row) for row in rows]
        self._tests: dict[str, int] = rows[0]["tests"]

    @cached_property
    def slope(self) -> Slope | None:
        """The least-squares line over log2 of the size; None for fewer than two sizes."""
        tests = self._tests["slopes"]
        line = per_doubling(self.sizes, self.points)
        if line is None:
            return None
        result = None
        if line.p_value is not None and line.low is not None and line.high is not None:
            p, far = line.p_value, in_standard_errors(line.p_value)
            ends = (line.low, line.high)
            result = Result(line.slope, *ends, p, min(1.0, p * tests), tests, far, line.method)
        return Slope(self.rows[0]["benchmark"], line.slope, len(self.sizes), result)

    @cached_property
    def steps(self) -> list[Step]:
        """What a doubling brings from each size to the next."""
        return steps(self.sizes, self.points)

    @property
    def target(self) -> float | None:
        """90% of the gain of the largest size over training, a fraction; None without a gain."""
        return level(self.rows[0]["largest_start"], self.rows[0]["largest_end"])

    @property
    def smallest(self) -> float | None:
        """The smallest size that has the target; None where there is none."""
        values = [row["value"] for row in self.rows]
        return None if self.target is None else smallest_reaching(self.sizes, values, self.target)


def slopes(rows: Sequence[Row]) -> list[Slope]:
    """The slope over the sizes of each benchmark that has at least two, from the rows of sql/doubling.sql."""
    by_benchmark: dict[str, list[Row]] = {}
    for row in rows:
        if row["params_b"] and row["value"] is not None:
            by_benchmark.setdefault(row["benchmark"], []).append(row)
    return [slope for group in by_benchmark.values() if (slope := Sizes(group).slope)]
