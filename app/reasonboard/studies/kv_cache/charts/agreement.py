"""Which settings are high in all heatmaps, and whether the heatmaps agree on it."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.cells import Axis, Panel
from reasonboard.charts.heatmap import heatmap_grid
from reasonboard.charts.theme import Figure, empty
from reasonboard.statistics.contrasts import ALPHA
from reasonboard.statistics.ranks import Agreement, agreement
from reasonboard.statistics.sweeps import common
from reasonboard.studies.kv_cache.charts.grid import axes, marked, place

Row = dict[str, Any]

_TINY = 0.001
_NO_ORDER = "50 % is expected where the heatmaps share no order; the noise of the cells enters by their order only"


def settings_that_agree(rows: Sequence[Row], *, window: str, ratio: str, columns: int) -> Figure:
    """One heatmap: the share of the other settings that each one beats, a mean over the rows.

    A row has its cells as equally long lists (`kv_window`, `kv_ratio`, `value` in percent) and the
    places of the axes, `windows` and `ratios`; the settings are those that all of them have. The highest
    is outlined only where the rows agree (Friedman's test, p up to 0.05).
    """
    places, grids = common([(row["kv_window"], row["kv_ratio"], row["value"]) for row in rows])
    found = agreement(grids)
    if len(grids) < 2 or found.concordance is None or found.p is None:  # noqa: PLR2004
        return empty("Agreement needs two heatmaps with settings in common.")
    y, x = axes(rows)
    return heatmap_grid(
        [_panel(found, places, y, x, len(grids))],
        x=("ratio", x),
        y=("window", y),
        columns=1,
        unit="%",
        row_height=40,
        limits=(0.0, 100.0),
        marked=marked(y, x, window, ratio),
        summary=f"Share of the other settings that each of {len(places)} beats, a mean over {len(grids)} heatmaps.",
        uncertainty=_NO_ORDER,
    )


def _panel(found: Agreement, places: Sequence[Any], y: Axis, x: Axis, grids: int) -> Panel:
    """Each setting's share of the others that it beats; the highest outlined where there is agreement."""
    values: list[list[float | None]] = [[None] * len(x.labels) for _ in y.labels]
    hover = [[""] * len(x.labels) for _ in y.labels]
    at = [(y.values.index(str(one)), x.values.index(str(two))) for one, two in places]
    for index, (row, column) in enumerate(at):
        rank = found.mean_ranks[index]
        beaten = 100 * (len(places) - rank) / (len(places) - 1)
        values[row][column] = round(beaten, 1)
        lowest = "" if found.minimum_z is None else f"<br>lowest z {found.minimum_z[index]:+.2f}"
        hover[row][column] = (
            f"<b>{place(*places[index])}</b><br>beats {beaten:.0f} % of the others"
            f"<br>mean rank {rank:.1f} of {len(places)}{lowest}"
        )
    p = found.p or 0.0
    agreed = p <= ALPHA
    words = "agree" if agreed else "no agreement resolved"
    return Panel(
        f"{grids} heatmaps",
        f"Kendall's W {found.concordance:.2f}",
        values,
        best=frozenset(at[index] for index in found.best_by_rank) if agreed else frozenset(),
        hover=hover,
        note=f"{words}: Friedman's test, {'p < 0.001' if p < _TINY else f'p = {p:.2g}'}",
    )
