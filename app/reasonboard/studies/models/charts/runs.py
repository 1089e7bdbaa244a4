"""The runs that are shown, by what their settings are known of."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from reasonboard.charts.bar_chart import Bar, bar_chart
from reasonboard.charts.theme import Figure, empty


def runs_by_source(rows: Sequence[dict[str, Any]], *, columns: int) -> Figure:
    """A bar per source and whether the settings of its runs are known; rows are those of sql/runs.sql."""
    if not rows:
        return empty("No run passes these filters.")
    found = Counter(
        (row["source"], "settings known" if row["settings"] else "settings unknown") for row in rows
    )
    bars = [Bar(f"{source} · {words}", number) for (source, words), number in found.items()]
    return bar_chart(bars, what="runs", control="", columns=columns)
