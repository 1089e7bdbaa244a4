"""How several heatmaps order the settings that they share."""

from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.statistics.ranks import Agreement, agreement
from reasonboard.statistics.sweeps import common
from reasonboard.studies.kv_cache.rows import Row


class Ranking(NamedTuple):
    """The settings that several heatmaps share, (window, ratio), and how these order them."""

    settings: list[tuple[int, float]]
    heatmaps: int
    test: Agreement
    concordance: float
    """Kendall's W."""
    p: float


def ranking(rows: Sequence[Row]) -> Ranking | None:
    """How the heatmaps of sql/agreement.sql order their settings; None without two that share settings."""
    settings, grids = common([(row["kv_window"], row["kv_ratio"], row["value"]) for row in rows])
    test = agreement(grids)
    if len(grids) < 2 or test.concordance is None or test.p is None:  # noqa: PLR2004
        return None
    return Ranking(settings, len(grids), test, test.concordance, test.p)
