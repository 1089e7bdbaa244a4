"""Means along the windows or along the shares, each with its uncertainty."""

from collections.abc import Callable, Sequence
from math import hypot, log2
from typing import NamedTuple

from reasonboard.core.findings.result import Result, estimate_of
from reasonboard.statistics.effects import deviation, trend
from reasonboard.statistics.means import Estimate, mean
from reasonboard.statistics.sweeps import cells_of_lists
from reasonboard.studies.kv_cache.rows import Row, of_heatmaps

SCALES: dict[str, Callable[[float], float]] = {"window": log2, "ratio": lambda ratio: 10 * ratio}
"""Along which a trend is straight: per doubling of the window, per tenth of the ratio."""
_ROUNDING = 1e-12
"""Means of different cells may differ by the last bits of their sums, and are the same."""


class Means:
    """A row of sql/means.sql: the means of one heatmap along its windows or its ratios."""

    def __init__(self, row: Row, control: str) -> None:
        self.panel: str = row["panel"]
        self.tests: dict[str, int] = row["tests"]
        self.steps: list[float] = row[f"kv_{control}"]
        names = ("of_value", "of_items", "of_repeats", "of_seeds", "of_stderr")
        cells = cells_of_lists(*(row[name] for name in names))
        inside = [[position == step for position in row[f"in_{control}"]] for step in self.steps]
        self.means: list[Estimate] = [
            mean([cell for cell, is_inside in zip(cells, mask, strict=True) if is_inside])
            for mask in inside
        ]
        self.deviations = [deviation(cells, mask) for mask in inside]
        """Each mean minus that of all cells."""

    @property
    def are_comparable(self) -> bool:
        """Are there several means, each with a standard error?"""
        return len(self.means) > 1 and all(mean.stderr for mean in self.means)

    def trend(self, control: str) -> Result | None:
        """Of the score per doubling of the window, or per tenth of the ratio, as one of all heatmaps."""
        scale = [SCALES[control](step) for step in self.steps]
        return of_heatmaps(trend(scale, self.means), self.tests)


def means_along(rows: Sequence[Row], control: str) -> list[Means]:
    """The means of the heatmaps that lack no cell: else their differences would be of settings too."""
    complete_rows = [row for row in rows if row["along"] == control and row["whole"]]
    return [means for row in complete_rows if (means := Means(row, control)).are_comparable]


class Extremes(NamedTuple):
    """The highest against the lowest mean of a heatmap along a control."""

    panel: str
    high: float
    low: float
    result: Result
    """Corrected over all pairs of means of all heatmaps: both are named after looking."""


def extremes(rows_of_means: Sequence[Means], control: str) -> list[Extremes]:
    """The highest mean of each row against its lowest, as one of all pairs of means along the control."""
    extremes_of_rows = []
    for means in rows_of_means:
        order = sorted(zip(means.means, means.steps, strict=True), key=lambda pair: pair[0].value)
        (low, lowest), (high, highest) = order[0], order[-1]
        gap = Estimate(high.value - low.value, hypot(high.stderr or 0, low.stderr or 0))
        if gap.value > _ROUNDING:
            result = estimate_of(means.tests[f"{control}s"], gap)
            extremes_of_rows.append(Extremes(means.panel, highest, lowest, result))
    return extremes_of_rows
