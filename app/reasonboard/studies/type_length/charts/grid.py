"""Accuracy over task type and length: heatmaps of each method and size, and their difference."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from reasonboard.charts.theme import Figure, empty
from reasonboard.studies.type_length.charts.difference import difference
from reasonboard.studies.type_length.charts.heatmaps import ROLES, Plan, heatmaps
from reasonboard.studies.type_length.charts.marks import methods

Row = dict[str, Any]


def type_length_grid(
    rows: Sequence[Row],
    *,
    panels: str,
    mode: str,
    first: str,
    second: str,
    type: str,
    length: str,
    intervals: str,
    columns: int,
) -> Figure:
    """A heatmap per model, method and benchmark: types (the first on top) over length, percent.

    Rows are one per panel and type, with `lengths`, `shown` (percent), `disputed`, `accuracy` (a
    fraction) and what is known of each as equally long lists; drawn are `panels` (a number or
    'all') of them, the lowest by `rank`. In mode 'difference' they are `first` and `second`, and
    their difference stands over them. `type` is isolated: the others fade.
    """
    if not rows:
        return empty("No data: the source has no values by type and length for this choice.")
    rows = [row for row in rows if panels == "all" or row["rank"] <= int(panels)]
    shown = {group[0]["panel"]: group for group in ROLES.groups(rows)}
    types = sorted({row["task_type"] for row in rows}, reverse=True)
    # Every whole length from 0 to the longest: one that no type has stays visible as a gap.
    lengths = list(range(max(max(row["lengths"]) for row in rows) + 1))
    plan = Plan(types, lengths, type, length, columns, most=3, intervals=intervals == "on")
    if mode == "difference":
        if first not in shown or second not in shown:
            return empty("No difference: choose two panels that are not the same.")
        return difference(shown[first], shown[second], replace(plan, most=2))
    drawn = heatmaps(list(shown.values()), plan, first, clicked=True)
    if plan.intervals:
        drawn["layout"]["meta"]["uncertainty"] = methods(rows)
    return drawn
