"""What reinforcement learning buys per iteration, and at what response length."""

from reasonboard.core.common_controls import BENCHMARKS, INTERVALS, MODELS, SOURCE, compared
from reasonboard.core.control import Choice, Control
from reasonboard.core.study import Study, View
from reasonboard.studies.iterations.charts.gains import gain_against_length
from reasonboard.studies.iterations.charts.grid import iteration_detail, iterations_grid
from reasonboard.studies.iterations.charts.trajectory import course_numbers
from reasonboard.studies.iterations.findings.table import with_statistics
from reasonboard.studies.iterations.findings.trajectory import of_the_course
from reasonboard.studies.iterations.findings.views import (
    of_the_gains,
    of_the_picked,
    of_the_prices,
)

ITERATIONS = Study(
    path="iterations",
    name="Iterations",
    question="What does each RL iteration buy, and at what length?",
    lead=(
        "Accuracy and mean response length of every benchmark over the iterations of reinforcement "
        "learning. Pointing at an iteration marks it in every panel; a click keeps it."
    ),
    controls=(
        SOURCE,
        Control("metric", "Metric", "studies/iterations/metric_choices"),
        BENCHMARKS,
        MODELS,
        Control(
            "form",
            "Form",
            (Choice("strips", "Strips"), Choice("dual", "Dual axis"), Choice("phase", "Phase")),
        ),
        Control("scales", "Scales", (Choice("shared", "Shared"), Choice("free", "Own"))),
        Control("order", "Order", (Choice("name", "By name"), Choice("gain", "By gain"))),
        Control(
            "number",
            "Course",
            (
                Choice("last", "Best against last"),
                Choice("noise", "Ups and downs"),
                Choice("coupling", "Accuracy with length"),
                Choice("place", "90 % of the gain"),
            ),
        ),
        INTERVALS,
        Control("panel", "Benchmark", "studies/iterations/panel_choices"),
        Control("iteration", "Iteration", "studies/iterations/iteration_choices", optional=True),
        compared("source", "metric", "panel", "iteration"),
    ),
    views=(
        View(
            "grid",
            "Accuracy and token length by iteration",
            iterations_grid,
            options=("form", "scales", "panel", "iteration", "intervals"),
            post_filters=("benchmark", "model"),
            wide=True,
            observe=of_the_gains,
        ),
        View(
            "summary",
            "What the iterations bought",
            gain_against_length,
            options=("panel", "intervals"),
            table="summary",
            transform_rows=with_statistics,
            observe=of_the_prices,
        ),
        View(
            "detail",
            "The picked benchmark",
            iteration_detail,
            options=("form", "scales", "panel", "iteration", "intervals"),
            observe=of_the_picked,
        ),
        View(
            "course",
            "The course of training against its noise",
            course_numbers,
            options=("number", "panel", "intervals"),
            query="grid",
            post_filters=("benchmark", "model"),
            wide=True,
            table="summary",
            transform_rows=with_statistics,
            observe=of_the_course,
        ),
    ),
    teaser="detail",
    evidence=("panel", "iteration"),
)
