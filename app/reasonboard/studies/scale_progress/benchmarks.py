"""The cells of one benchmark against their bases, and the mean over all benchmarks."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from reasonboard.core.findings.result import Result, one_of
from reasonboard.statistics.means import macro_mean, mean_of_all
from reasonboard.statistics.uncertainty import Uncertainty, of_measured
from reasonboard.studies.scale_progress.rows import Row, measured, tests_of

_BASES = {"gain": "gains", "size": "pairs"}
"""By mode the family of tests that a difference to its base belongs to."""


class Benchmark:
    """The cells with a number of one benchmark, from the rows of sql/grid.sql."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.name: str = rows[0]["benchmark"]
        known = [cell for row in rows for cell in _known_cells(row) if cell[0] is not None]
        self.measured = [measured(value) for _, value, _ in known]
        self.bases = [measured(base) if base else None for _, _, base in known]
        """What each difference is counted from; None for the cell that is itself that."""
        self._differences: dict[str, list[Result | None]] = {}

    @cached_property
    def intervals(self) -> list[Uncertainty | None]:
        """The 95% interval of each accuracy, as fractions."""
        return [of_measured(cell) for cell in self.measured]

    @property
    def above_chance(self) -> list[Uncertainty | None]:
        """The intervals with chance as 0 and all right as 1; None where chance is not known."""
        chance = self.chance
        if chance is None:
            return [None] * len(self.intervals)
        return [
            interval
            and interval._replace(
                low=(interval.low - chance) / (1 - chance),
                high=(interval.high - chance) / (1 - chance),
            )
            for interval in self.intervals
        ]

    @property
    def chance(self) -> float | None:
        """The share of right answers that guessing gives; None where it is not known."""
        known: float | None = self.rows[0]["chance"]
        return known

    def differences(self, mode: str) -> list[Result | None]:
        """Each cell minus its base, as one of its family (see `_BASES`)."""
        if mode not in self._differences:
            tests = tests_of(self.rows, _BASES[mode])
            both = zip(self.measured, self.bases, strict=True)
            self._differences[mode] = [
                one_of(tests, cell, base) if base else None for cell, base in both
            ]
        return self._differences[mode]


def _known_cells(row: Row) -> Iterable[tuple[float | None, Row, Row | None]]:
    """By checkpoint: the number in the cell, the value measured and the base that it is compared with."""
    return zip(
        row["shown"], row["measured"], row["base"] or [None] * len(row["shown"]), strict=True
    )


def mean_rows(rows: Sequence[Row], checkpoints: Sequence[str], mode: str) -> list[Row]:
    """Rows of the mean over the benchmarks, unless there is one benchmark or the source has its own mean.

    Over those with a known chance level where `mode` is "chance".
    """
    of_models = [row for row in rows if row["model"]]
    if any(row["aggregate"] for row in of_models):
        return []
    if mode == "chance":
        of_models = [row for row in of_models if row["chance"] is not None]
    chances = {row["benchmark"]: row["chance"] if mode == "chance" else 0.0 for row in of_models}
    if len(chances) < 2:  # noqa: PLR2004
        return []
    cells = {
        (row["benchmark"], row["model"], checkpoint): known
        for row in of_models
        for checkpoint, known in zip(row["checkpoint"], _known_cells(row), strict=True)
    }
    missing = (None, None, None)
    models = {row["model"]: row for row in of_models}
    return [
        _mean_row(
            row,
            [[cells.get((chance, model, at), missing) for chance in chances] for at in checkpoints],
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
    shown, known, bases = zip(*(zip(*cell, strict=True) for cell in cells), strict=True)
    base = [_mean_known(cell, weights) for cell in bases]
    return {
        "benchmark": f"Mean of {len(cells[0])}", "aggregate": True, "model": like["model"],
        "params_b": like["params_b"], "n_items": None, "checkpoint": checkpoints, "low": None, "high": None,
        "shown": [macro_mean(cell) for cell in shown],
        "measured": [_mean_known(cell, weights) for cell in known],
        "base": base if any(base) else None,
        "ambiguous": [False] * len(checkpoints),
        "chance": 1 - len(weights) / sum(weights), "tests": like["tests"],
    }  # fmt: skip


def _mean_known(known: Sequence[Row | None], weights: Sequence[float]) -> Row | None:
    """The mean of these values with its uncertainty; None where one of them is missing."""
    mean = mean_of_all([measured(row) if row else None for row in known], weights)
    if mean is None:
        return None
    unknown = dict.fromkeys(("n_items", "n_repeats", "n_seeds", "seed_sd"))
    return {"value": mean.value, "stderr": mean.stderr, "scale": "fraction", **unknown}
