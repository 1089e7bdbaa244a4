"""The rows of the KV cache study as cells, means, costs and ranks, with their families of tests."""

from collections.abc import Callable, Sequence
from itertools import chain, compress
from math import hypot, log2
from typing import Any, NamedTuple, Self

from reasonboard.core.findings.result import Result, estimate_of
from reasonboard.statistics.effects import Trend, deviation, trend
from reasonboard.statistics.means import Estimate, cell_estimates, mean_of_estimates
from reasonboard.statistics.ranks import Agreement, agreement
from reasonboard.statistics.sweeps import Cheapest, cells_of_lists, cheapest, common
from reasonboard.statistics.uncertainty import Measured

Row = dict[str, Any]
"""A row of a query in sql/. `tests` says how many tests of each kind its source and metric allow (`pairs`, `cells`,
`windows`, `ratios` and `heatmaps`, see tables.sql): each kind is one family, whatever is filtered or picked."""
NOT_STATED = "not stated"
CORRECTION = "Bonferroni's correction"
FAMILIES = {
    "pairs": "pairs of cells of one heatmap",
    "full": "settings against the full cache",
    "cells": "settings against the highest of their heatmap",
    "windows": "pairs of windows of one heatmap",
    "ratios": "pairs of ratios of one heatmap",
    "heatmaps": "heatmaps",
}
"""By kind what its tests are of, in the plural."""
_ROUNDING = 1e-12
"""Means of different cells may differ by the last bits of their sums, and are the same."""


def cells_of(row: Row) -> list[Measured]:
    """The cells of a row, each with its numbers of items, repeats and seeds and its standard error."""
    scale = row["scale"]
    return cells_of_lists(
        row["value"], row["items"], row["repeats"], row["seeds"], row["stderrs"], scale
    )


def of_heatmaps(line: Trend | None, tests: dict[str, int]) -> Result | None:
    """The slope as one of all heatmaps."""
    return line and estimate_of(tests["heatmaps"], Estimate(line.slope, line.stderr))


def setting_words(window: int, ratio: float) -> str:
    """A cell in words; an axis below 0 is not stated."""
    along = NOT_STATED if window < 0 else f"{window:,}"
    return f"window {along}, ratio {NOT_STATED if ratio < 0 else f'{ratio:g}'}"


SCALES: dict[str, Callable[[float], float]] = {"window": log2, "ratio": lambda ratio: 10 * ratio}
"""Along which a trend is straight: per doubling of the window, per tenth of the ratio."""


class Means(NamedTuple):
    """The means of one heatmap along its windows or its ratios."""

    panel: str
    tests: dict[str, int]
    steps: list[float]
    means: list[Estimate]
    """Of the cells of each step."""
    deviations: list[Estimate]
    """Each mean minus that of all cells."""

    @classmethod
    def of(cls, row: Row) -> Self:
        """The means of a row of sql/means.sql."""
        steps, positions = row[f"kv_{row['along']}"], row[f"in_{row['along']}"]
        names = ("of_value", "of_items", "of_repeats", "of_seeds", "of_stderr")
        cells = cell_estimates(cells_of_lists(*(row[name] for name in names)))
        of_steps = [[position == step for position in positions] for step in steps]
        means = [mean_of_estimates(list(compress(cells, inside))) for inside in of_steps]
        deviations = [deviation(cells, inside) for inside in of_steps]
        return cls(row["panel"], row["tests"], steps, means, deviations)

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
    return [means for row in complete_rows if (means := Means.of(row)).are_comparable]


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


class Kept(NamedTuple):
    """The cells of one heatmap by the tokens that they keep, from the rows of sql/by_kept.sql."""

    cells: list[Measured]
    tokens: list[float]
    cheapest: Cheapest | None
    """The cheapest settings that are shown to be good enough."""
    line: Trend | None
    """Of the score over thousands of tokens ..."""
    slope: Result | None
    """... and its slope as one of all heatmaps."""


def kept_of(rows: Sequence[Row], margin: str) -> Kept:
    """All cells of the rows; good enough is at most `margin` points under the highest."""
    cells = list(chain.from_iterable(map(cells_of, rows)))
    tokens = [tokens for row in rows for tokens in row["kept"]]
    tests = rows[0]["tests"]
    line = trend([count / 1000 for count in tokens], cell_estimates(cells))
    good = cheapest(cells, tokens, float(margin) / 100, tests["cells"])
    return Kept(cells, tokens, good, line, of_heatmaps(line, tests))


class Ranking(NamedTuple):
    """The settings that several heatmaps share, (window, ratio), and how these order them."""

    settings: list[tuple[int, float]]
    heatmaps: int
    test: Agreement
    concordance: float
    """Kendall's W."""
    p: float


def ranking(rows: Sequence[Row]) -> Ranking | None:
    """The agreement of the heatmaps of sql/agreement.sql on their settings; None without two that share settings."""
    settings, grids = common([(row["kv_window"], row["kv_ratio"], row["value"]) for row in rows])
    test = agreement(grids)
    if len(grids) < 2 or test.concordance is None or test.p is None:  # noqa: PLR2004
        return None
    return Ranking(settings, len(grids), test, test.concordance, test.p)
