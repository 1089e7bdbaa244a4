"""The rows of scale-progress as cells and curves, with the numbers that are derived from them."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from reasonboard.core.findings.result import Result, result_of, results
from reasonboard.statistics.contrasts import Adjust, benjamini_hochberg, contrast, of_known
from reasonboard.statistics.growth import (
    Decline,
    Doubling,
    Pair,
    Reached,
    Step,
    decline,
    level,
    pairs,
    per_doubling,
    reached,
    smallest_reaching,
    steps,
)
from reasonboard.statistics.means import macro_mean, mean_of_all
from reasonboard.statistics.uncertainty import Measured, Uncertainty, of_measured

Row = dict[str, Any]

FEWEST = 3
"""Checkpoints of a curve, at least: of two there is nothing to say but their difference."""
_SMALLEST_IN_BILLIONS = 0.5


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


class Curve:
    """The accuracy of one model in one benchmark along training, from the rows of sql/along_training.sql."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.cells = cells
        self._points = [cell.measured for cell in cells] if len(cells) >= FEWEST else []

    @cached_property
    def reached(self) -> Reached | None:
        """Where it has 90 % of its gain; None without a resolved gain and for fewer than three checkpoints."""
        return (
            reached([cell.progress for cell in self.cells], self._points) if self._points else None
        )

    @cached_property
    def decline(self) -> Decline | None:
        """How far it ends under its best; None where it does not, and for fewer than three checkpoints."""
        found = decline(self._points)
        return found if found and found.loss else None


class Sizes:
    """The accuracies of all sizes at one checkpoint of a benchmark, from the rows of sql/along_size.sql."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.sizes: list[float] = [row["params_b"] for row in rows]
        self.points = [measured(row) for row in rows]

    @cached_property
    def line(self) -> Doubling | None:
        """The least-squares line over log2 of the size."""
        return per_doubling(self.sizes, self.points)

    @cached_property
    def steps(self) -> list[Step]:
        """What a doubling brings from each size to the next."""
        return steps(self.sizes, self.points)

    @cached_property
    def pairs(self) -> list[Pair]:
        """All pairs of sizes, the smaller minus the larger."""
        return pairs(self.sizes, self.points)

    @property
    def target(self) -> float | None:
        """90 % of the gain of the largest size over training, a fraction; None without a gain."""
        return level(self.rows[0]["largest_start"], self.rows[0]["largest_end"])

    @property
    def smallest(self) -> float | None:
        """The smallest size that has the target; None where there is none."""
        values = [row["value"] for row in self.rows]
        return None if self.target is None else smallest_reaching(self.sizes, values, self.target)


class Slope(NamedTuple):
    """What a doubling of the size brings in one benchmark."""

    benchmark: str
    line: Doubling
    sizes: int
    p: float | None
    """Corrected over all benchmarks; None where no uncertainty is known."""


class Benchmark:
    """The cells with a number of one benchmark, from the rows of sql/grid.sql."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.name: str = rows[0]["benchmark"]
        known = [one for row in rows for one in _known(row) if one[0] is not None]
        self.measured = [measured(value) for _, value, _ in known]
        self.bases = [measured(base) if base else None for _, _, base in known]
        """What each difference is counted from; None for the cell that is itself that."""

    @cached_property
    def intervals(self) -> list[Uncertainty | None]:
        """The 95 % interval of each accuracy, as fractions."""
        return [of_measured(one) for one in self.measured]

    @cached_property
    def differences(self) -> list[Result | None]:
        """Each cell minus its base, corrected by Benjamini and Hochberg over the benchmark."""
        both = zip(self.measured, self.bases, strict=True)
        return results(
            [contrast(one, base) if base else None for one, base in both], benjamini_hochberg
        )


def _known(row: Row) -> Iterable[tuple[float | None, Row, Row | None]]:
    """By checkpoint what is shown, what is known of it and of its base."""
    return zip(
        row["shown"], row["measured"], row["base"] or [None] * len(row["shown"]), strict=True
    )


def measured(row: Row) -> Measured:
    """The value, a fraction, with what is known of how it was measured."""
    return Measured.from_row(row["value"], row)


def uncertainty(row: Row) -> Uncertainty | None:
    """The 95 % interval of the value, both as fractions."""
    return of_measured(measured(row))


def size_label(params: float | None) -> str:
    """Billions of parameters as they are said: 70M, 1.4B."""
    if params is None:
        return "size unknown"
    return f"{params * 1000:.0f}M" if params < _SMALLEST_IN_BILLIONS else f"{params:g}B"


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
    return _grouped(of, lambda cell: (cell.benchmark, cell.model), lambda cell: cell.progress)


def columns(of: Iterable[Cell]) -> list[list[Cell]]:
    """The cells of each benchmark and checkpoint, from the smallest model to the largest."""
    return _grouped(of, lambda cell: (cell.benchmark, cell.checkpoint), lambda cell: cell.params_b)


def _grouped(
    of: Iterable[Cell], key: Callable[[Cell], tuple[str, str]], order: Callable[[Cell], float]
) -> list[list[Cell]]:
    groups: dict[tuple[str, str], list[Cell]] = {}
    for cell in of:
        groups.setdefault(key(cell), []).append(cell)
    return [sorted(group, key=order) for group in groups.values()]


def slopes(rows: Sequence[Row]) -> list[Slope]:
    """The slope over sizes of each benchmark with two sizes, from the rows of sql/doubling.sql."""
    groups = [
        Sizes(list(group)) for _, group in groupby(rows, key=lambda row: str(row["benchmark"]))
    ]
    lines = [(one, one.line) for one in groups if one.line]
    ps = of_known([line.p_value for _, line in lines], benjamini_hochberg)
    return [
        Slope(one.rows[0]["benchmark"], line, len(one.sizes), p)
        for (one, line), p in zip(lines, ps, strict=True)
    ]


def mean_rows(rows: Sequence[Row], checkpoints: Sequence[str]) -> list[Row]:
    """Rows of the mean over the benchmarks, unless there is one benchmark or the source has its own mean."""
    there = [row for row in rows if row["model"]]
    benchmarks = {row["benchmark"] for row in there}
    if len(benchmarks) == 1 or any(row["aggregate"] for row in there):
        return []
    cells = {
        (row["benchmark"], row["model"], checkpoint): known
        for row in there
        for checkpoint, known in zip(row["checkpoint"], _known(row), strict=True)
    }
    missing = (None, None, None)
    models = {row["model"]: row["params_b"] for row in there}
    return [
        _mean_row(
            model,
            params,
            [[cells.get((one, model, at), missing) for one in benchmarks] for at in checkpoints],
            checkpoints,
        )
        for model, params in models.items()
    ]


def _mean_row(
    model: str, params: float | None, cells: list[list[Any]], checkpoints: Sequence[str]
) -> Row:
    """The row of a model's mean over the benchmarks, whose cells are given by checkpoint."""
    shown, known, bases = zip(*(zip(*of, strict=True) for of in cells), strict=True)
    base = [_mean_known(of) for of in bases]
    return {
        "benchmark": f"Mean of {len(cells[0])}", "aggregate": True, "model": model,
        "params_b": params, "n_items": None, "checkpoint": checkpoints, "low": None, "high": None,
        "shown": [macro_mean(of) for of in shown],
        "measured": [_mean_known(of) for of in known],
        "base": base if any(base) else None,
        "ambiguous": [False] * len(checkpoints),
    }  # fmt: skip


def _mean_known(known: Sequence[Row | None]) -> Row | None:
    """What is known of the mean of these values; None where one of them is missing."""
    mean = mean_of_all([measured(one) if one else None for one in known])
    if mean is None:
        return None
    unknown = dict.fromkeys(("n_items", "n_repeats", "n_seeds", "seed_sd"))
    return {"value": mean.value, "stderr": mean.stderr, **unknown}


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
