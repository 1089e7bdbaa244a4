"""Scores by the tokens that are kept, and the cheapest setting that is good enough."""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from reasonboard.core.findings.result import Result
from reasonboard.statistics.effects import Trend, cell_estimates, trend
from reasonboard.statistics.sweeps import Cheapest, cheapest
from reasonboard.statistics.uncertainty import Measured
from reasonboard.studies.kv_cache.rows import Row, cells_of, of_heatmaps


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
