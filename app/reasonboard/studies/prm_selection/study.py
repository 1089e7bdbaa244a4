"""Which data a student should be trained on: how many samples, and who selects them."""

from reasonboard.core.common_controls import (
    BENCHMARKS,
    INTERVALS,
    METRIC,
    OWN,
    SOURCE,
    compared,
    part_of_mark,
)
from reasonboard.core.control import Control, Values
from reasonboard.core.study import Mark, Study
from reasonboard.core.view import View
from reasonboard.store.database import Row
from reasonboard.studies.prm_selection.charts.bars import selector_bars
from reasonboard.studies.prm_selection.charts.curves import (
    accuracy_by_samples,
    accuracy_by_selector,
)
from reasonboard.studies.prm_selection.charts.gaps import reference_gaps
from reasonboard.studies.prm_selection.findings import of_benchmarks, of_gaps, of_samples, of_sizes
from reasonboard.studies.prm_selection.headline import headline, teaser

_QUERIES = "studies/prm_selection"


def marks_of_row(row: Row, _values: Values) -> list[Mark]:
    """The mark that a row of sql/rows.sql stands for; without a number of samples that of its selector."""
    mark = {"panel": row["benchmark"], "selector": row["selector"]}
    return [mark | {"samples": row["training samples"]}, mark]


PRM_SELECTION = Study(
    path="prm-selection",
    name="Data selection",
    question="Which data should we train on?",
    lead=(
        "Accuracy of a student model trained on data from different selectors: by sample "
        "size, by selector size, per benchmark, and against a reference with the same sample "
        "size. Click a mark to select its selector in all charts; click again to deselect it."
    ),
    controls=(
        SOURCE,
        METRIC,
        BENCHMARKS,
        Control("model", "Students", "core/model_choices", multi=True, everything="all students"),
        OWN,
        INTERVALS,
        Control(
            "reference", "Difference from", f"{_QUERIES}/reference_choices", place="chart:gaps"
        ),
        part_of_mark(_QUERIES, "panel", "Benchmark"),
        part_of_mark(_QUERIES, "selector", "Selector", optional=True),
        Control(
            "samples",
            "Samples",
            f"{_QUERIES}/sample_choices",
            optional=True,
            place="selection",
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
            "Accuracy by selector size",
            accuracy_by_selector,
            options=("panel", "selector", "intervals"),
            observe=of_sizes,
        ),
        View(
            "by_benchmark",
            "Accuracy by benchmark",
            selector_bars,
            options=("selector", "intervals"),
            place="main",
            observe=of_benchmarks,
        ),
        View(
            "gaps",
            "Difference from a reference with the same sample size",
            reference_gaps,
            options=("selector", "intervals", "reference"),
            query="pairs",
            place="more",
            observe=of_gaps,
        ),
    ),
    headline=headline,
    teaser=teaser,
    evidence=("selector",),
    row_marks={"rows": marks_of_row},
)
