"""A few benchmarks as dots with intervals, side by side: the best run of each on top."""

from collections.abc import Sequence

from reasonboard.charts.forest_panels import ForestPanel, forest_panels
from reasonboard.charts.intervals import detects, problems
from reasonboard.charts.theme import Figure
from reasonboard.statistics.uncertainty import interval_methods
from reasonboard.studies.models.charts.forest import axis_range, forest_rows, ranked
from reasonboard.studies.models.charts.options import Options
from reasonboard.studies.models.charts.shown import Shown
from reasonboard.studies.models.columns import Column


def scores_on_benchmarks(parts: Sequence[Shown], options: Options, columns: int) -> Figure:
    """A panel per benchmark of these blocks, with the runs that are shown."""
    placed = [(part, column) for part in parts for column in part.columns]
    panels = [_panel(part, column, options) for part, column in placed]
    intervals = [
        column.interval(run.key)
        for part, column in placed
        for run in part.runs
        if column.panel in run.scores
    ]
    words = [interval_methods(intervals) if options.intervals else "intervals are off"]
    return forest_panels(
        panels,
        columns=columns,
        picked=options.b,
        control="b",
        summary=f"The scores of models on {len(panels)} benchmarks with their intervals.",
        uncertainty=" · ".join([*words, *(part.left_out for part in parts if part.left_out)]),
    )


def _panel(part: Shown, column: Column, options: Options) -> ForestPanel:
    scores = [run.scores[column.panel] for run in part.runs if column.panel in run.scores]
    rows = forest_rows(ranked(scores, column), column, options)
    return ForestPanel(
        column.title,
        _detail(column),
        rows,
        {"range": axis_range(rows, column)},
        " %" if column.is_share else "",
        {"panel": column.panel},
    )


def _detail(column: Column) -> str:
    """'500 problems, detects ≥ 7 points'."""
    size = problems(column.problems) or "number of problems unknown"
    least = detects(column.detects) if len(column.rows) > 1 else ""
    return ", ".join(filter(None, [size, least]))
