"""The rows of scale-progress as cells and curves, with the numbers that are derived from them."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import groupby
from math import hypot
from typing import Any, NamedTuple

from reasonboard.core.findings.result import (
    Result,
    estimate_of,
    one_of,
    result_of,
    with_interval,
)
from reasonboard.statistics.contrasts import ALPHA, interval_of_difference
from reasonboard.statistics.effects import in_standard_errors
from reasonboard.statistics.growth import (
    Decline,
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
from reasonboard.statistics.intervals import normal_quantile
from reasonboard.statistics.means import Estimate, macro_mean, mean_of_all
from reasonboard.statistics.uncertainty import Measured, Uncertainty, of_measured

Row = dict[str, Any]
"""A row of a query in sql/. `tests` says how many tests of each kind its source, metric and family allow (`gains`,
`pairs`, `curves` and `slopes`, see tables.sql): each kind is one family, whatever is filtered or picked."""

CORRECTION = "Bonferroni's correction"
FEWEST = 3
"""Checkpoints of a curve, at least: of two there is nothing to say but their difference."""
_SMALLEST_IN_BILLIONS = 0.5
_BASES = {"gain": "gains", "size": "pairs"}
"""By mode the family of tests that a difference to its base belongs to ..."""
FAMILIES = {
    "gain": "gains along training",
    "size": "pairs of sizes at one checkpoint",
}
"""... and what its tests are of."""
_Z = normal_quantile(1 - ALPHA)
"""Standard errors on each side of a 95 % interval."""


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
    """How far a curve ends under its best checkpoint."""

    best: Cell
    size: float
    result: Result | None
    """Of the best minus the last; None where no uncertainty is known."""


class Curve:
    """The accuracy of one model in one benchmark along training, `tests` as its rows have them."""

    def __init__(self, cells: Sequence[Cell], tests: dict[str, int]) -> None:
        self.cells = cells
        self._tests = tests
        self._points = [cell.measured for cell in cells]

    @cached_property
    def reached(self) -> Reached | None:
        """Where it has 90 % of its gain; None without a significant gain and for fewer than three checkpoints."""
        if len(self.cells) < FEWEST:
            return None
        return reached([cell.progress for cell in self.cells], self._points, self._tests["gains"])

    @cached_property
    def loss(self) -> Loss | None:
        """How far it ends under its best; None where it does not.

        The best is chosen after looking: Holm over its checkpoints first, then Bonferroni over all curves.
        """
        found = decline(self._points)
        if found is None or not found.loss:
            return None
        return Loss(self.cells[found.best], found.loss, self._tested(found))

    def change(self, start: int = 0) -> Result | None:
        """The last cell minus that at an index, as one of all gains."""
        return one_of(self._tests["gains"], self._points[-1], self._points[start])

    def _tested(self, found: Decline) -> Result | None:
        if found.contrast is None or found.p_value is None:
            return None
        tests = self._tests["curves"]
        level = 1 - ALPHA / tests / max(1, len(self._points) - 1)
        ends = interval_of_difference(self._points[found.best], self._points[-1], level)
        result = result_of(found.contrast, min(1.0, found.p_value * tests), tests)
        return with_interval(result, *ends) if ends else result


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
        line = per_doubling(self.sizes, self.points, 1 - ALPHA / tests)
        if line is None:
            return None
        result = None
        if line.p_value is not None and line.low is not None and line.high is not None:
            p, far = line.p_value, in_standard_errors(line.p_value)
            plain = Result(line.slope, None, None, p, min(1.0, p * tests), tests, far, line.method)
            result = with_interval(plain, line.low, line.high)
        return Slope(self.rows[0]["benchmark"], line.slope, len(self.sizes), result)

    @cached_property
    def steps(self) -> list[Step]:
        """What a doubling brings from each size to the next."""
        return steps(self.sizes, self.points)

    @cached_property
    def bend(self) -> Result | None:
        """What a doubling brings in the last step minus in the first, by the widths of their intervals."""
        first, last = self.steps[0], self.steps[-1]
        if None in (first.low, first.high, last.low, last.high):
            return None
        half = hypot(*((step.high or 0) - (step.low or 0) for step in (first, last))) / 2
        change = Estimate(last.slope - first.slope, half / _Z)
        return estimate_of(self._tests["slopes"], change)

    @cached_property
    def pairs(self) -> list[tuple[Pair, Result | None]]:
        """All pairs of sizes, the smaller minus the larger."""
        return [
            (
                pair,
                one_of(self._tests["pairs"], self.points[pair.smaller], self.points[pair.larger]),
            )
            for pair in pairs(self.sizes, self.points)
        ]

    @property
    def target(self) -> float | None:
        """90 % of the gain of the largest size over training, a fraction; None without a gain."""
        return level(self.rows[0]["largest_start"], self.rows[0]["largest_end"])

    @property
    def smallest(self) -> float | None:
        """The smallest size that has the target; None where there is none."""
        values = [row["value"] for row in self.rows]
        return None if self.target is None else smallest_reaching(self.sizes, values, self.target)


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

    @property
    def above_chance(self) -> list[Uncertainty | None]:
        """The same above chance; None where no chance level is known."""
        chance = self.chance
        if chance is None:
            return [None] * len(self.intervals)
        return [
            one
            and one._replace(
                low=(one.low - chance) / (1 - chance), high=(one.high - chance) / (1 - chance)
            )
            for one in self.intervals
        ]

    @property
    def chance(self) -> float | None:
        """The share of right answers that guessing gives; None where it is not known."""
        known: float | None = self.rows[0]["chance"]
        return known

    def differences(self, mode: str) -> list[Result | None]:
        """Each cell minus its base, as one of its family (see `_BASES`)."""
        tests = tests_of(self.rows, _BASES[mode])
        both = zip(self.measured, self.bases, strict=True)
        return [one_of(tests, one, base) if base else None for one, base in both]


def tests_of(rows: Sequence[Row], kind: str) -> int:
    """How many tests of a kind there are; 1 where there is nothing to test."""
    return next((row["tests"][kind] for row in rows if row["tests"]), 1)


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


def with_sizes(rows: Sequence[Row]) -> list[Row]:
    """The rows of sql/along_size.sql or sql/doubling.sql, each with all sizes of its benchmark at the checkpoint.

    `sizes` is None beside a first checkpoint, which is only there to be compared with.
    """
    here: dict[str, list[Row]] = {}
    for row in rows:
        if row["params_b"] and not row.get("first"):
            here.setdefault(row["benchmark"], []).append(row)
    every = {name: Sizes(group) for name, group in here.items()}
    return [
        row | {"sizes": None if row.get("first") else every.get(row["benchmark"])} for row in rows
    ]


def slopes(rows: Sequence[Row]) -> list[Slope]:
    """The slope over all sizes of each benchmark of which a row is shown and that has two sizes."""
    every = {row["benchmark"]: row["sizes"] for row in rows if row["sizes"]}
    return [sizes.slope for sizes in every.values() if sizes.slope]


def mean_rows(rows: Sequence[Row], checkpoints: Sequence[str], mode: str) -> list[Row]:
    """Rows of the mean over the benchmarks, unless there is one benchmark or the source has its own mean.

    Over those with a known chance level where `mode` is "chance".
    """
    there = [row for row in rows if row["model"]]
    if any(row["aggregate"] for row in there):
        return []
    if mode == "chance":
        there = [row for row in there if row["chance"] is not None]
    chances = {row["benchmark"]: row["chance"] if mode == "chance" else 0.0 for row in there}
    if len(chances) < 2:  # noqa: PLR2004
        return []
    cells = {
        (row["benchmark"], row["model"], checkpoint): known
        for row in there
        for checkpoint, known in zip(row["checkpoint"], _known(row), strict=True)
    }
    missing = (None, None, None)
    models = {row["model"]: row for row in there}
    return [
        _mean_row(
            row,
            [[cells.get((one, model, at), missing) for one in chances] for at in checkpoints],
            checkpoints,
            [1 / (1 - chance) for chance in chances.values()],
        )
        for model, row in models.items()
    ]


def _mean_row(
    like: Row, cells: list[list[Any]], checkpoints: Sequence[str], weights: Sequence[float]
) -> Row:
    """The row of a model's mean over the benchmarks, whose cells are given by checkpoint.

    The mean of accuracies a above chance c, (a - c) / (1 - c), is that of the mean of a with the weights 1 / (1 - c)
    above the chance 1 - 1 / (mean weight): so it has its standard error as other means have.
    """
    shown, known, bases = zip(*(zip(*of, strict=True) for of in cells), strict=True)
    base = [_mean_known(of, weights) for of in bases]
    return {
        "benchmark": f"Mean of {len(cells[0])}", "aggregate": True, "model": like["model"],
        "params_b": like["params_b"], "n_items": None, "checkpoint": checkpoints, "low": None, "high": None,
        "shown": [macro_mean(of) for of in shown],
        "measured": [_mean_known(of, weights) for of in known],
        "base": base if any(base) else None,
        "ambiguous": [False] * len(checkpoints),
        "chance": 1 - len(weights) / sum(weights), "tests": like["tests"],
    }  # fmt: skip


def _mean_known(known: Sequence[Row | None], weights: Sequence[float]) -> Row | None:
    """What is known of the mean of these values; None where one of them is missing."""
    mean = mean_of_all([measured(one) if one else None for one in known], weights)
    if mean is None:
        return None
    unknown = dict.fromkeys(("n_items", "n_repeats", "n_seeds", "seed_sd"))
    return {"value": mean.value, "stderr": mean.stderr, **unknown}
