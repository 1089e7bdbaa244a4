"""Which settings are high in all heatmaps, and whether the heatmaps agree on it."""

from collections.abc import Sequence

from reasonboard.charts.cells import BEST, TEXT, Cell, Panel
from reasonboard.charts.heatmap import heatmap_grid
from reasonboard.charts.theme import Figure, empty
from reasonboard.core.findings.words import p_value
from reasonboard.statistics.differences import ALPHA
from reasonboard.studies.kv_cache.charts.grid import axes
from reasonboard.studies.kv_cache.rows import Ranking, Row, ranking, setting_words

_NO_ORDER = (
    "50% is expected if the heatmaps share no order; noise enters only through the order "
    "of the cells"
)


def settings_that_agree(rows: Sequence[Row], *, window: str, ratio: str, columns: int) -> Figure:
    """One heatmap: the share of the other settings that each one beats, a mean over the rows.

    A row has its cells as equally long lists (`kv_window`, `kv_ratio`, `value` in percent) and the
    places of the axes, `windows` and `ratios`; the settings are those that all of them have. The highest
    is outlined only where the rows agree (Friedman's test, p up to 0.05).
    """
    order = ranking(rows)
    if order is None:
        return empty("Agreement needs two heatmaps with shared settings.")
    x, y = axes(rows)
    return heatmap_grid(
        [_panel(order)],
        x,
        y,
        columns=1,
        unit="%",
        row_height=40,
        limits=(0.0, 100.0),
        marked=(ratio, window),
        summary=(
            f"Share of the other settings that each of {len(order.settings)} outscores, a mean "
            f"over {order.heatmaps} heatmaps."
        ),
        uncertainty=_NO_ORDER,
        subtitle=(
            f"Share of the other settings that each one outscores, over all {order.heatmaps} "
            "heatmaps of this source."
        ),
    )


def _panel(order: Ranking) -> Panel:
    """Each setting's share of the others that it beats; the highest outlined where there is agreement."""
    settings, test, p = order.settings, order.test, order.p
    outlined = test.best_by_rank if p <= ALPHA else ()
    cells = []
    for index, ((window, ratio), rank) in enumerate(zip(settings, test.mean_ranks, strict=True)):
        beaten = 100 * (len(settings) - rank) / (len(settings) - 1)
        words = (
            f"<b>{setting_words(window, ratio)}</b><br>outscores {beaten:.0f}% of the "
            f"others<br>mean rank {rank:.1f} of {len(settings)}"
        )
        marks = [BEST] if index in outlined else []
        cells.append(Cell(str(ratio), str(window), round(beaten, 1), marks=marks, words=words))
    words = "agree" if p <= ALPHA else "no significant agreement"
    return Panel(
        f"{order.heatmaps} heatmaps",
        f"Kendall's W {order.concordance:.2f}",
        cells,
        template=TEXT,
        foot=f"{words}: Friedman's test, {p_value(p)}",
    )
