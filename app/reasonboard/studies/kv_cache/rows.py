"""The rows of the KV cache study as heatmaps and as means, with the numbers that are derived from them."""

from collections.abc import Callable, Sequence
from functools import cached_property
from math import log2
from typing import Any

from reasonboard.core.findings.grim import off_grain
from reasonboard.statistics.effects import Homogeneity, Shrinkage, Trend, homogeneity, shrunk, trend
from reasonboard.statistics.means import Estimate, mean
from reasonboard.statistics.sweeps import best_set, highest, listed
from reasonboard.statistics.uncertainty import Measured, effective_answers

Row = dict[str, Any]

SCALES: dict[str, Callable[[float], float]] = {"window": log2, "ratio": lambda ratio: 10 * ratio}
"""Along which a trend is straight: per doubling of the window, per tenth of the ratio."""


class Heatmap:
    """A row of sql/grid.sql: the cells of one model and benchmark, in the order of the row."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.panel: str = row["panel"]
        self.cells = cells_of(row)

    def place(self, at: int) -> str:
        """The cell at an index in words."""
        return place(self.row["kv_window"][at], self.row["kv_ratio"][at])

    def marks(self, at: int) -> dict[str, str]:
        """The controls that pick the cell at an index."""
        window, ratio = self.row["kv_window"][at], self.row["kv_ratio"][at]
        return {"panel": self.panel, "window": str(window), "ratio": str(ratio)}

    @cached_property
    def best(self) -> int:
        """The index of the highest cell."""
        return highest(self.cells)

    @cached_property
    def together(self) -> frozenset[int]:
        """The cells that are not separable from the highest, with it."""
        return best_set(self.cells) or frozenset({self.best})

    @cached_property
    def homogeneity(self) -> Homogeneity | None:
        """The test that all cells have one accuracy; None where a number of answers is unknown."""
        answers = self._answers
        if len(answers) < len(self.cells):
            return None
        return homogeneity([cell.value for cell in self.cells], answers)

    @cached_property
    def shrunk(self) -> Shrinkage | None:
        """The cells as they may be expected again; every number of answers is known."""
        return shrunk([cell.value for cell in self.cells], self._answers)

    def impossible(self) -> list[Row]:
        """The printed values that no count of right answers gives, as `off_grain` has them."""
        names = ("value", "items", "repeats", "seeds", "stderrs")
        printed = zip(*(self.row[name] for name in names), strict=True)
        # With a standard error of its own a score need not be a count of right answers.
        return off_grain(
            [
                {"at": at, "value": value / 100, "n_items": n, "n_repeats": k, "n_seeds": seeds}
                for at, (value, n, k, seeds, stderr) in enumerate(printed)
                if stderr is None
            ]
        )

    @property
    def _answers(self) -> list[int]:
        return [n for cell in self.cells if (n := effective_answers(cell))]


class Means:
    """A row of sql/means.sql: the means of one heatmap along its windows or its ratios."""

    def __init__(self, row: Row, control: str) -> None:
        self.panel: str = row["panel"]
        self.steps: list[float] = row[f"kv_{control}"]
        names = ("of_value", "of_items", "of_repeats", "of_seeds", "of_stderr")
        cells = listed(*(row[name] for name in names))
        inside = list(zip(cells, row[f"in_{control}"], strict=True))
        self.means: list[Estimate] = [
            mean([cell for cell, at in inside if at == step]) for step in self.steps
        ]

    @property
    def known(self) -> bool:
        """Are there several means, each with a standard error?"""
        return len(self.means) > 1 and all(one.stderr for one in self.means)

    def trend(self, control: str) -> Trend | None:
        """Of the score per doubling of the window, or per tenth of the ratio."""
        return trend([SCALES[control](step) for step in self.steps], self.means)


def cells_of(row: Row) -> list[Measured]:
    """The cells of a row with what is known of each."""
    return listed(row["value"], row["items"], row["repeats"], row["seeds"], row["stderrs"])


def means_along(rows: Sequence[Row], control: str) -> list[Means]:
    """The means of the heatmaps that lack no cell: else their differences would be of settings too."""
    whole = [row for row in rows if row["along"] == control and row["whole"]]
    return [means for row in whole if (means := Means(row, control)).known]


def place(window: int, ratio: float) -> str:
    """A cell in words."""
    return f"window {window:,}, ratio {ratio:g}"
