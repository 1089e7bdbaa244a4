"""The rows of the KV cache study as heatmaps and as means, with the numbers that are derived from them."""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import chain
from math import hypot, log2
from typing import Any, NamedTuple

from reasonboard.core.findings.grim import off_grain
from reasonboard.core.findings.result import Result, estimate_of, one_of
from reasonboard.statistics.effects import (
    Homogeneity,
    Shrinkage,
    Trend,
    alone,
    deviation,
    homogeneity,
    shrunk,
    trend,
)
from reasonboard.statistics.means import Estimate, mean
from reasonboard.statistics.ranks import Agreement, agreement
from reasonboard.statistics.sweeps import (
    Cheapest,
    cheapest,
    common,
    highest,
    listed,
)
from reasonboard.statistics.uncertainty import (
    Measured,
    Uncertainty,
    detectable,
    effective_answers,
    of_measured,
)

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
SCALES: dict[str, Callable[[float], float]] = {"window": log2, "ratio": lambda ratio: 10 * ratio}
"""Along which a trend is straight: per doubling of the window, per tenth of the ratio."""
_ROUNDING = 1e-12
"""Means of different cells may differ by the last bits of their sums, and are the same."""


class Heatmap:
    """A row of sql/grid.sql: the cells of one model and benchmark, in the order of the row."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.panel: str = row["panel"]
        self.cells = cells_of(row)
        self.tests: dict[str, int] = row["tests"]

    def place(self, at: int) -> str:
        """The cell at an index in words."""
        return place(self.row["kv_window"][at], self.row["kv_ratio"][at])

    @property
    def lacks(self) -> str:
        """The axis that its source does not state: 'window', 'ratio' or ''; the same for all cells."""
        axes = ("window", "ratio")
        return next((axis for axis in axes if self.row[f"kv_{axis}"][0] < 0), "")

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
        """The cells that cannot be told from the highest, with it."""
        return self.best_set or frozenset({self.best})

    @cached_property
    def best_set(self) -> frozenset[int] | None:
        """The same; None where nothing is known of the noise of some cell."""
        found = self.against("best", None)
        if any(one is None for at, one in enumerate(found) if at != self.best):
            return None
        return frozenset(at for at, one in enumerate(found) if one is None or not one.significant)

    @property
    def top(self) -> frozenset[int]:
        """The cells of the highest value."""
        return frozenset(at for at, best in enumerate(self.row["best"]) if best)

    @property
    def lower(self) -> frozenset[int]:
        """The cells that are significantly lower than the highest; none where no noise is known."""
        if self.best_set is None:
            return frozenset()
        return frozenset(range(len(self.cells))) - self.best_set

    @cached_property
    def detects(self) -> float | None:
        """The smallest difference of two cells that a test would find, in points."""
        found = detectable(self.cells)
        return None if found is None else found * 100

    @property
    def tied(self) -> frozenset[int]:
        """The cells that cannot be told from the highest, where these are several and not all."""
        several = self.best_set is not None and 1 < len(self.best_set) < len(self.cells)
        return self.together if several else frozenset()

    @cached_property
    def intervals(self) -> list[Uncertainty | None]:
        """The 95 % interval of each cell, as fractions."""
        return [of_measured(cell) for cell in self.cells]

    def at(self, window: str, ratio: str) -> int | None:
        """The index of the cell with this setting; None where it was not measured."""
        settings = [
            (str(w), str(r))
            for w, r in zip(self.row["kv_window"], self.row["kv_ratio"], strict=True)
        ]
        return settings.index((window, ratio)) if (window, ratio) in settings else None

    def against(self, mode: str, chosen: int | None) -> list[Result | None]:
        """Each cell minus the highest (mode 'best') or the chosen one ('cell'), as one of all pairs of cells; or
        minus the full cache ('full'), as one of all cells that can be compared with that.

        The highest is named after looking, the chosen one by the reader: the pairs with it alone would be too small a
        family. Source: Hsu, Multiple Comparisons (1996), ch. 4 (the selected best).
        """
        full = self.full_cache
        if mode == "full" and full is not None:
            return [one_of(self.tests["full"], cell, full) for cell in self.cells]
        reference = {"best": self.best, "cell": chosen}.get(mode)
        if reference is None:
            return [None] * len(self.cells)
        return [
            None if at == reference else one_of(self.tests["pairs"], cell, self.cells[reference])
            for at, cell in enumerate(self.cells)
        ]

    @property
    def full_cache(self) -> Measured | None:
        """The score with the full cache; None where no run has it."""
        known = self.row.get("baseline")
        return Measured.from_row(known["value"], known) if known else None

    def cheapest(self, margin: float) -> Cheapest | None:
        """The cheapest cells that are shown to be good enough; None where costs or noise are not known.

        Along the one axis of a heatmap that lacks the other, more is dearer, however many tokens it is.
        """
        costs: list[float | None] = self.row["kept"]
        if self.lacks:
            costs = self.row["kv_ratio" if self.lacks == "window" else "kv_window"]
        known = [cost for cost in costs if cost is not None]
        if len(known) < len(costs):
            return None
        return cheapest(self.cells, known, margin, self.tests["cells"])

    def good_and_cheap(self, margin: float) -> frozenset[int]:
        """The same, none where that is the highest; a fraction."""
        good = self.cheapest(margin)
        return frozenset(good.places) - {good.best} if good else frozenset()

    @cached_property
    def homogeneity(self) -> Homogeneity | None:
        """The test that all cells have one accuracy; None where a number of answers is unknown."""
        answers = self._answers
        if len(answers) < len(self.cells):
            return None
        return homogeneity([cell.value for cell in self.cells], answers)

    @property
    def same(self) -> float | None:
        """The p-value of that test as one of all heatmaps."""
        test = self.homogeneity
        return None if test is None else min(1.0, test.p * self.tests["heatmaps"])

    @cached_property
    def shrunk(self) -> Shrinkage | None:
        """The cells as they may be expected again; None where a number of answers is unknown."""
        answers = self._answers
        if len(answers) < len(self.cells):
            return None
        return shrunk([cell.value for cell in self.cells], answers)

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
        self.tests: dict[str, int] = row["tests"]
        self.steps: list[float] = row[f"kv_{control}"]
        names = ("of_value", "of_items", "of_repeats", "of_seeds", "of_stderr")
        cells = listed(*(row[name] for name in names))
        inside = [[at == step for at in row[f"in_{control}"]] for step in self.steps]
        self.means: list[Estimate] = [
            mean([cell for cell, there in zip(cells, mask, strict=True) if there])
            for mask in inside
        ]
        self.deviations = [deviation(cells, mask) for mask in inside]
        """Each mean minus that of all cells."""

    @property
    def known(self) -> bool:
        """Are there several means, each with a standard error?"""
        return len(self.means) > 1 and all(one.stderr for one in self.means)

    def trend(self, control: str) -> Result | None:
        """Of the score per doubling of the window, or per tenth of the ratio, as one of all heatmaps."""
        scale = [SCALES[control](step) for step in self.steps]
        return _of_heatmaps(trend(scale, self.means), self.tests)


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


class Ranking(NamedTuple):
    """The settings that several heatmaps share, (window, ratio), and how these order them."""

    settings: list[tuple[int, float]]
    heatmaps: int
    test: Agreement
    """Its concordance and its p-value are known."""


def cells_of(row: Row) -> list[Measured]:
    """The cells of a row with what is known of each."""
    return listed(row["value"], row["items"], row["repeats"], row["seeds"], row["stderrs"])


def means_along(rows: Sequence[Row], control: str) -> list[Means]:
    """The means of the heatmaps that lack no cell: else their differences would be of settings too."""
    whole = [row for row in rows if row["along"] == control and row["whole"]]
    return [means for row in whole if (means := Means(row, control)).known]


class Extremes(NamedTuple):
    """The highest against the lowest mean of a heatmap along a control."""

    panel: str
    high: float
    low: float
    result: Result
    """Corrected over all pairs of means of all heatmaps: both are named after looking."""


def extremes(known: Sequence[Means], control: str) -> list[Extremes]:
    """The highest mean of each row against its lowest, as one of all pairs of means along the control."""
    found = []
    for means in known:
        order = sorted(zip(means.means, means.steps, strict=True), key=lambda one: one[0].value)
        (low, lowest), (high, highest) = order[0], order[-1]
        gap = Estimate(high.value - low.value, hypot(high.stderr or 0, low.stderr or 0))
        if gap.value > _ROUNDING:
            result = estimate_of(means.tests[f"{control}s"], gap)
            found.append(Extremes(means.panel, highest, lowest, result))
    return found


def kept_of(rows: Sequence[Row], margin: str) -> Kept:
    """All cells of the rows; good enough is at most `margin` points under the highest."""
    cells = list(chain.from_iterable(map(cells_of, rows)))
    tokens = [tokens for row in rows for tokens in row["kept"]]
    tests = rows[0]["tests"]
    line = trend([kept / 1000 for kept in tokens], alone(cells))
    good = cheapest(cells, tokens, float(margin) / 100, tests["cells"])
    return Kept(cells, tokens, good, line, _of_heatmaps(line, tests))


def _of_heatmaps(line: Trend | None, tests: dict[str, int]) -> Result | None:
    """The slope as one of all heatmaps."""
    return line and estimate_of(tests["heatmaps"], Estimate(line.slope, line.stderr))


def ranking(rows: Sequence[Row]) -> Ranking | None:
    """How the heatmaps of sql/agreement.sql order their settings; None without two that share settings."""
    settings, grids = common([(row["kv_window"], row["kv_ratio"], row["value"]) for row in rows])
    test = agreement(grids)
    if len(grids) < 2 or test.concordance is None or test.p is None:  # noqa: PLR2004
        return None
    return Ranking(settings, len(grids), test)


def place(window: int, ratio: float) -> str:
    """A cell in words; an axis below 0 is not stated."""
    along = NOT_STATED if window < 0 else f"{window:,}"
    return f"window {along}, ratio {NOT_STATED if ratio < 0 else f'{ratio:g}'}"
