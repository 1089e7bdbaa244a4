"""Is it getting better or worse? The runs of a configuration in time."""

from functools import partial

from reasonboard.core.common_controls import (
    BASELINE,
    INTERVALS,
    compared,
    filter_by,
    part_of_mark,
    segments,
)
from reasonboard.core.control import Control
from reasonboard.core.picking import by_columns
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.studies.history.charts.changes import changes_table
from reasonboard.studies.history.charts.course import course_chart
from reasonboard.studies.history.charts.panels import panels_chart
from reasonboard.studies.history.charts.runs import runs_table
from reasonboard.studies.history.headline import headline, teaser
from reasonboard.studies.history.rows import with_series
from reasonboard.studies.history.selected import selected
from reasonboard.studies.history.tables import CHANGE_TYPES, TYPES, of_changes, of_runs

_QUERIES = "studies/history"
_DRAWN = ("since", "axis", "runs", "intervals")
_series_view = partial(
    View,
    query="series",
    prepare_rows=with_series,
    post_filters=("benchmark",),
    table="series",
)
_runs_view = partial(
    _series_view, transform_rows=of_runs, table_options=("since",), column_types=TYPES
)

HISTORY = Study(
    path="history",
    name="History",
    question="Is it getting better or worse?",
    lead=(
        "Runs of one configuration (a model with all settings that can change a score) over "
        "time; builds may differ. Each benchmark is tested as a whole for a lasting change, "
        "so checking every morning raises no false alarms."
    ),
    controls=(
        filter_by(_QUERIES, "source", "Loads", "all loads"),
        Control("series", "Model", f"{_QUERIES}/series_choices", always_in_address=True),
        Control("metric", "Metric", f"{_QUERIES}/metric_choices"),
        filter_by(_QUERIES, "benchmark", "Benchmarks", "all benchmarks"),
        Control("since", "From", f"{_QUERIES}/since_choices"),
        segments("course", "runs", "Runs", {"each": "Each run", "build": "Mean per build"}),
        segments("course", "axis", "X axis", {"date": "Date", "build": "Build"}),
        INTERVALS,
        part_of_mark(_QUERIES, "panel", "Benchmark", optional=True, query="benchmark_choices"),
        part_of_mark(_QUERIES, "run", "Run", optional=True),
        compared("series", "panel", "run", label=BASELINE),
    ),
    views=(
        _runs_view(
            "course",
            "Runs in time",
            course_chart,
            options=("panel", "run", *_DRAWN),
            place="main",
        ),
        _runs_view(
            "panels",
            "Other benchmarks of the same runs",
            panels_chart,
            options=("panel", *_DRAWN),
            place="wide",
            subtitle=(
                "Each panel has its own scale. Lines: mean of each level. Dashed and shaded: possible "
                "change."
            ),
        ),
        _series_view(
            "changes",
            "Changes",
            changes_table,
            options=("panel",),
            place="wide",
            transform_rows=of_changes,
            column_types=CHANGE_TYPES,
        ),
        _runs_view(
            "runs",
            "Runs and their noise",
            runs_table,
            options=("panel", "run", "since"),
            place="more",
        ),
    ),
    headline=headline,
    teaser=teaser,
    selected=selected,
    evidence=("panel", "run"),
    row_marks={"series": by_columns(panel="benchmark", run="run")},
    commands=(
        (
            "reasonboard load results/ --name nightly",
            "loads a folder of result files; each evaluation is a run with its date and build",
        ),
        ("reasonboard runs", "lists loaded runs"),
    ),
    of_own_runs=True,
    sources_query=f"{_QUERIES}/sources",
    disagreements_query="",
)
