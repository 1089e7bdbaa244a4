"""What reinforcement learning buys per iteration, and at what response length."""

from functools import partial

from reasonboard.core.common_controls import (
    BENCHMARKS,
    INTERVALS,
    MODELS,
    OWN,
    SOURCE,
    compared,
    option,
    part_of_mark,
    segments,
    smoothing,
)
from reasonboard.core.control import Choice, Control
from reasonboard.core.picking import by_columns
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.studies.iterations.charts.gains import gain_against_length
from reasonboard.studies.iterations.charts.grid import (
    GridOptions,
    iteration_detail,
    iterations_grid,
)
from reasonboard.studies.iterations.charts.training import training_chart
from reasonboard.studies.iterations.charts.trajectory import course_numbers
from reasonboard.studies.iterations.family import with_family
from reasonboard.studies.iterations.findings.recipes import of_recipes
from reasonboard.studies.iterations.findings.trajectory import of_the_course
from reasonboard.studies.iterations.findings.views import (
    TYPES,
    of_the_gains,
    of_the_picked,
    of_the_prices,
    with_statistics,
)
from reasonboard.studies.iterations.headline import headline, teaser
from reasonboard.studies.iterations.rows import FORMS, label_of

_QUERIES = "studies/iterations"

_CURVES = ("panel", "iteration", *GridOptions._fields)
"""What the charts of curves ask for."""
_curve_view = partial(View, prepare_rows=with_family, post_filters=("benchmark", "model"))
_summary_view = partial(
    _curve_view, table="summary", transform_rows=with_statistics, column_types=TYPES
)


def _none(_options: list[Choice]) -> list[str]:
    """No further load, unless one is chosen."""
    return []


def _first_six(options: list[Choice]) -> list[str]:
    """The scalars that are drawn unless others are chosen."""
    return [option.value for option in options[:6]]


ITERATIONS = Study(
    path="iterations",
    name="Iterations",
    question="What does RL training buy, and how much longer do responses get?",
    lead=(
        "Accuracy and mean response length per benchmark over RL iterations. Hover over an "
        "iteration to mark it in every panel; click to keep it."
    ),
    controls=(
        SOURCE,
        Control("metric", "Metric", f"{_QUERIES}/metric_choices"),
        BENCHMARKS,
        MODELS,
        Control(
            "form",
            "Form",
            f"{_QUERIES}/form_choices",
            labeled=FORMS.__getitem__,
            place="chart:grid",
            segmented=True,
        ),
        Control(
            "along",
            "X axis",
            "studies/iterations/along_choices",
            labeled=label_of,
            place="chart:grid",
            segmented=True,
        ),
        Control(
            "with_loads",
            "With",
            f"{_QUERIES}/with_loads_choices",
            multi=True,
            usual=_none,
            everything="no other load",
        ),
        Control("compare_at", "Compare at", f"{_QUERIES}/compare_at_choices"),
        option("grid", "x_scale", "Scale of x", {"linear": "linear", "log": "log"}),
        smoothing("grid"),
        option("grid", "others", "Other runs", {"off": "separate panels", "on": "overlay"}),
        option("grid", "scales", "Axes", {"shared": "same", "free": "per panel"}),
        option("grid", "order", "Sort by", {"gain": "gain", "name": "name"}),
        option("grid", "spread", "Spread of response lengths", {"off": "off", "on": "on"}),
        segments(
            "course",
            "number",
            "Checkpoint question",
            {
                "last": "Best vs last",
                "noise": "Stability",
                "coupling": "Accuracy vs length",
                "place": "90% of the gain",
            },
        ),
        Control(
            "scalars",
            "Scalars",
            f"{_QUERIES}/scalars_choices",
            multi=True,
            usual=_first_six,
            place="options:training",
        ),
        option(
            "training",
            "smooth",
            "Smoothing of scalars",
            {"11": "11 steps", "31": "31 steps", "1": "none"},
        ),
        OWN,
        INTERVALS,
        part_of_mark(_QUERIES, "panel", "Benchmark"),
        part_of_mark(_QUERIES, "iteration", "Iteration", optional=True),
        compared("source", "metric", "panel", "iteration"),
    ),
    views=(
        _curve_view(
            "grid",
            "Accuracy and response length during training",
            iterations_grid,
            options=_CURVES,
            beside="bundled_curves",
            place="main",
            observe=of_the_gains,
            finding_noun="gain",
            finding_note="Gain from the first to the last checkpoint, in points, with 95% intervals.",
            said_of=of_recipes,
        ),
        _summary_view(
            "summary",
            "Extra tokens per point gained",
            gain_against_length,
            options=("panel", "intervals"),
            observe=of_the_prices,
            finding_noun="slope",
            finding_note="Least-squares slope of accuracy over response length, with 95% intervals.",
        ),
        _curve_view(
            "detail",
            "The selected benchmark",
            iteration_detail,
            place="details",
            query="grid",
            post_filters=("panel", "model"),
            options=_CURVES,
            beside="bundled_curves",
            observe=of_the_picked,
        ),
        _summary_view(
            "course",
            "Is the best checkpoint better than the last?",
            course_numbers,
            options=("number", "panel", "intervals"),
            query="grid",
            observe=of_the_course,
        ),
        View(
            "training",
            "Training",
            training_chart,
            place="wide",
            post_filters=("model",),
            options=("smooth",),
            table="training_rows",
        ),
    ),
    headline=headline,
    teaser=teaser,
    evidence=("panel", "iteration"),
    row_marks={
        "rows": by_columns(panel="benchmark", iteration="iteration"),
        "summary": by_columns(panel="benchmark"),
    },
)
