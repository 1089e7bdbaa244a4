"""What the rows of the KV cache study have in common: their cells, their families of tests, their words."""

from typing import Any

from reasonboard.core.findings.result import Result, estimate_of
from reasonboard.statistics.effects import Trend
from reasonboard.statistics.means import Estimate
from reasonboard.statistics.sweeps import cells_of_lists
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


def cells_of(row: Row) -> list[Measured]:
    """The cells of a row with what is known of each."""
    return cells_of_lists(row["value"], row["items"], row["repeats"], row["seeds"], row["stderrs"])


def of_heatmaps(line: Trend | None, tests: dict[str, int]) -> Result | None:
    """The slope as one of all heatmaps."""
    return line and estimate_of(tests["heatmaps"], Estimate(line.slope, line.stderr))


def setting_words(window: int, ratio: float) -> str:
    """A cell in words; an axis below 0 is not stated."""
    along = NOT_STATED if window < 0 else f"{window:,}"
    return f"window {along}, ratio {NOT_STATED if ratio < 0 else f'{ratio:g}'}"
