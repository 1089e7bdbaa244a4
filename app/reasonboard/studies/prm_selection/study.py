"""Which data a student should be trained on: how many samples, and who selects them."""

from reasonboard.core.common import BENCHMARKS, INTERVALS, METRIC, SOURCE, compared
from reasonboard.core.control import Control
from reasonboard.core.study import Check, Study, View
from reasonboard.studies.prm_selection.charts.selection import (
    accuracy_by_samples,
    accuracy_by_selector,
)
from reasonboard.studies.prm_selection.charts.selection_bars import selector_bars
from reasonboard.studies.prm_selection.charts.selection_gaps import reference_gaps
from reasonboard.studies.prm_selection.findings.prm_selection import of_samples
from reasonboard.studies.prm_selection.findings.prm_selection_benchmarks import (
    of_benchmarks,
    of_gaps,
)
from reasonboard.studies.prm_selection.findings.prm_selection_claims import (
    above,
    between,
    highest,
    larger_is_no_guarantee,
    lowest,
    lowest_of_its_size,
)
from reasonboard.studies.prm_selection.findings.prm_selection_curve_claims import (
    reaches,
    rises,
    sizes_alike,
)
from reasonboard.studies.prm_selection.findings.prm_selection_sizes import of_sizes
from reasonboard.studies.prm_selection.findings.prm_selection_values import Judge

_FIGURE_6 = {"panel": "MATH500"}
"""What the claims are about."""


def _over_samples(judge: Judge) -> Check:
    return Check("by_samples", judge, _FIGURE_6)


def _over_sizes(judge: Judge) -> Check:
    return Check("by_selector", judge, _FIGURE_6)


PRM_SELECTION = Study(
    path="prm-selection",
    name="Data selection",
    question="Which data should we train on?",
    lead=(
        "Accuracy of a student after training on data that different selectors chose: by the "
        "number of samples, by the size of the selector, on every benchmark, and against a "
        "reference with as many samples. A click on a mark picks its selector in all charts, a "
        "second click lets it go."
    ),
    controls=(
        SOURCE,
        METRIC,
        BENCHMARKS,
        Control("model", "Students", "core/model_choices", multi=True, everything="all students"),
        INTERVALS,
        Control("reference", "Reference", "studies/prm_selection/reference_choices"),
        Control("panel", "Benchmark", "studies/prm_selection/panel_choices"),
        Control("selector", "Highlight", "studies/prm_selection/selector_choices", optional=True),
        Control(
            "samples",
            "Its samples",
            "studies/prm_selection/sample_choices",
            optional=True,
            everything="any number",
        ),
        compared("source", "metric", "model", "selector", "samples"),
    ),
    views=(
        View(
            "by_samples",
            "Accuracy by number of training samples",
            accuracy_by_samples,
            options=("panel", "selector", "samples", "intervals"),
            observe=of_samples,
        ),
        View(
            "by_selector",
            "Accuracy by size of the selector",
            accuracy_by_selector,
            options=("panel", "selector", "intervals"),
            observe=of_sizes,
        ),
        View(
            "by_benchmark",
            "Accuracy by benchmark",
            selector_bars,
            options=("selector", "intervals"),
            wide=True,
            observe=of_benchmarks,
        ),
        View(
            "gaps",
            "Difference to a reference with as many samples",
            reference_gaps,
            options=("selector", "intervals", "reference"),
            query="pairs",
            wide=True,
            observe=of_gaps,
        ),
    ),
    teaser="by_samples",
    evidence=("selector",),
    checks={
        "rises_with_samples": _over_samples(rises("ReasonFlux-PRM-7B")),
        "reaches_92_with_59k": _over_samples(reaches("ReasonFlux-PRM-7B", 59_000, 0.92)),
        "human_below_raw": _over_samples(above("Raw Data (59k)", "Human selected (s1k)")),
        "human_and_raw_of_similar_size": _over_samples(
            sizes_alike("Human selected (s1k)", "Raw Data (59k)")
        ),
        "human_lowest": _over_samples(lowest("Human selected (s1k)")),
        "reasonflux_highest": _over_samples(highest("ReasonFlux-PRM-7B")),
        "larger_is_no_guarantee": _over_sizes(larger_is_no_guarantee),
        "small_above_large_by_4": _over_sizes(
            above("ReasonFlux-PRM-7B", "Qwen2.5-Math-PRM-72B", by=0.04)
        ),
        "skywork_lowest_of_its_size": _over_sizes(lowest_of_its_size("Skywork-PRM-7B")),
        "reasonflux_gains_with_size": _over_sizes(
            above("ReasonFlux-PRM-7B", "ReasonFlux-PRM-1.5B")
        ),
        "qwen_falls_with_size": _over_sizes(above("Qwen2.5-Math-PRM-7B", "Qwen2.5-Math-PRM-72B")),
        "large_between_small_ones": _over_sizes(
            between("ReasonFlux-PRM-1.5B", "Qwen2.5-Math-PRM-72B", "ReasonFlux-PRM-7B")
        ),
    },
)
