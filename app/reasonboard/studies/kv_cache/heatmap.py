"""The cells of one model and benchmark: which are the highest, and which are tied with them."""

from collections.abc import Sequence
from functools import cached_property
from math import copysign, floor

from reasonboard.core.findings.grim import off_grain
from reasonboard.core.findings.result import Result, one_of
from reasonboard.statistics.effects import Homogeneity, Shrinkage, homogeneity, shrunk
from reasonboard.statistics.sweeps import Cheapest, Losses, highest, losses
from reasonboard.statistics.uncertainty import (
    Measured,
    Uncertainty,
    detectable,
    effective_answers,
    of_measured,
)
from reasonboard.studies.kv_cache.rows import Row, cells_of, setting_words

DIFFERENCES = ("best", "cell", "full")
"""The modes that show by how much cells differ."""


class Heatmap:
    """A row of sql/grid.sql: the cells of one model and benchmark, in the order of the row."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.panel: str = row["panel"]
        self.cells = cells_of(row)
        self.tests: dict[str, int] = row["tests"]

    @cached_property
    def settings(self) -> list[tuple[int, float]]:
        """Window and ratio of each cell."""
        return list(zip(self.row["kv_window"], self.row["kv_ratio"], strict=True))

    def setting_words(self, index: int) -> str:
        """The cell at an index in words."""
        return setting_words(*self.settings[index])

    @property
    def lacks(self) -> str:
        """The axis that its source does not state: 'window', 'ratio' or ''; the same for all cells."""
        axes = ("window", "ratio")
        return next((axis for axis in axes if self.row[f"kv_{axis}"][0] < 0), "")

    def marks(self, index: int) -> dict[str, str]:
        """The controls that pick the cell at an index."""
        window, ratio = self.settings[index]
        return {"panel": self.panel, "window": str(window), "ratio": str(ratio)}

    @cached_property
    def best(self) -> int:
        """The index of the highest cell."""
        return highest(self.cells)

    @cached_property
    def together(self) -> frozenset[int]:
        """The highest cell and those tied with it."""
        return self.best_set or frozenset({self.best})

    @cached_property
    def best_set(self) -> frozenset[int] | None:
        """The same; None if the noise of a cell is not known."""
        results = self._against_best
        if any(result is None for index, result in enumerate(results) if index != self.best):
            return None
        return frozenset(
            index
            for index, result in enumerate(results)
            if result is None or not result.significant
        )

    @property
    def top(self) -> frozenset[int]:
        """The cells of the highest value."""
        return frozenset(index for index, best in enumerate(self.row["best"]) if best)

    @property
    def lower(self) -> frozenset[int]:
        """The cells that are significantly lower than the highest; none where no noise is known."""
        if self.best_set is None:
            return frozenset()
        return frozenset(range(len(self.cells))) - self.best_set

    @cached_property
    def detects(self) -> float | None:
        """The smallest difference of two cells that a test would find, in points."""
        difference = detectable(self.cells)
        return None if difference is None else difference * 100

    @property
    def tied(self) -> frozenset[int]:
        """The same, if these are several and not all."""
        several = self.best_set is not None and 1 < len(self.best_set) < len(self.cells)
        return self.together if several else frozenset()

    @cached_property
    def intervals(self) -> list[Uncertainty | None]:
        """The 95% interval of each cell, as fractions."""
        return [of_measured(cell) for cell in self.cells]

    def index_of(self, window: str, ratio: str) -> int | None:
        """The index of the cell with this setting; None where it was not measured."""
        settings = [tuple(map(str, setting)) for setting in self.settings]
        return settings.index((window, ratio)) if (window, ratio) in settings else None

    def against(self, mode: str, selected: int | None) -> list[Result | None]:
        """Each cell minus the highest (mode 'best') or the chosen one ('cell'), as one of all pairs of cells; or
        minus the full cache ('full'), as one of all cells that can be compared with that.

        The highest is named after looking, the chosen one by the reader: the pairs with it alone would be too small a
        family. Source: Hsu, Multiple Comparisons (1996), ch. 4 (the selected best).
        """
        if mode == "best":
            return self._against_best
        if mode == "full" and self.full_cache is not None:
            return self._against_full
        if mode == "cell" and selected is not None:
            return self._against(selected)
        return [None] * len(self.cells)

    @cached_property
    def _against_best(self) -> list[Result | None]:
        return self._against(self.best)

    @cached_property
    def _against_full(self) -> list[Result | None]:
        full = self.full_cache
        return [full and one_of(self.tests["full"], cell, full) for cell in self.cells]

    def _against(self, reference: int) -> list[Result | None]:
        """Each cell minus the one at an index, None for itself."""
        return [
            None if index == reference else one_of(self.tests["pairs"], cell, self.cells[reference])
            for index, cell in enumerate(self.cells)
        ]

    def shown(self, mode: str, selected: int | None) -> Sequence[float | None]:
        """The numbers of its cells in percent; by the mode in points minus the highest, the full cache or the chosen
        cell, None where there is none; or as they may be expected again ('shrunk', where that is known).
        """
        row = self.row
        if mode == "shrunk" and self.shrunk:
            return [round(value * 100, 2) for value in self.shrunk.values]
        if mode not in DIFFERENCES:
            values: list[float] = row["value"]
            return values
        reference = row["highest"] if mode == "best" else None
        if mode == "full" and row["baseline"]:
            reference = row["baseline"]["value"]
        if mode == "cell" and selected is not None:
            reference = row["score"][selected]
        return [None if reference is None else _points(score - reference) for score in row["score"]]

    @property
    def full_cache(self) -> Measured | None:
        """The score with the full cache; None where no run has it."""
        baseline = self.row.get("baseline")
        return Measured.from_row(baseline["value"], baseline) if baseline else None

    def cheapest(self, margin: float) -> Cheapest | None:
        """The cheapest cells that are shown to be good enough; None where costs or noise are not known.

        Along the one axis of a heatmap that lacks the other, more is dearer, however many tokens it is.
        """
        costs, against_best = self._costs, self._losses
        return against_best.cheapest(costs, margin) if costs and against_best else None

    @cached_property
    def _losses(self) -> Losses | None:
        """Of the cells that cost less than the highest; None where costs or noise are not known."""
        return losses(self.cells, self._costs, self.tests["cells"]) if self._costs else None

    @cached_property
    def _costs(self) -> list[float] | None:
        """Of each cell; None where one is not known."""
        costs: list[float | None] = self.row["kept"]
        if self.lacks:
            costs = self.row["kv_ratio" if self.lacks == "window" else "kv_window"]
        known_costs = [cost for cost in costs if cost is not None]
        return known_costs if len(known_costs) == len(costs) else None

    def good_and_cheap(self, margin: float) -> frozenset[int]:
        """The same, none where that is the highest; a fraction."""
        good = self.cheapest(margin)
        return frozenset(good.indexes) - {good.best} if good else frozenset()

    @cached_property
    def homogeneity(self) -> Homogeneity | None:
        """The test that all cells have one accuracy; None where a number of answers is unknown."""
        answers = self._answers
        return homogeneity([cell.value for cell in self.cells], answers) if answers else None

    @property
    def same(self) -> float | None:
        """The p-value of that test as one of all heatmaps."""
        test = self.homogeneity
        return None if test is None else min(1.0, test.p * self.tests["heatmaps"])

    @cached_property
    def shrunk(self) -> Shrinkage | None:
        """The cells as they may be expected again; None where a number of answers is unknown."""
        answers = self._answers
        return shrunk([cell.value for cell in self.cells], answers) if answers else None

    @cached_property
    def impossible(self) -> list[Row]:
        """The printed values that no count of right answers gives, as `off_grain` has them."""
        if self.row["scale"] != "proportion":
            return []
        names = ("value", "items", "repeats", "seeds", "stderrs")
        printed = zip(*(self.row[name] for name in names), strict=True)
        # With a standard error of its own a score need not be a count of right answers.
        return off_grain(
            [
                {"at": index, "value": value / 100, "n_items": n, "n_repeats": k, "n_seeds": seeds}
                for index, (value, n, k, seeds, stderr) in enumerate(printed)
                if stderr is None
            ]
        )

    @property
    def _answers(self) -> list[int] | None:
        """Behind each cell; None where a number is unknown."""
        counts = [n for cell in self.cells if (n := effective_answers(cell))]
        return counts if len(counts) == len(self.cells) else None


def heatmap_of(row: Row) -> Heatmap:
    """The heatmap of a row, computed once for all that ask (see `with_heatmaps`)."""
    return row["heatmap"] if "heatmap" in row else Heatmap(row)


def with_heatmaps(rows: Sequence[Row]) -> list[Row]:
    """The rows of sql/grid.sql, each with its heatmap."""
    return [row | {"heatmap": Heatmap(row)} for row in rows]


def _points(difference: float) -> float:
    """A difference of fractions in points with two decimals, a half away from 0: as the database rounds percents."""
    hundredths = abs(difference) * 100 * 100
    below = floor(hundredths)
    return copysign(below + (hundredths - below >= 0.5), difference) / 100  # noqa: PLR2004
