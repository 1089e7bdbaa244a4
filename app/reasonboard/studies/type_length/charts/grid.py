"""Accuracy over task type and length: heatmaps of each method and size, and their difference."""

from collections.abc import Sequence
from dataclasses import replace

from reasonboard.charts.theme import Figure, empty
from reasonboard.studies.type_length.charts.difference import difference
from reasonboard.studies.type_length.charts.heatmaps import ROLES, Plan, heatmaps
from reasonboard.studies.type_length.charts.marks import methods
from reasonboard.studies.type_length.rows import Row, tested_lengths


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

    Rows are one per panel and type, with `lengths`, `rows_by_panel` (percent), `disputed`, `accuracy` (a
    fraction) and what is known of each as equally long lists; drawn are `panels` (a number or
    'all') of them, the lowest by `rank`. In mode 'difference' they are `first` and `second`, and
    their difference stands over them. `type` is isolated: the others fade.
    """
    if not rows:
        return empty("No data: the source has no values by type and length for this choice.")
    rows = [row for row in rows if panels == "all" or row["rank"] <= int(panels)]
    rows_by_panel = {group[0]["panel"]: group for group in ROLES.groups(rows)}
    types = sorted({row["task_type"] for row in rows}, reverse=True)
    plan = Plan(
        types, tested_lengths(rows), type, length, columns, most=3, intervals=intervals == "on"
    )
    if mode == "difference":
        if first not in rows_by_panel or second not in rows_by_panel:
            return empty("No difference: choose two different panels.")
        return difference(rows_by_panel[first], rows_by_panel[second], replace(plan, most=2))
    how = methods(rows) if plan.intervals else ""
    return heatmaps(list(rows_by_panel.values()), plan, first, clicked=True, methods=how)
