"""The runs that are shown, by what their settings are known of."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from reasonboard.charts.bar_chart import Bar, bar_chart
from reasonboard.charts.theme import Figure, empty


def runs_by_source(rows: Sequence[dict[str, Any]], *, columns: int) -> Figure:
    """A bar per source and whether settings are known, which a click picks; rows are those of sql/runs.sql."""
    if not rows:
        return empty("No runs match these filters.")
    means = {row["part_of"] for row in rows}
    numbers = Counter(
        (row["id"], row["source"], bool(row["settings"])) for row in rows if row["run"] not in means
    )
    bars = [
        Bar(f"{source} · settings {'known' if is_known else 'unknown'}", number, mark=id)
        for (id, source, is_known), number in numbers.items()
    ]
    return bar_chart(bars, what="runs", control="source", columns=columns)
